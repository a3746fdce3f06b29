"""CSV tables for a spreadsheet, with their columns declared once.

Files are UTF-8 without a byte order mark, with commas and CRLF. No cell can be read as a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from coala.base.plain_text import escape

_Row = TypeVar("_Row")
Cell = str | int | float | None

# Spreadsheets skip invisible characters and accept full-width signs as operators.
_UNSEEN = "\\s\\x00-\\x1f\\x7f-\\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_FORMULA = re.compile(f"[{_UNSEEN}]*[=+@＝＋－＠﹦﹢﹣﹫-]|[\t\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""All control characters but tabs and line breaks, which notes may contain."""


class CsvColumn(NamedTuple, Generic[_Row]):
    """A column: its name in the first line, and the function that returns the cell of a row.

    A cell that is None is empty.
    """

    name: str
    value: Callable[[_Row], Cell]


def write_csv(columns: Sequence[CsvColumn[_Row]], rows: Iterable[_Row]) -> Iterator[str]:
    """Yield the lines of a table, with quotes around everything but numbers.

    Spreadsheets also split cells at tabs and semicolons, and read numbers and dates out of names. Quoted
    text stays whole and can be imported as text.
    """
    yield _write_line(column.name for column in columns)
    for row in rows:
        yield _write_line(column.value(row) for column in columns)


def _write_line(cells: Iterable[Cell]) -> str:
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(map(_guard, cells))
    return line.getvalue()


def _guard(cell: Cell) -> Cell:
    """Return the cell as text that no spreadsheet reads as a formula and that cannot control a terminal."""
    if not isinstance(cell, str):
        return "" if cell is None else cell
    shown = _CONTROL.sub(lambda control: escape(control[0]), cell)
    return f"'{shown}" if _FORMULA.match(cell) else shown

"""Tables of figures as CSV, with all digits.

A CSV is one table: those tables of a report that have the columns of the first one, one after the other, with
the title of each in the first column if there are several. A report may name other tables as those wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coala.base.csv_table import Cell, CsvColumn, write_csv
from coala.present.blocks import FigureCell, Figures, Report
from coala.present.figures import FigureInterval


class JoinedTables(NamedTuple):
    """Tables of a report that one CSV can have, and the titles of those with other columns."""

    tables: Sequence[Figures]
    left_out: Sequence[str]


def join_tables(report: Report) -> JoinedTables:
    """Return the tables with the columns of the first one that is wanted; none if there is no table."""
    tables = [block for block in report.blocks if isinstance(block, Figures)]
    wanted = (table for table in tables if report.wanted in ("", table.columns[0].key))
    first = next(wanted, None)
    same = [table for table in tables if first is not None and _list_keys(table) == _list_keys(first)]
    return JoinedTables(same, [table.title for table in tables if table not in same])


def print_csv(joined: JoinedTables) -> Iterator[str]:
    """Yield the lines of the tables as one; an interval has a column for either end."""
    tables = joined.tables
    if not tables:
        return
    columns = []
    if len(tables) > 1:
        columns.append(CsvColumn[tuple[Figures, Sequence[FigureCell]]]("table", lambda row: row[0].title))
    for place, column in enumerate(tables[0].columns):
        if not column.key:
            continue
        ends = (
            ("_low", "_high")
            if any(isinstance(row[place], FigureInterval) for table in tables for row in table.rows)
            else ("",)
        )
        columns += [_make_column(place, f"{column.key}{end}", number) for number, end in enumerate(ends)]
    yield from write_csv(columns, [(table, row) for table in tables for row in table.rows])


def _make_column(place: int, name: str, end: int) -> CsvColumn[tuple[Figures, Sequence[FigureCell]]]:
    return CsvColumn(name, lambda row: read_number(row[1][place], end))


def read_number(cell: FigureCell, end: int = 0) -> Cell:
    """Return the number or the words of a cell; of an interval its low end or, by ``end``, its high one."""
    if cell is None or isinstance(cell, str | int):
        return cell
    figure = cell[end] if isinstance(cell, FigureInterval) else cell
    return figure.value


def _list_keys(table: Figures) -> list[str]:
    return [column.key for column in table.columns]

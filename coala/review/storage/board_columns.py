"""Columns of a board by name, and temporary views that show one as an ordinary review.

A board is a file with several comparisons, its columns. Each has a role and a name, together its address:
"without/surnames" compares the whole system with the system without the component "surnames". To open one
column, ``show_column`` makes temporary SQLite views with the names of a review's tables (``VIEWS``), so that
code that reads a review reads the column.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.board.plan import Role
from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import opening, schema
from coala.review.storage.board_tables import VIEWS

_MOST_NAMED = 4
"""The most columns to name in a message; a longer list would not be read."""


class ColumnName(NamedTuple):
    """The role and name of a column; ``number`` is its index among the board's columns."""

    number: int
    role: Role
    name: str

    @property
    def address(self) -> str:
        """Return the form that ``--column`` takes and the window shows: "without/surnames"."""
        return address_of(self.role, self.name)


def address_of(role: Role, name: str) -> str:
    """Return the address of a column: "without/surnames"."""
    return f"{role.value}/{name}"


def is_board(path: Path) -> bool:
    """Return True if there is a board at ``path``; raise ``ReviewError`` for what is no review at all."""
    connection = opening.connect(path, read_only=True)
    try:
        with opening.translated(path):
            return schema.is_board(connection)
    finally:
        connection.close()


def column_names(connection: sqlite3.Connection, path: Path) -> tuple[ColumnName, ...]:
    """Return the columns of an open board, in order; an empty list for the review of one comparison.

    Raises ``ReviewError`` for a board without columns.
    """
    if not schema.is_board(connection):
        return ()
    rows = connection.execute("SELECT number, role, name FROM variant ORDER BY number").fetchall()
    if not rows:
        raise ReviewError(
            f"{path}: this board was repaired and has lost its columns. Make it again into "
            "this file with 'coala board … -o'; its verdicts are kept."
        )
    try:
        names = tuple(ColumnName(number, Role(role), name) for number, role, name in rows)
        if [column.number for column in names] != list(range(len(names))):
            raise ValueError("numbers")
    except ValueError as error:
        raise DamagedReviewError(f"{path}: the list of columns in this board is damaged") from error
    return names


def find_column(names: Sequence[ColumnName], words: str, path: Path) -> ColumnName:
    """Return the column named by "without/surnames", or by "surnames" if it has one role only.

    Raises ``ReviewError`` with one sentence if the words name no column, or several.
    """
    found = [column for column in names if column.address == words]
    found = found or [column for column in names if column.name == words]
    if len(found) == 1:
        return found[0]
    shown = one_line(words, 60)
    if found:
        raise ReviewError(f"{path}: {shown} has several roles. Write {_list_names(found, 'or')}.")
    raise ReviewError(
        f"{path}: this board has no column {shown}. Its columns are {_list_names(names, 'and')}."
    )


def show_column(connection: sqlite3.Connection, path: Path, words: str | None) -> str | None:
    """Show one column as the comparison of a connection; return its address, None for no board.

    Raises ``ReviewError`` if a board is opened without a column, or a review with one.
    """
    names = column_names(connection, path)
    if not names:
        if words is not None:
            raise ReviewError(
                f"{path}: this is a review of one comparison, which has no columns. Leave out --column."
            )
        return None
    if words is None:
        raise ReviewError(
            f"{path}: this is a board of {count(len(names), 'column')}. Choose one, such as "
            f"--column {one_line(names[0].address, 60)}."
        )
    column = find_column(names, words, path)
    # A column without a second graph has no comparison, and so no header.
    (entries,) = connection.execute(
        "SELECT count(*) FROM variant_header WHERE variant = ?", (column.number,)
    ).fetchone()
    if not entries:
        raise ReviewError(
            f"{path}: {one_line(column.address, 60)} is not a comparison, since the board "
            "has no graph 'nothing'. Choose another column."
        )
    for view in VIEWS:
        connection.execute(view.format(variant=column.number))
    return column.address


def refuse_board(connection: sqlite3.Connection, path: Path, what_to_do: str) -> None:
    """Raise ``ReviewError`` if a file is a board and not the review of one comparison."""
    if schema.is_board(connection):
        raise ReviewError(f"{path}: this is a board, not the review of one comparison; {what_to_do}.")


def _list_names(names: Sequence[ColumnName], between: str) -> str:
    shown = [one_line(column.address, 60) for column in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        return f"{', '.join(shown)} and {len(names) - _MOST_NAMED:,} more"
    *first, last = shown
    return f"{', '.join(first)} {between} {last}" if first else last

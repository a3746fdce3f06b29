"""The tables of a review file and of a board, and type checks of values from foreign files.

A review is a SQLite file; a board has further tables for its columns (``board_tables``). The tables are:

- ``header``: what belongs to the whole comparison, by key: its summary, its files, the seal (a hash)
- ``bag``: the bags to judge, each with what the list shows and its packed content
- ``document``: packed texts and lists of mentions
- ``question``: judged bags, packed, which outlive their comparison
- ``journal``: the log of all verdicts
- ``draft``: half-written notes
- ``search``: the index of words

``check_types`` checks values that were read from JSON against annotations: ``tuple[int, str]``, named tuples
and so on. It takes many values of one type together and checks them column by column, not one by one, so a
bag of 300,000 spans takes some hundredths of a second.
"""

from __future__ import annotations

import sqlite3
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

from coala.review.storage.board_tables import BOARD_TABLES, VARIANT

_APPLICATION_ID = 0x434F414C  # "COAL" in ASCII
VERSION = 1
"""The version of reviews and boards; a file of another version is refused."""

SAME_CHANGES = "same_changes"
"""The key in the header of the groups of bags with the same change."""

KEPT = "kept:"
"""Header keys with this prefix belong to the review, and outlive the comparison in it."""

_TABLES = {
    "header": "CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    # Columns of the list come before those of a single bag, so that listing does not read the latter.
    "bag": """CREATE TABLE bag (
        number INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        kinds TEXT NOT NULL,
        spans INTEGER NOT NULL,
        documents INTEGER NOT NULL,
        shares TEXT NOT NULL,
        headline TEXT NOT NULL,
        gold_group INTEGER,
        earlier TEXT NOT NULL,
        content BLOB NOT NULL,
        gold BLOB) STRICT""",
    "document": "CREATE TABLE document (identifier TEXT PRIMARY KEY, text BLOB, mentions BLOB) STRICT",
    "question": "CREATE TABLE question (fingerprint TEXT PRIMARY KEY, spans BLOB NOT NULL) STRICT",
    "journal": """CREATE TABLE journal (
        sequence INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        act TEXT NOT NULL,
        target INTEGER,
        fingerprint TEXT NOT NULL,
        verdict TEXT,
        note TEXT NOT NULL,
        details TEXT NOT NULL,
        digest TEXT NOT NULL) STRICT""",
    "draft": """CREATE TABLE draft (
        reviewer TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (reviewer, fingerprint)) STRICT""",
    "search": "CREATE TABLE search (field TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT",
}


def make_tables(connection: sqlite3.Connection, *, board: bool) -> None:
    """Make an empty file a review, or a board."""
    for statement in (_TABLES | BOARD_TABLES if board else _TABLES).values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={VERSION}")


def is_review(connection: sqlite3.Connection) -> bool:
    """Return True if an open file says that it is a review, of any version."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    return bool(application == _APPLICATION_ID)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of an open review file."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def is_board(connection: sqlite3.Connection) -> bool:
    """Return True if an open file has the tables of columns."""
    query = "SELECT 1 FROM main.sqlite_schema WHERE name = ?"
    return connection.execute(query, (VARIANT,)).fetchone() is not None


def insert(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> None:
    """Insert one row; raise ``sqlite3.IntegrityError`` unless the file has accepted it."""
    if connection.execute(statement, values).rowcount != 1:
        raise sqlite3.IntegrityError("a written row is missing, so nothing was saved")


def has_own_tables(connection: sqlite3.Connection) -> bool:
    """Return True if a file has exactly the tables that this program makes.

    A trigger may have the name of a table, and would then control what each verdict becomes.
    """
    found = _read_schema(connection)
    return version_of(connection) == VERSION and found in (_schema(board=False), _schema(board=True))


def _read_schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return type, name, table and SQL of everything in a file, including automatic indexes."""
    query = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name"
    return connection.execute(query).fetchall()


@cache
def _schema(*, board: bool) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        make_tables(connection, board=board)
        return _read_schema(connection)


TypeCheck = Callable[[Collection[Any]], None]
"""Raises ``TypeError`` unless all values, at least one, have the declared type."""


def check_types(values: Collection[Any], declared: Any) -> None:
    """Raise ``TypeError`` unless all values have the declared type.

    Understood are plain classes, enumerations, ``X | None``, ``tuple``, ``Sequence``, ``Mapping``, named
    tuples and dataclasses. An int is a ``float`` too, but a bool is not an int.
    """
    if values:
        _make_check(declared)(values)


@cache
def _make_check(declared: Any) -> TypeCheck:
    """Return the check of a declared type; cached, because making it takes longer than a small bag."""
    origin = typing.get_origin(declared)
    if declared is Any:
        return _accept_all
    if origin in (types.UnionType, typing.Union):
        return _make_check_of_union(typing.get_args(declared))
    checks = [_make_check_of_class(origin or declared)]
    if origin is tuple:
        checks.append(_make_check_of_tuple(typing.get_args(declared)))
    elif origin is Sequence:
        checks.append(_make_check_of_tuple((*typing.get_args(declared), ...)))
    elif origin is not None and issubclass(origin, Mapping):
        checks.append(_make_check_of_mapping(*typing.get_args(declared)))
    elif issubclass(declared, tuple) and hasattr(declared, "_fields"):
        hints = typing.get_type_hints(declared)
        checks.append(_make_check_of_columns([_make_check(hints[name]) for name in declared._fields]))
    elif isinstance(declared, type) and is_dataclass(declared):
        hints = typing.get_type_hints(declared)
        checks += [
            _make_check_of_attribute(attrgetter(field.name), _make_check(hints[field.name]))
            for field in fields(declared)
        ]
    return checks[0] if len(checks) == 1 else _run_in_turn(checks)


def _accept_all(values: Collection[Any]) -> None:
    """Accept all values."""


def _run_in_turn(checks: Collection[TypeCheck]) -> TypeCheck:
    """Return a check that runs several checks on the same values."""

    def check(values: Collection[Any]) -> None:
        for each in checks:
            each(values)

    return check


def _make_check_of_union(options: tuple[Any, ...]) -> TypeCheck:
    """Return the check of ``X | None``; a union of several classes accepts everything."""
    some = tuple(option for option in options if option is not types.NoneType)
    inner = _make_check(some[0]) if len(some) == 1 else _accept_all
    if len(some) == len(options):
        return inner

    def check(values: Collection[Any]) -> None:
        if given := [value for value in values if value is not None]:
            inner(given)

    return check


def _make_check_of_class(wanted: type) -> TypeCheck:
    """Return a check that looks at each distinct class among the values only once."""
    right = {wanted}

    def check(values: Collection[Any]) -> None:
        found = set(map(type, values))
        if found != right:
            for kind in found:
                _refuse_other(kind, wanted)

    return check


def _refuse_other(found: type, wanted: type) -> None:
    """Raise ``TypeError`` unless values of the class ``found`` may be where ``wanted`` is declared."""
    is_whole_number = wanted is float and found is int
    if not is_whole_number and (not issubclass(found, wanted) or (found is bool and wanted is not bool)):
        raise TypeError(f"{found.__name__} for {wanted.__name__}")


def _make_check_of_tuple(parts: tuple[Any, ...]) -> TypeCheck:
    """Return the check of ``tuple[A, B]`` (by columns) or of ``tuple[A, ...]`` (all items together)."""
    if len(parts) != 2 or parts[1] is not Ellipsis:
        return _make_check_of_columns(list(map(_make_check, parts)))
    inner = _make_check(parts[0])

    def check(values: Collection[Any]) -> None:
        if all_of_them := list(chain.from_iterable(values)):
            inner(all_of_them)

    return check


def _make_check_of_columns(checks: Collection[TypeCheck]) -> TypeCheck:
    """Return a check of tuples of one length: the first check gets all first items, and so on."""

    def check(values: Collection[Any]) -> None:
        for each, column in zip(checks, zip(*values, strict=True), strict=True):
            each(column)

    return check


def _make_check_of_mapping(keys: Any, held: Any) -> TypeCheck:
    def check(values: Collection[Any]) -> None:
        check_types([key for value in values for key in value], keys)
        check_types([item for value in values for item in value.values()], held)

    return check


def _make_check_of_attribute(attribute: Callable[[Any], Any], inner: TypeCheck) -> TypeCheck:
    def check(values: Collection[Any]) -> None:
        inner(list(map(attribute, values)))

    return check

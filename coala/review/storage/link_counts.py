"""Counts of links and facts of each bag, stored as a text in the header so that a tally reads no bag.

The coreference links of a bag are counted by the kind of the rows (single differences) that show them. The
counts are stored as JSON in columns, not rows, so that a tally of 100,000 bags is fast. Two bags with links
of one kind each, where the first bag lost a link and the second made two, and the second has a change of a
type, too; "kinds" and "unlinked_kinds" have one letter for each kind (``_LETTERS``):

    {"changes": [1, 2], "parts": [2, 3], "rows": [1, 1], "keys": "----…----…", "kinds": "bc",
     "made": [0, 2], "lost": [1, 0], "unlinked": [0, 1], "unlinked_kinds": "h"}

Added and dropped facts, statements and types are stored in the same form, as links made and lost, with the
key of each row.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from string import ascii_lowercase
from typing import Annotated

import msgspec

from coala.model.kinds import Kind
from coala.verdicts.links import LinkCounts, RowLinks

LINK_COUNTS = "links"
"""The key of the text in the table ``header``; that of other content is its name, such as ``FACTS``."""

_WIDTH = 16
"""The digits of the key of a row."""
_NO_ROW = "-" * _WIDTH
"""In place of a key, for coreference links."""
_LETTERS = dict(zip(Kind, ascii_lowercase, strict=False))
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_NO_KIND = "-"
"""In place of a letter, for links that no row of the bag shows."""
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


def link_counts_to_json(bags: Sequence[LinkCounts]) -> str:
    """Return the link counts as JSON: the changes and rows of each bag, then the columns of all rows."""
    rows = [row for bag in bags for row in bag.rows]
    columns = {
        "changes": [bag.changes for bag in bags],
        "parts": [bag.parts for bag in bags],
        "rows": [len(bag.rows) for bag in bags],
        "keys": "".join(row.key or _NO_ROW for row in rows),
        "kinds": "".join(_NO_KIND if row.kind is None else _LETTERS[row.kind] for row in rows),
        "made": [row.made for row in rows],
        "lost": [row.lost for row in rows],
        "unlinked": [len(bag.unlinked) for bag in bags],
        "unlinked_kinds": "".join(_LETTERS[kind] for bag in bags for kind in bag.unlinked),
    }
    return json.dumps(columns, separators=(",", ":"))


class LinkColumns(msgspec.Struct, forbid_unknown_fields=True):
    """Link counts in columns, as they are stored."""

    changes: list[_Count]
    parts: list[_Count]
    rows: list[_Count]
    keys: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{16}|-{16})*$")]
    kinds: Annotated[str, msgspec.Meta(pattern=f"^[{_NO_KIND}{''.join(_KINDS)}]*$")]
    made: list[_Count]
    lost: list[_Count]
    unlinked: list[_Count]
    unlinked_kinds: Annotated[str, msgspec.Meta(pattern=f"^[{''.join(_KINDS)}]*$")]

    def to_counts(self) -> list[LinkCounts]:
        """Return the counts of each bag."""
        separate_keys = (self.keys[start : start + _WIDTH] for start in range(0, len(self.keys), _WIDTH))
        kind_of = {**_KINDS, _NO_KIND: None}
        all_rows = list(
            map(
                RowLinks,
                ("" if key == _NO_ROW else key for key in separate_keys),
                map(kind_of.__getitem__, self.kinds),
                self.made,
                self.lost,
            )
        )
        all_unlinked = [_KINDS[letter] for letter in self.unlinked_kinds]
        ranges = zip(_find_ranges(self.rows), _find_ranges(self.unlinked), strict=True)
        return [
            LinkCounts(count, tuple(all_rows[slice(*range_)]), number, tuple(all_unlinked[slice(*unlinked)]))
            for count, number, (range_, unlinked) in zip(self.changes, self.parts, ranges, strict=True)
        ]


def read_link_columns(text: str, bags: int) -> LinkColumns:
    """Return the columns in ``link_counts_to_json`` for this number of bags.

    Raises ``ValueError`` or ``RecursionError`` for anything else.
    """
    try:
        columns = msgspec.json.decode(text, type=LinkColumns)
    except msgspec.DecodeError as error:
        # Before version 0.21 this is no ValueError.
        raise ValueError(str(error)) from error
    rows, unlinked = sum(columns.rows), sum(columns.unlinked)
    by_bag = (columns.changes, columns.parts, columns.rows, columns.unlinked)
    by_row = (columns.made, columns.lost, columns.kinds)
    if (
        any(len(column) != bags for column in by_bag)
        or any(len(column) != rows for column in by_row)
        or (len(columns.keys), len(columns.unlinked_kinds)) != (rows * _WIDTH, unlinked)
    ):
        raise ValueError("lengths")
    return columns


def _find_ranges(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the range of each of some neighbours: sizes 2, 1 give (0, 2), (2, 3)."""
    return pairwise(accumulate(sizes, initial=0))

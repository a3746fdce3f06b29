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
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from string import ascii_lowercase
from typing import Any

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
_KEYS = re.compile(r"([0-9a-f]{16}|-{16})*")
_LARGEST_COUNT = 2**31 - 1


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


def link_counts_from_json(text: str, bags: int) -> list[LinkCounts]:
    """Return the counts of this number of bags from ``link_counts_to_json``.

    Raises ``ValueError``, ``TypeError``, ``KeyError`` or ``RecursionError`` for anything else.
    """
    columns = json.loads(text)
    changes, parts, sizes, made, lost, unlinked_sizes = (
        _read_counts(columns[name]) for name in ("changes", "parts", "rows", "made", "lost", "unlinked")
    )
    keys, kinds, unlinked_kinds = (columns[name] for name in ("keys", "kinds", "unlinked_kinds"))
    rows = sum(sizes)
    if not len(changes) == len(parts) == len(sizes) == len(unlinked_sizes) == bags:
        raise ValueError("bags")
    if not len(made) == len(lost) == len(kinds) == rows or len(unlinked_kinds) != sum(unlinked_sizes):
        raise ValueError("rows")
    if not _KEYS.fullmatch(keys) or len(keys) != rows * _WIDTH:
        raise ValueError("keys")
    separate_keys = (keys[start : start + _WIDTH] for start in range(0, len(keys), _WIDTH))
    kind_of = {**_KINDS, _NO_KIND: None}
    all_rows = list(
        map(
            RowLinks,
            ("" if key == _NO_ROW else key for key in separate_keys),
            map(kind_of.__getitem__, kinds),
            made,
            lost,
        )
    )
    all_unlinked = [_KINDS[letter] for letter in unlinked_kinds]
    return [
        LinkCounts(count, tuple(all_rows[slice(*range_)]), number, tuple(all_unlinked[slice(*unlinked)]))
        for count, number, range_, unlinked in zip(
            changes, parts, _find_ranges(sizes), _find_ranges(unlinked_sizes), strict=True
        )
    ]


def _find_ranges(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the range of each of some neighbours: sizes 2, 1 give (0, 2), (2, 3)."""
    return pairwise(accumulate(sizes, initial=0))


def _read_counts(values: Any) -> Sequence[int]:
    # Compares types, as True would pass for an int; a set of them is faster than a loop.
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        raise TypeError("counts")
    if values and not 0 <= min(values) <= max(values) <= _LARGEST_COUNT:
        raise ValueError("counts")
    return values

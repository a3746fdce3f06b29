"""Counts of links and facts of each bag, stored as a text in the header so that a tally reads no bag.

A change of a bag makes or loses coreference links, and shows in rows (single differences) that have a key
each. The counts are stored as JSON in columns, not rows, so that a tally of 100,000 bags is fast. Two bags
with one row each, where the first row lost a link and the second made two:

    {"changes": [1, 1], "rows": [1, 1], "keys": "0f3a…9be2…", "made": [0, 2], "lost": [1, 0]}

Added and dropped facts, statements and types are stored in the same form, as links made and lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from coala.verdicts.links import LinkCounts, RowLinks

LINK_COUNTS = "links"
"""The key of the text in the table ``header``; that of other content is its name, such as ``FACTS``."""

_WIDTH = 16
"""The digits of the key of a row."""
_NO_ROW = "-" * _WIDTH
"""In place of a key, for links that no row of the bag shows."""
_KEYS = re.compile(r"([0-9a-f]{16}|-{16})*")
_LARGEST_COUNT = 2**31 - 1


def link_counts_to_json(bags: Sequence[LinkCounts]) -> str:
    """Return the link counts as JSON: the changes and rows of each bag, then the columns of all rows."""
    rows = [row for bag in bags for row in bag.rows]
    columns = {
        "changes": [bag.changes for bag in bags],
        "rows": [len(bag.rows) for bag in bags],
        "keys": "".join(row.key or _NO_ROW for row in rows),
        "made": [row.made for row in rows],
        "lost": [row.lost for row in rows],
    }
    return json.dumps(columns, separators=(",", ":"))


def link_counts_from_json(text: str, bags: int) -> list[LinkCounts]:
    """Return the counts of this number of bags from ``link_counts_to_json``.

    Raises ``ValueError``, ``TypeError``, ``KeyError`` or ``RecursionError`` for anything else.
    """
    columns = json.loads(text)
    changes, sizes, made, lost = (_read_counts(columns[name]) for name in ("changes", "rows", "made", "lost"))
    keys = columns["keys"]
    rows = sum(sizes)
    if not len(changes) == len(sizes) == bags or not len(made) == len(lost) == rows:
        raise ValueError("bags or rows")
    if not _KEYS.fullmatch(keys) or len(keys) != rows * _WIDTH:
        raise ValueError("keys")
    separate_keys = (keys[start : start + _WIDTH] for start in range(0, len(keys), _WIDTH))
    all_rows = list(map(RowLinks, ("" if key == _NO_ROW else key for key in separate_keys), made, lost))
    # Cut the rows into those of each bag: sizes 2, 1 give the ranges (0, 2), (2, 3).
    ranges = pairwise(accumulate(sizes, initial=0))
    return [
        LinkCounts(count, tuple(all_rows[start:end]))
        for count, (start, end) in zip(changes, ranges, strict=True)
    ]


def _read_counts(values: Any) -> Sequence[int]:
    # Compares types, as True would pass for an int; a set of them is faster than a loop.
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        raise TypeError("counts")
    if values and not 0 <= min(values) <= max(values) <= _LARGEST_COUNT:
        raise ValueError("counts")
    return values

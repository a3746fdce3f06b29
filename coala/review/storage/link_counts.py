"""Links and facts of each bag become a text in the header of a review and come back: a tally reads no bag.

Columns and not rows, for a tally of 100,000 bags should not wait for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from coala.verdicts.links import LinkCounts, RowLinks

LINKS, FACT_NUMBERS = "links", "facts"
"""The keys of the header; of facts those that were added stand as made, those dropped as lost."""

_WIDTH = 16
_NO_ROW = "-" * _WIDTH
_KEYS = re.compile(r"([0-9a-f]{16}|-{16})*")
_MOST = 2**31 - 1


def link_counts_to_json(bags: Sequence[LinkCounts]) -> str:
    """How many changes and rows with links each bag has, and key, made and lost of all these rows."""
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
    """The inverse, for so many bags.

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
    each = (keys[start : start + _WIDTH] for start in range(0, len(keys), _WIDTH))
    found = list(map(RowLinks, ("" if key == _NO_ROW else key for key in each), made, lost))
    ends = pairwise(accumulate(sizes, initial=0))
    return [
        LinkCounts(count, tuple(found[start:end])) for count, (start, end) in zip(changes, ends, strict=True)
    ]


def _read_counts(values: Any) -> Sequence[int]:
    # A set of types is made faster than each is looked at: true is an int otherwise.
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        raise TypeError("counts")
    if values and not 0 <= min(values) <= max(values) <= _MOST:
        raise ValueError("counts")
    return values

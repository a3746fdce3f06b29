"""The links of each bag become a text in the header of a review, and come back: a tally reads no bag."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from coala.verdicts.links import LinkCounts, RowLinks

LINKS = "links"
"""The key of the header."""

_ROW_KEY = re.compile(r"([0-9a-f]{16})?")
_MOST = 2**31 - 1


def link_counts_to_json(bags: Iterable[LinkCounts]) -> str:
    """One list a bag: its number of changes, and key, made and lost of each row with links."""
    rows = [
        [bag.changes, *(value for row in bag.rows for value in row)]  # nothing is nested, which reads faster
        for bag in bags
    ]
    return json.dumps(rows, separators=(",", ":"))


def link_counts_from_json(text: str, bags: int) -> list[LinkCounts]:
    """The inverse, for so many bags; raises ``ValueError``, ``TypeError`` or ``RecursionError``."""
    rows = json.loads(text)
    if not isinstance(rows, list) or len(rows) != bags:
        raise ValueError("bags")
    return list(map(_read, rows))


def _read(row: Any) -> LinkCounts:
    changes, *values = row
    keys: Sequence[Any] = values[::3]
    counts = [changes, *values[1::3], *values[2::3]]
    if len(values) % 3 or not all(type(count) is int and 0 <= count <= _MOST for count in counts):
        raise ValueError("counts")
    if not all(map(_ROW_KEY.fullmatch, keys)):
        raise ValueError("keys")
    return LinkCounts(changes, tuple(map(RowLinks, keys, values[1::3], values[2::3])))

"""Rows of spans and links to instances -> usable mentions, and a remark about every other one.

Left out is what has no place in a text; kept, with a remark, is what merely looks odd.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

from coala.offsets import Ruler
from coala.reading.collector import UNREADABLE, UNSET, Collector, column
from coala.reading.remarks import Remarks, readable
from coala.vocabulary import Vocabulary

MOST = 0.9
"""A hint is given when this share of the misfits would fit: some anchors are always wrong for another reason."""


class Found(NamedTuple):
    """Usable mentions: columns of one length, and the span of each mention node.

    ``row`` says for each mention which of the spans it has.
    """

    node: array[int]
    document: array[int]
    begin: array[int]
    end: array[int]
    anchor: array[int]
    row_of: dict[int, int]
    link_row: array[int]
    link_instance: array[int]


def find_mentions(
    collected: Collector,
    names: list[str],
    texts: dict[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
) -> Found:
    """Join what the rows say of one node, check it, and link it to its instances."""
    rows = _merged(collected, names, remarks)
    return _Checker(collected, names, texts, vocabulary, remarks).check(rows)

"""The parts of classes: which class of one side falls into which parts on the other side.

Vilain et al. 1995 call the parts p(S): the partition of a key class S by the response, in which a mention
that the response lacks is a part of its own. |p(S)| − 1 links are missing to hold S together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from coala.model.columns import pack
from coala.scores.partition import Clusters


class ClassPart(NamedTuple):
    """A part of a class: its spans in text order, and the class of the other side, or -1 if it has none."""

    spans: list[int]
    other: int


class ClassParts(NamedTuple):
    """A class that falls into at least two parts, which are in the order of their first spans."""

    number: int
    parts: list[ClassPart]

    @property
    def missing_links(self) -> list[tuple[int, int]]:
        """The spanning links that are missing: the first span of each later part, and the span before it.

        The span before it in the class is in an earlier part, so these links hold all parts together.
        """
        spans = sorted(span for part in self.parts for span in part.spans)
        before = dict(zip(spans[1:], spans, strict=False))
        return [(before[part.spans[0]], part.spans[0]) for part in self.parts[1:]]


def find_parts(side: Clusters, other: Clusters) -> Iterator[ClassParts]:
    """Yield the classes of ``side`` that fall into parts, with most missing links first, then by text."""
    spans = np.flatnonzero(side.classes >= 0)
    # A span that the other side lacks has a number of its own, below -1.
    others = np.where(other.classes[spans] >= 0, other.classes[spans], -2 - spans)
    cells = np.unique(pack(side.classes[spans], others), return_index=True)[1]
    counts = np.bincount(side.classes[spans[cells]], minlength=side.count)
    order = np.lexsort((side.first, -counts))
    members = spans[np.argsort(side.classes[spans], kind="stable")]
    ends = np.cumsum(side.sizes)
    for number in order[: int(np.count_nonzero(counts > 1))].tolist():
        parts: dict[int, ClassPart] = {}
        for span in members[ends[number] - side.sizes[number] : ends[number]].tolist():
            found = other.classes.item(span)
            key = found if found >= 0 else -2 - span
            parts.setdefault(key, ClassPart([], max(found, -1))).spans.append(span)
        yield ClassParts(number, list(parts.values()))

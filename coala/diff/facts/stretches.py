"""Spans become stretches of the text that do not touch: many places are then compared as quickly as few."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coala.model.values import Span


class TextStretch(NamedTuple):
    """Code points of a document, from begin up to end."""

    document: str
    begin: int
    end: int


def join_stretches(spans: Iterable[Span]) -> list[TextStretch]:
    """The stretches that spans take up, in the order of the text; what overlaps or touches is one."""
    joined: list[TextStretch] = []
    for stretch in sorted(TextStretch(span.document, *part) for span in spans for part in span.parts):
        last = joined[-1] if joined else None
        if last is not None and last.document == stretch.document and stretch.begin <= last.end:
            joined[-1] = last._replace(end=max(last.end, stretch.end))
        else:
            joined.append(stretch)
    return joined


def count_shared(one: Sequence[TextStretch], other: Sequence[TextStretch]) -> int:
    """How many code points two lists of joined stretches have in common."""
    shared = place = number = 0
    while place < len(one) and number < len(other):
        ours, theirs = one[place], other[number]
        if ours.document == theirs.document:
            shared += max(0, min(ours.end, theirs.end) - max(ours.begin, theirs.begin))
        # What ends first meets nothing that comes later.
        if (ours.document, ours.end) <= (theirs.document, theirs.end):
            place += 1
        else:
            number += 1
    return shared


def measure_gap(span: Span, stretches: Sequence[TextStretch]) -> tuple[bool, int]:
    """How far a span is from the nearest joined stretch, which is first asked to be in the same document."""
    at = bisect_left(stretches, (span.document, span.begin))
    return min(find_gap(span, stretch) for stretch in stretches[max(0, at - 1) : at + 1])


def find_gap(span: Span, stretch: TextStretch) -> tuple[bool, int]:
    """Whether the two lie in two documents, and else how far they are apart."""
    if span.document != stretch.document:
        return True, 0
    return False, max(0, span.begin - stretch.end, stretch.begin - span.end)

"""A bag tells where each of its two graphs has a span: joined spans have another extent in one of them."""

from __future__ import annotations

from coala.model.bag import Bag, Extent
from coala.model.graph import Span

BASELINE, CHANGED = 0, 1


class Extents:
    """The spans of one bag by side, ``BASELINE`` or ``CHANGED``, and by index."""

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._own: tuple[dict[int, Extent], ...] = tuple(
            {extent.span: extent for instance in side for extent in instance.extents}
            for side in (bag.baseline, bag.changed)
        )

    def is_joined(self, span: int) -> bool:
        """Whether either graph has the span with an extent of its own."""
        return any(span in own for own in self._own)

    def is_own(self, side: int, span: int) -> bool:
        """Whether this graph has the span with an extent of its own."""
        return span in self._own[side]

    def place(self, side: int, span: int) -> Span:
        """The span as this graph has it."""
        extent = self._own[side].get(span)
        return self._bag.spans[span] if extent is None else extent.own

    def words(self, side: int, span: int) -> str | None:
        """The words of the span as this graph has it, None where they are not known."""
        extent = self._own[side].get(span)
        return self._bag.words[span] if extent is None else extent.words

"""The stored form of a judged bag, which outlives its comparison.

As long as the bag itself is in the file, its spans are enough: they show which later bag is its changed form.
When its comparison is replaced, or its verdict is copied to another file, the whole bag is stored.
"""

from __future__ import annotations

from typing import Any

from coala.errors import DamagedReviewError
from coala.model.bag import Bag
from coala.model.values import Span
from coala.review.storage.serialization import bag_from_json, damaged, from_json, pack, unpack

_SPANS = 2
"""The index of the spans in a packed bag."""


def question_of_spans(bag: Bag) -> bytes:
    """Return the least that is kept of a judged bag."""
    return pack([span.stored for span in bag.spans])


def read_question(data: bytes, what: str) -> Bag | tuple[Span, ...]:
    """Return what is kept of a judged bag, all of it or its spans.

    Raises ``ReviewError``, with ``what`` as the name of the bag, if it is damaged.
    """
    stored = unpack(data, what)
    return bag_from_json(stored, what) if _is_bag(stored) else _spans(stored, what)


def spans_of_question(data: bytes, what: str) -> tuple[Span, ...]:
    """Return only the spans, in a third of the time."""
    stored = unpack(data, what)
    return _spans(stored[_SPANS] if _is_bag(stored) else stored, what)


def _is_bag(stored: Any) -> bool:
    return isinstance(stored, list) and len(stored) > _SPANS and isinstance(stored[0], str)


def _spans(stored: Any, what: str) -> tuple[Span, ...]:
    try:
        return from_json(stored, tuple[Span, ...])
    except ValueError as error:
        raise DamagedReviewError(damaged(what)) from error

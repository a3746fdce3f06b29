"""What a reviewer was asked of a bag becomes the bytes that outlive its comparison, and comes back from them.

While the bag itself is in the file, its spans are enough: they say which later bag is the same one, changed.
When its comparison is replaced, or its verdict goes into another file, the whole bag takes their place.
"""

from __future__ import annotations

from typing import Any

from coala.errors import ReviewError
from coala.model.bag import Bag
from coala.model.values import Span
from coala.review.storage.field_types import check_types
from coala.review.storage.serialization import bag_from_json, damaged, pack, span_from_json, unpack

_SPANS = 2
"""The place of the spans in a packed bag."""


def question_of_spans(bag: Bag) -> bytes:
    """The least that is kept of a judged bag, as files of older versions have it of each."""
    return pack([span.stored for span in bag.spans])


def read_question(data: bytes, what: str) -> Bag | tuple[Span, ...]:
    """What is kept of a judged bag, all of it or its spans; ``what`` names it where it is damaged."""
    stored = unpack(data, what)
    return bag_from_json(stored, what) if _is_bag(stored) else _spans(stored, what)


def spans_of_question(data: bytes, what: str) -> tuple[Span, ...]:
    """The spans alone, in a third of the time."""
    stored = unpack(data, what)
    return _spans(stored[_SPANS] if _is_bag(stored) else stored, what)


def _is_bag(stored: Any) -> bool:
    return isinstance(stored, list) and len(stored) > _SPANS and isinstance(stored[0], str)


def _spans(stored: Any, what: str) -> tuple[Span, ...]:
    try:
        spans = tuple(map(span_from_json, stored))
        check_types(spans, Span)
    except (TypeError, ValueError) as error:
        raise ReviewError(damaged(what)) from error
    return spans

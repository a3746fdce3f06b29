"""The stored form of a judged bag (a *question*), which outlives its comparison.

The table ``question`` has one for each bag with a verdict, as packed JSON in one of two forms:

- a list of spans, as long as the bag itself is in the file: these show which later bag has changed since;
- the whole bag, a list of its fields, when its comparison is replaced or its verdict is copied elsewhere.
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
    """Return the short form of a question, the packed spans of a bag."""
    return pack([span.stored for span in bag.spans])


def read_question(data: bytes, what: str) -> Bag | tuple[Span, ...]:
    """Return the bag in a question, or the spans if it has only these.

    Raises ``ReviewError``, with ``what`` as the name of the bag, if it is damaged.
    """
    stored = unpack(data, what)
    return bag_from_json(stored, what) if _is_bag(stored) else _read_spans(stored, what)


def spans_of_question(data: bytes, what: str) -> tuple[Span, ...]:
    """Return only the spans in a question, in a third of the time."""
    stored = unpack(data, what)
    return _read_spans(stored[_SPANS] if _is_bag(stored) else stored, what)


def _is_bag(stored: Any) -> bool:
    """Return True for the fields of a bag, whose first one is the fingerprint; a list of spans has lists."""
    return isinstance(stored, list) and len(stored) > _SPANS and isinstance(stored[0], str)


def _read_spans(stored: Any, what: str) -> tuple[Span, ...]:
    try:
        return from_json(stored, tuple[Span, ...])
    except ValueError as error:
        raise DamagedReviewError(damaged(what)) from error

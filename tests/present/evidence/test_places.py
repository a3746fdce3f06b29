"""The spans of a bag in columns are found where those of one are of which all was made."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from coala.model.bag import Bag
from coala.model.span_columns import SpanColumns
from coala.model.values import Span
from coala.present.displayed_bag import display_bag
from coala.present.evidence.excerpts import Piece
from coala.present.evidence.places import SpanPlaces
from coala.review.storage import great_bag
from coala.review.storage.great_bag import pack_bag, unpack_bag
from tests.support.great_bags import a_random_bag


def a_bag_of_nested_spans(seed: int) -> Bag:
    """Spans that lie in one another, some of two parts, in documents that come in turns."""
    draw, bag = random.Random(seed), a_random_bag(seed)
    spans = []
    for at, _ in enumerate(bag.spans):
        begin = draw.randrange(60)
        end = begin + draw.randint(3, 40)
        parts = ((begin, begin + 1), (end - 1, end)) if draw.random() < 0.3 else ()
        spans.append(Span(f"http://example.org/{at // 5 % 2}", begin, end, parts))
    return replace(bag, spans=tuple(spans))


@pytest.mark.parametrize("seed", range(40))
def test_spans_in_columns_are_found_in_the_same_pieces(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(great_bag, "GREAT", 0)
    bag = a_bag_of_nested_spans(seed)
    columns = unpack_bag(pack_bag(bag), "the bag")
    assert isinstance(columns.spans, SpanColumns)
    places, expected = (SpanPlaces(display_bag(each)) for each in (columns, bag))
    for document in range(len(bag.documents)):
        for begin in range(0, 100, 7):
            pieces = [Piece(begin, begin + 5), Piece(begin + 20, begin + 30)]
            assert places.inside(document, pieces) == expected.inside(document, pieces)
            assert places.room(document, begin, 50, 4) == expected.room(document, begin, 50, 4)

"""Search for spans in the pieces of a document."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from coala.model.bag import Bag
from coala.model.values import Span
from coala.present.displayed_bag import display_bag
from coala.present.evidence.excerpts import Piece
from coala.present.evidence.places import SpanPlaces
from tests.support.great_bags import a_random_bag


def a_bag_of_nested_spans(seed: int) -> Bag:
    """Return a bag of nested spans, some of two parts, in alternating documents."""
    draw, bag = random.Random(seed), a_random_bag(seed)
    spans = []
    for at, _ in enumerate(bag.spans):
        begin = draw.randrange(60)
        end = begin + draw.randint(3, 40)
        parts = ((begin, begin + 1), (end - 1, end)) if draw.random() < 0.3 else ()
        spans.append(Span(f"http://example.org/{at // 5 % 2}", begin, end, parts))
    return replace(bag, spans=tuple(spans))


@pytest.mark.parametrize("seed", range(40))
def test_spans_are_found_in_the_pieces_that_they_reach_into(seed: int) -> None:
    displayed = display_bag(a_bag_of_nested_spans(seed))
    places = SpanPlaces(displayed)
    for document in range(len(displayed.documents)):
        extents = sorted((*places.extent(span), span) for span in displayed.spans_of(document))
        for begin in range(0, 100, 7):
            pieces = [Piece(begin, begin + 5), Piece(begin + 20, begin + 30)]
            inside = [
                span
                for piece in pieces
                for first, end, span in extents
                if first < piece.end and end > piece.begin
            ]
            assert places.inside(document, pieces) == list(dict.fromkeys(inside))


@pytest.mark.parametrize("seed", range(40))
def test_in_the_room_around_a_place_begin_no_more_spans_than_asked_for(seed: int) -> None:
    displayed = display_bag(a_bag_of_nested_spans(seed))
    places = SpanPlaces(displayed)
    for document in range(len(displayed.documents)):
        begins = [places.extent(span).begin for span in displayed.spans_of(document)]
        for at in range(0, 100, 7):
            room = places.room(document, at, 50, 4)
            assert 0 <= room <= 50
            assert sum(at - room < begin < at + room for begin in begins) <= 4

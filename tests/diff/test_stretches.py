"""Joined stretches, compared with their places code point by code point."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.diff.fact_matching import count_shared, find_gap, join_stretches, measure_gap
from coala.model.values import Span

SPANS = st.builds(
    lambda document, begin, length: Span(document, begin, begin + length),
    st.sampled_from(["a", "b"]),
    st.integers(0, 30),
    st.integers(1, 12),
)
SETS = st.lists(SPANS, min_size=1, max_size=6)


def points(spans: list[Span]) -> set[tuple[str, int]]:
    return {(span.document, place) for span in spans for place in range(span.begin, span.end)}


@given(SETS, SETS)
def test_what_two_sets_of_places_share_is_each_code_point_once(one: list[Span], other: list[Span]) -> None:
    shared = count_shared(join_stretches(one), join_stretches(other))
    assert shared == len(points(one) & points(other))


@given(SPANS, SETS)
def test_the_nearest_stretch_is_as_near_as_the_nearest_place(span: Span, places: list[Span]) -> None:
    stretches = join_stretches(places)
    nearest = min(find_gap(span, stretch) for place in places for stretch in join_stretches([place]))
    assert measure_gap(span, stretches) == nearest

"""A bag compared with earlier judged bags."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.model.values import Span
from coala.verdicts.history import (
    Since,
    compare_with_judged,
    record_bag,
)
from tests.support.graphs_by_hand import DOC_1, graph

TEXTS = {DOC_1: "Ann saw Bob, and she told him that he had it."}
ANN, BOB, SHE, HIM, HE = (Span(DOC_1, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))
ALL = [ANN, BOB, SHE, HIM, HE]


@st.composite
def chains(draw: st.DrawFn) -> dict[str, list[Span]]:
    place = draw(st.lists(st.integers(0, 3), min_size=len(ALL), max_size=len(ALL)))
    found: dict[str, list[Span]] = {}
    for span, number in zip(ALL, place, strict=True):
        found.setdefault(f"i{number}", []).append(span)
    return found


@given(chains(), chains(), chains())
def test_a_row_is_as_it_was_judged_exactly_when_its_key_is(
    baseline: dict[str, list[Span]], before: dict[str, list[Span]], now: dict[str, list[Span]]
) -> None:
    bags = [
        [
            bag
            for bag, _ in compare_graphs(
                graph(baseline, texts=TEXTS), graph(side, texts=TEXTS)
            ).iterate_bags()
        ]
        for side in (before, now)
    ]
    for bag in bags[1]:
        judged = [record_bag(one) for one in bags[0] if set(one.spans) & set(bag.spans)]
        if not judged:
            continue
        keys_before = {key for one in judged for key in one.keys}
        keys_now = set(row_keys(bag))
        rows = compare_with_judged(bag, judged).rows
        assert rows[Since.SAME] == len(keys_now & keys_before)
        assert rows[Since.ALTERED] + rows[Since.NEW] == len(keys_now - keys_before)
        assert rows[Since.GONE] <= len(keys_before - keys_now)

"""A bag compared with earlier judged bags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag
from coala.model.values import Span
from coala.verdicts.history import (
    ChangeSince,
    Since,
    SpanWords,
    compare_with_judged,
    record_bag,
)
from tests.support.graphs_by_hand import DOC_1, graph

TEXTS = {DOC_1: "Ann saw Bob, and she told him that he had it."}
ANN, BOB, SHE, HIM, HE = (Span(DOC_1, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))
ALL = [ANN, BOB, SHE, HIM, HE]


def only_bag(baseline: Mapping[str, Sequence[Span]], changed: Mapping[str, Sequence[Span]]) -> Bag:
    ((found, _),) = compare_graphs(graph(baseline, texts=TEXTS), graph(changed, texts=TEXTS)).iterate_bags()
    return found


TWO_SPLITS = only_bag({"x": ALL}, {"a": [ANN, HE, BOB], "b": [SHE], "c": [HIM]})
ONE_SPLIT = only_bag({"x": ALL}, {"a": [ANN, HE, BOB, HIM], "b": [SHE]})
GROWN_SPLIT = only_bag({"x": ALL}, {"a": [ANN, HE, BOB], "b": [SHE, HIM]})


def test_equal_new_and_gone_rows_are_found_by_key() -> None:
    since = compare_with_judged(ONE_SPLIT, [record_bag(TWO_SPLITS)])
    assert since.changes == (
        ChangeSince(Since.SAME, ONE_SPLIT.divergences[0].sentence, 1),
        ChangeSince(Since.GONE, TWO_SPLITS.divergences[1].sentence, 1),
    )
    assert (since.came, since.went) == ((), ())
    back = compare_with_judged(TWO_SPLITS, [record_bag(ONE_SPLIT)])
    assert back.changes is not None
    assert [change.since for change in back.changes] == [Since.SAME, Since.NEW]
    assert back.rows == {Since.SAME: 1, Since.ALTERED: 0, Since.NEW: 1, Since.GONE: 0}


def test_a_row_whose_chain_grew_was_there_but_is_another_question() -> None:
    since = compare_with_judged(GROWN_SPLIT, [record_bag(ONE_SPLIT)])
    assert since.changes is not None
    assert [(change.since, change.rows) for change in since.changes] == [(Since.ALTERED, 1), (Since.NEW, 1)]
    assert not set(row_keys(GROWN_SPLIT)) & record_bag(ONE_SPLIT).keys


def test_added_and_removed_mentions_have_their_words() -> None:
    smaller = only_bag({"x": [ANN, SHE]}, {"a": [ANN], "b": [SHE]})
    larger = only_bag({"x": [ANN, SHE, HE]}, {"a": [ANN, HE], "b": [SHE]})
    assert compare_with_judged(larger, [record_bag(smaller)]).came == (SpanWords(HE, "he"),)
    assert compare_with_judged(smaller, [record_bag(larger)]).went == (SpanWords(HE, "he"),)


def test_bag_known_by_its_spans_has_mentions_and_no_rows() -> None:
    spans_only = record_bag(ONE_SPLIT)
    since = compare_with_judged(GROWN_SPLIT, [type(spans_only)(spans_only.spans[:-1])])
    assert since.changes is None
    assert since.came == (SpanWords(HE, "he"),)


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

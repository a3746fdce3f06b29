"""The divergences between two graphs, kind by kind, and none between equal graphs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import assume, given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.model.bag import Instance
from coala.model.graph import Graph
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.graphs_by_hand import DOC_1, A, Triple, graph
from tests.support.naive_diff import Chains, chains


def rows(baseline: Graph, changed: Graph) -> list[str]:
    """Return kind and chains of every divergence: "moved Bob Smith > John Doe"."""
    return [
        f"{row.kind.value} {name(bag.baseline, row.baseline)} > {name(bag.changed, row.changed)}"
        for bag, _ in compare_graphs(baseline, changed).iterate_bags()
        for row in bag.divergences
    ]


def name(chains: Sequence[Instance], number: int | None) -> str:
    return "-" if number is None else chains[number].label


def test_spans_with_gaps_are_equal_only_with_equal_fragments() -> None:
    gapped = Span(DOC_1, 0, 22, ((0, 9), (14, 22)))
    assert rows(graph({"x": [gapped, A]}), graph({"y": [gapped, A]})) == []
    found = rows(graph({"x": [gapped, A]}), graph({"y": [Span(DOC_1, 0, 22), A]}))
    kinds = [row.partition(" ")[0] for row in found]
    assert kinds == ["mention-added", "mention-dropped"]


TYPES = st.lists(st.sampled_from(["Person", "Place"]), unique=True, max_size=2)


@given(chains("x"), chains("y"), st.data())
def test_a_bag_is_interesting_exactly_when_its_chains_and_types_differ(
    baseline: Chains, changed: Chains, data: st.DataObject
) -> None:
    assume(_common(baseline, changed))
    types = {name: data.draw(TYPES) for name in (*baseline, *changed)}
    comparison = compare_graphs(
        graph(baseline, types=types, texts=naive_diff.TEXTS),
        graph(changed, types=types, texts=naive_diff.TEXTS),
    )
    expected = set()
    for component in naive_diff.bags(baseline, changed):
        sides = [
            Counter(
                (frozenset(side[name]), frozenset(types[name]))
                for name in side
                if (number, name) in component
            )
            for number, side in enumerate((baseline, changed))
        ]
        if sides[0] != sides[1]:
            expected.add(frozenset(span for span in component if isinstance(span, Span)))
    assert {frozenset(bag.spans) for bag, _ in comparison.iterate_bags()} == expected
    assert comparison.summary.interesting == len(expected)


@given(chains("x"), st.data())
def test_a_renamed_and_shuffled_copy_has_no_interesting_bag(side: Chains, data: st.DataObject) -> None:
    names = list(side)
    statements: list[Triple] = data.draw(
        st.lists(
            st.tuples(
                st.sampled_from(names),
                st.sampled_from(["met", "^met", "role"]),
                st.sampled_from([*names, '"chief"', '"clerk"']),
            ),
            unique=True,
            max_size=5,
        )
    )
    order: random.Random = data.draw(st.randoms(use_true_random=False))
    renamed = {name: f"other{number}" for number, name in enumerate(names)}
    shuffled = [(renamed[name], order.sample(list(spans), len(spans))) for name, spans in side.items()]
    order.shuffle(shuffled)
    copied = [(renamed[s], p, renamed.get(o, o)) for s, p, o in order.sample(statements, len(statements))]
    original = graph(side, statements=statements, texts=naive_diff.TEXTS)
    copy = graph(dict(shuffled), statements=copied, texts=naive_diff.TEXTS)
    assert compare_graphs(original, copy).summary.interesting == 0


@given(chains("x"), chains("y"))
def test_every_mention_that_one_side_has_more_often_stands_in_a_row(
    baseline: Chains, changed: Chains
) -> None:
    assume(_common(baseline, changed))
    comparison = compare_graphs(
        graph(baseline, texts=naive_diff.TEXTS), graph(changed, texts=naive_diff.TEXTS)
    )
    named = {
        bag.spans[number]
        for bag, _ in comparison.iterate_bags()
        for row in bag.divergences
        for number in row.spans
    }
    before, after = (
        Counter(span for spans in side.values() for span in spans) for side in (baseline, changed)
    )
    assert {span for span in before | after if before[span] != after[span]} <= named


def _common(baseline: Chains, changed: Chains) -> bool:
    both = [{span for spans in side.values() for span in spans} for side in (baseline, changed)]
    return bool(both[0] & both[1])

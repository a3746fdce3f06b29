"""The divergences between two graphs, kind by kind, and none between equal graphs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag, Instance
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.graphs_by_hand import DOC_1, SEED, A, B, C, D, Triple, graph
from tests.support.naive_diff import Chains, chains

E = Span(DOC_1, 35, 39)


def rows(baseline: Graph, changed: Graph) -> list[str]:
    """Return kind and chains of every divergence: "moved Bob Smith > John Doe"."""
    return [
        f"{row.kind.value} {name(bag.baseline, row.baseline)} > {name(bag.changed, row.changed)}"
        for bag, _ in compare_graphs(baseline, changed).iterate_bags()
        for row in bag.divergences
    ]


def name(chains: Sequence[Instance], number: int | None) -> str:
    return "-" if number is None else chains[number].label


def only_bag(comparison: Comparison) -> Bag:
    ((bag, _),) = comparison.iterate_bags()
    return bag


@pytest.mark.parametrize(
    ("baseline", "changed", "expected"),
    [
        (SEED["X"], SEED["Y"], ["split Bob Smith > R. Smith"]),
        (SEED["Y"], SEED["X"], ["merged R. Smith > Bob Smith"]),
        (SEED["X"], SEED["Z"], ["moved Bob Smith > John Doe"]),
        (graph({"x": [A]}), graph({"y": [A, C]}), ["mention-added - > Bob Smith"]),
        (graph({"x": [A, C]}), graph({"y": [A]}), ["mention-dropped Bob Smith > -"]),
        (graph({"x": [A]}), graph({"y1": [A], "y2": [B, C]}), ["instance-added - > John Doe"]),
        (graph({"x1": [A], "x2": [B, C]}), graph({"y": [A]}), ["instance-dropped John Doe > -"]),
        # "he" is in x1 (first span A) and x2 (first span B) before, and in a new instance alone after.
        (
            graph({"x1": [A, C], "x2": [B, C]}),
            graph({"y1": [A], "y2": [B], "y3": [C]}),
            ["split Bob Smith > he", "mention-dropped John Doe > -"],
        ),
        (graph({"x1": [A, C], "x2": [B, C]}), graph({"x1": [A, C], "x2": [B, C]}), []),
        # Statements about partners are equal whatever their names, and with a part of what was split.
        (
            graph({"x1": [A], "x2": [B]}, statements=[("x1", "met", "x2")]),
            graph({"y1": [A], "y2": [B]}, statements=[("y1", "met", "y2")]),
            [],
        ),
        (
            graph({"x1": [A], "x2": [B, D]}, statements=[("x1", "met", "x2")]),
            graph({"y1": [A], "y2": [B], "y3": [D]}, statements=[("y1", "met", "y3")]),
            ["split John Doe > R. Smith"],
        ),
    ],
)
def test_rows_between_two_graphs_have_their_kinds_and_chains(
    baseline: Graph, changed: Graph, expected: list[str]
) -> None:
    assert rows(baseline, changed) == expected


def test_bag_of_a_row_has_the_spans_of_its_chains_and_the_summary_counts_it() -> None:
    comparison = compare_graphs(SEED["X"], SEED["Y"])
    assert (comparison.summary.bags, comparison.summary.interesting) == (2, 1)
    bag = only_bag(comparison)
    assert (bag.spans, bag.divergences[0].spans) == ((A, C, D), (2,))
    moved = only_bag(compare_graphs(SEED["X"], SEED["Z"]))
    assert moved.spans[moved.divergences[0].spans[0]] == C


def test_types_that_differ_are_listed() -> None:
    baseline = graph({"x": [A]}, types={"x": ["http://e.org/Person", "http://e.org/Agent"]})
    changed = graph({"y": [A]}, types={"y": ["http://e.org/Place", "http://e.org/Agent"]})
    bag = only_bag(compare_graphs(baseline, changed))
    assert [(row.kind, row.dropped, row.added) for row in bag.divergences] == [
        (Kind.TYPE, ("Person",), ("Place",))
    ]


def test_types_of_one_name_from_two_vocabularies_are_told_apart() -> None:
    baseline = graph({"x": [A]}, types={"x": ["http://one.org/Person"]})
    changed = graph({"y": [A]}, types={"y": ["http://two.org/Person"]})
    bag = only_bag(compare_graphs(baseline, changed))
    (row,) = bag.divergences
    assert (row.dropped, row.added) == (("http://one.org/Person",), ("http://two.org/Person",))


def test_statements_that_differ_are_listed() -> None:
    baseline = graph({"x": [A]}, statements=[("x", "http://e.org/role", '"clerk"')])
    changed = graph({"y": [A]}, statements=[("y", "http://e.org/role", '"chief"@en')])
    bag = only_bag(compare_graphs(baseline, changed))
    assert [(row.kind, row.dropped, row.added) for row in bag.divergences] == [
        (Kind.STATEMENT, ("role: clerk",), ("role: chief",))
    ]


def test_a_statement_about_another_paired_instance_differs() -> None:
    baseline = graph({"x1": [A], "x2": [B], "x3": [D]}, statements=[("x1", "met", "x2")])
    changed = graph({"y1": [A], "y2": [B], "y3": [D]}, statements=[("y1", "met", "y3")])
    ((row,),) = (bag.divergences for bag, _ in compare_graphs(baseline, changed).iterate_bags())
    assert (row.kind, row.dropped, row.added) == (Kind.STATEMENT, ("met: John Doe",), ("met: R. Smith",))


def test_a_statement_read_backwards_is_another_statement() -> None:
    baseline = graph({"x": [A]}, statements=[("x", "role", '"chief"')])
    changed = graph({"y": [A]}, statements=[("y", "^role", '"chief"')])
    (bag,) = (bag for bag, _ in compare_graphs(baseline, changed).iterate_bags())
    lost, gained = bag.divergences
    assert (lost.dropped, lost.added, gained.dropped) == (("role: chief",), (), ())
    assert lost.dropped != gained.added != ()


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


def test_instances_with_equal_spans_are_told_apart_by_who_refers_to_them() -> None:
    def pairs(*order: str) -> Graph:
        chains = {name: [A] if name[0] == "s" else [A, C] for name in order}
        return graph(chains, statements=[("s1", "met", "t1"), ("s2", "met", "t2")])

    assert rows(pairs("s1", "s2", "t1", "t2"), pairs("t2", "s1", "t1", "s2")) == []
    assert rows(pairs("s1", "s2", "t1", "t2"), pairs("s2", "t1", "t2", "s1")) == []


def test_rings_of_instances_with_equal_spans_are_laid_on_each_other() -> None:
    names = [f"n{number}" for number in range(6)]

    def ring(order: list[str]) -> Graph:
        met = [(name, "met", names[(place + 1) % 6]) for place, name in enumerate(names)]
        return graph({name: [A] for name in order}, statements=met)

    assert rows(ring(names), ring([names[place] for place in (3, 0, 5, 2, 1, 4)])) == []

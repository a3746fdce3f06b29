"""Which instances are the same one: by shared spans, then types, then statements, then the first span."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from coala.base.matching import Edge
from coala.diff.alignment import align_instances
from coala.model.corpus import build_corpus
from coala.model.graph import Graph, Span
from tests.support import naive_diff
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph
from tests.support.naive_diff import Chains, chains


def partners(baseline: Graph, changed: Graph) -> dict[str, str]:
    partner = align_instances(build_corpus((baseline, changed))).partner[0].tolist()
    return {_short(baseline.names[x]): _short(changed.names[y]) for x, y in enumerate(partner) if y >= 0}


def _short(name: str) -> str:
    return name.rsplit("/", 1)[-1]


@given(chains("x", most=4), chains("y", most=4))
def test_the_number_of_shared_spans_is_the_largest_there_is(baseline: Chains, changed: Chains) -> None:
    pairs = partners(graph(baseline), graph(changed))
    edges = [
        Edge(x, y, len(shared))
        for x, spans in enumerate(baseline.values())
        for y, others in enumerate(changed.values())
        if (shared := set(spans) & set(others))
    ]
    best = {(edge.left, edge.right): edge.weight for edge in edges}
    reached = sum(best[int(x[1:]), int(y[1:])] for x, y in pairs.items())
    chosen = naive_diff.best_matching(edges[:12])
    if len(edges) <= 12:
        assert reached == sum(best[pair] for pair in chosen.items())
    assert all((int(x[1:]), int(y[1:])) in best for x, y in pairs.items())


@given(chains("x"), chains("y"), st.randoms(use_true_random=False))
def test_neither_the_order_nor_the_names_decide(
    baseline: Chains, changed: Chains, order: random.Random
) -> None:
    def kept(first: Chains, second: Chains) -> list[frozenset[Span]]:
        pairs = partners(graph(first), graph(second))
        both = [frozenset(first[x]) & frozenset(second[y]) for x, y in pairs.items()]
        return sorted(both, key=sorted)

    def shuffled(side: Chains) -> dict[str, list[Span]]:
        rows = [order.sample(list(spans), len(spans)) for spans in side.values()]
        order.shuffle(rows)
        return {f"n{number}": row for number, row in enumerate(rows)}

    assert kept(baseline, changed) == kept(shuffled(baseline), shuffled(changed))


def test_the_seed_is_aligned_as_the_paper_reads_it() -> None:
    assert partners(SEED["X"], SEED["Y"]) == {"x1": "y1", "x2": "y2"}
    assert partners(SEED["X"], SEED["Z"]) == {"x1": "z1", "x2": "z2"}


def test_of_two_equal_shares_the_one_with_the_same_type_wins() -> None:
    baseline = graph({"x": [A, C]}, types={"x": ["Person"]})
    changed = graph({"y1": [A], "y2": [C]}, types={"y1": ["Place"], "y2": ["Person"]})
    assert partners(baseline, changed) == {"x": "y2"}


def test_of_two_equal_shares_and_types_the_one_with_more_equal_statements_wins() -> None:
    baseline = graph({"x": [A, C]}, statements=[("x", "role", '"chief"')])
    changed = graph({"y1": [A], "y2": [C]}, statements=[("y2", "role", '"chief"')])
    assert partners(baseline, changed) == {"x": "y2"}


def test_shared_spans_count_before_types() -> None:
    baseline = graph({"x": [A, B, C]}, types={"x": ["Person", "Poet"]})
    changed = graph({"y1": [A, B], "y2": [C]}, types={"y2": ["Person", "Poet"]})
    assert partners(baseline, changed) == {"x": "y1"}


def test_of_instances_that_are_equal_in_all_else_the_one_with_the_earlier_shared_span_wins() -> None:
    assert partners(graph({"x": [A, C]}), graph({"y1": [C], "y2": [A]})) == {"x": "y2"}


def test_of_two_whole_matchings_the_one_with_the_earliest_shared_span_wins() -> None:
    baseline = graph({"x1": [A, B], "x2": [C, D]})
    changed = graph({"y1": [B, C], "y2": [A, D]})
    assert partners(baseline, changed) == {"x1": "y2", "x2": "y1"}


def test_a_pair_shares_a_span() -> None:
    assert partners(graph({"x1": [A], "x2": [B]}), graph({"y1": [A], "y2": [C]})) == {"x1": "y1"}

"""Alignment of instances: by shared spans, then types, then statements, then the first span."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from coala.diff.alignment import align_instances
from coala.model.corpus import build_corpus
from coala.model.graph import Graph, Mentions
from coala.model.values import Span
from tests.support.graphs_by_hand import A, Triple, graph
from tests.support.naive_diff import Chains, chains


def partners(baseline: Graph, changed: Graph) -> dict[str, str]:
    partner = align_instances(build_corpus((baseline, changed))).partner[0].tolist()
    return {_short(baseline.names[x]): _short(changed.names[y]) for x, y in enumerate(partner) if y >= 0}


def _short(name: str) -> str:
    return name.rsplit("/", 1)[-1]


SAID = st.lists(st.sampled_from(["a", "b", "c"]), unique=True, max_size=3)


class Agreement(NamedTuple):
    """The common features of two instances, in the order of their weight."""

    spans: int
    types: int
    statements: int


@given(chains("x", most=12), chains("y", most=12), st.data())
def test_no_alignment_shares_more_spans_then_types_then_statements(
    baseline: Chains, changed: Chains, data: st.DataObject
) -> None:
    names = (*baseline, *changed)
    types = {name: data.draw(SAID) for name in names}
    values = {name: data.draw(SAID) for name in names}
    statements = [(name, "says", f'"{value}"') for name in names for value in values[name]]

    pairs = partners(
        graph(baseline, types=types, statements=_about(baseline, statements)),
        graph(changed, types=types, statements=_about(changed, statements)),
    )

    common = {
        (x, y): Agreement(
            len(set(baseline[x]) & set(changed[y])),
            len(set(types[x]) & set(types[y])),
            len(set(values[x]) & set(values[y])),
        )
        for x in baseline
        for y in changed
        if set(baseline[x]) & set(changed[y])
    }
    assert pairs.items() <= common.keys()
    assert len(set(pairs.values())) == len(pairs)
    reached = Agreement(*(sum(common[pair][sort] for pair in pairs.items()) for sort in range(3)))
    assert reached == _best(baseline, changed, common)


def _about(side: Chains, statements: list[Triple]) -> list[Triple]:
    return [statement for statement in statements if statement[0] in side]


def _best(baseline: Chains, changed: Chains, common: Mapping[tuple[str, str], Agreement]) -> Agreement:
    """Return the best sums of any one-to-one alignment, computed by scipy.

    A pair is worth three digits to base 100. Twelve instances share at most 48 spans, 36 types and 36
    statements, so that no digit carries over.
    """
    base = 100
    worth = [
        [
            base**2 * pair.spans + base * pair.types + pair.statements
            for y in changed
            for pair in [common.get((x, y), Agreement(0, 0, 0))]
        ]
        for x in baseline
    ]
    matrix = np.array(worth, np.int64)
    total = int(matrix[linear_sum_assignment(matrix, maximize=True)].sum())
    return Agreement(total // base**2, total // base % base, total % base)


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


def test_instances_on_one_span_of_which_nothing_else_is_said_are_paired_without_trying_each_with_each() -> (
    None
):
    many = 20_000
    baseline = graph_on_one_span("x", many)

    alignment = align_instances(build_corpus((baseline, graph_on_one_span("y", many + 5))))

    assert alignment.partner[0].tolist() == list(range(many))
    assert alignment.overlaps.has_pair(0, many)


def graph_on_one_span(prefix: str, instances: int) -> Graph:
    one = graph({prefix: [A]})
    mentions = one.mentions
    return replace(
        one,
        mentions=Mentions(
            document=np.repeat(mentions.document, instances),
            begin=np.repeat(mentions.begin, instances),
            end=np.repeat(mentions.end, instances),
            shape=np.repeat(mentions.shape, instances),
            instance=np.arange(instances),
        ),
        names=tuple(f"{prefix}{number}" for number in range(instances)),
        labels=(None,) * instances,
        types=((),) * instances,
    )


@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
)
def test_instances_on_one_span_are_paired_as_many_as_can_be(
    first: int, second: int, links: list[tuple[int, int]]
) -> None:
    sides = [
        graph(
            {f"{prefix}{number}": [A] for number in range(size)},
            statements=[
                (f"{prefix}{one}", "knows", f"{prefix}{other}")
                for one, other in dict.fromkeys(links)
                if max(one, other) < size
            ],
        )
        for prefix, size in (("x", first), ("y", second))
    ]

    pairs = partners(*sides)

    assert len(pairs) == len(set(pairs.values())) == min(first, second)

"""Newest-first consistency of assertions, against all graphs over four mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion, Expected, find_assertions
from coala.verdicts.lock.consistency import ConsistentAssertions, Giver, LaterVerdicts
from tests.support.graphs_by_hand import A, graph
from tests.support.reviews import a_bag

SPANS = tuple(Span("http://example.org/d", begin, begin + 1) for begin in range(4))
BAG = replace(a_bag(0), spans=SPANS)

Classes = tuple[int | None, ...]
GRAPHS: list[Classes] = list(product((None, 0, 1, 2, 3), repeat=len(SPANS)))
"""For each mention its class, or None where the graph does not have it."""

PAIRS = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] != pair[1])
ASSERTIONS = st.one_of(
    st.builds(
        lambda expected, pair: Assertion(expected, (pair[0],), (pair[1],)),
        st.sampled_from([Expected.TOGETHER, Expected.APART]),
        PAIRS,
    ),
    st.builds(
        lambda expected, span: Assertion(expected, (span,)),
        st.sampled_from([Expected.MENTION, Expected.NO_MENTION]),
        st.integers(0, 3),
    ),
)


def holds(assertion: Assertion, graph: Classes) -> bool:
    one = graph[assertion.spans[0]]
    other = graph[assertion.others[0]] if assertion.others else None
    match assertion.expected:
        case Expected.TOGETHER:
            return one is not None and one == other
        case Expected.APART:
            return one is None or one != other
        case Expected.MENTION:
            return one is not None
        case _:
            return one is None


def can_hold(assertions: Sequence[Assertion]) -> bool:
    return any(all(holds(assertion, graph) for assertion in assertions) for graph in GRAPHS)


@given(st.lists(ASSERTIONS, max_size=9))
def test_an_assertion_is_kept_exactly_when_it_can_hold_with_newer_ones(newest_first: list[Assertion]) -> None:
    consistent = ConsistentAssertions()
    kept: list[Assertion] = []
    for assertion in newest_first:
        taken = consistent.add(BAG, assertion)
        assert (taken is not None) == can_hold([*kept, assertion])
        if taken is not None:
            kept.append(taken)


@pytest.mark.parametrize(
    ("newer", "remains"),
    [(Verdict.BETTER, True), (Verdict.WORSE, False), (Verdict.SAME, False), (Verdict.UNSURE, True)],
)
def test_type_asserted_when_a_newer_verdict_accepts_its_absence_is_replaced(
    newer: Verdict, remains: bool
) -> None:
    untyped, typed = graph({"x": [A]}), graph({"x": [A]}, types={"x": ["http://e.org/Person"]})
    ((bag, _),) = compare_graphs(untyped, typed).iterate_bags()
    (assertion,) = find_assertions(bag, [Verdict.BETTER], None).assertions
    assert assertion.expected is Expected.TYPE
    later = LaterVerdicts()
    later.add(Giver("Ann", datetime(2026, 2, 1, tzinfo=UTC)), bag, [newer])

    left = later.find_remaining(Giver("Ann", datetime(2026, 1, 1, tzinfo=UTC)), bag, assertion)

    assert left == (assertion if remains else None)

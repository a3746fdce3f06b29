"""Contradictions between assertions, against all graphs over four mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion, BagAssertions, Expected
from coala.verdicts.lock.lock import Lock, LockingBag
from tests.support.reviews import a_bag

SPANS = tuple(Span("http://example.org/d", begin, begin + 1) for begin in range(4))
BAG = replace(a_bag(0), spans=SPANS, words=("a", "b", "c", "d"))

Classes = tuple[int | None, ...]
GRAPHS: list[Classes] = list(product((None, 0, 1, 2, 3), repeat=len(SPANS)))
"""For each mention its class, or None where the graph does not have it."""

MENTIONS = st.permutations(range(len(SPANS)))
PLAIN = st.one_of(
    st.builds(
        lambda expected, order: Assertion(expected, tuple(order[:1]), tuple(order[1:2])),
        st.sampled_from([Expected.TOGETHER, Expected.APART]),
        MENTIONS,
    ),
    st.builds(
        lambda expected, order: Assertion(expected, tuple(order[:1])),
        st.sampled_from([Expected.MENTION, Expected.NO_MENTION]),
        MENTIONS,
    ),
    st.builds(
        lambda order, number: Assertion(Expected.ALL_APART, tuple(order[:number])),
        MENTIONS,
        st.integers(2, len(SPANS)),
    ),
    st.builds(
        lambda order, number: Assertion(Expected.ALL_APART, tuple(order[:1]), tuple(order[1:number])),
        MENTIONS,
        st.integers(2, len(SPANS)),
    ),
)
WITH_ONE = st.builds(
    lambda order, number: Assertion(Expected.WITH_ONE, tuple(order[:1]), tuple(order[1:number])),
    MENTIONS,
    st.integers(2, len(SPANS)),
)


def holds(assertion: Assertion, graph: Classes) -> bool:
    spans, others = ([graph[span] for span in places] for places in (assertion.spans, assertion.others))
    match assertion.expected:
        case Expected.TOGETHER | Expected.WITH_ONE:
            return spans[0] is not None and spans[0] in others
        case Expected.APART:
            return spans[0] is None or spans[0] not in others
        case Expected.ALL_APART:
            pairs = product(spans, others) if others else combinations(spans, 2)
            return all(one is None or one != other for one, other in pairs)
        case Expected.MENTION:
            return spans[0] is not None
        case _:
            return spans[0] is None


def can_hold(assertions: Sequence[Assertion]) -> bool:
    return any(all(holds(assertion, graph) for assertion in assertions) for graph in GRAPHS)


def contradict(assertions: Sequence[Assertion]) -> list[list[Assertion]]:
    """Return the groups of assertions that a lock finds to contradict each other."""
    lock = Lock(lambda judged, document: None)
    judged = LockingBag("r.coala", 0, BAG.fingerprint, "a", "anna", Verdict.BETTER)
    lock.add(judged, BAG, BagAssertions(tuple(assertions), 0))
    # The spans of the lock are those of the bag.
    return [
        [Assertion(each.expected, each.spans, each.others) for each in group] for group in lock.contradictions
    ]


@given(st.lists(PLAIN, max_size=5))
def test_contradiction_is_found_exactly_where_no_graph_can_hold(assertions: list[Assertion]) -> None:
    found = contradict(assertions)
    assert bool(found) is not can_hold(assertions)
    assert not any(map(can_hold, found))


@given(st.lists(PLAIN, max_size=4), WITH_ONE)
def test_contradiction_with_one_of_several_is_found_where_no_graph_can_hold(
    assertions: list[Assertion], with_one: Assertion
) -> None:
    found = contradict([*assertions, with_one])
    assert bool(found) is not can_hold([*assertions, with_one])
    assert not any(map(can_hold, found))


def test_contradiction_of_groups_names_all_that_joins_mentions_which_must_be_apart() -> None:
    apart = Assertion(Expected.ALL_APART, (0, 1, 2, 3))
    joins = [Assertion(Expected.TOGETHER, (end,), (end - 1,)) for end in (1, 2)]
    assert contradict([apart, *joins]) == [[apart, joins[0]], [apart, *joins]]

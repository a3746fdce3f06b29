"""The closure of transitive relations, which is given up if it grows too large."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.relations.agreement import ClassPairs, sort_pairs
from coala.scores.relations.scoring import close_transitively

Edges = set[tuple[int, int]]


def pairs(edges: Edges) -> ClassPairs:
    columns = np.array(sorted(edges), np.int64).reshape(-1, 2)
    return sort_pairs(columns[:, 0], columns[:, 1])


def as_set(related: ClassPairs | None) -> Edges | None:
    return (
        None if related is None else set(zip(related.subject.tolist(), related.object.tolist(), strict=True))
    )


number = st.integers(0, 6)


@given(st.sets(st.tuples(number, number), max_size=15))
def test_it_is_the_least_relation_that_leads_on_from_its_own_ends(edges: Edges) -> None:
    naive = set(edges)
    while more := {(a, d) for a, b in naive for c, d in naive if b == c} - naive:
        naive |= more
    assert as_set(close_transitively(pairs(edges))) == naive


def test_what_leads_too_far_is_given_up() -> None:
    chain = {(step, step + 1) for step in range(50)}
    assert close_transitively(pairs(chain), most=2_499) is None
    assert close_transitively(pairs(chain), most=2_500) is not None

"""The parts into which classes fall, on the examples of Vilain et al. 1995."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.scores.class_parts import find_parts
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from tests.support.partitions import cluster_labels

chain = st.integers(-1, 3)


@given(rows=st.lists(st.tuples(chain, chain), max_size=14))
def test_missing_links_are_those_of_mucs_recall(rows: list[tuple[int, int]]) -> None:
    key, response = (cluster_labels([row[column] for row in rows]) for column in (0, 1))

    recall = METRICS["muc"].score(ClusterPair(key, response)).recall
    missing = [link for parts in find_parts(key, response) for link in parts.missing_links]

    assert len(missing) == recall.denominator - recall.numerator
    assert all(key.classes[one] == key.classes[other] and one < other for one, other in missing)

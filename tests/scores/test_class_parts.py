"""The parts into which classes fall, on the examples of Vilain et al. 1995."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.class_parts import ClassPart, ClassParts, find_parts
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters
from tests.support.partitions import cluster_labels


def classes_of(*numbers: int) -> Clusters:
    return Clusters(np.array(numbers, np.int64))


def test_parts_of_the_first_row_of_the_papers_table() -> None:
    # Key A-B-C-D, response A-B and C-D: one link is missing.
    (found,) = find_parts(classes_of(0, 0, 0, 0), classes_of(0, 0, 1, 1))

    assert found == ClassParts(0, [ClassPart([0, 1], 0), ClassPart([2, 3], 1)])
    assert found.missing_links == [(1, 2)]


def test_a_mention_that_the_response_lacks_is_a_part_of_its_own() -> None:
    # Key A-B-C-D, response A-B-D without C.
    (found,) = find_parts(classes_of(0, 0, 0, 0), classes_of(0, 0, -1, 0))

    assert found.parts == [ClassPart([0, 1, 3], 0), ClassPart([2], -1)]
    assert found.missing_links == [(1, 2)]


def test_classes_with_most_missing_links_are_first_and_equal_ones_in_text_order() -> None:
    found = find_parts(classes_of(3, 3, 1, 1, 1, 2, 2, 0, 0), classes_of(0, 1, -1, -1, -1, 2, 2, 3, 4))

    assert [(each.number, len(each.missing_links)) for each in found] == [(1, 2), (3, 1), (0, 1)]


chain = st.integers(-1, 3)


@given(rows=st.lists(st.tuples(chain, chain), max_size=14))
def test_missing_links_are_those_of_mucs_recall(rows: list[tuple[int, int]]) -> None:
    key, response = (cluster_labels([row[column] for row in rows]) for column in (0, 1))

    recall = METRICS["muc"].score(ClusterPair(key, response)).recall
    missing = [link for parts in find_parts(key, response) for link in parts.missing_links]

    assert len(missing) == recall.denominator - recall.numerator
    assert all(key.classes[one] == key.classes[other] and one < other for one, other in missing)

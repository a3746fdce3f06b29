"""CEAF's alignment, on tables that are large, tied or chained."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.base.arrays import Integers
from coala.model.columns import number_by_first
from coala.scores.metric import ClusterPair
from coala.scores.metrics.ceaf import CEAF_E, CEAF_M
from coala.scores.partition import Clusters
from tests.support.partitions import Classes, best_alignment, by_labels, dice, pair_of, shared

label = st.integers(0, 6)


def of_labels(labels: Integers) -> Clusters:
    return Clusters(number_by_first(labels))


@given(st.lists(st.tuples(label, label), min_size=1, max_size=40))
def test_no_alignment_is_better(rows: list[tuple[int, int]]) -> None:
    key: Classes = by_labels([row[0] for row in rows])
    response: Classes = by_labels([row[1] for row in rows])

    by_mention, by_entity = (metric.score(pair_of(key, response)) for metric in (CEAF_M, CEAF_E))

    assert by_mention.recall.numerator == best_alignment(key, response, shared)
    assert by_entity.recall.exact == best_alignment(key, response, dice) / len(key)
    assert by_entity.precision.exact == best_alignment(key, response, dice) / len(response)


def test_a_way_of_ever_lighter_pairs_is_aligned_without_a_round_for_each() -> None:
    # Each class shares one span less with the next one than with the one before: all hang together.
    shares = np.arange(300, 0, -1)
    cells = np.repeat(np.arange(300), shares)
    key, response = of_labels(cells // 2), of_labels((cells + 1) // 2)

    score = CEAF_M.score(ClusterPair(key, response))

    # The best of a way of falling weights is every second one: 300 + 298 + … + 2.
    assert score.recall.numerator == 300 * 302 // 4


def test_a_class_of_100_000_spans_against_singletons_takes_no_time() -> None:
    size = 100_000
    key, response = of_labels(np.zeros(size, np.int64)), of_labels(np.arange(size))

    by_mention, by_entity = CEAF_M.score(ClusterPair(key, response)), CEAF_E.score(ClusterPair(key, response))

    assert by_mention.recall == (1, size)
    assert by_entity.precision.exact == Fraction(2, size + 1) / size


def test_one_component_of_100_000_spans_full_of_ties_takes_seconds_and_not_a_matrix() -> None:
    # Two partitions that have nothing to do with each other: 10,000 classes of 10 on either side.
    chance = np.random.default_rng(1)
    key, response = (of_labels(chance.integers(0, 10_000, 100_000)) for _ in range(2))

    score = CEAF_M.score(ClusterPair(key, response))

    # Almost every class finds a partner with which it shares two or three spans.
    assert 10_000 < score.recall.numerator < 30_000

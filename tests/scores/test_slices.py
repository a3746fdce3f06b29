"""Scores of slices: their sums, and the classes that a filter keeps."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS, score_pair
from coala.scores.partition import Clusters
from coala.scores.ratio import Ratio
from coala.scores.slices import METRICS_BY_ATTRIBUTE, Slicing, score_by_attribute, score_by_filter
from tests.support.partitions import cluster_labels

chain = st.integers(-1, 3)
rows_of_spans = st.lists(st.tuples(chain, chain, st.integers(0, 2), st.integers(0, 2)), max_size=16)
"""Random spans, each with its chain in key and response (-1: none) and its slice on each side."""

Rows = list[tuple[int, int, int, int]]


def build_pair(rows: Rows) -> tuple[ClusterPair, Slicing]:
    sides = [cluster_labels([row[column] for row in rows]) for column in (0, 1)]
    slices = [np.array([row[column] for row in rows], np.int64) for column in (2, 3)]
    return ClusterPair(*sides), Slicing(("a", "b", "c"), (slices[0], slices[1]))


def test_slices_keep_mentions_as_denominators_of_b_cubed() -> None:
    # Key {0, 1}, {2, 3}, {4}; response: five singletons. The slices are the sizes of the key's chains.
    pair = ClusterPair(Clusters(np.array([0, 0, 1, 1, 2])), Clusters(np.array([0, 1, 2, 3, 4])))
    sizes = np.array([1, 1, 1, 1, 0])

    single, double = score_by_attribute(pair, Slicing(("1", "2"), (sizes, np.zeros(5, np.int64))))

    assert single["b_cubed"].recall == Ratio(1, 1)
    assert double["b_cubed"].recall == Ratio(2, 4)
    assert METRICS["b_cubed"].score(pair).recall == Ratio(3, 5)


@pytest.mark.parametrize("side", ["recall", "precision"])
@pytest.mark.parametrize("metric", METRICS_BY_ATTRIBUTE)
@given(rows=rows_of_spans)
def test_sums_of_slices_are_the_whole(metric: str, side: str, rows: Rows) -> None:
    pair, slicing = build_pair(rows)
    found = score_by_attribute(pair, slicing)
    whole = getattr(METRICS[metric].score(pair), side)

    # Numerators and denominators are added as they are printed.
    ratios = [getattr(scores[metric], side) for scores in found]
    numerator, denominator = sum(each.numerator for each in ratios), sum(each.denominator for each in ratios)

    assert Ratio(numerator, denominator).exact == whole.exact
    # MUC counts the mentions that have a link, the others count all mentions of the slice.
    column = 0 if side == "recall" else 1
    in_side = [row[column] for row in rows if row[column] >= 0]
    counted = len(in_side) - (len(set(in_side)) if metric == "muc" else 0)
    assert denominator % max(1, counted) == 0
    assert denominator == counted or metric == "b_cubed"


def test_a_link_belongs_to_the_slice_of_its_later_mention() -> None:
    # Key {0, 1, 2}, response {0, 2}, {1}: the link of 1 is missing, that of 2 leads back to 0.
    pair = ClusterPair(Clusters(np.array([0, 0, 0])), Clusters(np.array([0, 1, 0])))
    slices = np.array([0, 1, 2])

    found = score_by_attribute(pair, Slicing(("first", "second", "third"), (slices, slices)))

    assert [scores["muc"].recall for scores in found] == [Ratio(0, 0), Ratio(0, 1), Ratio(1, 1)]
    assert [scores["muc"].precision for scores in found] == [Ratio(0, 0), Ratio(0, 0), Ratio(1, 1)]
    assert [scores["b_cubed"].recall.exact for scores in found] == [
        Fraction(2, 3),
        Fraction(1, 3),
        Fraction(2, 3),
    ]


def test_a_filter_keeps_whole_classes_on_both_sides() -> None:
    # Key {0, 1}, {2, 3}; response {0, 1, 2}, {3}. Slice 1 has span 3 only.
    pair = ClusterPair(Clusters(np.array([0, 0, 1, 1])), Clusters(np.array([0, 0, 0, 1])))
    slices = np.array([0, 0, 0, 1])

    found = score_by_filter(pair, Slicing(("other", "last"), (slices, slices)))

    kept = ClusterPair(Clusters(np.array([-1, -1, 0, 0])), Clusters(np.array([-1, -1, -1, 0])))
    assert found[1] == score_pair(kept)
    assert found[0] == score_pair(
        ClusterPair(Clusters(np.array([0, 0, 1, 1])), Clusters(np.array([0, 0, 0, -1])))
    )

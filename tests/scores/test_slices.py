"""Scores of slices: their sums, and the classes that a filter keeps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Ratio
from coala.scores.slices import METRICS_BY_ATTRIBUTE, Slicing, score_by_attribute
from tests.support.partitions import cluster_labels

chain = st.integers(-1, 3)
rows_of_spans = st.lists(st.tuples(chain, chain, st.integers(0, 2), st.integers(0, 2)), max_size=16)
"""Random spans, each with its chain in key and response (-1: none) and its slice on each side."""

Rows = list[tuple[int, int, int, int]]


def build_pair(rows: Rows) -> tuple[ClusterPair, Slicing]:
    sides = [cluster_labels([row[column] for row in rows]) for column in (0, 1)]
    slices = [np.array([row[column] for row in rows], np.int64) for column in (2, 3)]
    return ClusterPair(*sides), Slicing(("a", "b", "c"), (slices[0], slices[1]))


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

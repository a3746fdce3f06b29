"""Scores by document and by type."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.breakdown import (
    Scores,
    restrict_to_parts,
    score_by_document,
)
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS, score_pair
from coala.scores.partition import Clusters, drop_singletons
from tests.support.partitions import NAIVE, cluster_labels, fraction, two

chain = st.integers(-1, 3)
rows_of_documents = st.lists(st.tuples(st.integers(0, 2), chain, chain), min_size=1, max_size=16)
"""Random spans, each with its document and its chain in key and response; chains span documents."""

Rows = list[tuple[int, int, int]]


def side_of(rows: Rows, column: int) -> Clusters:
    return cluster_labels([row[column] for row in rows])


def documents_of(rows: Rows) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([row[0] for row in rows], np.int64)


@pytest.mark.parametrize("singletons", [True, False])
@given(rows=rows_of_documents)
def test_a_documents_row_is_the_score_of_that_document_alone(singletons: bool, rows: Rows) -> None:
    found = score_by_document(
        side_of(rows, 1), side_of(rows, 2), documents_of(rows), 3, singletons=singletons
    )

    for document in range(3):
        alone = [row for row in rows if row[0] == document]
        sides = [side_of(alone, column) for column in (1, 2)]
        if not singletons:
            sides = [drop_singletons(side) for side in sides]
        assert list_values(found.each[document]) == list_values(score_pair(ClusterPair(*sides)))
    for name in ("b_cubed", "b_cubed_class", "ceaf_e", "lea"):
        rows_of_metric = [scores[name].recall for scores in found.each]
        numerator, denominator = (sum(column) for column in zip(*rows_of_metric, strict=True))
        assert found.micro[name].recall == (numerator, denominator)


def list_values(scores: Scores) -> list[tuple[Fraction | None, ...]]:
    """Return recall, precision and F1 of each metric, which rows of a table do not reduce."""
    return [(each.recall.exact, each.precision.exact, each.exact_f1) for each in scores.values()]


@pytest.mark.parametrize("name", NAIVE)
@given(rows=rows_of_documents)
def test_the_micro_score_is_that_of_the_restricted_classes_together(name: str, rows: Rows) -> None:
    key, response, document = side_of(rows, 1), side_of(rows, 2), documents_of(rows)

    found = score_by_document(key, response, document, 3, {name: METRICS[name]})

    pair = ClusterPair(restrict_to_parts(key, document), restrict_to_parts(response, document))
    whole = METRICS[name].score(pair)
    assert fraction(found.micro[name].recall) == fraction(whole.recall)
    assert fraction(found.micro[name].precision) == fraction(whole.precision)


def test_documents_of_which_there_are_none_have_no_scores() -> None:
    nothing, _ = two("", "")

    found = score_by_document(nothing, nothing, np.array([], np.int64), 0)

    assert found.each == []
    assert set(found.micro) == set(METRICS)
    assert all(score.f1 is None for score in found.micro.values())

"""Properties of every metric, on random partitions whose mentions differ."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.arrays import Integers
from coala.scores.findings import TITLES
from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.registry import METRICS, METRICS_OF_RECORDS, score_pair
from coala.scores.ratio import score_from_json, scores_to_json
from coala.scores.sums import Number
from tests.support.partitions import (
    NAIVE,
    Classes,
    fraction,
    graph_of,
    key_and_response,
    naive_blanc,
    pair_of,
    sides,
    spans_in_bags,
    spelled_pair,
)

every_metric = pytest.mark.parametrize("name", METRICS)
every_ratio = pytest.mark.parametrize("name", NAIVE)

BAGS = 4


def bags_of(rows: list[tuple[int, ...]]) -> Integers:
    return np.array([row[0] for row in rows], np.int64)


def sums_of_bags(metric: Metric, pair: ClusterPair, rows: list[tuple[int, ...]]) -> list[list[Number]]:
    """Return numerator and denominator of recall and of precision, each exactly for every bag."""
    (formula,) = metric.formulas
    return [terms.totals(BAGS) for terms in pair.assign_owners(formula, bags_of(rows))]


def quotient(numerator: Number, denominator: Number) -> Fraction | None:
    return Fraction(numerator) / denominator if denominator else None


@every_ratio
@given(pair=key_and_response)
def test_a_score_is_what_the_formula_gives_when_it_is_written_out_with_sets(
    name: str, pair: tuple[Classes, Classes]
) -> None:
    key, response = pair

    score = METRICS[name].score(pair_of(key, response))

    assert fraction(score.recall) == NAIVE[name](key, response)
    assert fraction(score.precision) == NAIVE[name](response, key)


@given(pair=key_and_response)
def test_blanc_is_what_comes_out_when_every_link_is_written_out(pair: tuple[Classes, Classes]) -> None:
    score = METRICS["blanc"].score(pair_of(*pair))

    assert (fraction(score.recall), fraction(score.precision), score.exact_f1) == naive_blanc(*pair)


@given(pair=key_and_response)
def test_the_conll_average_is_the_mean_f1_of_muc_b_cubed_and_ceaf_e(pair: tuple[Classes, Classes]) -> None:
    key, response = sides(*pair)
    scores = score_pair(ClusterPair(key, response))

    parts = [scores[name].exact_f1 for name in ("muc", "b_cubed", "ceaf_e")]
    known = [part for part in parts if part is not None]
    assert scores["conll"].f1 == (float(sum(known) / 3) if len(known) == 3 else None)


@every_metric
@given(pair=key_and_response)
def test_a_side_against_itself_scores_one_or_is_undefined(name: str, pair: tuple[Classes, Classes]) -> None:
    side, _ = sides(*pair)

    score = METRICS[name].score(ClusterPair(side, side))

    assert fraction(score.recall) in (1, None)
    assert score.recall == score.precision
    assert score.f1 in (1.0, None)


@every_metric
@given(pair=key_and_response, chance=st.randoms())
def test_a_score_does_not_depend_on_the_order_or_numbers_of_spans_and_chains(
    name: str, pair: tuple[Classes, Classes], chance: random.Random
) -> None:
    renamed = chance.sample(range(100), 14)
    shuffled: list[Classes] = [
        [{renamed[int(str(span))] for span in part} for part in chance.sample(side, len(side))]
        for side in pair
    ]

    assert METRICS[name].score(pair_of(*shuffled)) == METRICS[name].score(pair_of(*pair))


@every_ratio
@given(rows=spans_in_bags(graphs=2))
def test_the_sums_of_the_bags_add_up_to_the_whole_exactly(name: str, rows: list[tuple[int, ...]]) -> None:
    pair = ClusterPair(graph_of(rows, 1), graph_of(rows, 2))
    metric = METRICS[name]

    score = metric.score(pair)
    exact = sums_of_bags(metric, pair, rows)

    recall, recall_below, precision, precision_below = map(sum, exact)
    assert quotient(recall, recall_below) == fraction(score.recall)
    assert quotient(precision, precision_below) == fraction(score.precision)
    for column, floats in zip(exact, metric.sum_bags(pair, bags_of(rows), BAGS), strict=True):
        assert floats.tolist() == pytest.approx(list(map(float, column)))


@every_ratio
@given(rows=spans_in_bags(graphs=2))
def test_the_sums_of_a_bag_are_the_sums_of_that_bag_taken_alone(
    name: str, rows: list[tuple[int, ...]]
) -> None:
    metric = METRICS[name]

    exact = sums_of_bags(metric, ClusterPair(graph_of(rows, 1), graph_of(rows, 2)), rows)

    for number in range(BAGS):
        alone = [row for row in rows if row[0] == number]
        score = metric.score(ClusterPair(graph_of(alone, 1), graph_of(alone, 2)))
        recall, recall_below, precision, precision_below = (column[number] for column in exact)
        assert quotient(recall, recall_below) == fraction(score.recall)
        assert quotient(precision, precision_below) == fraction(score.precision)


def test_all_scores_come_under_their_names() -> None:
    scores = score_pair(spelled_pair("ACD B", "AC B D"))

    assert " ".join(scores) == "muc b_cubed b_cubed_class ceaf_m ceaf_e blanc lea mentions conll"
    assert list(METRICS_OF_RECORDS) == list(TITLES)
    assert [METRICS[name].title for name in scores][:4] == ["MUC", "B³", "B³ by class", "CEAF-m"]
    assert scores_to_json(scores)["muc"] == {
        "recall": {"numerator": 1, "denominator": 2, "value": 0.5},
        "precision": {"numerator": 1, "denominator": 1, "value": 1.0},
        "f1": pytest.approx(2 / 3),
    }
    assert scores_to_json(scores)["conll"] == {"f1": scores["conll"].f1}


@given(pair=key_and_response)
def test_scores_come_back_from_json_as_they_were(pair: tuple[Classes, Classes]) -> None:
    key, response = sides(*pair)
    scores = score_pair(ClusterPair(key, response))

    written = json.loads(json.dumps(scores_to_json(scores)))

    assert {name: score_from_json(value) for name, value in written.items()} == scores


@every_metric
@given(pair=key_and_response)
def test_floats_say_what_the_fractions_say(name: str, pair: tuple[Classes, Classes]) -> None:
    key, response = sides(*pair)
    metric, one_bag = METRICS[name], np.zeros(len(key.classes), np.int64)

    score = metric.score(ClusterPair(key, response))
    rates = metric.rates(metric.sum_bags(ClusterPair(key, response), one_bag, 1))

    for value, floats in zip((score.recall.value, score.precision.value, score.f1), rates, strict=True):
        assert floats.tolist() == pytest.approx([np.nan if value is None else value], nan_ok=True)


def test_importing_the_scores_does_not_wait_for_scipy() -> None:
    program = "import sys, coala.scores.bag_shares; sys.exit('scipy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[3]).returncode == 0

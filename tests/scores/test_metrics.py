"""What holds of every metric, on random partitions whose mentions differ."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores import METRICS, score_all, scores_as_json

from .partitions import NAIVE, Classes, fraction, graph_of, key_and_response, sides, spans_in_bags, two

every_metric = pytest.mark.parametrize("name", METRICS)


@every_metric
@given(pair=key_and_response)
def test_a_score_is_what_the_formula_gives_when_it_is_written_out_with_sets(
    name: str, pair: tuple[Classes, Classes]
) -> None:
    key, response = pair

    score = METRICS[name].score(*sides(key, response))

    assert fraction(score.recall) == NAIVE[name](key, response)
    assert fraction(score.precision) == NAIVE[name](response, key)


@every_metric
@given(pair=key_and_response)
def test_exchanging_key_and_response_exchanges_recall_and_precision(
    name: str, pair: tuple[Classes, Classes]
) -> None:
    key, response = sides(*pair)

    there, back = METRICS[name].score(key, response), METRICS[name].score(response, key)

    assert there.recall == back.precision
    assert there.precision == back.recall
    assert there.exact_f1 == back.exact_f1


@every_metric
@given(pair=key_and_response)
def test_a_side_against_itself_scores_one_or_is_undefined(name: str, pair: tuple[Classes, Classes]) -> None:
    side, _ = sides(*pair)

    score = METRICS[name].score(side, side)

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

    assert METRICS[name].score(*sides(*shuffled)) == METRICS[name].score(*sides(*pair))


@every_metric
@given(rows=spans_in_bags(graphs=2))
def test_the_sums_of_the_bags_add_up_to_the_whole_exactly(name: str, rows: list[tuple[int, ...]]) -> None:
    key, response = graph_of(rows, 1), graph_of(rows, 2)
    bag = np.array([row[0] for row in rows], np.int64)
    metric = METRICS[name]

    score = metric.score(key, response)
    sums = metric.sums(key, response, bag, 4)

    for ratio, part in ((score.recall, sums.recall), (score.precision, sums.precision)):
        exact = part.exact_numerator()
        denominator = int(part.denominator.sum())
        whole = sum(exact, Fraction(0)) / denominator if denominator else None
        assert whole == fraction(ratio)
        assert part.numerator.tolist() == pytest.approx([float(value) for value in exact])


@every_metric
@given(rows=spans_in_bags(graphs=2))
def test_the_sums_of_a_bag_are_the_sums_of_that_bag_taken_alone(
    name: str, rows: list[tuple[int, ...]]
) -> None:
    metric = METRICS[name]
    bag = np.array([row[0] for row in rows], np.int64)

    sums = metric.sums(graph_of(rows, 1), graph_of(rows, 2), bag, 4)

    for number in range(4):
        alone = [row for row in rows if row[0] == number]
        score = metric.score(graph_of(alone, 1), graph_of(alone, 2))
        denominator = int(sums.recall.denominator[number])
        numerator = sums.recall.exact_numerator()[number]
        assert (numerator / denominator if denominator else None) == fraction(score.recall)


def test_all_scores_come_under_their_names() -> None:
    scores = score_all(*two("ACD B", "AC B D"))

    assert list(scores) == ["muc", "b_cubed", "b_cubed_class"]
    assert [METRICS[name].title for name in scores] == ["MUC", "B³", "B³ by class"]
    assert scores_as_json(scores)["muc"] == {
        "recall": {"numerator": 1, "denominator": 2, "value": 0.5},
        "precision": {"numerator": 1, "denominator": 1, "value": 1.0},
        "f1": pytest.approx(2 / 3),
    }


def test_only_the_metrics_that_were_asked_for_are_scored() -> None:
    scores = score_all(*two("AB", "AB"), metrics={"muc": METRICS["muc"]})

    assert list(scores) == ["muc"]


def test_importing_the_scores_does_not_wait_for_scipy() -> None:
    program = "import sys, coala.scores.shares; sys.exit('scipy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2]).returncode == 0

"""Exact ratios, F1 and their JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from coala.scores.metric import compute_ratio_rates
from coala.scores.ratio import Ratio, Score, score_to_json


@pytest.mark.parametrize(
    ("recall", "precision", "f1"),
    [
        pytest.param(Ratio(0, 0), Ratio(0, 2), 0, id="recall is undefined"),
        pytest.param(Ratio(0, 3), Ratio(0, 0), 0, id="precision is undefined"),
        pytest.param(Ratio(0, 3), Ratio(0, 2), 0, id="nothing is common"),
        pytest.param(Ratio(1, 3), Ratio(1, 2), Fraction(2, 5), id="something is common"),
        pytest.param(Ratio(0, 0), Ratio(0, 0), None, id="both are undefined"),
        pytest.param(Ratio(1, 3), Ratio(0, 0), None, id="only the key has a slice"),
    ],
)
def test_f1_is_0_where_nothing_is_common_unless_both_are_undefined(
    recall: Ratio, precision: Ratio, f1: Fraction | None
) -> None:
    score = Score(recall, precision)

    assert score.exact_f1 == f1
    assert score.f1 == (None if f1 is None else float(f1))
    (of_many,) = compute_ratio_rates([np.array([float(part)]) for part in (*recall, *precision)]).f1
    assert of_many == score.f1 if f1 is not None else np.isnan(of_many)


def test_integers_that_a_reader_of_doubles_could_not_divide_are_written_as_the_value_over_one() -> None:
    huge = Ratio(10**5000, 3 * 10**5000)

    written = json.loads(json.dumps(score_to_json(Score(huge, huge))))

    assert written["recall"] == {"numerator": 1 / 3, "denominator": 1, "value": 1 / 3}
    assert written["f1"] == 1 / 3

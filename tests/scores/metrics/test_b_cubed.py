"""B³, to the fraction."""

from __future__ import annotations

import pytest

from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.b_cubed import B_CUBED, B_CUBED_CLASS
from tests.support.partitions import Classes, sides, spelled_pair

# Baldwin et al. 1998 (UPenn CAMP, MUC-7): the truth and the two responses of its examples.
TRUTH = "12345 67 89ABC"
RESPONSE_1 = "12345 6789ABC"
RESPONSE_2 = "1234589ABC 67"


@pytest.mark.parametrize(
    ("metric", "response", "precision"),
    [
        # Five mentions score 5/5; of the seven joined ones two score 2/7 and five 5/7:
        # (5 + 4/7 + 25/7) / 12 = 16/21.
        pytest.param(B_CUBED, RESPONSE_1, (16, 21), id="example 1 by entity"),
        # The class 12345 has the mean 1, the other (4 + 25)/7 / 7 = 29/49: together (1 + 29/49) / 2 = 39/49.
        pytest.param(B_CUBED_CLASS, RESPONSE_1, (39, 49), id="example 1 by class"),
        # Ten mentions score 5/10, two 2/2: (5 + 2) / 12.
        pytest.param(B_CUBED, RESPONSE_2, (7, 12), id="example 2 by entity"),
        # The joined class has the mean 1/2, the other 1: (1/2 + 1) / 2.
        pytest.param(B_CUBED_CLASS, RESPONSE_2, (3, 4), id="example 2 by class"),
    ],
)
def test_examples_of_camp_have_their_precision(
    metric: Metric, response: str, precision: tuple[int, int]
) -> None:
    score = metric.score(spelled_pair(TRUTH, response))

    assert (score.recall, score.precision) == ((1, 1), precision)


def test_sizes_whose_least_common_multiple_is_astronomic_stay_exact() -> None:
    # Classes of 1, 2, …, 300 spans against singletons: each scores |K| · 1/|K| = 1, so 300 of all.
    key: Classes = [{(size, member) for member in range(size)} for size in range(1, 301)]
    response: Classes = [{span} for part in key for span in part]

    key_side, response_side = sides(key, response)
    score = B_CUBED.score(ClusterPair(key_side, response_side))

    assert score.recall == (2, 301)  # 300 / (300 · 301 / 2)
    assert score.precision == (1, 1)

"""Every metric that scorch has too, on random partitions whose mentions differ.

scorch (Grobol, https://github.com/LoicGrobol/scorch) is written independently, with sets and dense matrices.
It follows the CoNLL reference scorer where a formula is 0/0, and scores are undefined here:

- MUC: without a link in the key *or* in the response it says R = P = F = 0.
- F1 of recall 0 and precision 0 is 0 (or, with numpy's numbers, an error of its own).
- BLANC of one mention on each side is 1 or 0; with no link in the key we say nothing.

LEA, B³ by class and mention detection are not in scorch: ``test_metrics`` writes their formulas out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import scorch.scores
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score
from tests.support.partitions import Classes, by_labels, pair_of

Theirs = Callable[[Classes, Classes], tuple[float, float, float]]

SCORCH: dict[str, Theirs] = {
    "muc": scorch.scores.muc,
    "b_cubed": scorch.scores.b_cubed,
    "ceaf_m": scorch.scores.ceaf_m,
    "ceaf_e": scorch.scores.ceaf_e,
    # The fast way multiplies matrices of booleans; the slow one lists every link.
    "blanc": lambda key, response: scorch.scores.blanc(key, response, fast=False),
}

label = st.none() | st.integers(0, 7)

partitions = st.lists(st.tuples(label, label), min_size=1, max_size=40).map(
    lambda rows: (by_labels([row[0] for row in rows]), by_labels([row[1] for row in rows]))
)


def values(score: Score) -> list[float | None]:
    return [score.recall.value, score.precision.value, score.f1]


def nothing_in_common(key: Classes, response: Classes) -> bool:
    return not set().union(*key) & set().union(*response)


@pytest.mark.parametrize("name", SCORCH)
@given(pair=partitions)
def test_scorch_gives_equal_scores(name: str, pair: tuple[Classes, Classes]) -> None:
    key, response = pair
    score = METRICS[name].score(pair_of(key, response))
    if nothing_in_common(key, response):
        # scorch raises an error here.
        both = (score.recall.value, score.precision.value) == (None, None)
        assert name == "blanc" or score.f1 == (None if both else 0.0)
        return

    theirs = SCORCH[name](key, response)

    if name == "muc" and None in (score.recall.value, score.precision.value):
        assert theirs == (0.0, 0.0, 0.0)
        return
    if name == "blanc" and score.recall.value is None:
        assert sum(map(len, key)) == 1
        assert set(theirs) <= {0.0, 1.0}
        return
    for ours, their in zip(values(score), theirs, strict=True):
        assert (0.0 if ours is None else ours) == pytest.approx(their, abs=1e-9)


@pytest.mark.parametrize("name", SCORCH)
def test_scorch_says_the_same_of_a_large_pair_with_many_ties(name: str) -> None:
    # 300 mentions; classes of 1 to 12 are cut and joined in a pattern, so that no alignment is obvious.
    key = by_labels([number % 41 for number in range(300)])
    response = by_labels([None if number % 17 == 0 else number * number % 53 for number in range(300)])

    score = METRICS[name].score(pair_of(key, response))

    for ours, their in zip(values(score), SCORCH[name](key, response), strict=True):
        assert ours is not None
        assert math.isclose(ours, their, abs_tol=1e-9)

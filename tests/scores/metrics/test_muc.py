"""MUC, to the fraction."""

from __future__ import annotations

import pytest

from coala.scores.metrics.muc import MUC
from tests.support.partitions import spelled_pair

# Vilain et al. 1995, Table 1 and the two larger examples after it. The paper writes links (A-B B-C); here
# stand the classes that they imply, as the test cases F to L of the CoNLL reference scorer have them.
VILAIN = {
    # S = ABCD falls into AB, CD: recall (4 − 2)/(4 − 1); precision (2 − 1 + 2 − 1)/(1 + 1).
    "row 1": ("ABCD", "AB CD", (2, 3), (2, 2)),
    # The same with the roles exchanged.
    "row 2": ("AB CD", "ABCD", (2, 2), (2, 3)),
    # One class, one part: (4 − 1)/(4 − 1).
    "row 3": ("ABCD", "ABCD", (3, 3), (3, 3)),
    # The classes of row 1 once more, implied by other links.
    "row 4": ("ABCD", "AB CD", (2, 3), (2, 2)),
    # The response lacks B: ABC falls into AC, B: (3 − 2)/(3 − 1); precision (2 − 1)/(2 − 1).
    "row 5": ("ABC", "AC", (1, 2), (1, 1)),
    # BCDEGHJ falls into BC, DE, GH, J: (7 − 4)/(7 − 1). ABC falls into A, BC, and so do the two others:
    # (3 − 2)·3 / (2·3).
    "first larger example": ("BCDEGHJ", "ABC DEF GHI", (3, 6), (3, 6)),
    # ABC into AB, C: 1 of 2; DEFG into D, E, FG: 1 of 3. AB whole: 1 of 1; CD into C, D: 0 of 1; FGH into
    # FG, H: 1 of 2.
    "second larger example": ("ABC DEFG", "AB CD FGH", (2, 5), (2, 4)),
}

TRUTH = "12345 67 89ABC"

# Baldwin et al. 1998 (UPenn CAMP, MUC-7), the two examples: each response joins two classes by one wrong
# link. Recall (5 − 1 + 2 − 1 + 5 − 1) of as much; precision: the joined class falls into two parts.
CAMP = {
    # (5 − 1 + 7 − 2)/(4 + 6)
    "example 1": (TRUTH, "12345 6789ABC", (9, 9), (9, 10)),
    # (10 − 2 + 2 − 1)/(9 + 1)
    "example 2": (TRUTH, "1234589ABC 67", (9, 9), (9, 10)),
}


@pytest.mark.parametrize("example", [*VILAIN.values(), *CAMP.values()], ids=[*VILAIN, *CAMP])
def test_the_published_examples_come_out_as_the_counts_that_were_printed(
    example: tuple[str, str, tuple[int, int], tuple[int, int]],
) -> None:
    key, response, recall, precision = example

    score = MUC.score(spelled_pair(key, response))

    assert score.recall == recall
    assert score.precision == precision

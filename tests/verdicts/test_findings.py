"""Verdicts compared with the effect on the score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.scores.significance import Movement
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.findings import VERDICTS, Findings, find_disagreements, net_verdict

BETTER, WORSE, SAME, UNSURE = Verdict

Judged = list[tuple[Verdict | None, float | None]]
"""The verdict and the share of each bag."""

BAGS: Judged = [
    (BETTER, 0.2),
    (WORSE, 0.1),
    (BETTER, -0.3),
    (WORSE, 0.1),
    (SAME, 0.0),
    (UNSURE, None),
    (None, 0.4),
    (WORSE, -0.1),
    (WORSE, 0.05),
]

random_bags = st.lists(
    st.tuples(st.sampled_from(VERDICTS), st.sampled_from([None, 0.0, 1e-17, 0.5, -0.5, float("nan")]))
)


def findings(bags: Judged, groups: Sequence[int | None] | None = None) -> Findings:
    each = BagGroups([None] * len(bags) if groups is None else groups)
    return find_disagreements([verdict for verdict, _ in bags], [share for _, share in bags], each)


def test_each_bag_is_in_the_cell_of_its_verdict_and_direction() -> None:
    found = findings(BAGS)

    assert found.cell(WORSE, Movement.RISES).bags == (1, 3, 8)
    assert found.cell(BETTER, Movement.FALLS).bags == (2,)
    assert found.cell(SAME, Movement.NO_CHANGE).bags == (4,)
    assert found.cell(UNSURE, Movement.UNDEFINED).bags == (5,)
    assert found.cell(None, Movement.RISES).bags == (6,)
    assert found.row_total(WORSE) == 4
    assert (found.total, found.agreed, found.disagreed) == (9, 2, 4)


def test_cells_whose_verdict_and_direction_contradict_each_other_disagree() -> None:
    found = findings(BAGS)
    rises, falls = found.disagreements

    assert (rises.verdict, rises.movement, rises.bags) == (WORSE, Movement.RISES, (1, 3, 8))
    assert (falls.verdict, falls.movement, falls.bags) == (BETTER, Movement.FALLS, (2,))
    sentences = [cell.sentence for cell in found.cells if cell.bags]
    assert len(set(sentences)) == len(sentences) == 7
    assert [sum(cell.disagrees for cell in found.cells), re.findall(r"\d", rises.sentence)] == [2, ["3"]]


def test_no_difference_and_cannot_tell_contradict_no_direction() -> None:
    found = findings([(SAME, 0.2), (SAME, -0.2), (UNSURE, 0.2), (None, -0.2)])

    assert (found.agreed, found.disagreed) == (0, 0)


def test_the_last_bit_of_a_float_makes_no_finding() -> None:
    assert findings([(WORSE, 2**-52)]).disagreed == 0


@given(random_bags)
def test_every_bag_is_in_one_cell_and_the_totals_are_those_of_the_verdicts(bags: Judged) -> None:
    found = findings(bags)

    assert sorted(number for cell in found.cells for number in cell.bags) == list(range(len(bags)))
    assert found.total == len(bags)
    verdicts = Counter(verdict for verdict, _ in bags)
    assert {verdict: found.row_total(verdict) for verdict in VERDICTS} == {
        verdict: verdicts[verdict] for verdict in VERDICTS
    }


def test_bags_that_gold_joins_count_once_with_the_sign_of_their_net() -> None:
    bags: Judged = [(WORSE, 0.1), (WORSE, 0.1), (BETTER, 0.1), (BETTER, 0.1), (None, 0.1), (WORSE, 0.1)]
    found = findings(bags, [3, None, 3, 5, 5, 3])

    assert found.cell(WORSE, Movement.RISES).bags == (0, 2, 5, 1)
    assert found.cell(WORSE, Movement.RISES).shares == 2
    assert found.cell(None, Movement.RISES).bags == (3, 4)
    assert (found.total, found.disagreed, found.row_total(None)) == (3, 2, 1)
    assert re.findall(r"\d", found.disagreements[0].sentence) == ["2", "4"]


@pytest.mark.parametrize(
    ("verdicts", "together"),
    [
        ([BETTER, WORSE, BETTER], BETTER),
        ([WORSE, SAME], WORSE),
        ([BETTER, WORSE], SAME),
        ([UNSURE, SAME], SAME),
        ([UNSURE, UNSURE], UNSURE),
        ([UNSURE, WORSE], WORSE),
        ([BETTER, None], None),
    ],
)
def test_several_verdicts_say_what_their_net_says(
    verdicts: list[Verdict | None], together: Verdict | None
) -> None:
    assert net_verdict(verdicts) is together


def test_shares_of_other_bags_than_were_judged_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\b2 .* 1\b"):
        find_disagreements([WORSE, None], [0.1], BagGroups([None]))


def test_a_hundred_thousand_bags_find_their_cells() -> None:
    assert findings([(VERDICTS[number % 5], number % 3 - 1.0) for number in range(100_000)]).total == 100_000

"""Blind answers: which side was preferred."""

from __future__ import annotations

import random

import pytest

from coala.model.bag import Verdict
from coala.verdicts.reliability import SideBias, mirror_verdict, report_blind
from coala.verdicts.state import State

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE


def sides(*states: State) -> SideBias:
    return report_blind(states).sides


def test_right_is_the_changed_graph_unless_the_sides_were_exchanged() -> None:
    assert sides(State(BETTER, swapped=False), State(WORSE, swapped=True)) == SideBias(0, 2, 0, 0.5)
    assert sides(State(WORSE, swapped=False), State(BETTER, swapped=True)) == SideBias(2, 0, 0, 0.5)


def test_answers_without_a_preferred_side_and_those_not_given_blind_decide_nothing() -> None:
    found = sides(State(SAME, swapped=True), State(UNSURE, swapped=False), State(BETTER), State(swapped=True))

    assert found == SideBias(0, 0, 2, None)


def test_a_reviewer_who_always_takes_the_right_side_is_found() -> None:
    swapped = [bool(random.Random(7 + bag).getrandbits(1)) for bag in range(20)]
    states = [State(WORSE if exchanged else BETTER, swapped=exchanged) for exchanged in swapped]

    # 2 · (1/2)^20
    found = sides(*states)
    assert (found.left, found.right, found.neither) == (0, 20, 0)
    assert found.p == pytest.approx(2**-19)


def test_one_who_always_says_that_the_changed_graph_is_better_has_no_bias() -> None:
    found = sides(*(State(BETTER, swapped=bag % 2 == 0) for bag in range(20)))

    assert (found.left, found.right, found.p) == (10, 10, 1.0)


@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_a_verdict_turned_twice_is_itself(verdict: Verdict | None) -> None:
    assert mirror_verdict(mirror_verdict(verdict)) is verdict
    assert (mirror_verdict(verdict) is verdict) == (verdict not in (BETTER, WORSE))

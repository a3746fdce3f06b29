"""How long verdicts took, computed from their times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest

from coala.model.bag import Verdict
from coala.present.reviewers import describe_minutes
from coala.review.minutes import (
    JudgingAct,
    Minutes,
    find_acts,
    join_minutes,
    measure_minutes,
    pair_with_states,
)
from coala.review.storage.journal import JournalRow
from coala.verdicts.state import Manner, Origin, State

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def judged(*pauses: float, start: datetime = NOON) -> list[JudgingAct]:
    """Return acts on one bag after another, each after a pause of this number of minutes."""
    passed = accumulate(pauses, initial=0.0)
    return [
        JudgingAct(start + timedelta(minutes=minutes), str(number), gave=True, first=True)
        for number, minutes in enumerate(passed)
    ]


def measure(acts: Sequence[JudgingAct]) -> tuple[float, int, float | None]:
    minutes = measure_minutes(acts, {act.bag for act in acts})
    return minutes.total.total_seconds(), minutes.verdicts, minutes.median_seconds


def test_minutes_are_the_pauses_before_acts() -> None:
    assert measure(judged(0.5, 1, 3)) == (270, 3, 60)
    assert measure(judged(0.5, 1)) == (90, 2, 45)


def test_a_pause_of_exactly_five_minutes_counts_and_a_longer_one_does_not() -> None:
    assert measure(judged(5)) == (300, 1, 300)
    assert measure(judged(5.001)) == (0, 0, None)
    assert measure(judged(1, 5.001, 2)) == (180, 2, 90)


@pytest.mark.parametrize("acts", [[], judged()])
def test_one_verdict_has_no_known_time(acts: Sequence[JudgingAct]) -> None:
    assert measure(acts) == (0, 0, None)


def test_minutes_ignore_a_clock_that_was_set_back() -> None:
    assert measure(judged(1, -60, 2)) == (180, 2, 90)


def test_verdicts_that_were_stored_together_have_no_time() -> None:
    assert measure(judged(1, 0, 0.098 / 60, 0.2 / 60)) == (60.2, 2, 30.1)


def test_all_acts_on_a_bag_add_to_its_time() -> None:
    acts = judged(1, 2)
    later = acts[-1].time + timedelta(seconds=30)
    noted = JudgingAct(later, "1", True, False)
    assert measure([*acts, noted]) == (210, 2, 105)
    withdrawn = JudgingAct(later, "1", False, False)
    assert measure([*acts, withdrawn]) == (210, 1, 120)


def test_minutes_count_only_the_given_bags() -> None:
    minutes = measure_minutes(judged(1, 2, 4), ["0", "2"])
    assert (minutes.total, minutes.verdicts) == (timedelta(minutes=2), 1)


def test_joined_minutes_have_the_median_of_all_verdicts() -> None:
    joined = join_minutes([Minutes(timedelta(seconds=90), (timedelta(seconds=9),)), Minutes()])
    assert (joined.total, joined.verdicts, joined.median_seconds) == (timedelta(seconds=90), 1, 9)


def a_row(sequence: int, minute: int, state: State, bag: str = "a") -> JournalRow:
    time = (NOON + timedelta(minutes=minute)).isoformat(timespec="milliseconds")
    return JournalRow(sequence, time, "Ann", "judge", None, bag, state)


def test_answers_of_models_and_carried_over_ones_are_no_acts() -> None:
    carried = State(Verdict.BETTER, manner=Manner.TAKEN_OVER, origin=Origin("old.coala", "Ann", "2026"))
    rows = [
        a_row(1, 0, State(Verdict.BETTER), "a"),
        a_row(2, 1, State(Verdict.BETTER, by_model=True), "b"),
        a_row(3, 2, carried, "c"),
        a_row(4, 3, State(Verdict.WORSE), "d"),
    ]
    acts = find_acts(pair_with_states(rows), "Ann")

    assert [act.bag for act in acts] == ["a", "d"]
    assert measure(acts) == (180, 1, 180)


@pytest.mark.parametrize(
    ("signs", "expected"),
    [("+-", (60, 0, None)), ("+ -", (120, 1, 120)), ("+  ", (120, 0, None)), ("+-+", (120, 0, None))],
)
def test_another_verdict_on_a_bag_is_not_its_first_and_one_after_a_withdrawal_is(
    signs: str, expected: tuple[float, int, float | None]
) -> None:
    # The first verdict on the bag follows a pause; a blank withdraws it.
    states = [State(None if sign == " " else Verdict(sign)) for sign in signs]
    rows = [a_row(number, 20 + number, state, "b") for number, state in enumerate(states, 1)]
    assert measure(find_acts(pair_with_states([a_row(0, 0, State(Verdict.SAME)), *rows]), "Ann")) == expected


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (Minutes(), ""),
        (Minutes(timedelta(seconds=40), (timedelta(seconds=40),)), "1 verdict in 40 seconds, without"),
        (
            Minutes(timedelta(minutes=14), (timedelta(seconds=25),) * 27 + (timedelta(seconds=165),)),
            "28 verdicts in 14 minutes, median 25 seconds, without pauses of over 5 minutes",
        ),
        (
            Minutes(timedelta(hours=2), (timedelta(hours=1),) * 2),
            "in 2.0 hours, median 60 minutes",
        ),
        (Minutes(timedelta(seconds=1), (timedelta(seconds=0.4),) * 2), "in 1 second, median 1 second"),
    ],
)
def test_minutes_are_described_in_words(minutes: Minutes, words: str) -> None:
    assert words in describe_minutes(minutes)

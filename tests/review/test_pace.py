"""A reviewer's pace, computed from the times of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import accumulate

import pytest

from coala.model.bag import Verdict
from coala.present.reviewers import describe_minutes
from coala.review.pace import (
    JudgingAct,
    Minutes,
    Pace,
    find_acts,
    join_minutes,
    measure_minutes,
    measure_pace,
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


def test_ten_bags_a_minute_apart_are_sixty_an_hour() -> None:
    assert measure_pace(judged(*[1] * 10), NOON, 30) == Pace(11, 60.0, timedelta(minutes=30))


def test_pauses_of_more_than_five_minutes_do_not_count() -> None:
    acts = judged(1, 1, 1, 45, 1, 5, 1)
    # The time for the bag after the long pause is unknown, so it does not count either.
    assert measure_pace(acts, NOON, 0).an_hour == pytest.approx(60 * 6 / 10)


@pytest.mark.parametrize(
    "acts", [[], judged(), judged(1, 1, 1), judged(*[6] * 20), judged(*[0.04] * 20), judged(*[-1] * 20)]
)
def test_too_few_bags_or_no_time_gives_no_pace(acts: Sequence[JudgingAct]) -> None:
    assert measure_pace(acts, NOON, 10)[1:] == (None, None)


def test_a_clock_that_was_set_back_is_no_pause() -> None:
    assert measure_pace(judged(1, 1, 1, -60, 1, 1, 1), NOON, 0).an_hour == pytest.approx(60)


def test_another_act_on_a_bag_takes_time_but_counts_no_bag() -> None:
    acts = judged(*[1] * 6)
    again = [JudgingAct(acts[-1].time + timedelta(minutes=number), "0", True, False) for number in (1, 2, 3)]
    assert measure_pace([*acts, *again], NOON, 0).an_hour == pytest.approx(60 * 6 / 9)


def test_only_the_last_acts_tell_the_pace() -> None:
    quick = judged(*[0.5] * 300, start=NOON + timedelta(hours=2))
    assert measure_pace([*judged(*[4] * 100), *quick], NOON, 0).an_hour == pytest.approx(120)


def test_today_is_the_day_of_the_reviewers_clock() -> None:
    late = judged(*[1] * 9, start=datetime(2026, 11, 22, 22, 55, tzinfo=UTC))
    east = datetime(2026, 11, 23, 0, 30, tzinfo=timezone(timedelta(hours=1)))
    assert measure_pace(late, east, 0).today == 5
    assert measure_pace(late, NOON, 0).today == 10
    assert measure_pace(late, NOON + timedelta(days=1), 0).today == 0


def test_withdrawn_or_earlier_verdict_does_not_count_today() -> None:
    before = JudgingAct(NOON - timedelta(days=1), "a", True, True)
    changed = JudgingAct(NOON, "a", True, False)
    given = JudgingAct(NOON, "b", True, True)
    noted = JudgingAct(NOON, "b", True, False)
    taken = JudgingAct(NOON, "b", False, False)
    assert measure_pace([before, changed], NOON, 0).today == 0
    assert measure_pace([before, given, noted], NOON, 0).today == 1
    assert measure_pace([given, noted, taken], NOON, 0).today == 0
    assert measure_pace([given, taken, given], NOON, 0).today == 1


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

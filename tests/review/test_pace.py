"""A reviewer's pace, computed from the times of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import accumulate

import pytest

from coala.review.pace import JudgingAct, Pace, measure_pace

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

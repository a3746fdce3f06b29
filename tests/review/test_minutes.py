"""How long verdicts took, computed from their times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from coala.model.bag import Verdict
from coala.review.minutes import (
    JudgingAct,
    find_acts,
    measure_minutes,
    pair_with_states,
)
from coala.review.storage.journal import JournalRow
from coala.verdicts.state import State

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def measure(acts: Sequence[JudgingAct]) -> tuple[float, int, float | None]:
    minutes = measure_minutes(acts, {act.bag for act in acts})
    return minutes.total.total_seconds(), minutes.verdicts, minutes.median_seconds


def a_row(sequence: int, minute: int, state: State, bag: str = "a") -> JournalRow:
    time = (NOON + timedelta(minutes=minute)).isoformat(timespec="milliseconds")
    return JournalRow(sequence, time, "Ann", "judge", None, bag, state)


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

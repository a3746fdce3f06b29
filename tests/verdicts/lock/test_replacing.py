"""Newer answers on the same mentions: which of them replace an older assertion."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coala.verdicts.lock.replacing import Giver, JudgedMentions
from tests.support.graphs_by_hand import A, B, C, D

JANUARY, FEBRUARY = (datetime(2026, month, 1, tzinfo=UTC) for month in (1, 2))
ANN = Giver("Ann", JANUARY)


@pytest.mark.parametrize(
    ("newer", "replaced"),
    [
        (Giver("Ann", FEBRUARY), True),
        (Giver("Ann", JANUARY), False),
        (Giver("Ben", FEBRUARY), False),
        (Giver("Ben", FEBRUARY, settles=True), True),
        (Giver("Ben", JANUARY, settles=True), False),
    ],
)
def test_assertion_when_another_answer_is_on_its_mentions_is_replaced_by_a_newer_one(
    newer: Giver, replaced: bool
) -> None:
    judged = JudgedMentions()
    judged.add(newer, [A, B, C])
    assert judged.have_newer(ANN, [A, B, C]) is replaced
    assert judged.have_newer(ANN, [C]) is replaced


def test_assertion_when_two_bags_have_its_mentions_between_them_stays() -> None:
    judged = JudgedMentions()
    assert not judged
    judged.add(Giver("Ann", FEBRUARY), [A, B])
    judged.add(Giver("Ann", FEBRUARY), [C, D])
    assert judged
    assert judged.have_newer(ANN, [B, A])
    assert not judged.have_newer(ANN, [B, C])
    assert not judged.have_newer(ANN, [A, B, C, D])

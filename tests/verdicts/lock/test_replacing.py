"""Newer answers on the same mentions: which of them replace an older assertion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion, Expected
from coala.verdicts.lock.replacing import Giver, JudgedMentions
from tests.support.graphs_by_hand import A, B, C, D
from tests.support.reviews import a_bag

JANUARY, FEBRUARY = (datetime(2026, month, 1, tzinfo=UTC) for month in (1, 2))
ANN = Giver("Ann", JANUARY)


def is_replaced(judged: JudgedMentions, spans: Sequence[Span]) -> bool:
    """Return True if newer answers replace an assertion of Ann about these spans, in any division."""
    bag = replace(a_bag(0), spans=(A, B, C, D), words=("a", "b", "c", "d"))
    places = [bag.spans.index(span) for span in spans]
    assertions = [
        Assertion(Expected.TOGETHER, tuple(places[:cut]), tuple(places[cut:]))
        for cut in range(1, len(places) + 1)
    ]
    standing = judged.keep_standing(ANN, bag, assertions)
    assert standing in ([], assertions)
    return not standing


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
    assert is_replaced(judged, [A, B, C]) is replaced
    assert is_replaced(judged, [C]) is replaced


def test_assertion_when_two_bags_have_its_mentions_between_them_stays() -> None:
    judged = JudgedMentions()
    assert not judged
    judged.add(Giver("Ann", FEBRUARY), [A, B])
    judged.add(Giver("Ann", FEBRUARY), [C, D])
    assert judged
    assert is_replaced(judged, [B, A])
    assert not is_replaced(judged, [B, C])
    assert not is_replaced(judged, [A, B, C, D])

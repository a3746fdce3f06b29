"""Blind answers become what they say of the reviewer: a side that was preferred, and answers given twice.

Each bag's sides were exchanged by the toss of a seeded coin, so a reviewer who looks only at the bags prefers
the right side in half of them, however much better one system is. What was preferred is counted among the
answers that preferred one side; the test is the exact binomial one with p = 1/2 (``sign_test``).

A few bags came a second time with their sides exchanged. How often both answers are the same, and Cohen's
kappa of them, say how far a reviewer agrees with themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from coala.base.statistics import sign_test
from coala.model.bag import Verdict
from coala.verdicts.reliability.agreement import RatedBag, Reliability, measure_agreement
from coala.verdicts.state import State


@dataclass(frozen=True)
class SideBias:
    """How often which side was preferred in blind answers; ``p`` is None where none was."""

    left: int
    right: int
    neither: int
    p: float | None


class BlindReport(NamedTuple):
    """What the blind answers of one reviewer say of the reviewer."""

    answers: int
    sides: SideBias
    repeated: Reliability


def report_blind(states: Iterable[State]) -> BlindReport:
    """Look at all states of one reviewer; those that were not given blind are passed over.

    In a bag whose sides were not exchanged the changed graph stood right. For the sides only the first answer
    to a bag counts: the second depends on it, and the test is of answers that depend on nothing but the coin.
    """
    answers: list[tuple[Verdict, bool]] = []
    repeated: list[RatedBag] = []
    for state in states:
        if state.swapped is None or state.verdict is None:
            continue
        answers.append((state.verdict, state.swapped))
        if state.again is not None:
            repeated.append(RatedBag((state.verdict, state.again)))
    right = sum(verdict is _prefers_right(swapped=swapped) for verdict, swapped in answers)
    left = sum(verdict is _prefers_right(swapped=not swapped) for verdict, swapped in answers)
    sides = SideBias(left, right, len(answers) - left - right, sign_test(right, left))
    return BlindReport(len(answers), sides, measure_agreement(2, repeated).together)


def _prefers_right(*, swapped: bool) -> Verdict:
    return Verdict.WORSE if swapped else Verdict.BETTER


def turn_verdict(verdict: Verdict | None) -> Verdict | None:
    """What a verdict says when the sides are exchanged: better becomes worse, the others stay."""
    return _TURNED.get(verdict, verdict)


_TURNED: dict[Verdict | None, Verdict] = {
    Verdict.BETTER: Verdict.WORSE,
    Verdict.WORSE: Verdict.BETTER,
}

"""A reviewer's verdicts become the marks of a board: what was judged, and what that implies of other bags.

A verdict is on a question (a fingerprint), so it marks each place of each column where that is asked. What
verdicts imply of bags without one of their own (``coala.verdicts.lock.entailment``) is told apart, with the
bags by which, and is no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Verdict
from coala.verdicts.changes import count_judged, row_verdicts
from coala.verdicts.lock.assertions import find_assertions
from coala.verdicts.lock.entailment import BagClaims, Claim, Entailment, claims_of
from coala.verdicts.state import State


class ImpliedMark(NamedTuple):
    """What verdicts on other bags say of a bag; ``by`` are the fingerprints of these, weightiest first."""

    verdict: Verdict
    by: tuple[str, ...]


class BoardMarks:
    """The marks of one reviewer on a board, by fingerprint: ``given`` and, of bags without, ``implied``.

    ``by_change`` are how many changes have verdicts of their own, of bags with such. All are the same
    mappings at all times, and ``take`` brings them up to each verdict.
    """

    def __init__(
        self,
        questions: Sequence[str],
        claims: Sequence[BagClaims],
        states: Mapping[str, State],
        judged_by_change: Mapping[str, Bag],
    ) -> None:
        """``questions`` are the fingerprints of all bags, ``claims`` what verdicts on them would say,
        ``states`` what the reviewer says, and ``judged_by_change`` the bags whose changes have verdicts.
        """
        self._questions = questions
        self._number = {fingerprint: number for number, fingerprint in enumerate(questions)}
        self._claims = claims
        self._entailment = Entailment(claims)
        self.given: dict[str, Verdict] = {}
        self.by_change: dict[str, int] = {}
        self.implied: dict[str, ImpliedMark] = {}
        for fingerprint in filter(self._number.__contains__, states):
            self._tell(fingerprint, states[fingerprint], judged_by_change.get(fingerprint))
        for bag in {other for judged in self._entailment for other in self._entailment.touching(judged)}:
            self._imply(bag)

    def take(self, fingerprint: str, state: State, bag: Bag | None = None) -> frozenset[str]:
        """Take over what the reviewer says of a bag now; returns the bags whose marks became others.

        ``bag`` is needed where its changes have verdicts of their own (``State.rows``).
        """
        number = self._number.get(fingerprint)
        if number is None:
            return frozenset()
        before = self.given.get(fingerprint), self.by_change.get(fingerprint)
        self._tell(fingerprint, state, bag)
        others = {each for each in self._entailment.touching(number) if self._imply(each)}
        if self._imply(number) or (self.given.get(fingerprint), self.by_change.get(fingerprint)) != before:
            others.add(number)
        return frozenset(self._questions[each] for each in others)

    def _tell(self, fingerprint: str, state: State, bag: Bag | None) -> None:
        if state.verdict is None:
            self.given.pop(fingerprint, None)
        else:
            self.given[fingerprint] = state.verdict
        if state.rows and bag is not None:
            self.by_change[fingerprint] = count_judged(bag, state.rows)
        else:
            self.by_change.pop(fingerprint, None)
        number = self._number[fingerprint]
        self._entailment.tell(number, _claims_told(self._claims[number], state, bag))

    def _imply(self, number: int) -> bool:
        """Find anew what is implied of a bag; whether it is something else."""
        fingerprint = self._questions[number]
        found = None if fingerprint in self.given else self._entailment.of_bag(number)
        before = self.implied.pop(fingerprint, None)
        if found is not None:
            by = tuple(self._questions[bag] for bag in found.by)
            self.implied[fingerprint] = ImpliedMark(found.verdict, by)
        return before != self.implied.get(fingerprint)


def _claims_told(claims: BagClaims, state: State, bag: Bag | None) -> Iterator[Claim]:
    """What the verdicts on a bag claim: on its changes, or on the whole of a bag of one change."""
    if state.rows and bag is not None:
        whole = state.verdict if claims.one_change else None
        yield from claims_of(
            find_assertions(bag, row_verdicts(bag, state.rows), whole).assertions, claims.spans
        )
    elif claims.one_change and state.verdict is Verdict.BETTER:
        yield from claims.better
    elif claims.one_change and state.verdict is Verdict.WORSE:
        yield from claims.worse

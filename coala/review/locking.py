"""Locks: assertions from the verdicts of several reviews."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Verdict
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.pooling import newest_states
from coala.review.storage.journal import moment_of
from coala.verdicts.changes import list_row_verdicts
from coala.verdicts.lock.assertions import Assertion, BagAssertions, find_assertions
from coala.verdicts.lock.consistency import ConsistentAssertions, Giver, LaterVerdicts
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.state import Manner, State

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)


def make_lock(reviews: Sequence[Review]) -> Lock:
    """Return all that the verdicts of these reviews assert; raise ``ReviewError`` for a damaged one.

    As in the tally, a bag counts once, in whatever files it is: with each reviewer's newest verdict, or if it
    was adjudicated only with the adjudicated verdicts. Bags of earlier comparisons count as well, as far as a
    review has kept them; where bags share mentions, newer verdicts replace older ones.
    """
    of = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: of[judged.review].text(document))
    judgements = list(_find_judgements(reviews))
    times = _Times()
    later = LaterVerdicts()
    for judgement in _find_overlapping(reviews, judgements):
        if (bag := judgement.bag()) is not None:
            later.add(times.giver(judgement), bag, judgement.list_rows(bag))
    found: list[_Found] = []
    for judgement in judgements:
        if not judgement.asserts:
            continue
        bag = judgement.bag()
        if bag is None:
            lock.forget(judgement.locking("a bag of an earlier comparison"))
            continue
        rows = list_row_verdicts(bag, judgement.state.rows)
        one = _Found(judgement, bag, find_assertions(bag, rows, judgement.state.verdict))
        if later:
            found.append(one)
        else:
            one.add_to(lock)
    for one, left in zip(found, _find_left(found, later, times), strict=True):
        one.add_to(lock, left)
    return lock


def _find_left(
    found: Sequence[_Found], later: LaterVerdicts, times: _Times
) -> Sequence[Sequence[Assertion | None]]:
    """Return the assertions of each bag that newer verdicts leave in force.

    From the newest to the oldest, a reviewer's assertion is left out if it contradicts newer ones that are
    kept: those of the same reviewer, and those of an adjudication.
    """
    givers = [times.giver(one.judgement) for one in found]
    kept = {giver.reviewer: ConsistentAssertions() for giver in givers}
    left: list[list[Assertion | None]] = [[] for _ in found]
    for number in sorted(range(len(found)), key=lambda number: givers[number].moment, reverse=True):
        giver, bag = givers[number], found[number].bag
        for assertion in found[number].found.assertions:
            rest = later.find_remaining(giver, bag, assertion)
            if rest is not None:
                rest = kept[giver.reviewer].add(bag, rest)
            if rest is not None and giver.settles:
                for reviewer, consistent in kept.items():
                    if reviewer != giver.reviewer:
                        consistent.add(bag, rest)
            left[number].append(rest)
    return left


class _Judgement(NamedTuple):
    """A reviewer's state of a bag; without an ``entry`` the bag is of an earlier comparison."""

    review: Review
    entry: BagEntry | None
    fingerprint: str
    reviewer: str
    state: State

    @property
    def asserts(self) -> bool:
        state = self.state
        return state.verdict in _ASSERTING or any(verdict in _ASSERTING for _, verdict in state.rows)

    def bag(self) -> Bag | None:
        """Return the judged bag; None where the file has only its spans."""
        if self.entry is not None:
            return self.review.bag(self.entry.number)
        kept = self.review.judged_bag(self.fingerprint)
        return kept if isinstance(kept, Bag) else None

    def list_rows(self, bag: Bag) -> list[Verdict | None]:
        """Return the verdict on each row of the bag: its own, or the bag's."""
        return [row or self.state.verdict for row in list_row_verdicts(bag, self.state.rows)]

    def locking(self, title: str) -> LockingBag:
        number = None if self.entry is None else self.entry.number
        return LockingBag(
            str(self.review.path), number, self.fingerprint, title, self.reviewer, self.state.verdict
        )


class _Found(NamedTuple):
    """A judged bag and what its verdicts assert."""

    judgement: _Judgement
    bag: Bag
    found: BagAssertions

    def add_to(self, lock: Lock, left: Sequence[Assertion | None] | None = None) -> None:
        lock.add(self.judgement.locking(self.bag.title), self.bag, self.found, left)


def _find_judgements(reviews: Sequence[Review]) -> Iterator[_Judgement]:
    """Yield the judgements that count for each bag, those of the present comparisons first."""
    holders: defaultdict[str, list[tuple[Review, BagEntry | None]]] = defaultdict(list)
    for review in reviews:
        review.check_on()
        for entry in review.entries:
            holders[entry.fingerprint].append((review, entry))
    for review in reviews:
        # Bags of other columns of a board are judged in the reviews of these columns.
        asked = review.listed()
        judged = dict.fromkeys(name for reviewer in review.reviewers() for name in review.states_of(reviewer))
        for fingerprint in judged:
            if fingerprint not in asked and all(held is None for _, held in holders[fingerprint]):
                holders[fingerprint].append((review, None))
    newest, _ = newest_states(reviews)
    for fingerprint, files in holders.items():
        states = {name: held[fingerprint] for name, held in newest.items() if fingerprint in held}
        settled = {name: state for name, state in states.items() if _settles(state)}
        for reviewer, state in (settled or states).items():
            if state.is_judged:
                yield _Judgement(*_choose(files, reviewer, fingerprint, state), fingerprint, reviewer, state)


def _choose(
    held: Sequence[tuple[Review, BagEntry | None]], reviewer: str, fingerprint: str, state: State
) -> tuple[Review, BagEntry | None]:
    """Choose the file to read a state's bag from: one that has the bag, or the most of it."""
    if held[0][1] is None:
        with_bag = [each for each in held if isinstance(each[0].judged_bag(fingerprint), Bag)]
        held = with_bag or held
    return next((each for each in held if each[0].states_of(reviewer).get(fingerprint) == state), held[0])


def _find_overlapping(reviews: Sequence[Review], judgements: Sequence[_Judgement]) -> Iterator[_Judgement]:
    """Yield the judgements of bags that may share mentions with another one.

    Bags of one comparison share none.
    """
    comparisons = {review.listed() for review in reviews}
    for judgement in judgements:
        entry = judgement.entry
        if len(comparisons) > 1 or entry is None or entry.earlier:
            yield judgement


class _Times:
    """The times of verdicts, read once for each review and reviewer."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Mapping[str, str]] = {}

    def giver(self, judgement: _Judgement) -> Giver:
        review, reviewer, state = judgement.review, judgement.reviewer, judgement.state
        if state.origin is not None:
            time = state.origin.time
        else:
            key = id(review), reviewer
            if key not in self._known:
                self._known[key] = review.times_of(reviewer)
            time = self._known[key].get(judgement.fingerprint, "")
        return Giver(reviewer, moment_of(time), _settles(state))


def _settles(state: State) -> bool:
    return state.verdict is not None and state.manner is Manner.ADJUDICATION

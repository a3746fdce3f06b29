"""Locks: assertions from the verdicts of several reviews.

A lock is for regression tests: it holds what verdicts demand of any later graph ("these two mentions are
together"), and ``coala.verdicts.lock`` checks a graph against it. This module collects the verdicts that
count from open reviews. A bag, the item that is judged, is identified by its fingerprint; several files may
have it, and verdicts of earlier comparisons count as well. Newer verdicts replace older ones on the same
mentions.
"""

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
from coala.verdicts.reviewer_kinds import choose_counted
from coala.verdicts.state import Manner, State

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)
"""The verdicts that prefer one graph; the others assert nothing."""


def make_lock(reviews: Sequence[Review]) -> Lock:
    """Return all that the verdicts of these reviews assert; raise ``ReviewError`` for a damaged one.

    As in the tally, models do not count where people have judged, and a bag counts once, in whatever files it
    is: with each reviewer's newest verdict, or if it was adjudicated only with the adjudicated verdicts. Bags
    of earlier comparisons count as well, as far as a review has kept them; where bags share mentions, newer
    verdicts replace older ones.
    """
    review_at = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: review_at[judged.review].text(document))
    newest, _ = newest_states(reviews)
    present = {entry.fingerprint for review in reviews for entry in review.entries}
    counted = choose_counted([(newest, present)])
    lock.left_out = counted.left_out
    states = {name: own for name, own in newest.items() if counted.counts(name)}
    judgements = list(_find_judgements(reviews, states))
    lock.without_effect.extend(_find_without_effect(judgements))
    times = _Times()
    # Verdicts that may replace older ones, because their bags share mentions with other judged bags.
    later = LaterVerdicts()
    for judgement in _find_overlapping(reviews, judgements):
        if (bag := judgement.bag()) is not None:
            later.add(times.giver(judgement), bag, judgement.list_rows(bag))
    asserting: list[_AssertingBag] = []
    for judgement in judgements:
        if not judgement.asserts:
            continue
        bag = judgement.bag()
        if bag is None:
            lock.forget(judgement.locking("a bag of an earlier comparison"))
            continue
        rows = list_row_verdicts(bag, judgement.state.rows)
        judged = _AssertingBag(judgement, bag, find_assertions(bag, rows, judgement.state.verdict))
        if later:
            asserting.append(judged)
        else:
            # No bags overlap, so all assertions count; the bag need not stay in memory.
            judged.add_to(lock)
    for judged, left in zip(asserting, _drop_replaced(asserting, later, times), strict=True):
        judged.add_to(lock, left)
    return lock


def _drop_replaced(
    asserting: Sequence[_AssertingBag], later: LaterVerdicts, times: _Times
) -> Sequence[Sequence[Assertion | None]]:
    """Return the assertions of each bag that newer verdicts leave in force, None in place of the others.

    An assertion is about some spans, such as "spans 3, 5 and 8 must be together". Two filters may take spans
    out of it; without spans nothing is left of it:

    1. ``later``: a newer verdict answered the same question the other way, for instance by keeping span 8
       apart. Spans 3 and 5 are left.
    2. ``kept``: the newer assertions of the same reviewer, and those of adjudications, do not allow it,
       though no verdict forbids it: if 3 is with 4, and 4 apart from 5, then 3 and 5 cannot be together.
    """
    givers = [times.giver(judged.judgement) for judged in asserting]
    kept = {giver.reviewer: ConsistentAssertions() for giver in givers}
    left: list[list[Assertion | None]] = [[] for _ in asserting]
    for number in sorted(range(len(asserting)), key=lambda number: givers[number].moment, reverse=True):
        giver, bag = givers[number], asserting[number].bag
        for assertion in asserting[number].found.assertions:
            rest = later.find_remaining(giver, bag, assertion)
            if rest is not None:
                # Add what is left, and get back the part of it that can hold, or None.
                rest = kept[giver.reviewer].add(bag, rest)
            if rest is not None and giver.settles:
                # The verdict settled a disagreement, so it binds the other reviewers as well.
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
        """True if there is a verdict ``+`` or ``-``, on the bag or on one of its changes."""
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
        """Return the judgement as the lock cites it."""
        number = None if self.entry is None else self.entry.number
        return LockingBag(
            str(self.review.path), number, self.fingerprint, title, self.reviewer, self.state.verdict
        )


class _AssertingBag(NamedTuple):
    """A judged bag and what its verdicts assert."""

    judgement: _Judgement
    bag: Bag
    found: BagAssertions

    def add_to(self, lock: Lock, left: Sequence[Assertion | None] | None = None) -> None:
        lock.add(self.judgement.locking(self.bag.title), self.bag, self.found, left)


def _find_judgements(
    reviews: Sequence[Review], newest: Mapping[str, Mapping[str, State]]
) -> Iterator[_Judgement]:
    """Yield the judgements that count for each bag, those of the present comparisons first.

    ``newest`` has the states of the reviewers who count.
    """
    # The files that have a bag, by fingerprint; with None the bag is of an earlier comparison of the file.
    holders: defaultdict[str, list[tuple[Review, BagEntry | None]]] = defaultdict(list)
    for review in reviews:
        review.check_on()
        for entry in review.entries:
            holders[entry.fingerprint].append((review, entry))
    for review in reviews:
        # Bags of other columns of a board are judged in the reviews of these columns.
        listed = review.listed()
        judged = dict.fromkeys(name for reviewer in review.reviewers() for name in review.states_of(reviewer))
        for fingerprint in judged:
            if fingerprint not in listed and all(entry is None for _, entry in holders[fingerprint]):
                holders[fingerprint].append((review, None))
    for fingerprint, files in holders.items():
        states = {name: own[fingerprint] for name, own in newest.items() if fingerprint in own}
        settled = {name: state for name, state in states.items() if _settles(state)}
        for reviewer, state in (settled or states).items():
            if state.is_judged:
                chosen, own_entry = _choose_file(files, reviewer, fingerprint, state)
                yield _Judgement(chosen, own_entry, fingerprint, reviewer, state)


def _find_without_effect(judgements: Sequence[_Judgement]) -> Iterator[tuple[LockingBag, ...]]:
    """Yield the judgements of each listed bag with verdicts of both kinds: = and some that assert something.

    Those that assert something come first.
    """
    by_bag: defaultdict[str, list[_Judgement]] = defaultdict(list)
    for judgement in judgements:
        if judgement.entry is not None and (judgement.asserts or judgement.state.verdict is Verdict.SAME):
            by_bag[judgement.fingerprint].append(judgement)
    for of_bag in by_bag.values():
        of_bag.sort(key=lambda judgement: not judgement.asserts)
        if of_bag[0].asserts and not of_bag[-1].asserts:
            yield tuple(judgement.locking("") for judgement in of_bag)


def _choose_file(
    files: Sequence[tuple[Review, BagEntry | None]], reviewer: str, fingerprint: str, state: State
) -> tuple[Review, BagEntry | None]:
    """Choose the file to read a state's bag from: one that has the bag, or the most of it."""
    if files[0][1] is None:
        with_bag = [file for file in files if isinstance(file[0].judged_bag(fingerprint), Bag)]
        files = with_bag or files
    return next((file for file in files if file[0].states_of(reviewer).get(fingerprint) == state), files[0])


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

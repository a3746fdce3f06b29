"""Locks: assertions from the verdicts of several reviews.

A lock is for regression tests: it holds what verdicts demand of any later graph ("these two mentions are
together"), and ``coala.verdicts.lock`` checks a graph against it. This module collects the verdicts that
count from open reviews. A bag, the item that is judged, is identified by its fingerprint; several files may
have it, and verdicts of earlier comparisons count as well. Newer answers on the same mentions replace older
assertions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import one_line
from coala.diff.names import quoted
from coala.errors import DamagedReviewError
from coala.model.bag import Bag, Verdict
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.pooling import newest_states
from coala.review.storage.journal import moment_of
from coala.verdicts.groups import PartError
from coala.verdicts.lock.answers import find_answer_assertions, find_judged_spans
from coala.verdicts.lock.assertions import BagAssertions
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.lock.replacing import Giver, JudgedMentions
from coala.verdicts.reviewer_kinds import choose_counted
from coala.verdicts.state import Manner, State

_PREFERRING = (Verdict.BETTER, Verdict.WORSE)
"""The verdicts that prefer one graph; the others assert nothing by themselves."""


def make_lock(reviews: Sequence[Review]) -> Lock:
    """Return all that the verdicts of these reviews assert; raise ``ReviewError`` for a damaged or blind one.

    As in the tally, models do not count where people have judged, and a bag counts once, in whatever files it
    is: with each reviewer's newest verdict, or if it was adjudicated only with the adjudicated verdicts. Bags
    of earlier comparisons count as well, as far as a review has kept them.
    """
    for review in reviews:
        review.require_revealed()
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
    # Answers that may replace older ones, because their bags share mentions with other judged bags.
    judged = JudgedMentions()
    for judgement in _find_overlapping(reviews, judgements):
        if (bag := judgement.bag()) is not None:
            spans = find_judged_spans(bag, judgement.state)
            judged.add(times.giver(judgement), (bag.spans[span] for span in spans))
    for judgement in judgements:
        if not judgement.asserts:
            continue
        bag = judgement.bag()
        if bag is None:
            lock.forget(judgement.locking("a bag of an earlier comparison"))
            continue
        found = judgement.find_assertions(bag)
        standing = found.assertions
        if judged:
            standing = tuple(judged.keep_standing(times.giver(judgement), bag, standing))
        replaced = len(found.assertions) - len(standing)
        lock.add(judgement.locking(bag.title), bag, found._replace(assertions=standing), replaced)
    return lock


class _Judgement(NamedTuple):
    """A reviewer's state of a bag; without an ``entry`` the bag is of an earlier comparison."""

    review: Review
    entry: BagEntry | None
    fingerprint: str
    reviewer: str
    state: State

    @property
    def asserts(self) -> bool:
        """True if the reviewer said who is who, or prefers a graph."""
        return self.state.groups is not None or self.prefers

    @property
    def prefers(self) -> bool:
        """True if there is a verdict ``+`` or ``-``, on the bag, on one of its changes or of its links."""
        state = self.state
        return state.verdict in _PREFERRING or any(verdict in _PREFERRING for _, verdict in state.rows)

    def bag(self) -> Bag | None:
        """Return the judged bag; None where the file has only its spans."""
        if self.entry is not None:
            return self.review.bag(self.entry.number)
        kept = self.review.judged_bag(self.fingerprint)
        return kept if isinstance(kept, Bag) else None

    def find_assertions(self, bag: Bag) -> BagAssertions:
        """Return what the state asserts; raise ``ReviewError`` if its groups do not fit the bag."""
        try:
            return find_answer_assertions(bag, self.state)
        except PartError as error:
            title = quoted(one_line(bag.title, 80))
            raise DamagedReviewError(
                f"{self.review.path}: who is who in {title} is damaged in this review file"
            ) from error

    def locking(self, title: str) -> LockingBag:
        """Return the judgement as the lock cites it."""
        number = None if self.entry is None else self.entry.number
        return LockingBag(
            str(self.review.path), number, self.fingerprint, title, self.reviewer, self.state.verdict
        )


def _find_judgements(
    reviews: Sequence[Review], newest: Mapping[str, Mapping[str, State]]
) -> Iterator[_Judgement]:
    """Yield the judgements that count for each bag, those of the present comparisons first.

    ``newest`` has the states of the reviewers who count.
    """
    # The files that have a bag, by fingerprint; with None the bag is of an earlier comparison of the file.
    holders: defaultdict[str, list[tuple[Review, BagEntry | None]]] = defaultdict(list)
    for review in reviews:
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
    """Yield the judgements of each listed bag on which some prefer a graph and others judge a plain =.

    Those that prefer a graph come first.
    """
    by_bag: defaultdict[str, list[_Judgement]] = defaultdict(list)
    for judgement in judgements:
        is_plain_same = judgement.state.verdict is Verdict.SAME and not judgement.asserts
        if judgement.entry is not None and (judgement.prefers or is_plain_same):
            by_bag[judgement.fingerprint].append(judgement)
    for of_bag in by_bag.values():
        of_bag.sort(key=lambda judgement: not judgement.prefers)
        if of_bag[0].prefers and not of_bag[-1].prefers:
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

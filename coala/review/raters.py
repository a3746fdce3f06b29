"""The verdicts that several reviewers gave independently on the same bags, and their adjudication.

A bag is one item of a review. The window uses ``Adjudication`` to walk through the bags on which reviewers
disagree, and a tenth of those on which they agree, until one reviewer has settled them. ``coala agree`` uses
``gather_raters``, and then measures kappa and alpha from the result (``coala.verdicts.reliability``).

A verdict carried over from somebody else is not the reviewer's own: it is left out, and counted. For a bag
that a reviewer has adjudicated, the verdict before the adjudication counts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.output import is_database
from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.consensus import Settled, find_agreed, find_disputed, find_other_groups
from coala.verdicts.groups import GroupedBag, Groups, PlacedPart
from coala.verdicts.reliability import RatedBag
from coala.verdicts.reviewer_kinds import ReviewerKind, choose_kind, find_kinds
from coala.verdicts.state import Manner, State


def list_others(review: Review) -> list[str]:
    """Return the reviewers with verdicts in a file, without the current one."""
    return [reviewer for reviewer in review.reviewers() if reviewer != review.reviewer]


def opinions_on(review: Review, number: int) -> dict[str, State]:
    """Return each other reviewer's state of a bag, without a check that it may be shown."""
    fingerprint = review.entries[number].fingerprint
    states = {reviewer: review.states_of(reviewer).get(fingerprint) for reviewer in list_others(review)}
    return {reviewer: state for reviewer, state in states.items() if state and state.verdict is not None}


def independent_opinions_on(review: Review, number: int) -> dict[str, State]:
    """Return each reviewer's state of a bag, this reviewer's too, as it was before any adjudication."""
    fingerprint = review.entries[number].fingerprint
    states = {
        reviewer: review.independent_states_of(reviewer).get(fingerprint) for reviewer in review.reviewers()
    }
    return {reviewer: state for reviewer, state in states.items() if state and state.verdict is not None}


def name_reviewer(review: Review, reviewer: str) -> str:
    """Return a reviewer's name, of a model as "gpt (model)"."""
    kind = choose_kind(find_kinds(review.states_of(reviewer).values()))
    return f"{reviewer} (model)" if kind is ReviewerKind.MODEL else reviewer


_AGREEMENTS_FOR_A_CHECK = 10
"""The number of bags on which people agree, for each one that is checked."""


class ToSettle(StrEnum):
    """Why a bag is to be settled."""

    DISAGREEMENT = "disagreement"  # other verdicts
    OTHER_GROUPS = "other groups"  # equal verdicts
    AGREEMENT = "agreement"  # drawn to be checked


class Adjudication:
    """A walk through the bags on which reviewers disagree, and some on which people agree.

    A verdict on one of them, given as adjudication, settles it. ``disputed`` has the numbers of the bags with
    other verdicts, and ``other_groups`` those with equal verdicts but other groups, when it was made.
    """

    def __init__(self, review: Review) -> None:
        self._review = review
        states = [review.states_of(reviewer) for reviewer in review.reviewers()]
        self.disputed = self._find_numbers(find_disputed(states))
        self.other_groups = self._find_numbers(find_other_groups(states))

    @cached_property
    def queue(self) -> tuple[int, ...]:
        """The bags to settle, as first asked for: disagreements, then other groups, then agreements."""
        return tuple(self._sorts)

    @property
    def agreed(self) -> Set[int]:
        """The unchecked ones of a random tenth of the bags to which two or more people gave one answer."""
        return self._agreed.keys()

    @cached_property
    def _agreed(self) -> Mapping[int, Settled]:
        """The answer to each bag of ``agreed``."""
        unchecked = self._find_numbers(self._drawn.keys() - self._settled)
        # A model may disagree where people agree.
        numbers = unchecked - self.disputed - self.other_groups
        return {number: self._drawn[self._review.entries[number].fingerprint] for number in sorted(numbers)}

    @cached_property
    def _sorts(self) -> Mapping[int, ToSettle]:
        """Why each bag of the queue is to be settled, in its order."""
        return {
            number: sort
            for sort, numbers in (
                (ToSettle.DISAGREEMENT, self.disputed),
                (ToSettle.OTHER_GROUPS, self.other_groups),
                (ToSettle.AGREEMENT, self.agreed),
            )
            for number in sorted(numbers)
        }

    @cached_property
    def _settled(self) -> Set[str]:
        """The fingerprints of the bags that a reviewer has settled."""
        states = [self._review.states_of(reviewer) for reviewer in self._review.reviewers()]
        return {bag for own in states for bag in own if own[bag].manner is Manner.ADJUDICATION}

    @property
    def is_done(self) -> bool:
        """True if there were bags to settle, and all of them are settled."""
        return not self.queue and bool(self._drawn or self._settled)

    def _find_numbers(self, fingerprints: Set[str]) -> frozenset[int]:
        entries = self._review.entries
        return frozenset(entry.number for entry in entries if entry.fingerprint in fingerprints)

    @cached_property
    def _drawn(self) -> Mapping[str, Settled]:
        """A tenth of the agreements of this review, rounded up, checked or not: those with the lowest hashes.

        The first bag of the review is the seed, so each review has its own tenth, which is always the same.
        """
        agreed = find_agreed(list(_list_peoples_states(self._review)))
        entries = self._review.entries
        seed = entries[0].fingerprint if entries else ""
        hashes = {
            entry.fingerprint: hashlib.sha256(f"{seed} {entry.fingerprint}".encode()).digest()
            for entry in entries
            if entry.fingerprint in agreed
        }
        lowest = sorted(hashes, key=hashes.__getitem__)[: -(-len(hashes) // _AGREEMENTS_FOR_A_CHECK)]
        return {bag: agreed[bag] for bag in lowest}

    def __contains__(self, number: int) -> bool:
        """Return True if an answer to this bag settles it."""
        return number in self._sorts

    def sort(self, number: int) -> ToSettle:
        """Return why a bag of the queue is to be settled."""
        return self._sorts[number]

    @property
    def sentence(self) -> str:
        """Return a phrase for these bags, to follow "Only where": "ann and bo disagree"."""
        bags = [self._review.entries[number].fingerprint for number in self.queue]
        states = ((reviewer, self._review.states_of(reviewer)) for reviewer in self._review.reviewers())
        names = [
            name_reviewer(self._review, reviewer)
            for reviewer, held in states
            if any(_is_opinion(held[bag]) for bag in bags if bag in held)
        ]
        if len(names) < _FEWEST_VERDICTS:
            return ""
        said = (
            (self.disputed, "disagree"),
            (self.other_groups, "have other groups"),
            (self.agreed, "agree (to check)"),
        )
        *before, last = [words for numbers, words in said if numbers]
        what = f"{', '.join(before)} or {last}" if before else last
        return f"{', '.join(names[:-1])} and {names[-1]} {what}"

    @property
    def counts(self) -> str:
        """Return how many bags there are of each sort: "4 disagreements, 2 with other groups"."""
        disputed, other, agreed = map(len, (self.disputed, self.other_groups, self.agreed))
        others = f"{other:,}" if disputed else count(other, "bag")
        said = (
            (disputed, count(disputed, "disagreement")),
            (other, f"{others} with other groups"),
            (agreed, f"{count(agreed, 'agreement')} to check"),
        )
        return ", ".join(words for number, words in said if number)

    def find_agreed_groups(self, number: int, verdict: Verdict | None) -> Groups | None:
        """Return the groups that people gave with this verdict on a bag on which they agree, or None."""
        answer = self._agreed.get(number)
        if answer is None or answer.verdict is not verdict:
            return None
        return next(iter(answer.groups), None)

    def waits(self, number: int) -> bool:
        """Return True if a bag is still to be settled."""
        state = self._review.state(self._review.entries[number].fingerprint)
        return number in self and state.manner is not Manner.ADJUDICATION

    def next_waiting(self, shown: Sequence[int], row: int, step: int = 1) -> int | None:
        """Return the row of the nearest waiting bag among ``shown``, after ``row``, wrapping; or None."""
        rows = len(shown)
        walk = ((row + step * distance) % rows for distance in range(1, rows + 1))
        return next((candidate for candidate in walk if self.waits(shown[candidate])), None)


def _list_peoples_states(review: Review) -> Iterator[Mapping[str, State]]:
    """Yield the own, independent states of each person."""
    for reviewer in review.reviewers():
        if choose_kind(find_kinds(review.states_of(reviewer).values())) is ReviewerKind.PERSON:
            states = review.independent_states_of(reviewer)
            yield {bag: state for bag, state in states.items() if _is_own(state, reviewer)}


def _is_opinion(state: State) -> bool:
    """Return True for a verdict that did not settle a disagreement."""
    return state.verdict is not None and state.manner is not Manner.ADJUDICATION


_FEWEST_VERDICTS = 2
"""The least number of verdicts on one bag, and so of reviewers, that can agree."""

_SUFFIX = ".coala"


class Rater(NamedTuple):
    """One reviewer of one file: ``name`` distinguishes reviewers with one name in several files.

    ``judged`` counts the bags with a verdict of their own, ``with_gold`` those of them that were judged with
    gold in sight, ``taken_over`` the verdicts that came from somebody else. A reviewer with answers of both
    kinds, person and model, is a model.
    """

    name: str
    reviewer: str
    path: str
    judged: int
    with_gold: int
    taken_over: int
    kind: ReviewerKind
    has_two_kinds: bool


class SharedBag(NamedTuple):
    """A bag of one of the files: its number there, counted from 1, and its verdict by each rater.

    ``groups`` says who is who by each rater, None without that; all are None unless two raters say it.
    """

    number: int
    fingerprint: str
    title: str
    rated: RatedBag
    spans: int
    groups: tuple[tuple[PlacedPart, ...] | None, ...]

    @property
    def grouped(self) -> GroupedBag:
        """Who is who in the bag, to measure the agreement on it."""
        judged = tuple(verdict is not None for verdict in self.rated.verdicts)
        return GroupedBag(self.spans, judged, self.groups)


@dataclass(frozen=True)
class Raters:
    """All reviewers of some files, and all bags that any of them judged, in the order of the files.

    ``comparisons`` counts the different lists of bags among the files, ``bags_in_all`` their bags.
    """

    reviewers: tuple[Rater, ...]
    bags: tuple[SharedBag, ...]
    comparisons: int
    bags_in_all: int

    @cached_property
    def disputed(self) -> tuple[SharedBag, ...]:
        """Return the bags on which two verdicts differ."""
        return tuple(bag for bag in self.bags if bag.rated.disputed)

    @property
    def unsure(self) -> int:
        """Count the bags with several verdicts, at most one of them other than ``?``: too few to compare."""
        return sum(
            _count_given(bag.rated.verdicts) >= _FEWEST_VERDICTS > _count_given(bag.rated.values)
            for bag in self.bags
        )


def _count_given(verdicts: Sequence[Verdict | None]) -> int:
    return len(verdicts) - verdicts.count(None)


def names_review(words: str) -> bool:
    """Return True if a word of the command line names a review and no graph, by the file's content.

    If the file cannot be read, its name decides.
    """
    with suppress(OSError, ValueError):
        if is_database(words):
            return True
    return words.endswith(_SUFFIX)


def gather_raters(reviews: Sequence[Review]) -> Raters:
    """Collect the raters of these files.

    Raises ``CoalaError`` if no two reviewers judged one bag, and for a blind review.
    """
    for review in reviews:
        review.require_revealed()
    judged = [
        (review, reviewer, review.independent_states_of(reviewer))
        for review in reviews
        for reviewer in review.reviewers()
    ]
    judged = [
        (review, reviewer, states)
        for review, reviewer, states in judged
        if any(state.verdict is not None for state in states.values())
    ]
    # By name, so that one file and several have the same order.
    judged.sort(key=lambda each: each[1])
    files_with_name = Counter(reviewer for _, reviewer, _ in judged)
    raters = []
    answers = []  # of each rater: fingerprint to answer
    for review, reviewer, states in judged:
        own, rater = _rate(review, reviewer, states, several=files_with_name[reviewer] > 1)
        answers.append(own)
        raters.append(rater)
    paths = " and ".join(one_line(str(review.path)) for review in reviews)
    if len(raters) < _FEWEST_VERDICTS:
        who = f"only {one_line(raters[0].reviewer)} has" if raters else "no reviewer has"
        raise CoalaError(
            f"{paths}: {who} judged bags here, but agreement needs two reviewers. Add another review."
        )
    bags = tuple(_list_shared_bags(reviews, answers))
    if not any(_count_given(bag.rated.verdicts) >= _FEWEST_VERDICTS for bag in bags):
        raise CoalaError(
            f"{paths}: no bag was judged by two of the {len(raters):,} reviewers. Agreement "
            "needs the same bags in both files, so compare the same graphs with the same "
            "settings."
        )
    lists = {frozenset(entry.fingerprint for entry in review.entries) for review in reviews}
    return Raters(tuple(raters), bags, len(lists), len(frozenset().union(*lists)))


class _Answer(NamedTuple):
    """A reviewer's own state of a bag, in a file that has the bag under this number."""

    review: Review
    number: int
    state: State

    @property
    def has_groups(self) -> bool:
        return self.review.has_groups(self.number, self.state)


def _rate(
    review: Review, reviewer: str, states: Mapping[str, State], *, several: bool
) -> tuple[dict[str, _Answer], Rater]:
    """Return a reviewer's own answers by fingerprint, and the counts of them.

    With ``several``, other files have a reviewer of the same name, so the file becomes part of the name.
    """
    answers: dict[str, _Answer] = {}
    with_gold = taken_over = 0
    for entry in review.entries:
        state = states.get(entry.fingerprint, State())
        if state.verdict is None:
            continue
        if _is_own(state, reviewer):
            answers[entry.fingerprint] = _Answer(review, entry.number, state)
            with_gold += bool(state.gold_seen)
        else:
            taken_over += 1
    name = f"{reviewer} ({review.path.name})" if several else reviewer
    kinds = find_kinds(review.states_of(reviewer).values())
    return answers, Rater(
        name,
        reviewer,
        str(review.path),
        len(answers),
        with_gold,
        taken_over,
        choose_kind(kinds),
        len(kinds) > 1,
    )


def _is_own(state: State, reviewer: str) -> bool:
    if state.manner is Manner.TAKEN_OVER:
        return state.origin is not None and state.origin.reviewer == reviewer
    return True


def _list_shared_bags(reviews: Sequence[Review], answers: Sequence[Mapping[str, _Answer]]) -> list[SharedBag]:
    """Return the bags that any rater judged, each once, although several files may have it."""
    bags: dict[str, SharedBag] = {}
    for review in reviews:
        for entry in review.entries:
            given = [of_rater.get(entry.fingerprint) for of_rater in answers]
            if entry.fingerprint not in bags and any(given):
                verdicts = tuple(answer and answer.state.verdict for answer in given)
                bags[entry.fingerprint] = SharedBag(
                    entry.number + 1,
                    entry.fingerprint,
                    entry.title,
                    RatedBag(verdicts, entry.kinds),
                    entry.spans,
                    tuple(_place_answers(given)),
                )
    return list(bags.values())


def _place_answers(given: Sequence[_Answer | None]) -> Iterator[tuple[PlacedPart, ...] | None]:
    """Yield who is who by each answer on one bag; read the bag only if two answers say it."""
    grouped = [answer if answer is not None and answer.has_groups else None for answer in given]
    is_shared = len(grouped) - grouped.count(None) >= _FEWEST_VERDICTS
    for answer in grouped:
        yield answer.review.place_state(answer.number, answer.state) if is_shared and answer else None

"""The content of every export of a review: its bags with all answers, the reviewers, and the provenance.

``collect_answers`` prepares an open review, and each export (CSV, JSON, Markdown, HTML, RDF) writes the
result, ``Judged``. An answer is what one reviewer said about one bag: verdicts, note and tags (``State``). A
review file has the answers of several reviewers; a bag is disputed if their verdicts differ and no later one
settles it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from coala import __version__
from coala.engine.summary import Side
from coala.model.bag import Bag, Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.phrases import VERDICT_SIGNS
from coala.results.words import MANNERS
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.pooling import Pool, require_reviewer
from coala.review.reviewers import Chosen, is_chosen, list_chosen
from coala.review.storage.provenance import ReviewProvenance
from coala.verdicts.consensus import Settled
from coala.verdicts.groups import Groups
from coala.verdicts.reviewer_kinds import ReviewerKind, choose_counted, choose_kind, find_kinds
from coala.verdicts.state import Manner, State
from coala.verdicts.tally import Tally, tally_verdicts


class ReviewerAnswer(NamedTuple):
    """One reviewer's verdicts and comment on one bag, and their time (ISO 8601).

    ``before`` is this reviewer's last verdict before the one that settled a disagreement, if there is any.
    """

    reviewer: str
    time: str
    state: State
    before: Verdict | None = None
    kind: ReviewerKind = ReviewerKind.PERSON
    # False for a model where people have judged.
    counts: bool = True

    @property
    def manner(self) -> str:
        """How the verdict came about, in words: "settled; before: + better"; "" for the usual way."""
        if self.state.manner is not Manner.ADJUDICATION:
            return MANNERS[self.state.manner]
        if self.before is None:
            return "settled"
        return f"settled; before: {VERDICT_SIGNS[self.before]} {VERDICT_WORDS[self.before]}"


class ExportedBag(NamedTuple):
    """A bag of the list with all answers."""

    # The bag as the list has it: number, title, kinds and fingerprint, but not its spans and changes.
    entry: BagEntry
    answers: tuple[ReviewerAnswer, ...]
    # The verdict that counts; None if there is no verdict, or if the bag is disputed.
    verdict: Verdict | None
    disputed: bool

    @property
    def is_judged(self) -> bool:
        """True if there is a verdict on the bag, or on an own change or a link of it."""
        return any(answer.state.verdict is not None or answer.state.rows for answer in self.answers)

    def rows(self) -> dict[str, Verdict]:
        """Return the verdicts on own changes and links on which all who count and have an opinion agree.

        They are by key, as in a ``State``.
        """
        return dict(
            Settled(None, False, tuple(answer.state for answer in self.answers if answer.counts)).rows
        )


class Judge(NamedTuple):
    """A reviewer's number of verdicts on the bags of this comparison, and the times of the first and last."""

    name: str
    verdicts: int
    first: str
    last: str
    kind: ReviewerKind


class Provenance(NamedTuple):
    """The origin of an export."""

    # The name of the review.
    review: str
    # The version of COALA that exports, and the one that compared.
    tool: str
    compared_by: str
    # The time of the export, ISO 8601.
    time: str
    # The compared graphs: ("baseline", …), ("changed graph", …), and perhaps gold.
    inputs: tuple[tuple[str, Side], ...]
    # The options of the comparison, by name.
    settings: tuple[tuple[str, str], ...]
    reviewers: tuple[Judge, ...]
    # The origin of the review, as far as the file has it.
    made: ReviewProvenance | None


Walk = Callable[[Sequence[ExportedBag]], Iterable[ExportedBag]]
"""Yields the bags one by one while an export writes them; it may report the progress, or cancel."""


@dataclass(frozen=True)
class Judged:
    """An open review, prepared for exports; each bag counts once, and a disputed one does not count.

    Exports iterate over the bags with ``walk``: ``for bag in judged.walk(judged.bags)``.
    """

    review: Review
    pool: Pool
    bags: tuple[ExportedBag, ...]
    provenance: Provenance
    walk: Walk

    @cached_property
    def tally(self) -> Tally:
        """The tally of the verdicts."""
        return tally_verdicts(len(self.bags), self.pool.judgements(), self.pool.disputed)

    @property
    def disputed(self) -> int:
        """The number of bags on which reviewers differ."""
        return self.pool.disputed

    def read_bag(self, judged: ExportedBag) -> Bag:
        """Return the complete bag, with its spans and changes."""
        return self.review.bag(judged.entry.number)

    def groups_of(self, bag: ExportedBag) -> tuple[Groups, ...]:
        """Return the different answers to who is who that count; () if the bag is disputed."""
        settled = self.pool.settled.get(bag.entry.fingerprint)
        return () if settled is None else settled.groups

    def shows_gold(self, bag: ExportedBag) -> bool:
        """Return True if an export may show what gold says about a bag: only with a verdict on it."""
        return self.review.summary.gold is None or any(
            answer.state.verdict is not None for answer in bag.answers
        )

    def shares(self, bag: ExportedBag) -> Mapping[str, float | None]:
        """Return a bag's effect on each score; {} while a bag with the same share has no verdict."""
        # The bags that gold joins have one share together.
        joined = self.review.groups.find_group(bag.entry.number)
        is_shown = all(self.shows_gold(self.bags[number]) for number in joined)
        return self.review.shares(bag.entry.number) if is_shown else {}


def collect_answers(
    review: Review,
    *,
    reviewer: Chosen = None,
    may_show: Callable[[str], bool] = lambda fingerprint: True,
    walk: Walk = iter,
) -> Judged:
    """Collect the answers of all reviewers of a review, or of the chosen ones.

    The answers of models are collected too where people have judged, but they do not count.
    ``may_show`` returns True for a fingerprint if the answers of others than ``review.reviewer`` may be
    shown. Raises ``ReviewError`` if a chosen one has no verdict, and for a blind review.
    """
    review.require_revealed()
    # The states by reviewer and fingerprint, without the hidden ones.
    for name in list_chosen(reviewer):
        require_reviewer([review], name)
    names = [name for name in review.reviewers() if is_chosen(name, reviewer)]
    states = {
        name: {
            bag: state
            for bag, state in review.states_of(name).items()
            if name == review.reviewer or may_show(bag)
        }
        for name in names
    }
    times = {name: review.times_of(name) for name in names}
    # The states before a disagreement was settled, of the reviewers who settled any.
    earlier = {
        name: review.independent_states_of(name)
        for name, own in states.items()
        if any(state.manner is Manner.ADJUDICATION for state in own.values())
    }
    kinds = {name: choose_kind(find_kinds(review.states_of(name).values())) for name in names}
    named = None if reviewer is None else list_chosen(reviewer)
    counted = choose_counted([(states, [entry.fingerprint for entry in review.entries])], named)
    counted_states = {name: own for name, own in states.items() if counted.counts(name)}
    pool = Pool((review,), counted_states, {}, counted)

    def list_answers(fingerprint: str) -> Iterator[ReviewerAnswer]:
        for name, own in states.items():
            state = own.get(fingerprint, State())
            if state != State():
                settles = state.manner is Manner.ADJUDICATION
                before = earlier[name][fingerprint].verdict if settles else None
                time = times[name].get(fingerprint, "")
                yield ReviewerAnswer(name, time, state, before, kinds[name], counted.counts(name))

    unjudged = Settled(None, False, ())
    settled = ((entry, pool.settled.get(entry.fingerprint, unjudged)) for entry in review.entries)
    bags = tuple(
        ExportedBag(entry, tuple(list_answers(entry.fingerprint)), result.verdict, result.disputed)
        for entry, result in settled
    )
    time = datetime.now(UTC).isoformat(timespec="seconds")
    summary = review.summary
    return Judged(
        review,
        pool,
        bags,
        Provenance(
            review=review.name,
            tool=__version__,
            compared_by=summary.version,
            time=time,
            inputs=tuple(summary.sides.items()),
            settings=tuple(sorted(summary.settings.items())),
            reviewers=tuple(_make_judge(name, kinds[name], bags) for name in names),
            made=review.provenance(),
        ),
        walk,
    )


def _make_judge(name: str, kind: ReviewerKind, bags: Sequence[ExportedBag]) -> Judge:
    times = sorted(
        answer.time
        for bag in bags
        for answer in bag.answers
        if answer.reviewer == name and answer.state.verdict is not None
    )
    return Judge(name, len(times), *((times[0], times[-1]) if times else ("", "")), kind)

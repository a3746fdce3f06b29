"""Pools of review files, one for each comparison, with one state of each reviewer for each bag.

Several reviewers may judge copies of one review. The tally puts the files of one comparison into a pool and
*settles* each bag: it finds the one verdict that counts (``coala.verdicts.consensus``). A state is a verdict
with its comment. Bags are identified by their fingerprint, a hash of their content.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from coala.base.plain_text import one_line
from coala.errors import ReviewError
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.merging import count_differing, merge_rows
from coala.review.minutes import Minutes, find_acts, measure_minutes, pair_with_states
from coala.review.reviewers import Chosen, list_chosen
from coala.review.storage.journal import read_states
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.others import may_show_others
from coala.verdicts.reviewer_kinds import ALL_PEOPLE, CountedReviewers, choose_counted
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement

_MOST_NAMED = 5
"""The most reviewers to name in a message; a longer list would not be read."""


@dataclass(frozen=True)
class Pool:
    """The reviews of one comparison, and what their reviewers judged.

    ``states`` has the states of each reviewer who counts, by fingerprint: {"Ann": {"3f9a…":
    State(Verdict.BETTER)}}. ``counted`` says who counts, and which models are left out.
    ``replaced`` counts for each reviewer the bags on which two files have different answers by this
    reviewer; the newer one counts.
    """

    reviews: tuple[Review, ...]
    states: Mapping[str, Mapping[str, State]]
    replaced: Mapping[str, int]
    counted: CountedReviewers = ALL_PEOPLE

    @property
    def entries(self) -> Sequence[BagEntry]:
        return self.reviews[0].entries

    @property
    def reviewers(self) -> list[str]:
        """Return the reviewers with a verdict on any of the bags, in alphabetical order."""
        return sorted(
            reviewer
            for reviewer, states in self.states.items()
            if any(
                (state := states.get(entry.fingerprint)) is not None and state.verdict is not None
                for entry in self.entries
            )
        )

    @cached_property
    def settled(self) -> Mapping[str, Settled]:
        """Return the settled result of each bag that any reviewer judged, by fingerprint."""
        return settle_all(self.states, [entry.fingerprint for entry in self.entries])

    @cached_property
    def minutes(self) -> Mapping[str, Minutes]:
        """Return how long the verdicts of each reviewer who counts took, by name."""
        journals = [review.rows() for review in self.reviews]
        rows = list(pair_with_states(merge_rows(journals) if len(journals) > 1 else journals[0]))
        bags = {entry.fingerprint for entry in self.entries}
        return {name: measure_minutes(find_acts(rows, name), bags) for name in self.reviewers}

    @property
    def disputed(self) -> int:
        """Return the bags with unresolved disagreements; the tally leaves them out."""
        return sum(settled.disputed for settled in self.settled.values())

    @property
    def other_groups(self) -> int:
        """Return the bags on whose verdict reviewers agree, but not on who is who."""
        return sum(settled.has_other_groups for settled in self.settled.values())

    @property
    def by_changes_alone(self) -> int:
        """Return the bags with verdicts on changes but not on the whole; the tally leaves them out too."""
        return sum(settled.by_changes_alone for settled in self.settled.values())

    def judgements(self, reviewer: str | None = None) -> Counter[Judgement]:
        """Count the bags with a verdict on them or on a change, by what the tally needs of them.

        With ``reviewer``, only this reviewer's verdicts count.
        """
        if reviewer is None:
            settled = self.settled
        else:
            settled = settle_all({reviewer: self.states.get(reviewer, {})}, list(self.settled))
        review = self.reviews[0]
        # Bags with equal verdicts share their result, so its id groups the bags quickly.
        grouped: defaultdict[tuple[int, BagKinds], list[BagEntry]] = defaultdict(list)
        for entry in self.entries:
            result = settled.get(entry.fingerprint)
            if result is not None and (result.verdict is not None or result.by_changes_alone):
                grouped[id(result), review.kinds_of(entry.number)].append(entry)
        counts: Counter[Judgement] = Counter()
        for entries in grouped.values():
            result = settled[entries[0].fingerprint]
            # Verdicts on own changes or links, and groups, differ from bag to bag, so each of these is read.
            alike = entries[:1] if not result.counted_rows and not result.groups else entries
            for entry in alike:
                counts[review.make_judgement(entry.number, result)] += len(entries) // len(alike)
        return counts


def pool_reviews(reviews: Sequence[Review], reviewer: Chosen = None) -> list[Pool]:
    """Pool the reviews by comparison, in their order, with the states of the reviewers who count.

    These are the chosen ones; without any all people, or the models where only models have judged.
    Two files hold one comparison when their bags have the same fingerprints.
    """
    by_bags: defaultdict[frozenset[str], list[Review]] = defaultdict(list)
    for review in reviews:
        by_bags[frozenset(entry.fingerprint for entry in review.entries)].append(review)
    names = None if reviewer is None else list_chosen(reviewer)
    pools = [Pool(tuple(same), *newest_states(same)) for same in by_bags.values()]
    # Each file by itself: a newer answer in another one does not hide the kind of an older one.
    counted = choose_counted(
        [
            ({name: review.states_of(name) for name in review.reviewers()}, bags)
            for bags, same in by_bags.items()
            for review in same
        ],
        names,
    )
    return [
        replace(
            pool,
            states={name: own for name, own in pool.states.items() if counted.counts(name)},
            replaced={name: bags for name, bags in pool.replaced.items() if counted.counts(name)},
            counted=counted,
        )
        for pool in pools
    ]


def pool_visible(review: Review, *, own_alone: bool = False) -> Pool:
    """Pool an open review without the verdicts of others that its reviewer may not see yet.

    With ``own_alone`` only the verdicts of its reviewer count.
    """
    names = [review.reviewer] if own_alone else review.reviewers()
    states = {
        name: {
            bag: state
            for bag, state in review.states_of(name).items()
            if name == review.reviewer or may_show_others(review, bag)
        }
        for name in names
    }
    bags = [entry.fingerprint for entry in review.entries]
    counted = choose_counted([(states, bags)], names if own_alone else None)
    return Pool((review,), {name: own for name, own in states.items() if counted.counts(name)}, {}, counted)


def require_reviewer(reviews: Sequence[Review], reviewer: str) -> None:
    """Raise ``ReviewError`` if a reviewer has no verdict in any of the files, as after a typing error."""
    present = sorted({name for review in reviews for name in review.reviewers()})
    if reviewer not in present:
        paths = " and ".join(one_line(str(review.path)) for review in reviews)
        shown = ", ".join(one_line(name, 60) for name in present[:_MOST_NAMED])
        more = " and others" if len(present) > _MOST_NAMED else ""
        who = f"its verdicts are by {shown}{more}." if present else "no bag has been judged yet."
        raise ReviewError(f"{paths}: has no verdict by {one_line(reviewer, 60)}; {who}")


def newest_states(reviews: Sequence[Review]) -> tuple[Mapping[str, Mapping[str, State]], Mapping[str, int]]:
    """Return each reviewer's newest states by fingerprint, and ``Pool.replaced`` for these files."""
    if len(reviews) == 1:
        return {name: reviews[0].states_of(name) for name in reviews[0].reviewers()}, {}
    journals = [review.rows() for review in reviews]
    merged = read_states(merge_rows(journals))
    return {name: merged.states_of(name) for name in merged.reviewers()}, count_differing(journals)

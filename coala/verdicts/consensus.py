"""The one verdict on a bag that several reviewers judged, so that each bag counts once.

A bag is one item of a review. A state is one reviewer's verdict on it with a comment. To *settle* a bag is to
find the verdict that counts:

- An adjudicated verdict, given to end a disagreement, decides.
- Without one, reviewers with ``?`` are ignored, and the verdict counts on which the others agree.
- If they do not agree, the bag is disputed: it is left out of the tally and counted apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.verdicts.comment import Comment, join_comments
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State


class Settled(NamedTuple):
    """The result for a bag; ``verdict`` is None if it is not judged, or if it is disputed.

    ``counted`` are the states behind the verdict; for a disputed bag, those that contradict each other.
    """

    verdict: Verdict | None
    disputed: bool
    counted: tuple[State, ...]
    unsure: tuple[State, ...] = ()
    """The states with ``?`` and groups, besides the counted ones: only their groups count."""

    @property
    def by_changes_alone(self) -> bool:
        """True if only changes of the bag have verdicts, and the bag as a whole has none."""
        return self.verdict is None and not self.disputed and bool(self.counted)

    @property
    def manner(self) -> Manner:
        """The manner of the verdict: ``ALONE`` if one of the reviewers judged so, else that of the first."""
        manners = {state.manner for state in self.counted}
        return Manner.ALONE if Manner.ALONE in manners or not manners else self.counted[0].manner

    @property
    def source(self) -> str:
        """The file from which the verdict was carried over; "" if a state was given in this review."""
        sources = [state.source for state in self.counted]
        return sources[0] if all(sources) and sources else ""

    @property
    def comment(self) -> Comment:
        """The joint comment of the counted states, for the tally."""
        return join_comments(state.comment for state in self.counted)

    @property
    def gold_seen(self) -> bool | None:
        """True if any reviewer had gold in sight; None if that is not known of any."""
        known = [state.gold_seen for state in self.counted if state.gold_seen is not None]
        return any(known) if known else None

    @property
    def groups(self) -> tuple[Groups, ...]:
        """The different answers to who is who of the counted states; () if the bag is disputed."""
        if self.disputed:
            return ()
        return tuple(
            dict.fromkeys(
                state.groups.answer for state in (*self.counted, *self.unsure) if state.groups is not None
            )
        )

    @property
    def has_other_groups(self) -> bool:
        """True if the reviewers agree on the verdict, but not on who is who."""
        return self.verdict is not None and len(self.groups) > 1

    @property
    def rows(self) -> tuple[tuple[str, Verdict], ...]:
        """The verdicts on rows, without those on which the reviewers disagree."""
        return tuple((key, verdict) for key, verdict in self._settle_rows() if verdict is not None)

    @property
    def counted_rows(self) -> tuple[tuple[str, Verdict], ...]:
        """The verdicts on rows, with ``?`` for those on which the reviewers disagree.

        So the verdict on the bag, which holds for all rows without a verdict, does not decide these.
        """
        return tuple((key, verdict or Verdict.UNSURE) for key, verdict in self._settle_rows())

    def _settle_rows(self) -> list[tuple[str, Verdict | None]]:
        """Return the verdict on each row that a reviewer judged by itself; None if reviewers disagree."""
        if len(self.counted) == 1:
            return list(self.counted[0].rows)
        given: defaultdict[str, set[Verdict]] = defaultdict(set)
        for state in self.counted:
            for key, verdict in state.rows:
                given[key].add(verdict)
        return [(key, _find_common_verdict(verdicts)) for key, verdicts in sorted(given.items())]


def settle(states: Sequence[State]) -> Settled:
    """Return the verdict on one bag from the states of its reviewers (specification, section 6)."""
    given = [state for state in states if state.verdict is not None]
    settling = [state for state in given if state.manner is Manner.ADJUDICATION] or given
    if not given:
        # The bag as a whole is not judged, but perhaps some of its changes are.
        return Settled(None, False, tuple(state for state in states if state.rows))
    verdict = _find_common_verdict({state.verdict for state in settling if state.verdict is not None})
    if verdict is not None:
        counted = tuple(state for state in settling if state.verdict is verdict)
        unsure = (state for state in settling if state.verdict is not verdict and state.groups is not None)
        return Settled(verdict, False, counted, tuple(unsure))
    return Settled(None, bool(settling), tuple(settling))


def settle_all(states: Mapping[str, Mapping[str, State]], bags: Collection[str]) -> dict[str, Settled]:
    """Settle the bags that any reviewer judged; ``states`` are by reviewer and fingerprint.

    A bag with nothing but notes or withdrawn verdicts is not judged, so it has no result. A journal has one
    state object for all bags with equal verdicts, so bags with the same states share one result.
    """
    given_by_bag: defaultdict[str, list[State]] = defaultdict(list)
    for states_of_reviewer in states.values():
        for bag, state in states_of_reviewer.items():
            given_by_bag[bag].append(state)
    # By the ids of the state objects: comparing states would take longer than settling them.
    result_of_ids: dict[tuple[int, ...], Settled] = {}
    settled = {}
    for bag in bags:
        if bag in given_by_bag:
            ids = tuple(map(id, given_by_bag[bag]))
            if ids not in result_of_ids:
                result_of_ids[ids] = settle(given_by_bag[bag])
            if result_of_ids[ids].counted:
                settled[bag] = result_of_ids[ids]
    return settled


def find_disputed(states: Collection[Mapping[str, State]]) -> set[str]:
    """Return the fingerprints of the disputed bags; ``states`` are those of each reviewer.

    Only bags with two different verdicts are settled, since few are disputed.
    """
    first_verdict: dict[str, Verdict] = {}
    differing: set[str] = set()
    for states_of_reviewer in states:
        for bag, state in states_of_reviewer.items():
            verdict = state.verdict
            if verdict in (None, Verdict.UNSURE):
                continue
            if first_verdict.setdefault(bag, verdict) is not verdict:
                differing.add(bag)
    return {bag for bag in differing if _settle_bag(states, bag).disputed}


def find_other_groups(states: Collection[Mapping[str, State]]) -> set[str]:
    """Return the fingerprints of the bags with equal verdicts but other groups, as ``find_disputed``."""
    first_answer: dict[str, Groups] = {}
    differing: set[str] = set()
    for states_of_reviewer in states:
        for bag, state in states_of_reviewer.items():
            if state.groups is not None and (
                first_answer.setdefault(bag, state.groups.answer) != state.groups.answer
            ):
                differing.add(bag)
    return {bag for bag in differing if _settle_bag(states, bag).has_other_groups}


def find_agreed(states: Collection[Mapping[str, State]]) -> dict[str, Settled]:
    """Return the bags on which reviewers agree, by fingerprint; ``states`` are those of each reviewer.

    At least two of them gave one verdict other than ``?``, and the same groups or none, and no reviewer gave
    another verdict or other groups.
    """
    bags = list(dict.fromkeys(bag for own_states in states for bag in own_states))
    settled = settle_all({str(number): own for number, own in enumerate(states)}, bags)
    # Bags with the same states share one result.
    results = {id(result): result for result in settled.values()}
    agreed = {name for name, result in results.items() if _is_agreed(result)}
    return {bag: result for bag, result in settled.items() if id(result) in agreed}


def _is_agreed(settled: Settled) -> bool:
    """Return True if two or more states say the same of a bag, and none something else."""
    if settled.verdict in (None, Verdict.UNSURE) or len(settled.groups) > 1:
        return False
    answers = Counter(state.groups and state.groups.answer for state in settled.counted)
    return max(answers.values()) > 1


def _settle_bag(states: Collection[Mapping[str, State]], bag: str) -> Settled:
    return settle([own_states[bag] for own_states in states if bag in own_states])


def _find_common_verdict(verdicts: set[Verdict]) -> Verdict | None:
    """Return the one verdict besides ``?``, or ``?`` if there is no other; None if several differ."""
    decided = verdicts - {Verdict.UNSURE}
    if len(decided) > 1 or not verdicts:
        return None
    return next(iter(decided), Verdict.UNSURE)

"""What several reviewers say of one bag becomes one verdict, so that each bag counts once.

An adjudicated verdict counts; else that on which all agree who can tell; else the bag is disputed, which is
left out and counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.verdicts.comment import Comment, join_comments
from coala.verdicts.state import Manner, State


class Settled(NamedTuple):
    """What a bag comes to: ``verdict`` is None where nobody judged it, or where it is disputed.

    ``counted`` are the states that say so; of a disputed bag those that contradict each other.
    """

    verdict: Verdict | None
    disputed: bool
    counted: tuple[State, ...]

    @property
    def by_changes_alone(self) -> bool:
        """Whether only changes of the bag have verdicts, which make none of the whole."""
        return self.verdict is None and not self.disputed and bool(self.counted)

    @property
    def manner(self) -> Manner:
        """How it came about: by looking at the bag where one of them did, else as the first says."""
        manners = {state.manner for state in self.counted}
        return Manner.ALONE if Manner.ALONE in manners or not manners else self.counted[0].manner

    @property
    def source(self) -> str:
        """The file from which the verdict was taken over, where none of them was given in this one."""
        sources = [state.source for state in self.counted]
        return sources[0] if all(sources) and sources else ""

    @property
    def comment(self) -> Comment:
        """What the tally counts of their comments."""
        return join_comments(state.comment for state in self.counted)

    @property
    def gold_seen(self) -> bool | None:
        """Whether any of them had gold in sight; None where no one knows."""
        known = [state.gold_seen for state in self.counted if state.gold_seen is not None]
        return any(known) if known else None

    @property
    def rows(self) -> tuple[tuple[str, Verdict], ...]:
        """The verdicts on rows, those on which they do not agree left out."""
        if len(self.counted) == 1:
            return self.counted[0].rows
        given: defaultdict[str, set[Verdict]] = defaultdict(set)
        for state in self.counted:
            for key, verdict in state.rows:
                given[key].add(verdict)
        agreed = ((key, _agreed(verdicts)) for key, verdicts in sorted(given.items()))
        return tuple((key, verdict) for key, verdict in agreed if verdict is not None)


def settle(states: Sequence[State]) -> Settled:
    """The verdict of one bag from what each reviewer says of it (specification, section 6)."""
    given = [state for state in states if state.verdict is not None]
    settling = [state for state in given if state.manner is Manner.ADJUDICATION] or given
    if not given:
        # Nobody said anything of the bag, but perhaps of its changes.
        return Settled(None, False, tuple(state for state in states if state.rows))
    verdict = _agreed({state.verdict for state in settling if state.verdict is not None})
    if verdict is not None:
        return Settled(verdict, False, tuple(state for state in settling if state.verdict is verdict))
    return Settled(None, bool(settling), tuple(settling))


def settle_all(states: Mapping[str, Mapping[str, State]], bags: Collection[str]) -> dict[str, Settled]:
    """Settle the bags of which any reviewer says anything; ``states`` are by reviewer and fingerprint.

    Bags with the same states get one object: a journal has one state for all bags with equal verdicts.
    """
    said: defaultdict[str, list[State]] = defaultdict(list)
    for of_one in states.values():
        for bag, state in of_one.items():
            said[bag].append(state)
    settled: dict[tuple[int, ...], Settled] = {}
    found = {}
    for bag in bags:
        if bag in said:
            same = tuple(map(id, said[bag]))
            if same not in settled:
                settled[same] = settle(said[bag])
            found[bag] = settled[same]
    return found


def find_disputed(states: Collection[Mapping[str, State]]) -> set[str]:
    """The bags, by fingerprint, that are disputed; ``states`` are those of each reviewer.

    Few are, so only those are settled on which two verdicts differ.
    """
    said: dict[str, Verdict] = {}
    differing: set[str] = set()
    for of_one in states:
        for bag, state in of_one.items():
            verdict = state.verdict
            if verdict in (None, Verdict.UNSURE):
                continue
            if said.setdefault(bag, verdict) is not verdict:
                differing.add(bag)
    return {bag for bag in differing if settle([of_one[bag] for of_one in states if bag in of_one]).disputed}


def _agreed(verdicts: set[Verdict]) -> Verdict | None:
    """The one verdict of all who can tell; ``?`` where no one can, None where they differ."""
    telling = verdicts - {Verdict.UNSURE}
    if len(telling) > 1 or not verdicts:
        return None
    return next(iter(telling), Verdict.UNSURE)

"""The figures that the screen needs after every key, kept up to date bag by bag.

A bag (connected chains of both graphs) gets a verdict as a whole, and may get verdicts on its own changes and
links. These are stored by keys. The tally counts them by kind, so for these bags it needs the bag itself,
which takes time to read from the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.by_kind import BagKinds, KindCount
from coala.verdicts.changes import Rows
from coala.verdicts.groups import Groups
from coala.verdicts.sampling import DrawnSample, SampleEstimate, estimate_all
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement, Tally, make_judgement, tally_verdicts

_Given = tuple[Rows, Groups | None, Verdict | None]
"""The verdicts on own changes and links of a bag, who is who, and the verdict on the bag."""


class DrawnProgress(NamedTuple):
    """How far the drawn items of a sample are judged."""

    size: int
    """The number of items that were drawn."""
    unit: str
    """The word for an item."""
    verdicts: Counter[Verdict]
    """The number of drawn items with each verdict."""
    open: tuple[int, ...]
    """The places of drawn items without a verdict in the random order."""

    @property
    def answered(self) -> int:
        """The number of drawn items with a verdict."""
        return self.size - len(self.open)


class ReviewProgress:
    """The progress of a review: the verdict on every bag, the number of answered bags, the tally.

    Bags are identified by their numbers, from 0. Reading 100,000 states from the review takes longer than a
    key may. So this reads them once, and then only the bag that changed.
    """

    def __init__(self, review: Review) -> None:
        self._review = review
        self._to_read: set[int] = set()
        self._of_items: tuple[DrawnSample, Sequence[Verdict | None]] | None = None
        self.by_change: set[int] = set()
        """The bags with verdicts on own changes or links."""
        states = review.states()
        # The judgement (what the tally needs) on each bag, None without a verdict. Most of 100,000 judgements
        # are equal, so each different one is made once.
        known: dict[tuple[State, BagKinds | None], Judgement | None] = {}
        self._judgements: list[Judgement | None] = []
        for number, state in enumerate(states):
            key = state, None if state.verdict is None else review.kinds_of(number)
            if key not in known:
                known[key] = self._make_judgement(number, state)
            self._judgements.append(known[key])
        self._verdicts: list[Verdict | None] = [
            None if judgement is None else judgement.verdict for judgement in self._judgements
        ]
        # The number of bags with each judgement.
        self._bags_by_judgement: Counter[Judgement] = Counter(filter(None, self._judgements))
        self._answered = self._bags_by_judgement.total()
        for number, state in enumerate(states):
            self._note_changes(number, state)
        # By bag: its verdicts when it was read, and what they say by kind. Filled bag by bag: reading all at
        # once would take too long when a review is opened.
        self._judged_changes: dict[int, tuple[_Given, tuple[KindCount, ...] | None]] = {}
        # The number of bags without a verdict in each group that gold joins, by the first bag of the group.
        self._waiting_in_group: Counter[int] = Counter()
        if review.groups:
            open_bags = (number for number, verdict in enumerate(self._verdicts) if verdict is None)
            self._waiting_in_group.update(review.groups.find_group(number)[0] for number in open_bags)

    @property
    def verdicts(self) -> Sequence[Verdict | None]:
        """The verdict on each bag by its number, None if it has none."""
        return self._verdicts

    @property
    def total(self) -> int:
        return len(self._verdicts)

    @property
    def answered(self) -> int:
        """The number of bags with any verdict, including ``?``, which the tally counts separately."""
        return self._answered

    def waiting(self, number: int) -> int:
        """Return the number of bags without a verdict among this bag and those that gold joins with it."""
        if self._review.groups:
            return self._waiting_in_group[self._review.groups.find_group(number)[0]]
        return int(self._verdicts[number] is None)

    def state(self, number: int) -> State:
        return self._review.state(self._review.entries[number].fingerprint)

    def update(self, number: int) -> None:
        """Read one bag's state from the review again, and update all figures."""
        self._of_items = None
        state = self.state(number)
        former, now = self._judgements[number], self._make_judgement(number, state)
        self._judgements[number] = now
        self._verdicts[number] = None if now is None else now.verdict
        # Remove the former judgement from all counts, and add the one of now.
        for counted, step in ((former, -1), (now, 1)):
            if counted is not None:
                self._bags_by_judgement[counted] += step
                self._answered += step
                if self._review.groups:
                    self._waiting_in_group[self._review.groups.find_group(number)[0]] -= step
        self._note_changes(number, state)

    def _make_judgement(self, number: int, state: State) -> Judgement | None:
        if state.verdict is None:
            return None
        kinds = self._review.kinds_of(number)
        return make_judgement(state.verdict, state, kinds, by_change=bool(state.rows))

    def _note_changes(self, number: int, state: State) -> None:
        """Update ``by_change``, and the bags to read for the tally, for a bag."""
        self.by_change.discard(number)
        self._to_read.discard(number)
        if state.rows:
            self.by_change.add(number)
        if state.rows or state.groups is not None:
            self._to_read.add(number)

    def count_verdicts(self) -> Counter[Verdict]:
        """Return the number of bags with each verdict; unlike ``tally`` this reads no bags."""
        counts: Counter[Verdict] = Counter()
        for judgement, bags in self._bags_by_judgement.items():
            if judgement.verdict is not None:
                counts[judgement.verdict] += bags
        return counts

    def list_tags(self) -> list[str]:
        """Return all tags of judged bags, the most frequent first; this reads no bags."""
        counts: Counter[str] = Counter()
        for judgement, bags in (+self._bags_by_judgement).items():
            counts.update(dict.fromkeys(judgement.tags, bags))
        return sorted(counts, key=lambda tag: (-counts[tag], tag))

    def read_changes(self, bags: int | None = None) -> bool:
        """Read up to ``bags`` bags (None: all) whose changes the tally counts; return True if some are left.

        Raises ``CoalaError`` once for a bag that cannot be read; it then counts as if no change were judged.
        """
        unread = sorted(number for number in self._to_read if self._has_unread_changes(number))
        for number in islice(unread, bags):
            state = self.state(number)
            given = state.rows, state.groups, state.verdict
            # Mark it as read first, so that an error is raised once.
            self._judged_changes[number] = given, None
            self._judged_changes[number] = given, self._review.count_by_change(number, state)
        return bags is not None and len(unread) > bags

    def _has_unread_changes(self, number: int) -> bool:
        """Return True if the tally counts changes of a bag whose current verdicts are not read yet."""
        state, known = self.state(number), self._judged_changes.get(number)
        given = state.rows, state.groups, state.verdict
        return self._judgements[number] is not None and (known is None or known[0] != given)

    def tally(self) -> Tally:
        """Return the tally of the current verdicts, after reading the bags that ``read_changes`` left."""
        self.read_changes()
        counts = Counter(self._bags_by_judgement)
        # A judgement counts without the changes of its bag; replace it by one with them.
        for number in self._to_read:
            changes = self._judged_changes[number][1] if number in self._judged_changes else None
            if (judgement := self._judgements[number]) is not None and changes is not None:
                counts[judgement] -= 1
                counts[judgement._replace(changes=changes)] += 1
        # The sign "+" drops judgements with the count 0.
        return tally_verdicts(self.total, +counts)

    def list_item_verdicts(self, sample: DrawnSample) -> Sequence[Verdict | None]:
        """Return the verdict on each item of a sample; they are cached until a verdict changes."""
        if self._of_items is None or self._of_items[0] is not sample:
            self._of_items = sample, sample.list_verdicts(self._verdicts, self.state)
        return self._of_items[1]

    def count_drawn(self, sample: DrawnSample) -> DrawnProgress:
        """Count the verdicts on the drawn items of a sample."""
        verdicts = self.list_item_verdicts(sample)
        given = [verdicts[item] for item in sample.drawn]
        return DrawnProgress(
            sample.size,
            sample.unit,
            Counter(verdict for verdict in given if verdict is not None),
            tuple(place for place, verdict in enumerate(given) if verdict is None),
        )

    def estimate(self, sample: DrawnSample) -> SampleEstimate:
        """Estimate all items of a sample from the verdicts so far."""
        counts = None if sample.divided else self.count_verdicts()
        return estimate_all(sample, self.list_item_verdicts(sample), counts)

    def next_waiting(self, shown: Sequence[int], row: int, step: int = 1) -> int | None:
        """Return the row of the nearest bag in ``shown`` without a verdict, after ``row``, or None.

        The search goes in direction ``step`` and wraps around.
        """
        if self.answered == self.total:
            return None
        rows = len(shown)
        for distance in range(1, rows + 1):
            candidate = (row + step * distance) % rows
            if self._verdicts[shown[candidate]] is None:
                return candidate
        return None

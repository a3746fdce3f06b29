"""A review gives the figures that the screen asks for after every key, kept up to date bag by bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys, Rows
from coala.verdicts.facts import FactProgress
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement, Tally, make_judgement, tally_verdicts


class ReviewProgress:
    """How the review stands: the verdict of every bag, how many are answered, the tally.

    Asking the review for 100,000 states takes longer than a key may; this asks once, then for the one
    bag that changed.
    """

    def __init__(self, review: Review) -> None:
        self._review = review
        self.by_change: dict[int, bool] = {}
        """The bags with verdicts on changes, and whether these differ."""
        states = review.states()
        # Of 100,000 judgements most are what few others are.
        known: dict[tuple[State, tuple[Kind, ...]], Judgement | None] = {}
        self._judgements: list[Judgement | None] = []
        for number, said in enumerate(zip(states, (entry.kinds for entry in review.entries), strict=True)):
            if said not in known:
                known[said] = self._judgement(number, said[0])
            self._judgements.append(known[said])
        self._verdicts: list[Verdict | None] = [
            None if judgement is None else judgement.verdict for judgement in self._judgements
        ]
        self._numbers: Counter[Judgement] = Counter(filter(None, self._judgements))
        self.facts = FactProgress(review.fact_counts())
        self._answered = self._numbers.total()
        for number, state in enumerate(states):
            if state.rows:
                self._note_changes(number, state)
        for number in self.facts.bags:
            self.facts.update(number, states[number])
        # What is known of them by now: to read all when a review is opened would take too long.
        self._changes: dict[int, tuple[Rows, tuple[tuple[Kind, Verdict], ...]]] = {}
        # Of the bag that was read last: who answers its changes one after another waits for no other keys.
        self._keys: tuple[int, ChangeKeys] | None = None
        # How many bags of a group, by its first one, wait for a verdict.
        self._waiting: Counter[int] = Counter()
        if review.groups:
            open_bags = (number for number, verdict in enumerate(self._verdicts) if verdict is None)
            self._waiting.update(review.groups.together(number)[0] for number in open_bags)

    @property
    def verdicts(self) -> Sequence[Verdict | None]:
        """One for each bag, in the order of the list."""
        return self._verdicts

    @property
    def total(self) -> int:
        return len(self._verdicts)

    @property
    def answered(self) -> int:
        """Bags that need no further look: with any verdict, also ``?``, which the tally counts apart."""
        return self._answered

    def waiting(self, number: int) -> int:
        """How many bags have no verdict of those that gold joins with this one, itself among them."""
        if self._review.groups:
            return self._waiting[self._review.groups.together(number)[0]]
        return int(self._verdicts[number] is None)

    def state(self, number: int) -> State:
        return self._review.state(self._review.entries[number].fingerprint)

    def update(self, number: int) -> None:
        """Take over what the review now says of one bag."""
        state = self.state(number)
        former, now = self._judgements[number], self._judgement(number, state)
        self._judgements[number] = now
        self._verdicts[number] = None if now is None else now.verdict
        for counted, step in ((former, -1), (now, 1)):
            if counted is not None:
                self._numbers[counted] += step
                self._answered += step
                if self._review.groups:
                    self._waiting[self._review.groups.together(number)[0]] -= step
        self._note_changes(number, state)
        self.facts.update(number, state)
        if self._is_unread(number):
            # Now its bag is at hand, a moment later another one is. What is damaged is said then.
            with suppress(CoalaError):
                self._read(number)

    def _judgement(self, number: int, state: State) -> Judgement | None:
        if state.verdict is None:
            return None
        kinds = self._review.entries[number].kinds
        return make_judgement(state.verdict, state, kinds)

    def _note_changes(self, number: int, state: State) -> None:
        self.by_change.pop(number, None)
        if state.rows:
            self.by_change[number] = len({verdict for _, verdict in state.rows}) > 1

    def verdict_counts(self) -> Counter[Verdict]:
        """How many bags got which verdict; at once, where the whole tally takes a moment."""
        counts: Counter[Verdict] = Counter()
        for judgement, bags in self._numbers.items():
            counts[judgement.verdict] += bags
        return counts

    def tags(self) -> list[str]:
        """All tags of judged bags, the most frequent first; at once, as ``verdict_counts``."""
        counts: Counter[str] = Counter()
        for judgement, bags in (+self._numbers).items():
            counts.update(dict.fromkeys(judgement.tags, bags))
        return sorted(counts, key=lambda tag: (-counts[tag], tag))

    def read_changes(self, bags: int | None = None) -> bool:
        """Read so many bags (None: all) whose changes the tally counts; whether any may be left.

        Raises ``CoalaError`` for a bag that cannot be read, once: it counts as if it had no such changes.
        """
        left = [number for number in self.by_change if self._is_unread(number)]
        for number in islice(left, bags):
            self._changes[number] = self.state(number).rows, ()
            self._read(number)
        return bags is not None and len(left) > bags

    def let_go(self) -> None:
        """Another bag is shown: no key waits for that of the last changes any more, which may be great."""
        self._keys = None

    def _is_unread(self, number: int) -> bool:
        """Whether the tally counts changes of a bag that are not known as they are now."""
        rows = self.state(number).rows
        known = self._changes.get(number, ((), ()))
        return self._judgements[number] is not None and known[0] != rows

    def _read(self, number: int) -> None:
        rows = self.state(number).rows
        if rows and (self._keys is None or self._keys[0] != number):
            bag = self._review.bag(number)
            self._keys = number, ChangeKeys(bag, BagSentences(bag).ranked)
        self._changes[number] = rows, self._keys[1].by_kind(rows) if rows and self._keys else ()

    def tally(self) -> Tally:
        """The tally of the verdicts as they are; it reads what ``read_changes`` has left."""
        self.read_changes()
        numbers = Counter(self._numbers)
        for number, (_, changes) in self._changes.items():
            if (judgement := self._judgements[number]) is not None:
                numbers[judgement] -= 1
                numbers[judgement._replace(changes=changes)] += 1
        return tally_verdicts(self.total, +numbers)

    def next_waiting(self, shown: Sequence[int], row: int, step: int = 1) -> int | None:
        """The row of the nearest bag without a verdict among ``shown``, after ``row``, wrapping; or None."""
        if self.answered == self.total:
            return None
        rows = len(shown)
        for distance in range(1, rows + 1):
            candidate = (row + step * distance) % rows
            if self._verdicts[shown[candidate]] is None:
                return candidate
        return None

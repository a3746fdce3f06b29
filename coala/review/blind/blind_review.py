"""A blind review, which hides which graph is on which side.

A bag is one item of a review: chains of the baseline (left) and of the changed graph (right), to be compared.
In a blind review half of the bags, chosen at random, are shown *swapped*: mirrored, with the changed graph on
the left. For the reviewer ``+`` always means "the right side is better". The file always stores ``+`` for
"the changed graph is better", so a verdict on a swapped bag is turned when it is read or written:

    shown "+" on a swapped bag  =  stored "-"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from coala.base.sequences import LruCache
from coala.engine.summary import Side, Summary
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Bag, Instance, Verdict
from coala.model.kinds import Kind
from coala.model.sides import LEFT_RIGHT
from coala.review.blind.hiding_views import hide_sides
from coala.review.blind.mirrored_bag import MirroredKeys, mirror_bag, mirror_kinds
from coala.review.file import BAGS_KEPT, Review
from coala.review.listing import BagEntry
from coala.review.search import FULL_TYPE, parse_query
from coala.review.storage.blindness import Blindness, read_blindness
from coala.review.storage.journal import Act, PastAct
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.bag_slices import BagSlices
from coala.verdicts.by_kind import BagKinds, list_kinds
from coala.verdicts.groups import Groups
from coala.verdicts.links import LinkCounts, count_links
from coala.verdicts.reliability import mirror_verdict
from coala.verdicts.state import State

_SEARCHED = "In a blind review only notes, tags, numbers, kinds, verdicts and reviewers are searched."
_NOT_SEARCHED = frozenset(("change", "doc", "earlier", "form", "judged", "type", FULL_TYPE))


class BlindReview(Review):
    """An open blind review. ``Review`` would show the sides of the same file.

    States and acts are those that are shown, unless a name says "stored".
    """

    blind = True
    sides = LEFT_RIGHT

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        blindness = read_blindness(self._connection, self.path)
        assert blindness is not None
        self.blindness: Blindness = blindness
        self._mirrored_keys = LruCache[int, MirroredKeys](BAGS_KEPT)
        hide_sides(self._connection)
        self.entries = tuple(map(self._to_shown_entry, self.entries))
        self._number_of = {entry.fingerprint: entry.number for entry in self.entries}
        self.summary = _remove_sides(self.summary, self.entries)
        self.groups = BagGroups([None] * len(self.entries))

    def _to_shown_entry(self, entry: BagEntry) -> BagEntry:
        """Return an entry without a headline: the list makes one from the shown bag when it paints."""
        return entry._replace(
            title=f"bag {entry.number + 1:,}",
            kinds=mirror_kinds(entry.kinds) if self.blindness.swaps(entry.fingerprint) else entry.kinds,
            headline="",
            group=None,
            earlier="",
        )

    def _is_swapped(self, number: int) -> bool:
        """Return True if the changed graph is on the left."""
        return self.blindness.swaps(self.entries[number].fingerprint)

    # The comparison as it is shown.

    def _read_bag(self, number: int) -> Bag:
        bag = super()._read_bag(number)
        return _remove_names(mirror_bag(bag) if self._is_swapped(number) else bag)

    def link_counts(self) -> list[LinkCounts]:
        raise ReviewError(f"{self.path}: links are counted after 'coala file reveal'.")

    def kinds_of(self, number: int) -> BagKinds:
        return list_kinds(count_links(self.peek(number)))

    @property
    def same_changes(self) -> None:
        return None

    @property
    def slices(self) -> BagSlices:
        raise ReviewError(f"{self.path}: types and forms of bags are shown after 'coala file reveal'.")

    # Verdicts and history.

    def state(self, fingerprint: str) -> State:
        number = self._number_of.get(fingerprint)
        return State() if number is None else self._to_shown(number, super().state(fingerprint))

    def states(self) -> list[State]:
        return [self.state(entry.fingerprint) for entry in self.entries]

    def _to_shown(self, number: int, state: State) -> State:
        """Turn a state as stored into the state to show."""
        # How the bag was shown would reveal the sides, and belongs to the file.
        return self._turn_state(number, state, MirroredKeys.to_mirrored_key)._replace(swapped=None)

    def _to_stored(self, number: int, state: State) -> State:
        """Turn a state as shown into the state to store."""
        stored = super().state(self.entries[number].fingerprint)
        turned = self._turn_state(number, state, MirroredKeys.to_bag_key)
        # ``swapped`` is how the bag was shown when the answer was given, so a change of the note keeps it.
        given_swapped = self._is_swapped(number) if turned.answer != stored.answer else stored.swapped
        return turned._replace(swapped=None if turned.verdict is None else given_swapped)

    def _turn_state(self, number: int, state: State, key_of: Callable[[MirroredKeys, str], str]) -> State:
        """Turn the verdicts of a state if its bag is swapped, from shown to stored or back.

        Verdicts on own changes are stored by the keys of rows; ``key_of`` maps a key to that of the same
        row on the other side of the mirror.
        """
        if not self._is_swapped(number):
            return state
        rows: dict[str, Verdict] = {}
        if state.rows:
            keys = self._mirrored_keys.get(number, lambda number: MirroredKeys(self.bag(number)))
            rows = {key_of(keys, key): mirror_verdict(verdict) or verdict for key, verdict in state.rows}
        return state._replace(
            verdict=mirror_verdict(state.verdict),
            rows=tuple(sorted(rows.items())),
            groups=self._turn_groups(number, state.groups),
        )

    def _turn_groups(self, number: int, groups: Groups | None) -> Groups | None:
        """Turn the side from which groups started if their bag is swapped, from shown to stored or back."""
        if groups is None or groups.start is None or not self._is_swapped(number):
            return groups
        return groups._replace(start=1 - groups.start)

    def half_answer(self, number: int) -> Groups | None:
        return self._turn_groups(number, super().half_answer(number))

    def keep_half_answer(self, number: int, groups: Groups | None) -> None:
        super().keep_half_answer(number, self._turn_groups(number, groups))

    def judge(self, number: int, state: State) -> Act:
        before = self.state(self.entries[number].fingerprint)
        act = super().judge(number, self._to_stored(number, state))
        return act._replace(before=before, after=self.state(act.fingerprint))

    def judge_all(self, states: Iterable[tuple[int, State, str | None]]) -> None:
        super().judge_all((number, self._to_stored(number, state), time) for number, state, time in states)

    def undo(self, act: Act) -> None:
        super().undo(self._turn_act(act, self._to_stored))

    def redo(self, act: Act) -> None:
        super().redo(self._turn_act(act, self._to_stored))

    def history(self) -> list[Act]:
        return [self._turn_act(act, self._to_shown) for act in super().history()]

    def _turn_act(self, act: Act, turn: Callable[[int, State], State]) -> Act:
        number = self._number_of[act.fingerprint]
        return act._replace(before=turn(number, act.before), after=turn(number, act.after))

    def history_of(self, number: int, *, others: bool = False) -> list[PastAct]:
        return [act._replace(state=self._to_shown(number, act.state)) for act in super().history_of(number)]

    def may_show_others(self, fingerprint: str) -> bool:
        return False

    # Search; the stored index has words of sentences that reveal the sides.

    def search(self, query: str) -> list[int]:
        for term in parse_query(query, blind=True, nouns=self.nouns):
            if term.field in _NOT_SEARCHED:
                field = term.field.removeprefix("full ")
                raise CoalaError(f"'{field}:' is not searched in a blind review.")
        return super().search(query)

    def search_limits(self) -> str:
        return _SEARCHED


def _remove_names(bag: Bag) -> Bag:
    """Return the bag with numbers as names of its instances: a name may reveal which system made it."""

    def number_names(side: Sequence[Instance], word: str) -> tuple[Instance, ...]:
        return tuple(each._replace(name=f"_:{word}{number}") for number, each in enumerate(side, 1))

    left, right = LEFT_RIGHT.names
    return replace(bag, baseline=number_names(bag.baseline, left), changed=number_names(bag.changed, right))


def _remove_sides(summary: Summary, entries: tuple[BagEntry, ...]) -> Summary:
    """Return the summary without figures that describe one of the graphs."""
    # The numbers of bags by kind are counted again, since the kinds of swapped bags are mirrored.
    listed: Counter[Kind] = Counter()
    for kinds, bags in Counter(entry.kinds for entry in entries).items():
        listed.update(dict.fromkeys(kinds, bags))
    left, right = (Side(name, 0, 0, 0, 0, 0) for name in LEFT_RIGHT.names)
    return replace(
        summary,
        baseline=left,
        changed=right,
        gold=None,
        kinds={kind: listed[kind] for kind in Kind},
        scores={},
        share_tests={},
        resampling=None,
        notices=(),
        # Records stay records.
        settings={name: value for name, value in summary.settings.items() if name == "record"},
        texts_aligned=(),
        links=None,
        link_scores={},
    )

"""A blind review, which hides which graph is on which side.

A bag is one item of a review: chains of the baseline (left) and of the changed graph (right), to be compared.
In a blind review half of the bags, chosen at random, are shown *swapped*: mirrored, with the changed graph on
the left. For the reviewer ``+`` always means "the right side is better". The file always stores ``+`` for
"the changed graph is better", so a verdict on a swapped bag is turned when it is read or written:

    shown "+" on a swapped bag  =  stored "-"

A few bags come again at the end of the list as *second looks*, with their sides exchanged, to measure how
consistent the reviewer is. A second look has a number and a fingerprint of its own ("3f9a…~"). Its verdict is
stored in the state of the original bag, as ``State.again``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from coala.base.sequences import LruCache
from coala.engine.summary import Side, Summary
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Bag, Instance, Verdict
from coala.model.kinds import Kind
from coala.review.blind.hiding_views import hide_sides
from coala.review.blind.mirrored_bag import MirroredKeys, mirror_bag, mirror_kinds
from coala.review.file import BAGS_KEPT, Review
from coala.review.listing import BagEntry, ListChange
from coala.review.search import parse_query
from coala.review.storage.blindness import Blindness, read_blindness
from coala.review.storage.journal import Act, PastAct
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.bag_slices import BagSlices
from coala.verdicts.by_kind import BagKinds, list_kinds
from coala.verdicts.groups import Groups
from coala.verdicts.links import LinkCounts, count_links
from coala.verdicts.reliability import mirror_verdict
from coala.verdicts.state import State

SIDE_NAMES = ("left", "right")

_REPEAT_MARK = "~"
"""Marks the fingerprint of a bag that comes a second time."""

_SEARCHED = "In a blind review only notes, tags and numbers are searched."


class BlindReview(Review):
    """An open blind review. ``Review`` would show the sides of the same file.

    Numbers, fingerprints, states and acts are those that are shown, unless a name says "stored".
    """

    blind = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        blindness = read_blindness(self._connection, self.path)
        assert blindness is not None
        self.blindness: Blindness = blindness
        self._mirrored_keys = LruCache[int, MirroredKeys](BAGS_KEPT)
        stored_entries = self.entries
        # The bags with numbers from this one on are second looks.
        self._stored_count = len(stored_entries)
        stored_number_of = {entry.fingerprint: entry.number for entry in stored_entries}
        # The fingerprints of the bags that come again.
        self.second_looks = blindness.second_looks(stored_number_of)
        again = [stored_number_of[name] for name in self.second_looks]
        # For each bag of the list, the number of the stored bag that it shows.
        self._originals = [*range(self._stored_count), *again]
        hide_sides(self._connection, again)
        self.entries = tuple(
            self._to_shown_entry(number, stored_entries[original])
            for number, original in enumerate(self._originals)
        )
        self._number_of = {entry.fingerprint: entry.number for entry in self.entries}
        self.summary = _remove_sides(self.summary, self.entries)
        self.groups = BagGroups([None] * len(self.entries))

    def _to_shown_entry(self, number: int, entry: BagEntry) -> BagEntry:
        """Return an entry without a headline: the list makes one from the shown bag when it paints."""
        return entry._replace(
            number=number,
            fingerprint=entry.fingerprint
            if number < self._stored_count
            else entry.fingerprint + _REPEAT_MARK,
            title=f"bag {number + 1:,}",
            kinds=mirror_kinds(entry.kinds) if self._is_swapped(number, entry.fingerprint) else entry.kinds,
            headline="",
            group=None,
            earlier="",
        )

    def _is_swapped(self, number: int, fingerprint: str) -> bool:
        """Return True if the changed graph is on the left."""
        # A second look is swapped exactly if the first one is not.
        return self.blindness.swaps(fingerprint.removesuffix(_REPEAT_MARK)) is (number < self._stored_count)

    # The comparison as it is shown.

    def _read_bag(self, number: int) -> Bag:
        bag = super()._read_bag(self._originals[number])
        return _remove_names(mirror_bag(bag) if self._is_swapped(number, bag.fingerprint) else bag)

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
        return State() if number is None else self._to_shown(number, self._stored_state(number))

    def states(self) -> list[State]:
        return [self.state(entry.fingerprint) for entry in self.entries]

    def takes_notes(self, number: int) -> bool:
        return number < self._stored_count

    def _stored_state(self, number: int) -> State:
        """Return the state in the file of the bag with this number, or of its original."""
        return super().state(self.entries[self._originals[number]].fingerprint)

    def _to_shown(self, number: int, state: State) -> State:
        """Turn a state as stored into the state to show."""
        swapped = self._is_swapped(number, self.entries[number].fingerprint)
        if number >= self._stored_count:
            return State(mirror_verdict(state.again) if swapped else state.again)
        shown = self._turn_state(number, state, MirroredKeys.to_mirrored_key)
        # These two would reveal the sides, and belong to the file.
        return shown._replace(swapped=None, again=None)

    def _to_stored(self, number: int, state: State) -> State:
        """Turn a state as shown into the state to store."""
        stored = self._stored_state(number)
        swapped = self._is_swapped(number, self.entries[number].fingerprint)
        if number >= self._stored_count:
            if state.comment or state.rows or state.groups:
                raise ReviewError(
                    "You have seen this bag before, and now give one verdict on the whole bag. "
                    "Notes, tags and verdicts on changes belong to the first time, and so does who is who."
                )
            return stored._replace(again=mirror_verdict(state.verdict) if swapped else state.verdict)
        turned = self._turn_state(number, state, MirroredKeys.to_bag_key)
        # ``swapped`` is how the bag was shown when the answer was given, so a change of the note keeps it.
        given_swapped = swapped if turned.answer != stored.answer else stored.swapped
        return turned._replace(swapped=None if turned.verdict is None else given_swapped, again=stored.again)

    def _turn_state(self, number: int, state: State, key_of: Callable[[MirroredKeys, str], str]) -> State:
        """Turn the verdicts of a state if its bag is swapped, from shown to stored or back.

        Verdicts on own changes are stored by the keys of rows; ``key_of`` maps a key to that of the same
        row on the other side of the mirror.
        """
        if not self._is_swapped(number, self.entries[number].fingerprint):
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
        is_swapped = self._is_swapped(number, self.entries[number].fingerprint)
        if groups is None or groups.start is None or not is_swapped:
            return groups
        return groups._replace(start=1 - groups.start)

    def half_answer(self, number: int) -> Groups | None:
        return self._turn_groups(number, super().half_answer(number))

    def keep_half_answer(self, number: int, groups: Groups | None) -> None:
        super().keep_half_answer(number, self._turn_groups(number, groups))

    def judge(self, number: int, state: State) -> Act:
        name = self.entries[number].fingerprint
        before = self.state(name)
        act = super().judge(self._originals[number], self._to_stored(number, state))
        return Act(act.sequence, name, before, self.state(name), done=True)

    def judge_all(self, states: Iterable[tuple[int, State, str | None]]) -> None:
        # A second look changes the state of its original, which must be stored before.
        given = list(states)
        first = [each for each in given if each[0] < self._stored_count]
        second = [each for each in given if each[0] >= self._stored_count]
        super().judge_all(
            (self._originals[number], self._to_stored(number, state), time) for number, state, time in first
        )
        for number, state, time in second:
            super().judge_all([(self._originals[number], self._to_stored(number, state), time)])

    def undo(self, act: Act) -> None:
        super().undo(self._to_stored_act(act))

    def redo(self, act: Act) -> None:
        super().redo(self._to_stored_act(act))

    def _to_stored_act(self, act: Act) -> Act:
        number = self._number_of[act.fingerprint]
        before, after = (self._to_stored(number, state) for state in (act.before, act.after))
        fingerprint = act.fingerprint.removesuffix(_REPEAT_MARK)
        return act._replace(fingerprint=fingerprint, before=before, after=after)

    def history(self) -> list[Act]:
        return [self._to_shown_act(act) for act in super().history()]

    def _to_shown_act(self, act: Act) -> Act:
        number = self._number_of[act.fingerprint]
        # An act that changed only ``again`` was done on the second look.
        if act.before._replace(again=None) == act.after._replace(again=None):
            number = self._number_of.get(act.fingerprint + _REPEAT_MARK, number)
        before, after = (self._to_shown(number, state) for state in (act.before, act.after))
        return act._replace(fingerprint=self.entries[number].fingerprint, before=before, after=after)

    def changes_since(self, before: Collection[str]) -> ListChange:
        # Second looks are not new bags.
        repeats = {name for name in self._number_of if name.endswith(_REPEAT_MARK)}
        return super().changes_since({*before, *repeats})

    def history_of(self, number: int, *, others: bool = False) -> list[PastAct]:
        acts: list[PastAct] = []
        for act in super().history_of(self._originals[number]):
            # Acts that do not change what is shown of this bag were done on its second look, or its original.
            state = self._to_shown(number, act.state)
            if state != (acts[-1].state if acts else State()):
                acts.append(act._replace(state=state))
        return acts

    def may_show_others(self, fingerprint: str) -> bool:
        return False

    # Search; the stored index has words of sentences that reveal the sides.

    def search(self, query: str) -> list[int]:
        if any(term.field in ("change", "form") for term in parse_query(query)):
            raise CoalaError(_SEARCHED)
        return super().search(query)

    def search_limits(self) -> str:
        return _SEARCHED


def _remove_names(bag: Bag) -> Bag:
    """Return the bag with numbers as names of its instances: a name may reveal which system made it."""

    def number_names(side: Sequence[Instance], word: str) -> tuple[Instance, ...]:
        return tuple(each._replace(name=f"_:{word}{number}") for number, each in enumerate(side, 1))

    left, right = SIDE_NAMES
    return replace(bag, baseline=number_names(bag.baseline, left), changed=number_names(bag.changed, right))


def _remove_sides(summary: Summary, entries: tuple[BagEntry, ...]) -> Summary:
    """Return the summary without figures that describe one of the graphs."""
    # The numbers of bags by kind are counted again, since the kinds of swapped bags are mirrored.
    listed: Counter[Kind] = Counter()
    for kinds, bags in Counter(entry.kinds for entry in entries).items():
        listed.update(dict.fromkeys(kinds, bags))
    left, right = (Side(name, 0, 0, 0, 0, 0) for name in SIDE_NAMES)
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
        settings={},
        texts_aligned=(),
        links=None,
        link_scores={},
    )

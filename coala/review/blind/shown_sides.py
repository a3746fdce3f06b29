"""Sides of bags for a reviewer who must not know which graph is which.

A bag is one item of a review: chains of the baseline (left) and of the changed graph (right), to be compared.
With a seed half of the bags, chosen at random, are shown *swapped*: mirrored, with the changed graph on the
left. For the reviewer ``+`` always means "the right side is better". The file always stores ``+`` for "the
changed graph is better", so a verdict on a swapped bag is turned when it is read or written:

    shown "+" on a swapped bag  =  stored "-"
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from coala.base.sequences import LruCache
from coala.engine.summary import Side, Summary
from coala.model.bag import Bag, Instance, Verdict
from coala.model.kinds import Kind
from coala.model.sides import LEFT_RIGHT
from coala.review.blind.mirrored_bag import MirroredKeys, mirror_bag, mirror_kinds
from coala.review.listing import BagEntry
from coala.verdicts.groups import Groups
from coala.verdicts.links import Part
from coala.verdicts.reliability import mirror_verdict
from coala.verdicts.state import State

_KEYS_KEPT = 3
"""Bags whose keys are kept: the one on the screen, the one before it, and the one after it."""


class ShownSides:
    """Sides of the bags of a review as they are shown: a seed swaps half of the bags, no seed swaps none.

    Methods that begin with ``show`` turn what is stored into what is shown, those with ``store`` turn it
    back, and those with ``turn`` do both. They identify a bag by its fingerprint.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._keys = LruCache[str, MirroredKeys](_KEYS_KEPT)

    def swaps(self, fingerprint: str) -> bool:
        """Return True if the changed graph is on the left in this bag.

        The fingerprint is a hash of the content, so a bag keeps its sides when the graphs are compared again.
        """
        if self.seed is None:
            return False
        drawn = hashlib.sha256(f"side {self.seed} {fingerprint}".encode("ascii", "replace")).digest()
        return bool(drawn[0] & 1)

    def show_bag(self, bag: Bag) -> Bag:
        """Return a bag as it is shown; with a seed, numbers are the names of its instances."""
        if self.seed is None:
            return bag
        return _remove_names(mirror_bag(bag) if self.swaps(bag.fingerprint) else bag)

    def show_entry(self, entry: BagEntry) -> BagEntry:
        """Return an entry without a headline: the list makes one from the shown bag when it paints."""
        kinds = mirror_kinds(entry.kinds) if self.swaps(entry.fingerprint) else entry.kinds
        title = f"bag {entry.number + 1:,}"
        return entry._replace(title=title, kinds=kinds, headline="", group=None, earlier="")

    def turn_parts(self, fingerprint: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        if not self.swaps(fingerprint):
            return parts
        return tuple(Part(part.spans, part.classes[::-1]) for part in parts)

    def turn_verdict(self, fingerprint: str, verdict: Verdict) -> Verdict:
        return (mirror_verdict(verdict) or verdict) if self.swaps(fingerprint) else verdict

    def turn_groups(self, fingerprint: str, groups: Groups | None) -> Groups | None:
        """Turn the side from which groups started."""
        if groups is None or groups.start is None or not self.swaps(fingerprint):
            return groups
        return groups._replace(start=1 - groups.start)

    def show_keys(self, fingerprint: str, keys: Iterable[str], show: Callable[[], Bag]) -> frozenset[str]:
        """Return the keys of the same rows in the bag as it is shown, which ``show`` returns."""
        if not self.swaps(fingerprint):
            return frozenset(keys)
        return frozenset(map(self._find_keys(fingerprint, show).to_mirrored_key, keys))

    def show_state(self, fingerprint: str, state: State, show: Callable[[], Bag]) -> State:
        """Return a state as it is shown; ``show`` returns its bag as it is shown.

        As it is shown, no bag is swapped: ``swapped`` of an answer to this very bag is then False.
        """
        return self._turn_state(fingerprint, state, show, MirroredKeys.to_mirrored_key)

    def store_state(self, fingerprint: str, state: State, show: Callable[[], Bag]) -> State:
        """Return a state to store, from one for the sides as they are shown."""
        return self._turn_state(fingerprint, state, show, MirroredKeys.to_bag_key)

    def _turn_state(
        self,
        fingerprint: str,
        state: State,
        show: Callable[[], Bag],
        find_key: Callable[[MirroredKeys, str], str],
    ) -> State:
        if not self.swaps(fingerprint):
            return state
        rows: dict[str, Verdict] = {}
        if state.rows:
            keys = self._find_keys(fingerprint, show)
            rows = {find_key(keys, key): mirror_verdict(verdict) or verdict for key, verdict in state.rows}
        return state._replace(
            verdict=mirror_verdict(state.verdict),
            rows=tuple(sorted(rows.items())),
            groups=self.turn_groups(fingerprint, state.groups),
            swapped=None if state.swapped is None else not state.swapped,
        )

    def _find_keys(self, fingerprint: str, show: Callable[[], Bag]) -> MirroredKeys:
        return self._keys.get(fingerprint, lambda _: MirroredKeys(show()))


def _remove_names(bag: Bag) -> Bag:
    """Return the bag with numbers as names of its instances: a name may reveal which system made it."""

    def number_names(side: Sequence[Instance], word: str) -> tuple[Instance, ...]:
        return tuple(each._replace(name=f"_:{word}{number}") for number, each in enumerate(side, 1))

    left, right = LEFT_RIGHT.names
    return replace(bag, baseline=number_names(bag.baseline, left), changed=number_names(bag.changed, right))


def remove_sides(summary: Summary, entries: Sequence[BagEntry]) -> Summary:
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

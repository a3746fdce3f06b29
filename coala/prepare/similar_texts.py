"""Search for nearly equal texts in two collections without comparing each with each.

It pairs documents that two graphs name differently. Each text is represented by the smallest hashes of its
runs of signs (Broder 1997; ``coala.prepare.spelling`` defines signs). An index of these hashes finds the few
candidates, and these are aligned.

Only wanted texts are paired, but all texts of the other collection are rivals: a pair is undecided if another
text, wanted or not, fits nearly as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.prepare.sign_alignment import align
from coala.prepare.spelling import Signs, read_common_signs

LEAST_SHARE = 0.95
"""Two texts are nearly equal if at least this share of the longer one has a counterpart in the other.

In ECB+, news of a few events, the two most similar reports share 94.7 % and the next ones 88.8 %. Of 193
reports in which one word in a hundred is edited, all but one keep 95 %.
"""

# Shorter texts are ignored: in a sentence or two, a tenth of the signs may be all that matters.
_LEAST_SIGNS = 200

# A text is clearly worse if it has twice as many signs without a counterpart, and at least 20 more.
_TIMES_WORSE = 2
_SIGNS_WORSE = 20

_RUN = 12
"""The number of signs in a run that is hashed."""

_HASHES = 400
"""The number of hashes kept for each text. With a fifth of the signs edited, dozens of them are still equal.
"""
_LEAST_COMMON = 0.1
"""The least share of a text's hashes that a candidate has, without hashes that are in too many texts."""
_MOST_TEXTS = 16
"""A hash that more texts have does not distinguish them. It then counts for this many of the texts only."""
_CANDIDATES = 3
"""The most candidates that are aligned with a text, since each alignment takes time."""

_Hashes = npt.NDArray[np.uint64]
_PRIME = np.uint64(1_000_003)
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Similar(NamedTuple):
    """Names of a nearly equal text in each collection, with the share of the longer one that is aligned.

    ``by_name`` is True if other texts are equally similar, and the names decided.
    """

    first: str
    second: str
    share: float
    by_name: bool = False


class SimilarTexts(NamedTuple):
    """Pairs of texts, and groups of names in which it is not clear which text belongs to which."""

    pairs: list[Similar]
    undecided: list[tuple[tuple[str, ...], tuple[str, ...]]]


_Shares = dict[tuple[str, str], float]
"""The share of signs that align, for each pair of names that was compared."""

_PairNames = Callable[[Sequence[str], Sequence[str]], list[tuple[str, str]]]


def find_similar(
    first: Mapping[str, str],
    second: Mapping[str, str],
    wanted: tuple[Set[str], Set[str]],
    pair_names: _PairNames | None = None,
) -> SimilarTexts:
    """Pair wanted texts of both collections that are nearly equal, one to one.

    Names only matter if several texts are equally similar, and then only to ``pair_names``.
    """
    # If no wanted texts are similar, the index of all texts is not needed.
    wanted_indexes = tuple(
        _TextIndex({name: texts[name] for name in names})
        for texts, names in zip((first, second), wanted, strict=True)
    )
    shares: _Shares = {}
    _compare_candidates(wanted_indexes, wanted, shares)
    if max(shares.values(), default=0.0) < LEAST_SHARE:
        return SimilarTexts([], [])
    indexes = tuple(
        index if len(index.texts) == len(texts) else _TextIndex(texts)
        for index, texts in zip(wanted_indexes, (first, second), strict=True)
    )
    _compare_candidates(indexes, wanted, shares)
    found = _decide(shares, wanted, (indexes[0].length, indexes[1].length))
    return _decide_by_name(found, indexes, wanted, pair_names) if pair_names else found


def _decide_by_name(
    found: SimilarTexts,
    indexes: tuple[_TextIndex, ...],
    wanted: tuple[Set[str], Set[str]],
    pair_names: _PairNames,
) -> SimilarTexts:
    """Pair texts of undecided groups, and those equal to one of them, by their names."""
    # The names without a pair, by their text, for each collection.
    free = wanted[0] - {pair.first for pair in found.pairs}, wanted[1] - {pair.second for pair in found.pairs}
    names_of_text: tuple[defaultdict[str, list[str]], ...] = (defaultdict(list), defaultdict(list))
    for index, names, same in zip(indexes, free, names_of_text, strict=True):
        for name in sorted(names & index.length.keys()):
            same[index.texts[name]].append(name)
    taken: tuple[set[str], set[str]] = set(), set()
    pairs = list(found.pairs)
    for group in found.undecided:
        # All free names with a text of this group, for each collection.
        sides = [
            [
                equal_name
                for text in dict.fromkeys(index.texts[name] for name in names)
                for equal_name in same[text]
                if equal_name not in used
            ]
            for names, index, same, used in zip(group, indexes, names_of_text, taken, strict=True)
        ]
        for first, second in pair_names(*sides):
            share = _measure_share(indexes, first, second)
            if share >= LEAST_SHARE:
                pairs.append(Similar(first, second, share, by_name=True))
                taken[0].add(first)
                taken[1].add(second)
    left = (
        tuple(
            tuple(name for name in names if name not in used)
            for names, used in zip(group, taken, strict=True)
        )
        for group in found.undecided
    )
    return SimilarTexts(pairs, [(firsts, seconds) for firsts, seconds in left if firsts and seconds])


def _measure_share(indexes: tuple[_TextIndex, ...], first: str, second: str) -> float:
    """Return the share of the longer text's signs that have a counterpart in the other."""
    alignment = align(indexes[0].texts[first], indexes[1].texts[second])
    return alignment.aligned / max(map(len, alignment.signs))


def _compare_candidates(
    indexes: tuple[_TextIndex, ...], wanted: tuple[Set[str], Set[str]], shares: _Shares
) -> None:
    """Align each wanted text with its candidates in the other collection, and add their shares."""
    for side, (index, other) in enumerate((indexes, indexes[::-1])):
        for name in sorted(wanted[side] & index.hashes.keys()):
            for rival in other.candidates(index.hashes[name], index.length[name]):
                pair = (name, rival) if side == 0 else (rival, name)
                if pair not in shares:
                    shares[pair] = _measure_share(indexes, *pair)


class _TextIndex:
    """A collection of texts by name, with hashes and number of signs of each text that is long enough."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.hashes: dict[str, _Hashes] = {}
        self.length: dict[str, int] = {}
        for name, text in texts.items():
            signs = read_common_signs(text)
            if len(signs) >= _LEAST_SIGNS:
                self.hashes[name] = _read_hashes(signs)
                self.length[name] = len(signs)
        # Ordered by content: which texts represent many others depends neither on names nor on their order.
        self._names = sorted(self.hashes, key=lambda name: (self.hashes[name].tobytes(), texts[name]))
        # All hashes sorted, and the text that has each. ``_known`` are the different ones; those equal to
        # ``_known[n]`` are ``_count[n]`` rows of ``_owner`` from ``_start[n]`` on.
        owner = np.repeat(np.arange(len(self._names)), [len(self.hashes[name]) for name in self._names])
        known = np.concatenate([self.hashes[name] for name in self._names] or [np.zeros(0, np.uint64)])
        order = np.argsort(known, kind="stable")
        self._owner = owner[order]
        self._known, self._start, self._count = np.unique(known[order], return_index=True, return_counts=True)

    def candidates(self, hashes: _Hashes, length: int) -> list[str]:
        """Return the few texts that have most in common with these hashes; rare hashes count more."""
        _, place, _ = np.intersect1d(self._known, hashes, assume_unique=True, return_indices=True)
        # A hash that is in more texts counts only for the first ``_MOST_TEXTS`` of them.
        shown = np.minimum(self._count[place], _MOST_TEXTS)
        rows = np.repeat(self._start[place] - np.cumsum(shown) + shown, shown) + np.arange(shown.sum())
        # For each text: the number of common hashes, and their sum of weights (1 / number of texts with it).
        common = np.bincount(self._owner[rows], minlength=len(self._names))
        weight = np.bincount(
            self._owner[rows], np.repeat(1 / self._count[place], shown), minlength=len(self._names)
        )
        distinguishing = len(hashes) - int((self._count[place] > _MOST_TEXTS).sum())
        likely = np.flatnonzero(common >= max(1, _LEAST_COMMON * distinguishing))
        likely = likely[np.argsort(-weight[likely], kind="stable")]
        names = (self._names[number] for number in likely.tolist())
        fitting = [name for name in names if _is_as_long(length, self.length[name])]
        return fitting[:_CANDIDATES]


def _is_as_long(one: int, other: int) -> bool:
    """Return True if the lengths are close enough for one text to be a rival of the other."""
    return min(one, other) >= (1 - _TIMES_WORSE * (1 - LEAST_SHARE)) * max(one, other)


def _read_hashes(signs: Signs) -> _Hashes:
    """Return the smallest hashes of all runs of ``_RUN`` signs."""
    rolled = np.zeros(len(signs) - _RUN + 1, dtype=np.uint64)
    for place in range(_RUN):
        rolled = rolled * _PRIME + signs.code[place : place + len(rolled)].astype(np.uint64)
    rolled *= _MIX
    rolled = np.unique(rolled ^ (rolled >> np.uint64(32)))
    return rolled[:_HASHES].copy()


def _decide(
    shares: _Shares, wanted: tuple[Set[str], Set[str]], length: tuple[Mapping[str, int], Mapping[str, int]]
) -> SimilarTexts:
    """Pair texts if neither has another one that is nearly as good."""
    # For each text and each of its candidates, the number of signs without a counterpart.
    edits: tuple[defaultdict[str, dict[str, int]], ...] = (defaultdict(dict), defaultdict(dict))
    for (first, second), share in shares.items():
        missing = round((1 - share) * max(length[0][first], length[1][second]))
        edits[0][first][second] = edits[1][second][first] = missing
    pairs, undecided = [], set()
    for first in sorted(wanted[0] & edits[0].keys()):
        seconds = _find_best(edits[0][first])
        if all(shares[first, second] < LEAST_SHARE for second in seconds & wanted[1]):
            continue
        # It is a pair if each is the only best one of the other.
        alone = next(iter(seconds)) if len(seconds) == 1 else None
        firsts = {first} if alone is None else _find_best(edits[1][alone])
        if alone is not None and firsts == {first}:
            pairs.append(Similar(first, alone, shares[first, alone]))
        elif first in firsts:
            undecided.add((tuple(sorted(firsts)), tuple(sorted(seconds))))
    return SimilarTexts(pairs, sorted(undecided))


def _find_best(edits: Mapping[str, int]) -> set[str]:
    """Return the names with the fewest edits, and those that are not clearly worse."""
    fewest = min(edits.values())
    limit = max(_TIMES_WORSE * fewest, fewest + _SIGNS_WORSE)
    return {name for name, number in edits.items() if number < limit}

"""Texts that are nearly the same are found in two piles without holding each against each.

Each text is known by the smallest hashes of its runs of signs (Broder 1997), an index of these gives the few
texts that may be like it, and those are aligned. Every text of the other pile is a rival, wanted or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.prepare.aligned_words import align
from coala.prepare.spelling import Signs, read_common_signs

LEAST_SHARE = 0.95
"""Two texts are nearly the same when so much of the longer one has a counterpart in the other.

In ECB+, news of a few events, the two reports that are most alike share 94.7 % and the next ones 88.8 %; of
193 reports in which one word in a hundred is edited, all but one keep 95 %.
"""

# In a sentence or two a tenth of the signs may be all that matters.
_LEAST_SIGNS = 200

# A clear rival has so many times, and so many, more signs without a counterpart.
_TIMES_WORSE = 2
_SIGNS_WORSE = 20

_RUN = 12
_HASHES = 400
"""So many hashes of a text are kept: with a fifth of the signs edited, each alone, dozens still are equal."""
_LEAST_COMMON = 0.1
"""The part of its hashes that a text has in common with a rival; of those, that tell texts apart at all."""
_MOST_TEXTS = 16
"""Of more texts than these no run of signs tells apart; so many of them stand for all as rivals."""
_CANDIDATES = 3

_Hashes = npt.NDArray[np.uint64]
_PRIME = np.uint64(1_000_003)
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Similar(NamedTuple):
    """Names of one text in each pile, and the part of the longer one's signs that has a counterpart.

    ``by_name`` is True where other texts are as similar, and the names tell which is meant.
    """

    first: str
    second: str
    share: float
    by_name: bool = False


class SimilarTexts(NamedTuple):
    """Texts that are clearly each other's, and names of those of which it is not clear which is whose."""

    pairs: list[Similar]
    undecided: list[tuple[tuple[str, ...], tuple[str, ...]]]


_Shares = dict[tuple[str, str], float]

_PairNames = Callable[[Sequence[str], Sequence[str]], list[tuple[str, str]]]


def find_similar(
    first: Mapping[str, str],
    second: Mapping[str, str],
    wanted: tuple[Set[str], Set[str]],
    pair_names: _PairNames | None = None,
) -> SimilarTexts:
    """Pair wanted texts of the piles that are nearly the same, one to one.

    Names matter only where several texts are as similar, and then only to ``pair_names``.
    """
    alone = tuple(
        _Pile({name: texts[name] for name in names})
        for texts, names in zip((first, second), wanted, strict=True)
    )
    shares: _Shares = {}
    _compare(alone, wanted, shares)
    if max(shares.values(), default=0.0) < LEAST_SHARE:
        return SimilarTexts([], [])
    piles = tuple(
        pile if len(pile.texts) == len(texts) else _Pile(texts)
        for pile, texts in zip(alone, (first, second), strict=True)
    )
    _compare(piles, wanted, shares)
    found = _decide(shares, wanted, (piles[0].length, piles[1].length))
    return _decide_by_name(found, piles, wanted, pair_names) if pair_names else found


def _decide_by_name(
    found: SimilarTexts, piles: tuple[_Pile, ...], wanted: tuple[Set[str], Set[str]], pair_names: _PairNames
) -> SimilarTexts:
    """Pair texts of undecided groups, and those equal to one of them, by their names."""
    free = wanted[0] - {pair.first for pair in found.pairs}, wanted[1] - {pair.second for pair in found.pairs}
    twins: tuple[defaultdict[str, list[str]], ...] = (defaultdict(list), defaultdict(list))
    for pile, names, same in zip(piles, free, twins, strict=True):
        for name in sorted(names & pile.length.keys()):
            same[pile.texts[name]].append(name)
    taken: tuple[set[str], set[str]] = set(), set()
    pairs = list(found.pairs)
    for group in found.undecided:
        sides = [
            [
                twin
                for text in dict.fromkeys(pile.texts[name] for name in names)
                for twin in same[text]
                if twin not in used
            ]
            for names, pile, same, used in zip(group, piles, twins, taken, strict=True)
        ]
        for first, second in pair_names(*sides):
            share = _share(piles, first, second)
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


def _share(piles: tuple[_Pile, ...], first: str, second: str) -> float:
    alignment = align(piles[0].texts[first], piles[1].texts[second])
    return alignment.aligned / max(map(len, alignment.signs))


def _compare(piles: tuple[_Pile, ...], wanted: tuple[Set[str], Set[str]], shares: _Shares) -> None:
    for side, (pile, other) in enumerate((piles, piles[::-1])):
        for name in sorted(wanted[side] & pile.hashes.keys()):
            for rival in other.candidates(pile.hashes[name], pile.length[name]):
                pair = (name, rival) if side == 0 else (rival, name)
                if pair not in shares:
                    shares[pair] = _share(piles, *pair)


class _Pile:
    """Texts by name, each with the hashes it is known by and its number of signs; short ones are left out."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.hashes: dict[str, _Hashes] = {}
        self.length: dict[str, int] = {}
        for name, text in texts.items():
            signs = read_common_signs(text)
            if len(signs) >= _LEAST_SIGNS:
                self.hashes[name] = _read_hashes(signs)
                self.length[name] = len(signs)
        # By content, so that neither names nor order say which texts stand for many.
        self._names = sorted(self.hashes, key=lambda name: (self.hashes[name].tobytes(), texts[name]))
        owner = np.repeat(np.arange(len(self._names)), [len(self.hashes[name]) for name in self._names])
        known = np.concatenate([self.hashes[name] for name in self._names] or [np.zeros(0, np.uint64)])
        order = np.argsort(known, kind="stable")
        self._owner = owner[order]
        self._known, self._start, self._count = np.unique(known[order], return_index=True, return_counts=True)

    def candidates(self, hashes: _Hashes, length: int) -> list[str]:
        """The few texts that have most in common with one of these hashes, rare ones counting most."""
        _, place, _ = np.intersect1d(self._known, hashes, assume_unique=True, return_indices=True)
        shown = np.minimum(self._count[place], _MOST_TEXTS)
        rows = np.repeat(self._start[place] - np.cumsum(shown) + shown, shown) + np.arange(shown.sum())
        common = np.bincount(self._owner[rows], minlength=len(self._names))
        weight = np.bincount(
            self._owner[rows], np.repeat(1 / self._count[place], shown), minlength=len(self._names)
        )
        telling = len(hashes) - int((self._count[place] > _MOST_TEXTS).sum())
        likely = np.flatnonzero(common >= max(1, _LEAST_COMMON * telling))
        likely = likely[np.argsort(-weight[likely], kind="stable")]
        names = (self._names[number] for number in likely.tolist())
        fitting = [name for name in names if _is_as_long(length, self.length[name])]
        return fitting[:_CANDIDATES]


def _is_as_long(one: int, other: int) -> bool:
    """Whether so much of the longer can have a counterpart that it could be a rival at least."""
    return min(one, other) >= (1 - _TIMES_WORSE * (1 - LEAST_SHARE)) * max(one, other)


def _read_hashes(signs: Signs) -> _Hashes:
    rolled = np.zeros(len(signs) - _RUN + 1, dtype=np.uint64)
    for place in range(_RUN):
        rolled = rolled * _PRIME + signs.code[place : place + len(rolled)].astype(np.uint64)
    rolled *= _MIX
    rolled = np.unique(rolled ^ (rolled >> np.uint64(32)))
    return rolled[:_HASHES].copy()


def _decide(
    shares: _Shares, wanted: tuple[Set[str], Set[str]], length: tuple[Mapping[str, int], Mapping[str, int]]
) -> SimilarTexts:
    """Who is clearly whose: a pair of which neither has another one nearly as good."""
    edits: tuple[defaultdict[str, dict[str, int]], ...] = (defaultdict(dict), defaultdict(dict))
    for (first, second), share in shares.items():
        missing = round((1 - share) * max(length[0][first], length[1][second]))
        edits[0][first][second] = edits[1][second][first] = missing
    pairs, undecided = [], set()
    for first in sorted(wanted[0] & edits[0].keys()):
        seconds = _best(edits[0][first])
        if all(shares[first, second] < LEAST_SHARE for second in seconds & wanted[1]):
            continue
        alone = next(iter(seconds)) if len(seconds) == 1 else None
        firsts = {first} if alone is None else _best(edits[1][alone])
        if alone is not None and firsts == {first}:
            pairs.append(Similar(first, alone, shares[first, alone]))
        elif first in firsts:
            undecided.add((tuple(sorted(firsts)), tuple(sorted(seconds))))
    return SimilarTexts(pairs, sorted(undecided))


def _best(edits: Mapping[str, int]) -> set[str]:
    """The names with the fewest edits, and those with not clearly more."""
    fewest = min(edits.values())
    limit = max(_TIMES_WORSE * fewest, fewest + _SIGNS_WORSE)
    return {name for name, number in edits.items() if number < limit}

"""Two texts of one document become a monotone alignment of their signs, along which spans are carried over.

First as they stand, then as usual spellings have it in common; what still differs is diffed by tokens
(Levenshtein 1966, by rapidfuzz), and by characters inside of tokens that were replaced. Blanks never decide.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

from coala.model.graph import Integers
from coala.normalisation.texts.spelling import Places, Signs, read_common_signs, read_signs

# Writing without blanks has no words to tell apart but by its signs.
_ALONE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_ALONE}]|\d+|[^\W\d{_ALONE}]+|.", re.DOTALL)

_LEAST_SHARE = 0.5
"""Texts of which fewer characters have a counterpart are not the same document."""

# So many signs in a row are not alike by chance, whatever stands around them.
_NO_CHANCE = 20

# Stretches whose lengths multiply to more take seconds to compare, and have little in common.
_LARGEST_STRETCH = 10_000_000_000

# Letters of unrelated sentences are alike to a third or so; in a few words half may be by chance.
_SHORT_STRETCH = 60
_LEAST_OF_LONG = 0.7

# Longer texts are diffed in pieces, since a diff takes time by length times edits.
_MANY_TOKENS = 20_000
_PIECE = 2_000
_SHINGLE = 5
_PRIME = np.uint64(1_000_003)


class Carried(NamedTuple):
    """Where spans stand in the other text, as columns; one that is not ``placed`` is at its nearest place."""

    begin: Places
    end: Places
    placed: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TextAlignment:
    """For each sign of a text its counterpart in another text, or -1; those that have one ascend."""

    texts: tuple[str, str]
    signs: tuple[Signs, Signs]
    counterpart: Places

    @property
    def aligned(self) -> int:
        """How many signs have a counterpart."""
        return int((self.counterpart >= 0).sum())

    @property
    def share(self) -> float:
        """The part of the shorter text's signs that have a counterpart; 0 where a text has none."""
        shorter = min(map(len, self.signs))
        return self.aligned / shorter if shorter else 0.0

    @property
    def same_document(self) -> bool:
        """Whether enough is alike for a place in one text to mean a place in the other."""
        return self.share >= _LEAST_SHARE

    def carry(self, begin: Places, end: Places) -> Carried:
        """Carry spans of the first text over to the second; blanks at their edges are nobody's.

        One is placed when its first and its last sign have a counterpart, and it does not begin or end
        inside of a sign that is spelled otherwise there.
        """
        own, other = self.signs
        first = np.searchsorted(own.end, begin, side="right")
        last = np.searchsorted(own.begin, end, side="left") - 1
        new_begin, new_end = np.zeros_like(begin), np.zeros_like(end)
        placed = (first <= last) & (min(map(len, self.signs)) > 0)
        first, last = np.where(placed, first, 0), np.where(placed, last, 0)
        if placed.any():
            there = self.counterpart[first], self.counterpart[last]
            placed &= (there[0] >= 0) & (there[1] >= 0)
            # A sign that shares its characters with the one before it (behind it) begins (ends) nothing.
            placed &= ~_continues(other)[there[0]] & ~_continues(other)[there[1] + 1]
            new_begin, new_end = other.begin[there[0]].copy(), other.end[there[1]].copy()
            inside = placed & ((begin > own.begin[first]) | (end < own.end[last]))
            for row in np.flatnonzero(inside).tolist():
                low = self._inside(int(first[row]), int(begin[row]) - int(own.begin[first[row]]))
                high = self._inside(int(last[row]), int(end[row]) - int(own.begin[last[row]]))
                placed[row] = low is not None and high is not None
                if low is not None and high is not None:
                    new_begin[row], new_end[row] = low, high
        for row in np.flatnonzero(~placed).tolist():
            new_begin[row], new_end[row] = self._nearest(int(begin[row]), int(end[row]))
        return Carried(new_begin, new_end, placed)

    def _inside(self, sign: int, offset: int) -> int | None:
        """The place so far into a sign's counterpart, if both are spelled with the same characters."""
        own, other = self.signs
        there = int(self.counterpart[sign])
        here = own.begin[sign], own.end[sign]
        length = int(here[1] - here[0])
        if (
            0 < offset < length
            and self.texts[0][slice(*here)] != (self.texts[1][other.begin[there] : other.end[there]])
        ):
            return None
        return int(other.begin[there]) + min(max(offset, 0), int(other.end[there] - other.begin[there]))

    def _nearest(self, begin: int, end: int) -> tuple[int, int]:
        """What the second text has of a span, else its last sign before it, else its first one."""
        own, other = self.signs
        if not len(other):
            return 0, 0
        first = int(np.searchsorted(own.end, begin, side="right"))
        last = int(np.searchsorted(own.begin, end, side="left"))
        aligned = self._aligned_signs
        low, high = np.searchsorted(aligned, (first, last)).tolist()
        if low < high:
            there = self.counterpart[aligned[low]], self.counterpart[aligned[high - 1]]
        elif len(aligned):
            there = (self.counterpart[aligned[max(low - 1, 0)]],) * 2
        else:
            there = (0, 0)
        return int(other.begin[there[0]]), int(other.end[there[1]])

    @cached_property
    def _aligned_signs(self) -> Places:
        return np.flatnonzero(self.counterpart >= 0).astype(np.int32)


def align(own: str, other: str) -> TextAlignment:
    """Align the signs of a text with those of another, which is the reference."""
    for read in (read_signs, read_common_signs):
        signs = read(own), read(other)
        if np.array_equal(signs[0].code, signs[1].code):
            return TextAlignment((own, other), signs, np.arange(len(signs[0]), dtype=np.int32))
    return TextAlignment((own, other), signs, _diff(*signs))


def _continues(signs: Signs) -> npt.NDArray[np.bool_]:
    """Whether each sign, and the end behind the last, shares its characters with the sign before it."""
    return np.concatenate(([False], signs.begin[1:] == signs.begin[:-1], [False]))[: len(signs) + 1]


class _Stretch(NamedTuple):
    """Signs of one text and signs of the other, from begin to end, that stand between alike ones."""

    begin: int
    end: int
    other_begin: int
    other_end: int


def _diff(own: Signs, other: Signs) -> Places:
    counterpart = np.full(len(own), -1, dtype=np.int32)
    alike = _without_chance(_alike_tokens(own, other))
    texts = own.text, other.text
    for gap in _gaps(alike, len(own), len(other)):
        alike += _alike_characters(texts, gap)
    for stretch in alike:
        counterpart[stretch.begin : stretch.end] = np.arange(stretch.other_begin, stretch.other_end)
    return counterpart


def _alike_tokens(own: Signs, other: Signs) -> list[_Stretch]:
    """The stretches that are the same tokens in both texts, in their order."""
    starts, tokens = zip(*map(_read_tokens, (own, other)), strict=True)
    number: dict[str, int] = {}
    ids = [[number.setdefault(token, len(number)) for token in words] for words in tokens]
    alike = []
    for low, high, other_low, other_high in _pieces(*map(np.array, ids)):
        piece = ids[0][low:high], ids[1][other_low:other_high]
        if len(piece[0]) * len(piece[1]) > _LARGEST_STRETCH:
            continue
        for a, b, size in _matching_blocks(*piece):
            edges = (starts[0][low + a], starts[0][low + a + size])
            alike.append(_Stretch(*edges, starts[1][other_low + b], starts[1][other_low + b + size]))
    return alike


def _pieces(own: Integers, other: Integers) -> Iterator[_Stretch]:
    """Long texts cut into pieces, where a run of tokens stands that each text has once, in the same order."""
    begin = other_begin = 0
    if min(len(own), len(other)) > _MANY_TOKENS:
        for place, other_place in _anchors(own, other):
            if place - begin >= _PIECE:
                yield _Stretch(begin, place, other_begin, other_place)
                begin, other_begin = place, other_place
    yield _Stretch(begin, len(own), other_begin, len(other))


def _anchors(own: Integers, other: Integers) -> list[tuple[int, int]]:
    """Where the same run of tokens stands once in each: the most such places that ascend in both."""
    once = []
    for ids in (own, other):
        rolled = np.zeros(len(ids) - _SHINGLE + 1, dtype=np.uint64)
        for place in range(_SHINGLE):
            rolled = rolled * _PRIME + ids[place : place + len(rolled)].astype(np.uint64)
        shingles, first, count = np.unique(rolled, return_index=True, return_counts=True)
        once.append((shingles[count == 1], first[count == 1]))
    (shingles, places), (others, other_places) = once
    _, here, there = np.intersect1d(shingles, others, assume_unique=True, return_indices=True)
    order = np.argsort(places[here])
    pairs = list(zip(places[here][order].tolist(), other_places[there][order].tolist(), strict=True))
    return [pairs[number] for number in _ascending([other for _, other in pairs])]


def _ascending(values: Sequence[int]) -> list[int]:
    """The numbers of a longest ascending subsequence of distinct values (Schensted 1961)."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, value in enumerate(values):
        length = bisect_left(tails, value)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [value]
        ends[length : length + 1] = [number]
    chosen = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(number)
        number = before[number]
    return chosen[::-1]


def _matching_blocks(own: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[tuple[int, int, int]]:
    """Where both have the same, and how much, by the fewest edits."""
    edits = Levenshtein.editops(own, other, score_hint=max(len(own), len(other)) // 100)
    for block in edits.as_matching_blocks():
        if block.size:
            yield block.a, block.b, block.size


def _read_tokens(signs: Signs) -> tuple[list[int], list[str]]:
    """Where each token begins, with the end of the last, and the tokens: words, numbers, single signs."""
    text = signs.text
    # A blank ends a token, too, though it is no sign.
    blank = np.flatnonzero(signs.begin[1:] > signs.end[:-1]) + 1
    starts = {match.start() for match in _TOKEN.finditer(text)}.union(blank.tolist())
    ordered = sorted(starts | {0, len(text)})
    return ordered, [text[low:high] for low, high in pairwise(ordered)]


def _without_chance(alike: Sequence[_Stretch]) -> list[_Stretch]:
    """The alike stretches without short ones between longer edits: a comma in two unrelated sentences."""
    kept: list[_Stretch] = []
    edits: list[int] = []
    """The length of the edit before each stretch that is kept."""
    begin = other_begin = 0
    for stretch in alike:
        edit = max(stretch.begin - begin, stretch.other_begin - other_begin)
        while kept and _is_chance(kept[-1], edits[-1], edit):
            del kept[-1], edits[-1]
            before = kept[-1] if kept else _Stretch(0, 0, 0, 0)
            edit = max(stretch.begin - before.end, stretch.other_begin - before.other_end)
        kept.append(stretch)
        edits.append(edit)
        begin, other_begin = stretch.end, stretch.other_end
    return kept


def _is_chance(stretch: _Stretch, before: int, behind: int) -> bool:
    length = stretch.end - stretch.begin
    return length < _NO_CHANCE and length <= min(before, behind)


def _gaps(alike: Sequence[_Stretch], own: int, other: int) -> Iterator[_Stretch]:
    """What stands between alike stretches in both texts."""
    edges = [_Stretch(0, 0, 0, 0), *alike, _Stretch(own, own, other, other)]
    for before, behind in pairwise(edges):
        if before.end < behind.begin and before.other_end < behind.other_begin:
            yield _Stretch(before.end, behind.begin, before.other_end, behind.other_begin)


def _alike_characters(texts: tuple[str, str], gap: _Stretch) -> list[_Stretch]:
    """The alike stretches inside of what was replaced, if enough of it is alike."""
    own, other = texts[0][gap.begin : gap.end], texts[1][gap.other_begin : gap.other_end]
    longest = max(len(own), len(other))
    if len(own) * len(other) > _LARGEST_STRETCH:
        return []
    alike = [
        _Stretch(gap.begin + a, gap.begin + a + size, gap.other_begin + b, gap.other_begin + b + size)
        for a, b, size in _matching_blocks(own, other)
    ]
    characters = sum(stretch.end - stretch.begin for stretch in alike)
    return alike if characters >= longest * (0.5 if longest <= _SHORT_STRETCH else _LEAST_OF_LONG) else []

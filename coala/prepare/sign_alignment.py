"""Monotone alignment of two texts of one document, along which spans are carried over.

Two systems may have tokenized or cleaned a text in different ways: ``the (old) man`` and ``the -LRB- old
-RRB- man``. The alignment says which place of one text is which place of the other.

A sign is the unit that is compared. Mostly it is one character that is not a blank, but three signs may share
a character (an ellipsis), and one sign may have several characters (``-LRB-``). ``coala.prepare.spelling``
reads the signs of a text and their places.

If all characters other than blanks are equal, they are the signs. Otherwise the signs are those that all
usual spellings share; texts that still differ are diffed by tokens (Levenshtein 1966, by rapidfuzz), and sign
by sign within tokens that were replaced.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Booleans
from coala.prepare.spelling import Places, Signs, join_signs, read_common_signs, read_signs

# In scripts without blanks between words, each sign is a token.
_UNSPACED_SCRIPTS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_UNSPACED_SCRIPTS}]|\d+|[^\W\d{_UNSPACED_SCRIPTS}]+|.", re.DOTALL)

_LEAST_SHARE = 0.5
"""Texts with a smaller share of characters that have a counterpart are not the same document."""

# A run of this many equal signs is never a coincidence, whatever is around it.
_NEVER_COINCIDENCE = 20

# The largest product of the lengths of two stretches: larger ones take seconds, and have little in common.
_LARGEST_STRETCH = 1_000_000_000

# Unrelated sentences share about a third of their letters; a few unrelated words may share half.
_SHORT_STRETCH = 60
_LEAST_OF_SHORT = 0.6
_LEAST_OF_LONG = 0.7

# Above this share a word is another spelling of the same word (colour, color); "his" and "this" are below.
_LEAST_OF_WORD = 0.76

# The most signs by which an insertion is moved so that its edges are beginnings of words.
_FARTHEST = 40

# Longer texts are diffed in pieces: the time of a diff is proportional to length times edits.
_LONGEST_UNCUT = 20_000
_PIECE = 2_000

# Tokens in a run that must be the same in both texts where these are cut.
_SHINGLE = 5

# The factor of polynomial hashes: a hash of the values a, b is a * _PRIME + b or the reverse, in 64 bits.
_PRIME = np.uint64(1_000_003)


class CarriedSpans(NamedTuple):
    """The places of spans in the other text, as columns."""

    begin: Places
    end: Places
    placed: npt.NDArray[np.bool_]  # False: the span has no counterpart, and this is the nearest place


@dataclass(frozen=True, eq=False)
class TextAlignment:
    """The counterpart in another text of each sign of a text, or -1. The counterparts ascend.

    ``counterpart[4] == 6`` says that sign 4 of the first text is sign 6 of the second.
    """

    texts: tuple[str, str]
    signs: tuple[Signs, Signs]
    counterpart: Places

    @property
    def aligned(self) -> int:
        """The number of signs that have a counterpart."""
        return int((self.counterpart >= 0).sum())

    @property
    def share(self) -> float:
        """The share of the shorter text's signs that have a counterpart; 0 where a text has no signs."""
        shorter = min(map(len, self.signs))
        return self.aligned / shorter if shorter else 0.0

    @property
    def is_same_document(self) -> bool:
        """True if the texts have enough in common for a place in one to mean a place in the other."""
        return self.share >= _LEAST_SHARE

    def carry(self, begin: Places, end: Places) -> CarriedSpans:
        """Carry spans of the first text over to the second, without the blanks at their edges.

        A span is placed if its first and its last sign have a counterpart, and it does not begin or end
        inside a sign that is spelled differently there.
        """
        own, other = self.signs
        # The first and the last sign in each span.
        first = np.searchsorted(own.end, begin, side="right")
        last = np.searchsorted(own.begin, end, side="left") - 1
        new_begin, new_end = np.zeros_like(begin), np.zeros_like(end)
        placed = (first <= last) & (min(map(len, self.signs)) > 0)
        first, last = np.where(placed, first, 0), np.where(placed, last, 0)
        if placed.any():
            there = self.counterpart[first], self.counterpart[last]
            placed &= (there[0] >= 0) & (there[1] >= 0)
            # A span cannot begin (end) at a sign that shares its characters with the sign before (after) it.
            placed &= ~_shares_characters(other)[there[0]] & ~_shares_characters(other)[there[1] + 1]
            new_begin, new_end = other.begin[there[0]].copy(), other.end[there[1]].copy()
            # Spans with an edge inside a sign of several characters.
            inside = placed & ((begin > own.begin[first]) | (end < own.end[last]))
            for row in np.flatnonzero(inside).tolist():
                low = self._carry_within_sign(int(first[row]), int(begin[row]) - int(own.begin[first[row]]))
                high = self._carry_within_sign(int(last[row]), int(end[row]) - int(own.begin[last[row]]))
                placed[row] = low is not None and high is not None
                if low is not None and high is not None:
                    new_begin[row], new_end[row] = low, high
        for row in np.flatnonzero(~placed).tolist():
            new_begin[row], new_end[row] = self._find_nearest(int(begin[row]), int(end[row]))
        return CarriedSpans(new_begin, new_end, placed)

    def _carry_within_sign(self, sign: int, offset: int) -> int | None:
        """Return the place ``offset`` characters into a sign's counterpart, if both are spelled the same."""
        own, other = self.signs
        there = int(self.counterpart[sign])
        here = slice(own.begin[sign], own.end[sign])
        begin, end = int(other.begin[there]), int(other.end[there])
        if offset <= 0:
            return begin
        if offset >= here.stop - here.start:
            return end
        return begin + offset if self.texts[0][here] == self.texts[1][begin:end] else None

    def _find_nearest(self, begin: int, end: int) -> tuple[int, int]:
        """Return the second text's part of a span, else its last sign before it, else its first sign."""
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


def _shares_characters(signs: Signs) -> npt.NDArray[np.bool_]:
    """Return for each sign, and for the end, whether it shares its characters with the sign before it."""
    return np.concatenate(([False], signs.begin[1:] == signs.begin[:-1], [False]))[: len(signs) + 1]


class _Stretch(NamedTuple):
    """Corresponding stretches of two texts, from begin to end in signs: an equal run, or a gap."""

    begin: int
    end: int
    other_begin: int
    other_end: int


def _diff(own: Signs, other: Signs) -> Places:
    """Return the counterpart of each sign of a text that differs from the other."""
    counterpart = np.full(len(own), -1, dtype=np.int32)
    starts = _find_token_starts(own), _find_token_starts(other)
    # Stretches of equal tokens, then equal signs within the gaps between them.
    alike = _drop_coincidences(_match_tokens((own, other), starts))
    for gap in _find_gaps(alike, len(own), len(other)):
        alike += _match_characters((own, other), starts, gap)
    alike = _drop_coincidences(_move_to_word_edges(sorted(alike), (own.code, other.code), starts))
    for stretch in alike:
        counterpart[stretch.begin : stretch.end] = np.arange(stretch.other_begin, stretch.other_end)
    placed = np.flatnonzero(counterpart >= 0)
    # A collision of token hashes must not make counterparts of different signs.
    counterpart[placed[own.code[placed] != other.code[counterpart[placed]]]] = -1
    return counterpart


def _match_tokens(signs: tuple[Signs, Signs], starts: tuple[Booleans, Booleans]) -> list[_Stretch]:
    """Return the stretches with the same tokens in both texts, in their order."""
    # Number the tokens of both texts, so that equal tokens have equal numbers, and compare these.
    edges = [np.flatnonzero(begins) for begins in starts]
    hashes = [_hash_tokens(side.code, places) for side, places in zip(signs, edges, strict=True)]
    _, numbers = np.unique(np.concatenate(hashes), return_inverse=True)
    ids = numbers.astype(np.int32)
    own, other = (places.tolist() for places in edges)
    return [
        _Stretch(own[low], own[high], other[other_low], other[other_high])
        for low, high, other_low, other_high in _find_equal_runs(ids[: len(hashes[0])], ids[len(hashes[0]) :])
    ]


def _hash_tokens(code: Places, edges: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Return a 64-bit hash for each token."""
    if not len(code):
        return np.zeros(0, dtype=np.uint64)
    lengths = np.diff(edges)
    power = np.cumprod(np.full(lengths.max(), _PRIME))
    place = np.arange(len(code)) - np.repeat(edges[:-1], lengths)
    return np.add.reduceat(code.astype(np.uint64) * power[place], edges[:-1])


def _cut_into_pieces(own: Places, other: Places) -> Iterator[_Stretch]:
    """Cut long texts into pieces, at anchors: runs of tokens that both texts have once, in the same order."""
    begin = other_begin = 0
    if min(len(own), len(other)) > _LONGEST_UNCUT:
        for place, other_place in _find_anchors(own, other):
            if place - begin >= _PIECE:
                yield _Stretch(begin, place, other_begin, other_place)
                begin, other_begin = place, other_place
    yield _Stretch(begin, len(own), other_begin, len(other))


def _find_anchors(own: Places, other: Places) -> list[tuple[int, int]]:
    """Return the places of runs of tokens that are unique in each text: the most that ascend in both."""
    # For each text, the hashes of runs that occur once in it, and their places.
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
    return [pairs[number] for number in _find_longest_ascending([other for _, other in pairs])]


def _find_longest_ascending(values: Sequence[int]) -> list[int]:
    """Return the indices of a longest ascending subsequence of distinct values (Schensted 1961)."""
    # By length: the smallest last value of a subsequence of this length, and its index. ``before`` has the
    # index of the previous value in the subsequence that ends at each value.
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


def _find_equal_runs(own: Places, other: Places) -> Iterator[_Stretch]:
    """Yield the equal runs of both texts, by the fewest edits of each piece."""
    # Imported here since the texts of most graphs are equal: small graphs need not wait for it.
    from rapidfuzz.distance import Levenshtein

    for piece in _cut_into_pieces(own, other):
        low, high, other_low, other_high = _trim_common_ends(own, other, piece)
        if low > piece.begin:
            yield _Stretch(piece.begin, low, piece.other_begin, other_low)
        if (high - low) * (other_high - other_low) <= _LARGEST_STRETCH:
            ours, theirs = own[low:high].tolist(), other[other_low:other_high].tolist()
            edits = Levenshtein.editops(ours, theirs, score_hint=max(len(ours), len(theirs)) // 100)
            for a, b, size in edits.as_matching_blocks():
                if size:
                    yield _Stretch(low + a, low + a + size, other_low + b, other_low + b + size)
        if high < piece.end:
            yield _Stretch(high, piece.end, other_high, piece.other_end)


def _trim_common_ends(own: Places, other: Places, piece: _Stretch) -> _Stretch:
    """Return a piece without its common beginning and end."""
    ours, theirs = own[piece.begin : piece.end], other[piece.other_begin : piece.other_end]
    shorter = min(len(ours), len(theirs))
    differ = np.flatnonzero(ours[:shorter] != theirs[:shorter])
    low = int(differ[0]) if len(differ) else shorter
    rest = shorter - low
    differ = np.flatnonzero(ours[len(ours) - rest :] != theirs[len(theirs) - rest :])
    tail = rest - 1 - int(differ[-1]) if len(differ) else rest
    return _Stretch(piece.begin + low, piece.end - tail, piece.other_begin + low, piece.other_end - tail)


def _find_token_starts(signs: Signs) -> Booleans:
    """Return for each sign, and for the end, whether a token (word, number, single sign) begins there."""
    starts = np.zeros(len(signs) + 1, dtype=np.bool_)
    starts[[match.start() for match in _TOKEN.finditer(signs.text)]] = True
    # A blank is not a sign, but it ends a token.
    starts[1:-1] |= signs.begin[1:] > signs.end[:-1]
    starts[[0, -1]] = True
    return starts


def _drop_coincidences(alike: Sequence[_Stretch]) -> list[_Stretch]:
    """Drop short equal stretches between longer edits, such as a comma in two unrelated sentences."""
    kept: list[_Stretch] = []
    edits: list[int] = []
    """The number of signs replaced before each kept stretch; an insertion replaces nothing."""
    begin = other_begin = 0
    for stretch in alike:
        edit = min(stretch.begin - begin, stretch.other_begin - other_begin)
        while kept and _is_coincidence(kept[-1], edits[-1], edit):
            del kept[-1], edits[-1]
            before = kept[-1] if kept else _Stretch(0, 0, 0, 0)
            edit = min(stretch.begin - before.end, stretch.other_begin - before.other_end)
        kept.append(stretch)
        edits.append(edit)
        begin, other_begin = stretch.end, stretch.other_end
    return kept


def _is_coincidence(stretch: _Stretch, before: int, behind: int) -> bool:
    """Return True if a stretch is not longer than the edits on both sides of it."""
    length = stretch.end - stretch.begin
    return length < _NEVER_COINCIDENCE and length <= min(before, behind)


def _find_gaps(alike: Sequence[_Stretch], own: int, other: int) -> Iterator[_Stretch]:
    """Yield the gaps between equal stretches that are not empty in either text."""
    edges = [_Stretch(0, 0, 0, 0), *alike, _Stretch(own, own, other, other)]
    for before, behind in pairwise(edges):
        if before.end < behind.begin and before.other_end < behind.other_begin:
            yield _Stretch(before.end, behind.begin, before.other_end, behind.other_begin)


def _match_characters(
    signs: tuple[Signs, Signs], starts: tuple[Booleans, Booleans], gap: _Stretch
) -> list[_Stretch]:
    """Return the equal stretches within a replaced gap: only whole tokens if too little of it is equal."""
    places = slice(gap.begin, gap.end), slice(gap.other_begin, gap.other_end)
    own, other = (side.code[place] for side, place in zip(signs, places, strict=True))
    alike = [
        _Stretch(gap.begin + low, gap.begin + high, gap.other_begin + other_low, gap.other_begin + other_high)
        for low, high, other_low, other_high in _find_equal_runs(own, other)
    ]
    # The share of the longer side that must be equal: more in a long gap, and most in a single word.
    longer = max(len(own), len(other))
    least = _LEAST_OF_LONG if longer > _SHORT_STRETCH else _LEAST_OF_SHORT
    if all(begins[place].sum() == 1 for begins, place in zip(starts, places, strict=True)):
        # Two numbers are the same only if every digit is.
        least = 1.0 if join_signs(own).isdigit() and join_signs(other).isdigit() else _LEAST_OF_WORD
    if sum(stretch.end - stretch.begin for stretch in alike) >= least * longer:
        return alike
    return [trimmed for stretch in alike if (trimmed := _trim_to_tokens(stretch, starts))]


def _trim_to_tokens(stretch: _Stretch, starts: tuple[Booleans, Booleans]) -> _Stretch | None:
    """Return the part of a stretch that begins and ends at token edges in both texts."""
    begin, end, other_begin, other_end = stretch
    edges = np.flatnonzero(starts[0][begin : end + 1] & starts[1][other_begin : other_end + 1])
    if len(edges) < 2:
        return None
    low, high = int(edges[0]), int(edges[-1])
    return _Stretch(begin + low, begin + high, other_begin + low, other_begin + high)


def _move_to_word_edges(
    alike: Sequence[_Stretch], codes: tuple[Places, Places], starts: tuple[Booleans, Booleans]
) -> list[_Stretch]:
    """Move each insertion to where words begin: in "that that the", the second "that" was inserted."""
    moved = list(alike[:1])
    for behind in alike[1:]:
        before = moved[-1]
        gap = _Stretch(before.end, behind.begin, before.other_end, behind.other_begin)
        # Only if the gap is empty in exactly one of the texts.
        if (gap.begin == gap.end) != (gap.other_begin == gap.other_end):
            reach = before.begin - before.end, behind.end - behind.begin
            shift = _find_shift(codes, starts, gap, reach)
            moved[-1] = before._replace(end=before.end + shift, other_end=before.other_end + shift)
            behind = behind._replace(begin=behind.begin + shift, other_begin=behind.other_begin + shift)
        moved.append(behind)
    return [stretch for stretch in moved if stretch.begin < stretch.end]


def _find_shift(
    codes: tuple[Places, Places], starts: tuple[Booleans, Booleans], gap: _Stretch, reach: tuple[int, int]
) -> int:
    """Return how far to move an insertion so that most of its edges are word beginnings.

    An insertion is a gap that is empty in one of the texts. It can move past a sign that equals the one at
    its other edge. ``reach`` limits the move: minus the length of the stretch before it, and the length of
    the stretch behind it.
    """
    # The text that has the insertion, and its begin and end there.
    code, place, behind = (
        (codes[1], gap.other_begin, gap.other_end) if gap.begin == gap.end else (codes[0], gap.begin, gap.end)
    )

    def count_edges(shift: int) -> int:
        """Return a number that is larger if more edges of the moved gap are word beginnings."""
        edges = sum(
            int(begins[edge + shift])
            for begins, places in zip(starts, (gap[:2], gap[2:]), strict=True)
            for edge in places
        )
        # On a tie, use up a whole stretch: one stretch fewer is left.
        return 2 * edges + (shift in reach)

    # Try all moves in both directions, the shorter ones first.
    best, most = 0, count_edges(0)
    for step, limit in ((-1, max(reach[0], -_FARTHEST)), (1, min(reach[1], _FARTHEST))):
        shift = 0
        while shift != limit:
            sign = shift - (step < 0)
            if code[place + sign] != code[behind + sign]:
                break
            shift += step
            if count_edges(shift) > most:
                best, most = shift, count_edges(shift)
    return best

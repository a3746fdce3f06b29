"""The signs of all chains of a bag, as ``Chains`` gives them, without preparing a small bag for the screen.

An answer names parts by the signs of their chains, and a file may have answers on tens of thousands of small
bags. To prepare each of them for the screen would take far longer than to store its answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from typing import NamedTuple

from coala.model.bag import BASELINE, CHANGED, Bag
from coala.present.chains import SMALLEST_GROUP, Chains, letters
from coala.present.displayed_bag import display_bag

_MOST_MENTIONS = 40
"""Of a small bag; its signs are kept, since most bags have the form of another one."""

_Signs = tuple[tuple[str, ...], ...]
_Spans = tuple[tuple[int, ...], ...]
_Pair = tuple[int | None, int | None]


class _ChainPair(NamedTuple):
    """Two partners, or a chain without one; in the order of the first four they are numbered."""

    is_same: bool  # no row is about them
    is_old: bool  # the changed graph has none
    size: int  # the most mentions, negative
    first: int  # the first span
    indices: _Pair


class _SmallSigns(NamedTuple):
    """The signs of a small bag if no chains are shown in one line.

    ``crowds`` are the chains, by side and index, that may be: at least three whose mentions all went to one
    chain, or to none.
    """

    signs: _Signs
    crowds: tuple[tuple[int, tuple[int, ...]], ...]


def sign_chains(bag: Bag) -> _Signs:
    """Return the signs of the chains of both sides, in the order of the instances of the bag."""
    sides = bag.baseline, bag.changed
    if len(bag.spans) <= _MOST_MENTIONS:
        spans = [tuple([instance.spans for instance in side]) for side in sides]
        rows = tuple([(row.baseline, row.changed) for row in bag.divergences])
        found = _sign_small(spans[BASELINE], spans[CHANGED], tuple(bag.partners), rows)
        if found is not None and not any(
            max(Counter(sides[side][index].label.casefold() for index in crowd).values()) >= SMALLEST_GROUP
            for side, crowd in found.crowds
        ):
            return found.signs
    return list_signs(Chains(display_bag(bag)), bag)


def list_signs(chains: Chains, bag: Bag) -> _Signs:
    """Return the signs of the chains of a bag that is prepared for the screen."""
    return tuple(
        tuple(chains.sign_at((side, index)) for index in range(len(instances)))
        for side, instances in enumerate((bag.baseline, bag.changed))
    )


@lru_cache(maxsize=1_000)
def _sign_small(
    baseline: _Spans, changed: _Spans, partners: tuple[tuple[int, int], ...], rows: tuple[_Pair, ...]
) -> _SmallSigns | None:
    """Return the signs by the order of ``number_instances`` and ``group_chains``.

    Return None where chains of a side share a span: then more than spans decides the order.
    """
    sides = baseline, changed
    holders = [{span: index for index, spans in enumerate(side) for span in spans} for side in sides]
    for side, holder in zip(sides, holders, strict=True):
        if len(holder) < sum(map(len, side)) or not all(side):
            return None
    pairs = sorted(_pair_chains(sides, partners, rows), key=lambda pair: pair[:4])
    signs, crowds = [], []
    for number, side in enumerate(sides):
        places: list[tuple[tuple[bool, bool, int, int], int]] = []
        followers: defaultdict[int | None, list[int]] = defaultdict(list)
        for place, pair in enumerate(pairs):
            index, other = pair.indices[number], pair.indices[1 - number]
            if index is None:
                continue
            if pair.is_same and other is not None and set(side[index]) == set(sides[1 - number][other]):
                # These are one line, which is the last.
                places.append(((True, False, 0, place), index))
                continue
            places.append(((False, pair.is_same, -len(side[index]), place), index))
            heirs = {holders[1 - number].get(span) for span in side[index]}
            if len(heirs) == 1:
                followers[heirs.pop()].append(index)
        crowds += [(number, tuple(own)) for own in followers.values() if len(own) >= SMALLEST_GROUP]
        signed = {
            index: str(place + 1) if number == CHANGED else letters(place)
            for place, (_, index) in enumerate(sorted(places))
        }
        signs.append(tuple(signed[index] for index in range(len(side))))
    return _SmallSigns(tuple(signs), tuple(crowds))


def _pair_chains(
    sides: tuple[_Spans, _Spans], partners: tuple[tuple[int, int], ...], rows: tuple[_Pair, ...]
) -> list[_ChainPair]:
    """Return the partners, and the chains without one."""
    differing, paired = ([{pair[side] for pair in found} for side in (0, 1)] for found in (rows, partners))
    pairs: list[_Pair] = list(partners)
    pairs += [(old, None) for old in range(len(sides[BASELINE])) if old not in paired[BASELINE]]
    pairs += [(None, new) for new in range(len(sides[CHANGED])) if new not in paired[CHANGED]]
    found = []
    for pair in pairs:
        own = [sides[side][index] for side, index in enumerate(pair) if index is not None]
        is_same = len(own) == 2 and not any(index in differing[side] for side, index in enumerate(pair))
        first = min(min(spans) for spans in own)
        found.append(_ChainPair(is_same, pair[CHANGED] is None, -max(map(len, own)), first, pair))
    return found

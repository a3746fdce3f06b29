"""The chains of a bag become one sentence that says how many became how many, and what else differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from coala.base import numerals
from coala.model.bag import BASELINE, CHANGED
from coala.model.kinds import FACT_KINDS
from coala.presentation.chains import Chains

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SIDES = (BASELINE, CHANGED)


def state_claim(chains: Chains) -> str:
    """Say what became of the chains of a bag: "Two chains became one; 3 mentions are gone"."""
    sentence = "; ".join(_parts(chains))
    return sentence[:1].upper() + sentence[1:]


class _Counts(NamedTuple):
    """Chains that were joined or parted, before and after; mentions that changed chains; what is alone."""

    joined: tuple[int, int]
    several: tuple[bool, bool]
    moved: int
    whole: tuple[int, int]
    alone: tuple[int, int]
    differing: dict[str, int]


def _parts(chains: Chains) -> Iterator[str]:
    counts = _count(chains)
    before, after = counts.joined
    parted, merged = counts.several
    if parted and merged and before == after:
        yield f"{numerals.count(counts.moved, 'mention')} moved among {_many(before)}"
    elif parted and merged:
        yield f"{_many(before)} became {_number(after, beside=before)}, with mentions moved among them"
    elif merged:
        yield f"{_many(before)} became {_number(after, beside=before)}"
    elif parted:
        yield f"{_many(before)} fell into {_number(after, beside=before)}"
    for number, word in zip(counts.whole, ("gone", "new"), strict=True):
        if number:
            yield f"{_many(number)} {'is' if number == 1 else 'are'} {word}"
    for number, word in zip(counts.alone, ("gone", "new"), strict=True):
        if number:
            yield f"{numerals.count(number, 'mention')} {'is' if number == 1 else 'are'} {word}"
    for noun, number in counts.differing.items():
        if number:
            yield f"{noun}s of {_many(number)} differ"


def _count(chains: Chains) -> _Counts:
    joined = np.zeros((2, len(chains.followed[BASELINE].alone)), dtype=bool)
    whole, alone, several = [0, 0], [0, 0], [False, False]
    moved = 0
    properties: dict[str, set[int]] = {"type": set(), "statement": set(), "fact": set()}
    for side in _SIDES:
        numbers, followed = chains.divergent_numbers(side), chains.followed[side]
        ways = followed.ways_of_each
        stays = numbers[ways[numbers] > 0]
        whole[side] = len(numbers) - len(stays)
        alone[side] = int(followed.alone[stays].sum())
        differs = np.zeros(len(ways), dtype=bool)
        differs[numbers] = True
        if side == BASELINE:
            moved = int(
                followed.mentions[differs[followed.chains] & (followed.heirs != followed.chains)].sum()
            )
        differs &= ways > 1
        several[side] = bool(differs.any())
        joined[side] |= differs
        joined[1 - side, followed.heirs[differs[followed.chains]]] = True
        for number, told in chains.with_properties(side).items():
            for found in told:
                properties["fact" if found.kind in FACT_KINDS else found.kind.value].add(number)
    before, after = joined.sum(axis=1).tolist()
    return _Counts(
        (before, after),
        (several[BASELINE], several[CHANGED]),
        moved,
        (whole[BASELINE], whole[CHANGED]),
        (alone[BASELINE], alone[CHANGED]),
        {noun: len(numbers) for noun, numbers in properties.items()},
    )


def _number(number: int, beside: int = 0) -> str:
    """A small number as a word, unless a greater one stands beside it."""
    return _WORDS[number] if max(number, beside) < len(_WORDS) else f"{number:,}"


def _many(chains: int) -> str:
    return f"{_number(chains)} chain{'' if chains == 1 else 's'}"

"""Gold's chains become the third side of the map: which mentions of which shown chains each of them has."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from coala.base import numerals
from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED, GoldChain
from coala.presentation.chains import Chains

# More chains than these of one side are counted.
_NAMED = 6
_NOWHERE = "in none"


class GoldLine(NamedTuple):
    """A chain of gold: how many of its mentions each chain of the two sides has, and where the others are."""

    sign: str
    label: str
    baseline: str
    changed: str
    size: str
    spans: tuple[int, ...]

    @property
    def spoken(self) -> str:
        """The line as it is read aloud."""
        sides = f"baseline {self.baseline}, changed {self.changed}"
        return f"gold chain {self.sign}: {self.label}, {sides}, {self.size}"


def write_gold_line(sign: str, gold: GoldChain, chains: Chains) -> GoldLine:
    """Say of a chain of gold in which chains of the bag its mentions are."""
    here, elsewhere = len(gold.spans), gold.mentions - len(gold.spans)
    size = numerals.count(here, "mention")
    if elsewhere > 0:
        size += f", {elsewhere:,} elsewhere"
    before, after = (_counts(gold, chains, side) for side in (BASELINE, CHANGED))
    return GoldLine(sign, plain_words(gold.label), before, after, size, gold.spans)


def _counts(gold: GoldChain, chains: Chains, side: int) -> str:
    """ "A: 5, B: 2, in none: 1" """
    found: Counter[int] = Counter()
    missing = 0
    for span in gold.spans:
        numbers = chains.numbers_of(side, span)
        found.update(numbers)
        missing += not numbers
    ranked = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    words = [f"{chains.sign(side, number)}: {mentions:,}" for number, mentions in ranked[:_NAMED]]
    if len(ranked) > _NAMED:
        words.append(numerals.count(len(ranked) - _NAMED, "more chain"))
    if missing:
        words.append(f"{_NOWHERE}: {missing:,}")
    return ", ".join(words)

"""Contrasts between two chains of a bag, by their types, names and descriptions.

A change between chains of other types, or between "the striker" and "the professor", is what a reader must
see first: the other changes of the bag are often harmless. This only ranks changes; a contrast is never
shown, and no text decides if two chains are the same.
"""

from __future__ import annotations

import re
from collections.abc import Set
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from coala.diff.names import DETERMINERS, PRONOUNS, InstancePlace, looks_proper
from coala.model.bag import Bag

# The most mentions of a chain that are read.
_READ = 100
# Words with these first letters in common count as one: "played" and "play", "guard" and "guards".
_STEM = 4
_WORD = re.compile(r"[^\W_]+")
# Words that say nothing about the thing that a mention refers to.
_EMPTY = PRONOUNS | DETERMINERS | frozenset("of in on at to for by from with as and or s former new".split())


class Contrast(IntEnum):
    """Kinds of contrast between two chains; the smaller, the more surprising it is that they are one."""

    # Other entries of a knowledge base, other types, or other names: Adele Marsh and Helen Marsh each have a
    # word that the other chain never has.
    IDENTITIES = 0
    DESCRIPTIONS = 1  # both are described, in other words: "the striker" and "the professor"
    WORDS = 2  # they have no word in common: "the mediator" and Miriam Osei
    LITTLE = 3  # nothing of this


class _Traits(NamedTuple):
    """Facts about a chain: full names of entries and types, and stems of words."""

    entries: Set[str]
    types: Set[str]
    name: Set[str]  # the words of its name, empty if it has none
    words: Set[str]  # those of all its mentions, and of its name


class Contrasts:
    """The contrasts between the chains of one bag, computed on demand."""

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._traits: dict[InstancePlace, _Traits] = {}

    def between(self, one: InstancePlace, other: InstancePlace) -> Contrast:
        """Return the contrast between two chains."""
        first, second = self._read(one), self._read(other)
        for mine, others in ((first.entries, second.entries), (first.types, second.types)):
            if mine and others and mine.isdisjoint(others):
                return Contrast.IDENTITIES
        if not (first.name <= second.words or second.name <= first.words):
            return Contrast.IDENTITIES
        # For speed: what is in common is much smaller than all words of a large chain.
        common, names = first.words & second.words, first.name | second.name
        if common <= names and not (first.words <= names or second.words <= names):
            return Contrast.DESCRIPTIONS
        return Contrast.LITTLE if common or not (first.words and second.words) else Contrast.WORDS

    def _read(self, place: InstancePlace) -> _Traits:
        known = self._traits.get(place)
        if known is None:
            side, index = place
            instance = self._bag.changed[index] if side else self._bag.baseline[index]
            texts = dict.fromkeys(map(self._bag.words.__getitem__, instance.spans[:_READ]))
            label = stems(instance.label)
            known = self._traits[place] = _Traits(
                frozenset([entry.name for entry in instance.entries]),
                frozenset([term.name for term in instance.types]),
                label if looks_proper(instance.label) else frozenset(),
                label.union(*[stems(words) for words in texts if words]),
            )
        return known


# A bag repeats the same words.
@lru_cache(maxsize=1_000)
def stems(words: str) -> frozenset[str]:
    """Return the first letters of the words of a mention that say something about it."""
    return frozenset(word[:_STEM] for word in _WORD.findall(words.casefold()) if word not in _EMPTY)

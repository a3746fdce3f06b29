"""How much two chains of a bag differ by what is known about them: types, names and descriptions.

A change between chains of other types, or between "the striker" and "the professor", is what a reader must
see first: the other changes of the bag are often harmless. This only ranks changes; a contrast is never
shown, and no text decides if two chains are the same.
"""

from __future__ import annotations

import re
from collections.abc import Set
from enum import IntEnum
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.diff.names import DETERMINERS, PRONOUNS, InstancePlace, looks_proper
from coala.model.bag import Bag, Instance

# The most mentions of a chain that are read.
_READ = 100
# Words with these first letters in common count as one: "played" and "play", "guard" and "guards".
_STEM = 4
_WORD = re.compile(r"[^\W_]+")
# Words that say nothing about the thing that a mention refers to.
_EMPTY = PRONOUNS | DETERMINERS | frozenset("of in on at to for by from with as and or s former new".split())


class Contrast(IntEnum):
    """How two chains differ; the smaller, the more surprising it is that they are one."""

    KNOWLEDGE = 0  # both are linked to entries of a knowledge base, or have types, but none in common
    NAMES = 1  # both have names, and each has a word that the other chain never has: Adele Marsh, Helen Marsh
    DESCRIPTIONS = 2  # both are described, in other words: "the striker" and "the professor"
    WORDS = 3  # they have no word in common: "the mediator" and Miriam Osei
    LITTLE = 4  # nothing of this


class _Wording(NamedTuple):
    """The stems of a chain's words: those of its name, empty if it has none, and those of all mentions."""

    name: Set[str]
    all: Set[str]


class Contrasts:
    """The contrasts between the chains of one bag, computed on demand."""

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._wordings: dict[InstancePlace, _Wording] = {}
        self._found: dict[tuple[InstancePlace, InstancePlace], Contrast] = {}

    def between(self, one: InstancePlace, other: InstancePlace) -> Contrast:
        """Return the contrast between two chains."""
        found = self._found.get((one, other))
        if found is None:
            found = self._found[one, other] = self._compare(one, other)
        return found

    def _compare(self, one: InstancePlace, other: InstancePlace) -> Contrast:
        one_instance, other_instance = self._instance(one), self._instance(other)
        for mine, others in (
            (one_instance.entries, other_instance.entries),
            (one_instance.types, other_instance.types),
        ):
            if mine and others and {each.name for each in mine}.isdisjoint(each.name for each in others):
                return Contrast.KNOWLEDGE
        first, second = self._read(one), self._read(other)
        if first.name and second.name and first.name - second.all and second.name - first.all:
            return Contrast.NAMES
        names = first.name | second.name
        descriptions = first.all - names, second.all - names
        if all(descriptions) and descriptions[0].isdisjoint(descriptions[1]):
            return Contrast.DESCRIPTIONS
        return Contrast.WORDS if first.all.isdisjoint(second.all) else Contrast.LITTLE

    def _read(self, place: InstancePlace) -> _Wording:
        known = self._wordings.get(place)
        if known is None:
            instance = self._instance(place)
            label = plain_words(instance.label)
            texts = {self._bag.words[span] for span in instance.spans[:_READ]} - {None}
            name = stems(label) if looks_proper(label) else frozenset()
            known = self._wordings[place] = _Wording(name, stems(label).union(*map(stems, texts)))
        return known

    def _instance(self, place: InstancePlace) -> Instance:
        side, index = place
        return self._bag.changed[index] if side else self._bag.baseline[index]


def stems(words: str) -> frozenset[str]:
    """Return the first letters of the words of a mention that say something about it."""
    return frozenset(word[:_STEM] for word in _WORD.findall(words.casefold()) if word not in _EMPTY)

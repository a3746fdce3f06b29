"""Links from word to word in columns COREFHEAD and COREFTYPE become mentions of one word, and instances.

``2:9 rel`` says that this word and the ninth of the second sentence of the document are one; only ``holo``,
part and whole, is a statement. So has KorKor it (CoNLL-U Plus). A word that no link begins at or leads to is
no mention.
"""

from __future__ import annotations

import re

from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import excerpt
from coala.reading.formats.corefud.entities import Entity
from coala.reading.formats.flaws import Flaws

_HEAD = re.compile(r"(\d{1,9}):(\d{1,9})\Z", re.ASCII)
_STATEMENTS = frozenset({"holo"})


class HeadLinks:
    """The words of one document, and the links between them, as far as it is read."""

    def __init__(self, flaws: Flaws) -> None:
        self._flaws = flaws
        self._sentence = 0
        self._nodes: dict[tuple[int, int], int] = {}
        self._names: dict[int, str] = {}
        self._lines: dict[int, int] = {}
        self._links: list[tuple[int, int, str]] = []  # line, node, both columns
        self._said: list[tuple[int, int, str, int]] = []
        self._sets = DisjointSets()

    def begin_sentence(self) -> None:
        """The next sentence begins."""
        self._sentence += 1

    def take(self, line: int, here: int, number: int, link: str) -> int:
        """Take the node ``here``, a word of this ``number`` in its sentence; gives how many links it has."""
        self._nodes.setdefault((self._sentence, number), here)
        self._names[here] = f"{self._sentence}:{number}"
        self._lines[here] = line
        if link == "_":
            return 0
        self._links.append((line, here, link))
        return 1

    def complete(self) -> list[Entity]:
        """The mentions, now that the document ends; a link to no word is left out."""
        tied: dict[int, None] = {}
        for line, here, link in self._links:
            head, _, kind = link.partition(" ")
            place = _HEAD.match(head)
            other = self._nodes.get((int(place[1]), int(place[2]))) if place else None
            if other is None:
                self._flaws.leave_out("misc-unusable", line, f"COREFHEAD {excerpt(head)} leads to no word")
                continue
            tied.update({here: None, other: None})
            if kind in _STATEMENTS:
                self._said.append((line, here, kind, other))
            else:
                self._sets.join(here, other)
        entities = []
        for node in tied:
            entity = Entity(self._lines[node], self._name(node), "", None)
            entity.ranges.append((node, node))
            entities.append(entity)
        return entities

    def links(self) -> list[tuple[int, str, str, str]]:
        """What is said of the instances: line, instance, predicate, other instance."""
        return [(line, self._name(one), kind, self._name(other)) for line, one, kind, other in self._said]

    def _name(self, node: int) -> str:
        return self._names[self._sets.find(node)]

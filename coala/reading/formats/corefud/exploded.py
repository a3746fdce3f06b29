"""The brackets of Universal Anaphora's IDENTITY column, node after node, become mentions as ranges of nodes.

``(EntityID=1|MarkableID=m1|Min=3,4|SemType=dn|ElementOf=4`` opens a mention of instance 1, whose minimum are
the third and fourth word of the document; a bare ``)`` closes the latest that is open, ``m1)`` this one. A
markable that is there twice is one mention with a gap. An EntityID ending in "-Pseudo" does not refer.
``ElementOf=4`` is the statement ``SplitAnte`` of 4, and an anchor in BRIDGING the statement ``Bridge-Rel``.
"""

from __future__ import annotations

import re

from coala.base.plain_text import excerpt
from coala.reading.formats.corefud.entities import UNPAIRED, UNUSABLE, Entity
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import parse_offset

_BRACKET = re.compile(r"\(([^()]+)|([^()]*)\)")
_PSEUDO = re.compile(r".*[-_]Pseudo", re.DOTALL)


def _values(label: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for item in label.split("|"):
        key, _, value = item.partition("=")
        # Published files have EntityId and Markable_ID as well.
        values[key.lower().replace("_", "")] = value
    return values


class _OpenBracket:
    """A bracket that is not closed yet; of a mention that was left out it has none."""

    __slots__ = ("begin", "closed", "entity", "markable")

    def __init__(self, begin: int, entity: Entity | None, markable: str) -> None:
        self.begin = begin
        self.entity = entity
        self.markable = markable
        self.closed = False


class Markables:
    """The mentions of one document, as far as it is read."""

    def __init__(self, flaws: Flaws) -> None:
        self._flaws = flaws
        self._all: list[Entity] = []
        self._of_markable: dict[str, Entity] = {}
        self._open: list[_OpenBracket] = []
        self._named: dict[str, list[_OpenBracket]] = {}
        self._broken: set[Entity] = set()
        self.not_referring: list[tuple[int, str]] = []
        """Lines and identifiers of what refers to nothing."""
        self._links: list[tuple[int, str, str, str]] = []
        self._bridges: list[tuple[int, dict[str, str]]] = []

    def take(self, line: int, here: int, cell: str) -> int:
        """Take the brackets of the node ``here``; returns how many they are."""
        place = count = 0
        while place < len(cell):
            found = _BRACKET.match(cell, place)
            if not found:
                self._flaws.leave_out(
                    UNUSABLE, line, f'{excerpt(cell)} is not brackets such as "(EntityID=1)"'
                )
                return count + 1
            count += 1
            place = found.end()
            if found[1]:
                self._take_opening(line, here, found[1].removesuffix("@"))
            else:
                self._take_closing(line, here, found[2].strip("@"))
        return count

    def take_bridging(self, line: int, cell: str) -> int:
        """Take the anchors of the markables that begin here; returns how many they are."""
        found = re.findall(r"[^()]+", cell)
        self._bridges += [(line, _values(label)) for label in found]
        return len(found)

    def links(self) -> list[tuple[int, str, str, str]]:
        """What a document says of its instances: line, instance, predicate, other instance."""
        links = list(self._links)
        for line, values in self._bridges:
            about = self._of_markable.get(values.get("markableid", ""))
            anchor = self._of_markable.get(values.get("mentionanchor", ""))
            other = values.get("entityanchor", "") or (anchor.eid if anchor else "")
            if not about or not other:
                self._flaws.leave_out("misc-unusable", line, "BRIDGING names a markable that is not there")
                continue
            relation = values.get("rel", "")
            links.append((line, about.eid, f"Bridge-{relation}" if relation else "Bridge", other))
        return links

    def complete(self) -> list[Entity]:
        """The mentions that are whole, now that the document ends; what is not is left out."""
        for bracket in self._open:
            if bracket.entity and not bracket.closed:
                self._broken.add(bracket.entity)
                self._flaws.leave_out(
                    UNPAIRED,
                    bracket.entity.line,
                    f"the bracket that opens {excerpt(bracket.entity.eid)} is not closed",
                )
        return [entity for entity in self._all if entity not in self._broken]

    def _take_opening(self, line: int, here: int, label: str) -> None:
        values = _values(label)
        eid, markable = values.get("entityid", ""), values.get("markableid", "")
        entity = None
        if not eid:
            self._flaws.leave_out(UNUSABLE, line, f"the bracket {excerpt(label)} has no EntityID")
        elif _PSEUDO.fullmatch(eid):
            self.not_referring.append((line, eid))
        else:
            entity = self._of_markable.get(markable)
            if entity is None or entity.eid != eid:
                entity = Entity(line, eid, "", None)
                entity.words = self._minimum(values.get("min", ""))
                self._all.append(entity)
                if markable:
                    self._of_markable[markable] = entity
            wholes = values.get("elementof", "").split(",")
            self._links += [(line, whole, "SplitAnte", eid) for whole in wholes if whole]
        bracket = _OpenBracket(here, entity, markable)
        self._open.append(bracket)
        self._named.setdefault(markable, []).append(bracket)

    def _minimum(self, value: str) -> tuple[int, int] | None:
        numbers = [parse_offset(number) for number in re.split("[-,]", value)]
        known = [number for number in numbers if number]
        if len(known) < len(numbers):
            return None
        return known[0] - 1, known[min(1, len(known) - 1)] - 1

    def _take_closing(self, line: int, here: int, markable: str) -> None:
        brackets = self._named.get(markable, []) if markable else self._open
        while brackets and brackets[-1].closed:
            brackets.pop()
        if not brackets:
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(markable + ')')} closes nothing")
            return
        bracket = brackets.pop()
        bracket.closed = True
        if bracket.entity:
            bracket.entity.ranges.append((bracket.begin, here))

"""The brackets of CorefUD's ``Entity=``, node after node, become mentions as ranges of nodes.

The brackets of Universal Anaphora's IDENTITY column, node after node, become mentions as ranges of nodes.

``(EntityID=1|MarkableID=m1|Min=3,4|SemType=dn|ElementOf=4`` opens a mention of instance 1, whose minimum are
the third and fourth word of the document; a bare ``)`` closes the latest that is open, ``m1)`` this one. A
markable that is there twice is one mention with a gap. An EntityID ending in "-Pseudo" does not refer.
``ElementOf=4`` is the statement ``SplitAnte`` of 4, and an anchor in BRIDGING the statement ``Bridge-Rel``.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.formats.flaws import Flaws
from coala.formats.text_lines import BracketError, brackets, parse_offset, problem

_PART = re.compile(r"(.*)\[([^\[\]]*)\]")
"""An eid with the part that the bracket is of, whether or not that can be read."""

_CHAIN = re.compile(r"(?:(unit|start|middle|end)-)?(?:repr-)?(id\d+)", re.ASCII)
"""A word's place in a mention of a chain, as stanza writes it; of representative ones it says so."""

UNPAIRED, UNUSABLE, HEAD_LOST = "entity-unpaired", "entity-unusable", "head-lost"
"""What is noticed."""

_SAME_ATTRIBUTE = {"GRP": "eid", "entity": "etype", "MIN": "minspan"}
"""Names that other files of this family have for an attribute."""


class Attributes(NamedTuple):
    """The attributes of an opening bracket, in their order.

    Where they do not ``name_instances``, each bracket is an instance of its own.
    """

    names: tuple[str, ...]
    name_instances: bool

    def split(self, label: str) -> list[str]:
        """The values of a bracket; where no instance is named, the last one may hold hyphens."""
        return label.split("-") if self.name_instances else label.split("-", len(self.names) - 1)

    def closing(self, label: str) -> str:
        """What closes the bracket that opens with this label."""
        return self.of(self.split(label), "eid") if self.name_instances else label

    def of(self, values: list[str], name: str) -> str:
        """The value of this name; empty where there is none."""
        place = self.names.index(name) if name in self.names else len(values)
        return values[place] if place < len(values) else ""


def declared(path: str, line: int, value: str) -> Attributes:
    """The attributes that ``# global.Entity`` before this line names.

    Raises:
        ReadingError: there is neither eid nor etype among them, or a name stands twice.
    """
    names = tuple(_SAME_ATTRIBUTE.get(name, name) for name in value.split("-"))
    if not {"eid", "etype"} & set(names) or len(set(names)) != len(names):
        raise problem(
            path,
            line,
            f"the global.Entity before this line, {excerpt(value)}, must have an eid or an etype, and no "
            'name twice: write "# global.Entity = eid-etype-head-other".',
        )
    return Attributes(names, "eid" in names)


class Entity:
    """A mention: its instance and type, and the ranges of its nodes, first and last included.

    What counts most is given by its first and last word: ``head`` numbers them among the nodes of the
    mention, from 1, ``words`` among the words of the document, from 0.
    """

    __slots__ = ("eid", "head", "kind", "line", "ranges", "words")

    def __init__(self, line: int, eid: str, kind: str, head: tuple[int, int] | None) -> None:
        self.line = line
        self.eid = eid
        self.kind = kind
        self.head = head
        self.ranges: list[tuple[int, int]] = []
        self.words: tuple[int, int] | None = None

    def node(self, number: int) -> int | None:
        """The node that is so many-th in the mention; None if it has not so many."""
        left = number
        for first, last in self.ranges:
            if left <= last - first + 1:
                return first + left - 1
            left -= last - first + 1
        return None


class _FlawError(ValueError):
    """A bracket cannot be used; the message shows it and says why."""


class Entities:
    """The mentions of one document, as far as it is read.

    A bracket that cannot be used is left out as a flaw, and what closes it is then no second one.
    """

    def __init__(self, path: str, flaws: Flaws) -> None:
        self._path = path
        self._flaws = flaws
        self._all: list[Entity] = []
        self.identities: dict[tuple[str, str], None] = {}
        """Instances and the encyclopedia's entries for them."""
        self._open: dict[str, list[tuple[Entity | None, int]]] = {}
        """By what will close them; None for what was left out."""
        self._waiting: dict[tuple[str, int, int], list[Entity]] = {}
        """By instance, number of parts and the part that is to come."""

    def take(self, line: int, here: int, attributes: Attributes | None, value: str) -> int:
        """Take the brackets of the node ``here``; returns how many they are.

        Raises:
            ReadingError: nothing says what their parts mean.
        """
        if attributes is None:
            raise problem(
                self._path,
                line,
                'no "# global.Entity = …" before this Entity= says what its parts mean: add that line, with '
                '"eid-etype-head-other" where an identifier comes first, with "etype" where a type does.',
            )
        try:
            found = list(brackets(value))
        except BracketError:
            self._flaws.leave_out(
                UNUSABLE, line, f'{excerpt(value)} is not brackets such as "(e1-person-1-(e2-place-1-)e3)"'
            )
            return 1
        for label, opens, closes in found:
            try:
                if opens:
                    self._take_opening(line, here, attributes, label, closes)
                else:
                    self._take_closing(line, here, attributes, label)
            except _FlawError as flaw:
                self._flaws.leave_out(UNUSABLE, line, str(flaw))
        return len(found)

    def take_chains(self, line: int, here: int, value: str) -> int:
        """Take what stanza writes of the chains that the node ``here`` is in; returns how many they are."""
        marks = value.split(",")
        for mark in marks:
            found = _CHAIN.fullmatch(mark)
            if not found:
                self._flaws.leave_out(
                    UNUSABLE, line, f'{excerpt(mark)} is no place in a chain such as "start-repr-id3"'
                )
                continue
            place, eid = found.groups()
            if place in ("unit", "start"):
                entity = Entity(line, eid, "", None)
                self._all.append(entity)
                self._open.setdefault(eid, []).append((entity, here))
            if place in ("unit", "end"):
                self._end(line, here, eid)
        return len(marks)

    def complete(self) -> list[Entity]:
        """The mentions that are whole, now that the document ends; what is not is left out."""
        for closing, stack in self._open.items():
            for entity, _ in stack:
                if entity:
                    entity.ranges.clear()
                    self._flaws.leave_out(
                        UNPAIRED, entity.line, f"the bracket that opens {excerpt(closing)} is not closed"
                    )
        for waiting in self._waiting.values():
            for partial in waiting:
                partial.ranges.clear()
                self._flaws.leave_out(
                    UNPAIRED, partial.line, f"the mention of {excerpt(partial.eid)} lacks a part"
                )
        return [entity for entity in self._all if entity.ranges]

    def _take_opening(self, line: int, here: int, attributes: Attributes, label: str, closes: bool) -> None:
        closing = attributes.closing(label)
        entity = None
        try:
            entity = self._opened(line, attributes, label, closing)
        finally:
            if not closes:
                self._open.setdefault(closing, []).append((entity, here))
        if closes:
            self._close(line, here, here, entity, closing)

    def _take_closing(self, line: int, here: int, attributes: Attributes, label: str) -> None:
        # Older files repeat all attributes here.
        self._end(line, here, attributes.closing(label) if "-" in label else label)

    def _end(self, line: int, here: int, closing: str) -> None:
        """The latest open bracket of this name closes."""
        if not self._open.get(closing):
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(closing)} is closed, but not open")
            return
        entity, begin = self._open[closing].pop()
        if entity:
            self._close(line, begin, here, entity, closing)

    def _close(self, line: int, begin: int, here: int, entity: Entity, closing: str) -> None:
        entity.ranges.append((begin, here))
        part = self._part(closing)
        if part and part[1] < part[2]:
            eid, number, count = part
            self._waiting.setdefault((eid, count, number + 1), []).append(entity)

    def _opened(self, line: int, attributes: Attributes, label: str, closing: str) -> Entity:
        """The mention that an opening bracket begins or goes on with."""
        values = self._values(attributes, label)
        eid = closing if attributes.name_instances else str(len(self._all) + 1)
        if part := self._part(closing):
            eid, number, count = part
            if number > 1:
                waiting = self._waiting.get((eid, count, number))
                if not waiting:
                    raise _FlawError(f"{excerpt(closing)} has no closed part {number - 1} before it")
                return waiting.pop()
            if number < 1 or count < 2:
                raise _FlawError(f"{excerpt(closing)} is no part of several")
        if not eid:
            raise _FlawError(f"the bracket {excerpt(label)} has no eid")
        entity = Entity(
            line, eid, unquote(attributes.of(values, "etype")), self._head(line, attributes, values)
        )
        self._all.append(entity)
        if link := unquote(attributes.of(values, "identity")):
            self.identities[eid, link] = None
        return entity

    def _part(self, closing: str) -> tuple[str, int, int] | None:
        """The eid, and which of how many parts it is; None for a mention without parts."""
        found = _PART.fullmatch(closing) if closing.endswith("]") else None
        if not found:
            return None
        first, slash, second = found[2].partition("/")
        number, count = parse_offset(first), parse_offset(second)
        if not slash or number is None or count is None:
            raise _FlawError(f"{excerpt(closing)} names no part of a mention such as [1/2]")
        return found[1], number, count

    def _values(self, attributes: Attributes, label: str) -> list[str]:
        values = attributes.split(label)
        if len(values) > len(attributes.names):
            raise _FlawError(
                f"the bracket {excerpt(label)} has {len(values)} attributes, but global.Entity names "
                f"{len(attributes.names)}, and a hyphen inside a value is %2D"
            )
        return values

    def _head(self, line: int, attributes: Attributes, values: list[str]) -> tuple[int, int] | None:
        """The head or, in GUM, the first and the last word of the minimal span."""
        value = attributes.of(values, "head") or attributes.of(values, "minspan")
        if not value:
            return None
        numbers = [parse_offset(number) for number in unquote(value).split(",")]
        known = [number for number in numbers if number]
        if len(known) < len(numbers):
            self._flaws.leave_out(HEAD_LOST, line, f"the head {excerpt(value)} is no number from 1")
            return None
        return min(known), max(known)


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

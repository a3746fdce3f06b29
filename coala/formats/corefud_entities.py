"""The mentions of ``Entity=`` brackets and of Universal Anaphora's IDENTITY column, as ranges of nodes."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.formats.flaws import Flaws
from coala.formats.text_lines import BracketError, parse_offset, problem, split_brackets

_PART = re.compile(r"(.*)\[([^\[\]]*)\]")
"""An eid with the part in the bracket, whether or not the part can be read."""

_CHAIN = re.compile(r"(?:(unit|start|middle|end)-)?(?:repr-)?(id\d+)", re.ASCII)
"""A word's place in a mention of a chain, as stanza writes it; "repr" marks representative mentions."""

UNPAIRED, UNUSABLE, HEAD_LOST = "entity-unpaired", "entity-unusable", "head-lost"
"""The codes of the remarks."""

_SAME_ATTRIBUTE = {"GRP": "eid", "entity": "etype", "MIN": "minspan"}
"""Names of the same attributes in other files of this family."""


class Attributes(NamedTuple):
    """The attributes of an opening bracket, in order.

    If not ``name_instances``, each bracket is an instance of its own.
    """

    names: tuple[str, ...]
    name_instances: bool

    def split(self, label: str) -> list[str]:
        """Split the label into values; if no instance is named, the last value may contain hyphens."""
        return label.split("-") if self.name_instances else label.split("-", len(self.names) - 1)

    def closing_label(self, label: str) -> str:
        """Return the label that closes the bracket with this opening label."""
        return self.get(self.split(label), "eid") if self.name_instances else label

    def get(self, values: list[str], name: str) -> str:
        """Return the value with this name; "" without one."""
        place = self.names.index(name) if name in self.names else len(values)
        return values[place] if place < len(values) else ""


def parse_attributes(path: str, line: int, value: str) -> Attributes:
    """Return the attributes that ``# global.Entity`` before this line names.

    Raises:
        ReadingError: it has neither eid nor etype, or repeats a name.
    """
    names = tuple(_SAME_ATTRIBUTE.get(name, name) for name in value.split("-"))
    if not {"eid", "etype"} & set(names) or len(set(names)) != len(names):
        raise problem(
            path,
            line,
            f"the global.Entity before this line, {excerpt(value)}, needs an eid or an "
            'etype, and each name once: write "# global.Entity = eid-etype-head-other".',
        )
    return Attributes(names, "eid" in names)


class Entity:
    """A mention: its instance and type, and the ranges of its nodes, ends inclusive.

    Its minimum is given by its first and last word: ``head`` numbers them among the nodes of the mention,
    from 1, ``words`` among the words of the document, from 0.
    """

    __slots__ = ("eid", "head", "kind", "line", "ranges", "words")

    def __init__(self, line: int, eid: str, kind: str, head: tuple[int, int] | None) -> None:
        self.line = line
        self.eid = eid
        self.kind = kind
        self.head = head
        self.ranges: list[tuple[int, int]] = []
        self.words: tuple[int, int] | None = None

    def find_node(self, number: int) -> int | None:
        """Return the node with this number in the mention, from 1; None if it has fewer nodes."""
        left = number
        for first, last in self.ranges:
            if left <= last - first + 1:
                return first + left - 1
            left -= last - first + 1
        return None


class _FlawError(ValueError):
    """The bracket cannot be used; the message shows it and says why."""


class Entities:
    """The mentions of one document, read node by node.

    An unusable bracket is left out as a flaw; its closing bracket is then not a second flaw.
    """

    def __init__(self, path: str, flaws: Flaws) -> None:
        self._path = path
        self._flaws = flaws
        self._all: list[Entity] = []
        self.identities: dict[tuple[str, str], None] = {}
        """Instances and their entries in an encyclopedia."""
        self._open: dict[str, list[tuple[Entity | None, int]]] = {}
        """Open mentions by the label that closes them; None for one that was left out."""
        self._waiting: dict[tuple[str, int, int], list[Entity]] = {}
        """Unfinished mentions by instance, number of parts and the next part."""

    def add(self, line: int, here: int, attributes: Attributes | None, value: str) -> int:
        """Add the brackets of the node ``here``; return their number.

        Raises:
            ReadingError: no ``# global.Entity`` declares the attributes.
        """
        if attributes is None:
            raise problem(
                self._path,
                line,
                'the line "# global.Entity = …" is missing before this Entity=: add it, with '
                '"eid-etype-head-other" if an identifier is first, with "etype" if a type '
                "is first.",
            )
        try:
            found = list(split_brackets(value))
        except BracketError:
            self._flaws.leave_out(
                UNUSABLE, line, f'{excerpt(value)} is not brackets such as "(e1-person-1-(e2-place-1-)e3)"'
            )
            return 1
        for label, opens, closes in found:
            try:
                if opens:
                    self._open_bracket(line, here, attributes, label, closes)
                else:
                    self._close_bracket(line, here, attributes, label)
            except _FlawError as flaw:
                self._flaws.leave_out(UNUSABLE, line, str(flaw))
        return len(found)

    def add_chains(self, line: int, here: int, value: str) -> int:
        """Add stanza's marks for the chains of the node ``here``; return their number."""
        marks = value.split(",")
        for mark in marks:
            found = _CHAIN.fullmatch(mark)
            if not found:
                self._flaws.leave_out(
                    UNUSABLE, line, f'{excerpt(mark)} is not a place in a chain such as "start-repr-id3"'
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
        """Return the complete mentions at the end of the document; the others are left out."""
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

    def _open_bracket(self, line: int, here: int, attributes: Attributes, label: str, closes: bool) -> None:
        closing = attributes.closing_label(label)
        entity = None
        try:
            entity = self._find_or_create(line, attributes, label, closing)
        finally:
            if not closes:
                self._open.setdefault(closing, []).append((entity, here))
        if closes:
            self._close(line, here, here, entity, closing)

    def _close_bracket(self, line: int, here: int, attributes: Attributes, label: str) -> None:
        # Older files repeat all attributes here.
        self._end(line, here, attributes.closing_label(label) if "-" in label else label)

    def _end(self, line: int, here: int, closing: str) -> None:
        """Close the latest open bracket with this label."""
        if not self._open.get(closing):
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(closing)} is closed, but not open")
            return
        entity, begin = self._open[closing].pop()
        if entity:
            self._close(line, begin, here, entity, closing)

    def _close(self, line: int, begin: int, here: int, entity: Entity, closing: str) -> None:
        entity.ranges.append((begin, here))
        part = self._parse_part(closing)
        if part and part[1] < part[2]:
            eid, number, count = part
            self._waiting.setdefault((eid, count, number + 1), []).append(entity)

    def _find_or_create(self, line: int, attributes: Attributes, label: str, closing: str) -> Entity:
        """Return the mention that an opening bracket begins or continues."""
        values = self._split_values(attributes, label)
        eid = closing if attributes.name_instances else str(len(self._all) + 1)
        if part := self._parse_part(closing):
            eid, number, count = part
            if number > 1:
                waiting = self._waiting.get((eid, count, number))
                if not waiting:
                    raise _FlawError(f"{excerpt(closing)} has no closed part {number - 1} before it")
                return waiting.pop()
            if number < 1 or count < 2:
                raise _FlawError(f"{excerpt(closing)} is not a part of several")
        if not eid:
            raise _FlawError(f"the bracket {excerpt(label)} has no eid")
        entity = Entity(
            line, eid, unquote(attributes.get(values, "etype")), self._parse_head(line, attributes, values)
        )
        self._all.append(entity)
        if link := unquote(attributes.get(values, "identity")):
            self.identities[eid, link] = None
        return entity

    def _parse_part(self, closing: str) -> tuple[str, int, int] | None:
        """Return the eid, the part's number and the number of parts; None for a mention without parts."""
        found = _PART.fullmatch(closing) if closing.endswith("]") else None
        if not found:
            return None
        first, slash, second = found[2].partition("/")
        number, count = parse_offset(first), parse_offset(second)
        if not slash or number is None or count is None:
            raise _FlawError(f"{excerpt(closing)} names no part of a mention such as [1/2]")
        return found[1], number, count

    def _split_values(self, attributes: Attributes, label: str) -> list[str]:
        values = attributes.split(label)
        if len(values) > len(attributes.names):
            raise _FlawError(
                f"the bracket {excerpt(label)} has {len(values)} attributes, but global.Entity names "
                f"{len(attributes.names)}, and a hyphen inside a value is %2D"
            )
        return values

    def _parse_head(self, line: int, attributes: Attributes, values: list[str]) -> tuple[int, int] | None:
        """Return the head or, in GUM, the first and the last word of the minimal span."""
        value = attributes.get(values, "head") or attributes.get(values, "minspan")
        if not value:
            return None
        numbers = [parse_offset(number) for number in unquote(value).split(",")]
        known = [number for number in numbers if number]
        if len(known) < len(numbers):
            self._flaws.leave_out(HEAD_LOST, line, f"the head {excerpt(value)} is not a number from 1")
            return None
        return min(known), max(known)


_BRACKET = re.compile(r"\(([^()]+)|([^()]*)\)")
_PSEUDO = re.compile(r".*[-_]Pseudo", re.DOTALL)


def _parse_label(label: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for item in label.split("|"):
        key, _, value = item.partition("=")
        # Some published files write EntityId and Markable_ID.
        values[key.lower().replace("_", "")] = value
    return values


class _OpenBracket:
    """An open bracket, without an entity if its mention was left out."""

    __slots__ = ("begin", "closed", "entity", "markable")

    def __init__(self, begin: int, entity: Entity | None, markable: str) -> None:
        self.begin = begin
        self.entity = entity
        self.markable = markable
        self.closed = False


class Markables:
    """The mentions of Universal Anaphora's IDENTITY column in one document.

    ``(EntityID=1|MarkableID=m1|Min=3,4|SemType=dn|ElementOf=4`` opens a mention of instance 1; its minimum is
    the third and fourth word of the document. A bare ``)`` closes the latest open mention, ``m1)`` this one.
    A repeated markable is one mention with a gap. An EntityID ending in "-Pseudo" does not refer.
    ``ElementOf=4`` is the statement ``SplitAnte`` of 4, an anchor in BRIDGING the statement ``Bridge-Rel``.
    """

    def __init__(self, flaws: Flaws) -> None:
        self._flaws = flaws
        self._all: list[Entity] = []
        self._by_markable: dict[str, Entity] = {}
        self._open: list[_OpenBracket] = []
        self._named: dict[str, list[_OpenBracket]] = {}
        self._broken: set[Entity] = set()
        self.not_referring: list[tuple[int, str]] = []
        """Lines and identifiers of markables that do not refer."""
        self._links: list[tuple[int, str, str, str]] = []
        self._bridges: list[tuple[int, dict[str, str]]] = []

    def add(self, line: int, here: int, cell: str) -> int:
        """Add the brackets of the node ``here``; return their number."""
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
                self._open_bracket(line, here, found[1].removesuffix("@"))
            else:
                self._close_bracket(line, here, found[2].strip("@"))
        return count

    def add_bridging(self, line: int, cell: str) -> int:
        """Add the anchors of the markables that begin here; return their number."""
        found = re.findall(r"[^()]+", cell)
        self._bridges += [(line, _parse_label(label)) for label in found]
        return len(found)

    def find_links(self) -> list[tuple[int, str, str, str]]:
        """Return the statements about instances: line, instance, predicate, other instance."""
        links = list(self._links)
        for line, values in self._bridges:
            about = self._by_markable.get(values.get("markableid", ""))
            anchor = self._by_markable.get(values.get("mentionanchor", ""))
            other = values.get("entityanchor", "") or (anchor.eid if anchor else "")
            if not about or not other:
                self._flaws.leave_out("misc-unusable", line, "BRIDGING names a missing markable")
                continue
            relation = values.get("rel", "")
            links.append((line, about.eid, f"Bridge-{relation}" if relation else "Bridge", other))
        return links

    def complete(self) -> list[Entity]:
        """Return the complete mentions at the end of the document; the others are left out."""
        for bracket in self._open:
            if bracket.entity and not bracket.closed:
                self._broken.add(bracket.entity)
                self._flaws.leave_out(
                    UNPAIRED,
                    bracket.entity.line,
                    f"the bracket that opens {excerpt(bracket.entity.eid)} is not closed",
                )
        return [entity for entity in self._all if entity not in self._broken]

    def _open_bracket(self, line: int, here: int, label: str) -> None:
        values = _parse_label(label)
        eid, markable = values.get("entityid", ""), values.get("markableid", "")
        entity = None
        if not eid:
            self._flaws.leave_out(UNUSABLE, line, f"the bracket {excerpt(label)} has no EntityID")
        elif _PSEUDO.fullmatch(eid):
            self.not_referring.append((line, eid))
        else:
            entity = self._by_markable.get(markable)
            if entity is None or entity.eid != eid:
                entity = Entity(line, eid, "", None)
                entity.words = self._parse_minimum(values.get("min", ""))
                self._all.append(entity)
                if markable:
                    self._by_markable[markable] = entity
            wholes = values.get("elementof", "").split(",")
            self._links += [(line, whole, "SplitAnte", eid) for whole in wholes if whole]
        bracket = _OpenBracket(here, entity, markable)
        self._open.append(bracket)
        self._named.setdefault(markable, []).append(bracket)

    def _parse_minimum(self, value: str) -> tuple[int, int] | None:
        numbers = [parse_offset(number) for number in re.split("[-,]", value)]
        known = [number for number in numbers if number]
        if len(known) < len(numbers):
            return None
        return known[0] - 1, known[min(1, len(known) - 1)] - 1

    def _close_bracket(self, line: int, here: int, markable: str) -> None:
        split_brackets = self._named.get(markable, []) if markable else self._open
        while split_brackets and split_brackets[-1].closed:
            split_brackets.pop()
        if not split_brackets:
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(markable + ')')} closes nothing")
            return
        bracket = split_brackets.pop()
        bracket.closed = True
        if bracket.entity:
            bracket.entity.ranges.append((bracket.begin, here))

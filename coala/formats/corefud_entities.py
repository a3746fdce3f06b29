"""The mentions of ``Entity=`` brackets and of Universal Anaphora's IDENTITY column, as ranges of nodes.

``corefud`` passes the cells of one document node by node (a node is a word or an empty node, numbered through
the document): ``Entities`` takes "(e5-person-2-" and "e5)", ``Markables`` takes "(EntityID=1|MarkableID=m1"
and ")". Both return ``Entity`` objects at the end: chain e5 has a mention from node 3 to node 4.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.formats.flaws import Flaws
from coala.formats.text_lines import BracketError, parse_offset, problem, split_brackets

_LABEL_WITH_PART = re.compile(r"(.*)\[([^\[\]]*)\]")
"""An eid with the number of a part, as "e5[1/2]", whether or not the part can be read."""

_STANZA_MARK = re.compile(r"(?:(unit|start|middle|end)-)?(?:repr-)?(id\d+)", re.ASCII)
"""What stanza writes at a word, as "start-repr-id3": its place in a mention of chain id3.

"repr" marks representative mentions.
"""

UNPAIRED, UNUSABLE, HEAD_LOST = "entity-unpaired", "entity-unusable", "head-lost"
"""The codes of the remarks."""

_USUAL_NAMES = {"GRP": "eid", "entity": "etype", "MIN": "minspan"}
"""Usual names of attributes that GUM and Universal Anaphora call otherwise."""


class Attributes(NamedTuple):
    """The attributes of an opening bracket, in order: "eid-etype-head-other" has four names."""

    names: tuple[str, ...]
    name_instances: bool  # one of them is eid; otherwise each bracket is an instance of its own

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
    names = tuple(_USUAL_NAMES.get(name, name) for name in value.split("-"))
    if not {"eid", "etype"} & set(names) or len(set(names)) != len(names):
        raise problem(
            path,
            line,
            f"the global.Entity before this line, {excerpt(value)}, needs an eid or an "
            'etype, and each name once: write "# global.Entity = eid-etype-head-other".',
        )
    return Attributes(names, "eid" in names)


class Entity:
    """A mention: its instance ``eid``, its type ``kind``, and the ranges of its nodes, ends inclusive.

    A mention with a gap has several ranges. Its minimum is known by its first and last word: ``head`` has
    their numbers among the nodes of the mention, from 1, or ``words`` those among the words of the document,
    from 0. ``label`` is what its opening bracket has, such as "e5-person-2-".
    """

    __slots__ = ("eid", "head", "kind", "label", "line", "ranges", "words")

    def __init__(self, line: int, eid: str, kind: str, head: tuple[int, int] | None) -> None:
        self.line = line
        self.eid = eid
        self.kind = kind
        self.head = head
        self.label = ""
        self.ranges: list[tuple[int, int]] = []
        self.words: tuple[int, int] | None = None

    def find_node(self, number: int) -> int | None:
        """Return the node with this number in the mention, from 1; None if it has fewer nodes."""
        remaining = number
        for first, last in self.ranges:
            size = last - first + 1
            if remaining <= size:
                return first + remaining - 1
            remaining -= size
        return None


class _FlawError(ValueError):
    """The bracket cannot be used; the message shows it and says why."""


class Entities:
    """The mentions of ``Entity=`` brackets and of stanza's marks in one document, read node by node.

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
        self._unfinished: dict[tuple[str, int, int], list[Entity]] = {}
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
            found = _STANZA_MARK.fullmatch(mark)
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
                self._end_mention(line, here, eid)
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
        for unfinished in self._unfinished.values():
            for partial in unfinished:
                partial.ranges.clear()
                self._flaws.leave_out(
                    UNPAIRED, partial.line, f"the mention of {excerpt(partial.eid)} lacks a part"
                )
        return [entity for entity in self._all if entity.ranges]

    def _open_bracket(self, line: int, here: int, attributes: Attributes, label: str, closes: bool) -> None:
        """Begin a mention, or its next part, at the node ``here``; it also ends there if ``closes``."""
        closing = attributes.closing_label(label)
        entity = None
        try:
            entity = self._find_or_create(line, attributes, label, closing)
        finally:
            # Also for an unusable bracket, so that its closing bracket has a partner.
            if not closes:
                self._open.setdefault(closing, []).append((entity, here))
        if closes:
            self._add_range(line, here, here, entity, closing)

    def _close_bracket(self, line: int, here: int, attributes: Attributes, label: str) -> None:
        # Older files repeat all attributes here.
        self._end_mention(line, here, attributes.closing_label(label) if "-" in label else label)

    def _end_mention(self, line: int, here: int, closing: str) -> None:
        """Close the latest open bracket with this label."""
        if not self._open.get(closing):
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(closing)} is closed, but not open")
            return
        entity, begin = self._open[closing].pop()
        if entity:
            self._add_range(line, begin, here, entity, closing)

    def _add_range(self, line: int, begin: int, here: int, entity: Entity, closing: str) -> None:
        """Add the range of a closed bracket to its mention, which may wait for its next part."""
        entity.ranges.append((begin, here))
        part = self._parse_part(closing)
        if part and part[1] < part[2]:
            eid, number, count = part
            self._unfinished.setdefault((eid, count, number + 1), []).append(entity)

    def _find_or_create(self, line: int, attributes: Attributes, label: str, closing: str) -> Entity:
        """Return the mention that an opening bracket begins or continues."""
        values = self._split_values(attributes, label)
        eid = closing if attributes.name_instances else str(len(self._all) + 1)
        if part := self._parse_part(closing):
            eid, number, count = part
            if number > 1:
                unfinished = self._unfinished.get((eid, count, number))
                if not unfinished:
                    raise _FlawError(f"{excerpt(closing)} has no closed part {number - 1} before it")
                return unfinished.pop()
            if number < 1 or count < 2:
                raise _FlawError(f"{excerpt(closing)} is not a part of several")
        if not eid:
            raise _FlawError(f"the bracket {excerpt(label)} has no eid")
        entity = Entity(
            line, eid, unquote(attributes.get(values, "etype")), self._parse_head(line, attributes, values)
        )
        entity.label = label
        self._all.append(entity)
        if link := unquote(attributes.get(values, "identity")):
            self.identities[eid, link] = None
        return entity

    def _parse_part(self, closing: str) -> tuple[str, int, int] | None:
        """Return the eid, the part's number and the number of parts; None for a mention without parts."""
        found = _LABEL_WITH_PART.fullmatch(closing) if closing.endswith("]") else None
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
    """Return the values in "EntityID=1|MarkableID=m1" by key, in lower case without underscores."""
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
        self._named: dict[str, list[_OpenBracket]] = {}  # the same brackets by markable
        self._broken: set[Entity] = set()
        self.not_referring: list[tuple[int, str]] = []
        """Lines and identifiers of markables that do not refer."""
        self._links: list[tuple[int, str, str, str]] = []  # line, instance, predicate, other instance
        self._bridges: list[tuple[int, dict[str, str]]] = []  # line, and the values of a label in BRIDGING

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
        """Open a bracket; its mention is a new one, or that of the same markable before a gap."""
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
        """Return the words in "3,4" or "3" as first and last word of the document, from 0."""
        numbers = [parse_offset(number) for number in re.split("[-,]", value)]
        known = [number for number in numbers if number]
        if len(known) < len(numbers):
            return None
        return known[0] - 1, known[min(1, len(known) - 1)] - 1

    def _close_bracket(self, line: int, here: int, markable: str) -> None:
        """Close the latest open bracket of a markable, or of any for a bare ``)``."""
        candidates = self._named.get(markable, []) if markable else self._open
        # Each bracket is in both collections; skip those that were closed by the other one.
        while candidates and candidates[-1].closed:
            candidates.pop()
        if not candidates:
            self._flaws.leave_out(UNPAIRED, line, f"{excerpt(markable + ')')} closes nothing")
            return
        bracket = candidates.pop()
        bracket.closed = True
        if bracket.entity:
            bracket.entity.ranges.append((bracket.begin, here))

"""The brackets of CorefUD's ``Entity=``, node after node, become mentions as ranges of nodes."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.reading.formats.text_lines import BracketError, brackets, parse_offset, problem

_PART = re.compile(r"(.*)\[([^\[\]]*)\]")
"""An eid with the part that the bracket is of, whether or not that can be read."""

_SAME_ATTRIBUTE = {"GRP": "eid", "entity": "etype", "MIN": "minspan"}
"""Names that other files of this family have for an attribute."""


class Attributes(NamedTuple):
    """The attributes of an opening bracket, in their order."""

    names: tuple[str, ...]

    def of(self, values: list[str], name: str) -> str:
        """The value of this name; empty where there is none."""
        place = self.names.index(name) if name in self.names else len(values)
        return values[place] if place < len(values) else ""


def declared(path: str, line: int, value: str) -> Attributes:
    """The attributes that ``# global.Entity`` before this line names.

    Raises:
        ReadingError: there is no eid among them, or a name stands twice.
    """
    names = tuple(_SAME_ATTRIBUTE.get(name, name) for name in value.split("-"))
    if "eid" not in names or len(set(names)) != len(names):
        raise problem(
            path,
            line,
            f"the global.Entity before this line, {excerpt(value)}, must have one eid and no name twice: "
            'write "# global.Entity = eid-etype-head-other".',
        )
    return Attributes(names)


class Entity:
    """A mention: its instance and type, and the ranges of its nodes, first and last included.

    ``head`` is the first and the last word of what counts most: numbers of nodes in the mention, from 1.
    """

    __slots__ = ("eid", "head", "kind", "line", "ranges")

    def __init__(self, line: int, eid: str, kind: str, head: tuple[int, int] | None) -> None:
        self.line = line
        self.eid = eid
        self.kind = kind
        self.head = head
        self.ranges: list[tuple[int, int]] = []

    def node(self, path: str, number: int) -> int:
        """The node that is so many-th in the mention.

        Raises:
            ReadingError: it has not so many.
        """
        left = number
        for first, last in self.ranges:
            if left <= last - first + 1:
                return first + left - 1
            left -= last - first + 1
        raise problem(
            path,
            self.line,
            f"the mention of {excerpt(self.eid)} has {number - left:,} nodes, but its head is to be node "
            f"{number:,}: correct the number.",
        )


class Entities:
    """The mentions of one document, as far as it is read."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.all: list[Entity] = []
        self.eids: set[str] = set()
        self.identities: dict[tuple[str, str], None] = {}
        """Instances and the encyclopedia's entries for them."""
        self._open: dict[str, list[tuple[Entity, int]]] = {}
        self._waiting: dict[tuple[str, int, int], list[Entity]] = {}
        """By instance, number of parts and the part that is to come."""

    def take(self, line: int, here: int, attributes: Attributes | None, value: str) -> None:
        """Take the brackets of the node ``here``.

        Raises:
            ReadingError: they are none, or one closes what is not open.
        """
        if attributes is None:
            raise problem(
                self._path,
                line,
                'no "# global.Entity = eid-etype-head-other" before this Entity= says what its parts mean: '
                "add that line.",
            )
        try:
            for label, opens, closes in brackets(value):
                if opens:
                    entity, closing = self._opened(line, attributes, label)
                    begin = here
                else:
                    entity, begin, closing = self._closed(line, attributes, label)
                if closes:
                    entity.ranges.append((begin, here))
                    self._expect_next_part(line, entity, closing)
                else:
                    self._open.setdefault(closing, []).append((entity, here))
        except BracketError as error:
            raise problem(
                self._path,
                line,
                f'Entity={excerpt(value)} is not brackets such as "(e1-person-1-(e2-place-1-)e3)": mend it.',
            ) from error

    def check_closed(self, document: str) -> None:
        """The document ends here.

        Raises:
            ReadingError: a mention is open, or lacks a part.
        """
        left = [entity for stack in self._open.values() for entity, _ in stack]
        left += [entity for stack in self._waiting.values() for entity in stack]
        if left:
            entity = min(left, key=lambda entity: (entity.line, entity.eid))
            raise problem(
                self._path,
                entity.line,
                f"the mention of {excerpt(entity.eid)} that opens here is not closed, or lacks a part, at "
                f"the end of its document {excerpt(document)}: complete it.",
            )

    def _opened(self, line: int, attributes: Attributes, label: str) -> tuple[Entity, str]:
        """The mention that an opening bracket begins or goes on with, and what will close it."""
        values = self._values(line, attributes, label)
        eid = closing = attributes.of(values, "eid")
        if part := self._part(line, eid):
            eid, number, count = part
            if number > 1:
                waiting = self._waiting.get((eid, count, number))
                if not waiting:
                    raise problem(
                        self._path,
                        line,
                        f"{excerpt(closing)} has no closed part {number - 1} before it: add it.",
                    )
                return waiting.pop(), closing
            if number < 1 or count < 2:
                raise problem(
                    self._path,
                    line,
                    f"{excerpt(closing)} is no part of several: number the parts [1/2] and [2/2].",
                )
        if not eid:
            raise problem(self._path, line, f"the bracket {excerpt(label)} has no eid: give it one.")
        entity = Entity(
            line, eid, unquote(attributes.of(values, "etype")), self._head(line, attributes, values)
        )
        self.all.append(entity)
        self.eids.add(eid)
        if link := unquote(attributes.of(values, "identity")):
            self.identities[eid, link] = None
        return entity, closing

    def _part(self, line: int, closing: str) -> tuple[str, int, int] | None:
        """The eid, and which of how many parts it is; None for a mention without parts."""
        found = _PART.fullmatch(closing)
        if not found:
            return None
        first, slash, second = found[2].partition("/")
        number, count = parse_offset(first), parse_offset(second)
        if not slash or number is None or count is None:
            raise problem(
                self._path,
                line,
                f"{excerpt(closing)} names no part of a mention: number the parts [1/2] and [2/2].",
            )
        return found[1], number, count

    def _closed(self, line: int, attributes: Attributes, label: str) -> tuple[Entity, int, str]:
        """The mention that a closing bracket ends, the node where it began, and the name of its bracket."""
        # Older files repeat all attributes here.
        closing = attributes.of(self._values(line, attributes, label), "eid") if "-" in label else label
        if not self._open.get(closing):
            raise problem(
                self._path,
                line,
                f"Entity= closes {excerpt(closing)}, which is not open: open it before, or remove it.",
            )
        return *self._open[closing].pop(), closing

    def _values(self, line: int, attributes: Attributes, label: str) -> list[str]:
        values = label.split("-")
        if len(values) > len(attributes.names):
            raise problem(
                self._path,
                line,
                f"the bracket {excerpt(label)} has {len(values)} attributes, but global.Entity names "
                f"{len(attributes.names)}: write a hyphen inside a value as %2D.",
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
            raise problem(
                self._path,
                line,
                f"the head {excerpt(value)} is no number of a word in the mention: count from 1.",
            )
        return min(known), max(known)

    def _expect_next_part(self, line: int, entity: Entity, closing: str) -> None:
        part = self._part(line, closing)
        if part and part[1] < part[2]:
            eid, number, count = part
            self._waiting.setdefault((eid, count, number + 1), []).append(entity)

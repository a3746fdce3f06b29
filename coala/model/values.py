"""A statement's value is a text that says the same in every graph; here its notation is written and read.

``@`` is an instance (which one, the references of the statement say), ``<iri>`` a name, and ``"text"``,
``"text"@en`` or ``"text"^^<datatype>`` a literal, without escapes. ``(<document> 32 34;40 42)`` is a span,
and ``(<document> 32 34 ∅nsubj#1)`` a zero.
What is said of a nameless node stands in brackets, sorted: ``[<predicate> value; <predicate> value]``; it is
``[#digest]`` when that would be too long, and ``[*digest]`` where a ring comes back to itself.

There may be millions of values, which are stored, compared and hashed as texts; a ``Value`` is read from one
when somebody asks what it says. A literal without escapes may look like more notation, but only within
brackets: ``is_unclear`` tells which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from enum import Enum
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from coala.base.plain_text import isolate

REFERENCE = "@"
"""Stands for an instance inside a statement's value; which one, the statement's references say."""

Fragments = tuple[tuple[int, int], ...]
"""The begin and end of each part of a span."""

BETWEEN_PARTS = " … "
"""Stands where the words of a span have a gap."""

ZERO_SIGN = "∅"
"""Stands before the mark of a zero, in values as on the screen."""

NODES_SIGN = "@"
"""Begins a mark that says of which nodes a mention consists (``node_marks``), and is not shown."""

_FIRST = re.compile(r"#1(?![0-9])")


class SpanShape(NamedTuple):
    """What a span is beside its begin and end: its parts where it has gaps, and the mark of a zero.

    A zero is a mention without words. It stands at a word of the text, its governor's, and the mark tells it
    from that word and from other zeros there: ``nsubj#1`` is the first subject of that word, ``#1`` the first
    zero behind it of which no dependency is known. Only for the scorer of CRAC each mention has a mark.

    ``unplaced`` are the words, and ``#1`` for the first such, of a span that another text has and this one
    has not: it stands at the nearest place.
    """

    fragments: Fragments = ()
    zero: str = ""
    unplaced: str = ""

    @property
    def sign(self) -> str:
        """What shows a zero on the screen, such as "∅nsubj"; "" for what has words."""
        return show_zero(self.zero)


def show_zero(mark: str) -> str:
    """What shows the mark of a zero on the screen, such as "∅nsubj"."""
    return ZERO_SIGN + _FIRST.sub("", mark) if mark and not mark.startswith(NODES_SIGN) else ""


XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"

# What ends a literal within brackets: the next part, or the last bracket.
_END_OF_LITERAL = re.compile(r'"(?:@([A-Za-z0-9-]+)|\^\^<([^>]*)>)?(?=; <|\])')
_BRACKETED = re.compile(r"<([^>]*)>")
_PLACE = re.compile(rf"\(<([^>]*)> ([0-9; ]+(?: {ZERO_SIGN}[^\s()<>;]+)?)\)")


class ValueKind(Enum):
    """What a value is."""

    INSTANCE = "instance"
    NAME = "name"
    LITERAL = "literal"
    PLACE = "place"
    NESTED = "nested"
    DIGEST = "digest"


class Value(NamedTuple):
    """What a value says.

    ``name`` is an IRI, for a place that of its document, and for a digest all of it; ``text``, ``language``
    and ``datatype`` are a literal's, ``fragments`` and ``zero`` a place's, and ``parts`` (predicate, value)
    of what is nested.
    """

    kind: ValueKind
    name: str = ""
    text: str = ""
    language: str = ""
    datatype: str = ""
    fragments: Fragments = ()
    parts: tuple[tuple[str, Value], ...] = ()
    zero: str = ""


class LiteralTerm(Protocol):
    """A literal as a library of RDF has it."""

    @property
    def value(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def datatype(self) -> Any: ...
    @property
    def direction(self) -> Any: ...


def write_literal(literal: LiteralTerm) -> str:
    """The text of a literal: its language in lower case, its datatype unless it is that of a text."""
    language = literal.language
    if language:
        direction = literal.direction
        suffix = "" if direction is None else f"--{direction.value}"
        return f'"{literal.value}"@{language.lower()}{suffix}'
    datatype = literal.datatype.value
    return f'"{literal.value}"' if datatype == XSD_STRING else f'"{literal.value}"^^<{datatype}>'


def write_name(iri: str) -> str:
    """The text of a name."""
    return f"<{iri}>"


def write_place(document: str, fragments: Fragments, zero: str = "") -> str:
    """The text of a span in a document."""
    return f"(<{document}> {_write_offsets(fragments, zero)})"


def write_nested(parts: Iterable[tuple[str, str]]) -> str:
    """The text of what is said of a nameless node: predicates and texts of values, each pair once."""
    return "[" + "; ".join(sorted({f"<{predicate}> {text}" for predicate, text in parts})) + "]"


def write_digest(text: str) -> str:
    """What stands for a nested value whose text is too long."""
    return f"[#{digest(text)}]"


def write_ring(colour: str) -> str:
    """What stands for a nested value inside itself; ``colour`` is a digest."""
    return f"[*{colour}]"


def digest(text: str) -> str:
    """32 hexadecimal digits that stand for a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def write_value(value: Value) -> str:
    """The text of a value: the inverse of ``parse_value``."""
    return "".join(piece for piece, _ in pieces(value))


def pieces(value: Value) -> Iterator[tuple[str, str]]:
    """The text of a value in pieces; one that is a name within ``<>`` comes with the name, others with ""."""
    match value.kind:
        case ValueKind.INSTANCE:
            yield REFERENCE, ""
        case ValueKind.NAME:
            yield write_name(value.name), value.name
        case ValueKind.LITERAL:
            yield f'"{value.text}"' + (f"@{value.language}" if value.language else ""), ""
            if value.datatype:
                yield "^^", ""
                yield write_name(value.datatype), value.datatype
        case ValueKind.PLACE:
            yield "(", ""
            yield write_name(value.name), value.name
            yield f" {_write_offsets(value.fragments, value.zero)})", ""
        case ValueKind.NESTED:
            before = "["
            for predicate, part in value.parts:
                yield before, ""
                yield write_name(predicate), predicate
                yield " ", ""
                yield from pieces(part)
                before = "; "
            yield "]" if value.parts else "[]", ""
        case ValueKind.DIGEST:
            yield value.name, ""


def _write_offsets(fragments: Fragments, zero: str) -> str:
    offsets = ";".join(f"{begin} {end}" for begin, end in fragments)
    return f"{offsets} {ZERO_SIGN}{zero}" if zero else offsets


def names_among(texts: Iterable[str]) -> Iterator[str]:
    """The IRIs of the values that are names."""
    return (text[1:-1] for text in texts if text.startswith("<"))


def may_name(text: str, names: Set[str]) -> bool:
    """Whether a value, or one inside it, may be one of the names or a place in one; False is certain."""
    return not names.isdisjoint(_BRACKETED.findall(text))


def is_unclear(text: str) -> bool:
    """Whether a value that is not nested would be read as something else if it stood within brackets."""
    if text.startswith('"'):
        end = _END_OF_LITERAL.search(f"{text}]", 1)
        return end is None or end.end() < len(text)
    return text.count(">") > 1


def parse_value(text: str) -> Value:
    """Read a value; one with unclear parts is not read as it was meant.

    Raises:
        ValueError: it is no value, which an unclear one may look like.
    """
    match text[:1]:
        case '"':
            words, _, suffix = text[1:].rpartition('"')
            return _literal(words, suffix[1:] if suffix.startswith("@") else "", suffix[3:-1])
        case "<":
            return Value(ValueKind.NAME, text[1:-1])
        case "(":
            document, _, offsets = text[2:-1].rpartition("> ")
            return _place(document, offsets)
    value, end = _read(text, 0)
    if end != len(text):
        raise ValueError(f"more than a value: {text}")
    return value


def _read(text: str, at: int) -> tuple[Value, int]:
    """The value that begins at a place within brackets, and where it ends."""
    mark = text[at : at + 1]
    if mark == '"' and (end := _END_OF_LITERAL.search(text, at + 1)):
        return _literal(text[at + 1 : end.start()], end[1] or "", end[2] or ""), end.end()
    if mark == "<":
        past = text.index(">", at)
        return Value(ValueKind.NAME, text[at + 1 : past]), past + 1
    if mark == "(" and (place := _PLACE.match(text, at)):
        return _place(place[1], place[2]), place.end()
    if mark == REFERENCE:
        return Value(ValueKind.INSTANCE), at + 1
    if text.startswith(("[#", "[*"), at):
        past = text.index("]", at) + 1
        return Value(ValueKind.DIGEST, text[at:past]), past
    if mark == "[":
        return _read_nested(text, at)
    raise ValueError(f"no value at {at}: {text}")


def _read_nested(text: str, at: int) -> tuple[Value, int]:
    parts: list[tuple[str, Value]] = []
    at += 1
    while not text.startswith("]", at):
        past = text.index("> ", at)
        value, end = _read(text, past + 2)
        parts.append((text[at + 1 : past], value))
        if not text.startswith(("; <", "]"), end):
            raise ValueError(f"no end of a part at {end}: {text}")
        at = end if text[end] == "]" else end + len("; ")
    return Value(ValueKind.NESTED, parts=tuple(parts)), at + 1


def _literal(words: str, language: str, datatype: str) -> Value:
    return Value(ValueKind.LITERAL, text=words, language=language, datatype="" if language else datatype)


def _place(document: str, offsets: str) -> Value:
    offsets, _, zero = offsets.partition(f" {ZERO_SIGN}")
    pairs = (pair.split(" ") for pair in offsets.split(";"))
    fragments = tuple((int(begin), int(end)) for begin, end in pairs)
    return Value(ValueKind.PLACE, document, fragments=fragments, zero=zero)


def replace_leaves(text: str, replaced: Callable[[Value], Value | None]) -> str:
    """The value with names and places in it replaced (None keeps one); predicates and literals stay.

    What is nested is sorted anew, as if it had been read so.
    """
    value = parse_value(text)
    new = _replace_leaves(value, replaced)
    return text if new is value else write_value(new)


def _replace_leaves(value: Value, replaced: Callable[[Value], Value | None]) -> Value:
    if value.kind is ValueKind.NAME or value.kind is ValueKind.PLACE:
        return replaced(value) or value
    if value.kind is not ValueKind.NESTED:
        return value
    parts = [(predicate, _replace_leaves(part, replaced)) for predicate, part in value.parts]
    if all(new is old for (_, new), (_, old) in zip(parts, value.parts, strict=True)):
        return value
    return value._replace(parts=tuple(sorted(set(parts), key=_as_written)))


def _as_written(part: tuple[str, Value]) -> str:
    predicate, value = part
    return f"<{predicate}> {write_value(value)}"


class Span(NamedTuple):
    """A stretch of a document's text; with gaps, ``fragments`` are its sorted parts, else ().

    ``zero`` is the mark of a mention without words, which stands at this word, and ``unplaced`` that of one
    whose words the text has not, only another text of the document; see ``SpanShape``.
    """

    document: str
    begin: int
    end: int
    fragments: Fragments = ()
    zero: str = ""
    unplaced: str = ""

    @property
    def stored(self) -> tuple[object, ...]:
        """The span as reviews and fingerprints have had it since before there were marks."""
        return self if self.unplaced else self[:5] if self.zero else self[:4]

    @property
    def own_words(self) -> str:
        """The words of a span that has no place in the text, "" of one that has."""
        return self.unplaced.rpartition("#")[0]

    @property
    def sign(self) -> str:
        """What shows a mention whose words the text has not: "∅nsubj" for a zero, "‹he›"; "" for others."""
        return f"‹{isolate(self.own_words)}›" if self.unplaced else show_zero(self.zero)

    def words_in(self, text: str) -> str:
        """The characters that the span covers; a gap is an ellipsis."""
        return BETWEEN_PARTS.join(text[begin:end] for begin, end in self.parts)

    @property
    def parts(self) -> Fragments:
        """The fragments, or the whole where there is no gap."""
        return self.fragments or ((self.begin, self.end),)

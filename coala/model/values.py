"""The notation of statement values, and ``Span``, a stretch of a document's text.

The value of a statement is stored as a text, which is the same in every graph if the value is the same:

- ``@`` is an instance (identified by the references of the statement)
- ``<iri>`` is a name
- ``"text"``, ``"text"@en`` or ``"text"^^<datatype>`` is a literal, without escapes
- ``(<document> 32 34;40 42)`` is a span of two parts, and ``(<document> 32 34 ∅nsubj#1)`` a zero
- ``[<predicate> value; <predicate> value]`` is a nested value: the sorted statements of a blank node
- ``[#digest]`` replaces a nested value that is too long, and ``[*digest]`` one that contains itself

There may be millions of values. They are stored, compared and hashed as texts, and parsed to a ``Value`` on
demand. Within brackets, a literal without escapes may look like more notation: see ``is_unclear``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from enum import Enum
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from coala.base.plain_text import isolate

REFERENCE = "@"
"""An instance inside a statement's value; the statement's references identify it."""

Fragments = tuple[tuple[int, int], ...]
"""The begin and end of each part of a span, in code points, end exclusive: ((32, 34), (40, 42))."""

BETWEEN_PARTS = " … "
"""Marks a gap between the words of a span."""

ZERO_SIGN = "∅"
"""Precedes the mark of a zero, in values and on the screen."""

MENTION_FORMS = ("pronoun", "name", "nominal", "verb")
"""The forms of mentions that a file may state, by the part of speech of the head."""

UNKNOWN_FORM = "unknown"
FORMS = (*MENTION_FORMS, UNKNOWN_FORM)
"""All forms of mentions, in the order of tables."""

NODES_SIGN = "@"
"""Begins a mark that lists the nodes of a mention (``node_marks``); such marks are not shown."""

# The number of the first zero at a word, which is not shown.
_FIRST = re.compile(r"#1(?![0-9])")


class SpanShape(NamedTuple):
    """What distinguishes spans with the same begin and end: gaps, a zero, or words that the text lacks.

    A zero is a mention without words, such as a dropped pronoun. It is placed at a word of the text, its
    governor, and its mark distinguishes it from that word and from other zeros there. ``nsubj#1`` is the
    first subject of that word, ``#1`` the first zero after it whose dependency is unknown.
    """

    fragments: Fragments = ()
    """The parts of a span with gaps; () without gaps."""
    zero: str = ""
    """The mark of a zero. For the scorer of CRAC, every mention has a mark (``coala.model.node_marks``)."""
    unplaced: str = ""
    """The words of a mention that only another text of the document has, then ``#1`` or ``#2``.

    The span is placed at the nearest offset.
    """

    @property
    def sign(self) -> str:
        """The sign of a zero on the screen, such as "∅nsubj"; "" for a span with words."""
        return show_zero(self.zero)


def show_zero(mark: str) -> str:
    """Return the sign of a zero on the screen, such as "∅nsubj", from its mark."""
    return ZERO_SIGN + _FIRST.sub("", mark) if mark and not mark.startswith(NODES_SIGN) else ""


XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"

# A literal within brackets ends before the next part or the closing bracket.
_END_OF_LITERAL = re.compile(r'"(?:@([A-Za-z0-9-]+)|\^\^<([^>]*)>)?(?=; <|\])')
_BRACKETED = re.compile(r"<([^>]*)>")
_PLACE = re.compile(rf"\(<([^>]*)> ([0-9; ]+(?: {ZERO_SIGN}[^\s()<>;]+)?)\)")


class ValueKind(Enum):
    """The kind of a value."""

    INSTANCE = "instance"
    NAME = "name"
    LITERAL = "literal"
    PLACE = "place"
    NESTED = "nested"
    DIGEST = "digest"


class Value(NamedTuple):
    """A parsed value; each kind uses only some of the fields."""

    kind: ValueKind
    name: str = ""  # an IRI, for a place the IRI of its document, for a digest its full text
    text: str = ""  # of a literal
    language: str = ""  # of a literal
    datatype: str = ""  # of a literal
    fragments: Fragments = ()  # of a place
    parts: tuple[tuple[str, Value], ...] = ()  # of a nested value: (predicate, value)
    zero: str = ""  # of a place


class LiteralTerm(Protocol):
    """A literal of an RDF library."""

    @property
    def value(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def datatype(self) -> Any: ...
    @property
    def direction(self) -> Any: ...


def write_literal(literal: LiteralTerm) -> str:
    """Return the notation of a literal: language in lower case, datatype only if it is not xsd:string."""
    language = literal.language
    if language:
        direction = literal.direction
        suffix = "" if direction is None else f"--{direction.value}"
        return f'"{literal.value}"@{language.lower()}{suffix}'
    datatype = literal.datatype.value
    return f'"{literal.value}"' if datatype == XSD_STRING else f'"{literal.value}"^^<{datatype}>'


def write_name(iri: str) -> str:
    """Return the notation of a name."""
    return f"<{iri}>"


def write_place(document: str, fragments: Fragments, zero: str = "") -> str:
    """Return the notation of a span in a document."""
    return f"(<{document}> {_write_offsets(fragments, zero)})"


def write_nested(parts: Iterable[tuple[str, str]]) -> str:
    """Return the notation of the statements of a blank node, without duplicates."""
    return "[" + "; ".join(sorted({f"<{predicate}> {text}" for predicate, text in parts})) + "]"


def write_digest(text: str) -> str:
    """Return the notation for a nested value whose text is too long."""
    return f"[#{digest(text)}]"


def write_cycle(colour: str) -> str:
    """Return the notation for a nested value that contains itself.

    ``colour`` is a digest that identifies the blank node: its colour after colour refinement.
    """
    return f"[*{colour}]"


def digest(text: str) -> str:
    """Return the digest of a text: 32 hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def write_value(value: Value) -> str:
    """Return the notation of a value: the inverse of ``parse_value``."""
    return "".join(piece for piece, _ in pieces(value))


def pieces(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the notation of a value in pieces: the text, and the IRI if the piece is a name, else "".

    A page can thus show the names in another way than the rest.
    """
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


def find_iris(texts: Iterable[str]) -> Iterator[str]:
    """Yield the IRIs of the values that are names."""
    return (text[1:-1] for text in texts if text.startswith("<"))


def may_contain_name(text: str, names: Set[str]) -> bool:
    """Return False if a value certainly has none of these names, nor a place in a document of that name.

    It is a quick test before parsing.
    """
    return not names.isdisjoint(_BRACKETED.findall(text))


def is_unclear(text: str) -> bool:
    """Return True if a value that is not nested would be misread within brackets.

    The literal ``"a"; <b> "c"`` would look like two statements.
    """
    if text.startswith('"'):
        end = _END_OF_LITERAL.search(f"{text}]", 1)
        return end is None or end.end() < len(text)
    return text.count(">") > 1


def parse_value(text: str) -> Value:
    """Parse a value; one with unclear parts may be misread.

    Raises:
        ValueError: the text is not a value, which an unclear one may look like.
    """
    match text[:1]:
        case '"':
            words, _, suffix = text[1:].rpartition('"')
            # The suffix is "", "@en" or "^^<datatype>".
            return _make_literal(words, suffix[1:] if suffix.startswith("@") else "", suffix[3:-1])
        case "<":
            return Value(ValueKind.NAME, text[1:-1])
        case "(":
            document, _, offsets = text[2:-1].rpartition("> ")
            return _make_place(document, offsets)
    value, end = _parse_at(text, 0)
    if end != len(text):
        raise ValueError(f"more than a value: {text}")
    return value


def _parse_at(text: str, at: int) -> tuple[Value, int]:
    """Return the value that begins at a position within brackets, and its end."""
    mark = text[at : at + 1]
    if mark == '"' and (end := _END_OF_LITERAL.search(text, at + 1)):
        return _make_literal(text[at + 1 : end.start()], end[1] or "", end[2] or ""), end.end()
    if mark == "<":
        past = text.index(">", at)
        return Value(ValueKind.NAME, text[at + 1 : past]), past + 1
    if mark == "(" and (place := _PLACE.match(text, at)):
        return _make_place(place[1], place[2]), place.end()
    if mark == REFERENCE:
        return Value(ValueKind.INSTANCE), at + 1
    if text.startswith(("[#", "[*"), at):
        past = text.index("]", at) + 1
        return Value(ValueKind.DIGEST, text[at:past]), past
    if mark == "[":
        return _parse_nested(text, at)
    raise ValueError(f"no value at {at}: {text}")


def _parse_nested(text: str, at: int) -> tuple[Value, int]:
    """Return the nested value whose opening bracket is at a position, and its end."""
    parts: list[tuple[str, Value]] = []
    at += 1
    while not text.startswith("]", at):
        past = text.index("> ", at)
        value, end = _parse_at(text, past + 2)
        parts.append((text[at + 1 : past], value))
        if not text.startswith(("; <", "]"), end):
            raise ValueError(f"no end of a part at {end}: {text}")
        at = end if text[end] == "]" else end + len("; ")
    return Value(ValueKind.NESTED, parts=tuple(parts)), at + 1


def _make_literal(words: str, language: str, datatype: str) -> Value:
    return Value(ValueKind.LITERAL, text=words, language=language, datatype="" if language else datatype)


def _make_place(document: str, offsets: str) -> Value:
    """Return the place with offsets such as "32 34;40 42" or "32 34 ∅nsubj#1"."""
    offsets, _, zero = offsets.partition(f" {ZERO_SIGN}")
    pairs = (pair.split(" ") for pair in offsets.split(";"))
    fragments = tuple((int(begin), int(end)) for begin, end in pairs)
    return Value(ValueKind.PLACE, document, fragments=fragments, zero=zero)


def replace_leaves(text: str, find_replacement: Callable[[Value], Value | None]) -> str:
    """Replace names and places inside a value; predicates and literals stay.

    ``find_replacement`` returns the new name or place, or None to keep the old one. Nested values are sorted
    again.
    """
    value = parse_value(text)
    new = _replace_leaves(value, find_replacement)
    return text if new is value else write_value(new)


def _replace_leaves(value: Value, find_replacement: Callable[[Value], Value | None]) -> Value:
    if value.kind is ValueKind.NAME or value.kind is ValueKind.PLACE:
        return find_replacement(value) or value
    if value.kind is not ValueKind.NESTED:
        return value
    parts = [(predicate, _replace_leaves(part, find_replacement)) for predicate, part in value.parts]
    if all(new is old for (_, new), (_, old) in zip(parts, value.parts, strict=True)):
        return value
    return value._replace(parts=tuple(sorted(set(parts), key=_write_part)))


def _write_part(part: tuple[str, Value]) -> str:
    predicate, value = part
    return f"<{predicate}> {write_value(value)}"


class Span(NamedTuple):
    """A stretch of a document's text, in code points from 0, end exclusive.

    Most spans have the first three fields only. The last three are those of ``SpanShape``.
    """

    document: str
    begin: int
    end: int
    fragments: Fragments = ()
    zero: str = ""
    unplaced: str = ""

    @property
    def stored(self) -> tuple[object, ...]:
        """The span as reviews and fingerprints store it: without empty fields at its end."""
        return self if self.unplaced else self[:5] if self.zero else self[:4]

    @property
    def own_words(self) -> str:
        """The words of a span that has no place in the text; "" for any other."""
        return self.unplaced.rpartition("#")[0]

    @property
    def sign(self) -> str:
        """The sign of a mention whose words are not in the text: "∅nsubj" for a zero, "‹he›"; else ""."""
        return f"‹{isolate(self.own_words)}›" if self.unplaced else show_zero(self.zero)

    def words_in(self, text: str) -> str:
        """Return the text that the span covers; a gap is an ellipsis."""
        return BETWEEN_PARTS.join(text[begin:end] for begin, end in self.parts)

    @property
    def parts(self) -> Fragments:
        """The fragments, or the span itself if it has no gaps."""
        return self.fragments or ((self.begin, self.end),)

"""Terms of RDF become the numbers and names that the collector keeps; every library of RDF has its own."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from coala.model.values import XSD_STRING

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = RDF + "type"

NAMED = "urn:coala:document:"
"""Where a document is named by a text, its identifier is this and the text, percent-encoded."""

BLANK = "_:"
"""The name of every blank node: their labels mean nothing."""

UNSET = -(2**63)
UNREADABLE = UNSET + 1
"""Stands for an offset that is not a whole number, or has more digits than any text has characters."""

MOST_DIGITS = 12


class TermTypes(NamedTuple):
    """The three classes of terms of an RDF library; whatever else comes is a triple term."""

    iri: Any
    blank: Any
    literal: Any


class Iri(NamedTuple):
    """An IRI that comes from no library, in the shape that the collector reads; so are the next three."""

    value: str


class Blank(NamedTuple):
    """A nameless node; its label holds within the file."""

    value: str


class Text(NamedTuple):
    """A literal."""

    value: str
    language: str | None = None
    datatype: Iri = Iri(XSD_STRING)
    direction: None = None


def offset(number: int) -> Text:
    """Return an offset as NIF 2.0 and the Web Annotation Model type it."""
    return Text(str(number), None, _OFFSET)


_OFFSET = Iri("http://www.w3.org/2001/XMLSchema#nonNegativeInteger")


class Quad(NamedTuple):
    """A triple, and the named graph that it stands in."""

    subject: Iri | Blank
    predicate: Iri
    object: Iri | Blank | Text
    graph_name: Iri | Blank | None = None


OWN_TERMS = TermTypes(Iri, Blank, Text)


def whole_number(text: str) -> int:
    """Read an ``xsd:integer``, or say ``UNREADABLE``; ``int`` alone would also take ``1_0`` and ``٣``."""
    digits = text.strip(" \t\r\n")
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    if unsigned.isascii() and unsigned.isdigit() and len(unsigned.lstrip("0")) <= MOST_DIGITS:
        return int(digits)
    return UNREADABLE


def percent_encoded(name: str) -> str:
    """The name as a part of an IRI; letters of any script stay as they are."""
    if name.isalnum():
        return name
    return "".join(
        char if char.isalnum() or char in "-._~" else "".join(f"%{byte:02X}" for byte in _bytes_of(char))
        for char in name
    )


def _bytes_of(char: str) -> bytes:
    """UTF-8; of half a character the byte that it stands for, as in a file's name of another encoding."""
    return char.encode("utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass")


def named_document(name: str) -> str:
    """The identifier of a document that is named by a text; slashes stay, as between folders."""
    return NAMED + "/".join(map(percent_encoded, name.split("/")))


BEGIN, END, ANCHOR, DOCUMENT = range(4)
"""Roles of properties that say where a mention is. What they say is a number as it is written, the number of
a text, or a node."""
TYPE, INSTANCE, CLASS, PART, LINK_MENTION, LINK_INSTANCE, CLUSTER, MEMBER, PROTOTYPE, SAID = range(4, 14)
"""Roles of properties that lead from node to node; the last leads from what states a fact to its words."""
MENTION = 14
"""Leads from an instance to a mention: a pair of ``INSTANCE``, the other way round."""
TEXT = 15
"""States the text of a document."""
FIRST_OTHER = 16
"""Predicates from this number on have no role: their triples may be statements."""


class Pairs(NamedTuple):
    """Two columns: the subjects of the triples of one role, and what they say."""

    subject: array[int]
    object: array[int]


class Triples(NamedTuple):
    """Three columns; ``object`` is a node, or ``~number`` for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def column() -> array[int]:
    """An empty column of 64-bit integers."""
    return array("q")

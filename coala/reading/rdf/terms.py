"""Terms of RDF, the roles of properties, and the columns of triples."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from coala.model.values import XSD_STRING

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = RDF + "type"

NAMED = "urn:coala:document:"
"""The prefix of the identifier of a document with a literal name, which follows percent-encoded."""

BLANK = "_:"
"""The name of every blank node, since labels of blank nodes have no meaning."""

UNSET = -(2**63)
UNREADABLE = UNSET + 1
"""Replaces an offset that is not a whole number, or has more digits than any text has characters."""

MOST_DIGITS = 12


class TermTypes(NamedTuple):
    """The three classes of terms of an RDF library; any other object is a triple term."""

    iri: Any
    blank: Any
    literal: Any


class Iri(NamedTuple):
    """An IRI made by this program, with the attributes of a library's term; so are the next three classes."""

    value: str


class Blank(NamedTuple):
    """A blank node; its label is valid within the file."""

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
    """A triple and its named graph."""

    subject: Iri | Blank
    predicate: Iri
    object: Iri | Blank | Text
    graph_name: Iri | Blank | None = None


OWN_TERMS = TermTypes(Iri, Blank, Text)


def parse_whole_number(text: str) -> int:
    """Parse an ``xsd:integer``, or return ``UNREADABLE``; ``int`` would also accept ``1_0`` and ``٣``."""
    digits = text.strip(" \t\r\n")
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    if unsigned.isascii() and unsigned.isdigit() and len(unsigned.lstrip("0")) <= MOST_DIGITS:
        return int(digits)
    return UNREADABLE


def percent_encode(name: str) -> str:
    """Return the name as a part of an IRI; letters of any script stay as they are."""
    if name.isalnum():
        return name
    return "".join(
        char if char.isalnum() or char in "-._~" else "".join(f"%{byte:02X}" for byte in _bytes_of(char))
        for char in name
    )


def _bytes_of(char: str) -> bytes:
    """Return UTF-8; for a lone surrogate of a file name in another encoding, its original byte."""
    return char.encode("utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass")


def make_document_iri(name: str) -> str:
    """Return the identifier of a document with a literal name; slashes stay, as between folders."""
    return NAMED + "/".join(map(percent_encode, name.split("/")))


BEGIN, END, ANCHOR, DOCUMENT = range(4)
"""Roles of properties for the place of a mention; values are a number as written, the number of a text, or a
node."""
TYPE, INSTANCE, CLASS, PART, LINK_MENTION, LINK_INSTANCE, CLUSTER, MEMBER, PROTOTYPE, PROVENANCE = range(
    4, 14
)
"""Roles of properties between nodes; the last leads from the source of a fact to its words."""
MENTION = 14
"""The role of properties from an instance to a mention; stored in ``INSTANCE`` with the ends exchanged."""
TEXT = 15
"""The role of properties with the text of a document."""
FIRST_OTHER = 16
"""The first number of predicates without a role; their triples may be statements."""


class Pairs(NamedTuple):
    """Two columns: the subjects and objects of the triples of one role."""

    subject: array[int]
    object: array[int]


class Triples(NamedTuple):
    """Three columns; ``object`` is a node, or ``~number`` for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def column() -> array[int]:
    """Return an empty column of 64-bit integers."""
    return array("q")

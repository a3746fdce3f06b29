"""Small types and constants for triples: terms of RDF, the roles of properties, and columns of numbers.

A role is what a property means in the vocabulary: ``nif:beginIndex`` has the role ``BEGIN`` if the vocabulary
is NIF. ``coala.reading.rdf.collector`` sorts triples by role into columns, in which nodes are numbers.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from coala.model.values import XSD_STRING

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = RDF + "type"

DOCUMENT_PREFIX = "urn:coala:document:"
"""The prefix of the identifier of a document with a literal name, which follows percent-encoded."""

BLANK = "_:"
"""The name of every blank node, since labels of blank nodes have no meaning."""

UNSET = -(2**63)
"""The number for a missing offset, document or anchor."""

UNREADABLE = UNSET + 1
"""The number for an offset that is not a whole number, or has more than ``MOST_DIGITS`` digits."""

MOST_DIGITS = 12
"""More digits than any offset has."""


class TermTypes(NamedTuple):
    """The three classes of terms of an RDF library; an object of any other class is a triple term."""

    iri: Any
    blank: Any
    literal: Any


class Iri(NamedTuple):
    """An IRI made by this program.

    Like ``Blank``, ``Text`` and ``Quad``, it has the attributes of pyoxigraph's class, so that the collector
    reads both.
    """

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


def make_number(number: int) -> Text:
    """Return a literal with the data type of offsets in NIF 2.0 and the Web Annotation Model."""
    return Text(str(number), None, _NUMBER)


_NUMBER = Iri("http://www.w3.org/2001/XMLSchema#nonNegativeInteger")


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
    return DOCUMENT_PREFIX + "/".join(map(percent_encode, name.split("/")))


BEGIN, END, ANCHOR, DOCUMENT = range(4)
"""Roles of properties for the place of a mention.

The value is the number as written for begin and end, the number of a string for the anchor (the words of the
mention), and a node for the document.
"""
TYPE, INSTANCE, CLASS, PART, LINK_MENTION, LINK_INSTANCE, CLUSTER, MEMBER, PROTOTYPE, PROVENANCE = range(
    4, 14
)
"""Roles of properties between nodes; see the fields of ``Vocabulary`` with the same names."""
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
    """Three columns; ``object`` is a node, or ``~number`` (a negative number) for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def new_column() -> array[int]:
    """Return an empty column of 64-bit integers."""
    return array("q")

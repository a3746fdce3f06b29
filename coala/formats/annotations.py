"""What a file of any coreference format says, in one neutral shape: texts, mentions, statements.

A reader of a format turns a file into this; the rest of the program then treats it like NIF. Offsets are
Unicode code points of the document's text, 0-based, end exclusive.
"""

from __future__ import annotations

from string import ascii_letters
from typing import NamedTuple

from coala.model.values import Fragments

_LETTERS = ascii_letters + "_"

_LONGEST_COUNT = 9
"""Digits; a longer number counts nothing."""


class Document(NamedTuple):
    """A text and its identifier: a name as the file has it (an IRI is made of it later)."""

    name: str
    text: str


class Mention(NamedTuple):
    """A span of a document that belongs to an instance.

    ``document`` indexes the documents; ``fragments`` are sorted parts (one, if there is no gap);
    ``instance`` is a key that is unique within the file (``instance_key``), such as "doc/part/12";
    ``types`` are names or IRIs. ``minimum`` is MUC's MIN or the head, within the mention; ``optional`` is
    MUC's STATUS="OPT". ``zero`` is the mark of a mention without words (``model.values.SpanShape``), whose
    only fragment is the word at which it stands. ``anchor`` are the words where the text lies elsewhere.
    """

    document: int
    fragments: Fragments
    instance: str
    types: tuple[str, ...] = ()
    minimum: tuple[int, int] | None = None
    optional: bool = False
    zero: str = ""
    anchor: str = ""


class ChainName(NamedTuple):
    """The name that the file itself gives to the chain ``key`` of a document.

    ``number`` is what the name counts, if it is a number, or one behind letters in a format that writes so.
    """

    key: str
    document: str
    name: str
    number: int | None


class AnnotatedStatement(NamedTuple):
    """Something said of an instance: ``value`` is another instance's key if ``about_instance``, else text."""

    instance: str
    predicate: str
    value: str
    about_instance: bool


def instance_key(document: str, *parts: str) -> str:
    """The key of an instance; no two share one, since only the document's name may hold a slash."""
    return "/".join((document, *(part.replace("%", "%25").replace("/", "%2F") for part in parts)))


def name_chain(document: str, name: str, key: str = "", *, lettered: bool = False) -> ChainName:
    """Return the name of a chain, whose key is by default that of its document and its name.

    ``lettered``: the format writes letters before numbers, as in ``e7``, ``id7`` or ``M7``.
    """
    number = name.lstrip(_LETTERS) if lettered else name
    counts = number.isdecimal() and len(number) <= _LONGEST_COUNT
    return ChainName(key or instance_key(document, name), document, name, int(number) if counts else None)


class Annotations(NamedTuple):
    """One file, whole. ``remarks`` are (code, example) pairs of what could not be used as it stands.

    ``across`` are the keys of instances that every file of the graph may name: one key, one instance.
    ``names`` are those of chains that may hold in other documents too; see ``rdf.chain_names``.
    ``textless`` numbers the documents whose text lies elsewhere; the places of their mentions are whatever
    tells these apart.
    """

    documents: tuple[Document, ...]
    mentions: tuple[Mention, ...]
    statements: tuple[AnnotatedStatement, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()
    across: frozenset[str] = frozenset()
    textless: frozenset[int] = frozenset()
    names: tuple[ChainName, ...] = ()

"""The neutral result of reading a coreference file: documents, mentions and statements.

The readers of all formats return ``Annotations``; the rest of the program then treats them like NIF. Offsets
are Unicode code points of the document's text, 0-based, end exclusive.
"""

from __future__ import annotations

from string import ascii_letters
from typing import NamedTuple

from coala.model.values import Fragments

_LETTERS = ascii_letters + "_"

_LONGEST_COUNT = 9
"""Digits; a longer number is not read as a count."""


class Document(NamedTuple):
    """A text and its name in the file; an IRI is built from the name later."""

    name: str
    text: str


class Mention(NamedTuple):
    """A span of a document that belongs to an instance.

    ``document`` is an index into the documents. ``fragments`` are sorted parts; a mention without a gap has
    one. ``instance`` is a key that is unique within the file (``instance_key``), such as "doc/part/12".
    ``types`` are names or IRIs. ``minimum`` is MUC's MIN or the head, within the mention; ``optional`` is
    MUC's STATUS="OPT". ``zero`` is the mark of a mention without words (``model.values.SpanShape``); its only
    fragment is the word at which it is placed. ``anchor`` holds the words if the text is stored elsewhere.
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

    ``number`` is the value of a numeric name, or of the digits after letters in a format that writes names
    like that.
    """

    key: str
    document: str
    name: str
    number: int | None


class AnnotatedStatement(NamedTuple):
    """A statement about an instance.

    ``value`` is the key of another instance if ``about_instance``, else text.
    """

    instance: str
    predicate: str
    value: str
    about_instance: bool


def instance_key(document: str, *parts: str) -> str:
    """Return the key of an instance, unique within the file: only the document's name may contain a slash."""
    return "/".join((document, *(part.replace("%", "%25").replace("/", "%2F") for part in parts)))


def name_chain(document: str, name: str, key: str = "", *, lettered: bool = False) -> ChainName:
    """Return the name of a chain; its key defaults to the key of its document and name.

    ``lettered``: the format writes letters before numbers, as in ``e7``, ``id7`` or ``M7``.
    """
    number = name.lstrip(_LETTERS) if lettered else name
    counts = number.isdecimal() and len(number) <= _LONGEST_COUNT
    return ChainName(key or instance_key(document, name), document, name, int(number) if counts else None)


class Annotations(NamedTuple):
    """The content of one file.

    ``remarks`` are (code, example) pairs about what could not be used unchanged. ``across`` are keys of
    instances shared by all files of the graph: one key, one instance. ``names`` are the names of chains that
    may also occur in other documents; see ``rdf.chain_names``. ``textless`` holds the indices of documents
    whose text is stored elsewhere; the offsets of their mentions only tell the mentions apart.
    """

    documents: tuple[Document, ...]
    mentions: tuple[Mention, ...]
    statements: tuple[AnnotatedStatement, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()
    across: frozenset[str] = frozenset()
    textless: frozenset[int] = frozenset()
    names: tuple[ChainName, ...] = ()

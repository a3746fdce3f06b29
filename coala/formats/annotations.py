"""The result that the readers of all formats return: documents, mentions, statements and remarks.

"Ann left. She ran." with one chain of two mentions, read from ``d.ann``, is::

    Annotations(
        documents=(Document("d", "Ann left. She ran."),),
        mentions=(Mention(0, ((0, 3),), "d/T1"), Mention(0, ((10, 13),), "d/T1")),
    )

An instance is a chain; its key ("d/T1") is the same in all of its mentions. Offsets are Unicode code points
of the document's text, 0-based, end exclusive. The rest of the program treats the result like NIF (RDF).
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
    """A span of a document that belongs to an instance."""

    document: int  # index into the documents
    fragments: Fragments  # sorted (begin, end); a mention without a gap has one
    instance: str  # key that is unique within the file (instance_key), such as "doc/part/12"
    types: tuple[str, ...] = ()  # names or IRIs
    minimum: tuple[int, int] | None = None  # the head, or MUC's MIN: offsets within the mention's span
    optional: bool = False  # MUC's STATUS="OPT"
    # The mark of a mention without words, a dropped pronoun (model.values.SpanShape); "" for all others. Its
    # only fragment is the word at which it is placed.
    zero: str = ""
    anchor: str = ""  # the words, if the text is stored elsewhere
    form: str = ""  # one of ``values.MENTION_FORMS``, if it is known and ``FormatOptions.forms`` asks for it


class ChainName(NamedTuple):
    """The name that the file itself gives to the chain ``key`` of a document.

    Files number or name their chains; the window shows these names. ``number`` is 7 for "7", and for "e7" in
    a format that writes letters before numbers; None for other names.
    """

    key: str
    document: str
    name: str
    number: int | None


class AnnotatedStatement(NamedTuple):
    """A statement about an instance.

    ``value`` is the key of another instance if ``about_instance`` is True, else text.
    """

    instance: str
    predicate: str
    value: str
    about_instance: bool


class EntityLink(NamedTuple):
    """The entry of a knowledge base that a chain means, as a linker or an annotator says.

    Where nothing but links joins mentions, there is no such link: all mentions of one entry are one chain,
    whose key is the name of the entry and is in ``Annotations.across``.
    """

    instance: str
    name: str  # an IRI, or a name in a base that is not known; see ``entity_names``
    label: str = ""  # what the file calls the entry, such as "Paris"


def instance_key(document: str, *parts: str) -> str:
    """Return the key of an instance, "document/part", unique within the file.

    Slashes in the parts are escaped, so that only the document's name may contain one.
    """
    return "/".join((document, *(part.replace("%", "%25").replace("/", "%2F") for part in parts)))


def name_chain(document: str, name: str, key: str = "", *, lettered: bool = False) -> ChainName:
    """Return the name of a chain; its key defaults to the key of its document and name.

    ``lettered``: the format writes letters before numbers, as in ``e7``, ``id7`` or ``M7``.
    """
    number = name.lstrip(_LETTERS) if lettered else name
    counts = number.isdecimal() and len(number) <= _LONGEST_COUNT
    return ChainName(key or instance_key(document, name), document, name, int(number) if counts else None)


class Annotations(NamedTuple):
    """The content of one file."""

    documents: tuple[Document, ...]
    mentions: tuple[Mention, ...]
    statements: tuple[AnnotatedStatement, ...] = ()
    # (code of a notice, example) for everything that could not be used unchanged; equal codes are counted.
    remarks: tuple[tuple[str, str], ...] = ()
    # Keys of instances shared by all files of the graph: one key, one instance.
    across: frozenset[str] = frozenset()
    # Indices of documents whose text is stored elsewhere. The offsets of their mentions only distinguish
    # them, unless ``texts_fit``: then they count characters of that text.
    textless: frozenset[int] = frozenset()
    texts_fit: bool = False
    # Names of chains, which may also occur in other documents; see ``rdf.chain_names``.
    names: tuple[ChainName, ...] = ()
    # The entries of knowledge bases that instances mean; an instance may mean several.
    links: tuple[EntityLink, ...] = ()

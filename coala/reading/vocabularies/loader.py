"""Vocabularies: which properties and classes of RDF have which meaning for COALA.

A vocabulary is a TOML file, such as ``nif.toml`` in this folder; ``docs/reference/vocabularies.md`` explains
it to authors. It says, for example, that ``nif:beginIndex`` is the begin of a mention::

    [mention]
    begin = ["nif:beginIndex"]

``load_vocabulary`` reads a file into a ``Vocabulary``, and its errors name the file and the key. Every
property is a tuple of full IRIs, because systems that share a format may use different versions of it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from coala.base.files import read_toml
from coala.base.schema import (
    ANY,
    FLAG,
    Rule,
    Schema,
    SchemaError,
    allow_one_of,
    allow_text,
    allow_texts,
    read_table,
)
from coala.errors import ReadingError
from coala.model.option import AUTO

UNITS = ("code-point", "utf-16", "byte")


class Vocabulary(NamedTuple):
    """The meaning of the terms of a graph; most fields are keys of the TOML file, with full IRIs.

    The node of a mention states its place in a text by properties, or in its IRI (``doc#char=0,5``). It is
    linked to an instance in one of three ways: by ``instance``, by ``mention``, or by a node between the two
    that has ``link_mention`` and ``link_instance``.
    """

    key: str  # the user's name for it: a shipped one, or a path
    name: str  # its full name, for messages
    sure: tuple[str, ...]  # properties that only graphs in this vocabulary have

    # The place of a mention: properties of its node, or of a node that ``part`` leads to.
    document: tuple[str, ...]
    begin: tuple[str, ...]
    end: tuple[str, ...]
    anchor: tuple[str, ...]  # the words of the mention
    part: tuple[str, ...]
    iri: tuple[str, ...]  # texts before the offsets in a mention's IRI, such as "#char="
    mention_class: tuple[str, ...]  # from a mention to a class of its instance
    loose: bool  # True: a mention without an instance is normal, and not remarked

    # The link between a mention and its instance.
    instance: tuple[str, ...]  # from the mention to the instance
    mention: tuple[str, ...]  # from the instance to the mention
    link_mention: tuple[str, ...]  # from a node between them to the mention
    link_instance: tuple[str, ...]  # from this node to the instance
    instance_class: tuple[str, ...]  # classes of instances, even if ``plumbing_classes`` has their namespace

    # Facts: statements that a text expresses at stated places, their words.
    facts_in_graphs: bool  # True: the statements of a named graph that has words are facts
    provenance: tuple[str, ...]  # from what states a fact to its words
    event_class: tuple[str, ...]  # classes of events

    # Clusters: a membership node names a cluster and one of its members.
    cluster: tuple[str, ...]
    member: tuple[str, ...]
    prototype: tuple[str, ...]  # from a cluster to its most typical member

    # The three parts of a reified statement.
    subject: tuple[str, ...]
    predicate: tuple[str, ...]
    object: tuple[str, ...]

    # Relations between instances.
    inverse: tuple[tuple[str, str], ...]  # pairs; the second name is used for both
    symmetric: tuple[str, ...]
    transitive: tuple[str, ...]  # closed in scores of relations
    identity: tuple[str, ...]  # properties that join nodes as owl:sameAs does

    # Documents and their texts.
    document_class: tuple[str, ...]
    text: tuple[str, ...]  # from a document to its text
    trim: bool  # True: white space around the text was removed before offsets were counted
    named: bool  # True: documents are literals, not nodes
    unit: str  # the unit of offsets, one of ``UNITS``
    inclusive: bool  # True: the end of a mention is its last unit, not the first one after it

    labels: tuple[str, ...]  # properties with a name for the user, the best first

    # Plumbing: terms of formats and tools, which do not describe instances.
    plumbing_namespaces: tuple[str, ...]  # of properties
    plumbing_properties: tuple[str, ...]
    plumbing_classes: tuple[str, ...]  # namespaces of classes whose members are not instances
    plumbing_types: tuple[str, ...]  # classes that are not shown as types of instances
    prefixes: tuple[tuple[str, str], ...]  # pairs of a prefix and its namespace

    def shorten(self, iri: str) -> str:
        """Return the IRI with a prefix: ``nif:beginIndex``."""
        for prefix, namespace in self.prefixes:
            if iri.startswith(namespace) and len(iri) > len(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def shorten_all(self, iris: tuple[str, ...]) -> list[str]:
        """Return IRIs with prefixes, without duplicates: versions of a vocabulary share a prefix."""
        return list(dict.fromkeys(map(self.shorten, iris)))

    def link_properties(self) -> tuple[str, ...]:
        """Return the properties that link an instance to its mentions."""
        return (*self.instance, *self.mention, *self.link_mention, *self.link_instance)

    def place_properties(self) -> tuple[str, ...]:
        """Return the properties for the place of a mention."""
        return (*self.document, *self.begin, *self.end)

    def words(self) -> dict[str, str]:
        """Return the properties in short form, to fill sentences: ``{"begin": "nif:beginIndex", …}``."""
        names = {
            "document": self.document,
            "begin": self.begin,
            "end": self.end,
            "instance": self.link_properties(),
        }
        inside = f"{' or '.join(f'{mark}…' for mark in self.iri)} in its IRI" if self.iri else ""
        texts = self.shorten_all(self.text)
        return {
            **{key: " or ".join(self.shorten_all(iris)) or inside for key, iris in names.items()},
            "text": " or ".join(texts) + " in the graph" if texts else "a property of a vocabulary file",
            "unit": {"code-point": "code points", "utf-16": "UTF-16 units", "byte": "bytes"}[self.unit],
        }

    def to_json(self) -> str:
        """Return the vocabulary as text, for the child process."""
        return json.dumps(self._asdict())

    @classmethod
    def from_json(cls, text: str) -> Vocabulary:
        """Parse the text that ``to_json`` wrote."""
        return cls(*(_freeze(value) for value in json.loads(text).values()))


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


FIRST = "nif"
"""The default vocabulary if a graph has only offsets."""

FOLDER = os.path.dirname(os.path.abspath(__file__))

_LARGEST = 1 << 20
"""The most bytes of a vocabulary file; the largest shipped one has five thousand."""

_KINDS_OF_END = ("exclusive", "inclusive")

_TERMS = allow_texts("a list of IRIs or prefixed names")


def _read_iris(value: Any) -> tuple[str, ...] | None:
    iris: tuple[str, ...] = allow_texts().read(value) or ()
    return iris if iris and all(map(_is_iri, iris)) else None


def _read_pairs(value: Any) -> tuple[tuple[str, ...], ...] | None:
    pairs = value if isinstance(value, list) else [value]
    names = [allow_texts(alone=False).read(pair) or () for pair in pairs]
    return tuple(names) if all(len(each) == 2 == len(set(each)) for each in names) else None


SCHEMA: Schema = {
    "name": allow_text("name the vocabulary"),
    "prefixes": {ANY: Rule("an IRI, or a list of them", _read_iris, ())},
    "recognise": {"properties": _TERMS},
    "mention": {
        **dict.fromkeys(("document", "begin", "end", "anchor", "part"), _TERMS),
        "iri": allow_texts("a list of texts such as '#char='"),
        "class": _TERMS,
        "instance": _TERMS,
        "loose": FLAG,
    },
    "instance": {"mention": _TERMS, "class": _TERMS},
    "link": {"mention": _TERMS, "instance": _TERMS},
    "fact": {"graph": FLAG, "provenance": _TERMS, "event": _TERMS},
    "cluster": {"cluster": _TERMS, "member": _TERMS, "prototype": _TERMS},
    "statement": {"subject": _TERMS, "predicate": _TERMS, "object": _TERMS},
    "relations": {
        "inverse": Rule("a list of pairs, each of two different names", _read_pairs, ()),
        **dict.fromkeys(("symmetric", "transitive", "identity"), _TERMS),
    },
    "document": {"class": _TERMS, "text": _TERMS, "trim": FLAG, "named": FLAG},
    "offsets": {"unit": allow_one_of(*UNITS), "end": allow_one_of(*_KINDS_OF_END)},
    "labels": {"properties": _TERMS},
    "plumbing": dict.fromkeys(("namespaces", "properties", "classes", "types"), _TERMS),
}
"""The keys of the file; a table in it has keys of its own."""

_FORMER = {
    "graph": (
        "is now called fact: write [fact] with graph = true and this provenance, and "
        "loose = true in [mention]"
    ),
}
"""Former names of tables, with the advice for the author of the file."""


def shipped() -> dict[str, str]:
    """Return the file of each shipped vocabulary by its name."""
    files = sorted(file for file in os.listdir(FOLDER) if file.endswith(".toml"))
    return {file.removesuffix(".toml"): os.path.join(FOLDER, file) for file in files}


def locate_vocabulary(name_or_file: str) -> str:
    """Return a known name unchanged, or the absolute path of a file."""
    known = name_or_file in ("", AUTO, *shipped())
    return name_or_file if known else str(Path(name_or_file).absolute())


def load_vocabularies(name_or_file: str) -> tuple[Vocabulary, ...]:
    """Return the vocabularies that a graph may use: the given one, or for ``auto`` all shipped ones."""
    if name_or_file != AUTO:
        return (load_vocabulary(name_or_file),)
    names = sorted(shipped(), key=lambda name: (name != FIRST, name))
    return tuple(map(load_vocabulary, names))


def load_vocabulary(name_or_file: str | None) -> Vocabulary:
    """Load a shipped vocabulary by its name, or one from a TOML file.

    Raises:
        ReadingError: there is no such vocabulary, or the file is invalid; it names the file and the key.
    """
    name = name_or_file or FIRST
    known = shipped()
    file = known.get(name, name)
    try:
        table = read_toml(file, _LARGEST)
    except OSError as error:
        raise ReadingError(
            f"{name}: no such vocabulary ({error.strerror}): give one of "
            f"{', '.join(known)}, or the path of a TOML file."
        ) from error
    except ValueError as error:
        raise ReadingError(f"{file}: this vocabulary is not valid TOML: {error}.") from error
    try:
        for former in table.keys() & _FORMER:
            raise SchemaError(former, _FORMER[former])
        return _Reader(read_table(table, SCHEMA)).read_vocabulary(name if name in known else file)
    except SchemaError as error:
        raise ReadingError(f"{file}: {error}.") from error


class _Reader:
    """Expands the IRIs in the values of one file, and checks what its keys must have in common."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.prefixes: dict[str, tuple[str, ...]] = values["prefixes"]

    def read_vocabulary(self, key: str) -> Vocabulary:
        """Return the vocabulary of the table; ``key`` is the user's name for it.

        Raises:
            SchemaError: something is missing or contradictory.
        """
        values, terms = self.values, self._read_terms
        vocabulary = Vocabulary(
            key=key,
            name=values["name"],
            sure=terms("recognise", "properties"),
            document=terms("mention", "document"),
            begin=terms("mention", "begin"),
            end=terms("mention", "end"),
            anchor=terms("mention", "anchor"),
            part=terms("mention", "part"),
            iri=values["mention"]["iri"],
            mention_class=terms("mention", "class"),
            loose=values["mention"]["loose"],
            instance=terms("mention", "instance"),
            mention=terms("instance", "mention"),
            link_mention=terms("link", "mention"),
            link_instance=terms("link", "instance"),
            instance_class=terms("instance", "class"),
            facts_in_graphs=values["fact"]["graph"],
            provenance=terms("fact", "provenance"),
            event_class=terms("fact", "event"),
            cluster=terms("cluster", "cluster"),
            member=terms("cluster", "member"),
            prototype=terms("cluster", "prototype"),
            subject=terms("statement", "subject"),
            predicate=terms("statement", "predicate"),
            object=terms("statement", "object"),
            inverse=self._expand_pairs("relations", "inverse"),
            symmetric=terms("relations", "symmetric"),
            transitive=terms("relations", "transitive"),
            identity=terms("relations", "identity"),
            document_class=terms("document", "class"),
            text=terms("document", "text"),
            trim=values["document"]["trim"],
            named=values["document"]["named"],
            unit=values["offsets"]["unit"],
            inclusive=values["offsets"]["end"] == "inclusive",
            labels=terms("labels", "properties"),
            plumbing_namespaces=terms("plumbing", "namespaces"),
            plumbing_properties=terms("plumbing", "properties"),
            plumbing_classes=terms("plumbing", "classes"),
            plumbing_types=terms("plumbing", "types"),
            prefixes=tuple((name, space) for name, spaces in self.prefixes.items() for space in spaces),
        )
        self._check_complete(vocabulary)
        return vocabulary

    def _check_complete(self, vocabulary: Vocabulary) -> None:
        """Raise an error if a property is missing that every mention needs."""
        document, begin, end = vocabulary.document, vocabulary.begin, vocabulary.end
        for key, terms in (("document", document), ("begin", begin), ("end", end)):
            # Offsets inside the IRI need no property, but one end alone is an error.
            if not terms and (not vocabulary.iri or (key != "document" and (begin or end))):
                raise SchemaError(f"mention.{key}", "is missing: name at least one property")
        for first, second in (("mention", "instance"), ("instance", "mention")):
            pair = {"mention": vocabulary.link_mention, "instance": vocabulary.link_instance}
            if pair[first] and not pair[second]:
                raise SchemaError(f"link.{second}", f"is missing: link.{first} needs it")
        if vocabulary.facts_in_graphs and not vocabulary.provenance:
            raise SchemaError("fact.provenance", "is missing: fact.graph needs it")
        if vocabulary.provenance and not vocabulary.loose:
            raise SchemaError(
                "mention.loose", "must be true, since the words of fact.provenance have no instance"
            )
        if not vocabulary.link_properties():
            raise SchemaError(
                "mention.instance",
                "is missing: name the property from a mention to its instance (or "
                "instance.mention, or both of link)",
            )
        if bool(vocabulary.cluster) != bool(vocabulary.member):
            raise SchemaError(
                "cluster.member" if vocabulary.cluster else "cluster.cluster",
                "is missing: a membership needs a cluster and a member",
            )
        reified = (vocabulary.subject, vocabulary.predicate, vocabulary.object)
        if any(reified) and not all(reified):
            raise SchemaError("statement", "needs all three: subject, predicate, object")

    def _read_terms(self, table: str, key: str) -> tuple[str, ...]:
        return tuple(iri for name in self.values[table][key] for iri in self._expand(f"{table}.{key}", name))

    def _expand_pairs(self, table: str, key: str) -> tuple[tuple[str, str], ...]:
        pairs: list[tuple[str, str]] = []
        for names in self.values[table][key]:
            # If both prefixes have several namespaces, pair their versions.
            firsts, seconds = (self._expand(f"{table}.{key}", name) for name in names)
            pairs += (
                zip(firsts, seconds, strict=True)
                if len(firsts) == len(seconds)
                else ((one, other) for one in firsts for other in seconds)
            )
        return tuple(pairs)

    def _expand(self, place: str, name: str) -> list[str]:
        """Return a full IRI itself, and for a name with a prefix one IRI for each namespace of the prefix."""
        prefix, _, rest = name.partition(":")
        iris = [space + rest for space in self.prefixes.get(prefix, ())] or [name]
        if not all(map(_is_iri, iris)) or (
            prefix not in self.prefixes and "/" not in name and "#" not in name
        ):
            raise SchemaError(place, f"{name!r} is neither an IRI nor a name with a prefix from [prefixes]")
        return iris


def _is_iri(text: str) -> bool:
    scheme, colon, rest = text.partition(":")
    # Characters that no IRI has; the parser would refuse the term later without naming this file.
    return bool(scheme and colon and rest) and not any(char in '<>"{}|^`\\' or char <= " " for char in text)

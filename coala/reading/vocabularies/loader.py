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

KEYS = {
    "name": (),
    "prefixes": (),
    "recognise": ("properties",),
    "mention": ("document", "begin", "end", "anchor", "part", "iri", "class", "instance", "loose"),
    "instance": ("mention", "class"),
    "link": ("mention", "instance"),
    "fact": ("graph", "provenance", "event"),
    "cluster": ("cluster", "member", "prototype"),
    "statement": ("subject", "predicate", "object"),
    "relations": ("inverse", "symmetric", "transitive", "identity"),
    "document": ("class", "text", "trim", "named"),
    "offsets": ("unit", "end"),
    "labels": ("properties",),
    "plumbing": ("namespaces", "properties", "classes", "types"),
}
"""The tables of the file, and their keys; ``name`` is not a table, and ``prefixes`` has any keys."""

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
    return _Reader(file, table).read_vocabulary(name if name in known else file)


class _Reader:
    """Validates the table of one file, and expands its IRIs."""

    def __init__(self, file: str, table: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.prefixes: dict[str, list[str]] = {}

    def read_vocabulary(self, key: str) -> Vocabulary:
        """Return the vocabulary of the table; ``key`` is the user's name for it.

        Raises:
            ReadingError: something is missing, misspelt or contradictory.
        """
        self._check_keys()
        self.prefixes = self._read_prefixes()
        terms = self._read_terms
        vocabulary = Vocabulary(
            key=key,
            name=self._read_choice("", "name", None),
            sure=terms("recognise", "properties"),
            document=terms("mention", "document"),
            begin=terms("mention", "begin"),
            end=terms("mention", "end"),
            anchor=terms("mention", "anchor"),
            part=terms("mention", "part"),
            iri=self._read_marks("mention", "iri"),
            mention_class=terms("mention", "class"),
            loose=self._read_flag("mention", "loose"),
            instance=terms("mention", "instance"),
            mention=terms("instance", "mention"),
            link_mention=terms("link", "mention"),
            link_instance=terms("link", "instance"),
            instance_class=terms("instance", "class"),
            facts_in_graphs=self._read_flag("fact", "graph"),
            provenance=terms("fact", "provenance"),
            event_class=terms("fact", "event"),
            cluster=terms("cluster", "cluster"),
            member=terms("cluster", "member"),
            prototype=terms("cluster", "prototype"),
            subject=terms("statement", "subject"),
            predicate=terms("statement", "predicate"),
            object=terms("statement", "object"),
            inverse=self._read_pairs("relations", "inverse"),
            symmetric=terms("relations", "symmetric"),
            transitive=terms("relations", "transitive"),
            identity=terms("relations", "identity"),
            document_class=terms("document", "class"),
            text=terms("document", "text"),
            trim=self._read_flag("document", "trim"),
            named=self._read_flag("document", "named"),
            unit=self._read_choice("offsets", "unit", UNITS),
            inclusive=self._read_choice("offsets", "end", _KINDS_OF_END) == "inclusive",
            labels=terms("labels", "properties"),
            plumbing_namespaces=terms("plumbing", "namespaces"),
            plumbing_properties=terms("plumbing", "properties"),
            plumbing_classes=terms("plumbing", "classes"),
            plumbing_types=terms("plumbing", "types"),
            prefixes=tuple((name, space) for name, spaces in self.prefixes.items() for space in spaces),
        )
        self._check_complete(vocabulary)
        return vocabulary

    def _check_keys(self) -> None:
        for name, section in self.table.items():
            if name not in KEYS:
                unknown = f"is unknown; the tables are {', '.join(sorted(KEYS))}"
                raise self._make_error(name, _FORMER.get(name, unknown))
            if KEYS[name] and not isinstance(section, dict):
                raise self._make_error(name, "must be a table")
            for key in section if KEYS[name] else ():
                if key not in KEYS[name]:
                    raise self._make_error(f"{name}.{key}", f"is unknown; known are {', '.join(KEYS[name])}")

    def _check_complete(self, vocabulary: Vocabulary) -> None:
        """Raise an error if a property is missing that every mention needs."""
        document, begin, end = vocabulary.document, vocabulary.begin, vocabulary.end
        for key, terms in (("document", document), ("begin", begin), ("end", end)):
            # Offsets inside the IRI need no property, but one end alone is an error.
            if not terms and (not vocabulary.iri or (key != "document" and (begin or end))):
                raise self._make_error(f"mention.{key}", "is missing: name at least one property")
        for first, second in (("mention", "instance"), ("instance", "mention")):
            pair = {"mention": vocabulary.link_mention, "instance": vocabulary.link_instance}
            if pair[first] and not pair[second]:
                raise self._make_error(f"link.{second}", f"is missing: link.{first} needs it")
        if vocabulary.facts_in_graphs and not vocabulary.provenance:
            raise self._make_error("fact.provenance", "is missing: fact.graph needs it")
        if vocabulary.provenance and not vocabulary.loose:
            raise self._make_error(
                "mention.loose", "must be true, since the words of fact.provenance have no instance"
            )
        if not vocabulary.link_properties():
            raise self._make_error(
                "mention.instance",
                "is missing: name the property from a mention to its instance (or "
                "instance.mention, or both of link)",
            )
        if bool(vocabulary.cluster) != bool(vocabulary.member):
            raise self._make_error(
                "cluster.member" if vocabulary.cluster else "cluster.cluster",
                "is missing: a membership needs a cluster and a member",
            )
        reified = (vocabulary.subject, vocabulary.predicate, vocabulary.object)
        if any(reified) and not all(reified):
            raise self._make_error("statement", "needs all three: subject, predicate, object")

    def _read_prefixes(self) -> dict[str, list[str]]:
        prefixes = self.table.get("prefixes", {})
        if not isinstance(prefixes, dict):
            raise self._make_error("prefixes", "must be a table of namespaces")
        namespaces: dict[str, list[str]] = {}
        for prefix, value in prefixes.items():
            spaces = value if isinstance(value, list) else [value]
            if not spaces or not all(isinstance(space, str) and _is_iri(space) for space in spaces):
                raise self._make_error(f"prefixes.{prefix}", "must be an IRI, or a list of them")
            namespaces[prefix] = spaces
        return namespaces

    def _look_up(self, table: str, key: str) -> Any:
        """Return the value of a key, None if it is missing; without a table, of a key at the top."""
        return (self.table.get(table, {}) if table else self.table).get(key)

    def _read_choice(self, table: str, key: str, choices: tuple[str, ...] | None) -> str:
        value = self._look_up(table, key)
        place = f"{table}.{key}" if table else key
        if value is None and choices:
            return choices[0]
        if not isinstance(value, str):
            raise self._make_error(place, "is missing or not a text")
        if not choices and not value.strip():
            raise self._make_error(place, "is empty: name the vocabulary")
        if choices and value not in choices:
            raise self._make_error(place, f"must be one of {', '.join(choices)}, not {value!r}")
        return value

    def _read_flag(self, table: str, key: str) -> bool:
        value = self._look_up(table, key)
        if not isinstance(value, bool | None):
            raise self._make_error(f"{table}.{key}", "must be true or false")
        return bool(value)

    def _check_strings(self, place: str, value: Any, what: str) -> list[str]:
        """Return a value as a list of texts; ``place`` and ``what`` are for the error message."""
        strings = [value] if isinstance(value, str) else [] if value is None else value
        if not isinstance(strings, list) or not all(isinstance(string, str) for string in strings):
            raise self._make_error(place, f"must be a list of {what}")
        return strings

    def _read_marks(self, table: str, key: str) -> tuple[str, ...]:
        marks = self._check_strings(f"{table}.{key}", self._look_up(table, key), "texts such as '#char='")
        if not all(marks):
            raise self._make_error(f"{table}.{key}", "has an empty text")
        return tuple(marks)

    def _read_pairs(self, table: str, key: str) -> tuple[tuple[str, str], ...]:
        place, value = f"{table}.{key}", self._look_up(table, key)
        pairs: list[tuple[str, str]] = []
        for pair in value if isinstance(value, list) else [value] if value is not None else []:
            names = self._check_strings(place, pair, "pairs of IRIs or prefixed names")
            if len(names) != 2 or names[0] == names[1]:
                raise self._make_error(place, "must be a list of pairs, each of two different names")
            # If both prefixes have several namespaces, pair their versions.
            firsts, seconds = (self._expand(place, name) for name in names)
            pairs += (
                zip(firsts, seconds, strict=True)
                if len(firsts) == len(seconds)
                else ((one, other) for one in firsts for other in seconds)
            )
        return tuple(pairs)

    def _read_terms(self, table: str, key: str) -> tuple[str, ...]:
        place = f"{table}.{key}"
        names = self._check_strings(place, self._look_up(table, key), "IRIs or prefixed names")
        return tuple(iri for name in names for iri in self._expand(place, name))

    def _expand(self, place: str, name: str) -> list[str]:
        """Return a full IRI itself, and for a name with a prefix one IRI for each namespace of the prefix."""
        prefix, _, rest = name.partition(":")
        iris = [space + rest for space in self.prefixes.get(prefix, ())] or [name]
        if not all(map(_is_iri, iris)) or (
            prefix not in self.prefixes and "/" not in name and "#" not in name
        ):
            raise self._make_error(
                place, f"{name!r} is neither an IRI nor a name with a prefix from [prefixes]"
            )
        return iris

    def _make_error(self, key: str, what: str) -> ReadingError:
        return ReadingError(f"{self.file}: {key} {what}.")


def _is_iri(text: str) -> bool:
    scheme, colon, rest = text.partition(":")
    # Characters that no IRI has; the parser would refuse the term later without naming this file.
    return bool(scheme and colon and rest) and not any(char in '<>"{}|^`\\' or char <= " " for char in text)

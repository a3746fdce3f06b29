"""Vocabularies, and their loading from TOML files; every error names the file and the key.

Only the parent process loads vocabularies. ``docs/reference/vocabularies.md`` explains the files to their
authors. Every property is a tuple of full IRIs, because systems that share a format may use different
versions of it.
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
    """The meaning of the terms of a graph; the fields are those of the TOML file, with full IRIs.

    Mentions: ``document``, ``begin``, ``end`` and ``anchor`` are properties of the mention's node or of a
    node that ``part`` leads to; ``iri`` are the marks before the offsets in a mention's IRI. The link to an
    instance is ``instance`` (on the mention), ``mention`` (on the instance), or a node between the two with
    ``link_mention`` and ``link_instance``. With ``loose``, spans without an instance are not remarked, and
    with ``named``, documents are literals. ``unit`` is the unit of offsets, ``inclusive`` is True if the end
    is the last unit of the span, and ``trim`` if white space around a text was removed before counting.

    Facts: ``provenance`` leads from a statement, or from a named graph of statements, to the words that
    express it; there it is not a link to an instance, even if it is among ``mention``. With
    ``facts_in_graphs``, statements of named graphs that have it are facts. Instances of ``event_class`` are
    events.

    Instances: ``cluster`` and ``member`` are properties of a membership node, ``prototype`` of a cluster;
    ``subject``, ``predicate`` and ``object`` of a reified statement. ``plumbing_*`` are terms that do not
    describe instances: properties and namespaces of properties, namespaces of classes whose members are not
    instances (``instance_class`` are the exceptions), and single classes that are not types of instances. For
    the pairs in ``inverse``, the second name is used for both; ``symmetric`` properties hold in both
    directions. ``transitive`` ones are closed in scores of relations, and ``identity`` properties join nodes
    as owl:sameAs does. ``sure`` are the properties that only graphs in this vocabulary have.
    """

    key: str
    name: str
    sure: tuple[str, ...]
    document: tuple[str, ...]
    begin: tuple[str, ...]
    end: tuple[str, ...]
    anchor: tuple[str, ...]
    part: tuple[str, ...]
    iri: tuple[str, ...]
    mention_class: tuple[str, ...]
    loose: bool
    instance: tuple[str, ...]
    mention: tuple[str, ...]
    link_mention: tuple[str, ...]
    link_instance: tuple[str, ...]
    instance_class: tuple[str, ...]
    facts_in_graphs: bool
    provenance: tuple[str, ...]
    event_class: tuple[str, ...]
    cluster: tuple[str, ...]
    member: tuple[str, ...]
    prototype: tuple[str, ...]
    subject: tuple[str, ...]
    predicate: tuple[str, ...]
    object: tuple[str, ...]
    inverse: tuple[tuple[str, str], ...]
    symmetric: tuple[str, ...]
    transitive: tuple[str, ...]
    identity: tuple[str, ...]
    document_class: tuple[str, ...]
    text: tuple[str, ...]
    trim: bool
    named: bool
    unit: str
    inclusive: bool
    labels: tuple[str, ...]
    plumbing_namespaces: tuple[str, ...]
    plumbing_properties: tuple[str, ...]
    plumbing_classes: tuple[str, ...]
    plumbing_types: tuple[str, ...]
    prefixes: tuple[tuple[str, str], ...]

    def short(self, iri: str) -> str:
        """Return the IRI with a prefix: ``nif:beginIndex``."""
        for prefix, namespace in self.prefixes:
            if iri.startswith(namespace) and len(iri) > len(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def shorts(self, iris: tuple[str, ...]) -> list[str]:
        """Return IRIs with prefixes, without duplicates: versions of a vocabulary share a prefix."""
        return list(dict.fromkeys(map(self.short, iris)))

    def ties(self) -> tuple[str, ...]:
        """Return the properties that link an instance to its mentions."""
        return (*self.instance, *self.mention, *self.link_mention, *self.link_instance)

    def places(self) -> tuple[str, ...]:
        """Return the properties for the place of a mention."""
        return (*self.document, *self.begin, *self.end)

    def words(self) -> dict[str, str]:
        """Return the properties in short form, for sentences."""
        names = {"document": self.document, "begin": self.begin, "end": self.end, "instance": self.ties()}
        inside = f"{' or '.join(f'{mark}…' for mark in self.iri)} in its IRI" if self.iri else ""
        texts = self.shorts(self.text)
        return {
            **{key: " or ".join(self.shorts(iris)) or inside for key, iris in names.items()},
            "text": " or ".join(texts) + " in the graph" if texts else "a property of a vocabulary file",
            "unit": {"code-point": "code points", "utf-16": "UTF-16 units", "byte": "bytes"}[self.unit],
        }

    def to_json(self) -> str:
        """Return the vocabulary as text, for the child process."""
        return json.dumps(self._asdict())

    @classmethod
    def from_json(cls, text: str) -> Vocabulary:
        """Parse the text that ``to_json`` wrote."""
        return cls(*(_frozen(value) for value in json.loads(text).values()))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


FIRST = "nif"
"""The default vocabulary if a graph has only offsets."""

FOLDER = os.path.dirname(os.path.abspath(__file__))

_LARGEST = 1 << 20
"""The most bytes of a vocabulary file; the largest shipped one has five thousand."""

_ENDS = ("exclusive", "inclusive")

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
"""The tables of the file, and their keys."""

_FORMER = {
    "graph": (
        "is now called fact: write [fact] with graph = true and this provenance, and "
        "loose = true in [mention]"
    ),
}
"""Tables in files of earlier versions, and their replacements."""


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
    return _Reader(file, table).vocabulary(name if name in known else file)


class _Reader:
    """Validates the table of one file, and expands its IRIs."""

    def __init__(self, file: str, table: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.prefixes: dict[str, list[str]] = {}

    def vocabulary(self, key: str) -> Vocabulary:
        """Return the vocabulary of the table; ``key`` is the user's name for it.

        Raises:
            ReadingError: something is missing, misspelt or contradictory.
        """
        self._check_keys()
        self.prefixes = self._prefixes()
        terms = self._terms
        vocabulary = Vocabulary(
            key=key,
            name=self._choice("", "name", None),
            sure=terms("recognise", "properties"),
            document=terms("mention", "document"),
            begin=terms("mention", "begin"),
            end=terms("mention", "end"),
            anchor=terms("mention", "anchor"),
            part=terms("mention", "part"),
            iri=self._marks("mention", "iri"),
            mention_class=terms("mention", "class"),
            loose=self._flag("mention", "loose"),
            instance=terms("mention", "instance"),
            mention=terms("instance", "mention"),
            link_mention=terms("link", "mention"),
            link_instance=terms("link", "instance"),
            instance_class=terms("instance", "class"),
            facts_in_graphs=self._flag("fact", "graph"),
            provenance=terms("fact", "provenance"),
            event_class=terms("fact", "event"),
            cluster=terms("cluster", "cluster"),
            member=terms("cluster", "member"),
            prototype=terms("cluster", "prototype"),
            subject=terms("statement", "subject"),
            predicate=terms("statement", "predicate"),
            object=terms("statement", "object"),
            inverse=self._pairs("relations", "inverse"),
            symmetric=terms("relations", "symmetric"),
            transitive=terms("relations", "transitive"),
            identity=terms("relations", "identity"),
            document_class=terms("document", "class"),
            text=terms("document", "text"),
            trim=self._flag("document", "trim"),
            named=self._flag("document", "named"),
            unit=self._choice("offsets", "unit", UNITS),
            inclusive=self._choice("offsets", "end", _ENDS) == "inclusive",
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
                raise self._error(name, _FORMER.get(name, unknown))
            if KEYS[name] and not isinstance(section, dict):
                raise self._error(name, "must be a table")
            for key in section if KEYS[name] else ():
                if key not in KEYS[name]:
                    raise self._error(f"{name}.{key}", f"is unknown; known are {', '.join(KEYS[name])}")

    def _check_complete(self, vocabulary: Vocabulary) -> None:
        """Raise an error if a property is missing that every mention needs."""
        document, begin, end = vocabulary.document, vocabulary.begin, vocabulary.end
        for key, terms in (("document", document), ("begin", begin), ("end", end)):
            # Offsets inside the IRI need no property, but one end alone is an error.
            if not terms and (not vocabulary.iri or (key != "document" and (begin or end))):
                raise self._error(f"mention.{key}", "is missing: name at least one property")
        for first, second in (("mention", "instance"), ("instance", "mention")):
            pair = {"mention": vocabulary.link_mention, "instance": vocabulary.link_instance}
            if pair[first] and not pair[second]:
                raise self._error(f"link.{second}", f"is missing: link.{first} needs it")
        if vocabulary.facts_in_graphs and not vocabulary.provenance:
            raise self._error("fact.provenance", "is missing: fact.graph needs it")
        if vocabulary.provenance and not vocabulary.loose:
            raise self._error(
                "mention.loose", "must be true, since the words of fact.provenance have no instance"
            )
        if not vocabulary.ties():
            raise self._error(
                "mention.instance",
                "is missing: name the property from a mention to its instance (or "
                "instance.mention, or both of link)",
            )
        if bool(vocabulary.cluster) != bool(vocabulary.member):
            raise self._error(
                "cluster.member" if vocabulary.cluster else "cluster.cluster",
                "is missing: a membership needs a cluster and a member",
            )
        reified = (vocabulary.subject, vocabulary.predicate, vocabulary.object)
        if any(reified) and not all(reified):
            raise self._error("statement", "needs all three: subject, predicate, object")

    def _prefixes(self) -> dict[str, list[str]]:
        prefixes = self.table.get("prefixes", {})
        if not isinstance(prefixes, dict):
            raise self._error("prefixes", "must be a table of namespaces")
        namespaces: dict[str, list[str]] = {}
        for prefix, value in prefixes.items():
            spaces = value if isinstance(value, list) else [value]
            if not spaces or not all(isinstance(space, str) and _is_iri(space) for space in spaces):
                raise self._error(f"prefixes.{prefix}", "must be an IRI, or a list of them")
            namespaces[prefix] = spaces
        return namespaces

    def _value(self, table: str, key: str) -> Any:
        return (self.table.get(table, {}) if table else self.table).get(key)

    def _choice(self, table: str, key: str, choices: tuple[str, ...] | None) -> str:
        value = self._value(table, key)
        place = f"{table}.{key}" if table else key
        if value is None and choices:
            return choices[0]
        if not isinstance(value, str):
            raise self._error(place, "is missing or not a text")
        if not choices and not value.strip():
            raise self._error(place, "is empty: name the vocabulary")
        if choices and value not in choices:
            raise self._error(place, f"must be one of {', '.join(choices)}, not {value!r}")
        return value

    def _flag(self, table: str, key: str) -> bool:
        value = self._value(table, key)
        if not isinstance(value, bool | None):
            raise self._error(f"{table}.{key}", "must be true or false")
        return bool(value)

    def _strings(self, place: str, value: Any, what: str) -> list[str]:
        strings = [value] if isinstance(value, str) else [] if value is None else value
        if not isinstance(strings, list) or not all(isinstance(string, str) for string in strings):
            raise self._error(place, f"must be a list of {what}")
        return strings

    def _marks(self, table: str, key: str) -> tuple[str, ...]:
        marks = self._strings(f"{table}.{key}", self._value(table, key), "texts such as '#char='")
        if not all(marks):
            raise self._error(f"{table}.{key}", "has an empty text")
        return tuple(marks)

    def _pairs(self, table: str, key: str) -> tuple[tuple[str, str], ...]:
        place, value = f"{table}.{key}", self._value(table, key)
        pairs: list[tuple[str, str]] = []
        for pair in value if isinstance(value, list) else [value] if value is not None else []:
            names = self._strings(place, pair, "pairs of IRIs or prefixed names")
            if len(names) != 2 or names[0] == names[1]:
                raise self._error(place, "must be a list of pairs, each of two different names")
            # If both prefixes have several namespaces, pair their versions.
            firsts, seconds = (self._iris(place, name) for name in names)
            pairs += (
                zip(firsts, seconds, strict=True)
                if len(firsts) == len(seconds)
                else ((one, other) for one in firsts for other in seconds)
            )
        return tuple(pairs)

    def _terms(self, table: str, key: str) -> tuple[str, ...]:
        place = f"{table}.{key}"
        names = self._strings(place, self._value(table, key), "IRIs or prefixed names")
        return tuple(iri for name in names for iri in self._iris(place, name))

    def _iris(self, place: str, name: str) -> list[str]:
        prefix, _, rest = name.partition(":")
        iris = [space + rest for space in self.prefixes.get(prefix, ())] or [name]
        if not all(map(_is_iri, iris)) or (
            prefix not in self.prefixes and "/" not in name and "#" not in name
        ):
            raise self._error(place, f"{name!r} is neither an IRI nor a name with a prefix from [prefixes]")
        return iris

    def _error(self, key: str, what: str) -> ReadingError:
        return ReadingError(f"{self.file}: {key} {what}.")


def _is_iri(text: str) -> bool:
    scheme, colon, rest = text.partition(":")
    # Characters that no IRI has; the parser would refuse the term later without naming this file.
    return bool(scheme and colon and rest) and not any(char in '<>"{}|^`\\' or char <= " " for char in text)

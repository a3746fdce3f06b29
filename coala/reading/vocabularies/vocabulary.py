"""A vocabulary says which RDF terms mean mention, document, offset and type.

Every property is a tuple of full IRIs, because systems that share a format do not always share its version.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

UNITS = ("code-point", "utf-16", "byte")


class Vocabulary(NamedTuple):
    """What the terms of a graph mean; the fields are those of the TOML file, with IRIs written out.

    Mentions: ``document``, ``begin``, ``end`` and ``anchor`` stand on the mention's node or on one that
    ``part`` leads to; ``iri`` are the marks after which a mention's IRI holds its offsets. The tie to an
    instance is ``instance`` (on the mention), ``mention`` (on the instance), or a node between the two
    with ``link_mention`` and ``link_instance``. ``loose`` spans, without an instance, are no oddity, and
    ``named`` documents are literals. ``unit`` is what the offsets count, ``inclusive`` whether the end is
    the last unit of the span; ``trim`` whether the blanks around a text were cut off before counting.

    Facts: ``provenance`` leads from a statement, or from a named graph of them, to the words that say it, and
    is no tie to an instance there, though it may be among ``mention``. Statements of named graphs that have
    it are facts where ``facts_in_graphs`` says so; instances of ``event_class`` are events.

    Instances: ``cluster`` and ``member`` stand on a membership node, ``prototype`` on a cluster;
    ``subject``, ``predicate`` and ``object`` on a reified statement. ``plumbing_*`` tell what says nothing
    about an instance: properties and namespaces of properties, namespaces of classes whose members are no
    instances (``instance_class`` are the exceptions), and single classes that are no type of an instance.
    Of the pairs in ``inverse`` the second is what both are called; ``symmetric`` properties hold both ways.
    ``transitive`` ones are closed where relations are scored, and ``identity`` joins as owl:sameAs does.
    ``sure`` are the properties that only graphs in this vocabulary have.
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
        """The IRI as a person writes it: ``nif:beginIndex``."""
        for prefix, namespace in self.prefixes:
            if iri.startswith(namespace) and len(iri) > len(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def shorts(self, iris: tuple[str, ...]) -> list[str]:
        """The same for several, each once: versions of a vocabulary share their prefix."""
        return list(dict.fromkeys(map(self.short, iris)))

    def ties(self) -> tuple[str, ...]:
        """The properties that tie an instance to its mentions."""
        return (*self.instance, *self.mention, *self.link_mention, *self.link_instance)

    def places(self) -> tuple[str, ...]:
        """The properties that say where a mention stands."""
        return (*self.document, *self.begin, *self.end)

    def words(self) -> dict[str, str]:
        """The properties as a person writes them, for sentences."""
        names = {"document": self.document, "begin": self.begin, "end": self.end, "instance": self.ties()}
        inside = f"{' or '.join(f'{mark}…' for mark in self.iri)} in its IRI" if self.iri else ""
        texts = self.shorts(self.text)
        return {
            **{key: " or ".join(self.shorts(iris)) or inside for key, iris in names.items()},
            "text": " or ".join(texts) + " in the graph" if texts else "a property of a vocabulary file",
            "unit": {"code-point": "code points", "utf-16": "UTF-16 units", "byte": "bytes"}[self.unit],
        }

    def to_json(self) -> str:
        """The vocabulary as text, for the child process."""
        return json.dumps(self._asdict())

    @classmethod
    def from_json(cls, text: str) -> Vocabulary:
        """The inverse of ``to_json``."""
        return cls(*(_frozen(value) for value in json.loads(text).values()))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value

"""Export of a graph as NIF in Turtle, which reads back as the same graph.

NIF is an RDF vocabulary for mentions in text: a mention has a document, offsets and an instance. Documents
and mentions are written by ``make_quads``, as in other exports; this module adds types, statements and
labels.

A ``Graph`` has the values of statements as text in a notation of its own: ``<iri>``, ``"literal"``,
``[<predicate> value]`` for a nested value, and a sign for an instance, whose number is stored apart by its
*path* in the value. The notation is parsed here and written as triples. Values that do not read back are
counted: those stored as a digest, or with an unclear notation.

An instance has one node. Its further IRIs, and an IRI that two instances have, are written as its
skos:exactMatch if they are names in a knowledge base; other IRIs identify it in its old graph only.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, count

from coala.formats.annotations import Annotations, Document, Mention
from coala.model.graph import Graph
from coala.model.knowledge_bases import KnowledgeBases, load_knowledge_bases
from coala.model.values import (
    REFERENCE,
    Fragments,
    SpanShape,
    Value,
    ValueKind,
    digest,
    find_iris,
    parse_value,
    write_value,
)
from coala.prepare.entity_names import list_naming_statements
from coala.reading.rdf.nif import ENTRY, NIF, OWN, document_iri, make_quads
from coala.reading.rdf.terms import RDF_TYPE, Blank, Iri, Quad, Text, make_number, percent_encode
from coala.reading.rdf.turtle import write_triples

_LABEL = Iri("http://www.w3.org/2000/01/rdf-schema#label")
_DESCRIPTION = Iri("http://www.w3.org/2000/01/rdf-schema#comment")
_SYMMETRIC = Iri("http://www.w3.org/2002/07/owl#SymmetricProperty")

_ABSOLUTE = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{}|^`\\]*')
"""The names that Turtle accepts; most names of a graph come from an RDF file."""
_NAME = re.compile("<([^>]*)>")

_Node = Iri | Blank
_Targets = Mapping[str, Sequence[int]]
"""The instances at each path in a value: {"": [4]} for a value that is instance 4."""


class GraphWriter:
    """The writer of one graph; after writing, ``cut`` is the number of values that will not read back."""

    def __init__(self, graph: Graph, bases: KnowledgeBases | None = None) -> None:
        self._graph = graph
        self._bases = bases or load_knowledge_bases()
        self.cut = 0
        self._blanks = count()
        self._documents = {name: number for number, name in enumerate(graph.documents)}
        # The node of each instance.
        self._nodes = _make_nodes(graph)
        # The places in texts that values name: (document, parts).
        self._places: set[tuple[int, Fragments]] = set()

    def write_lines(self) -> Iterator[str]:
        """Return one triple in each line, with full IRIs."""
        return write_triples(self._make_quads())

    def _make_quads(self) -> Iterator[Quad]:
        graph = self._graph
        annotations = _make_annotations(graph)
        # The nodes by the names that ``make_quads`` generates, and the documents likewise.
        written = {f"{OWN}instance:{number}": node for number, node in enumerate(self._nodes)}
        written |= {document_iri(name): _make_name(name) for name in graph.documents}
        mentions = {document_iri(name): number for name, number in self._documents.items()}

        def rename(node: _Node) -> _Node:
            """Return a node's own name; ``make_quads`` generates names for instances and documents."""
            document, mark, offsets = node.value.rpartition("#char=")
            if mark and document in mentions:
                return Iri(f"{OWN}mention:{mentions[document]}#char={offsets}")
            return written.get(node.value, node) if isinstance(node, Iri) else node

        for quad in make_quads(annotations, "m"):
            value = quad.object if isinstance(quad.object, Text) else rename(quad.object)
            yield Quad(rename(quad.subject), quad.predicate, value)
        for node, types in zip(self._nodes, graph.types, strict=True):
            for name in types:
                yield Quad(node, Iri(RDF_TYPE), _make_name(name))
        yield from self._write_statements()
        yield from self._write_names()
        yield from self._describe_terms()
        yield from self._describe_entries()
        yield from self._describe_unmentioned_places(
            {(mention.document, mention.fragments) for mention in annotations.mentions}
        )

    def _write_statements(self) -> Iterator[Quad]:
        statements, graph = self._graph.statements, self._graph
        # The instances in the value of each statement, by path.
        targets: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for row, path, instance in zip(
            statements.reference_statement.tolist(),
            statements.reference_path.tolist(),
            statements.reference_instance.tolist(),
            strict=True,
        ):
            targets[row][graph.paths[path]].append(instance)
        # owl:sameAs would join the instances of one name.
        naming = {row for row, _, iri in list_naming_statements(graph) if self._bases.find(iri) is not None}
        columns = (statements.subject, statements.predicate, statements.inverse, statements.value)
        for row, (subject, predicate, inverse, value) in enumerate(
            zip(*(column.tolist() for column in columns), strict=True)
        ):
            name = ENTRY if row in naming else _make_name(graph.predicates[predicate])
            for node in self._parse_and_write(graph.values[value], targets.get(row, {})):
                if isinstance(node, Quad):
                    yield node
                elif not inverse:
                    yield Quad(self._nodes[subject], name, node)
                elif not isinstance(node, Text):
                    yield Quad(node, name, self._nodes[subject])

    def _parse_and_write(self, text: str, targets: _Targets) -> Iterator[_Node | Text | Quad]:
        """Yield the triples within a value, then the node of the value (several for several instances)."""
        try:
            value = None if text in self._graph.unclear_values else parse_value(text)
        except ValueError:
            value = None
        if value is None:
            self.cut += 1
            yield _make_stand_in(text)
        else:
            yield from self._write_value(value, targets)

    def _write_value(self, value: Value, targets: _Targets) -> Iterator[_Node | Text | Quad]:
        match value.kind:
            case ValueKind.INSTANCE if "" in targets:
                yield from (self._nodes[instance] for instance in targets[""])
            case ValueKind.NAME:
                yield _make_name(value.name)
            case ValueKind.LITERAL:
                yield _make_literal(value)
            case ValueKind.PLACE if value.name in self._documents and not value.zero:
                place = self._documents[value.name], value.fragments
                self._places.add(place)
                yield _make_mention(*place)
            case ValueKind.NESTED:
                yield from self._write_nested(value, targets)
            case _:
                self.cut += 1
                yield _make_stand_in(write_value(value))

    def _write_nested(self, value: Value, targets: _Targets) -> Iterator[_Node | Text | Quad]:
        """Yield a blank node for a nested value, after the triples about it."""
        node = Blank(f"n{next(self._blanks)}")
        branches = Counter(predicate for predicate, _ in value.parts)
        for predicate, part in value.parts:
            # A path has a step for each nesting: "<predicate>", with a digest if several parts have it. The
            # instances inside this part are those whose paths begin with its step.
            text = write_value(part)
            step = f"<{predicate}>"
            if branches[predicate] > 1 and text != REFERENCE:
                step += f"#{digest(text)[:8]}"
            inner = {
                path.removeprefix(step).lstrip(): instances
                for path, instances in targets.items()
                if path == step or path.startswith(f"{step} ")
            }
            for node_or_quad in self._write_value(part, inner):
                yield (
                    node_or_quad
                    if isinstance(node_or_quad, Quad)
                    else Quad(node, _make_name(predicate), node_or_quad)
                )
        yield node

    def _write_names(self) -> Iterator[Quad]:
        """Yield the names in knowledge bases that are not the node of their instance."""
        for number, names in self._list_names():
            for name in names:
                yield Quad(self._nodes[number], ENTRY, Iri(name))

    def _list_names(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the instances whose node does not have all their IRIs, with those that are names."""
        graph = self._graph
        for number, (name, node) in enumerate(zip(graph.names, self._nodes, strict=True)):
            further = graph.other_names.get(number, ())
            iris = further if isinstance(node, Iri) else (name, *further)
            names = [iri for iri in iris if _ABSOLUTE.fullmatch(iri) and self._bases.find(iri) is not None]
            if names:
                yield number, names

    def _describe_entries(self) -> Iterator[Quad]:
        """Yield the labels and descriptions of the entries of knowledge bases that have no mentions."""
        graph = self._graph
        labels, descriptions = dict(graph.term_labels), graph.descriptions
        entries = {iri for _, _, iri in list_naming_statements(graph)}
        for number, names in self._list_names():
            entries.update(names)
            # The label of an instance is that of the IRI that was its node.
            if (label := graph.labels[number]) is not None:
                labels.setdefault(graph.names[number], label)
        used = {*graph.predicates, *chain.from_iterable(graph.types)}
        for iri in sorted(filter(_ABSOLUTE.fullmatch, entries)):
            if iri in labels and iri not in used:
                yield Quad(Iri(iri), _LABEL, Text(labels[iri]))
            if iri in descriptions:
                yield Quad(Iri(iri), _DESCRIPTION, Text(descriptions[iri]))

    def _describe_terms(self) -> Iterator[Quad]:
        """Yield the labels of classes and properties, and which relations are symmetric."""
        graph = self._graph
        used = {*graph.predicates, *chain.from_iterable(graph.types)}
        for name in sorted(used & graph.term_labels.keys()):
            yield Quad(_make_name(name), _LABEL, Text(graph.term_labels[name]))
        for name in sorted(graph.relations.symmetric.intersection(graph.predicates)):
            yield Quad(_make_name(name), Iri(RDF_TYPE), _SYMMETRIC)

    def _describe_unmentioned_places(self, mentioned: Set[tuple[int, Fragments]]) -> Iterator[Quad]:
        """Yield the places that statements name and that are not mentions."""
        for document, parts in sorted(self._places - mentioned):
            node = _make_mention(document, parts)
            yield Quad(node, Iri(NIF + "referenceContext"), _make_name(self._graph.documents[document]))
            yield Quad(node, Iri(NIF + "beginIndex"), make_number(parts[0][0]))
            yield Quad(node, Iri(NIF + "endIndex"), make_number(parts[-1][1]))


def _make_nodes(graph: Graph) -> list[_Node]:
    """Return a node for each instance: its name if that is a unique IRI in no value, else a blank node."""
    used = Counter(chain(graph.names, chain.from_iterable(graph.other_names.values())))
    named = {*find_iris(graph.values), *graph.documents}
    for value in graph.values:
        if value.startswith("["):
            named.update(_NAME.findall(value))
    return [
        Iri(name)
        if used[name] == 1 and name not in named and _ABSOLUTE.fullmatch(name)
        else Blank(f"i{number}")
        for number, name in enumerate(graph.names)
    ]


def _make_annotations(graph: Graph) -> Annotations:
    """Return documents and mentions in the form that the writer of NIF takes; instances by their numbers."""
    mentions = graph.mentions
    columns = (mentions.document, mentions.begin, mentions.end, mentions.shape, mentions.instance)
    rows = []
    for row, (document, begin, end, number, instance) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        shape = graph.shapes[number] if number >= 0 else SpanShape()
        rows.append(
            Mention(
                document=document,
                fragments=shape.fragments or ((begin, end),),
                instance=str(instance),
                minimum=graph.minimums.get(row),
                optional=row in graph.optional,
                zero=shape.zero or shape.unplaced,
                anchor=graph.mention_texts.get(row, ""),
            )
        )
    return Annotations(
        documents=tuple(
            Document(name, text or "") for name, text in zip(graph.documents, graph.texts, strict=True)
        ),
        mentions=tuple(rows),
        across=frozenset(map(str, range(len(graph.names)))),
        textless=frozenset(number for number, text in enumerate(graph.texts) if text is None),
    )


def _make_name(name: str) -> Iri:
    return Iri(name if _ABSOLUTE.fullmatch(name) else OWN + percent_encode(name))


def _make_mention(document: int, parts: Fragments) -> Iri:
    # The IRI of a document and a place may be the name of something else in the graph.
    return Iri(f"{OWN}mention:{document}#char={';'.join(f'{begin},{end}' for begin, end in parts)}")


def _make_literal(value: Value) -> Text:
    if value.language:
        return Text(value.text, value.language)
    return Text(value.text, None, _make_name(value.datatype)) if value.datatype else Text(value.text)


def _make_stand_in(text: str) -> Iri:
    """Return a name for a value that is only known as a digest, or that cannot be read back."""
    return Iri(f"{OWN}value:{digest(text)}")

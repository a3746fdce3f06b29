"""Conversion of annotations from other coreference formats to triples of NIF, or to Turtle.

All formats are compared as RDF. A mention of characters 0 to 5 in ``doc``, in chain ``i0``, becomes::

    <doc#char=0,5> nif:referenceContext <doc> ; nif:beginIndex 0 ; nif:endIndex 5 ; itsrdf:taIdentRef _:i0 .

The IRI of a mention with gaps has all its parts, ``#char=0,5;9,12``. A zero, which is a mention without
words, has a blank node with a mark, so that written files are read as the same mentions. MUC's MIN (the least
that a response must cover) and OPT (optional) are properties of the mention's node, not statements of an
instance. The entry of a knowledge base that an instance means is its ``skos:exactMatch``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from coala.formats.annotations import Annotations, Mention
from coala.model.values import Fragments, digest
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import (
    OWN_TERMS,
    RDF_TYPE,
    Blank,
    Iri,
    Quad,
    Text,
    make_document_iri,
    make_number,
    percent_encode,
)
from coala.reading.rdf.turtle import write_triples
from coala.reading.remarks import Remarks

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
OWN = "urn:coala:"
"""The prefix of types and properties whose names are not IRIs."""

MINIMUM = OWN + "minimum"
OPTIONAL = OWN + "optional"
ZERO = OWN + "zero"

ENTRY = Iri("http://www.w3.org/2004/02/skos/core#exactMatch")
"""The property of an instance whose value is its entry in a knowledge base."""

# Shared, since a file repeats each of them thousands of times.
_TYPE, _CONTEXT = Iri(RDF_TYPE), Iri(NIF + "Context")
_TEXT, _DOCUMENT = Iri(NIF + "isString"), Iri(NIF + "referenceContext")
_BEGIN, _END, _ANCHOR = Iri(NIF + "beginIndex"), Iri(NIF + "endIndex"), Iri(NIF + "anchorOf")
_INSTANCE = Iri("http://www.w3.org/2005/11/its/rdf#taIdentRef")
_LABEL = Iri("http://www.w3.org/2000/01/rdf-schema#label")

_NOT_IN_MARKS = re.compile(r"[\s()<>;%\x00-\x1f\x7f]")
_LONGEST_MARK = 4000


def collect_annotations(
    annotations: Annotations, collector: Collector, file_number: int, remarks: Remarks
) -> None:
    """Collect annotations as triples of NIF, and take over the remarks of their reader."""
    for code, example in annotations.remarks:
        remarks.add(code, example)
    if annotations.textless and not annotations.texts_fit:
        remarks.texts_wanted = False
    # Forms are no triples: one more triple for each mention would cost a tenth of the time to read a file.
    forms: list[tuple[Iri | Blank, str]] = []
    collector.collect(make_quads(annotations, forms=forms), OWN_TERMS, file_number)
    for span, form in forms:
        collector.add_form(span, form)


def to_turtle(*files: Annotations) -> Iterator[str]:
    """Yield the lines of one Turtle file with the same content: full IRIs only, one triple a line."""
    for number, file in enumerate(files):
        # Blank nodes of two files must have different labels.
        yield from write_triples(make_quads(file, f"f{number}i" if len(files) > 1 else "i"))


def make_quads(
    annotations: Annotations, label: str = "i", forms: list[tuple[Iri | Blank, str]] | None = None
) -> Iterator[Quad]:
    """Yield the triples: texts, then mentions in their order, then statements and links.

    The forms of mentions are appended to ``forms``.

    An instance is a blank node (``label`` and a number), since its key is valid in its file only. It has an
    IRI if it is shared by all documents.
    """
    documents = [Iri(document_iri(document.name)) for document in annotations.documents]
    for number, (document, (_, text)) in enumerate(zip(documents, annotations.documents, strict=True)):
        yield Quad(document, _TYPE, _CONTEXT)
        if number not in annotations.textless:
            yield Quad(document, _TEXT, Text(text))
    # The node of each instance by its key. Keys in ``across`` are valid in all documents.
    nodes: dict[str, Iri | Blank] = {key: Iri(_instance_iri(key)) for key in annotations.across}

    def node(key: str) -> Iri | Blank:
        if key not in nodes:
            nodes[key] = Blank(f"{label}{len(nodes)}")
        return nodes[key]

    # Sorted by document, so that only the spans of one document are in memory.
    here = -1
    # MIN and OPT of the first mention of each span in this document.
    marks_of: dict[str, tuple[object, bool]] = {}
    doubles = count()
    for mention in sorted(annotations.mentions, key=lambda mention: mention.document):
        if mention.document != here:
            here = mention.document
            marks_of.clear()
        parts = mention.fragments
        span: Iri | Blank = Iri(f"{documents[here].value}#char={_write_offsets(parts)}")
        marks = mention.minimum, mention.optional
        known = marks_of.get(span.value)
        if mention.zero:
            # A zero has the offsets of a word, which may be a mention too.
            span, known = Blank(f"{label}m{next(doubles)}"), None
            yield Quad(span, Iri(ZERO), Text(mention.zero))
        elif known is not None and known != marks and len(parts) == 1:
            # Marks belong to a mention, and two mentions of one span may differ in them.
            span, known = Blank(f"{label}m{next(doubles)}"), None
        else:
            marks_of.setdefault(span.value, marks)
        # State the place of a span once, also if it is a mention of several instances.
        if known is None:
            yield Quad(span, _DOCUMENT, documents[here])
            yield Quad(span, _BEGIN, make_number(parts[0][0]))
            yield Quad(span, _END, make_number(parts[-1][1]))
            if mention.anchor:
                yield Quad(span, _ANCHOR, Text(mention.anchor))
        if mention.form and forms is not None:
            forms.append((span, mention.form))
        yield from _make_mention_quads(mention, span, node(mention.instance))
    for instance, predicate, value, about_instance in annotations.statements:
        yield Quad(node(instance), make_term(predicate), node(value) if about_instance else Text(value))
    labels: dict[tuple[Iri, str], None] = {}
    for instance, name, label in dict.fromkeys(annotations.links):
        entry = Iri(_instance_iri(name))
        yield Quad(node(instance), ENTRY, entry)
        if label:
            labels[entry, label] = None
    for entry, label in labels:
        yield Quad(entry, _LABEL, Text(label))


def _make_mention_quads(mention: Mention, span: Iri | Blank, instance: Iri | Blank) -> Iterator[Quad]:
    yield Quad(span, _INSTANCE, instance)
    if mention.minimum is not None:
        yield Quad(span, Iri(MINIMUM), Text(_write_offsets((mention.minimum,))))
    if mention.optional:
        yield Quad(span, Iri(OPTIONAL), Text("true"))
    for kind in mention.types:
        yield Quad(instance, _TYPE, make_term(kind))


def write_mark(text: str) -> str:
    """Return the mark of a zero without blanks and brackets, and not too long, for use in values."""
    mark = _NOT_IN_MARKS.sub(lambda found: percent_encode(found[0]), text)
    return mark if len(mark) <= _LONGEST_MARK else f"{mark[:_LONGEST_MARK]}~{digest(mark)}"


def _write_offsets(parts: Fragments) -> str:
    return ";".join(f"{begin},{end}" for begin, end in parts)


def document_iri(name: str) -> str:
    """Return the identifier of a document: its name if offsets can be added to it, else an encoded IRI."""
    return name if _IRI.fullmatch(name) else make_document_iri(name)


def _instance_iri(key: str) -> str:
    """Return the IRI of an instance in all files: its key if that is an IRI, else an encoded IRI."""
    return key if _is_iri(key) else f"{OWN}instance:{percent_encode(key.strip('/'))}"


def make_term(name: str) -> Iri:
    """Return a type or property: its name if that is an IRI, else an encoded IRI."""
    return Iri(name if _is_iri(name) else OWN + percent_encode(name))


def _is_iri(name: str) -> bool:
    base, _, fragment = name.partition("#")
    return bool(_IRI.fullmatch(base) and _FRAGMENT.fullmatch(fragment))


# The common part of RFC 3987: names of hosts, and letters of any script.
_FRAGMENT = re.compile(r"(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")
_IRI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9.-]*(?::\d{{1,5}})?(?:[/?]{_FRAGMENT.pattern})?")

"""What a file of another coreference format says becomes triples of NIF, for the collector or as Turtle.

Spans with gaps stand in the IRI of their mention, ``#char=0,5;9,12``, so that what is written reads back as
the same bags, and a zero says so on a node without a name. MUC's MIN and OPT stay on the mention's node,
where they are no statement of an instance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from coala.formats.annotations import Annotations, Mention
from coala.model.values import XSD_STRING, Fragments, digest
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import (
    OWN_TERMS,
    RDF_TYPE,
    Blank,
    Iri,
    Quad,
    Text,
    named_document,
    offset,
    percent_encoded,
)
from coala.reading.remarks import Remarks

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
OWN = "urn:coala:"
"""Before names of types and properties that are no IRIs."""

MINIMUM = OWN + "minimum"
OPTIONAL = OWN + "optional"
ZERO = OWN + "zero"

# Made once: a file has each of them thousands of times.
_TYPE, _CONTEXT = Iri(RDF_TYPE), Iri(NIF + "Context")
_TEXT, _DOCUMENT = Iri(NIF + "isString"), Iri(NIF + "referenceContext")
_BEGIN, _END, _ANCHOR = Iri(NIF + "beginIndex"), Iri(NIF + "endIndex"), Iri(NIF + "anchorOf")
_INSTANCE = Iri("http://www.w3.org/2005/11/its/rdf#taIdentRef")

_NOT_IN_MARKS = re.compile(r"[\s()<>;%\x00-\x1f\x7f]")
_LONGEST_MARK = 4000


def collect_annotations(
    annotations: Annotations, collector: Collector, file_number: int, remarks: Remarks
) -> None:
    """Collect what a file says as if it had been written in NIF, with what its reader remarked."""
    for code, example in annotations.remarks:
        remarks.add(code, example)
    remarks.texts_wanted = remarks.texts_wanted and not annotations.textless
    collector.collect(make_quads(annotations), OWN_TERMS, file_number)


def to_turtle(*files: Annotations) -> Iterator[str]:
    """The lines of one Turtle file that says the same; nothing but full IRIs, one triple a line."""
    for number, said in enumerate(files):
        # Instances of two files must not be mixed up.
        for quad in make_quads(said, f"f{number}i" if len(files) > 1 else "i"):
            yield f"{write_term(quad.subject)} {write_term(quad.predicate)} {write_term(quad.object)} .\n"


def make_quads(annotations: Annotations, label: str = "i") -> Iterator[Quad]:
    """The triples: texts, then mentions in their order, then statements.

    An instance is a nameless node (``label`` and a number), for its key says nothing outside its file, or has
    an IRI if it reaches across files.
    """
    documents = [Iri(document_iri(document.name)) for document in annotations.documents]
    for number, (document, (_, text)) in enumerate(zip(documents, annotations.documents, strict=True)):
        yield Quad(document, _TYPE, _CONTEXT)
        if number not in annotations.textless:
            yield Quad(document, _TEXT, Text(text))
    nodes: dict[str, Iri | Blank] = {key: Iri(_instance_iri(key)) for key in annotations.across}

    def node(key: str) -> Iri | Blank:
        if key not in nodes:
            nodes[key] = Blank(f"{label}{len(nodes)}")
        return nodes[key]

    # By document, so that only the spans of one need be remembered.
    here = -1
    marks_of: dict[str, tuple[object, bool]] = {}
    doubles = count()
    for mention in sorted(annotations.mentions, key=lambda mention: mention.document):
        if mention.document != here:
            here = mention.document
            marks_of.clear()
        parts = mention.fragments
        span: Iri | Blank = Iri(f"{documents[here].value}#char={_offsets(parts)}")
        marks = mention.minimum, mention.optional
        known = marks_of.get(span.value)
        if mention.zero:
            # Its place is that of a word, which may be a mention too.
            span, known = Blank(f"{label}m{next(doubles)}"), None
            yield Quad(span, Iri(ZERO), Text(mention.zero))
        elif known is not None and known != marks and len(parts) == 1:
            # Marks belong to a mention, and two mentions of one span may differ in them.
            span, known = Blank(f"{label}m{next(doubles)}"), None
        else:
            marks_of.setdefault(span.value, marks)
        if known is None:
            yield Quad(span, _DOCUMENT, documents[here])
            yield Quad(span, _BEGIN, offset(parts[0][0]))
            yield Quad(span, _END, offset(parts[-1][1]))
            if mention.anchor:
                yield Quad(span, _ANCHOR, Text(mention.anchor))
        yield from _said_of(mention, span, node(mention.instance))
    for instance, predicate, value, about_instance in annotations.statements:
        yield Quad(node(instance), make_term(predicate), node(value) if about_instance else Text(value))


def _said_of(mention: Mention, span: Iri | Blank, instance: Iri | Blank) -> Iterator[Quad]:
    yield Quad(span, _INSTANCE, instance)
    if mention.minimum is not None:
        yield Quad(span, Iri(MINIMUM), Text(_offsets((mention.minimum,))))
    if mention.optional:
        yield Quad(span, Iri(OPTIONAL), Text("true"))
    for kind in mention.types:
        yield Quad(instance, _TYPE, make_term(kind))


def write_mark(text: str) -> str:
    """The mark of a zero as values can hold it: without blanks and brackets, and not too long."""
    mark = _NOT_IN_MARKS.sub(lambda found: percent_encoded(found[0]), text)
    return mark if len(mark) <= _LONGEST_MARK else f"{mark[:_LONGEST_MARK]}~{digest(mark)}"


def _offsets(parts: Fragments) -> str:
    return ";".join(f"{begin},{end}" for begin, end in parts)


def document_iri(name: str) -> str:
    """The identifier of a document: its name, if it is an IRI to which offsets can be added, else the name
    as a part of one."""
    return name if _IRI.fullmatch(name) else named_document(name)


def _instance_iri(key: str) -> str:
    """The identifier of an instance of all files: its key, if it is an IRI, else the key as a part of one."""
    return key if _is_iri(key) else f"{OWN}instance:{percent_encoded(key.strip('/'))}"


def make_term(name: str) -> Iri:
    """A type or property: its name, if it is an IRI, else the name as a part of one of ours."""
    return Iri(name if _is_iri(name) else OWN + percent_encoded(name))


def _is_iri(name: str) -> bool:
    base, _, fragment = name.partition("#")
    return bool(_IRI.fullmatch(base) and _FRAGMENT.fullmatch(fragment))


# RFC 3987 without the corners that nobody writes: names of hosts, and letters of any script.
_FRAGMENT = re.compile(r"(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")
_IRI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9.-]*(?::\d{{1,5}})?(?:[/?]{_FRAGMENT.pattern})?")


def write_term(node: Iri | Blank | Text) -> str:
    """A term as Turtle has it, all but its prefixes."""
    if isinstance(node, Iri):
        return f"<{node.value}>"
    if isinstance(node, Blank):
        return f"_:{node.value}"
    words = "".join(_ESCAPES.get(char, char) for char in node.value)
    if node.language:
        return f'"{words}"@{node.language}'
    return f'"{words}"' if node.datatype.value == XSD_STRING else f'"{words}"^^<{node.datatype.value}>'


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"} | {
    chr(code): f"\\u{code:04X}" for code in (*range(9), 11, 12, *range(14, 32), 127)
}

"""Pairs of large graphs in the shapes that programs write: one block of text, repeated under new names.

A block is a document of NIF with its mentions, or a published file. It is written once, by a library where
one is at hand, and its names carry a tag, which differs in each copy. So a file looks as its writer would
write it, and to make a large one takes no time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import pyoxigraph
import rdflib

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF = "http://www.w3.org/2005/11/its/rdf#"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
TAG = "Q0000000Q"
"""In each name of a block that differs from copy to copy."""

_WORD = "Bob Smith "
_MENTIONS = 200
_CHAIN = 4
_MOVED = 88
_PREFIXES = {"nif": NIF, "itsrdf": ITSRDF, "xsd": XSD}
_LONG_LINE = "It is said that he went there, and that nothing came of it.\n"


class Block(NamedTuple):
    """The beginning of a file, the part that is repeated, the end, and the mentions of the part."""

    head: str
    body: str
    foot: str
    mentions: int


class Property(NamedTuple):
    """One property of a subject; ``plain`` and ``number`` are literals, else ``value`` is an IRI."""

    predicate: str
    value: str
    is_literal: bool = False
    is_number: bool = False


Subjects = list[tuple[str, list[Property]]]


def write_pair(folder: Path, shape: str, mentions: int, shared: Path) -> tuple[Path, Path]:
    """Write a baseline and a changed graph of about ``mentions`` each; one mention in 88 has moved."""
    paths = []
    for name in ("baseline", "changed"):
        syntax, make = shapes_of(shared)[shape]
        block = make(name == "changed")
        path = folder / f"{name}.{syntax}"
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(block.head)
            for number in range(max(1, mentions // block.mentions)):
                file.write(block.body.replace(TAG, f"Q{number:07}Q"))
            file.write(block.foot)
        paths.append(path)
    return paths[0], paths[1]


def _subjects(moved: bool, *, long_text: bool = False) -> Subjects:
    base = f"http://example.org/{TAG}"
    text = _WORD * _MENTIONS + (_LONG_LINE * 80 if long_text else "")
    context = f"{base}#char=0,{len(text)}"
    subjects = [(context, [Property(RDF_TYPE, f"{NIF}Context"), Property(f"{NIF}isString", text, True)])]
    for number in range(_MENTIONS):
        begin, chain = number * len(_WORD), number // _CHAIN
        end = begin + len(_WORD) - 1
        if moved and number % _MOVED == 0:
            chain += 1
        properties = [
            Property(RDF_TYPE, f"{NIF}Phrase"),
            Property(f"{NIF}anchorOf", _WORD[:-1], True),
            Property(f"{NIF}beginIndex", str(begin), True, True),
            Property(f"{NIF}endIndex", str(end), True, True),
            Property(f"{NIF}referenceContext", context),
            Property(f"{ITSRDF}taIdentRef", f"{base}/entity/{chain}"),
        ]
        subjects.append((f"{base}#char={begin},{end}", properties))
    return subjects


def _graph(subjects: Subjects) -> rdflib.Graph:
    graph = rdflib.Graph()
    for prefix, iri in _PREFIXES.items():
        graph.bind(prefix, iri)
    for subject, properties in subjects:
        for each in properties:
            value: rdflib.term.Node
            if each.is_number:
                value = rdflib.Literal(each.value, datatype=rdflib.URIRef(f"{XSD}nonNegativeInteger"))
            elif each.is_literal:
                value = rdflib.Literal(each.value)
            else:
                value = rdflib.URIRef(each.value)
            graph.add((rdflib.URIRef(subject), rdflib.URIRef(each.predicate), value))
    return graph


def _by_rdflib(syntax: str, *, long_text: bool = False) -> Callable[[bool], Block]:
    def make(moved: bool) -> Block:
        return _split(_graph(_subjects(moved, long_text=long_text)).serialize(format=syntax), syntax)

    return make


def _by_pyoxigraph(syntax: pyoxigraph.RdfFormat, name: str) -> Callable[[bool], Block]:
    def make(moved: bool) -> Block:
        data = _graph(_subjects(moved)).serialize(format="nt").encode()
        quads: Iterable[pyoxigraph.Quad] = pyoxigraph.parse(
            BytesIO(data), format=pyoxigraph.RdfFormat.N_TRIPLES
        )
        output = BytesIO()
        graph = pyoxigraph.NamedNode(f"http://example.org/{TAG}/graph")
        if syntax.supports_datasets:
            quads = (pyoxigraph.Quad(each.subject, each.predicate, each.object, graph) for each in quads)
        pyoxigraph.serialize(quads, output, format=syntax, prefixes=_PREFIXES)
        return _split(output.getvalue().decode(), name)

    return make


def _split(text: str, syntax: str) -> Block:
    head = foot = ""
    if syntax in ("turtle", "trig"):
        lines = text.splitlines(keepends=True)
        start = next(place for place, line in enumerate(lines) if not line.startswith("@prefix"))
        head, text = "".join(lines[:start]), "".join(lines[start:])
    elif syntax == "xml":
        first, last = text.index("<rdf:Description"), text.rindex("</rdf:RDF>")
        head, text, foot = text[:first], text[first:last], text[last:]
    return Block(head, text, foot, _MENTIONS)


def _term(each: Property) -> str:
    if each.is_number:
        return f'"{each.value}"^^xsd:nonNegativeInteger'
    if each.is_literal:
        return f'"{each.value}"'
    return f"<{each.value}>"


def _shortened(iri: str) -> str:
    if iri == RDF_TYPE:
        return "a"
    found = next(((name, start) for name, start in _PREFIXES.items() if iri.startswith(start)), None)
    return f"<{iri}>" if found is None else f"{found[0]}:{iri[len(found[1]) :]}"


def _by_hand(write: Callable[[str, list[Property]], str]) -> Callable[[bool], Block]:
    def make(moved: bool) -> Block:
        head = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in _PREFIXES.items()) + "\n"
        body = "".join(write(subject, properties) for subject, properties in _subjects(moved))
        return Block(head, body, "", _MENTIONS)

    return make


def _as_jena_does(subject: str, properties: list[Property]) -> str:
    """Align the predicates in a column, wide enough for the longest."""
    names = [_shortened(each.predicate) if each.predicate != RDF_TYPE else "rdf:type" for each in properties]
    width = max(map(len, names)) + 2
    values = [f"<{each.value}>" if each.predicate == RDF_TYPE else _term(each) for each in properties]
    lines = [
        f"{name if name != 'rdf:type' else 'a':<{width}}{value}"
        for name, value in zip(names, values, strict=True)
    ]
    return f"<{subject}>\n        " + " ;\n        ".join(lines) + " .\n\n"


_ORDER = Random(1)


def _in_random_order(subject: str, properties: list[Property]) -> str:
    shuffled = sorted(properties, key=lambda _: _ORDER.random())
    lines = [f"{_shortened(each.predicate)} {_term(each)}" for each in shuffled]
    return f"<{subject}> " + " ;\n    ".join(lines) + " .\n"


def _in_brackets(subject: str, properties: list[Property]) -> str:
    """Return the mention as a nameless node after its instance."""
    parts = {each.predicate: each for each in properties}
    instance = parts.pop(f"{ITSRDF}taIdentRef", None)
    lines = " ; ".join(f"{_shortened(each.predicate)} {_term(each)}" for each in parts.values())
    if instance is None:
        return f"<{subject}> {lines} .\n"
    return f"[ {lines} ; itsrdf:taIdentRef {_term(instance)} ] .\n"


def _ecb(shared: Path) -> Callable[[bool], Block]:
    def make(moved: bool) -> Block:
        path = shared / "data" / "ecbplus" / f"{'feature0' if moved else 'lemma-delta'}.ttl"
        block = _split(path.read_text(encoding="utf-8"), "turtle")
        body = block.body.replace("http://example.org/", f"http://example.org/{TAG}/")
        return block._replace(body=body, mentions=body.count("nif:beginIndex"))

    return make


def _aif(shared: Path) -> Callable[[bool], Block]:
    def make(moved: bool) -> Block:
        name = "create_an_entity_and_cluster_with_informative_mention.ttl"
        block = _split((shared / "data" / "aif" / name).read_text(encoding="utf-8"), "turtle")
        bodies = []
        for number in range(50):
            own = f"{TAG}{number:02}"
            body = block.body.replace("/www.test.edu/", f"/www.test.edu/{own}/").replace("HC00002Z0", own)
            body = body.replace("/www.test.org/", f"/www.test.org/{own}/")
            body = re.sub(r"_:N(\w{8})\w*", rf"_:N\1{own}", body)
            if moved and number % 25 == 0:
                body = body.replace('Inclusive "10"', 'Inclusive "9"')
            bodies.append(body)
        return block._replace(body="".join(bodies), mentions=50)

    return make


def shapes_of(shared: Path) -> dict[str, tuple[str, Callable[[bool], Block]]]:
    """Return the extension and the writer of a block by the name of each shape."""
    oxigraph = pyoxigraph.RdfFormat
    found: dict[str, tuple[str, Callable[[bool], Block]]] = {
        "Turtle of pyoxigraph": ("ttl", _by_pyoxigraph(oxigraph.TURTLE, "turtle")),
        "Turtle of rdflib": ("ttl", _by_rdflib("turtle")),
        "Turtle as of Jena": ("ttl", _by_hand(_as_jena_does)),
        "random order": ("ttl", _by_hand(_in_random_order)),
        "brackets": ("ttl", _by_hand(_in_brackets)),
        "long literals": ("ttl", _by_rdflib("turtle", long_text=True)),
        "N-Triples": ("nt", _by_rdflib("nt")),
        "N-Quads": ("nq", _by_pyoxigraph(oxigraph.N_QUADS, "nquads")),
        "TriG": ("trig", _by_pyoxigraph(oxigraph.TRIG, "trig")),
        "RDF/XML": ("rdf", _by_rdflib("xml")),
    }
    if (shared / "data").is_dir():
        found["ECB+ repeated"] = ("ttl", _ecb(shared))
        found["AIF repeated"] = ("ttl", _aif(shared))
    return found

"""Speed of reading a graph, against pyoxigraph alone: ``python -m tests.bench reading``.

A made-up graph in each vocabulary, as Turtle and as N-Triples, of a million triples where this is named. The
runs of all columns take turns, and the fastest of each counts, so that a busy machine does not favour one.
The ratio holds on any machine, the rest drifts. What is wanted: 400 thousand triples a second for one graph,
and at most 2.5 times the bare parse.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph

from coala.model.options import ReadOptions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.read import read_graphs
from coala.reading.vocabularies.loader import load_vocabulary
from tests.bench.goals import Goal

TRIPLES, FEWER_TRIPLES = 1_000_000, 300_000
RUNS = 3
PER_DOCUMENT = 100

PREFIXES = """\
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix ks: <http://dkm.fbk.eu/ontologies/knowledgestore#> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

NIF = """\
<http://example.org/text/{document}#char={begin},{end}> a nif:Phrase ;
    nif:anchorOf "word{number:02}" ;
    nif:beginIndex "{begin}"^^xsd:nonNegativeInteger ;
    nif:endIndex "{end}"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://example.org/text/{document}#char=0,1000> ;
    itsrdf:taIdentRef <http://example.org/instance/{instance}> .
"""

GAF = """\
<http://example.org/text/{document}#char={begin},{end}> a ks:Mention ;
    nif:anchorOf "word{number:02}" ;
    nif:beginIndex "{begin}"^^xsd:int ;
    nif:endIndex "{end}"^^xsd:int ;
    ks:mentionOf <http://example.org/text/{document}> .
<http://example.org/instance/{instance}>
    gaf:denotedBy <http://example.org/text/{document}#char={begin},{end}> .
"""

OA = """\
<http://example.org/annotation/{mention}> a oa:Annotation ;
    oa:hasBody <http://example.org/instance/{instance}> ;
    oa:hasTarget [ oa:hasSource <http://example.org/text/{document}> ;
        oa:hasSelector [ a oa:TextPositionSelector ; oa:start {begin} ; oa:end {end} ],
            [ a oa:TextQuoteSelector ; oa:exact "word{number:02}" ] ] .
"""

SHAPES = {"nif": (NIF, 6), "gaf": (GAF, 6), "oa": (OA, 11)}
"""One mention in each vocabulary, and its number of triples."""


def made_up(shape: str, mentions: int) -> str:
    """Return a graph with this number of mentions, 100 a document, four an instance."""
    parts = [PREFIXES]
    for mention in range(mentions):
        document, number = divmod(mention, PER_DOCUMENT)
        begin = 10 * number
        instance = mention * 7919 % max(mentions // 4, 1)
        parts.append(
            shape.format(
                mention=mention,
                document=document,
                begin=begin,
                end=begin + 6,
                number=number,
                instance=instance,
            )
        )
    return "".join(parts)


def fastest(actions: list[Callable[[], object]]) -> list[float]:
    """Return the seconds of the fastest run of each; the runs alternate."""
    seconds = [float("inf")] * len(actions)
    for _ in range(RUNS):
        for place, action in enumerate(actions):
            start = time.perf_counter()
            action()
            seconds[place] = min(seconds[place], time.perf_counter() - start)
    return seconds


def main(*, whole: bool) -> list[Goal]:
    """Print the table."""
    triples = TRIPLES if whole else FEWER_TRIPLES
    slowest = 0.0
    print(f"{triples:,} triples; thousand triples a second, and time against the bare parse")
    print(f"{'':<16}{'bare parse':>16}{'collected':>16}{'one graph':>16}{'two graphs':>16}")
    with tempfile.TemporaryDirectory() as folder:
        for key, (shape, size) in SHAPES.items():
            turtle = made_up(shape, triples // size)
            file = Path(folder) / "graph.ttl"
            file.write_text(turtle, encoding="utf-8")
            slowest = max(slowest, _row(f"{key}, Turtle", key, file, triples, pyoxigraph.RdfFormat.TURTLE))
            lines = Path(folder) / "graph.nt"
            quads = pyoxigraph.parse(turtle, format=pyoxigraph.RdfFormat.TURTLE)
            pyoxigraph.serialize(
                (quad.triple for quad in quads), lines, format=pyoxigraph.RdfFormat.N_TRIPLES
            )
            slowest = max(
                slowest, _row(f"{key}, N-Triples", key, lines, triples, pyoxigraph.RdfFormat.N_TRIPLES)
            )
    return [Goal("one graph read beside a bare parse, the slowest vocabulary", 2.5, slowest, "×")]


def _row(name: str, key: str, file: Path, triples: int, syntax: pyoxigraph.RdfFormat) -> float:
    """Print a row; how many times a bare parse it takes to read one graph."""
    vocabulary = load_vocabulary(key)
    path = str(file)

    def bare() -> None:
        for _ in pyoxigraph.parse(path=path, format=syntax):
            pass

    def collected() -> None:
        Collector(vocabulary).collect(pyoxigraph.parse(path=path, format=syntax, lenient=True), TERMS)

    def one() -> None:
        read_graphs([path], ReadOptions())

    def two() -> None:
        read_graphs([path, path], ReadOptions())

    seconds = fastest([bare, collected, one, two])
    sizes = (triples, triples, triples, 2 * triples)
    cells = [
        f"{size / second / 1000:>8,.0f} ({second / seconds[0] * triples / size:.1f}×)"
        for size, second in zip(sizes, seconds, strict=True)
    ]
    print(f"{name:<16}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
    return seconds[2] / seconds[0]

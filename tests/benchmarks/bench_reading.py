"""How fast a graph is read, against pyoxigraph alone: ``python tests/benchmarks/bench_reading.py``.

A made-up NIF graph of 300,000 triples, in Turtle and N-Triples; medians of several runs. The ratio holds on
any machine, the rest drifts.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph

from coala.reading import ReadOptions, read_graphs
from coala.reading.collector import Collector
from coala.reading.fast import TERMS
from coala.vocabulary import load_vocabulary

PREFIXES = """\
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

MENTION = """\
<http://example.org/text/{document}#char={begin},{end}> a nif:Phrase ;
    nif:anchorOf "word{number:02}" ;
    nif:beginIndex "{begin}"^^xsd:nonNegativeInteger ;
    nif:endIndex "{end}"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://example.org/text/{document}#char=0,1000> ;
    itsrdf:taIdentRef <http://example.org/instance/{instance}> .
"""

PER_DOCUMENT = 100


def nif_graph(mentions: int) -> str:
    """Six triples a mention, 100 mentions a document, four mentions an instance."""
    parts = [PREFIXES]
    for mention in range(mentions):
        document, number = divmod(mention, PER_DOCUMENT)
        begin = 10 * number
        instance = mention * 7919 % (mentions // 4)
        parts.append(
            MENTION.format(document=document, begin=begin, end=begin + 6, number=number, instance=instance)
        )
    return "".join(parts)


def median_seconds(action: Callable[[], object], runs: int = 5) -> float:
    """The median of several runs."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def main() -> None:
    """Print the table."""
    mentions = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    triples = 6 * mentions
    turtle = nif_graph(mentions)
    vocabulary = load_vocabulary(None)
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "Turtle": (Path(folder) / "graph.ttl", pyoxigraph.RdfFormat.TURTLE),
            "N-Triples": (Path(folder) / "graph.nt", pyoxigraph.RdfFormat.N_TRIPLES),
        }
        files["Turtle"][0].write_text(turtle, encoding="utf-8")
        quads = pyoxigraph.parse(turtle, format=pyoxigraph.RdfFormat.TURTLE)
        pyoxigraph.serialize(
            (quad.triple for quad in quads), files["N-Triples"][0], format=pyoxigraph.RdfFormat.N_TRIPLES
        )
        print(f"{triples:,} triples, {mentions:,} mentions; thousand triples a second, and time against bare")
        print(f"{'':<11}{'bare parse':>16}{'collected':>16}{'one graph':>16}{'two graphs':>16}")
        for name, (file, syntax) in files.items():

            def bare(file: Path = file, syntax: pyoxigraph.RdfFormat = syntax) -> None:
                for _ in pyoxigraph.parse(path=file, format=syntax):
                    pass

            def collected(file: Path = file, syntax: pyoxigraph.RdfFormat = syntax) -> None:
                Collector(vocabulary).collect(pyoxigraph.parse(path=file, format=syntax), TERMS)

            def one(file: Path = file) -> None:
                read_graphs([str(file)], ReadOptions())

            def two(file: Path = file) -> None:
                read_graphs([str(file), str(file)], ReadOptions())

            seconds = [median_seconds(action) for action in (bare, collected, one, two)]
            sizes = (triples, triples, triples, 2 * triples)
            cells = [
                f"{size / second / 1000:>8,.0f} ({second / seconds[0] * triples / size:.1f}×)"
                for size, second in zip(sizes, seconds, strict=True)
            ]
            print(f"{name:<11}" + "".join(f"{cell:>16}" for cell in cells))


if __name__ == "__main__":
    main()

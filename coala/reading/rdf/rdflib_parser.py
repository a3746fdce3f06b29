"""Parsing of a file with rdflib, or of an rdflib graph in memory, into the collector.

Files come here only if pyoxigraph cannot read them, since rdflib is much slower. JSON-LD is never parsed
here, since rdflib would fetch the contexts that a file names. One difference from pyoxigraph is unavoidable:
a number in Turtle without quotes (``007``) is read as rdflib writes it (``7``).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.store import Store

from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.values import XSD_STRING
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import NO_BASE, RelativeIriError, is_relative
from coala.reading.rdf.terms import OWN_TERMS, Blank, Iri, Quad, Text
from coala.reading.sources import detect
from coala.reading.sources.stream import RdfStream

_BATCH = 10_000

# rdflib's N-Triples parser takes quadratic time for a long line; every N-Triples file is Turtle too.
_FORMATS = {
    detect.TURTLE: "turtle",
    detect.N_TRIPLES: "turtle",
    detect.N_QUADS: "nquads",
    detect.TRIG: "trig",
    detect.RDF_XML: "xml",
}


# The end of the first line of some errors of rdflib.
_PLACE = re.compile(r"at line \d+ of <[^>]*>:?\s*\Z")


def _convert_term(term: Any) -> Any:
    """Return a term of rdflib with the attributes that the collector reads."""
    text = str(term)
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        # A lone surrogate cannot be stored; pyoxigraph refuses it.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(term, rdflib.Literal):
        return Text(text, term.language, Iri(str(term.datatype) if term.datatype else XSD_STRING))
    return Blank(text) if isinstance(term, rdflib.BNode) else Iri(text)


def wrap_quads(triples: Iterable[tuple[Any, ...]]) -> Iterator[Quad]:
    """Yield rdflib's triples or quads as quads that the collector can read."""
    for subject, predicate, obj, *graph in triples:
        yield Quad(_convert_term(subject), _convert_term(predicate), _convert_term(obj), _graph_name(*graph))


def _graph_name(graph: Any = None) -> Any:
    """Return the name of a graph, which rdflib passes as an object or as its identifier; None by default."""
    name = getattr(graph, "identifier", graph)
    return None if name in (None, DATASET_DEFAULT_GRAPH_ID) else _convert_term(name)


def collect_graph(graph: rdflib.Graph, collector: Collector) -> None:
    """Collect a graph in memory; for a dataset, the triples of all its graphs."""
    triples: Iterable[tuple[Any, ...]] = (
        graph.quads((None, None, None, None))
        if isinstance(graph, rdflib.ConjunctiveGraph)
        else graph.triples((None, None, None))
    )
    collector.collect(wrap_quads(triples), OWN_TERMS, named=isinstance(graph, rdflib.ConjunctiveGraph))


class _CollectingStore(Store):
    """A store that passes all triples to the collector, in batches, and keeps nothing."""

    context_aware = True
    graph_aware = True

    def __init__(self, collector: Collector, file_number: int, *, based: bool) -> None:
        super().__init__()
        self._based = based
        self._collector = collector
        self._file_number = file_number
        self._batch: list[tuple[Any, ...]] = []

    def add(self, triple: Any, context: Any, quoted: bool = False) -> None:
        self._batch.append((*triple, context))
        if len(self._batch) >= _BATCH:
            self.flush()

    def add_graph(self, graph: Any) -> None:
        """Ignore the graph, which is only a label here."""

    def remove_graph(self, graph: Any) -> None:
        """Ignore the graph."""

    def flush(self) -> None:
        quads = list(wrap_quads(self._batch))
        self._batch.clear()
        for quad in quads if not self._based else ():
            for term in quad:
                if isinstance(term, Iri) and is_relative(term.value):
                    raise RelativeIriError(term.value)
        self._collector.collect(quads, OWN_TERMS, self._file_number, named=True)


def read_with_rdflib(
    path: str, stream: RdfStream, syntax: str, base: str | None, collector: Collector, file_number: int
) -> None:
    """Parse the stream with rdflib and collect its triples; call it in the child process only.

    Raises:
        ReadingError: any failure, in one sentence.
        RelativeIriError: the file cannot be read without a base.
    """
    # "007" stays "007", as in pyoxigraph.
    rdflib.NORMALIZE_LITERALS = False
    store = _CollectingStore(collector, file_number, based=base is not None)
    graph = rdflib.Dataset(store=store)
    try:
        graph.parse(io.BytesIO(stream.read()), format=_FORMATS[syntax], publicID=base or NO_BASE)
        store.flush()
    except (ReadingError, RelativeIriError, MemoryError):
        raise
    except Exception as error:
        raise ReadingError(_explain_error(path, syntax, error)) from error


def _explain_error(path: str, syntax: str, error: Exception) -> str:
    """Return the sentence for an error; rdflib's parsers raise many unrelated classes, few with a line."""
    line = getattr(error, "lines", None)
    getter = getattr(error, "getLineNumber", None)
    number = line + 1 if isinstance(line, int) else getter() if callable(getter) else None
    place = f"{path}:{number}" if number else path
    # The first line of some errors is only the place.
    lines = [text for text in str(error).split("\n") if text.strip() and not _PLACE.match(text)]
    reason = readable(lines[0].strip().removesuffix(" at ^ in:") if lines else type(error).__name__)
    return f"{place}: this is not valid {syntax}: {reason}: correct the file or write it again."

"""Parsing of RDF with pyoxigraph into the collector, and the reasons why a file fails.

pyoxigraph is fast and reads nearly all files. For the others ``read_fast`` raises ``UnreadableHereError``
(rdflib may read them) or ``RelativeIriError`` (they need a base), and ``coala.reading.rdf.load`` tries again.
"""

from __future__ import annotations

import re

import pyoxigraph

from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, TermTypes
from coala.reading.sources import detect
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import RdfStream

TERMS = TermTypes(pyoxigraph.NamedNode, pyoxigraph.BlankNode, pyoxigraph.Literal)

FORMATS = {
    detect.TURTLE: pyoxigraph.RdfFormat.TURTLE,
    detect.N_TRIPLES: pyoxigraph.RdfFormat.N_TRIPLES,
    detect.N_QUADS: pyoxigraph.RdfFormat.N_QUADS,
    detect.TRIG: pyoxigraph.RdfFormat.TRIG,
    detect.RDF_XML: pyoxigraph.RdfFormat.RDF_XML,
    detect.JSON_LD: pyoxigraph.RdfFormat.JSON_LD,
}

LENIENT = (detect.TURTLE, detect.N_TRIPLES, detect.N_QUADS, detect.TRIG)
"""Formats in which invalid IRIs are accepted; rdflib accepts them too, but is forty times slower."""

WITH_GRAPHS = (detect.N_QUADS, detect.TRIG, detect.JSON_LD)
"""Formats with named graphs."""

# Parts of the messages of pyoxigraph.
_PLACE = re.compile(r"^Parser error at line \d+ (?:between columns \d+ and \d+|column \d+): ")

_RELATIVE = re.compile(r"IRI '([^']*)': No scheme found")

_INVALID_IRI = re.compile(r"Invalid (?:IRI|port|host|character after IP)|error while parsing IRI")


class RelativeIriError(Exception):
    """A file without a base has this relative IRI."""

    def __init__(self, iri: str) -> None:
        super().__init__(iri.removeprefix(NO_BASE))


class UnreadableHereError(Exception):
    """This parser cannot read the file, but another may; the text is the reason, as the end of a sentence."""


def read_fast(
    path: str, stream: RdfStream, syntax: str, base: str | None, collector: Collector, file_number: int
) -> None:
    """Parse the stream and collect its triples.

    Raises:
        ReadingError: the file is broken, or is not what its name says.
        UnreadableHereError: it may be valid, but this parser cannot read it.
        RelativeIriError: it cannot be read without a base.
    """
    try:
        quads = pyoxigraph.parse(
            stream,  # type: ignore[arg-type]
            format=FORMATS[syntax],
            # JSON-LD drops relative IRIs if there is no base.
            base_iri=base or (NO_BASE if syntax == detect.JSON_LD else None),
            lenient=syntax in LENIENT,
        )
        before, known = collector.triples, len(collector.names)
        collector.collect(quads, TERMS, file_number, named=syntax in WITH_GRAPHS)
    except SyntaxError as error:
        raise _explain_error(path, stream, syntax, error) from error
    except ValueError as error:
        raise ReadingError(
            f"The base {base!r} is not an absolute IRI: give one such as http://example.org/ with --base."
        ) from error
    except MemoryError as error:
        if "buffer" in str(error) and syntax not in (detect.JSON_LD, detect.N_QUADS):
            raise UnreadableHereError("one line or text in it is longer than 16 MiB") from error
        if "buffer" in str(error):
            raise ReadingError(
                f"{path}: one text in this {syntax} file is longer than 16 MiB, which COALA "
                "cannot read: write the graph as Turtle or N-Triples."
            ) from error
        raise
    if base is None:
        _check_absolute(collector, known)
    # JSON that is not JSON-LD is parsed without an error, and has no triples.
    is_empty = syntax == detect.JSON_LD and collector.triples == before
    if is_empty and (reason := explain(stream.beginning, Certainty.UNPARSED)):
        raise ReadingError(f"{path}: {reason}")


def _check_absolute(collector: Collector, known: int) -> None:
    """Raise ``RelativeIriError`` if a predicate or a new node (numbers from ``known`` on) is relative."""
    for name in collector.predicates_met:
        if is_relative(name):
            raise RelativeIriError(name)
    for number, name in enumerate(collector.names[known:], known):
        if is_relative(name):
            if not name.startswith(NO_BASE) or not collector.is_only_a_class(number):
                raise RelativeIriError(name)
            # A type that the context of JSON-LD does not define: it is omitted with a remark.
            collector.names[number] = BLANK


def _explain_error(path: str, stream: RdfStream, syntax: str, error: SyntaxError) -> Exception:
    """Return the exception for an error of the parser: one of the three that ``read_fast`` raises."""
    message = _PLACE.sub("", error.msg or str(error))
    place = f"{path}:{error.lineno}:{error.offset}" if error.lineno else path
    if "LoadDocumentCallback" in message or "remote context" in message:
        return ReadingError(
            f"{path}: its @context is not in the file, and nothing is fetched: write the "
            "context into the file."
        )
    if "No scheme found" in message:
        relative = _RELATIVE.search(message)
        return RelativeIriError(relative[1] if relative else "…")
    if reason := explain(stream.beginning, Certainty.UNCLAIMED, Certainty.UNPARSED):
        return ReadingError(f"{path}: {reason}")
    if _INVALID_IRI.search(message) and syntax != detect.JSON_LD:
        return UnreadableHereError(f"it has an invalid IRI ({place}: {message})")
    near = "" if error.lineno else f" (near byte {stream.size:,})"
    reason = readable(message)
    if not detect.is_known(path):
        return ReadingError(
            f"{place}: this does not look like RDF (its first bytes look most like "
            f"{syntax}): {reason}: check the file, or give it the ending of its format."
        )
    return ReadingError(
        f"{place}: this is not valid {syntax}{near}: {reason}: correct the file or write it again."
    )


_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|_:")

NO_BASE = "http://base.invalid/"
"""The base of all files that have relative IRIs but no base.

It makes relative IRIs recognizable in the output of parsers that would resolve or drop them.
"""


def is_relative(iri: str) -> bool:
    """Return True if the IRI was relative in a file without a base."""
    return iri.startswith(NO_BASE) or not _ABSOLUTE.match(iri)

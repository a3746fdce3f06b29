"""The first bytes of a file -> the vocabulary that it most likely uses, so that it need not be read twice."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pyoxigraph

from coala.reading import formats
from coala.reading.fast import FORMATS
from coala.reading.files import File, opened
from coala.reading.recognition import likely
from coala.reading.stream import RdfStream
from coala.vocabulary import Vocabulary

SAFE = (formats.TURTLE, formats.N_TRIPLES, formats.N_QUADS, formats.TRIG)
"""Formats whose first bytes can be parsed without a look at what they declare."""


def _nothing(count: int) -> None:
    """Nobody waits for these bytes: they are read again."""


def is_other_format(file: File) -> bool:
    """Is it a file of a coreference format that is not RDF?"""
    if formats.is_rdf_name(file.shown):
        return False  # most files: they need no look
    with opened(file) as raw:
        start = RdfStream(file.shown, raw, _nothing, _nothing).start
    return formats.other_reader(file.shown, start) is not None


def first_look(file: File, base: str | None, candidates: Sequence[Vocabulary]) -> Vocabulary:
    """A guess, and no more: the first candidate where nothing can be said."""
    with opened(file) as raw:
        stream = RdfStream(file.shown, raw, _nothing, _nothing)
        syntax = formats.format_of(file.shown, stream.start)
    start = stream.start.removeprefix(b"\xef\xbb\xbf")
    if syntax not in SAFE:
        mentioned = [each for each in candidates if any(_space(iri).encode() in start for iri in each.sure)]
        return mentioned[0] if len(mentioned) == 1 else candidates[0]
    met: dict[str, None] = {}
    try:
        for quad in pyoxigraph.parse(io.BytesIO(start), format=FORMATS[syntax], base_iri=base):
            met[quad.predicate.value] = None
    except (SyntaxError, ValueError):
        # The end is cut off, at least; what is wrong with the file is said when it is read.
        pass
    return likely(met, candidates) or candidates[0]


def _space(iri: str) -> str:
    return iri[: max(iri.rfind("#"), iri.rfind("/")) + 1]

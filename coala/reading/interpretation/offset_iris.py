"""Parsing of IRIs that contain offsets: ``doc#char=0,5`` (RFC 5147), with gaps ``#char=0,5;9,12``.

Also ``doc#offset_0_5`` of NIF, and ``doc/char=0,5`` of PIKES; the vocabulary defines the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coala.model.values import Fragments
from coala.reading.rdf.terms import MOST_DIGITS

_OFFSETS = re.compile(
    # Two numbers with a comma (RFC 5147) or an underscore (NIF), more of them after semicolons; what may
    # follow is a check of length or hash (RFC 5147), the words themselves (FRED), or the numbers of word,
    # term and sentence (NewsReader: #char=330,336&word=w74&term=t74&sentence=5).
    rf"(\d{{1,{MOST_DIGITS}}})[,_](\d{{1,{MOST_DIGITS}}})"
    rf"((?:;\d{{1,{MOST_DIGITS}}},\d{{1,{MOST_DIGITS}}})*)(?:;(?:length|md5)=.*|_.*|&.*)?\Z",
    re.ASCII,
)


class Place(NamedTuple):
    """The place in an IRI: the document before the mark, and begin and end of each part of the span."""

    document: str
    fragments: Fragments


def read_place(iri: str, marks: Iterable[str]) -> Place | None:
    """Return the place in an IRI with one of the ``marks`` ("#char="), or None."""
    for mark in marks:
        document, marked, offsets = iri.rpartition(mark)
        if marked and document and (match := _OFFSETS.match(offsets)):
            rest = (pair.split(",") for pair in match[3].split(";")[1:])
            pairs = [(int(match[1]), int(match[2])), *((int(begin), int(end)) for begin, end in rest)]
            return Place(document, tuple(pairs))
    return None


def find_contexts(texts: Iterable[int], names: Sequence[str], marks: Iterable[str]) -> dict[str, int]:
    """Return the documents whose text is on a node such as ``doc#char=0,99``: their names and these nodes."""
    node_of: dict[str, int] = {}
    for node in sorted(texts, reverse=True):
        context = read_place(names[node], marks)
        if context is not None and context.fragments[0][0] == 0:
            node_of[context.document] = node
    return node_of


def join_fragments(fragments: Iterable[tuple[int, int]]) -> Fragments:
    """Return the parts in order; touching or overlapping parts are joined."""
    parts: list[tuple[int, int]] = []
    for begin, end in sorted(fragments):
        if parts and begin <= parts[-1][1]:
            parts[-1] = (parts[-1][0], max(end, parts[-1][1]))
        else:
            parts.append((begin, end))
    return tuple(parts)


def words_fit(words: str, parts: Iterable[str]) -> bool:
    """Return True if an anchor consists of the parts in order, with any text in the gaps."""
    at = 0
    for number, part in enumerate(parts):
        begin = words.find(part, at)
        if begin < 0 or (number == 0 and begin):
            return False
        at = begin + len(part)
    return at == len(words)

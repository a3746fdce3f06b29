"""Spans of a corpus to those that differ only by a blank, punctuation or a leading determiner.

A span's *core* is what is left of it without these. Two spans with one core are near-duplicates: a person
reads the same mention, but a comparison, which goes by exact offsets, sees two.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from coala.model import Booleans, Integers
from coala.spans import Corpus

Texts = Sequence[str | None]
"""The text of each document of the corpus, None where it is not known."""

# Blanks and the punctuation of the languages below, typographic quotes and dashes with it. Signs that
# change the meaning ($, %, +) are not in it.
_EDGE = (
    " \t\n\r\f\v\u00a0\u2009\u202f\u3000!\"'(),-./:;?[]_`{}\u00a1\u00ab\u00bb\u00bf‐‑‒–—‘’‚‛“”„‟…‹›、。「」"
)

# Articles and demonstratives of the languages that coreference corpora are mostly in. A word that means
# something else in another language does no harm: both spans must have been annotated.
_DETERMINERS = (
    "the a an this that these those "  # English
    "der die das dem den des ein eine einem einen einer eines "  # German
    "le la les un une des "  # French
    "el los las una unos unas lo il gli uno "  # Spanish and Italian
    "de het een"  # Dutch
)
_DETERMINER = re.compile(rf"(?:{'|'.join(sorted(set(_DETERMINERS.split())))})\s+|l['’]", re.IGNORECASE)

# A determiner, a blank and a few quotation marks: cores that are equal have begins and ends this close.
_FARTHEST = 16

# So many spans are Python's at once: enough to be fast, and a few megabytes.
_CHUNK = 50_000


def near_spans(whole: Corpus, spans: Integers, texts: Texts) -> list[list[int]]:
    """Groups of at least two of the given spans with one core, in the order of their first spans.

    ``spans`` are distinct numbers in ascending order. Spans with gaps, and those of documents whose text is
    not known, are passed over. The time is near linear: only spans that lie close to another are looked at.
    """
    plain = spans[whole.gaps[spans] < 0]
    close = plain[_has_neighbour(whole, plain, whole.begin) & _has_neighbour(whole, plain, whole.end)]
    found: list[list[int]] = []
    for document, of_document in groupby(rows(whole, close), key=itemgetter(1)):
        text = texts[document]
        if text is None:
            continue
        groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for span, _, begin, end in of_document:
            first, last = core(text, begin, end)
            if first < last:
                groups[first, last].append(span)
        found += sorted(group for group in groups.values() if len(group) > 1)
    return found


def core(text: str, begin: int, end: int) -> tuple[int, int]:
    """The begin and end of a span without blanks and punctuation around it and without its determiner."""
    words = text[begin:end].rstrip(_EDGE)
    end = begin + len(words)
    begin = end - len(words.lstrip(_EDGE))
    if determiner := _DETERMINER.match(text, begin, end):
        begin = end - len(text[determiner.end() : end].lstrip(_EDGE))
    return begin, end


def rows(whole: Corpus, spans: Integers) -> Iterator[tuple[int, int, int, int]]:
    """Number, document, begin and end of each span."""
    for start in range(0, len(spans), _CHUNK):
        some = spans[start : start + _CHUNK]
        columns = (some, whole.document[some], whole.begin[some], whole.end[some])
        yield from zip(*(column.tolist() for column in columns), strict=True)


def _has_neighbour(whole: Corpus, spans: Integers, offsets: Integers) -> Booleans:
    """Whether another span of the document begins (or ends) close by."""
    document, offset = whole.document[spans], offsets[spans]
    order = np.lexsort((offset, document))
    near = (np.diff(document[order]) == 0) & (np.diff(offset[order]) <= _FARTHEST)
    found = np.zeros(len(spans), bool)
    found[order[1:]] = near
    found[order[:-1]] |= near
    return found

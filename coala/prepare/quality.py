"""Detection of flaws that only show in a complete graph or in a pair of graphs.

These are spans that cut words (wrong offsets), spans that nearly equal another one ("the firm" and "firm"),
and chains that are much too large. The *core* of a span is the span without its determiner and without
punctuation around it; spans of one core are *near*. Flaws of single mentions are noticed when a graph is read
(``Graph.notices``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from coala.base import numerals
from coala.base.arrays import Booleans, Integers
from coala.base.plain_text import readable
from coala.model.columns import pack
from coala.model.corpus import Corpus
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.options import Match
from coala.prepare.cut_words import CutWords, quote_span
from coala.prepare.span_matching import find_partners

# Smaller chains can be read at a glance, whatever their share.
LARGE_CHAIN = 50

# The hero of a novel may have a third of its mentions; no chain of a whole corpus does.
LARGE_SHARE = 0.4

# A sample of this many spans, evenly spaced, is exact enough for that share and takes no noticeable time.
ENOUGH_SPANS = 20_000


def find_flaws(corpus: Corpus, number: int) -> Iterator[Notice]:
    """Yield the flaws of one graph of the corpus."""
    if not len(corpus.mentions[number]):
        yield make_notice("no-mention")
        return
    texts = corpus.texts_of(number)
    spans = np.flatnonzero(corpus.mentioned(number))
    cuts = _cut_words(corpus, spans, texts)
    if not cuts.is_from_script and (notice := cuts.notice()):
        yield notice
    yield from _find_near_duplicates(corpus, spans, texts)
    yield from _find_large_chains(corpus, number, texts)


def find_flaws_between(corpus: Corpus, roles: Sequence[str]) -> Iterator[Notice]:
    """Yield the flaws of a pair of graphs, such as spans that the second graph only nearly has.

    ``roles`` are the words for the two graphs.
    """
    for number in (0, 1):
        yield from _find_offset_flaws(corpus, number, roles[number])
    texts = corpus.texts_of(0, 1)
    mentioned = np.stack([corpus.mentioned(0), corpus.mentioned(1)])
    alone = np.flatnonzero(mentioned[0] != mentioned[1])
    examples: list[str] = []
    count = 0
    # The number of the group of each near span.
    group_of: dict[int, int] = {}
    for number, group in enumerate(find_near_spans(corpus, alone, texts)):
        group_of |= dict.fromkeys(group, number)
        sides = [[span for span in group if mentioned[graph, span]] for graph in (0, 1)]
        paired = min(map(len, sides))
        count += paired
        if paired and len(examples) < MOST_EXAMPLES:
            first, second = (_quote_words(corpus, side[0], texts) for side in sides)
            examples.append(f"{first} in the {roles[0]}, {second} in the {roles[1]}")
    if count:
        yield make_notice(
            "near-spans-between",
            count,
            examples,
            first=roles[0],
            second=roles[1],
            others=_describe_other_pairs(corpus, group_of, texts),
        )


def _describe_other_pairs(corpus: Corpus, group_of: Mapping[int, int], texts: DocumentTexts) -> str:
    """Say how many pairs of spans that are not near ``--match overlap`` would join, with an example."""
    others = [
        (one, other)
        for one, other in find_partners(corpus, Match.OVERLAP, 0, 1)
        if one not in group_of or group_of[one] != group_of.get(other)
    ]
    if not others:
        return ", and no others"
    first, second = (_quote_words(corpus, span, texts) for span in others[0])
    return (
        f", but also {numerals.count(len(others), 'other span')} with another that overlaps, such as {first} "
        f"with {second}: nested phrases may mean different things"
    )


def find_flaws_for_review(
    corpus: Corpus, roles: Sequence[str], besides: Sequence[int] = ()
) -> Iterator[Notice]:
    """Yield the flaws that a reviewer should know; the others are for ``coala lint``.

    A reviewer needs to know why bags differ that should not, or why they are too large. A few spans that cut
    words have neither effect, nor do near-duplicates that both graphs have. ``besides`` has the
    number of mentions of each graph that the corpus lacks; they count when chains are measured.
    """
    mentioned = np.stack([corpus.mentioned(0), corpus.mentioned(1)])
    alone = mentioned[0] != mentioned[1]
    cuts_of = [
        _cut_words(corpus, _sample(np.flatnonzero(corpus.mentioned(number))), corpus.texts_of(number))
        for number in range(len(roles))
    ]
    for number, role in enumerate(roles):
        graph = corpus.graphs[number]
        texts = corpus.texts_of(number)
        spans = np.flatnonzero(corpus.mentioned(number))
        cuts = cuts_of[number]
        cut = cuts.notice() if cuts.has_wrong_offsets(*cuts_of) else None
        twice = _find_near_duplicates(corpus, spans, texts, alone) if number < len(mentioned) else ()
        large = _find_large_chains(corpus, number, texts, besides[number] if besides else 0)
        for notice in (*([cut] if cut else []), *twice, *large):
            yield notice.found_in(role, graph.path)
    yield from find_flaws_between(corpus, roles)


def _find_offset_flaws(corpus: Corpus, number: int, role: str) -> Iterator[Notice]:
    """Yield a notice if the offsets of a graph do not fit texts that only the other graph has."""
    own, other = corpus.texts_of(number), corpus.texts_of(1 - number)
    borrowed = [text if mine is None else None for mine, text in zip(own, other, strict=True)]
    known = np.array([text is not None for text in borrowed], dtype=bool)
    if not known.any():
        return
    # If the other graph cuts as many words of these texts, the script is the cause.
    cuts, others = (
        _cut_words(corpus, _sample(spans[known[corpus.document[spans]]]), borrowed)
        for spans in (np.flatnonzero(corpus.mentioned(graph)) for graph in (number, 1 - number))
    )
    if cuts.has_wrong_offsets(others) and (notice := cuts.notice()):
        yield notice.found_in(role, corpus.graphs[number].path)


def _sample(spans: Integers) -> Integers:
    """Return at most ``ENOUGH_SPANS`` of the spans, evenly spaced."""
    return spans[:: len(spans) // ENOUGH_SPANS + 1]


def _cut_words(corpus: Corpus, spans: Integers, texts: DocumentTexts) -> CutWords:
    cuts = CutWords()
    # A span without a place was annotated in another text.
    for _, document, begin, end in list_spans(corpus, spans[~corpus.unplaced[spans]]):
        cuts.add(texts[document], begin, end, corpus.documents[document])
    return cuts


def _find_near_duplicates(
    corpus: Corpus, spans: Integers, texts: DocumentTexts, alone: Booleans | None = None
) -> Iterator[Notice]:
    """Yield a notice of near-duplicates; with ``alone`` only of groups with one of these spans."""
    if alone is not None:
        # Near spans are in one document, and most documents have no span of ``alone``.
        spans = spans[np.isin(corpus.document[spans], corpus.document[spans[alone[spans]]])]
    groups = [
        group
        for group in find_near_spans(corpus, spans, texts)
        if alone is None or any(alone[span] for span in group)
    ]
    if groups:
        examples = [
            " and ".join(_quote_span(corpus, span, texts) for span in group)
            for group in groups[:MOST_EXAMPLES]
        ]
        yield make_notice("near-duplicate-spans", sum(len(group) - 1 for group in groups), examples)


def _find_large_chains(
    corpus: Corpus, number: int, texts: DocumentTexts, besides: int = 0
) -> Iterator[Notice]:
    mentions = len(corpus.mentions[number]) + besides
    sizes = np.bincount(corpus.instances[number])
    large = np.flatnonzero((sizes >= LARGE_CHAIN) & (sizes >= LARGE_SHARE * mentions))
    if len(large):
        examples = [
            f"{int(sizes[instance]):,} mentions of {_name_instance(corpus, number, instance, texts)}"
            for instance in large.tolist()
        ]
        yield make_notice("large-chain", len(large), examples, mentions=f"{mentions:,}")


def _name_instance(corpus: Corpus, number: int, instance: int, texts: DocumentTexts) -> str:
    graph = corpus.graphs[number]
    if graph.names[instance]:
        return f"<{readable(graph.names[instance])}>"
    return _quote_span(
        corpus, int(corpus.mentions[number][corpus.instances[number] == instance].min()), texts
    )


def _quote_words(corpus: Corpus, number: int, texts: DocumentTexts) -> str:
    """Return the words of a span; its place where its text is not known."""
    span = corpus.span(number)
    text = texts[int(corpus.document[number])]
    if text is None:
        return _quote_span(corpus, number, texts)
    return f"“{readable(' … '.join(text[begin:end] for begin, end in span.parts))}”"


def _quote_span(corpus: Corpus, number: int, texts: DocumentTexts) -> str:
    span = corpus.span(number)
    text = texts[int(corpus.document[number])]
    return quote_span(text, span.begin, span.end, span.document)


DocumentTexts = Sequence[str | None]
"""The text of each document of the corpus, None where it is not known."""

# Blanks and the punctuation of the languages below, including typographic quotes and dashes, but without
# signs that change the meaning ($, %, +).
_EDGE = (
    " \t\n\r\f\v\u00a0\u2009\u202f\u3000!\"'(),-./:;?[]_`{}\u00a1\u00ab\u00bb\u00bf‐‑‒–—‘’‚‛“”„‟…‹›、。「」"
)

# Articles and demonstratives of the main languages of coreference corpora. A word with another meaning in
# another language does no harm: both spans must have been annotated.
_DETERMINERS = (
    "the a an this that these those "  # English
    "der die das dem den des ein eine einem einen einer eines "  # German
    "le la les un une des "  # French
    "el los las una unos unas lo il gli uno "  # Spanish and Italian
    "de het een"  # Dutch
)
_DETERMINER = re.compile(rf"(?:{'|'.join(sorted(set(_DETERMINERS.split())))})\s+|l['’]", re.IGNORECASE)

# The farthest that begins or ends of equal cores are apart: a determiner, a blank and a few quotation marks.
_FARTHEST = 16

# The number of spans converted to Python integers at once: fast, and a few megabytes.
_CHUNK = 50_000


def find_near_spans(corpus: Corpus, spans: Integers, texts: DocumentTexts) -> list[list[int]]:
    """Return groups of at least two of the given spans with one core, in the order of their first spans.

    ``spans`` are distinct numbers in ascending order. Spans with gaps, and those of documents whose text is
    not known, are skipped. The time is nearly linear, since only spans that are close to another are
    examined.
    """
    plain = spans[corpus.shape[spans] < 0]
    is_near = _has_neighbour(corpus, plain, corpus.begin) & _has_neighbour(corpus, plain, corpus.end)
    close = plain[is_near & _overlaps_another(corpus, plain)]
    near: list[list[int]] = []
    for document, of_document in groupby(list_spans(corpus, close), key=itemgetter(1)):
        text = texts[document]
        if text is None:
            continue
        groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for span, _, begin, end in of_document:
            first, last = find_core(text, begin, end)
            if first < last:
                groups[first, last].append(span)
        near += sorted(group for group in groups.values() if len(group) > 1)
    return near


def find_core(text: str, begin: int, end: int) -> tuple[int, int]:
    """Return begin and end of a span without its determiner and without blanks and punctuation around it."""
    words = text[begin:end].rstrip(_EDGE)
    end = begin + len(words)
    begin = end - len(words.lstrip(_EDGE))
    if determiner := _DETERMINER.match(text, begin, end):
        begin = end - len(text[determiner.end() : end].lstrip(_EDGE))
    return begin, end


def list_spans(corpus: Corpus, spans: Integers) -> Iterator[tuple[int, int, int, int]]:
    """Yield number, document, begin and end of each span."""
    for start in range(0, len(spans), _CHUNK):
        some = spans[start : start + _CHUNK]
        columns = (some, corpus.document[some], corpus.begin[some], corpus.end[some])
        yield from zip(*(column.tolist() for column in columns), strict=True)


def _has_neighbour(corpus: Corpus, spans: Integers, offsets: Integers) -> Booleans:
    """Return the mask of spans with another one in their document whose offset is close.

    ``offsets`` are the begins or the ends of all spans of the corpus.
    """
    document, offset = corpus.document[spans], offsets[spans]
    order = np.argsort(pack(document, offset))
    near = (np.diff(document[order]) == 0) & (np.diff(offset[order]) <= _FARTHEST)
    has_neighbour = np.zeros(len(spans), bool)
    has_neighbour[order[1:]] = near
    has_neighbour[order[:-1]] |= near
    return has_neighbour


def _overlaps_another(corpus: Corpus, spans: Integers) -> Booleans:
    """Return which spans have a character in common with another one, as spans with equal cores do."""
    # Offsets in one long text in which the documents follow each other.
    room = int(corpus.end[spans].max(initial=0)) + 1
    begin, end = (corpus.document[spans] * room + offsets[spans] for offsets in (corpus.begin, corpus.end))
    meets = np.zeros(len(spans), bool)
    # Spans are in the order of their begins: each may overlap the next one, or any earlier one.
    meets[:-1] = begin[1:] < end[:-1]
    meets[1:] |= begin[1:] < np.maximum.accumulate(end)[:-1]
    return meets

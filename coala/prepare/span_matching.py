"""Matching of spans that mean the same mention although their extents differ.

There are three modes (``--match``):

- ``overlap``: two spans of one document that overlap by more than half of the shorter one.
- ``min`` (MUC-6): a response span that contains the minimum of the key span and is within its full extent.
- ``head`` (CorefUD): two spans with equal heads or minima, which both must state.

Two spans are joined only if each is the other's best partner: fewest code points that only one of them has,
then the earlier one. (With "most shared" instead, a wide span would attract every span inside it, and nested
phrases that both systems have would not be matched.) Equal spans are one span already and need no partner.

A joined span takes the extent of the first graph that has it. All later steps only see equal spans. Spans of
one graph are never joined with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Booleans, Integers
from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import readable
from coala.model.columns import is_in
from coala.model.corpus import Corpus
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.options import Match
from coala.model.values import Span

_GOLD = 2

# The number of pairs examined at once: fast, and 100 MB at most.
_CHUNK = 1_000_000

# With fewer overlapping pairs, examining all of them is faster than finding the nearest of each span.
_MANY_PAIRS = 4_000_000

# The number of nearest spans that are examined first. The second one is for the spans whose best partner may
# not be among the first ones.
_NEAREST = (4, 32)


class MatchedSpan(NamedTuple):
    """A span of one graph that counts as a span of an earlier graph."""

    graph: int  # the place of the graph among the graphs
    kept: Span  # the span that it counts as
    extent: Span  # the span itself
    words: str | None = None  # its words, if the graph states them


def match_spans(corpus: Corpus, mode: Match) -> Integers:
    """Return for each span the one that it counts as: itself, or a span of an earlier graph.

    The graphs are two (baseline or key first) or three (baseline, changed, gold). Baseline and changed are
    joined first, so that gold does not decide what diverges. The exception is the mode ``min``, in which two
    spans that gold's span covers become one.
    """
    counts_as = np.arange(corpus.spans)
    if mode is Match.EXACT:
        return counts_as
    # Which graph (row) has which span (column).
    is_in_graph = np.stack([corpus.mentioned(graph) for graph in range(len(corpus.graphs))])
    # Key and response in each pair; with three graphs, gold is the key of either system.
    pairs = [(0, 1), (2, 0), (2, 1)] if len(corpus.graphs) > 2 else [(0, 1)]
    classes = _JoinedClasses(is_in_graph)
    for key, response in pairs:
        for one, other in find_partners(corpus, mode, key, response):
            classes.join(one, other)
    for members in classes.members():
        # The span of the first graph that has one; ``argmax`` is the first graph with the span.
        counts_as[members] = min(members, key=lambda span: int(np.argmax(is_in_graph[:, span])))
    return counts_as


def find_partners(corpus: Corpus, mode: Match, key: int, response: int) -> list[tuple[int, int]]:
    """Return the pairs of a span of the graph ``key`` and one of ``response`` that a mode joins."""
    # Only spans with characters in the text are matched, and only those that one of the two graphs has.
    has_text = ~corpus.zeros & ~corpus.unplaced
    in_key, in_response = corpus.mentioned(key), corpus.mentioned(response)
    free = in_key & ~in_response & has_text, in_response & ~in_key & has_text
    return _find_best_partners(corpus, free, mode, _list_minima(corpus, key), _list_minima(corpus, response))


def list_joined_spans(corpus: Corpus, counts_as: Integers) -> tuple[MatchedSpan, ...]:
    """List the spans of each graph that count as another, by graph, then in the order of the kept spans."""
    joined = np.flatnonzero(counts_as != np.arange(corpus.spans))
    joined = joined[np.argsort(counts_as[joined])]
    return tuple(
        MatchedSpan(
            graph, corpus.span(int(counts_as[span])), corpus.span(span), corpus.words[graph].get(span)
        )
        for graph in range(len(corpus.graphs))
        for span in joined[corpus.mentioned(graph)[joined]].tolist()
    )


def note_joined_spans(
    corpus: Corpus, joined: Sequence[MatchedSpan], roles: Sequence[str], mode: Match
) -> Iterator[Notice]:
    """Yield how many spans of each graph were joined with a span of an earlier one, with examples."""
    if mode is Match.MIN and not any(corpus.minimums):
        yield make_notice("no-minimum")
    if mode is Match.HEAD:
        for role, heads in zip(roles, corpus.minimums, strict=True):
            if not heads:
                yield make_notice("no-head", role=role)
    for graph, role in enumerate(roles):
        rows = [row for row in joined if row.graph == graph]
        if rows:
            examples = [
                f"{_format_place(row.extent)} with {_format_place(row.kept)} in {row.kept.document}"
                for row in rows[:MOST_EXAMPLES]
            ]
            yield make_notice("spans-joined", len(rows), examples, role=role, mode=mode.value)


class LeftOutMentions(NamedTuple):
    """The optional mentions of one graph that another one lacks, so that they do not count."""

    graph: int  # the place of the graph that has them
    lacking: int  # the place of the graph that lacks them
    rows: Integers  # rows of the mentions of ``graph``
    examples: tuple[Span, ...]  # the first of them
    words: tuple[str | None, ...]  # the words of the examples, where they are known


def leave_out_optionals(corpus: Corpus) -> tuple[LeftOutMentions, ...]:
    """Find the optional mentions of a graph that another lacks; of three, gold is compared with each."""
    pairs: tuple[tuple[int, int], ...] = ((0, 1), (1, 0))
    if len(corpus.graphs) > _GOLD:
        pairs = ((_GOLD, 0), (_GOLD, 1), (0, _GOLD), (1, _GOLD))
    found = (_find_left_out(corpus, graph, other) for graph, other in pairs)
    return tuple(left_out for left_out in found if len(left_out.rows))


def _find_left_out(corpus: Corpus, graph: int, other: int) -> LeftOutMentions:
    optional = np.array(sorted(corpus.graphs[graph].optional), dtype=np.int64)
    rows = optional[~np.isin(corpus.mentions[graph][optional], corpus.mentions[other])]
    shown = corpus.mentions[graph][rows[:MOST_EXAMPLES]].tolist()
    texts = corpus.texts_of() if shown else []
    words = (
        corpus.words[graph].get(span)
        if (text := texts[int(corpus.document[span])]) is None
        else " … ".join(text[begin:end] for begin, end in corpus.span(span).parts)
        for span in shown
    )
    return LeftOutMentions(graph, other, rows, tuple(map(corpus.span, shown)), tuple(words))


def describe_left_out(span: Span, words: str | None) -> str:
    """Describe a span by words and place, so that a user can find it."""
    place = f"{_format_place(span)} in {span.document}"
    return f"“{readable(words)}” ({place})" if words else place


def note_optionals_left_out(left_out: Iterable[LeftOutMentions], roles: Sequence[str]) -> Iterator[Notice]:
    """Yield a notice of the optional mentions that do not count since one side lacks them."""
    for row in left_out:
        examples = [describe_left_out(*example) for example in zip(row.examples, row.words, strict=True)]
        yield make_notice(
            "optional-left-out", len(row.rows), examples, role=roles[row.graph], lacking=roles[row.lacking]
        )


class _JoinedClasses:
    """The spans that are joined; a class never has two spans of one graph."""

    def __init__(self, is_in_graph: Booleans) -> None:
        self._sets = DisjointSets()
        # The graphs that have each span, as bits: 0b101 for graphs 0 and 2.
        bits = (1 << np.arange(len(is_in_graph)))[:, None]
        self._graphs: list[int] = (is_in_graph * bits).sum(axis=0).tolist()

    def join(self, one: int, other: int) -> None:
        """Join two spans, unless their classes have spans of the same graph."""
        graphs = self._graphs[self._sets.find(one)], self._graphs[self._sets.find(other)]
        if not graphs[0] & graphs[1]:
            self._graphs[self._sets.join(one, other)] = graphs[0] | graphs[1]

    def members(self) -> list[list[int]]:
        return self._sets.members()


def _find_best_partners(
    corpus: Corpus,
    free: tuple[Booleans, Booleans],
    mode: Match,
    minima: tuple[Integers, Integers],
    heads: tuple[Integers, Integers],
) -> list[tuple[int, int]]:
    """Return pairs of a key and a response span that are each other's best partner, by key span.

    ``free`` are the masks of the spans to pair, of key and response. ``minima`` are those of the key,
    ``heads`` those of the response.
    """
    length = _measure_lengths(corpus)
    key, response = np.flatnonzero(free[0]), np.flatnonzero(free[1])
    # ``best[side, span]`` is the best partner so far and how good it is, in one number: closeness times the
    # number of spans, plus a part that is larger for earlier partners (spans are numbered in their order). So
    # the larger number is the better partner, and ``np.maximum`` keeps it.
    earlier = np.arange(corpus.spans)[::-1]
    farthest = 2 * int(length.max(initial=0))
    best = np.full((2, corpus.spans), -1, dtype=np.int64)

    def examine(one: Integers, other: Integers) -> None:
        """Note pairs of a key and a response span as partners, if the mode lets them match."""
        shared = _count_shared(corpus, one, other)
        if mode is Match.OVERLAP:
            good = 2 * shared > np.minimum(length[one], length[other])
        elif mode is Match.HEAD:
            good = (minima[0][one] >= 0) & (minima[0][one] == heads[0][other])
            good &= minima[1][one] == heads[1][other]
        else:
            good = _covers_minimum(corpus, one, other, shared == length[other], minima)
        one, other = one[good], other[good]
        closeness = farthest - length[one] - length[other] + 2 * shared[good]
        np.maximum.at(best[0], one, closeness * corpus.spans + earlier[other])
        np.maximum.at(best[1], other, closeness * corpus.spans + earlier[one])

    def can_be_beaten(side: int, spans: Integers, distance: npt.NDArray[np.float64]) -> Booleans:
        """Return for each span whether a partner at this distance could be its best one."""
        found = best[side, spans]
        beaten: Booleans = (found < 0) | (farthest - found // max(corpus.spans, 1) >= distance)
        return beaten & np.isfinite(distance)

    # The spans whose best partner may not have been examined yet: all of them, or few of very many.
    undecided: tuple[Integers, Integers] = key, response
    if _has_many_overlaps(corpus, key, response):
        undecided = _examine_nearest(corpus, (key, response), examine, can_be_beaten)
    for pairs in (
        _find_overlapping(corpus, undecided[0], response),
        _find_overlapping(corpus, key[~is_in(key, undecided[0])], undecided[1]),
    ):
        for one, other in pairs:
            examine(one, other)
    # The number of the best partner, read back from ``best``; -1 for none.
    wanted = np.where(best >= 0, corpus.spans - 1 - best % max(corpus.spans, 1), -1)
    agreed = key[(wanted[0, key] >= 0) & (wanted[1, wanted[0, key]] == key)]
    return list(zip(agreed.tolist(), wanted[0, agreed].tolist(), strict=True))


def _covers_minimum(
    corpus: Corpus, key: Integers, response: Integers, within: Booleans, minima: tuple[Integers, Integers]
) -> Booleans:
    """Return the mask of pairs in which the response is ``within`` the key, and covers its minimum."""
    low, high = minima[0][key], minima[1][key]
    fitting: Booleans = within & (low >= 0)
    fitting &= (corpus.begin[response] <= low) & (high <= corpus.end[response])
    for row in np.flatnonzero(fitting & (corpus.shape[response] >= 0)).tolist():
        parts = corpus.span(int(response[row])).parts
        fitting[row] = any(begin <= low[row] and high[row] <= end for begin, end in parts)
    return fitting


def _measure_lengths(corpus: Corpus) -> Integers:
    """Return the number of code points of each span, without its gaps."""
    length: Integers = corpus.end - corpus.begin
    for span in np.flatnonzero(corpus.shape >= 0).tolist():
        length[span] = sum(end - begin for begin, end in corpus.span(span).parts)
    return length


def _count_shared(corpus: Corpus, one: Integers, other: Integers) -> Integers:
    """Return the number of code points that each pair of overlapping spans shares."""
    shared: Integers = np.minimum(corpus.end[one], corpus.end[other])
    shared -= np.maximum(corpus.begin[one], corpus.begin[other])
    for row in np.flatnonzero((corpus.shape[one] >= 0) | (corpus.shape[other] >= 0)).tolist():
        parts = [corpus.span(int(spans[row])).parts for spans in (one, other)]
        shared[row] = sum(
            max(0, min(end, last) - max(begin, first)) for begin, end in parts[0] for first, last in parts[1]
        )
    return shared


def _find_overlapping(
    corpus: Corpus, first: Integers, second: Integers
) -> Iterator[tuple[Integers, Integers]]:
    """Yield every pair of spans whose outer extents overlap, once, in chunks."""
    # Offsets in one long text in which the documents follow each other.
    width = int(corpus.end.max(initial=0)) + 2
    begin, end = corpus.document * width + corpus.begin, corpus.document * width + corpus.end
    # Spans are numbered in the order of document and begin, so both columns are sorted by begin.
    for one, other in _find_starting_within(begin, end, first, second, "left"):
        yield one, other
    for other, one in _find_starting_within(begin, end, second, first, "right"):
        yield one, other


def _has_many_overlaps(corpus: Corpus, first: Integers, second: Integers) -> bool:
    """Return True if more than ``_MANY_PAIRS`` plain spans overlap: then the nearest are examined first."""
    spans = np.concatenate([first, second])
    if (corpus.shape[spans] >= 0).any() or (corpus.begin[spans] == corpus.end[spans]).any():
        return False
    width = int(corpus.end.max(initial=0)) + 2
    begin, end = corpus.document * width + corpus.begin, corpus.document * width + corpus.end
    pairs = 0
    for outer, inner in ((first, second), (second, first)):
        low, high = (np.searchsorted(begin[inner], edge[outer]) for edge in (begin, end))
        pairs += int((high - low).sum())
    return pairs > _MANY_PAIRS


def _examine_nearest(
    corpus: Corpus,
    sides: tuple[Integers, Integers],
    examine: Callable[[Integers, Integers], None],
    can_be_beaten: Callable[[int, Integers, npt.NDArray[np.float64]], Booleans],
) -> tuple[Integers, Integers]:
    """Examine the nearest spans of the other side; return the spans whose best partner may be farther away.

    The number of code points that only one of two overlapping spans has is the distance of their begins plus
    that of their ends.
    """
    from scipy.spatial import cKDTree

    # Documents are farther apart than any two spans of one document.
    away = corpus.document * (4 * (int(corpus.end.max()) + 1))
    points = np.stack([away + corpus.begin, away + corpus.end], axis=1).astype(np.float64)
    left_open = []
    for side, other in ((0, 1), (1, 0)):
        tree = cKDTree(points[sides[other]])
        spans = sides[side]
        for nearest in _NEAREST:
            distance, place = tree.query(points[spans], k=nearest, p=1)
            row, column = np.nonzero(np.isfinite(distance))
            one, partner = spans[row], sides[other][place[row, column]]
            overlapping = corpus.document[one] == corpus.document[partner]
            overlapping &= np.maximum(corpus.begin[one], corpus.begin[partner]) < np.minimum(
                corpus.end[one], corpus.end[partner]
            )
            pair = one[overlapping], partner[overlapping]
            examine(pair[side], pair[other])
            spans = spans[can_be_beaten(side, spans, distance[:, -1])]
            if not len(spans):
                break
        left_open.append(spans)
    return left_open[0], left_open[1]


def _find_starting_within(
    begin: Integers, end: Integers, outer: Integers, inner: Integers, side: str
) -> Iterator[tuple[Integers, Integers]]:
    """Yield pairs of an outer and an inner span that begins inside it ("right": after its first place).

    For each outer span, these are ``count`` inner spans from ``start`` on, since both are sorted by begin.
    """
    starts = begin[inner]
    start = np.searchsorted(starts, begin[outer], side="left" if side == "left" else "right")
    count = np.maximum(np.searchsorted(starts, end[outer], side="left") - start, 0)
    total = np.cumsum(count)
    # Cut the outer spans into chunks with about ``_CHUNK`` pairs each.
    cuts = np.searchsorted(total, np.arange(_CHUNK, (total[-1] if len(total) else 0) + _CHUNK, _CHUNK)) + 1
    for low, high in pairwise([0, *np.unique(np.minimum(cuts, len(outer))).tolist()]):
        # One element for each pair: counts 2 and 3 give row 0 0 1 1 1 and offset 0 1 0 1 2.
        size = count[low:high]
        row = np.repeat(np.arange(low, high), size)
        offset = np.arange(len(row)) - np.repeat(np.cumsum(size) - size, size)
        yield outer[row], inner[start[row] + offset]


def _list_minima(corpus: Corpus, key: int) -> tuple[Integers, Integers]:
    """Return begin and end of the minimum of each span, -1 where it has no minimum."""
    low, high = np.full(corpus.spans, -1, dtype=np.int64), np.full(corpus.spans, -1, dtype=np.int64)
    for span, (begin, end) in corpus.minimums[key].items():
        low[span], high[span] = begin, end
    return low, high


def _format_place(span: Span) -> str:
    return ";".join(f"{begin}–{end}" for begin, end in span.parts)

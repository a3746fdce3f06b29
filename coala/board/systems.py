"""Scores of several systems against one key, with paired intervals, and the links that they share.

The first system is compared with each of the others, all with the key as gold. Joint bags are drawn for all
of them, so that intervals are paired (``board.statistics``); p is adjusted by Holm over the systems.

Links join a mention to the one before it in its chain. A link of the key is *found* by each system that has
both mentions in one chain. A link of a system is *wrong* if the key does not have both in one chain; a system
*makes* it if it has both in one chain itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.board.board import BoardResampling, MetricDeltas
from coala.board.statistics import find_deltas, number_spans, resample_columns
from coala.diff.names import choose_label
from coala.engine.compare import Comparison, compare_graphs
from coala.engine.score import Scored, ScoreRequest, score_graphs
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import DEFAULTS, Match, Options, with_forms
from coala.reading.read import ReadingProgress, read_graphs
from coala.scores.findings import Bounds
from coala.scores.ratio import Score

_MOST_CHAINS = 10
"""The most chains of the key whose parts are listed."""


class ScoredSystem(NamedTuple):
    """A system: its scores and intervals of F1 by metric, and its changes against the first system."""

    path: str
    scores: Mapping[str, Score]
    f1: Mapping[str, Bounds]
    deltas: Mapping[str, MetricDeltas]  # empty for the first system


class LinkCount(NamedTuple):
    """A set of systems, by their numbers from 0, and the number of links that exactly these have."""

    systems: tuple[int, ...]
    links: int


class PartedChain(NamedTuple):
    """A chain of the key: its first words, its size, and the number of its parts in each system.

    A part is the set of its mentions in one chain of the system, or a mention that the system lacks (p(S) of
    Vilain et al. 1995). A chain of n parts lacks n - 1 links.
    """

    words: str
    document: str
    mentions: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class ScoredSystems:
    """Several systems against one key."""

    key: str
    systems: tuple[ScoredSystem, ...]
    resampling: BoardResampling
    notices: tuple[Notice, ...]
    found: tuple[LinkCount, ...]
    """Links of the key by the systems that find them; () where no system does. Largest first."""
    wrong: tuple[LinkCount, ...]
    """Wrong links by the systems that make them."""
    parted: tuple[PartedChain, ...]
    """Chains of the key that the systems divide most differently."""
    match: Match = Match.EXACT
    sliced: tuple[Scored, ...] = ()
    """Further tables of each system, if they were requested."""


def score_systems(
    key: str,
    responses: Sequence[str],
    request: ScoreRequest | None = None,
    *,
    options: Options = DEFAULTS,
    progress: Callable[[ReadingProgress], None] | None = None,
) -> ScoredSystems:
    """Read and score systems against a key; with a ``request`` the further tables of each, too.

    Raises:
        CoalaError: a system is given twice, a graph cannot be used, or a table cannot be made.
    """
    if len(set(responses)) < len(responses):
        twice = next(path for path in responses if responses.count(path) > 1)
        raise CoalaError(f"{twice}: this response is given twice. Give each system once.")
    if request is not None and "form" in request.by:
        options = with_forms(options)
    gold, *graphs = read_graphs(
        [key, *responses],
        options.reading,
        progress=progress,
        may_be_empty=range(1, 1 + len(responses)),
    )
    scored = score_read_systems(gold, graphs, options=options)
    if request is None:
        return scored
    sliced = tuple(score_graphs(gold, graph, request, options=options) for graph in graphs)
    return replace(scored, sliced=sliced)


def score_read_systems(gold: Graph, graphs: Sequence[Graph], *, options: Options = DEFAULTS) -> ScoredSystems:
    """Score systems that have been read, as ``score_systems`` does."""
    first, *others = graphs
    comparisons = [compare_graphs(first, other, gold, options=options, resampled=False) for other in others]
    # The sums are freed by the resampling, so the partitions are kept.
    partitions = [_take_partitions(comparison) for comparison in comparisons]
    drawn, resampling = resample_columns(comparisons)
    deltas = find_deltas(drawn)
    scores = [comparison.summary.scores for comparison in comparisons]
    systems = [
        ScoredSystem(
            first.path,
            scores[0]["baseline"],
            {metric: each.baseline_f1 for metric, each in drawn[0].metrics.items()},
            {},
        ),
        *(
            ScoredSystem(
                other.path,
                own["changed"],
                {metric: each.changed_f1 for metric, each in resampled.metrics.items()},
                change,
            )
            for other, own, resampled, change in zip(others, scores, drawn, deltas, strict=True)
        ),
    ]
    classes = _align_classes(comparisons, partitions)
    return ScoredSystems(
        key=gold.path,
        systems=tuple(systems),
        resampling=resampling,
        notices=tuple(_list_notices(comparisons)),
        found=_count_found(classes),
        wrong=_count_wrong(classes),
        parted=_find_parted(comparisons[0], classes),
        match=options.match,
    )


class _Partitions(NamedTuple):
    """Classes of a comparison's spans in the key and in both systems; -1 is no class."""

    key: Integers
    baseline: Integers
    changed: Integers


def _take_partitions(comparison: Comparison) -> _Partitions:
    assessment = comparison.assessment
    return _Partitions(
        assessment.now.key.classes, assessment.before.response.classes, assessment.now.response.classes
    )


class _Classes(NamedTuple):
    """Classes of the spans of all graphs, in the order of the text, in the key and in each system.

    Spans of documents that not all systems have are in no class. ``first_corpus`` has the number of each span
    of the first comparison.
    """

    key: Integers
    systems: tuple[Integers, ...]
    first_corpus: Integers


def _align_classes(comparisons: Sequence[Comparison], partitions: Sequence[_Partitions]) -> _Classes:
    numbers = number_spans([comparison.corpus for comparison in comparisons])
    count = 1 + max(int(each.max(initial=-1)) for each in numbers)

    def spread(number: Integers, classes: Integers) -> Integers:
        found = np.full(count, -1, np.int64)
        found[number] = classes
        return found

    return _Classes(
        spread(numbers[0], partitions[0].key),
        (
            spread(numbers[0], partitions[0].baseline),
            *(spread(number, each.changed) for number, each in zip(numbers, partitions, strict=True)),
        ),
        numbers[0],
    )


def _link_neighbours(classes: Integers) -> tuple[Integers, Integers]:
    """Return each span with the one before it in its class, as two arrays."""
    spans = np.flatnonzero(classes >= 0)
    order = spans[np.argsort(classes[spans], kind="stable")]
    same = classes[order[1:]] == classes[order[:-1]]
    return order[:-1][same], order[1:][same]


def _find_joining(systems: Sequence[Integers], before: Integers, after: Integers) -> Iterator[Integers]:
    """Yield for each system which links it has: both spans in one class."""
    for classes in systems:
        yield (classes[before] >= 0) & (classes[before] == classes[after])


def _count_subsets(has: Sequence[Integers], links: int) -> tuple[LinkCount, ...]:
    """Count links by the systems that have them, the most frequent set first."""
    rows = np.stack(has, axis=1) if has else np.zeros((links, 0), bool)
    counts = Counter(tuple(np.flatnonzero(row).tolist()) for row in rows)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], len(item[0]), item[0]))
    return tuple(LinkCount(systems, number) for systems, number in ordered)


def _count_found(classes: _Classes) -> tuple[LinkCount, ...]:
    before, after = _link_neighbours(classes.key)
    return _count_subsets(list(_find_joining(classes.systems, before, after)), len(before))


def _count_wrong(classes: _Classes) -> tuple[LinkCount, ...]:
    pairs = [np.stack(_link_neighbours(each), axis=1) for each in classes.systems]
    links = np.unique(np.concatenate(pairs), axis=0)
    before, after = links[:, 0], links[:, 1]
    right = (classes.key[before] >= 0) & (classes.key[before] == classes.key[after])
    before, after = before[~right], after[~right]
    return _count_subsets(list(_find_joining(classes.systems, before, after)), len(before))


def _find_parted(comparison: Comparison, classes: _Classes) -> tuple[PartedChain, ...]:
    """Return the chains of the key whose numbers of parts differ most between systems."""
    inside = np.flatnonzero(classes.key >= 0)
    count = int(classes.key.max(initial=-1)) + 1
    # A span that a system lacks is a part of its own: it gets a number beyond those of the classes.
    parts = np.empty((count, len(classes.systems)), np.int64)
    for place, own in enumerate(classes.systems):
        alone = int(own.max(initial=-1)) + 1 + np.arange(len(inside))
        part = np.where(own[inside] >= 0, own[inside], alone)
        pairs = np.unique(np.stack([classes.key[inside], part], axis=1), axis=0)
        parts[:, place] = np.bincount(pairs[:, 0], minlength=count)
    sizes = np.bincount(classes.key[inside], minlength=count)
    spread = parts.max(axis=1) - parts.min(axis=1) if count else np.zeros(0, np.int64)
    order = np.lexsort((np.arange(count), -parts.sum(axis=1), -spread))[:_MOST_CHAINS]
    corpus, texts = comparison.corpus, comparison.corpus.texts_of(0, 1, 2)
    span_of = {int(number): place for place, number in enumerate(classes.first_corpus.tolist())}
    found = []
    for chain in order.tolist():
        if not spread[chain]:
            break
        members = inside[classes.key[inside] == chain]
        span = corpus.span(span_of[int(members[0])])
        words = choose_label(None, (corpus.words_of(span_of[int(each)], texts) for each in members), "")
        found.append(PartedChain(words, span.document, int(sizes[chain]), tuple(parts[chain].tolist())))
    return tuple(found)


def _list_notices(comparisons: Sequence[Comparison]) -> Iterator[Notice]:
    """Yield the notices: about a graph once; about two graphs, with the name of the second.

    A notice that all comparisons have in the same words is yielded once, without a name.
    """
    said = Counter(
        (notice.code, notice.sentence)
        for comparison in comparisons
        for notice in comparison.summary.notices
        if not notice.path
    )
    seen: set[tuple[str, str]] = set()
    for comparison in comparisons:
        name = comparison.summary.changed.path
        for notice in comparison.summary.notices:
            is_named = not notice.path and said[notice.code, notice.sentence] < len(comparisons)
            key = notice.code, notice.path or notice.sentence
            if is_named:
                yield notice._replace(sentence=f"{name}: {notice.sentence}")
            elif key not in seen:
                seen.add(key)
                yield notice

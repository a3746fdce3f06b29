"""Joint bags, intervals, marginal links and interactions of a board.

A board has several comparisons of two graphs, its columns: each shows what one component does in one role,
such as leaving it out. A bag is a group of chains of both graphs that share mentions. A *joint bag* is the
same over several comparisons: it is closed under gold and all their graphs, so no chain of any of them
crosses its border. Two uses are made from it:

- Over all columns, it shows where components meet (``find_interactions``).
- Over the columns of one role, it is the unit of the bootstrap (``resample_columns``). The same joint bags
  are drawn for all columns, so that columns are compared as pairs. Columns of other roles do not count, since
  the whole system joins what single components leave apart. If one joint bag has most of the spans, each
  column draws its own bags instead, as ``coala diff`` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.components import find_components
from coala.base.statistics import adjust_by_holm
from coala.board.board import (
    Board,
    BoardResampling,
    Delta,
    Interactions,
    JointBag,
    MarginalLinks,
    MetricDeltas,
    ScorePair,
)
from coala.board.plan import Role
from coala.engine.compare import Comparison
from coala.model.columns import number_by_first, number_values, pack
from coala.model.corpus import Corpus
from coala.scores.bootstrap import Paired, bootstrap_together, sum_pairs
from coala.scores.findings import Bootstrap, Difference, Resampling
from coala.scores.ratio import Score


class Added(NamedTuple):
    """What a component adds to all others (``Role.WITHOUT``)."""

    column: int  # the index of its column
    name: str
    f1: Delta  # the change of the F1 of one metric
    links: MarginalLinks

    @property
    def is_significant(self) -> bool:
        """True if the change of the score is significant, over all components."""
        return self.f1.is_established


def find_significant_components(board: Board, metric: str, least: Sequence[Added]) -> list[str]:
    """Return components that add something significant by this metric, but not by that of ``least``.

    ``least`` has components ranked by another metric (``rank_by_least_added``).
    """
    doubtful = {added.column for added in least if not added.is_significant}
    return [
        added.name
        for added in rank_by_least_added(board, metric)
        if added.column in doubtful and added.is_significant and (added.f1.value or 0.0) > 0
    ]


def rank_by_least_added(board: Board, metric: str) -> list[Added]:
    """Return the components by what leaving them out costs, the least first, if that is known."""
    added = []
    for place in board.find_columns(Role.WITHOUT):
        column = board.columns[place]
        deltas = column.deltas.get(metric)
        if deltas is not None and deltas.f1.value is not None and column.links is not None:
            added.append(Added(place, column.name, deltas.f1, column.links))
    return sorted(added, key=lambda each: each.f1.value or 0.0)


def find_rivals(ranked: Sequence[Added], few: int) -> list[Added] | None:
    """Return the components that might add as little as the first ``few``: their intervals overlap.

    None if the first have no intervals.
    """
    least = ranked[:few]
    if any(each.f1.low is None for each in least):
        return None
    return [rival for rival in ranked[few:] if any(_may_overlap(each.f1, rival.f1) for each in least)]


def _may_overlap(one: Delta, other: Delta) -> bool:
    """Return True if two intervals may have a value in common; a missing interval excludes nothing."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return True
    return one.low <= other.high and other.low <= one.high


@dataclass(frozen=True, eq=False)
class Closure:
    """The joint bags of several comparisons, numbered in the order of the text."""

    of_span: tuple[Integers, ...]
    """For each comparison, the joint bag of each span of its corpus; -1 if none of its graphs mentions it."""
    of_bag: tuple[Integers, ...]
    """For each comparison, the joint bag of each of its bags."""
    sizes: Integers
    """The number of spans in each joint bag."""

    @property
    def largest(self) -> float:
        """The share of the spans in the largest joint bag."""
        return int(self.sizes.max(initial=0)) / max(1, int(self.sizes.sum()))


def close_jointly(comparisons: Sequence[Comparison]) -> Closure:
    """Find the joint bags: join all spans that are in one bag of a comparison or in one class of gold.

    These are the connected components of a graph. Its nodes are all spans (0 to ``count`` - 1), then the bags
    of each comparison, closed under gold. An edge joins each span to its bag. Further edges join spans that
    one comparison matched to each other.
    """
    spans = number_spans([comparison.corpus for comparison in comparisons])
    count = 1 + max(int(numbers.max(initial=-1)) for numbers in spans)
    # The two ends of each edge; ``start`` is the first node of a comparison's bags.
    left, right = [], []
    start = count
    for comparison, number in zip(comparisons, spans, strict=True):
        closed = comparison.assessment.closed
        inside = closed.bag >= 0
        left.append(number[inside])
        right.append(closed.bag[inside] + start)
        start += closed.bags
    mentioned = np.zeros(count, dtype=bool)
    mentioned[np.concatenate(left)] = True
    for comparison, number in zip(comparisons, spans, strict=True):
        kept, extent = _find_joined_spans(comparison)
        left.append(number[kept])
        right.append(number[extent])
    component = find_components(np.concatenate(left), np.concatenate(right), start)[:count]
    # Number the components from 0 in the order of the text; -1 for spans that no graph mentions.
    joint = number_by_first(np.where(mentioned, component, -1))
    of_span = tuple(joint[number] for number in spans)
    # A span that only other comparisons mention is in no joint bag of this one.
    of_span = tuple(
        np.where(comparison.assessment.closed.bag >= 0, own, -1)
        for comparison, own in zip(comparisons, of_span, strict=True)
    )
    return Closure(
        of_span=of_span,
        of_bag=tuple(map(_map_bags, comparisons, of_span)),
        sizes=np.bincount(joint[mentioned]),
    )


def number_spans(corpora: Sequence[Corpus]) -> list[Integers]:
    """Return for each corpus the numbers of its spans among the distinct spans of all, in text order."""
    names = sorted({name for corpus in corpora for name in corpus.documents})
    shapes = sorted({shape for corpus in corpora for shape in corpus.shape_values})
    name_number = {name: number for number, name in enumerate(names)}
    shape_number = {shape: number for number, shape in enumerate(shapes)}
    # For each corpus, the columns (document, begin, end, shape) with numbers that all corpora share.
    columns = []
    for corpus in corpora:
        documents = np.array([name_number[name] for name in corpus.documents], dtype=np.int64)
        # The last item is for -1, a span without a shape.
        own_shapes = np.array([*(shape_number[shape] for shape in corpus.shape_values), -1], dtype=np.int64)
        columns.append((documents[corpus.document], corpus.begin, corpus.end, own_shapes[corpus.shape]))
    document, begin, end, shape = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    numbers = number_values(pack(document, begin, end - begin, shape))
    return np.split(numbers, np.cumsum([corpus.spans for corpus in corpora])[:-1])


def _find_joined_spans(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return the spans that the comparison matched to others, as two arrays (kept span, other extent).

    Another column may have the other extent as a span of its own, which must be in the same joint bag.
    """
    if not comparison.joined:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    corpus = comparison.corpus
    number = {corpus.span(place): place for place in range(corpus.spans)}
    pairs = [(number[row.kept], number[row.extent]) for row in comparison.joined]
    corpus.forget_spans()
    kept, extent = np.array(pairs, dtype=np.int64).T
    return kept, extent


def _map_bags(comparison: Comparison, of_span: Integers) -> Integers:
    """Return the joint bag of each bag of a comparison: that of any of its spans."""
    bag = comparison.bags.of_span
    of_bag = np.full(comparison.bags.count, -1, dtype=np.int64)
    of_bag[bag[bag >= 0]] = of_span[bag >= 0]
    return of_bag


MOST_IN_ONE_BAG = 0.5
"""The largest share of spans in one bag; beyond, a resample depends on how often it draws that bag."""


def resample_columns(comparisons: Sequence[Comparison]) -> tuple[list[Resampling], BoardResampling]:
    """Draw the bootstrap of every comparison, all with gold, and return how it was drawn."""
    closure = close_jointly(comparisons)
    joint = closure.largest <= MOST_IN_ONE_BAG
    bags = len(closure.sizes)
    if joint:
        found = bootstrap_together(
            _sum_by_bag(comparison, of_span, bags)
            for comparison, of_span in zip(comparisons, closure.of_span, strict=True)
        )
    else:
        found = [comparison.assessment.resample() for comparison in comparisons]
    samples = min(each.samples for each in found)
    return found, BoardResampling(joint, bags, samples, found[0].seed, closure.largest)


def _sum_by_bag(comparison: Comparison, of_span: Integers, bags: int) -> Iterator[tuple[str, Paired]]:
    """Yield each metric with its sums over the joint bags, and free the sums over spans."""
    assessment = comparison.assessment
    yield from sum_pairs(assessment.now, assessment.before, of_span, bags, assessment.metrics)
    assessment.forget_sums()


def find_deltas(resamplings: Sequence[Resampling]) -> list[dict[str, MetricDeltas]]:
    """Return the changes of every metric in each column, with p adjusted for all of these columns."""
    metrics = resamplings[0].metrics if resamplings else ()
    # For each metric, the three figures, each with a change for each column.
    tables: dict[str, list[list[Delta]]] = {
        metric: [
            _adjust([figure(each.metrics[metric]) for each in resamplings])
            for figure in (_recall, _precision, _f1)
        ]
        for metric in metrics
    }
    return [
        {metric: MetricDeltas(*(deltas[place] for deltas in table)) for metric, table in tables.items()}
        for place in range(len(resamplings))
    ]


def _recall(bootstrap: Bootstrap) -> Difference:
    return bootstrap.recall


def _precision(bootstrap: Bootstrap) -> Difference:
    return bootstrap.precision


def _f1(bootstrap: Bootstrap) -> Difference:
    return bootstrap.f1


def _adjust(differences: Sequence[Difference]) -> list[Delta]:
    """Return the changes of one figure in all columns, with Holm's adjustment of p."""
    adjusted = adjust_by_holm([difference.p for difference in differences])
    return [
        Delta(difference.estimate, difference.low, difference.high, difference.p, holm)
        for difference, holm in zip(differences, adjusted, strict=True)
    ]


_METRIC_OF_LINKS = "muc"


def count_marginal_links(scores: Mapping[str, ScorePair]) -> MarginalLinks | None:
    """Return the links that a column's second graph adds to its first; None without gold.

    MUC's precision is (Σ |R| − |p(R)|) / (Σ |R| − 1), right links over links, where R are the chains and p(R)
    their partition by gold (Vilain et al. 1995). Both are whole numbers of one graph, so their differences
    over steps add up to those of the whole.
    """
    if _METRIC_OF_LINKS not in scores:
        return None
    before, after = scores[_METRIC_OF_LINKS]
    right, made = after.precision.numerator, after.precision.denominator
    if before is not None:
        right, made = right - before.precision.numerator, made - before.precision.denominator
    return MarginalLinks(right, made)


def pair_scores(before: Mapping[str, Score] | None, after: Mapping[str, Score]) -> dict[str, ScorePair]:
    """Return the scores of a column's two graphs, metric by metric."""
    return {metric: ScorePair(before[metric] if before else None, score) for metric, score in after.items()}


def find_interactions(
    joint_bags: Sequence[JointBag],
    columns: Sequence[tuple[str, Role]],
    differing_in_whole: frozenset[int] | None,
) -> Interactions:
    """Find the joint bags that two components need, share or only make together.

    ``columns`` are the columns' names and roles, ``differing_in_whole`` the joint bags in which
    nothing → full has an interesting bag.
    """
    roles = {role for _, role in columns}
    alone = {bag.number for bag in joint_bags if any(columns[place][1] is Role.ONLY for place in bag.columns)}
    return Interactions(
        needed_by_both=_group_by_pair(joint_bags, columns, Role.WITHOUT) if Role.WITHOUT in roles else None,
        redundant=_group_by_pair(joint_bags, columns, Role.ONLY) if Role.ONLY in roles else None,
        emergent=tuple(sorted(differing_in_whole - alone))
        if differing_in_whole is not None and Role.ONLY in roles
        else None,
    )


def _group_by_pair(
    joint_bags: Sequence[JointBag], columns: Sequence[tuple[str, Role]], role: Role
) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return for each pair of components the joint bags that are interesting in both columns of this role."""
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for bag in joint_bags:
        names = [columns[place][0] for place in sorted(bag.columns) if columns[place][1] is role]
        for pair in combinations(names, 2):
            found[pair].append(bag.number)
    order = {name: number for number, (name, own_role) in enumerate(columns) if own_role is role}
    return {
        pair: tuple(found[pair]) for pair in sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    }

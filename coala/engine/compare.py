"""The comparison of two graphs: the engine of ``coala diff``, for the command line and the desktop.

The steps are: read, prepare, find bags, align chains, find divergences, score, summarise. The interesting
bags are built one by one when they are needed.

Without a gold graph, the changed graph is scored against the baseline, which measures their similarity. With
one, both are scored against gold, and there are intervals, tests and the direction of each divergence.
"""

from __future__ import annotations

import math
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coala import __version__
from coala.base.arrays import Booleans
from coala.base.process import without_collector
from coala.diff.alignment import align_instances
from coala.diff.bag_builder import BagContents
from coala.diff.bags import Bags, find_bags
from coala.diff.crowds import note_crowds
from coala.diff.divergences import KINDS, Divergences, find_divergences
from coala.diff.fact_matching import note_unshown_facts
from coala.diff.one_sided import list_content, note_one_sided, note_one_sided_singletons
from coala.diff.sentences import BagSentences
from coala.engine.context import BagContext
from coala.engine.input_graphs import InputGraphs, read_input_graphs
from coala.engine.remainder import Remainder, Whole, add_remainder
from coala.engine.scope import cluster_sides, find_scored_documents, note_coverage, note_joined_chains
from coala.engine.settings import list_named_files, write_settings
from coala.engine.summary import GRAPH_ROLES, Side, Summary
from coala.model.bag import Bag, Direction
from coala.model.columns import distinct
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.knowledge_bases import KnowledgeBases
from coala.model.notices.notice import Notice, choose_words
from coala.model.options import DEFAULTS, DROP, Options
from coala.prepare.canonical_relations import count_statements
from coala.prepare.compatibility import note_incompatibilities, note_no_common_span, require_common
from coala.prepare.prepare import Preparation, Prepared, prepare
from coala.prepare.quality import find_flaws_for_review
from coala.prepare.selection import drop_singletons
from coala.prepare.span_matching import LeftOutMentions, MatchedSpan
from coala.reading.read import ReadingProgress
from coala.scores.bag_shares import ClosedBags, close_bags, compute_bag_shares
from coala.scores.bootstrap import bootstrap_pairs
from coala.scores.findings import SIMILARITY, GrossLinks, LinkTotals, Resampling, ShareTest
from coala.scores.gold_direction import DIRECTIONS, find_directions
from coala.scores.link_scores import LinkScores
from coala.scores.links import score_links
from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.registry import METRICS, METRICS_OF_RECORDS, score_pair
from coala.scores.partition import (
    Clusters,
    count_gross_links,
    count_links,
    restrict_clusters,
)
from coala.scores.ratio import Score
from coala.scores.significance import run_sign_test
from coala.scores.sums import Floats

if TYPE_CHECKING:
    import rdflib

_GOLD = 2
_EFFECT_DIGITS = 12


@dataclass(frozen=True, eq=False)
class Assessment:
    """The results of the metrics for a comparison.

    Closed bags are bags of all graphs together: where a chain of gold joins several bags, they are one closed
    bag. Without gold, they are the bags themselves.
    """

    scores: Mapping[str, Mapping[str, Score]]
    """Metric -> score, under "baseline" and "changed" with gold, else under ``SIMILARITY``."""
    notices: tuple[Notice, ...]
    now: ClusterPair
    """The changed graph against gold; without gold, against the baseline."""
    before: ClusterPair
    """The baseline against gold; without gold, against itself."""
    closed: ClosedBags
    links: LinkTotals
    """The numbers of links of both graphs."""
    resampling: Resampling | None = None
    """The bootstrap of the differences; None without gold."""
    directions: tuple[Direction, ...] | None = None
    """For each row of the divergences, towards or away from gold; None without gold."""
    metrics: Mapping[str, Metric] = field(default_factory=lambda: METRICS)
    """Metrics of the scores and of the bootstrap; bags have effects by ``METRICS`` alone."""

    @cached_property
    def shares(self) -> Mapping[str, Floats]:
        """The effect of each bag on F1, by metric; computed only when it is needed."""
        return {metric: values[self.closed.of_bag] for metric, values in self._shares_of_closed.items()}

    def compute_shares(self, metric: str) -> Floats:
        """Return the effect of each bag on F1 by one metric, in a fraction of the time that all need."""
        closed = self.closed
        return compute_bag_shares(self.now, self.before, closed.bag, closed.bags, [metric])[metric][
            closed.of_bag
        ]

    @cached_property
    def gross_links(self) -> GrossLinks | None:
        """The links that only one of the graphs has, and those that gold confirms; None without gold."""
        if self.directions is None:
            return None
        return count_gross_links(self.before.response, self.now.response, self.now.key)

    @property
    def share_tests(self) -> Mapping[str, ShareTest]:
        """The sign test over bags, by metric; empty without gold."""
        if self.directions is None:
            return {}
        return {metric: run_sign_test(values) for metric, values in self._shares_of_closed.items()}

    def resample(self) -> Resampling:
        """Return the bootstrap of the differences, by resampling the closed bags."""
        closed = self.closed
        return bootstrap_pairs(self.now, self.before, closed.bag, closed.bags, metrics=self.metrics)

    def forget_sums(self) -> None:
        """Free the memory of the sums behind the scores; they are computed again if shares are needed."""
        self.now.forget_sums()
        self.before.forget_sums()

    @cached_property
    def _shares_of_closed(self) -> Mapping[str, Floats]:
        return compute_bag_shares(self.now, self.before, self.closed.bag, self.closed.bags)


def assess(
    corpus: Corpus,
    whole: Whole,
    rows: Divergences,
    roles: Sequence[str],
    left_out: Sequence[LeftOutMentions],
    *,
    resampled: bool,
    metrics: Mapping[str, Metric] = METRICS,
) -> Assessment:
    """Score the graphs of a corpus: baseline, changed and, if there is a third, gold.

    ``rows`` are the divergences of ``corpus``; ``whole`` has all mentions, which are scored. ``left_out`` are
    optional mentions that only gold or only a system has: they count for neither of the two, as in ``coala
    score``. With gold, bags are resampled if ``resampled``.

    Raises ``ReadingError`` if gold has no document in common with the systems.
    """
    sides = cluster_sides(whole.corpus)
    notices = tuple(note_joined_chains(sides, roles))
    if len(sides) > _GOLD:
        assessment = _assess_against_gold(corpus, whole, rows, sides, roles, notices, left_out, metrics)
        return replace(assessment, resampling=assessment.resample()) if resampled else assessment
    # Without gold: the similarity of the two graphs.
    now, before = ClusterPair(sides[0], sides[1]), ClusterPair(sides[0], sides[0])
    closed = ClosedBags(whole.bags.of_span, whole.bags.count, whole.bag_of)
    links = count_links(sides[0], sides[1])
    scores = {SIMILARITY: score_pair(now, metrics)}
    return Assessment(scores, notices, now, before, closed, links, metrics=metrics)


def _assess_against_gold(
    corpus: Corpus,
    whole: Whole,
    rows: Divergences,
    sides: Sequence[Clusters],
    roles: Sequence[str],
    notices: tuple[Notice, ...],
    left_out: Sequence[LeftOutMentions],
    metrics: Mapping[str, Metric],
) -> Assessment:
    # A mask of the documents that gold and a system have; only these are scored.
    scored = find_scored_documents(corpus, _GOLD, (0, 1), roles[_GOLD])
    gold = restrict_clusters(sides[_GOLD], scored[whole.corpus.document])
    before, now = (_pair_with_gold(whole.corpus, sides, scored, system, left_out) for system in (0, 1))
    closed = close_bags(whole.bags.of_span, whole.bags.count, gold)
    # Divergences need only the classes of gold that have a span of a divergent bag.
    near = (
        gold
        if whole.corpus is corpus
        else restrict_clusters(cluster_sides(corpus)[_GOLD], scored[corpus.document])
    )
    signs = find_directions(corpus, rows, near, scored)
    return Assessment(
        scores={"baseline": score_pair(before, metrics), "changed": score_pair(now, metrics)},
        notices=(*notices, *note_coverage(whole.corpus, scored, _GOLD, (0, 1), roles)),
        now=now,
        before=before,
        closed=closed._replace(of_bag=closed.of_bag[whole.bag_of]),
        links=count_links(sides[0], sides[1]),
        directions=tuple(DIRECTIONS[sign] for sign in signs.tolist()),
        metrics=metrics,
    )


def _pair_with_gold(
    corpus: Corpus,
    sides: Sequence[Clusters],
    scored: Booleans,
    system: int,
    left_out: Sequence[LeftOutMentions],
) -> ClusterPair:
    """Return gold and one system, without the optional mentions that only one of the two has."""
    between = [row for row in left_out if {row.graph, row.lacking} == {system, _GOLD}]
    for row in between:
        corpus = corpus.drop_mentions(row.graph, row.rows)
    if between:
        sides = cluster_sides(corpus)
    kept = scored[corpus.document]
    return ClusterPair(restrict_clusters(sides[_GOLD], kept), restrict_clusters(sides[system], kept))


Shares = Mapping[str, float | None]
"""The effect of one bag on the F1 of each metric: F1 now, less F1 if this bag alone were as in the baseline.

None means undefined.
"""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The immutable result of comparing two graphs.

    An interesting bag is one in which the graphs differ. Interesting bags are in the order of their first
    spans, everywhere.
    """

    summary: Summary
    corpus: Corpus
    bags: Bags  # all bags, as the bag of each span
    divergences: Divergences
    contents: BagContents  # builds the interesting bags
    assessment: Assessment
    joined: tuple[MatchedSpan, ...] = ()
    """Spans that were matched to spans with another extent."""
    extents: tuple[MatchedSpan, ...] = ()
    """Spans that one of the graphs has with another extent or in another spelling."""

    @property
    def inputs(self) -> dict[str, str]:
        """The absolute paths of the files and folders that were read, by role.

        The roles are ``GRAPH_ROLES``, and the names of options that name files, such as "texts".
        """
        paths = {role: side.path for role, side in self.summary.sides.items()}
        paths |= list_named_files(self.summary.settings)
        return {role: os.path.abspath(path) for role, path in paths.items() if os.path.exists(path)}

    @cached_property
    def shares(self) -> Mapping[str, list[float | None]]:
        """The shares of the interesting bags in their order, by metric."""
        interesting = self.divergences.interesting
        return {
            metric: [None if math.isnan(value) else value for value in values[interesting].tolist()]
            for metric, values in self.assessment.shares.items()
        }

    def find_most_effective(self, metric: str, count: int) -> list[int]:
        """Return the positions of the ``count`` interesting bags with the largest effect on F1 by a metric.

        Of equal effects, the one that is first in the text comes first; an undefined one counts as 0.
        """
        effects = np.abs(self.assessment.compute_shares(metric)[self.divergences.interesting])
        # Effects that are equal in theory may differ in the last bit of a float.
        effects = np.round(np.nan_to_num(effects), _EFFECT_DIGITS)
        found: list[int] = np.argsort(-effects, kind="stable")[:count].tolist()
        return found

    def count_directions(self) -> dict[Kind, Counter[Direction]]:
        """Count the divergences of each kind by their direction, towards gold or away; {} without gold."""
        counts: defaultdict[Kind, Counter[Direction]] = defaultdict(Counter)
        for kind, direction in zip(
            self.divergences.kind.tolist(), self.assessment.directions or (), strict=False
        ):
            counts[KINDS[kind]][direction] += 1
        return {kind: counts[kind] for kind in KINDS if kind in counts}

    def iterate_bags(self) -> Iterator[tuple[Bag, Shares]]:
        """Yield the interesting bags, each with its shares."""
        return ((sentences.bag, shares) for sentences, shares in self.iterate_sentences())

    def iterate_sentences(self, places: range | None = None) -> Iterator[tuple[BagSentences, Shares]]:
        """Return the interesting bags, or some, with the sentences about them, each with its shares."""
        shares = self.shares.items()
        places = range(len(self.contents.numbers)) if places is None else places
        return (
            (sentences, {metric: values[place] for metric, values in shares})
            for place, sentences in zip(places, self.contents.build_sentences(places), strict=True)
        )

    @cached_property
    def context(self) -> BagContext:
        """The context of the interesting bags: chains of gold, and all mentions of their documents."""
        return BagContext(self.corpus, self.bags, self.contents, self.assessment.closed.of_bag, self.extents)

    def texts(self) -> dict[str, str | None]:
        """Return the text of each document that an interesting bag touches, None if it is not known."""
        touched = np.zeros(self.bags.count + 1, dtype=bool)
        touched[self.divergences.bag] = True
        documents = distinct(self.corpus.document[touched[self.bags.of_span]])
        texts = self.corpus.texts_of()
        return {self.corpus.documents[number]: texts[number] for number in documents.tolist()}


def compare(
    baseline: str | os.PathLike[str] | rdflib.Graph,
    changed: str | os.PathLike[str] | rdflib.Graph,
    *,
    gold: str | os.PathLike[str] | rdflib.Graph | None = None,
    options: Options = DEFAULTS,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Comparison:
    """Compare two graphs, each a path (file, directory, ``-``) or an ``rdflib.Graph``.

    Raises ``ReadingError`` if a graph cannot be used, ``Cancelled`` if ``cancelled`` returns True.
    """
    given = [baseline, changed] if gold is None else [baseline, changed, gold]
    inputs = [os.fspath(graph) if isinstance(graph, os.PathLike) else graph for graph in given]
    return compare_input_graphs(read_input_graphs(inputs, options, progress, cancelled), options)


def compare_input_graphs(given: InputGraphs, options: Options) -> Comparison:
    """Compare graphs that have been read from their paths."""
    return _compare(given.graphs, Preparation.from_options(options, documents=given.documents), options)


def compare_graphs(
    baseline: Graph,
    changed: Graph,
    gold: Graph | None = None,
    *,
    options: Options = DEFAULTS,
    resampled: bool = True,
) -> Comparison:
    """Compare two graphs that have been read.

    Without ``resampled`` there are no intervals: a board resamples all its columns at once.
    """
    graphs = (baseline, changed) if gold is None else (baseline, changed, gold)
    return _compare(graphs, Preparation.from_options(options), options, resampled=resampled)


def _compare(
    graphs: Sequence[Graph], preparation: Preparation, options: Options, *, resampled: bool = True
) -> Comparison:
    roles = GRAPH_ROLES[: len(graphs)]
    graphs, left_out = drop_singletons(graphs, roles) if options.singletons == DROP else (graphs, ())
    key = _GOLD if len(graphs) > _GOLD else None
    prepared = prepare(graphs, roles, replace(preparation, key=key))
    prepared = replace(prepared, span_notices=(*left_out, *prepared.span_notices))
    require_common(prepared.corpus, roles)
    return compare_prepared(prepared, roles, options, resampled=resampled)


@without_collector()
def compare_prepared(
    prepared: Prepared,
    roles: Sequence[str],
    options: Options,
    *,
    resampled: bool = True,
    divergences: bool = True,
    rest: Remainder | None = None,
) -> Comparison:
    """Compare graphs that have something in common.

    ``rest`` has the mentions that the caller left out since they do not diverge. Without ``divergences``
    there are no notices about content that only one graph has.
    """
    corpus, chosen = prepared.corpus, prepared.selection
    bags = find_bags(corpus)
    alignment = align_instances(corpus)
    rows = find_divergences(corpus, bags, alignment, chosen.kinds)
    whole = add_remainder(corpus, bags, rest)
    metrics = METRICS_OF_RECORDS if options.reading.records.record else METRICS
    assessment = assess(corpus, whole, rows, roles, prepared.left_out, resampled=resampled, metrics=metrics)
    interesting = rows.interesting
    is_interesting = np.zeros(bags.count, dtype=bool)
    is_interesting[interesting] = True
    # The number of mentions of each graph that the compared corpus lacks.
    besides = [
        len(every) - len(own) for every, own in zip(whole.corpus.mentions, corpus.mentions, strict=True)
    ]
    content = None
    if rest is not None:
        content = [list_content(corpus.graphs[graph]) | rest.figures[graph].content for graph in (0, 1)]
    return Comparison(
        summary=Summary(
            baseline=measure_side(corpus, 0, whole, rest),
            changed=measure_side(corpus, 1, whole, rest),
            gold=measure_side(corpus, 2, whole, rest) if len(roles) > 2 else None,
            bags=whole.bags.count,
            interesting=len(interesting),
            differing=rows.differing_bags,
            mentions=sum(map(len, whole.corpus.mentions[:2])),
            interesting_mentions=sum(
                int(is_interesting[bags.of_span[spans]].sum()) for spans in corpus.mentions[:2]
            ),
            largest=int(np.bincount(whole.bags.of_span[whole.bags.of_span >= 0]).max(initial=0)),
            kinds=_count_bags_by_kind(rows),
            scores=assessment.scores,
            share_tests=assessment.share_tests,
            resampling=assessment.resampling,
            notices=choose_words(
                options.reading.records.nouns,
                *(note_one_sided(corpus, rows, roles, chosen.kinds, content) if divergences else ()),
                *(note_one_sided_singletons(whole.corpus, rows, bags, roles) if divergences else ()),
                *prepared.document_notices,
                *note_no_common_span(whole.corpus, roles),
                *note_incompatibilities(corpus, roles, divergences=divergences),
                *find_flaws_for_review(corpus, roles, besides),
                *prepared.span_notices,
                *prepared.name_notices,
                *note_crowds(corpus, alignment.crowded),
                *note_unshown_facts(rows.facts),
                *assessment.notices,
            ),
            settings=write_settings(options._replace(selection=chosen)),
            version=__version__,
            texts_aligned=prepared.texts_aligned,
            links=assessment.links,
            link_scores=_score_links(whole.corpus, prepared.bases, roles),
        ),
        corpus=corpus,
        bags=bags,
        divergences=rows,
        contents=BagContents(
            corpus,
            bags,
            alignment,
            rows,
            assessment.directions,
            chosen.kinds,
            prepared.extents,
            prepared.bases,
            options.reading.records.nouns,
        ),
        assessment=assessment,
        joined=prepared.joined,
        extents=prepared.extents,
    )


def _score_links(corpus: Corpus, bases: KnowledgeBases | None, roles: Sequence[str]) -> dict[str, LinkScores]:
    """Return the scores of links of both graphs against gold; without gold, of changed against baseline."""
    if bases is None:
        return {}
    if len(roles) == _GOLD:
        found = {SIMILARITY: score_links(corpus, 0, 1, describe_base=bases.title)}
    else:
        scored = find_scored_documents(corpus, _GOLD, (0, 1), roles[_GOLD])
        found = {
            name: score_links(corpus, _GOLD, graph, scored=scored, describe_base=bases.title)
            for graph, name in enumerate(("baseline", "changed"))
        }
    return {name: links for name, links in found.items() if links is not None}


def measure_side(
    corpus: Corpus, number: int, whole: Whole | None = None, rest: Remainder | None = None
) -> Side:
    """Return the figures of one graph of the corpus, with those of the ``rest`` of its mentions."""
    graph = corpus.graphs[number]
    every = corpus if whole is None else whole.corpus
    left = None if rest is None else rest.figures[number]
    return Side(
        path=graph.path,
        documents=len(corpus.texts[number]),
        instances=int(np.count_nonzero(np.bincount(every.instances[number]))),
        mentions=len(every.mentions[number]),
        spans=int(every.mentioned(number).sum()),
        statements=count_statements(graph) + (left.statements if left else 0),
        sources=graph.sources,
        facts=len(graph.facts) + (left.facts if left else 0),
    )


def _count_bags_by_kind(rows: Divergences) -> dict[Kind, int]:
    # A row is a divergence. Several divergences of one kind in a bag count once; a mention that moved to the
    # chain of another entry is a changed link too.
    bag, kind = (
        np.append(rows.bag, rows.bag[rows.relinked]),
        np.append(rows.kind, np.full(int(rows.relinked.sum()), KINDS.index(Kind.LINK))),
    )
    seen = distinct(bag * len(KINDS) + kind) % len(KINDS)
    return {KINDS[kind]: count for kind, count in enumerate(np.bincount(seen).tolist()) if count}

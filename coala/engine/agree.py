"""The agreement of several annotators' graphs, pair by pair: the engine of ``coala agree``.

Each pair of graphs is compared like a baseline and a changed graph. The result has scores of the second graph
against the first, Krippendorff's alpha, both also for each document, and the bags with most differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from coala.engine.compare import compare_prepared, measure_side
from coala.engine.scope import cluster_sides, note_unscored
from coala.engine.summary import Side
from coala.errors import CoalaError
from coala.model.bag import Bag
from coala.model.columns import distinct, number_by_first
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import DEFAULTS, Options
from coala.prepare.compatibility import require_common
from coala.prepare.prepare import Preparation, Prepared, prepare
from coala.reading.read import ReadingProgress, never, read_graphs
from coala.scores.breakdown import Scores
from coala.scores.chain_agreement import measure_chain_agreement
from coala.scores.link_scores import LinkScores
from coala.scores.links import score_links
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS, score_pair
from coala.scores.partition import Clusters, restrict_clusters
from coala.scores.ratio import Ratio, Score

FIRST_AND_SECOND = ("first graph", "second graph")

_METRICS = {name: METRICS[name] for name in ("muc", "b_cubed", "ceaf_e", "mentions", "conll")}

_MIN_GRAPHS = 2
MOST_BAGS = 10
"""The most bags with differences that a report lists."""

Alphas = Mapping[str, Fraction | None]
"""Krippendorff's alpha by the name of its distance."""


@dataclass(frozen=True)
class AgreementScores:
    """The agreement of two graphs on some documents."""

    common: int  # the number of mentions that both have
    scores: Scores  # of the second graph against the first
    alpha: Alphas  # over the common mentions


class WorstBag(NamedTuple):
    """A bag in which two graphs differ, counted in the documents that both graphs have."""

    title: str
    fingerprint: str
    differing: int  # the number of its spans that differ
    spans: int  # the number of its spans
    documents: tuple[str, ...]


@dataclass(frozen=True)
class PairAgreement:
    """The agreement of two graphs."""

    first: int  # the positions of the two graphs in ``Agreement.sides``
    second: int
    together: AgreementScores  # over all documents that both have
    by_document: Mapping[str, AgreementScores]
    worst: tuple[WorstBag, ...]  # the bags with most spans that differ
    notices: tuple[Notice, ...]
    links: LinkScores | None = None  # of entity links; None where no names are compared


class Pooled(NamedTuple):
    """Agreement of all graphs together, over what any two of them share.

    Recall and precision add up the numerators and denominators of all pairs, with the first graph of each as
    the key (Chinchor & Sundheim 1995 pool their annotators like that).
    """

    alpha: Alphas
    mentions: int  # that at least two graphs have
    scores: Mapping[str, RatioPair]

    @property
    def held(self) -> dict[str, Fraction | None]:
        """The figures that ``--at-least`` can hold: None for an undefined one.

        These are alpha with MASI, the lower one of MUC's recall and precision, and the F1 of mentions.
        """
        muc = [ratio.exact for ratio in self.scores["muc"]]
        return {
            "alpha": self.alpha["masi"],
            "muc": min((value for value in muc if value is not None), default=None),
            "mentions": Score(*self.scores["mentions"]).exact_f1,
        }


class RatioPair(NamedTuple):
    """Pooled recall and precision of one metric."""

    recall: Ratio
    precision: Ratio


@dataclass(frozen=True)
class Agreement:
    """Agreement of several graphs, together and pair by pair."""

    sides: tuple[Side, ...]
    pairs: tuple[PairAgreement, ...]
    pooled: Pooled
    pooled_by_document: Mapping[str, Pooled]

    @property
    def notices(self) -> tuple[Notice, ...]:
        """All notices, each once."""
        return tuple(dict.fromkeys(notice for pair in self.pairs for notice in pair.notices))


def agree_paths(
    paths: Sequence[str],
    *,
    options: Options,
    progress: Callable[[ReadingProgress], None] | None,
) -> Agreement:
    """Read the graphs and measure the agreement of each pair.

    Raises ``CoalaError`` for fewer than two graphs, and ``ReadingError`` for a graph that cannot be used.
    """
    if len(paths) < _MIN_GRAPHS:
        raise CoalaError("'coala agree' compares graphs with each other. Give two or more.")
    preparation = Preparation.from_options(options)
    graphs = read_graphs(paths, options.reading, progress=progress, cancelled=never)
    return _agree(graphs, preparation, options)


def agree_graphs(graphs: Sequence[Graph], *, options: Options = DEFAULTS) -> Agreement:
    """Measure the agreement of each pair of graphs that have been read."""
    return _agree(graphs, Preparation.from_options(options), options)


def _agree(graphs: Sequence[Graph], preparation: Preparation, options: Options) -> Agreement:
    sides: dict[int, Side] = {}
    pairs = []
    for first, second in combinations(range(len(graphs)), 2):
        prepared = prepare((graphs[first], graphs[second]), FIRST_AND_SECOND, preparation)
        require_common(prepared.corpus, FIRST_AND_SECOND)
        # The figures of a graph are taken from the first pair that has it.
        for place, number in ((0, first), (1, second)):
            sides.setdefault(number, measure_side(prepared.corpus, place))
        pairs.append(_agree_pair(first, second, prepared, options))
    pooled, by_document = _pool(graphs, pairs, preparation)
    return Agreement(tuple(sides[number] for number in range(len(graphs))), tuple(pairs), pooled, by_document)


def _pool(
    graphs: Sequence[Graph], pairs: Sequence[PairAgreement], preparation: Preparation
) -> tuple[Pooled, dict[str, Pooled]]:
    """Return the agreement of all graphs together, and that for each document."""
    roles = [f"graph {number}" for number in range(1, len(graphs) + 1)]
    corpus = prepare(graphs, roles, preparation).corpus
    # A document that only one graph has is not compared.
    holders = Counter(name for texts in corpus.texts for name in texts)
    shared = np.array([holders[name] >= _MIN_GRAPHS for name in corpus.documents], bool)
    clusters = [restrict_clusters(side, shared[corpus.document]) for side in cluster_sides(corpus)]
    by_document = {}
    for number in np.flatnonzero(shared).tolist():
        here = slice(*np.searchsorted(corpus.document, [number, number + 1]))
        name = corpus.documents[number]
        by_document[name] = _pool_clusters(
            [Clusters(number_by_first(side.classes[here])) for side in clusters],
            [pair.by_document[name] for pair in pairs if name in pair.by_document],
        )
    return _pool_clusters(clusters, [pair.together for pair in pairs]), by_document


def _pool_clusters(clusters: Sequence[Clusters], scores: Sequence[AgreementScores]) -> Pooled:
    marked = np.sum([side.classes >= 0 for side in clusters], axis=0)
    return Pooled(
        measure_chain_agreement(clusters),
        int((marked >= _MIN_GRAPHS).sum()),
        {
            metric: RatioPair(
                _add_ratios([each.scores[metric].recall for each in scores]),
                _add_ratios([each.scores[metric].precision for each in scores]),
            )
            for metric in _POOLED_METRICS
        },
    )


_POOLED_METRICS = ("muc", "mentions")
"""The metrics whose numerators and denominators are counts, so that they can be added."""


def _add_ratios(ratios: Sequence[Ratio]) -> Ratio:
    return Ratio(sum(ratio.numerator for ratio in ratios), sum(ratio.denominator for ratio in ratios))


def _agree_pair(first: int, second: int, prepared: Prepared, options: Options) -> PairAgreement:
    corpus = prepared.corpus
    comparison = compare_prepared(prepared, FIRST_AND_SECOND, options, divergences=False)
    # Only documents that both graphs have count: ``known`` is their mask, ``in_both`` that of their spans.
    shared = corpus.texts[0].keys() & corpus.texts[1].keys()
    known = np.array([name in shared for name in corpus.documents], bool)
    in_both = known[corpus.document]
    one, other = (restrict_clusters(side, in_both) for side in cluster_sides(corpus))
    marked = np.flatnonzero((one.classes >= 0) | (other.classes >= 0))
    by_document = {}
    # Spans are sorted by document, so those of a document are a slice.
    for number in distinct(corpus.document[marked]).tolist():
        here = slice(*np.searchsorted(corpus.document, [number, number + 1]))
        by_document[corpus.documents[number]] = _measure(
            *(Clusters(number_by_first(side.classes[here])) for side in (one, other))
        )
    bags = [_count_differing(bag, shared) for bag, _ in comparison.iterate_bags()]
    worst = sorted((bag for bag in bags if bag.differing), key=lambda bag: -bag.differing)[:MOST_BAGS]
    notices = (
        # The figures of links have the knowledge bases.
        *(notice for notice in comparison.summary.notices if notice.code != "names-compared"),
        *note_unscored(corpus, known, FIRST_AND_SECOND),
    )
    bases = prepared.bases
    links = score_links(corpus, 0, 1, scored=known, describe_base=str if bases is None else bases.title)
    return PairAgreement(first, second, _measure(one, other), by_document, tuple(worst), notices, links)


def _count_differing(bag: Bag, shared: Set[str]) -> WorstBag:
    """Return a bag with the number of its spans that differ, in the documents that both graphs have."""
    here = {span for span, place in enumerate(bag.spans) if place.document in shared}
    differing = {span for divergence in bag.divergences for span in divergence.spans}
    return WorstBag(
        bag.title,
        bag.fingerprint,
        len(here & differing),
        len(here),
        tuple(sorted({bag.spans[span].document for span in here})),
    )


def _measure(one: Clusters, other: Clusters) -> AgreementScores:
    return AgreementScores(
        common=int(((one.classes >= 0) & (other.classes >= 0)).sum()),
        scores=score_pair(ClusterPair(one, other), _METRICS),
        alpha=measure_chain_agreement((one, other)),
    )

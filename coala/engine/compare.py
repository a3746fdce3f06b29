"""Two graphs become a comparison: the road of ``coala diff``, for the command line and the desktop alike.

read → prepare → bags → alignment → divergences → assessment → summary, and the interesting bags one by one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coala import __version__
from coala.base.process import without_collector
from coala.diff.alignment import align_instances
from coala.diff.bag_builder import BagContents
from coala.diff.bags import Bags, find_bags
from coala.diff.crowds import note_crowds
from coala.diff.divergences import KINDS, Divergences, find_divergences
from coala.diff.facts.matching import note_untold
from coala.diff.one_sided import note_one_sided
from coala.diff.sentences import BagSentences
from coala.engine.assessment import Assessment, assess
from coala.engine.context import BagContext
from coala.engine.given import GivenGraphs, read_given
from coala.engine.settings import named_files, write_settings
from coala.engine.summary import GRAPH_ROLES, Side, Summary
from coala.model.bag import Bag
from coala.model.columns import distinct
from coala.model.corpus import Corpus
from coala.model.graph import Graph, Integers
from coala.model.kinds import Kind
from coala.model.options import COUNT, DEFAULTS, Options
from coala.normalisation.canonical_relations import count_statements
from coala.normalisation.compatibility import (
    note_incompatibilities,
    note_no_common_span,
    require_common,
)
from coala.normalisation.document_map import DocumentMap, read_document_map
from coala.normalisation.prepare import Prepared, prepare
from coala.normalisation.quality import worth_a_look
from coala.normalisation.span_matching import Joined
from coala.reading.read import ReadingProgress

if TYPE_CHECKING:
    import rdflib

Shares = Mapping[str, float | None]
"""Metric to what a bag moves its F1 by: now, less what it would be if the bag alone went back; or None."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What came out of comparing two graphs; it never changes."""

    summary: Summary
    corpus: Corpus
    bags: Bags
    divergences: Divergences
    contents: BagContents
    assessment: Assessment
    joined: tuple[Joined, ...] = ()
    """The spans that were taken for spans of another extent."""
    extents: tuple[Joined, ...] = ()
    """The spans that one of the graphs has with another extent or in another spelling."""

    @property
    def inputs(self) -> dict[str, str]:
        """Return the paths of what was read that are files or folders, by role.

        The roles are ``GRAPH_ROLES``, and the options that name files, such as "texts".
        """
        paths = {role: side.path for role, side in self.summary.sides.items()}
        paths |= named_files(self.summary.settings)
        return {role: os.path.abspath(path) for role, path in paths.items() if os.path.exists(path)}

    @cached_property
    def shares(self) -> Mapping[str, list[float | None]]:
        """Metric to the share of each interesting bag, in their order."""
        interesting = self.divergences.interesting
        return {
            metric: [None if np.isnan(value) else value for value in values[interesting].tolist()]
            for metric, values in self.assessment.shares.items()
        }

    def interesting(self) -> Iterator[tuple[Bag, Shares]]:
        """The interesting bags in the order of their first spans, each with its shares."""
        return ((sentences.bag, shares) for sentences, shares in self.told())

    def told(self) -> Iterator[tuple[BagSentences, Shares]]:
        """The same bags, each with what has told it, for whoever tells more of it."""
        shares = self.shares.items()
        for place, sentences in enumerate(self.contents.tell(range(len(self.contents.numbers)))):
            yield sentences, {metric: values[place] for metric, values in shares}

    @cached_property
    def context(self) -> BagContext:
        """What stands around the interesting bags: gold's chains, and all mentions of their documents."""
        return BagContext(self.corpus, self.bags, self.contents, self.assessment.closed.of_bag, self.extents)

    def texts(self) -> dict[str, str | None]:
        """The text of each document that an interesting bag touches, None where it is not known."""
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

    Raises ``ReadingError`` when a graph cannot be used, ``Cancelled`` when ``cancelled`` says so.
    """
    given = [baseline, changed] if gold is None else [baseline, changed, gold]
    inputs = [os.fspath(graph) if isinstance(graph, os.PathLike) else graph for graph in given]
    return compare_given(read_given(inputs, options, progress, cancelled), options)


def compare_given(given: GivenGraphs, options: Options) -> Comparison:
    """Compare graphs that have been read from their paths."""
    return _compare(given.graphs, given.documents, options)


def compare_graphs(
    baseline: Graph,
    changed: Graph,
    gold: Graph | None = None,
    *,
    options: Options = DEFAULTS,
    resampled: bool = True,
) -> Comparison:
    """Compare two graphs that have been read.

    Without ``resampled`` there are no intervals: a board draws for all its columns at once.
    """
    graphs = (baseline, changed) if gold is None else (baseline, changed, gold)
    return _compare(graphs, read_document_map(options.map_documents), options, resampled=resampled)


def _compare(
    graphs: Sequence[Graph], documents: DocumentMap | None, options: Options, *, resampled: bool = True
) -> Comparison:
    roles = GRAPH_ROLES[: len(graphs)]
    prepared = prepare(
        graphs,
        roles,
        documents=documents,
        selection=options.selection,
        match=options.match,
        optional_mentions=options.optional_mentions == COUNT,
        align=options.align_texts,
    )
    require_common(prepared.corpus, roles)
    return compare_prepared(prepared, roles, options, resampled=resampled)


@without_collector()
def compare_prepared(
    prepared: Prepared,
    roles: Sequence[str],
    options: Options,
    equal: Integers | None = None,
    *,
    resampled: bool = True,
    divergences: bool = True,
    content: Sequence[AbstractSet[str]] | None = None,
) -> Comparison:
    """Compare graphs that have something in common.

    ``equal`` are the sizes of chains that both graphs have besides: they count in the scores, but not in the
    figures of the summary. Without ``divergences`` no notice counts what only one graph's documents have as
    one, since the caller leaves it out. ``content`` is what each graph states (``coala.diff.one_sided``),
    where the corpus holds only a part of it.
    """
    corpus, chosen = prepared.corpus, prepared.selection
    bags = find_bags(corpus)
    alignment = align_instances(corpus)
    rows = find_divergences(corpus, bags, alignment, chosen.kinds)
    assessment = assess(corpus, bags, rows, roles, prepared.left_out, equal, resampled=resampled)
    interesting = rows.interesting
    is_interesting = np.zeros(bags.count, dtype=bool)
    is_interesting[interesting] = True
    return Comparison(
        summary=Summary(
            baseline=measure_side(corpus, 0),
            changed=measure_side(corpus, 1),
            gold=measure_side(corpus, 2) if len(roles) > 2 else None,
            bags=bags.count,
            interesting=len(interesting),
            mentions=sum(map(len, corpus.mentions[:2])),
            interesting_mentions=sum(
                int(is_interesting[bags.of_span[spans]].sum()) for spans in corpus.mentions[:2]
            ),
            largest=int(np.bincount(bags.of_span[bags.of_span >= 0]).max(initial=0)),
            kinds=_bags_by_kind(rows),
            scores=assessment.scores,
            share_tests=assessment.share_tests,
            resampling=assessment.resampling,
            notices=(
                *(note_one_sided(corpus, rows, roles, chosen.kinds, content) if divergences else ()),
                *prepared.document_notices,
                *(() if equal is not None and len(equal) else note_no_common_span(corpus, roles)),
                *note_incompatibilities(corpus, roles, divergences=divergences),
                *worth_a_look(corpus, roles, 0 if equal is None else int(equal.sum())),
                *prepared.span_notices,
                *note_crowds(corpus, alignment.crowded),
                *note_untold(rows.facts),
                *assessment.notices,
            ),
            settings=write_settings(options._replace(selection=chosen)),
            version=__version__,
            texts_aligned=prepared.texts_aligned,
            links=assessment.links,
        ),
        corpus=corpus,
        bags=bags,
        divergences=rows,
        contents=BagContents(
            corpus, bags, alignment, rows, assessment.directions, chosen.kinds, prepared.extents
        ),
        assessment=assessment,
        joined=prepared.joined,
        extents=prepared.extents,
    )


def measure_side(corpus: Corpus, number: int) -> Side:
    """One graph of the corpus in figures."""
    graph = corpus.graphs[number]
    return Side(
        path=graph.path,
        documents=len(corpus.texts[number]),
        instances=int(np.count_nonzero(np.bincount(corpus.instances[number]))),
        mentions=len(corpus.mentions[number]),
        spans=int(corpus.mentioned(number).sum()),
        statements=count_statements(graph),
        sources=graph.sources,
        facts=len(graph.facts),
    )


def _bags_by_kind(rows: Divergences) -> dict[Kind, int]:
    seen = distinct(rows.bag * len(KINDS) + rows.kind) % len(KINDS)
    return {KINDS[kind]: count for kind, count in enumerate(np.bincount(seen).tolist()) if count}

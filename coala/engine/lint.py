"""Checks for suspicious content in graphs and between them: the engine of ``coala lint``.

Each graph is checked by itself. Each graph after the first is also checked against the first: would a
comparison of the two make sense? The results are notices, which are messages with a count and examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from coala.diff.one_sided import note_one_sided_content
from coala.engine.compare import measure_side
from coala.engine.summary import Side
from coala.errors import ReadingError
from coala.model.corpus import Corpus, build_corpus
from coala.model.facts import FactFigures, count_facts
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, choose_words, is_flaw, make_notice
from coala.model.options import DEFAULTS, Options
from coala.prepare.compatibility import note_no_common_span, require_common
from coala.prepare.document_pairs import DocumentPair, find_document_pairs, note_document_pairs
from coala.prepare.prepare import Preparation, Prepared, prepare
from coala.prepare.quality import find_flaws, find_flaws_between
from coala.prepare.text_alignment import AlignedDocument
from coala.reading.read import ReadingProgress, never, read_graphs

_ROLES = ("first", "second graph")


@dataclass(frozen=True)
class LintedGraph:
    """The figures of one graph, and the notices about it."""

    side: Side
    facts: FactFigures
    notices: tuple[Notice, ...]


@dataclass(frozen=True)
class LintedPair:
    """The problems of comparing a graph with the first one."""

    first: str  # the paths of the two graphs
    second: str
    notices: tuple[Notice, ...]
    documents: tuple[DocumentPair, ...]  # pairs with different identifiers that may be the same document
    aligned: tuple[AlignedDocument, ...] = ()  # documents whose texts differ between the graphs


class Unreadable(NamedTuple):
    """A graph that cannot be read, and the error message."""

    path: str
    message: str


@dataclass(frozen=True)
class Lint:
    """The result for several graphs: each readable one by itself, and each later one against the first."""

    graphs: tuple[LintedGraph, ...]
    pairs: tuple[LintedPair, ...]
    unreadable: tuple[Unreadable, ...] = ()

    @property
    def notices(self) -> Iterator[Notice]:
        """All notices: those of the graphs, then those of the pairs."""
        for graph in self.graphs:
            yield from graph.notices
        for pair in self.pairs:
            yield from pair.notices

    @property
    def is_clean(self) -> bool:
        """True if no graph and no pair has a flaw."""
        return not self.unreadable and not any(map(is_flaw, self.notices))


def lint_paths(
    paths: Sequence[str],
    *,
    options: Options,
    progress: Callable[[ReadingProgress], None] | None,
) -> Lint:
    """Read and check the graphs; one that cannot be read is listed, and the others are checked."""
    preparation = Preparation.from_options(options)
    failed: dict[int, str] = {}

    def leave_out(place: int, error: ReadingError) -> None:
        failed[place] = str(error)

    graphs = read_graphs(
        paths,
        options.reading,
        progress=progress,
        cancelled=never,
        unreadable=leave_out,
    )
    unreadable = tuple(Unreadable(paths[place], failed[place]) for place in sorted(failed))
    if 0 in failed:
        # Without the first graph there are no pairs.
        return Lint(tuple(_lint_graph(build_corpus((graph,))) for graph in graphs), (), unreadable)
    return replace(_lint(graphs, preparation, options), unreadable=unreadable)


def lint_graphs(graphs: Sequence[Graph], *, options: Options = DEFAULTS) -> Lint:
    """Check graphs that have been read; each but the first also against the first."""
    return _lint(graphs, Preparation.from_options(options), options)


def _lint(graphs: Sequence[Graph], preparation: Preparation, options: Options) -> Lint:
    # A corpus with one graph alone, for each graph. Those after the first are taken from their pair, whose
    # documents have the identifiers of the first graph.
    alone, pairs = [build_corpus((graph,)) for graph in graphs[:1]], []
    for graph in graphs[1:]:
        prepared = prepare((graphs[0], graph), _ROLES, preparation)
        alone.append(prepared.build_single_corpus(1))
        pairs.append(_lint_pair(prepared))
    nouns = options.reading.records.nouns
    return Lint(
        tuple(replace(each, notices=choose_words(nouns, *each.notices)) for each in map(_lint_graph, alone)),
        tuple(replace(each, notices=choose_words(nouns, *each.notices)) for each in pairs),
    )


def _lint_graph(corpus: Corpus) -> LintedGraph:
    """Check the only graph of a corpus."""
    (graph,) = corpus.graphs
    return LintedGraph(
        measure_side(corpus, 0), count_facts(graph.facts), (*graph.notices, *find_flaws(corpus, 0))
    )


def _lint_pair(prepared: Prepared) -> LintedPair:
    corpus = prepared.corpus
    pairs = find_document_pairs(corpus.texts[0], corpus.texts[1]).pairs
    return LintedPair(
        corpus.graphs[0].path,
        corpus.graphs[1].path,
        (*prepared.document_notices, *_note_between(corpus, pairs), *prepared.name_notices),
        pairs,
        prepared.documents_aligned,
    )


def _note_between(corpus: Corpus, pairs: Sequence[DocumentPair]) -> Iterator[Notice]:
    try:
        require_common(corpus, _ROLES)
    except ReadingError as error:
        yield make_notice("nothing-in-common", reason=str(error))
    else:
        yield from note_no_common_span(corpus, _ROLES)
    yield from note_one_sided_content(corpus, _ROLES)
    yield from note_document_pairs(corpus.texts[0], corpus.texts[1], _ROLES, pairs)
    yield from find_flaws_between(corpus, _ROLES)

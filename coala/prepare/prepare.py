"""Graphs that have been read become one corpus that can be compared: the beginning of every road.

one name for each document → one text for each document → one form for each relation → drop what does not
count → number the spans → join spans → leave out optional mentions

``roles`` are the words for the graphs in messages, such as "baseline" and "changed graph". Documents and
spans are numbered once: before that, steps say where mentions stand; after it, which span counts as which.

Statements take over the names that the first graph has for documents and spans.

Where documents or spans of a graph are renamed, its values must follow, also inside of nested ones. One
that is too long to be kept as it stands cannot, nor one that cannot be read back (``coala.model.values``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from coala.model.corpus import Corpus, Placement, build_corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import CARRIED_OVER, DEFAULTS, Match, Selection
from coala.model.values import Span, Value, ValueKind, digest, may_name, replace_leaves
from coala.prepare.canonical_relations import canonicalise, with_canonical_names
from coala.prepare.document_map import DocumentMap, forget_numbers, map_documents
from coala.prepare.figures import AlignedGraph
from coala.prepare.selection import resolve_names, select_statements
from coala.prepare.span_matching import (
    Joined,
    LeftOut,
    leave_out_optionals,
    list_joined_spans,
    match_spans,
    note_joined_spans,
    note_optionals_left_out,
)
from coala.prepare.text_alignment import AlignedDocument, AlignedTexts, align_texts


def with_documents(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph with documents in its values renamed, old identifier to new."""

    def rename(value: Value) -> Value | None:
        new = names.get(value.name)
        return None if new is None else value._replace(name=new)

    return _with_values(graph, names.keys(), rename)


def with_places(graph: Graph, spans: Mapping[Span, Span]) -> Graph:
    """The graph with other extents of the spans in its values."""
    places = {(old.document, old.parts, old.zero): new for old, new in spans.items()}

    def move(value: Value) -> Value | None:
        place = value.name, value.fragments, value.zero
        new = places.get(place) if value.kind is ValueKind.PLACE else None
        if new is None:
            return None
        # The notation of values has a mark without blanks, and what it says is of no interest.
        mark = f"unplaced-{digest(new.unplaced)}" if new.unplaced else new.zero
        return value._replace(name=new.document, fragments=new.parts, zero=mark)

    return _with_values(graph, {span.document for span in spans}, move)


def _with_values(graph: Graph, documents: Set[str], replaced: Callable[[Value], Value | None]) -> Graph:
    """The graph with other values, of which those that name none of these documents stay."""
    values = [
        replace_leaves(value, replaced)
        if may_name(value, documents) and value not in graph.unclear_values
        else value
        for value in graph.values
    ]
    if values == list(graph.values):
        return graph
    distinct = sorted(set(values))
    place = {value: number for number, value in enumerate(distinct)}
    numbers = np.array([place[value] for value in values], dtype=np.int64)
    statements = replace(graph.statements, value=numbers[graph.statements.value])
    return replace(graph, values=tuple(distinct), statements=statements)


_TWO = 2


@dataclass(frozen=True, eq=False)
class Prepared:
    """Graphs as a corpus that can be compared, and what was done to them.

    ``document_notices`` tell what was done to documents and texts, ``span_notices`` what to statements and
    spans. ``selection`` has every name as the IRI that some graph has, ``joined`` the spans that count as one
    of another extent, ``texts_aligned`` what was aligned of each graph, ``documents_aligned`` the same of
    each document, ``respelled`` the spans whose words a graph spells otherwise, ``left_out`` the optional
    mentions that do not count, and ``named`` where the mentions of each graph stand in its own texts. Of two
    graphs ``corpus`` lacks what was left out; a third is held against two others, and lacks something else
    in either pair.
    """

    corpus: Corpus
    document_notices: tuple[Notice, ...]
    span_notices: tuple[Notice, ...]
    selection: Selection
    joined: tuple[Joined, ...]
    texts_aligned: tuple[AlignedGraph, ...]
    documents_aligned: tuple[AlignedDocument, ...]
    respelled: tuple[Joined, ...]
    left_out: tuple[LeftOut, ...]
    named: tuple[Placement, ...]

    @property
    def extents(self) -> tuple[Joined, ...]:
        """The spans that a graph has with another extent or spelling than is shown, as it has them."""
        own = {(row.graph, row.kept): row for row in self.respelled}
        joined = [
            row._replace(words=stated.words) if (stated := own.pop((row.graph, row.extent), None)) else row
            for row in self.joined
        ]
        return (*joined, *own.values())

    def take_alone(self, graph: int) -> Corpus:
        """One graph in its own texts, under the names that the documents were given."""
        return build_corpus(self.corpus.graphs[graph : graph + 1], self.named[graph : graph + 1])


def prepare(
    graphs: Sequence[Graph],
    roles: Sequence[str],
    *,
    documents: DocumentMap | None = None,
    selection: Selection = DEFAULTS.selection,
    match: Match = DEFAULTS.match,
    optional_mentions: bool = True,
    align: str = DEFAULTS.align_texts,
    count_words: bool = False,
) -> Prepared:
    """Bring two graphs (baseline or key first), or these and gold, into one corpus.

    ``count_words`` is that of ``align_texts``, for scores.

    Raises ``CoalaError`` for documents that cannot be mapped and for names that could be several terms.
    Whether the graphs have anything in common is for ``check_common`` to say.
    """
    named, renamed = map_documents(graphs, documents, roles, aligned=align == CARRIED_OVER)
    graphs = forget_numbers(graphs, documents)
    aligned = (
        align_texts(named, graphs, roles, count_words=count_words)
        if align == CARRIED_OVER
        else AlignedTexts(named)
    )
    placements = aligned.placements
    stated, canonical, turned = canonicalise(graphs, roles)
    chosen, unmatched = resolve_names((*graphs, *stated), selection)
    chosen = with_canonical_names(chosen, canonical)
    corpus = build_corpus([select_statements(graph, chosen) for graph in stated], placements)
    counts_as = match_spans(corpus, match)
    joined = list_joined_spans(corpus, counts_as)
    corpus = _restate(corpus.replace_spans(counts_as), placements, joined)
    left_out = () if optional_mentions else leave_out_optionals(corpus)
    if len(graphs) == _TWO:
        for row in left_out:
            corpus = corpus.drop_mentions(row.graph, row.rows)
    return Prepared(
        corpus=corpus,
        document_notices=(*renamed, *aligned.notices),
        span_notices=(
            *turned,
            *unmatched,
            *note_joined_spans(corpus, joined, roles, match),
            *note_optionals_left_out(left_out, roles),
        ),
        selection=chosen,
        joined=joined,
        texts_aligned=aligned.graphs,
        documents_aligned=aligned.documents,
        respelled=aligned.respelled,
        left_out=left_out,
        named=named,
    )


def _restate(corpus: Corpus, placements: Sequence[Placement], joined: Sequence[Joined]) -> Corpus:
    """The corpus whose statements and facts name documents and spans as its columns do."""
    kept: list[dict[Span, Span]] = [{} for _ in corpus.graphs]
    for row in joined:
        kept[row.graph][row.extent] = row.kept
    graphs = map(_restate_graph, corpus.graphs, placements, kept)
    provenance = (
        tuple(moved.get(span, span) for span in spans)
        for moved, spans in zip(kept, corpus.provenance, strict=True)
    )
    return replace(corpus, graphs=tuple(graphs), provenance=tuple(provenance))


def _restate_graph(graph: Graph, placement: Placement, kept: Mapping[Span, Span]) -> Graph:
    documents = zip(graph.documents, placement.documents, strict=True)
    if renamed := {old: new for old, new in documents if old != new}:
        graph = with_documents(graph, renamed)
    for moved in (placement.moved, kept):
        if moved:
            graph = with_places(graph, moved)
    return graph

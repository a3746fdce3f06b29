"""Preparation of graphs that have been read: the first step of every comparison.

``prepare`` makes one corpus of several graphs, in which equal mentions have one number. Its steps:

1. one name for each document (``document_map``), and one text (``text_alignment``);
2. one form for each relation (``canonical_relations``), names in knowledge bases (``entity_names``), and no
   statements that do not count (``selection``);
3. numbers for all spans (``build_corpus``);
4. spans that count as one are joined (``span_matching``), and bags without the wanted types and optional
   mentions left out.

If a step changes the name of a document or the place of a span, the values of statements that name it follow,
also inside nested values. Values that are too long to be stored in full, or that cannot be parsed back
(``coala.model.values``), stay as they are. ``roles`` are the words for the graphs in messages, such as
"baseline" and "changed graph".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from coala.model.corpus import Corpus, LinkedMentions, Placement, build_corpus
from coala.model.graph import Graph
from coala.model.knowledge_bases import KnowledgeBases
from coala.model.notices.notice import Notice
from coala.model.options import CARRIED_OVER, COUNT, DEFAULTS, Match, Options, Selection
from coala.model.values import Span, Value, ValueKind, digest, may_contain_name, replace_leaves
from coala.prepare.canonical_relations import canonicalise, use_canonical_names
from coala.prepare.document_map import DocumentMap, drop_numbered_notice, map_documents, read_document_map
from coala.prepare.entity_names import NameRules, find_entity_names, note_recurring_names, read_name_rules
from coala.prepare.figures import AlignedGraph
from coala.prepare.selection import KnownTerms, keep_types, resolve_names, select_statements
from coala.prepare.span_matching import (
    LeftOutMentions,
    MatchedSpan,
    leave_out_optionals,
    list_joined_spans,
    match_spans,
    note_joined_spans,
    note_optionals_left_out,
)
from coala.prepare.text_alignment import AlignedDocument, AlignedTexts, align_texts


def rename_value_documents(graph: Graph, names: Mapping[str, str]) -> Graph:
    """Return the graph with renamed documents in its values (old identifier to new)."""

    def rename(value: Value) -> Value | None:
        new = names.get(value.name)
        return None if new is None else value._replace(name=new)

    return _replace_values(graph, names.keys(), rename)


def move_value_places(graph: Graph, spans: Mapping[Span, Span]) -> Graph:
    """Return the graph with spans in its values replaced (old span to new)."""
    places = {(old.document, old.parts, old.zero): new for old, new in spans.items()}

    def move(value: Value) -> Value | None:
        """Return the new value for a place that moves, None for other values."""
        place = value.name, value.fragments, value.zero
        new = places.get(place) if value.kind is ValueKind.PLACE else None
        if new is None:
            return None
        # The mark of a span without a place has any words, but in a value it must have no blanks.
        mark = f"unplaced-{digest(new.unplaced)}" if new.unplaced else new.zero
        return value._replace(name=new.document, fragments=new.parts, zero=mark)

    return _replace_values(graph, {span.document for span in spans}, move)


def _replace_values(graph: Graph, documents: Set[str], replaced: Callable[[Value], Value | None]) -> Graph:
    """Return the graph with replaced values; values that name none of these documents stay."""
    values = [
        replace_leaves(value, replaced)
        if may_contain_name(value, documents) and value not in graph.unclear_values
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


_PAIR = 2


@dataclass(frozen=True)
class Preparation:
    """Options for preparing graphs. The last three fields are no options: some callers set them."""

    documents: DocumentMap | None = None
    selection: Selection = DEFAULTS.selection
    match: Match = DEFAULTS.match
    optional_mentions: bool = True  # False: those that only one graph has are left out
    align: bool = True  # False: texts that differ are compared by their offsets
    names: NameRules | None = None  # None: no instance has a name, and triples that name it are statements
    count_words: bool = False  # as in ``align_texts``, for scores
    terms: KnownTerms | None = None  # all predicates and types, if the graphs have only a part of them
    key: int | None = None  # as in ``find_entity_names``

    @classmethod
    def from_options(
        cls, options: Options, *, documents: DocumentMap | None = None, names: NameRules | None = None
    ) -> Preparation:
        """Return the preparation that the options ask for; read the map and the rules that are not given.

        Raises ``CoalaError`` if a file of the options cannot be used, or if a knowledge base is unknown.
        """
        return cls(
            documents=documents or read_document_map(options.map_documents),
            selection=options.selection,
            match=options.match,
            optional_mentions=options.optional_mentions == COUNT,
            align=options.align_texts == CARRIED_OVER,
            names=names or read_name_rules(options),
        )

    @classmethod
    def of_texts(cls, options: Options) -> Preparation:
        """Return a preparation that only maps documents and aligns their texts."""
        return cls(read_document_map(options.map_documents), align=options.align_texts == CARRIED_OVER)


@dataclass(frozen=True, eq=False)
class Prepared:
    """Graphs as a corpus that can be compared, and a record of the preparation.

    With two graphs, ``corpus`` lacks the mentions in ``left_out``. With three, they stay: gold is compared
    with two graphs and lacks different mentions in each pair.
    """

    corpus: Corpus
    document_notices: tuple[Notice, ...]  # about documents and texts
    span_notices: tuple[Notice, ...]  # about statements and spans
    name_notices: tuple[Notice, ...]  # about names in knowledge bases
    bases: KnowledgeBases | None  # the knowledge bases of these names; None if names were not looked for
    selection: Selection  # what the user wants to compare, with full IRIs
    joined: tuple[MatchedSpan, ...]  # spans that count as a span with another extent
    texts_aligned: tuple[AlignedGraph, ...]  # figures of each graph whose texts were aligned
    documents_aligned: tuple[AlignedDocument, ...]  # figures of each of its documents
    respelled: tuple[MatchedSpan, ...]  # spans whose words a graph spells differently
    left_out: tuple[LeftOutMentions, ...]  # optional mentions that do not count
    named: tuple[Placement, ...]  # the places of each graph's mentions in its own texts

    @property
    def extents(self) -> tuple[MatchedSpan, ...]:
        """The spans whose extent or spelling in a graph is not the shown one, as that graph has them."""
        # A joined span that is also spelled differently is listed once, with the words of its own graph.
        own = {(row.graph, row.kept): row for row in self.respelled}
        joined = [
            row._replace(words=stated.words) if (stated := own.pop((row.graph, row.extent), None)) else row
            for row in self.joined
        ]
        return (*joined, *own.values())

    def build_single_corpus(self, graph: int) -> Corpus:
        """Return one graph in its own texts, with renamed documents."""
        return build_corpus(self.corpus.graphs[graph : graph + 1], self.named[graph : graph + 1])


def prepare(graphs: Sequence[Graph], roles: Sequence[str], preparation: Preparation) -> Prepared:
    """Prepare two graphs (baseline or key first), or these and gold, as one corpus.

    Raises ``CoalaError`` for documents that cannot be mapped and for names that match several terms. It does
    not check whether the graphs have anything in common; see ``coala.prepare.compatibility``.
    """
    # 1. Documents and their texts.
    documents, names = preparation.documents, preparation.names
    named, renamed = map_documents(graphs, documents, roles, aligned=preparation.align)
    graphs = drop_numbered_notice(graphs, documents)
    aligned = (
        align_texts(named, graphs, roles, count_words=preparation.count_words)
        if preparation.align
        else AlignedTexts(named)
    )
    placements = aligned.placements
    # 2. Relations and statements.
    stated, canonical, turned = canonicalise(graphs, roles)
    found = None if names is None else find_entity_names(stated, roles, names, preparation.key)
    stated = stated if found is None else found.graphs
    chosen, unmatched = resolve_names((*graphs, *stated), preparation.selection, preparation.terms)
    chosen = use_canonical_names(chosen, canonical)
    # 3. Numbers of spans. 4. Joined spans and optional mentions.
    corpus = build_corpus(
        [select_statements(graph, chosen) for graph in stated],
        placements,
        None if found is None else found.names,
    )
    if found is not None:
        rows = zip(corpus.mentions, corpus.instances, found.scored, strict=True)
        links = tuple(LinkedMentions(*columns) for columns in rows)
        corpus = replace(
            corpus,
            links=links,
            entries=found.entries,
            bases_are_chosen=names is not None and names.is_list,
        )
    counts_as = match_spans(corpus, preparation.match)
    joined = list_joined_spans(corpus, counts_as)
    corpus = _rename_in_values(corpus.replace_spans(counts_as), placements, joined)
    corpus, restricted = keep_types(corpus, preparation.selection.only_types, roles)
    for graph, repeated in enumerate(() if found is None else found.repeated):
        if len(repeated):
            corpus = corpus.drop_mentions(graph, repeated)
    left_out = () if preparation.optional_mentions else leave_out_optionals(corpus)
    if len(graphs) == _PAIR:
        for row in left_out:
            corpus = corpus.drop_mentions(row.graph, row.rows)
    return Prepared(
        corpus=corpus,
        document_notices=(*renamed, *aligned.notices),
        span_notices=(
            *restricted,
            *turned,
            *unmatched,
            *note_joined_spans(corpus, joined, roles, preparation.match),
            *note_optionals_left_out(left_out, roles),
        ),
        name_notices=()
        if names is None or found is None
        else (*found.notices, *note_recurring_names(corpus, names)),
        bases=None if names is None else names.bases,
        selection=chosen,
        joined=joined,
        texts_aligned=aligned.graphs,
        documents_aligned=aligned.documents,
        respelled=aligned.respelled,
        left_out=left_out,
        named=named,
    )


def _rename_in_values(
    corpus: Corpus, placements: Sequence[Placement], joined: Sequence[MatchedSpan]
) -> Corpus:
    """Return the corpus with documents and spans in values renamed as those of its mentions were.

    Without this, a value would name a document or a span that is not in the corpus.
    """
    kept: list[dict[Span, Span]] = [{} for _ in corpus.graphs]
    for row in joined:
        kept[row.graph][row.extent] = row.kept
    graphs = map(_rename_in_graph, corpus.graphs, placements, kept)
    provenance = (
        tuple(moved.get(span, span) for span in spans)
        for moved, spans in zip(kept, corpus.provenance, strict=True)
    )
    return replace(corpus, graphs=tuple(graphs), provenance=tuple(provenance))


def _rename_in_graph(graph: Graph, placement: Placement, kept: Mapping[Span, Span]) -> Graph:
    documents = zip(graph.documents, placement.documents, strict=True)
    if renamed := {old: new for old, new in documents if old != new}:
        graph = rename_value_documents(graph, renamed)
    for moved in (placement.moved, kept):
        if moved:
            graph = move_value_places(graph, moved)
    return graph

"""Transfer of mentions to the text of an earlier graph, if two graphs have different texts of a document.

The text of the first graph that has one is the reference. In ``The  man`` the mention at 5 to 8 is carried
over to 4 to 7 of the reference ``The man``. ``coala.prepare.sign_alignment`` finds the counterpart of each
character. A mention whose first or last character has none remains, at the nearest place (*unplaced*). It
gets a mark by which it differs from all mentions of the graphs that have the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.numerals import count, percent
from coala.base.plain_text import cited_words, plain_words, readable
from coala.model.corpus import Placement
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.model.values import Span, SpanShape, Value, ValueKind, may_contain_name, replace_leaves
from coala.prepare.document_pairs import compare_texts, describe_difference
from coala.prepare.figures import AlignedGraph
from coala.prepare.span_matching import MatchedSpan

if TYPE_CHECKING:
    from coala.prepare.sign_alignment import TextAlignment
    from coala.prepare.word_pairs import WordPairs


class AlignedDocument(NamedTuple):
    """The result of aligning one document of one graph."""

    graph: int  # the place of the graph among the graphs
    document: str
    characters: int  # without blanks
    equal: int  # characters that have a counterpart in the reference
    mentions: int
    not_placed: int  # mentions that have no counterpart
    difference: str  # where the texts differ first, in words


@dataclass(frozen=True)
class AlignedTexts:
    """The mentions of each graph in the reference texts, and a record of the alignment."""

    placements: tuple[Placement, ...]
    graphs: tuple[AlignedGraph, ...] = ()
    documents: tuple[AlignedDocument, ...] = ()
    respelled: tuple[MatchedSpan, ...] = ()  # spans whose words differ from those of the reference
    notices: tuple[Notice, ...] = ()


def align_texts(
    placements: Sequence[Placement],
    graphs: Sequence[Graph],
    roles: Sequence[str],
    *,
    count_words: bool = False,
) -> AlignedTexts:
    """Carry the mentions of each document over to the text of the first graph that has one for it.

    If less than half of the characters of a document have a counterpart, it is left unchanged. With
    ``count_words``, and if both texts have equally many words, the n-th word of one text is the n-th of the
    other where the alignment has no counterpart, as in the CoNLL scorer, which counts tokens.
    """
    # The reference text of each document, and the placements of the graphs before the current one.
    texts: dict[str, str] = {}
    before: list[Placement] = []
    figures: list[AlignedGraph] = []
    notices: list[Notice] = []
    documents: list[AlignedDocument] = []
    respelled: list[MatchedSpan] = []
    for number, (placement, graph) in enumerate(zip(placements, graphs, strict=True)):
        alignments = _align_documents(placement, texts, count_words=count_words)
        if alignments:
            carrier = _MentionCarrier(placement, graph, number, set(alignments))
            for document, (alignment, words) in alignments.items():
                carrier.carry(
                    document, alignment, words, _list_extents(before, placement.documents[document])
                )
            placement = carrier.placement()
            figures.append(carrier.figures)
            documents += carrier.documents
            respelled += carrier.respelled
            notices += carrier.notices(roles[number], _name_earlier_graphs(roles, roles[number]))
        before.append(placement)
        for name, text in zip(placement.documents, placement.texts, strict=True):
            if text is not None:
                texts.setdefault(name, text)
    return AlignedTexts(tuple(before), tuple(figures), tuple(documents), tuple(respelled), tuple(notices))


def _align_documents(
    placement: Placement, texts: Mapping[str, str], *, count_words: bool
) -> dict[int, tuple[TextAlignment, WordPairs | None]]:
    """Return the alignments, by document, of texts that differ but are of the same document."""
    alignments: dict[int, tuple[TextAlignment, WordPairs | None]] = {}
    for document, (name, text) in enumerate(zip(placement.documents, placement.texts, strict=True)):
        reference = texts.get(name)
        if text is not None and reference is not None and text != reference:
            # Imported here since most graphs have the same texts.
            from coala.prepare.sign_alignment import align
            from coala.prepare.word_pairs import WordPairs

            alignment = align(text, reference)
            words = WordPairs(alignment) if count_words else None
            words = words if words and words.fit else None
            if alignment.is_same_document or words:
                alignments[document] = alignment, words
    return alignments


def _name_earlier_graphs(roles: Sequence[str], role: str) -> str:
    """Return the words for the graphs before this one in a message."""
    return f"the {roles[0]}" if role == roles[1] else "the graphs before it"


def _find_rows(placement: Placement, document: int) -> slice:
    """Return the rows of a document's mentions, which are contiguous."""
    return slice(*np.searchsorted(placement.mentions.document, (document, document + 1)).tolist())


def _list_extents(placements: Sequence[Placement], name: str) -> Integers:
    """Return begin and end of each mention in a document, one row each."""
    columns = [np.zeros((0, 2), dtype=np.int64)]
    for placement in placements:
        if name in placement.documents:
            rows = _find_rows(placement, placement.documents.index(name))
            mentions = placement.mentions
            columns.append(np.stack((mentions.begin[rows], mentions.end[rows]), axis=1))
    return np.concatenate(columns)


class _MentionCarrier:
    """Carries the mentions of one graph over, document by document."""

    def __init__(self, placement: Placement, graph: Graph, number: int, documents: Set[int]) -> None:
        mentions = placement.mentions
        self._placement = placement
        self._begin, self._end = mentions.begin.copy(), mentions.end.copy()
        self._shape = mentions.shape.copy()
        self._shapes = {shape: number for number, shape in enumerate(placement.shapes)}
        self._texts = list(placement.texts)
        self._minimums = dict(placement.minimums)
        self._moved: dict[Span, Span] = {}
        names = {graph.documents[document]: placement.documents[document] for document in documents}
        self._stated = _find_stated_places(graph, names)
        self._number = number
        self._lost: list[str] = []
        self.documents: list[AlignedDocument] = []
        self.respelled: list[MatchedSpan] = []

    def carry(
        self, document: int, alignment: TextAlignment, words: WordPairs | None, extents: Integers
    ) -> None:
        """Carry one document over; ``extents`` are those of earlier graphs in the reference."""
        name = self._placement.documents[document]
        places = _SpanCarrier(alignment, words, extents)
        rows = range(*_find_rows(self._placement, document).indices(len(self._begin)))
        spans = [self._read_span(name, row) for row in rows]
        carried = places.carry(spans)
        for row, new in zip(rows, carried, strict=True):
            self._begin[row], self._end[row] = new.begin, new.end
            shape = SpanShape(new.fragments, new.zero, new.unplaced)
            self._shape[row] = self._shapes.setdefault(shape, len(self._shapes)) if any(shape) else -1
        stated = self._stated.get(name, [])
        self._moved |= zip(stated, places.carry(stated), strict=True)
        self._carry_minimums(rows, alignment)
        self._texts[document] = alignment.texts[1]
        self._record(name, alignment, spans, carried)

    @property
    def figures(self) -> AlignedGraph:
        """The sums over all documents."""
        rows = self.documents
        return AlignedGraph(
            graph=self._number,
            documents=len(rows),
            characters=sum(row.characters for row in rows),
            equal=sum(row.equal for row in rows),
            mentions=sum(row.mentions for row in rows),
            not_placed=sum(row.not_placed for row in rows),
        )

    def placement(self) -> Placement:
        """Return the new places of the mentions."""
        mentions = replace(self._placement.mentions, begin=self._begin, end=self._end, shape=self._shape)
        return replace(
            self._placement,
            texts=tuple(self._texts),
            mentions=mentions,
            shapes=tuple(self._shapes),
            minimums=self._minimums,
            moved=self._moved,
        )

    def notices(self, role: str, others: str) -> Iterator[Notice]:
        """Yield what was aligned, and what could not be placed."""
        figures = self.figures
        yield make_notice(
            "texts-aligned",
            figures.documents,
            [f"<{readable(row.document)}> differs {row.difference}" for row in self.documents],
            role=role,
            others=others,
            share=percent(figures.equal, figures.characters),
            carried=f"{figures.mentions - figures.not_placed:,}",
            mentions=count(figures.mentions, "mention"),
        )
        if figures.not_placed:
            yield make_notice(
                "mentions-not-placed",
                figures.not_placed,
                self._lost,
                role=role,
                others=others,
                mentions=count(figures.mentions, "mention"),
            )

    def _read_span(self, name: str, row: int) -> Span:
        """Return the span of a mention, before it is carried over."""
        shape = self._placement.mentions.shape[row]
        where = name, int(self._placement.mentions.begin[row]), int(self._placement.mentions.end[row])
        return Span(*where) if shape < 0 else Span(*where, *self._placement.shapes[shape])

    def _carry_minimums(self, rows: range, alignment: TextAlignment) -> None:
        """Carry over the minimum of each mention; drop a minimum without a place."""
        stated = [row for row in rows if row in self._minimums]
        edges = np.array([self._minimums[row] for row in stated], dtype=np.int32).reshape(-1, 2)
        carried = alignment.carry(edges[:, 0], edges[:, 1])
        columns = zip(carried.begin.tolist(), carried.end.tolist(), carried.placed.tolist(), strict=True)
        for row, (begin, end, placed) in zip(stated, columns, strict=True):
            if placed:
                self._minimums[row] = begin, end
            else:
                del self._minimums[row]

    def _record(
        self, name: str, alignment: TextAlignment, spans: Sequence[Span], carried: Sequence[Span]
    ) -> None:
        """Note the spans that are unplaced or spelled differently, and the figures of the document."""
        own, reference = alignment.texts
        for old, new in sorted(set(zip(spans, carried, strict=True))):
            words = old.words_in(own)
            if new.unplaced:
                quoted = f"“{cited_words(words)}”" if words else "an empty span"
                self._lost.append(f"{quoted} at {old.begin:,} of <{readable(name)}>")
            if new.unplaced or words.split() != new.words_in(reference).split():
                self.respelled.append(MatchedSpan(self._number, new, new, words))
        characters, equal = len(alignment.signs[0]), alignment.aligned
        how = compare_texts(own, reference)
        if not how and equal < characters:
            how = f"{characters - equal:,} of {count(characters, 'character')} without a counterpart"
        elif how:
            how = f"only in {how}"
        self.documents.append(
            AlignedDocument(
                self._number,
                name,
                characters,
                equal,
                mentions=len(spans),
                not_placed=sum(bool(span.unplaced) for span in carried),
                difference=f"{describe_difference(reference, own)} ({how or 'only in spelling'})",
            )
        )


class _SpanCarrier:
    """The places in the reference of spans of one text."""

    def __init__(self, alignment: TextAlignment, words: WordPairs | None, extents: Integers) -> None:
        """Take the extents of the spans of earlier graphs in the reference, as rows of begin and end."""
        self._alignment = alignment
        self._words = words
        # A number for each unplaced span, among those at the same place with the same words.
        self._unplaced: dict[tuple[int, int, str], dict[Span, int]] = {}
        self._with_blanks = _index_without_blanks(alignment, extents)

    def carry(self, spans: Sequence[Span]) -> list[Span]:
        """Return each span in the reference; a mark distinguishes spans without a place from other spans."""
        parts = [part for span in spans for part in span.parts]
        edges = np.array(parts, dtype=np.int32).reshape(-1, 2)
        carried = self._alignment.carry(edges[:, 0], edges[:, 1])
        columns = zip(carried.begin.tolist(), carried.end.tolist(), carried.placed.tolist(), strict=True)
        assembled = [
            (span, [self._place_by_words(*part, *next(columns)) for part in span.parts]) for span in spans
        ]
        # In the order of the text: the numbering of spans without a place is then the same in any graph.
        places = {span: self._make_span(span, parts) for span, parts in sorted(assembled)}
        return [places[span] for span in spans]

    def _place_by_words(
        self, begin: int, end: int, new_begin: int, new_end: int, placed: bool
    ) -> tuple[int, int, bool]:
        """Return a part at the place of its signs, otherwise at the words with the same numbers."""
        if placed or self._words is None:
            return new_begin, new_end, placed
        words = self._words.carry(begin, end)
        return (new_begin, new_end, False) if words is None else (*words, True)

    def _make_span(self, span: Span, parts: Sequence[tuple[int, int, bool]]) -> Span:
        """Return the span with these parts (begin, end, is placed); mark it if one has no place."""
        if not all(placed for _, _, placed in parts):
            begin, end = min(parts)[0], max(end for _, end, _ in parts)
            words = plain_words(span.words_in(self._alignment.texts[0]))
            alike = self._unplaced.setdefault((begin, end, words), {})
            number = alike.setdefault(span, len(alike) + 1)
            return Span(span.document, begin, end, (), span.zero, f"{words}#{number}")
        extents = [(begin, end) for begin, end, _ in parts]
        if len(extents) == 1:
            extents = [self._with_blanks.get(extents[0], extents[0])]
        fragments = tuple(extents) if len(extents) > 1 else ()
        return Span(span.document, extents[0][0], extents[-1][1], fragments, span.zero)


def _index_without_blanks(
    alignment: TextAlignment, extents: Integers
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the extents of earlier spans that have blanks at their edges, by the extent without these.

    A span that is carried over has no blanks there. It is the same mention as the earlier span, so it takes
    the extent of that.
    """
    signs = alignment.signs[1]
    extents = np.unique(extents, axis=0)
    first = np.searchsorted(signs.end, extents[:, 0], side="right")
    last = np.searchsorted(signs.begin, extents[:, 1], side="left") - 1
    known = set(map(tuple, extents.tolist()))
    with_blanks: dict[tuple[int, int], tuple[int, int]] = {}
    for row in np.flatnonzero(first <= last).tolist():
        begin, end = extents[row].tolist()
        low, high = max(begin, int(signs.begin[first[row]])), min(end, int(signs.end[last[row]]))
        if (low, high) not in known:
            with_blanks.setdefault((low, high), (begin, end))
    return with_blanks


def _find_stated_places(graph: Graph, names: Mapping[str, str]) -> dict[str, list[Span]]:
    """Return the spans in these documents that statements and facts name, by the document's new name."""
    places: dict[str, dict[Span, None]] = {name: {} for name in names.values()}

    def note(value: Value) -> None:
        """Add the span of a value that is a place in one of the documents; replace nothing."""
        if value.kind is ValueKind.PLACE and value.name in names:
            parts = value.fragments
            fragments = parts if len(parts) > 1 else ()
            name = names[value.name]
            places[name][Span(name, parts[0][0], parts[-1][1], fragments, value.zero)] = None

    for value in graph.values:
        if may_contain_name(value, names.keys()) and value not in graph.unclear_values:
            replace_leaves(value, note)
    facts = graph.facts
    for document, begin, end, shape in zip(
        *(column.tolist() for column in (facts.document, facts.begin, facts.end, facts.shape)), strict=True
    ):
        if (new := names.get(graph.documents[document])) is not None:
            places[new][Span(new, begin, end, *(graph.shapes[shape] if shape >= 0 else ()))] = None
    return {name: list(spans) for name, spans in places.items()}

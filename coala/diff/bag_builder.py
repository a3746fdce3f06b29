"""The builder of bags as a reviewer sees them, from the columns of numbers of a comparison.

A comparison knows a bag only as a number, and its divergences as rows of numbers (``Divergences``). This
module makes a ``Bag`` of it: small objects with labels, words, types, statements, sentences and a
fingerprint. Bags are built one at a time on demand, since a comparison may have hundreds of thousands. A bag
is interesting if it has a divergence; only these are built.

In the code, a span or an instance as a number is an index into the columns of ``Corpus``. In a ``Bag``, it is
an index into the bag's own tuples; ``place`` and ``index`` map the former to the latter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from coala.base.arrays import Integers
from coala.base.plain_text import last_part, plain_words
from coala.base.process import without_collector
from coala.base.sequences import LruCache
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags, members
from coala.diff.divergences import KINDS, Divergences, LinkChange, compare_names
from coala.diff.document_titles import list_titles
from coala.diff.fact_descriptions import FactDescriber, FactWords
from coala.diff.fact_wording import fact_in_words
from coala.diff.fingerprint import Fingerprints
from coala.diff.names import choose_label
from coala.diff.sentences import BagSentences
from coala.model.bag import (
    BASELINE,
    CHANGED,
    MOST_SPANS_OF_PROPERTY,
    NO_TRAITS,
    Bag,
    ChainTraits,
    Direction,
    Divergence,
    Extent,
    Instance,
    KnowledgeBaseEntry,
    Statement,
    Term,
)
from coala.model.corpus import Corpus
from coala.model.kinds import FACT_KINDS, Kind
from coala.model.knowledge_bases import EntityName, KnowledgeBases
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.values import REFERENCE, Span, ValueKind, parse_value, pieces
from coala.prepare.span_matching import MatchedSpan

# A nested value longer than this is a document, not a remark.
LONGEST_VALUE = 300
MOST_ENTRIES_OF_CHAIN = 8
"""The most entries of a chain that are stored with its mentions in a document."""
# Predicates and types occur in every bag, but there may be millions of names in values.
MOST_TERMS = 10_000
MOST_TITLES = 1_000
# Characters that no IRI has; a name with one is shown as it is.
_NOT_IN_IRI = re.compile(r'[<>"{}|^`\\\x00-\x20]')


class BagContents:
    """Builds the interesting bags of one comparison on demand.

    ``rows`` are the divergences, and ``directions`` has the direction of each, if there is a gold graph.
    ``kinds`` are the kinds of divergence that count. ``joined`` are spans that count as a span of another
    graph, although their extents differ.
    """

    def __init__(
        self,
        corpus: Corpus,
        bags: Bags,
        alignment: Alignment,
        rows: Divergences,
        directions: Sequence[Direction] | None,
        kinds: Collection[Kind],
        joined: Sequence[MatchedSpan],
        bases: KnowledgeBases | None = None,
        nouns: Nouns = IN_TEXTS,
    ) -> None:
        self._corpus = corpus
        self._nouns = nouns
        self._bags = bags
        self._alignment = alignment
        self._rows = rows
        self._directions = directions
        self._bases = bases
        self._joined = {(row.graph, row.kept): row for row in joined}
        self.numbers: list[int] = rows.interesting.tolist()
        self._texts = corpus.texts_of()
        self._zeros = frozenset(np.flatnonzero(corpus.zeros).tolist())
        # Caches: titles by document, labels by (graph, instance), words by span, and terms by (graph, name).
        self._titles = LruCache[str, Sequence[str]](MOST_TITLES)
        self._labels: dict[tuple[int, int], str] = {}
        self._words_of_span: dict[int, str | None] = {}
        self._terms: dict[tuple[int, str], Term] = {}
        # The traits of instances without entries, by (graph, types).
        self._traits: dict[tuple[int, tuple[str, ...]], ChainTraits] = {}
        self._has_entries = [len(names.values) > 1 for names in corpus.entity_names]
        self._fingerprints = Fingerprints(corpus, kinds, rows.facts.tables)
        self._documents = {name: number for number, name in enumerate(corpus.documents)}
        self._describer = FactDescriber(
            rows.facts, FactWords(self.label_of, self._build_statement, self._words_at)
        )

    def __iter__(self) -> Iterator[Bag]:
        return self.build(range(len(self.numbers)))

    def build(self, places: Sequence[int]) -> Iterator[Bag]:
        """Yield the interesting bags at these positions of ``numbers``, which must ascend."""
        return (sentences.bag for sentences in self.build_sentences(places))

    def build_sentences(self, places: Sequence[int]) -> Iterator[BagSentences]:
        """Yield these bags with the sentences that describe them, for callers that describe more of a bag."""
        numbers = [self.numbers[place] for place in places]
        # The divergences are sorted by bag: those of one bag are the rows from ``first`` to before ``last``.
        first, last = (np.searchsorted(self._rows.bag, numbers, side).tolist() for side in ("left", "right"))
        for row, (spans, instances) in enumerate(self._list_members(numbers)):
            self._forget()
            with without_collector():
                sentences = BagSentences(
                    self._build_without_sentences(spans, instances, range(first[row], last[row]))
                )
                sentences.describe_all()
            yield sentences

    def _forget(self) -> None:
        """Clear the caches of the previous bag."""
        self._corpus.forget_spans()
        self._words_of_span.clear()

    def fingerprints(self) -> Iterator[str]:
        """Yield the fingerprint of each interesting bag, in a third of the time that building takes."""
        for spans, instances in self._list_members(self.numbers):
            self._forget()
            yield self._fingerprints.of_bag(spans, [self._words(span) for span in spans], instances)

    def _list_members(
        self, numbers: Sequence[int]
    ) -> Iterator[tuple[list[int], tuple[list[int], list[int]]]]:
        """Yield the spans of each of these bags, and its instances in both graphs by their rank."""
        spans = members(self._bags.of_span, numbers)
        baseline, changed = (
            members(group, numbers, rank)
            for group, rank in zip(self._bags.of_instance, self._alignment.rank, strict=True)
        )
        for here, *sides in zip(spans, baseline, changed, strict=True):
            yield here.tolist(), (sides[0].tolist(), sides[1].tolist())

    def _build_without_sentences(
        self, spans: Sequence[int], sides: tuple[list[int], list[int]], rows: range
    ) -> Bag:
        """Return a bag without its title and sentences, which need the complete bag."""
        place = {span: index for index, span in enumerate(spans)}
        words = tuple(map(self._words, spans))
        index = [{instance: number for number, instance in enumerate(side)} for side in sides]
        baseline, changed = (
            tuple(self._build_instance(graph, instance, place) for instance in side)
            for graph, side in enumerate(sides)
        )
        partner = self._alignment.partner[0]
        return Bag(
            fingerprint=self._fingerprints.of_bag(spans, words, sides),
            title="",
            spans=tuple(self._corpus.span(span) for span in place),
            words=words,
            baseline=baseline,
            changed=changed,
            partners=tuple(
                (old, index[1][other]) for old, x in enumerate(sides[0]) if (other := partner.item(x)) >= 0
            ),
            divergences=tuple(self._build_divergences(rows, place, index)),
            nouns=self._nouns,
            titles_of=self._titles_of,
        )

    def _build_instance(self, graph: int, instance: int, place: dict[int, int]) -> Instance:
        table = self._corpus.tables[graph]
        return Instance(
            label=plain_words(self._label(graph, instance)),
            name=self._corpus.graphs[graph].names[instance],
            spans=tuple(place[span] for span in self._corpus.spans_of(graph, instance)),
            types=tuple(self._find_term(graph, name) for name in self._corpus.graphs[graph].types[instance]),
            statements=tuple(sorted(self._build_statement(graph, row) for row in table.rows(instance))),
            extents=tuple(self._list_extents(graph, instance, place)) if self._joined else (),
            entries=tuple(
                self._build_entry(graph, instance, name)
                for name in self._corpus.entity_names[graph][instance]
            ),
        )

    def _list_extents(self, graph: int, instance: int, place: dict[int, int]) -> Iterator[Extent]:
        for number in self._corpus.spans_of(graph, instance):
            joined = self._joined.get((graph, self._corpus.span(number)))
            if joined is not None:
                text = self._texts[int(self._corpus.document[number])]
                stated = joined.words
                words = stated if stated is not None or text is None else _cut(text, joined.extent)
                yield Extent(place[number], joined.extent, words)

    def _build_divergences(
        self, numbers: range, place: dict[int, int], index: list[dict[int, int]]
    ) -> Iterator[Divergence]:
        """Yield the rows with these numbers without their sentences, which need the complete bag."""
        rows = self._rows
        columns = (rows.kind, rows.baseline, rows.changed)
        keys = zip(*(column[numbers.start : numbers.stop].tolist() for column in columns), strict=True)
        # The types or statements of one pair are neighbours.
        for (code, x, y), group in groupby(zip(keys, numbers, strict=True), key=itemgetter(0)):
            kind = KINDS[code]
            found = [row for _, row in group]
            if kind in FACT_KINDS:
                yield from (self._build_fact_row(row, place, index) for row in found)
            elif kind is Kind.LINK:
                yield from (self._build_link_row(row, (x, y), place, index) for row in found)
            elif kind in (Kind.TYPE, Kind.STATEMENT):
                yield from self._build_property_rows(found, kind, (x, y), place, index)
            else:
                yield from (self._build_mention_row(row, kind, (x, y), place, index) for row in found)

    def _build_mention_row(
        self, row: int, kind: Kind, pair: tuple[int, int], place: dict[int, int], index: list[dict[int, int]]
    ) -> Divergence:
        """Return a row about a mention or a complete instance."""
        (x, y), span = pair, int(self._rows.span[row])
        numbers: Sequence[int] = (span,)
        if span < 0:
            numbers = self._corpus.spans_of(1, y) if x < 0 else self._corpus.spans_of(0, x)
        links: list[LinkChange] = []
        if self._rows.relinked[row]:
            links += compare_names(self._corpus, x, y)
        return Divergence(
            kind=kind,
            baseline=None if x < 0 else index[0][x],
            changed=None if y < 0 else index[1][y],
            spans=tuple(place[number] for number in numbers),
            sentence="",
            added=self._write_entries(1, y, [name for change in links for name in change.added]),
            dropped=self._write_entries(0, x, [name for change in links for name in change.dropped]),
            direction=self._find_direction(row),
        )

    def _build_entry(self, graph: int, instance: int, name: EntityName) -> KnowledgeBaseEntry:
        """Return an entry with what the graph states about it."""
        assert self._bases is not None
        source, iri = self._corpus.graphs[graph], self._bases.iri(name)
        # The IRI of the instance, and that of a statement, may be written in another form.
        own = [
            stated
            for stated in (
                source.names[instance],
                *source.other_names.get(instance, ()),
                *self._bases.iris(name),
            )
            if self._bases.find(stated) == name
        ]
        is_own = source.names[instance] in own
        words = source.labels[instance] if is_own else None
        if not words:
            words = next((source.term_labels[stated] for stated in own if stated in source.term_labels), "")
        description = next(
            (source.descriptions[stated] for stated in own if stated in source.descriptions), ""
        )
        return KnowledgeBaseEntry(
            self._bases.title(name.base),
            plain_words(self._bases.label(name)),
            iri,
            plain_words(words),
            plain_words(description, LONGEST_VALUE),
        )

    def _build_link_row(
        self, row: int, pair: tuple[int, int], place: dict[int, int], index: list[dict[int, int]]
    ) -> Divergence:
        """Return a row about the names of two partners, or of two chains of a mention, in one base."""
        x, y = pair
        change = self._rows.links[self._rows.detail[row]]
        span = int(self._rows.span[row])
        spans = [span]
        if span < 0:
            # Other mentions of the changed instance may have had this entry before.
            own, former = self._corpus.spans_of(1, y), set(self._corpus.spans_of(0, x))
            spans = [number for number in own if number in former][:MOST_SPANS_OF_PROPERTY]
        return Divergence(
            kind=Kind.LINK,
            baseline=index[0][x],
            changed=index[1][y],
            spans=tuple(place[number] for number in spans),
            sentence="",
            added=self._write_entries(1, y, change.added),
            dropped=self._write_entries(0, x, change.dropped),
            direction=self._find_direction(row),
        )

    def _write_entries(self, graph: int, instance: int, names: Sequence[EntityName]) -> tuple[str, ...]:
        """Return entries as they are shown; as IRIs where the instance has two that are shown alike."""
        if not names:
            return ()
        own = self._corpus.entity_names[graph][instance]
        entries = dict(zip(own, (self._build_entry(graph, instance, name) for name in own), strict=True))
        uses = Counter(entry.shown for entry in entries.values())
        found = (entries[name] for name in names)
        return tuple(entry.shown if uses[entry.shown] == 1 else entry.name for entry in found)

    def _build_property_rows(
        self,
        rows: Sequence[int],
        kind: Kind,
        pair: tuple[int, int],
        place: dict[int, int],
        index: list[dict[int, int]],
    ) -> Iterator[Divergence]:
        """Yield all rows about the types, or about the statements, of an instance or of two partners."""
        x, y = pair
        # A pair shows its changed side.
        numbers = self._corpus.spans_of(0, x) if y < 0 else self._corpus.spans_of(1, y)
        spans = tuple(place[number] for number in numbers[:MOST_SPANS_OF_PROPERTY])
        terms = [self._find_terms(row, kind, pair) for row in rows]
        unclear = _find_unclear_labels(terms)
        for row, changed_terms in zip(rows, terms, strict=True):
            dropped, added = (
                () if term is None else (term.name if term.label in unclear else term.label,)
                for term in changed_terms
            )
            yield Divergence(
                kind=kind,
                baseline=None if x < 0 else index[0][x],
                changed=None if y < 0 else index[1][y],
                spans=spans,
                sentence="",
                added=added,
                dropped=dropped,
                direction=self._find_direction(row),
            )

    def _find_terms(self, row: int, kind: Kind, pair: tuple[int, int]) -> tuple[Term | None, Term | None]:
        """Return the dropped and the added type or statement of a row."""
        details = self._rows.types if kind is Kind.TYPE else self._rows.statements
        dropped, added = (
            None
            if detail < 0
            else self._find_term(graph, self._corpus.graphs[graph].types[instance][detail])
            if kind is Kind.TYPE
            else self._build_statement(graph, detail).in_words
            for graph, (instance, detail) in enumerate(
                zip(pair, details[self._rows.detail[row]].tolist(), strict=True)
            )
        )
        return dropped, added

    def _find_direction(self, row: int) -> Direction:
        return Direction.UNKNOWN if self._directions is None else self._directions[row]

    def _build_fact_row(self, row: int, place: dict[int, int], index: list[dict[int, int]]) -> Divergence:
        """Return a row about a fact; its spans are the places of the fact that are in the bag."""
        rows = self._rows
        x, y = int(rows.baseline[row]), int(rows.changed[row])
        fact, numbers = self._describer.describe(rows.facts.changes[int(rows.detail[row])])
        spans = sorted(place[number] for number in numbers if number in place)
        return Divergence(
            kind=KINDS[rows.kind[row]],
            baseline=None if x < 0 else index[0][x],
            changed=None if y < 0 else index[1][y],
            spans=tuple(spans),
            sentence="",
            added=tuple(filter(None, [fact_in_words(fact, CHANGED)])),
            dropped=tuple(filter(None, [fact_in_words(fact, BASELINE)])),
            direction=self._find_direction(row),
            fact=fact,
        )

    def _build_statement(self, graph: int, row: int) -> Statement:
        """Return a statement as text; an instance in its value appears by its label."""
        source = self._corpus.graphs[graph]
        statements = source.statements
        value = source.values[statements.value[row]]
        references = self._corpus.tables[graph].references.get(row, ())
        labels = sorted({self._label(graph, instance) for _, instance in references})
        if value == REFERENCE:
            term = Term(plain_words(labels[0]), source.names[references[0][1]])
        else:
            label = self._write_value(graph, value)
            if labels:
                label = f"{label} with {', '.join(map(plain_words, labels))}"
            term = Term(plain_words(label, LONGEST_VALUE), plain_words(value, LONGEST_VALUE))
        predicate = self._find_term(graph, source.predicates[statements.predicate[row]])
        return Statement(predicate, term, bool(statements.inverse[row]))

    def _write_value(self, graph: int, value: str) -> str:
        """Return the text of a literal; of any other value, its notation with the labels of its names."""
        if value in self._corpus.graphs[graph].unclear_values:
            return value
        parsed = parse_value(value)
        if parsed.kind is ValueKind.LITERAL:
            return parsed.text
        # Each name becomes its label. The text is cut later, so some more of it is enough here.
        shown = []
        room = 4 * LONGEST_VALUE
        for piece, name in pieces(parsed):
            if len(piece) > room:
                shown.append(piece[:room])
                break
            room -= len(piece)
            shown.append(
                self._find_term(graph, name).label if name and not _NOT_IN_IRI.search(name) else piece
            )
        return "".join(shown)

    def _find_term(self, graph: int, name: str) -> Term:
        """Return a type or a predicate with its readable label, which may be the last part of its IRI."""
        term = self._terms.get((graph, name))
        if term is None:
            stated = self._corpus.graphs[graph].term_labels.get(name)
            term = Term(plain_words(stated or last_part(name)), name)
            if len(self._terms) < MOST_TERMS:
                self._terms[graph, name] = term
        return term

    def _label(self, graph: int, instance: int) -> str:
        known = self._labels.get((graph, instance))
        if known is None:
            source = self._corpus.graphs[graph]
            spans = self._corpus.spans_of(graph, instance)
            if self._zeros:
                # A word is more informative than a zero.
                spans = [span for span in spans if span not in self._zeros] or spans
            known = choose_label(
                source.labels[instance],
                map(self._words, spans),
                source.names[instance],
            )
            self._labels[graph, instance] = known
        return known

    def label_of(self, graph: int, instance: int) -> str:
        """Return the readable label of an instance of a graph, also of gold."""
        return plain_words(self._label(graph, instance))

    def partners_of(self, instances: Integers) -> Integers:
        """Return the baseline's partners of instances of the changed graph; -1 for those without one."""
        found: Integers = self._alignment.partner[1][instances]
        return found

    def traits_of(self, graph: int, instance: int) -> ChainTraits:
        """Return the readable types and entries of an instance; ``NO_TRAITS`` if it has none."""
        types = self._corpus.graphs[graph].types[instance]
        known = self._traits.get((graph, types))
        if known is None:
            labels = tuple(self._find_term(graph, name).label for name in types)
            known = ChainTraits(labels) if labels else NO_TRAITS
            if len(self._traits) < MOST_TERMS:
                self._traits[graph, types] = known
        names = self._corpus.entity_names[graph][instance] if self._has_entries[graph] else ()
        if not names:
            return known
        entries = (self._build_entry(graph, instance, name) for name in names[:MOST_ENTRIES_OF_CHAIN])
        return known._replace(entries=tuple(entry.shown for entry in entries))

    def _titles_of(self, document: str) -> Sequence[str]:
        return self._titles.get(document, lambda name: list_titles(self._texts[self._documents[name]]))

    def _words(self, span: int) -> str | None:
        if span not in self._words_of_span:
            self._words_of_span[span] = self._find_words(span)
        return self._words_of_span[span]

    def _find_words(self, number: int) -> str | None:
        """Return the words of a span: its own, those at its offsets, or those that a graph states for it."""
        corpus = self._corpus
        span = corpus.span(number)
        if own_words := span.own_words:
            return own_words
        text = self._texts[corpus.document.item(number)]
        if text is None:
            stated = next((words[number] for words in corpus.words if number in words), None)
            sign = span.sign if number in self._zeros else ""
            return f"{sign} ({stated})" if stated and sign else stated or sign or None
        return _cut(text, span)

    def _words_at(self, span: Span) -> str | None:
        text = self._texts[self._documents[span.document]]
        return span.own_words or (None if text is None else _cut(text, span))


def _cut(text: str, span: Span) -> str:
    """Return the words of a span; for a zero, its sign with the word at which it is placed."""
    words = span.words_in(text)
    return f"{span.sign} ({words})" if span.zero else words


def _find_unclear_labels(terms: Iterable[tuple[Term | None, Term | None]]) -> set[str]:
    """Return the labels that both sides have, or that one side has for different terms."""
    names: tuple[defaultdict[str, set[str]], ...] = (defaultdict(set), defaultdict(set))
    for pair in terms:
        for of_label, term in zip(names, pair, strict=True):
            if term is not None:
                of_label[term.label].add(term.name)
    several = {label for of_label in names for label, found in of_label.items() if len(found) > 1}
    return several | (names[0].keys() & names[1].keys())

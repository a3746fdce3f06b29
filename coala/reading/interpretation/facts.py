"""Named graphs, reified statements and quoted triples become facts: which triples they state, and where.

What states a fact is no instance, and what would tie an instance to its mentions leads from it to the words
that say the fact.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import product
from math import prod
from typing import NamedTuple

from coala.base.plain_text import last_part
from coala.model.origins import NAMED_GRAPH, QUOTED, REIFIED
from coala.model.values import SpanShape
from coala.reading.interpretation.content import FactColumns, no_facts
from coala.reading.interpretation.instances import (
    Instances,
    describe_node,
    find_identities,
    find_types_of_mentions,
)
from coala.reading.interpretation.mentions import FoundMentions, find_mentions
from coala.reading.interpretation.statements import FoundStatements, find_plumbing
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import DOCUMENT, RDF, RDF_TYPE, SAID, UNSET, Pairs, column
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

REIFIES = RDF + "reifies"
_PARTS = (RDF + "subject", RDF + "predicate", RDF + "object")
"""What is said of a nameless node that stands for a quoted triple."""

MOST_WORDS = 10
FREE_WORDS = 1_000_000
"""Places that are kept for each triple that states a fact, on average, and for all of them together."""

MOST_COMBINED = 100
"""Triples that one node may state by several subjects, predicates and objects at the same time."""

_FAULTS = {
    "mention-without-document": "no document",
    "mention-without-offsets": "no offsets",
    "conflicting-values": "several places",
    "offsets-not-numbers": "an offset that is no number",
    "offsets-negative": "a negative offset",
    "offsets-reversed": "its end is before its begin",
    "offsets-empty": "no characters",
    "offsets-past-end": "past the end of the text",
}
"""Why words of facts are left out, by the code of the notice that a mention would get."""


class WordPlace(NamedTuple):
    """Where words stand; the document is a node, and the shape as in ``FoundMentions``."""

    document: int
    begin: int
    end: int
    shape: int


class StatedFacts(NamedTuple):
    """Triples that are stated as facts: the row in ``Collector.others``, what states each, and how.

    ``nodes`` are all that state something, types of instances too; none of them is an instance.
    """

    row: array[int]
    node: array[int]
    origin: array[int]
    nodes: set[int]

    def add(self, rows: Iterable[int], node: int, origin: int) -> None:
        """Add rows that one node states."""
        before = len(self.row)
        self.row.extend(rows)
        count = len(self.row) - before
        self.node.extend(array("q", [node]) * count)
        self.origin.extend(array("q", [origin]) * count)


class WordsOfFacts(NamedTuple):
    """The places that say what each node states, in the order of the texts, and all shapes of spans."""

    places: dict[int, list[WordPlace]]
    shapes: list[SpanShape]

    def documents(self) -> set[int]:
        """The nodes of all documents in which facts are said."""
        return {place.document for places in self.places.values() for place in places}


def find_stated(collected: Collector, vocabulary: Vocabulary, remarks: Remarks) -> StatedFacts:
    """Find what states facts, and take what is reified or quoted for what it states."""
    facts = StatedFacts(column(), column(), column(), set())
    said = collected.pairs[SAID]
    reifies = collected.number_of(REIFIES)
    has_words = {*said.subject}
    if collected.graphs or reifies >= 0:
        has_words.update(collected.links.object)
    _find_graphs(collected, facts, has_words, remarks)
    _find_reified(collected, vocabulary, facts, remarks)
    if reifies >= 0:
        _find_quoted(collected, facts, reifies, has_words, remarks)
    for node, words in zip(*said, strict=True):
        if node in facts.nodes:
            collected.links.subject.append(words)
            collected.links.object.append(node)
        else:
            remarks.add("words-without-fact", describe_node(node, collected.names))
    return facts


def take_words(collected: Collector, facts: StatedFacts) -> Pairs:
    """The ties of facts to their words, which are none of an instance any more."""
    words = Pairs(column(), column())
    if not facts.nodes:
        return words
    links = collected.links
    kept = Pairs(column(), column())
    for mention, node in zip(*links, strict=True):
        chosen = words if node in facts.nodes else kept
        chosen.subject.append(mention)
        chosen.object.append(node)
    for values, left in zip(links, kept, strict=True):
        values[:] = left
    return words


def find_words(
    collected: Collector,
    texts: dict[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
    words: Pairs,
) -> FoundMentions | None:
    """Check the places of words as those of mentions; what an instance has too is looked at with the others.

    A document that nothing else names is added to those that were collected.
    """
    left = set(words.subject)
    if left:
        left.difference_update(collected.links.subject)
    if not left:
        return None
    said = [_pairs_of(pairs, left) for pairs in collected.pairs[: DOCUMENT + 1]]
    repeated = collected.repeated
    found = find_mentions(collected, texts, vocabulary, _WordRemarks(remarks), said, _pairs_of(words, left))
    # What is said twice of mentions is counted with those of instances.
    collected.repeated = repeated
    return found


def place_words(
    names: list[str], words: Pairs, found: FoundMentions | None, mentions: FoundMentions
) -> WordsOfFacts:
    """The places of all words, of those too that are mentions of instances."""
    shapes = list(mentions.shapes)
    place_of: dict[int, WordPlace] = {}
    for node in dict.fromkeys(words.subject):
        row = mentions.row_of.get(node)
        if row is not None:
            place_of[node] = _place(mentions, row, 0)
    if found is not None:
        place_of.update((node, _place(found, row, len(shapes))) for node, row in found.row_of.items())
        shapes += found.shapes
    places: defaultdict[int, set[WordPlace]] = defaultdict(set)
    for node, stated in zip(*words, strict=True):
        if node in place_of:
            places[stated].add(place_of[node])

    def in_text(place: WordPlace) -> tuple[object, ...]:
        shape = shapes[place.shape] if place.shape >= 0 else SpanShape()
        return names[place.document], place.begin, place.end, shape

    return WordsOfFacts({node: sorted(of_node, key=in_text) for node, of_node in places.items()}, shapes)


def fill_facts(
    collected: Collector,
    vocabulary: Vocabulary,
    facts: StatedFacts,
    words: WordsOfFacts,
    statements: FoundStatements,
    instances: Instances,
    mentions: FoundMentions,
    place: Mapping[int, int],
    remarks: Remarks,
) -> FactColumns:
    """The columns of facts, in documents that have a ``place`` each."""
    events = _find_events(collected, mentions, instances, vocabulary)
    if not events and not facts.row:
        return no_facts()
    origins: dict[int, int] = {}
    # Several triples of one node may make the same statement.
    pairs: dict[tuple[int, int], None] = {}
    for row, node, origin in zip(facts.row, facts.node, facts.origin, strict=True):
        statement = statements.row_of.get(row)
        if statement is not None:
            origins[statement] = min(origin, origins.get(statement, origin))
            pairs[statement, node] = None
    _report_lost(collected, vocabulary, facts, statements, mentions, remarks)
    most = _most_words(pairs, words.places)
    filled = no_facts()._replace(
        events=array("q", sorted(events)),
        statement=array("q", origins),
        origin=array("q", origins.values()),
    )
    cut: dict[int, None] = {}
    for statement, node in pairs:
        places = words.places.get(node, ())
        if len(places) > most:
            cut[node] = None
        for document, begin, end, shape in places[:most]:
            filled.said.append(statement)
            filled.document.append(place[document])
            filled.begin.append(begin)
            filled.end.append(end)
            filled.shape.append(shape)
    for node in cut:
        more = len(words.places[node]) - most
        remarks.add("words-of-fact-cut", f"{describe_node(node, collected.names)}: {more:,} places more")
    return filled


def _find_graphs(collected: Collector, facts: StatedFacts, has_words: set[int], remarks: Remarks) -> None:
    """A graph with words states its triples; one that describes itself is what it says of it."""
    graphs = (collected.graphs - collected.self_describing) & has_words
    for graph, run in collected.graph_runs():
        if graph in graphs:
            facts.add(run, graph, NAMED_GRAPH)
    for graph in graphs:
        remarks.add("named-graph-provenance", describe_node(graph, collected.names))
    facts.nodes.update(graphs)


def _find_reified(collected: Collector, vocabulary: Vocabulary, facts: StatedFacts, remarks: Remarks) -> None:
    stated = _parts_of(collected, (vocabulary.subject, vocabulary.predicate, vocabulary.object))
    for node, parts in stated.items():
        for triple in _triples_of(collected, node, parts, remarks):
            _state(collected, facts, node, triple, REIFIED)
    facts.nodes.update(stated)


def _find_quoted(
    collected: Collector, facts: StatedFacts, reifies: int, has_words: set[int], remarks: Remarks
) -> None:
    """What has words and reifies a quoted triple states it, whether or not it is stated otherwise too."""
    quoted = dict.fromkeys(
        (node, triple)
        for node, predicate, triple in zip(*collected.others, strict=True)
        if predicate == reifies and node in has_words
    )
    parts = _parts_of(collected, tuple((name,) for name in _PARTS)) if quoted else {}
    for node, triple in quoted:
        if triple not in parts:
            continue
        for stated in _triples_of(collected, node, parts[triple], remarks):
            _state(collected, facts, node, stated, QUOTED)
        facts.nodes.update((node, triple))


_Parts = tuple[dict[int, None], dict[int, None], dict[int, None]]
"""The different subjects, predicates and objects of a node, each in the order of the triples."""


def _parts_of(collected: Collector, roles: Sequence[Sequence[str]]) -> dict[int, _Parts]:
    """Return what each node has by properties of these roles, each value once however often it is stated."""
    place_of = {collected.number_of(iri): place for place, iris in enumerate(roles) for iri in iris}
    place_of.pop(-1, None)
    parts: defaultdict[int, _Parts] = defaultdict(lambda: ({}, {}, {}))
    for node, predicate, value in zip(*collected.others, strict=True) if place_of else ():
        place = place_of.get(predicate)
        if place is not None:
            parts[node][place][value] = None
    return parts


def _triples_of(
    collected: Collector, node: int, parts: _Parts, remarks: Remarks
) -> Iterable[tuple[int, int, int]]:
    """Return the triples that a node states; none where its parts combine to far more than there are."""
    sizes = sorted(map(len, parts))
    if prod(sizes) > max(MOST_COMBINED, sizes[-1]):
        remarks.add("fact-with-many-parts", describe_node(node, collected.names))
        return ()
    return product(*parts)


def _state(
    collected: Collector,
    facts: StatedFacts,
    node: int,
    triple: tuple[int, ...],
    origin: int,
) -> None:
    """Let a node state a triple, which is a type of its subject or a fact."""
    subject, predicate, value = triple
    name = collected.names[predicate] if predicate >= 0 else ""
    if subject < 0 or not name:
        return
    if name != RDF_TYPE:
        others = collected.others
        facts.add([len(others.subject)], node, origin)
        others.subject.append(subject)
        others.predicate.append(collected.number_predicate(name))
        others.object.append(value)
    elif value >= 0:
        collected.types.subject.append(subject)
        collected.types.object.append(value)


def _find_events(
    collected: Collector, mentions: FoundMentions, instances: Instances, vocabulary: Vocabulary
) -> set[int]:
    """The instances that have a class of events."""
    of_node = instances.of_node
    kinds = {collected.nodes.get(name, UNSET) for name in vocabulary.event_class}
    nodes = (node for node, kind in zip(*collected.types, strict=True) if kind in kinds) if kinds else ()
    events = {number for node in nodes if (number := of_node.get(node)) is not None}
    stated = find_types_of_mentions(collected, mentions, of_node) if kinds else ()
    return events | {number for _, number, kind in stated if kind in kinds}


def _pairs_of(pairs: Pairs, nodes: Set[int]) -> Pairs:
    """The pairs of these subjects."""
    chosen = Pairs(column(), column())
    for node, value in zip(*pairs, strict=True):
        if node in nodes:
            chosen.subject.append(node)
            chosen.object.append(value)
    return chosen


def _place(spans: FoundMentions, row: int, shapes: int) -> WordPlace:
    """The place of a span whose shapes stand behind so many others."""
    shape = spans.shape[row]
    return WordPlace(
        spans.document[row], spans.begin[row], spans.end[row], shape + shapes if shape >= 0 else shape
    )


def _most_words(stated: Iterable[tuple[int, int]], places: Mapping[int, Sequence[WordPlace]]) -> int:
    """So many places of each fact are kept that all together are not too many."""
    sizes = sorted(len(places.get(node, ())) for _, node in stated)
    room = MOST_WORDS * len(sizes) + FREE_WORDS
    for done, size in enumerate(sizes):
        # The smaller ones are kept whole, and so this one if all that follow may be as large.
        if size * (len(sizes) - done) > room:
            return room // (len(sizes) - done)
        room -= size
    return sizes[-1] if sizes else 0


def _report_lost(
    collected: Collector,
    vocabulary: Vocabulary,
    facts: StatedFacts,
    statements: FoundStatements,
    mentions: FoundMentions,
    remarks: Remarks,
) -> None:
    """A fact about nothing that is mentioned lies in no bag."""
    idle = find_plumbing(collected, vocabulary) | find_identities(collected, vocabulary, same_as=True)
    subjects, predicates, _ = collected.others
    for row in facts.row:
        subject, predicate = subjects[row], predicates[row]
        if row in statements.row_of or predicate in idle:
            continue
        if subject not in facts.nodes and subject not in mentions.row_of:
            name = last_part(collected.predicate_names[predicate])
            remarks.add("fact-without-instance", f"{describe_node(subject, collected.names)} {name}")


class _WordRemarks(Remarks):
    """Tells what is wrong with the words of facts, which are no mentions."""

    def __init__(self, remarks: Remarks) -> None:
        super().__init__({})
        self._told = remarks

    def add(self, code: str, example: str) -> None:
        """Count one more place that cannot be used, or what else there is to remark."""
        if code in _FAULTS:
            self._told.add("words-left-out", f"{example}: {_FAULTS[code]}")
        else:
            self._told.add(code, example)

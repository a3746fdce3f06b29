"""The facts of a graph: named graphs, reified statements and quoted triples, and the words that express them.

A fact is a statement that a text expresses at stated places. A node states it, such as the name of a named
graph: ``:g { :anna :leads :firm } :g gaf:denotedBy <doc#char=0,20>``. The node that states a fact is not an
instance. Its *words* are nodes with a place in a text, as mentions are. They are linked to it by the
vocabulary's property for provenance, or by a property that would link an instance to its mentions.

``interpret`` calls the functions in this order: ``find_facts``, ``separate_words``, ``find_words``,
``place_words``, and after statements were found, ``fill_facts``.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import product
from math import prod
from typing import NamedTuple

from coala.base.numerals import count
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
from coala.reading.rdf.terms import DOCUMENT, PROVENANCE, RDF, RDF_TYPE, UNSET, Pairs, new_column
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

REIFIES = RDF + "reifies"
_PARTS = (RDF + "subject", RDF + "predicate", RDF + "object")
"""The properties of a blank node that represents a quoted triple."""

MOST_WORDS = 10
FREE_WORDS = 1_000_000
"""All facts together keep at most ``MOST_WORDS`` places for each of them, plus ``FREE_WORDS``."""

MOST_COMBINED = 100
"""The most triples that one node states by combining several subjects, predicates and objects."""

_FAULTS = {
    "mention-without-document": "no document",
    "mention-without-offsets": "no offsets",
    "conflicting-values": "several places",
    "offsets-not-numbers": "an offset that is not a number",
    "offsets-negative": "a negative offset",
    "offsets-reversed": "its end is before its begin",
    "offsets-empty": "no characters",
    "offsets-past-end": "past the end of the text",
}
"""Why words of facts are omitted, by the code of the notice that a mention would get."""


class WordPlace(NamedTuple):
    """The place of words; the document is a node, and the shape as in ``FoundMentions``."""

    document: int
    begin: int
    end: int
    shape: int


class StatedFacts(NamedTuple):
    """Triples that are stated as facts: three columns with a row each, and a set."""

    row: array[int]  # the row of the triple in ``Collector.others``
    node: array[int]  # the node that states it
    origin: array[int]  # how it is stated, a number of ``coala.model.origins``
    nodes: set[int]  # all nodes that state something, maybe only types; none of them is an instance

    def add(self, rows: Iterable[int], node: int, origin: int) -> None:
        """Add rows that one node states."""
        before = len(self.row)
        self.row.extend(rows)
        count = len(self.row) - before
        self.node.extend(array("q", [node]) * count)
        self.origin.extend(array("q", [origin]) * count)


class WordsOfFacts(NamedTuple):
    """The places of the facts of each node, in the order of the texts, and all shapes of spans."""

    places: dict[int, list[WordPlace]]
    shapes: list[SpanShape]

    def documents(self) -> set[int]:
        """Return the nodes of all documents in which facts are expressed."""
        return {place.document for places in self.places.values() for place in places}


def find_facts(collected: Collector, vocabulary: Vocabulary, remarks: Remarks) -> StatedFacts:
    """Find the nodes that state facts, and the triples that they state.

    Links from these nodes to their words are added to ``collected.links``, the links from mentions to
    instances; ``separate_words`` removes them again when nodes are joined.
    """
    facts = StatedFacts(new_column(), new_column(), new_column(), set())
    provenance = collected.pairs[PROVENANCE]
    reifies = collected.find_predicate(REIFIES)
    # The nodes that may state facts, since they have words.
    has_words = {*provenance.subject}
    if collected.graphs or reifies >= 0:
        # Graphs and reifiers may have words by the same property as instances have mentions.
        has_words.update(collected.links.object)
    _find_graphs(collected, facts, has_words, remarks)
    _find_reified(collected, vocabulary, facts, remarks)
    if reifies >= 0:
        _find_quoted(collected, facts, reifies, has_words, remarks)
    for node, words in zip(*provenance, strict=True):
        if node in facts.nodes:
            collected.links.subject.append(words)
            collected.links.object.append(node)
        else:
            remarks.add("words-without-fact", describe_node(node, collected.names))
    return facts


def separate_words(collected: Collector, facts: StatedFacts) -> Pairs:
    """Remove the links of facts to their words from the links of instances, and return them."""
    words = Pairs(new_column(), new_column())
    if not facts.nodes:
        return words
    links = collected.links
    kept = Pairs(new_column(), new_column())
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
    """Check the places of words like those of mentions, except words that are also mentions.

    ``words`` are the links from ``separate_words``. A document that nothing else names is added to the
    collected nodes.
    """
    unchecked = set(words.subject)
    if unchecked:
        unchecked.difference_update(collected.links.subject)
    if not unchecked:
        return None
    places = [_select_pairs(pairs, unchecked) for pairs in collected.pairs[: DOCUMENT + 1]]
    repeated = collected.repeated
    found = find_mentions(
        collected, texts, vocabulary, _WordRemarks(remarks), places, _select_pairs(words, unchecked)
    )
    # Repeated triples of mentions are counted elsewhere.
    collected.repeated = repeated
    return found


def place_words(
    names: list[str], words: Pairs, found: FoundMentions | None, mentions: FoundMentions
) -> WordsOfFacts:
    """Return the places of all words, from ``mentions`` for words that are mentions, else from ``found``."""
    shapes = list(mentions.shapes)
    place_of: dict[int, WordPlace] = {}
    for node in dict.fromkeys(words.subject):
        row = mentions.row_of.get(node)
        if row is not None:
            place_of[node] = _build_place(mentions, row, 0)
    if found is not None:
        # The shapes of ``found`` follow those of the mentions.
        place_of.update((node, _build_place(found, row, len(shapes))) for node, row in found.row_of.items())
        shapes += found.shapes
    places: defaultdict[int, set[WordPlace]] = defaultdict(set)
    for node, stated in zip(*words, strict=True):
        if node in place_of:
            places[stated].add(place_of[node])

    def in_text(place: WordPlace) -> tuple[object, ...]:
        shape = shapes[place.shape] if place.shape >= 0 else SpanShape()
        return names[place.document], place.begin, place.end, shape

    return WordsOfFacts(
        {node: sorted(found_places, key=in_text) for node, found_places in places.items()}, shapes
    )


def fill_facts(
    collected: Collector,
    vocabulary: Vocabulary,
    facts: StatedFacts,
    words: WordsOfFacts,
    statements: FoundStatements,
    instances: Instances,
    mentions: FoundMentions,
    document_numbers: Mapping[int, int],
    remarks: Remarks,
) -> FactColumns:
    """Return the columns of facts; ``document_numbers`` has the number of each document's node."""
    events = _find_events(collected, mentions, instances, vocabulary)
    if not events and not facts.row:
        return no_facts()
    # How each statement is stated; the smallest origin counts.
    origins: dict[int, int] = {}
    # Which node states which statement, once: several triples of one node may make the same statement.
    pairs: dict[tuple[int, int], None] = {}
    for row, node, origin in zip(facts.row, facts.node, facts.origin, strict=True):
        statement = statements.row_of.get(row)
        if statement is not None:
            origins[statement] = min(origin, origins.get(statement, origin))
            pairs[statement, node] = None
    _report_lost(collected, vocabulary, facts, statements, mentions, remarks)
    most = _limit_words(pairs, words.places)
    filled = no_facts()._replace(
        events=array("q", sorted(events)),
        statement=array("q", origins),
        origin=array("q", origins.values()),
    )
    # The places of the words of each fact; ``cut`` has the nodes with more than ``most`` places.
    cut: dict[int, None] = {}
    for statement, node in pairs:
        places = words.places.get(node, ())
        if len(places) > most:
            cut[node] = None
        for document, begin, end, shape in places[:most]:
            filled.stated_row.append(statement)
            filled.document.append(document_numbers[document])
            filled.begin.append(begin)
            filled.end.append(end)
            filled.shape.append(shape)
    for node in cut:
        more = count(len(words.places[node]) - most, "more place")
        remarks.add("words-of-fact-cut", f"{describe_node(node, collected.names)}: {more}")
    return filled


def _find_graphs(collected: Collector, facts: StatedFacts, has_words: set[int], remarks: Remarks) -> None:
    """Find facts in named graphs with words, except graphs that describe themselves."""
    graphs = (collected.graphs - collected.self_describing) & has_words
    for graph, run in collected.graph_runs():
        if graph in graphs:
            facts.add(run, graph, NAMED_GRAPH)
    for graph in graphs:
        remarks.add("named-graph-provenance", describe_node(graph, collected.names))
    facts.nodes.update(graphs)


def _find_reified(collected: Collector, vocabulary: Vocabulary, facts: StatedFacts, remarks: Remarks) -> None:
    """Find facts in reified statements, with or without words."""
    stated = _collect_parts(collected, (vocabulary.subject, vocabulary.predicate, vocabulary.object))
    for node, parts in stated.items():
        for triple in _list_triples(collected, node, parts, remarks):
            _record_triple(collected, facts, node, triple, REIFIED)
    facts.nodes.update(stated)


def _find_quoted(
    collected: Collector, facts: StatedFacts, reifies: int, has_words: set[int], remarks: Remarks
) -> None:
    """Find facts in quoted triples whose reifier has words."""
    quoted = dict.fromkeys(
        (node, triple)
        for node, predicate, triple in zip(*collected.others, strict=True)
        if predicate == reifies and node in has_words
    )
    parts = _collect_parts(collected, tuple((name,) for name in _PARTS)) if quoted else {}
    for node, triple in quoted:
        if triple not in parts:
            continue
        for stated in _list_triples(collected, node, parts[triple], remarks):
            _record_triple(collected, facts, node, stated, QUOTED)
        facts.nodes.update((node, triple))


_Parts = tuple[dict[int, None], dict[int, None], dict[int, None]]
"""The distinct subjects, predicates and objects of a node, in the order of the triples."""


def _collect_parts(collected: Collector, roles: Sequence[Sequence[str]]) -> dict[int, _Parts]:
    """Return the values of each node by these roles, each value once."""
    place_of = {collected.find_predicate(iri): place for place, iris in enumerate(roles) for iri in iris}
    place_of.pop(-1, None)
    parts: defaultdict[int, _Parts] = defaultdict(lambda: ({}, {}, {}))
    for node, predicate, value in zip(*collected.others, strict=True) if place_of else ():
        place = place_of.get(predicate)
        if place is not None:
            parts[node][place][value] = None
    return parts


def _list_triples(
    collected: Collector, node: int, parts: _Parts, remarks: Remarks
) -> Iterable[tuple[int, int, int]]:
    """Return the triples that a node states; none if its parts have too many combinations."""
    sizes = sorted(map(len, parts))
    if prod(sizes) > max(MOST_COMBINED, sizes[-1]):
        remarks.add("fact-with-many-parts", describe_node(node, collected.names))
        return ()
    return product(*parts)


def _record_triple(
    collected: Collector,
    facts: StatedFacts,
    node: int,
    triple: tuple[int, ...],
    origin: int,
) -> None:
    """Record that a node states a triple, as a type of its subject or as a fact."""
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
    """Return the instances with a class of events."""
    instance_of = instances.instance_of
    kinds = {collected.nodes.get(name, UNSET) for name in vocabulary.event_class}
    nodes = (node for node, kind in zip(*collected.types, strict=True) if kind in kinds) if kinds else ()
    events = {number for node in nodes if (number := instance_of.get(node)) is not None}
    stated = find_types_of_mentions(collected, mentions, instance_of) if kinds else ()
    return events | {number for _, number, kind in stated if kind in kinds}


def _select_pairs(pairs: Pairs, nodes: Set[int]) -> Pairs:
    """Return the pairs whose subject is one of these nodes."""
    chosen = Pairs(new_column(), new_column())
    for node, value in zip(*pairs, strict=True):
        if node in nodes:
            chosen.subject.append(node)
            chosen.object.append(value)
    return chosen


def _build_place(spans: FoundMentions, row: int, shapes_before: int) -> WordPlace:
    """Return the place of a span; its shape is numbered after ``shapes_before`` others."""
    shape = spans.shape[row]
    return WordPlace(
        spans.document[row], spans.begin[row], spans.end[row], shape + shapes_before if shape >= 0 else shape
    )


def _limit_words(stated: Iterable[tuple[int, int]], places: Mapping[int, Sequence[WordPlace]]) -> int:
    """Return the most places of one fact for which the total stays within the limit."""
    sizes = sorted(len(places.get(node, ())) for _, node in stated)
    room = MOST_WORDS * len(sizes) + FREE_WORDS
    # From the fact with the fewest places on: each takes its places from the room, until it does not fit.
    for done, size in enumerate(sizes):
        # All places of this fact fit, if each later fact may have as many.
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
    """Remark the facts that no bag shows, since no part of them has a mention."""
    ignored = find_plumbing(collected, vocabulary) | find_identities(collected, vocabulary, same_as=True)
    subjects, predicates, _ = collected.others
    for row in facts.row:
        subject, predicate = subjects[row], predicates[row]
        if row in statements.row_of or predicate in ignored:
            continue
        if subject not in facts.nodes and subject not in mentions.row_of:
            name = last_part(collected.predicate_names[predicate])
            remarks.add("fact-without-instance", f"{describe_node(subject, collected.names)} {name}")


class _WordRemarks(Remarks):
    """Remarks about words of facts, with other codes than those about mentions."""

    def __init__(self, remarks: Remarks) -> None:
        super().__init__({})
        self._all_remarks = remarks

    def add(self, code: str, example: str) -> None:
        """Count an unusable place, or another oddity."""
        if code in _FAULTS:
            self._all_remarks.add("words-left-out", f"{example}: {_FAULTS[code]}")
        else:
            self._all_remarks.add(code, example)

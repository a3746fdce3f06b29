"""The check of a graph against a lock: each assertion holds, is broken, or cannot be checked.

A lock has assertions that verdicts of reviewers make about spans of texts: "span 4 is together with span 0"
(``assertions``, ``lock``). The spans are looked up in the graph as in a comparison: the lock becomes a graph
with one instance for each span (``_make_graph``), and both graphs are prepared together, so that documents
are mapped, texts aligned and extents matched. Each span then has an *entity* in the graph, that is, a chain
or several chains that share a mention; or it has none (``NO_ENTITY``).

If the graph does not mention a span, that breaks an assertion only if the graph has its words. If the
document is missing, or these words are gone from its text, the assertion cannot be checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.numerals import count
from coala.errors import CoalaError
from coala.model.graph import Graph, Mentions, Statements
from coala.model.knowledge_bases import EntityName
from coala.model.notices.notice import Notice
from coala.model.nouns import are_records
from coala.model.options import DEFAULTS, NAMES_OFF, Options
from coala.model.values import Span, SpanShape
from coala.prepare.compatibility import note_no_common_span, require_document
from coala.prepare.entity_names import NameRules, read_name_rules
from coala.prepare.prepare import Preparation, Prepared, prepare
from coala.prepare.sign_alignment import align
from coala.scores.partition import cluster_spans
from coala.verdicts.lock.assertions import (
    NO_ENTITY,
    OF_SPANS,
    Description,
    Expected,
    find_most_frequent,
    holds_for_entity,
    holds_for_span,
    name_entry,
    name_statement,
)
from coala.verdicts.lock.lock import Lock, LockedAssertion, LockingBag

_ROLES = ("review", "graph to check")
_OF_LINKS = (Expected.LINK, Expected.NO_LINK)
_CHECKED = 1
"""The index of the graph to check; the graph of the lock is 0."""


class Result(StrEnum):
    """The result of checking an assertion."""

    HOLDS = "holds"
    BROKEN = "broken"
    KNOWN = "known"
    """Broken, and in the accepted graph as well."""
    UNKNOWN = "cannot be checked"


class Missing(StrEnum):
    """The reasons why a span cannot be looked up."""

    DOCUMENT = "document"
    """The graph does not have the document."""
    TEXT = "text"
    """The text of the document in the graph no longer has these words."""
    BASE = "knowledge base"
    """The knowledge base of a link is unknown, or its names are not compared."""


class CheckedAssertion(NamedTuple):
    """The result of an assertion."""

    assertion: LockedAssertion
    result: Result
    spans: tuple[int, ...] = ()  # those that break it, or that cannot be looked up
    missing: Missing | None = None  # why the first of these cannot be looked up
    mentioned: bool = True  # the first of these is a mention in the graph
    others_mentioned: bool = True  # any of the spans that it is compared with is a mention
    joined: tuple[tuple[int, ...], ...] = ()  # for ALL_APART: those in one entity, for each such entity

    def is_known_from(self, other: CheckedAssertion) -> bool:
        """Return True if another graph breaks the same assertion, at each mention at which this one does."""
        if not self.result is other.result is Result.BROKEN or not set(self.spans) <= set(other.spans):
            return False
        place = {span: number for number, spans in enumerate(other.joined) for span in spans}
        return all(len({place[span] for span in spans}) == 1 for spans in self.joined)


class CheckedBag(NamedTuple):
    """One bag of one review: each reviewer's judgement of it, and the results of their assertions.

    ``left_out`` are the assertions that were not checked, since they contradict others; ``replaced`` counts
    those that newer answers on the same mentions replaced.
    """

    judged: list[LockingBag]
    assertions: list[CheckedAssertion]
    left_out: list[LockedAssertion]
    replaced: int

    def with_result(self, result: Result) -> list[CheckedAssertion]:
        """Return the assertions with this result."""
        return [checked for checked in self.assertions if checked.result is result]


@dataclass(frozen=True)
class Checked:
    """The result of checking a graph against a lock.

    ``known_path`` is the accepted graph whose failures are known, "" without one.
    """

    lock: Lock
    path: str
    assertions: tuple[CheckedAssertion, ...]
    notices: tuple[Notice, ...]
    known_path: str = ""

    @property
    def broken(self) -> list[CheckedAssertion]:
        """The broken assertions, without those that are known."""
        return self._with_result(Result.BROKEN)

    @property
    def known(self) -> list[CheckedAssertion]:
        """The assertions that the accepted graph breaks as well."""
        return self._with_result(Result.KNOWN)

    @property
    def unknown(self) -> list[CheckedAssertion]:
        """The assertions that cannot be checked."""
        return self._with_result(Result.UNKNOWN)

    def accept_failures_of(self, known: Checked) -> Checked:
        """Return this result with the failures that ``known``, of the same lock, has as well marked known.

        A failure is known only if every mention at fault is so in the other graph too.
        """
        assertions = tuple(
            each._replace(result=Result.KNOWN) if each.is_known_from(other) else each
            for each, other in zip(self.assertions, known.assertions, strict=True)
        )
        return replace(self, assertions=assertions, known_path=known.path)

    def _with_result(self, result: Result) -> list[CheckedAssertion]:
        return [checked for checked in self.assertions if checked.result is result]

    @cached_property
    def by_bag(self) -> Sequence[CheckedBag]:
        """The results by judged bag; an assertion is listed under every bag that makes it."""
        found: dict[tuple[str, str], CheckedBag] = {}
        for judged in self.lock.bags:
            bag = CheckedBag([], [], [], self.lock.replaced[judged.place])
            found.setdefault(judged.place, bag).judged.append(judged)
        for checked in self.assertions:
            for place in dict.fromkeys(judged.place for judged, _ in checked.assertion.by):
                found[place].assertions.append(checked)
        for assertion in self.lock.list_contradictory():
            for place in dict.fromkeys(judged.place for judged, _ in assertion.by):
                found[place].left_out.append(assertion)
        return list(found.values())


def check_graph(lock: Lock, graph: Graph, options: Options = DEFAULTS) -> Checked:
    """Check a graph that has been read against a lock.

    Raises ``CoalaError`` if there are no assertions or none of them can be checked, and ``ReadingError`` if
    the graph and the reviews have no document in common.
    """
    if not lock.assertions:
        raise CoalaError(f"There is nothing to check: {_explain_no_assertions(lock)}")
    reviewed = _make_graph(lock)
    # The graph of the lock names nothing, so the bases of its links are chosen here.
    rules = read_name_rules(options)
    bases = {name.base for each in lock.assertions if (name := _find_entry(each, rules))}
    chosen = rules._replace(chosen=",".join(sorted(bases)) or NAMES_OFF)
    preparation = Preparation.from_options(options, names=chosen)
    prepared = prepare((reviewed, graph), _ROLES, preparation)
    require_document(prepared.corpus, _ROLES)
    found = _SpanLookup(lock, prepared, rules, aligned=preparation.align)
    checked = tuple(map(found.check, lock.to_check()))
    if not checked:
        raise CoalaError(
            "There is nothing to check: all assertions of these reviews contradict each "
            "other. Settle these disagreements (Ctrl+J in the window), or check against "
            "the reviews of one reviewer."
        )
    if all(each.result is Result.UNKNOWN for each in checked):
        is_of_texts = not are_records(graph.documents)
        hint = "; --map-documents auto finds documents with other names" if is_of_texts else ""
        raise CoalaError(
            f"None of {count(len(checked), 'assertion')} can be checked in {graph.path}: its "
            "documents or texts are not those of the reviews. Check that it is the same "
            f"corpus{hint}."
        )
    notices = (
        *prepared.corpus.graphs[1].notices,
        *prepared.document_notices,
        *prepared.span_notices,
        *rules.notices,
        *note_no_common_span(prepared.corpus, _ROLES, "nothing-judged-is-mentioned"),
    )
    return Checked(lock, graph.path, checked, notices)


def _find_entry(assertion: LockedAssertion, rules: NameRules) -> EntityName | None:
    """Return the entry of an assertion about a link; None for another one, or if it is not compared."""
    if assertion.expected not in _OF_LINKS:
        return None
    assert assertion.description is not None
    name = rules.find(assertion.description.name[-1])
    return name if name is not None and rules.may_count(name.base) else None


def _explain_no_assertions(lock: Lock) -> str:
    also = f", and {describe_forgotten(lock)}" if lock.forgotten else "."
    if lock.replaced.total():
        return (
            "newer verdicts on the same mentions replace all assertions of these reviews, "
            f"and make no assertions themselves{also}"
        )
    return (
        "no bag of these reviews has a verdict + or - that counts and makes an assertion, "
        f"or groups that do{also}"
    )


def describe_forgotten(lock: Lock) -> str:
    """Return the message about verdicts on bags whose content the reviews no longer have."""
    verdicts = count(len(lock.forgotten), "verdict")
    return (
        f"{verdicts} cannot be checked, because the review no longer has the judged "
        "bags. Judge them again, or check against an older copy of the review."
    )


def _make_graph(lock: Lock) -> Graph:
    """Return a graph with the spans of a lock, then their other extents, each as an instance of its own."""
    spans = [*lock.spans, *_list_extents(lock)]
    documents = sorted({span.document for span in spans})
    number = {name: place for place, name in enumerate(documents)}
    # The shape of a span is its last three fields (gaps and marks), numbered; -1 if all are empty.
    shapes: dict[SpanShape, int] = {}
    shape = [shapes.setdefault(SpanShape(*span[3:]), len(shapes)) if any(span[3:]) else -1 for span in spans]
    empty = np.zeros(0, dtype=np.int64)
    no_labels: tuple[None, ...] = (None,) * len(spans)
    # Mentions of a graph are sorted by document; instance i is still the one of span i.
    order = np.argsort(np.array([number[span.document] for span in spans], dtype=np.int64), kind="stable")

    def column(values: Iterable[int]) -> Integers:
        return np.fromiter(values, dtype=np.int64)[order]

    return Graph(
        path="",
        documents=tuple(documents),
        texts=tuple(lock.texts.get(name) for name in documents),
        mentions=Mentions(
            document=column(number[span.document] for span in spans),
            begin=column(span.begin for span in spans),
            end=column(span.end for span in spans),
            shape=column(shape),
            instance=order,
        ),
        shapes=tuple(shapes),
        names=("",) * len(spans),
        labels=no_labels,
        types=((),) * len(spans),
        statements=Statements(empty, empty, empty.astype(bool), empty, empty, empty, empty),
        predicates=(),
        values=(),
        paths=("",),
    )


def _list_extents(lock: Lock) -> list[Span]:
    """Return the other extents of the spans, in the order of the spans."""
    return [extent for _, extents in sorted(lock.extents.items()) for extent in sorted(extents)]


class _SpanLookup:
    """The spans of a lock in a graph: their entities there, and those that cannot be looked up."""

    def __init__(self, lock: Lock, prepared: Prepared, rules: NameRules, *, aligned: bool) -> None:
        corpus = prepared.corpus
        self._rules = rules
        self._corpus = corpus
        classes = cluster_spans(corpus.mentions[_CHECKED], corpus.instances[_CHECKED], corpus.spans).classes
        self._classes = classes
        # The entity of each span and extent: its class in the graph, where preparation gave both one span.
        entities = np.full(len(corpus.graphs[0].names), NO_ENTITY, dtype=np.int64)
        entities[corpus.instances[0]] = classes[corpus.mentions[0]]
        self._entities: list[int] = entities[: len(lock.words)].tolist()
        # A span that is no mention may be one with another extent.
        entities_of_extents = entities[len(lock.words) :].tolist()
        start = 0
        for span, extents in sorted(lock.extents.items()):
            for entity in entities_of_extents[start : start + len(extents)]:
                if self._entities[span] == NO_ENTITY:
                    self._entities[span] = entity
            start += len(extents)
        self._missing = _find_missing(lock, prepared, self._entities, aligned=aligned)
        self._most_frequent: dict[tuple[int, ...], int] = {}

    def check(self, assertion: LockedAssertion) -> CheckedAssertion:
        """Return the result of one assertion."""
        missing = self._missing
        if assertion.expected is Expected.ALL_APART:
            return self._check_all_apart(assertion)
        if assertion.expected is Expected.WITH_ONE:
            return self._check_with_one(assertion)
        if assertion.expected not in OF_SPANS:
            return self._check_property(assertion)
        others = assertion.others
        if others and all(span in missing for span in others):
            return CheckedAssertion(assertion, Result.UNKNOWN, others, missing[others[0]])
        there = self._find_most_frequent(others)
        broken = tuple(
            span
            for span in assertion.spans
            if span not in missing and not holds_for_span(assertion.expected, self._entities[span], there)
        )
        if broken:
            mentioned = self._entities[broken[0]] != NO_ENTITY
            return CheckedAssertion(
                assertion,
                Result.BROKEN,
                broken,
                mentioned=mentioned,
                others_mentioned=there != NO_ENTITY,
            )
        return self._note_missing(assertion, assertion.spans)

    def _check_all_apart(self, assertion: LockedAssertion) -> CheckedAssertion:
        """Return the result of an assertion that mentions are all apart, or one apart from each other one."""
        spans = (*assertion.spans, *assertion.others)
        by_entity: defaultdict[int, list[int]] = defaultdict(list)
        for span in spans:
            if self._entities[span] != NO_ENTITY:
                by_entity[self._entities[span]].append(span)
        joined = tuple(
            tuple(each)
            for each in by_entity.values()
            if len(each) > 1 and (not assertion.others or each[0] == spans[0])
        )
        if joined:
            at_fault = tuple(span for each in joined for span in each)
            return CheckedAssertion(assertion, Result.BROKEN, at_fault, joined=joined)
        return self._note_missing(assertion, spans)

    def _check_with_one(self, assertion: LockedAssertion) -> CheckedAssertion:
        """Return the result of an assertion that a mention is together with one of the others."""
        (span,) = assertion.spans
        entity = self._entities[span]
        if entity != NO_ENTITY and any(self._entities[other] == entity for other in assertion.others):
            return CheckedAssertion(assertion, Result.HOLDS)
        # The missing ones may be those that it is together with.
        checked = self._note_missing(assertion, (span, *assertion.others))
        if checked.result is Result.UNKNOWN:
            return checked
        return CheckedAssertion(assertion, Result.BROKEN, (span,), mentioned=entity != NO_ENTITY)

    def _note_missing(self, assertion: LockedAssertion, spans: Sequence[int]) -> CheckedAssertion:
        """Return that an assertion cannot be checked if any of these spans is missing, else that it holds."""
        gone = tuple(span for span in spans if span in self._missing)
        if gone:
            return CheckedAssertion(assertion, Result.UNKNOWN, gone, self._missing[gone[0]])
        return CheckedAssertion(assertion, Result.HOLDS)

    def _check_property(self, assertion: LockedAssertion) -> CheckedAssertion:
        """Return the result of an assertion about a type, a statement or an entry."""
        spans, description = assertion.spans, assertion.description
        if assertion.expected in _OF_LINKS:
            entry = _find_entry(assertion, self._rules)
            if entry is None:
                return CheckedAssertion(assertion, Result.UNKNOWN, spans, Missing.BASE)
            description = Description(name_entry(*entry), "")
        if all(span in self._missing for span in spans):
            return CheckedAssertion(assertion, Result.UNKNOWN, spans, self._missing[spans[0]])
        entity = self._find_most_frequent(spans)
        if holds_for_entity(assertion.expected, description, self._names.get(entity, frozenset())):
            return CheckedAssertion(assertion, Result.HOLDS)
        return CheckedAssertion(assertion, Result.BROKEN, spans, mentioned=entity != NO_ENTITY)

    def _find_most_frequent(self, spans: tuple[int, ...]) -> int:
        """Return the entity of most of the spans.

        The results are kept: many changes of a bag refer to one chain, which may have thousands of mentions.
        """
        known = self._most_frequent.get(spans)
        if known is None:
            known = find_most_frequent(self._entities[span] for span in spans if span not in self._missing)
            self._most_frequent[spans] = known
        return known

    @cached_property
    def _names(self) -> Mapping[int, Set[tuple[str, ...]]]:
        """The types, statements and entries of each entity in the graph."""
        corpus, graph = self._corpus, self._corpus.graphs[_CHECKED]
        entity = np.full(len(graph.names), NO_ENTITY, dtype=np.int64)
        entity[corpus.instances[_CHECKED]] = self._classes[corpus.mentions[_CHECKED]]
        names: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
        entity_of_instance: list[int] = entity.tolist()
        for number, types in zip(entity_of_instance, graph.types, strict=True):
            names[number].update((name,) for name in types)
        for number, entries in zip(entity_of_instance, corpus.entity_names[_CHECKED], strict=True):
            names[number].update(name_entry(*entry) for entry in entries)
        rows = graph.statements
        columns = rows.subject.tolist(), rows.predicate.tolist(), rows.inverse.tolist(), rows.value.tolist()
        for subject, predicate, inverse, value in zip(*columns, strict=True):
            name = name_statement(graph.predicates[predicate], graph.values[value], inverse=inverse)
            if name is not None:
                names[entity_of_instance[subject]].add(name)
        names.pop(NO_ENTITY, None)
        return names


def _find_missing(
    lock: Lock, prepared: Prepared, entities: list[int], *, aligned: bool
) -> dict[int, Missing]:
    """Return the spans that cannot be looked up, and why.

    In ``entities``, the entity of a span whose words are missing is reset to ``NO_ENTITY``: what is at its
    place in the graph is something else.
    """
    placement = prepared.named[_CHECKED]
    # The texts of the graph by document, under the names of the reviews.
    theirs = dict(zip(placement.documents, placement.texts, strict=True))
    by_document: defaultdict[str, list[int]] = defaultdict(list)
    for number, span in enumerate(lock.spans):
        by_document[span.document].append(number)
    spans = lock.spans
    missing: dict[int, Missing] = {}
    for document, numbers in by_document.items():
        if document not in theirs:
            missing |= dict.fromkeys(numbers, Missing.DOCUMENT)
            continue
        ours = lock.texts[document]
        known = [number for number in numbers if lock.has_words(number, ours or theirs[document])]
        for number in set(numbers).difference(known):
            entities[number], missing[number] = NO_ENTITY, Missing.TEXT
        have_text = _have_text([spans[number] for number in known], ours, theirs[document], aligned)
        for number, has_text in zip(known, have_text, strict=True):
            if has_text is None:
                entities[number] = NO_ENTITY
            if not has_text and entities[number] == NO_ENTITY:
                missing[number] = Missing.TEXT
    return missing


def _have_text(
    spans: Sequence[Span], ours: str | None, theirs: str | None, aligned: bool
) -> Iterator[bool | None]:
    """Yield for each span if the other text has its words; None if it is another text altogether."""
    if ours is None or theirs is None or ours == theirs:
        yield from (not span.unplaced for span in spans)
    elif not aligned:
        yield from (not span.unplaced and span.words_in(ours) == span.words_in(theirs) for span in spans)
    else:
        alignment = align(ours, theirs)
        if not alignment.is_same_document:
            yield from (None for _ in spans)
            return
        edges = np.array([part for span in spans for part in span.parts], dtype=np.int32).reshape(-1, 2)
        placed = iter(alignment.carry(edges[:, 0], edges[:, 1]).placed.tolist())
        for span in spans:
            parts = [next(placed) for _ in span.parts]
            yield all(parts) and not span.unplaced

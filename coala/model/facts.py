"""The facts of a graph: single statements (``x knows y``), and events with their roles.

An event (``landed``) has its statements as roles (``hasActor Chris``, ``hasPlace Paris``). The statements
themselves are in ``coala.model.graph.Statements``; this module records which of them are facts, and where in
a text each one is expressed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.model.columns import begins_run, distinct, is_in, join, number_by_first, pack
from coala.model.origins import OF_EVENT, ORIGINS
from coala.model.values import REFERENCE

if TYPE_CHECKING:
    from coala.model.graph import Booleans, Graph, Integers, Statements


def _empty() -> Integers:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a graph as columns.

    ``events`` are the instances that are events, in order. ``statement`` has the rows of ``Graph.statements``
    that belong to facts, in order. For each of these rows, ``fact`` is the number of its fact (all roles of
    an event are one fact), and ``origin`` how it is stated (``coala.model.origins``; the first of several
    ways). ``event`` has the event of each fact, or -1 if the fact is a single statement.

    The last columns are places in texts: ``row`` indexes ``statement``, ``document`` indexes
    ``Graph.documents``, and ``shape`` indexes ``Graph.shapes`` (-1 for a span without gaps). They are sorted
    by all of these columns, without duplicates. They are not mentions.
    """

    events: Integers = field(default_factory=_empty)
    statement: Integers = field(default_factory=_empty)
    fact: Integers = field(default_factory=_empty)
    origin: Integers = field(default_factory=_empty)
    event: Integers = field(default_factory=_empty)
    row: Integers = field(default_factory=_empty)
    document: Integers = field(default_factory=_empty)
    begin: Integers = field(default_factory=_empty)
    end: Integers = field(default_factory=_empty)
    shape: Integers = field(default_factory=_empty)

    def __len__(self) -> int:
        return len(self.event)


class FactPlaces(NamedTuple):
    """The places of statements in texts, as columns: ``statement`` is a row, the others as in ``Facts``."""

    statement: Integers
    document: Integers
    begin: Integers
    end: Integers
    shape: Integers


class FactArguments(NamedTuple):
    """The arguments of facts: one row for each statement of a fact, in the order of ``Facts.statement``.

    ``fact`` is its number and ``role`` its predicate (``Graph.predicates``). ``subject`` is the instance with
    the statement (for a role, the event), and ``instance`` the instance that is the value. If ``instance`` is
    -1, ``value`` (``Graph.values``, which may nest instances) is the value. In an ``inverse`` statement the
    subject is the object.
    """

    fact: Integers
    role: Integers
    inverse: Booleans
    subject: Integers
    instance: Integers
    value: Integers


def group_facts(
    statements: Statements,
    is_instance: Booleans,
    events: Integers,
    stated: Integers,
    origin: Integers,
    word_places: FactPlaces,
) -> Facts:
    """Group statements into facts: those that are ``stated`` (distinct rows), and all roles of ``events``.

    ``is_instance`` is the mask of statements whose value is an instance. Other statements of an event, with a
    text or a name, are roles only if they are ``stated``.
    """
    of_event = is_in(statements.subject, events) & ~statements.inverse
    roles = np.flatnonzero(of_event & is_instance)
    statement = distinct(np.concatenate([roles, stated]))
    how = np.full(len(statement), OF_EVENT, dtype=np.int64)
    np.minimum.at(how, np.searchsorted(statement, stated), origin)
    event = np.where(of_event[statement], statements.subject[statement], -1)
    alone = statements.subject.max(initial=0) + 1 + np.arange(len(statement))
    fact = number_by_first(np.where(event < 0, alone, event))
    event_of = np.empty(fact.max(initial=-1) + 1, dtype=np.int64)
    event_of[fact] = event
    row = np.searchsorted(statement, word_places.statement)
    places = (row, word_places.document, word_places.begin, word_places.end, word_places.shape)
    packed = pack(*places)
    order = np.argsort(packed, kind="stable")
    order = order[begins_run(packed[order])]
    return Facts(events, statement, fact, how, event_of, *(column[order] for column in places))


def follow_statements(graph: Graph, statements: Statements, row: Integers, origin: Integers) -> Facts:
    """Return the facts of a graph after its statements were replaced; new ``row`` was old row ``origin``.

    A row may be dropped or repeated, and several equal rows may be merged.
    """
    facts = graph.facts
    if not len(facts):
        return facts
    place = np.minimum(np.searchsorted(facts.statement, origin), len(facts.statement) - 1)
    stays = facts.statement[place] == origin
    row, origin, place = row[stays], origin[stays], place[stays]
    how = facts.origin[place]
    # A statement with subject and object exchanged is no longer a role of the event.
    turned = statements.subject[row] != graph.statements.subject[origin]
    stated = np.flatnonzero((how != OF_EVENT) | turned)
    stated = stated[np.lexsort((how[stated], row[stated]))]
    stated = stated[begins_run(row[stated])]
    new, old = join(place, facts.row)
    places = (facts.document[old], facts.begin[old], facts.end[old], facts.shape[old])
    is_role = np.zeros(len(statements), dtype=bool)
    is_role[row] = True
    return group_facts(
        statements, is_role, facts.events, row[stated], how[stated], FactPlaces(row[new], *places)
    )


def find_targets(graph: Graph) -> Integers:
    """Return the instance that is the whole value of each statement, or -1."""
    statements = graph.statements
    target = np.full(len(statements), -1, dtype=np.int64)
    target[statements.reference_statement] = statements.reference_instance
    is_instance = np.array([value == REFERENCE for value in graph.values], dtype=bool)
    target[~is_instance[statements.value]] = -1
    return target


class FactFigures(NamedTuple):
    """The counts of facts of a graph.

    ``events`` counts the facts that are events, ``statements`` the statements of all facts, ``with_words``
    the statements with a place in a text, and ``origins`` the statements by the way in which they are stated.
    """

    facts: int
    events: int
    statements: int
    with_words: int
    origins: dict[str, int]


def count_facts(facts: Facts) -> FactFigures:
    """Count the facts, and the ways in which they are stated."""
    stated = np.bincount(facts.origin, minlength=len(ORIGINS)).tolist()
    return FactFigures(
        facts=len(facts),
        events=int(np.count_nonzero(facts.event >= 0)),
        statements=len(facts.statement),
        with_words=len(distinct(facts.row)),
        origins={name: count for name, count in zip(ORIGINS, stated, strict=True) if count},
    )


def list_arguments(graph: Graph) -> FactArguments:
    """Return the arguments of all facts of a graph."""
    facts, statements = graph.facts, graph.statements
    rows = facts.statement
    return FactArguments(
        facts.fact,
        statements.predicate[rows],
        statements.inverse[rows],
        statements.subject[rows],
        find_targets(graph)[rows],
        statements.value[rows],
    )

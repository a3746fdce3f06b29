"""The facts of a graph: single statements (``x knows y``), and events with their roles.

An event (``landed``) has its statements as roles (``hasActor Chris``, ``hasPlace Paris``); all of them are
one fact. Another statement is a fact of its own if the graph marks it as one, for instance by reification
(``coala.model.origins``). ``coala.model.graph.Facts`` records which rows of ``Statements`` are facts, and
where in a text each one is expressed; this module makes these columns and reads them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import begins_run, distinct, is_in, join, number_by_first, pack
from coala.model.graph import Facts, Graph, Statements
from coala.model.origins import OF_EVENT, ORIGINS
from coala.model.values import REFERENCE


class FactPlaces(NamedTuple):
    """Places in texts that express statements, as columns.

    ``statement`` is a row of ``Graph.statements``; the other columns are as in ``Facts``.
    """

    statement: Integers
    document: Integers
    begin: Integers
    end: Integers
    shape: Integers


class FactArguments(NamedTuple):
    """The arguments of facts: one row for each statement of a fact, in the order of ``Facts.statement``."""

    fact: Integers  # the number of the fact
    role: Integers  # the predicate, an index of ``Graph.predicates``
    inverse: Booleans  # True if ``subject`` is the object of the statement
    subject: Integers  # the instance that has the statement: for a role, the event
    instance: Integers  # the instance that is the value, or -1 if the value is a text, a name or nested
    value: Integers  # the value, an index of ``Graph.values``


def group_facts(
    statements: Statements,
    is_instance: Booleans,
    events: Integers,
    stated: Integers,
    origin: Integers,
    word_places: FactPlaces,
) -> Facts:
    """Group statements into facts: those that are ``stated`` as facts, and all roles of ``events``.

    ``stated`` are distinct rows of ``statements``, and ``origin`` says how each of them is stated.
    ``is_instance`` is the mask of statements whose value is an instance. Other statements of an event, with a
    text or a name, are roles only if they are ``stated``.
    """
    # The rows that belong to facts, and how each is stated; a smaller origin has precedence.
    of_event = is_in(statements.subject, events) & ~statements.inverse
    roles = np.flatnonzero(of_event & is_instance)
    statement = distinct(np.concatenate([roles, stated]))
    how = np.full(len(statement), OF_EVENT, dtype=np.int64)
    np.minimum.at(how, np.searchsorted(statement, stated), origin)
    # Rows with one event get one number; a row without an event gets a label that no event has.
    event = np.where(of_event[statement], statements.subject[statement], -1)
    alone = statements.subject.max(initial=0) + 1 + np.arange(len(statement))
    fact = number_by_first(np.where(event < 0, alone, event))
    event_of = np.empty(fact.max(initial=-1) + 1, dtype=np.int64)
    event_of[fact] = event
    # The places, sorted and without duplicates.
    row = np.searchsorted(statement, word_places.statement)
    places = (row, word_places.document, word_places.begin, word_places.end, word_places.shape)
    packed = pack(*places)
    order = np.argsort(packed, kind="stable")
    order = order[begins_run(packed[order])]
    return Facts(events, statement, fact, how, event_of, *(column[order] for column in places))


def follow_statements(graph: Graph, statements: Statements, row: Integers, origin: Integers) -> Facts:
    """Return the facts of a graph after its statements were replaced by ``statements``.

    Element by element, new row ``row[i]`` was row ``origin[i]`` of the old ones. An old row may be missing or
    repeated, and several old rows may be one new row.
    """
    facts = graph.facts
    if not len(facts):
        return facts
    # Keep the pairs whose old row belongs to a fact; ``place`` is its position in ``facts.statement``.
    place = np.minimum(np.searchsorted(facts.statement, origin), len(facts.statement) - 1)
    stays = facts.statement[place] == origin
    row, origin, place = row[stays], origin[stays], place[stays]
    how = facts.origin[place]
    # A statement with subject and object exchanged is no longer a role of the event.
    turned = statements.subject[row] != graph.statements.subject[origin]
    stated = np.flatnonzero((how != OF_EVENT) | turned)
    # Of several old rows that are one new row, the first way of stating it is kept.
    stated = stated[np.lexsort((how[stated], row[stated]))]
    stated = stated[begins_run(row[stated])]
    # Each new row has the places of all its old rows.
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
    # A nested value has references too; they are removed again below.
    target = np.full(len(statements), -1, dtype=np.int64)
    target[statements.reference_statement] = statements.reference_instance
    is_instance = np.array([value == REFERENCE for value in graph.values], dtype=bool)
    target[~is_instance[statements.value]] = -1
    return target


class FactFigures(NamedTuple):
    """The counts of facts of a graph."""

    facts: int
    events: int  # the facts that are events
    statements: int  # the statements of all facts
    with_words: int  # the statements with a place in a text
    origins: dict[str, int]  # the number of statements by the way in which they are stated


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

"""Statements that a system makes as facts: each with the words that say it, those of an event as its roles.

A fact is a statement by itself (``x knows y``), or an event (``landed``) with its statements as roles
(``hasActor Chris``, ``hasPlace Paris``). Every fact is also a statement, so what it says stands in
``coala.model.graph.Statements``; here stands which statements are facts, and where in a text each is said.
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

    ``events`` are the instances that are events, in order. ``statement`` has, in order, the rows of
    ``Graph.statements`` that are said as facts; ``fact`` is the number of the fact of each (all roles of an
    event are one fact) and ``origin`` how it is stated (``coala.model.origins``; of several ways
    the first). ``event`` has of each fact its event, or -1 where a statement is a fact by itself.

    The last columns are places in texts: ``row`` is the place in ``statement`` of what is said there,
    ``document`` indexes ``Graph.documents`` and ``shape`` ``Graph.shapes`` (-1 for a span without gaps).
    They are sorted by all of these, without duplicates, and none of them is a mention.
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
    """Where statements are said: columns of one length, ``statement`` a row, the others as in ``Facts``."""

    statement: Integers
    document: Integers
    begin: Integers
    end: Integers
    shape: Integers


class FactArguments(NamedTuple):
    """What facts are about: one row for each statement of a fact, in the order of ``Facts.statement``.

    ``fact`` is its number and ``role`` its predicate (``Graph.predicates``). ``subject`` is the instance that
    the statement is about, and ``instance`` the one that is its value, or -1; then ``value`` says what it is
    (``Graph.values``, in which instances may be nested). Of an ``inverse`` one the subject is the value.
    The subject of a role is the event itself.
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
    said: FactPlaces,
) -> Facts:
    """Facts of the statements that are ``stated`` as such (each row once), and of all roles of ``events``.

    ``is_instance`` says of each statement whether its value is an instance: what else an event says, a
    text or a name, is a role only where it is stated as a fact.
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
    row = np.searchsorted(statement, said.statement)
    places = (row, said.document, said.begin, said.end, said.shape)
    packed = pack(*places)
    order = np.argsort(packed, kind="stable")
    order = order[begins_run(packed[order])]
    return Facts(events, statement, fact, how, event_of, *(column[order] for column in places))


def follow_statements(graph: Graph, statements: Statements, row: Integers, origin: Integers) -> Facts:
    """The facts of a graph when its statements become these, of which each ``row`` was row ``origin``.

    A row may be gone, or be several now; several that say the same may be one.
    """
    facts = graph.facts
    if not len(facts):
        return facts
    place = np.minimum(np.searchsorted(facts.statement, origin), len(facts.statement) - 1)
    stays = facts.statement[place] == origin
    row, origin, place = row[stays], origin[stays], place[stays]
    how = facts.origin[place]
    # What is read from its other end is no role of the event any more.
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
    """The instance that is the whole value of each statement, or -1."""
    statements = graph.statements
    target = np.full(len(statements), -1, dtype=np.int64)
    target[statements.reference_statement] = statements.reference_instance
    is_instance = np.array([value == REFERENCE for value in graph.values], dtype=bool)
    target[~is_instance[statements.value]] = -1
    return target


class FactFigures(NamedTuple):
    """The facts of a graph in numbers.

    ``events`` are those facts that are events, ``statements`` what all facts say, ``with_words`` those of
    them of which it is known where they are said, and ``origins`` how many are stated in which way.
    """

    facts: int
    events: int
    statements: int
    with_words: int
    origins: dict[str, int]


def count_facts(facts: Facts) -> FactFigures:
    """How many facts there are, and how they are stated."""
    stated = np.bincount(facts.origin, minlength=len(ORIGINS)).tolist()
    return FactFigures(
        facts=len(facts),
        events=int(np.count_nonzero(facts.event >= 0)),
        statements=len(facts.statement),
        with_words=len(distinct(facts.row)),
        origins={name: count for name, count in zip(ORIGINS, stated, strict=True) if count},
    )


def list_arguments(graph: Graph) -> FactArguments:
    """What the facts of a graph are about."""
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

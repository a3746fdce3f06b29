"""Recall and precision of facts: of facts, of the roles of events, and of whole events.

A fact is a statement (Ada, born in, London), or an event (*landed*) with statements as its roles (actor:
Ada). A fact of the key is right if the response states one with the same predicate and matching ends: two
ends match if they share a mention, or are the same text or name. Precision is the same with key and response
exchanged. Like relations, facts are lifted to identity: each is counted once for its two classes. The roles
of an event are counted one by one. An event is right as a whole if all roles of both events are. Where in the
text a fact is stated does not matter.

All ends are numbers: the class of an instance, or the number of a text after the last class. Matching facts
are found by joins on such columns, since all pairs would be too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import begins_run, distinct, is_in, join, pack
from coala.model.corpus import Corpus
from coala.model.facts import list_arguments
from coala.model.graph import Graph
from coala.scores.metric import make_ratio_score
from coala.scores.partition import Clusters, find_class_of_instances, overlap_classes
from coala.scores.ratio import Score

_CANDIDATES = 4_000_000
"""Pairs of facts that are examined at once (200 MB)."""


class FactScores(NamedTuple):
    """Exact recall and precision of facts that are no roles, of the roles of events, and of whole events.

    ``apart`` counts the events of the key, and of the response, that share no mention with an event of the
    other side: none of their roles can be right.
    """

    facts: Score
    roles: Score
    events: Score
    apart: tuple[int, int] = (0, 0)

    def tables(self) -> dict[str, Score]:
        """Return the scores by name."""
        return {"facts": self.facts, "roles": self.roles, "events": self.events}


class _Units(NamedTuple):
    """The facts that a graph states as columns, each fact once: statements, and single roles of events."""

    # The ends, as classes; texts are numbered after the last class.
    subject: Integers
    predicate: Integers
    object: Integers
    # The class of the event that the fact is a role of, or -1.
    event: Integers


class _Matches(NamedTuple):
    """Pairs of matching facts: places of a fact of the key and of one of the response."""

    key: Integers
    response: Integers


def score_facts(corpus: Corpus, sides: Sequence[Clusters]) -> FactScores:
    """Score the facts of the second graph of the corpus against those of the first.

    ``sides`` are their classes, restricted to the documents that are scored.
    """
    # 1. The facts of both sides as numbers that both share for predicates and texts.
    graphs = corpus.graphs[:2]
    predicates = _number_texts([graph.predicates for graph in graphs])
    values = _number_texts([graph.values for graph in graphs])
    texts = 1 + max((int(number.max(initial=-1)) for number in values), default=-1)
    units = [
        _find_units(
            graph,
            find_class_of_instances(spans, instance, len(graph.names), side),
            predicate,
            side.count + value,
        )
        for graph, spans, instance, side, predicate, value in zip(
            graphs, corpus.mentions, corpus.instances, sides, predicates, values, strict=False
        )
    ]
    table = overlap_classes(sides[0], sides[1])
    # 2. The pairs of ends that match ("meet"): classes that share a mention, and equal texts.
    text = np.arange(texts)
    meets = (
        np.concatenate([table.key, sides[0].count + text]),
        np.concatenate([table.response, sides[1].count + text]),
    )
    matches = _match_facts(units[0], units[1], meets)
    # 3. Count the facts that match, apart from roles and then roles.
    of_events = [unit.event >= 0 for unit in units]
    counts = []
    for are_roles in (False, True):
        wanted = [of_event == are_roles for of_event in of_events]
        found = [distinct(places) for places in matches]
        right = [int(mask[places].sum()) for mask, places in zip(wanted, found, strict=True)]
        counts.append((right[0], int(wanted[0].sum()), right[1], int(wanted[1].sum())))
    return FactScores(
        make_ratio_score(counts[0]),
        make_ratio_score(counts[1]),
        make_ratio_score(_count_events(units, matches)),
        _count_apart(units, table.key, table.response),
    )


def _count_apart(units: Sequence[_Units], key: Integers, response: Integers) -> tuple[int, int]:
    """Return for each side the number of events that share no mention with an event of the other."""
    events = [distinct(unit.event[unit.event >= 0]) for unit in units]
    both = is_in(key, events[0]) & is_in(response, events[1])
    return len(events[0]) - len(distinct(key[both])), len(events[1]) - len(distinct(response[both]))


def _number_texts(columns: Sequence[Sequence[str]]) -> list[Integers]:
    """Return the number of each text of each column; equal texts have equal numbers."""
    number_of: dict[str, int] = {}
    return [
        np.array([number_of.setdefault(text, len(number_of)) for text in texts], dtype=np.int64)
        for texts in columns
    ]


def _find_units(graph: Graph, class_of: Integers, predicate: Integers, value: Integers) -> _Units:
    """Return the facts of a graph, lifted to classes.

    ``class_of`` has the class of each instance or -1, ``predicate`` the shared number of each predicate of
    the graph, and ``value`` that of each text.
    """
    arguments = list_arguments(graph)
    own = class_of[arguments.subject]
    other = np.where(arguments.instance >= 0, class_of[arguments.instance], value[arguments.value])
    event = np.where(graph.facts.event[graph.facts.fact] >= 0, own, -1)
    columns = (
        np.where(arguments.inverse, other, own),
        predicate[arguments.role],
        np.where(arguments.inverse, own, other),
        event,
    )
    # Instances without a mention in a scored document do not count.
    counted = np.flatnonzero((own >= 0) & (other >= 0))
    order = counted[np.argsort(packed := pack(*(column[counted] for column in columns)))]
    order = order[begins_run(np.sort(packed))]
    return _Units(*(column[order] for column in columns))


def _match_facts(key: _Units, response: _Units, meets: tuple[Integers, Integers]) -> _Matches:
    """Return all pairs of facts with the same predicate whose ends meet. A role only matches a role.

    ``meets`` are the pairs of a key end and a response end that match.
    """
    width = 1 + int(max(meets[1].max(initial=0), response.object.max(initial=0)))
    # Each pair of ends as one number.
    known = np.sort(meets[0] * width + meets[1])
    # 1. For each fact of the key, all subjects of the response that meet its own. A response fact is a
    # candidate if it has this subject, the same predicate, and is a role too or neither is.
    place, row = join(key.subject, meets[0])
    wanted, stated = _encode_rows(
        (meets[1][row], key.predicate[place], np.minimum(key.event[place], 0)),
        (response.subject, response.predicate, np.minimum(response.event, 0)),
    )
    order = np.argsort(stated, kind="stable")
    found = [_Matches(*np.zeros((2, 0), np.int64))]
    # 2. Of the candidates, those whose objects meet match.
    for chunk in _split_places(wanted, stated[order]):
        of_key, of_response = join(wanted[chunk], stated[order])
        of_key, of_response = place[chunk][of_key], order[of_response]
        ends = key.object[of_key] * width + response.object[of_response]
        same = is_in(ends, known)
        found.append(_Matches(of_key[same], of_response[same]))
    return _Matches(*map(np.concatenate, zip(*found, strict=True)))


def _encode_rows(one: Sequence[Integers], other: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Return a number for each row of both sides, equal where the rows are equal."""
    packed = pack(*(np.concatenate(column) for column in zip(one, other, strict=True)))
    return packed[: len(one[0])], packed[len(one[0]) :]


def _split_places(wanted: Integers, stated: Integers) -> Iterator[Integers]:
    """Yield the places of ``wanted`` in chunks, each with few enough candidates in ``stated``, sorted."""
    count = np.searchsorted(stated, wanted, side="right") - np.searchsorted(stated, wanted, side="left")
    cuts = np.flatnonzero(np.diff(np.cumsum(count) // _CANDIDATES)) + 1
    yield from np.split(np.arange(len(wanted)), cuts)


def _count_events(units: Sequence[_Units], matches: _Matches) -> tuple[int, int, int, int]:
    """Count the events of the key, and of the response, whose roles are just those of an event of the other.

    The result is in the order of ``make_ratio_score``.
    """
    events = [unit.event for unit in units]
    # The number of roles of each event.
    sizes = [np.bincount(event[event >= 0], minlength=1) for event in events]
    # The matches of roles, and the pair of events that each of them belongs to.
    of_events = np.flatnonzero(events[0][matches.key] >= 0)
    places = matches.key[of_events], matches.response[of_events]
    pairs = events[0][places[0]], events[1][places[1]]
    packed = pack(*pairs)
    number = distinct(packed)
    # A pair of events is right if on both sides as many roles match as the event has.
    is_right = np.ones(len(number), dtype=bool)
    ends = []
    for place, pair, size in zip(places, pairs, sizes, strict=True):
        # Each role that a role of the other side matches, once for each pair of events.
        order = np.argsort(both := pack(packed, place))
        once = order[begins_run(both[order])]
        row = np.searchsorted(number, packed[once])
        of_pair = np.zeros(len(number), dtype=np.int64)
        of_pair[row] = pair[once]
        is_right &= np.bincount(row, minlength=len(number)) == size[of_pair]
        ends.append(of_pair)
    right = [len(distinct(end[is_right])) for end in ends]
    return right[0], int(np.count_nonzero(sizes[0])), right[1], int(np.count_nonzero(sizes[1]))

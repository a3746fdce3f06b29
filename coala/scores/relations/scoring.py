"""A score for each relation that two graphs state between instances.

A relation is a predicate such as *works for*. Each gets a row with recall and precision in the table of
``coala score --relations``, and so do identity (coreference itself) and all relations together.

If a vocabulary calls a relation transitive, its pairs are closed transitively: a subset of a subset is a
subset. There is no other reasoning: nothing follows from two relations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coala.base.plain_text import last_part
from coala.errors import CoalaError
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.model.relations import find_canonical
from coala.prepare.selection import resolve_name
from coala.scores.bootstrap import RateBounds
from coala.scores.partition import Clusters, find_class_of_instances
from coala.scores.ratio import Score
from coala.scores.relations.agreement import (
    NOT_RELATED,
    ClassPairs,
    OverlapIndex,
    RelatedClasses,
    name_relations,
    relate_classes,
    sort_pairs,
)
from coala.scores.relations.intervals import (
    DrawnUnits,
    Unit,
    add_up,
    bound_relations,
    count_identity,
    count_relation,
    find_units,
)

_MOST_STEPS = 5_000_000
"""The most pairs that are followed to close one relation (about two seconds).

A tree of 100,000 nodes needs fewer; a chain of 2,200, or 170 nodes that are all related to each other, need
this many.
"""


def close_transitively(pairs: ClassPairs, most: int = _MOST_STEPS) -> ClassPairs | None:
    """Return the transitive closure of the pairs, including circles, or None if it takes too many steps."""
    targets: defaultdict[int, list[int]] = defaultdict(list)
    for subject, other in zip(pairs.subject.tolist(), pairs.object.tolist(), strict=True):
        targets[subject].append(other)
    subjects: list[int] = []
    others: list[int] = []
    for start in targets:
        reached = set(targets[start])
        waiting = list(reached)
        while waiting:
            further = targets.get(waiting.pop(), [])
            most -= 1 + len(further)
            if most < 0:
                return None
            new = [other for other in further if other not in reached]
            reached.update(new)
            waiting += new
        subjects += [start] * len(reached)
        others += reached
    return sort_pairs(np.array(subjects, np.int64), np.array(others, np.int64))


ALL_RELATIONS = "all"
"""Every relation that either graph states, and identity. In the table: all rows together."""

IDENTITY_ROW = "IDENT"
"""Identity under MUC's name for it. A predicate is an IRI, so no predicate has this name."""

_ANY_ENDING = "*"
"""Ends a name that covers all relations with this beginning, as one relation."""


@dataclass(frozen=True)
class RelationRequest:
    """Which relations to score, by names or ``ALL_RELATIONS``, and the unit of counting.

    Raises ``CoalaError`` where no relation is named.
    """

    names: tuple[str, ...] = (ALL_RELATIONS,)
    unit: Unit = Unit.NP

    def __post_init__(self) -> None:
        if not self.names:
            raise CoalaError(
                f"--relations needs names of relations separated by commas, {IDENTITY_ROW}, or "
                f"{ALL_RELATIONS}."
            )


@dataclass(frozen=True)
class RelationTable:
    """The scores of a response against a key by relation.

    ``scores`` has a row for identity and for each relation under its canonical name, as far as they were
    requested, and one for all of them together under ``ALL_RELATIONS``. ``bounds`` has the intervals of the
    same rows; they come from resamples of ``drawn``, and are empty if that is too few.
    """

    unit: Unit
    scores: Mapping[str, Score]
    bounds: Mapping[str, RateBounds]
    drawn: DrawnUnits


def score_relations(
    graphs: Sequence[Graph],
    corpus: Corpus,
    sides: Sequence[Clusters],
    request: RelationRequest,
    roles: Sequence[str],
) -> tuple[RelationTable, tuple[Notice, ...]]:
    """Return the table of the requested relations, and notices about them.

    ``graphs`` are key and response as they were read. ``corpus`` has them in canonical form, and ``sides``
    are their classes, restricted to the documents that are scored. Raises ``CoalaError`` for a name that
    matches several relations.
    """
    # 1. The relations of each row of the table.
    canonical = find_canonical(graph.relations for graph in graphs)
    stated = sorted({name for graph in corpus.graphs for name in name_relations(graph)})
    names = {name: form.name for name, form in canonical.items()}
    chosen, unmatched = _choose_relations(request.names, stated, names)
    scored = {name for relations in chosen.values() for name in relations}
    # 2. The pairs of classes that have each relation, in key and response.
    related = [
        relate_classes(graph, find_class_of_instances(spans, instance, len(graph.names), side))
        for graph, spans, instance, side in zip(
            corpus.graphs, corpus.mentions, corpus.instances, sides, strict=True
        )
    ]
    notices = list(unmatched)
    for side, role in zip(related, roles, strict=True):
        notices += _note_unmentioned(side, scored, role)
    transitive = {name for graph in corpus.graphs for name in graph.relations.transitive}
    related, too_long = _close_relations(related, sorted(transitive & scored))
    notices += too_long
    # 3. The counts of each row.
    meetings = OverlapIndex(sides[0], sides[1])
    pairs = {
        label: (related[0].unite(relations), related[1].unite(relations))
        for label, relations in chosen.items()
        if label != IDENTITY_ROW
    }
    counted = {
        label: count_relation(meetings, *pairs[label], request.unit)
        if label in pairs
        else count_identity(meetings)
        for label in chosen
    }
    counted[ALL_RELATIONS] = add_up(counted.values())
    # 4. The intervals, from resamples of bags or documents.
    unit_of, drawn = find_units(meetings, pairs.values(), corpus.document)
    table = RelationTable(
        request.unit,
        {label: row.score for label, row in counted.items()},
        bound_relations(counted, unit_of, drawn),
        drawn,
    )
    return table, tuple(notices)


_Chosen = dict[str, tuple[str, ...]]
"""The relations of each row of the table, by the row's label; identity has none."""


def _choose_relations(
    names: Sequence[str], stated: Sequence[str], canonical: Mapping[str, str]
) -> tuple[_Chosen, list[Notice]]:
    """Return the rows that the requested names mean, and notices about names that no graph states.

    ``stated`` are the relations of both graphs in canonical form. ``canonical`` maps every other name of a
    relation, such as that of its inverse, to the canonical one.
    """
    if ALL_RELATIONS in names:
        notices = [] if stated else [make_notice("no-relations")]
        return {IDENTITY_ROW: (), **{name: (name,) for name in stated}}, notices
    # All names by which a stated relation may be requested.
    known_names = sorted({*stated, *(name for name, best in canonical.items() if best in stated)})
    chosen: _Chosen = {}
    notices = []
    for name in names:
        if name == IDENTITY_ROW:
            chosen[name] = ()
            continue
        beginning = {canonical.get(other, other) for other in known_names if _begins_with(other, name)}
        if beginning:
            chosen[name] = tuple(sorted(beginning))
            continue
        found, notice = resolve_name(name, known_names, "relation")
        notices += [notice] if notice else []
        best = canonical.get(found, found)
        chosen[best] = (best,)
    return chosen, notices


def _begins_with(name: str, pattern: str) -> bool:
    """Return True if the pattern ends with ``*`` and the name, or its last part, begins with the rest."""
    beginning = pattern.removesuffix(_ANY_ENDING)
    if beginning == pattern:
        return False
    return name.startswith(beginning) or last_part(name).startswith(beginning)


def _close_relations(
    related: Sequence[RelatedClasses], transitive: Sequence[str]
) -> tuple[list[RelatedClasses], list[Notice]]:
    """Close transitive relations on both sides, or on neither side if one closure takes too long."""
    pairs, notices = [dict(side.pairs) for side in related], []
    for name in transitive:
        closed = [close_transitively(side.get(name, NOT_RELATED)) for side in pairs]
        if None in closed:
            notices.append(make_notice("relations-not-closed", 1, name=last_part(name)))
            continue
        for side, closed_pairs in zip(pairs, closed, strict=True):
            side |= {name: closed_pairs} if closed_pairs is not None else {}
    return [replace(side, pairs=own) for side, own in zip(related, pairs, strict=True)], notices


def _note_unmentioned(side: RelatedClasses, scored: Iterable[str], role: str) -> Iterator[Notice]:
    counts = {name: side.unmentioned[name] for name in scored if name in side.unmentioned}
    if counts:
        examples = [f"{number:,} of {last_part(name)}" for name, number in sorted(counts.items())]
        yield make_notice("relations-unmentioned", sum(counts.values()), examples, role=role)

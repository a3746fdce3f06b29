"""Exact counts of relations, and their bootstrap intervals.

What comes in are the classes of a key and of a response, and the pairs of classes that have a relation. What
goes out are the counts of each mention (``RelationCounts``), whose sums are recall and precision, and
confidence intervals from resamples.

Chinchor & Sundheim 1995, *Message Understanding Conference (MUC) Tests of Discourse Processing*, give J.
Hobbs' definition: recall is the share of the key's resolved, subsequent NPs "determined to be relationally
equivalent to x in the key [and] to y in the response, and for which there exists a z such that x is …
relationally equivalent to z in the key and y is relationally equivalent to z in the response". With obj(n)
for the classes that n is related to:

    correct = |{n : obj_K(n) ∩ obj_R(n) ≠ ∅}|, R = correct / |{n : obj_K(n) ≠ ∅}|, P with obj_R(n)

Identity is the relation to the mentions *before* n in its class. The paper leaves that open. Read this way,
identity is the score of Vilain et al. (``scores/metrics/muc.py``): in each part that key and response share,
all mentions but the first have one before them. Without "before" it would not be.

A relation joins classes that identity would put into two bags. The bags that are drawn here are therefore
closed under the classes of key and response and under the relations that are scored. If one of these bags has
more than half of all mentions, resamples of bags would say nothing, and documents are drawn instead: every
mention that counts has a document, though a class or a relation may lead out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.components import find_components
from coala.model.columns import distinct, number_by_first
from coala.scores.bootstrap import BagRows, RateBounds, bound_rates, group_bags
from coala.scores.metric import compute_ratio_rates, make_ratio_score
from coala.scores.ratio import Score
from coala.scores.relations.agreement import ClassPairs, OverlapIndex


class Unit(StrEnum):
    """The unit of counting: each mention that is related to something, or each pair of mention and class."""

    NP = "np"
    LINK = "link"


class RelationCounts(NamedTuple):
    """What each mention adds to recall and to precision, as columns; a mention may have several rows."""

    # The mention.
    span: Integers
    # Recall: correct, and all that the key has.
    recalled: Integers
    of_key: Integers
    # Precision: correct, and all that the response has.
    right: Integers
    of_response: Integers

    @property
    def weight(self) -> int:
        """The sum of all that is counted in both graphs."""
        return int(self.of_key.sum() + self.of_response.sum())

    @property
    def score(self) -> Score:
        """The exact recall and precision."""
        return make_ratio_score([int(column.sum()) for column in self[1:]])


def count_identity(meetings: OverlapIndex) -> RelationCounts:
    """Count each mention with another one of its class before it: MUC's links, in either unit."""
    of_key, of_response = _has_predecessor(meetings.key.classes), _has_predecessor(meetings.response.classes)
    both = _has_predecessor(meetings.row_of_span)
    span = np.flatnonzero(of_key | of_response)
    return RelationCounts(
        span, *(column[span].astype(np.int64) for column in (both, of_key, both, of_response))
    )


def count_relation(
    meetings: OverlapIndex, key: ClassPairs, response: ClassPairs, unit: Unit
) -> RelationCounts:
    """Count each mention that has the relation in the key or in the response."""
    span = meetings.find_spans(key, response)
    alike = meetings.find_alike(key, response)
    # The place of each mention's classes in ``alike``; the last place is for classes not related alike.
    row = meetings.row_of_span[span]
    place = np.searchsorted(alike.row, row)
    place[np.append(alike.row, -1)[place] != row] = len(alike.row)
    columns: list[Integers] = [
        np.append(alike.of_key, 0)[place],
        _count_related(key, meetings.key.classes[span]),
        np.append(alike.of_response, 0)[place],
        _count_related(response, meetings.response.classes[span]),
    ]
    if unit is Unit.NP:
        columns = [np.minimum(column, 1) for column in columns]
    return RelationCounts(span, *columns)


def add_up(counted: Iterable[RelationCounts]) -> RelationCounts:
    """Return the counts of all relations together: a mention counts once for each relation that it has."""
    return RelationCounts(*(np.concatenate(column) for column in zip(*counted, strict=True)))


def _count_related(related: ClassPairs, classes: Integers) -> Integers:
    """Return the number of classes that each of these classes is related to."""
    ends = [np.searchsorted(related.subject, classes, side=side) for side in ("left", "right")]
    degree: Integers = ends[1] - ends[0]
    return degree


def _has_predecessor(label: Integers) -> Booleans:
    """Return which mentions have another one with their label before them; -1 is no label.

    [4, 4, -1, 4] has [False, True, False, True].
    """
    present = np.flatnonzero(label >= 0)
    first = np.full(int(label.max(initial=-1)) + 1, -1, np.int64)
    # The last write to a label counts, which is its first place.
    first[label[present[::-1]]] = present[::-1]
    follows = np.zeros(len(label), bool)
    follows[present] = first[label[present]] != present
    return follows


BAGS, DOCUMENTS = "bags", "documents"

FEWEST_UNITS = 4
"""The fewest units for an interval.

With three, one resample in nine would be a single unit three times: the interval would only show the best and
the worst unit.
"""


MOST_BOUNDED = 100
"""The most rows with intervals, which take 30 ms each: a graph may have thousands of predicates."""


class DrawnUnits(NamedTuple):
    """What resamples are drawn from: ``number`` units, which are ``bags`` or ``documents``.

    ``largest`` of the ``mentions`` are in the largest bag. Fewer than ``FEWEST_UNITS`` give no interval.
    """

    units: str
    number: int
    largest: int
    mentions: int

    @property
    def is_enough(self) -> bool:
        """True if there are enough units for intervals."""
        return self.number >= FEWEST_UNITS


def find_units(
    meetings: OverlapIndex, related: Iterable[tuple[ClassPairs, ClassPairs]], document: Integers
) -> tuple[Integers, DrawnUnits]:
    """Return the unit of each span, or -1 for one that neither side mentions, and a description of the units.

    ``related`` has the pairs of classes of key and response, relation by relation. ``document`` has the
    document of each span.
    """
    # The vertices: first the classes of the key, then those of the response. Shared mentions and relations
    # are edges, and a connected component is a bag.
    key, response = meetings.key, meetings.response
    table = meetings.table
    left, right = [table.key], [key.count + table.response]
    for of_key, of_response in related:
        left += [of_key.subject, key.count + of_response.subject]
        right += [of_key.object, key.count + of_response.object]
    component = find_components(np.concatenate(left), np.concatenate(right), key.count + response.count)
    vertex = np.where(key.classes >= 0, key.classes, key.count + response.classes)
    mentioned = (key.classes >= 0) | (response.classes >= 0)
    bag = np.full(len(mentioned), -1, np.int64)
    bag[mentioned] = component[vertex[mentioned]]
    bag = number_by_first(bag)
    sizes = np.bincount(bag[mentioned], minlength=1)
    largest, mentions = int(sizes.max()), int(mentioned.sum())
    # One bag with more than half of all mentions: draw documents instead.
    if 2 * largest <= mentions:
        return bag, DrawnUnits(BAGS, len(sizes), largest, mentions)
    place = number_by_first(np.where(mentioned, document, -1))
    return place, DrawnUnits(DOCUMENTS, int(place.max(initial=-1)) + 1, largest, mentions)


def bound_relations(
    counted: Mapping[str, RelationCounts], unit_of: Integers, drawn: DrawnUnits
) -> dict[str, RateBounds]:
    """Return the intervals of the rows that count most, as far as enough units have them."""
    if not drawn.is_enough:
        return {}
    frequent = sorted(counted, key=lambda name: -counted[name].weight)[:MOST_BOUNDED]
    bounds = {}
    for name in frequent:
        owner = unit_of[counted[name].span]
        if len(distinct(owner)) >= FEWEST_UNITS:
            bounds[name] = bound_rates(_sum_by_unit(counted[name], owner, drawn.number), compute_ratio_rates)
    return bounds


def _sum_by_unit(counted: RelationCounts, owner: Integers, units: int) -> BagRows:
    """Return the sums of each unit. Most units have none of a relation; they are added as a single row."""
    touched = distinct(owner)
    place = np.searchsorted(touched, owner)
    sums = [
        np.asarray(np.bincount(place, weights=column, minlength=len(touched)), np.float64)
        for column in counted[1:]
    ]
    rows = group_bags(sums)
    if len(touched) == units:
        return rows
    frequent = np.concatenate([rows.frequent, np.zeros((1, 4))])
    return BagRows(frequent, np.append(rows.bags, units - len(touched)), rows.rare)

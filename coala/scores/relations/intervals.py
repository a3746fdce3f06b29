"""Counts of relations become intervals: resampled by bags that no relation leaves, or else by documents.

A relation joins what would be two bags of identity. A bag is therefore closed under the classes of key and
response and under the relations that are scored. Where this leaves one bag with more than half of all
mentions, resamples of bags would say nothing, and documents are drawn instead: every mention that counts has
one, though a class or a relation may lead out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from coala.base.components import find_components
from coala.model.columns import distinct, number_by_first
from coala.model.graph import Integers
from coala.scores.bootstrap import RateBounds, bound_rates
from coala.scores.metric import ratio_rates
from coala.scores.relations.agreement import Meetings
from coala.scores.relations.counts import Counted
from coala.scores.relations.related import ClassPairs
from coala.scores.resamples import BagRows, group_bags

BAGS, DOCUMENTS = "bags", "documents"

FEWEST_UNITS = 4
"""Of three, one resample in nine is one of them three times: the ends would be the best and the worst."""


MOST_BOUNDED = 100
"""Rows that have intervals, which take 30 ms each: a graph may have thousands of predicates."""


class Drawn(NamedTuple):
    """What resamples are drawn of: so many ``bags`` or ``documents``.

    ``largest`` of the ``mentions`` lie in the largest bag. Fewer than ``FEWEST_UNITS`` give no interval.
    """

    units: str
    number: int
    largest: int
    mentions: int

    @property
    def is_enough(self) -> bool:
        """Whether there are intervals."""
        return self.number >= FEWEST_UNITS


def find_units(
    meetings: Meetings, related: Iterable[tuple[ClassPairs, ClassPairs]], document: Integers
) -> tuple[Integers, Drawn]:
    """The unit of each span, or -1 for one that neither side mentions, and what the units are.

    ``related`` are the pairs of classes of key and response, relation by relation, and ``document`` has that
    of each span.
    """
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
    if 2 * largest <= mentions:
        return bag, Drawn(BAGS, len(sizes), largest, mentions)
    place = number_by_first(np.where(mentioned, document, -1))
    return place, Drawn(DOCUMENTS, int(place.max(initial=-1)) + 1, largest, mentions)


def bound_relations(counted: Mapping[str, Counted], unit_of: Integers, drawn: Drawn) -> dict[str, RateBounds]:
    """The intervals of rows of the table: of those that count most, and that enough units have."""
    if not drawn.is_enough:
        return {}
    frequent = sorted(counted, key=lambda name: -counted[name].weight)[:MOST_BOUNDED]
    bounds = {}
    for name in frequent:
        owner = unit_of[counted[name].span]
        if len(distinct(owner)) >= FEWEST_UNITS:
            bounds[name] = bound_rates(_rows(counted[name], owner, drawn.number), ratio_rates)
    return bounds


def _rows(counted: Counted, owner: Integers, units: int) -> BagRows:
    """The sums of each unit; most units have none of a relation, and are one row without a look at each."""
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

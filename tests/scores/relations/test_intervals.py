"""Intervals of relations: the resampled units, and their coverage where the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from coala.scores.partition import Clusters
from coala.scores.ratio import Ratio
from coala.scores.relations.agreement import NOT_RELATED, ClassPairs, OverlapIndex, sort_pairs
from coala.scores.relations.intervals import (
    MOST_BOUNDED,
    DrawnUnits,
    RelationCounts,
    Unit,
    bound_relations,
    count_relation,
    find_units,
)


def pairs(*related: tuple[int, int]) -> ClassPairs:
    columns = np.array(related, np.int64).reshape(-1, 2)
    return sort_pairs(columns[:, 0], columns[:, 1])


def sides(key: list[int], response: list[int]) -> OverlapIndex:
    return OverlapIndex(Clusters(np.array(key, np.int64)), Clusters(np.array(response, np.int64)))


DOCUMENT = np.zeros(6, np.int64)


def test_what_is_everywhere_right_has_no_width_and_one_of_many_coins_has_that_of_coins() -> None:
    n = 4_000
    meetings = sides([*range(n)], [*range(n)])
    key = pairs(*((2 * number, 2 * number + 1) for number in range(n // 2)))
    right = np.random.default_rng(5).random(n // 2) < 0.5
    other = pairs(*((2 * number, 2 * number + int(right[number])) for number in range(n // 2)))
    counted = {
        "same": count_relation(meetings, key, key, Unit.NP),
        "coins": count_relation(meetings, key, other, Unit.NP),
        "none": count_relation(meetings, NOT_RELATED, NOT_RELATED, Unit.NP),
    }
    unit_of, drawn = find_units(meetings, [(key, other)], np.zeros(n, np.int64))

    bounds = bound_relations(counted, unit_of, drawn)

    assert drawn == DrawnUnits("bags", n // 2, 2, n)
    assert bounds["same"].recall[:3] == (1.0, 1.0, 1.0)
    share = int(right.sum()) / (n // 2)
    assert counted["coins"].score.recall == Ratio(int(right.sum()), n // 2)
    # Wald's interval of a share of 2,000.
    wide = 1.96 * (share * (1 - share) / (n // 2)) ** 0.5
    low, high = bounds["coins"].recall.low, bounds["coins"].recall.high
    assert low == pytest.approx(share - wide, abs=0.003)
    assert high == pytest.approx(share + wide, abs=0.003)
    assert "none" not in bounds


def test_neither_the_order_of_relations_nor_other_rows_change_an_interval() -> None:
    meetings = sides([*range(40)], [*range(40)])
    near, part = pairs(*((i, i + 1) for i in range(0, 40, 4))), pairs(*((i, i + 1) for i in range(2, 40, 8)))
    half = pairs(*((i, i + 1 - i % 8 // 4) for i in range(0, 40, 4)))
    rows = {
        "near": count_relation(meetings, near, half, Unit.NP),
        "part": count_relation(meetings, part, part, Unit.NP),
    }
    unit_of, drawn = find_units(meetings, [(near, half), (part, part)], np.zeros(40, np.int64))
    turned, again = find_units(meetings, [(part, part), (near, half)], np.zeros(40, np.int64))

    one = bound_relations(rows, unit_of, drawn)
    other = bound_relations(dict(reversed(rows.items())), turned, again)

    assert drawn == again
    assert np.array_equal(unit_of, turned)
    assert one["near"] == other["near"]


def test_of_thousands_of_relations_those_that_count_most_have_an_interval_if_enough_units_have_them() -> None:
    unit_of, drawn = np.arange(50), DrawnUnits("bags", 50, 1, 50)
    often, seldom, rare = (RelationCounts(*[np.arange(most)] * 5) for most in (9, 5, 3))
    counted = {f"seldom {number}": seldom for number in range(MOST_BOUNDED)} | {"often": often, "rare": rare}

    bounds = bound_relations(counted, unit_of, drawn)

    assert len(bounds) == MOST_BOUNDED
    assert "often" in bounds
    assert "rare" not in bound_relations({"rare": rare}, unit_of, drawn)


@pytest.mark.parametrize("spans", [0, 3])
def test_units_when_there_are_no_mentions_are_too_few(spans: int) -> None:
    nothing = [-1] * spans
    unit_of, drawn = find_units(sides(nothing, nothing), [(NOT_RELATED, NOT_RELATED)], DOCUMENT[:spans])
    assert unit_of.tolist() == nothing
    assert (drawn.largest, drawn.mentions, drawn.is_enough) == (0, 0, False)

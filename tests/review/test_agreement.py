"""Verdicts against shares."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.review.agreement import (
    VERDICTS,
    FindingsRow,
    find_disagreements,
    findings_as_json,
    findings_by_metric,
    findings_text,
)
from coala.scores.significance import MOVEMENTS, Movement

BETTER, WORSE, SAME, UNSURE = Verdict

ROWS: list[FindingsRow] = [
    (0, BETTER, 0.2),
    (1, WORSE, 0.1),
    (2, BETTER, -0.3),
    (3, WORSE, 0.1),
    (4, SAME, 0.0),
    (5, UNSURE, None),
    (6, None, 0.4),
    (7, WORSE, -0.1),
    (8, WORSE, 0.05),
]

table_rows = st.lists(
    st.tuples(st.sampled_from(VERDICTS), st.sampled_from([None, 0.0, 1e-17, 0.5, -0.5, float("nan")]))
).map(lambda pairs: [(number, *pair) for number, pair in enumerate(pairs)])


def test_each_bag_stands_in_the_cell_of_its_verdict_and_its_direction() -> None:
    found = find_disagreements(ROWS)

    assert found.cell(WORSE, Movement.RISES).bags == (1, 3, 8)
    assert found.cell(BETTER, Movement.FALLS).bags == (2,)
    assert found.cell(SAME, Movement.NO_CHANGE).bags == (4,)
    assert found.cell(UNSURE, Movement.UNDEFINED).bags == (5,)
    assert found.cell(None, Movement.RISES).bags == (6,)
    assert found.row_total(WORSE) == 4
    assert found.column_total(Movement.RISES) == 5
    assert (found.total, found.agreed, found.disagreed) == (9, 2, 4)


def test_the_disagreements_come_first_and_every_cell_is_a_sentence() -> None:
    assert list(findings_text(find_disagreements(ROWS))) == [
        "the score falls, the reviewer says better: 1 bag",
        "the score rises, the reviewer says worse: 3 bags",
        "the score rises, the reviewer says better: 1 bag",
        "the score falls, the reviewer says worse: 1 bag",
        "the score does not change, the reviewer says no difference: 1 bag",
        "the share is undefined, the reviewer cannot tell: 1 bag",
        "the score rises, not judged yet: 1 bag",
    ]
    assert [cell.bags for cell in find_disagreements(ROWS).disagreements] == [(1, 3, 8), (2,)]


def test_that_nothing_disagrees_is_said_too() -> None:
    assert list(findings_text(find_disagreements([(0, BETTER, 0.2)]))) == [
        "the reviewer contradicts the score in no bag",
        "the score rises, the reviewer says better: 1 bag",
    ]


def test_no_difference_and_cannot_tell_contradict_no_direction() -> None:
    found = find_disagreements([(0, SAME, 0.2), (1, SAME, -0.2), (2, UNSURE, 0.2), (3, None, -0.2)])

    assert (found.agreed, found.disagreed) == (0, 0)


def test_the_last_bit_of_a_float_makes_no_finding() -> None:
    assert find_disagreements([(0, WORSE, 2**-52)]).disagreed == 0


@given(table_rows)
def test_every_bag_is_in_one_cell_and_the_totals_are_those_of_the_rows(rows: list[FindingsRow]) -> None:
    found = find_disagreements(rows)

    assert sorted(number for cell in found.cells for number in cell.bags) == list(range(len(rows)))
    assert found.total == len(rows)
    verdicts = Counter(verdict for _, verdict, _ in rows)
    assert {verdict: found.row_total(verdict) for verdict in VERDICTS} == {
        verdict: verdicts[verdict] for verdict in VERDICTS
    }
    assert sum(found.column_total(movement) for movement in MOVEMENTS) == len(rows)


def test_each_metric_has_its_own_table() -> None:
    found = findings_by_metric([WORSE, None], {"muc": [0.1, 0.0], "b_cubed": [-0.1, None]})

    assert found["muc"].disagreed == 1
    assert found["b_cubed"].disagreed == 0


def test_shares_of_other_bags_than_were_judged_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        findings_by_metric([WORSE, None], {"muc": [0.1]})


def test_as_json_it_lists_the_bags_of_each_cell() -> None:
    assert findings_as_json(find_disagreements([(0, WORSE, 0.1), (1, None, None)])) == {
        "bags": 2,
        "agreed": 0,
        "disagreed": 1,
        "cells": [
            {"verdict": "-", "share": "rises", "bags": [0]},
            {"verdict": None, "share": "undefined", "bags": [1]},
        ],
    }


def test_a_hundred_thousand_bags_find_their_cells() -> None:
    rows: list[FindingsRow] = [(number, VERDICTS[number % 5], number % 3 - 1.0) for number in range(100_000)]
    assert find_disagreements(rows).total == 100_000

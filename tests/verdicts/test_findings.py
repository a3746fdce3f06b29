"""Verdicts compared with the effect on the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.findings import VERDICTS, Findings, find_disagreements

Judged = list[tuple[Verdict | None, float | None]]
"""The verdict and the share of each bag."""


random_bags = st.lists(
    st.tuples(st.sampled_from(VERDICTS), st.sampled_from([None, 0.0, 1e-17, 0.5, -0.5, float("nan")]))
)


def findings(bags: Judged, groups: Sequence[int | None] | None = None) -> Findings:
    each = BagGroups([None] * len(bags) if groups is None else groups)
    return find_disagreements([verdict for verdict, _ in bags], [share for _, share in bags], each)


@given(random_bags)
def test_every_bag_is_in_one_cell_and_the_totals_are_those_of_the_verdicts(bags: Judged) -> None:
    found = findings(bags)

    assert sorted(number for cell in found.cells for number in cell.bags) == list(range(len(bags)))
    assert found.total == len(bags)
    verdicts = Counter(verdict for verdict, _ in bags)
    assert {verdict: found.row_total(verdict) for verdict in VERDICTS} == {
        verdict: verdicts[verdict] for verdict in VERDICTS
    }


def test_a_hundred_thousand_bags_find_their_cells() -> None:
    assert findings([(VERDICTS[number % 5], number % 3 - 1.0) for number in range(100_000)]).total == 100_000

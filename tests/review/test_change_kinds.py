"""The kinds of the changes of a bag, which are listed without reading most bags."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.model.kinds import Kind
from coala.model.values import Span
from coala.review.file import Review
from coala.verdicts.changes import list_change_kinds
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.reviews import put_comparison


@pytest.mark.parametrize(
    ("baseline", "changed", "kinds"),
    [
        ([[A, B]], [[A], [B]], (Kind.SPLIT,)),
        ([[A, B, C]], [[A], [B], [C]], (Kind.SPLIT, Kind.SPLIT)),
        ([[A, B, C]], [[A, D], [B], [C]], (Kind.SPLIT, Kind.SPLIT, Kind.MENTION_ADDED)),
    ],
)
def test_each_change_of_a_bag_has_its_kind(
    tmp_path: Path, baseline: list[list[Span]], changed: list[list[Span]], kinds: tuple[Kind, ...]
) -> None:
    path = tmp_path / "r.coala"
    sides = [
        graph({f"chain {number}": spans for number, spans in enumerate(side)}) for side in (baseline, changed)
    ]
    put_comparison(path, sides[0], sides[1])
    with Review.open(path) as review:
        assert review.change_kinds(0) == list_change_kinds(review.bag(0)) == kinds

"""The picture of recall and precision, and its marks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from coala.present.rates_picture import Box, Mark, group_marks

ROOM = Box(0, 0, 400, 300)


def marks_of(points: Sequence[tuple[float, float]]) -> list[Mark]:
    signs = [str(number) for number in range(1, len(points) + 1)]
    return group_marks(points, signs, ROOM, lambda text: 7 * len(text) + 6, 16)


@pytest.mark.parametrize(("count", "spread"), [(12, 40), (40, 8), (200, 100)])
def test_marks_of_crowded_points_do_not_overlap_and_name_every_point(count: int, spread: int) -> None:
    chance = random.Random(7)
    points = [(chance.gauss(200, spread), chance.gauss(150, spread)) for _ in range(count)]
    marks = marks_of(points)
    assert sorted(number for mark in marks for number in mark.members) == list(range(count))
    assert not any(one.box.meets(other.box, 2.9) for one, other in combinations(marks, 2))

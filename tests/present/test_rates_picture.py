"""The picture of recall and precision, and its marks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from coala.board.plan import Role
from coala.present.board_table import make_table
from coala.present.rates_picture import Box, Mark, choose_ticks, group_marks, make_pictures
from tests.support.boards import a_board

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


def test_marks_at_the_edge_stay_in_the_room() -> None:
    (left, right) = (mark.box for mark in marks_of([(0, 0), (400, 300)]))
    assert (left.left, left.top) == (0, 0)
    assert (right.left + right.width, right.top + right.height) == (400, 300)


def test_a_mark_lists_four_points_and_counts_more() -> None:
    assert [mark.text for mark in marks_of([(9, 9)] * 4)] == ["1, 2, 3, 4"]
    assert [mark.text for mark in marks_of([(9, 9)] * 9)] == ["1, 2, 3 +6"]


def test_there_is_a_picture_for_each_metric_with_the_target_in_sight() -> None:
    board = a_board()
    muc, b_cubed = make_pictures(board, make_table(board, Role.WITHOUT))
    assert (muc.title, b_cubed.title) == ("MUC", "B³")
    assert len(muc.points) == 11
    assert muc.points[0].words == "all whole system: recall .734, precision .913"
    low, high = muc.precisions
    assert low < 0.8 < high
    assert muc.path == ()


def test_steps_are_joined_by_a_path_in_their_order() -> None:
    board = a_board()
    muc = make_pictures(board, make_table(board, Role.STEP))[0]
    assert [muc.points[place].name for place in muc.path][:2] == ["exact-names", "acronyms"]
    assert len(muc.path) == 10
    assert muc.missing == 0


def test_without_gold_there_is_no_picture() -> None:
    board = a_board(gold=False)
    assert make_pictures(board, make_table(board, Role.WITHOUT)) == []


def test_ticks_are_round_and_few() -> None:
    assert choose_ticks(0.81, 0.94) == [0.85, 0.9]
    assert choose_ticks(0.0, 1.0) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]

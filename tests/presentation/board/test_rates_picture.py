"""The picture of recall and precision, and the places of its names."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

from coala.engine.board.plan import Role
from coala.presentation.board.label_places import MOST_NAMED_POINTS, Box, place_names
from coala.presentation.board.rates_picture import make_pictures, ticks
from coala.presentation.board.table import make_table
from tests.support.boards import a_board
from tests.support.steps import calls_made_by

ROOM = Box(0, 0, 400, 300)


def meets(box: Box, other: Box) -> bool:
    return (
        box.left < other.left + other.width
        and other.left < box.left + box.width
        and box.top < other.top + other.height
        and other.top < box.top + box.height
    )


def test_names_lie_neither_on_each_other_nor_on_points() -> None:
    chance = random.Random(7)
    points = [(chance.gauss(200, 40), chance.gauss(150, 30)) for _ in range(12)]
    placed = place_names(points, [(90, 14)] * 12, ROOM)
    boxes = [place.box for place in placed if place is not None]
    assert len(boxes) >= 10
    assert not any(meets(one, other) for one, other in combinations(boxes, 2))
    assert all(box.lies_in(ROOM) for box in boxes)
    assert not any(meets(box, Box(x - 3, y - 3, 6, 6)) for box in boxes for x, y in points)


def test_forty_names_among_points_in_a_heap_are_placed_in_a_moment() -> None:
    chance = random.Random(1)
    points = [(chance.gauss(200, 8), chance.gauss(150, 8)) for _ in range(MOST_NAMED_POINTS)]
    path = list(pairwise(points))
    sizes = [(60, 14)] * len(points)
    placed = place_names(points, sizes, ROOM, path=path)
    boxes = [place.box for place in placed if place is not None]
    assert len(boxes) > 10
    assert not any(meets(one, other) for one, other in combinations(boxes, 2))
    # Some 160,000 calls; six times as many where every name is held against every line of the path.
    assert calls_made_by(lambda: place_names(points, sizes, ROOM, path=path)) < 300_000


def test_points_that_one_order_leaves_without_a_name_are_named_in_another() -> None:
    room, nameless = Box(0, 0, 240, 240), 0
    for seed in range(12):
        chance = random.Random(seed)
        points = [(chance.gauss(180, 20), chance.gauss(70, 15)) for _ in range(11)]
        nameless += place_names(points, [(80, 14)] * 11, room).count(None)
    # Fourteen of the 132 in the order of stacks alone, nine where none of them comes first in another try.
    assert nameless < 4


def test_a_name_without_room_is_left_out() -> None:
    assert place_names([(10, 10)], [(500, 14)], ROOM) == [None]
    many = [(10.0 + number, 10.0) for number in range(MOST_NAMED_POINTS + 1)]
    assert place_names(many, [(5, 5)] * len(many), ROOM) == [None] * len(many)


def test_names_of_points_that_lie_close_together_stand_in_a_stack_with_room_between_their_lines() -> None:
    points = [(380, 150), (376, 153), (384, 156), (379, 160), (100, 60)]
    placed = place_names(points, [(90, 14)] * 5, ROOM)
    boxes = [name.box for name in placed if name is not None]
    stack = boxes[:4]
    assert len(boxes) == 5
    assert {box.left + box.width for box in stack} == {stack[0].left + 90}
    assert stack[0].left + 90 < 376
    assert [box.top for box in stack] == sorted(box.top for box in stack)
    assert [name.led for name in placed if name is not None] == [True] * 4 + [False]


def test_a_name_lies_beside_the_path_where_it_can() -> None:
    path = [((100, 150), (300, 150))]
    beside, *_ = place_names([(100, 150)], [(90, 14)], ROOM, path=path)
    assert beside is not None
    assert beside.box.left + beside.box.width < 100
    no_other, *_ = place_names([(5, 7)], [(90, 14)], Box(0, 0, 110, 15), path=[((5, 7), (110, 7))])
    assert no_other is not None


def test_there_is_a_picture_for_each_metric_with_the_target_in_sight() -> None:
    board = a_board()
    muc, b_cubed = make_pictures(board, make_table(board, Role.WITHOUT))
    assert (muc.title, b_cubed.title) == ("MUC", "B³")
    assert len(muc.points) == 11
    assert muc.points[-1].words == "whole system: recall .734, precision .913"
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
    assert ticks(0.81, 0.94) == [0.85, 0.9]
    assert ticks(0.0, 1.0) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]

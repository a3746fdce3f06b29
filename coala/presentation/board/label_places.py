"""Points of a picture get places for their names, so that no name lies on another name or on a point.

A module of its own because the window and a page of HTML draw the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

# How far a name may stand from its point, in pixels; beyond the first a thin line leads to it.
_DISTANCES = (8, 16, 22, 28, 36, 44, 54, 64, 76, 90, 104, 120, 140)
# Right, left, above, below first, then between them; in degrees, counter-clockwise from the right.
_ANGLES = (0, 180, 90, 270, *(angle for angle in range(15, 360, 15) if angle % 90))
_DIRECTIONS = tuple((math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in _ANGLES)
# Around a point nothing is written.
_POINT = 5
# A line that comes nearer to a point seems to be its own.
_PAST = 3
# Between two names.
_GAP = 2
# Of more points than this none is named: nobody would find a name among so many.
MOST_NAMED_POINTS = 40

# Points nearer than this to each other are a group, and from three on their names are a stack beside them.
_CLOSE = 18
_LEAST_STACK = 3
# A stack of more names than this is a list: which line leads where could not be told.
_MOST_STACK = 12
_STACK_GAPS = (18, 30, 46)

# Of more points than this only stacks are tried, in larger steps: all would take longer than a key may.
_MOST_TRIED = 16
# A point without a name is as bad as so many lines that lead astray.
_UNNAMED = 4

Stroke = tuple[tuple[float, float], tuple[float, float]]


class Box(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    width: float
    height: float

    def lies_in(self, other: Box) -> bool:
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.left + self.width <= other.left + other.width
            and self.top + self.height <= other.top + other.height
        )


class _Ground:
    """What is written and drawn already. It is asked thousands of times for each picture."""

    def __init__(self, taken: Iterable[Box]) -> None:
        self._edges: list[tuple[float, float, float, float]] = []
        for box in taken:
            self.take(box)

    def take(self, box: Box) -> None:
        left, top, width, height = box
        self._edges.append((left - _GAP, top - _GAP, left + width + _GAP, top + height + _GAP))

    def is_free(self, box: Box) -> bool:
        """Whether a name can stand there, at a little distance from all else."""
        begin, top, width, height = box
        end, bottom = begin + width, top + height
        for left, upper, right, lower in self._edges:
            if begin < right and left < end and top < lower and upper < bottom:
                return False
        return True


class PlacedName(NamedTuple):
    """Where a name stands, and whether a line must lead to it."""

    box: Box
    led: bool


def place_names(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    room: Box,
    taken: Sequence[Box] = (),
    path: Sequence[Stroke] = (),
) -> list[PlacedName | None]:
    """A place for each name of these sizes; None where there is no room for it.

    Names of points that lie close together stand in a stack beside them, others each near its point.
    ``taken`` are boxes that stay free; on a line of ``path`` a name lies only where it finds no other place.
    """
    best: list[PlacedName | None] = [None] * len(points)
    if len(points) > MOST_NAMED_POINTS:
        return best
    least = math.inf
    # What comes first takes the room of what comes later, and no order is the best for all pictures.
    few = len(points) <= _MOST_TRIED
    orders: list[tuple[bool, list[int]]] = [(True, []), (False, [])] if few else [(True, [])]
    for stacked, first in orders:
        placed = _place_all(points, sizes, room, taken, path, first, stacked=stacked)
        amiss = _count_amiss(points, placed, taken)
        if amiss < least:
            best, least = placed, amiss
        if not amiss:
            break
        without = [number for number, name in enumerate(placed) if name is None]
        if few and without and not first:
            orders.append((stacked, without))
    return best


def _place_all(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    room: Box,
    taken: Sequence[Box],
    path: Sequence[Stroke],
    first: Sequence[int],
    *,
    stacked: bool,
) -> list[PlacedName | None]:
    """``stacked`` places the most crowded points first, in stacks; otherwise the loneliest come first.

    Before all others come some that found no place in another order.
    """
    placed: list[PlacedName | None] = [None] * len(points)
    ground = _Ground([*taken, *(Box(x - _POINT, y - _POINT, 2 * _POINT, 2 * _POINT) for x, y in points)])
    names: list[Box] = []
    lines: list[Stroke] = []

    def put(number: int, box: Box, led: bool) -> None:
        placed[number] = PlacedName(box, led)
        ground.take(box)
        names.append(box)
        if led:
            lines.append((points[number], leader_end(points[number], box)))

    steps = _DISTANCES if len(points) <= _MOST_TRIED else _DISTANCES[::2]
    apart = [_nearest(number, points) for number in range(len(points))]

    def put_each(numbers: Iterable[int]) -> None:
        for number in numbers:
            if placed[number] is None:
                found = _place(points[number], sizes[number], room, ground, lines, names, path, steps)
                if found is not None:
                    put(number, *found)

    put_each(first)
    for group in _groups(points) if stacked else ():
        if any(placed[number] is not None for number in group):
            continue
        stack = _stack([points[number] for number in group], [sizes[number] for number in group])
        for boxes in stack:
            if all(box.lies_in(room) and ground.is_free(box) for box in boxes):
                if any(_crosses(box, line) for box in boxes for line in (*lines, *path)):
                    continue
                for number, box in zip(group, boxes, strict=True):
                    put(number, box, led=True)
                break
    put_each(sorted(range(len(points)), key=apart.__getitem__, reverse=not stacked))
    return placed


def _count_amiss(
    points: Sequence[tuple[float, float]], placed: Sequence[PlacedName | None], taken: Sequence[Box]
) -> int:
    """How much a reader would stumble over: points without a name, and lines through what is written there
    or past points of others.
    """
    names = [(point, name) for point, name in zip(points, placed, strict=True) if name is not None]
    amiss = _UNNAMED * (len(points) - len(names))
    for point, name in names:
        if name.led:
            line = (point, leader_end(point, name.box))
            amiss += sum(other is not name and _crosses(other.box, line) for _, other in names)
            amiss += sum(_crosses(box, line) for box in taken)
            apart = (other for other in points if math.dist(other, point) > 2 * _POINT)
            amiss += sum(_crosses(Box(x - _PAST, y - _PAST, 2 * _PAST, 2 * _PAST), line) for x, y in apart)
    return amiss


def _groups(points: Sequence[tuple[float, float]]) -> list[list[int]]:
    """Points that lie too close for names of their own between them, the largest group first, from above."""
    groups: list[list[int]] = []
    for number, point in enumerate(points):
        near = [group for group in groups if any(math.dist(point, points[other]) < _CLOSE for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([number, *(other for group in near for other in group)])
    stacked = [
        sorted(group, key=lambda number: (points[number][1], points[number][0]))
        for group in groups
        if _LEAST_STACK <= len(group) <= _MOST_STACK
    ]
    return sorted(stacked, key=len, reverse=True)


def _stack(
    points: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]]
) -> Iterator[list[Box]]:
    """The boxes of names one below the other, beside their points: all places for them, the nearest first."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    middle = sum(y for _, y in points) / len(points)
    height = max(height for _, height in sizes) + _GAP + 1
    shifts = [step * height / 2 for step in range(-2 * len(points) - 4, 2 * len(points) + 5)]
    places = [(gap, shift) for gap in _STACK_GAPS for shift in shifts]
    for gap, shift in sorted(places, key=lambda place: (place[0] + abs(place[1]), place)):
        top = middle + shift - height * len(points) / 2
        for to_right in (True, False):
            yield [
                Box(right + gap if to_right else left - gap - size[0], top + height * number, *size)
                for number, size in enumerate(sizes)
            ]


def leader_end(point: tuple[float, float], box: Box) -> tuple[float, float]:
    """Where the line from a point meets the box of its name."""
    x = min(max(point[0], box.left), box.left + box.width)
    y = min(max(point[1], box.top), box.top + box.height)
    return x, y


def _place(
    point: tuple[float, float],
    size: tuple[float, float],
    room: Box,
    ground: _Ground,
    lines: Sequence[Stroke],
    names: Sequence[Box],
    path: Sequence[Stroke],
    steps: Sequence[float],
) -> PlacedName | None:
    x, y = point
    width, height = size
    second: PlacedName | None = None
    for distance in steps:
        for across, up in _DIRECTIONS:
            box = Box(
                x + across * (distance + width / 2) - width / 2,
                y - up * (distance + height / 2) - height / 2,
                width,
                height,
            )
            led = distance != steps[0]
            if not box.lies_in(room) or not ground.is_free(box):
                continue
            leader = (point, leader_end(point, box))
            if any(_crosses(box, line) for line in lines):
                continue
            if led and any(_cross(leader, line) for line in lines):
                continue
            if any(_crosses(box, line) for line in path) or (
                led and any(_crosses(name, leader) for name in names)
            ):
                # Better a name with a line through it than a point without a name.
                second = second or PlacedName(box, led)
                continue
            return PlacedName(box, led)
    return second


def _nearest(number: int, points: Sequence[tuple[float, float]]) -> float:
    x, y = points[number]
    return min(
        (math.hypot(x - u, y - v) for other, (u, v) in enumerate(points) if other != number),
        default=math.inf,
    )


def _crosses(box: Box, line: Stroke) -> bool:
    """Whether a line runs through a box."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    (x, y), (u, v) = line
    # Most lines are elsewhere.
    if max(x, u) < left or min(x, u) > right or max(y, v) < top or min(y, v) > bottom:
        return False
    # Beside the line lie all corners on one side of it.
    sides = [_side(*line, corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
    return min(sides) <= 0 <= max(sides)


def _cross(first: Stroke, second: Stroke) -> bool:
    (a, b), (c, d) = first, second
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

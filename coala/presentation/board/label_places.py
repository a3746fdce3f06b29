"""Points of a picture get places for their names, so that no name lies on another name or on a point.

A module of its own because the window and a page of HTML draw the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

# How far a name may stand from its point, in pixels; beyond the first a thin line leads to it.
_DISTANCES = (8, 20, 36, 56, 80, 108, 140)
# Right, left, above, below first, then between them; in degrees, counter-clockwise from the right.
_ANGLES = (0, 180, 90, 270, *(angle for angle in range(15, 360, 15) if angle % 90))
# Around a point nothing is written.
_POINT = 5
# Between two names.
_GAP = 2
# Of more points than this none is named: nobody would find a name among so many.
MOST_NAMED_POINTS = 60


class Box(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    width: float
    height: float

    def meets(self, other: Box, gap: float = 0) -> bool:
        """Whether they overlap, or come closer than the gap."""
        return (
            self.left < other.left + other.width + gap
            and other.left < self.left + self.width + gap
            and self.top < other.top + other.height + gap
            and other.top < self.top + self.height + gap
        )

    def lies_in(self, other: Box) -> bool:
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.left + self.width <= other.left + other.width
            and self.top + self.height <= other.top + other.height
        )


class PlacedName(NamedTuple):
    """Where a name stands, and whether a line must lead to it."""

    box: Box
    led: bool


def place_names(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    room: Box,
    taken: Sequence[Box] = (),
) -> list[PlacedName | None]:
    """A place for each name of these sizes; None where there is no room for it.

    Points with most room around them are named last, since they find a place anyway. ``taken`` are boxes that
    stay free.
    """
    placed: list[PlacedName | None] = [None] * len(points)
    if len(points) > MOST_NAMED_POINTS:
        return placed
    blocked = [*taken, *(Box(x - _POINT, y - _POINT, 2 * _POINT, 2 * _POINT) for x, y in points)]
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for number in sorted(range(len(points)), key=lambda number: _nearest(number, points)):
        found = _place(points[number], sizes[number], room, blocked, lines)
        if found is not None:
            placed[number] = found
            blocked.append(found.box)
            if found.led:
                lines.append((points[number], leader_end(points[number], found.box)))
    return placed


def leader_end(point: tuple[float, float], box: Box) -> tuple[float, float]:
    """Where the line from a point meets the box of its name."""
    x = min(max(point[0], box.left), box.left + box.width)
    y = min(max(point[1], box.top), box.top + box.height)
    return x, y


def _place(
    point: tuple[float, float],
    size: tuple[float, float],
    room: Box,
    blocked: Sequence[Box],
    lines: Sequence[tuple[tuple[float, float], tuple[float, float]]],
) -> PlacedName | None:
    x, y = point
    width, height = size
    for distance in _DISTANCES:
        for angle in _ANGLES:
            across, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            box = Box(
                x + across * (distance + width / 2) - width / 2,
                y - up * (distance + height / 2) - height / 2,
                width,
                height,
            )
            led = distance != _DISTANCES[0]
            if not box.lies_in(room) or any(box.meets(other, _GAP) for other in blocked):
                continue
            if any(_crosses(box, line) for line in lines):
                continue
            if led and any(_cross((point, leader_end(point, box)), line) for line in lines):
                continue
            return PlacedName(box, led)
    return None


def _nearest(number: int, points: Sequence[tuple[float, float]]) -> float:
    x, y = points[number]
    return min(
        (math.hypot(x - u, y - v) for other, (u, v) in enumerate(points) if other != number),
        default=math.inf,
    )


def _crosses(box: Box, line: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    """Whether a line runs through a box."""
    left, top, right, bottom = box.left, box.top, box.left + box.width, box.top + box.height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return any(left <= x <= right and top <= y <= bottom for x, y in line) or any(
        _cross(line, side) for side in sides
    )


def _cross(
    first: tuple[tuple[float, float], tuple[float, float]],
    second: tuple[tuple[float, float], tuple[float, float]],
) -> bool:
    (a, b), (c, d) = first, second
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

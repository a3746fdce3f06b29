"""The figures of a board become bars, points and plots: in percent of a cell, or in pixels of a picture."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import NamedTuple

from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.board.label_places import Box, PlacedName, leader_end, place_names
from coala.presentation.board.rates_picture import FULL_NAME, RatesPicture, target_words, tick_words, ticks
from coala.presentation.board.worth import Worth

_WIDTH, _HEIGHT = 456, 380
"""Two pictures stand side by side in a page of 960 pixels."""
_PLOT = Box(44, 28, _WIDTH - 56, _HEIGHT - 76)
_LETTER, _WIDE_LETTER, _LINE = 7.0, 13.0, 16.0
"""What a letter of 12 pixels takes at most in the fonts of the page, as far as names are placed by it."""

_Range = tuple[float, float]
_Point = tuple[float, float]


class RateBar(NamedTuple):
    """A change as a bar from nothing, in percent of its cell; ``lost`` where it is below nothing."""

    zero: float
    begin: float
    width: float
    lost: bool


class IntervalMark(NamedTuple):
    """A change as a point on its interval, in percent of its cell; None for what is not known."""

    zero: float
    at: float
    low: float | None
    high: float | None
    sure: bool


def rate_bar(worth: Worth | None, reach: _Range) -> RateBar | None:
    """The bar of recall or of precision; None where it is undefined."""
    if worth is None or worth.value is None:
        return None
    zero, end = _percent(0.0, reach), _percent(worth.value, reach)
    return RateBar(zero, min(zero, end), abs(end - zero), worth.value < 0)


def interval_mark(worth: Worth, reach: _Range) -> IntervalMark | None:
    """The point of a changed F1 with its interval; None where it is undefined, or a score and no change."""
    if worth.value is None or not worth.is_change:
        return None
    low, high = (None if end is None else _percent(end, reach) for end in (worth.low, worth.high))
    return IntervalMark(_percent(0.0, reach), _percent(worth.value, reach), low, high, worth.sure)


def _percent(value: float, reach: _Range) -> float:
    low, high = reach
    # A point at the very edge would be cut.
    return round(4 + 92 * (value - low) / (high - low), 2)


class PlottedName(NamedTuple):
    """A name beside its point, and where the line to it ends, if it needs one."""

    words: str
    x: float
    y: float
    anchor: str
    bold: bool
    leader: _Point | None


class PlottedSystem(NamedTuple):
    """A system in the picture; ``known`` is the whole one or none, which are squares."""

    x: float
    y: float
    words: str
    known: bool
    name: PlottedName | None


class Plot(NamedTuple):
    """Recall against precision by one metric, in pixels; ``words`` is all of it for who does not see it."""

    title: str
    width: int
    height: int
    room: Box
    recalls: tuple[tuple[float, str], ...]
    precisions: tuple[tuple[float, str], ...]
    target: tuple[float, str] | None
    path: tuple[_Point, ...]
    systems: tuple[PlottedSystem, ...]
    words: str
    missing: int

    @property
    def named(self) -> bool:
        """Whether there is a name for any of them."""
        return any(system.name is not None for system in self.systems)


def plot(picture: RatesPicture) -> Plot:
    """Where everything of a picture stands."""
    points = [_place(picture, point.recall, point.precision) for point in picture.points]
    path = tuple(points[number] for number in picture.path)
    names = [clean(point.name) for point in picture.points]
    taken, target = [], None
    if picture.target is not None:
        height = _place(picture, picture.recalls[0], picture.target)[1]
        words = target_words(picture.target)
        target = height, words
        right = _PLOT.left + _PLOT.width
        taken = [
            Box(_PLOT.left, height - 2, _PLOT.width, 4),
            Box(right - _width(words) - 4, height - _LINE, _width(words) + 4, _LINE),
        ]
    sizes = [(_width(name), _LINE) for name in names]
    placed = place_names(points, sizes, _PLOT, taken, list(pairwise(path)))
    systems = tuple(
        PlottedSystem(*place, clean(point.words), point.column < 0, _name(name, box, place))
        for point, place, name, box in zip(picture.points, points, names, placed, strict=True)
    )
    return Plot(
        picture.title,
        _WIDTH,
        _HEIGHT,
        _PLOT,
        tuple((_place(picture, at, 0)[0], tick_words(at)) for at in ticks(*picture.recalls)),
        tuple((_place(picture, 0, at)[1], tick_words(at)) for at in ticks(*picture.precisions, most=9)),
        target,
        path,
        systems,
        f"Recall and precision by {picture.title}. " + "; ".join(system.words for system in systems),
        picture.missing,
    )


def _place(picture: RatesPicture, recall: float, precision: float) -> _Point:
    across, up = _part(recall, picture.recalls), _part(precision, picture.precisions)
    return (
        round(_PLOT.left + across * _PLOT.width, 1),
        round(_PLOT.top + (1 - up) * _PLOT.height, 1),
    )


def _part(value: float, reach: _Range) -> float:
    low, high = reach
    return (value - low) / (high - low) if high > low else 0.5


def _width(words: str) -> float:
    """How wide a name is at most; there is no font here to measure by."""
    return sum(_WIDE_LETTER if unicodedata.east_asian_width(sign) in "WF" else _LETTER for sign in words) + 4


def _name(words: str, placed: PlacedName | None, point: _Point) -> PlottedName | None:
    if placed is None:
        return None
    box = placed.box
    anchor, x = "middle", box.left + box.width / 2
    if box.left > point[0]:
        anchor, x = "start", box.left
    elif box.left + box.width < point[0]:
        anchor, x = "end", box.left + box.width
    end = leader_end(point, box) if placed.led else None
    leader = None if end is None else (round(end[0], 1), round(end[1], 1))
    return PlottedName(words, round(x, 1), round(box.top + 12, 1), anchor, words == FULL_NAME, leader)

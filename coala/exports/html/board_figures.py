"""The figures of a board become bars, points and plots: in percent of a cell, or in pixels of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.board.rates_picture import (
    FULL_SIGN,
    NOTHING_SIGN,
    Box,
    Mark,
    RatesPicture,
    SystemPoint,
    group_marks,
    target_words,
    tick_words,
    ticks,
)
from coala.presentation.board.worth import Worth, part_of_one

_WIDTH, _HEIGHT = 456, 380
"""Two pictures stand side by side in a page of 960 pixels."""
_PLOT = Box(44, 28, _WIDTH - 56, _HEIGHT - 76)
_LETTER, _LINE = 7.0, 16.0
"""What a digit or letter of a mark takes at most in the fonts of the page."""

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


class PlottedMark(NamedTuple):
    """A mark on one or more systems; ``words`` names them, a line each."""

    box: Box
    text: str
    words: str


class Plot(NamedTuple):
    """Recall against precision by one metric, in pixels; ``words`` is the picture as text."""

    title: str
    width: int
    height: int
    room: Box
    recalls: tuple[tuple[float, str], ...]
    precisions: tuple[tuple[float, str], ...]
    target: tuple[float, str] | None
    path: tuple[_Point, ...]
    marks: tuple[PlottedMark, ...]
    words: str
    missing: int


class PointFigures(NamedTuple):
    """A row of the table of points: the sign on the mark, the system, recall and precision by each metric."""

    sign: str
    name: str
    figures: tuple[str, ...]


def plot(picture: RatesPicture) -> Plot:
    """Return where everything of a picture stands."""
    points = [_place(picture, point.recall, point.precision) for point in picture.points]
    target = None
    if picture.target is not None:
        target = _place(picture, picture.recalls[0], picture.target)[1], target_words(picture.target)
    signs = [point.sign for point in picture.points]
    words = [clean(point.words) for point in picture.points]
    return Plot(
        picture.title,
        _WIDTH,
        _HEIGHT,
        _PLOT,
        tuple((_place(picture, at, 0)[0], tick_words(at)) for at in ticks(*picture.recalls)),
        tuple((_place(picture, 0, at)[1], tick_words(at)) for at in ticks(*picture.precisions, most=9)),
        target,
        tuple(points[number] for number in picture.path),
        tuple(_plot_mark(mark, words) for mark in group_marks(points, signs, _PLOT, _mark_width, _LINE)),
        f"Recall and precision by {picture.title}. " + "; ".join(words),
        picture.missing,
    )


def list_points(pictures: Sequence[RatesPicture]) -> list[PointFigures]:
    """Return the figures of all points: components by number, then the systems with none and with all."""
    by_sign = [{point.sign: point for point in picture.points} for picture in pictures]
    names = {sign: point.name for points in by_sign for sign, point in points.items()}
    numbers = sorted((sign for sign in names if sign.isdigit()), key=int)
    return [
        PointFigures(sign, clean(names[sign]), tuple(_figures(points.get(sign) for points in by_sign)))
        for sign in (*numbers, *(sign for sign in (NOTHING_SIGN, FULL_SIGN) if sign in names))
    ]


def _figures(points: Iterable[SystemPoint | None]) -> Iterator[str]:
    for point in points:
        for value in (None, None) if point is None else (point.recall, point.precision):
            yield NOT_APPLICABLE if value is None else part_of_one(value)


def _plot_mark(mark: Mark, words: Sequence[str]) -> PlottedMark:
    left, top, width, height = (round(edge, 1) for edge in mark.box)
    return PlottedMark(
        Box(left, top, width, height), mark.text, "\n".join(words[number] for number in mark.members)
    )


def _mark_width(text: str) -> float:
    return max(_LETTER * len(text) + 6, _LINE)


def _place(picture: RatesPicture, recall: float, precision: float) -> _Point:
    across, up = _part(recall, picture.recalls), _part(precision, picture.precisions)
    return (
        round(_PLOT.left + across * _PLOT.width, 1),
        round(_PLOT.top + (1 - up) * _PLOT.height, 1),
    )


def _part(value: float, reach: _Range) -> float:
    low, high = reach
    return (value - low) / (high - low) if high > low else 0.5

"""The HTML report of a board: each component's worth by role, plots, the matrix, and every joint bag.

A board compares many variants of one system. A *column* is one comparison, of a component in a role: without
it, only it, or step by step. A *place* is a bag in a column; the same bag may be in several. A *joint bag* is
the bags of several columns that share mentions.

This module computes the values of the page's template. Bars and intervals are in percent of a cell, plots in
pixels. ``_BoardPage`` makes the values of the complete page; the functions above it make bars and plots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

from coala import __version__
from coala.base.numerals import count
from coala.base.plain_text import clean, one_line
from coala.board.board import BoardPlace, JointBag
from coala.board.plan import Role
from coala.engine.settings import describe_settings
from coala.errors import ReviewError
from coala.html.bag_article import describe_bag, list_badges, make_badge
from coala.html.figures import make_verdict_bars
from coala.html.report import list_warnings
from coala.html.template import MARKS_EXPLAINED, describe_origin, fill_template
from coala.present.board_claim import (
    ROLE_TITLES,
    explain_table,
    list_meetings,
    make_claim,
)
from coala.present.board_table import BoardLine, BoardMatrix, BoardTable, BoardVerdicts, Worth, make_table
from coala.present.figures import Points, Rate, Share, show
from coala.present.rates_picture import (
    FULL_SIGN,
    NOTHING_SIGN,
    Box,
    Mark,
    RatesPicture,
    SystemPoint,
    choose_ticks,
    group_marks,
    make_pictures,
    target_label,
    tick_label,
)
from coala.present.reviewers import describe_counted
from coala.present.tally import describe_kinds, describe_verdicts
from coala.present.warnings_page import build_board_warnings
from coala.results.verdicts.judged import collect_answers
from coala.results.words import format_score
from coala.review.board.board_file import BagsTallied, StoredBoard, tally_board
from coala.review.file import Review
from coala.review.reviewers import Chosen, is_chosen
from coala.scores.findings import TITLES
from coala.scores.ratio import Score
from coala.verdicts.changes import count_judged
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.reviewer_kinds import choose_kind, find_kinds
from coala.verdicts.state import State

_WIDTH, _HEIGHT = 460, 380
"""Two plots fit next to each other in a page of 960 pixels."""
# The part of a plot within its axes.
_PLOT = Box(44, 28, _WIDTH - 60, _HEIGHT - 76)
_LETTER, _LINE = 7.0, 16.0
"""The most that a digit or letter of a mark takes in the fonts of the page."""

_Range = tuple[float, float]
"""The least and the largest value of an axis."""
_Point = tuple[float, float]
"""A position in pixels, from the left and from the top."""


class RateBar(NamedTuple):
    """A change as a bar from zero, in percent of its cell; ``lost`` is True if it is below zero."""

    zero: float
    begin: float
    width: float
    lost: bool


class IntervalMark(NamedTuple):
    """A change as a point on its interval, in percent of its cell; ``sure`` is True if it is established."""

    zero: float
    at: float
    low: float | None
    high: float | None
    sure: bool


def make_rate_bar(rate: Points | Rate, axis: _Range) -> RateBar | None:
    """Return the bar of recall or of precision, or None if it is undefined."""
    if rate.value is None:
        return None
    zero, end = _to_percent(0.0, axis), _to_percent(rate.value, axis)
    return RateBar(zero, min(zero, end), abs(end - zero), rate.value < 0)


def make_interval_mark(worth: Worth, axis: _Range) -> IntervalMark | None:
    """Return the point of a changed F1 with its interval, or None if it is undefined or not a change."""
    if worth.f1.value is None or not worth.is_change:
        return None
    low, high = (None if end.value is None else _to_percent(end.value, axis) for end in worth.interval)
    at, sure = _to_percent(worth.f1.value, axis), worth.holm.is_established
    return IntervalMark(_to_percent(0.0, axis), at, low, high, sure)


def _to_percent(value: float, axis: _Range) -> float:
    low, high = axis
    # A margin, so that a point at the edge is not cut.
    return round(4 + 92 * (value - low) / (high - low), 2)


class PlottedMark(NamedTuple):
    """A mark for one or more systems; ``words`` has one line for each."""

    box: Box
    text: str
    words: str


class Plot(NamedTuple):
    """Recall (across) against precision (up) by one metric, in pixels."""

    title: str
    width: int
    height: int
    # The part within the axes.
    room: Box
    # The ticks of both axes: position and label.
    recalls: tuple[tuple[float, str], ...]
    precisions: tuple[tuple[float, str], ...]
    # The line of the target precision: position and label.
    target: tuple[float, str] | None
    # The line that joins the points, for a role with an order.
    path: tuple[_Point, ...]
    marks: tuple[PlottedMark, ...]
    # The plot as text.
    words: str
    # The number of systems without a point, since a figure is undefined.
    missing: int


class PointFigures(NamedTuple):
    """A row of the table of points: sign, name, and recall and precision by each metric."""

    sign: str
    name: str
    figures: tuple[str, ...]


def make_plot(picture: RatesPicture) -> Plot:
    """Return a picture with all positions in pixels."""
    points = [_find_point(picture, point.recall, point.precision) for point in picture.points]
    target = None
    if picture.target is not None:
        target = _find_point(picture, picture.recalls[0], picture.target)[1], target_label(picture.target)
    signs = [point.sign for point in picture.points]
    words = [clean(point.words) for point in picture.points]
    return Plot(
        title=picture.title,
        width=_WIDTH,
        height=_HEIGHT,
        room=_PLOT,
        recalls=tuple(
            (_find_point(picture, at, 0)[0], tick_label(at)) for at in choose_ticks(*picture.recalls)
        ),
        precisions=tuple(
            (_find_point(picture, 0, at)[1], tick_label(at))
            for at in choose_ticks(*picture.precisions, most=9)
        ),
        target=target,
        path=tuple(points[number] for number in picture.path),
        marks=tuple(
            _make_plotted_mark(mark, words)
            for mark in group_marks(points, signs, _PLOT, _measure_mark, _LINE)
        ),
        words=f"Recall and precision by {picture.title}. " + "; ".join(words),
        missing=picture.missing,
    )


def list_points(pictures: Sequence[RatesPicture]) -> list[PointFigures]:
    """Return the figures of all points: components by number, then the systems with none and with all."""
    by_sign = [{point.sign: point for point in picture.points} for picture in pictures]
    names = {sign: point.name for points in by_sign for sign, point in points.items()}
    numbers = sorted((sign for sign in names if sign.isdigit()), key=int)
    return [
        PointFigures(sign, clean(names[sign]), tuple(_format_figures(points.get(sign) for points in by_sign)))
        for sign in (*numbers, *(sign for sign in (NOTHING_SIGN, FULL_SIGN) if sign in names))
    ]


def _format_figures(points: Iterable[SystemPoint | None]) -> Iterator[str]:
    for point in points:
        for value in (None, None) if point is None else (point.recall, point.precision):
            yield show(Rate(value))


def _make_plotted_mark(mark: Mark, words: Sequence[str]) -> PlottedMark:
    left, top, width, height = (round(edge, 1) for edge in mark.box)
    return PlottedMark(
        Box(left, top, width, height), mark.text, "\n".join(words[number] for number in mark.members)
    )


def _measure_mark(text: str) -> float:
    return max(_LETTER * len(text) + 6, _LINE)


def _find_point(picture: RatesPicture, recall: float, precision: float) -> _Point:
    across, up = _find_part(recall, picture.recalls), _find_part(precision, picture.precisions)
    return (
        round(_PLOT.left + across * _PLOT.width, 1),
        round(_PLOT.top + (1 - up) * _PLOT.height, 1),
    )


def _find_part(value: float, axis: _Range) -> float:
    """Return the position of a value on its axis, from 0 to 1."""
    low, high = axis
    return (value - low) / (high - low) if high > low else 0.5


WalkPlaces = Callable[[Sequence[BoardPlace]], Iterable[BoardPlace]]
"""Yields the shown bags one by one while the page is written; it may report the progress, or cancel."""

_MOST_CELLS = 20_000
"""The most cells of a matrix: browsers show larger ones slowly, and they are too large to read."""
_MOST_UNJUDGED = 40
"""The most titles of bags without an answer that are listed for a joint bag."""
_MOST_COLUMNS = 6
"""The most columns that are listed for a bag."""
_PICTURES = {
    Role.WITHOUT: "Each point: the system without that component.",
    Role.ONLY: "Each point: the system with that component alone.",
    Role.STEP: "Each point shows the system up to that step.",
}
_UNJUDGED = Settled(None, False, ())


def write_board_report(
    stored: StoredBoard,
    *,
    reviewer: Chosen = None,
    may_show: Callable[[str], bool] = lambda fingerprint: True,
    walk: WalkPlaces = iter,
) -> Iterator[str]:
    """Yield the page in pieces. Only the board file is needed.

    With ``reviewer`` only the chosen answers are shown. ``may_show`` returns True for a fingerprint if
    the answers of others than ``stored.reviewer`` may be shown. Raises ``ReviewError`` if the board was
    replaced in the meantime.
    """
    return fill_template(
        "board.html.j2",
        ["report.css", "board.css"],
        _BoardPage(stored, reviewer, may_show).make_values(walk),
    )


class _BoardPage:
    """The template's values for a board. Bags are known by their fingerprints."""

    def __init__(self, stored: StoredBoard, reviewer: Chosen, may_show: Callable[[str], bool]) -> None:
        self._stored, self._board, self._reviewer, self._may_show = stored, stored.board, reviewer, may_show
        # The shown answers, by reviewer and bag.
        self._states: dict[str, dict[str, State]] = {}
        for name, states in stored.states.items():
            if is_chosen(name, reviewer):
                shown = {
                    bag: state for bag, state in states.items() if name == stored.reviewer or may_show(bag)
                }
                if shown:
                    self._states[name] = shown
        self._tallied = tally_board(replace(stored, states=self._states))
        # What all reviewers who count say about each bag.
        counting = {name: own for name, own in self._states.items() if self._tallied.counted.counts(name)}
        self._settled = settle_all(counting, list(stored.questions))
        self._verdicts = BoardVerdicts(
            {bag: settled.verdict for bag, settled in self._settled.items() if settled.verdict is not None},
            {
                bag: count_judged(stored.judged_by_change[bag], settled.rows)
                for bag, settled in self._settled.items()
                if settled.by_changes_alone
            },
        )

    def make_values(self, walk: WalkPlaces) -> dict[str, object]:
        """Return all values by their names in the template."""
        board, stored, all_bags = self._board, self._stored, self._tallied.all_bags
        articles = self._make_articles(walk)
        joints = [
            self._describe_joint_bag(bag, places, articles)
            for bag, places in self._list_places_of_joint_bags()
        ]
        meetings = list_meetings(board)
        made = stored.provenance
        return {
            "title": clean(stored.path.name),
            "inputs": list(self._list_inputs()),
            "settings": clean(describe_settings(board.settings)),
            "reviewers": [
                {"name": clean(name), "words": _describe_reviewer(states.values())}
                for name, states in self._states.items()
            ],
            "made": "" if made is None else clean(describe_origin(made.time, made.version)),
            "written": describe_origin(datetime.now(UTC).isoformat(timespec="seconds"), __version__),
            "warnings": list_warnings(build_board_warnings(board.notices)),
            "counted": [clean(sentence) for sentence in describe_counted(self._tallied.counted)],
            "lead": describe_verdicts(all_bags.tally, all_bags.by_changes_alone),
            "details": describe_kinds(all_bags.tally),
            "bars": make_verdict_bars(all_bags.tally, all_bags.disputed),
            "roles": [self._describe_role(role) for role in Role if board.find_columns(role)],
            "scores": list(_list_scores(board.full, board.nothing)),
            "has_nothing": bool(board.nothing),
            "meetings": [clean(meeting.words) for meeting in meetings.offered],
            "more_meetings": meetings.rest_words,
            "choices": list_badges(badge for joint in joints for badge in joint["badges"]),
            "marks": MARKS_EXPLAINED,
            "shown": count(len(joints), "bag"),
            "joints": joints,
        }

    def _list_inputs(self) -> Iterator[tuple[str, str, list[str]]]:
        plan, made = self._board.plan, self._stored.provenance
        hashes = {} if made is None else {source.path: source.sha256 for source in made.inputs}
        for role, path in (("whole", plan.full), ("nothing", plan.nothing), ("gold", plan.gold)):
            if path is not None:
                found = hashes.get(path)
                yield role, clean(path), [] if found is None else [found]

    def _make_articles(self, walk: WalkPlaces) -> dict[str, dict[str, Any]]:
        """Return the template's values for each bag with an answer, by fingerprint, each bag once."""
        # The first place of each bag with an answer.
        places: dict[str, BoardPlace] = {}
        for place in self._board.places:
            if any(states.get(place.fingerprint, State()) != State() for states in self._states.values()):
                places.setdefault(place.fingerprint, place)
        found = {}
        # Places are sorted by column, so each column is opened once.
        for column, places_of_column in groupby(walk(list(places.values())), attrgetter("column")):
            address = self._stored.addresses[column]
            own = self._stored.reviewer
            with Review.open(self._stored.path, read_only=True, column=address, reviewer=own) as review:
                judged = collect_answers(review, reviewer=self._reviewer, may_show=self._may_show)
                for place in places_of_column:
                    bag = judged.bags[place.number] if place.number < len(judged.bags) else None
                    if bag is None or bag.entry.fingerprint != place.fingerprint:
                        raise ReviewError(
                            f"{self._stored.path}: this board was remade in the meantime. Export it again."
                        )
                    found[place.fingerprint] = describe_bag(judged, bag)
        return found

    def _list_places_of_joint_bags(self) -> Iterator[tuple[JointBag, Mapping[str, Sequence[BoardPlace]]]]:
        """Return each joint bag with the places of its bags, by fingerprint."""
        places: list[defaultdict[str, list[BoardPlace]]] = [defaultdict(list) for _ in self._board.joint_bags]
        for place in self._board.places:
            places[place.joint][place.fingerprint].append(place)
        return zip(self._board.joint_bags, places, strict=True)

    def _describe_joint_bag(
        self,
        bag: JointBag,
        places: Mapping[str, Sequence[BoardPlace]],
        articles: Mapping[str, dict[str, Any]],
    ) -> dict[str, Any]:
        names = {self._board.columns[column].name for column in bag.columns}
        judged = [
            self._describe_judged_bag(fingerprint, own_places, articles[fingerprint])
            for fingerprint, own_places in places.items()
            if fingerprint in articles
        ]
        unjudged = [fingerprint for fingerprint in places if fingerprint not in articles]
        badges = {described["badge"] for described in judged}
        if unjudged:
            badges.add(make_badge(None))
        if names:
            changed_by = f"{count(len(names), 'component')} in {count(len(bag.columns), 'column')}"
        else:
            changed_by = "changed by the whole system alone"
        return {
            "number": bag.number + 1,
            "title": one_line(bag.title),
            "size": count(bag.spans, "mention"),
            "changed_by": changed_by,
            "keys": " ".join(sorted(badge.key for badge in badges)),
            "badges": badges,
            "judged": judged,
            "unjudged": [
                {
                    "title": one_line(self._stored.questions[fingerprint].title),
                    "places": self._list_places(places[fingerprint]),
                }
                for fingerprint in unjudged[:_MOST_UNJUDGED]
            ],
            "more": _describe_more(len(unjudged) - _MOST_UNJUDGED, "bag"),
        }

    def _describe_judged_bag(
        self, fingerprint: str, places: Sequence[BoardPlace], article: dict[str, Any]
    ) -> dict[str, Any]:
        settled = self._settled.get(fingerprint, _UNJUDGED)
        return {
            "badge": make_badge(settled.verdict, disputed=settled.disputed),
            "places": self._list_places(places),
            "bag": article,
        }

    def _list_places(self, places: Sequence[BoardPlace]) -> str:
        """Return the columns that have a bag, with its number in each."""
        shown = [f"{clean(self._stored.addresses[place.column])} {place.number + 1:,}" for place in places]
        more = _describe_more(len(shown) - _MOST_COLUMNS, "column")
        return ", ".join([*shown[:_MOST_COLUMNS], *([f"and {more}"] if more else [])])

    def _describe_role(self, role: Role) -> dict[str, Any]:
        """Return a role's table, plots and matrix, with sentences about what they show."""
        board = self._board
        table = make_table(board, role)
        claim = make_claim(board, table)
        matrix = BoardMatrix(board, role, [line.column for line in table.lines])
        pictures = make_pictures(board, table)
        return {
            "key": role.value,
            "title": ROLE_TITLES[role].capitalize(),
            "lead": clean(claim.headline, len(claim.headline)),
            "rest": clean(" ".join([*claim.facts, *claim.details]), 4_000),
            "meaning": " ".join(explain_table(board, table)),
            "heads": [(table.head(place), change) for place, change in enumerate(table.changes)],
            "has_links": any(line.links is not None for line in table.lines),
            "has_bars": table.shows_change,
            "has_rates": table.shows_rates,
            "rate_heads": [table.head(0, rate) for rate in ("R", "P")] if table.shows_rates else [],
            "lines": [self._describe_line(table, line) for line in table.lines],
            "plots": [make_plot(picture) for picture in pictures],
            "points": list_points(pictures),
            "plots_are": _PICTURES[role],
            "matrix": self._describe_matrix(matrix),
        }

    def _describe_line(self, table: BoardTable, line: BoardLine) -> dict[str, Any]:
        bags = self._tallied.columns[line.column]
        return {
            "name": clean(line.name),
            "links": "" if line.links is None else line.links.text,
            "precision": "" if line.links is None else line.links.precision_text,
            "misses": f"below {show(Share(table.target))}" if line.links and line.links.misses else "",
            "rates": [
                (show(rate), make_rate_bar(rate, table.rate_range) if table.shows_change else None)
                for worth in line.worths[:1]
                for rate in (worth.recall, worth.precision)
            ],
            "f1": [
                (
                    show(worth.f1),
                    make_interval_mark(worth, axis),
                    show(worth.interval),
                    worth.certainty,
                    worth.words,
                )
                for worth, axis in zip(line.worths, table.f1_ranges, strict=True)
            ],
            "bags": f"{len(line.fingerprints):,}" if line.has_bags else "–",
            "bar": make_verdict_bars(bags.tally, bags.disputed)[0]._replace(name=clean(line.name)),
            "judged": _format_tally(bags),
        }

    def _describe_matrix(self, matrix: BoardMatrix) -> dict[str, Any]:
        """Return the matrix: a row for each joint bag, a cell for each column, and headings between rows."""
        columns = range(len(matrix.columns))
        most = _MOST_CELLS // max(1, len(columns))
        rows = [
            {"heading": row.heading}
            if row.heading
            else {
                "heading": "",
                "number": row.joint + 1,
                "title": one_line(matrix.title(number)),
                "cells": [self._make_cell(matrix, number, place) for place in columns],
            }
            for number, row in islice(enumerate(matrix.rows), most)
        ]
        return {
            "names": [clean(self._board.columns[column].name) for column in matrix.columns],
            "rows": rows,
            "counted": f"{count(matrix.total, 'joint bag')}, {matrix.shared:,} of two or more components",
            "more": _describe_more(len(matrix.rows) - most, "row"),
        }

    def _make_cell(self, matrix: BoardMatrix, row: int, place: int) -> tuple[str, str, str]:
        """Return a cell's CSS class, sign and words; for an empty cell only the sign."""
        bags = matrix.bags(row, place)
        cell = matrix.cell(row, place, self._verdicts)
        if not bags:
            return "", cell.sign, ""
        badge = make_badge(cell.verdict)
        disputed = any(self._settled.get(bag.fingerprint, _UNJUDGED).disputed for bag in bags)
        if disputed:
            badge = make_badge(None, disputed=True)
        return (
            badge.key,
            badge.sign if disputed else cell.sign,
            clean(matrix.words(row, place, self._verdicts)),
        )


def _list_scores(full: Mapping[str, Score], nothing: Mapping[str, Score]) -> Iterator[tuple[str, list[str]]]:
    """Yield a line for each metric: the figures of the whole system, then those without any component."""
    for metric, score in full.items():
        figures = list(format_score(score))
        if nothing:
            figures += format_score(nothing[metric]) if metric in nothing else [""] * 3
        yield TITLES.get(metric, clean(metric)), figures


def _describe_reviewer(states: Collection[State]) -> str:
    kind = choose_kind(find_kinds(states))
    return f"{kind}, {count(sum(state.verdict is not None for state in states), 'verdict')}"


def _format_tally(bags: BagsTallied) -> list[str]:
    """Return the verdicts on the bags of a column as short signs with counts."""
    bar = make_verdict_bars(bags.tally, bags.disputed)[0]
    return [f"{part.sign}{part.number:,}" for part in bar.segments if part.name != "open"]


def _describe_more(number: int, what: str) -> str:
    return count(number, f"more {what}") if number > 0 else ""

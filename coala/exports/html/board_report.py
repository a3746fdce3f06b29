"""A board becomes the HTML page: what each component is worth by role, the matrix, and every joint bag."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from coala import __version__
from coala.base.numerals import count
from coala.engine.board.board import BoardPlace, JointBag
from coala.engine.board.plan import Role
from coala.engine.settings import describe_settings
from coala.errors import ReviewError
from coala.exports.html.bag_article import badge_of, describe_bag, list_badges
from coala.exports.html.board_figures import interval_mark, list_points, plot, rate_bar
from coala.exports.html.figures import verdict_bars
from coala.exports.html.graph_warnings import list_warnings
from coala.exports.html.tally_words import lead_of, note_of
from coala.exports.html.template import fill_template, made_by
from coala.exports.judged import gather
from coala.exports.words import score_figures
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.board.board_verdicts import BoardVerdicts
from coala.presentation.board.claim import ROLE_MEANINGS, ROLE_TITLES, describe_draw, make_claim
from coala.presentation.board.interactions import list_meetings
from coala.presentation.board.matrix import BoardMatrix
from coala.presentation.board.rates_picture import make_pictures
from coala.presentation.board.table import BoardLine, BoardTable, make_table
from coala.presentation.board.worth import Worth, part_of_one
from coala.presentation.warnings_page import build_board_warnings
from coala.review.board.board_file import StoredBoard
from coala.review.board.board_tally import BagsTallied, tally_board
from coala.review.file import Review
from coala.scores.findings import TITLES
from coala.scores.ratio import Score
from coala.verdicts.changes import count_judged
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.state import State

WalkPlaces = Callable[[Sequence[BoardPlace]], Iterable[BoardPlace]]
"""Passes on the bags that are told, one by one, and knows how far the page has come."""

_MOST_CELLS = 20_000
"""Of a matrix: a browser shows more of them slowly, and nobody reads them."""
_MOST_WAITING = 40
_MOST_ASKING = 6
_PICTURES = {
    Role.WITHOUT: "Each point: the system without that component.",
    Role.ONLY: "Each point: the system with that component alone.",
    Role.STEP: "Each point: the system up to that step.",
}
_UNSETTLED = Settled(None, False, ())


def write_board_report(
    stored: StoredBoard,
    *,
    reviewer: str | None = None,
    tells: Callable[[str], bool] = lambda fingerprint: True,
    walk: WalkPlaces = iter,
) -> Iterator[str]:
    """The page, in pieces; with ``reviewer`` only what this one says. No file is needed but the board.

    ``tells`` says of a fingerprint whether the answers of others than ``stored.reviewer`` may be told.
    Raises ``ReviewError`` where the board became another one meanwhile.
    """
    return fill_template(
        "board.html.j2",
        ["report.css", "board.css"],
        _BoardPage(stored, reviewer, tells).values(walk),
    )


class _BoardPage:
    """What the template shows of a board."""

    def __init__(self, stored: StoredBoard, reviewer: str | None, tells: Callable[[str], bool]) -> None:
        self._stored, self._board, self._reviewer, self._tells = stored, stored.board, reviewer, tells
        self._states = {
            name: kept
            for name, said in stored.states.items()
            if reviewer in (None, name)
            and (kept := {bag: state for bag, state in said.items() if name == stored.reviewer or tells(bag)})
        }
        self._tallied = tally_board(replace(stored, states=self._states))
        self._settled = settle_all(self._states, list(stored.questions))
        self._verdicts = BoardVerdicts(
            {name: said.verdict for name, said in self._settled.items() if said.verdict is not None},
            {
                name: count_judged(stored.judged_by_change[name], said.rows)
                for name, said in self._settled.items()
                if said.by_changes_alone
            },
        )

    def values(self, walk: WalkPlaces) -> dict[str, object]:
        """Everything by its name in the template."""
        board, stored, every = self._board, self._stored, self._tallied.all_bags
        articles = self._articles(walk)
        joints = [self._joint(bag, places, articles) for bag, places in self._places_of_joints()]
        meetings = list_meetings(board)
        made = stored.provenance
        return {
            "title": clean(stored.path.name),
            "inputs": list(self._inputs()),
            "settings": clean(describe_settings(board.settings)),
            "reviewers": [
                {"name": clean(name), "words": _say_verdicts(said.values())}
                for name, said in self._states.items()
            ],
            "made": "" if made is None else clean(made_by(made.time, made.version)),
            "written": made_by(datetime.now(UTC).isoformat(timespec="seconds"), __version__),
            "warnings": list_warnings(build_board_warnings(board.notices)),
            "lead": lead_of(every.tally, every.disputed, every.by_changes_alone),
            "second": note_of(every.tally),
            "bars": verdict_bars(every.tally, every.disputed),
            "roles": [self._role(role) for role in Role if board.of_role(role)],
            "scores": list(_scores(board.full, board.nothing)),
            "has_nothing": bool(board.nothing),
            "meetings": [clean(meeting.words) for meeting in meetings.offered],
            "more_meetings": meetings.words_of_left,
            "choices": list_badges(badge for joint in joints for badge in joint["badges"]),
            "shown": count(len(joints), "bag"),
            "joints": joints,
        }

    def _inputs(self) -> Iterator[tuple[str, str, list[str]]]:
        plan, made = self._board.plan, self._stored.provenance
        hashes = {} if made is None else {source.path: source.sha256 for source in made.inputs}
        for what, path in (("whole", plan.full), ("nothing", plan.nothing), ("gold", plan.gold)):
            if path is not None:
                found = hashes.get(path)
                yield what, clean(path), [] if found is None else [found]

    def _articles(self, walk: WalkPlaces) -> dict[str, dict[str, Any]]:
        """What a page shows of each bag of which anybody says anything, by fingerprint, each once."""
        places: dict[str, BoardPlace] = {}
        for place in self._board.places:
            if any(said.get(place.fingerprint, State()) != State() for said in self._states.values()):
                places.setdefault(place.fingerprint, place)
        found = {}
        # Places go by column, so that each is opened once.
        for column, told in groupby(walk(list(places.values())), attrgetter("column")):
            address = self._stored.addresses[column]
            own = self._stored.reviewer
            with Review.open(self._stored.path, read_only=True, column=address, reviewer=own) as review:
                judged = gather(review, reviewer=self._reviewer, tells=self._tells)
                for place in told:
                    bag = judged.bags[place.number] if place.number < len(judged.bags) else None
                    if bag is None or bag.entry.fingerprint != place.fingerprint:
                        raise ReviewError(
                            f"{self._stored.path}: this board was made again meanwhile; export it anew."
                        )
                    found[place.fingerprint] = describe_bag(judged, bag)
        return found

    def _places_of_joints(self) -> Iterator[tuple[JointBag, Mapping[str, Sequence[BoardPlace]]]]:
        """Each joint bag, and the places in which each of its bags is asked, by fingerprint."""
        asked: list[defaultdict[str, list[BoardPlace]]] = [defaultdict(list) for _ in self._board.joint_bags]
        for place in self._board.places:
            asked[place.joint][place.fingerprint].append(place)
        return zip(self._board.joint_bags, asked, strict=True)

    def _joint(
        self,
        bag: JointBag,
        places: Mapping[str, Sequence[BoardPlace]],
        articles: Mapping[str, dict[str, Any]],
    ) -> dict[str, Any]:
        names = {self._board.columns[column].name for column in bag.columns}
        told = [
            self._question(name, where, articles[name]) for name, where in places.items() if name in articles
        ]
        waiting = [name for name in places if name not in articles]
        badges = {badge_of(None) for _ in waiting[:1]} | {question["badge"] for question in told}
        if names:
            who = f"{count(len(names), 'component')} in {count(len(bag.columns), 'column')}"
        else:
            who = "changed by the whole system alone"
        return {
            "number": bag.number + 1,
            "title": clean(bag.title),
            "size": count(bag.spans, "mention"),
            "who": who,
            "keys": " ".join(sorted(badge.key for badge in badges)),
            "badges": badges,
            "told": told,
            "waiting": [
                {"title": clean(self._stored.questions[name].title), "asked": self._asked(places[name])}
                for name in waiting[:_MOST_WAITING]
            ],
            "more": _more(len(waiting) - _MOST_WAITING, "bag"),
        }

    def _question(self, name: str, places: Sequence[BoardPlace], article: dict[str, Any]) -> dict[str, Any]:
        said = self._settled.get(name, _UNSETTLED)
        return {
            "badge": badge_of(said.verdict, disputed=said.disputed),
            "asked": self._asked(places),
            "bag": article,
        }

    def _asked(self, places: Sequence[BoardPlace]) -> str:
        """In which columns a bag is asked, and which bag of each it is."""
        shown = [f"{clean(self._stored.addresses[place.column])} {place.number + 1:,}" for place in places]
        more = _more(len(shown) - _MOST_ASKING, "column")
        return ", ".join([*shown[:_MOST_ASKING], *([f"and {more}"] if more else [])])

    def _role(self, role: Role) -> dict[str, Any]:
        board = self._board
        table = make_table(board, role)
        lead, *rest = make_claim(board, table)
        matrix = BoardMatrix(board, role, [line.column for line in table.lines])
        pictures = make_pictures(board, table)
        return {
            "key": role.value,
            "title": ROLE_TITLES[role].capitalize(),
            "lead": clean(lead, len(lead)),
            "rest": clean(" ".join(rest), 4_000),
            "meaning": f"{ROLE_MEANINGS[role]} {describe_draw(board, table)}".strip(),
            "heads": list(_heads(table)),
            "has_links": any(line.links is not None for line in table.lines),
            "has_bars": table.shows_change,
            "has_rates": any(line.recall is not None for line in table.lines),
            "rate_heads": [f"{'Δ' if table.shows_change else ''}{rate}" for rate in ("R", "P")],
            "lines": [self._line(table, line) for line in table.lines],
            "plots": [plot(picture) for picture in pictures],
            "points": list_points(pictures),
            "plots_are": _PICTURES[role],
            "matrix": self._matrix(matrix),
        }

    def _line(self, table: BoardTable, line: BoardLine) -> dict[str, Any]:
        bags = self._tallied.columns[line.column]
        return {
            "name": clean(line.name),
            "links": "" if line.links is None else line.links.text,
            "precision": "" if line.links is None else line.links.precision_text,
            "misses": f"below {part_of_one(table.target or 0)}" if line.links and line.links.misses else "",
            "rates": [
                (
                    worth.text if worth else "",
                    rate_bar(worth, table.rate_range) if table.shows_change else None,
                )
                for worth in (line.recall, line.precision)
            ],
            "f1": [
                (worth.text, interval_mark(worth, reach), worth.interval, _sure(worth), worth.words)
                for worth, reach in zip(line.f1, table.f1_ranges, strict=True)
            ],
            "bags": f"{len(line.fingerprints):,}" if line.has_bags else "–",
            "bar": verdict_bars(bags.tally, bags.disputed)[0]._replace(name=clean(line.name)),
            "judged": _say_tallied(bags),
        }

    def _matrix(self, matrix: BoardMatrix) -> dict[str, Any]:
        columns = range(len(matrix.columns))
        most = _MOST_CELLS // max(1, len(columns))
        rows = [
            {"heading": row.heading}
            if row.heading
            else {
                "heading": "",
                "number": row.joint + 1,
                "title": clean(matrix.title(number)),
                "cells": [self._cell(matrix, number, place) for place in columns],
            }
            for number, row in islice(enumerate(matrix.rows), most)
        ]
        return {
            "names": [clean(self._board.columns[column].name) for column in matrix.columns],
            "rows": rows,
            "counted": f"{count(matrix.total, 'joint bag')}, {matrix.shared:,} of two or more components",
            "more": _more(len(matrix.rows) - most, "row"),
        }

    def _cell(self, matrix: BoardMatrix, row: int, place: int) -> tuple[str, str, str]:
        """Which style a cell has, its sign, and its words; of an empty one "" and the sign alone."""
        bags = matrix.bags(row, place)
        cell = matrix.cell(row, place, self._verdicts)
        if not bags:
            return "", cell.sign, ""
        badge = badge_of(cell.verdict)
        disputed = any(self._settled.get(bag.fingerprint, _UNSETTLED).disputed for bag in bags)
        if disputed:
            badge = badge_of(None, disputed=True)
        return (
            badge.key,
            badge.sign if disputed else cell.sign,
            clean(matrix.words(row, place, self._verdicts)),
        )


def _heads(table: BoardTable) -> Iterator[tuple[str, bool]]:
    """What stands above the figures of each metric, and whether they are changes, with their intervals."""
    for title, change in zip(table.titles, table.changes, strict=True):
        if table.has_gold:
            yield f"{'Δ' if change else ''}{title} F1", change
        else:
            yield f"{title} similarity", change


def _sure(worth: Worth) -> str:
    """The adjusted p; the raw one is left to the words."""
    return next(iter(worth.certainties), "")


def _scores(full: Mapping[str, Score], nothing: Mapping[str, Score]) -> Iterator[tuple[str, list[str]]]:
    """A line a metric: the whole system's figures, then those of none of its components."""
    for metric, score in full.items():
        figures = list(score_figures(score))
        if nothing:
            figures += score_figures(nothing[metric]) if metric in nothing else [""] * 3
        yield TITLES.get(metric, clean(metric)), figures


def _say_verdicts(said: Iterable[State]) -> str:
    return count(sum(state.verdict is not None for state in said), "verdict")


def _say_tallied(bags: BagsTallied) -> list[str]:
    """The verdicts on the bags of a column in a few signs."""
    bar = verdict_bars(bags.tally, bags.disputed)[0]
    return [f"{part.sign}{part.bags:,}" for part in bar.segments if part.name != "open"]


def _more(number: int, what: str) -> str:
    return count(number, f"more {what}") if number > 0 else ""

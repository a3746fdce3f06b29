"""Report of ``coala board``: which component pays, how certain that is, and where components meet.

A board compares many variants of one system, to see what each of its components is worth: the system without
a component, with it alone, or step by step (*roles*). "right/made 8/10" means that a component adds 10 links,
and gold has 8 of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coala.base.numerals import count
from coala.base.plain_text import one_line, plain_words
from coala.board.board import Board
from coala.board.plan import Role
from coala.engine.settings import describe_settings
from coala.present.blocks import (
    Block,
    FigureCell,
    FigureColumn,
    Figures,
    Folded,
    Note,
    Report,
    list_item,
    say,
)
from coala.present.board_claim import ROLE_TITLES, Claim, explain_table, list_meetings, make_claim
from coala.present.board_table import BoardLine, BoardTable, make_table
from coala.present.figures import Share, show
from coala.results.score_tables import make_score_table
from coala.scores.findings import GrossLinks
from coala.scores.ratio import MeanScore

_LONGEST_NAME = 40
"""The longest name that leaves room for its figures in 80 columns."""

_BELOW = "<"
"""Marks a precision of links that is below the target."""

_MOST_PAIRS = 16
_MOST_TITLES = 5
_LONGEST_TITLE = 100


def report_board(board: Board, metrics: Sequence[str]) -> Report:
    """Report a table for each role, with sentences about it, and the pairs of components that meet."""
    tables = [make_table(board, role, metrics) for role in Role if board.find_columns(role)]
    claims = [make_claim(board, table) for table in tables]
    return Report("board", claims[0].headline, tuple(_list_blocks(board, tables, claims, metrics)))


def _list_blocks(
    board: Board, tables: Sequence[BoardTable], claims: Sequence[Claim], metrics: Sequence[str]
) -> Iterator[Block]:
    explained: set[str] = set()
    for place, (table, claim) in enumerate(zip(tables, claims, strict=True)):
        yield _tabulate(board, table)
        explanations = [*_explain_mark(table), *explain_table(board, table)]
        sentences = [
            *([claim.headline] if place and claim.headline != claims[0].headline else []),
            *claim.facts,
            *claim.details,
            *(sentence for sentence in explanations if sentence not in explained),
        ]
        explained.update(explanations)
        if sentences:
            yield Note("\n".join(sentences))
    if any(column.baseline is not None for column in board.columns):
        yield from _list_meetings(board)
    for what, scores in (("whole system", board.full), ("system without any component", board.nothing)):
        if chosen := {name: scores[name] for name in metrics if name in scores}:
            yield make_score_table(chosen, title=f"The {what} against gold")
    plan = board.plan
    yield say(f"{count(len(plan.variants), 'component')}, {count(len(board.columns), 'comparison')}")
    for what, path in (("Whole", plan.full), ("Nothing", plan.nothing), ("Gold", plan.gold)):
        if path is not None:
            yield list_item(f"{what}: {path}")
    if described := describe_settings(board.settings):
        yield Note(f"Compared: {described}")


def _explain_mark(table: BoardTable) -> Iterator[str]:
    if any(line.links is not None and line.links.misses for line in table.lines):
        yield f"{_BELOW}: less precise than the target {show(Share(table.target))}."


def _tabulate(board: Board, table: BoardTable) -> Figures:
    """Return a row for each component; a column without any figure is not printed."""
    metrics = range(len(table.metrics))
    columns = [
        FigureColumn("component", "component", is_left=True),
        FigureColumn("right/made", "links", rank=3),
        FigureColumn("precision", "link_precision", rank=4, is_left=True),
        *(column for place in metrics for column in _make_metric_columns(table, place)),
        FigureColumn("made (right)", "links_made", rank=8),
        FigureColumn("lost (right)", "links_lost", rank=8),
        FigureColumn("bags", "bags", rank=5),
    ]
    rows = [
        [
            plain_words(line.name, _LONGEST_NAME),
            *_write_links(line),
            *(cell for place in metrics for cell in _make_metric_cells(board, table, line, place)),
            *_write_gross(board.columns[line.column].gross_links),
            len(line.fingerprints) if line.has_bags else None,
        ]
        for line in table.lines
    ]
    return Figures(columns, rows, ROLE_TITLES[table.role].capitalize())


def _make_metric_columns(table: BoardTable, place: int) -> Iterator[FigureColumn]:
    """Yield the columns of a metric; where there is no room, the first metric stays longest."""
    key, short = table.metrics[place], "" if not place else f"{table.titles[place]} "
    if table.shows_rates:
        yield FigureColumn(table.head(place, "R"), f"{key}_recall", 8)
        yield FigureColumn(table.head(place, "P"), f"{key}_precision", 8)
    yield FigureColumn(table.head(place), f"{key}_f1", 6 if place else 0)
    if table.changes[place]:
        yield FigureColumn(f"{short}95 %", f"{key}_f1", 7 if place else 2)
        yield FigureColumn(f"{short}p", f"{key}_p", 7 if place else 6)
        yield FigureColumn(f"{short}Holm", f"{key}_holm", 7 if place else 1)


def _make_metric_cells(board: Board, table: BoardTable, line: BoardLine, place: int) -> Iterator[FigureCell]:
    worth = line.worths[place]
    if table.shows_rates:
        # A mean of metrics only has an F1.
        is_mean = isinstance(board.full.get(table.metrics[place]), MeanScore)
        yield from (None, None) if is_mean else (worth.recall, worth.precision)
    yield worth.f1
    if table.changes[place]:
        yield from (worth.interval, worth.p, worth.holm)


def _write_links(line: BoardLine) -> tuple[FigureCell, FigureCell]:
    """Return the links of a component right/made, and their precision."""
    if line.links is None:
        return None, None
    return line.links.text, f"{line.links.precision_text}{_BELOW if line.links.misses else ''}"


def _write_gross(links: GrossLinks | None) -> tuple[FigureCell, FigureCell]:
    if links is None:
        return None, None
    return (
        f"{show(links.made)} ({show(links.made_right)})",
        f"{show(links.lost)} ({show(links.lost_right)})",
    )


def _list_meetings(board: Board) -> Iterator[Block]:
    """Yield where components work on the same entities: the pairs that meet most, and counts."""
    # The components in each joint bag; none if only the whole system changes it.
    named = [{board.columns[column].name for column in bag.columns} for bag in board.joint_bags]
    changed = [names for names in named if names]
    if not changed:
        yield say("No component changes a bag.")
        return
    found = list_meetings(board, _MOST_PAIRS)
    items = [list_item(meeting.words) for meeting in found.offered]
    if emergent := board.interactions.emergent:
        # The last item counts the bags that only the whole system changes.
        titles = [board.joint_bags[number].title for number in emergent[:_MOST_TITLES]]
        items += [list_item(one_line(title, _LONGEST_TITLE), 1) for title in titles]
        if rest := len(emergent) - len(titles):
            items.append(list_item(f"and {rest:,} more", 1))
    if items:
        yield Folded("Where components meet", items, len(found.offered) + found.rest)
    yield Note(
        f"{count(len(changed), 'joint bag')} with a change, {sum(len(names) > 1 for names in changed):,} of "
        "them by two components or more. A joint bag joins the bags of all comparisons that share mentions."
    )

"""Building of a board from a plan, for the command line and the desktop.

A board compares outputs of one system with and without its components. Each graph is read once. Each *column*
is one pair of graphs, compared like ``coala diff``, and has interesting bags (groups of chains with a
difference). A last comparison, nothing → full, is that of the whole system; it is no column. Then:

1. One bootstrap for each role gives the intervals of its columns.
2. Bags of several columns that share mentions form a *joint bag*; each interesting bag gets its place in one.
3. Marginal links and interactions of components follow.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from coala import __version__
from coala.board.board import Board, BoardColumn, BoardPlace, JointBag, MetricDeltas, ScorePair
from coala.board.plan import Plan, Role, check_plan
from coala.board.statistics import (
    Closure,
    close_jointly,
    count_marginal_links,
    find_deltas,
    find_interactions,
    pair_scores,
    resample_columns,
)
from coala.engine.compare import Comparison, compare_graphs
from coala.errors import Cancelled, CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.model.options import DEFAULTS, Options
from coala.reading.read import ReadingProgress, never, read_graphs
from coala.scores.findings import SIMILARITY


class PlacedBags(NamedTuple):
    """The joint bags with something interesting, and the place of each interesting bag.

    ``differing_in_whole`` are the numbers of the joint bags in which nothing → full has an interesting bag.
    """

    joint_bags: tuple[JointBag, ...]
    places: tuple[BoardPlace, ...]
    differing_in_whole: frozenset[int]


class _TitleSource(NamedTuple):
    """A bag that may give its title to a joint bag; the least one does, which is the one with most spans.

    Bags of equal size are sorted by fingerprint, whatever their column.
    """

    spans: int  # negative, so that the largest bag is the least
    fingerprint: str  # a hash of the content of the bag
    comparison: int
    number: int  # of the bag in its comparison


def place_bags(columns: Sequence[Comparison], whole: Comparison, closure: Closure) -> PlacedBags:
    """Find the joint bag of each interesting bag; ``closure`` is of the columns, then of the whole."""
    *joint_of_bag, joint_of_bag_in_whole = closure.of_bag
    places: list[BoardPlace] = []
    # By joint bag, as numbered in ``closure``: its columns, and the bag that gives the title.
    columns_of: dict[int, list[int]] = {}
    title_source: dict[int, _TitleSource] = {}
    for column, (made, joint_of) in enumerate(zip(columns, joint_of_bag, strict=True)):
        joints, sizes = joint_of[made.contents.numbers].tolist(), _count_spans(made)
        for number, fingerprint in enumerate(made.contents.fingerprints()):
            joint = joints[number]
            shares = {metric: values[number] for metric, values in made.shares.items()}
            places.append(BoardPlace(column, number, fingerprint, joint, shares))
            own_columns = columns_of.setdefault(joint, [])
            if not own_columns or own_columns[-1] != column:
                own_columns.append(column)
            this = _TitleSource(-sizes[number], fingerprint, column, number)
            title_source[joint] = min(this, title_source.get(joint, this))
        made.assessment.forget_sums()
    # Joint bags with a difference only in the whole system take a title from there.
    joints_in_whole = joint_of_bag_in_whole[whole.contents.numbers].tolist()
    for number, (joint, size) in enumerate(zip(joints_in_whole, _count_spans(whole), strict=True)):
        if joint not in columns_of:
            this = _TitleSource(-size, "", len(columns), number)
            title_source[joint] = min(this, title_source.get(joint, this))
    titles = dict(_read_titles([*columns, whole], title_source))
    # Number the joint bags again, without those that are interesting nowhere.
    index = {joint: number for number, joint in enumerate(sorted(titles))}
    return PlacedBags(
        tuple(
            JointBag(number, int(closure.sizes[joint]), tuple(columns_of.get(joint, ())), titles[joint])
            for joint, number in index.items()
        ),
        tuple(place._replace(joint=index[place.joint]) for place in places),
        frozenset(index[joint] for joint in joints_in_whole),
    )


def _count_spans(made: Comparison) -> list[int]:
    """Return the number of spans of each interesting bag."""
    of_span = made.bags.of_span
    spans: list[int] = np.bincount(of_span[of_span >= 0], minlength=made.bags.count)[
        made.contents.numbers
    ].tolist()
    return spans


def _read_titles(
    comparisons: Sequence[Comparison], title_source: dict[int, _TitleSource]
) -> Iterator[tuple[int, str]]:
    """Yield the title of each joint bag; only the bags that give titles are built."""
    # For each comparison, the bags to build, each with its joint bag.
    wanted: list[dict[int, int]] = [{} for _ in comparisons]
    for joint, source in title_source.items():
        wanted[source.comparison][source.number] = joint
    for made, joints in zip(comparisons, wanted, strict=True):
        numbers = sorted(joints)
        for number, built in zip(numbers, made.contents.build(numbers), strict=True):
            yield joints[number], built.title


_MOST_AT_ONCE = 8
"""The most graphs to read at the same time, one a processor; each child process takes 30 MB."""


@dataclass(frozen=True, eq=False)
class BuiltBoard:
    """A board, and the comparison behind each of its columns, as ``coala diff`` of that pair makes it.

    Only the intervals in a comparison's summary differ: they are drawn once for all columns.
    """

    board: Board
    comparisons: tuple[Comparison, ...]


class _Pair(NamedTuple):
    """The graphs of one column by their paths; without a baseline, the graph is compared with itself."""

    name: str
    role: Role
    baseline: str | None
    changed: str

    @property
    def label(self) -> str:
        return f"{self.name} ({self.role})"


def build_board(
    plan: Plan,
    options: Options = DEFAULTS,
    *,
    roles: Collection[Role] = tuple(Role),
    progress: Callable[[ReadingProgress], None] | None = None,
    compared: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> BuiltBoard:
    """Read the graphs of a plan and compare them, for the columns of these roles.

    ``progress`` counts graphs in the order of ``list_paths``; ``compared`` gets the number of finished pairs
    and of all pairs.

    Raises:
        CoalaError: the plan makes no board.
        ReadingError: a graph cannot be used, or the two graphs of a column share nothing.
        Cancelled: ``cancelled`` returned True.
    """
    check_plan(plan)
    paths = list_paths(plan, roles)
    graphs = dict(zip(paths, _read_in_batches(paths, options, progress, cancelled), strict=True))
    return compare_for_board(plan, graphs, options, roles=roles, compared=compared, cancelled=cancelled)


def compare_for_board(
    plan: Plan,
    graphs: Mapping[str, Graph],
    options: Options = DEFAULTS,
    *,
    roles: Collection[Role] = tuple(Role),
    compared: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> BuiltBoard:
    """Compare the graphs of a plan, given by path."""
    check_plan(plan)
    pairs = list(_list_pairs(plan, roles))
    comparisons = []
    for number, pair in enumerate([*pairs, _pair_whole_system(plan)]):
        _raise_if_cancelled(cancelled)
        comparisons.append(_compare(pair, graphs, plan.gold, options))
        if compared is not None:
            compared(number + 1, len(pairs) + 1)
    return _assemble(plan, pairs, comparisons, cancelled)


def _raise_if_cancelled(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled("The board was cancelled.")


def list_paths(plan: Plan, roles: Collection[Role] = tuple(Role)) -> list[str]:
    """Return the paths of the graphs for these roles, each once; ``CoalaError`` if no variant has one."""
    pairs = list(_list_pairs(plan, roles))
    if not pairs:
        wanted = " or ".join(f"'{role}'" for role in Role if role in roles)
        raise CoalaError(f"No variant of the board has a graph for {wanted}. Choose another mode.")
    paths = [plan.gold, plan.full, plan.nothing, *(path for pair in pairs for path in pair[2:])]
    return list(dict.fromkeys(path for path in paths if path is not None))


def _list_pairs(plan: Plan, roles: Collection[Role]) -> Iterator[_Pair]:
    """Yield the pairs of the columns, by role and then in the order of the plan."""
    for role in Role:
        before = plan.nothing
        for variant in plan.variants if role in roles else ():
            path = variant.path(role)
            if path is None:
                continue
            if role is Role.WITHOUT:
                yield _Pair(variant.name, role, path, plan.full)
            else:
                yield _Pair(variant.name, role, before, path)
            if role is Role.STEP:
                before = path


def _pair_whole_system(plan: Plan) -> _Pair:
    """Return the pair nothing → full."""
    return _Pair("the whole system", Role.STEP, plan.nothing, plan.full)


def _read_in_batches(
    paths: Sequence[str],
    options: Options,
    progress: Callable[[ReadingProgress], None] | None,
    cancelled: Callable[[], bool],
) -> Iterator[Graph]:
    """Read graphs, some of them at the same time, and yield them in the order of the paths."""
    at_once = max(2, min(_MOST_AT_ONCE, os.cpu_count() or 1))
    if options.reading.records.record:
        # The first table of records may list the records and their fields for all.
        at_once = len(paths)
    for first in range(0, len(paths), at_once):
        yield from read_graphs(
            paths[first : first + at_once],
            options.reading,
            progress=None if progress is None else _shift_progress(progress, first),
            cancelled=cancelled,
        )


def _shift_progress(
    progress: Callable[[ReadingProgress], None], first: int
) -> Callable[[ReadingProgress], None]:
    """Return a function that reports progress of graphs that come after ``first`` others."""

    def report(done: ReadingProgress) -> None:
        progress(done._replace(graph=done.graph + first))

    return report


def _compare(pair: _Pair, graphs: Mapping[str, Graph], gold: str | None, options: Options) -> Comparison:
    baseline, changed = graphs[pair.baseline or pair.changed], graphs[pair.changed]
    try:
        made = compare_graphs(
            baseline, changed, None if gold is None else graphs[gold], options=options, resampled=False
        )
    except ReadingError as error:
        raise ReadingError(f"{pair.label}: {error}") from error
    # All comparisons stay in memory.
    made.assessment.forget_sums()
    return made


def _assemble(
    plan: Plan, pairs: Sequence[_Pair], comparisons: Sequence[Comparison], cancelled: Callable[[], bool]
) -> BuiltBoard:
    """Assemble the board; ``comparisons`` are those of the pairs, then that of the whole system."""
    *columns_made, whole = comparisons
    deltas: list[Mapping[str, MetricDeltas]] = [{} for _ in pairs]
    resampling = {}
    # The intervals of each role; they need gold. ``place`` is the index of a column.
    for role in Role if plan.gold is not None else ():
        places_of_role = [place for place, pair in enumerate(pairs) if pair.role is role]
        if not places_of_role:
            continue
        _raise_if_cancelled(cancelled)
        drawn, resampling[role] = resample_columns([columns_made[place] for place in places_of_role])
        for place, drawn_for_column in zip(places_of_role, drawn, strict=True):
            made = columns_made[place]
            columns_made[place] = replace(made, summary=replace(made.summary, resampling=drawn_for_column))
        # Without a baseline there is nothing to differ from.
        tested = {
            place: drawn_for_column
            for place, drawn_for_column in zip(places_of_role, drawn, strict=True)
            if pairs[place].baseline
        }
        for place, found in zip(tested, find_deltas(list(tested.values())), strict=True):
            deltas[place] = found
    _raise_if_cancelled(cancelled)
    columns = tuple(map(_make_column, pairs, columns_made, deltas))
    placed = place_bags(columns_made, whole, close_jointly(comparisons))
    scores = whole.summary.scores
    return BuiltBoard(
        Board(
            plan=plan,
            columns=columns,
            joint_bags=placed.joint_bags,
            places=placed.places,
            interactions=find_interactions(
                placed.joint_bags,
                [(pair.name, pair.role) for pair in pairs],
                placed.differing_in_whole if _has_each_component_alone(plan) else None,
            ),
            resampling=resampling,
            whole=None
            if plan.gold is None
            else count_marginal_links(_pair_column_scores(plan.nothing, whole)),
            full=scores.get("changed", {}),
            nothing={} if plan.nothing is None else scores.get("baseline", {}),
            settings=whole.summary.settings,
            version=__version__,
            notices=(
                *_note_missing_nothing(pairs),
                *_collect_notices([*pairs, _pair_whole_system(plan)], comparisons),
            ),
        ),
        tuple(columns_made),
    )


def _has_each_component_alone(plan: Plan) -> bool:
    """Return True if every component has a graph of its own, so that emergent bags can be known."""
    return plan.nothing is not None and all(variant.only is not None for variant in plan.variants)


def _pair_column_scores(baseline: str | None, made: Comparison) -> dict[str, ScorePair]:
    scores = made.summary.scores
    return pair_scores(None if baseline is None else scores["baseline"], scores["changed"])


def _make_column(pair: _Pair, made: Comparison, deltas: Mapping[str, MetricDeltas]) -> BoardColumn:
    against_gold = made.summary.gold is not None
    scores = _pair_column_scores(pair.baseline, made) if against_gold else {}
    return BoardColumn(
        name=pair.name,
        role=pair.role,
        baseline=pair.baseline,
        changed=pair.changed,
        scores=scores,
        similarity={} if against_gold or pair.baseline is None else made.summary.scores[SIMILARITY],
        deltas=deltas,
        links=count_marginal_links(scores),
        bags=made.summary.bags,
        interesting=made.summary.interesting,
        notices=made.summary.notices,
        gross_links=None if pair.baseline is None else made.assessment.gross_links,
    )


def _note_missing_nothing(pairs: Sequence[_Pair]) -> Iterator[Notice]:
    """Yield a notice if the first step is compared with no graph."""
    for pair in pairs:
        if pair.role is Role.STEP and pair.baseline is None:
            yield make_notice("steps-without-nothing", name=pair.name)


def _collect_notices(pairs: Sequence[_Pair], comparisons: Sequence[Comparison]) -> Iterator[Notice]:
    """Yield the notices: about a graph once, about two graphs with the first column that has them."""
    seen: set[tuple[str, str, str]] = set()
    for pair, made in zip(pairs, comparisons, strict=True):
        for notice in made.summary.notices:
            key = notice.code, notice.path, "" if notice.path else notice.sentence
            if key in seen:
                continue
            seen.add(key)
            if notice.path:
                yield notice.found_in("graph", notice.path)
            else:
                yield notice._replace(sentence=f"{pair.label}: {notice.sentence}")

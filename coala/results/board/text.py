"""Text of a board: which component pays, and how certain that is.

A board compares many variants of one system, to see what each of its components is worth. A *column* is one
comparison, of a component in a role: without it, only it, or step by step (each step adds a component). In
the text each column is a line. "right/made 8/10" means that a component adds 10 links, and gold has 8 of
them.

A *joint bag* is the bags of several columns that share mentions; there components *meet*. "Holm" is a p value
adjusted for all lines of a table.

The module has two parts: the components that add least, and the tables by role.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coala.base.numerals import NOT_APPLICABLE, count, decimal, signed_count
from coala.base.plain_text import one_line, plain_words
from coala.board.board import (
    ESTABLISHED_BELOW,
    Board,
    BoardColumn,
    BoardResampling,
    Delta,
    MarginalLinks,
    MetricDeltas,
)
from coala.board.plan import Role
from coala.board.statistics import Added, find_rivals, find_significant_components, rank_by_least_added
from coala.engine.settings import describe_settings
from coala.model.options import Match
from coala.present.figures import MINUS, signed
from coala.results.board.tables import (
    BELOW,
    SURE_MARK,
    WIDEST_NAME,
    align_columns,
    format_adjusted_p,
    format_interval,
    format_p,
    format_points,
    format_share,
    isolate_name,
)
from coala.results.scores.tables import render_score_table
from coala.scores.findings import TITLES

_MOST_SHOWN = 8
"""The most components that are listed as those that add least."""


def render_least_added(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    """Yield the components that add least by the first metric, then sentences about the least two."""
    title = TITLES[metrics[0]]
    # From the component that adds least to the one that adds most.
    ranked = rank_by_least_added(board, metrics[0])
    yield f"Components that add least, by {title} F1 in points"
    if len(ranked) < 2:
        yield "  This needs two components with a graph for 'without' and a defined score."
        return
    doubtful = [each for each in ranked if not each.is_significant]
    shown = ranked[: min(max(2, len(doubtful)) + 1, _MOST_SHOWN)]
    width = max(len(isolate_name(each.name)) for each in shown)
    for each in shown:
        links, evidence = _describe_links(each.links), _describe_evidence(each, len(ranked))
        change, bounds = format_points(each.f1), format_interval(each.f1)
        yield (
            f"  {isolate_name(each.name):<{width}}  {change:>7}  {bounds:<18}  "
            f"Holm {format_p(each.f1.holm) or NOT_APPLICABLE:>6}  {links:<18}  {evidence}"
        )
    if len(ranked) > len(shown):
        others = len(ranked) - len(shown)
        yield f"  and {others:,} more that {'adds' if others == 1 else 'add'} more."
    yield from (f"  {sentence}" for sentence in _describe_answer(board, ranked, metrics))


def _describe_links(links: MarginalLinks) -> str:
    if links.precision is not None and links.right >= 0:
        return f"{links.right:,}/{links.made:,} links right"
    return f"links: {signed_count(links.right)} right, {signed_count(links.made)} in all"


def _describe_evidence(each: Added, components: int) -> str:
    """Say whether a component has a proven effect on the score."""
    if not each.is_significant:
        by_itself = each.f1.p is not None and each.f1.p < ESTABLISHED_BELOW
        more = (
            f" among {components:,}; on its own it would have one (p {format_p(each.f1.p)})"
            if by_itself
            else ""
        )
        return f"no proven effect{more}"
    return "proven gain" if (each.f1.value or 0.0) > 0 else "proven loss"


def _describe_answer(board: Board, ranked: Sequence[Added], metrics: Sequence[str]) -> Iterator[str]:
    """Yield which two cost least, what both cost, if each adds anything, and if the order is certain."""
    first, second, *rest = ranked
    title = TITLES[metrics[0]]
    known = sum(each.is_significant for each in ranked)
    components = count(len(ranked), "component")
    yield f"With a proven effect (Holm below {ESTABLISHED_BELOW:g}): {known:,} of {components}."
    pair = f"{isolate_name(first.name)} and {isolate_name(second.name)}"
    yield f"Least missed: {pair}. {_describe_both(board, first, second)}"
    doubtful = [each for each in (first, second) if not each.is_significant]
    if len(doubtful) == 2:
        yield f"Neither has a proven effect on {title} F1; that is no proof that they have no effect."
    elif doubtful:
        name = isolate_name(doubtful[0].name)
        yield f"{name} has no proven effect on {title} F1."
    # The components whose intervals overlap with those of the first two; None if that is not known.
    rivals = find_rivals(ranked, 2)
    if rivals:
        names = ", ".join(isolate_name(each.name) for each in rivals[:3])
        more = f" and {len(rivals) - 3:,} more" if len(rivals) > 3 else ""
        yield (f"Other components may add as little: the intervals of {names}{more} overlap with theirs.")
    elif rest and rivals is not None:
        yield "No other component adds as little, since no other interval overlaps with theirs."
    for metric in metrics[1:]:
        least_two = {each.column for each in rank_by_least_added(board, metric)[:2]}
        if least_two and least_two != {first.column, second.column}:
            names = " and ".join(isolate_name(each.name) for each in rank_by_least_added(board, metric)[:2])
            yield f"By {TITLES[metric]}, {names} add least."
        if significant := find_significant_components(board, metric, (first, second)):
            names = " and ".join(isolate_name(name) for name in significant)
            has = "has" if len(significant) == 1 else "have"
            yield f"{names} {has} a proven gain in {TITLES[metric]} F1."


def _describe_both(board: Board, first: Added, second: Added) -> str:
    """Return the estimated cost of removing both components, which no graph shows."""
    # The joint bags in which both meet.
    met = board.interactions.needed_by_both or {}
    bags = met.get((first.name, second.name)) or met.get((second.name, first.name)) or ()
    cost = 100 * ((first.f1.value or 0.0) + (second.f1.value or 0.0))
    right, made = first.links.right + second.links.right, first.links.made + second.links.made
    if bags:
        where = (
            f"it may not, as both change {count(len(bags), 'joint bag')}; no graph without both was compared"
        )
    else:
        where = "it should, as no joint bag is changed by both; no graph without both was compared"
    links = f"{signed_count(-right)} right links ({signed_count(-made)} in all)"
    return f"Dropping both: {signed(-cost)} points and {links}, if this adds up ({where})."


_HEADINGS = {
    Role.WITHOUT: "Left out: what each adds to all the others (without it → the whole)",
    Role.ONLY: "Alone: what each does by itself (nothing → it alone)",
    Role.STEP: "Step by step: what each adds to the steps above it",
}

_ALONE_AGAINST_NONE = "By itself: the scores of each graph, since the board has no graph for 'nothing'"

_Row = tuple[str, ...]
"""The cells of a line; a row may have fewer than the first one, which has the headings."""

_UNKNOWN = MetricDeltas(Delta(None), Delta(None), Delta(None))

_MOST_PAIRS = 8
"""The most pairs of components that fit on a screen with the tables; the JSON has all of them."""
_MOST_TITLES = 5


def render_board_text(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    """Yield the graphs, a table for each role, the components that add least, and where components meet."""
    yield from _render_head(board, metrics)
    for role in Role:
        if columns := [board.columns[place] for place in board.find_columns(role)]:
            yield ""
            yield from _render_role(board, role, columns, metrics)
    if any(column.baseline is not None for column in board.columns):
        yield from _render_meetings(board)
    if board.plan.gold is not None and board.find_columns(Role.WITHOUT):
        yield ""
        yield from render_least_added(board, metrics)


def _render_head(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    plan = board.plan
    yield f"{count(len(plan.variants), 'component')}, {count(len(board.columns), 'column')}"
    for what, path in (("Whole", plan.full), ("Nothing", plan.nothing), ("Gold", plan.gold)):
        if path is not None:
            yield f"{what:<9} {path}"
    if plan.gold is not None and plan.target_precision is not None:
        target = format_share(plan.target_precision)
        yield f"Target    precision of links {target}; {BELOW} marks lower ones"
    if described := describe_settings(board.settings):
        yield f"Compared: {described}"
    for what, scores in (("The whole", board.full), ("Nothing", board.nothing)):
        if chosen := {name: scores[name] for name in metrics if name in scores}:
            yield f"{what} against gold"
            yield from render_score_table(chosen)
    if plan.gold is None:
        yield "Without gold, graphs are compared by similarity only, which does not show which is better."


def _render_role(
    board: Board, role: Role, columns: Sequence[BoardColumn], metrics: Sequence[str]
) -> Iterator[str]:
    has_baseline = any(column.baseline is not None for column in columns)
    yield _HEADINGS[role] if has_baseline else _ALONE_AGAINST_NONE
    if board.plan.gold is None:
        yield from align_columns(_make_similarity_rows(columns, metrics))
        return
    shows_scores = board.shows_scores(role, metrics[0])
    make_rows = _make_score_rows if shows_scores else _make_change_rows
    if not shows_scores and role in board.resampling:
        yield from _describe_resampling(board.resampling[role])
    yield from align_columns(make_rows(columns, metrics, board.plan.target_precision))
    if role is Role.STEP and board.whole is not None and _add_links(columns) != board.whole:
        whole = _format_links(board.whole)
        joined = board.settings.get("match", Match.EXACT) != Match.EXACT
        why = ", or --match pairs the spans of a graph differently in each comparison" if joined else ""
        yield (
            f"  The steps do not add up to the whole system, {whole}: "
            f"the last step is not the whole system{why}."
        )


def _find_f1_change(column: BoardColumn, metric: str) -> Delta:
    return column.deltas.get(metric, _UNKNOWN).f1


def _describe_resampling(drawn: BoardResampling) -> Iterator[str]:
    bags = f"{count(drawn.bags, 'bag')} of gold and all these graphs together"
    how = f"In points, with 95 % intervals from {drawn.samples:,} resamples"
    if drawn.joint:
        yield f"  {how} of {bags}, changed or not; the same resamples for all rows."
    else:
        yield f"  {how} of each row's own bags: of {bags}, one has {100 * drawn.largest:.0f} % of the spans."
    yield (
        "  Each interval is for its row alone, not adjusted; Holm is p adjusted for all rows; "
        f"{SURE_MARK} marks p below {ESTABLISHED_BELOW:g}."
    )
    yield "  The last column counts the bags that a row's two graphs change; one drawn bag may hold several."


def _make_change_rows(
    columns: Sequence[BoardColumn], metrics: Sequence[str], target: float | None
) -> Iterator[_Row]:
    """Yield the changes of each column: all figures of the first metric, and F1 of the others."""
    first, *others = metrics
    yield (
        *("", "right/made", "precision ", f"{TITLES[first]} R", "P", "F1", "95 %", "p", "Holm "),
        *(head for metric in others for head in (f"{TITLES[metric]} F1", "Holm ")),
        "bags",
    )
    for column in columns:
        each = column.deltas.get(first, _UNKNOWN)
        yield (
            *_make_first_cells(column, target),
            *(format_points(each.recall), format_points(each.precision), format_points(each.f1)),
            *(format_interval(each.f1), format_p(each.f1.p), format_adjusted_p(each.f1)),
            *(cell for metric in others for cell in _make_short_cells(_find_f1_change(column, metric))),
            _format_bags(column),
        )
    yield _make_sum_row(columns)


def _make_short_cells(delta: Delta) -> tuple[str, str]:
    return format_points(delta), format_adjusted_p(delta)


def _make_score_rows(
    columns: Sequence[BoardColumn], metrics: Sequence[str], target: float | None
) -> Iterator[_Row]:
    """Yield the scores of each graph, for columns without a baseline that has scores."""
    heads = ((f"{TITLES[metric]} R", "P", "F1") for metric in metrics)
    yield ("", "right/made", "precision ", *(head for three in heads for head in three), "bags")
    for column in columns:
        scores = [column.scores[metric].after for metric in metrics if metric in column.scores]
        values = [
            value for score in scores for value in (score.recall.value, score.precision.value, score.f1)
        ]
        yield (
            *_make_first_cells(column, target),
            *(decimal(value, 4) for value in values),
            _format_bags(column),
        )
    yield _make_sum_row(columns)


def _make_similarity_rows(columns: Sequence[BoardColumn], metrics: Sequence[str]) -> Iterator[_Row]:
    yield ("", *(f"similarity by {TITLES[metric]} F1" for metric in metrics), "bags")
    for column in columns:
        scores = [column.similarity.get(metric) for metric in metrics]
        cells = (decimal(None if score is None else score.f1, 4) for score in scores)
        yield (_format_name(column), *cells, _format_bags(column))


def _format_bags(column: BoardColumn) -> str:
    """Return the number of interesting bags, "" if there is no baseline."""
    return "" if column.baseline is None else f"{column.interesting:,}"


def _make_first_cells(column: BoardColumn, target: float | None) -> tuple[str, str, str]:
    """Return the name of a component, its links right/made, and their precision."""
    links = column.links
    if links is None:
        return _format_name(column), NOT_APPLICABLE, NOT_APPLICABLE
    return (
        _format_name(column),
        _format_links(links),
        format_share(links.precision) + (BELOW if column.misses(target) else " "),
    )


def _make_sum_row(columns: Sequence[BoardColumn]) -> _Row:
    together = _add_links(columns)
    return ("sum", _format_links(together), format_share(together.precision) + " ")


def _add_links(columns: Sequence[BoardColumn]) -> MarginalLinks:
    known = [column.links for column in columns if column.links is not None]
    return MarginalLinks(sum(links.right for links in known), sum(links.made for links in known))


def _format_links(links: MarginalLinks) -> str:
    return f"{links.right:,}/{links.made:,}".replace("-", MINUS)


def _render_meetings(board: Board) -> Iterator[str]:
    """Yield where components work on the same entities: counts, and the pairs that meet most."""
    met = board.interactions
    # The components in each joint bag; none if only the whole system changes it.
    named = [{board.columns[column].name for column in bag.columns} for bag in board.joint_bags]
    with_components = [names for names in named if names]
    yield ""
    if not with_components:
        yield "No column has a change."
        return
    yield (
        f"Where components meet: {count(len(with_components), 'joint bag')} with a change, "
        f"{sum(len(names) > 1 for names in with_components):,} of them by two components or more"
    )
    yield "  A joint bag joins bags of all comparisons that share mentions."
    yield from _render_pairs("Both needed (changed without A and without B)", met.needed_by_both)
    yield from _render_pairs("Either is enough (changed with A alone and with B alone)", met.redundant)
    if met.emergent is not None:
        bags = count(len(met.emergent), "joint bag")
        yield f"  Only together (changed by the whole system, by no component alone): {bags}"
        for number in met.emergent[:_MOST_TITLES]:
            yield f"    {one_line(board.joint_bags[number].title, 100)}"
        if len(met.emergent) > _MOST_TITLES:
            yield f"    and {len(met.emergent) - _MOST_TITLES:,} more: --json has them all."


def _render_pairs(heading: str, found: Mapping[tuple[str, str], tuple[int, ...]] | None) -> Iterator[str]:
    if found is None:
        return
    bags = len({number for numbers in found.values() for number in numbers})
    yield f"  {heading}: {count(bags, 'joint bag')}"
    # The sort is stable: pairs with equally many bags stay in the plan's order.
    most = sorted(found.items(), key=lambda row: -len(row[1]))
    for (first, second), numbers in most[:_MOST_PAIRS]:
        yield f"    {len(numbers):>5}  {isolate_name(first)}, {isolate_name(second)}"
    if len(most) > _MOST_PAIRS:
        yield f"           and {count(len(most) - _MOST_PAIRS, 'more pair')}: --json has them all."


def _format_name(column: BoardColumn) -> str:
    return plain_words(column.name, WIDEST_NAME)

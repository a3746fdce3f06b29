"""A board becomes the lines that answer on a terminal which component pays, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from coala.base.numerals import NOT_APPLICABLE, count, decimal
from coala.base.plain_text import isolate, one_line, plain_words
from coala.engine.board.board import (
    ESTABLISHED_BELOW,
    Board,
    BoardColumn,
    BoardResampling,
    Delta,
    MarginalLinks,
    MetricDeltas,
)
from coala.engine.board.plan import Role
from coala.engine.settings import describe_settings
from coala.model.options import Match
from coala.report.board.figures import (
    BELOW,
    SURE_MARK,
    WIDEST_NAME,
    chance,
    interval,
    points,
    share,
    shown_name,
    starred,
)
from coala.report.board.least_added_text import least_added_lines
from coala.report.score_table import score_table
from coala.scores.findings import TITLES

_HEADINGS = {
    Role.WITHOUT: "Left out: what each adds to all the others (without it → the whole)",
    Role.ONLY: "Alone: what each does by itself (nothing → it alone)",
    Role.STEP: "Step by step: what each adds to those above it",
}

_ALONE_AGAINST_NONE = "By itself: the scores of each graph, since the board names none of nothing"

_Row = tuple[str, ...]
"""The cells of a line; a row may have fewer than the first, which has the heads."""

_UNKNOWN = MetricDeltas(Delta(None), Delta(None), Delta(None))

_MOST_PAIRS = 8
"""So many pairs of components fit on a screen beside the tables; the JSON has them all."""
_MOST_TITLES = 5


def render_board_text(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    """The graphs, a table a role and metric, which components add least, and where components meet."""
    yield from _head(board, metrics)
    for role in Role:
        if columns := [board.columns[place] for place in board.of_role(role)]:
            yield ""
            yield from _role(board, role, columns, metrics)
    if any(column.baseline is not None for column in board.columns):
        yield from _meetings(board)
    if board.plan.gold is not None and board.of_role(Role.WITHOUT):
        yield ""
        yield from least_added_lines(board, metrics)


def _head(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    plan = board.plan
    yield f"{count(len(plan.variants), 'component')}, {count(len(board.columns), 'column')}"
    for what, path in (("Whole", plan.full), ("Nothing", plan.nothing), ("Gold", plan.gold)):
        if path is not None:
            yield f"{what:<9} {path}"
    if plan.gold is not None and plan.target_precision is not None:
        yield f"Target    precision of links {share(plan.target_precision)}; {BELOW} marks what is below"
    if described := describe_settings(board.settings):
        yield f"Compared: {described}"
    for what, scores in (("The whole", board.full), ("Nothing", board.nothing)):
        if chosen := {name: scores[name] for name in metrics if name in scores}:
            yield f"{what} against gold"
            yield from score_table(chosen)
    if plan.gold is None:
        yield "No gold: graphs are told by how alike they are, which says nothing of which is better."


def _role(board: Board, role: Role, columns: Sequence[BoardColumn], metrics: Sequence[str]) -> Iterator[str]:
    has_baseline = any(column.baseline is not None for column in columns)
    yield _HEADINGS[role] if has_baseline else _ALONE_AGAINST_NONE
    if board.plan.gold is None:
        yield from _in_columns(_similarities(columns, metrics))
        return
    alone = board.shows_scores(role, metrics[0])
    rows = _own_scores if alone else _changes
    if not alone and role in board.resampling:
        yield from _drawn(board.resampling[role])
    yield from _in_columns(rows(columns, metrics, board.plan.target_precision))
    if role is Role.STEP and board.whole is not None and _sum(columns) != board.whole:
        whole = _links(board.whole)
        joined = board.settings.get("match", Match.EXACT) != Match.EXACT
        why = ", or --match joins a graph's spans otherwise in one pair than in the next" if joined else ""
        yield f"  The steps do not add up to the whole, {whole}: the last one is not the whole system{why}."


def _f1_change(column: BoardColumn, metric: str) -> Delta:
    return column.deltas.get(metric, _UNKNOWN).f1


def _drawn(drawn: BoardResampling) -> Iterator[str]:
    bags = f"{count(drawn.bags, 'bag')} that no chain of gold or of these graphs leaves"
    how = f"In points, with 95 % intervals from {drawn.samples:,} resamples"
    if drawn.joint:
        yield f"  {how} of {bags}, changed or not, the same in all rows."
    else:
        yield f"  {how} of each row's own bags: of {bags}, one has {100 * drawn.largest:.0f} % of the spans."
    yield (
        "  An interval is of its row alone, not adjusted; Holm is p adjusted for all rows; "
        f"{SURE_MARK} is below {ESTABLISHED_BELOW:g}."
    )
    yield "  The last column counts bags that a row's own two graphs change; several may lie in one drawn."


def _changes(columns: Sequence[BoardColumn], metrics: Sequence[str], target: float | None) -> Iterator[_Row]:
    """What each column changes: by the first metric in full, by the others in F1."""
    first, *others = metrics
    yield (
        *("", "right/made", "precision ", f"{TITLES[first]} R", "P", "F1", "95 %", "p", "Holm "),
        *(head for metric in others for head in (f"{TITLES[metric]} F1", "Holm ")),
        "bags",
    )
    for column in columns:
        each = column.deltas.get(first, _UNKNOWN)
        yield (
            *_first_cells(column, target),
            *(points(each.recall), points(each.precision), points(each.f1)),
            *(interval(each.f1), chance(each.f1.p), starred(each.f1)),
            *(cell for metric in others for cell in _short(_f1_change(column, metric))),
            _bags(column),
        )
    yield _last(columns)


def _short(delta: Delta) -> tuple[str, str]:
    return points(delta), starred(delta)


def _own_scores(
    columns: Sequence[BoardColumn], metrics: Sequence[str], target: float | None
) -> Iterator[_Row]:
    """What each graph is worth by itself, where it is held against nothing that has a score."""
    heads = ((f"{TITLES[metric]} R", "P", "F1") for metric in metrics)
    yield ("", "right/made", "precision ", *(head for three in heads for head in three), "bags")
    for column in columns:
        scores = [column.scores[metric].after for metric in metrics if metric in column.scores]
        values = [
            value for score in scores for value in (score.recall.value, score.precision.value, score.f1)
        ]
        yield (*_first_cells(column, target), *(decimal(value, 4) for value in values), _bags(column))
    yield _last(columns)


def _similarities(columns: Sequence[BoardColumn], metrics: Sequence[str]) -> Iterator[_Row]:
    yield ("", *(f"similarity by {TITLES[metric]} F1" for metric in metrics), "bags")
    for column in columns:
        scores = [column.similarity.get(metric) for metric in metrics]
        cells = (decimal(None if score is None else score.f1, 4) for score in scores)
        yield (_name(column), *cells, _bags(column))


def _bags(column: BoardColumn) -> str:
    """How many bags are interesting; "" where there is nothing to differ from."""
    return "" if column.baseline is None else f"{column.interesting:,}"


def _first_cells(column: BoardColumn, target: float | None) -> tuple[str, str, str]:
    links = column.links
    if links is None:
        return _name(column), NOT_APPLICABLE, NOT_APPLICABLE
    return _name(column), _links(links), share(links.precision) + (BELOW if column.misses(target) else " ")


def _last(columns: Sequence[BoardColumn]) -> _Row:
    together = _sum(columns)
    return ("sum", _links(together), share(together.precision) + " ")


def _sum(columns: Sequence[BoardColumn]) -> MarginalLinks:
    known = [column.links for column in columns if column.links is not None]
    return MarginalLinks(sum(links.right for links in known), sum(links.made for links in known))


def _links(links: MarginalLinks) -> str:
    return f"{links.right:,}/{links.made:,}"


def _in_columns(rows: Iterable[_Row]) -> Iterator[str]:
    """The rows with the first cell of each to the left and the others to the right, as wide as need be."""
    table = list(rows)
    widths = [max(len(row[place]) for row in table if place < len(row)) for place in range(len(table[0]))]
    for name, *cells in table:
        right = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=False))
        # What turns a name from right to left has no width.
        yield f"  {isolate(name)}{' ' * (widths[0] - len(name))}  {right}".rstrip()


def _meetings(board: Board) -> Iterator[str]:
    """Where components work on the same entities: counts, and the pairs that meet most."""
    met = board.interactions
    named = [{board.columns[column].name for column in bag.columns} for bag in board.joint_bags]
    owned = [names for names in named if names]
    yield ""
    if not owned:
        yield "Nothing diverges in any column."
        return
    yield (
        f"Where components meet: {count(len(owned), 'joint bag')} in which a column of any role differs, "
        f"{sum(len(names) > 1 for names in owned):,} of them with two components or more"
    )
    yield "  A joint bag is one that no chain of any graph of the board leaves."
    yield from _pairs("Needed by both (interesting without A and without B)", met.needed_by_both)
    yield from _pairs("Each enough to change it (interesting with A alone and with B alone)", met.redundant)
    if met.emergent is not None:
        bags = count(len(met.emergent), "joint bag")
        yield f"  Only together (changed by the whole, by none alone): {bags}"
        for number in met.emergent[:_MOST_TITLES]:
            yield f"    {one_line(board.joint_bags[number].title, 100)}"
        if len(met.emergent) > _MOST_TITLES:
            yield f"    and {len(met.emergent) - _MOST_TITLES:,} more: --json has them all."


def _pairs(heading: str, found: Mapping[tuple[str, str], tuple[int, ...]] | None) -> Iterator[str]:
    if found is None:
        return
    bags = len({number for numbers in found.values() for number in numbers})
    yield f"  {heading}: {count(bags, 'joint bag')}"
    # The sort is stable, so that pairs with as many bags stay in the plan's order.
    most = sorted(found.items(), key=lambda row: -len(row[1]))
    for (one, other), numbers in most[:_MOST_PAIRS]:
        yield f"    {len(numbers):>5}  {shown_name(one)}, {shown_name(other)}"
    if len(most) > _MOST_PAIRS:
        yield f"           and {count(len(most) - _MOST_PAIRS, 'more pair')}: --json has them all."


def _name(column: BoardColumn) -> str:
    return plain_words(column.name, WIDEST_NAME)

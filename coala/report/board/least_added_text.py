"""What each component adds to the others becomes an answer: which could be dropped, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coala.base.numerals import NOT_APPLICABLE, count
from coala.engine.board.board import ESTABLISHED_BELOW, Board, MarginalLinks
from coala.engine.board.least_added import Added, find_rivals, rank_by_least_added, sure_by
from coala.report.board.figures import chance, interval, points, shown_name
from coala.scores.findings import TITLES

_MOST_SHOWN = 8


def least_added_lines(board: Board, metrics: Sequence[str]) -> Iterator[str]:
    """The components that add least by the first metric, and sentences on the two that do."""
    title = TITLES[metrics[0]]
    ranked = rank_by_least_added(board, metrics[0])
    yield f"What adds least to all the others, by {title} F1 in points"
    if len(ranked) < 2:
        yield "  That takes two components with a graph for 'without', whose scores are defined."
        return
    doubtful = [each for each in ranked if not each.is_told_from_nothing]
    shown = ranked[: min(max(2, len(doubtful)) + 1, _MOST_SHOWN)]
    width = max(len(shown_name(each.name)) for each in shown)
    for each in shown:
        links = _links(each.links)
        yield (
            f"  {shown_name(each.name):<{width}}  {points(each.f1):>7}  {interval(each.f1):<18}  "
            f"Holm {chance(each.f1.holm) or NOT_APPLICABLE:>6}  {links:<18}  {_verdict(each, len(ranked))}"
        )
    if len(ranked) > len(shown):
        yield f"  and {len(ranked) - len(shown):,} more, which add more."
    yield from (f"  {sentence}" for sentence in _answer(board, ranked, metrics))


def _links(links: MarginalLinks) -> str:
    if links.precision is not None and links.right >= 0:
        return f"{links.right:,}/{links.made:,} links right"
    return f"links: {links.right:+,} right, {links.made:+,} in all"


def _verdict(each: Added, components: int) -> str:
    if not each.is_told_from_nothing:
        by_itself = each.f1.p is not None and each.f1.p < ESTABLISHED_BELOW
        more = f" among {components:,}; by itself it would be (p {chance(each.f1.p)})" if by_itself else ""
        return f"not told from nothing{more}"
    return "established" if (each.f1.value or 0.0) > 0 else "established: it costs"


def _answer(board: Board, ranked: Sequence[Added], metrics: Sequence[str]) -> Iterator[str]:
    """Which two cost least, what both cost, whether each adds anything, and whether the order is sure."""
    one, other, *rest = ranked
    title = TITLES[metrics[0]]
    known = sum(each.is_told_from_nothing for each in ranked)
    components = count(len(ranked), "component")
    yield f"Established to change it (Holm below {ESTABLISHED_BELOW:g}): {known:,} of {components}."
    pair = f"{shown_name(one.name)} and {shown_name(other.name)}"
    yield f"Of two to drop, {pair} cost least: {_both(board, one, other)}"
    doubtful = [each for each in (one, other) if not each.is_told_from_nothing]
    if len(doubtful) == 2:
        yield f"By {title} it is not established that either adds anything, nor that it does not."
    elif doubtful:
        name = shown_name(doubtful[0].name)
        yield f"It is not established that {name} adds anything."
    rivals = find_rivals(ranked, 2)
    if rivals:
        names = ", ".join(shown_name(each.name) for each in rivals[:3])
        more = f" and {len(rivals) - 3:,} more" if len(rivals) > 3 else ""
        yield f"That it is these two is not sure: their intervals overlap with that of {names}{more}."
    elif rest and rivals is not None:
        yield "That it is these two is sure: the interval of no other one overlaps with theirs."
    for metric in metrics[1:]:
        also = {each.column for each in rank_by_least_added(board, metric)[:2]}
        if also and also != {one.column, other.column}:
            names = " and ".join(shown_name(each.name) for each in rank_by_least_added(board, metric)[:2])
            yield f"By {TITLES[metric]} it would be {names}."
        if sure := sure_by(board, metric, (one, other)):
            names = " and ".join(shown_name(name) for name in sure)
            add = "adds" if len(sure) == 1 else "add"
            yield f"By {TITLES[metric]} it is established that {names} {add} something."


def _both(board: Board, one: Added, other: Added) -> str:
    """What the lack of both would cost, which no graph shows."""
    met = board.interactions.needed_by_both or {}
    bags = met.get((one.name, other.name)) or met.get((other.name, one.name)) or ()
    cost = 100 * ((one.f1.value or 0.0) + (other.f1.value or 0.0))
    right, made = one.links.right + other.links.right, one.links.made + other.links.made
    if bags:
        where = f"it need not: they meet in {count(len(bags), 'joint bag')}, and no graph lacks both"
    else:
        where = "it should: they meet in no joint bag, though no graph lacks both"
    links = f"{-right:+,} right links ({-made:+,} in all)"
    return f"{-cost:+.2f} points and {links}, if it adds up; {where}."

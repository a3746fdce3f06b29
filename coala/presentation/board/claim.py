"""The table of a board becomes the few sentences that answer what somebody opens it for.

Which component could go, and how sure that is; else what the role that is shown has to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from coala.base.numerals import count
from coala.engine.board.board import Board
from coala.engine.board.plan import Role
from coala.presentation.board.table import BoardLine, BoardTable
from coala.presentation.board.worth import STAR, SURE, part_of_one, short_p

ROLE_TITLES = {
    Role.WITHOUT: "without one",
    Role.ONLY: "only one",
    Role.STEP: "step by step",
}
"""What the roles are called on the switch of the page."""

ROLE_MEANINGS = {
    Role.WITHOUT: "Each row compares the system without that component with the whole system: "
    "what only this component can do.",
    Role.ONLY: "Each row compares a system with none of the components with one that has this one alone: "
    "what it can do by itself.",
    Role.STEP: "Each row compares the system before and after this component was put in, in the order of "
    "the steps: what it adds in its turn.",
}

_FEW = 2


def make_claim(board: Board, table: BoardTable) -> list[str]:
    """The sentences of one role, the most important first; none where there is nothing to say."""
    if not table.lines:
        return ["No component has a graph in this role."]
    if not table.has_gold:
        return [
            "There is no gold graph: figures say how alike the two graphs of a row are, not which is better."
        ]
    said = []
    if table.shows_change:
        said += [_count_sure(table, place) for place in range(len(table.metrics))]
        if table.role is Role.WITHOUT:
            said += _least_missed(board, table)
    else:
        said.append(
            "A change against nothing is not defined, where nothing is linked; shown are each component’s "
            "own recall, precision and F1."
        )
    if table.role is Role.STEP:
        said += _sum_of_steps(table)
    return [sentence for sentence in [*said, _target(table)] if sentence]


def describe_draw(board: Board, role: Role) -> str:
    """How the intervals of a role were made, in one line; "" where there are none."""
    drawn = board.resampling.get(role)
    if drawn is None:
        return ""
    how = (
        f"{count(drawn.bags, 'joint bag')} drawn {drawn.samples:,} times, once for all components"
        if drawn.joint
        else f"the bags of each component drawn {drawn.samples:,} times for it alone, since the largest "
        f"joint bag has {drawn.largest:.0%} of the mentions"
    )
    return f"95 % intervals: {how}. {STAR} Holm p < {SURE}: adjusted for the number of components."


def _count_sure(table: BoardTable, place: int) -> str:
    """How many components raise the score for sure, and which lower it."""
    worths = [(line, line.f1[place]) for line in table.lines]
    if all(worth.holm is None for _, worth in worths):
        return ""
    up = [line for line, worth in worths if worth.sure and (worth.value or 0) > 0]
    down = [line.name for line, worth in worths if worth.sure and (worth.value or 0) < 0]
    lowered = f"; {_listed(down)} for sure lower it" if down else ""
    return (
        f"{len(up)} of {count(len(table.lines), 'component')} for sure raise {table.titles[place]} F1 "
        f"({STAR}){lowered}."
    )


def _least_missed(board: Board, table: BoardTable) -> list[str]:
    """The components without which least is lost by each metric, and how sure that loss is."""
    if len(table.lines) <= _FEW:
        return []
    said: list[str] = []
    named: list[set[str]] = []
    for place, title in enumerate(table.titles):
        known = [line for line in table.lines if line.f1[place].value is not None]
        least = sorted(known, key=lambda line: line.f1[place].value or 0.0)[:_FEW]
        names = {line.name for line in least}
        if names in named:
            said.append(f"{title} says the same two.")
        elif least:
            each = " and ".join(f"{line.name} ({_loss(line, place)})" for line in least)
            said.append(f"Least missed by {title}: {each}.")
            if not named:
                said.append(_together(board, least))
            named.append(names)
    return said


def _loss(line: BoardLine, place: int) -> str:
    """What the score loses without a component, and how sure that is."""
    worth = line.f1[place]
    said = f"worth {worth.text} points"
    if worth.interval:
        said += f", 95 % {worth.interval}"
    if worth.holm is not None:
        said += f", {'sure' if worth.sure else 'not sure'}: Holm p {short_p(worth.holm)}"
    return said


def _together(board: Board, least: Sequence[BoardLine]) -> str:
    """What is known of leaving out both of two at once."""
    first, second = sorted(line.column for line in least)
    pairs = board.interactions.needed_by_both or {}
    shared = len(pairs.get((board.columns[first].name, board.columns[second].name), ()))
    where = f"share {count(shared, 'bag')}" if shared else "share no bag"
    return f"Both at once were not measured; they {where}."


def _sum_of_steps(table: BoardTable) -> list[str]:
    links = [line.links.links for line in table.lines if line.links is not None]
    if not links:
        return []
    right, made = sum(link.right for link in links), sum(link.made for link in links)
    rate = f" ({part_of_one(right / made)})" if made > 0 else ""
    return [f"The steps add up to {right:,} right of {made:,} links{rate}."]


def _target(table: BoardTable) -> str:
    if table.target is None:
        return ""
    missing = [line.name for line in table.lines if line.links is not None and line.links.misses]
    target = part_of_one(table.target)
    if not missing:
        return f"No component’s links are below the target precision {target}."
    return f"Below the target precision {target}: {_listed(missing)}."


def _listed(names: Sequence[str]) -> str:
    """A few names, of many the first three."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return ", ".join(names)

"""The table of a board becomes the few sentences that answer what somebody opens it for.

Which component could go, and how sure that is; else what the role that is shown has to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from coala.base.numerals import count
from coala.engine.board.board import ESTABLISHED_BELOW, Board, MarginalLinks
from coala.engine.board.plan import Role
from coala.presentation.board.table import BoardLine, BoardTable
from coala.presentation.board.worth import STAR, part_of_one, short_p

ROLE_TITLES = {
    Role.WITHOUT: "without one",
    Role.ONLY: "only one",
    Role.STEP: "step by step",
}
"""What the roles are called on the switch of the page."""

ROLE_MEANINGS = {
    Role.WITHOUT: "Each row: from the system without that component to the whole system.",
    Role.ONLY: "Each row: from the system with no component to the one with that component alone.",
    Role.STEP: "Each row: from the step before to this one, in the order of the steps.",
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
        if table.role is Role.WITHOUT and len(table.lines) > _FEW:
            said += _least_missed(board, table)
        said.append(_count_sure(table))
    else:
        said.append(
            "A change against nothing is not defined, where nothing is linked; shown are each component’s "
            "own recall, precision and F1."
        )
    if table.role is Role.STEP:
        said += _sum_of_steps(board, table)
    return [sentence for sentence in [*said, _target(table)] if sentence]


def describe_draw(board: Board, role: Role) -> str:
    """How the intervals of a role were made, in one line; "" where there are none."""
    drawn = board.resampling.get(role)
    if drawn is None:
        return ""
    how = (
        f"{drawn.samples:,} draws of {count(drawn.bags, 'joint bag')}, the same for all rows"
        if drawn.joint
        else f"{drawn.samples:,} draws of each row’s own bags, since the largest joint bag has "
        f"{drawn.largest:.0%} of the mentions"
    )
    star = f"{STAR} p < {short_p(ESTABLISHED_BELOW)}, adjusted for the number of rows (Holm)"
    return f"95 % intervals: {how}. {star}."


def _count_sure(table: BoardTable) -> str:
    """How many components raise each score for sure, and which lower it."""
    raised, lowered = [], []
    for place, title in enumerate(table.titles):
        worths = [(line, line.f1[place]) for line in table.lines]
        if all(worth.holm is None for _, worth in worths):
            continue
        up = sum(worth.sure and (worth.value or 0) > 0 for _, worth in worths)
        raised.append(f"{title} F1 by {up} of {len(worths)}")
        down = [line.name for line, worth in worths if worth.sure and (worth.value or 0) < 0]
        if down:
            lowered.append(f" {title} F1 is lowered for sure by {_listed(down)}.")
    return f"Raised for sure ({STAR}): {', '.join(raised)}.{''.join(lowered)}" if raised else ""


def _least_missed(board: Board, table: BoardTable) -> list[str]:
    """The two components without which least is lost by each metric, and how sure that loss is."""
    said: list[str] = []
    named: list[set[str]] = []
    for place, title in enumerate(table.titles):
        known = [line for line in table.lines if line.f1[place].value is not None]
        least = sorted(known, key=lambda line: line.f1[place].value or 0.0)[:_FEW]
        if len(least) < _FEW:
            continue
        names = {line.name for line in least}
        if named and names == named[0]:
            said.append(f"By {title} it is the same two.")
            continue
        each = " and ".join(_loss(line, place) for line in least)
        said.append(f"Least missed by {title}: {each}.{_how_sure(least, place)}")
        if not named:
            said.append(_together(board, least))
        named.append(names)
    return said


def _loss(line: BoardLine, place: int) -> str:
    """What the score loses without a component."""
    worth = line.f1[place]
    interval = f"; 95 % {worth.interval}" if worth.interval else ""
    return f"{line.name} (worth {worth.text} points of F1{interval})"


def _how_sure(least: Sequence[BoardLine], place: int) -> str:
    """Whether what the two are worth differs from nothing for sure."""
    worths = [line.f1[place] for line in least]
    if any(worth.holm is None for worth in worths):
        return ""
    each = " and ".join(short_p(worth.holm or 0.0) for worth in worths)
    sure = [line.name for line, worth in zip(least, worths, strict=True) if worth.sure]
    if not sure:
        return f" It is not sure that either helps (Holm p {each})."
    if len(sure) < len(least):
        return f" It is sure only that {sure[0]} changes anything (Holm p {each})."
    return f" Yet both change it for sure (Holm p {each})."


def _together(board: Board, least: Sequence[BoardLine]) -> str:
    """What is known of leaving out both of two at once."""
    first, second = sorted(line.column for line in least)
    pairs = board.interactions.needed_by_both or {}
    shared = len(pairs.get((board.columns[first].name, board.columns[second].name), ()))
    where = f"both are needed in {count(shared, 'bag')}" if shared else "they have no bag in common"
    return f"Leaving out both at once was not measured; {where}."


def _sum_of_steps(board: Board, table: BoardTable) -> list[str]:
    links = [line.links.links for line in table.lines if line.links is not None]
    if not links:
        return []
    right, made = sum(link.right for link in links), sum(link.made for link in links)
    rate = f" ({part_of_one(right / made)})" if made > 0 else ""
    whole = ", as the whole system has them" if board.whole == MarginalLinks(right, made) else ""
    return [f"The steps add up to {right:,} right of {made:,} links{rate}{whole}."]


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

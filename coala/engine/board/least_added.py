"""The columns of leave-one-out become an order: which components add least, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coala.engine.board.board import Board, Delta, MarginalLinks
from coala.engine.board.plan import Role


class Added(NamedTuple):
    """What a component adds to all the others by one metric's F1, and by links; ``column`` is its column."""

    column: int
    name: str
    f1: Delta
    links: MarginalLinks

    @property
    def is_told_from_nothing(self) -> bool:
        """Whether it is established, over all components, that it changes the score at all."""
        return self.f1.is_established


def sure_by(board: Board, metric: str, least: Sequence[Added]) -> list[str]:
    """Of which components it is sure by this metric that they add something, as it was not by the first."""
    doubtful = {added.column for added in least if not added.is_told_from_nothing}
    return [
        added.name
        for added in rank_by_least_added(board, metric)
        if added.column in doubtful and added.is_told_from_nothing and (added.f1.value or 0.0) > 0
    ]


def rank_by_least_added(board: Board, metric: str) -> list[Added]:
    """The components by what their lack costs, the least first, without those of which it is not known."""
    added = []
    for place in board.of_role(Role.WITHOUT):
        column = board.columns[place]
        deltas = column.deltas.get(metric)
        if deltas is not None and deltas.f1.value is not None and column.links is not None:
            added.append(Added(place, column.name, deltas.f1, column.links))
    return sorted(added, key=lambda each: each.f1.value or 0.0)


def find_rivals(ranked: Sequence[Added], few: int) -> list[Added] | None:
    """Those that might add as little as the first ``few``: the interval of one overlaps with one of theirs.

    None where that is not known, as intervals of the first were not drawn.
    """
    least = ranked[:few]
    if any(each.f1.low is None for each in least):
        return None
    return [rival for rival in ranked[few:] if any(_overlap(each.f1, rival.f1) for each in least)]


def _overlap(one: Delta, other: Delta) -> bool:
    """Whether the intervals of two changes have a value in common; one that was not drawn rules none out."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return True
    return one.low <= other.high and other.low <= one.high

"""Joint bags tell where components meet: both needed, each enough, or only all of them together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from coala.engine.board.board import Interactions, JointBag
from coala.engine.board.plan import Role


def find_interactions(
    joint_bags: Sequence[JointBag],
    columns: Sequence[tuple[str, Role]],
    in_the_whole: frozenset[int] | None,
) -> Interactions:
    """Which joint bags two components need, share or only make together.

    ``columns`` are the columns' names and roles, ``in_the_whole`` the joint bags in which nothing → full has
    an interesting bag.
    """
    roles = {role for _, role in columns}
    alone = {bag.number for bag in joint_bags if any(columns[place][1] is Role.ONLY for place in bag.columns)}
    return Interactions(
        needed_by_both=_pairs(joint_bags, columns, Role.WITHOUT) if Role.WITHOUT in roles else None,
        redundant=_pairs(joint_bags, columns, Role.ONLY) if Role.ONLY in roles else None,
        emergent=tuple(sorted(in_the_whole - alone))
        if in_the_whole is not None and Role.ONLY in roles
        else None,
    )


def _pairs(
    joint_bags: Sequence[JointBag], columns: Sequence[tuple[str, Role]], role: Role
) -> dict[tuple[str, str], tuple[int, ...]]:
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for bag in joint_bags:
        names = [columns[place][0] for place in sorted(bag.columns) if columns[place][1] is role]
        for pair in combinations(names, 2):
            found[pair].append(bag.number)
    order = {name: number for number, (name, its) in enumerate(columns) if its is role}
    return {
        pair: tuple(found[pair]) for pair in sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    }

"""The interesting bags of all columns become places in joint bags, each of which is shown by one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from coala.engine.board.board import BoardPlace, JointBag
from coala.engine.board.joint_bags import Closure
from coala.engine.compare import Comparison


class PlacedBags(NamedTuple):
    """The joint bags in which something is interesting, and the place of each bag that is.

    ``in_the_whole`` are the numbers of the joint bags in which nothing → full has an interesting bag.
    """

    joint_bags: tuple[JointBag, ...]
    places: tuple[BoardPlace, ...]
    in_the_whole: frozenset[int]


class _Shown(NamedTuple):
    """A bag that may give a joint bag its title; the least does: the widest of the columns' bags.

    Of several as wide it is the first by its fingerprint, whichever column it is in.
    """

    spans: int
    fingerprint: str
    comparison: int
    number: int


def place_bags(columns: Sequence[Comparison], whole: Comparison, closure: Closure) -> PlacedBags:
    """Find the joint bag of each interesting bag; ``closure`` is of the columns and then of the whole."""
    *of_bag, of_bag_of_whole = closure.of_bag
    places: list[BoardPlace] = []
    columns_of: dict[int, list[int]] = {}
    shown: dict[int, _Shown] = {}
    for column, (made, joint_of) in enumerate(zip(columns, of_bag, strict=True)):
        joints, widths = joint_of[made.contents.numbers].tolist(), _widths(made)
        for number, fingerprint in enumerate(made.contents.fingerprints()):
            joint = joints[number]
            shares = {metric: values[number] for metric, values in made.shares.items()}
            places.append(BoardPlace(column, number, fingerprint, joint, shares))
            its = columns_of.setdefault(joint, [])
            if not its or its[-1] != column:
                its.append(column)
            this = _Shown(-widths[number], fingerprint, column, number)
            shown[joint] = min(this, shown.get(joint, this))
        made.assessment.forget_sums()
    of_the_whole = of_bag_of_whole[whole.contents.numbers].tolist()
    for number, (joint, width) in enumerate(zip(of_the_whole, _widths(whole), strict=True)):
        if joint not in columns_of:
            this = _Shown(-width, "", len(columns), number)
            shown[joint] = min(this, shown.get(joint, this))
    titles = dict(_titles([*columns, whole], shown))
    index = {joint: number for number, joint in enumerate(sorted(titles))}
    return PlacedBags(
        tuple(
            JointBag(number, int(closure.sizes[joint]), tuple(columns_of.get(joint, ())), titles[joint])
            for joint, number in index.items()
        ),
        tuple(place._replace(joint=index[place.joint]) for place in places),
        frozenset(index[joint] for joint in of_the_whole),
    )


def _widths(made: Comparison) -> list[int]:
    """How many spans each interesting bag has."""
    of_span = made.bags.of_span
    spans: list[int] = np.bincount(of_span[of_span >= 0], minlength=made.bags.count)[
        made.contents.numbers
    ].tolist()
    return spans


def _titles(comparisons: Sequence[Comparison], shown: dict[int, _Shown]) -> Iterator[tuple[int, str]]:
    """The title of each joint bag, of which only the bags are made that are shown."""
    wanted: list[dict[int, int]] = [{} for _ in comparisons]
    for joint, this in shown.items():
        wanted[this.comparison][this.number] = joint
    for made, joints in zip(comparisons, wanted, strict=True):
        numbers = sorted(joints)
        for number, built in zip(numbers, made.contents.build(numbers), strict=True):
            yield joints[number], built.title

"""What is said of the places of mentions, triple by triple, becomes one row a node."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from coala.reading.rdf.terms import ANCHOR, BEGIN, DOCUMENT, END, UNSET, Pairs


class PlaceRows(NamedTuple):
    """Columns of one length: each node that says where it is.

    ``begin`` and ``end`` are numbers as written, ``document`` a node, ``anchor`` the number of a string;
    ``UNSET`` stands where the node does not say it.
    """

    node: Sequence[int]
    begin: Sequence[int]
    end: Sequence[int]
    document: Sequence[int]
    anchor: Sequence[int]


class Said(NamedTuple):
    """The rows, the row of each node, the nodes that contradict themselves, those with two anchors, and how
    many values were said again."""

    rows: PlaceRows
    row_of: dict[int, int]
    conflicts: set[int]
    two_anchors: set[int]
    repeated: int


def gather_places(pairs: Sequence[Pairs], anchors: list[str], names: list[str]) -> Said:
    """Gather begin, end, document and anchor of every node from their pairs, which stand first.

    ``anchors`` are the strings in their order, ``names`` those of the nodes. Of several values the least
    counts, whichever was said first.
    """
    first = pairs[BEGIN].subject
    nodes = dict.fromkeys(first)
    once = len(nodes) == len(first)
    for role in (END, DOCUMENT, ANCHOR):
        if pairs[role].subject != first:
            nodes.update(dict.fromkeys(pairs[role].subject))
    # As in most graphs: one begin a node, and each node says all the rest, in the same order.
    alike = once and len(nodes) == len(first)
    columns: dict[int, Sequence[int]] = {}
    conflicts: set[int] = set()
    two_anchors: set[int] = set()
    repeated = 0
    order_of = {ANCHOR: anchors.__getitem__, DOCUMENT: names.__getitem__}
    for role in (BEGIN, END, DOCUMENT, ANCHOR):
        said = pairs[role]
        if alike and said.subject == first:
            columns[role] = said.object
            continue
        value_of = dict(zip(*said, strict=True))
        if len(value_of) < len(said.subject):
            value_of, differing = _agreed(said)
            repeated += len(said.subject) - len(value_of) - sum(map(len, differing.values()))
            for node, others in differing.items():
                value_of[node] = min(value_of[node], *others, key=order_of.get(role, int))
            if role == ANCHOR:
                two_anchors = set(differing)
            else:
                conflicts.update(differing)
        columns[role] = list(map(value_of.get, nodes, repeat(UNSET)))
    rows = PlaceRows(list(nodes), columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR])
    return Said(rows, dict(zip(nodes, range(len(nodes)), strict=True)), conflicts, two_anchors, repeated)


def _agreed(said: Pairs) -> tuple[dict[int, int], dict[int, set[int]]]:
    """The first value of each node, and the others of those that say several."""
    value_of: dict[int, int] = {}
    differing: dict[int, set[int]] = {}
    for node, value in zip(*said, strict=True):
        if value_of.setdefault(node, value) != value:
            differing.setdefault(node, set()).add(value)
    return value_of, differing

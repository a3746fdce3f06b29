"""The assertions of verdicts by the documentation, by brute force over partitions of a few spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from coala.model.bag import Bag, Divergence, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.graphs_by_hand import graph

Partition = Mapping[Span, int]
"""Spans that are mentioned, each with the number of its chain."""

partitions = st.dictionaries(st.sampled_from(naive_diff.SPANS), st.integers(0, 3), min_size=1)


def graph_of(partition: Partition) -> Graph:
    chains: dict[str, list[Span]] = {}
    for span, number in sorted(partition.items()):
        chains.setdefault(f"n{number}", []).append(span)
    return graph(chains, texts=naive_diff.TEXTS)


class NaiveReading:
    """The assertions of a verdict on a bag by the documentation, span by span, with plain sets."""

    def __init__(self, bag: Bag, verdict: Verdict) -> None:
        self._bag, self._verdict = bag, verdict
        self._sides = [[set(instance.spans) for instance in side] for side in (bag.baseline, bag.changed)]

    def broken(self, new: Partition) -> set[tuple[Span, str]]:
        """Return the spans at which the new partition violates an assertion, with what it requires."""
        found = set()
        side = 1 if self._verdict is Verdict.BETTER else 0
        for row in self._bag.divergences:
            if row.kind in (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED):
                there = side == (row.kind is Kind.INSTANCE_ADDED)
                first = min(row.spans)
                for index in row.spans:
                    span = self._bag.spans[index]
                    if there and new.get(span) is None:
                        found.add((span, "mention" if index == first else "together"))
                    elif there and index != first and new.get(span) != new.get(self._bag.spans[first]):
                        found.add((span, "together"))
                    elif not there and span in new:
                        found.add((span, "no-mention"))
                continue
            (index,) = row.spans
            span = self._bag.spans[index]
            wanted, unwanted = self._rest(side, row), self._rest(1 - side, row)
            if self._number(side, row) is None:
                if span in new:
                    found.add((span, "no-mention"))
                continue
            if wanted and (span not in new or new[span] != self._most(wanted, new)):
                found.add((span, "together"))
            # A chain that only came about now has no mention to be held against.
            elif not wanted and self._number(1 - side, row) is None and span not in new:
                found.add((span, "mention"))
            if unwanted and span in new and new[span] == self._most(unwanted, new):
                found.add((span, "apart"))
        return found

    def _number(self, side: int, row: Divergence) -> int | None:
        return (row.baseline, row.changed)[side]

    def _rest(self, side: int, row: Divergence) -> list[int]:
        """Return the mentions that represent the chain in which this side has the row's mention."""
        number = self._number(side, row)
        if number is None:
            return []
        for pair in self._bag.partners:
            if pair[side] == number:
                return sorted(self._sides[side][number] & self._sides[1 - side][pair[1 - side]])
        # Nothing stayed: what the first change took away, or brought.
        groups: dict[tuple[object, ...], list[int]] = {}
        for other in self._bag.divergences:
            if self._number(side, other) == number and other.kind not in _OF_PAIRS:
                groups.setdefault((other.kind, other.baseline, other.changed), []).extend(other.spans)
        way = min(groups, key=lambda way: (way[0] in _OF_ONE_SIDE, sorted(groups[way])))
        first = sorted(groups[way])
        if not set(row.spans) <= set(first):
            return first
        return first[:1] if way[0] in _OF_ONE_SIDE and first[0] not in row.spans else []

    def _most(self, indices: Sequence[int], new: Partition) -> int | None:
        there = [new[self._bag.spans[index]] for index in indices if self._bag.spans[index] in new]
        return max(there, key=lambda number: (there.count(number), -there.index(number)), default=None)


_OF_PAIRS = (Kind.TYPE, Kind.STATEMENT)
_OF_ONE_SIDE = (Kind.MENTION_ADDED, Kind.MENTION_DROPPED)

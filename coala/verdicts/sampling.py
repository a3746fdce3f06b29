"""A random order of all items, most informative first, and estimates from the verdicts on its first items.

An item is a bag, a link of a bag of more than ``MOST_PARTS`` parts, or an own change (of a type, say) of that
bag, or of one with more than ``MOST_TOGETHER`` of them. These bags are *divided*. An item has kinds of change
("moved", "split", …), links that the change made or lost there, and a fingerprint, a hash of its content. Any
first part of the order is a stratified random sample (Cochran 1977, *Sampling Techniques*, chapter 5), so
that a sample can be extended without bias:

1. An item's *weight* is the mean of its share of the items and its share of the changed links: the mean
   verdict needs the first, and the number of right links the second.
2. A *cell* has the items with the same first kind, in the order of ``Kind``, and a like number of links:
   none, 1, 2 to 4, 5 to 16, and so on. The lightest cell is joined with its neighbour until each stratum has
   a thirtieth of all weight ("split, 1 link + merged, 1 link").
3. The next item comes from the stratum with the greatest W / (k + ½), where W is its weight and k the number
   of its items so far (the divisor method of Webster and Sainte-Laguë). So the few items with most of the
   links come early, and their stratum is soon judged completely. This depends on no verdict.
4. Within a stratum, the items come in the order of the hashes of their fingerprints with a seed. So the order
   depends neither on the order of the items nor on the version of Python.

With n items judged, k of the N items of a stratum are a simple random sample of it: each item had the
probability k/N. Only items before the first one without an answer count: a reviewer who skips the hard ones
would otherwise get an estimate for the easy ones. Who is who in a bag answers all of its drawn links. That
biases nothing, since the part that counts still ends before an item without an answer, as in inverse sampling
(Haldane 1945, *On a method of estimating frequencies*).
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.changes import find_change_verdict
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share, join_empty_strata
from coala.verdicts.state import VALUE_OF, State

_SIZE_STEP = 4
"""The ratio of the most links of one size to those of the size before: 1, 4, 16, …"""
_LEAST_WEIGHT = Fraction(1, 30)
"""The least part of all weight in a stratum: each has a bag among the first 15 or so."""
_FEWEST_ITEMS = 4
"""The least weight of a stratum in average items, so that few items are not a stratum each."""

_SHARES = {verdict: Fraction(1 + value, 2) for verdict, value in VALUE_OF.items()}
"""A verdict as a share of right items: better is 1, the same 1/2, worse 0."""


class SampledItem(NamedTuple):
    """The properties of an item that decide its place in the order."""

    fingerprint: str
    kinds: tuple[Kind, ...]
    links: int
    """The number of links that the change made or lost in it."""


MOST_PARTS = 40
"""The most parts of a bag that a sample draws as a whole; from a larger one it draws links."""


class DrawnUnit(StrEnum):
    """What an item of a sample is."""

    BAG = "bag"
    MADE = "made"  # a link that the change made
    LOST = "lost"  # a link that the change lost
    CHANGE = "change"  # an own change


LINK_UNITS = frozenset({DrawnUnit.MADE, DrawnUnit.LOST})


class DrawnItem(NamedTuple):
    """A bag by its number, or a link or own change of it by keys.

    A link has one key (``coala.verdicts.links``), a change those of its rows.
    """

    bag: int
    unit: DrawnUnit = DrawnUnit.BAG
    keys: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True for a bag."""
        return self.unit is DrawnUnit.BAG


@dataclass(frozen=True)
class DrawnSample:
    """A random order of the items of a comparison, and how many of them are to be judged.

    The items are all bags in their order, with those of a divided bag in its place. So without divided bags
    the index of an item is the number of its bag.
    """

    seed: int
    size: int  # the number of items to judge; 0 if the reviewer did not choose one
    order: tuple[int, ...]  # the indices of all items, most informative first
    strata: tuple[str, ...]  # the name of each stratum
    stratum_of: tuple[int, ...]  # for each item of the comparison, the index of its stratum
    divided: Mapping[int, tuple[DrawnItem, ...]] = field(default_factory=dict)
    """The items of each divided bag. It is one of them unless it has too many parts, or no link."""

    @property
    def unit(self) -> str:
        """The word for what is drawn."""
        return "item" if self.divided else "bag"

    @property
    def drawn(self) -> tuple[int, ...]:
        """The indices of the items to judge, in their order."""
        return self.order[: self.size]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of items in each stratum."""
        return self.count_strata(self.order)

    @cached_property
    def whole_sizes(self) -> tuple[int, ...]:
        """The number of bags in each stratum that are items as a whole."""
        return self.count_strata([item for item in self.order if self.items[item].is_whole])

    @cached_property
    def not_whole(self) -> tuple[int, ...]:
        """The numbers of the bags that are no items themselves."""
        return tuple(bag for bag, items in self.divided.items() if not any(item.is_whole for item in items))

    @cached_property
    def items(self) -> tuple[DrawnItem, ...]:
        """All items, by their indices."""
        bags = len(self.order) - sum(map(len, self.divided.values())) + len(self.divided)
        return tuple(item for bag in range(bags) for item in self.divided.get(bag) or (DrawnItem(bag),))

    @cached_property
    def link_keys(self) -> Mapping[int, frozenset[str]]:
        """The keys of the links of each bag from which links are drawn."""
        return {
            bag: frozenset(item.keys[0] for item in items if item.unit in LINK_UNITS)
            for bag, items in self.divided.items()
        }

    def find_item(self, place: int) -> DrawnItem:
        """Return the item at a place of the order."""
        item = self.order[place]
        # Without divided bags this does not make the items of 100,000 bags.
        return self.items[item] if self.divided else DrawnItem(item)

    @cached_property
    def bags(self) -> tuple[int, ...]:
        """The numbers of all bags, each at the place of its first item."""
        if not self.divided:
            return self.order
        return tuple(dict.fromkeys(self.items[item].bag for item in self.order))

    def count_strata(self, items: Collection[int]) -> tuple[int, ...]:
        """Return how many of these items are in each stratum."""
        counts = Counter(self.stratum_of[item] for item in items)
        return tuple(counts[stratum] for stratum in range(len(self.strata)))

    def find_answered(self, is_answered: Callable[[int], bool]) -> tuple[int, ...]:
        """Return the items before the first one in the order that is not answered."""
        return tuple(takewhile(is_answered, self.order))

    def list_verdicts(
        self, on_bags: Sequence[Verdict | None], find_state: Callable[[int], State]
    ) -> Sequence[Verdict | None]:
        """Return the verdict on each item, from those on bags and the states of divided bags.

        Who is who answers all links of a bag, with ``?`` here; the verdict on a bag alone answers none.
        """
        if not self.divided:
            return on_bags
        states = {bag: find_state(bag) for bag in self.divided}
        rows = {bag: dict(state.rows) for bag, state in states.items()}
        found: list[Verdict | None] = []
        for bag, unit, keys in self.items:
            if unit is DrawnUnit.BAG:
                found.append(on_bags[bag])
                continue
            has_groups = states[bag].groups is not None
            if unit is DrawnUnit.CHANGE:
                found.append(find_change_verdict(keys, rows[bag], None if has_groups else on_bags[bag]))
            elif has_groups:
                found.append(Verdict.UNSURE)
            else:
                (key,) = keys
                found.append(rows[bag].get(key))
        return found


class SampleEstimate(NamedTuple):
    """Estimates for all bags from a sample, with a verdict as a number: better 1, the same 0, worse −1.

    The limits take each open bag of the sample at its worst, and at its best: hard items get ``?``, so they
    are missing, but not at random (specification, section 6).
    """

    items: tuple[int, ...]
    """The answered items from the start of the order; they are the sample."""
    judged: int
    """The number of bags among these with a verdict other than ``?``."""
    open: int
    """The number of bags among these without a verdict that counts: with ``?``, or in dispute."""
    changes: int
    """The number of links and changes of divided bags among these; they are in no mean."""
    left: int
    """The number of drawn items without an answer."""
    outside: int
    """Items with a verdict other than ``?`` after the first one without an answer."""
    mean: Estimate | None
    """The mean of the verdicts on all bags that are items themselves; None until one is judged."""
    net: Estimate | None
    """The sum of the verdicts on these."""


def draw_sample(
    items: Sequence[SampledItem],
    size: int,
    seed: int,
    divided: Mapping[int, tuple[DrawnItem, ...]] | None = None,
) -> DrawnSample:
    """Draw a random order of the items; the first ``size`` are to be judged (0: the reviewer decides).

    ``divided`` are those of ``DrawnSample``.
    """
    # Weights are whole numbers, N · Σ links times too large, so that they do not depend on rounding.
    all_links = sum(item.links for item in items)
    weights = [(all_links or 1) + len(items) * item.links for item in items]
    cells = [_find_cell(item.kinds, item.links) for item in items]
    weight_of_cell: defaultdict[_Cell, int] = defaultdict(int)
    for cell, weight in zip(cells, weights, strict=True):
        weight_of_cell[cell] += weight
    strata = _join_cells(weight_of_cell, max(_LEAST_WEIGHT, Fraction(_FEWEST_ITEMS, max(1, len(items)))))
    place_of = {cell: place for place, stratum in enumerate(strata) for cell in stratum.cells}
    stratum_of = tuple(place_of[cell] for cell in cells)
    return DrawnSample(
        seed,
        min(size, len(items)),
        _interleave(stratum_of, [stratum.weight for stratum in strata], _rank_items(items, seed)),
        tuple(_name_stratum(stratum.cells) for stratum in strata),
        stratum_of,
        divided or {},
    )


def _rank_items(items: Sequence[SampledItem], seed: int) -> list[int]:
    """Return the indices of the items in the order of their hashes with the seed."""
    hashes = [hashlib.sha256(f"{seed} {item.fingerprint}".encode()).hexdigest() for item in items]
    return sorted(range(len(items)), key=hashes.__getitem__)


def _interleave(stratum_of: Sequence[int], weights: Sequence[int], ranked: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of all items, the next one always from the stratum with the greatest W / (k + ½)."""
    members: list[list[int]] = [[] for _ in weights]
    for item in ranked:
        members[stratum_of[item]].append(item)
    # A heap of (−W / (2k + 1), stratum, k).
    waiting = [(-float(weight), stratum, 0) for stratum, weight in enumerate(weights)]
    heapq.heapify(waiting)
    order = []
    while waiting:
        _, stratum, taken = waiting[0]
        order.append(members[stratum][taken])
        taken += 1
        if taken < len(members[stratum]):
            heapq.heapreplace(waiting, (-weights[stratum] / (2 * taken + 1), stratum, taken))
        else:
            heapq.heappop(waiting)
    return tuple(order)


_KINDS = tuple(Kind)

_Cell = tuple[int, int]
"""A size (0 for no links, then 1, 2, … for up to 1, 4, … links) and a kind (an index of ``_KINDS``)."""


# Among 100,000 items, most have the same kinds and number of links as others.
@lru_cache(maxsize=1_000)
def _find_cell(kinds: tuple[Kind, ...], links: int) -> _Cell:
    size = 0
    while _most_links(size) < links:
        size += 1
    return size, min(map(_KINDS.index, kinds))


def _most_links(size: int) -> int:
    return _SIZE_STEP ** (size - 1) if size else 0


class _JoinedCells(NamedTuple):
    """Cells that are one stratum, in order, and the weight of their items."""

    cells: tuple[_Cell, ...]
    weight: int


def _join_cells(weights: Mapping[_Cell, int], least: Fraction) -> list[_JoinedCells]:
    """Join the lightest cells to strata until each has at least the part ``least`` of all weight."""
    strata = [_JoinedCells((cell,), weights[cell]) for cell in sorted(weights)]
    enough = least * sum(weights.values())
    while len(strata) > 1:
        at = min(range(len(strata)), key=lambda place: (strata[place].weight, place))
        if strata[at].weight >= enough:
            break
        # With the lighter of both neighbours, unless one is closer in size.
        first = min(
            (place for place in (at - 1, at) if 0 <= place < len(strata) - 1),
            key=lambda place: (
                strata[place + 1].cells[0][0] - strata[place].cells[-1][0],
                strata[place].weight + strata[place + 1].weight,
                place,
            ),
        )
        one, two = strata[first : first + 2]
        strata[first : first + 2] = [_JoinedCells(one.cells + two.cells, one.weight + two.weight)]
    return strata


def _name_stratum(cells: Sequence[_Cell]) -> str:
    return " + ".join(f"{_KINDS[kind].value}, {_name_size(size)}" for size, kind in cells)


def _name_size(size: int) -> str:
    if size < 2:
        return "1 link" if size else "no links"
    return f"{_most_links(size - 1) + 1:,} to {_most_links(size):,} links"


def estimate_all(
    sample: DrawnSample,
    verdicts: Sequence[Verdict | None],
    given: Mapping[Verdict, int] | None = None,
    passed: Collection[int] = (),
) -> SampleEstimate:
    """Estimate figures of all items from the verdicts on a sample; ``verdicts`` has each item's, or None.

    The sample are the items before the first one without an answer. Items that were ``passed`` are answered
    but have no verdict that counts, as when reviewers differ. ``given`` may have the number of items with
    each verdict, so that only the sample must be read.
    """
    given = given or Counter(verdict for verdict in verdicts if verdict is not None)

    def is_answered(item: int) -> bool:
        return verdicts[item] is not None or item in passed

    items = sample.find_answered(is_answered)
    bags = [item for item in items if sample.items[item].is_whole]
    decided, judged = (sum(verdicts[item] in VALUE_OF for item in some) for some in (items, bags))
    mean = _bound_mean([JudgedComparison(sample, verdicts, items)])
    return SampleEstimate(
        items=items,
        judged=judged,
        open=len(bags) - judged,
        changes=len(items) - len(bags),
        left=sum(not is_answered(item) for item in sample.drawn),
        outside=sum(given.get(verdict, 0) for verdict in VALUE_OF) - decided,
        mean=mean,
        net=mean and mean.scaled(lambda value: sum(sample.whole_sizes) * value),
    )


class JudgedComparison(NamedTuple):
    """The verdicts on the items of one of several comparisons, each None if the item has none that counts.

    ``items`` are those that are answered: of a sample, those before the first one without an answer. Without
    a sample, all items must be answered, since other verdicts say nothing about the rest.
    """

    sample: DrawnSample | None
    verdicts: Sequence[Verdict | None]
    items: Sequence[int]

    @property
    def speaks_for_all(self) -> bool:
        """True if the verdicts say something about all items."""
        return self.sample is not None or len(self.items) == len(self.verdicts)


def estimate_together(comparisons: Sequence[JudgedComparison]) -> Estimate | None:
    """Estimate the mean of the verdicts on all items of several comparisons.

    Each comparison has its own strata, so each has the weight of its items, however many of them are judged.
    None if the verdicts on a comparison say nothing about all of its items.
    """
    if not all(comparison.speaks_for_all for comparison in comparisons):
        return None
    return _bound_mean(comparisons)


def _bound_mean(comparisons: Sequence[JudgedComparison]) -> Estimate | None:
    """Return the mean with limits that take open items at their worst and at their best."""
    mean = _estimate_mean(comparisons, None)
    if mean is None:
        return None
    if all(verdicts[item] in VALUE_OF for _, verdicts, items in comparisons for item in items):
        return mean
    low, high = (_estimate_mean(comparisons, each) for each in (Verdict.WORSE, Verdict.BETTER))
    assert low is not None
    assert high is not None
    return Estimate(mean.value, low.low, high.high)


def _estimate_mean(comparisons: Sequence[JudgedComparison], in_place: Verdict | None) -> Estimate | None:
    """Return the mean verdict on all items, between −1 and 1; open items are left out, or have a verdict.

    It follows from the share of better items, where the same is half. None if the items with a verdict say
    nothing about one of the comparisons.
    """
    strata: list[Stratum] = []
    for sample, verdicts, items in comparisons:
        # Joined for each comparison, so that no stratum is joined with one of another comparison.
        own = join_empty_strata(_group_answers(sample, verdicts, items, in_place))
        if not own and verdicts:
            return None
        strata += own
    share = estimate_share(strata)
    return share and share.scaled(lambda value: 2 * value - 1)


def _group_answers(
    sample: DrawnSample | None,
    verdicts: Sequence[Verdict | None],
    items: Iterable[int],
    in_place: Verdict | None,
) -> list[Stratum]:
    """Group the bags by stratum, each a cluster of one; without a sample, all bags are one stratum.

    Links and changes that are drawn one by one are no items of the mean.
    """
    left = [len(verdicts)] if sample is None else list(sample.whole_sizes)
    clusters: list[list[Cluster]] = [[] for _ in left]
    for item in items:
        if sample is not None and not sample.items[item].is_whole:
            continue
        verdict, stratum = verdicts[item], 0 if sample is None else sample.stratum_of[item]
        left[stratum] -= 1
        counted = verdict if verdict in VALUE_OF else in_place
        if counted is not None:
            clusters[stratum].append(Cluster(1, _SHARES[counted]))
    return [Stratum(inside, rest, rest) for inside, rest in zip(clusters, left, strict=True)]

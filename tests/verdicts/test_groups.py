"""Who is who: what follows from groups, against brute force over all partitions of small bags."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.model.bag import BASELINE, CHANGED, Verdict
from coala.model.kinds import Kind
from coala.verdicts.groups import (
    NO_MENTION,
    Groups,
    PlacedPart,
    count_grouped_links,
    list_right,
    place_parts,
)
from coala.verdicts.link_answers import bound_good, judge_whole
from coala.verdicts.links import NO_CLASS, LinkCounts, Part, RowLinks, find_links, find_parts
from tests.support.graphs_by_hand import A, B, C, D, graph

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE

SIGNS = {1: BETTER, 0: SAME, -1: WORSE}


@st.composite
def parts_of_a_bag(draw: st.DrawFn, most: int = 6) -> tuple[Part, ...]:
    """Return parts with one to three spans each, in different pairs of classes; not always connected."""
    pairs = draw(
        st.lists(
            st.tuples(st.integers(-1, 2), st.integers(-1, 2)).filter(lambda pair: pair != (-1, -1)),
            min_size=1,
            max_size=most,
            unique=True,
        )
    )
    parts, first = [], 0
    for pair in pairs:
        size = draw(st.integers(1, 3))
        parts.append(Part(tuple(range(first, first + size)), pair))
        first += size
    return tuple(parts)


def list_partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to divide the items into groups."""
    if not items:
        yield []
        return
    for rest in list_partitions(items[1:]):
        for place in range(len(rest)):
            yield [*rest[:place], [items[0], *rest[place]], *rest[place + 1 :]]
        yield [[items[0]], *rest]


def list_answers(parts: Sequence[Part]) -> Iterator[Groups]:
    """Yield every way to say who is who, with each choice of parts that are no mention."""
    firsts = [part.spans[0] for part in parts]
    for kept in itertools.product((True, False), repeat=len(firsts)):
        groups = [first for first, is_kept in zip(firsts, kept, strict=True) if is_kept]
        no_mention = [first for first, is_kept in zip(firsts, kept, strict=True) if not is_kept]
        for together in list_partitions(groups):
            yield Groups.sort(together, no_mention)


def right_links(placed: Sequence[PlacedPart], side: int) -> int:
    """Count the right links of one side as MUC does: of each thing in a class, its spans less one."""
    found: dict[tuple[int, int], int] = {}
    for part in placed:
        if part.classes[side] != NO_CLASS and part.group != NO_MENTION:
            key = part.classes[side], part.group
            found[key] = found.get(key, 0) + len(part.spans)
    return sum(found.values()) - len(found)


def count_side(parts: Sequence[Part], side: int) -> int:
    """Return the number of links of one side: the spans of its classes less one."""
    classes = {part.classes[side] for part in parts} - {NO_CLASS}
    return sum(len(part.spans) for part in parts if part.classes[side] != NO_CLASS) - len(classes)


@given(parts_of_a_bag())
def test_change_and_verdict_of_every_partition_are_those_of_counting_each_thing(
    parts: tuple[Part, ...],
) -> None:
    links = [count_side(parts, side) for side in (BASELINE, CHANGED)]
    for groups in itertools.islice(list_answers(parts), 400):
        placed = place_parts(parts, groups)
        found = count_grouped_links(placed)
        change = right_links(placed, CHANGED) - right_links(placed, BASELINE)
        assert found.change == (change, change)
        assert found.made - found.lost == links[CHANGED] - links[BASELINE]
        assert found.opened == 0
        balance = 2 * change - (links[CHANGED] - links[BASELINE])
        assert found.verdict is SIGNS[(balance > 0) - (balance < 0)]
        assert 0 <= found.made_right.low <= found.made
        assert 0 <= found.lost_right.low <= found.lost
        low, high = found.good
        assert low == high == found.made_right.low + found.lost_wrong.low
        assert 2 * low - found.made - found.lost == balance


@given(parts_of_a_bag(5), st.data())
def test_bounds_with_parts_not_sure_hold_for_every_way_to_place_these(
    parts: tuple[Part, ...], data: st.DataObject
) -> None:
    firsts = [part.spans[0] for part in parts]
    unsure = data.draw(st.lists(st.sampled_from(firsts), unique=True, max_size=3))
    sure = [first for first in firsts if first not in unsure]
    together = data.draw(st.sampled_from(list(itertools.islice(list_partitions(sure), 60))))
    found = count_grouped_links(place_parts(parts, Groups.sort(together, (), unsure)))
    changes, verdicts, good = set(), set(), set()
    for partition in list_partitions(firsts):
        stays = [sorted(set(group) - set(unsure)) for group in partition]
        if sorted(filter(None, stays)) == sorted(map(sorted, together)):
            each = count_grouped_links(place_parts(parts, Groups.sort(partition)))
            changes.add(each.change.low)
            verdicts.add(each.verdict)
            good.add(each.good.low)
            assert found.made_right.low <= each.made_right.low <= found.made_right.high
            assert found.lost_right.low <= each.lost_right.low <= found.lost_right.high
    assert found.change.low <= min(changes) <= max(changes) <= found.change.high
    assert found.good.low <= min(good) <= max(good) <= found.good.high
    if found.verdict is not UNSURE:
        assert verdicts == {found.verdict}
    if not unsure:
        assert found.change.low == found.change.high


@given(
    st.lists(st.integers(0, 2), min_size=4, max_size=4), st.lists(st.integers(-1, 2), min_size=4, max_size=4)
)
def test_right_links_one_by_one_add_up_to_those_of_groups(baseline: list[int], changed: list[int]) -> None:
    """Compare Σ made right and Σ lost right, link by link, with the figures of the groups."""
    sides = [
        {
            f"{name}{number}": [each for each, own in enumerate(side) if own == number]
            for number in set(side) - {-1}
        }
        for name, side in (("x", baseline), ("y", changed))
    ]
    letters = [A, B, C, D]
    graphs = [graph({name: [letters[each] for each in own] for name, own in side.items()}) for side in sides]
    if not any(own >= 0 for own in changed):
        return
    for bag, _ in compare_graphs(*graphs).iterate_bags():
        parts = find_parts(bag)
        for groups in list_answers(parts):
            placed = place_parts(parts, groups)
            made, lost = find_links(bag, placed)
            found = count_grouped_links(placed)
            assert sum(map(bool, list_right(made, placed))) == found.made_right.low
            assert sum(map(bool, list_right(lost, placed))) == found.lost_right.low
            assert (len(made), len(lost)) == (found.made, found.lost)


@pytest.mark.parametrize("links", range(1, 8))
def test_verdict_without_groups_allows_exactly_the_good_links_on_its_side(links: int) -> None:
    for verdict in (BETTER, WORSE, SAME):
        balance = {good: 2 * good - links for good in range(links + 1)}
        allowed = [good for good, each in balance.items() if SIGNS[(each > 0) - (each < 0)] is verdict]
        # With an odd number of links no balance is 0; then the same means that one link tips it.
        expected = allowed or [links // 2, (links + 1) // 2]
        assert bound_good(verdict, links) == (expected[0], expected[-1])
    assert bound_good(UNSURE, links) == (0, links)


@given(st.integers(0, 4), st.integers(0, 4), st.sampled_from(Verdict))
def test_sides_of_a_verdict_without_groups_are_the_bounds_of_all_ways(
    made: int, lost: int, verdict: Verdict
) -> None:
    counts = LinkCounts(1, (RowLinks("a" * 16, Kind.MOVED, made, lost),))
    found = judge_whole(counts, verdict, {})
    if not made + lost:
        assert found.good == (0, 0)
        return
    low, high = bound_good(verdict, made + lost)
    ways = [
        (one, other) for one in range(made + 1) for other in range(lost + 1) if low <= one + other <= high
    ]
    assert found.good == (low, high)
    for side, total, place in ((found.made, made, 0), (found.lost, lost, 1)):
        assert (side.answered, side.low, side.high) == (
            total,
            min(way[place] for way in ways),
            max(way[place] for way in ways),
        )
        is_open = side.low < side.high
        assert bool(side.same + side.unsure + side.by_whole) is is_open
        assert bool(side.by_whole) is (is_open and made + lost > 1 and verdict is not UNSURE)

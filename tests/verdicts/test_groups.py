"""Who is who: what follows from groups, against brute force over all partitions of small bags."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.model.bag import BASELINE, CHANGED, Bag, GoldChain, Verdict
from coala.model.kinds import Kind
from coala.verdicts.groups import (
    NO_MENTION,
    GroupedLinks,
    Groups,
    PartError,
    PartProblem,
    PlacedPart,
    Range,
    count_grouped_links,
    count_moved,
    group_as,
    group_by_gold,
    list_right,
    place_parts,
)
from coala.verdicts.link_answers import SideAnswer, bound_good, judge_by_groups, judge_whole
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


def _make_bag(baseline: dict[str, list[int]], changed: dict[str, list[int]]) -> Bag:
    letters = [A, B, C, D]
    sides = [
        {name: [letters[each] for each in own] for name, own in side.items()} for side in (baseline, changed)
    ]
    ((bag, _),) = compare_graphs(*map(graph, sides)).iterate_bags()
    return bag


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


def test_part_opened_counts_a_link_between_its_pieces_as_made_and_as_lost() -> None:
    # {0 1 2} is together in both graphs, and 3 joined it.
    parts = (Part((0, 1, 2), (0, 0)), Part((3,), (1, 0)))
    pieces = ((0, 2), (1,))
    apart = count_grouped_links(place_parts(parts, Groups.sort([[0], [1, 3]], pieces=pieces)))
    assert (apart.made, apart.lost, apart.opened) == (2, 1, 1)
    assert (apart.made_right, apart.lost_right, apart.change) == ((1, 1), (0, 0), (1, 1))
    assert apart.verdict is BETTER
    alone = count_grouped_links(place_parts(parts, Groups.sort([[0], [1], [3]], pieces=pieces)))
    assert (alone.change, alone.verdict) == ((0, 0), WORSE)
    one = count_grouped_links(place_parts(parts, Groups.sort([[0, 1], [3]], pieces=pieces)))
    assert (one.made_right, one.lost_right, one.change) == ((1, 1), (1, 1), (0, 0))


def test_part_of_one_side_opened_makes_no_link_more() -> None:
    parts = (Part((0,), (0, 0)), Part((1, 2, 3), (NO_CLASS, 0)))
    groups = Groups.sort([[0, 1], [3]], [2], pieces=[[1], [2], [3]])
    found = count_grouped_links(place_parts(parts, groups))
    assert (found.made, found.lost, found.opened) == (3, 0, 0)
    assert (found.made_right, found.verdict) == ((1, 1), WORSE)


def test_part_not_sure_leaves_the_verdict_open_only_where_both_bounds_differ() -> None:
    joined = (Part((0,), (0, 0)), Part((1,), (1, 0)), Part((2,), (2, 0)), Part((3,), (3, 0)))
    one = count_grouped_links(place_parts(joined, Groups.sort([[0, 1, 2]], (), [3])))
    assert (one.made_right, one.change, one.verdict) == ((2, 3), (2, 3), BETTER)
    two = count_grouped_links(place_parts(joined, Groups.sort([[0, 1]], (), [2, 3])))
    assert (two.made_right, two.verdict) == ((1, 3), UNSURE)
    # The chain of a part alone has no other part to be one thing with.
    alone = count_grouped_links(place_parts((Part((0, 1), (0, NO_CLASS)),), Groups.sort([], (), [0])))
    assert (alone.lost_right, alone.change, alone.verdict) == ((1, 1), (-1, -1), WORSE)


@pytest.mark.parametrize(
    ("groups", "problem", "first"),
    [
        (Groups.sort([[0]]), PartProblem.MISSING, 2),
        (Groups.sort([[0, 2]], [2]), PartProblem.REPEATED, 2),
        (Groups.sort([[0], [2]], (), [0]), PartProblem.REPEATED, 0),
        (Groups.sort([[0, 2, 1]]), PartProblem.STRANGE, 1),
        (Groups.sort([[0], [2]], pieces=[[0]]), PartProblem.PIECES, 0),
        (Groups.sort([[0], [1], [2]], pieces=[[0], [1, 2]]), PartProblem.PIECES, 1),
        (Groups.sort([[0], [1], [2]], pieces=[[0], [1], [1]]), PartProblem.PIECES, 0),
        (Groups.sort([[0], [1], [2]], pieces=[[0], [1], [7]]), PartProblem.PIECES, 7),
        (Groups.sort([[0, 2]], pieces=[[0], [1]]), PartProblem.MISSING, 1),
    ],
)
def test_groups_that_do_not_fit_name_the_part(groups: Groups, problem: PartProblem, first: int) -> None:
    parts = (Part((0, 1), (0, 0)), Part((2,), (1, 0)))
    with pytest.raises(PartError) as error:
        place_parts(parts, groups)
    assert (error.value.problem, error.value.first) == (problem, first)


def test_parts_are_the_spans_of_the_same_classes_and_none_where_no_link_differs() -> None:
    bag = _make_bag({"x": [0, 1], "y": [2]}, {"x": [0, 2], "y": [1]})
    assert [(part.spans, part.classes) for part in find_parts(bag)] == [
        ((0,), (0, 0)),
        ((1,), (0, 1)),
        ((2,), (1, 0)),
    ]
    ((added, _),) = compare_graphs(graph({"x": [A]}), graph({"x": [A], "y": [B]})).iterate_bags()
    assert added.divergences[0].kind is Kind.INSTANCE_ADDED
    assert find_parts(added) == ()


def test_groups_as_a_side_has_them_are_all_good_or_all_bad() -> None:
    parts = (Part((0, 1), (0, 0)), Part((2,), (0, 1)), Part((3,), (1, 1)), Part((4, 5), (1, NO_CLASS)))
    as_changed, as_baseline = (group_as(parts, side) for side in (CHANGED, BASELINE))
    assert as_changed == Groups(((0,), (2, 3)), (4,), start=CHANGED, moved=0)
    found = [count_grouped_links(place_parts(parts, groups)) for groups in (as_changed, as_baseline)]
    assert [each.verdict for each in found] == [BETTER, WORSE]
    assert [each.good for each in found] == [(4, 4), (0, 0)]
    assert (found[0].made, found[0].lost) == (1, 3)
    assert count_moved(as_baseline, as_changed) == 2
    assert count_moved(as_changed, as_changed) == 0
    assert count_moved(Groups.sort([[2], [0, 3]], [4]), as_changed) == 1
    # No part of the first group of the start is in a group.
    assert count_moved(Groups.sort([[4]], [0, 2, 3]), Groups(((0, 2), (3, 4)))) == 3
    # All parts of the first group are no mention now.
    assert count_moved(Groups.sort([[5]], [0, 3]), Groups.sort([[0, 3], [5]])) == 2
    # A part that is opened moves, although its first piece begins where the part does.
    whole = Groups.sort([[0, 3], [5]])
    assert count_moved(Groups.sort([[0, 3], [1, 5]], pieces=[[0], [1, 2]]), whole) == 1


def _chains(*chains: tuple[int, ...]) -> list[GoldChain]:
    return [GoldChain(number, "", "", spans, len(spans), 1) for number, spans in enumerate(chains)]


def test_gold_puts_a_part_into_the_group_of_its_most_frequent_class() -> None:
    parts = (Part((0, 1, 2), (0, 0)), Part((3, 4), (1, 0)), Part((5,), (1, 1)), Part((6, 7), (2, 2)))
    # Span 5 is unmarked. In {3 4} both classes occur once: the first in the text counts; so in {6 7}.
    gold = _chains((0, 2, 4), (1, 3), (7,))
    assert group_by_gold(parts, gold) == Groups(((0,), (3,)), (5, 6))
    opened = group_by_gold(parts, gold, opened=True)
    assert opened == Groups(((0, 4), (1, 3), (7,)), (5, 6), (), ((0, 2), (1,), (3,), (4,), (6,), (7,)))
    place_parts(parts, opened)
    # Gold chains that share a span are one class.
    assert group_by_gold(parts, [*gold, *_chains((0, 1))]) == Groups(((0, 3),), (5, 6))


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


def test_groups_of_two_reviewers_run_from_the_lowest_to_the_highest() -> None:
    parts = (Part((0, 1), (0, 0)), Part((2,), (1, 0)), Part((3,), (2, 0)))
    answers = (Groups.sort([[0, 2], [3]]), Groups.sort([[0, 2, 3]]))
    low, high = (count_grouped_links(place_parts(parts, groups)) for groups in answers)
    found = judge_by_groups([low, high])
    assert (found.made, found.good) == (SideAnswer(2, 1, 2, unsure=1), (1, 2))
    # One reviewer opened a part that the other left whole: the link in it is right for the other.
    opened = Groups.sort([[0], [1], [2, 3]], pieces=[[0], [1]])
    found = judge_by_groups([high, count_grouped_links(place_parts(parts, opened))])
    assert (found.opened, found.made.answered, found.lost.answered) == (1, 3, 1)
    assert (found.made[1:3], found.lost[1:3], found.good) == ((1, 3), (0, 1), (2, 3))


def test_answer_of_one_reviewer_has_the_ranges_of_its_links() -> None:
    links = GroupedLinks(4, 3, 1, Range(1, 3), Range(0, 2))
    found = judge_by_groups([links])
    assert found.made == SideAnswer(4, 1, 3, unsure=2)
    assert found.lost == SideAnswer(3, 1, 3, unsure=2)
    assert (found.good, links.change, links.verdict) == ((2, 6), (-1, 3), UNSURE)

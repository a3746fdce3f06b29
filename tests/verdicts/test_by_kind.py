"""Verdicts by kind: each link under the kind of its row, and other changes with their own verdicts."""

from __future__ import annotations

from collections import Counter

import pytest

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.model.bag import CHANGED, Bag, Verdict
from coala.model.kinds import Kind
from coala.verdicts.by_kind import BagKinds, KindCount, count_by_change, count_whole, list_kinds
from coala.verdicts.groups import Groups, group_as
from coala.verdicts.links import LinkKeys, count_links, find_links, find_parts
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.reviews import a_mixed_bag

BETTER, WORSE, SAME, UNSURE = Verdict
MIXED = a_mixed_bag(0)
"""A split that lost a link, and a merge and an added mention that made one each."""


def a_joined_bag() -> Bag:
    """Return a bag of four chains that became one with a new type: three links, all made by merges."""
    baseline = graph({name: [span] for name, span in zip("wxyz", (A, B, C, D), strict=True)})
    changed = graph({"w": [A, B, C, D]}, types={"w": ["http://e.org/Person"]})
    ((bag, _),) = compare_graphs(baseline, changed).iterate_bags()
    return bag


def test_links_count_under_the_kinds_of_their_rows_and_types_beside_them() -> None:
    assert list_kinds(count_links(MIXED)) == BagKinds(
        ((Kind.SPLIT, 1), (Kind.MERGED, 1), (Kind.MENTION_ADDED, 1)), 3
    )
    kinds = list_kinds(count_links(a_joined_bag()))
    assert kinds == BagKinds(((Kind.MERGED, 3),), 3, (Kind.TYPE,))


@pytest.mark.parametrize(
    ("links", "verdict", "on_links"),
    [
        (1, BETTER, BETTER),
        (1, WORSE, WORSE),
        (1, SAME, None),
        (1, UNSURE, None),
        # More than half of two links are both; of three they may be two.
        (2, BETTER, BETTER),
        (2, WORSE, WORSE),
        (2, SAME, None),
        (3, BETTER, None),
        (3, WORSE, None),
    ],
)
def test_verdict_on_a_whole_bag_says_of_a_link_only_what_holds_for_all(
    links: int, verdict: Verdict, on_links: Verdict | None
) -> None:
    kinds = BagKinds(((Kind.MERGED, links),), links, (Kind.TYPE, Kind.TYPE))
    assert count_whole(kinds, verdict) == (
        KindCount(Kind.MERGED, on_links, links),
        KindCount(Kind.TYPE, verdict, 2),
    )
    assert count_whole(kinds, None) == ()


def test_groups_say_which_links_are_better_and_nothing_of_types() -> None:
    bag = a_joined_bag()
    parts = find_parts(bag)
    two_right = Groups.sort([[0, 1, 2], [3]])
    assert count_by_change(bag, BETTER, (), [two_right]) == (
        KindCount(Kind.MERGED, BETTER, 2),
        KindCount(Kind.MERGED, WORSE, 1),
    )
    # Where reviewers differ, a link is open; so it is where its part is not sure.
    all_right = group_as(parts, CHANGED)
    unsure = Groups.sort([[0, 1, 2]], (), [3])
    for answers in ([two_right, all_right], [unsure]):
        assert count_by_change(bag, BETTER, (), answers) == (
            KindCount(Kind.MERGED, BETTER, 2),
            KindCount(Kind.MERGED, None, 1),
        )
    (key,) = (key for key, row in zip(row_keys(bag), bag.divergences, strict=True) if row.kind is Kind.TYPE)
    assert count_by_change(bag, BETTER, ((key, WORSE),), [all_right]) == (
        KindCount(Kind.MERGED, BETTER, 3),
        KindCount(Kind.TYPE, WORSE, 1),
    )


def test_verdicts_on_links_come_before_the_one_on_the_bag() -> None:
    (split,) = find_links(MIXED).lost
    key = LinkKeys(MIXED).get_key(split)
    assert count_by_change(MIXED, BETTER, ((key, WORSE),), ()) == (
        KindCount(Kind.SPLIT, WORSE, 1),
        # Two of the three links are good if the bag is better.
        KindCount(Kind.MERGED, BETTER, 1),
        KindCount(Kind.MENTION_ADDED, BETTER, 1),
    )
    assert count_by_change(MIXED, BETTER, ((key, BETTER),), ()) == (
        KindCount(Kind.SPLIT, BETTER, 1),
        KindCount(Kind.MERGED, None, 1),
        KindCount(Kind.MENTION_ADDED, None, 1),
    )
    # Without a verdict on the bag, other links are not answered.
    assert count_by_change(MIXED, None, ((key, SAME),), ()) == (KindCount(Kind.SPLIT, None, 1),)


def test_verdict_on_a_row_of_mentions_counts_for_nothing() -> None:
    rows = tuple(sorted((key, WORSE) for key in row_keys(MIXED)))
    assert count_by_change(MIXED, None, rows, ()) == ()
    assert count_by_change(MIXED, BETTER, rows, ()) == count_by_change(MIXED, BETTER, (), ())


def test_link_has_one_key_however_the_sides_are_exchanged() -> None:
    keys = [
        LinkKeys(bag).get_key(link)
        for bag in (MIXED, a_joined_bag())
        for side in find_links(bag)
        for link in side
    ]
    assert Counter(Counter(keys).values()) == {1: 6}
    baseline, changed = graph({"x": [A, B], "y": [C]}), graph({"x": [A], "y": [B, C]})
    ((bag, _),) = compare_graphs(baseline, changed).iterate_bags()
    ((mirrored, _),) = compare_graphs(changed, baseline).iterate_bags()
    made, lost = ([LinkKeys(bag).get_key(link) for link in side] for side in find_links(bag))
    turned = [[LinkKeys(mirrored).get_key(link) for link in side] for side in find_links(mirrored)]
    assert [made, lost] == turned[::-1]

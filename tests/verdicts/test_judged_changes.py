"""What the verdicts on a bag, and who is who, say of each of its changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.review.file import Review
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.changes import Rows
from coala.verdicts.groups import Groups, PartError
from coala.verdicts.links import LinkKeys, find_links
from tests.support.bags_by_hand import dropped, seed
from tests.support.parted_bags import OF_BAG_1, OF_BAG_2, make_parted_review

BETTER, WORSE, SAME = Verdict.BETTER, Verdict.WORSE, Verdict.SAME


@pytest.fixture(scope="module")
def bags(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Bag]]:
    path = make_parted_review(tmp_path_factory.mktemp("parted") / "r.coala")
    with Review.open(path) as review:
        yield [review.bag(number) for number in range(3)]


def judge(bag: Bag, verdict: Verdict | None = None, *groups: Groups, rows: Rows = ()) -> list[Verdict | None]:
    """Return the verdict on each row of a bag, as a change of its own."""
    return judge_changes(bag, [(row,) for row in bag.divergences], verdict, rows, groups)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        # Both its links speak for the change: the lost one was wrong, the made one is right.
        (Groups(((0,), (1, 2))), BETTER),
        (Groups(((0, 2), (1,))), WORSE),
        # The made link is wrong, and so was the lost one.
        (Groups(((0,), (1,), (2,))), None),
        (Groups(((0,), (1,)), no_mention=(2,)), None),
        (Groups(((0,), (1,)), not_sure=(2,)), None),
    ],
)
def test_moved_mention_is_judged_by_both_of_its_links(groups: Groups, expected: Verdict | None) -> None:
    # A verdict that overrules the groups says nothing of a row.
    assert judge(seed(), BETTER, groups) == [expected]


def test_links_of_groups_decide_on_each_row_of_mentions(bags: list[Bag]) -> None:
    assert judge(bags[0], BETTER, OF_BAG_1) == [BETTER, BETTER, WORSE]
    # k was one with hi, l is not sure, m and n are no mention.
    assert judge(bags[1], WORSE, OF_BAG_2) == [WORSE, None, WORSE, WORSE]


def test_change_of_several_rows_is_open_if_their_links_differ(bags: list[Bag]) -> None:
    bag = bags[1]
    groups = Groups(((0, 5), (3,), (4,), (6,)), pieces=((5,), (6,)))
    merged = BagSentences(bag).changes
    changes = [merged.rows_of(place) for place in range(len(merged))]
    found = judge_changes(bag, changes, None, (), (groups,))
    mentions = [tuple(row.spans[0] for row in change) for change in changes]
    assert dict(zip(mentions, found, strict=True)) == {(3,): BETTER, (4,): BETTER, (5, 6): None}
    assert judge(bag, None, groups) == [BETTER, BETTER, BETTER, WORSE]


def test_change_is_open_where_groups_of_reviewers_differ(bags: list[Bag]) -> None:
    apart = Groups(((0,), (3,), (5,)))
    assert judge(bags[0], None, OF_BAG_1, apart) == [None, None, WORSE]
    assert judge(bags[0], None, apart, apart) == [WORSE, WORSE, WORSE]


@pytest.mark.parametrize(
    ("bag", "verdict", "expected"),
    [
        # All 2 links are good, or none is.
        (0, BETTER, BETTER),
        (0, WORSE, WORSE),
        (0, SAME, None),
        (0, Verdict.UNSURE, None),
        # 3 to 4, or 0 to 1, of 4 links are good.
        (1, BETTER, None),
        (1, WORSE, None),
        # One link.
        (2, BETTER, BETTER),
        (2, WORSE, WORSE),
        (2, SAME, None),
    ],
)
def test_verdict_on_bag_holds_for_rows_only_if_it_leaves_no_link_open(
    bags: list[Bag], bag: int, verdict: Verdict, expected: Verdict | None
) -> None:
    assert set(judge(bags[bag], verdict)) == {expected}


def test_verdict_on_a_row_of_mentions_says_nothing(bags: list[Bag]) -> None:
    keys = row_keys(bags[1])
    rows = ((keys[0], BETTER), (keys[1], SAME))
    assert judge(bags[1], rows=rows) == [None] * 4
    assert judge(bags[1], WORSE, rows=rows) == judge(bags[1], WORSE)
    assert judge(bags[1], WORSE, OF_BAG_2, rows=rows) == [WORSE, None, WORSE, WORSE]


def test_verdict_on_one_of_two_links_of_a_row_leaves_it_open() -> None:
    bag = seed()
    (made,), (lost,) = find_links(bag)
    keys = LinkKeys(bag)
    one = (keys.get_key(made), BETTER)
    assert judge(bag, rows=(one,)) == [None]
    assert judge(bag, rows=(one, (keys.get_key(lost), BETTER))) == [BETTER]
    assert judge(bag, rows=(one, (keys.get_key(lost), WORSE))) == [None]


def test_groups_that_do_not_fit_are_refused(bags: list[Bag]) -> None:
    with pytest.raises(PartError, match="missing: 5"):
        judge(bags[0], None, Groups(((0, 3),)))


def test_type_has_its_own_verdict_or_that_of_a_bag_without_groups() -> None:
    bag = seed()
    of_type = Divergence(Kind.TYPE, 0, 0, (0,), "Bob Smith gained: Agent", added=("Agent",))
    bag = replace(bag, divergences=(*bag.divergences, of_type))
    groups = Groups(((0,), (1, 2)))
    own = ((row_keys(bag)[1], WORSE),)
    assert judge(bag, SAME) == [None, SAME]
    assert judge(bag, SAME, rows=own) == [None, WORSE]
    assert judge(bag, BETTER, groups) == [BETTER, None]
    assert judge(bag, BETTER, groups, rows=own) == [BETTER, WORSE]


@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_verdict_holds_for_all_changes_of_a_bag_without_links(verdict: Verdict | None) -> None:
    bag = dropped()
    new = Divergence(Kind.INSTANCE_ADDED, None, 0, (0,), "Bob is new")
    bag = replace(bag, baseline=(), partners=(), divergences=(new,), changed=bag.changed[:1])
    assert judge(bag, verdict) == [verdict]

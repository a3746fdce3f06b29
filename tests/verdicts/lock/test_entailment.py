"""Verdicts on some bags decide others, and nothing that they do not decide is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Bag, Verdict
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.verdicts.lock.assertions import Expected
from coala.verdicts.lock.entailment import BagClaims, Claim, EntailedVerdict, Entailment, find_claims
from tests.support.reviews import a_bag, a_mixed_bag

BETTER, WORSE = Verdict.BETTER, Verdict.WORSE


def merge(spans: Sequence[int], others: Sequence[int]) -> BagClaims:
    """A bag in which the changed graph joins some spans with others."""
    pair = tuple(spans), tuple(others)
    together, apart = (Claim(expected, *pair) for expected in (Expected.TOGETHER, Expected.APART))
    return BagClaims((*spans, *others), (together,), (apart,), one_change=True)


def split(spans: Sequence[int], others: Sequence[int]) -> BagClaims:
    bag = merge(spans, others)
    return bag._replace(better=bag.worse, worse=bag.better)


def entailed(bags: Sequence[BagClaims], *verdicts: Verdict | None) -> list[EntailedVerdict | None]:
    """What is implied of each bag by these verdicts on the first ones."""
    found = Entailment(bags)
    for number, (bag, verdict) in enumerate(zip(bags, verdicts, strict=False)):
        found.tell(number, {BETTER: bag.better, WORSE: bag.worse}.get(verdict, ()) if verdict else ())
    return [found.of_bag(number) for number in range(len(bags))]


def test_who_said_that_two_belong_together_said_so_of_the_split_that_parts_them() -> None:
    joined, parted = merge([1], [2, 3]), split([1], [2, 3, 4])
    assert entailed([joined, parted], BETTER)[1] == EntailedVerdict(WORSE, (0,))
    assert entailed([joined, parted], WORSE)[1] == EntailedVerdict(BETTER, (0,))


def test_which_chain_came_to_which_makes_no_difference() -> None:
    assert entailed([merge([1, 2], [3]), merge([3], [1, 2])], BETTER)[1] == EntailedVerdict(BETTER, (0,))


def test_the_smaller_part_of_a_chain_stands_for_none_of_it() -> None:
    assert entailed([merge([1], [2, 3]), merge([1], [2, 3, 4, 5])], BETTER)[1] is None


def test_several_verdicts_decide_together_and_the_weightiest_is_named_first() -> None:
    bags = [merge([1], [2]), merge([1], [3, 4]), merge([1], [2, 3, 4, 5])]
    assert entailed(bags, BETTER, BETTER)[2] == EntailedVerdict(BETTER, (1, 0))


def test_what_contradicts_implies_nothing() -> None:
    bags = [merge([1], [2]), merge([1], [2, 3]), merge([1], [2])]
    assert entailed(bags, BETTER, WORSE)[2] is None
    assert entailed(bags, BETTER, BETTER)[2] is not None


def test_nothing_is_concluded_over_a_third_mention() -> None:
    assert entailed([merge([1], [2]), merge([2], [3]), merge([1], [3])], BETTER, BETTER)[2] is None


def test_a_bag_says_nothing_of_itself() -> None:
    assert entailed([merge([1], [2])], BETTER) == [None]


def test_a_bag_whose_changes_are_decided_unlike_has_no_verdict() -> None:
    first, second = merge([1], [2]), merge([3], [4])
    both = BagClaims((1, 2, 3, 4), first.better + second.better, first.worse + second.worse, one_change=False)
    assert entailed([first, second, both], BETTER, WORSE)[2] is None
    assert entailed([first, second, both], BETTER, BETTER)[2] == EntailedVerdict(BETTER, (0, 1))


def test_who_said_that_mentions_belong_together_said_that_they_are_mentions() -> None:
    there, gone = Claim(Expected.MENTION, (1,)), Claim(Expected.NO_MENTION, (1,))
    added = BagClaims((1,), (there,), (gone,), one_change=True)
    assert entailed([merge([1], [2]), added], BETTER)[1] == EntailedVerdict(BETTER, (0,))
    assert entailed([merge([1], [2]), added], WORSE)[1] is None


def test_the_claims_of_a_bag_are_those_of_its_only_change() -> None:
    claims = find_claims(a_bag(0), (10, 20, 30))
    assert claims.one_change
    assert claims.better == (
        Claim(Expected.TOGETHER, (30,), (20,)),
        Claim(Expected.APART, (30,), (10,)),
    )
    assert claims.worse == (
        Claim(Expected.TOGETHER, (30,), (10,)),
        Claim(Expected.APART, (30,), (20,)),
    )


def test_one_of_several_changes_says_so() -> None:
    assert not find_claims(a_mixed_bag(0), range(5)).one_change


@pytest.mark.parametrize("kind", sorted(PROPERTY_KINDS))
def test_a_bag_that_asks_of_more_than_mentions_claims_nothing_as_a_whole(kind: Kind) -> None:
    bag: Bag = a_bag(0)
    (row,) = bag.divergences
    assert find_claims(bag, range(3)).better
    more = replace(bag, divergences=(row, row._replace(kind=kind, changed=0, added=("person",))))
    claims = find_claims(more, range(3))
    assert (claims.better, claims.worse) == ((), ())


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[int], list[BagClaims]]:
    """The true class of each of ten mentions, and bags that join or part some of them."""
    classes = draw(st.lists(st.integers(0, 3), min_size=10, max_size=10))
    bags = []
    for _ in range(draw(st.integers(2, 12))):
        mentions = draw(st.lists(st.integers(0, 9), min_size=2, max_size=6, unique=True))
        cut = draw(st.integers(1, len(mentions) - 1))
        bags.append(draw(st.sampled_from([merge, split]))(mentions[:cut], mentions[cut:]))
    return classes, bags


def truth_of(classes: Sequence[int], bag: BagClaims) -> Verdict | None:
    """The verdict of one who knows; None where a mention belongs to some of the others only."""
    ((said, spans, others),) = bag.better
    pairs = {classes[span] == classes[other] for span in spans for other in others}
    if len(pairs) > 1:
        return None
    return BETTER if pairs == {said is Expected.TOGETHER} else WORSE


@given(boards())
def test_what_true_verdicts_imply_is_true_of_the_most(board: tuple[list[int], list[BagClaims]]) -> None:
    classes, bags = board
    verdicts = [truth_of(classes, bag) for bag in bags]
    for bag, verdict, found in zip(bags, verdicts, entailed(bags, *verdicts), strict=True):
        if found is None:
            continue
        assert verdict in (None, found.verdict)
        (claim,) = bag.better if found.verdict is BETTER else bag.worse
        for span in claim.spans:
            same = sum(classes[span] == classes[other] for other in claim.others)
            assert (2 * same > len(claim.others)) is (claim.expected is Expected.TOGETHER)


@given(boards(), st.lists(st.tuples(st.integers(0, 11), st.sampled_from(["+", "-", ""])), max_size=20))
def test_verdicts_given_changed_and_taken_back_leave_what_the_last_ones_imply(
    board: tuple[list[int], list[BagClaims]], acts: list[tuple[int, str]]
) -> None:
    _, bags = board
    walked = Entailment(bags)
    last: dict[int, Sequence[Claim]] = {}
    known: dict[int, EntailedVerdict | None] = dict.fromkeys(range(len(bags)))
    for number, sign in acts:
        bag = number % len(bags)
        last[bag] = {"+": bags[bag].better, "-": bags[bag].worse, "": ()}[sign]
        walked.tell(bag, last[bag])
        known |= {other: walked.of_bag(other) for other in walked.touching(bag)}
    fresh = Entailment(bags)
    for bag, claims in last.items():
        fresh.tell(bag, claims)
    assert known == {bag: fresh.of_bag(bag) for bag in range(len(bags))}

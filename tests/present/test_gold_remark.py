"""What gold says of a bag: its verdict, which parts are one thing, and what it does not mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from coala.model.bag import Bag, GoldChain, Verdict
from coala.present import gold_remark
from coala.present.gold_remark import GoldRemark, describe_gold
from coala.review.file import Review
from tests.support.parted_bags import make_parted_review


@pytest.fixture
def bags(tmp_path: Path) -> list[Bag]:
    with Review.open(make_parted_review(tmp_path / "parts.coala")) as review:
        return [review.bag(number) for number in range(3)]


def say(bag: Bag, *chains: Sequence[int]) -> GoldRemark | None:
    """Return what gold says if its chains have these spans."""
    gold = [
        GoldChain(number, f"g{number}", "", tuple(spans), len(spans), 1)
        for number, spans in enumerate(chains)
    ]
    return describe_gold(bag, gold)


@pytest.mark.parametrize(
    ("chains", "verdict", "sentence"),
    [
        ([range(6)], Verdict.BETTER, "gold: A–C are one"),
        ([range(5), [5]], Verdict.SAME, "gold: A and B are one; C is apart"),
        ([range(3), [3, 4], [5]], Verdict.WORSE, "gold: A–C are different"),
        ([range(3), [3, 5], [4]], Verdict.SAME, "gold: B and C are one; A is apart"),
        ([range(5)], Verdict.SAME, "gold: A and B are one; gold does not mark f"),
        ([range(3)], Verdict.WORSE, "gold does not mark d or f"),
        ([], None, "gold marks none of these mentions"),
    ],
)
def test_gold_says_who_is_who_and_what_it_does_not_mark(
    bags: list[Bag], chains: list[Sequence[int]], verdict: Verdict | None, sentence: str
) -> None:
    assert say(bags[0], *chains) == GoldRemark(verdict, sentence)


def test_parts_of_a_split_chain_are_named_by_their_numbers(bags: list[Bag]) -> None:
    # The chain A fell into hij, k and l, and m and n are new next to hij: A1, A2, A3 and -1.
    found = say(bags[1], [0, 1, 2], [3, 4], [5, 6])
    assert found == GoldRemark(Verdict.SAME, "gold: 2 and 3 are one; 1 and -1 are each apart")


def test_gold_names_some_unmarked_parts_and_counts_the_others(
    bags: list[Bag], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = say(bags[1], range(3))
    assert found is not None
    assert found.sentence == "gold does not mark k, l or m"
    monkeypatch.setattr(gold_remark, "_MOST_UNMARKED", 2)
    found = say(bags[1], range(3))
    assert found is not None
    assert found.sentence == "gold does not mark k, l and 1 more"


def test_gold_says_nothing_of_mentions_where_no_link_changed(bags: list[Bag]) -> None:
    assert say(bags[2], [0, 1]) == GoldRemark(Verdict.BETTER, "gold: A and B are one")
    assert say(replace(bags[2], divergences=()), [0, 1]) is None


def test_unmarked_parts_without_words_are_counted(bags: list[Bag]) -> None:
    found = say(replace(bags[0], words=(None,) * 6), range(3))
    assert found is not None
    assert found.sentence == "gold does not mark 2 parts"

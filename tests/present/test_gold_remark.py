"""Remarks of gold on a bag: its verdict, which parts are one thing, and what it does not mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from coala.model.bag import Bag, GoldChain, Verdict
from coala.present import gold_remark
from coala.present.gold_remark import GoldRemark, describe_gold
from coala.review.file import Review
from tests.support.parted_bags import make_parted_review


@pytest.fixture(scope="module")
def bags(tmp_path_factory: pytest.TempPathFactory) -> list[Bag]:
    with Review.open(make_parted_review(tmp_path_factory.mktemp("parts") / "parts.coala")) as review:
        return [review.bag(number) for number in range(3)]


def say(bag: Bag, *chains: Sequence[int]) -> GoldRemark | None:
    """Return what gold says if its chains have these spans."""
    gold = [
        GoldChain(number, f"g{number}", "", tuple(spans), len(spans), 1)
        for number, spans in enumerate(chains)
    ]
    return describe_gold(bag, gold)


def names_in(remark: GoldRemark | None) -> list[str]:
    """Return the names of parts in a remark, and the words of mentions that gold does not mark."""
    assert remark is not None
    return re.findall(r"-?[A-Z0-9–]+|\b[a-z]\b", remark.sentence)


@pytest.mark.parametrize(
    ("chains", "verdict", "names"),
    [
        ([range(6)], Verdict.BETTER, "A–C"),
        ([range(5), [5]], Verdict.SAME, "A B C"),
        ([range(3), [3, 4], [5]], Verdict.WORSE, "A–C"),
        ([range(3), [3, 5], [4]], Verdict.SAME, "B C A"),
        ([range(5)], Verdict.SAME, "A B f"),
        ([range(3)], Verdict.WORSE, "d f"),
        ([], None, ""),
    ],
)
def test_gold_says_who_is_who_and_what_it_does_not_mark(
    bags: list[Bag], chains: list[Sequence[int]], verdict: Verdict | None, names: str
) -> None:
    found = say(bags[0], *chains)
    assert names_in(found) == names.split()
    assert found is not None
    assert found.verdict is verdict


def test_gold_names_some_unmarked_parts_and_counts_the_others(
    bags: list[Bag], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert names_in(say(bags[1], range(3))) == ["k", "l", "m"]
    monkeypatch.setattr(gold_remark, "_MOST_UNMARKED", 2)
    assert names_in(say(bags[1], range(3))) == ["k", "l", "1"]
    assert names_in(say(replace(bags[0], words=(None,) * 6), range(3))) == ["2"]


def test_gold_says_nothing_of_mentions_where_no_link_changed(bags: list[Bag]) -> None:
    assert names_in(say(bags[2], [0, 1])) == ["A", "B"]
    assert say(replace(bags[2], divergences=()), [0, 1]) is None

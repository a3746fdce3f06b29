"""Who is who in words, with the names of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.diff.chain_order import sign_chains
from coala.present.who_is_who import (
    MixedPart,
    NamedGroups,
    groups_to_json,
    name_groups,
    say_groups,
    shorten_names,
)
from coala.review.file import Review
from tests.support.parted_bags import OF_BAG_2, make_parted_review


def test_pieces_of_a_mixed_part_have_its_name_and_numbers(tmp_path: Path) -> None:
    with Review.open(make_parted_review(tmp_path / "r.coala")) as review:
        bag, parts = review.bag(1), review.find_parts(1)
    named = name_groups(sign_chains(bag), parts, OF_BAG_2)
    assert named == NamedGroups(
        (("A1/1", "A2"), ("A1/2",)), ("-1",), ("A3",), (MixedPart("A1", ((0, 1), (2,))),)
    )
    assert groups_to_json(named) == {
        "groups": [["A1/1", "A2"], ["A1/2"]],
        "no_mention": ["-1"],
        "not_sure": ["A3"],
        "mixed": {"A1": [[0, 1], [2]]},
    }
    assert say_groups(named) == (
        "A1/1 and A2 are one; A1/2 is apart; -1 is no mention; not sure who A3 is; A1 is mixed"
    )


@pytest.mark.parametrize(
    ("named", "words"),
    [
        (
            NamedGroups((("A1", "B1"), ("H1", "G1", "I1")), ("C1",)),
            "A1 and B1 are one, G1–I1 another; C1 is no mention",
        ),
        # Only three or more whole parts of one changed chain are a run; Z is before AA.
        (
            NamedGroups((("D1", "A1", "C1", "E1", "B1/1", "F2", "-1", "A-", "B-", "C-"),)),
            "A1, B1/1, C1–E1, -1, F2, A-, B- and C- are one",
        ),
        (NamedGroups((("AB1", "Z1", "AA1", "Y1"),)), "Y1, Z1, AA1 and AB1 are one"),
        (NamedGroups((("A3", "A1", "A2"),)), "A1, A2 and A3 are one"),
        (NamedGroups((("A1", "B1"), ("C1",), ("D1",))), "A1 and B1 are one; C1 and D1 are each apart"),
        (NamedGroups((("A1",), ("A2",), ("A3",))), "A1, A2 and A3 are different"),
        (NamedGroups((("-1",),)), "-1 is one"),
        (NamedGroups((), ("A1", "B1")), "A1 and B1 are no mentions"),
        (NamedGroups((), (), ("A1", "B1")), "not sure who A1 and B1 are"),
    ],
)
def test_groups_are_said_in_one_line(named: NamedGroups, words: str) -> None:
    assert say_groups(named) == words


def test_long_answer_names_first_parts_and_counts_the_rest() -> None:
    groups = tuple((f"A{number}", f"B{number}") for number in range(11))
    words = say_groups(NamedGroups(groups, tuple(f"-{number}" for number in range(30))))
    assert words.count(" another") == 7
    assert "and 3 more groups" in words
    assert "-11 and 18 more are no mentions" in words
    assert words.startswith("A0 and B0 are one, A1 and B1 another")


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ((("A1", "B1", "C1"), ("D1",)), "A–C are one; D is apart"),
        ((("A1", "B2"), ("C-",)), "A and B are one; C is apart"),
        ((("A1", "A2", "A3"), ("A-",)), "1–3 are one; A- is apart"),
        ((("A1", "-1"), ("B1",)), "A and -1 are one; B is apart"),
        ((("A1", "B2"), ("A2",)), "A1 and B2 are one; A2 is apart"),
        ((("Z1", "AA1"),), "Z and AA are one"),
    ],
)
def test_names_are_shortened_only_where_each_stays_different(
    groups: tuple[tuple[str, ...], ...], said: str
) -> None:
    assert say_groups(shorten_names(NamedGroups(groups))) == said

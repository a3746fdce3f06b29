"""Who is who, with the names of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.diff.chain_order import sign_chains
from coala.present.who_is_who import (
    MixedPart,
    NamedGroups,
    groups_to_json,
    name_groups,
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


@pytest.mark.parametrize(
    ("groups", "shorter"),
    [
        ("A1 B1 C1, D1", "A B C, D"),
        ("A1 B2, C-", "A B, C"),
        ("A1 A2 A3, A-", "1 2 3, A-"),
        ("A1 -1, B1", "A -1, B"),
        ("A1 B2, A2", "A1 B2, A2"),
        ("Z1 AA1", "Z AA"),
    ],
)
def test_names_are_shortened_only_where_each_stays_different(groups: str, shorter: str) -> None:
    assert shorten_names(read(groups)) == read(shorter)


def read(groups: str) -> NamedGroups:
    return NamedGroups(tuple(tuple(group.split()) for group in groups.split(",")))

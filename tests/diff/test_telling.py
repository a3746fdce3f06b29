"""Rows about facts, with their content and all their places, also outside of the bag."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.errors import ReviewError
from coala.model.bag import TRIGGER
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.review.blind.mirrored_bag import MirroredKeys, mirror_bag
from coala.review.storage.serialization import bag_from_json, bag_to_json, pack, pack_bag, unpack, unpack_bag
from coala.verdicts.changes import ChangeKeys
from tests.support.facts_by_hand import (
    ALL_CHAINS,
    ANN,
    LANDED,
    MET,
    ROME,
    bags_of,
    fact_rows,
    reading,
)
from tests.support.great_bags import GREAT

BEFORE = reading(("chris", "landedIn", "paris", "landed in Paris"), ("ann", "knows", "chris", "met Ann"))
AFTER = reading(("chris", "landedIn", "france", "landed in Paris, France"))


def test_an_event_is_told_by_its_trigger_and_roles() -> None:
    chains = {**ALL_CHAINS, "e": [LANDED, MET]}
    before = reading(said=[("e", "guest", "ann")], chains=chains, events=["e"])
    after = reading(said=[("e", "guest", "rome")], chains=chains, events=["e"])
    (row,) = fact_rows(before, after)
    assert row.fact is not None
    assert {(place.role, place.span) for place in row.fact.places} == {
        (TRIGGER, MET),
        ("guest", ANN),
        ("guest", ROME),
    }


def test_each_fact_is_a_change_of_its_own() -> None:
    before = reading(("chris", "landedIn", "paris", "landed"), ("chris", "met", "ann", "met"))
    after = reading(("chris", "landedIn", "france", "landed"), ("chris", "met", "rome", "met"))
    (bag,) = bags_of(before, after)
    changes = BagSentences(bag).changes
    keys = ChangeKeys(bag, changes)
    assert len({keys.find_keys(number) for number in range(len(changes))}) == len(changes) == 2


def test_the_key_of_a_row_is_that_of_the_same_fact_in_other_graphs() -> None:
    more = reading(
        ("chris", "landedIn", "paris", "landed in Paris"),
        ("ann", "knows", "chris", "met Ann"),
        ("chris", "age", '"40"', "He"),
    )
    bag, other = bags_of(BEFORE, AFTER)[0], bags_of(more, AFTER)[0]
    kinds = [row.kind for row in bag.divergences]
    assert row_keys(bag)[kinds.index(Kind.FACT_CHANGED)] in row_keys(other)


def test_a_bag_with_facts_comes_back_from_its_file_as_it_was() -> None:
    for bag in bags_of(BEFORE, AFTER):
        assert bag_from_json(unpack(pack(bag_to_json(bag)), "a bag"), "a bag") == bag


@pytest.mark.parametrize("part", [None, [], ["a", None, True, [], []], [["a", "b"], None, False, [], []]])
def test_a_fact_that_is_none_is_refused(part: object) -> None:
    stored = json.loads(json.dumps(bag_to_json(bags_of(BEFORE, AFTER)[0])))
    stored[-1][0][8] = part
    with pytest.raises(ReviewError, match="damaged"):
        bag_from_json(stored, "Bag 1")


def test_a_mirrored_bag_is_that_of_the_comparison_the_other_way_round() -> None:
    for bag, other in zip(bags_of(BEFORE, AFTER), bags_of(AFTER, BEFORE), strict=True):
        mirrored = BagSentences(mirror_bag(bag)).describe_all()
        assert mirrored.divergences == other.divergences
        keys = map(MirroredKeys(mirrored).to_mirrored_key, row_keys(bag))
        assert sorted(keys) == sorted(row_keys(other))
        assert BagSentences(mirror_bag(mirrored)).describe_all() == bag


def test_a_great_bag_with_facts_comes_back_too() -> None:
    (bag, *_) = bags_of(BEFORE, AFTER)
    others = tuple(Span("http://example.org/other", at, at + 1) for at in range(GREAT))
    great = replace(bag, spans=(*bag.spans, *others), words=(*bag.words, *["x"] * len(others)))
    assert unpack_bag(pack_bag(great), "a bag") == great

"""A mirrored bag, equal to the bag of the comparison in the other order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from coala.diff.row_keys import RowKeys, row_keys
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare, compare_graphs
from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.model.options import DEFAULTS
from coala.review.blind.mirrored_bag import MirroredKeys, mirror_bag, mirror_kinds
from coala.review.storage.serialization import pack_bag, unpack_bag
from tests.diff.test_links import DBPEDIA, WIKIDATA, link
from tests.support.corpora import compare_newswire
from tests.support.facts_by_hand import ALL_CHAINS, LANDED, reading
from tests.support.graphs_by_hand import A, B, C, D
from tests.support.great_bags import GREAT, a_wide_bag
from tests.support.paths import SAMPLES, SHARED, needs_shared

NEWS = SAMPLES / "newswire"


def bags_of(baseline: str, changed: str, gold: str | None = None) -> list[Bag]:
    return [bag for bag, _ in compare(baseline, changed, gold=gold).iterate_bags()]


def assert_mirrored(bags: list[Bag], exchanged: list[Bag]) -> None:
    found = {bag.spans: bag for bag in exchanged}
    for bag in bags:
        mirrored = BagSentences(mirror_bag(bag)).describe_all()
        assert mirrored == replace(found[bag.spans], fingerprint=bag.fingerprint)
        assert mirror_bag(bag).title == mirrored.title
        assert BagSentences(mirror_bag(mirrored)).describe_all() == bag
        assert mirrored.kinds == mirror_kinds(bag.kinds)


@pytest.mark.parametrize(
    ("folder", "names", "count"),
    [
        (NEWS, ("baseline", "changed", "gold"), 28),
        pytest.param(
            SHARED / "data" / "ecbplus", ("lemma-delta", "feature0"), 146, id="ECB+", marks=needs_shared
        ),
    ],
)
def test_mirrored_bags_equal_those_of_the_reverse_comparison(
    folder: Path, names: tuple[str, ...], count: int
) -> None:
    one, other, *gold = (str(folder / f"{name}.ttl") for name in names)
    bags = bags_of(one, other, *gold)

    assert len(bags) == count
    assert_mirrored(bags, bags_of(other, one, *gold))


def test_a_bag_without_a_row_keeps_its_title() -> None:
    for size in (100, GREAT):
        foreign = replace(a_wide_bag(0, size), title="as it was written", divergences=())
        assert mirror_bag(unpack_bag(pack_bag(foreign), "the bag")).title == "as it was written"


def test_a_great_bag_is_mirrored_without_telling_a_sentence_but_its_title(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Divergence] = []

    def describe(sentences: BagSentences, row: Divergence) -> str:
        told.append(row)
        return tell(sentences, row)

    tell = BagSentences.describe
    monkeypatch.setattr(BagSentences, "describe", describe)
    bag = unpack_bag(pack_bag(a_wide_bag(0, GREAT)), "the bag")
    mirrored = mirror_bag(bag)
    assert len(told) == 1
    assert {row.sentence for row in mirrored.divergences} == {""}


def test_mirrored_keys_are_made_only_up_to_the_judged_row(monkeypatch: pytest.MonkeyPatch) -> None:
    bag = a_wide_bag(0, GREAT)
    mirrored = mirror_bag(bag)
    first = BagSentences(mirrored).changes.rows_of(0)
    made: list[Divergence] = []

    def get_keys(keys: RowKeys, rows: Sequence[Divergence]) -> tuple[str, ...]:
        made.extend(rows)
        return make(keys, rows)

    (key,) = row_keys(replace(mirrored, divergences=tuple(first)))
    make = RowKeys.get_keys
    monkeypatch.setattr(RowKeys, "get_keys", get_keys)
    keys = MirroredKeys(mirrored)
    assert keys.to_mirrored_key(keys.to_bag_key(key)) == key
    assert len(made) == 2


def test_the_keys_of_rows_are_those_of_the_mirrored_rows() -> None:
    for bag, _ in compare_newswire().iterate_bags():
        mirrored = mirror_bag(bag)
        keys, back = MirroredKeys(mirrored), MirroredKeys(bag)
        found = list(map(keys.to_mirrored_key, row_keys(bag)))
        assert sorted(found) == sorted(row_keys(mirrored))
        assert list(map(MirroredKeys(mirrored).to_bag_key, found)) == list(row_keys(bag))
        assert list(map(back.to_bag_key, row_keys(bag))) == found
        assert keys.to_bag_key("0" * 16) == keys.to_mirrored_key("0" * 16) == "0" * 16


def test_event_whose_argument_has_another_role_is_mirrored() -> None:
    first, second = (
        reading(
            said=[("e", "actor", "chris"), ("e", role, "paris")],
            chains={**ALL_CHAINS, "e": [LANDED]},
            events=["e"],
        )
        for role in ("to", "place")
    )
    bags, exchanged = (
        [bag for bag, _ in compare_graphs(*pair).iterate_bags()]
        for pair in ((first, second), (second, first))
    )
    arguments = [
        [
            (argument.former.label if argument.former else None, argument.role.label)
            for bag in found
            for row in bag.divergences
            if row.fact is not None
            for argument in row.fact.arguments
            if argument.differs
        ]
        for found in (bags, exchanged, map(mirror_bag, bags))
    ]
    assert arguments == [[("to", "place")], [("place", "to")], [("place", "to")]]
    assert_mirrored(bags, exchanged)


def test_links_of_mentions_that_went_to_other_entries_are_mirrored() -> None:
    first = link({"x": [A, C, D], "y": [B]}, {"x": [f"{WIKIDATA}Q90"], "y": [f"{WIKIDATA}Q7"]})
    second = link(
        {"x": [A], "y": [B, C], "z": [D]},
        {"x": [f"{WIKIDATA}Q90"], "y": [f"{WIKIDATA}Q8"], "z": [f"{WIKIDATA}Q9"]},
    )
    options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=frozenset({Kind.LINK})))
    bags, exchanged = (
        [bag for bag, _ in compare_graphs(*pair, options=options).iterate_bags()]
        for pair in ((first, second), (second, first))
    )
    assert sorted(len(row.spans) for row in bags[0].divergences) == [1, 1, 1]
    assert_mirrored(bags, exchanged)


def test_links_of_several_bases_are_mirrored_in_the_same_order() -> None:
    first = link({"x": [A, C], "y": [B]}, {"x": [f"{WIKIDATA}Q90"], "y": [f"{DBPEDIA}Paris"]})
    second = link({"x": [A], "y": [B, C]}, {"x": [f"{WIKIDATA}Q1", f"{DBPEDIA}Rome"], "y": []})
    bags, exchanged = (
        [bag for bag, _ in compare_graphs(*pair).iterate_bags()]
        for pair in ((first, second), (second, first))
    )
    assert [row.kind for row in bags[0].divergences] == [Kind.MOVED, *[Kind.LINK] * 3]
    assert_mirrored(bags, exchanged)
    keys = MirroredKeys(mirror_bag(bags[0]))
    for key, mirrored in zip(row_keys(bags[0]), row_keys(mirror_bag(bags[0])), strict=True):
        assert (keys.to_mirrored_key(key), keys.to_bag_key(mirrored)) == (mirrored, key)

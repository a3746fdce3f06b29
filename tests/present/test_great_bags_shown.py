"""Bags of a thousand mentions on the screen."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, Bag, Divergence, Instance
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS
from coala.present.chains import PreparedBags
from coala.present.displayed_bag import display_bag
from coala.review.storage.serialization import pack_bag, unpack_bag
from tests.support.great_bags import GREAT, a_random_bag, a_wide_bag


def shuffled(bag: Bag) -> Bag:
    """Return a bag whose last document differs, so that it comes first on the screen."""
    return replace(bag, divergences=bag.divergences[-2:])


def stored(bag: Bag) -> Bag:
    return unpack_bag(pack_bag(bag), "the bag")


@pytest.mark.parametrize("bag", [a_wide_bag(0, GREAT), shuffled(a_wide_bag(1, GREAT + 77))])
def test_each_mention_of_a_great_bag_has_a_place_of_its_own_on_the_screen(bag: Bag) -> None:
    displayed = display_bag(bag)
    assert sorted(map(displayed.position_of, range(len(bag.spans)))) == list(range(len(bag.spans)))


@pytest.mark.parametrize("seed", range(120))
def test_any_bag_comes_back_from_its_file_as_it_was(seed: int) -> None:
    bag = a_random_bag(seed)
    assert stored(bag) == bag


def test_the_last_three_prepared_bags_are_kept() -> None:
    prepared = PreparedBags()
    bags = [stored(a_wide_bag(number, GREAT)) for number in range(4)]
    found = [prepared.prepare(bag, GRAPHS.names) for bag in bags[:3]]
    assert all(prepared.prepare(bag, GRAPHS.names) is found[number] for number, bag in enumerate(bags[:3]))
    prepared.prepare_ahead(bags[3], GRAPHS.names)
    assert prepared.prepare(bags[2], GRAPHS.names) is found[2]
    assert prepared.prepare(bags[0], GRAPHS.names) is not found[0]
    small = a_wide_bag(0, 30)
    assert prepared.prepare(small, GRAPHS.names) is prepared.prepare(small, GRAPHS.names)
    first = weakref.ref(prepared.prepare(bags[0], GRAPHS.names).displayed)
    found.clear()
    for bag in bags[1:]:
        prepared.prepare(bag, GRAPHS.names)
    assert first() is None


def test_showing_a_bag_that_was_prepared_ahead_ranks_and_follows_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared, bag = PreparedBags(), stored(a_wide_bag(0, GREAT))
    prepared.prepare_ahead(bag, GRAPHS.names)
    for worker in ("present.chains.follow_mentions", "diff.sentences.group_rows"):
        monkeypatch.delattr(f"coala.{worker}")
    found = prepared.prepare(bag, GRAPHS.names)
    assert len(found.sentences.changes) == GREAT / 10
    assert found.chains.count(BASELINE) == GREAT // 10


class WatchedWords(tuple[str | None, ...]):
    """Words that record which of them are read."""

    __slots__ = ()
    read: ClassVar[list[int]] = []

    def __getitem__(self, place: Any) -> Any:
        self.read.append(place)
        return super().__getitem__(place)


def test_change_of_thousands_of_mentions_is_described_by_a_few() -> None:
    wide = a_wide_bag(0, GREAT)
    every = tuple(range(GREAT))
    bag = replace(
        wide,
        words=WatchedWords(wide.words),
        baseline=(wide.baseline[0]._replace(spans=every),),
        changed=(wide.changed[0]._replace(spans=every[2::2]), Instance("Ann", "z", (0, *every[1::2]))),
        partners=((0, 0),),
        divergences=tuple(Divergence(Kind.SPLIT, 0, 1, (span,), "split") for span in every[1::2]),
    )
    sentences = BagSentences(bag)
    assert len(sentences.changes[0].spans) == GREAT // 2
    assert sentences.describe(sentences.changes[0]).endswith(" left Bob Smith and are in a new chain, Ann")
    assert 0 < len(WatchedWords.read) < 20

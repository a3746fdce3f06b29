"""A bag with its sides exchanged is the bag of the comparison the other way round."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare
from coala.model.bag import Bag
from coala.review.blind.mirrored_bag import mirror_bag, mirror_keys, mirror_kinds
from tests.support.paths import SAMPLES, SHARED, needs_shared

NEWS = SAMPLES / "newswire"


def bags_of(baseline: str, changed: str, gold: str | None = None) -> list[Bag]:
    return [bag for bag, _ in compare(baseline, changed, gold=gold).interesting()]


def assert_mirrored(bags: list[Bag], exchanged: list[Bag]) -> None:
    found = {bag.spans: bag for bag in exchanged}
    for bag in bags:
        mirrored = mirror_bag(bag)
        assert mirrored == replace(found[bag.spans], fingerprint=bag.fingerprint)
        assert mirror_bag(mirrored) == bag
        assert mirrored.kinds == mirror_kinds(bag.kinds)


def test_news_are_told_as_if_they_had_been_compared_the_other_way_round() -> None:
    one, other, gold = (str(NEWS / f"{name}.ttl") for name in ("baseline", "changed", "gold"))
    bags = bags_of(one, other, gold)

    assert len(bags) == 28
    assert_mirrored(bags, bags_of(other, one, gold))


@needs_shared
def test_so_are_all_bags_of_a_real_comparison() -> None:
    one, other = (str(SHARED / "data" / "ecbplus" / f"{name}.ttl") for name in ("lemma-delta", "feature0"))
    bags = bags_of(one, other)

    assert len(bags) == 146
    assert_mirrored(bags, bags_of(other, one))


def test_the_keys_of_rows_are_those_of_the_mirrored_rows() -> None:
    one, other = (str(NEWS / f"{name}.ttl") for name in ("baseline", "changed"))
    for bag in bags_of(one, other):
        keys = mirror_keys(bag)
        assert list(keys) == list(row_keys(bag))
        assert sorted(keys.values()) == sorted(row_keys(mirror_bag(bag)))
        assert mirror_keys(mirror_bag(bag)) == {mirrored: key for key, mirrored in keys.items()}

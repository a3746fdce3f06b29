"""Samples by kind and size, repeatable by seed, and their estimates for all bags."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.sampling import (
    DrawnSample,
    SampledBag,
    allocate,
    draw_sample,
    estimate_all,
    sample_from_json,
    sample_to_json,
)
from tests.support.simulated_reviews import GOOD_BY_KIND, cover_sample

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE


def bags(merged: int = 60, split: int = 30, moved: int = 10) -> list[SampledBag]:
    """Return bags of three kinds, small and large ones in turn."""
    kinds = [Kind.MERGED] * merged + [Kind.SPLIT] * split + [Kind.MOVED] * moved
    return [
        SampledBag(f"{number:064x}", (kind,), 2 if number % 2 else 20) for number, kind in enumerate(kinds)
    ]


def test_places_go_by_the_largest_remainder_and_each_part_has_one() -> None:
    assert allocate([60, 30, 10], 10) == [6, 3, 1]
    assert allocate([50, 30, 20], 4) == [2, 1, 1]
    assert allocate([97, 1, 1, 1], 10) == [7, 1, 1, 1]
    assert allocate([2, 2], 4) == [2, 2]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=9), st.data())
def test_every_place_is_given_and_nobody_gets_more_than_there_is(
    sizes: list[int], data: st.DataObject
) -> None:
    total = data.draw(st.integers(len(sizes), sum(sizes)))
    given_ = allocate(sizes, total)
    assert sum(given_) == total
    assert all(1 <= count <= size for count, size in zip(given_, sizes, strict=True))
    assert all(
        abs(count - total * size / sum(sizes)) < len(sizes) + 1
        for count, size in zip(given_, sizes, strict=True)
    )


def test_a_sample_has_of_each_kind_and_size_its_share() -> None:
    all_ = bags()
    sample = draw_sample(all_, 20, seed=1)
    assert len(sample.drawn) == len(set(sample.drawn)) == 20
    told = [(all_[number].kinds[0], all_[number].spans) for number in sample.drawn]
    kinds = (Kind.MERGED, Kind.SPLIT, Kind.MOVED)
    assert [told.count((kind, size)) for kind in kinds for size in (2, 20)] == [6, 6, 3, 3, 1, 1]
    assert sample.strata == (
        *("moved small", "moved great"),
        *("split small", "split great"),
        *("merged small", "merged great"),
    )


def test_the_sample_is_the_same_in_whatever_order_the_bags_come_and_another_with_another_seed() -> None:
    all_ = bags()
    mixed = random.Random(5).sample(all_, len(all_))
    drawn = [all_[number].fingerprint for number in draw_sample(all_, 15, seed=7).drawn]
    assert drawn == [mixed[number].fingerprint for number in draw_sample(mixed, 15, seed=7).drawn]
    assert drawn != [all_[number].fingerprint for number in draw_sample(all_, 15, seed=8).drawn]


def test_small_parts_are_joined_so_that_two_bags_can_be_drawn_of_each() -> None:
    sample = draw_sample(bags(), 6, seed=1)
    assert len(sample.strata) <= 3
    assert len(draw_sample(bags(), 1, seed=1).strata) == 1


def test_more_than_all_is_all_and_none_is_refused() -> None:
    assert len(draw_sample(bags(), 1_000, seed=1).drawn) == 100
    with pytest.raises(ReviewError, match="at least one bag"):
        draw_sample(bags(), 0, seed=1)


def judged(sample: DrawnSample, verdict: Verdict, all_: int = 100) -> list[Verdict | None]:
    """Return one verdict on every bag of the sample."""
    return [verdict if number in sample.drawn else None for number in range(all_)]


def test_nothing_judged_is_no_estimate() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    found = estimate_all(sample, [None] * 100)
    assert (found.mean, found.net, found.sign, found.left) == (None, None, None, 100)


def test_equal_verdicts_on_a_sample_decide_the_sign_by_the_interval_only() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    found = estimate_all(sample, judged(sample, BETTER))
    assert found.mean is not None
    assert found.net is not None
    assert found.mean.value == 1
    assert 0 < found.mean.low < 1
    assert found.net.value == 100
    assert (found.sign, found.certain) == (BETTER, False)


def test_the_sign_is_certain_when_what_is_left_cannot_change_it() -> None:
    sample = draw_sample(bags(), 60, seed=1)
    found = estimate_all(sample, judged(sample, WORSE))
    assert (found.sign, found.certain, found.left) == (WORSE, True, 40)


def test_verdicts_outside_of_the_sample_count_once_all_are_judged() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    verdicts = [BETTER if number in sample.drawn else WORSE for number in range(100)]
    partly: list[Verdict | None] = [*verdicts]
    waiting = next(number for number in range(100) if number not in sample.drawn)
    partly[waiting] = None
    some, all_ = estimate_all(sample, partly), estimate_all(sample, verdicts)
    assert some.mean is not None
    assert (some.mean.value, some.outside) == (Fraction(1), 79)
    assert all_.mean is not None
    assert all_.mean == (Fraction(-60, 100), -0.6, -0.6)
    assert all_.net is not None
    assert all_.net.value == -60


def test_unsure_verdicts_are_left_out_of_the_mean() -> None:
    sample = draw_sample(bags(), 100, seed=1)
    found = estimate_all(
        sample, [UNSURE if number < 50 else SAME if number < 60 else BETTER for number in range(100)]
    )
    assert found.mean is not None
    assert found.net is not None
    assert (found.judged, found.unsure) == (50, 50)
    assert (found.mean.value, found.net.value) == (Fraction(40, 50), Fraction(40))


def test_a_sample_comes_back_from_json_and_is_none_of_other_bags() -> None:
    names = [bag.fingerprint for bag in bags()]
    sample = draw_sample(bags(), 20, seed=1)
    stored = json.loads(json.dumps(sample_to_json(sample, names)))
    assert sample_from_json(stored, names) == sample
    assert sample_from_json(stored, names[1:]) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"drawn": [100]},
        {"drawn": [-1]},
        {"drawn": [1, 1]},
        {"drawn": [True]},
        {"drawn": 7},
        {"drawn": [[1]]},
        {"stratum_of": [0]},
        {"stratum_of": [99] * 100},
        {"strata": [1]},
        {"seed": "x"},
    ],
)
def test_invalid_sample_is_refused(wrong: dict[str, object]) -> None:
    names = [bag.fingerprint for bag in bags()]
    stored = sample_to_json(draw_sample(bags(), 20, seed=1), names) | wrong
    with pytest.raises((KeyError, TypeError, ValueError)):
        sample_from_json(stored, names)


@pytest.mark.parametrize("size", [15, 60])
def test_the_intervals_of_a_sample_cover_where_kinds_differ(size: int) -> None:
    covered = cover_sample(150, size, GOOD_BY_KIND, 100, np.random.default_rng(2))
    assert covered.share("mean") >= 0.88
    assert covered.share("made") >= 0.86

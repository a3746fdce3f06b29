"""The random order of bags, repeatable by seed, and estimates for all bags from its first ones."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.sampling import (
    DrawnSample,
    JudgedComparison,
    SampledItem,
    SampleEstimate,
    draw_sample,
    estimate_all,
    estimate_together,
)
from tests.support.simulated_reviews import GOOD_BY_KIND, SHAPES, cover_sample, cover_sample_by_change

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE


def bags(merged: int = 60, split: int = 30, moved: int = 10, links: int = 1) -> list[SampledItem]:
    """Return bags of three kinds, with equal numbers of links."""
    kinds = [Kind.MERGED] * merged + [Kind.SPLIT] * split + [Kind.MOVED] * moved
    return [SampledItem(f"{number:064x}", (kind,), links) for number, kind in enumerate(kinds)]


def test_bags_of_equal_weight_are_drawn_of_each_kind_in_proportion() -> None:
    all_ = bags()
    sample = draw_sample(all_, 20, seed=1)
    assert len(sample.drawn) == len(set(sample.drawn)) == 20
    kinds = [all_[number].kinds[0] for number in sample.drawn]
    assert [kinds.count(kind) for kind in (Kind.MERGED, Kind.SPLIT, Kind.MOVED)] == [12, 6, 2]
    assert sample.strata == ("moved, 1 link", "split, 1 link", "merged, 1 link")


def test_few_bags_with_most_of_the_links_come_first_and_completely() -> None:
    great = [SampledItem(f"great {number}", (Kind.MERGED,), 1_000) for number in range(3)]
    sample = draw_sample([*bags(), *great], 12, seed=1)
    assert {100, 101, 102} <= set(sample.drawn)
    assert sample.order[0] >= 100


def test_each_bag_of_a_stratum_is_drawn_as_often_as_any_other() -> None:
    all_ = [*bags(6, 4, 0), *(SampledItem(f"{number:064x}", (Kind.MERGED,), 9) for number in range(10, 15))]
    seeds, size = 3_000, 6
    samples = [draw_sample(all_, size, seed) for seed in range(seeds)]
    counts = samples[0].count_strata(samples[0].drawn)
    # How many are drawn of each stratum depends on no chance; which ones depends on nothing else.
    assert all(sample.count_strata(sample.drawn) == counts for sample in samples)
    drawn = Counter(number for sample in samples for number in sample.drawn)
    for number, stratum in enumerate(samples[0].stratum_of):
        expected = counts[stratum] / samples[0].sizes[stratum]
        assert drawn[number] / seeds == pytest.approx(expected, abs=4 * math.sqrt(0.25 / seeds))


def test_light_parts_are_joined_with_those_of_the_same_size_first() -> None:
    light = [SampledItem("light", (Kind.SPLIT,), 3)]
    heavier = [SampledItem(f"{number} heavier", (Kind.MERGED,), 4) for number in range(20)]
    sample = draw_sample([*bags(), *light, *heavier], 10, seed=1)
    assert sample.strata[-1].count("2 to 4") == 2
    assert sample.sizes[-1] == 21
    assert len(draw_sample(bags(2, 1, 0), 1, seed=1).strata) == 1


def test_bags_without_links_are_drawn_by_number() -> None:
    sample = draw_sample(bags(links=0), 20, seed=1)
    assert sample.strata == ("moved, no links", "split, no links", "merged, no links")
    assert sample.count_strata(sample.drawn) == (2, 6, 12)


def judged(sample: DrawnSample, verdict: Verdict, all_: int = 100) -> list[Verdict | None]:
    """Return one verdict on every bag of the sample."""
    return [verdict if number in sample.drawn else None for number in range(all_)]


def test_equal_verdicts_on_a_sample_are_no_certainty() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    found = estimate_all(sample, judged(sample, BETTER))
    assert found.mean is not None
    assert found.net is not None
    assert found.mean.value == found.mean.high == 1
    assert 0 < found.mean.low < 1
    assert found.net.value == 100
    assert found.net.low == pytest.approx(100 * found.mean.low)


def test_open_bags_of_a_sample_when_others_are_left_widen_the_interval_to_both_sides() -> None:
    sample = draw_sample(bags(60, 0, 0), 20, seed=1)
    is_open = set(sample.drawn[::2])

    def estimate(in_place: Verdict | None) -> SampleEstimate:
        verdicts: list[Verdict | None] = [None] * 60
        for number in sample.drawn:
            verdicts[number] = in_place if number in is_open else BETTER
        return estimate_all(sample, verdicts, passed=is_open)

    worst, best, unsure, disputed = map(estimate, (WORSE, BETTER, UNSURE, None))
    assert unsure.mean == disputed.mean
    assert unsure.mean is not None
    assert worst.mean is not None
    assert best.mean is not None
    assert unsure.mean.value == 1
    assert (unsure.mean.low, unsure.mean.high) == (worst.mean.low, best.mean.high)
    assert unsure.mean.low < 0 < best.mean.low


@pytest.mark.parametrize(
    ("size", "shape", "unsure"),
    [
        (15, "ECB+", 0),
        (60, "one in ten is great", 0),
        (15, "one in ten is great", 0.2),
        (60, "ECB+", 0.2),
    ],
)
def test_the_intervals_of_a_sample_cover_where_kinds_and_sizes_differ(
    size: int, shape: str, unsure: float
) -> None:
    covered = cover_sample(150, size, GOOD_BY_KIND, 100, np.random.default_rng(2), SHAPES[shape], unsure)
    assert covered.share("mean") >= 0.88
    assert covered.share("made") >= 0.86


def test_several_comparisons_have_the_mean_of_all_their_bags_on_average() -> None:
    # One comparison is judged completely, one by a sample; judged bags alone would give a mean of 0.5.
    all_ = bags()
    verdicts = [BETTER if number % 3 else WORSE for number in range(len(all_))]
    small = JudgedComparison(None, [BETTER] * 30, range(30))
    truth = (30 + verdicts.count(BETTER) - verdicts.count(WORSE)) / 130
    found = []
    for seed in range(400):
        drawn = draw_sample(all_, 15, seed)
        estimate = estimate_together([small, JudgedComparison(drawn, verdicts, drawn.drawn)])
        assert estimate is not None
        found.append(estimate)
    assert abs(sum(estimate.value for estimate in found) / len(found) - truth) < 0.03
    assert sum(estimate.low <= truth <= estimate.high for estimate in found) >= 360


@pytest.mark.parametrize("answers", [1, 2, 3, 4])
@pytest.mark.parametrize("bag_of_item", [[0, 0, 0, 1, 2, 3], [0, 0, 0, 1, 1, 2]])
def test_one_answer_to_all_changes_of_a_bag_biases_nothing(bag_of_item: Sequence[int], answers: int) -> None:
    """Take every order of six items. A reviewer answers some, each with all others of its bag."""
    verdicts = [BETTER, BETTER, WORSE, WORSE, SAME, BETTER]
    values = {BETTER: 1, WORSE: -1, SAME: 0}
    found = []
    for order in itertools.permutations(range(6)):
        given: list[Verdict | None] = [None] * 6
        for _ in range(answers):
            answered = next((bag_of_item[item] for item in order if given[item] is None), None)
            for item, bag in enumerate(bag_of_item):
                if bag == answered:
                    given[item] = verdicts[item]
        estimate = estimate_all(DrawnSample(1, 6, order, ("all",), (0,) * 6), given)
        assert estimate.net is not None
        found.append(estimate.net.value)
    assert sum(found) / len(found) == sum(values[verdict] for verdict in verdicts)


@pytest.mark.parametrize(("bags", "changes"), [(60, (63,)), (0, (63,))])
def test_the_intervals_of_a_sample_by_change_cover_though_changes_of_one_bag_are_alike(
    bags: int, changes: Sequence[int]
) -> None:
    covered = cover_sample_by_change(bags, changes, 15, 100, np.random.default_rng(2))
    # Changes of great bags are in no mean.
    assert (covered.of["mean"] > 0) == (bags > 0)
    assert not bags or covered.share("mean") >= 0.88
    assert covered.share("made") >= 0.86


def test_order_of_bags_is_the_one_that_existing_reviews_have() -> None:
    """Compare with an order that was drawn before changes of great bags were items."""
    order = draw_sample(bags(20, 0, 0), 5, seed=1).order
    assert order == (8, 13, 19, 4, 16, 17, 6, 10, 12, 0, 2, 18, 3, 14, 9, 1, 5, 7, 11, 15)

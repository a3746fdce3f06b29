"""The random order of bags, repeatable by seed, and estimates for all bags from its first ones."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.groups import Groups
from coala.verdicts.sampling import (
    DrawnItem,
    DrawnSample,
    DrawnUnit,
    JudgedComparison,
    SampledItem,
    SampleEstimate,
    draw_sample,
    estimate_all,
    estimate_together,
    sample_from_json,
    sample_to_json,
)
from coala.verdicts.state import State
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


def test_every_first_part_of_the_order_is_a_sample_of_that_size() -> None:
    whole = draw_sample(bags(), 100, seed=4)
    assert sorted(whole.order) == list(range(100))
    for size in range(1, 100):
        assert draw_sample(bags(), size, seed=4).drawn == whole.order[:size]


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


def test_the_sample_is_the_same_in_whatever_order_the_bags_come_and_another_with_another_seed() -> None:
    all_ = bags()
    mixed = random.Random(5).sample(all_, len(all_))
    drawn = [all_[number].fingerprint for number in draw_sample(all_, 15, seed=7).drawn]
    assert drawn == [mixed[number].fingerprint for number in draw_sample(mixed, 15, seed=7).drawn]
    assert drawn != [all_[number].fingerprint for number in draw_sample(all_, 15, seed=8).drawn]


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


def test_sample_of_more_than_all_bags_has_all() -> None:
    assert len(draw_sample(bags(), 1_000, seed=1).drawn) == 100
    assert draw_sample([], 5, seed=1).order == ()


def judged(sample: DrawnSample, verdict: Verdict, all_: int = 100) -> list[Verdict | None]:
    """Return one verdict on every bag of the sample."""
    return [verdict if number in sample.drawn else None for number in range(all_)]


def test_nothing_judged_is_no_estimate() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    found = estimate_all(sample, [None] * 100)
    assert (found.mean, found.net, found.judged, found.open) == (None, None, 0, 0)


def test_equal_verdicts_on_a_sample_are_no_certainty() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    found = estimate_all(sample, judged(sample, BETTER))
    assert found.mean is not None
    assert found.net is not None
    assert found.mean.value == found.mean.high == 1
    assert 0 < found.mean.low < 1
    assert found.net.value == 100
    assert found.net.low == pytest.approx(100 * found.mean.low)


def test_verdicts_count_up_to_the_first_bag_without_an_answer() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    verdicts: list[Verdict | None] = [WORSE] * 100
    for number in sample.drawn:
        verdicts[number] = BETTER
    skipped = sample.order[12]
    some = estimate_all(sample, [None if number == skipped else each for number, each in enumerate(verdicts)])
    assert some.items == sample.order[:12]
    assert (some.judged, some.outside) == (12, 87)
    assert some.mean is not None
    assert some.mean.value == 1
    passed = estimate_all(
        sample,
        [None if number == skipped else each for number, each in enumerate(verdicts)],
        passed={skipped},
    )
    assert (len(passed.items), passed.judged, passed.outside) == (100, 99, 0)
    all_ = estimate_all(sample, verdicts)
    assert all_.mean == (Fraction(-60, 100), -0.6, -0.6)
    assert all_.net is not None
    assert all_.net.value == -60


def test_bags_judged_beyond_the_size_count_as_well() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    verdicts = [BETTER if number in sample.order[:30] else None for number in range(100)]
    assert estimate_all(sample, verdicts).judged == 30


def test_open_bags_when_all_are_answered_count_as_worse_at_one_limit_and_better_at_the_other() -> None:
    sample = draw_sample(bags(), 100, seed=1)
    verdicts: list[Verdict | None] = [UNSURE] * 15 + [None] * 5 + [SAME] * 10 + [WORSE] * 20 + [BETTER] * 50
    found = estimate_all(sample, verdicts, passed=range(15, 20))
    assert found.mean is not None
    assert found.net is not None
    assert (found.judged, found.open, len(found.items)) == (80, 20, 100)
    # The limits are sure: nothing is left to estimate.
    assert (found.mean.low, found.mean.high) == pytest.approx(((30 - 20) / 100, (30 + 20) / 100))
    assert (found.net.low, found.net.high) == pytest.approx((10, 50))


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


def test_one_better_and_thirty_unsure_of_a_sample_say_nothing_of_the_mean() -> None:
    sample = draw_sample(bags(200, 0, 0), 31, seed=1)
    verdicts = judged(sample, UNSURE, 200)
    verdicts[sample.drawn[0]] = BETTER
    found = estimate_all(sample, verdicts)
    assert found.mean is not None
    assert (found.judged, found.open) == (1, 30)
    assert found.mean.low < -0.8
    assert found.mean.high == 1


def test_a_sample_comes_back_from_json_and_is_none_of_other_bags() -> None:
    names = [bag.fingerprint for bag in bags()]
    sample = draw_sample(bags(), 20, seed=1)
    stored = json.loads(json.dumps(sample_to_json(sample, names)))
    assert sample_from_json(stored, names) == sample
    assert sample_from_json(stored, names[1:]) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": [*range(99), 100]},
        {"order": [-1, *range(1, 100)]},
        {"order": [1, *range(1, 100)]},
        {"order": [*range(99)]},
        {"order": [False, *range(1, 100)]},
        {"order": 7},
        {"order": [[1], *range(1, 100)]},
        {"size": 101},
        {"size": -1},
        {"size": True},
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


def test_comparisons_judged_completely_have_an_exact_mean() -> None:
    one = JudgedComparison(None, [BETTER, WORSE, SAME], range(3))
    other = JudgedComparison(None, [BETTER], range(1))
    assert estimate_together([one, other]) == (Fraction(1, 4), 0.25, 0.25)


def test_comparison_without_a_verdict_leaves_no_estimate_for_all() -> None:
    one = JudgedComparison(None, [BETTER, WORSE, SAME], range(3))
    assert estimate_together([one, JudgedComparison(None, [None, UNSURE], [1])]) is None


def test_comparison_judged_in_part_without_a_sample_leaves_no_estimate_for_all() -> None:
    one = JudgedComparison(None, [BETTER] * 3, range(3))
    other = JudgedComparison(None, [*[BETTER] * 199, None], range(199))
    assert (one.speaks_for_all, other.speaks_for_all) == (True, False)
    assert estimate_together([one, other]) is None


def test_comparisons_with_open_bags_have_limits_with_these_at_worst_and_at_best() -> None:
    one = JudgedComparison(None, [BETTER, WORSE, UNSURE], range(3))
    other = JudgedComparison(None, [BETTER, BETTER, None], range(3))  # the last one is in dispute
    found = estimate_together([one, other])
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0, 4 / 6))


ITEMS = (
    DrawnItem(1, DrawnUnit.MADE, ("a1",)),
    DrawnItem(1, DrawnUnit.LOST, ("a2",)),
    DrawnItem(1, DrawnUnit.CHANGE, ("b", "c")),
)
"""The items of the second of three bags: two links, and an own change of two rows."""


def divided(size: int = 5) -> DrawnSample:
    items = [SampledItem(f"item {number}", (Kind.MERGED,), 1) for number in range(5)]
    return draw_sample(items, size, 1, {1: ITEMS})


def test_items_of_a_divided_bag_are_in_its_place() -> None:
    sample = divided()
    assert sample.items == (
        DrawnItem(0),
        *ITEMS,
        DrawnItem(2),
    )
    first_places = {
        bag: min(map(sample.order.index, items)) for bag, items in ((0, [0]), (1, [1, 2, 3]), (2, [4]))
    }
    assert sample.bags == tuple(sorted(first_places, key=first_places.__getitem__))


def test_verdict_on_a_divided_bag_holds_for_changes_but_not_for_links() -> None:
    sample = divided()

    def list_verdicts(
        on_bags: Sequence[Verdict | None], *rows: tuple[str, Verdict]
    ) -> Sequence[Verdict | None]:
        return sample.list_verdicts(on_bags, lambda _: State(rows=rows))

    assert list_verdicts([WORSE, SAME, None], ("a2", BETTER)) == [WORSE, None, BETTER, SAME, None]
    assert list_verdicts([None] * 3, ("a1", WORSE), ("row", BETTER)) == [None, WORSE, None, None, None]
    # Rows of one change with two verdicts: it was two changes in an earlier comparison.
    assert list_verdicts([None] * 3, ("b", BETTER), ("c", WORSE)) == [None, None, None, SAME, None]


def test_who_is_who_answers_the_links_of_a_divided_bag_and_no_change() -> None:
    state = State(WORSE, groups=Groups.sort([[0]]), rows=(("a1", BETTER),))
    verdicts = divided().list_verdicts([None, WORSE, None], lambda _: state)
    assert verdicts == [None, UNSURE, UNSURE, None, None]


def test_mean_of_a_divided_sample_is_that_of_whole_bags() -> None:
    sample = divided()
    found = estimate_all(sample, [BETTER, WORSE, WORSE, WORSE, SAME])
    assert (found.judged, found.open, found.changes) == (2, 0, 3)
    assert found.mean == (Fraction(1, 2), 0.5, 0.5)
    assert found.net is not None
    assert found.net.value == 1
    # Changes without an answer end the part of the sample that counts.
    first_change = next(place for place, item in enumerate(sample.order) if sample.items[item].keys)
    found = estimate_all(sample, [BETTER, None, None, None, SAME])
    assert found.items == sample.order[:first_change]


def test_divided_sample_comes_back_from_json() -> None:
    names = ["x", "y", "z"]
    stored = json.loads(json.dumps(sample_to_json(divided(), names)))
    assert sample_from_json(stored, names) == divided()


def test_sample_without_great_bags_is_stored_as_before() -> None:
    sample = draw_sample(bags(), 20, seed=1)
    assert set(sample_to_json(sample, [])) == {"seed", "of", "size", "order", "strata", "stratum_of"}
    assert sample.bags is sample.order
    verdicts = [None, BETTER]
    assert sample.list_verdicts(verdicts, lambda _: State()) is verdicts


@pytest.mark.parametrize(
    "changes",
    [
        *(7, [7], [[1]], [[3, "made", "a"]], [[-1, "made", "a"]], [[True, "made", "a"]], [[1, "made", 2]]),
        *([[1, "made"]], [[1, "bag", "a"]], [[1, "other", "a"]], [[1, "lost", "a"]]),
        [[1, "made", "a"], [0, "change", "b"]],
    ],
)
def test_sample_with_invalid_items_is_refused(changes: object) -> None:
    stored = sample_to_json(divided(), ["x", "y", "z"]) | {"divided": changes}
    with pytest.raises((TypeError, ValueError)):
        sample_from_json(stored, ["x", "y", "z"])


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

"""Intervals from resampled bags."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores import bootstrap as module
from coala.scores.bag_shares import close_bags
from coala.scores.bootstrap import Paired, bootstrap, bootstrap_pairs, bootstrap_together
from coala.scores.findings import Resampling, resampling_from_json
from coala.scores.metric import ClusterPair, compute_ratio_rates
from coala.scores.metrics.registry import METRICS
from tests.support.examples import limit_examples
from tests.support.partitions import graph_of, spans_in_bags


def recalls(
    numerators: list[int], others: list[int], denominators: list[int], samples: int = 200, seed: int = 1
) -> Resampling:
    """Return the bootstrap of one metric whose recall and precision are equal in each system."""
    below = np.array(denominators, np.float64)
    first, second = (np.array(above, np.float64) for above in (numerators, others))
    metric = Paired([first, below, first, below], [second, below, second, below], compute_ratio_rates)
    return bootstrap([("metric", metric)], samples=samples, seed=seed)


sums_of_bags = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(3, 5)), min_size=1, max_size=8
)


@given(sums_of_bags)
def test_systems_that_do_not_differ_have_an_interval_of_no_width_at_zero(
    bags: list[tuple[int, int, int]],
) -> None:
    numerators, _, denominators = (list(column) for column in zip(*bags, strict=True))

    found = recalls(numerators, numerators, denominators).metrics["metric"].recall

    assert (found.estimate, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


@given(sums_of_bags)
def test_exchanging_the_systems_mirrors_the_interval(bags: list[tuple[int, int, int]]) -> None:
    before, after, below = (list(column) for column in zip(*bags, strict=True))

    there = recalls(before, after, below).metrics["metric"]
    back = recalls(after, before, below).metrics["metric"]

    for one, other in ((there.recall, back.recall), (there.f1, back.f1)):
        if one.estimate is None or other.estimate is None:
            assert other.estimate is one.estimate is None
        else:
            assert other.estimate == -one.estimate
        assert (other.low, other.high) == (
            None if one.high is None else -one.high,
            None if one.low is None else -one.low,
        )
        assert (other.p, other.samples) == (one.p, one.samples)
    assert there.baseline_f1 == back.changed_f1


@given(spans_in_bags(graphs=3))
@limit_examples(30)
def test_every_estimate_is_the_difference_of_the_exact_scores(mentions: list[tuple[int, ...]]) -> None:
    bag = np.array([row[0] for row in mentions], np.int64)
    baseline, changed = graph_of(mentions, 1), graph_of(mentions, 2)
    gold = graph_of([(row[0] // 2, *row[1:]) for row in mentions], 3)
    unmentioned = (baseline.classes < 0) & (changed.classes < 0)
    closed = close_bags(np.where(unmentioned, -1, bag), 4, gold)

    found = bootstrap_pairs(
        ClusterPair(gold, changed),
        ClusterPair(gold, baseline),
        np.maximum(closed.bag, 0),
        closed.bags,
        samples=50,
    )

    assert list(found.metrics) == list(METRICS)
    for name, metric in METRICS.items():
        before, after = metric.score(ClusterPair(gold, baseline)), metric.score(ClusterPair(gold, changed))
        for figure, values in (
            (found.metrics[name].f1, (before.f1, after.f1)),
            (found.metrics[name].recall, (before.recall.value, after.recall.value)),
            (found.metrics[name].precision, (before.precision.value, after.precision.value)),
        ):
            expected = None if None in values else values[1] - values[0]  # type: ignore[operator]
            assert figure.estimate == (expected if expected is None else pytest.approx(expected, abs=1e-9))
        assert found.metrics[name].changed_f1.estimate == (
            after.f1 if after.f1 is None else pytest.approx(after.f1, abs=1e-9)
        )


def test_with_many_bags_the_interval_is_the_one_of_the_normal_distribution() -> None:
    # Every bag has denominator 1, so that the difference of recalls is a mean of n differences.
    generator = np.random.default_rng(0)
    before, after = generator.integers(0, 2, 2_000), generator.integers(0, 2, 2_000)
    differences = after - before

    found = recalls(before.tolist(), after.tolist(), [1] * 2_000, samples=10_000)

    recall = found.metrics["metric"].recall
    half = 1.96 * differences.std() / np.sqrt(2_000)
    assert recall.low == pytest.approx(differences.mean() - half, abs=0.03 * half)
    assert recall.high == pytest.approx(differences.mean() + half, abs=0.03 * half)


def test_resamples_in_which_a_score_is_undefined_are_left_out_and_counted() -> None:
    # A quarter of the resamples holds the second bag alone, twice, in which there is nothing to find.
    found = recalls([1, 0], [2, 0], [2, 0], samples=10_000)

    recall = found.metrics["metric"].recall
    assert found.samples == 10_000
    assert 7_300 < recall.samples < 7_700
    assert (recall.low, recall.high) == (0.5, 0.5)


def test_a_metric_without_recall_has_a_difference_of_recall_in_no_sample() -> None:
    column = np.array([1.0, 2.0])
    paired = Paired([column] * 12, [column] * 12, METRICS["conll"].rates)

    found = bootstrap([("conll", paired)], samples=50).metrics["conll"]

    assert found.f1.samples == 50
    assert (found.recall.estimate, found.recall.p, found.recall.samples) == (None, None, 0)


@pytest.mark.parametrize("at_once", [1, 5, 1000])
def test_comparisons_are_drawn_together_however_many_columns_are_held(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(module, "COLUMNS_AT_ONCE", at_once)
    below = np.array([3, 4, 5, 3, 4, 5] * 20, np.float64)
    generator = np.random.default_rng(1)
    systems = [np.floor(generator.random(len(below)) * below) for _ in range(4)]
    first, *others = systems
    pairs = [
        Paired([first, below, first, below], [other, below, other, below], compute_ratio_rates)
        for other in (*others, others[0])
    ]

    found = bootstrap_together(([("metric", pair)] for pair in pairs), samples=200, seed=1)
    alone = bootstrap([("a", pairs[0]), ("b", pairs[1]), ("c", pairs[2])], samples=200, seed=1)

    assert [each.metrics["metric"] for each in found[:3]] == list(alone.metrics.values())
    assert found[3] == found[0]


def test_a_file_that_says_something_else_is_refused() -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        resampling_from_json({"metrics": {"muc": {}}, "bags": 1, "samples": 1, "seed": 1})


def test_estimate_when_the_first_resample_is_undefined_stays() -> None:
    # One resample in four has the second bag alone, twice, in which there is nothing to find.
    found = [recalls([1, 0], [2, 0], [2, 0], samples=1, seed=seed) for seed in range(20)]

    recall = [each.metrics["metric"].recall for each in found]
    assert {figure.samples for figure in recall} == {0, 1}
    assert {figure.estimate for figure in recall} == {0.5}

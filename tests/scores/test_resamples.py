"""Resampling of bags."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores import bootstrap as module
from coala.scores.bootstrap import draw_sums, group_bags
from coala.scores.sums import Floats


def columns(bags: Sequence[tuple[float, ...]]) -> list[Floats]:
    """Return one column for each number that a bag has."""
    return [np.array(column, np.float64) for column in zip(*bags, strict=True)]


THREE_BAGS: list[tuple[float, ...]] = [(1, 2), (1, 2), (0, 7)]


@pytest.mark.parametrize("frequent", [1, 2, 3], ids=["all binomial", "mixed", "all drawn"])
def test_drawing_distinct_rows_is_drawing_bags(monkeypatch: pytest.MonkeyPatch, frequent: int) -> None:
    # All 27 resamples of the three bags, each as probable as any other.
    exact = Counter(
        tuple(np.sum(chosen, axis=0).tolist()) for chosen in itertools.product(THREE_BAGS, repeat=3)
    )
    monkeypatch.setattr(module, "FREQUENT", frequent)
    samples = 27_000

    drawn = draw_sums(group_bags(columns(THREE_BAGS)), samples, np.random.default_rng(7))

    found = Counter(tuple(row) for row in drawn.tolist())
    assert set(found) == set(exact)
    for sums, ways in exact.items():
        expected = samples * ways / 27
        # Five standard deviations of a binomial number.
        assert abs(found[sums] - expected) < 5 * np.sqrt(expected * (1 - ways / 27))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=60))
def test_the_mean_of_the_resamples_is_the_corpus_and_their_variance_that_of_n_draws(
    bags: list[tuple[int, int]],
) -> None:
    table = np.array(bags, np.float64)

    drawn = draw_sums(group_bags(columns(bags)), 4_000, np.random.default_rng(3))

    variance = len(bags) * table.var(axis=0)
    assert np.all(np.abs(drawn.mean(axis=0) - table.sum(axis=0)) <= 5 * np.sqrt(variance / 4_000) + 1e-9)
    assert drawn.var(axis=0) == pytest.approx(variance, rel=0.2, abs=1e-9)


def test_rows_that_meet_in_one_mixture_are_told_apart_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "hash_numbers", lambda given: np.zeros(len(given[0]), np.uint64))

    table = group_bags(columns(THREE_BAGS))

    assert sorted(map(tuple, table.rare.tolist())) == sorted(THREE_BAGS)


def test_the_samples_come_in_chunks_that_fit_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CELLS", 12)

    drawn = draw_sums(group_bags(columns(THREE_BAGS)), 100, np.random.default_rng(7))

    assert drawn.shape == (100, 2)
    assert set(drawn[:, 0].tolist()) <= {0.0, 1.0, 2.0, 3.0}

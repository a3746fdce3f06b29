"""The bootstrap of all metrics together, by number of bags: with many equal bags, and with none.

Seconds are what the processor worked: the sums of all metrics, then the resamples of them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.scores.bootstrap import Paired, bootstrap, group_bags, sum_pairs
from coala.scores.metric import ClusterPair, compute_ratio_rates
from coala.scores.partition import Clusters, cluster_spans
from tests.bench.goals import Goal

BAGS = (1_000, 10_000, 100_000, 1_000_000)
LARGEST = (4, 40, 0)
"""Spans of the largest bag. Up to 4 most bags have many equals, up to 40 thousands have few; 0 means
made-up sums without any two equal ones, which is the worst case."""


def main(*, whole: bool) -> list[Goal]:
    print(
        f"{'bags':>9} {'spans a bag':>12} {'frequent rows':>14} {'rare bags':>10} {'samples':>8} "
        f"{'sums':>8} {'bootstrap':>10} {'peak':>8}",
        flush=True,
    )
    for largest in LARGEST:
        for bags in BAGS if whole else BAGS[:-1]:
            # A process each, for peak memory is a process's own.
            command = [sys.executable, "-m", "tests.bench.bench_bootstrap", str(bags), str(largest)]
            subprocess.run(command, check=True)
    return []


def measure(bags: int, largest: int) -> None:
    def make() -> Iterator[tuple[str, Paired]]:
        return sums_of_graphs(bags, largest) if largest else sums_without_equals(bags)

    timed = Timed(make())
    start = time.process_time()
    resampling = bootstrap(timed)
    seconds = time.process_time() - start - timed.seconds
    after = peak()
    table = group_bags([column for _, metric in make() for column in (*metric.baseline, *metric.changed)])
    print(
        f"{bags:>9,} {f'1 to {largest}' if largest else 'none alike':>12} {len(table.frequent):>14,} "
        f"{len(table.rare):>10,} {resampling.samples:>8,} {timed.seconds:>6.2f} s {seconds:>8.2f} s "
        f"{after:>5.0f} MB",
        flush=True,
    )


class Timed:
    """Hands metrics on one at a time, as the program makes them, and knows what they have cost so far.

    To hold the columns of all would take 2 GB of a million bags, most of them twice, and half a minute for
    the system to find that room on a busy machine.
    """

    def __init__(self, metrics: Iterator[tuple[str, Paired]]) -> None:
        self._metrics = metrics
        self.seconds = 0.0

    def __iter__(self) -> Iterator[tuple[str, Paired]]:
        while True:
            start = time.process_time()
            metric = next(self._metrics, None)
            self.seconds += time.process_time() - start
            if metric is None:
                return
            yield metric


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def sums_of_graphs(bags: int, largest: int) -> Iterator[tuple[str, Paired]]:
    """Return the sums of bags of 1 to ``largest`` spans, mostly small, split by gold and both systems."""
    generator = np.random.default_rng(bags)
    sizes = np.minimum(generator.geometric(0.4, bags), largest)
    bag = np.repeat(np.arange(bags), sizes)
    # Each side puts a mention into one of two classes of its bag, mostly the first; changed redoes a tenth.
    gold, baseline = (generator.random(len(bag)) < 0.2 for _ in range(2))
    changed = np.where(generator.random(bags)[bag] < 0.1, generator.random(len(bag)) < 0.2, baseline)
    key, before, after = (side(bag, second) for second in (gold, baseline, changed))
    yield from sum_pairs(ClusterPair(key, after), ClusterPair(key, before), bag, bags)


def sums_without_equals(bags: int) -> Iterator[tuple[str, Paired]]:
    """Return the sums of four metrics with recall and precision: 20 columns without any two equal ones."""
    generator = np.random.default_rng(bags)
    for metric in range(4):
        denominator = generator.integers(1, 5, bags).astype(np.float64)
        systems = [
            [generator.random(bags), denominator, generator.random(bags), denominator] for _ in range(2)
        ]
        yield str(metric), Paired(systems[0], systems[1], compute_ratio_rates)


def side(bag: Integers, second: Booleans) -> Clusters:
    """Return the clusters of spans 0, 1, 2, …, each in the first or second class of its bag."""
    return cluster_spans(np.arange(len(bag)), 2 * bag + second, len(bag))


if __name__ == "__main__":
    measure(int(sys.argv[1]), int(sys.argv[2]))

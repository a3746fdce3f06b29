"""Relations: how long they take as graphs grow, where many meet in one place, and 5,000 times against MUC.

Sizes double, so that time does too where it grows as n log n. The last rows are made to be hard: hubs that
cross each other n √n times, one class against single mentions, and one instance that has everything.
"""

from __future__ import annotations

import random
import resource
import time

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import number_by_first
from coala.scores.metric import ClusterPair
from coala.scores.metrics.muc import MUC
from coala.scores.partition import Clusters
from coala.scores.relations.agreement import ClassPairs, OverlapIndex, sort_pairs
from coala.scores.relations.intervals import Unit, bound_relations, count_identity, count_relation, find_units
from tests.bench.goals import Goal
from tests.support.partitions import by_labels, sides

SIZES = (250_000, 500_000, 1_000_000, 2_000_000)
HUBS = 300
PAIRS_OF_SIDES = 5_000


def main(*, whole: bool) -> list[Goal]:
    """Print the tables."""
    chance = np.random.default_rng(14)
    print(f"{'mentions':>10} {'relations':>10} {'np':>7} {'link':>7} {'identity':>9} {'drawn':>10} {'MB':>5}")
    for mentions in SIZES if whole else SIZES[:-1]:
        key = _classes(chance.integers(0, mentions * 2 // 5, mentions))
        moved = key.classes.copy()
        some = chance.random(mentions) < 0.1
        moved[some] = moved[chance.integers(0, mentions, int(some.sum()))]
        response = _classes(moved)
        _row(key, response, *(_pairs(side, mentions // 10, chance) for side in (key, response)))
    place = np.arange(1_000_000)
    crossing = place < HUBS * HUBS
    key = _classes(np.where(crossing, place // HUBS, place))
    response = _classes(np.where(crossing, place % HUBS, place))
    hubs = np.repeat(np.arange(HUBS), HUBS)
    _row(
        key,
        response,
        *(sort_pairs(hubs, chance.integers(HUBS, side.count, len(hubs))) for side in (key, response)),
    )
    joined, parts = Clusters(np.zeros(len(place), np.int64)), Clusters(place)
    itself = sort_pairs(np.zeros(1, np.int64), np.zeros(1, np.int64))
    _row(joined, parts, itself, _pairs(parts, 100_000, chance))
    hub = sort_pairs(np.zeros(100_000, np.int64), np.arange(1, 100_001))
    _row(parts, parts, hub, hub)
    _compare_with_muc()
    return []


def _row(key: Clusters, response: Clusters, of_key: ClassPairs, of_response: ClassPairs) -> None:
    took = []
    start = time.perf_counter()
    meetings = OverlapIndex(key, response)
    by_np = count_relation(meetings, of_key, of_response, Unit.NP)
    took.append(time.perf_counter() - start)
    start = time.perf_counter()
    count_relation(meetings, of_key, of_response, Unit.LINK)
    took.append(time.perf_counter() - start)
    start = time.perf_counter()
    identity = count_identity(meetings)
    took.append(time.perf_counter() - start)
    start = time.perf_counter()
    document = np.arange(len(key.classes)) // 100
    unit_of, drawn = find_units(meetings, [(of_key, of_response)], document)
    bound_relations({"one": by_np, "identity": identity}, unit_of, drawn)
    took.append(time.perf_counter() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    np_, link, same, intervals = (f"{seconds:.2f} s" for seconds in took)
    print(
        f"{len(key.classes):>10,} {len(of_key.subject):>10,} {np_:>7} {link:>7} {same:>9} {intervals:>10} "
        f"{memory:>5,}  {drawn.number:,} {drawn.units}",
        flush=True,
    )


def _compare_with_muc() -> None:
    chance = random.Random(5_000)
    equal = 0
    for _ in range(PAIRS_OF_SIDES):
        spans = chance.randint(1, 30)
        most = chance.randint(1, spans)
        labels = [[chance.choice([None, *range(most)]) for _ in range(spans)] for _ in range(2)]
        key, response = sides(*map(by_labels, labels))
        score, muc = count_identity(OverlapIndex(key, response)).score, MUC.score(ClusterPair(key, response))
        equal += (score.recall, score.precision) == (muc.recall, muc.precision)
    print(f"identity is MUC to the fraction in {equal:,} of {PAIRS_OF_SIDES:,} random pairs")


def _classes(labels: Integers) -> Clusters:
    return Clusters(number_by_first(labels))


def _pairs(side: Clusters, number: int, chance: np.random.Generator) -> ClassPairs:
    return sort_pairs(chance.integers(0, side.count, number), chance.integers(0, side.count, number))

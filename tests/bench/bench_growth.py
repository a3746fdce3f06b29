"""Contrived shapes of input at two sizes, and the growth of time between them.

Each measurement is a process of its own, which makes two graphs as arrays and compares them; with ``json``
in its name the interesting bags of a shape are written too. n log n is a little more than the ratio of sizes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from math import inf, log
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.engine.compare import compare_graphs
from coala.model.columns import number_by_first
from coala.model.graph import Graph, Mentions, Statements
from coala.model.options import DEFAULTS, Match
from coala.model.values import REFERENCE
from coala.results.diff_json import render_diff_json
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters
from tests.bench.goals import Goal

LEAST = 0.05
"""Seconds of the smaller size from which on the ratio tells anything."""

LIMIT = 120
"""Seconds after which a measurement is cut."""

Pair = tuple[Graph, Graph]
Link = tuple[int, int]
"""Two instances; the first one says something of the second."""


def main(*, whole: bool) -> list[Goal]:
    print(f"{'shape':<44} {'sizes':>20} {'seconds':>17} {'ratio':>6} {'of sizes':>8} {'MB':>11}  once")
    goals = []
    grown = []
    for name, (_, sizes) in SHAPES.items():
        measured = [_in_a_process(name, size) for size in sizes]
        seconds = [f"{one.seconds:.2f}" if one else "cut" for one in measured]
        memory = [f"{one.megabytes:.0f}" if one else "–" for one in measured]
        small, large = measured
        ratio = f"{large.seconds / small.seconds:.1f}" if small and large else "–"
        print(
            f"{name:<44} {' / '.join(f'{size:,}' for size in sizes):>20} {' / '.join(seconds):>17} "
            f"{ratio:>6} {sizes[1] / sizes[0]:>8.1f} {' / '.join(memory):>11}  {_once(name)}",
            flush=True,
        )
        if small and large:
            grown.append(large.megabytes / small.megabytes / (sizes[1] / sizes[0]))
        if name in UNRELATED:
            goals.append(Goal(f"time of {name}", LONGEST, large.seconds if large else inf, "s"))
        # A time within the noise at the smaller size is no growth.
        elif large is None or small is None or small.seconds >= LEAST:
            allowed = sizes[1] * log(sizes[1]) / (sizes[0] * log(sizes[0]))
            grew = large.seconds / small.seconds if small and large else inf
            goals.append(Goal(f"growth of {name}, n log n", allowed, grew, "×"))
    return [*goals, Goal("growth of memory of any shape, beside that of its size", 1, max(grown), "×")]


def _once(name: str) -> str:
    size, seconds = ONCE.get(name, (0, 0.0))
    return f"{seconds:.1f} s at {size:,}" if size else ""


class Measured(NamedTuple):
    """Seconds of processor time, and the megabytes of the process at its peak."""

    seconds: float
    megabytes: float


def _in_a_process(name: str, size: int) -> Measured | None:
    command = [sys.executable, "-m", "tests.bench.bench_growth", name, str(size)]
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return Measured(*json.loads(done.stdout))


def measure(name: str, size: int) -> Measured:
    action = SHAPES[name][0](size)
    start = time.process_time()
    action()
    seconds = time.process_time() - start
    return Measured(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def made_up(
    instance: Sequence[int] | Integers,
    begin: Sequence[int] | Integers,
    *,
    end: Sequence[int] | Integers | None = None,
    links: Iterable[Link] = (),
    types: Sequence[tuple[str, ...]] | None = None,
) -> Graph:
    """Return a graph of one document from the instance and begin of each mention and the known instances."""
    chain, starts = np.asarray(instance, np.int64), np.asarray(begin, np.int64)
    subject, target = np.array(list(links), np.int64).reshape(-1, 2).T
    zeros = np.zeros(len(subject), np.int64)
    size = int(chain.max(initial=-1)) + 1
    return Graph(
        path="made-up.ttl",
        documents=("http://example.org/doc",),
        texts=(None,),
        mentions=Mentions(
            document=np.zeros(len(chain), np.int64),
            begin=starts,
            end=starts + 1 if end is None else np.asarray(end, np.int64),
            shape=np.full(len(chain), -1),
            instance=chain,
        ),
        shapes=(),
        names=tuple(f"http://example.org/{number}" for number in range(size)),
        labels=(None,) * size,
        types=tuple(types or ((),) * size),
        statements=Statements(
            subject=subject,
            predicate=zeros,
            inverse=np.zeros(len(subject), bool),
            value=zeros,
            reference_statement=np.arange(len(subject)),
            reference_path=zeros,
            reference_instance=target,
        ),
        predicates=("http://example.org/knows",),
        values=(REFERENCE,),
        paths=("",),
    )


def ordinary(size: int) -> Pair:
    """Return graphs with four mentions an instance; a few have another instance in the other graph."""
    chance = np.random.default_rng(7)
    spans, instances = np.arange(size), size // 4
    chain = spans * 7919 % instances
    links = [(number, (31 * number + 5) % instances) for number in range(instances)]
    moved = np.where(chance.random(size) < 0.006, chance.integers(0, instances, size), chain)
    return made_up(chain, spans, links=links), made_up(moved, spans, links=links)


def one_span(size: int) -> Pair:
    side = made_up(range(size), [0] * size)
    return side, side


def one_span_each_of_a_type(size: int) -> Pair:
    types = [(f"http://example.org/T{number}",) for number in range(size)]
    return made_up(range(size), [0] * size, types=types), made_up(range(size), [0] * size, types=types[::-1])


def one_span_and_their_own(size: int) -> Pair:
    """Return graphs whose instances share one span; a tenth lose their second span in the other graph."""
    number, zeros = np.arange(size), np.zeros(size, np.int64)
    elsewhere = np.where(number % 10, 0, size)
    chain = np.concatenate([number, number])
    first, second = (np.concatenate([zeros, 1 + number + further]) for further in (zeros, elsewhere))
    return made_up(chain, first), made_up(chain, second)


def hub(size: int) -> Pair:
    """Return graphs with a hub each, whose statements refer to instances without spans in the other graph."""
    instances = np.arange(size + 1)
    links = [(0, number) for number in range(1, size + 1)]
    elsewhere = np.where(instances == 0, 0, instances + size)
    return made_up(instances, instances, links=links), made_up(instances, elsewhere, links=links)


def ring_of_pairs(size: int) -> Pair:
    """Return graphs linked in a ring, in which opposite instances have equal spans."""
    links = [(number, (number + 1) % size) for number in range(size)]
    side = made_up(range(size), [number % (size // 2) for number in range(size)], links=links)
    return side, side


def ring_on_one_span(size: int) -> Pair:
    side = made_up(range(size), [0] * size, links=[(number, (number + 1) % size) for number in range(size)])
    return side, side


def chain_of_ties(size: int) -> Pair:
    """Return graphs whose instances each share one span with two of the other side, all connected."""
    spans = np.arange(size)
    return made_up(spans // 2, spans), made_up((spans + 1) // 2, spans)


def ring_of_ties(size: int) -> Pair:
    spans = np.arange(size)
    return made_up(spans // 2, spans), made_up((spans + 1) % size // 2, spans)


def unrelated(size: int) -> Pair:
    chance = np.random.default_rng(7)
    spans = np.arange(size)
    first, second = (chance.integers(0, size // 4, size) for _ in range(2))
    return made_up(number_by_first(first), spans), made_up(number_by_first(second), spans)


def unrelated_and_described(size: int) -> Pair:
    """Return unrelated clusterings; each instance has one of six types and two statements."""
    chance = np.random.default_rng(7)
    first, second = (
        made_up(
            graph.mentions.instance,
            graph.mentions.begin,
            links=zip(
                np.repeat(np.arange(len(graph.names)), 2).tolist(),
                chance.integers(0, len(graph.names), 2 * len(graph.names)).tolist(),
                strict=True,
            ),
            types=[
                tuple(f"http://example.org/T{number}" for number in sorted(set(numbers)))
                for numbers in chance.integers(0, 6, (len(graph.names), 3)).tolist()
            ],
        )
        for graph in unrelated(size)
    )
    return first, second


def types_of_one(size: int) -> Pair:
    types = [f"http://example.org/T{number:09}" for number in range(2 * size)]
    return made_up([0], [0], types=[tuple(types[:size])]), made_up([0], [0], types=[tuple(types[size:])])


def nested(size: int) -> Pair:
    """Return graphs of spans around spans, no two of them equal."""
    inner = np.arange(size)
    first = made_up(inner, 2 * inner, end=8 * size - 2 * inner)
    return first, made_up(inner, 2 * inner + 1, end=8 * size - 2 * inner)


def many_bags(size: int) -> Pair:
    """Return graphs with bags of two instances whose statements differ."""
    number = np.arange(2 * size)
    turned = [(row ^ 1, row) for row in range(0, 2 * size, 2)]
    return (
        made_up(
            np.repeat(number, 2), np.arange(4 * size), links=[(row, row) for row in range(0, 2 * size, 2)]
        ),
        made_up(np.repeat(number, 2), np.arange(4 * size), links=turned),
    )


def joined(size: int) -> Pair:
    """Return graphs of one chain; every span has another extent in the other graph."""
    begin = 10 * np.arange(size)
    zeros = np.zeros(size, np.int64)
    moved = np.where(np.arange(size) % 2, 0, 1)
    return made_up(zeros, begin, end=begin + 9), made_up(moved, begin, end=begin + 8)


def _compared(shape: Callable[[int], Pair], match: Match = Match.EXACT) -> Callable[[int], Action]:
    def prepared(size: int) -> Action:
        pair = shape(size)
        return lambda: compare_graphs(*pair, options=DEFAULTS._replace(match=match))

    return prepared


def _written(shape: Callable[[int], Pair], match: Match = Match.EXACT) -> Callable[[int], Action]:
    def prepared(size: int) -> Action:
        pair = shape(size)

        def write() -> None:
            for _ in render_diff_json(compare_graphs(*pair, options=DEFAULTS._replace(match=match))):
                pass

        return write

    return prepared


def _ceaf(metric: str) -> Callable[[int], Action]:
    def prepared(size: int) -> Action:
        chance = np.random.default_rng(7)
        first, second = (chance.integers(0, size // 4, size) for _ in range(2))
        pair = ClusterPair(Clusters(number_by_first(first)), Clusters(number_by_first(second)))
        return lambda: METRICS[metric].score(pair)

    return prepared


Action = Callable[[], object]

SHAPES: dict[str, tuple[Callable[[int], Action], tuple[int, int]]] = {
    "ordinary": (_compared(ordinary), (100_000, 1_000_000)),
    "ordinary, json": (_written(ordinary), (100_000, 300_000)),
    "instances on one span": (_compared(one_span), (6_000, 60_000)),
    "instances on one span, a type each": (_compared(one_span_each_of_a_type), (3_000, 30_000)),
    "instances on one span, and their own": (_compared(one_span_and_their_own), (10_000, 100_000)),
    "hub of instances without partner": (_compared(hub), (3_000, 30_000)),
    "ring of links, spans equal in pairs": (_compared(ring_of_pairs), (3_000, 30_000)),
    "ring of links on one span": (_compared(ring_on_one_span), (3_000, 30_000)),
    "chain of ties": (_compared(chain_of_ties), (100_000, 300_000)),
    "chain of ties, json": (_written(chain_of_ties), (60_000, 180_000)),
    "ring of ties": (_compared(ring_of_ties), (100_000, 300_000)),
    "unrelated clusterings": (_compared(unrelated), (30_000, 100_000)),
    "unrelated clusterings, described": (_compared(unrelated_and_described), (30_000, 100_000)),
    "types on one instance, json": (_written(types_of_one), (30_000, 100_000)),
    "nested spans, overlap": (_compared(nested, Match.OVERLAP), (30_000, 100_000)),
    "extents of joined spans, json": (_written(joined, Match.OVERLAP), (9_000, 90_000)),
    "statements of many bags, json": (_written(many_bags), (10_000, 100_000)),
    "CEAF-m, unrelated": (_ceaf("ceaf_m"), (30_000, 100_000)),
    "CEAF-e, unrelated": (_ceaf("ceaf_e"), (30_000, 100_000)),
}

UNRELATED = {
    "unrelated clusterings",
    "unrelated clusterings, described",
    "CEAF-m, unrelated",
    "CEAF-e, unrelated",
}
"""Shapes whose time may grow as the square of their size: decision 35 gave up a faster solver for them."""

LONGEST = 30
"""Seconds that an unrelated shape may take at its larger size."""

ONCE = {
    "instances on one span": (2_000, 22.9),
    "hub of instances without partner": (3_000, 69),
    "ring of links, spans equal in pairs": (3_000, 12.6),
    "ring of links on one span": (300, 1.5),
    "chain of ties": (300_000, 28),
    "unrelated clusterings": (100_000, 17),
    "types on one instance, json": (30_000, 6.2),
    "nested spans, overlap": (30_000, 6.9),
    "statements of many bags, json": (100_000, 30.7),
}
"""The seconds that a size took before time grew as the size does; of bags their content alone."""

if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))

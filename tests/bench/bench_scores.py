"""Time and memory of every metric, compared with the peers on the package index.

Peers: scorch and neleval (``pip install scorch neleval``). corefud-scorer is not on the index, and the
package with the name coval is another program. Each measurement is a process of its own, so that its peak is
its own; measurements alternate between the programs. "–" means that a peer has no such metric, "cut" that it
reached the limit of time or memory, on this or on a smaller pair of the same shape.

Pairs: a response that moved a fifth of the key's mentions to the class of a random other mention, and lacks,
or has in excess, three in a hundred. ``mixed`` has classes from singletons to one of a tenth of all mentions
(one chain of 100,000 at a million), ``fours`` classes of about four. ``random`` is the worst case for CEAF:
the response has nothing to do with the key, every class overlaps with several others by one span, and all of
them are connected.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import number_by_first
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS, score_pair
from coala.scores.partition import Clusters
from tests.bench.goals import Goal

RUNS = 3
LIMIT = 30
"""Seconds after which a peer is cut."""

HISTORY = 8 * 2**30
"""Bytes after which a peer is cut: some of them fill a matrix of all mentions by all mentions."""

PEERS = ("scorch", "neleval")
PAIRS = (
    ("mixed", 10_000),
    ("mixed", 100_000),
    ("mixed", 1_000_000),
    ("fours", 10_000),
    ("fours", 100_000),
    ("fours", 1_000_000),
    ("random", 10_000),
    ("random", 100_000),
)
MOST_UNNAMED = 10_000
"""Mentions of the largest pair where this is one benchmark of all: of more, peers take minutes."""
ALL = "all"
LARGEST_RANDOM_CLASS = 1000

Sets = list[set[int]]
Action = Callable[[], object]


class Measured(NamedTuple):
    """Seconds, and the megabytes of the process at its peak with the pair and the libraries in it."""

    seconds: float
    megabytes: float


def main(*, whole: bool) -> list[Goal]:
    peers = [name for name in PEERS if importlib.util.find_spec(name)]
    for missing in set(PEERS) - set(peers):
        print(f"{missing} is not installed and left out")
    slow: set[tuple[str, ...]] = set()
    for shape, mentions in PAIRS:
        if mentions > MOST_UNNAMED and not whole:
            continue
        print(
            f"\n{shape}, {mentions:,} mentions; seconds (median of {RUNS}) and MB at the peak; "
            f"peers are cut at {LIMIT} s or {HISTORY / 2**30:.0f} GB"
        )
        print(f"  {'':<14}" + "".join(f"{name:>20}" for name in ("coala", *peers)))
        totals: dict[str, dict[str, float]] = {name: {} for name in ("coala", *peers)}
        for metric in (*METRICS, ALL):
            cells = {}
            for name, measured in _alternating(metric, shape, mentions, peers, slow).items():
                cells[name] = measured if isinstance(measured, str) else _cell(measured)
                if isinstance(measured, Measured):
                    totals[name][metric] = measured.seconds
            print(f"  {metric:<14}" + "".join(f"{cells[name]:>20}" for name in ("coala", *peers)), flush=True)
        for peer in peers:
            _compare(peer, totals)
    return []


def _compare(peer: str, totals: dict[str, dict[str, float]]) -> None:
    """Compare the metrics that the peer finished, one by one, with ours."""
    same = [metric for metric in totals[peer] if metric != ALL]
    if same:
        theirs = sum(totals[peer][metric] for metric in same)
        ours = sum(totals["coala"][metric] for metric in same)
        times = theirs / ours
        print(f"  {peer}: {', '.join(same)} in {theirs:.2f} s; coala in {ours:.3f} s: {times:,.0f} times")


def _alternating(
    metric: str, shape: str, mentions: int, peers: Sequence[str], slow: set[tuple[str, ...]]
) -> dict[str, Measured | str]:
    runs: dict[str, list[Measured]] = {"coala": [], **{peer: [] for peer in peers}}
    found: dict[str, Measured | str] = {}
    for _ in range(RUNS):
        for name in runs:
            if name in found:
                continue
            if name != "coala" and (metric == ALL or metric not in METRICS_OF[name]):
                found[name] = "–"
            elif (name, metric, shape) in slow:
                found[name] = "cut"
            else:
                measured = _in_a_process(name, metric, shape, mentions)
                if measured is None:
                    slow.add((name, metric, shape))
                    found[name] = "cut"
                else:
                    runs[name].append(measured)
                    if measured.seconds > LIMIT / RUNS:
                        found[name] = measured  # once is enough to know
    for name, all_runs in runs.items():
        if name not in found:
            found[name] = Measured(*map(statistics.median, zip(*all_runs, strict=True)))
    return found


def _cell(measured: Measured) -> str:
    return f"{measured.seconds:.3f} s {measured.megabytes:6.0f} MB"


def _in_a_process(name: str, metric: str, shape: str, mentions: int) -> Measured | None:
    command = [sys.executable, "-m", "tests.bench.bench_scores", name, metric, shape, str(mentions)]
    try:
        done = subprocess.run(
            command, capture_output=True, check=True, timeout=None if name == "coala" else LIMIT + 10
        )
    except subprocess.TimeoutExpired:
        return None
    except subprocess.CalledProcessError as error:
        if error.returncode < 0 or b"MemoryError" in error.stderr:
            return None
        raise
    measured = Measured(*json.loads(done.stdout))
    return None if measured.seconds > LIMIT and name != "coala" else measured


def measure(name: str, metric: str, shape: str, mentions: int) -> Measured:
    """Measure one metric of one program on one pair, in this process."""
    if name != "coala":
        resource.setrlimit(resource.RLIMIT_AS, (HISTORY, HISTORY))
    key, response = made_up(shape, mentions)
    action = ours(metric, key, response) if name == "coala" else PREPARE[name](metric, key, response)
    start = time.perf_counter()
    action()
    seconds = time.perf_counter() - start
    return Measured(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def made_up(shape: str, mentions: int, seed: int = 7) -> tuple[Integers, Integers]:
    """Return the class of each span in key and response, -1 for no class."""
    chance = np.random.default_rng(seed)
    if shape == "mixed":
        sizes = np.minimum(chance.zipf(1.8, mentions), LARGEST_RANDOM_CLASS)
        sizes = np.concatenate([[mentions // 10], sizes])
        key = np.repeat(np.arange(len(sizes)), sizes)[:mentions]
        chance.shuffle(key)
    else:
        key = chance.integers(0, mentions // 4, mentions)
    response = key.copy()
    moved = chance.random(mentions) < (1.0 if shape == "random" else 0.2)
    response[moved] = chance.permutation(response[moved])
    for side in (key, response):
        side[chance.random(mentions) < 0.03] = -1
    return key, response


def ours(metric: str, key: Integers, response: Integers) -> Action:
    # The peers load it with themselves, a comparison while the graphs are being read.
    import scipy.sparse.csgraph  # noqa: F401 - the import is the point

    sides = Clusters(number_by_first(key)), Clusters(number_by_first(response))
    if metric == ALL:
        return lambda: score_pair(ClusterPair(*sides))
    return lambda: METRICS[metric].score(ClusterPair(*sides))


def as_sets(labels: Integers) -> Sets:
    found: dict[int, set[int]] = {}
    for span, label in enumerate(labels.tolist()):
        if label >= 0:
            found.setdefault(label, set()).add(span)
    return list(found.values())


def with_scorch(metric: str, key: Integers, response: Integers) -> Action:
    import scorch.scores

    name = {"conll": "conll2012"}.get(metric, metric)
    function: Callable[[Sets, Sets], object] = getattr(scorch.scores, name)
    sides = as_sets(key), as_sets(response)
    return lambda: function(*sides)


def with_neleval(metric: str, key: Integers, response: Integers) -> Action:
    # It was written for a numpy that had these names.
    vars(np).setdefault("int", int)
    vars(np).setdefault("float", float)
    from neleval import coref_metrics

    functions: list[Callable[[Any, Any], object]] = [
        getattr(coref_metrics, name) for name in METRICS_OF["neleval"][metric].split()
    ]
    sides = [dict(enumerate(as_sets(labels))) for labels in (key, response)]
    return lambda: [function(*sides) for function in functions]


METRICS_OF: dict[str, dict[str, str]] = {
    "scorch": dict.fromkeys(("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "conll"), ""),
    "neleval": {
        "muc": "muc",
        "b_cubed": "b_cubed",
        "ceaf_m": "mention_ceaf",
        "ceaf_e": "entity_ceaf",
        "blanc": "pairwise pairwise_negative",
    },
}
"""The peers' metrics; neleval's functions have other names, and its BLANC is two of them."""

PREPARE = {"scorch": with_scorch, "neleval": with_neleval}

if __name__ == "__main__":
    program, metric_, shape_, mentions_ = sys.argv[1:]
    print(json.dumps(measure(program, metric_, shape_, int(mentions_))))

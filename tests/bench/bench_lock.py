"""A lock of 100,000 assertions: built from the bags of reviews, and checked against a graph.

``python -m tests.bench lock`` prints seconds of the processor and peak memory.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine.compare import compare_graphs
from coala.model.bag import Verdict
from coala.model.graph import Graph, Mentions, Statements
from coala.results.lock import render_check_json, render_junit
from coala.verdicts.lock.assertions import find_assertions
from coala.verdicts.lock.checking import check_graph
from coala.verdicts.lock.lock import Lock, LockingBag
from tests.bench.goals import Goal

BAGS = 50_000
"""Each has two chains of three mentions; one mention moves: it must be here, and must not be there."""
_PER_DOCUMENT = 500
_CHAIN = 3


def make_graph(moved: bool) -> Graph:
    """Return documents of numbered mentions; with ``moved`` the last of each first chain is in the second."""
    mentions = BAGS * 2 * _CHAIN
    number = np.arange(mentions)
    per_document = _PER_DOCUMENT * 2 * _CHAIN
    instance = number // _CHAIN
    if moved:
        instance = instance + (number % (2 * _CHAIN) == _CHAIN - 1)
    documents = tuple(f"http://example.org/{place:05}" for place in range(BAGS // _PER_DOCUMENT))
    text = "".join(f"m{place:06} " for place in range(per_document))
    none = np.zeros(0, dtype=np.int64)
    begin = number % per_document * 8
    return Graph(
        path="made.ttl",
        documents=documents,
        texts=(text,) * len(documents),
        mentions=Mentions(number // per_document, begin, begin + 7, np.full(mentions, -1), instance),
        shapes=(),
        names=("",) * (BAGS * 2),
        labels=(None,) * (BAGS * 2),
        types=((),) * (BAGS * 2),
        statements=Statements(none, none, none.astype(bool), none, none, none, none),
        predicates=(),
        values=(),
        paths=("",),
    )


def main(*, whole: bool) -> list[Goal]:
    baseline, changed = make_graph(moved=False), make_graph(moved=True)
    comparison = compare_graphs(baseline, changed)
    texts = comparison.texts()
    bags = [bag for bag, _ in comparison.iterate_bags()]
    start = time.process_time()
    for bag in bags:
        sign_changes(BagSentences(bag))
    print(f"  signatures of {len(bags):,} bags: {time.process_time() - start:.2f} s")
    start = time.process_time()
    lock = Lock(lambda judged, document: texts[document])
    for number, bag in enumerate(bags):
        judged = LockingBag("r.coala", number, bag.fingerprint, bag.title, "anna", Verdict.BETTER)
        lock.add(judged, bag, find_assertions(bag, [None] * len(bag.divergences), Verdict.BETTER))
    print(f"  {len(lock.assertions):,} assertions made: {time.process_time() - start:.2f} s")
    for what, graph in (("holding", changed), ("broken", baseline)):
        start = time.process_time()
        checked = check_graph(lock, graph)
        print(f"  {what}, {len(checked.broken):,} broken: {time.process_time() - start:.2f} s")
    for name, render in (("JSON", render_check_json), ("JUnit", render_junit)):
        start = time.process_time()
        size = sum(map(len, render(checked)))
        print(f"  {name} of it, {size / 1e6:.0f} MB: {time.process_time() - start:.2f} s")
    print(f"  peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return []

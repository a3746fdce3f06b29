"""Spans of very many instances: the limit, and how these are aligned."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.diff.alignment import align_instances
from coala.diff.crowds import find_crowds
from coala.engine.compare import compare_graphs
from coala.model.corpus import build_corpus
from coala.model.values import Span
from tests.support.graphs_by_hand import A, graph

MANY = 1_100
"""The number of instances of a span with more pairs than are compared."""

NAMES = [f"x{number}" for number in range(MANY)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12), st.integers(0, 100))
def test_crowds_are_the_fewest_spans_without_which_the_others_are_within_the_bound(
    sizes: list[tuple[int, int]], most: int
) -> None:
    pairs = [max(0, x * y - x - y) for x, y in sizes]
    columns = np.array(sizes, np.int64).reshape(-1, 2).T

    crowds = find_crowds(columns[0], columns[1], most).tolist()

    left = [count for count, crowd in zip(pairs, crowds, strict=True) if not crowd]
    gone = [count for count, crowd in zip(pairs, crowds, strict=True) if crowd]
    assert sum(left) <= most
    assert not gone or sum(left) + min(gone) > most
    assert max(left, default=0) <= min(gone, default=max(pairs, default=0))


def test_a_graph_with_a_crowd_has_no_interesting_bag_against_a_renamed_copy_of_itself() -> None:
    types = {name: [f"T{name}"] for name in NAMES}
    renamed = random.Random(5).sample([f"y{number}" for number in range(MANY)], MANY)
    baseline = graph({name: [A] for name in NAMES}, types=types)
    changed = graph(
        {new: [A] for new in renamed},
        types={new: types[old] for new, old in zip(renamed, NAMES, strict=True)},
    )

    comparison = compare_graphs(baseline, changed)

    assert comparison.summary.interesting == 0
    assert [notice.code for notice in comparison.summary.notices if "many" in notice.code] == [
        "span-in-very-many"
    ]


def test_in_a_crowd_those_of_whom_the_same_is_said_are_partners_though_one_is_missing() -> None:
    types = {name: [f"T{name}"] for name in NAMES}
    baseline = graph({name: [A] for name in NAMES}, types=types)
    fewer = NAMES[1:]
    changed = graph({name: [A] for name in fewer}, types={name: types[name] for name in fewer})

    partner = align_instances(build_corpus((baseline, changed))).partner[0]

    paired = [(x, int(y)) for x, y in enumerate(partner.tolist()) if y >= 0]
    assert len(paired) == MANY - 1
    assert all(baseline.types[x] == changed.types[y] for x, y in paired)


def test_in_a_crowd_those_that_share_another_span_are_partners() -> None:
    own = {
        name: Span(A.document, 100 * number + 100, 100 * number + 110) for number, name in enumerate(NAMES)
    }
    baseline = graph({name: [A, own[name]] for name in NAMES})
    later = NAMES[7:]
    changed = graph({name: [A, own[name]] for name in later})

    alignment = align_instances(build_corpus((baseline, changed)))

    paired = {
        (baseline.names[x], changed.names[y]) for x, y in enumerate(alignment.partner[0].tolist()) if y >= 0
    }
    assert paired == {(name, name) for name in changed.names}
    assert len(alignment.crowded) == 1


def test_a_span_of_a_hundred_instances_is_no_crowd() -> None:
    chains = {name: [A] for name in NAMES[:100]}

    assert not len(align_instances(build_corpus((graph(chains), graph(chains)))).crowded)

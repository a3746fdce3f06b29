"""Instances with equal spans, distinguished by their statements, in large rings too."""

from __future__ import annotations

import random

import pytest

from coala.diff.alignment import align_instances
from coala.model.corpus import build_corpus
from coala.model.graph import Graph
from coala.model.values import Span
from tests.support.graphs_by_hand import DOC_1, graph


def ring(prefix: str, size: int, order: list[int]) -> Graph:
    """Return a ring of links whose opposite instances have equal spans, written in this order."""
    return graph(
        {f"{prefix}{number}": [Span(DOC_1, number % (size // 2), size)] for number in order},
        statements=[(f"{prefix}{number}", "next", f"{prefix}{(number + 1) % size}") for number in order],
        texts={DOC_1: None},
    )


@pytest.mark.parametrize("size", [4, 10, 600])
def test_a_ring_is_aligned_all_the_way_round_whatever_the_order_of_its_instances(size: int) -> None:
    order = list(range(size))
    random.Random(size).shuffle(order)
    baseline, changed = ring("x", size, list(range(size))), ring("y", size, order)

    partner = align_instances(build_corpus((baseline, changed))).partner[0].tolist()

    place_in_ring = [order[number] for number in partner]
    turn = (place_in_ring[0] - 0) % size
    assert turn in {0, size // 2}
    assert place_in_ring == [(number + turn) % size for number in range(size)]

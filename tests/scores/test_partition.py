"""Partitions of mentions into classes."""

from __future__ import annotations

import random

import networkx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.findings import GrossLinks
from coala.scores.metric import ClusterPair
from coala.scores.metrics.muc import MUC
from coala.scores.partition import Clusters, cluster_spans, count_gross_links
from tests.support.partitions import cluster_labels


def of_mentions(mentions: list[tuple[int, int]], spans: int) -> Clusters:
    columns = np.array(mentions, np.int64).reshape(-1, 2)
    return cluster_spans(columns[:, 0], columns[:, 1], spans)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 6)), max_size=20), st.randoms())
def test_classes_are_the_components_whatever_the_order_and_numbers_of_the_chains(
    mentions: list[tuple[int, int]], chance: random.Random
) -> None:
    side = of_mentions(mentions, spans=10)

    graph = networkx.Graph((("span", span), ("chain", chain)) for span, chain in mentions)
    components = [
        sorted(number for word, number in component if word == "span")
        for component in networkx.connected_components(graph)
    ]
    expected = [-1] * 10
    for number, component in enumerate(sorted(components)):
        for span in component:
            expected[span] = number
    assert side.classes.tolist() == expected
    assert side.joined == len({chain for _, chain in mentions}) - len(components)

    renamed = chance.sample(range(100), 7)
    shuffled = [(span, renamed[chain]) for span, chain in chance.sample(mentions, len(mentions))]
    again = of_mentions(shuffled, spans=10)
    assert again.classes.tolist() == expected
    assert again.joined == side.joined


classes = st.lists(st.integers(-1, 3), min_size=6, max_size=6)


def count_by_hand(side: list[int], other: list[int], gold: list[int]) -> tuple[int, int]:
    """Return the links that only ``side`` has, and the right ones: a graph of pieces for each class."""
    made = right = 0
    for name in set(side) - {-1}:
        spans = [span for span in range(len(side)) if side[span] == name]
        pieces = networkx.Graph()
        piece_of = {span: other[span] if other[span] >= 0 else (span,) for span in spans}
        pieces.add_nodes_from(piece_of.values())
        pieces.add_edges_from(
            (piece_of[one], piece_of[two]) for one in spans for two in spans if gold[one] == gold[two] >= 0
        )
        made += len(pieces) - 1
        right += len(pieces) - networkx.number_connected_components(pieces)
    return made, right


@given(classes, classes, classes)
def test_gross_links_are_those_counted_piece_by_piece(
    one: list[int], two: list[int], gold: list[int]
) -> None:
    if not any(label >= 0 for label in one) or not any(label >= 0 for label in two):
        return
    sides = cluster_labels(one), cluster_labels(two)
    key = cluster_labels(gold) if any(label >= 0 for label in gold) else Clusters(np.full(6, -1, np.int64))
    found = count_gross_links(*sides, key)
    assert found == GrossLinks(*count_by_hand(two, one, gold), *count_by_hand(one, two, gold))
    before, after = (MUC.score(ClusterPair(key, side)).precision for side in sides)
    assert found.made - found.lost == after.denominator - before.denominator

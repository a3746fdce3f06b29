"""Divergences and gold: towards it, away from it, or neither."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from coala.diff.alignment import align_instances
from coala.diff.bags import find_bags
from coala.diff.divergences import find_divergences
from coala.model.corpus import build_corpus
from coala.model.graph import Graph, Mentions
from coala.model.values import Span
from coala.scores.gold_direction import find_directions
from coala.scores.partition import cluster_spans
from tests.support.graphs_by_hand import graph

WORDS = "ABCDEFGH"
DOCUMENT = "http://example.org/doc"
OTHER = "http://example.org/other"


def span(letter: str) -> Span:
    """Return the span of a letter: A to H are in a document that gold has, a to h in another."""
    place = WORDS.index(letter.upper())
    return Span(DOCUMENT if letter.isupper() else OTHER, 2 * place, 2 * place + 1)


def of_numbers(instance: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Graph:
    """Return a graph with one span for each number, which is also the number of its instance."""
    place, size = np.arange(len(instance)), int(instance.max()) + 1
    return replace(
        graph({}, texts={DOCUMENT: None}),
        mentions=Mentions(np.zeros_like(place), place, place + 1, np.full_like(place, -1), instance),
        names=("",) * size,
        labels=(None,) * size,
        types=((),) * size,
    )


def test_a_hundred_thousand_rows_take_no_time() -> None:
    # 100,000 instances of three spans; each loses its last span to a new instance.
    number = 100_000
    place = np.arange(3 * number)
    baseline = of_numbers(place // 3)
    changed = of_numbers(np.where(place % 3 == 2, number + place // 3, place // 3))
    whole = build_corpus([baseline, changed, changed])
    rows = find_divergences(whole, find_bags(whole), align_instances(whole))
    gold = cluster_spans(whole.mentions[2], changed.mentions.instance, whole.spans)

    signs = find_directions(whole, rows, gold)

    assert signs.tolist() == [1] * number

"""Partitions that can be read on the page, and random ones: "AB C" is {A, B}, {C}, one character a span."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from coala.scores.clusters import Clusters, clusters
from coala.scores.ratio import Ratio

Classes = list[set[Hashable]]


def classes(text: str) -> Classes:
    """The classes that the words of ``text`` spell."""
    return [set(word) for word in text.split()]


def sides(*partitions: Classes) -> list[Clusters]:
    """The clusters of each partition over the universe of all their spans."""
    universe = sorted({span for partition in partitions for part in partition for span in part}, key=repr)
    number = {span: index for index, span in enumerate(universe)}
    result = []
    for partition in partitions:
        mentions = [(number[span], chain) for chain, part in enumerate(partition) for span in part]
        columns = np.array(mentions, np.int64).reshape(-1, 2)
        result.append(clusters(columns[:, 0], columns[:, 1], len(universe)))
    return result


def two(key: str, response: str) -> tuple[Clusters, Clusters]:
    """Key and response as they are spelled."""
    first, second = sides(classes(key), classes(response))
    return first, second


def fraction(ratio: Ratio) -> Fraction | None:
    """The ratio's value by its own definition."""
    return Fraction(ratio.numerator, ratio.denominator) if ratio.denominator else None


def by_labels(labels: Sequence[Hashable]) -> Classes:
    """The classes of equal labels; a span without a label (None) is not mentioned."""
    found: dict[Hashable, set[Hashable]] = {}
    for span, label in enumerate(labels):
        if label is not None:
            found.setdefault(label, set()).add(span)
    return list(found.values())


label = st.none() | st.integers(0, 3)

key_and_response = st.lists(st.tuples(label, label), max_size=14).map(
    lambda rows: (by_labels([row[0] for row in rows]), by_labels([row[1] for row in rows]))
)
"""Two random partitions whose mentions differ."""


def spans_in_bags(graphs: int, bags: int = 4) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Random spans, each with its bag and, for each graph, its chain within the bag (-1: not mentioned)."""
    chain = st.integers(-1, 2)
    return st.lists(st.tuples(st.integers(0, bags - 1), *[chain] * graphs), min_size=1, max_size=16)


def graph_of(rows: list[tuple[int, ...]], graph: int) -> Clusters:
    """One graph of ``spans_in_bags``: the spans of one chain in one bag are a class."""
    span = np.array([index for index, row in enumerate(rows) if row[graph] >= 0], np.int64)
    chain = np.array([row[0] * 3 + row[graph] for row in rows if row[graph] >= 0], np.int64)
    return clusters(span, chain, len(rows))


RecallOf = Callable[[Classes, Classes], Fraction | None]


def naive_muc(key: Classes, response: Classes) -> Fraction | None:
    """Σ(|S| − |p(S)|) / Σ(|S| − 1), with p(S) written out as a set of sets."""
    numerator = denominator = 0
    for members in key:
        parts = {frozenset(members & other) for other in response if members & other}
        lacking = members - {span for other in response for span in other}
        parts |= {frozenset([span]) for span in lacking}
        numerator += len(members) - len(parts)
        denominator += len(members) - 1
    return Fraction(numerator, denominator) if denominator else None


def naive_b_cubed_values(key: Classes, response: Classes) -> list[list[Fraction]]:
    """|K∩R| / |K| of every mention of every class K, R being the response class of the mention."""
    return [
        [
            Fraction(sum(len(members & other) for other in response if span in other), len(members))
            for span in members
        ]
        for members in key
    ]


def naive_b_cubed(key: Classes, response: Classes) -> Fraction | None:
    """The mean over mentions."""
    values = [value for row in naive_b_cubed_values(key, response) for value in row]
    return sum(values, Fraction(0)) / len(values) if values else None


def naive_b_cubed_class(key: Classes, response: Classes) -> Fraction | None:
    """The mean over classes of the mean over their mentions."""
    means = [sum(row, Fraction(0)) / len(row) for row in naive_b_cubed_values(key, response)]
    return sum(means, Fraction(0)) / len(means) if means else None


NAIVE: dict[str, RecallOf] = {
    "muc": naive_muc,
    "b_cubed": naive_b_cubed,
    "b_cubed_class": naive_b_cubed_class,
}

"""Readable and random partitions: "AB C" is {A, B}, {C}, one character a span."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from coala.scores.metric import ClusterPair
from coala.scores.partition import Clusters, cluster_spans
from coala.scores.ratio import Ratio

Classes = list[set[Hashable]]


def classes(text: str) -> Classes:
    """Return the classes that the words of ``text`` spell."""
    return [set(word) for word in text.split()]


def sides(*partitions: Classes) -> list[Clusters]:
    """Return the clusters of each partition over the universe of all their spans."""
    universe = sorted({span for partition in partitions for part in partition for span in part}, key=repr)
    number = {span: index for index, span in enumerate(universe)}
    result = []
    for partition in partitions:
        mentions = [(number[span], chain) for chain, part in enumerate(partition) for span in part]
        columns = np.array(mentions, np.int64).reshape(-1, 2)
        result.append(cluster_spans(columns[:, 0], columns[:, 1], len(universe)))
    return result


def two(key: str, response: str) -> tuple[Clusters, Clusters]:
    """Return key and response as they are spelled."""
    first, second = sides(classes(key), classes(response))
    return first, second


def pair_of(key: Classes, response: Classes) -> ClusterPair:
    """Return a key and a response to score."""
    first, second = sides(key, response)
    return ClusterPair(first, second)


def spelled_pair(key: str, response: str) -> ClusterPair:
    """Return key and response as they are spelled, to be scored."""
    return pair_of(classes(key), classes(response))


def fraction(ratio: Ratio) -> Fraction | None:
    """Return the ratio's value by its own definition."""
    return Fraction(ratio.numerator, ratio.denominator) if ratio.denominator else None


def by_labels(labels: Sequence[Hashable]) -> Classes:
    """Return the classes of equal labels; a span without a label (None) is not mentioned."""
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
    """Return random spans, each with its bag and, for each graph, its chain in the bag (-1 for none)."""
    chain = st.integers(-1, 2)
    return st.lists(st.tuples(st.integers(0, bags - 1), *[chain] * graphs), min_size=1, max_size=16)


def graph_of(rows: list[tuple[int, ...]], graph: int) -> Clusters:
    """Return one graph of ``spans_in_bags``: the spans of one chain in one bag are a class."""
    span = np.array([index for index, row in enumerate(rows) if row[graph] >= 0], np.int64)
    chain = np.array([row[0] * 3 + row[graph] for row in rows if row[graph] >= 0], np.int64)
    return cluster_spans(span, chain, len(rows))


def cluster_labels(labels: Sequence[int]) -> Clusters:
    """Return the clusters of spans with equal labels; -1 is a span that is not mentioned."""
    span = np.array([index for index, label in enumerate(labels) if label >= 0], np.int64)
    return cluster_spans(span, np.array([label for label in labels if label >= 0], np.int64), len(labels))


RecallOf = Callable[[Classes, Classes], Fraction | None]


def naive_muc(key: Classes, response: Classes) -> Fraction | None:
    """Return Σ(|S| − |p(S)|) / Σ(|S| − 1), with p(S) written out as a set of sets."""
    numerator = denominator = 0
    for members in key:
        parts = {frozenset(members & other) for other in response if members & other}
        lacking = members - {span for other in response for span in other}
        parts |= {frozenset([span]) for span in lacking}
        numerator += len(members) - len(parts)
        denominator += len(members) - 1
    return Fraction(numerator, denominator) if denominator else None


def naive_b_cubed_values(key: Classes, response: Classes) -> list[list[Fraction]]:
    """Return |K∩R| / |K| of every mention of every class K; R is the response class of the mention."""
    return [
        [
            Fraction(sum(len(members & other) for other in response if span in other), len(members))
            for span in members
        ]
        for members in key
    ]


def naive_b_cubed(key: Classes, response: Classes) -> Fraction | None:
    """Return the mean over mentions."""
    values = [value for row in naive_b_cubed_values(key, response) for value in row]
    return sum(values, Fraction(0)) / len(values) if values else None


def naive_b_cubed_class(key: Classes, response: Classes) -> Fraction | None:
    """Return the mean over classes of the mean over their mentions."""
    means = [sum(row, Fraction(0)) / len(row) for row in naive_b_cubed_values(key, response)]
    return sum(means, Fraction(0)) / len(means) if means else None


def naive_mentions(key: Classes, response: Classes) -> Fraction | None:
    """Return the key's spans that the response mentions."""
    spans, others = set().union(*key), set().union(*response)
    return Fraction(len(spans & others), len(spans)) if spans else None


def naive_lea(key: Classes, response: Classes) -> Fraction | None:
    """Return Σ |K| · resolution(K) / Σ |K|, with all links; a singleton has one link, to itself."""

    def links(members: set[Hashable]) -> set[frozenset[Hashable]]:
        if len(members) == 1:
            return {frozenset(members)}
        return {frozenset(pair) for pair in combinations(members, 2)}

    found = {link for other in response for link in links(other)}
    values = [len(members) * Fraction(len(links(members) & found), len(links(members))) for members in key]
    return sum(values, Fraction(0)) / sum(map(len, key)) if key else None


Similarity = Callable[[set[Hashable], set[Hashable]], Fraction]


def shared(one: set[Hashable], other: set[Hashable]) -> Fraction:
    """Return φ3."""
    return Fraction(len(one & other))


def dice(one: set[Hashable], other: set[Hashable]) -> Fraction:
    """Return φ4."""
    return Fraction(2 * len(one & other), len(one) + len(other))


def best_alignment(key: Classes, response: Classes, similarity: Similarity) -> Fraction:
    """Return the largest total similarity of any one-to-one alignment, by trying all, class by class.

    ``best[used]`` is the best total so far that uses just these response classes.
    """
    best: dict[frozenset[int], Fraction] = {frozenset(): Fraction(0)}
    for members in key:
        grown = dict(best)
        for used, total in best.items():
            for place, other in enumerate(response):
                if place not in used and members & other:
                    now = used | {place}
                    grown[now] = max(grown.get(now, Fraction(0)), total + similarity(members, other))
        best = grown
    return max(best.values())


def naive_ceaf(similarity: Similarity) -> RecallOf:
    """Return Φ(best alignment) / Σ φ(K, K)."""

    def recall(key: Classes, response: Classes) -> Fraction | None:
        whole = sum((similarity(members, members) for members in key), Fraction(0))
        return best_alignment(key, response, similarity) / whole if key else None

    return recall


NAIVE: dict[str, RecallOf] = {
    "muc": naive_muc,
    "b_cubed": naive_b_cubed,
    "b_cubed_class": naive_b_cubed_class,
    "ceaf_m": naive_ceaf(shared),
    "ceaf_e": naive_ceaf(dice),
    "lea": naive_lea,
    "mentions": naive_mentions,
}
"""The metrics whose precision is the recall with the roles exchanged."""

Link = frozenset[Hashable]


def all_links(side: Classes) -> tuple[set[Link], set[Link]]:
    """Return every pair of mentions, as coreference links and as non-coreference links."""
    joined = {frozenset(pair) for members in side for pair in combinations(members, 2)}
    everything = {frozenset(pair) for pair in combinations(set().union(*side), 2)}
    return joined, everything - joined


class NaiveBlanc(NamedTuple):
    """BLANC's recall, precision and F with every link written out."""

    recall: Fraction | None
    precision: Fraction | None
    f1: Fraction | None


def naive_blanc(key: Classes, response: Classes) -> NaiveBlanc:
    """Return the mean over the kinds of link that the key has; edge cases as in ``coala.scores.blanc``."""
    kinds = [(k, r) for k, r in zip(all_links(key), all_links(response), strict=True) if k]
    if not kinds:
        return NaiveBlanc(None, None, None)
    recall = sum((Fraction(len(k & r), len(k)) for k, r in kinds), Fraction(0)) / len(kinds)
    if not any(r for _, r in kinds):
        return NaiveBlanc(recall, None, Fraction(0))
    precisions = [Fraction(len(k & r), len(r)) if r else Fraction(0) for k, r in kinds]
    f1s = [Fraction(2 * len(k & r), len(k) + len(r)) for k, r in kinds]
    return NaiveBlanc(recall, sum(precisions, Fraction(0)) / len(kinds), sum(f1s, Fraction(0)) / len(kinds))

"""Divergences and gold: towards it, away from it, or neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from coala.diff.alignment import align_instances
from coala.diff.bags import find_bags
from coala.diff.divergences import KINDS, find_divergences
from coala.model.corpus import build_corpus
from coala.model.graph import Graph, Mentions
from coala.model.values import Span
from coala.scores.gold_direction import DIRECTIONS, find_directions
from coala.scores.partition import cluster_spans
from tests.support.graphs_by_hand import graph

WORDS = "ABCDEFGH"
DOCUMENT = "http://example.org/doc"
OTHER = "http://example.org/other"


def span(letter: str) -> Span:
    """Return the span of a letter: A to H are in a document that gold has, a to h in another."""
    place = WORDS.index(letter.upper())
    return Span(DOCUMENT if letter.isupper() else OTHER, 2 * place, 2 * place + 1)


def spelled(words: str, types: Mapping[str, Sequence[str]] | None = None) -> Graph:
    """Return a graph with an instance for each word, named by it, and a span for each letter."""
    return graph({word: [span(letter) for letter in word] for word in words.split()}, types=types, texts={})


def list_directions(
    baseline: Graph | str, changed: Graph | str, gold: Graph | str, *, scored: str = ""
) -> list[tuple[str, str]]:
    """Return each divergence's kind with its direction."""
    graphs = [spelled(one) if isinstance(one, str) else one for one in (baseline, changed, gold)]
    whole = build_corpus(graphs)
    rows = find_divergences(whole, find_bags(whole), align_instances(whole))
    classes = cluster_spans(whole.mentions[2], graphs[2].mentions.instance, whole.spans)
    known = np.array([name == scored for name in whole.documents]) if scored else None
    signs = find_directions(whole, rows, classes, known)
    return [
        (KINDS[kind].value, DIRECTIONS[sign].value)
        for kind, sign in zip(rows.kind.tolist(), signs.tolist(), strict=True)
    ]


def test_a_mention_that_moves_to_its_own_class_goes_towards_gold_and_back_away() -> None:
    assert list_directions("ABC DE", "AB CDE", "AB CDE") == [("moved", "towards gold")]
    assert list_directions("AB CDE", "ABC DE", "AB CDE") == [("moved", "away from gold")]


def test_a_move_from_one_wrong_class_to_another_of_the_same_size_is_neither() -> None:
    assert list_directions("ABC DE", "AB CDE", "AB DE C") == [("moved", "neither")]


def test_splitting_off_what_does_not_belong_goes_towards_gold() -> None:
    assert list_directions("ABC", "AB C", "AB C") == [("split", "towards gold")]
    assert list_directions("ABC", "AB C", "ABC") == [("split", "away from gold")]
    # C had one right link, to B, and one wrong one, to A.
    assert list_directions("ABC", "AB C", "A BC") == [("split", "neither")]


def test_merging_what_belongs_together_goes_towards_gold() -> None:
    assert list_directions("AB C", "ABC", "ABC") == [("merged", "towards gold")]
    assert list_directions("AB C", "ABC", "AB C") == [("merged", "away from gold")]


def test_a_mention_counts_by_itself_and_by_its_links() -> None:
    assert list_directions("AB", "ABC", "ABC") == [("mention-added", "towards gold")]
    assert list_directions("ABC", "AB", "ABC") == [("mention-dropped", "away from gold")]
    # Gold does not have C at all: one wrong mention and two wrong links less.
    assert list_directions("ABC", "AB", "AB") == [("mention-dropped", "towards gold")]
    # C is a mention of gold's (+1), its links to A and B are both wrong (-2).
    assert list_directions("AB", "ABC", "AB C") == [("mention-added", "away from gold")]
    # B is a mention of gold's, its only link is wrong: +1 and -1.
    assert list_directions("A", "AB", "A B") == [("mention-added", "neither")]


def test_an_instance_counts_by_its_mentions_and_each_link_once() -> None:
    assert list_directions("A", "A BC", "A BC") == [("instance-added", "towards gold")]
    assert list_directions("A BC", "A", "A BC") == [("instance-dropped", "away from gold")]
    assert list_directions("A", "A BC", "A") == [("instance-added", "away from gold")]
    # Two mentions that gold has, and one wrong link: +2 and -1.
    assert list_directions("A", "A BC", "A B C") == [("instance-added", "towards gold")]
    # Three mentions and three wrong links.
    assert list_directions("A", "A BCD", "A B C D") == [("instance-added", "neither")]


def test_where_gold_does_not_know_the_document_it_says_nothing() -> None:
    assert list_directions("abc ABC", "ab c ABC", "ABC", scored=DOCUMENT) == [("split", "neither")]
    # Only the links within the document that gold knows are counted: C loses its right link to A, while b
    # (of the other document) would have made it even.
    assert list_directions("AbC", "Ab C", "AC", scored=DOCUMENT) == [("split", "away from gold")]


def test_right_types_less_wrong_ones_are_compared_before_and_after() -> None:
    def typed(*names: str) -> Graph:
        return spelled("AB", types={"AB": names})

    assert list_directions(typed("Place"), typed("Person"), typed("Person")) == [("type", "towards gold")]
    assert list_directions(typed("Person"), typed("Person", "Place"), typed("Person")) == [
        ("type", "away from gold")
    ]
    assert list_directions(typed("Person"), typed("Person", "Agent"), typed("Agent", "Person")) == [
        ("type", "towards gold")
    ]
    assert list_directions(typed("Place"), typed("Thing"), typed("Person")) == [("type", "neither")]
    assert list_directions(typed("Place"), typed("Person"), typed()) == [("type", "neither")]


def test_types_are_not_judged_where_two_gold_classes_fit_as_well() -> None:
    gold = spelled("A B", types={"A": ["Person"], "B": ["Place"]})

    rows = list_directions(spelled("AB"), spelled("AB", types={"AB": ["Person"]}), gold)

    assert rows == [("type", "neither")]


def test_a_bag_can_hold_rows_of_both_directions() -> None:
    # C had two right links and a wrong one, D three wrong ones.
    assert list_directions("ABCD", "AB C D", "ABC D") == [
        ("split", "away from gold"),
        ("split", "towards gold"),
    ]


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

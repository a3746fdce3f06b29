"""The words by which a reader tells the parts of a bag apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.model.values import Span
from coala.present.displayed_bag import display_bag
from coala.present.part_labels import PartLabel, label_parts
from coala.review.file import Review
from tests.support.graphs_by_hand import graph
from tests.support.reviews import put_comparison

FIRST, SECOND = "http://example.org/museum-1", "http://example.org/museum-2"


def label(
    path: Path,
    first: list[str],
    second: list[str],
    documents: tuple[str, str] = (FIRST, FIRST),
    types: dict[str, list[str]] | None = None,
) -> list[PartLabel]:
    """Return the labels of two baseline chains with these mentions, which the changed graph joins."""
    texts: dict[str, str | None] = dict.fromkeys((FIRST, SECOND), "")
    chains: list[list[Span]] = []
    for document, mentions in zip(documents, (first, second), strict=True):
        chains.append([])
        for words in mentions:
            begin = len(texts[document] or "")
            texts[document] = f"{texts[document]}{words}. "
            chains[-1].append(Span(document, begin, begin + len(words)))
    before = graph(dict(zip("xy", chains, strict=True)), types=types, texts=texts)
    put_comparison(path, before, graph({"z": [*chains[0], *chains[1]]}, texts=texts))
    with Review.open(path, read_only=True) as review:
        return label_parts(display_bag(review.bag(0)), review.find_parts(0))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["Ann", "she"], ["Bob"], [("Ann", ""), ("Bob", "")]),
        (["Sand", "the guard"], ["Sand", "he"], [("Sand", "the guard"), ("Sand", "")]),
        (["Sand", "the guard"], ["SAND", "the member"], [("Sand", "the guard"), ("SAND", "the member")]),
        (["Sand", "its"], ["Sand", "his"], [("Sand", ""), ("Sand", "")]),
        (["Sand", "Sand", "Peter Sand"], ["Sand"], [("Sand", "Peter Sand"), ("Sand", "")]),
        (["Sand", "the guard"], ["Sand", "The guard"], [("Sand", ""), ("Sand", "")]),
    ],
)
def test_namesakes_are_told_apart_by_what_one_has(
    tmp_path: Path, first: list[str], second: list[str], expected: list[tuple[str, str]]
) -> None:
    assert label(tmp_path / "r.coala", first, second) == expected


def test_type_comes_before_a_document(tmp_path: Path) -> None:
    both = (FIRST, SECOND)
    path = tmp_path / "r.coala"
    assert label(path, ["Sand"], ["Sand"], both) == [("Sand", "museum-1"), ("Sand", "museum-2")]
    types = {"x": ["http://example.org/Person"]}
    assert label(path, ["Sand"], ["Sand"], both, types) == [("Sand", "Person"), ("Sand", "museum-2")]

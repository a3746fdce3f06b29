"""The empty nodes of a sentence become zeros: a word of the text where each stands, and a mark.

A zero stands at the word that governs it, by the first of its DEPS. Its mark is that dependency, and which
zero of this governor and dependency it is: ``nsubj#1``. Where the governor is an empty node itself, its own
dependency comes before: ``conj/nsubj#1``. One zero more or less so moves no other but those of the same
governor and dependency.

Where no governor is known, it stands at the word before it, by order: ``#1``; ``before#1`` at the first word
of a sentence that begins with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from coala.model.node_marks import NodeNumber, parse_dependencies
from coala.reading.formats.corefud.conllu import Node

_MOST_STEPS = 20
"""From an empty node to its governor, and on to that one's: longer ways are rings, or nonsense."""


class Zero(NamedTuple):
    """Where an empty node stands in the sentence's text, its mark, and whether that is ``by_order`` alone."""

    begin: int
    end: int
    mark: str
    by_order: bool


def place_zeros(nodes: Sequence[Node]) -> dict[int, Zero]:
    """The empty nodes by their place among the nodes; none where the sentence has no word."""
    words = {node.number: node for node in reversed(nodes) if node.begin < node.end}
    if not words:
        return {}
    empty = {node.number: node.deps for node in nodes if node.number[1]}
    count: Counter[tuple[int, int, str]] = Counter()
    zeros: dict[int, Zero] = {}
    before = None
    for place, node in enumerate(nodes):
        if node.begin < node.end:
            before = node
        if not node.number[1]:
            continue
        governor, way = _governor(node.number, words, empty)
        at = governor or before or next(word for word in nodes if word.begin < word.end)
        kind = way if governor else "" if before else "before"
        count[at.begin, at.end, kind] += 1
        mark = f"{kind}#{count[at.begin, at.end, kind]}"
        zeros[place] = Zero(at.begin, at.end, mark, by_order=governor is None)
    return zeros


def _governor(
    number: NodeNumber, words: dict[NodeNumber, Node], empty: dict[NodeNumber, str]
) -> tuple[Node | None, str]:
    """The word that governs an empty node, and by what relations."""
    way: list[str] = []
    for _ in range(_MOST_STEPS):
        first = parse_dependencies(empty.get(number, ""))[:1]
        if not first:
            break
        number, relation = first[0]
        way.insert(0, relation)
        if number in words:
            return words[number], "/".join(way)
    return None, ""

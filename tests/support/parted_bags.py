"""A review of three bags with parts, for tests of who is who.

Every letter of the text is a mention:

- Bag 1: the chains abc, de and f of the baseline (A, B and C) are one chain (1). Two links were made.
- Bag 2: the chain hijkl (A) fell into hij (1), k (2) and l (3), and m is new there (in 1), as is n. Two links
  were made, and two lost.
- Bag 3: o and p are two chains of the baseline, and one of the changed graph: one link was made.
"""

from __future__ import annotations

from pathlib import Path

from coala.model.graph import Graph
from coala.model.values import Span
from coala.verdicts.groups import Groups
from tests.support.graphs_by_hand import graph
from tests.support.reviews import put_comparison

DOCUMENT = "http://example.org/letters"
TEXT = "a b c d e f g h i j k l m n o p"

OF_BAG_1 = Groups(((0, 3), (5,)), start=1, moved=1)
"""A1 and B1 are one, C1 is another."""
OF_BAG_2 = Groups(((0, 3), (2,)), no_mention=(5,), not_sure=(4,), pieces=((0, 1), (2,)))
"""The part hij is mixed: hi and k are one, j is another. m and n are no mention, l is not sure."""


def letters(words: str) -> list[Span]:
    """Return the mention of each letter."""
    return [Span(DOCUMENT, TEXT.index(letter), TEXT.index(letter) + 1) for letter in words]


def _make_graph(*chains: str) -> Graph:
    return graph({f"x{chain}": letters(chain) for chain in chains}, texts={DOCUMENT: TEXT})


def make_parted_review(path: Path) -> Path:
    """Write the review; no gold is given."""
    put_comparison(
        path,
        _make_graph("abc", "de", "f", "g", "hijkl", "o", "p"),
        _make_graph("abcdef", "g", "hijmn", "k", "l", "op"),
    )
    return path

"""What was aligned of a graph, in figures: a summary holds them, and one that is read back needs no numpy."""

from __future__ import annotations

from typing import NamedTuple


class AlignedGraph(NamedTuple):
    """What was aligned of one graph (its place among the graphs).

    ``equal`` of the ``characters`` of its ``documents``, without blanks, have a counterpart; ``not_placed``
    of ``mentions`` in them have none.
    """

    graph: int
    documents: int = 0
    characters: int = 0
    equal: int = 0
    mentions: int = 0
    not_placed: int = 0

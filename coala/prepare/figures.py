"""The figures of aligned texts; without numpy, so that reading a summary does not import it."""

from __future__ import annotations

from typing import NamedTuple


class AlignedGraph(NamedTuple):
    """The result of aligning the texts of one graph; ``graph`` is its place among the graphs.

    ``equal`` of the ``characters`` of its ``documents``, without blanks, have a counterpart. ``not_placed``
    of the ``mentions`` in them have none.
    """

    graph: int
    documents: int = 0
    characters: int = 0
    equal: int = 0
    mentions: int = 0
    not_placed: int = 0

"""The figures that describe how the texts of a graph were aligned with those of an earlier graph.

They have a module without numpy, so that a program that only prints a summary need not import it.
"""

from __future__ import annotations

from typing import NamedTuple


class AlignedGraph(NamedTuple):
    """The result of aligning the texts of one graph; only documents whose texts differ count."""

    graph: int  # its place among the graphs: 0 is the baseline
    documents: int = 0
    characters: int = 0  # in these documents, without blanks
    equal: int = 0  # characters that have a counterpart in the other text
    mentions: int = 0  # in these documents
    not_placed: int = 0  # mentions that have no counterpart

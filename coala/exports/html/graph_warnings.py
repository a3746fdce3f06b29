"""What was odd in the graphs becomes the list below the head of a page, as the window's page of warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.warnings_page import Section

_LONGEST_SENTENCE = 1000


class WarnedGraph(NamedTuple):
    """A graph, or what lies between several, and what was odd there, each with what that does."""

    name: str
    sentences: list[tuple[str, str]]


class GraphWarnings(NamedTuple):
    """``counted`` is how many there are, in words; "" where there are none."""

    counted: str
    graphs: list[WarnedGraph]


def list_warnings(sections: Sequence[Section]) -> GraphWarnings:
    """The warnings of all graphs, without what is harmless."""
    graphs = [
        WarnedGraph(
            clean(section.path or section.title),
            [
                (clean(entry.sentence, _LONGEST_SENTENCE), clean(entry.effect, _LONGEST_SENTENCE))
                for entry in section.warnings
            ],
        )
        for section in sections
        if section.warnings
    ]
    total = sum(len(graph.sentences) for graph in graphs)
    return GraphWarnings(f"{count(total, 'warning')} about the graphs" if total else "", graphs)

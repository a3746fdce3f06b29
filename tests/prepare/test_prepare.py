"""Joining of graphs in one corpus without losing any content of a file."""

from __future__ import annotations

from dataclasses import replace

from coala.model.corpus import Corpus
from coala.model.options import Match
from coala.model.values import Span
from coala.prepare.prepare import Preparation, prepare
from tests.support.graphs_by_hand import DOC_1, graph

ROLES = ("key", "response")
BOB, HE = Span(DOC_1, 0, 3), Span(DOC_1, 10, 12)
KEY = graph({"x": [BOB, HE]}, texts={DOC_1: "Bob left.\nHe ran."})
WINDOWS = graph(
    {"y": [Span(DOC_1, 0, 3), Span(DOC_1, 11, 13)]},
    statements=[("y", "seen", f"(<{DOC_1}> 11 13)"), ("y", "age", '"40"')],
    texts={DOC_1: "Bob left.\r\nHe ran."},
)


def mentions(corpus: Corpus, graph: int) -> list[Span]:
    return [corpus.span(number) for number in corpus.mentions[graph].tolist()]


def stated(corpus: Corpus, graph: int) -> list[str]:
    """Return the values of all statements of a graph."""
    source = corpus.graphs[graph]
    return [source.values[number] for number in source.statements.value.tolist()]


def test_a_joined_span_counts_as_the_first_graph_s_also_in_what_is_stated_of_an_aligned_text() -> None:
    wider = replace(KEY, mentions=replace(KEY.mentions, end=KEY.mentions.end + 4))
    prepared = prepare((wider, WINDOWS), ROLES, Preparation(match=Match.OVERLAP))
    own = [BOB._replace(end=7), HE._replace(end=16)]
    assert mentions(prepared.corpus, 1) == mentions(prepared.corpus, 0) == own
    assert [(row.graph, row.kept, row.extent) for row in prepared.joined] == [
        (1, own[0], BOB),
        (1, own[1], HE),
    ]
    assert stated(prepared.corpus, 1)[0] == f"(<{DOC_1}> 10 16)"
    assert [notice.code for notice in prepared.span_notices] == ["spans-joined"]

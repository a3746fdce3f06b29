"""Joining of graphs in one corpus without losing any content of a file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coala.errors import CoalaError
from coala.model.corpus import Corpus
from coala.model.option import AUTO
from coala.model.options import Match, Selection
from coala.model.values import Span
from coala.prepare.document_map import DocumentMap, read_document_map
from coala.prepare.prepare import prepare
from tests.support.graphs_by_hand import DOC_1, graph

ROLES = ("key", "response")
OTHER = "http://example.org/other"
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


def test_mentions_and_what_is_said_of_them_move_together_into_the_text_that_both_share() -> None:
    corpus = prepare((KEY, WINDOWS), ROLES).corpus
    assert mentions(corpus, 0) == mentions(corpus, 1) == [BOB, HE]
    assert stated(corpus, 1) == [f"(<{DOC_1}> 10 12)", '"40"']
    assert corpus.texts[0] == corpus.texts[1] == {DOC_1: "Bob left.\nHe ran."}


def test_a_graph_alone_stays_in_its_own_text_under_the_names_that_all_share() -> None:
    elsewhere = {"y": [Span(OTHER, 0, 3), Span(OTHER, 10, 12)]}
    named = graph(elsewhere, texts={OTHER: KEY.texts[0]})
    mapped = prepare((KEY, named), ROLES, documents=read_document_map(AUTO))
    assert mapped.corpus.documents == (DOC_1,)
    assert mentions(mapped.build_single_corpus(1), 0) == [BOB, HE]
    assert [notice.code for notice in mapped.document_notices] == ["documents-mapped"]
    alone = prepare((KEY, WINDOWS), ROLES).build_single_corpus(1)
    assert mentions(alone, 0) == [BOB, HE._replace(begin=11, end=13)]
    assert alone.texts_of() == ["Bob left.\r\nHe ran."]


def test_a_joined_span_counts_as_the_first_graph_s_also_in_what_is_stated_of_an_aligned_text() -> None:
    wider = replace(KEY, mentions=replace(KEY.mentions, end=KEY.mentions.end + 4))
    prepared = prepare((wider, WINDOWS), ROLES, match=Match.OVERLAP)
    own = [BOB._replace(end=7), HE._replace(end=16)]
    assert mentions(prepared.corpus, 1) == mentions(prepared.corpus, 0) == own
    assert [(row.graph, row.kept, row.extent) for row in prepared.joined] == [
        (1, own[0], BOB),
        (1, own[1], HE),
    ]
    assert stated(prepared.corpus, 1)[0] == f"(<{DOC_1}> 10 16)"
    assert [notice.code for notice in prepared.span_notices] == ["spans-joined"]


def test_what_is_not_selected_and_what_is_optional_is_left_out() -> None:
    key = replace(KEY, optional=frozenset({1}))
    response = graph({"y": [BOB]}, statements=[("y", "age", '"40"'), ("y", "name", '"Bob"')], texts={})
    prepared = prepare(
        (key, response), ROLES, selection=Selection(ignore_predicates=("age",)), optional_mentions=False
    )
    assert (mentions(prepared.corpus, 0), len(prepared.left_out)) == ([BOB], 1)
    assert stated(prepared.corpus, 1) == ['"Bob"']
    everything = prepare((key, response), ROLES)
    assert (mentions(everything.corpus, 0), everything.left_out) == ([BOB, HE], ())


def test_documents_that_would_become_one_are_refused() -> None:
    both = graph({"y": [BOB, Span(OTHER, 0, 3)]}, texts={DOC_1: None, OTHER: None})
    documents = DocumentMap("map.tsv", {OTHER: DOC_1})
    with pytest.raises(CoalaError, match=f"<{DOC_1}>"):
        prepare((KEY, both), ROLES, documents=documents)

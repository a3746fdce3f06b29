"""The common numbering of documents and spans of several graphs, and columns over it."""

from __future__ import annotations

from coala.model.corpus import build_corpus
from tests.support.graphs_by_hand import A, B, C, D, graph


def test_a_span_of_several_graphs_has_one_number_and_an_earlier_span_a_smaller_one() -> None:
    corpus = build_corpus((graph({"x1": [D, A], "x2": [B]}), graph({"y": [C, A]})))
    assert [corpus.span(number) for number in range(corpus.spans)] == [A, B, C, D]
    assert [spans.tolist() for spans in corpus.mentions] == [[3, 0, 1], [2, 0]]
    assert [instances.tolist() for instances in corpus.instances] == [[0, 0, 1], [0, 0]]
    assert corpus.spans_of(0, 0) == [0, 3]
    assert corpus.mentioned(1).tolist() == [True, False, True, False]


def test_statements_of_two_graphs_have_the_same_number_where_they_say_the_same() -> None:
    baseline = graph({"x": [A]}, statements=[("x", "role", '"chief"'), ("x", "age", '"40"')])
    changed = graph({"y": [A]}, statements=[("y", "role", '"chief"')])
    first, second = build_corpus((baseline, changed)).tables
    assert first.code[first.rows(0)].tolist() != second.code[second.rows(0)].tolist()
    assert set(second.code.tolist()) < set(first.code.tolist())

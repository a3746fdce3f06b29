"""The common numbering of documents and spans of several graphs, and columns over it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from coala.model.corpus import build_corpus
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, A, B, C, D, graph


def test_a_span_of_several_graphs_has_one_number_and_an_earlier_span_a_smaller_one() -> None:
    corpus = build_corpus((graph({"x1": [D, A], "x2": [B]}), graph({"y": [C, A]})))
    assert [corpus.span(number) for number in range(corpus.spans)] == [A, B, C, D]
    assert [spans.tolist() for spans in corpus.mentions] == [[3, 0, 1], [2, 0]]
    assert [instances.tolist() for instances in corpus.instances] == [[0, 0, 1], [0, 0]]
    assert corpus.spans_of(0, 0) == [0, 3]
    assert corpus.mentioned(1).tolist() == [True, False, True, False]


def test_a_text_is_that_of_the_first_graph_that_has_it() -> None:
    first = graph({"x": [A]}, texts={DOC_1: None, DOC_2: "ours"})
    second = graph({"y": [A, D]}, texts={DOC_1: "theirs", DOC_2: "theirs too"})
    third = graph({"z": [A, D]}, texts={DOC_1: "gold", DOC_2: "gold too"})
    corpus = build_corpus((first, second, third))
    assert corpus.documents == (DOC_1, DOC_2)
    assert corpus.texts_of() == corpus.texts_of(0, 1) == corpus.texts_of(0, 1, 2) == ["theirs", "ours"]
    assert corpus.texts_of(2, 0) == ["gold", "gold too"]
    assert corpus.texts_of(0) == [None, "ours"]
    assert corpus.texts[:2] == ({DOC_1: None, DOC_2: "ours"}, {DOC_1: "theirs", DOC_2: "theirs too"})


def test_mentions_count_as_other_spans_or_not_at_all_and_the_numbering_stays() -> None:
    corpus = build_corpus((SEED["X"], SEED["Y"]))
    joined = corpus.replace_spans(np.array([0, 0, 2, 3]))
    assert [spans.tolist() for spans in joined.mentions] == [[0, 2, 3, 0], [0, 2, 0, 3]]
    assert joined.span(1) == B
    fewer = joined.drop_mentions(0, [1, 2])
    assert (fewer.mentions[0].tolist(), fewer.instances[0].tolist()) == ([0, 0], [0, 1])
    assert fewer.mentions[1].tolist() == [0, 2, 0, 3]


def test_words_and_minima_are_those_of_spans_and_the_first_mention_s_minimum_counts() -> None:
    silent = graph({"x1": [A], "x2": [A, D]}, texts={})
    corpus = build_corpus(
        (replace(silent, mention_texts={0: "Bob Smith", 2: "R. Smith"}, minimums={0: (4, 9), 1: (0, 3)}),)
    )
    assert corpus.words == ({0: "Bob Smith", 1: "R. Smith"},)
    assert corpus.minimums == ({0: (4, 9)},)


def test_statements_of_two_graphs_have_the_same_number_where_they_say_the_same() -> None:
    baseline = graph({"x": [A]}, statements=[("x", "role", '"chief"'), ("x", "age", '"40"')])
    changed = graph({"y": [A]}, statements=[("y", "role", '"chief"')])
    first, second = build_corpus((baseline, changed)).tables
    assert first.code[first.rows(0)].tolist() != second.code[second.rows(0)].tolist()
    assert set(second.code.tolist()) < set(first.code.tolist())

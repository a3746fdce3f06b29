"""Documents with other texts but as many words are compared word by word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.score import score_graphs
from coala.model.corpus import Placement, build_corpus, place_as_stated
from coala.model.graph import Graph, Span
from coala.model.notices.notice import Notice
from coala.normalisation.text_alignment import align_texts
from tests.support.graphs_by_hand import DOC_1, graph

ROLES = ("baseline", "changed graph", "gold graph")


def one(text: str | None, *members: Span) -> Graph:
    return graph({"x": members}, texts={DOC_1: text})


def span(begin: int, end: int) -> Span:
    return Span(DOC_1, begin, end)


def align(*graphs: Graph) -> tuple[tuple[Placement, ...], tuple[Notice, ...]]:
    return align_texts([place_as_stated(graph) for graph in graphs], ROLES)


def spans_of(graph: Graph, placement: Placement | None = None) -> list[Span]:
    corpus = build_corpus((graph,), (placement,) if placement else None)
    return [corpus.span(number) for number in range(corpus.spans)]


def test_other_line_ends_shift_nothing() -> None:
    first = one("Bob left.\nHe ran.", span(0, 3), span(10, 12), span(13, 16))
    second = one("Bob left.\r\nHe ran.", span(0, 3), span(11, 13), span(14, 17))
    found = compare_graphs(first, second).summary
    assert found.interesting == 0
    (notice,) = found.notices
    assert notice.code == "texts-aligned"
    assert notice.message.startswith(
        "1 document with another text in the changed graph than in the baseline, but as many words: "
    )


def test_a_zero_moves_with_its_word() -> None:
    first = one("( Bob ) left", span(2, 5), span(8, 12)._replace(zero="nsubj#1"))
    second = one("-LRB- Bob -RRB- left", span(6, 9), span(16, 20)._replace(zero="nsubj#1"))
    (_, aligned), _ = align(first, second)
    assert spans_of(second, aligned) == spans_of(first)


def test_other_signs_for_a_word_are_that_word() -> None:
    first = one("( Bob ) left", span(0, 7), span(2, 5))
    second = one("-LRB- Bob -RRB- left", span(0, 15), span(6, 9))
    (_, aligned), _ = align(first, second)
    assert spans_of(second, aligned) == spans_of(first)
    assert aligned.texts == first.texts
    assert score_graphs(first, second).scores["mentions"].f1 == 1.0


def test_inside_of_a_word_that_differs_nothing_can_be_said_of_a_place() -> None:
    first, second = one("Bobby  left", span(0, 5)), one("Robby left", span(1, 5))
    (_, same), notices = align(first, second)
    assert same.mentions is second.mentions
    assert notices == ()


def test_with_more_words_the_texts_are_left_to_the_warning() -> None:
    first, second = one("Bob left.", span(0, 3)), one("Old Bob left.", span(4, 7), span(0, 3))
    assert [notice.code for notice in compare_graphs(first, second).summary.notices] == ["texts-differ"]


def test_gaps_and_minima_move_with_their_words() -> None:
    turned_off = Span(DOC_1, 0, 13, ((0, 6), (10, 13)))
    second = replace(one("turned it  off", Span(DOC_1, 0, 14, ((0, 6), (11, 14)))), minimums={0: (11, 14)})
    (_, aligned), _ = align(one("turned it off", turned_off), second)
    assert spans_of(second, aligned) == [turned_off]
    assert aligned.minimums == {0: (10, 13)}


def test_gold_is_read_in_the_baseline_s_words_and_unknown_texts_stay_as_they_are() -> None:
    first, unknown, gold = one("a b", span(2, 3)), one(None, span(2, 3)), one("a  b", span(3, 4))
    (_, same, aligned), notices = align(first, unknown, gold)
    assert same.mentions is unknown.mentions
    assert spans_of(gold, aligned) == [span(2, 3)]
    assert ["gold graph" in notice.message for notice in notices] == [True]


def test_the_same_characters_in_another_normal_form_are_found_inside_of_words() -> None:
    first = one("Müller, the chef.", span(0, 6))
    second = one("Mu\u0308ller, the chef.", span(0, 7))
    (_, aligned), _ = align(first, second)
    assert spans_of(second, aligned) == [span(0, 6)]


def test_the_blank_behind_a_word_is_nobody_s() -> None:
    first, second = one("Bob  left", span(0, 3)), one("Bob left", span(0, 4))
    (_, aligned), _ = align(first, second)
    assert spans_of(second, aligned) == [span(0, 3)]


def test_a_text_that_only_a_later_graph_has_is_the_measure_then() -> None:
    first, changed, gold = one(None, span(2, 3)), one("a b", span(2, 3)), one("a\r\nb", span(3, 4))
    (_, _, aligned), _ = align(first, changed, gold)
    assert spans_of(gold, aligned) == [span(2, 3)]


def test_gold_with_another_text_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    system, gold = one("a b", span(2, 3)), one("old a b", span(6, 7))
    notices = compare_graphs(system, system, gold).summary.notices
    assert [notice.code for notice in notices if "gold" in notice.message] == ["texts-differ"]


words = st.lists(st.text("ab.😀", min_size=1, max_size=3), min_size=1, max_size=6)
blanks = st.lists(st.sampled_from([" ", "\n", "\r\n", " \u00a0 "]), min_size=7, max_size=7)


@given(words, blanks, blanks, st.data())
def test_every_span_covers_the_same_words_as_before(
    words: list[str], ours: list[str], theirs: list[str], data: st.DataObject
) -> None:
    here, there = ("".join(map("".join, zip(gaps, words, strict=False))) for gaps in (ours, theirs))
    begin = data.draw(st.sampled_from([place for place, char in enumerate(there) if not char.isspace()]))
    end = data.draw(
        st.sampled_from([n + 1 for n, char in enumerate(there) if n >= begin and not char.isspace()])
    )
    other = one(there, span(begin, end))
    (_, aligned), _ = align(one(here, span(0, len(here))), other)
    (moved,) = spans_of(other, aligned)
    assert here[moved.begin : moved.end].split() == there[begin:end].split()

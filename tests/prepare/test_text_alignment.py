"""Mentions of documents with different texts, carried over to the first graph's text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.score import score_graphs
from coala.errors import ReadingError
from coala.model.corpus import build_corpus, place_as_stated
from coala.model.graph import Graph
from coala.model.options import AS_THEY_STAND, DEFAULTS, Match
from coala.model.values import Span
from coala.prepare.figures import AlignedGraph
from coala.prepare.text_alignment import AlignedTexts, align_texts
from tests.support.graphs_by_hand import DOC_1, DOC_2, graph

ROLES = ("baseline", "changed graph", "gold graph")


def make_graph(text: str | None, *members: Span) -> Graph:
    return graph({"x": members}, texts={DOC_1: text})


def span(begin: int, end: int) -> Span:
    return Span(DOC_1, begin, end)


def span_of(text: str, words: str) -> Span:
    return span(text.index(words), text.index(words) + len(words))


def align(*graphs: Graph) -> AlignedTexts:
    return align_texts([place_as_stated(graph) for graph in graphs], graphs, ROLES)


def carried(*graphs: Graph) -> list[Span]:
    """Return the spans of the last graph."""
    placement = align(*graphs).placements[-1]
    corpus = build_corpus(graphs[-1:], (placement,))
    return [corpus.span(number) for number in range(corpus.spans)]


def test_other_line_ends_shift_nothing() -> None:
    first = make_graph("Bob left.\nHe ran.", span(0, 3), span(10, 12), span(13, 16))
    second = make_graph("Bob left.\r\nHe ran.", span(0, 3), span(11, 13), span(14, 17))
    summary = compare_graphs(first, second).summary
    assert summary.interesting == 0
    (notice,) = summary.notices
    assert (notice.code, notice.count) == ("texts-aligned", 1)
    assert re.findall(r"[\d.]*\d", notice.message)[:4] == ["1", "3", "3", "100.0"]


def test_other_signs_for_a_word_are_that_word() -> None:
    first = make_graph("( Bob ) left", span(0, 7), span(2, 5))
    second = make_graph("-LRB- Bob -RRB- left", span(0, 15), span(6, 9))
    aligned = align(first, second)
    assert carried(first, second) == [span(0, 7), span(2, 5)]
    assert aligned.placements[1].texts == first.texts
    assert [(row.kept, row.extent, row.words) for row in aligned.respelled] == [
        (span(0, 7), span(0, 7), "-LRB- Bob -RRB-")
    ]
    assert score_graphs(first, second).scores["mentions"].f1 == 1.0


def test_a_word_more_shifts_nothing_and_its_mention_stays_one_of_its_graph() -> None:
    first = make_graph("Bob left us all.", span(0, 3))
    text = "Old Bob left us all."
    second = make_graph(text, span_of(text, "Bob"), span_of(text, "Old"), span_of(text, "Old Bob"))
    assert [(span.begin, span.end, span.unplaced) for span in carried(first, second)] == [
        (0, 1, "Old#1"),
        (0, 3, ""),
        (0, 3, "Old Bob#1"),
    ]
    assert align(first, second).graphs == (AlignedGraph(1, 1, 16, 13, 3, 2),)
    summary = compare_graphs(first, second).summary
    lost = next(notice for notice in summary.notices if notice.code == "mentions-not-placed")
    assert lost.count == 2
    assert re.findall(r"^\d of \d|changed|baseline|“.*?” at \d", lost.message) == [
        *("2 of 3", "changed", "baseline", "“Old” at 0"),
    ]


def test_a_mention_of_a_line_end_alone_is_told_so_that_it_can_be_found() -> None:
    first = make_graph("Bob left us all.\nHe is gone.", span(0, 3))
    second = make_graph("Bob left us all.\r\nHe is gone.", span(0, 3), span(16, 17))
    notices = compare_graphs(first, second).summary.notices
    lost = next(notice for notice in notices if notice.code == "mentions-not-placed")
    assert r"“\r” at 16 " in lost.message


def test_a_mention_without_a_place_equals_none_at_the_nearest_one() -> None:
    first = graph({"x": [span(0, 3)], "y": [span(12, 15)]}, texts={DOC_1: "Bob left us all."})
    text = "Bob Smithson left us all."
    second = graph({"x": [span(0, 12)], "y": [span(21, 24)]}, texts={DOC_1: text})
    unplaced, kept = carried(first, second)
    assert (unplaced.begin, unplaced.end, kept) == (0, 3, span(12, 15))
    assert unplaced != span(0, 3)
    for match in Match:
        bags = [
            bag
            for bag, _ in compare_graphs(first, second, options=DEFAULTS._replace(match=match)).iterate_bags()
        ]
        assert [bag.words for bag in bags] == [("Bob",), ("Bob Smithson",)]
        assert [row.kind.value for bag in bags for row in bag.divergences] == [
            "instance-dropped",
            "instance-added",
        ]


def test_two_mentions_of_one_word_without_a_place_stay_two_whatever_their_order() -> None:
    first = make_graph("Bob left us all today.", span(0, 3))
    text = "Bob he he left us all today."
    for order in (1, -1):
        spans = carried(first, make_graph(text, *[span(4, 6), span(7, 9)][::order]))
        assert [(span.begin, span.end, span.unplaced) for span in spans] == [(2, 3, "he#1"), (2, 3, "he#2")]


def test_gold_without_a_place_is_the_changed_graph_s_mention_of_the_same_words() -> None:
    first = make_graph("Bob left us all.", span(0, 3))
    text = "Old Bob left us all."
    second, third = make_graph(text, span_of(text, "Old")), make_graph(text.replace(" ", "  "), span(0, 3))
    assert carried(first, second) == carried(first, second, third)


def test_without_alignment_offsets_are_compared_as_they_stand() -> None:
    first, second = make_graph("Bob left.", span(0, 3)), make_graph("Old Bob left.", span(4, 7), span(0, 3))
    summary = compare_graphs(first, second, options=DEFAULTS._replace(align_texts=AS_THEY_STAND)).summary
    assert [notice.code for notice in summary.notices] == ["texts-differ"]
    assert summary.settings["align_texts"] == AS_THEY_STAND
    assert summary.texts_aligned == ()


def test_another_text_is_told_and_not_aligned() -> None:
    first, second = make_graph("Bob left them.", span(0, 3)), make_graph("Cow and milk in hut", span(0, 3))
    assert align(first, second).placements[1].mentions is second.mentions
    summary = compare_graphs(first, second).summary
    assert [notice.code for notice in summary.notices] == ["texts-differ"]


def test_gaps_and_minima_are_carried_over_with_their_words() -> None:
    turned_off = Span(DOC_1, 0, 13, ((0, 6), (10, 13)))
    second = replace(
        make_graph("turned it  off", Span(DOC_1, 0, 14, ((0, 6), (11, 14)))), minimums={0: (11, 14)}
    )
    aligned = align(make_graph("turned it off", turned_off), second).placements[1]
    assert carried(make_graph("turned it off", turned_off), second) == [turned_off]
    assert aligned.minimums == {0: (10, 13)}


def test_span_with_gaps_of_which_a_part_has_no_place_reaches_from_its_first_part_to_its_last() -> None:
    first = make_graph("turned it today", span(0, 6))
    second = make_graph("turned it off today", Span(DOC_1, 0, 13, ((0, 6), (10, 13))))
    (unplaced,) = carried(first, second)
    assert (unplaced.begin, unplaced.end, unplaced.fragments) == (0, 9, ())
    assert unplaced.unplaced == "turned … off#1"


def test_a_minimum_without_a_place_is_none() -> None:
    second = replace(make_graph("the old  man ran", span(0, 12)), minimums={0: (4, 7)})
    aligned = align(make_graph("the man ran", span(0, 7)), second).placements[1]
    assert aligned.minimums == {}


def test_a_zero_is_carried_over_with_its_governor() -> None:
    zero = Span(DOC_1, 4, 8, zero="nsubj#1")
    assert carried(
        make_graph("She left now", zero), make_graph("She  left now", zero._replace(begin=5, end=9))
    ) == [zero]


def test_spans_that_statements_name_are_carried_over() -> None:
    def of(text: str, place: str) -> Graph:
        return graph(
            {"x": [span(0, 3)]}, texts={DOC_1: text}, statements=[("x", "http://e.org/cites", place)]
        )

    first = of("Bob left us.", f"(<{DOC_1}> 4 8)")
    assert compare_graphs(first, of("Bob  left us.", f"(<{DOC_1}> 5 9)")).summary.interesting == 0
    assert compare_graphs(first, of("Bob  left us.", f"(<{DOC_1}> 4 8)")).summary.interesting == 1
    # A place that the reference lacks is different from all its places.
    assert compare_graphs(first, of("Bob quickly left us.", f"(<{DOC_1}> 4 11)")).summary.interesting == 1


def test_gold_is_read_in_the_baseline_s_text_and_unknown_texts_stay_as_they_are() -> None:
    first, unknown, gold = (
        make_graph("a b", span(2, 3)),
        make_graph(None, span(2, 3)),
        make_graph("a  b", span(3, 4)),
    )
    aligned = align(first, unknown, gold)
    assert aligned.placements[1].mentions is unknown.mentions
    assert carried(first, unknown, gold) == [span(2, 3)]
    assert ["gold graph" in notice.message for notice in aligned.notices] == [True]


def test_a_text_that_only_a_later_graph_has_is_the_reference_then() -> None:
    first, changed, gold = (
        make_graph(None, span(2, 3)),
        make_graph("a b", span(2, 3)),
        make_graph("a\r\nb", span(3, 4)),
    )
    assert carried(first, changed, gold) == [span(2, 3)]


def test_blanks_at_the_edges_of_a_span_are_nobody_s_in_either_graph() -> None:
    assert carried(make_graph("Bob  left", span(0, 3)), make_graph("Bob left", span(0, 4))) == [span(0, 3)]
    # A baseline that has the blank keeps it, and the mention is the same one.
    assert carried(make_graph("Bob  left", span(0, 4)), make_graph("Bob left", span(0, 3))) == [span(0, 4)]
    both = make_graph("Bob  left", span(0, 4), span(0, 3))
    assert carried(both, make_graph("Bob left", span(0, 3))) == [span(0, 3)]


def test_documents_are_aligned_each_by_itself() -> None:
    texts = {DOC_1: "Bob left.", DOC_2: "Ann ran home."}
    first = graph({"x": [span(0, 3), Span(DOC_2, 0, 3)]}, texts=texts)
    second = graph({"x": [span(1, 4), Span(DOC_2, 0, 3)]}, texts=texts | {DOC_1: "\nBob left."})
    assert carried(first, second) == [span(0, 3), Span(DOC_2, 0, 3)]
    assert align(first, second).graphs[0].documents == 1


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
    other = make_graph(there, span(begin, end))
    (moved,) = carried(make_graph(here, span(0, len(here))), other)
    assert here[moved.begin : moved.end].split() == there[begin:end].split()


def test_scores_count_words_where_both_texts_have_as_many_and_none_is_shifted() -> None:
    first = make_graph("Bob met jnk here today", span(8, 11), span(0, 3))
    second = make_graph("Bob met  Ann here today", span(9, 12), span(0, 3))
    placements = [place_as_stated(graph) for graph in (first, second)]
    (_, counted) = align_texts(placements, (first, second), ROLES, count_words=True).placements
    assert [(row.begin, row.end) for row in map(build_corpus((second,), (counted,)).span, (0, 1))] == [
        (0, 3),
        (8, 11),
    ]
    assert score_graphs(first, second).scores["mentions"].f1 == 1.0
    assert compare_graphs(first, second).summary.texts_aligned[0].not_placed == 1


def test_as_many_words_are_not_the_same_words_where_one_was_moved() -> None:
    first = make_graph("the big old man left us in town today", span(0, 15))
    second = make_graph("the old man left us in big town today", span(0, 11), span(8, 11))
    assert score_graphs(first, second).scores["mentions"].f1 != 1.0
    assert carried(first, second)[0] == span(0, 15)


def test_nothing_in_common_since_nothing_could_be_placed_is_told_as_that() -> None:
    first, second = (
        make_graph("Bob met the man here.", span(0, 3)),
        make_graph("Bobby met the man here.", span(0, 5)),
    )
    with pytest.raises(ReadingError, match="1 of 1 mention"):
        compare_graphs(first, second)


def test_the_nearest_place_of_a_mention_is_no_word_that_somebody_cut() -> None:
    text = "Bob met the man here and Mona."
    first = make_graph("Bob met the man here.", span(0, 3), span(8, 15))
    second = make_graph(text, span(0, 3), span(8, 15), span_of(text, "Mona"))
    codes = [notice.code for notice in compare_graphs(first, second).summary.notices]
    assert codes == ["texts-aligned", "mentions-not-placed"]

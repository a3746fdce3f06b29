"""Mentions of documents with different texts, carried over to the first graph's text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.score import score_graphs
from coala.model.corpus import build_corpus, place_as_stated
from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Match
from coala.model.values import Span
from coala.prepare.text_alignment import AlignedTexts, align_texts
from tests.support.graphs_by_hand import DOC_1, graph

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


def test_gold_without_a_place_is_the_changed_graph_s_mention_of_the_same_words() -> None:
    first = make_graph("Bob left us all.", span(0, 3))
    text = "Old Bob left us all."
    second, third = make_graph(text, span_of(text, "Old")), make_graph(text.replace(" ", "  "), span(0, 3))
    assert carried(first, second) == carried(first, second, third)


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


def test_the_nearest_place_of_a_mention_is_no_word_that_somebody_cut() -> None:
    text = "Bob met the man here and Mona."
    first = make_graph("Bob met the man here.", span(0, 3), span(8, 15))
    second = make_graph(text, span(0, 3), span(8, 15), span_of(text, "Mona"))
    codes = [notice.code for notice in compare_graphs(first, second).summary.notices]
    assert codes == ["texts-aligned", "mentions-not-placed"]

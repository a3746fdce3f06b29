"""Flaws that only a whole graph, or a pair of graphs, reveals."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.lint import lint_graphs
from coala.model.corpus import build_corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import Match, Options
from coala.model.values import Span
from coala.prepare.quality import (
    LARGE_CHAIN,
    find_core,
    find_flaws,
    find_flaws_between,
    find_flaws_for_review,
    find_near_spans,
)
from tests.support.graphs_by_hand import DOC_1, SEED, graph

ROLES = ("baseline", "changed graph")
TEXT = 'The old man said: "Stop!" and the old man left.'


def spans_of(*words: str, text: str = TEXT) -> list[Span]:
    """Return a span for each of the words, at their first place in the text."""
    return [Span(DOC_1, text.index(part), text.index(part) + len(part)) for part in words]


def make_graph(*spans: Span, text: str | None = TEXT) -> Graph:
    """Return a graph in which every span is an instance of its own."""
    return graph({f"x{number}": [span] for number, span in enumerate(spans)}, texts={DOC_1: text})


def found(graph: Graph) -> dict[str, Notice]:
    return {notice.code: notice for notice in find_flaws(build_corpus((graph,)), 0)}


def between(first: Graph, second: Graph) -> list[Notice]:
    return list(find_flaws_between(build_corpus((first, second)), ROLES))


def test_a_span_of_several_instances_is_no_duplicate_of_itself() -> None:
    (span,) = spans_of("The old man")
    assert found(graph({"x": [span], "y": [span]}, texts={DOC_1: TEXT})) == {}


WORDS = st.lists(
    st.sampled_from(["the", "a", "old", "man", ",", '"', "l'", " ", "-"]), min_size=1, max_size=12
)
PLACES = st.sets(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12)


@given(WORDS, PLACES)
def test_looking_only_at_spans_close_to_another_misses_no_pair(
    words: list[str], places: set[tuple[int, int]]
) -> None:
    text = " ".join(words).ljust(31, "x")
    spans = sorted(Span(DOC_1, begin, end) for begin, end in places if begin < end <= len(text))
    corpus = build_corpus((make_graph(*spans, text=text),))
    groups = find_near_spans(corpus, corpus.mentions[0], [text])
    cores: dict[tuple[int, int], list[int]] = {}
    for number, span in enumerate(spans):
        cores.setdefault(find_core(text, span.begin, span.end), []).append(number)
    # Long runs of punctuation aside, which no annotator makes.
    expected = [
        group
        for (begin, end), group in cores.items()
        if begin < end
        and len(group) > 1
        and max(abs(spans[group[0]].end - spans[n].end) for n in group) <= 16
    ]
    assert groups == sorted(expected)


def test_very_large_instance_without_a_name_is_quoted_by_its_first_mention() -> None:
    text = "Bob " + "he " * LARGE_CHAIN + "and Ann"
    many = [Span(DOC_1, 4 + 3 * place, 6 + 3 * place) for place in range(LARGE_CHAIN - 1)]
    ann = Span(DOC_1, len(text) - 3, len(text))
    large = replace(graph({"x": [*many, Span(DOC_1, 0, 3)], "y": [ann]}, texts={DOC_1: text}), names=("", ""))
    assert found(large)["large-chain"].examples == (f"{LARGE_CHAIN} mentions of “Bob” (0–3 of <{DOC_1}>)",)


def test_matching_by_overlap_takes_the_advice_of_the_notice() -> None:
    first, second = make_graph(*spans_of("The old man", "left")), make_graph(*spans_of("old man", "left"))
    exact = compare_graphs(first, second).summary
    assert [notice.code for notice in exact.notices] == ["near-spans-between"]
    overlap = compare_graphs(first, second, options=Options(match=Match.OVERLAP)).summary
    assert overlap.interesting == 0
    assert "near-spans-between" not in {notice.code for notice in overlap.notices}


JOINED = "etkhora eneke entepiran empiiom enteniok ethmeti "
"""Writing with a preposition before each noun in one word with it."""

NOUNS = [Span(DOC_1, match.start() + 1, match.end()) for match in re.finditer("[a-z]+", JOINED)]
LETTERS_FROM_ELSEWHERE = [Span(DOC_1, span.begin + 4, span.end + 4) for span in NOUNS[:-1]]


def cut_of(notices: list[Notice]) -> list[tuple[int, str]]:
    return [(notice.count, notice.graph) for notice in notices if notice.code == "words-cut"]


def joined(*spans: Span, known: bool = True) -> Graph:
    whole = Span(DOC_1, 0, len("etkhora"))
    return make_graph(whole, *spans, text=JOINED if known else None)


def test_writing_that_has_several_words_in_one_is_no_flaw() -> None:
    assert "words-cut" not in found(joined(*NOUNS[1:]))
    both = build_corpus((joined(*NOUNS[1:]), joined(*NOUNS[2:])))
    assert cut_of(list(find_flaws_for_review(both, ROLES))) == []
    assert cut_of(between(joined(*NOUNS[1:]), joined(*NOUNS[2:], known=False))) == []


def test_offsets_of_another_text_are_told_in_such_writing_too() -> None:
    shifted = joined(*LETTERS_FROM_ELSEWHERE)
    assert found(shifted)["words-cut"].count == 5
    both = build_corpus((joined(*NOUNS[1:]), shifted))
    assert cut_of(list(find_flaws_for_review(both, ROLES))) == [(5, "changed graph")]
    without = joined(*LETTERS_FROM_ELSEWHERE, known=False)
    assert cut_of(between(joined(*NOUNS[1:]), without)) == [(5, "changed graph")]


def test_a_graph_that_cuts_words_where_the_other_does_not_is_told() -> None:
    words = [Span(DOC_1, span.begin - 1, span.end) for span in NOUNS[1:]]
    assert cut_of(list(find_flaws_for_review(build_corpus((joined(*words), joined(*NOUNS[1:]))), ROLES))) == [
        (5, "changed graph")
    ]


def test_ends_that_belong_to_the_spans_are_told_in_both_graphs() -> None:
    words = [Span(DOC_1, span.begin - 1, span.end - 1) for span in NOUNS]
    both = build_corpus((make_graph(*words, text=JOINED), make_graph(*words, text=JOINED)))
    assert cut_of(list(find_flaws_for_review(both, ROLES))) == [(6, "baseline"), (6, "changed graph")]


def test_lint_holds_every_graph_against_the_first() -> None:
    lint = lint_graphs([SEED["X"], SEED["Y"], SEED["Z"]])
    assert len(lint.graphs) == 3
    assert len(lint.pairs) == 2
    assert lint.is_clean

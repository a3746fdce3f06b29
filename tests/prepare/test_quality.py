"""Flaws that only a whole graph, or a pair of graphs, reveals."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.lint import lint_graphs
from coala.model.corpus import build_corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, is_flaw, make_notice
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
from tests.support.graphs_by_hand import DOC_1, SEED, A, B, C, D, graph

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the old man", "old man"),
        ("The  old man", "old man"),
        ('"Stop!"', "Stop"),
        ("„Halt“", "Halt"),
        ("l'homme", "homme"),
        (" Bob,", "Bob"),
        ("“the Times”", "Times"),
        ("theatre", "theatre"),
        ("the", "the"),
        ("$5", "$5"),
        ("...", ""),
    ],
)
def test_the_core_of_a_span_has_no_blank_punctuation_or_determiner_around_it(
    text: str, expected: str
) -> None:
    begin, end = find_core(f"xx{text}xx", 2, 2 + len(text))
    assert f"xx{text}xx"[begin:end] == expected


def test_spans_that_differ_by_a_determiner_or_punctuation_are_near_duplicates() -> None:
    notice = found(make_graph(*spans_of("The old man", "old man", '"Stop!"', "Stop", "left")))[
        "near-duplicate-spans"
    ]
    assert notice.count == 2
    assert notice.examples == (
        f"“The old man” (0–11 of <{DOC_1}>) and “old man” (4–11 of <{DOC_1}>)",
        f'“"Stop!"” (18–25 of <{DOC_1}>) and “Stop” (19–23 of <{DOC_1}>)',
    )


def test_nested_mentions_and_equal_words_elsewhere_are_no_near_duplicates() -> None:
    assert found(make_graph(*spans_of("The old man", "old", "man", "the old man"))) == {}


def test_near_duplicates_need_the_text_and_pass_over_gaps() -> None:
    assert found(make_graph(*spans_of("The old man", "old man"), text=None)) == {}
    assert found(make_graph(Span(DOC_1, 0, 11, ((0, 3), (8, 11))), Span(DOC_1, 4, 11))) == {}


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


def test_spans_that_begin_or_end_inside_a_word_are_told() -> None:
    notice = found(make_graph(Span(DOC_1, 1, 11), Span(DOC_1, 4, 8), *spans_of("left")))["words-cut"]
    assert notice.count == 2
    assert notice.examples == (f"“he old man” (1–11 of <{DOC_1}>)", f"“old ” (4–8 of <{DOC_1}>)")
    assert re.findall(r"\d+", notice.message)[:2] == ["2", "3"]


def test_writing_without_blanks_between_words_cuts_no_word() -> None:
    assert found(make_graph(Span(DOC_1, 1, 3), text="北京是中国的首都")) == {}


def test_an_instance_with_a_very_large_share_of_all_mentions_is_told() -> None:
    text = "he " * LARGE_CHAIN + "Bob"
    many = [Span(DOC_1, 3 * place, 3 * place + 2) for place in range(LARGE_CHAIN)]
    bob = Span(DOC_1, len(text) - 3, len(text))
    notice = found(graph({"x": many, "y": [bob]}, texts={DOC_1: text}))["large-chain"]
    assert notice.examples == (f"{LARGE_CHAIN} mentions of <http://example.org/x>",)
    assert found(graph({"x": many[1:], "y": [bob]}, texts={DOC_1: text})) == {}


def test_very_large_instance_without_a_name_is_quoted_by_its_first_mention() -> None:
    text = "Bob " + "he " * LARGE_CHAIN + "and Ann"
    many = [Span(DOC_1, 4 + 3 * place, 6 + 3 * place) for place in range(LARGE_CHAIN - 1)]
    ann = Span(DOC_1, len(text) - 3, len(text))
    large = replace(graph({"x": [*many, Span(DOC_1, 0, 3)], "y": [ann]}, texts={DOC_1: text}), names=("", ""))
    assert found(large)["large-chain"].examples == (f"{LARGE_CHAIN} mentions of “Bob” (0–3 of <{DOC_1}>)",)


def test_a_graph_without_mentions_is_told() -> None:
    assert list(found(graph({}))) == ["no-mention"]


@pytest.mark.parametrize("name", SEED)
def test_the_example_of_the_paper_is_clean(name: str) -> None:
    assert found(SEED[name]) == {}


def test_spans_that_two_graphs_only_nearly_share_are_counted_in_pairs() -> None:
    first = make_graph(*spans_of("The old man", '"Stop!"', "left"))
    second = make_graph(*spans_of("old man", "Stop", "said", "left"))
    (notice,) = between(first, second)
    assert (notice.code, notice.count) == ("near-spans-between", 2)
    assert re.findall("“.*?”|baseline|changed", notice.examples[0]) == [
        *("“The old man”", "baseline", "“old man”", "changed"),
    ]
    assert re.findall("“.*?”", notice.message.partition("--match overlap")[2]) == []


def test_notice_of_near_spans_says_what_overlap_would_join_besides() -> None:
    first = make_graph(*spans_of("The old man", "left"))
    second = make_graph(*spans_of("old man", "the old man left"))
    (notice,) = between(first, second)
    assert notice.count == 1
    besides = notice.message.partition("--match overlap")[2]
    assert re.findall(r"“.*?”|\d", besides) == ["1", "“left”", "“the old man left”"]


def test_a_near_duplicate_that_both_graphs_have_is_not_between_them() -> None:
    both = make_graph(*spans_of("The old man", "old man"))
    assert between(both, both) == []


def test_matching_by_overlap_takes_the_advice_of_the_notice() -> None:
    first, second = make_graph(*spans_of("The old man", "left")), make_graph(*spans_of("old man", "left"))
    exact = compare_graphs(first, second).summary
    assert [notice.code for notice in exact.notices] == ["near-spans-between"]
    overlap = compare_graphs(first, second, options=Options(match=Match.OVERLAP)).summary
    assert overlap.interesting == 0
    assert "near-spans-between" not in {notice.code for notice in overlap.notices}


def test_before_a_review_only_flaws_that_mislead_it_are_told() -> None:
    words = spans_of("The old man", "old man", "said", "left")
    few = make_graph(*words)
    assert "near-duplicate-spans" in found(few)
    assert "words-cut" not in found(few)
    assert list(find_flaws_for_review(build_corpus((few, few)), ROLES)) == []
    once = make_graph(*spans_of("The old man", "said", "left"))
    (twice,) = find_flaws_for_review(build_corpus((few, once)), ROLES)
    assert (twice.code, twice.graph) == ("near-duplicate-spans", "baseline")
    cut = make_graph(*words, Span(DOC_1, 1, 11))
    flaws = find_flaws_for_review(build_corpus((few, cut)), ROLES)
    assert [notice.graph for notice in flaws] == ["changed graph"]


def test_offsets_of_a_graph_without_text_are_held_against_the_other_graphs_text() -> None:
    words = spans_of("The old man", "old man", "said", "left")
    shifted = [Span(DOC_1, span.begin + 1, span.end + 1) for span in words]
    (cut,) = (
        notice
        for notice in between(make_graph(*words), make_graph(*shifted, text=None))
        if notice.code == "words-cut"
    )
    assert (cut.count, cut.graph) == (4, "changed graph")
    assert between(make_graph(*words), make_graph(*words, text=None)) == []


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


def test_what_was_done_as_it_was_meant_is_no_flaw() -> None:
    assert not is_flaw(make_notice("same-as", 4))
    assert is_flaw(make_notice("shared-span", 4))


def test_lint_holds_every_graph_against_the_first() -> None:
    lint = lint_graphs([SEED["X"], SEED["Y"], SEED["Z"]])
    assert len(lint.graphs) == 3
    assert len(lint.pairs) == 2
    assert lint.is_clean


def test_lint_of_a_graph_without_mentions_says_that_the_pair_cannot_be_compared() -> None:
    lint = lint_graphs([SEED["X"], graph({})])
    assert [notice.code for notice in lint.graphs[1].notices] == ["no-mention"]
    assert [notice.code for notice in lint.pairs[0].notices] == ["nothing-in-common"]


def test_lint_tells_of_graphs_with_nothing_in_common() -> None:
    lint = lint_graphs([graph({"x": [A, B, C]}), graph({"y": [D]})])
    (notice,) = lint.pairs[0].notices
    assert notice.code == "no-common-span"
    assert not lint.is_clean

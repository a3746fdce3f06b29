"""A bag in the list: its title, the names of its chains, and the words around the first mention."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.headlines import read_headline, write_headline
from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine.compare import compare_graphs
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.bags_by_hand import bag
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.naive_diff import Chains, chains


@pytest.mark.parametrize("order", [[1, 2], [2, 1]])
def test_context_is_of_the_first_mention_of_the_change(order: list[int]) -> None:
    text = "Ann met Bob. He left."
    spans = [Span(DOC_1, 0, 3), Span(DOC_1, 8, 11), Span(DOC_1, 13, 15)]
    both = bag(spans, {}, {"Bob": [1, 2]}, [], [(Kind.INSTANCE_ADDED, None, 0, order, "")], {DOC_1: text})
    headline = write_headline(BagSentences(both), {DOC_1: text}.get)
    assert (headline.left, headline.words, headline.right) == ("Ann met ", "Bob", ".")


def test_what_steers_a_terminal_is_shown_as_an_escape() -> None:
    text = "a\x1b[2J Bob \u202eleft"
    both = bag(
        [Span(DOC_1, 6, 9)], {}, {"B": [0]}, [], [(Kind.INSTANCE_ADDED, None, 0, [0], "")], {DOC_1: text}
    )
    assert write_headline(BagSentences(both), {DOC_1: text}.get).context == "a\\x1b[2J Bob \\u202eleft"


@pytest.mark.parametrize("foreign", ["a\nb", "\x1b[2J", "\u202eb", "x" * 3000, 7, None])
def test_a_headline_that_is_not_plain_is_read_as_none(foreign: object) -> None:
    for place in (3, 4, 5):
        parts: list[object] = ["merged", ["A"], ["B"], "a ", "b", " c"]
        assert read_headline(json.dumps(parts)) is not None
        parts[place] = foreign
        assert read_headline(json.dumps(parts)) is None
    assert read_headline(json.dumps(["merged", [foreign], [], "", "", ""])) is None


@given(chains("x"), chains("y"), st.sampled_from(["aaaaaaaaaa", "abababABAB", "abcdefghij"]))
def test_no_side_of_a_headline_has_one_name_twice_and_a_file_gives_it_back(
    baseline: Chains, changed: Chains, text: str
) -> None:
    texts: dict[str, str | None] = dict.fromkeys(naive_diff.DOCUMENTS, text)
    sides = [{span for spans in side.values() for span in spans} for side in (baseline, changed)]
    assume(sides[0] & sides[1])
    for sentences, _ in compare_graphs(
        graph(baseline, texts=texts), graph(changed, texts=texts)
    ).iterate_sentences():
        told = write_headline(sentences, texts.get)
        # A new bag has the same headline as one read from a file.
        assert told == write_headline(BagSentences(sentences.bag), texts.get)
        assert sign_changes(sentences) == sign_changes(BagSentences(sentences.bag))
        for names in (told.before, told.after):
            assert len({name.casefold() for name in names}) == len(names)
        assert read_headline(told.stored) == told

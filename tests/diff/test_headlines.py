"""A bag in the list: its title, the names of its chains, and the words around the first mention."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.headlines import Headline, read_headline, write_headline
from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine.compare import compare_graphs
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.bags_by_hand import bag
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, graph
from tests.support.naive_diff import Chains, chains


def of_seed(baseline: str, changed: str) -> Headline:
    ((found, _),) = compare_graphs(SEED[baseline], SEED[changed]).iterate_bags()
    return write_headline(BagSentences(found), TEXTS.get)


def test_headline_of_the_seed_names_the_chains_of_both_sides() -> None:
    parted = of_seed("X", "Y")
    assert parted.context == "R. Smith is in town."
    assert (parted.before, parted.after) == (("Bob Smith",), ("R. Smith", "Bob Smith"))
    joined = of_seed("Y", "X")
    assert (joined.before, joined.after) == (("R. Smith", "Bob Smith"), ("Bob Smith",))
    moved = of_seed("X", "Z")
    assert (moved.left, moved.words, moved.right) == ("Bob Smith met John Doe and then ", "he", " left.")


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("He came. Bob left. She fell.", "Bob left. "),
        ("A quake of 6 . 1 hit Bob at 7 . 5 today", "A quake of 6 . 1 hit Bob at 7 . 5 today"),
        ("News\nBob\nLeft", "Bob"),
        ("News\nBob\nleft", "Bob left"),
        ("Mr . Bob left . She fell .", "Mr . Bob left . "),
        ("x" * 80 + " Bob " + "y" * 120, f"…{'x' * 59} Bob {'y' * 99}…"),
        ("word " * 30 + "Bob" + " word" * 30, f"…{'word ' * 11}Bob{' word' * 19}…"),
    ],
)
def test_the_context_is_the_sentence_cut_between_words(text: str, context: str) -> None:
    span = Span(DOC_1, text.index("Bob"), text.index("Bob") + 3)
    both = bag([span], {}, {"Bob": [0]}, [], [(Kind.INSTANCE_ADDED, None, 0, [0], "")], {DOC_1: text})
    assert write_headline(BagSentences(both), {DOC_1: text}.get).context == context.strip()


def test_without_a_text_the_mention_stands_alone() -> None:
    both = bag([A], {}, {"Bob": [0]}, [], [(Kind.INSTANCE_ADDED, None, 0, [0], "")], {})
    told = write_headline(BagSentences(both), lambda _: None)
    assert (told.left, told.words, told.right) == ("", "a mention", "")


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


@pytest.mark.parametrize("stored", ["", "[]", "{", '["merged"]', "null", "1", '["no kind","","","","",""]'])
def test_what_is_no_headline_is_read_as_none(stored: str) -> None:
    assert read_headline(stored) is None


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

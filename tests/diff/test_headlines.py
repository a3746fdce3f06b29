"""A bag in the list: its title, the names of its chains, and the words around the first mention."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

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

Chain = Mapping[str, Sequence[int]]


def of_seed(baseline: str, changed: str) -> Headline:
    ((found, _),) = compare_graphs(SEED[baseline], SEED[changed]).iterate_bags()
    return write_headline(BagSentences(found), TEXTS.get)


def title_of_words(text: str, baseline: Chain, changed: Chain, kind: Kind, *ends: tuple[int, int]) -> str:
    """Return the title of a bag of the text's words.

    Each of ``ends`` is a baseline and a changed instance, one of them taken whole.
    """
    begins = [0, *(place + 1 for place, letter in enumerate(text) if letter == " ")]
    spans = [Span(DOC_1, begin, begin + len(text[begin:].split()[0])) for begin in begins]
    taken = [
        list(changed.values())[new] if kind is Kind.SPLIT else list(baseline.values())[old]
        for old, new in ends
    ]
    rows = [(kind, old, new, names, "") for (old, new), names in zip(ends, taken, strict=True)]
    texts: dict[str, str | None] = {DOC_1: text}
    return BagSentences(bag(spans, baseline, changed, [(0, 0)], rows, texts)).title


def test_headline_of_the_seed_names_the_chains_of_both_sides() -> None:
    parted = of_seed("X", "Y")
    assert parted.context == "R. Smith is in town."
    assert (parted.before, parted.after) == (("Bob Smith",), ("R. Smith", "Bob Smith"))
    joined = of_seed("Y", "X")
    assert (joined.before, joined.after) == (("R. Smith", "Bob Smith"), ("Bob Smith",))
    moved = of_seed("X", "Z")
    assert (moved.left, moved.words, moved.right) == ("Bob Smith met John Doe and then ", "he", " left.")


def test_title_of_chains_of_one_name_counts_them() -> None:
    names = {"Ann": [0], "ann": [1], "ANN": [2], "Eve": [3]}
    rows = ((1, 0), (2, 0), (3, 0))
    merged = title_of_words("Ann ann ANN Eve", names, {"Ann": [0, 1, 2, 3]}, Kind.MERGED, *rows)
    assert merged == "Eve joined with Ann, and 2 more"
    # A single further change of few words is described, and other kinds are counted.
    short = {"Ann": [0], "Eve": [1], "Cy": [2]}
    everyone = {"Ann": [0, 1, 2]}
    assert title_of_words("Ann Eve Cy", short, everyone, Kind.MERGED, (1, 0), (2, 0)) == (
        "Eve joined with Ann; Cy joined with Ann"
    )
    without_eve = title_of_words("Ann ann ANN Eve", names, {"Ann": [0, 1, 2]}, Kind.MERGED, (1, 0), (2, 0))
    assert without_eve == "3 chains named Ann became one"


def test_title_of_namesakes_lists_what_else_they_are_called() -> None:
    names = {"Ann": [0, 1], "ann": [2, 3], "ANN": [4], "aNN": [5]}
    rows = ((1, 0), (2, 0), (3, 0))
    merged = title_of_words("Ann singer ann judge ANN aNN", names, {"Ann": range(6)}, Kind.MERGED, *rows)
    assert merged == '4 chains named Ann became one ("singer", "judge", …)'


def test_title_of_two_namesakes_tells_them_apart_instead_of_counting() -> None:
    names = {"Ann": [0, 1], "ann": [2, 3]}
    merged = title_of_words("Ann singer ann judge", names, {"Ann": range(4)}, Kind.MERGED, (1, 0))
    assert merged == 'ann ("judge") joined with Ann ("singer")'


def test_title_of_a_mention_that_moved_from_a_chain_of_its_name_names_what_stays() -> None:
    text = "saying says says paying paying"
    spans = [Span(DOC_1, *found.span()) for found in re.finditer(r"\w+", text)]
    before = graph({"x": spans[:3], "y": spans[3:]}, texts={DOC_1: text})
    after = graph({"x": spans[1:3], "y": [spans[0], *spans[3:]]}, texts={DOC_1: text})
    ((found, _),) = compare_graphs(before, after).iterate_bags()
    assert found.title == '"saying" moved from saying ("says") to paying'


def test_title_of_a_chain_that_broke_into_namesakes_counts_them() -> None:
    changed = {"Ann": [0], "ann": [1], "ANN": [2]}
    parted = title_of_words("Ann ann ANN", {"Ann": [0, 1, 2]}, changed, Kind.SPLIT, (0, 1), (0, 2))
    assert parted == "Ann split into 3 chains of the same name"


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

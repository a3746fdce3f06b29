"""Alignment of two texts of one document, character by character, and spans carried over by it."""

from __future__ import annotations

import random
import unicodedata
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from coala.prepare.sign_alignment import TextAlignment, align
from coala.prepare.spelling import Places

ORDER = "the cat sat on the mat while a dog slept under the old oak tree"


def carry(alignment: TextAlignment, begin: int, end: int) -> tuple[int, int, bool]:
    carried = alignment.carry(np.array([begin], dtype=np.int32), np.array([end], dtype=np.int32))
    return int(carried.begin[0]), int(carried.end[0]), bool(carried.placed[0])


def carry_words(own: str, other: str, words: str) -> str | None:
    """Return the words in the other text at the first place of these words; None if they have no place."""
    begin, end, placed = carry(align(own, other), own.index(words), own.index(words) + len(words))
    return other[begin:end] if placed else None


@pytest.mark.parametrize(
    ("own", "other", "words", "there"),
    [
        ("He saw #13 there", "He saw # 13 there", "#13", "# 13"),
        ("Bob’s hat", "Bob 's hat", "Bob’s", "Bob 's"),
        ("a\u00a0man\u200b ran", "a man ran", "a\u00a0man", "a man"),
        ("\ufeffBob ran", "Bob ran", "Bob", "Bob"),
        ("cannot go", "can not go", "cannot", "can not"),
        ("שלום לכם, דוד", "שלום לכם , דוד", "דוד", "דוד"),
        ("שָׁלוֹם דוד", "שלום דוד", "שָׁלוֹם", "שלום"),
        ("👩\u200d💻 and 👍🏽 ran", "👩\u200d💻and  👍🏽 ran", "👩\u200d💻", "👩\u200d💻"),
        ("then 👍🏿 ran", "then 👍 ran", "👍🏿", "👍"),
        ("then 👍 ran", "then 👍🏿 ran", "👍", "👍🏿"),
        ("then ﾊﾟﾝﾀﾞ ran", "then パンダ ran", "ﾊﾟﾝﾀﾞ", "パンダ"),
        ("then パンダ ran", "then ﾊﾟﾝﾀﾞ ran", "パンダ", "ﾊﾟﾝﾀﾞ"),
        ("我爱北京天安门", "我 爱 北京 天安门", "北京", "北京"),
        ("x 'boys'' y and z", "x 'boys'' y, and z", "'boys'", "'boys'"),
    ],
)
def test_usual_spellings_of_one_sign_are_that_sign(own: str, other: str, words: str, there: str) -> None:
    assert carry_words(own, other, words) == there


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_a_normal_form_shifts_nothing(form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    own = "Ångström và Nguyễn gặp 한국 với Élan"
    other = unicodedata.normalize(form, own)
    assert align(own, other).share == 1.0
    for words in own.split():
        assert carry_words(own, other, words) == unicodedata.normalize(form, words)


@pytest.mark.parametrize(
    ("own", "other", "words"),
    [
        ("Ann left. He ran home.", "Ann left. She ran home.", "He"),
        ("data . But AMD , with Intel", "data . But and - with Intel", "AMD"),
    ],
)
def test_a_word_is_not_found_in_the_letters_of_another_one(own: str, other: str, words: str) -> None:
    assert carry_words(own, other, words) is None


@pytest.mark.parametrize(
    ("own", "other", "words"),
    [
        ("now serving a sentence for being there", "now serving as sentencefor being there", "sentence"),
        ("our women including prophet Jeffs now", "our women excluded prophet prophetJeffs now", "prophet"),
    ],
)
def test_what_was_inserted_begins_and_ends_with_words(own: str, other: str, words: str) -> None:
    assert carry_words(own, other, words) == words


def test_words_written_as_one_are_found_beside_a_word_that_is_missing() -> None:
    own = "he follows the spirit of peace , they say"
    assert carry_words(own, "he follows the ofpeace , they say", "peace") == "peace"
    assert carry_words("he ran with Intel and AMD home", "he with Intelandhome", "Intel and") == "Inteland"


@pytest.mark.parametrize("other", ["", "   ", "A fish swims.", "Колокол звонит вдали", "\u0301\u0301"])
def test_a_text_that_has_little_in_common_is_another_document(other: str) -> None:
    assert not align(ORDER, other).is_same_document
    begin, end, placed = carry(align(ORDER, other), 4, 7)
    assert 0 <= begin <= end <= len(other)
    assert not placed


def test_two_long_texts_without_anything_in_common_are_told_apart() -> None:
    seeded = random.Random(1)
    own, other = (" ".join(f"{letter}{seeded.randrange(9000)}" for _ in range(30_000)) for letter in "ab")
    assert align(own, other).share < 0.1


def test_a_long_text_is_aligned_in_pieces_as_if_it_were_whole() -> None:
    seeded = random.Random(2)
    words = [f"w{seeded.randrange(9000)}" for _ in range(30_000)]
    other = list(words)
    places = [*range(5, 30_000, 100)]
    for place in places:
        other[place] = "§§§§§§§§"
    alignment = align(" ".join(words), " ".join(other))
    edited = sum(len(words[place]) for place in places)
    assert len(alignment.signs[0]) - alignment.aligned == edited


def test_a_long_word_is_aligned_between_its_edits() -> None:
    seeded = random.Random(3)
    own = "".join(seeded.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(100_000))
    other = f"{own[:30_000]}{own[30_001:60_000]}é{own[60_000:80_000]}{own[80_001:]}"
    alignment = align(own, other)
    assert alignment.aligned == 100_000 - 2
    assert carry(alignment, 40_000, 40_010) == (39_999, 40_009, True)
    assert carry(alignment, 70_000, 70_010) == (70_000, 70_010, True)


TEXT = st.text(st.sampled_from("abAB .,-'`…\"éé\u0301ß(\n\u00a0ﬁ한\u200d12"), max_size=60)


@given(TEXT, st.data())
def test_a_text_is_aligned_to_itself_place_by_place(text: str, data: st.DataObject) -> None:
    alignment = align(text, text)
    assert alignment.aligned == len(alignment.signs[0])
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    words = text[begin:end]
    assume(words.strip())
    there = carry(alignment, begin, end)
    assert there == (end - len(words.lstrip()), begin + len(words.rstrip()), True)


@given(TEXT, TEXT)
@example("so ... he", "so … he")
@example("1\u03011", "1\u03011\u0301")
def test_carrying_over_and_back_is_the_identity(own: str, other: str) -> None:
    there = align(own, other)
    back = TextAlignment((other, own), there.signs[::-1], _inverse(there))
    spans = [(begin, end) for begin in range(len(own)) for end in range(begin + 1, len(own) + 1)]
    columns = np.array(spans, dtype=np.int32).reshape(-1, 2)
    over = there.carry(columns[:, 0], columns[:, 1])
    again = back.carry(over.begin, over.end)
    for row in np.flatnonzero(over.placed).tolist():
        begin, end = spans[row]
        blanks = _edges(own, there, begin, end)
        assert (int(again.begin[row]), int(again.end[row])) == blanks
        assert again.placed[row]


def _inverse(alignment: TextAlignment) -> Places:
    inverse = np.full(len(alignment.signs[1]), -1, dtype=np.int32)
    placed = np.flatnonzero(alignment.counterpart >= 0)
    inverse[alignment.counterpart[placed]] = placed
    return inverse


def _edges(text: str, alignment: TextAlignment, begin: int, end: int) -> tuple[int, int]:
    """Trim the span at both edges as the reading of its own text does."""
    signs = alignment.signs[0]
    first = int(np.searchsorted(signs.end, begin, side="right"))
    last = int(np.searchsorted(signs.begin, end, side="left")) - 1
    return max(begin, int(signs.begin[first])), min(end, int(signs.end[last]))


@given(TEXT, TEXT)
def test_order_is_kept_and_nothing_has_two_counterparts(own: str, other: str) -> None:
    alignment = align(own, other)
    placed = alignment.counterpart[alignment.counterpart >= 0]
    assert (np.diff(placed) > 0).all()
    assert not len(placed) or placed[-1] < len(alignment.signs[1])


@given(st.text(st.sampled_from("abc.,"), max_size=40), st.data())
def test_blanks_do_not_change_an_alignment(letters: str, data: st.DataObject) -> None:
    def spread() -> str:
        blanks = st.lists(st.sampled_from(["", "", " ", "\n", "\u00a0"]), min_size=len(letters))
        return "".join(letter + blank for letter, blank in zip(letters, data.draw(blanks), strict=False))

    own, other = spread(), spread()
    alignment = align(own, other)
    assert alignment.aligned == len(letters)
    for place in range(len(own)):
        if not own[place].isspace():
            begin, end, placed = carry(alignment, place, place + 1)
            assert placed
            assert other[begin:end] == own[place]


def test_very_long_texts_are_cut_even_at_the_first_of_all_places_that_they_share() -> None:
    shared = "Constantinople Hippopotamus Mediterranean Encyclopaedia Archaeopteryx"
    # Too long to be compared as a whole, and different except for these words.
    own, other = (f"{word * 2_000}{shared} {word * 32_000}" for word in ("a ", "b "))
    assert carry_words(own, other, shared) == shared

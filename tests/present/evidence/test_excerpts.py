from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.present.evidence.excerpts import (
    LONGEST_BLOCK,
    REACH,
    Piece,
    add_neighbours,
    find_paragraph,
    find_sentence,
    find_window,
    join_pieces,
    label_fold,
    split_for_layout,
)

LINE = "A line of news that is of no interest to anyone.\n"


def sentence(text: str, words: str) -> str:
    begin = text.index(words)
    found = find_sentence(text, begin, begin + len(words))
    return text[found.begin : found.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nobody came. Then Bob left. He ran.", "Then Bob left."),
        (LINE * 3 + "Then Bob left\n" + LINE * 3, "Then Bob left"),
        (
            "He saw Mr. J. Smith and Bob in the U.S. Army. They ran.",
            "He saw Mr. J. Smith and Bob in the U.S. Army.",
        ),
        ('"Where is Bob?" she asked. No one knew.', '"Where is Bob?" she asked.'),
        (
            "A line that is broken\nby its width had Bob\nin it. Then none.",
            "A line that is broken\nby its width had Bob\nin it.",
        ),
        ("今天下雨。Bob来了！大家高兴。", "Bob来了！"),
        ("Title\n\nBob", "Bob"),
        ("  Bob  ", "Bob"),
    ],
)
def test_a_sentence_is_found_around_a_mention(text: str, expected: str) -> None:
    assert sentence(text, "Bob") == expected


def test_a_sentence_without_end_is_cut_between_words() -> None:
    text = "word " * 1_000 + "Bob " + "word " * 1_000
    found = sentence(text, "Bob")
    assert found.startswith("word")
    assert found.endswith("word")
    assert len(found) <= 2 * REACH + 3


def test_a_megabyte_without_a_space_is_cut_anyway() -> None:
    text = "x" * 500_000 + "Bob" + "x" * 500_000
    assert len(sentence(text, "Bob")) <= 2 * REACH + 3


def test_a_fold_counts_lines_where_whole_lines_are_hidden() -> None:
    text = "Bob.\n" + LINE * 14 + "John."
    assert label_fold(text, 4, 4 + 1 + len(LINE) * 14) == "⋯ 14 lines"


@given(st.text(alphabet="ab. \n。😀", max_size=1_500), st.integers(0, 1_500), st.integers(1, 60))
def test_what_is_cut_out_holds_the_mention(text: str, begin: int, length: int) -> None:
    end = begin + length
    if end > len(text):
        return
    near = find_sentence(text, begin, end)
    for found in (near, find_paragraph(text, near), find_window(text, begin, end, 100)):
        assert 0 <= found.begin <= begin
        assert end <= found.end <= len(text)


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(1, 90)), max_size=8))
def test_joined_pieces_are_in_order_and_apart(starts: list[tuple[int, int]]) -> None:
    pieces = [Piece(begin, begin + length) for begin, length in starts]
    joined = join_pieces(pieces)
    assert all(one.end < other.begin for one, other in pairwise(joined))
    for piece in pieces:
        assert any(each.begin <= piece.begin and piece.end <= each.end for each in joined)


@given(st.text(alphabet="ab \n", max_size=50), st.integers(1, 400))
def test_blocks_join_to_the_piece_and_none_is_too_long(text: str, times: int) -> None:
    long = text * times
    parts = list(split_for_layout(long, Piece(0, len(long))))
    assert "".join(long[part.begin : part.end] for part in parts) == long
    assert all(0 < part.end - part.begin <= LONGEST_BLOCK for part in parts)


@pytest.mark.parametrize("address", ["http : / / www . a . com / b - c", "https://a.com/b", "www.a.com"])
def test_address_of_a_page_is_no_neighbour_of_a_sentence(address: str) -> None:
    text = f"{address}\nAnn left .\n{address}\nShe slept . He ran ."
    for words, shown in (("Ann left .", "Ann left ."), ("She slept .", "She slept . He ran .")):
        begin = text.index(words)
        piece = add_neighbours(text, Piece(begin, begin + len(words)))
        assert text[piece.begin : piece.end] == shown

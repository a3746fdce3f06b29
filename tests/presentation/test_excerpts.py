from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from coala.presentation.excerpts import (
    LONGEST_BLOCK,
    WHOLE_LINE,
    Context,
    Piece,
    blocks,
    context,
    cut_excerpts,
    fold,
)

LINE = "A line of news that is of no interest to anyone.\n"


def shown(text: str, *mentions: str) -> list[str]:
    found = [(text.index(words), text.index(words) + len(words)) for words in mentions]
    return [text[begin:end] for begin, end in cut_excerpts(text, found)]


def test_the_line_around_a_mention_is_shown() -> None:
    text = LINE * 5 + "Then Bob left.\n" + LINE * 5
    assert shown(text, "Bob") == ["Then Bob left."]


def test_lines_with_little_between_them_are_one_piece() -> None:
    text = "Bob came.\nNobody saw it.\nJohn left." + "\n" + LINE * 5
    assert shown(text, "Bob", "John") == ["Bob came.\nNobody saw it.\nJohn left."]


def test_blank_lines_between_two_pieces_are_left_out_without_a_fold() -> None:
    text = "Bob came." + "\n" * 4 + "John left." + "\n" + LINE * 5
    assert shown(text, "Bob", "John") == ["Bob came.", "John left."]
    assert fold(text, 9, 13) == ""


def test_a_long_line_is_cut_between_sentences() -> None:
    text = "Nothing happened here. " * 50 + "Then Bob left. " + "Nothing happened there. " * 50
    assert shown(text, "Bob") == ["Then Bob left. "]


def test_a_long_line_without_sentences_is_cut_between_words() -> None:
    text = "word " * 1_000 + "Bob " + "word " * 1_000
    (piece,) = shown(text, "Bob")
    assert "Bob" in piece
    assert piece.startswith("word")
    assert piece.endswith("word")
    assert len(piece) <= WHOLE_LINE + 200


def test_a_megabyte_without_a_space_is_cut_anyway() -> None:
    text = "x" * 500_000 + "Bob" + "x" * 500_000
    (piece,) = shown(text, "Bob")
    assert len(piece) < 1_000


def test_of_a_mention_that_is_too_long_both_ends_are_shown() -> None:
    text = "word " * 20_000
    first, last = cut_excerpts(text, [(0, len(text))])
    assert first.begin == 0
    assert last.end == len(text)
    assert first.end + last.end - last.begin < 2_000


def test_offsets_outside_the_text_show_nothing() -> None:
    assert cut_excerpts("Bob", [(0, 4), (-1, 2), (2, 2), (3, 1)]) == []


def test_a_fold_counts_lines_where_whole_lines_are_hidden() -> None:
    text = "Bob.\n" + LINE * 14 + "John."
    assert fold(text, 4, 4 + 1 + len(LINE) * 14) == "⋯ 14 lines"


def test_a_fold_inside_a_line_counts_characters() -> None:
    assert fold("x " * 1_000, 10, 1_250) == "⋯ 1,240 characters"


def test_context_is_one_line_with_ellipses_where_the_text_goes_on() -> None:
    text = "Once upon a time\nBob  Smith met\n\nJohn Doe in town."
    begin = text.index("Bob")
    assert context(text, begin, begin + 10, 10) == Context("…on a time ", "Bob Smith", " met John…")


def test_context_keeps_punctuation_at_the_mention() -> None:
    assert context("(Bob), who", 1, 4) == Context("(", "Bob", "), who")


@given(
    st.text(alphabet="ab. \n😀", max_size=3_000),
    st.lists(st.tuples(st.integers(0, 3_000), st.integers(1, 60)), max_size=8),
)
def test_pieces_are_in_order_apart_and_hold_every_mention(text: str, starts: list[tuple[int, int]]) -> None:
    mentions = [(begin, begin + length) for begin, length in starts if begin + length <= len(text)]
    pieces = cut_excerpts(text, mentions)
    assert all(piece.begin < piece.end for piece in pieces)
    assert all(one.end <= other.begin for one, other in pairwise(pieces))
    for begin, end in mentions:
        assert any(piece.begin <= begin and end <= piece.end for piece in pieces)


@given(st.text(alphabet="ab \n", max_size=50), st.integers(1, 400))
def test_blocks_join_to_the_piece_and_none_is_too_long(text: str, times: int) -> None:
    long = text * times
    parts = list(blocks(long, Piece(0, len(long))))
    assert "".join(long[part.begin : part.end] for part in parts) == long
    assert all(0 < part.end - part.begin <= LONGEST_BLOCK for part in parts)

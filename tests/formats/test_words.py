"""Places of words in a given text, or in a text made from their offsets or from the words alone."""

from __future__ import annotations

from coala.formats.words import Layout, Word, lay_out


def shown(layout: Layout, *numbers: int) -> list[str]:
    return [layout.text[begin:end] for begin, end in layout.words.span(numbers)]


def test_words_are_looked_up_in_their_text_whatever_their_offsets_say() -> None:
    layout = lay_out([Word("1", "😀", "", 7, 9), Word("2", "Ann", "", 0, 3)], " 😀  Ann!"[:-1])
    assert (shown(layout, 0), shown(layout, 1), layout.differs) == (["😀"], ["Ann"], False)


def test_where_text_lies_between_them_the_offsets_tell_in_either_unit() -> None:
    text = "😀 <b>Ann</b> ran"
    for shift in (0, 1):
        words = [Word("1", "Ann", "", 5 + shift, 8), Word("2", "ran", "", 13 + shift, 16)]
        layout = lay_out(words, text)
        assert (layout.text, shown(layout, 0, 1)) == (text, ["Ann</b> ran"])


def test_words_that_are_not_those_of_the_text_are_joined_and_that_is_said() -> None:
    layout = lay_out([Word("1", "Ann", "1"), Word("2", "ran", "1"), Word("3", "So", "2")], "Bob ran. So")
    assert (layout.text, layout.differs) == ("Ann ran\nSo", True)


def test_without_a_text_offsets_make_one_in_which_a_bracket_is_a_bracket() -> None:
    words = [Word("1", "Ann", "1", 1, 4), Word("2", "-LRB-", "1", 5, 6), Word("3", "B", "2", 8, 9)]
    layout = lay_out(words)
    assert (layout.text, shown(layout, 1), layout.differs) == (" Ann (\n B", ["("], False)


def test_offsets_that_run_back_or_far_ahead_make_no_text() -> None:
    for begin in (2, 10**12):
        layout = lay_out([Word("1", "Ann", "", 0, 3), Word("2", "ran", "", begin, begin + 3)])
        assert layout.text == "Ann ran"


def test_a_span_joins_words_that_follow_one_another_and_keeps_a_gap() -> None:
    layout = lay_out([Word(str(number), word) for number, word in enumerate("a bb c d".split())])
    assert shown(layout, 3, 1, 0, 0) == ["a bb", "d"]
    assert shown(layout) == []


def test_words_that_touch_are_one_fragment_in_any_order() -> None:
    words = [Word("1", "can", "", 3, 6), Word("2", "not", "", 6, 9), Word("3", "I", "", 1, 2)]
    layout = lay_out(words, "(I cannot")
    assert layout.words.span([1, 0]) == ((3, 9),)
    assert layout.words.span([2, 1]) == ((1, 2), (6, 9))


def test_an_empty_word_joins_nothing_across_a_gap() -> None:
    words = lay_out([Word(str(number), word) for number, word in enumerate(["a", "bb", "", "d"])]).words
    assert words.span([0, 2, 3]) == ((0, 1), (6, 7))
    assert words.span([0, 1, 2]) == ((0, 5),)


def test_a_word_whose_identifier_was_used_is_told() -> None:
    layout = lay_out([Word("1", "a"), *[Word("1", "b")] * 200, Word("", "c"), Word("", "d")])
    told = layout.words.remarks("a.naf")
    assert told[0] == ("identifier-twice", "a.naf, the word '1'")
    assert len(told) == 200


def test_ranges_of_words_are_joined_before_their_places_are_looked_up() -> None:
    words = lay_out([Word(str(number), word) for number, word in enumerate("a bb c d e".split())]).words
    assert words.spans([(3, 4), (0, 0), (1, 1), (0, 1)]) == ((0, 4), (7, 10))
    assert words.spans([]) == ()

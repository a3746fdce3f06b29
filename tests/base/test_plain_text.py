"""Foreign text, shown as plain text on one short line."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.plain_text import (
    cited_words,
    excerpt,
    isolate,
    isolate_quotations,
    json_encoder,
    one_line,
    plain_words,
    readable,
    visible,
    visible_line,
)

STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def steers(shown: str, kept: str) -> bool:
    return any(unicodedata.category(mark) in STEERING for mark in shown if mark not in kept)


@given(st.text(), st.integers(2, 80))
def test_words_are_one_short_line(text: str, limit: int) -> None:
    shown = plain_words(text, limit)
    assert len(shown) <= limit
    assert shown.splitlines() in ([], [shown])
    assert not steers(shown, "\u200c\u200d")


@given(st.text(" \t\r\n\f\u0085\u2028", min_size=1), st.integers(2, 80))
def test_of_blanks_alone_something_is_seen(text: str, limit: int) -> None:
    assert cited_words(text, limit).startswith("\\")
    assert len(cited_words(text, limit)) <= limit


@given(st.text(), st.integers(2, 80))
def test_a_sentence_is_one_short_line_that_keeps_its_isolates(text: str, limit: int) -> None:
    shown = one_line(text, limit)
    assert len(shown) <= limit
    assert not steers(shown, "\u200c\u200d\u2066\u2067\u2068\u2069")
    assert one_line('"\u2068שלום\u2069" moved') == '"\u2068שלום\u2069" moved'


@given(st.text())
def test_what_stands_there_exactly_is_all_printable(text: str) -> None:
    assert readable(text).isprintable()
    assert excerpt(text).isprintable()


@given(st.text())
def test_what_is_visible_steers_nothing_and_shown_again_is_the_same(text: str) -> None:
    shown = visible(text)
    assert not steers(shown, "\u200c\u200d")
    assert visible(shown) == shown


@given(st.text(st.sampled_from("aש\u2066\u2068\u2069\u202e\u200d\x1b"), max_size=30))
def test_a_visible_line_has_only_isolates_in_pairs_around_letters_from_right_to_left(text: str) -> None:
    shown = visible_line(text)
    assert not steers(re.sub("\u2068[^\u2066-\u2069]*ש[^\u2066-\u2069]*\u2069", "", shown), "\u200d")
    assert visible_line(shown) == shown


def test_a_visible_line_keeps_what_was_isolated_and_escapes_the_isolates_of_others() -> None:
    ours = f'"{isolate("שלום")}" added to {isolate("سعيد (2)")}'
    assert visible_line(ours) == ours
    assert visible_line("a\u2068b\u2069 \u2067שלום\u2069 \x1b[1m") == (
        "a\\u2068b\\u2069 \\u2067שלום\\u2069 \\x1b[1m"
    )
    assert visible_line(f"\u2068{ours}\u202e") == f"\\u2068{ours}\\u202e"
    assert visible_line("\u2068ש\u202e\u2069") == "\u2068ש\\u202e\u2069"


def test_many_openings_without_an_end_take_no_time() -> None:
    assert visible_line("\u2068ש" * 100_000) == "\\u2068ש" * 100_000
    assert visible_line("\u2068" + "ש" * 100_000) == "\\u2068" + "ש" * 100_000


def test_a_million_characters_are_no_trouble() -> None:
    assert len(plain_words("x" * 1_000_000)) == 60
    assert len(one_line("x" * 1_000_000)) == 400
    assert len(readable("x" * 1_000_000)) == 121


def test_control_and_direction_characters_are_shown_in_one_way() -> None:
    for show in (plain_words, one_line, readable, visible):
        assert show("a\x00b\u202ec\U000e0001") == "a\\x00b\\u202ec\\U000e0001"


def test_markup_stays_what_it_is() -> None:
    assert plain_words("<img src=x> & co") == "<img src=x> & co"


@given(st.text(st.characters(categories=["L", "N", "P", "Z"])))
def test_whatever_turns_a_line_is_isolated(text: str) -> None:
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        assert isolate(text) == f"\u2068{text}\u2069"
    if text.isascii():
        assert isolate(text) == text


def test_each_quotation_is_isolated_once() -> None:
    assert isolate_quotations('"he" and "שלום"') == '"he" and "\u2068שלום\u2069"'
    assert isolate_quotations('"\u2068שלום\u2069"') == '"\u2068שלום\u2069"'


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


COMPILED = json.encoder.c_make_encoder  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "compiled", [COMPILED, None, lambda markers: COMPILED], ids=["here", "none", "another"]
)
@given(values=st.lists(JSON, max_size=3), ascii_only=st.booleans())
def test_one_encoder_writes_each_value_as_a_new_one_would(
    compiled: object, values: list[object], ascii_only: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("json.encoder.c_make_encoder", compiled)
        encode = json_encoder(ascii_only=ascii_only, comma=", ", colon=": ")
    for value in values:
        assert encode(value) == json.dumps(value, ensure_ascii=ascii_only)

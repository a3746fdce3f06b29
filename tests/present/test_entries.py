"""The entries of the help: each mark and word once, in sentences, found by a few letters."""

from __future__ import annotations

import pytest

from coala.model.kinds import Kind
from coala.present.help import MARKS, WORDS, HelpEntry, find_entries, is_found
from coala.present.phrases import VERDICT_SIGNS, kind_word


@pytest.mark.parametrize("entries", [MARKS, WORDS], ids=["marks", "words"])
def test_every_entry_is_unique_and_a_sentence(entries: tuple[HelpEntry, ...]) -> None:
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names)
    assert all(entry.meaning[0].isupper() or not entry.meaning[0].isalpha() for entry in entries)
    assert all(entry.meaning.endswith(".") for entry in entries)


def test_glossary_has_at_most_twenty_words() -> None:
    assert len(WORDS) <= 20


def test_every_kind_of_divergence_and_every_verdict_is_explained() -> None:
    assert [kind for kind in Kind if not find_entries(WORDS, kind_word(kind))] == []
    explained = {sign for entry in MARKS for sign in entry.name.split(", ")}
    assert set(VERDICT_SIGNS.values()) <= explained


@pytest.mark.parametrize(
    "word", ["bag", "chain", "mention", "change", "similarity", "gold", "verdict", "disagreement", "results"]
)
def test_entry_comes_before_those_that_only_use_its_word(word: str) -> None:
    found = find_entries(WORDS, word.upper())
    assert word in found[0].name


def test_a_search_wants_every_word_and_no_accents_nor_a_kind_of_minus() -> None:
    assert is_found("naive -", "naïve \N{MINUS SIGN}")
    assert is_found("  ", "anything")
    assert not is_found("bag chain", "bag")
    assert find_entries(WORDS, "bag of hamsters") == []

"""Labels and sentences are short, plain and readable, whatever a file says."""

from __future__ import annotations

from coala.diff.sentences import describe, document_label, instance_label, looks_proper
from coala.model.kinds import Kind


def test_right_to_left_words_are_isolated_in_a_sentence() -> None:
    text = describe(Kind.MENTION_ADDED, None, "שלום", ["he"])
    assert text == '"he" added to \u2068שלום\u2069'


def test_a_label_is_what_is_stated_then_a_name_then_the_longest_words_then_the_iri() -> None:
    mentions = ["he", "the tall man in the hat", "Bob Smith", "Bob", None]
    assert instance_label("Robert", mentions, "http://e.org/x1") == "Robert"
    assert instance_label(None, mentions, "http://e.org/x1") == "Bob Smith"
    assert instance_label(" ", ["he", "the man"], "http://e.org/x1") == "the man"
    assert instance_label(None, [None], "http://e.org/people#x%201") == "x 1"
    assert instance_label(None, [], "") == "(no name)"


def test_a_name_starts_and_ends_with_a_capital_and_has_no_determiner() -> None:
    assert [
        text
        for text in ("R. Smith", "He", "The President", "Air Force 1", "Bob left", "iPhone")
        if looks_proper(text)
    ] == ["R. Smith", "Air Force 1"]


def test_a_document_is_called_by_its_file_without_offsets() -> None:
    assert document_label("http://e.org/corpus/36_10ecbplus#char=0,2176") == "36_10ecbplus"
    assert document_label("http://e.org/corpus/one.txt") == "one"
    assert document_label("http://e.org/book#chapter2") == "chapter2"


def test_every_kind_has_its_sentence() -> None:
    said = {kind: describe(kind, "Bob Smith", "Smith Inc", ["he", "him"], ["b"], ["a"]) for kind in Kind}
    assert said == {
        Kind.MOVED: '"he" and "him" moved from Bob Smith to Smith Inc',
        Kind.SPLIT: '"he" and "him" split from Bob Smith as Smith Inc',
        Kind.MERGED: '"he" and "him" of Bob Smith merged into Smith Inc',
        Kind.MENTION_ADDED: '"he" and "him" added to Smith Inc',
        Kind.MENTION_DROPPED: '"he" and "him" dropped from Bob Smith',
        Kind.INSTANCE_ADDED: "Smith Inc is new, with 2 mentions",
        Kind.INSTANCE_DROPPED: "Bob Smith is gone, with 2 mentions",
        Kind.TYPE: "Smith Inc changed type: a → b",
        Kind.STATEMENT: "Smith Inc changed statement: a → b",
    }


def test_many_things_are_counted_rather_than_listed() -> None:
    assert describe(Kind.MENTION_ADDED, None, "Bob", list("abcde")) == '"a", "b", "c" and 2 more added to Bob'
    assert (
        describe(Kind.TYPE, "Bob", "Bob", ["he"], ["W", "X", "Y", "Z"], [])
        == "Bob gained 4 types: W, X, Y and 1 more"
    )

"""Titles of documents: the first lines by which a reader knows a document."""

from __future__ import annotations

from coala.diff.document_titles import list_titles


def test_title_is_first_line_with_words_that_is_no_address() -> None:
    text = "http : / / www . e . org\n<DOC>\n* * *\n\nFlood in Ashlow\n8 January 2024\n2024-01-08\nIt rained"
    assert list_titles(text) == ('"Flood in Ashlow"', '"8 January 2024"', '"2024-01-08"')


def test_title_is_plain_text_shortened_at_a_word_or_a_letter() -> None:
    assert list_titles("Judge to mediate, as Kittiwake strike looms") == ('"Judge to mediate, as…"',)
    assert list_titles("Flood\tin\u202e town") == (r'"Flood in\u202e town"',)
    assert list_titles("洪" * 30) == (f'"{"洪" * 24}…"',)


def test_titles_end_at_a_paragraph() -> None:
    assert list_titles("Flood\n" + "It rained. " * 30 + "\nMore") == ('"Flood"',)
    assert list_titles("It rained. " * 30) == list_titles("") == list_titles(None) == ()

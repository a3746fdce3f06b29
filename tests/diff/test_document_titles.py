"""Titles of documents: the first lines by which a reader knows a document."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.document_titles import list_titles
from coala.diff.names import InstanceNames
from coala.model.bag import BASELINE
from coala.model.values import Span
from tests.support.bags_by_hand import bag

FIRST, SECOND = Span("http://e.org/a", 0, 3), Span("http://e.org/a", 10, 13)
ELSEWHERE = Span("http://e.org/b", 0, 3)
TEXTS: dict[str, str | None] = {"http://e.org/a": "Bob left. Bob fell.", "http://e.org/b": "Bob ran."}


def test_title_is_first_line_with_words_that_is_no_address() -> None:
    text = "http : / / www . e . org\n<DOC>\n* * *\n\nFlood in Ashlow\n8 January 2024\n2024-01-08\nIt rained"
    assert list_titles(text) == ('"Flood in Ashlow"', '"8 January 2024"', '"2024-01-08"')


def test_title_is_plain_text_shortened_at_a_word_or_a_letter() -> None:
    assert list_titles("Judge to mediate, as Kittiwake strike looms") == ('"Judge to mediate, as…"',)
    assert list_titles("Flood\tin\u202e town") == (r'"Flood in\u202e town"',)
    assert list_titles("洪" * 30) == (f'"{"洪" * 20}…"',)


def test_titles_end_at_a_paragraph() -> None:
    assert list_titles("Flood\n" + "It rained. " * 30 + "\nMore") == ('"Flood"',)
    assert list_titles("It rained. " * 30) == list_titles("") == list_titles(None) == ()


def test_titles_tell_namesakes_apart_before_file_names_unless_they_agree() -> None:
    both = bag([FIRST, SECOND, ELSEWHERE], {"Bob": [0, 1], "bob": [2]}, {}, [], [], TEXTS)
    pair = (BASELINE, 0), (BASELINE, 1)

    def tell(here: str, there: str, *leaving: int) -> tuple[str, str]:
        titles = {"http://e.org/a": list_titles(here), "http://e.org/b": list_titles(there)}
        return InstanceNames(replace(both, titles_of=titles.__getitem__)).tell_apart(*pair, leaving)

    assert tell("Flood\n8 May", "Fire\n8 May") == ('Bob (in "Flood")', 'bob (in "Fire")')
    assert tell("Flood\n8 May", "FLOOD\n9 May") == ('Bob (in "8 May")', 'bob (in "9 May")')
    assert tell("Flood", "Flood") == ("Bob (in a)", "bob (in b)")
    assert tell("", "שיטפון") == ("Bob (in a)", 'bob (in "\u2068שיטפון\u2069")')
    # All mentions of Bob leave the document, so it does not tell him apart.
    assert tell("Flood", "Fire", 0, 1) == ("Bob", 'bob (in "Fire")')


def test_chains_are_listed_by_one_title_of_each_document_or_by_their_files() -> None:
    both = bag([FIRST, ELSEWHERE], {"Bob": [0], "bob": [1]}, {}, [], [], TEXTS)
    places = [(BASELINE, 0), (BASELINE, 1)]
    assert InstanceNames(both).list_distinct(places, 3) == ["in a", "b"]
    titled = replace(both, titles_of=lambda document: [f'"Page {document[-1]}"'])
    assert InstanceNames(titled).list_distinct(places, 3) == ['in "Page a"', '"Page b"']
    alone = bag([FIRST, SECOND], {"Bob": [0], "bob": [1]}, {}, [], [], TEXTS)
    titled = replace(alone, titles_of=lambda _: ['"Flood"', '"8 May"'])
    assert not InstanceNames(titled).list_distinct(places, 3)

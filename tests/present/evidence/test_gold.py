"""The signs of gold chains on a page, and the search for spans on it."""

from __future__ import annotations

from coala.model.bag import GoldChain
from coala.model.values import Span
from coala.present.evidence.facts import GoldSigns, find_on_page
from tests.support.bags_by_hand import DOC_1, TEXTS, seed
from tests.support.evidence import evidence_of

BOB = GoldChain(7, "Bob", "http://example.org/bob", (0, 2), 9, 3)
JOHN = GoldChain(3, "John", "http://example.org/john", (1,), 1, 1)


def test_gold_chains_have_greek_letters_those_with_most_mentions_of_the_bag_first() -> None:
    signs = GoldSigns([JOHN, BOB])
    assert [signs.signs_at(span) for span in range(4)] == ["α", "β", "α", ""]
    assert (len(signs), signs.chain(0), signs.chain(1)) == (2, ("α", BOB), ("β", JOHN))


def test_after_omega_the_signs_are_numbered() -> None:
    signs = GoldSigns([GoldChain(number, f"x{number}", "", (number,), 1, 1) for number in range(30)])
    assert signs.signs_at(23) == "ω"
    assert signs.signs_at(24) == "α2"


def test_the_page_has_the_signs_of_gold_and_copies_without_them() -> None:
    page = evidence_of(seed(), TEXTS.get).page(GoldSigns([BOB, JOHN]))
    assert "he\u202f\u2066A→2\u202fα\u2069 left" in page.text
    assert page.copy_text(0, len(page.text)).strip() == "Bob Smith met John Doe and then he left."


def test_find_on_page_returns_the_stretches_of_all_spans_except_those_left_out() -> None:
    page = evidence_of(seed(), TEXTS.get).page()
    spans = [Span(DOC_1, 0, 9), Span(DOC_1, 4, 22), Span(DOC_1, 10, 13), Span(DOC_1, 35, 39)]
    found = find_on_page(page, 0, spans, {spans[0]})
    words = [page.copy_text(begin, end) for begin, end in found]
    assert words == ["Smith met John Doe", "met", "left"]
    assert find_on_page(page, 1, spans, set()) == []
    assert find_on_page(page, 0, [], set()) == []

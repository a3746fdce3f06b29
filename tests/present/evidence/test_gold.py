"""The signs of gold chains on a page, and the search for spans on it."""

from __future__ import annotations

from coala.model.bag import GoldChain
from coala.present.evidence.facts import GoldSigns
from tests.support.bags_by_hand import TEXTS, seed
from tests.support.evidence import evidence_of

BOB = GoldChain(7, "Bob", "http://example.org/bob", (0, 2), 9, 3)
JOHN = GoldChain(3, "John", "http://example.org/john", (1,), 1, 1)


def test_the_page_has_the_signs_of_gold_and_copies_without_them() -> None:
    page = evidence_of(seed(), TEXTS.get).page(GoldSigns([BOB, JOHN]))
    assert "he\u202f\u2066A→2\u202fα\u2069 left" in page.text
    assert page.copy_text(0, len(page.text)).strip() == "Bob Smith met John Doe and then he left."

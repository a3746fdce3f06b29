"""The marks of a chosen fact in the text: all its places, each with its role."""

from __future__ import annotations

from coala.model.bag import Bag, FactDifference
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence
from coala.present.evidence.page import Page
from tests.support.facts_by_hand import DOC, TEXT, bags_of, reading

BEFORE = reading(
    ("chris", "landedIn", "paris", "landed in Paris"), ("ann", "knows", "rome", "come from Rome")
)
AFTER = reading(("chris", "landedIn", "france", "landed in Paris, France"))


def page_of(bag: Bag, fact: FactDifference | None, sides: tuple[str, str] = ("baseline", "changed")) -> Page:
    displayed = display_bag(bag, sides)
    evidence = Evidence(displayed, Chains(displayed), lambda document: TEXT if document == DOC else None)
    evidence.show_fact(fact)
    return evidence.page()


def marked(page: Page) -> list[str]:
    return [page.copy_text(*stretch) for stretch in sorted(page.fact)]


def test_all_places_of_a_fact_are_marked_with_their_roles() -> None:
    bag = bags_of(BEFORE, AFTER)[0]
    page = page_of(bag, bag.divergences[0].fact)
    wide = "landed in Paris, France"
    assert marked(page) == ["Chris", "landed in Paris", wide, "Paris", "France"]
    assert "‹subject›" in page.text
    assert "‹object, was›" in page.text
    assert "‹object, now›" in page.text


def test_a_sentence_of_a_fact_comes_onto_the_page() -> None:
    (_, ann) = bags_of(BEFORE, AFTER)
    (row,) = ann.divergences
    without, page = page_of(ann, None), page_of(ann, row.fact)
    assert "‹object›" not in without.text
    assert marked(page)[-1] == "Rome"
    assert "come from Rome" in page.copy_text(0, len(page.text))


def test_what_is_copied_has_no_roles() -> None:
    bag = bags_of(BEFORE, AFTER)[0]
    page = page_of(bag, bag.divergences[0].fact)
    assert "Chris landed in Paris, France." in page.copy_text(0, len(page.text))


def test_sides_that_must_not_be_known_are_called_as_the_reviewer_knows_them() -> None:
    bag = bags_of(BEFORE, AFTER)[0]
    page = page_of(bag, bag.divergences[0].fact, ("left", "right"))
    assert "‹object, left›" in page.text
    assert "now›" not in page.text


def test_another_fact_takes_the_marks_with_it() -> None:
    bag = bags_of(BEFORE, AFTER)[0]
    displayed = display_bag(bag)
    evidence = Evidence(displayed, Chains(displayed), lambda _: TEXT)
    assert evidence.show_fact(bag.divergences[0].fact)
    assert not evidence.show_fact(bag.divergences[0].fact)
    assert evidence.show_fact(None)
    assert evidence.page().fact == []

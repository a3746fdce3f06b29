"""IRIs as a person reads them."""

from __future__ import annotations

from coala.base.plain_text import last_part


def test_the_last_part_of_an_iri_is_what_a_person_reads() -> None:
    assert last_part("http://e.org/ns#Person") == "Person"
    assert last_part("http://e.org/people/") == "people"
    assert last_part("urn:isbn:12") == "12"
    assert last_part("") == ""

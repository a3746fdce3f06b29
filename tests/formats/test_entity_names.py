"""Identifiers, titles and addresses of entries of knowledge bases, as IRIs."""

from __future__ import annotations

import re

import pytest

from coala.formats.entity_names import LinkedEntry, UnusableNameError, decode_escapes, is_missing, name_entry

NAMES = [
    ("Wikidata", "Q90", "http://www.wikidata.org/entity/Q90"),
    ("WIKIDATA", " q90 ", "http://www.wikidata.org/entity/Q90"),
    ("DBpedia", "Paris (Texas)", "http://dbpedia.org/resource/Paris_(Texas)"),
    ("de.dbpedia", "Köln", "http://de.dbpedia.org/resource/Köln"),
    ("Wikipedia", "AC/DC", "https://en.wikipedia.org/wiki/AC/DC"),
    ("wikipedia-fr", "Köln", "https://fr.wikipedia.org/wiki/Köln"),
    ("dewiki", '50% "x"?', "https://de.wikipedia.org/wiki/50%25_%22x%22%3F"),
    ("YAGO", "Xi'an", "http://yago-knowledge.org/resource/Xi'an"),
    ("Freebase", "/m/05qtj", "http://rdf.freebase.com/ns/m.05qtj"),
    ("freebase", "m.05qtj", "http://rdf.freebase.com/ns/m.05qtj"),
    ("GeoNames", "2988507", "https://sws.geonames.org/2988507/"),
    ("BabelNet", "bn:00015540n", "http://babelnet.org/rdf/s00015540n"),
    ("UMLS", "C0011849", "http://identifiers.org/umls/C0011849"),
    ("VIAF", "102333412", "http://viaf.org/viaf/102333412"),
    ("", "Q90", "http://www.wikidata.org/entity/Q90"),
    ("", "/m/05qtj", "http://rdf.freebase.com/ns/m.05qtj"),
    ("", "C0011849", "http://identifiers.org/umls/C0011849"),
    ("anything", "http://e.org/a|b#c", "http://e.org/a%7Cb#c"),
]


@pytest.mark.parametrize(("resource", "name", "iri"), NAMES)
def test_a_name_in_a_known_base_is_its_iri(resource: str, name: str, iri: str) -> None:
    assert name_entry(name, resource) == LinkedEntry(iri, is_known=True)


@pytest.mark.parametrize(("resource", "name", "iri"), NAMES)
def test_an_iri_of_a_known_base_is_one_to_the_rest_of_the_program(resource: str, name: str, iri: str) -> None:
    knowledge_bases = pytest.importorskip("coala.model.knowledge_bases")
    found = knowledge_bases.load_knowledge_bases().find(iri)
    assert (found is not None) == (resource != "anything")


def test_a_name_in_an_unknown_base_stays_as_it_is() -> None:
    assert name_entry("7", "Staff") == LinkedEntry("Staff:7", is_known=False)
    assert name_entry("TESLA_1") == LinkedEntry("TESLA_1", is_known=False)


@pytest.mark.parametrize("value", [None, "", "NIL", "<NIL>", "None", "Unknown", "--NME--", "NIL0023", " - "])
def test_a_value_that_says_that_there_is_no_entry_names_none(value: object) -> None:
    assert is_missing(value)
    assert name_entry(value, "wikidata") is None


@pytest.mark.parametrize(
    ("value", "resource", "shown"),
    [
        (90, "wikidata", "'90'"),
        (["Q90", "Q1"], "wikidata", "2"),
        ("DATETIME", "wikidata", "'DATETIME'"),
        ("a#b", "wikipedia", "'a#b'"),
        ("http://e.org/a b", "", "'http://e.org/a b'"),
        ("http://", "", "'http://'"),
        ("x" * 2001, "", "2,001"),
        ("\ud800", "", "\\ud800"),
    ],
)
def test_value_that_is_no_name_is_refused(value: object, resource: str, shown: str) -> None:
    with pytest.raises(UnusableNameError, match=re.escape(shown)):
        name_entry(value, resource)


def test_escapes_of_yago_are_decoded() -> None:
    assert decode_escapes(r"Xi\u0027an_\u0028city\u0029") == "Xi'an_(city)"
    assert decode_escapes(r"a\u00") == r"a\u00"

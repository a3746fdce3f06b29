"""Identifiers, titles and addresses of entries of knowledge bases, as IRIs."""

from __future__ import annotations

import pytest

from coala.formats.entity_names import LinkedEntry, name_entry

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

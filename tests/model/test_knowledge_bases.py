"""Which IRIs are names in a knowledge base, and when two of them are one name."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.knowledge_bases import EntityName, load_knowledge_bases

BASES = load_knowledge_bases()

SAME = {
    ("dbpedia", "New_York"): """
        http://dbpedia.org/resource/New_York
        https://dbpedia.org/page/New_York
        HTTP://DBpedia.org:80/resource/new%20York/
        http://www.dbpedia.org/resource/New_York#this
        http://en.dbpedia.org/resource/New__York_
        http://dbpedia.org/data/New_York.ttl
        http://live.dbpedia.org/resource/New%5FYork
        http://dbpedia.org/resource/%E2%80%8ENew_York?oldid=3""",
    ("dbpedia", "AC/DC"): "http://dbpedia.org/resource/AC/DC http://dbpedia.org/resource/AC%2fDC",
    ("dbpedia", "Who_Framed_Roger_Rabbit?"): """
        http://dbpedia.org/resource/Who_Framed_Roger_Rabbit?
        http://dbpedia.org/resource/Who_Framed_Roger_Rabbit%3F""",
    ("dbpedia-de", "München"): """
        http://de.dbpedia.org/resource/München
        http://de.dbpedia.org/resource/M%C3%BCnchen
        http://de.dbpedia.org/resource/m%c3%bcnchen
        https://de.dbpedia.org/page/Mu%CC%88nchen""",
    ("dbpedia-zh-min-nan", "Pa-lê"): "http://zh-min-nan.dbpedia.org/resource/Pa-l%C3%AA",
    ("wikidata", "Q90"): """
        http://www.wikidata.org/entity/Q90
        https://www.wikidata.org/entity/Q90/
        https://www.wikidata.org/wiki/Q90#sitelinks-wikipedia
        https://m.wikidata.org/wiki/Q90
        https://www.wikidata.org/wiki/Special:EntityPage/Q90
        https://www.wikidata.org/wiki/Special:EntityData/Q90.json
        http://wikidata.dbpedia.org/resource/Q90
        wd:Q90 Wikidata:Q90""",
    ("wikidata", "P31"): "http://www.wikidata.org/entity/P31 https://www.wikidata.org/wiki/Property:P31",
    ("wikipedia", "New_York"): """
        https://en.wikipedia.org/wiki/New_York
        http://en.m.wikipedia.org/wiki/New%20York?action=raw
        https://wikipedia.org/wiki/New_York#History
        https://en.wikipedia.org/w/index.php?title=New+York&oldid=3
        https://en.wikipedia.org/w/index.php?oldid=3&title=New_York""",
    ("wikipedia-de", "München"): """
        https://de.wikipedia.org/wiki/M%C3%BCnchen
        https://de.m.wikipedia.org/wiki/München""",
    ("wikipedia-ka", "თბილისი"): "https://ka.wikipedia.org/wiki/თბილისი",
    ("wikipage", "736"): "https://en.wikipedia.org/wiki?curid=736 http://en.wikipedia.org/?curid=736",
    ("yago", "Israel"): """
        http://yago-knowledge.org/resource/Israel
        http://mpii.de/yago/resource/Israel
        http://www.mpii.de/yago/resource/%49srael""",
    ("freebase", "m.02mjmr"): """
        http://rdf.freebase.com/ns/m.02mjmr
        https://www.freebase.com/m/02mjmr
        http://g.co/kg/m/02mjmr
        /m/02mjmr m.02mjmr""",
    ("geonames", "2988507"): """
        http://sws.geonames.org/2988507/
        https://sws.geonames.org/2988507
        https://www.geonames.org/2988507/paris.html
        http://sws.geonames.org/2988507/about.rdf""",
    ("babelnet", "00015267n"): """
        http://babelnet.org/rdf/s00015267n
        https://babelnet.org/synset?word=bn:00015267n
        https://babelnet.org/synset?word=bn%3A00015267n&lang=EN
        https://babelnet.org/synset?lang=EN&id=bn:00015267n
        bn:00015267n""",
    ("umls", "C0026850"): """
        http://identifiers.org/umls/C0026850
        http://identifiers.org/umls:C0026850
        http://linkedlifedata.com/resource/umls/id/C0026850
        https://uts.nlm.nih.gov/uts/umls/concept/C0026850
        UMLS:C0026850""",
    ("viaf", "113230702"): """
        http://viaf.org/viaf/113230702
        https://viaf.org/viaf/113230702/
        https://www.viaf.org/viaf/113230702/rdf.xml""",
}

NO_NAMES = """
    http://example.org/Paris
    http://dbpedia.org/ontology/Place
    http://dbpedia.org/property/name
    http://dbpedia.org/resource/
    http://dbpedia.org/resource/__
    http://dbpedia.org/resource/A%00B
    http://dbpedia.org/resource/A%7CB
    http://dbpedia.org.example.com/resource/Paris
    http://downloads.dbpedia.org/resource/Paris
    http://www.wikidata.org/prop/direct/P31
    http://www.wikidata.org/entity/statement/Q90-1
    http://www.wikidata.org/entity/Q90x
    http://www.wikidata.org/wiki/Wikidata:Main_Page
    http://rdf.freebase.com/ns/music.artist.album
    http://sws.geonames.org/paris
    http://www.geonames.org/ontology#Feature
    ftp://dbpedia.org/resource/Paris
    _:Q90 Q90 urn:x wd: http:// http:///
""".split()


def unify(name: tuple[str, str]) -> EntityName:
    """Return the name in the base in which it is compared."""
    return EntityName(BASES.unify(name[0]), name[1])


@pytest.mark.parametrize(("name", "iris"), SAME.items(), ids=["-".join(name) for name in SAME])
def test_find_when_ways_of_writing_differ_returns_one_name(name: tuple[str, str], iris: str) -> None:
    assert {iri: BASES.find(iri) for iri in iris.split()} == dict.fromkeys(iris.split(), unify(name))


@pytest.mark.parametrize("iri", NO_NAMES)
def test_find_when_iri_is_no_name_returns_none(iri: str) -> None:
    assert BASES.find(iri) is None


@pytest.mark.parametrize("name", SAME, ids="-".join)
def test_iri_when_found_again_is_the_same_name(name: tuple[str, str]) -> None:
    assert BASES.find(BASES.iri(EntityName(*name))) == unify(name)


@given(st.text(min_size=1, max_size=40), st.sampled_from(["dbpedia", "yago"]))
def test_iri_of_any_text_that_is_a_name_leads_back_to_it(text: str, base: str) -> None:
    written = BASES.iri(EntityName(base, text))
    found = BASES.find(written)
    if found is not None:
        assert BASES.find(BASES.iri(found)) == found
        assert unicodedata.is_normalized("NFC", found.name)
        assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in BASES.iri(found))


@pytest.mark.parametrize(
    "end",
    ["a_" * 500_000, "%41" * 1_300, "A" * 4_000 + "\u202e", "A(_" * 1_300 + "\0", "?=" * 2_000, "&" * 4_000],
    ids=lambda end: end[:5],
)
def test_find_when_iri_is_hostile_takes_little_time(end: str) -> None:
    started = time.process_time()
    for start in ("", "http://dbpedia.org/resource/", "http://babelnet.org/synset?", "wd:Q", "https://"):
        BASES.find(start + end)
    assert time.process_time() - started < 1


def test_find_when_every_host_is_another_keeps_few_of_them() -> None:
    bases = load_knowledge_bases()
    for number in range(25_000):
        bases.find(f"http://host{number}.example.org/x")
    assert len(bases._hosts) <= 10_000
    assert bases.find("http://de.dbpedia.org/resource/Paris") == ("dbpedia-de", "Paris")

"""Which IRIs are names in a knowledge base, and when two of them are one name."""

import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import CoalaError
from coala.model.knowledge_bases import EntityName, load_knowledge_bases
from tests.golden.refusals import WRONG_BASES

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


@pytest.mark.parametrize("language", ["", "de"])
def test_find_when_wikipedia_and_dbpedia_have_one_title_returns_one_name(language: str) -> None:
    wiki, resource = (f"https://{language or 'en'}.wikipedia.org/wiki/A", "http://dbpedia.org/resource/A")
    resource = resource.replace("//", f"//{language}.") if language else resource
    name = EntityName(f"dbpedia-{language}" if language else "dbpedia", "A")
    assert BASES.find(wiki) == BASES.find(resource) == name
    assert BASES.iris(name) == [resource, wiki]
    assert BASES.find("http://fr.dbpedia.org/resource/A") != name


def test_same_as_when_the_other_base_is_replaced_does_not_join_them(tmp_path: Path) -> None:
    file = tmp_path / "bases.toml"
    file.write_text('[dbpedia]\ntitle = "Mine"\nforms = ["http://dbpedia.org/resource/{}"]\n')
    found = load_knowledge_bases(str(file)).find("https://en.wikipedia.org/wiki/A")
    assert found == EntityName("wikipedia", "A")


@pytest.mark.parametrize(("name", "iris"), SAME.items(), ids=["-".join(name) for name in SAME])
def test_find_when_ways_of_writing_differ_returns_one_name(name: tuple[str, str], iris: str) -> None:
    assert {iri: BASES.find(iri) for iri in iris.split()} == dict.fromkeys(iris.split(), unify(name))


@pytest.mark.parametrize("iri", NO_NAMES)
def test_find_when_iri_is_no_name_returns_none(iri: str) -> None:
    assert BASES.find(iri) is None


def test_find_when_bytes_are_no_utf8_ignores_the_case_of_hex_only() -> None:
    upper, lower = (BASES.find(f"http://dbpedia.org/resource/Caf{end}") for end in ("%E9", "%e9"))
    assert upper == lower != BASES.find("http://dbpedia.org/resource/Caf%C3%A9")


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


def test_title_and_label_when_shown_are_readable() -> None:
    names = [BASES.find(iris.split()[0]) for iris in SAME.values()]
    shown = {f"{BASES.title(name.base)}: {BASES.label(name)}" for name in names if name}
    assert {
        "DBpedia/Wikipedia: New York",
        "DBpedia/Wikipedia (de): München",
        "Wikidata: Q90",
        "BabelNet: bn:00015267n",
        "Wikipedia page: page 736",
        "Freebase: m.02mjmr",
    } <= shown
    assert (BASES.title("gone"), BASES.label(EntityName("gone", "a_b"))) == ("gone", "a_b")


def test_contains_when_base_has_languages_knows_their_keys() -> None:
    assert all(key in BASES for key in (*BASES.keys, "dbpedia-de", "wikipedia-simple"))
    assert not any(key in BASES for key in ("dbpedia-en", "wikidata-de", "dbpedia-", "dbpedia-DE", "x"))


OWN = """
[kb]
title = "My base"
forms = ["https://kb.example.org/thing/{}", "kb:{}"]
"""


def test_load_when_user_has_a_base_finds_its_names(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    bases = load_knowledge_bases(str(tmp_path / "own.toml"))
    assert bases.keys == (*BASES.keys, "kb")
    found = bases.find("http://KB.example.org/thing/a%20b%2Fc#x")
    assert found == ("kb", "a b/c")
    assert bases.iri(EntityName("kb", "a b/c")) == "https://kb.example.org/thing/a%20b/c"
    assert bases.find("kb:a b/c") == found
    assert bases.find("http://dbpedia.org/resource/Paris") == ("dbpedia", "Paris")


def test_load_when_key_is_shipped_replaces_the_shipped_base(tmp_path: Path) -> None:
    own = '[wikidata]\ntitle = "Own"\nnames = ["Q#"]\nforms = ["http://www.wikidata.org/entity/{}"]\n'
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    bases = load_knowledge_bases(str(tmp_path / "own.toml"))
    assert bases.find("http://www.wikidata.org/entity/Q1") == ("wikidata", "Q1")
    assert bases.find("http://www.wikidata.org/wiki/Q1") is None


@pytest.mark.parametrize("text", WRONG_BASES.values(), ids=WRONG_BASES)
def test_load_when_table_is_wrong_says_so_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CoalaError) as caught:
        load_knowledge_bases(str(tmp_path / "own.toml"))
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "own.toml"))
    assert "\n" not in message
    assert len(message) < 400


def test_load_when_file_is_missing_names_it() -> None:
    with pytest.raises(CoalaError, match=r"/gone\.toml: "):
        load_knowledge_bases("/gone.toml")

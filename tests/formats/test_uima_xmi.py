"""UIMA XMI: instances from chains of links, code points from UTF-16 units, one sentence for hostile XML."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.formats.uima.xmi import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/coref/type.ecore" '
    'xmlns:custom="http:///webanno/custom.ecore" '
    'xmlns:meta="http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore" xmi:version="2.0">\n'
)
SOFA = '<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="😀 Ann said that she left."/>\n'
LINKS = (
    '<type:CoreferenceLink xmi:id="4" sofa="1" begin="3" end="6" next="5" referenceType="name"/>\n'
    '<type:CoreferenceLink xmi:id="5" sofa="1" begin="17" end="20" referenceRelation="ANAPHORIC"/>\n'
)
CHAIN = '<type:CoreferenceChain xmi:id="6" sofa="1" first="4"/>\n'
TYPES = """\
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
<typeDescription><name>webanno.custom.EventChain</name>
<supertypeName>de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceChain</supertypeName></typeDescription>
<typeDescription><name>webanno.custom.EventLink</name><description>any</description>
<supertypeName>webanno.custom.BaseLink</supertypeName>
<features><featureDescription><name>next</name></featureDescription></features></typeDescription>
<typeDescription><name>webanno.custom.BaseLink</name>
<supertypeName>de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink</supertypeName></typeDescription>
</types></typeSystemDescription>"""


def xmi(*parts: str) -> bytes:
    return (HEAD + "".join(parts) + "</xmi:XMI>\n").encode("utf-8")


def reading(*parts: str, options: FormatOptions | None = None) -> Annotations:
    return read("folder/cas.xmi", xmi(*parts), options or FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        begin, end = mention.fragments[0]
        found.setdefault(mention.instance, []).append(annotations.documents[mention.document].text[begin:end])
    return found


def test_a_chain_is_an_instance_and_its_offsets_become_code_points() -> None:
    annotations = reading(SOFA, LINKS, CHAIN)
    assert annotations.documents == (("cas", "😀 Ann said that she left."),)
    assert chains(annotations) == {"cas/6": ["Ann", "she"]}
    assert annotations.remarks == ()


def test_the_kind_of_reference_is_a_type_and_its_relation_a_statement() -> None:
    annotations = reading(SOFA, LINKS, CHAIN)
    assert [mention.types for mention in annotations.mentions] == [("name",), ()]
    assert annotations.statements == (AnnotatedStatement("cas/6", "referenceRelation", "ANAPHORIC", False),)


def test_the_document_has_its_title_and_each_view_is_one() -> None:
    title = '<meta:DocumentMetaData xmi:id="9" sofa="1" documentTitle="story.txt" documentId="admin"/>'
    second = '<cas:Sofa xmi:id="2" sofaNum="2" sofaID="plain" sofaString="She left."/>'
    link = '<type:CoreferenceLink xmi:id="7" sofa="2" begin="0" end="3"/>'
    chain = '<type:CoreferenceChain xmi:id="8" sofa="2" first="7"/>'
    annotations = reading(SOFA, second, title, LINKS, CHAIN, link, chain)
    assert [document.name for document in annotations.documents] == ["story.txt", "cas/plain"]
    assert chains(annotations) == {"cas/6": ["Ann", "she"], "cas/8": ["She"]}


def test_a_chain_whose_links_lie_in_two_views_is_one_instance() -> None:
    second = '<cas:Sofa xmi:id="2" sofaNum="2" sofaID="plain" sofaString="She left."/>'
    links = LINKS.replace('sofa="1" begin="17" end="20"', 'sofa="2" begin="0" end="3"')
    annotations = reading(SOFA, second, links, CHAIN)
    assert [(mention.document, mention.instance) for mention in annotations.mentions] == [
        (0, "cas/6"),
        (1, "cas/6"),
    ]


def test_line_ends_in_the_text_stay_when_they_are_written_as_references() -> None:
    annotations = reading('<cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="a&#13;&#10;b&lt;"/>')
    assert annotations.documents[0].text == "a\r\nb<"


def test_ring_of_links_does_not_loop() -> None:
    ring = LINKS.replace('referenceRelation="ANAPHORIC"', 'next="4"')
    assert chains(reading(SOFA, ring, CHAIN)) == {"cas/6": ["Ann", "she"]}
    assert list(chains(reading(SOFA, ring))) == ["cas/4"]


def test_chains_that_run_into_each_other_are_one() -> None:
    other = '<type:CoreferenceChain xmi:id="7" first="5"/><type:CoreferenceChain xmi:id="8" first="4"/>'
    annotations = reading(SOFA, LINKS, other)
    assert chains(annotations) == {"cas/7": ["Ann", "she"]}
    assert annotations.remarks == (("chains-joined", "folder/cas.xmi:4, chain '8'"),)


def test_a_type_of_chains_that_is_not_there_is_told_with_those_that_are() -> None:
    annotations = reading(SOFA, LINKS, '<custom:Entity xmi:id="6"/>', options=FormatOptions(uima_chain="Foo"))
    assert annotations.remarks[0] == ("no-chain-type", "Entity in folder/cas.xmi")


def test_links_outside_every_chain_are_kept_and_remarked() -> None:
    annotations = reading(SOFA, LINKS)
    assert chains(annotations) == {"cas/4": ["Ann", "she"]}
    assert annotations.remarks == (("link-outside-chains", "folder/cas.xmi:4, link '4'"),)


def test_a_chain_without_links_and_an_empty_link_are_remarked() -> None:
    empty = (
        '<type:CoreferenceLink xmi:id="8" sofa="1" begin="3" end="3"/>'
        '<type:CoreferenceChain xmi:id="9" first="8"/>'
    )
    annotations = reading(SOFA, '<type:CoreferenceChain xmi:id="7"/>', empty)
    assert annotations.mentions == ()
    assert [code for code, _ in annotations.remarks] == ["instance-without-mention", "offsets-empty"]


NAMING = (
    '<custom:Mention xmi:id="4" sofa="1" begin="3" end="6" Entity="9"/>\n'
    '<custom:Mention xmi:id="5" sofa="1" begin="17" end="20" Entity="9 8"/>\n'
    '<custom:Mention xmi:id="6" sofa="1" begin="7" end="11" Entity="77"/>\n'
    '<custom:Entity xmi:id="8" Label="a"/><custom:Entity xmi:id="9" Label="b"/>\n'
)


def test_mentions_that_name_their_entity_are_joined_by_it() -> None:
    annotations = reading(SOFA, NAMING)
    assert chains(annotations) == {"cas/9": ["Ann", "she"], "cas/8": ["she"]}
    assert annotations.remarks == (
        ("uima-entity-found", "Mention.Entity in folder/cas.xmi"),
        ("mark-broken", "folder/cas.xmi:6, 'Entity'='77' is nowhere"),
    )


def test_the_feature_that_names_the_entity_is_an_option_and_chains_come_first() -> None:
    other = FormatOptions(uima_entity="Of")
    assert chains(reading(SOFA, NAMING.replace("Entity=", "Of="), options=other))["cas/9"] == ["Ann", "she"]
    named = NAMING.replace("Entity=", "Of=").replace('"9', '"Ann L').replace("9 8", "Ann L")
    assert chains(reading(SOFA, named, options=other))["cas/77"] == ["said"]
    assert reading(SOFA, NAMING, options=other).remarks == (
        ("uima-entity-not-met", "Entity, Mention in folder/cas.xmi"),
    )
    chain = LINKS.replace('"4"', '"14"').replace('"5"', '"15"') + CHAIN.replace('"6"', '"16"')
    assert set(chains(reading(SOFA, NAMING, chain.replace('"4"', '"14"')))) == {"cas/16"}


@needs_shared
def test_a_published_act_has_the_entities_that_its_mentions_name() -> None:
    path = SHARED / "data" / "zoo" / "uima-mention-names-entity" / "Evander_Act1.xmi"
    annotations = read(str(path), path.read_bytes(), FormatOptions())
    assert (len(annotations.mentions), len(chains(annotations))) == (150, 14)


@pytest.mark.parametrize("package", ["", "webanno.custom."])
def test_other_names_of_types_and_features_are_options(package: str) -> None:
    options = FormatOptions(
        uima_chain=f"{package}Entity", uima_link=f"{package}Name", uima_first="head", uima_next="tail"
    )
    parts = (
        '<custom:Name xmi:id="4" sofa="1" begin="3" end="6" tail="5"/>',
        '<custom:Name xmi:id="5" sofa="1" begin="17" end="20"/>',
        '<custom:Entity xmi:id="6" head="4"/>',
    )
    assert chains(reading(SOFA, *parts, options=options)) == {"cas/6": ["Ann", "she"]}


def test_the_one_chain_layer_of_another_name_is_read_and_told() -> None:
    layer = (
        '<custom:EventLink xmi:id="4" sofa="1" begin="3" end="6" next="5"/>'
        '<custom:EventLink xmi:id="5" sofa="1" begin="17" end="20"/><custom:EventChain xmi:id="6" first="4"/>'
    )
    annotations = reading(SOFA, layer)
    assert chains(annotations) == {"cas/6": ["Ann", "she"]}
    assert annotations.remarks == (("chain-layer-found", "folder/cas.xmi with 'webanno.custom.EventLink'"),)
    other = '<custom:TimeLink xmi:id="7" sofa="1" begin="3" end="6"/><custom:TimeChain xmi:id="8" first="7"/>'
    assert reading(SOFA, layer, other).remarks[0][0] == "no-chain-type"
    named = FormatOptions(uima_chain="TimeChain", uima_link="TimeLink")
    assert chains(reading(SOFA, layer, other, options=named)) == {"cas/8": ["Ann"]}


def test_a_type_system_adds_subtypes() -> None:
    parts = (
        '<custom:EventLink xmi:id="4" sofa="1" begin="7" end="11"/>',
        '<custom:EventChain xmi:id="6" first="4"/>',
    )
    options = FormatOptions(type_system=TYPES.encode("utf-8"))
    assert chains(reading(SOFA, *parts, options=options)) == {"cas/6": ["said"]}
    assert chains(reading(SOFA, LINKS, CHAIN, options=options)) == {"cas/6": ["Ann", "she"]}


@pytest.mark.parametrize(
    ("parts", "line", "words"),
    [
        ((SOFA, CHAIN), 4, "first='4' does not lead to a 'CoreferenceLink'"),
        ((LINKS, CHAIN), 3, "the Sofa '1' is missing or has no text"),
        ((SOFA, "<type:CoreferenceLink"), 4, "the XML is broken"),
        ((SOFA, SOFA.replace('xmi:id="1"', 'xmi:id="2"')), 4, "a second Sofa"),
        ((SOFA, "<a>" * 20_000), 4, "are nested"),
        ((SOFA, "".join(f"<a{number}/>" for number in range(200_000))), 4, "different names"),
    ],
)
def test_broken_files_are_refused_with_their_line(parts: tuple[str, ...], line: int, words: str) -> None:
    message = refusal(lambda: reading(*parts))
    assert message.startswith(f"folder/cas.xmi:{line}: ")
    assert words in message


@pytest.mark.parametrize(
    ("parts", "line", "words"),
    [
        ((SOFA, LINKS.splitlines()[0], CHAIN), 4, "'next'='5' does not lead to a 'CoreferenceLink'"),
        ((SOFA, LINKS, CHAIN.replace('"4"', '"9"')), 6, "'first'='9' does not lead to a 'CoreferenceLink'"),
        ((SOFA, LINKS.replace("referenceRelation", 'next="4" r'), CHAIN), 5, "'next'='4' leads back into"),
        ((SOFA, LINKS, LINKS.replace("5", "7"), CHAIN), 6, "the xmi:id '4' is already used in line 4"),
        ((SOFA, LINKS.replace("20", "200"), CHAIN), 5, "end='200' do not fit the text of 26 UTF-16 units"),
        ((SOFA, LINKS.replace('"3"', '"1"'), CHAIN), 4, "begin='1'"),
        ((SOFA, LINKS.replace('"3"', '"-3"'), CHAIN), 4, "begin='-3'"),
        ((SOFA, LINKS.replace('"3"', '"three"'), CHAIN), 4, "begin='three'"),
        ((SOFA, LINKS.replace('"3"', '"12"'), CHAIN), 4, "begin='12'"),
        (
            (SOFA, LINKS.replace('sofa="1" begin="3"', 'sofa="2" begin="3"'), CHAIN),
            4,
            "the Sofa '2' is missing",
        ),
    ],
)
def test_what_is_broken_costs_itself(parts: tuple[str, ...], line: int, words: str) -> None:
    annotations = reading(*parts)
    assert annotations.mentions
    (told,) = [example for code, example in annotations.remarks if code == "mark-broken"]
    assert told.startswith(f"folder/cas.xmi:{line}, ")
    assert words.replace("'first'", "first").replace("'next'", "next") in told


def test_a_file_of_which_much_is_broken_is_refused_unless_lenient() -> None:
    many = "".join(
        f'<type:CoreferenceLink xmi:id="{number}" sofa="1" begin="3" end="{number}"/>'
        for number in range(100, 120)
    )
    assert "20 of 23 chains and links cannot be used" in refusal(lambda: reading(SOFA, LINKS, CHAIN, many))
    annotations = reading(SOFA, LINKS, CHAIN, many, options=FormatOptions(lenient=True))
    assert len(annotations.mentions) == 2


RELATED = (
    '<custom:Event xmi:id="4" sofa="1" begin="3" end="6" type="person"/>\n'
    '<custom:Event xmi:id="5" sofa="1" begin="17" end="20"/>\n'
    '<custom:Event xmi:id="6" sofa="1" begin="7" end="11"/>\n'
    '<custom:CorefEvent xmi:id="7" sofa="1" begin="3" end="20" Dependent="5" Governor="4"/>\n'
    '<custom:Role xmi:id="8" sofa="1" begin="3" end="20" Dependent="6" Governor="4" label="agent"/>\n'
)


def test_relations_that_are_called_coreference_join_what_they_tie() -> None:
    annotations = reading(SOFA, RELATED)
    assert chains(annotations) == {"cas/4": ["Ann", "she"], "cas/6": ["said"]}
    assert [mention.types for mention in annotations.mentions] == [("person",), (), ()]
    assert annotations.remarks == (
        ("relation-layer-found", "folder/cas.xmi, webanno.custom.CorefEvent with no type"),
    )


def test_a_relation_with_a_type_that_is_no_identity_is_a_statement() -> None:
    typed = (
        RELATED.replace("CorefEvent", "Tie")
        .replace("Role", "Tie")
        .replace('Governor="4"/', 'Governor="4" label="Koreferenz"/')
    )
    annotations = reading(SOFA, typed)
    assert chains(annotations) == {"cas/4": ["Ann", "she"], "cas/6": ["said"]}
    assert annotations.statements == (AnnotatedStatement("cas/6", "agent", "cas/4", True),)


@pytest.mark.parametrize("name", ["Role", "webanno.custom.Role", "agent"])
def test_relations_are_named_by_their_layer_or_type(name: str) -> None:
    annotations = reading(SOFA, RELATED, options=FormatOptions(webanno_relations=(name,)))
    assert chains(annotations) == {"cas/4": ["Ann", "said"], "cas/5": ["she"]}
    assert annotations.remarks == ()
    unmet = reading(SOFA, RELATED, options=FormatOptions(webanno_relations=("Other",)))
    assert unmet.remarks[0][0] == "webanno-relation-not-met"


def test_two_layers_that_are_called_coreference_join_nothing_until_one_is_named() -> None:
    annotations = reading(SOFA, RELATED.replace("Role", "Anaphora"))
    assert annotations.mentions == ()
    assert annotations.remarks == (
        (
            "no-chain-type",
            "CorefEvent, Anaphora, Event in folder/cas.xmi, relations CorefEvent (no type), "
            "Anaphora ('agent')",
        ),
    )


def test_chains_come_before_relations_and_the_relations_are_told() -> None:
    annotations = reading(SOFA, RELATED, LINKS.replace('"4"', '"14"').replace('"5"', '"15"'))
    assert list(chains(annotations)) == ["cas/14"]
    assert annotations.remarks[0] == (
        "relations-beside-chains",
        "folder/cas.xmi with 'webanno.custom.CorefEvent'",
    )


def test_a_relation_to_nothing_costs_itself_and_of_tokens_only_those_that_are_tied_count() -> None:
    broken = RELATED.replace('Dependent="6"', 'Dependent="66"').replace("Role", "CorefEvent")
    annotations = reading(SOFA, broken)
    assert chains(annotations) == {"cas/4": ["Ann", "she"], "cas/6": ["said"]}
    assert (
        "mark-broken",
        "folder/cas.xmi:8, a relation does not lead to an annotation",
    ) in annotations.remarks
    tokens = reading(SOFA, RELATED.replace("custom:Event", "custom:Token"))
    assert chains(tokens) == {"cas/4": ["Ann", "she"]}


def test_parts_of_a_mention_of_either_type_system_of_corefannotator_are_its_fragments() -> None:
    first = (
        '<custom:Mention xmi:id="4" sofa="1" begin="3" end="6" Entity="9" Discontinuous="5"/>'
        '<custom:DetachedMentionPart xmi:id="5" sofa="1" begin="17" end="20" Mention="4"/>'
        '<custom:Entity xmi:id="9"/>'
    )
    second = (
        '<custom:Mention xmi:id="4" Entity="9" Surface="5 6"/><custom:Entity xmi:id="9"/>'
        '<custom:MentionSurface xmi:id="5" sofa="1" begin="17" end="20" Mention="4"/>'
        '<custom:MentionSurface xmi:id="6" sofa="1" begin="3" end="6" Mention="4"/>'
    )
    for parts in (first, second):
        (mention,) = reading(SOFA, parts).mentions
        assert mention.fragments == ((2, 5), (16, 19))
    lost = reading(SOFA, first.replace('Discontinuous="5"', 'Discontinuous="55"'))
    assert lost.remarks[-1] == ("mark-broken", "folder/cas.xmi:4, the part '55' is missing")


def test_a_file_that_was_cut_off_is_refused() -> None:
    whole = xmi(SOFA, LINKS, CHAIN)
    for length in range(len(whole) - 1):
        assert "a.xmi:" in refusal(lambda length=length: read("a.xmi", whole[:length], FormatOptions()))  # type: ignore[misc]


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE x>",
        '<!DOCTYPE x SYSTEM "http://localhost/x.dtd">',
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/hostname"> %a;]>',
    ],
)
def test_a_doctype_is_refused_in_the_file_and_in_the_type_system(doctype: str) -> None:
    hostile = xmi(SOFA, LINKS, CHAIN).replace(b"?>\n", b"?>\n" + doctype.encode("ascii") + b"\n", 1)
    assert "a DOCTYPE" in refusal(lambda: read("a.xmi", hostile, FormatOptions()))
    options = FormatOptions(type_system=doctype.encode("ascii") + TYPES.encode("utf-8"))
    assert "the type system:1: a DOCTYPE" in refusal(lambda: reading(SOFA, options=options))


def test_other_xml_and_other_encodings_are_refused_or_read() -> None:
    assert "not XMI" in refusal(lambda: read("a.xmi", b"<html/>", FormatOptions()))
    latin = xmi(SOFA.replace("😀", "éé"), LINKS, CHAIN).decode("utf-8").encode("latin-1")
    assert refusal(lambda: read("a.xmi", latin, FormatOptions())) == (
        "a.xmi:3: the byte 0xE9 is not UTF-8: convert the file to UTF-8."
    )
    declared = latin.replace(b"UTF-8", b"ISO-8859-1")
    assert list(chains(read("a.xmi", declared, FormatOptions())).values()) == [["Ann", "she"]]
    unknown = latin.replace(b"UTF-8", b"x-klingon")
    assert "a.xmi:1: " in refusal(lambda: read("a.xmi", unknown, FormatOptions()))


@pytest.mark.parametrize("text", ["a" * 30_000_000, "😀" * 5_000_000], ids=["ascii", "wide"])
def test_a_text_on_one_long_line_is_read(text: str) -> None:
    assert len(reading(SOFA.replace("😀", text)).documents[0].text) == len(text) + 24


def test_it_is_recognised_by_its_namespaces() -> None:
    assert looks_like("a.xml", xmi(SOFA))
    assert looks_like("a.xml", xmi(SOFA).decode("utf-8").encode("utf-16"))
    assert not looks_like("model.xmi", b'<uml:Model xmlns:uml="http://uml"/>')
    assert not looks_like("a.rdf", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">')


@given(damaged(xmi(SOFA, LINKS, CHAIN)))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.xmi", data, FormatOptions()))


@given(damaged(TYPES.encode("utf-8")))
def test_a_damaged_type_system_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: reading(SOFA, LINKS, CHAIN, options=FormatOptions(type_system=data)))


@needs_shared
@pytest.mark.parametrize("with_types", [False, True])
def test_the_german_story_has_six_chains(with_types: bool) -> None:
    folder = SHARED / "data" / "uima"
    types = (folder / "typesystem_webanno_types.xml").read_bytes() if with_types else None
    data = (folder / "Text_1804.xmi").read_bytes()
    annotations = read("Text_1804.xmi", data, FormatOptions(type_system=types))
    assert [document.name for document in annotations.documents] == ["Text_1804.txt"]
    sizes = Counter(mention.instance for mention in annotations.mentions)
    assert sorted(sizes.values()) == [1, 1, 1, 1, 1, 2]
    assert {"Sie", "ich", "dich", "wir", "sich"} < {
        text for chain in chains(annotations).values() for text in chain
    }
    told = "relations-beside-chains", "Text_1804.xmi with 'webanno.custom.CRETALink'"
    assert annotations.remarks == (told,)

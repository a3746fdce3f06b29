"""CAT XML: chains of related markables, also across files, and markables alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.cat_xml import looks_like, read
from coala.model.format_options import FormatOptions
from coala.reading.rdf.nif import to_turtle
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

FILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<Document doc_name="one.xml" doc_id="DOC1">
<token t_id="1" sentence="0" number="0">Ann</token>
<token t_id="2" sentence="0" number="1">took</token>
<token t_id="3" sentence="0" number="2">it</token>
<token t_id="4" sentence="0" number="3">up</token>
<token t_id="5" sentence="1" number="0">She</token>
<token t_id="6" sentence="1" number="1">won</token>
<Markables>
<PER m_id="11"><token_anchor t_id="1"/></PER>
<PER m_id="12"><token_anchor t_id="5"/></PER>
<ACT m_id="13"><token_anchor t_id="2"/><token_anchor t_id="4"/></ACT>
<ACT m_id="14"><token_anchor t_id="6"/></ACT>
<PER m_id="15" RELATED_TO="" TAG_DESCRIPTOR="t1_ann" instance_id="PER1"/>
<ACT m_id="16" RELATED_TO="" TAG_DESCRIPTOR="t1_take" instance_id="ACT1"/>
</Markables>
<Relations>
<CROSS_DOC_COREF r_id="1" note="PER1"><source m_id="11"/><source m_id="12"/>
<target m_id="15"/></CROSS_DOC_COREF>
<CROSS_DOC_COREF r_id="2"><source m_id="13"/><target m_id="16"/></CROSS_DOC_COREF>
</Relations>
</Document>
"""


def reading(text: str = FILE, name: str = "one.xml") -> Annotations:
    return read(f"folder/{name}", text.encode("utf-8"), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    text = annotations.documents[0].text
    for mention in annotations.mentions:
        parts = " … ".join(text[begin:end] for begin, end in mention.fragments)
        found.setdefault(mention.instance, []).append(parts)
    return found


MEANTIME = (
    FILE[: FILE.index("<Relations>")].replace('instance_id="PER1"', "").replace('instance_id="ACT1"', "")
    + """<Relations>
<HAS_PARTICIPANT r_id="1"><source m_id="13"/><target m_id="11"/></HAS_PARTICIPANT>
<REFERS_TO r_id="2"><source m_id="11"/><target m_id="15"/></REFERS_TO>
<REFERS_TO r_id="3"><source m_id="12"/><target m_id="15"/></REFERS_TO>
<REFERS_TO r_id="4"><source m_id="13"/><source m_id="14"/><target m_id="16"/></REFERS_TO>
</Relations>
</Document>
"""
)


def test_what_refers_to_one_target_is_one_instance_of_the_file() -> None:
    annotations = reading(MEANTIME)
    assert chains(annotations) == {"one/m/15": ["Ann", "She"], "one/m/16": ["took … up", "won"]}
    assert annotations.across == frozenset()
    assert annotations.remarks == ()


def test_targets_with_an_instance_of_the_corpus_are_one_in_all_files() -> None:
    annotations = reading(MEANTIME.replace('TAG_DESCRIPTOR="t1_ann"', 'instance_id="PER1"'))
    assert chains(annotations) == {"/PER1": ["Ann", "She"], "one/m/16": ["took … up", "won"]}
    assert annotations.across == {"/PER1"}


def test_a_file_whose_relations_make_no_chain_is_pointed_out() -> None:
    annotations = reading(MEANTIME.replace("REFERS_TO", "SAME_AS"))
    assert len(chains(annotations)) == 4
    assert annotations.remarks == (
        ("nothing-joins-spans", "folder/one.xml, which has 'HAS_PARTICIPANT, SAME_AS'"),
    )


def test_relations_are_chains_with_gaps_in_their_mentions_and_the_rest_stands_alone() -> None:
    annotations = reading()
    assert annotations.documents == (("one", "Ann took it up\nShe won"),)
    assert chains(annotations) == {"/PER1": ["Ann", "She"], "/ACT1": ["took … up"], "one/m/14": ["won"]}
    assert [mention.types for mention in annotations.mentions] == [("PER",), ("PER",), ("ACT",), ("ACT",)]
    assert annotations.across == {"/PER1", "/ACT1"}
    assert annotations.remarks == ()


def test_a_chain_across_documents_is_one_node_in_all_files() -> None:
    lines = list(to_turtle(reading(), reading(name="two.xml")))
    named = [line for line in lines if line.endswith("taIdentRef> <urn:coala:instance:PER1> .\n")]
    assert sum("one#char" in line for line in named) == sum("two#char" in line for line in named) == 2


def test_a_relation_within_the_document_stays_within_it() -> None:
    text = FILE.replace('CROSS_DOC_COREF r_id="1" note="PER1"', 'INTRA_DOC_COREF r_id="1"')
    annotations = reading(text.replace('m_id="15"/></CROSS_', 'm_id="15"/></INTRA_'))
    assert chains(annotations)["one/r/1"] == ["Ann", "She"]
    assert annotations.across == {"/ACT1"}


def test_a_markable_that_two_relations_name_belongs_to_both() -> None:
    annotations = reading(FILE.replace('<source m_id="13"/>', '<source m_id="13"/><source m_id="12"/>'))
    assert chains(annotations)["/ACT1"] == ["She", "took … up"]


def test_what_points_nowhere_is_left_out_and_told() -> None:
    text = FILE.replace('<token_anchor t_id="6"/>', '<token_anchor t_id="60"/>')
    annotations = reading(text.replace('<source m_id="12"/>', '<source m_id="99"/>'))
    assert chains(annotations) == {"/PER1": ["Ann"], "/ACT1": ["took … up"], "one/m/12": ["She"]}
    assert annotations.remarks == (
        ("mark-broken", "folder/one.xml:18, '99' is not a markable of the file"),
        ("mark-broken", "folder/one.xml:13, m_id '14' does not lead to a token"),
    )


def test_a_file_that_points_nowhere_at_all_is_refused() -> None:
    lost = "".join(f'<ACT m_id="{n}"><token_anchor t_id="{n}"/></ACT>\n' for n in range(100, 120))
    assert "20 of 28 markables and relations cannot be used" in refusal(
        lambda: reading(FILE.replace("</Markables>", f"{lost}</Markables>"))
    )


def test_a_declaration_is_refused() -> None:
    bomb = FILE.replace("<Document", '<!DOCTYPE Document [<!ENTITY a "b">]>\n<Document', 1)
    assert "entities" in refusal(lambda: reading(bomb))


def test_the_beginning_tells_the_format() -> None:
    assert looks_like("a.xml", FILE.encode())
    assert not looks_like("a.xml", b'<Document doc_name="a"><Markables/></Document>')


@given(damaged(FILE.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("one.xml", data, FormatOptions()))


@needs_shared
@pytest.mark.parametrize(
    ("name", "spans", "chains"), [("1_10ecb", 19, 12), ("1_10ecbplus", 44, 30), ("1_11ecb", 22, 11)]
)
def test_published_files_have_the_mentions_that_were_counted(name: str, spans: int, chains: int) -> None:
    file = SHARED / "data" / "zoo" / "d-ecbplus" / f"{name}.xml"
    annotations = read(str(file), file.read_bytes(), FormatOptions())
    assert len(set(annotations.mentions)) == spans
    assert len({mention.instance for mention in annotations.mentions}) == chains
    assert annotations.remarks == ()

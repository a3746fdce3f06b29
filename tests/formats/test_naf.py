"""NAF and KAF: chains from corefs, whose spans refer to terms, and these to words of the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.naf import looks_like, read
from coala.model.format_options import FormatOptions
from coala.reading.sources.detect import find_reader
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

NAF = """\
<?xml version="1.0" encoding="UTF-8"?>
<NAF xml:lang="en" version="3.0">
<raw><![CDATA[😀 Ann put it  off. She <won>.]]></raw>
<text>
<wf id="w0" offset="0" length="2" sent="1">😀</wf>
<wf id="w1" offset="3" length="3" sent="1">Ann</wf><wf id="w2" offset="7" length="3" sent="1">put</wf>
<wf id="w3" offset="11" length="2" sent="1">it</wf><wf id="w4" offset="15" length="3" sent="1">off</wf>
<wf id="w5" offset="18" length="1" sent="1">.</wf><wf id="w6" offset="20" length="3" sent="2">She</wf>
<wf id="w7" offset="24" length="6" sent="2">&lt;won&gt;</wf>
<wf id="w8" offset="30" length="1" sent="2">.</wf>
</text>
<terms>
<term id="t0"><span><target id="w0"/></span></term><term id="t1"><span><target id="w1"/></span></term>
<term id="t2"><span><target id="w2"/><target id="w4"/></span></term>
<term id="t3"><span><target id="w3"/></span></term>
<term id="t6"><span><target id="w6"/></span></term><term id="t7"><span><target id="w7"/></span></term>
</terms>
<entities><entity id="e1"><references><span><target id="t7"/></span></references></entity></entities>
<coreferences>
<coref id="co1" type="entity">
<span><!--😀 Ann--><target id="t0"/><target id="t1" head="yes"/></span>
<span><!--She--><target id="t6"/></span>
</coref>
<coref id="coe2" type="event"><span><target id="t2"/></span></coref>
<coref id="co3" status="deprecated"><span><target id="t3"/></span></coref>
</coreferences>
</NAF>
"""

KAF = """\
<KAF xml:lang="en" version="v1.opener"><text>
<wf wid="w1" sent="1" offset="0" length="3">Ann</wf><wf wid="w2" sent="1" offset="4" length="3">ran</wf>
<wf wid="w3" sent="1" offset="7" length="1">.</wf><wf wid="w4" sent="2" offset="9" length="3">She</wf></text>
<terms><term tid="t1"><span><target id="w1"/></span></term>
<term tid="t4"><span><target id="w4"/></span></term></terms>
<coreferences><coref coid="co1"><span><!--Ann--><target id="t1"/></span>
<span><target id="t4"/></span></coref></coreferences></KAF>
"""


def reading(text: str) -> Annotations:
    return read("folder/news.naf", text.encode("utf-8"), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    text = annotations.documents[0].text
    for mention in annotations.mentions:
        parts = " … ".join(text[begin:end] for begin, end in mention.fragments)
        found.setdefault(mention.instance, []).append(parts)
    return found


def test_a_coref_is_a_chain_and_its_terms_lead_to_the_raw_text() -> None:
    annotations = reading(NAF)
    assert annotations.documents == (("news", "😀 Ann put it  off. She <won>."),)
    assert chains(annotations) == {"news/co1": ["😀 Ann", "She"], "news/coe2": ["put … off"]}
    assert [mention.types for mention in annotations.mentions] == [("entity",), ("entity",), ("event",)]
    assert annotations.mentions[0].minimum == (2, 5)
    assert annotations.remarks == (("chain-deprecated", "folder/news.naf:25, 'co3'"),)


def test_kaf_has_other_names_and_its_text_is_made_by_the_offsets() -> None:
    annotations = reading(KAF)
    assert annotations.documents == (("news", "Ann ran.\nShe"),)
    assert chains(annotations) == {"news/co1": ["Ann", "She"]}


def test_words_that_are_not_those_of_the_raw_text_are_trusted_and_that_is_said() -> None:
    annotations = reading(NAF.replace("She <won>", "He <won>"))
    assert annotations.documents[0].text == "😀 Ann put it off .\nShe <won> ."
    assert ("text-differs", "folder/news.naf") in annotations.remarks


def test_a_span_that_points_nowhere_is_left_out_and_told_with_its_line() -> None:
    annotations = reading(KAF.replace('<target id="t4"/>', '<target id="t9"/>'))
    assert chains(annotations) == {"news/co1": ["Ann"]}
    assert annotations.remarks == (
        ("mark-broken", "folder/news.naf:6, a span of 't9' does not lead to words"),
    )


def test_a_coref_with_the_identifier_of_another_one_is_a_chain_of_its_own() -> None:
    annotations = reading(NAF.replace('"coe2"', '"co1"'))
    assert chains(annotations) == {"news/co1": ["😀 Ann", "She"], "news/co1/1": ["put … off"]}
    assert ("identifier-twice", "folder/news.naf:24, 'co1'") in annotations.remarks


def test_a_file_without_the_layer_says_so() -> None:
    head, _, _ = KAF.partition("<coreferences>")
    assert reading(f"{head}</KAF>").remarks == (("no-entities", "folder/news.naf"),)


def test_a_doctype_may_name_a_file_but_declare_nothing() -> None:
    assert reading(f'<!DOCTYPE KAF SYSTEM "kaf.dtd">{KAF}') == reading(KAF)
    assert "entities" in refusal(lambda: reading(f'<!DOCTYPE KAF [<!ENTITY a "b">]>{KAF}'))
    lost = f'<!DOCTYPE KAF SYSTEM "kaf.dtd">{KAF}'.replace(">ran<", ">&ran;<")
    assert "the entity 'ran' is not declared here: write its text" in refusal(lambda: reading(lost))


def test_the_root_tells_the_format_before_its_tags_are_taken_for_those_of_muc() -> None:
    assert looks_like("a.xml", NAF.encode())
    reader = find_reader("a.xml", KAF.encode())
    assert reader is not None
    assert reader.read is read


@given(damaged(NAF.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("news.naf", data, FormatOptions()))


@needs_shared
@pytest.mark.parametrize("number", ["16", "20", "23", "24", "27"])
def test_published_files_have_the_mentions_that_were_counted(number: str) -> None:
    file = next((SHARED / "data" / "zoo" / "d-naf").glob(f"{number}-*.naf"))
    annotations = read(str(file), file.read_bytes(), FormatOptions())
    assert len(set(annotations.mentions)) == 2
    assert len({mention.instance for mention in annotations.mentions}) == 1
    assert annotations.remarks == ()

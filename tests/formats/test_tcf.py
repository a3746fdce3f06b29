"""TCF: chains from entities, which refer to tokens that are searched in the text."""

from __future__ import annotations

from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.tcf import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why
from tests.support.paths import SHARED, needs_shared

FILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<D-Spin xmlns="http://www.dspin.de/data" version="0.4"><tc:TextCorpus
xmlns:tc="http://www.dspin.de/data/textcorpus" lang="en">
<tc:text>Ann  (the tall one) left. She ran.</tc:text>
<tc:tokens><tc:token ID="t1">Ann</tc:token><tc:token ID="t2">-LRB-</tc:token><tc:token ID="t3">the</tc:token>
<tc:token ID="t4">tall</tc:token><tc:token ID="t5">one</tc:token><tc:token ID="t6">)</tc:token>
<tc:token ID="t7">left</tc:token><tc:token ID="t8">.</tc:token><tc:token ID="t9">She</tc:token>
<tc:token ID="t10">ran</tc:token><tc:token ID="t11">.</tc:token></tc:tokens>
<tc:sentences><tc:sentence tokenIDs="t1 t2 t3 t4 t5 t6 t7 t8"/>
<tc:sentence tokenIDs="t9 t10 t11"/></tc:sentences>
<tc:references><tc:entity>
<tc:reference ID="r1" type="nam" mintokIDs="t1" tokenIDs="t1 t2 t3 t4 t5 t6"/>
<tc:reference ID="r2" tokenIDs="t9" target="r1" rel="anaphoric"/>
</tc:entity><tc:entity><tc:reference ID="r3" tokenIDs="t3 t5"/></tc:entity></tc:references>
</tc:TextCorpus></D-Spin>
"""


def reading(text: str = FILE) -> Annotations:
    return read("folder/ann.xml", text.encode("utf-8"), FormatOptions())


def test_an_entity_is_a_chain_with_the_least_words_of_its_references() -> None:
    annotations = reading()
    assert annotations.documents == (("ann", "Ann  (the tall one) left. She ran."),)
    assert [(mention.instance, mention.fragments) for mention in annotations.mentions] == [
        ("ann/0", ((0, 19),)),
        ("ann/0", ((26, 29),)),
        ("ann/1", ((6, 9), (15, 18))),
    ]
    assert annotations.mentions[0].minimum == (0, 3)
    assert annotations.mentions[0].types == ("nam",)
    assert annotations.remarks == ()


def test_without_a_text_its_tokens_are_joined_sentence_by_sentence() -> None:
    head, _, rest = FILE.partition("<tc:text>")
    annotations = reading(head + rest.partition("</tc:text>")[2])
    assert annotations.documents[0].text == "Ann -LRB- the tall one ) left .\nShe ran ."


def test_a_reference_without_its_tokens_is_left_out_and_told() -> None:
    annotations = reading(FILE.replace('tokenIDs="t9" target', 'tokenIDs="t9 t99" target'))
    assert annotations.remarks == (("mark-broken", "folder/ann.xml:13, tokenIDs 't9 t99' are not tokens"),)


def test_the_root_tells_the_format() -> None:
    assert looks_like("a.xml", FILE.encode())
    assert not looks_like("a.xml", b"<root/>")


@given(damaged(FILE.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("ann.xml", data, FormatOptions()))


@needs_shared
def test_published_files_have_their_entities() -> None:
    folder = SHARED / "data" / "zoo" / "d-tcf"
    found = [read(str(file), file.read_bytes(), FormatOptions()) for file in sorted(folder.glob("*.xml"))]
    assert [len(annotations.mentions) for annotations in found] == [2, 11]
    assert [len({mention.instance for mention in annotations.mentions}) for annotations in found] == [1, 8]
    assert [annotations.remarks for annotations in found] == [(), ()]

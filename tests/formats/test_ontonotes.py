"""OntoNotes' .coref: an ID is a chain of one part, however often it comes, without appositions."""

from __future__ import annotations

from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.ontonotes import looks_like, read
from coala.model.format_options import FormatOptions
from coala.reading.sources.detect import find_reader
from tests.support.damage import damaged, reads_or_says_why

FILE = """\
<DOC DOCNO="bc/news_0001">
<TEXT PARTNO="000">
<COREF ID="6" TYPE="IDENT">Ann , <COREF ID="9" TYPE="APPOS" SUBTYPE="ATTRIB">a girl</COREF></COREF> ran .
AT&amp;T said <COREF ID="6" TYPE="IDENT">she</COREF> won .
</TEXT>
<TEXT PARTNO="001">
<COREF ID="6" TYPE="IDENT">Bob</COREF>
</TEXT>
</DOC>
"""


def reading(text: str = FILE) -> Annotations:
    return read("folder/news.coref", text.encode("utf-8"), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        begin, end = mention.fragments[0]
        text = annotations.documents[mention.document].text
        found.setdefault(mention.instance, []).append(text[begin:end])
    return found


def test_an_identifier_is_a_chain_of_its_part() -> None:
    annotations = reading()
    assert annotations.documents == (
        ("bc/news_0001/000", "\nAnn , a girl ran .\nAT&T said she won .\n"),
        ("bc/news_0001/001", "\nBob\n"),
    )
    assert chains(annotations) == {
        "bc/news_0001/000/6": ["Ann , a girl", "she"],
        "bc/news_0001/001/6": ["Bob"],
    }
    assert annotations.remarks == (("apposition-left-out", "folder/news.coref:3, 'APPOS'"),)


def test_a_tag_without_a_partner_is_left_out_and_told() -> None:
    annotations = reading(FILE.replace("Bob</COREF>", "Bob").replace("won", "</COREF>won"))
    assert chains(annotations) == {"bc/news_0001/000/6": ["Ann , a girl", "she"]}
    assert annotations.remarks[:2] == (
        ("mark-broken", "folder/news.coref:4, '</COREF>' has no '<COREF>'"),
        ("mark-broken", "folder/news.coref:7, '6' is never closed"),
    )


def test_a_mention_in_no_text_is_told() -> None:
    annotations = reading(FILE.replace('<TEXT PARTNO="001">', '<TEXT PARTNO="001"'))
    assert annotations.remarks[0] == (
        "mark-broken",
        "folder/news.coref:7, this COREF is outside every TEXT",
    )


def test_a_file_that_ends_between_two_parts_is_told() -> None:
    cut = reading(FILE.partition('<TEXT PARTNO="001"')[0])
    assert len(cut.documents) == 1
    assert cut.remarks[0] == (
        "mark-broken",
        "folder/news.coref:6, the last DOC is never closed: check that the file is complete",
    )


def test_the_beginning_tells_it_from_muc() -> None:
    for start in (FILE, FILE.partition("\n")[2], FILE.replace(">", " >", 1)):
        assert looks_like("news.coref", start.encode())
    reader = find_reader("news.coref", FILE.encode())
    assert reader is not None
    assert reader.read is read
    assert not looks_like("a.sgm", b'<DOC><DOCNO>1</DOCNO><COREF ID="1">a</COREF></DOC>')


@given(damaged(FILE.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("news.coref", data, FormatOptions()))

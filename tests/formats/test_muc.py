"""MUC SGML: the COREF tags of an instance, the text, and reports on broken files."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import AnnotatedStatement, Annotations, Mention
from coala.formats.muc import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

TWO_DOCUMENTS = """\
<DOC>
<DOCNO> wire-1 </DOCNO>
<TXT><p><s><COREF ID="1" MIN="Lee">Ann Lee</COREF> said that <COREF ID="2" TYPE="IDENT" REF="1">she</COREF>
sold <COREF ID="3" STATUS="OPT">R&amp;D</COREF>.</s></p></TXT>
</DOC>
<DOC>
<DOCID>wire-2</DOCID>
<COREF ID="1">Nobody</COREF> came.
</DOC>
"""


def reading(text: str, name: str = "folder/news.sgm") -> Annotations:
    return read(name, text.encode("utf-8"), FormatOptions())


def covered(annotations: Annotations, mention: Mention) -> str:
    begin, end = mention.fragments[0]
    return annotations.documents[mention.document].text[begin:end]


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        found.setdefault(mention.instance, []).append(covered(annotations, mention))
    return found


def test_tags_go_out_of_the_text_and_entities_are_decoded() -> None:
    annotations = reading(TWO_DOCUMENTS)
    assert [document.name for document in annotations.documents] == ["wire-1", "wire-2"]
    assert annotations.documents[0].text == "\n wire-1 \nAnn Lee said that she\nsold R&D.\n"
    assert chains(annotations) == {
        "wire-1/1": ["Ann Lee", "she"],
        "wire-1/3": ["R&D"],
        "wire-2/1": ["Nobody"],
    }
    assert annotations.remarks == ()


def test_without_doc_elements_the_file_is_one_document_named_after_it() -> None:
    annotations = reading('<COREF ID="a">Snow</COREF> fell.')
    assert annotations.documents == (("news", "Snow fell."),)
    assert annotations.mentions == (Mention(0, ((0, 4),), "news/a"),)


def test_only_well_formed_tags_are_markup() -> None:
    text = "If a<b and c>d, 3 < 4 &MD; <!-- out --> AT&T </p> <b and c> &#65; <F P=106>bold</F>"
    assert reading(text).documents[0].text == ("If a<b and c>d, 3 < 4 &MD;  AT&T  <b and c> &#65; bold")


def test_links_are_followed_in_both_directions_and_through_each_other() -> None:
    text = (
        '<COREF ID="9" REF="7">He</COREF>, <COREF ID="7">Bo</COREF>, '
        '<COREF ID="8" REF="9" TYPE="ident">him</COREF>'
    )
    assert chains(reading(text)) == {"news/9": ["He", "Bo", "him"]}


def test_nested_mentions_have_their_own_extents() -> None:
    text = '<COREF ID="1">the roof of <COREF ID="2">the old <COREF ID="3">farm</COREF></COREF></COREF>'
    assert sorted(covered(reading(text), mention) for mention in reading(text).mentions) == [
        "farm",
        "the old farm",
        "the roof of the old farm",
    ]


def test_a_part_of_a_whole_is_a_statement_and_never_identity() -> None:
    annotations = reading(
        '<COREF ID="1">Toledo</COREF> lies in <COREF ID="2">Spain</COREF>; '
        '<COREF ID="3" REF="2">the country</COREF> loves <COREF ID="4" REF="3" TYPE="WH-PT">the town</COREF>.'
    )
    assert chains(annotations) == {
        "news/1": ["Toledo"],
        "news/2": ["Spain", "the country"],
        "news/4": ["the town"],
    }
    assert annotations.statements == (AnnotatedStatement("news/4", "WH-PT", "news/2", True),)


def test_two_antecedents_are_joined_by_identity_and_remarked() -> None:
    annotations = reading(
        '<COREF ID="100">Ford</COREF>, <COREF ID="101">the firm</COREF>: '
        '<COREF ID="102" REF="100 101">it</COREF>'
    )
    assert chains(annotations) == {"news/100": ["Ford", "the firm", "it"]}
    assert annotations.remarks == (("several-antecedents", "folder/news.sgm:1, REF 100 101"),)


def test_two_antecedents_of_another_type_are_two_statements() -> None:
    annotations = reading(
        '<COREF ID="100">Jo</COREF> and <COREF ID="101">Mo</COREF>: '
        '<COREF ID="102" REF="100 101" TYPE="SET">they</COREF>'
    )
    assert len(chains(annotations)) == 3
    assert annotations.statements == (
        AnnotatedStatement("news/102", "SET", "news/100", True),
        AnnotatedStatement("news/102", "SET", "news/101", True),
    )


@pytest.mark.parametrize(
    ("tag", "phrase", "expected"),
    [
        ('MIN="haden"', "Charlie haden", "haden"),
        ('MIN="he"', "the man he was", "he"),
        ('MIN="Motor Co."', "Ford  Motor\n Co. of Dearborn", "Motor\n Co."),
        ('MIN="GM|General Motors"', "big General Motors", "General Motors"),
        ('MIN="R&amp;D"', "the R&amp;D unit", "R&D"),
        ("MIN='oo'", "the foot", "oo"),
    ],
)
def test_the_minimum_is_found_inside_the_mention(tag: str, phrase: str, expected: str) -> None:
    annotations = reading(f'So <COREF ID="1" {tag}>{phrase}</COREF>')
    minimum = annotations.mentions[0].minimum
    assert minimum is not None
    assert annotations.documents[0].text[slice(*minimum)] == expected


def test_a_minimum_is_rather_a_whole_word_than_a_part_of_one() -> None:
    assert reading('<COREF ID="1" MIN="he">the man he was</COREF>').mentions[0].minimum == (8, 10)


def test_a_minimum_that_is_not_there_is_remarked() -> None:
    annotations = reading('<COREF ID="1" MIN="cat">the dog</COREF>')
    assert annotations.mentions[0].minimum is None
    assert annotations.remarks == (("minimum-not-found", "folder/news.sgm:1, 'cat'"),)


@pytest.mark.parametrize("tag", ['STATUS="OPT"', 'STAT="OPT"', "STATUS=opt"])
def test_an_optional_mention_is_marked(tag: str) -> None:
    assert reading(f'<COREF ID="1" {tag}>it</COREF>').mentions[0].optional
    assert not reading('<COREF ID="1" STATUS="">it</COREF>').mentions[0].optional


def test_a_mention_without_an_id_stands_alone() -> None:
    assert chains(reading("<COREF>Rain</COREF> <COREF>hail</COREF>")) == {
        "news/line 1, COREF 1%": ["Rain"],
        "news/line 1, COREF 2%": ["hail"],
    }


def test_an_empty_mention_is_left_out_with_a_remark_but_still_joins() -> None:
    annotations = reading(
        '<COREF ID="1">Al</COREF><COREF ID="2" REF="1"></COREF> <COREF ID="3" REF="2">he</COREF>'
    )
    assert chains(annotations) == {"news/1": ["Al", "he"]}
    assert annotations.remarks == (("offsets-empty", "folder/news.sgm:1, COREF 2"),)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('x\n<COREF ID="1>a</COREF>', 2, "is broken"),
        ("<DOC>\nx", 1, "no </DOC>"),
        ("<DOC>x\n<DOC>y</DOC>", 2, "inside the DOC of line 1"),
        ("<DOC>x</DOC>\n</DOC>", 2, "has no <DOC>"),
        ("<DOC><DOCNO>1</DOCNO></DOC>\n<DOC><DOCNO>1</DOCNO>a</DOC>", 2, "occurs twice, first in line 1"),
        ('<!DOCTYPE x [\n<!ENTITY a "&b;&b;">\n]><DOC>&a;</DOC>', 2, "never expanded"),
        ("\n".join(f'<COREF ID="{number}">' for number in range(200)), 51, "are nested"),
    ],
)
def test_broken_files_are_refused_with_their_line(text: str, line: int, words: str) -> None:
    message = refusal(lambda: reading(text))
    assert message.startswith(f"folder/news.sgm:{line}: ")
    assert words in message


@pytest.mark.parametrize(
    ("text", "kept", "flaw"),
    [
        ('a\n<COREF ID="2" REF="1">b</COREF>', {"2": ["b"]}, "2, REF leads to '1', which is not an ID"),
        (
            '<COREF ID="1">a</COREF>\n<COREF ID="1">b</COREF> <COREF ID="2" REF="1">c</COREF>',
            {"1": ["a", "c"], "line 2, COREF 2%": ["b"]},
            "2, '1' is already used in line 1",
        ),
        (
            'a\n<COREF ID="1">a <COREF ID="2">b</COREF> <COREF ID="3" REF="1">c</COREF> '
            '<COREF ID="4" REF="1">d</COREF>',
            {"2": ["b"], "1": ["c", "d"]},
            "2, the COREF '1' is never closed",
        ),
        ('<COREF ID="1">a</COREF>\nb</COREF>', {"1": ["a"]}, "2, this </COREF> has no <COREF>"),
        (
            '<DOC><COREF ID="1">a</COREF></DOC>\n<COREF ID="2">b</COREF>',
            {"1": ["a"]},
            "2, this COREF is outside every DOC",
        ),
    ],
)
def test_a_flaw_costs_what_it_touches_and_is_told(text: str, kept: dict[str, list[str]], flaw: str) -> None:
    annotations = reading(text)
    assert chains(annotations) == {f"news/{key}": words for key, words in kept.items()}
    assert annotations.remarks[0][1] == f"folder/news.sgm:{flaw}"


def test_what_is_said_of_a_mention_that_was_left_out_is_left_out() -> None:
    annotations = reading('<COREF ID="1">a</COREF> <COREF ID="2" REF="1" TYPE="PART">b')
    assert annotations.statements == ()
    assert [code for code, _ in annotations.remarks] == ["mark-broken"]


def test_identifiers_of_chains_in_place_of_mentions_are_no_muc() -> None:
    text = '<COREF ID="1">a</COREF> ' * 12
    assert "11 of 12 COREF tags cannot be used" in refusal(lambda: reading(text))


def test_naf_has_such_a_tag_and_is_no_muc() -> None:
    assert not looks_like("a.xml", b'<NAG><coreferences><coref id="co1"><span/></coref></coreferences></NAG>')


def test_another_encoding_is_refused_with_its_line() -> None:
    message = refusal(lambda: read("a.sgm", "one\ncafé".encode("latin-1"), FormatOptions()))
    assert message.startswith("a.sgm:2: the byte 0xE9")


def test_text_outside_the_documents_is_remarked() -> None:
    assert reading("lost<DOC>kept</DOC>").remarks == (("text-outside-document", "folder/news.sgm, 'lost'"),)


@pytest.mark.parametrize(
    "unit", ["<", "<!--", "<a b=\"<a c='", "<a x=1 ", '<COREF ID="{}">x</COREF>', "&", "<!x ", "<? "]
)
def test_hostile_files_are_read_or_explained(unit: str) -> None:
    text = "".join(unit.replace("{}", str(number)) for number in range(100_000))
    reads_or_says_why(lambda: reading(text))


def test_it_is_recognised_by_its_extension_or_its_tags_but_rdf_is_left_alone() -> None:
    assert looks_like("a.sgm", b"\n<DOC>")
    assert looks_like("a.txt", b'<p>\n<COREF ID="1">')
    assert not looks_like("a.txt", b"<p>")
    assert not looks_like("a.ttl", b'@prefix x: <http://x/> . x:a x:b "<COREF ID=1>" .')
    assert not looks_like(
        "a.sgml", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><COREF ID="1"/>'
    )


@given(damaged(TWO_DOCUMENTS.encode("utf-8")))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.sgm", data, FormatOptions()))


def test_documents_and_identifiers_with_a_slash_do_not_meet() -> None:
    text = "".join(
        f'<DOC><DOCNO>{name}</DOCNO><COREF ID="{key}">x</COREF></DOC>'
        for name, key in (("a", "b/1"), ("a/b", "1"))
    )
    assert list(chains(reading(text))) == ["a/b%2F1", "a/b/1"]


def test_an_identifier_is_never_that_of_a_mention_without_one() -> None:
    assert len(chains(reading('<COREF ID="line 1, COREF 2">a</COREF> <COREF>b</COREF>'))) == 2


def test_a_status_that_muc_does_not_know_is_remarked() -> None:
    annotations = reading('<COREF ID="1" STATUS="XX">a</COREF> <COREF ID="2" STATUS="opt">b</COREF>')
    assert [mention.optional for mention in annotations.mentions] == [False, True]
    assert annotations.remarks == (("status-unknown", "folder/news.sgm:1, 'XX'"),)


ONE_TEXT = (
    '<DOCID>w</DOCID>\n<TXT><p><COREF ID="1">Ann</COREF> left. '
    '<COREF ID="2" REF="1">She</COREF> ran.</p></TXT>'
)


@pytest.mark.parametrize("end", ["ran.", "</p>", "</TXT>"])
def test_a_file_without_doc_that_is_cut_inside_its_text_is_told(end: str) -> None:
    annotations = reading(ONE_TEXT[: ONE_TEXT.index(end)])
    assert annotations.remarks == (
        ("document-not-ended", "folder/news.sgm:2, 'w': its text is never closed"),
    )
    assert chains(annotations) == {"w/1": ["Ann", "She"]}


def test_a_text_that_its_document_closes_is_told_and_one_that_is_closed_is_not() -> None:
    assert reading(ONE_TEXT).remarks == ()
    assert reading(f"<DOC>{ONE_TEXT}</DOC>").remarks == ()
    annotations = reading(f"<DOC>{ONE_TEXT.removesuffix('</TXT>')}</DOC>")
    assert [code for code, _ in annotations.remarks] == ["document-not-ended"]

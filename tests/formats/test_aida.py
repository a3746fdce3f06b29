"""Tables of AIDA-CoNLL: tokens with the entity of each mention, or numbers of tokens alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.aida import looks_like, read
from coala.formats.annotations import Annotations, EntityLink
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

PAGE = "http://en.wikipedia.org/wiki/Ann_O'Lee"
COLUMNS = f"Ann O'Lee\tAnn_O\\u0027Lee\t{PAGE}\t12\t/m/0abc\n"
TABLE = (
    "-DOCSTART- (1 Town)\n"
    f"Ann\tB\t{COLUMNS}"
    f"O'Lee\tI\t{COLUMNS}"
    "met\n"
    "Bo\tB\tBo\t--NME--\n"
    "\n"
    f"Ann\tB\tAnn\tAnn_O\\u0027Lee\t{PAGE}\t12\t/m/0abc\n"
    "left\n"
    "-DOCSTART- (2testa Town)\n"
    "Mecca\tB\tMecca\tMecca\n"
)
NUMBERS = (
    f"-DOCSTART- (1 Town)\n0\tAnn_O\\u0027Lee\t{PAGE}\t12\t/m/0abc\n3\t--NME--\n"
    f"\n4\tAnn_O\\u0027Lee\t{PAGE}\n"
)


def reading(table: str) -> Annotations:
    assert looks_like("a.tsv", table.encode())
    return read("a.tsv", table.encode(), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        text = annotations.documents[mention.document].text
        found.setdefault(mention.instance, []).append(text[slice(*mention.fragments[0])])
    return found


def test_mentions_of_one_entity_are_one_chain_with_links_to_its_other_names() -> None:
    annotations = reading(TABLE)
    assert annotations.documents == (("1 Town", "Ann O'Lee met Bo\nAnn left"), ("2testa Town", "Mecca"))
    mecca = "http://yago-knowledge.org/resource/Mecca"
    assert chains(annotations) == {PAGE: ["Ann O'Lee", "Ann"], "1 Town/14-16": ["Bo"], mecca: ["Mecca"]}
    assert annotations.across == {PAGE, mecca}
    assert annotations.links == (
        EntityLink(PAGE, "http://yago-knowledge.org/resource/Ann_O'Lee"),
        EntityLink(PAGE, "http://rdf.freebase.com/ns/m.0abc"),
    )
    assert annotations.remarks == ()


def test_numbers_of_tokens_are_mentions_of_documents_without_a_text() -> None:
    annotations = reading(NUMBERS)
    assert [(mention.fragments, mention.instance) for mention in annotations.mentions] == [
        (((0, 1),), PAGE),
        (((3, 4),), "1 Town/3-4"),
        (((4, 5),), PAGE),
    ]
    assert annotations.textless == {0}
    assert annotations.remarks == (("words-elsewhere", "a.tsv, 1 Town"),)


def test_two_mentions_side_by_side_are_two() -> None:
    annotations = reading("-DOCSTART- (d)\nAnn\tB\tAnn\tAnn\nBo\tB\tBo\tBo\nLee\tI\tBo Lee\tBo\n")
    assert [mention.fragments for mention in annotations.mentions] == [((0, 3),), ((4, 10),)]
    # The words of the first line count: "Bo" covers only a part.
    assert annotations.remarks == (("text-mismatch", "a.tsv, 'Bo Lee' is called 'Bo'"),)


@pytest.mark.parametrize(
    ("line", "code", "example"),
    [
        ("Bo\tX\tBo\tBo\n", "line-left-out", "a.tsv:2, 'X' is neither B nor I"),
        ("Bo\tB\tBo\tB|o\n", "entry-unusable", "a.tsv:2, 'B|o' is no identifier of yago"),
        ("Bo\tB\tBo\tBo\thttp://e.org/a b\n", "entry-unusable", "a.tsv:2, 'http://e.org/a b' is not an IRI"),
    ],
)
def test_a_broken_line_is_remarked_and_its_word_stays(line: str, code: str, example: str) -> None:
    annotations = reading(f"-DOCSTART- (d)\n{line}left\n")
    assert annotations.documents[0].text == "Bo left"
    assert annotations.remarks[:1] == ((code, example),)


def test_a_second_document_of_one_name_is_numbered() -> None:
    annotations = reading("-DOCSTART- (d)\nAnn\n-DOCSTART- (d)\nBo\n")
    assert [document.name for document in annotations.documents] == ["d", "d#2"]
    assert annotations.remarks == (("name-of-several", "a.tsv:3, d"),)


def test_conll_2003_and_words_before_a_document_are_not_read() -> None:
    assert not looks_like("a.conll", b"-DOCSTART- -X- -X- O\n")
    assert "no document begins before this line" in refusal(lambda: read("a.tsv", b"Ann\n", FormatOptions()))


@given(damaged(TABLE.encode("utf-8")))
def test_damage_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.tsv", data, FormatOptions()))

"""CorefUD: the brackets of ``Entity=``, gaps, empty nodes, multiword tokens, links."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations
from coala.reading.formats.corefud import corefud
from tests.support.damage import damaged, reads_or_says_why, refusal

HEADER = "# newdoc id = d1\n# global.Entity = eid-etype-head-other\n"


def rows(*words: str) -> str:
    """A sentence; each word is "ID FORM MISC"."""
    lines = [word.split(" ") for word in words]
    return "".join(f"{i}\t{form}\t_\tX\t_\t_\t0\tdep\t_\t{misc}\n" for i, form, misc in lines) + "\n"


def read(text: str, path: str = "folder/a.conllu", *, empty_nodes: bool = False) -> Annotations:
    return corefud.read(path, text.encode(), FormatOptions(empty_nodes=empty_nodes))


def words(found: Annotations) -> list[tuple[str, str]]:
    """The instance and the text of each mention."""
    return [
        (
            mention.instance,
            " … ".join(found.documents[mention.document].text[b:e] for b, e in mention.fragments),
        )
        for mention in found.mentions
    ]


CHOIR = (
    HEADER
    + "# newpar\n# sent_id = s1\n# text = Ann's choir sings.\n"
    + rows(
        "1-2 Ann's _",
        "1 Ann Entity=(e2-group-3-(e1-person-1-)",
        "2 's _",
        "3 choir Entity=e2)",
        "4 sings SpaceAfter=No",
        "5 . _",
    )
    + "# newpar\n# sent_id = s2\n"
    + rows(
        "1 Turn _",
        "2 it Entity=(e3--1)",
        "2.1 #Zero Entity=(e1-person-1-)",
        "3 off Bridge=e2<e3:part,e1<e3|Entity=(e4[1/2]-event-2-)",
        "4 now _",
        "5 quickly Entity=(e4[2/2]-event-2-)|SplitAnte=e1<e4,e2<e4",
    )
)


def test_brackets_become_mentions_with_types() -> None:
    found = read(CHOIR)
    assert [tuple(document) for document in found.documents] == [
        ("d1", "Ann's choir sings.\nTurn it off now quickly")
    ]
    assert words(found) == [
        ("d1/e1", "Ann"),
        ("d1/e2", "Ann's choir"),
        ("d1/e3", "it"),
        ("d1/e4", "off … quickly"),
    ]
    assert [mention.types for mention in found.mentions] == [("person",), ("group",), (), ("event",)]


def test_the_head_is_the_minimum_also_across_a_gap() -> None:
    found = read(CHOIR)
    text = found.documents[0].text
    minima = [text[slice(*mention.minimum)] if mention.minimum else None for mention in found.mentions]
    assert minima == ["Ann", "choir", "it", "quickly"]


def test_bridges_and_split_antecedents_are_statements() -> None:
    assert read(CHOIR).statements == (
        AnnotatedStatement("d1/e3", "Bridge-part", "d1/e2", True),
        AnnotatedStatement("d1/e3", "Bridge", "d1/e1", True),
        AnnotatedStatement("d1/e4", "SplitAnte", "d1/e1", True),
        AnnotatedStatement("d1/e4", "SplitAnte", "d1/e2", True),
    )


def test_a_mention_of_an_empty_node_alone_is_left_out_and_reported() -> None:
    assert read(CHOIR).remarks == (("empty-node", "d1/e1, line 17"),)


def test_empty_nodes_can_be_written_as_words() -> None:
    found = read(CHOIR, empty_nodes=True)
    assert found.documents[0].text == "Ann's choir sings.\nTurn it #Zero off now quickly"
    assert ("d1/e1", "#Zero") in words(found)
    assert found.remarks == ()


def test_an_empty_node_inside_a_mention_counts_for_the_head_but_is_no_gap() -> None:
    found = read(HEADER + rows("1 she Entity=(e1--3-", "1.1 #E _", "2 sang Entity=e1)"))
    assert words(found) == [("d1/e1", "she sang")]
    assert found.mentions[0].minimum == (4, 8)
    parts = read(HEADER + rows("1 she Entity=(e1[1/2]--1)", "1.1 #E _", "2 sang Entity=(e1[2/2])"))
    assert [mention.fragments for mention in parts.mentions] == [((0, 8),)]


def test_an_empty_head_gives_no_minimum() -> None:
    found = read(HEADER + rows("0.1 #E Entity=(e1--1-", "1 sang Entity=e1)"))
    assert [(mention.fragments, mention.minimum) for mention in found.mentions] == [(((0, 4),), None)]


def test_mentions_of_one_instance_may_nest_and_those_of_two_cross() -> None:
    found = read(
        HEADER
        + rows("1 a Entity=(e1--3(e1--2", "2 b Entity=e1)(e2--1", "3 c Entity=e1)", "4 d Entity=e2)(e3)(e3)")
    )
    assert words(found) == [
        ("d1/e1", "a b"),
        ("d1/e1", "a b c"),
        ("d1/e2", "b c d"),
        ("d1/e3", "d"),
        ("d1/e3", "d"),
    ]
    assert [mention.minimum for mention in found.mentions] == [(2, 3), (4, 5), (2, 3), None, None]


def test_parts_of_two_mentions_of_one_instance_may_interleave_by_nesting() -> None:
    found = read(
        HEADER
        + rows(
            "1 a Entity=(e1[1/2]--1)",
            "2 b Entity=(e1[1/2]--1)",
            "3 c _",
            "4 d Entity=(e1[2/2]--1)",
            "5 e Entity=(e1[2/2]--1)",
        )
    )
    assert words(found) == [("d1/e1", "a … e"), ("d1/e1", "b … d")]


def test_words_of_a_multiword_token_that_do_not_make_it_up_stand_for_all_of_it() -> None:
    found = read(HEADER + rows("1-2 della SpaceAfter=No", "1 di _", "2 la Entity=(e1--1)", "3 , _"))
    assert found.documents[0].text == "della,"
    assert words(found) == [("d1/e1", "della")]


def test_the_given_text_counts_where_only_white_space_differs() -> None:
    sentence = rows("1 a _", "2 b Entity=(e1--1)")
    spaced = read(HEADER + "# text = a\u00a0  b\n" + sentence)
    assert (spaced.documents[0].text, spaced.mentions[0].fragments) == ("a\u00a0  b", ((4, 5),))
    other = read(HEADER + "# text = a c\n" + sentence)
    assert (other.documents[0].text, other.remarks) == (
        "a b",
        (("text-differs", "d1, the sentence of line 4"),),
    )


def test_an_instance_belongs_to_its_document() -> None:
    sentence = rows("1 a Entity=(e1--1)")
    found = read(HEADER + sentence + "# newdoc id = d2\n" + sentence)
    assert words(found) == [("d1/e1", "a"), ("d2/e1", "a")]


def test_documents_without_a_name_are_numbered_after_the_file() -> None:
    body = HEADER.replace(" id = d1", "") + rows("1 a _")
    assert [document.name for document in read(body + body).documents] == ["a/1", "a/2"]
    assert [document.name for document in read(rows("1 a _")).documents] == ["a"]


def test_gum_has_other_names_for_the_attributes() -> None:
    text = HEADER.replace("eid-etype-head-other", "GRP-etype-infstat-minspan-link-identity")
    found = read(
        text
        + rows("1 the Entity=(7-place-new-2,3-coref-Addis%5fAbaba", "2 big _", "3 city Entity=7)", "4 x _")
    )
    assert words(found) == [("d1/7", "the big city")]
    assert found.mentions[0].minimum == (4, 12)
    assert found.statements == (AnnotatedStatement("d1/7", "identity", "Addis_Ababa", False),)


def test_a_file_without_entities_is_pointed_out() -> None:
    assert read(rows("1 a _")).remarks == (("no-entities", "a"),)


def test_a_mention_may_cross_sentences() -> None:
    found = read(HEADER + rows("1 a Entity=(e1--2") + rows("1 b Entity=e1)"))
    assert found.mentions[0].fragments == ((0, 3),)


BROKEN = {
    "an empty file": ("", "a:1: the file has no sentence"),
    "nine columns": (HEADER + "1\ta\t_\t_\t_\t_\t_\t_\t_\n", "a:3: the line has 9 columns"),
    "blanks for tabs": (HEADER + rows("1 a _").replace("\t", " "), "a:3: the line has 1 column,"),
    "an ID that is none": (HEADER + rows("x a _"), "a:3: the ID 'x' is no number"),
    "an ID twice": (HEADER + rows("1 a _", "1 b _"), "a:4: the ID 1 does not follow"),
    "a hole in the IDs": (HEADER + rows("1 a _", "3 b _"), "a:4: the ID 3 does not follow"),
    "overlapping tokens": (HEADER + rows("1-2 ab _", "1 a _", "2-3 bc _"), "a:5: the ID 2-3 does not follow"),
    "half a token": (HEADER + rows("1-2 ab _", "1 a _"), "a:3: the sentence ends inside a multiword token"),
    "an empty node too far": (HEADER + rows("1 a _", "1.2 b _"), "a:4: the ID 1.2 does not follow"),
    "no declaration": (rows("1 a Entity=(e1)"), 'a:1: no "# global.Entity'),
    "no eid": (
        rows("1 a _").join(["# global.Entity = etype-head\n", ""]),
        "a:2: the global.Entity before this",
    ),
    "too many attributes": (
        HEADER + rows("1 a Entity=(w-01-c1--1-)"),
        "a:3: the bracket 'w-01-c1--1-' has 6",
    ),
    "an empty eid": (HEADER + rows("1 a Entity=(-person-1)"), "a:3: the bracket '-person-1' has no eid"),
    "a label without bracket": (HEADER + rows("1 a Entity=e1"), "a:3: Entity='e1' is not brackets"),
    "never closed": (HEADER + rows("1 a Entity=(e1--1", "2 b _"), "a:3: the mention of 'e1' that opens here"),
    "closed in the next document": (
        HEADER + rows("1 a Entity=(e1--1") + "# newdoc id = d2\n" + rows("1 b Entity=e1)"),
        "a:3: the mention of 'e1' that opens here",
    ),
    "never opened": (HEADER + rows("1 a Entity=e1)"), "a:3: Entity= closes 'e1', which is not open"),
    "a part missing": (HEADER + rows("1 a Entity=(e1[1/2]--1)"), "a:3: the mention of 'e1' that opens here"),
    "no first part": (HEADER + rows("1 a Entity=(e1[2/2]--1)"), "a:3: 'e1[2/2]' has no closed part 1"),
    "a million parts": (
        HEADER + rows("1 a Entity=(e1[1/1000000]--1)"),
        "a:3: the mention of 'e1' that opens here is not closed, or lacks a part",
    ),
    "too many digits": (
        HEADER + rows(f"1 a Entity=(e1[1/{'9' * 20}]--1)"),
        "a:3: 'e1[1/99999999999999999999]' n",
    ),
    "no number of a part": (HEADER + rows("1 a Entity=(e1[1/]--1)"), "a:3: 'e1[1/]' names no part of a"),
    "a bracket that is no part": (HEADER + rows("1 a Entity=(e1[1]--1)"), "a:3: 'e1[1]' names no part of a"),
    "part of one": (HEADER + rows("1 a Entity=(e1[1/1]--1)"), "a:3: 'e1[1/1]' is no part of several"),
    "a head that is no number": (HEADER + rows("1 a Entity=(e1--x)"), "a:3: the head 'x' is no number"),
    "a head past the end": (HEADER + rows("1 a Entity=(e1--2)"), "a:3: the mention of 'e1' has 1 nodes"),
    "a link that is none": (HEADER + rows("1 a Bridge=e1"), "a:3: Bridge='e1' is no list of links"),
    "a dangling link": (HEADER + rows("1 a Bridge=e9<e1|Entity=(e1)"), "a:3: 'Bridge' refers to 'e9'"),
    "a long relation": (HEADER + rows("1 a Bridge=e9<e1:%0A" + "x" * 999 + "|Entity=(e1)"), "a:3: 'Bridge-"),
    "a key twice": (HEADER + rows("1 a Entity=(e1)|Entity=(e2)"), "a:3: Entity= stands twice"),
    "a document twice": ((HEADER + rows("1 a _")) * 2, "a:7: the document 'd1' begins a second time"),
    "cut off": (CHOIR[: CHOIR.index("Turn")], "a:15: the line has 2 columns"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_sentence_with_file_and_line(name: str) -> None:
    text, beginning = BROKEN[name]
    assert refusal(lambda: read(text, "a")).startswith(beginning)


def test_another_encoding_is_named_with_its_line() -> None:
    data = (HEADER + rows("1 Ä _")).encode("latin-1")
    message = refusal(lambda: corefud.read("a", data, FormatOptions()))
    assert message.startswith("a:3: the byte 0xC4 is not UTF-8")


def test_a_line_without_end_is_not_taken_apart() -> None:
    data = HEADER.encode() + b"1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=" + b"(e1)" * 25_000_000
    assert refusal(lambda: corefud.read("a", data, FormatOptions())).startswith(
        "a:3: the line has 100,000,025"
    )


@settings(max_examples=300)
@given(damaged(CHOIR.encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    for empty_nodes in (False, True):
        reads_or_says_why(lambda: corefud.read("a", data, FormatOptions(empty_nodes=empty_nodes)))  # noqa: B023


@pytest.mark.parametrize(
    ("name", "start", "expected"),
    [
        ("a.conllu", b"", True),
        ("a.conllu.gz", b"1\ta", True),
        ("a.txt", b"# newdoc id = x\n", True),
        ("a", b"# global.Entity = eid\n", True),
        ("a", b"#begin document (x);\n", False),
        ("a", b"@prefix : <x> .", False),
    ],
)
def test_it_is_recognised_by_name_or_comments(name: str, start: bytes, expected: bool) -> None:
    assert corefud.looks_like(name, start) is expected


def test_carriage_returns_alone_end_lines_too() -> None:
    assert read(CHOIR.replace("\n", "\r")) == read(CHOIR)


def test_documents_and_entities_with_a_slash_do_not_meet() -> None:
    text = (
        "# newdoc id = a\n# global.Entity = eid-etype-head-other\n"
        + rows("1 a Entity=(b/1--1)")
        + "# newdoc id = a/b\n"
        + rows("1 b Entity=(1--1)")
    )
    assert [instance for instance, _ in words(read(text))] == ["a/b%2F1", "a/b/1"]

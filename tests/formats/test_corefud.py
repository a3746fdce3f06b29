"""CorefUD: the brackets of ``Entity=``, gaps, empty nodes, multiword tokens, links."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats import corefud
from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

HEADER = "# newdoc id = d1\n# global.Entity = eid-etype-head-other\n"


def rows(*words: str) -> str:
    """Return a sentence; each word is "ID FORM MISC"."""
    lines = [word.split(" ") for word in words]
    return "".join(f"{i}\t{form}\t_\tX\t_\t_\t0\tdep\t_\t{misc}\n" for i, form, misc in lines) + "\n"


def read(text: str, path: str = "folder/a.conllu") -> Annotations:
    return corefud.read(path, text.encode(), FormatOptions())


def words(found: Annotations) -> list[tuple[str, str]]:
    """Return the instance and the text of each mention."""
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
        ("d1/e1", "it"),
        ("d1/e4", "off … quickly"),
    ]
    assert [mention.types for mention in found.mentions] == [
        ("person",),
        ("group",),
        (),
        ("person",),
        ("event",),
    ]


def test_the_head_is_the_minimum_also_across_a_gap() -> None:
    found = read(CHOIR)
    text = found.documents[0].text
    minima = [text[slice(*mention.minimum)] if mention.minimum else None for mention in found.mentions]
    assert minima == ["Ann", "choir", "it", None, "quickly"]


def test_bridges_and_split_antecedents_are_statements() -> None:
    assert read(CHOIR).statements == (
        AnnotatedStatement("d1/e3", "Bridge-part", "d1/e2", True),
        AnnotatedStatement("d1/e3", "Bridge", "d1/e1", True),
        AnnotatedStatement("d1/e4", "SplitAnte", "d1/e1", True),
        AnnotatedStatement("d1/e4", "SplitAnte", "d1/e2", True),
    )


def test_a_mention_of_an_empty_node_alone_stands_at_the_word_before_it_where_no_governor_is_known() -> None:
    found = read(CHOIR)
    assert [(mention.fragments, mention.zero) for mention in found.mentions if mention.zero] == [
        (((24, 26),), "#1")
    ]
    assert found.remarks == (("zero-by-order", "d1/e1, line 17"),)


def test_a_sentence_without_a_word_has_no_place_for_a_zero() -> None:
    found = read(HEADER + rows("0.1 #E Entity=(e1--1)") + rows("1 word _"))
    assert found.mentions == ()
    assert found.remarks == (("empty-node", "d1/e1, line 3"),)


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


def test_parts_of_one_multiword_token_are_one_place() -> None:
    found = read(
        HEADER
        + rows(
            "1-3 dámelo _",
            "1 da Entity=(e1[1/2]--1)",
            "2 me Entity=(e2)",
            "3 lo Entity=(e1[2/2]--1)",
            "4 ya _",
        )
    )
    assert words(found) == [("d1/e1", "dámelo"), ("d1/e2", "dámelo")]
    assert all(len(mention.fragments) == 1 for mention in found.mentions)


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


UNNAMED = "# newdoc id = d1\n# global.Entity = etype-identity\n"


def test_entities_without_identifiers_are_instances_of_their_own() -> None:
    found = read(
        UNNAMED
        + rows(
            "1 a Entity=(person(place-Saint-Denis",
            "2 b Entity=person)(person",
            "3 c Entity=place-Saint-Denis)(time)",
            "4 d Entity=person)",
        ),
        "folder/a",
    )
    assert [
        (*named, *mention.types) for named, mention in zip(words(found), found.mentions, strict=True)
    ] == [
        ("d1/1", "a b", "person"),
        ("d1/2", "a b c", "place"),
        ("d1/3", "b c d", "person"),
        ("d1/4", "c", "time"),
    ]
    assert found.statements == (AnnotatedStatement("d1/2", "identity", "Saint-Denis", False),)
    assert found.remarks == (("entities-without-identity", "a"),)


def test_types_alone_are_read_as_the_advice_for_a_missing_declaration_says() -> None:
    text = rows("1 a Entity=(ORG", "2 b Entity=ORG)", "3 c Entity=(ORG)")
    assert refusal(lambda: read(text)).endswith('with "etype" if a type is first.')
    found = read("# global.Entity = etype\n" + text)
    assert [named[1] for named in words(found)] == ["a b", "c"]
    assert len({mention.instance for mention in found.mentions}) == 2


def test_of_entities_without_identifiers_a_flaw_costs_one() -> None:
    found = read(UNNAMED + rows("1 a Entity=(person)place)", "2 b Entity=(time"), "a")
    assert words(found) == [("d1/1", "a")]
    assert [code for code, _ in found.remarks] == ["entity-unpaired"] * 2 + ["entities-without-identity"]
    assert found.remarks[1][1].endswith("the bracket that opens 'time' is not closed")


def test_a_file_without_entities_is_pointed_out() -> None:
    assert read(rows("1 a _")).remarks == (("no-marks", "a"),)


def test_a_mention_may_cross_sentences() -> None:
    found = read(HEADER + rows("1 a Entity=(e1--2") + rows("1 b Entity=e1)"))
    assert found.mentions[0].fragments == ((0, 3),)


UNREADABLE = {
    "an empty file": ("", "a:1: the file has no sentence"),
    "no word at all": (HEADER + rows("1 a _").replace("\t", " "), "a:1: the file has no sentence"),
    "no declaration": (rows("1 a Entity=(e1)"), 'a:1: the line "# global.Entity = …" is missing'),
    "no eid": (
        rows("1 a _").join(["# global.Entity = head-other\n", ""]),
        "a:2: the global.Entity before this",
    ),
    "a document twice": (
        HEADER + rows("1 a _") + HEADER + rows("1 b _"),
        "a:7: the document 'd1' occurs twice",
    ),
    "brackets that never close": (
        HEADER + rows(*(f"{number} a Entity=(e{number}" for number in range(1, 12))),
        "a: 11 of 11 brackets and links cannot be used, more than one in a hundred, the first in line 3: ",
    ),
    "blanks for tabs": (
        HEADER + rows(*(f"{number} a _" for number in range(1, 12))).replace("\t", " "),
        "a: 11 of 11 lines cannot be used, more than one in a hundred, the first in line 3: ",
    ),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_one_sentence_with_file_and_line(name: str) -> None:
    text, beginning = UNREADABLE[name]
    assert refusal(lambda: read(text, "a")).startswith(beginning)


FLAWED = {
    "nine columns": (
        HEADER + "1\ta\t_\t_\t_\t_\t_\t_\tEntity=(e1)\n2\tb\n",
        "a b",
        ["row-broken 3", "row-broken 4"],
    ),
    "an ID that is none": (HEADER + rows("x a _", "1 b _"), "b", ["row-broken 3"]),
    "an ID twice": (HEADER + rows("1 a _", "1 b _", "2 c _"), "a b c", ["row-broken 4"]),
    "a hole in the IDs": (HEADER + rows("1 a _", "3 b _", "4 c _"), "a b c", ["row-broken 4"]),
    "overlapping tokens": (
        HEADER + rows("1-2 ab _", "1 a _", "2-3 bc _", "2 b _", "3 c _"),
        "ab c",
        ["row-broken 5"],
    ),
    "half a token": (HEADER + rows("1-2 ab _", "1 a _"), "ab", ["row-broken 3"]),
    "an empty node too far": (HEADER + rows("1 a _", "1.2 b _"), "a", ["row-broken 4"]),
    "too many attributes": (
        HEADER + rows("1 a Entity=(w-01-c1--1-", "2 b Entity=w)"),
        "a b",
        ["entity-unusable 3"],
    ),
    "an empty eid": (HEADER + rows("1 a Entity=(-person-1)"), "a", ["entity-unusable 3"]),
    "a label without bracket": (HEADER + rows("1 a Entity=e1"), "a", ["entity-unusable 3"]),
    "never closed": (HEADER + rows("1 a Entity=(e1--1", "2 b _"), "a b", ["entity-unpaired 3"]),
    "closed in the next document": (
        HEADER + rows("1 a Entity=(e1--1") + "# newdoc id = d2\n" + rows("1 b Entity=e1)"),
        "a",
        ["entity-unpaired 3", "entity-unpaired 6"],
    ),
    "never opened": (HEADER + rows("1 a Entity=e1)"), "a", ["entity-unpaired 3"]),
    "a part missing": (HEADER + rows("1 a Entity=(e1[1/2]--1)"), "a", ["entity-unpaired 3"]),
    "an open part": (
        HEADER + rows("1 a Entity=(e1[1/2]--1)", "2 b Entity=(e1[2/2]"),
        "a b",
        ["entity-unpaired 3"],
    ),
    "no first part": (
        HEADER + rows("1 a Entity=(e1[2/2]--1", "2 b Entity=e1[2/2])"),
        "a b",
        ["entity-unusable 3"],
    ),
    "a million parts": (HEADER + rows("1 a Entity=(e1[1/1000000]--1)"), "a", ["entity-unpaired 3"]),
    "too many digits": (
        HEADER + rows(f"1 a Entity=(e1[1/{'9' * 20}]--1)"),
        "a",
        ["entity-unusable 3"],
    ),
    "no number of a part": (HEADER + rows("1 a Entity=(e1[1/]--1)"), "a", ["entity-unusable 3"]),
    "a bracket that is no part": (HEADER + rows("1 a Entity=(e1[1]--1)"), "a", ["entity-unusable 3"]),
    "part of one": (HEADER + rows("1 a Entity=(e1[1/1]--1)"), "a", ["entity-unusable 3"]),
    "a link that is none": (HEADER + rows("1 a Bridge=e1"), "a", ["misc-unusable 3"]),
    "a dangling link": (HEADER + rows("1 a Bridge=e9<e1"), "a", ["misc-unusable 3"]),
    "a long relation": (
        HEADER + rows("1 a Bridge=e9<e1:%0A" + "x" * 999),
        "a",
        ["misc-unusable 3"],
    ),
}


@pytest.mark.parametrize("name", FLAWED)
def test_a_flaw_costs_what_it_touches_and_is_shown_with_its_line(name: str) -> None:
    text, kept, flaws = FLAWED[name]
    whole = rows("1 d Entity=(e7--1(e8", "2 e Entity=e8)e7)|Bridge=e8<e7")
    found = read(text.rstrip("\n") + "\n\n" + whole, "a")
    assert found.documents[0].text.split("\n")[0] == kept
    assert [text for _, text in words(found)] == ["d e", "d e"]
    assert [statement.predicate for statement in found.statements] == ["Bridge"]
    assert [f"{code} {example[2:].split(', ')[0]}" for code, example in found.remarks] == flaws
    assert all(len(example) < 200 and "\n" not in example for _, example in found.remarks)


def test_a_head_that_is_no_word_of_its_mention_is_no_minimum() -> None:
    found = read(HEADER + rows("1 a Entity=(e1--x)", "2 b Entity=(e1--2)"), "a")
    assert [mention.minimum for mention in found.mentions] == [None, None]
    assert found.remarks == (
        ("head-lost", "a:3, the head 'x' is not a number from 1"),
        ("head-lost", "a:4, the mention of 'e1' has no node 2"),
    )


def test_of_a_key_that_stands_twice_the_first_counts() -> None:
    found = read(HEADER + rows("1 a Entity=(e1)|Entity=(e2)"), "a")
    assert words(found) == [("d1/e1", "a")]
    assert found.remarks == (("misc-unusable", "a:3, Entity= occurs twice in MISC, and the first counts"),)


def test_numbers_may_count_through_the_document() -> None:
    found = read(HEADER + rows("1 a _", "2 b _") + rows("3-4 cd _", "3 c Entity=(e1)", "4 d _", "4.1 e _"))
    assert (found.documents[0].text, found.remarks) == ("a b\ncd", ())
    assert words(found) == [("d1/e1", "c")]


def test_what_is_mostly_flaws_is_read_when_asked() -> None:
    text, _ = UNREADABLE["brackets that never close"]
    found = corefud.read("a", text.encode(), FormatOptions(lenient=True))
    assert (len(found.mentions), len(found.remarks)) == (0, 11)


def test_another_encoding_is_named_with_its_line() -> None:
    data = (HEADER + rows("1 Ä _")).encode("latin-1")
    message = refusal(lambda: corefud.read("a", data, FormatOptions()))
    assert message.startswith("a:3: the byte 0xC4 is not UTF-8")


def test_a_line_without_end_is_not_taken_apart() -> None:
    data = HEADER.encode() + b"1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=" + b"(e1)" * 25_000_000
    assert refusal(lambda: corefud.read("a", data, FormatOptions())).startswith(
        "a:3: the line has 100,000,025"
    )


@given(damaged(CHOIR.encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    for nodes in (False, True):
        reads_or_says_why(lambda: corefud.read("a", data, FormatOptions(nodes=nodes)))  # noqa: B023


@pytest.mark.parametrize(
    ("name", "start", "expected"),
    [
        ("a.conllu", b"#begin document 173\nAnn\t0\t0\t_\t(0)\n", False),
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

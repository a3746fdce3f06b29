"""CoNLL-2012, the scorer's two columns and GUM's three."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import CoalaError, ReadingError
from coala.formats import conll
from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.model.format_options import FormatOptions, numbered_columns
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

COLUMNS = """\
#begin document (nw/a/00/a_0001); part 000
nw/a/00/a_0001 0 0 Ann    NNP (TOP* - - - Speaker#1 (PERSON) (1)
nw/a/00/a_0001 0 1 left   VBD *     - - - Speaker#1 *        -
nw/a/00/a_0001 0 2 -LRB-  .   *     - - - Speaker#1 *        (2|(3)
nw/a/00/a_0001 0 3 him    PRP *     - - - Speaker#1 *        2)

nw/a/00/a_0001 0 0 She    PRP *     - - - Speaker#1 *        (1)
#end document
#begin document (nw/a/00/a_0001); part 001
nw/a/00/a_0001 1 0 Tea    NNP *     - - - - *     (1)
#end document
"""

GUM = """\
# begin document GUM_news_fair
0\tThe\t(event-1-World%2DFair
1\tfair\t(person-2)event-1-World%2DFair)
2\topened\t_
3\tit\t(abstract-1)

# end document
"""


def read(text: str, path: str = "a.conll") -> Annotations:
    return conll.read(path, text.encode(), FormatOptions())


def scorer(*column: str) -> str:
    """Return the two-column form with these brackets."""
    rows = "".join(f"d\t{brackets}\n" for brackets in column)
    return f"#begin document (d);\n{rows}\n#end document\n"


def chains(found: Annotations) -> dict[str, list[str]]:
    """Return the text of each mention by instance."""
    of: dict[str, list[str]] = {}
    for mention in found.mentions:
        text = found.documents[mention.document].text
        of.setdefault(mention.instance, []).append(" … ".join(text[b:e] for b, e in mention.fragments))
    return of


def test_each_part_is_a_document_and_its_lines_are_sentences() -> None:
    found = read(COLUMNS)
    assert [tuple(document) for document in found.documents] == [
        ("nw/a/00/a_0001/000", "Ann left -LRB- him\nShe"),
        ("nw/a/00/a_0001/001", "Tea"),
    ]
    assert found.remarks == ()


def test_a_chain_belongs_to_its_part() -> None:
    assert chains(read(COLUMNS)) == {
        "nw/a/00/a_0001/000/1": ["Ann", "She"],
        "nw/a/00/a_0001/000/2": ["-LRB- him"],
        "nw/a/00/a_0001/000/3": ["-LRB-"],
        "nw/a/00/a_0001/001/1": ["Tea"],
    }


def test_a_document_is_named_without_its_folder() -> None:
    assert read(COLUMNS, "one/x.conll") == read(COLUMNS, "/other/folder/y.conll")


def test_brackets_may_nest_and_cross() -> None:
    found = read(scorer("(1|(2", "(1)", "1)|(3", "2)", "3)"))
    assert chains(found) == {"d/1": ["w1 w2 w3", "w2"], "d/2": ["w1 w2 w3 w4"], "d/3": ["w3 w4 w5"]}


def test_brackets_need_no_line_between_them() -> None:
    assert read(scorer("(1(1(2", "-", "2)1)1)")) == read(scorer("(1|(1|(2", "-", "2)|1)|1)"))


def test_a_mention_that_is_there_twice_is_kept_twice() -> None:
    found = read(scorer("(1|(1", "1)|1)", "(2)(3)"))
    assert chains(found) == {"d/1": ["w1 w2", "w1 w2"], "d/2": ["w3"], "d/3": ["w3"]}


def test_a_bracket_closes_the_latest_open_one_of_its_chain() -> None:
    found = read(scorer("(1", "(1", "1)", "1)"))
    assert chains(found) == {"d/1": ["w1 w2 w3 w4", "w2 w3"]}


def test_words_are_made_up_where_there_are_none() -> None:
    found = read(scorer("-", "(1)", "-"))
    assert found.documents[0].text == "w1 w2 w3"
    assert found.remarks == (("words-made-up", "d"),)


def test_gum_tells_type_and_link() -> None:
    found = read(GUM)
    assert found.documents == (("GUM_news_fair", "The fair opened it"),)
    assert [(m.instance, m.types, m.fragments) for m in found.mentions] == [
        ("GUM_news_fair/1", ("event",), ((0, 8),)),
        ("GUM_news_fair/2", ("person",), ((4, 8),)),
        ("GUM_news_fair/1", ("abstract",), ((16, 18),)),
    ]
    assert found.statements == (AnnotatedStatement("GUM_news_fair/1", "identity", "World-Fair", False),)


def test_a_word_may_contain_a_blank_where_tabs_divide() -> None:
    found = read("# begin document d\n0\t10 000\t(event-1)\n1\twent\t_\n# end document\n")
    assert found.documents[0].text == "10 000 went"


def test_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    assert read("\ufeff" + COLUMNS.replace("\n", "\r\n")) == read(COLUMNS)


@pytest.mark.parametrize(
    ("name", "start", "expected"),
    [
        ("a.v4_gold_conll", b"", True),
        ("a.conll.gz", b"# a comment", True),
        ("a.key", b"#begin document (a); part 000\n", True),
        ("a", b"\xef\xbb\xbf\n# begin document a\n", True),
        ("a.conll", b"# global.Entity = eid\n", False),
        ("a.key", b"<x> <y> <z> .", False),
    ],
)
def test_it_is_recognised_by_name_or_header(name: str, start: bytes, expected: bool) -> None:
    assert conll.looks_like(name, start) is expected


BROKEN = {
    "an empty file": ("", "a.conll:1: no document begins here"),
    "a header without a name": ("#begin document ();\n", "a.conll:1: the header '();' cannot be read"),
    "a header that is not closed": ("#begin document (a\n", "a.conll:1: the header '(a' cannot be read"),
    "a wrong part": ("#begin document (a); part x\n", "a.conll:1: the header '(a); part x' cannot be read"),
    "twice": (scorer("-") + scorer("(1)"), "a.conll:5: the document 'd' occurs twice, first in line 1"),
    "words for brackets": (scorer(*["word"] * 11), "a.conll: 11 of 11 brackets cannot be used, more than"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_sentence_with_file_and_line(name: str) -> None:
    text, beginning = BROKEN[name]
    assert refusal(lambda: read(text)).startswith(beginning)


FLAWED = {
    "truncated": (COLUMNS[:300], ["columns-differ", *["bracket-left-out"] * 2, "document-not-ended"], 2),
    "truncated at a line": (scorer("(1)").replace("#end document\n", ""), ["document-not-ended"], 1),
    "one column": (scorer("(1)", "-").replace("d\t-", "d"), ["line-left-out"], 1),
    "no brackets": (scorer("-", "(1|)"), ["bracket-left-out", "bracket-left-out"], 0),
    "a label without bracket": (scorer("12", "(1)"), ["bracket-left-out"], 1),
    "never opened": (scorer("1)", "(1)"), ["bracket-left-out"], 1),
    "never closed": (scorer("-", "(1", "(1)"), ["bracket-left-out"], 1),
    "a label without end": (scorer("x" * 100_000 + ")"), ["bracket-left-out"], 0),
    "closed in the next document": (
        scorer("(1") + scorer("1)").replace("(d)", "(e)"),
        ["bracket-left-out", "bracket-left-out"],
        0,
    ),
    "not ended": (
        scorer("(1)").replace("#end document", "#begin document (e);"),
        ["document-not-ended"] * 2,
        1,
    ),
    "ended twice": (scorer("(1)") + "#end document\n", ["line-left-out"], 1),
    "a token outside": (scorer("(1)") + "d\t(1)\n", ["line-left-out"], 1),
}


@pytest.mark.parametrize("name", FLAWED)
def test_a_flaw_costs_only_what_it_touches(name: str) -> None:
    text, codes, mentions = FLAWED[name]
    found = read(text)
    assert [code for code, _ in found.remarks if code != "words-made-up"] == codes
    assert len(found.mentions) == mentions


def test_a_flaw_is_shown_with_its_place() -> None:
    assert ("bracket-left-out", "a.conll:2, '1)' closes what was not opened before") in read(
        scorer("1)")
    ).remarks


def rows(*lines: str, header: str = "#begin document (d); part 000") -> str:
    return "\n".join([header, *lines, "#end document", ""])


def test_a_line_without_its_word_is_counted_from_both_ends() -> None:
    whole = [f"d 0 {number} word - (1)" for number in range(100)]
    found = read(rows(*whole[:50], "d 0 50 - (1)", *whole[51:]))
    assert found.documents[0].text.split(" ")[49:52] == ["word", "_", "word"]
    assert len(found.mentions) == 100
    assert found.remarks == (("columns-differ", "a.conll:52, 5 columns instead of 6: 'd 0 50 - (1)'"),)


def test_a_blank_for_a_word_is_the_same_as_none() -> None:
    found = read(rows("d\t0\t0\tA\t(1", "d\t0\t1\t \t1)"))
    assert found.documents[0].text == "A _"
    assert [code for code, _ in found.remarks] == ["columns-differ"]


def test_nothing_between_tabs_is_a_column() -> None:
    found = read(rows("0\tNew\t(2", "1\tZealand\t2)", "2\tflag\t", header="# begin document d"))
    assert (found.documents[0].text, chains(found)) == ("New Zealand flag", {"d/2": ["New Zealand"]})
    assert found.remarks == ()


def test_a_tab_at_the_end_of_each_line_is_no_column() -> None:
    assert chains(read(rows("d\t0\t0\tA\t(1)\t", "d\t0\t1\tb\t-\t"))) == {"d/000/1": ["A"]}


def test_tabs_that_only_align_are_no_columns() -> None:
    found = read(rows("d\t0\t0\tA\t\t(1)", "d\t0\t1\tlonger\t-", "d\t0\t2\tb\t\t-"))
    assert (found.documents[0].text, len(found.mentions)) == ("A longer b", 1)


def test_a_bare_number_within_its_span_is_no_bracket() -> None:
    found = read(scorer("(0", "0", "0", "0)"))
    assert chains(found) == {"d/0": ["w1 w2 w3 w4"]}
    assert found.remarks == (("words-made-up", "d"),)


def test_brackets_may_be_joined_by_an_underscore() -> None:
    found = read(scorer("(1", "(2_(3)", "2)_1)"))
    assert chains(found) == {"d/1": ["w1 w2 w3"], "d/2": ["w2 w3"], "d/3": ["w2"]}
    assert [code for code, _ in found.remarks].count("brackets-joined") == 2


def test_a_header_without_a_name_means_the_file() -> None:
    one = rows("0\tA\t(1)", header="# begin document ")
    assert read(one, "folder/one.conll").documents[0].name == "one"
    assert [document.name for document in read(one * 2, "one.conll").documents] == ["one/000", "one/001"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("0/-/0_L; part 000", "0/-/0_L/000"),
        ("0/-/0_L ;part 12", "0/-/0_L/012"),
        ("a; b", "a; b"),
        ("a part 000", "a part 000"),
    ],
)
def test_a_part_is_found_when_the_header_lacks_parentheses(header: str, name: str) -> None:
    found = read(f"#begin document {header}\nd 0 0 Ann (1)\n#end document\n")
    assert [document.name for document in found.documents] == [name]


def test_a_file_without_any_header_is_one_document() -> None:
    found = read("1\tAnn\t_\t(1)\n2\tleft\t_\t-\n\n1\tShe\t_\t(1)\n", "x/corzu.conll")
    assert [tuple(document) for document in found.documents] == [("corzu", "Ann left\nShe")]
    assert chains(found) == {"corzu/1": ["Ann", "She"]}


def test_the_word_follows_the_column_that_counts() -> None:
    found = read(
        rows("1 Ann Ann N _ _ 0 (1)", "2-3 des _ _ _ _ _ _", "2 de de P _ _ 1 -", "3 les le D _ _ 1 (2)")
    )
    assert chains(found) == {"d/000/1": ["Ann"], "d/000/2": ["les"]}
    assert found.documents[0].text == "Ann de les"
    assert [code for code, _ in found.remarks] == ["columns-found"]


def test_of_two_columns_the_first_is_the_word_where_it_changes() -> None:
    found = read(rows("There\t-", "is\t-", "#Tea\t(1)", header="#begin document d"))
    assert found.documents[0].text == "There is #Tea"
    assert found.remarks == (("columns-found", "a.conll: the word is column 1 of 'There -'"),)


CROSS = """\
#begin document topics
1 1_1 1_1ecb.xml 0 0 Quake True (7)
1 1_1 1_1ecb.xml 0 1 hits True -
1 1_1 1_1ecb.xml 1 2 Iran True (8
1 1_1 1_1ecb.xml 1 3 today True 8)
1 1_2 1_2ecb.xml 0 0 A True (7
1 1_2 1_2ecb.xml 0 1 quake True 7)
1 1_2 1_2ecb.xml 1 2 struck True -
1 1_2 1_2ecb.xml 1 3 Iran True -
#end document
"""


def test_a_column_of_documents_divides_them_and_chains_run_across() -> None:
    found = read(CROSS)
    assert [tuple(document) for document in found.documents] == [
        ("1_1ecb.xml", "Quake hits Iran today"),
        ("1_2ecb.xml", "A quake struck Iran"),
    ]
    assert chains(found) == {"topics/7": ["Quake", "A quake"], "topics/8": ["Iran today"]}


def test_a_column_that_changes_with_each_empty_line_names_no_document() -> None:
    lines = ("test1\t0\t0\ta1\t(0", "test1\t0\t1\ta2\t0)", "", "test2\t0\t0\tc\t(1)", "test2\t0\t1\td\t-")
    found = read(rows(*lines, header="#begin document (LuoTestCase); "))
    assert [tuple(document) for document in found.documents] == [("LuoTestCase", "a1 a2\nc d")]
    assert found.remarks == ()


def test_empty_lines_between_documents_alone_make_them_no_sentences() -> None:
    found = read(CROSS.replace("1 1_2 1_2ecb.xml 0 0", "\n1 1_2 1_2ecb.xml 0 0"))
    assert [document.name for document in found.documents] == ["1_1ecb.xml", "1_2ecb.xml"]


def test_documents_that_begin_behind_the_sample_are_found() -> None:
    lines = [f"1 1_{n} doc{n}.xml 0 {token} w True (1)" for n in (1, 2) for token in range(5000)]
    found = read(rows(*lines, header="#begin document topics"))
    assert [document.name for document in found.documents] == ["doc1.xml", "doc2.xml"]


def test_the_parts_of_many_documents_are_told_by_their_headers_alone() -> None:
    text = "".join(
        f"#begin document (bc/{number // 2}); part {number % 2:03d}\n"
        + "".join(f"bc/{number // 2} 0 {token} word{token} NN * - (1)\n" for token in range(50))
        + "\n#end document\n"
        for number in range(120)
    )
    found = read(text)
    assert [document.name for document in found.documents[:3]] == ["bc/0/000", "bc/0/001", "bc/1/000"]
    assert (len(found.documents), found.remarks) == (120, ())


def test_an_option_says_which_column_is_what() -> None:
    data = CROSS.encode()
    found = conll.read("a.conll", data, FormatOptions(columns="word=2,document=1,chains=-1"))
    assert [document.name for document in found.documents] == ["1"]
    assert found.documents[0].text.startswith("1_1 1_1")
    assert [code for code, _ in found.remarks if code == "columns-found"] == []


def test_a_column_that_is_not_there_is_named() -> None:
    said = refusal(lambda: conll.read("a", CROSS.encode(), FormatOptions(columns="word=9")))
    assert said == "a: it has 8 columns, so --columns word=9 has no word here."


@pytest.mark.parametrize("told", ["word", "word=0", "noun=2", "word=2;chains=3", ""])
def test_columns_that_cannot_be_understood_are_one_sentence(told: str) -> None:
    with pytest.raises(CoalaError, match=r"^columns are written as word=6,document=3"):
        numbered_columns(told)


def test_another_encoding_is_named_with_its_line() -> None:
    for data in (COLUMNS.replace("Ann", "Änn").encode("latin-1"), b"#begin document (d);\n\xff\n"):
        with pytest.raises(ReadingError, match=r"^a:2: the byte 0x.. is not UTF-8"):
            conll.read("a", data, FormatOptions())
    with pytest.raises(ReadingError, match=r"^a:1: the byte 0xFF is not UTF-8"):
        conll.read("a", COLUMNS.encode("utf-16"), FormatOptions())


def test_a_line_without_end_is_not_taken_apart() -> None:
    data = b"#begin document (d);\n" + b"d (1) " * 17_000_000
    with pytest.raises(ReadingError, match=r"^a:2: the line has 102,000,000 bytes"):
        conll.read("a", data, FormatOptions())


@given(damaged((COLUMNS + GUM).encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    reads_or_says_why(lambda: conll.read("a", data, FormatOptions()))


@given(st.lists(st.sampled_from(["(1", "1)", "(1)", "(2", "2)", "|", "-", "(", "1"]), max_size=12))
def test_any_row_of_brackets_gives_a_sentence_or_mentions(pieces: list[str]) -> None:
    reads_or_says_why(lambda: read(scorer("".join(pieces) or "-", "1)")))


@needs_shared
def test_every_case_of_the_reference_scorer_reads() -> None:
    paths = sorted((SHARED / "data/scorers/cases").iterdir())
    found = {path.name: conll.read(path.name, path.read_bytes(), FormatOptions()) for path in paths}
    assert len(found) == 50
    assert sum(len(annotations.mentions) for annotations in found.values()) == 329
    repeated = found["TC-A-9.response"]
    assert [len(chains(repeated)["LuoTestCase/3"]), chains(repeated)["LuoTestCase/1"][0]] == [
        11,
        "b1 b2 b3 b4",
    ]


def release(version: str) -> dict[str, Annotations]:
    folder: Path = SHARED / "data/gum" / version
    return {path.stem: conll.read(path.name, path.read_bytes(), FormatOptions()) for path in folder.iterdir()}


@needs_shared
def test_two_releases_of_gum_differ_in_two_documents() -> None:
    older, newer = release("V10.2.0"), release("V11.0.0")
    assert sum(len(found.mentions) for found in older.values()) == 4721
    assert sum(len(found.mentions) for found in newer.values()) == 4720
    assert {name for name in older if older[name].documents != newer[name].documents} == set()
    changed = {name for name in older if contents(older[name]) != contents(newer[name])}
    assert changed == {"GUM_news_nasa", "GUM_news_worship"}


def contents(found: Annotations) -> list[list[str]]:
    """Return the chains with their types and statements, without their names."""
    of: dict[str, list[str]] = {}
    for mention in found.mentions:
        of.setdefault(mention.instance, []).append(f"{mention.fragments} {mention.types}")
    for statement in found.statements:
        of[statement.instance].append(f"{statement.predicate} {statement.value}")
    return sorted(sorted(content) for content in of.values())


def test_carriage_returns_alone_end_lines_too() -> None:
    assert read(COLUMNS.replace("\n", "\r")) == read(COLUMNS)


def test_documents_and_chains_with_a_slash_do_not_meet() -> None:
    text = "".join(
        f"#begin document ({name})\n{name} {column}\n#end document\n"
        for name, column in (("a", "(b/1)"), ("a/b", "(1)"))
    )
    assert list(chains(read(text))) == ["a/b%2F1", "a/b/1"]


def test_a_blank_after_the_bar_between_two_brackets_divides_no_columns() -> None:
    tight = "#begin document (a)\na\t0\t0\tAnn\t(1|(2\na\t0\t1\tleft\t2)|1)\n#end document\n"
    assert read(tight.replace("|", "| ")) == read(tight)
    # The brackets are the last column but one where each line ends in a tab.
    trailing = tight.replace("|", "| ").replace("(2\n", "(2\t\n").replace("1)\n", "1)\t\n")
    assert chains(read(trailing)) == chains(read(tight))


@pytest.mark.parametrize("brackets", ["(0) | (1", "(0)| (1", "(0) |(1", "(0)|(1"])
@pytest.mark.parametrize("divider", [" ", "\t"])
def test_blanks_around_the_bar_between_two_brackets_divide_no_columns(brackets: str, divider: str) -> None:
    rows = [("d", "0", "0", "Ann", brackets), ("d", "0", "1", "|", "1)"), ("d", "0", "2", "|", "(2)")]
    text = "\n".join(map(divider.join, rows))
    found = read(f"#begin document (d); part 000\n{text}\n#end document\n")
    assert found.documents[0].text == "Ann | |"
    assert list(chains(found).values()) == [["Ann"], ["Ann |"], ["|"]]
    assert found.remarks == ()


QUOTED = """\
"#begin document (d, e); part 000"\t\t\t
d\t0\tAnn\t(0)
d\t1\t","\t-
d\t2\t\"""So\"""\t-
d\t3\t\"""\"\t-
"#end document"\t\t\t
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_quotes_of_a_spreadsheet_are_taken_off_where_a_header_has_them(mark: str, end: str) -> None:
    text = mark + QUOTED.replace("\n", end)
    assert conll.looks_like("a.tsv", text.encode())
    found = read(text)
    assert found.documents == (("d, e/000", 'Ann , "So" "'),)
    assert chains(found) == {"d, e/000/0": ["Ann"]}
    assert found.remarks == (("quotes-taken-off", "a.conll:1"),)


def test_words_keep_their_quotes_where_no_header_has_any_or_blanks_divide() -> None:
    by_tabs = QUOTED.replace('"#begin document (d, e); part 000"', "#begin document (d)").replace(
        '"#end document"', ""
    )
    assert read(by_tabs).documents[0].text == 'Ann "," """So""" """"'
    by_blanks = '"#begin document (d); part 000"\nd 0 "a" -\nd 1 b (0)\n#end document\n'
    assert read(by_blanks).documents == (("d/000", '"a" b'),)


def test_the_word_may_stand_before_the_numbers() -> None:
    lines = ["Ann\t0\t0\t_\t(0)", "left\t0\t1\t_\t_", "", "She\t1\t0\t_\t(0)", "slept\t1\t1\t_\t_"]
    annotations = read("#begin document 173\n" + "\n".join(lines) + "\n#end document\n")
    assert annotations.documents[0].text == "Ann left\nShe slept"
    assert list(chains(annotations).values()) == [["Ann", "She"]]


SENTENCES = (
    "#begin document (d); part 000\n"
    "d 0 0 Ann - (1)\nd 0 1 met - -\nd 0 2 Bo - (2)\n\n"
    "d 0 0 She - (1)\nd 0 1 ran - -\n\n"
    "d 0 0 Yes - -\n\nd 0 0 Yes - -\n\n#end document\n"
)


@pytest.mark.parametrize(
    "row", ["d 0 0 Ann - (1)\n", "d 0 1 met - -\n", "d 0 2 Bo - (2)\n", "d 0 1 ran - -\n"]
)
@pytest.mark.parametrize("times", [2, 3])
def test_a_row_that_repeats_the_one_before_with_its_number_is_left_out(row: str, times: int) -> None:
    found = read(SENTENCES.replace(row, row * times))
    whole = read(SENTENCES)
    assert (found.documents, found.mentions) == (whole.documents, whole.mentions)
    assert [code for code, _ in found.remarks] == ["row-twice"] * (times - 1)
    assert row.strip() in found.remarks[0][1]


def test_a_file_of_which_every_row_is_there_twice_is_refused() -> None:
    rows = "".join(f"d 0 {number} w{number} - -\n" * 2 for number in range(30))
    text = f"#begin document (d); part 000\n{rows}\n#end document\n"
    assert "29 of 60 lines cannot be used" in refusal(lambda: read(text))


def test_a_sentence_of_one_word_may_recur_where_no_empty_line_divides_sentences() -> None:
    rows = "d 0 0 Yes - -\nd 0 0 Yes - -\nd 0 0 Ann - (1)\nd 0 1 ran - -\nd 0 2 off - -\nd 0 3 then - -\n"
    found = read(f"#begin document (d); part 000\n{rows * 3}#end document\n")
    assert found.documents[0].text.split()[:3] == ["Yes", "Yes", "Ann"]
    assert found.remarks == ()


def test_equal_rows_without_numbers_are_two_words() -> None:
    found = read("#begin document (d);\nvery\t-\nvery\t-\nhot\t(1)\ntea\t-\n\n#end document\n")
    assert found.documents[0].text == "very very hot tea"
    assert "row-twice" not in dict(found.remarks)

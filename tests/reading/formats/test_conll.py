"""CoNLL-2012, the scorer's two columns and GUM's three."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.reading.formats import conll
from coala.reading.formats.annotations import AnnotatedStatement, Annotations
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
    """The two-column form with these brackets."""
    rows = "".join(f"d\t{brackets}\n" for brackets in column)
    return f"#begin document (d);\n{rows}\n#end document\n"


def chains(found: Annotations) -> dict[str, list[str]]:
    """The text of each mention by instance."""
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
    "no header": ("d 0 0 Ann (1)\n", "a.conll:1: a token stands outside a document"),
    "a header without a name": ("#begin document ();\n", "a.conll:1: the header '();' cannot be read"),
    "a header with nothing": ("#begin document\n", "a.conll:1: the document has no name"),
    "a header that is not closed": ("#begin document (a\n", "a.conll:1: the header '(a' cannot be read"),
    "a wrong part": ("#begin document (a); part x\n", "a.conll:1: the header '(a); part x' cannot be read"),
    "truncated": (COLUMNS[:300], "a.conll:5: the line has 11 columns, but the line before it has 12"),
    "truncated at a line": (scorer("(1)").replace("#end document\n", ""), "a.conll:3: the file ends inside"),
    "one column": (scorer("-").replace("\t-", ""), "a.conll:2: the line has one column, 'd'"),
    "a column too few": (
        COLUMNS.replace("Speaker#1 *        2)", "*        2)"),
        "a.conll:5: the line has 11",
    ),
    "no brackets": (scorer("-", "(1|)"), "a.conll:3: the last column is '(1|)'"),
    "a label without bracket": (scorer("12"), "a.conll:2: the last column is '12'"),
    "never opened": (scorer("1)"), "a.conll:2: '1)' closes what no '(1' opened"),
    "never closed": (scorer("-", "(1", "(1)"), "a.conll:3: '(1' opens what its document 'd' never"),
    "a label without end": (scorer("x" * 100_000 + ")"), "a.conll:2: 'xxxxx"),
    "closed in the next document": (scorer("(1") + scorer("1)"), "a.conll:2: '(1' opens what"),
    "twice": (scorer("-") * 2, "a.conll:5: the document 'd' is in the file twice, first in line 1"),
    "not ended": (
        scorer("-").replace("#end document", "#begin document (e);"),
        "a.conll:4: a document begins",
    ),
    "ended twice": (scorer("-") + "#end document\n", "a.conll:5: a document ends here, but none is open"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_sentence_with_file_and_line(name: str) -> None:
    text, beginning = BROKEN[name]
    assert refusal(lambda: read(text)).startswith(beginning)


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
    """The chains with their types and statements, whatever their names."""
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

"""Search for bags by their content, by the reviewer's notes and verdicts, and by number."""

from __future__ import annotations

import random
import shutil
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import CoalaError
from coala.model.bag import Bag, Divergence, Instance, Statement, Term, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, OF_RECORDS
from coala.model.values import Span
from coala.review.file import Review
from coala.review.search import (
    LONGEST_QUERY,
    ONLY_TITLES,
    parse_query,
    write_type,
)
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.bags_by_hand import BARE, PARIS, TEXAS, linked
from tests.support.graphs_by_hand import SEED
from tests.support.reviews import a_bag, make_review, put_comparison

TYPE = Term("Sea Bird", "http://example.org/types#Kittiwake")
STATEMENT = Statement(Term("birth place", "http://example.org/born"), Term("Kraków", '"Kraków"'))


def bag(number: int, *words: str, document: str = "http://example.org/news/report_3.txt") -> Bag:
    made = a_bag(number, f"title{number}")
    spans = tuple(Span(document, place, place + 1) for place in range(len(words)))
    gone = Divergence(Kind.INSTANCE_DROPPED, 0, None, (0,), "it is gone")
    chain = Instance("one", "http://example.org/one", (0,))
    return replace(
        made, spans=spans, words=words, baseline=(chain,), changed=(), partners=(), divergences=(gone,)
    )


BAGS = [
    bag(0, "Zoë Ångström", "she", "the Kittiwake Pilots’ Association"),
    bag(1, "北京大学的学生", "학교에서", "ภาษาไทย"),
    bag(2, "مُحَمَّد", "Straße", "हिन्दी भाषा", document="http://example.org/blog/Größe#char=0,12"),
    replace(
        bag(3, "he"),
        baseline=(Instance("one", "", (0,), types=(TYPE,), statements=(STATEMENT,)),),
    ),
    bag(4, "K.P.A.", "ﬁnal re-election", "O'Brien 2026"),
]


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_review(tmp_path_factory.mktemp("search") / "found.coala", BAGS)


@pytest.fixture
def found(indexed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(indexed, tmp_path))


FOUND: list[tuple[str, list[int]]] = [
    ("", [0, 1, 2, 3, 4]),
    ("   ", [0, 1, 2, 3, 4]),
    ("zoe", [0]),
    ("ZOË angstr", [0]),
    ("zoe straße", []),
    ("stöm", []),
    ("ilots", []),
    ("pilots association", [0]),
    ("大学", [1]),
    ("北京", [1]),
    ("学校", []),
    ("학교", [1]),
    ("ไทย", [1]),
    ("محمد", [2]),
    ("strasse", [2]),
    ("भाषा", [2]),
    ("हिन्दी", [2]),
    ("final", [4]),
    ("re-elect", [4]),
    ("o'brien", [4]),
    ("2026", [4]),
    ("title", [0, 1, 2, 3, 4]),
    ("report", [0, 1, 3, 4]),
    ("größe", [2]),
    ("12", []),
    ("doc:report_3.txt", [0, 1, 3, 4]),
    ("doc:PORT_", [0, 1, 3, 4]),
    ("doc:größe", [2]),
    ("doc:grosse#char=0,1", [2]),
    ('doc:"blog/" hindi', []),
    ("doc:news doc:blog", []),
    ("type:kitti", [3]),
    ("type:sea type:bird", [3]),
    ("type:he", []),
    ("kittiwake", [0, 3]),
    ("born", []),
    ("birth krakow", [3]),
    ("#2", [1]),
    ("＃2", [1]),
    ("#2 北京", [1]),
    ("#2 zoe", []),
    ('"pilots association"', [0]),
    ('"unclosed zoe', []),
    ("http://example.org", []),
    ("owl:Thing", []),
]


def test_query_finds_the_bags_that_have_all_of_it(found: Path) -> None:
    with Review.open(found) as review:
        assert [(query, review.search(query)) for query, _ in FOUND] == FOUND
        assert review.search_limits() == ""


def test_words_of_the_sentence_in_the_list_are_found(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, SEED["X"], SEED["Z"])
    with Review.open(path) as review:
        assert (review.search("then"), review.search("left"), review.search("town")) == ([0], [0], [])


def test_search_finds_current_notes_and_tags(found: Path) -> None:
    with Review.open(found) as review:
        assert review.search("note:pronoun") == []
        review.judge(1, State(Verdict.BETTER, Comment("A prönoun, 代词 too far", ("name", "boundary"))))
        act = review.judge(2, State(Verdict.WORSE, Comment("the name is wrong")))
        assert review.search("note:PRONOUN") == [1]
        assert review.search("note:词") == [1]
        assert review.search("note:name") == [2]
        assert review.search("tag:name") == [1]
        assert review.search("name") == [1, 2]
        assert review.search("note:") == [1, 2]
        assert review.search("tag:") == [1]
        assert review.search("pronoun tag:bound 北京") == [1]
        review.undo(act)
        assert review.search("name") == [1]
    with Review.open(found) as review:
        assert review.search("note:") == [1]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("doc:", "'doc:'"),
        ("zoe type:", "'type:'"),
        ("DOC:...", "'doc:'"),
        ("note:...", r"'\.\.\.'"),
        ("—", "'—'"),
        ("change:worse", "'change:'"),
        ("kind:", "'kind:': moved, split"),
        ("kind:change", "'kind:': moved, split"),
        ("kind:moved,zoe", "'kind:'"),
        ("verdict:", "'verdict:': worse, same, better, unsure or none"),
        ("verdict:left", "'verdict:'"),
        ("verdict:worse,-", "'verdict:'"),
        ("judged:half", "'judged:': whole"),
        ("earlier:", "'earlier:': changed or carried"),
        ("by:", "'by:'"),
        ("by:zoe", "'zoe'"),
        ("#", ""),
        ("#6", r"\b6\b.* 1 to 5\b"),
        ("#zoe", ""),
        ("x" * (LONGEST_QUERY + 1), f"{LONGEST_QUERY:,}"),
    ],
)
def test_invalid_query_is_refused_by_what_is_wrong(found: Path, query: str, named: str) -> None:
    with Review.open(found) as review, pytest.raises(CoalaError, match=rf"\A.*{named}.*\Z"):
        review.search(query)
    assert parse_query("x" * LONGEST_QUERY)


def test_refused_kind_lists_the_kinds_of_what_is_reviewed() -> None:
    for nouns, own, other in ((IN_TEXTS, "mention", "record"), (OF_RECORDS, "record", "mention")):
        with pytest.raises(CoalaError) as refused:
            parse_query("kind:zoe", nouns=nouns)
        assert (f"{own}-added" in str(refused.value), f"{other}-added" in str(refused.value)) == (True, False)


def test_verdicts_of_others_are_searched_where_they_may_be_shown(found: Path) -> None:
    for name, numbers in (("Ann Lee", (0, 1)), ("Bob", (1, 2))):
        with Review.open(found, reviewer=name) as review:
            for number in numbers:
                review.judge(number, State(Verdict.WORSE))
    with Review.open(found, reviewer="Ann Lee") as review:
        assert [review.search(query) for query in ("by:ann", "by:lee", "by:bob")] == [[0, 1], [0, 1], [1]]
        assert review.search('by:"ann lee" by:bob') == [1]
        review.judge(2, State(Verdict.BETTER))
        assert review.search("by:bob") == [1, 2]
        # Whether they are shown depends on the bag, and not on the query.
        assert review.search("verdict:none by:bob") == []
    with Review.open(found, reviewer="Cyd") as review:
        assert review.search("by:ann") == review.search("by:bob") == []


def test_type_is_found_by_its_whole_name(found: Path) -> None:
    with Review.open(found) as review:
        assert review.search(f"type:{write_type(TYPE.name)}") == [3]
        assert review.search(f"type:{write_type(TYPE.name)} type:sea") == [3]
        assert review.search(f"type:{write_type(TYPE.name[:-1])}") == []
        assert review.search(f"type:{write_type(TYPE.name.lower())}") == []


@given(st.text(max_size=60) | st.text(alphabet='"#:doc type note %*()^-+\\\0\ud800大é', max_size=60))
def test_no_text_is_more_than_a_query_or_a_sentence(query: str) -> None:
    try:
        terms = parse_query(query)
    except CoalaError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert all(term.words or term.field for term in terms)


HOSTILE = ('"; DROP TABLE bag; x', "a AND NOT b", "NEAR(a b)", "col:*", "zzz*", "\ud800zzz")


def test_hostile_words_find_nothing_and_do_nothing(found: Path) -> None:
    with Review.open(found) as review:
        assert [review.search(query) for query in HOSTILE] == [[]] * len(HOSTILE)
        for query in ("' OR 1=1 --", "%", "\x00", "\\"):
            with pytest.raises(CoalaError):
                review.search(query)
        assert len(review.entries) == 5


@pytest.mark.parametrize("deleted", ["1", "field = 'types'"])
def test_review_without_an_index_searches_titles_and_says_so(found: Path, deleted: str) -> None:
    with closing(sqlite3.connect(found)) as connection, connection:
        connection.execute(f"DELETE FROM search WHERE {deleted}")
    with Review.open(found) as review:
        review.judge(0, State(Verdict.BETTER, Comment("a note")))
        assert review.search_limits() == ONLY_TITLES
        assert review.search("title3") == [3]
        assert review.search("zoe") == []
        assert review.search("note:note") == [0]
        assert review.search("#2") == [1]
        assert review.search("doc:report") == review.search("type:sea") == []


def test_an_empty_review_can_be_searched(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [])) as review:
        assert review.search("zoe") == review.search("") == review.search("doc:x type:y note: 大") == []


def test_no_damage_of_the_index_keeps_a_review_from_opening_or_being_judged(found: Path) -> None:
    with closing(sqlite3.connect(found)) as connection:
        stored = connection.execute("SELECT field, content FROM search").fetchall()
    draw = random.Random(7)
    for _ in range(150):
        field, content = draw.choice(stored)
        damaged = bytearray(draw.choice([content, zlib.decompress(content)]))
        damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        data = draw.choice(
            [bytes(damaged), zlib.compress(bytes(damaged)), b"", content[: draw.randrange(50)]]
        )
        with closing(sqlite3.connect(found)) as connection, connection:
            connection.execute("UPDATE search SET content = ? WHERE field = ?", (data, field))
        with Review.open(found, read_only=True) as review:
            for query in ("zoe", "doc:report", "type:kitti", "大", "title"):
                assert set(review.search(query)) <= set(range(5))
            assert review.search_limits() in ("", ONLY_TITLES)
            assert review.search("title2") in ([2], [])
        with closing(sqlite3.connect(found)) as connection, connection:
            connection.execute("UPDATE search SET content = ? WHERE field = ?", (content, field))
    with Review.open(found) as review:
        review.judge(0, State(Verdict.BETTER))


def test_name_and_label_of_an_entry_find_its_bag(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [linked([TEXAS, BARE], [PARIS, BARE]), bag(1, "zoe")])
    queries = ("q830149", "Q84", "paris", "texas")
    with Review.open(path) as review:
        assert [review.search(query) for query in queries] == [[0], [0], [0], []]

"""Documents of two graphs that do not correspond, and maps between them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.errors import CoalaError, ReadingError
from coala.model.corpus import Placement, build_corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.model.option import AUTO
from coala.model.options import Options
from coala.model.values import Span
from coala.prepare.document_map import map_documents, read_document_map, rename_documents
from coala.prepare.document_pairs import (
    DocumentPair,
    DocumentPairs,
    Documents,
    compare_texts,
    describe_difference,
    find_document_pairs,
    note_document_pairs,
)
from tests.golden.refusals import WRONG_MAPS
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, TEXTS, A, B, C, D, graph

SYLLABLES = "ba ce di fo gu ha ki le mo nu pa re si to vu".split()
ROLES = ("baseline", "changed graph")
NEW_1 = "http://example.org/z/doc1"
NEW_2 = "http://example.org/a/doc2"
X = SEED["X"]
BOB, SMITH, UNHEARD = TEXTS[DOC_1], TEXTS[DOC_2], "Of these only one has heard."


def in_other_names() -> Graph:
    """Return the graph Y of the paper with other document identifiers, in the other order."""
    there = {DOC_1: NEW_1, DOC_2: NEW_2}
    a, b, c, d = (span._replace(document=there[span.document]) for span in (A, B, C, D))
    return graph({"y1": [a, c], "y2": [b], "y3": [d]}, texts={there[name]: TEXTS[name] for name in TEXTS})


def notices_of(first: Documents, second: Documents) -> dict[str, Notice]:
    pairs = find_document_pairs(first, second).pairs
    return {notice.code: notice for notice in note_document_pairs(first, second, ROLES, pairs)}


def chains(graph: Graph, placement: Placement | None = None) -> dict[str, list[Span]]:
    corpus = build_corpus((graph,), (placement,) if placement else None)
    return {
        name: [corpus.span(span) for span in corpus.spans_of(0, number)]
        for number, name in enumerate(graph.names)
    }


@pytest.mark.parametrize(
    ("first", "second", "how"),
    [
        ("one\ntwo", "one\ntwo", "equal"),
        ("one\ntwo", "one\r\ntwo", "line ends"),
        ("caf\u00e9", "cafe\u0301", "Unicode normal form"),
        ("one two", " one\n\ntwo ", "white space"),
        ("(one) two", "-LRB- one -RRB- two", "usual spellings"),
        ("one", "two", ""),
    ],
)
def test_two_texts_are_alike_when_the_least_is_overlooked(first: str, second: str, how: str) -> None:
    assert compare_texts(first, second) == compare_texts(second, first) == how


@pytest.mark.parametrize(
    ("first", "second", "place", "words"),
    [
        ("a cat", "a dog", 2, ("a cat", "a dog")),
        ("a cat", "a cat.", 5, ("a cat", "a cat.")),
        ("a" + "b" * 20, "a" + "c" * 12, 1, (f"a{'b' * 12}…", f"a{'c' * 12}")),
        ("one\r\ntwo", "one\ntwo", 3, (r"one\r\ntwo", r"one\ntwo")),
        ("x" * 999 + "a", "x" * 999 + "b", 999, (f"…{'x' * 12}a", f"…{'x' * 12}b")),
    ],
)
def test_the_place_where_two_texts_part_is_shown_with_what_is_around(
    first: str, second: str, place: int, words: tuple[str, str]
) -> None:
    shown = describe_difference(first, second)
    assert re.findall("“(.*?)”", shown) == list(words)
    assert re.findall(r"\d+", shown.partition("“")[0]) == [str(place)]


def test_documents_of_equal_text_are_likely_pairs_and_those_that_nearly_are_say_how() -> None:
    first = {"a": "One two.", "b": "Line\nend.", "c": "Same in both.", "d": "Only here."}
    second = {"v": "One two.", "w": "Line\r\nend.", "c": "Same in both.", "x": "Other text."}
    assert find_document_pairs(first, second).pairs == (
        DocumentPair("a", "v", "equal"),
        DocumentPair("b", "w", "line ends"),
    )
    found = notices_of(first, second)
    for code, names in (("documents-renamed", ["<a>", "<v>"]), ("documents-nearly-equal", ["<b>", "<w>"])):
        (example,) = found[code].examples
        assert re.findall("<.*?>", example) == names
        assert re.findall("baseline|changed", example) == ["baseline", "changed"]
    assert "--map-documents auto" in found["documents-renamed"].message


def test_texts_that_several_documents_have_make_no_pair() -> None:
    first = {"a": "Page not found.", "b": "Page not found."}
    assert find_document_pairs(first, {"x": "Page not found."}) == ((), ((("a", "b"), ("x",)),))
    for text in ("", None, " \n"):
        assert find_document_pairs({"a": text}, {"b": text and text[::-1]}) == ((), ())


def test_a_text_that_differs_says_where_and_what_would_explain_it() -> None:
    first, second = {"a": "One\ntwo.", "b": "A cat."}, {"a": "One\r\ntwo.", "b": "A dog."}
    notice = notices_of(first, second)["texts-differ"]
    assert all(role in notice.message for role in ROLES)
    assert notice.count == 2
    # One of the two differs in line ends alone.
    assert "1 only" in notice.message
    assert [re.findall("<.*?>|“.*?”", example) for example in notice.examples] == [
        ["<a>", r"“One\ntwo.”", r"“One\r\ntwo.”"],
        ["<b>", "“A cat.”", "“A dog.”"],
    ]
    assert ["only" in example for example in notice.examples] == [True, False]


def test_graphs_of_the_same_documents_have_nothing_to_tell() -> None:
    assert notices_of(*build_corpus((X, SEED["Y"])).texts) == {}


def test_documents_of_one_graph_alone_are_noticed_with_that_graph() -> None:
    first, second = {"a": "x", "b": "y", "c": "z"}, {"a": "x", "d": "w"}
    notices = note_document_pairs(first, second, ROLES, ())
    found = [
        (notice.role, notice.count, notice.examples)
        for notice in notices
        if notice.code == "document-in-one-graph"
    ]
    assert found == [("baseline", 2, ("b", "c")), ("changed graph", 1, ("d",))]


def test_renaming_documents_moves_only_their_names() -> None:
    other = in_other_names()
    back = rename_documents(other, {NEW_1: DOC_1, NEW_2: DOC_2})
    assert list(back.text_of.items()) == list(zip((DOC_1, DOC_2), SEED["Y"].texts, strict=True))
    assert chains(other, back) == chains(SEED["Y"])


def test_renaming_documents_takes_along_what_is_said_of_mentions() -> None:
    one, two = Span("a", 0, 2), Span("b", 4, 6)
    before = replace(
        graph({"x": [one], "y": [two]}, texts={"a": None, "b": None}),
        mention_texts={0: "in a", 1: "in b"},
        minimums={0: (1, 2)},
    )
    renamed = rename_documents(before, {"a": "z"})
    corpus = build_corpus((before,), (renamed,))
    assert [corpus.span(number) for number in range(corpus.spans)] == [two, one._replace(document="z")]
    assert corpus.words == ({0: "in b", 1: "in a"},)
    assert corpus.minimums == ({1: (1, 2)},)


def test_two_documents_never_become_one() -> None:
    with pytest.raises(CoalaError, match=f"<{DOC_1}>"):
        rename_documents(X, {DOC_2: DOC_1})
    exchanged = rename_documents(X, {DOC_1: DOC_2, DOC_2: DOC_1})
    assert tuple(exchanged.text_of.values()) == X.texts[::-1]


def test_documents_mapped_by_equal_text_compare_as_if_they_had_one_identifier() -> None:
    expected = compare_graphs(X, SEED["Y"])
    with pytest.raises(ReadingError, match="--map-documents auto"):
        compare_graphs(X, in_other_names())
    found = compare_graphs(X, in_other_names(), options=Options(map_documents=AUTO))
    assert [bag for bag, _ in found.iterate_bags()] == [bag for bag, _ in expected.iterate_bags()]
    assert [(notice.code, notice.count) for notice in found.summary.notices] == [("documents-mapped", 2)]
    assert found.summary.settings["map_documents"] == AUTO
    assert expected.summary.settings["map_documents"] == ""


def numbered(first: str, second: str, chain: Span) -> Graph:
    """Return a graph of unnamed documents with these texts in order, and one chain."""
    made = graph({"x": [chain]}, texts={"urn:coala:document:p/1": first, "urn:coala:document:p/2": second})
    return replace(made, notices=(make_notice("document-without-name", 2, ("line 1",)),))


def test_numbers_of_documents_without_names_are_no_names_where_the_texts_differ() -> None:
    one = numbered(BOB, SMITH, Span("urn:coala:document:p/1", 0, 9))
    other = numbered(SMITH, BOB, Span("urn:coala:document:p/2", 0, 9))
    with pytest.raises(ReadingError):
        compare_graphs(one, other)
    found = compare_graphs(one, other, options=Options(map_documents=AUTO)).summary
    assert (found.bags, found.interesting) == (1, 0)
    assert [(notice.code, notice.count) for notice in found.notices] == [("documents-mapped", 2)]
    # In one order nothing is to be done.
    assert map_documents((one, one), read_document_map(AUTO), ROLES)[0][1].documents == one.documents


def test_a_document_whose_number_another_took_gets_a_number_of_its_own() -> None:
    one = numbered(BOB, SMITH, Span("urn:coala:document:p/1", 0, 9))
    other = numbered(UNHEARD, BOB, Span("urn:coala:document:p/2", 0, 9))
    (_, placed), _ = map_documents((one, other), read_document_map(AUTO), ROLES)
    assert placed.documents == ("urn:coala:document:p/1-2", "urn:coala:document:p/1")
    assert compare_graphs(one, other, options=Options(map_documents=AUTO)).summary.interesting == 0


def test_the_new_number_of_a_document_is_no_name_that_the_baseline_has() -> None:
    first, second = "urn:coala:document:p/1", "urn:coala:document:p/1-2"
    one = graph({"x": [Span(first, 0, 9)]}, texts={first: BOB, second: SMITH})
    other = numbered(UNHEARD, BOB, Span("urn:coala:document:p/2", 0, 9))
    (_, placed), _ = map_documents((one, other), read_document_map(AUTO), ROLES)
    assert placed.documents == ("urn:coala:document:p/1-3", first)


def test_documents_of_two_graphs_share_a_new_number_only_where_their_texts_are_equal() -> None:
    place, first = Span("urn:coala:document:p/2", 0, 9), "urn:coala:document:p/1"
    one = numbered(BOB, SMITH, Span(first, 0, 9))
    others = [numbered(text, BOB, place) for text in (UNHEARD, "Nobody has heard of these.", UNHEARD)]
    placements, _ = map_documents((one, *others), read_document_map(AUTO), (*ROLES, "gold", "other"))
    assert [placed.documents for placed in placements[1:]] == [
        (f"{first}-{number}", first) for number in (2, 3, 2)
    ]


def test_map_by_texts_that_are_not_there_is_noticed_with_unnamed_documents() -> None:
    one = numbered(BOB, SMITH, Span("urn:coala:document:p/1", 0, 9))
    without = replace(one, texts=(None, None))
    found = compare_graphs(one, without, options=Options(map_documents=AUTO)).summary
    assert "document-without-name" in {notice.code for notice in found.notices}


def test_without_alignment_auto_takes_equal_texts_alone() -> None:
    second = in_other_names()
    second = replace(second, texts=(f" {second.texts[0]}", *second.texts[1:]))
    (_, placed), (notice,) = map_documents((X, second), read_document_map(AUTO), ROLES, aligned=False)
    assert len(set(placed.documents) & set(X.documents)) == 1
    assert notice.count == 1
    (_, placed), _ = map_documents((X, second), read_document_map(AUTO), ROLES)
    assert set(placed.documents) == set(X.documents)


def test_gold_is_mapped_as_well() -> None:
    found = compare_graphs(X, SEED["Y"], in_other_names(), options=Options(map_documents=AUTO)).summary
    assert found.scores["changed"]["muc"].f1 == 1
    assert [(notice.code, notice.count) for notice in found.notices if notice.count] == [
        ("documents-mapped", 2)
    ]


def test_a_file_maps_documents_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "map.tsv"
    file.write_text(
        f"# changed, baseline\n{NEW_1}\t{DOC_1}\r\n\n<{NEW_2}>\t<{DOC_2}>\nhttp://nowhere\thttp://a\n"
    )
    other = in_other_names()
    (_, changed), (notice,) = map_documents((X, other), read_document_map(str(file)), ROLES)
    assert chains(other, changed) == chains(SEED["Y"])
    assert notice.count == 2
    # One more line is about no document.
    assert notice.message != map_documents((X, other), read_document_map(AUTO), ROLES)[1][0].message
    assert "one more line" in notice.message


@pytest.mark.parametrize(("content", "line"), WRONG_MAPS.values(), ids=WRONG_MAPS)
def test_a_map_with_a_mistake_is_refused_with_its_line(tmp_path: Path, content: str, line: int) -> None:
    file = tmp_path / "map.tsv"
    file.write_text(content)
    with pytest.raises(CoalaError, match=rf"map\.tsv, line {line}: "):
        read_document_map(str(file))


def test_a_map_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoalaError, match=r"missing\.tsv: "):
        read_document_map(str(tmp_path / "missing.tsv"))
    file = tmp_path / "map.tsv"
    file.write_bytes(b"a\t\xff\n")
    with pytest.raises(CoalaError, match="UTF-8"):
        read_document_map(str(file))
    file.write_text("a\tb\n")
    with pytest.raises(CoalaError, match=r"map\.tsv: .*changed graph"):
        map_documents((X, SEED["Y"]), read_document_map(str(file)), ROLES)


def report(seed: int, words: int = 120) -> str:
    """Return a text of its own; texts of one seed begin alike."""
    seeded = random.Random(seed)
    return " ".join(f"{seeded.choice(SYLLABLES)}{seeded.choice(SYLLABLES)}" for _ in range(words))


def edited(text: str, *places: int) -> str:
    """Return the text with words replaced."""
    words = text.split()
    for place in places:
        words[place] = f"q{words[place]}q"
    return " ".join(words)


def test_documents_whose_texts_nearly_align_are_a_pair_and_it_is_said_how_sure_that_is() -> None:
    first = {"a": report(1), "b": report(2), "c": report(3)}
    second = {"u": report(4), "v": edited(report(1), 7, 70), "w": report(2).replace(" ", " \n")}
    found = find_document_pairs(first, second)
    aligned, spaced = found.pairs
    assert (aligned.first, aligned.second, aligned.how) == ("a", "v", "aligned")
    assert 0.97 < aligned.share < 1
    assert spaced == DocumentPair("b", "w", "white space", 1.0)
    assert "%" in notices_of(first, second)["documents-nearly-equal"].examples[0]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (report(1), edited(report(1), *range(0, 120, 9))),
        (report(1), report(1, 240)),
        ("Bob told Tom that he would win.", "Bob told Tim that he would win."),
        (report(1), " ".join(sorted(report(1).split()))),
    ],
)
def test_documents_that_only_resemble_each_other_are_no_pair(text: str, other: str) -> None:
    assert find_document_pairs({"a": text}, {"b": other}) == ((), ())


def test_of_two_that_are_nearly_as_good_none_is_guessed() -> None:
    text = report(1)
    versions = {"v": edited(text, 7), "w": edited(text, 70)}
    assert find_document_pairs({"a": text}, versions) == ((), ((("a",), ("v", "w")),))
    assert find_document_pairs(versions, {"a": text}) == ((), ((("v", "w"), ("a",)),))
    (pair,) = find_document_pairs({"a": text}, versions | {"w": edited(text, *range(48, 60))}).pairs
    assert pair.second == "v"


def test_a_document_that_both_graphs_name_alike_is_a_rival_of_one_that_they_do_not() -> None:
    text = report(1)
    both = {"same": edited(text, 7)}
    assert find_document_pairs({"a": text} | both, {"v": edited(text, 70)} | both).pairs == ()


def test_a_form_that_many_documents_fill_in_does_not_make_them_one() -> None:
    form = report(1, 200)
    filled = {f"a{number}": f"{form[:600]} {number * 7919} {form[600:]}" for number in range(40)}
    other = {f"b{number}": edited(filled[f"a{number}"], 3) for number in range(40)}
    assert find_document_pairs(filled, other).pairs == ()
    letters = {name: f"{text} {report(int(name[1:]) + 9, 30)}" for name, text in filled.items()}
    answers = {f"b{name[1:]}": edited(text, 3) for name, text in letters.items()}
    pairs = find_document_pairs(letters, answers).pairs
    assert [(pair.first[1:], pair.how) for pair in pairs] == [
        (name[1:], "aligned") for name in sorted(letters)
    ]
    assert all(pair.first[1:] == pair.second[1:] for pair in pairs)


@limit_examples(25)
@given(st.permutations(range(8)), st.permutations(range(8)), st.integers(0, 255))
def test_renaming_and_reordering_documents_changes_nothing(
    order: list[int], names: list[int], of_first: int
) -> None:
    texts = [report(1), edited(report(1), 5), report(2), report(3), report(3), edited(report(3), 9, 99)]
    texts += [report(4).replace(" ", "\n"), report(4)]
    sides = [
        [number for number in range(8) if bool(of_first >> number & 1) == side] for side in (True, False)
    ]

    def find(rename: Sequence[int], reorder: Sequence[int]) -> set[object]:
        first, second = (
            {f"{side}{rename[number]}": texts[number] for number in reorder if number in members}
            for side, members in zip("ab", sides, strict=True)
        )
        found = find_document_pairs(first, second)
        back = {f"{side}{new}": old for old, new in enumerate(rename) for side in "ab"}
        pairs = {(back[pair.first], back[pair.second], pair.how, pair.share) for pair in found.pairs}
        undecided = {
            tuple(frozenset(back[name] for name in side) for side in group) for group in found.undecided
        }
        return pairs | undecided

    assert find(names, order) == find(range(8), range(8))


def test_documents_mapped_by_aligned_text_say_how_sure_that_is() -> None:
    one, two = Span("a", 0, 4), Span("b", 0, 4)
    before = graph({"x": [one], "y": [two]}, texts={"a": report(1), "b": report(2)})
    after = graph(
        {"x": [one._replace(document="v")], "y": [two._replace(document="w")]},
        texts={"v": edited(report(1), 70), "w": report(2)},
    )
    (_, placed), (notice,) = map_documents((before, after), read_document_map(AUTO), ROLES)
    assert placed.documents == ("a", "b")
    assert re.findall(r"\d+", notice.message)[:4] == ["2", "1", "1", "98"]
    (_, placed), (notice,) = map_documents(
        (before, take_document(after, "v")), read_document_map(AUTO), ROLES
    )
    assert re.findall(r"\d+", notice.message)[:2] == ["1", "98"]


def take_document(whole: Graph, name: str) -> Graph:
    """Return one document of a graph that has one mention a document."""
    text = whole.texts[whole.documents.index(name)]
    return graph({"x": [Span(name, 0, 4)]}, texts={name: text})


def test_documents_that_are_equally_likely_are_told_and_left_under_their_names() -> None:
    before = graph({"x": [Span("a", 0, 4)]}, texts={"a": report(1)})
    names = [f"v{number}" for number in range(4)]
    after = graph(
        {name: [Span(name, 0, 4)] for name in names},
        texts={name: edited(report(1), number + 9) for number, name in enumerate(names)},
    )
    (_, placed), notices = map_documents((before, after), read_document_map(AUTO), ROLES)
    assert sorted(placed.documents) == names
    mapped, undecided = notices
    assert (mapped.code, mapped.count) == ("documents-mapped", 0)
    assert undecided.code == "documents-undecided"
    assert re.findall(r"<\w+>|2 more|changed|baseline", undecided.message.partition("may be ")[2]) == [
        "<a>",
        "baseline",
    ]
    assert re.findall(r"<\w+>|2 more", undecided.message)[:3] == ["<v0>", "<v1>", "2 more"]


def found_by_names(ours: Sequence[str], theirs: Sequence[str], text: str = "Same.") -> DocumentPairs:
    return find_document_pairs(dict.fromkeys(ours, text), dict.fromkeys(theirs, text))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (["a/dem1921.conll", "a/dem1922.conll"], ["b/dem1921.txt", "b/dem1922.txt"]),
        (["train/x", "test/x"], ["train/x.conllu", "test/x.conllu"]),
        (["x", "x_2"], ["x.gold", "x_2.gold"]),
        (["a_1", "a_2"], ["system_a_1_out", "system_a_2_out"]),
        (["urn:coala:document:%C3%A4%20b", "urn:coala:document:c"], ["http://e.org/Ä_b", "http://e.org/c"]),
        (["a", "b", "c"], ["a.txt", "b.txt", "other.txt"]),
    ],
)
def test_documents_of_one_text_whose_names_tell_are_paired_by_them(
    ours: list[str], theirs: list[str]
) -> None:
    found = found_by_names(ours, theirs)
    assert {(pair.first, pair.second) for pair in found.pairs} == set(zip(ours, theirs, strict=True))
    assert all(pair.by_name for pair in found.pairs)
    assert not found.undecided


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (["p1", "q1"], ["u", "v"]),
        (["p1", "a longer name"], ["u", "another, longer name"][:1]),
        (["n/1", "n/2"], ["m/a", "m/b"]),
    ],
)
def test_documents_of_one_text_whose_names_tell_nothing_stay_undecided(
    ours: list[str], theirs: list[str]
) -> None:
    found = found_by_names(ours, theirs)
    assert not found.pairs
    assert found.undecided == ((tuple(sorted(ours)), tuple(sorted(theirs))),)


def test_documents_that_were_numbered_are_not_paired_by_their_numbers() -> None:
    ours, theirs = (dict.fromkeys((f"{graph}/1", f"{graph}/2"), "Same.") for graph in "ab")
    assert not find_document_pairs(ours, theirs, named=False).pairs


def test_nearly_equal_texts_of_several_documents_are_paired_by_names() -> None:
    random_words = random.Random(3)
    text = " ".join("".join(random_words.choices(SYLLABLES, k=3)) for _ in range(200))
    ours = dict.fromkeys(("a1", "a2", "a3", "a4", "a5"), text)
    theirs = dict.fromkeys((f"{name}.txt" for name in ours), text.replace(" ba", " xx", 1) + " end of it.")
    found = find_document_pairs(ours, theirs)
    assert [(pair.first, pair.second, pair.how, pair.by_name) for pair in found.pairs] == [
        (name, f"{name}.txt", "aligned", True) for name in ours
    ]
    assert not found.undecided


def paired_names(first: Documents, second: Documents, *, named: bool = True) -> list[tuple[str, str, str]]:
    found = find_document_pairs(first, second, named=named)
    return [(pair.first, pair.second, pair.how) for pair in found.pairs]


def test_documents_without_a_text_are_paired_when_an_extension_or_folders_alone_differ() -> None:
    ours: Documents = {"urn:x:1_1ecb": "One.", "urn:x:1_2ecb": None, "urn:x:b/Ann": None, "urn:x:c": "Text."}
    theirs: Documents = {"urn:x:1_1ecb.xml": None, "urn:x:1_2ecb.xml": "", "urn:x:e/ann": None}
    assert paired_names(ours, theirs) == [
        ("urn:x:1_1ecb", "urn:x:1_1ecb.xml", "named"),
        ("urn:x:1_2ecb", "urn:x:1_2ecb.xml", "named"),
        ("urn:x:b/Ann", "urn:x:e/ann", "named"),
    ]
    assert paired_names(ours, theirs, named=False) == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"a": "One text."}, {"a.xml": "Another one."}),  # two texts are known, and they differ
        ({"a/000": None}, {"b/000": None}),  # the number of a part
        ({"a": None, "A": None}, {"a.xml": None}),
        ({"a": None, "b": None}, {"a": None, "c": None}),
    ],
)
def test_documents_whose_names_or_texts_tell_them_apart_are_not_paired(
    ours: Documents, theirs: Documents
) -> None:
    assert paired_names(ours, theirs) == []


def test_graphs_whose_documents_differ_by_an_extension_are_told_how_to_join_them() -> None:
    names = [f"urn:coala:document:1_{number}ecb" for number in range(206)]
    first = graph({name: [Span(name, 0, 3)] for name in names}, texts=dict.fromkeys(names))
    second = graph({name: [Span(f"{name}.xml", 0, 3)] for name in names}, texts={})
    with pytest.raises(ReadingError) as refused:
        compare_graphs(first, second)
    assert "206 of 206" in str(refused.value)
    assert re.search(r"1_0ecb .* urn:coala:document:1_0ecb\.xml: --map-documents auto", str(refused.value))
    summary = compare_graphs(first, second, options=Options(map_documents=AUTO)).summary
    assert (summary.bags, summary.interesting) == (206, 0)
    (mapped,) = [notice for notice in summary.notices if notice.code == "documents-mapped"]
    assert mapped.count == 206
    assert "names" in mapped.message


@pytest.mark.parametrize(
    ("change", "hint"), [(" more", "--map-documents auto"), (None, "lines such as a.xml, TAB, a.")]
)
def test_graphs_of_other_texts_are_told_how_to_join_them_when_names_differ_by_an_extension(
    change: str | None, hint: str
) -> None:
    words = random.Random(5).choices(SYLLABLES, k=400)
    text_of = {"a": " ".join(words[:200]), "b": " ".join(words[200:])}
    first = graph({"x": [A._replace(document="a")], "y": [A._replace(document="b")]}, texts=text_of)
    others = {f"{name}.xml": text + change if change else "Another." for name, text in text_of.items()}
    second = graph({"x": [A._replace(document="a.xml")], "y": [A._replace(document="b.xml")]}, texts=others)
    with pytest.raises(ReadingError) as refused:
        compare_graphs(first, second)
    assert hint in str(refused.value)
    assert ("2 of 2" in str(refused.value)) is (change is None)


def test_a_few_documents_whose_names_differ_by_an_extension_are_noticed() -> None:
    first = graph({"x": [A._replace(document="a")], "y": [A._replace(document="b")]}, texts={})
    second = graph({"x": [A._replace(document="a")], "y": [A._replace(document="b.xml")]}, texts={})
    noticed = notices_of(*build_corpus((first, second)).texts)
    assert noticed["documents-named-alike"].count == 1


def test_a_map_by_texts_says_how_many_documents_their_names_paired() -> None:
    first = graph({"x": [A], "z": [A._replace(document="a/1")]}, texts={DOC_1: "Same.", "a/1": "Same."})
    names = {DOC_1: f"{DOC_1}.txt", "a/1": "a/1.txt"}
    second = graph(
        {"x": [A._replace(document=names[DOC_1])], "z": [A._replace(document="a/1.txt")]},
        texts=dict.fromkeys(names.values(), "Same."),
    )
    placements, (notice,) = map_documents((first, second), read_document_map(AUTO), ROLES)
    assert sorted(placements[1].documents) == sorted(names)
    assert re.findall(r"\b\d+\b", notice.message)[:2] == ["2", "2"]
    assert "name" in notice.message

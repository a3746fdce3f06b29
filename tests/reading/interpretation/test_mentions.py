"""The mentions of a NIF graph, and notices on spans that are no mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.model.options import ReadOptions
from coala.reading.rdf.nif import MINIMUM, OPTIONAL
from coala.reading.read import read_graphs
from tests.support.nif import BOB, JOHN, PREFIXES, chains, notice, notices, read, short


def test_a_mention_is_its_document_begin_end_and_instance(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + JOHN)
    assert chains(graph) == {"bob": [("doc", 0, 9)], "john": [("doc", 14, 18)]}
    assert graph.texts == ("Bob Smith met John.",)
    assert graph.shapes == ()
    assert graph.mentions.shape.tolist() == [-1, -1]
    assert graph.notices == ()


def test_several_instances_on_one_node_are_a_mention_each_and_the_shared_span_is_noticed(
    tmp_path: Path,
) -> None:
    graph = read(tmp_path, BOB + ":m1 itsrdf:taIdentRef :robert .")
    assert chains(graph) == {"bob": [("doc", 0, 9)], "robert": [("doc", 0, 9)]}
    assert notices(graph) == {"shared-span": 1}
    assert "characters 0 to 9 of <http://example.org/doc>" in notice(graph, "shared-span").message


def test_the_same_values_on_two_nodes_are_one_mention(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + "[] nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 9 ; itsrdf:taIdentRef :bob .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 9)]}


def test_triples_of_one_node_may_stand_apart(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        ":m nif:beginIndex 0 . :doc nif:isString 'Bob' . :m nif:referenceContext :doc . "
        ":bob a :Person . :m nif:endIndex 3 . :bob :age 4 . :m itsrdf:taIdentRef :bob .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 3)]}
    assert graph.notices == ()


@pytest.mark.parametrize("order", [(0, 0, 1), (0, 1, 0), (1, 0, 0)])
def test_which_of_two_begins_comes_first_does_not_decide_how_many_triples_are_repeated(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    begins = "".join(f":m3 nif:beginIndex {begin} . " for begin in order)
    graph = read(
        tmp_path, BOB + begins + ":m3 nif:referenceContext :doc ; nif:endIndex 4 ; itsrdf:taIdentRef :bob ."
    )
    assert notices(graph) == {"conflicting-values": 1, "duplicate-triples": 1}


def test_repeated_begin_does_not_shift_a_mention_without_begin(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB.replace("nif:beginIndex 0", "nif:beginIndex 0, '0'")
        + JOHN
        + ":m3 nif:referenceContext :doc ; nif:endIndex 19 ; itsrdf:taIdentRef :john .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 9)], "john": [("doc", 14, 18)]}
    assert notices(graph) == {"mention-without-offsets": 1, "duplicate-triples": 1}


def test_a_context_with_the_offsets_of_its_whole_text_is_no_mention(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":doc a nif:Context ; nif:beginIndex 0 ; nif:endIndex 19 ; nif:referenceContext :doc ."
        ":empty a nif:Context ; nif:beginIndex 0 ; nif:endIndex 0 .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 9)]}
    assert graph.notices == ()


def test_anchors_are_kept_only_where_there_is_no_text(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":m3 nif:referenceContext :other ; nif:beginIndex 3 ; nif:endIndex 6 ; "
        "nif:anchorOf 'Bob' ; itsrdf:taIdentRef :bob .",
    )
    assert [short(document) for document in graph.documents] == ["doc", "other"]
    assert graph.texts == ("Bob Smith met John.", None)
    assert graph.mention_texts == {1: "Bob"}
    assert notices(graph) == {"document-without-text": 1}
    assert "--texts" in notice(graph, "document-without-text").message


@pytest.mark.parametrize(
    ("code", "mention"),
    [
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex 'three' ; nif:endIndex 9"),
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex '1_0' ; nif:endIndex 12"),
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex '٣' ; nif:endIndex 9"),
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex 1.5 ; nif:endIndex 9"),
        ("offsets-not-numbers", f"nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex {'9' * 5000}"),
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex :m1 ; nif:endIndex 9"),
        ("offsets-not-numbers", "nif:referenceContext :doc ; nif:beginIndex [] ; nif:endIndex 9"),
        ("offsets-negative", "nif:referenceContext :doc ; nif:beginIndex -1 ; nif:endIndex 9"),
        ("offsets-reversed", "nif:referenceContext :doc ; nif:beginIndex 9 ; nif:endIndex 3"),
        ("offsets-empty", "nif:referenceContext :doc ; nif:beginIndex 3 ; nif:endIndex 3"),
        ("offsets-past-end", "nif:referenceContext :doc ; nif:beginIndex 3 ; nif:endIndex 20"),
        ("mention-without-document", "nif:beginIndex 0 ; nif:endIndex 3"),
        ("mention-without-document", "nif:referenceContext [] ; nif:beginIndex 0 ; nif:endIndex 3"),
        ("mention-without-document", "nif:referenceContext 'doc' ; nif:beginIndex 0 ; nif:endIndex 3"),
        ("mention-without-document", "a nif:Phrase"),
        ("mention-without-offsets", "nif:referenceContext :doc ; nif:beginIndex 0"),
        ("mention-without-offsets", "nif:referenceContext :doc"),
        ("conflicting-values", "nif:referenceContext :doc ; nif:beginIndex 0, 1 ; nif:endIndex 3"),
        ("conflicting-values", "nif:referenceContext :doc, :other ; nif:beginIndex 0 ; nif:endIndex 3"),
    ],
)
def test_a_mention_without_a_place_in_a_text_is_left_out_and_counted(
    tmp_path: Path, code: str, mention: str
) -> None:
    graph = read(tmp_path, f"{BOB} :odd itsrdf:taIdentRef :eve ; {mention} .")
    assert chains(graph) == {"bob": [("doc", 0, 9)]}
    found = notices(graph)
    assert found.pop("text-for-node", 0) == ("'doc'" in mention)
    assert found == {code: 1, "instance-without-mention": 1}
    assert "first <http://example.org/odd>" in notice(graph, code).message
    assert "Left out 1 mention " in notice(graph, code).message


def test_notice_about_numbers_quotes_the_bad_value(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":odd itsrdf:taIdentRef :bob ; nif:referenceContext :doc ; "
        "nif:beginIndex 'six' ; nif:endIndex 9 .",
    )
    assert "'six'" in notice(graph, "offsets-not-numbers").message


@pytest.mark.parametrize("number", ["+0", "00", '" 0 "^^xsd:integer', '"0"^^xsd:nonNegativeInteger', '"0"'])
def test_every_way_to_write_an_integer_is_an_offset(tmp_path: Path, number: str) -> None:
    graph = read(
        tmp_path,
        f":doc nif:isString 'Bob' . :m nif:referenceContext :doc ; nif:beginIndex {number}, 0 ; "
        "nif:endIndex 3 ; itsrdf:taIdentRef :bob .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 3)]}


def test_a_span_that_no_instance_has_is_counted(tmp_path: Path) -> None:
    graph = read(
        tmp_path, BOB + ":w a nif:Word ; nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 3 ."
    )
    assert notices(graph) == {"mention-without-instance": 1}
    assert "itsrdf:taIdentRef" in notice(graph, "mention-without-instance").message


def test_literal_is_no_instance(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":w nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef 'bob' .",
    )
    assert notices(graph) == {"mention-without-instance": 1, "text-for-node": 1}
    assert notice(graph, "text-for-node").examples == ("<http://example.org/w> itsrdf:taIdentRef 'bob'",)


def test_a_class_without_a_name_is_counted_and_one_in_quotes_too(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":bob a [], :Person, 'person' . :m1 itsrdf:taClassRef [] .")
    assert graph.types == (("http://example.org/Person",),)
    assert notices(graph) == {"class-without-name": 2, "text-for-node": 1}
    assert notice(graph, "class-without-name").examples == (
        "of <http://example.org/bob>",
        "of <http://example.org/m1>",
    )
    assert notice(graph, "text-for-node").examples == ("<http://example.org/bob> rdf:type 'person'",)


def test_an_anchor_that_differs_is_kept_and_both_readings_are_shown(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB.replace('nif:anchorOf "Bob Smith"', 'nif:anchorOf "Bob Jones"'))
    assert chains(graph) == {"bob": [("doc", 0, 9)]}
    (found,) = graph.notices
    assert (found.code, found.count) == ("text-mismatch", 1)
    assert found.examples == ("<http://example.org/m1> “Bob Jones”, the text has “Bob Smith”",)
    assert "Read as" not in found.message


@pytest.mark.parametrize(("begin", "is_told"), [(5, True), (6, False), (4, False)])
def test_line_ends_that_grew_after_counting_offsets_are_reported(
    tmp_path: Path, begin: int, is_told: bool
) -> None:
    mention = f':m1 nif:beginIndex {begin} ; nif:endIndex {begin + 2} ; nif:anchorOf "he" .'
    text = ':d a nif:Context ; nif:isString "Bob.\\r\\nhe left." .'
    graph = read(
        tmp_path, f"{text} {mention} :m1 nif:referenceContext :d ; itsrdf:taIdentRef :bob . :bob a :Person ."
    )
    said = " ".join(found.message for found in graph.notices)
    assert ("core.autocrlf" in said) is is_told


@pytest.mark.parametrize(
    ("begin", "end", "hint"),
    [
        (
            4,
            8,
            (
                "Read as UTF-16 units, 1 of these 1 fit their anchors. --offsets auto reads "
                "them so if nearly all anchors agree, --offsets utf-16 always."
            ),
        ),
        (8, 12, "Read as bytes, 1 of these 1 fit"),
        (2, 5, "Read as inclusive ends, 1 of these 1 fit"),
        (4, 7, "Read as UTF-16 units and inclusive ends, 1 of these 1 fit"),
    ],
)
def test_the_notice_says_which_way_of_counting_would_fit(
    tmp_path: Path, begin: int, end: int, hint: str
) -> None:
    # Two emoji: two code points, four UTF-16 units, eight bytes.
    graph = read(
        tmp_path,
        ":doc nif:isString '😀😀John met Bob Smith.' . :m nif:referenceContext :doc ; "
        f"nif:beginIndex {begin} ; nif:endIndex {end} ; nif:anchorOf 'John' ; itsrdf:taIdentRef :john .",
    )
    assert hint in notice(graph, "text-mismatch").message


def test_mentions_past_the_end_are_asked_as_well_which_way_of_counting_fits(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB.replace(":doc", ":a") + ":doc nif:isString '😀 Bob' . :m nif:referenceContext :doc ; "
        "nif:beginIndex 3 ; nif:endIndex 6 ; nif:anchorOf 'Bob' ; itsrdf:taIdentRef :john .",
    )
    assert "Read as UTF-16 units" in notice(graph, "offsets-past-end").message


def test_two_anchors_on_one_node_are_noticed(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":m1 nif:anchorOf 'Bob' .")
    assert notices(graph)["conflicting-anchors"] == 1


def test_two_texts_of_one_document_are_noticed_and_the_longer_one_is_taken(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":doc nif:isString 'Bob' .")
    assert graph.texts == ("Bob Smith met John.",)
    assert notices(graph) == {"conflicting-texts": 1}


def test_repeated_triples_are_counted(tmp_path: Path) -> None:
    graph = read(tmp_path, (BOB + ":bob :age 4 .") * 2)
    # Document, begin, end, anchor, link and the statement; a text is compared, not counted.
    assert notices(graph) == {"duplicate-triples": 6}


def test_the_text_stays_exactly_as_stored(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        r':doc nif:isString "Caf\u0065\u0301\r\n\t<b>\u0000😀" . '
        ":m nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :x .",
    )
    assert graph.texts == ("Cafe\u0301\r\n\t<b>\x00😀",)


def test_examples_are_few_short_and_without_control_characters(tmp_path: Path) -> None:
    long = "x" * 5000
    mentions = "".join(
        f":odd{number:02} nif:referenceContext <http://example.org/{long}> ; "
        f"nif:beginIndex 'a\\nb\\u202E{long}' ; nif:endIndex 3 ; itsrdf:taIdentRef :bob .\n"
        for number in range(30)
    )
    found = notice(read(tmp_path, BOB + mentions), "offsets-not-numbers")
    assert (found.count, len(found.examples)) == (30, 10)
    assert all(len(example) < 200 and example.isprintable() for example in found.examples)
    assert len(found.message) < 500
    assert found.message.isprintable()


def test_a_triple_that_is_repeated_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    for name in "ab":
        (tmp_path / "graph" / f"{name}.ttl").write_text(
            PREFIXES + BOB + ":bob a 'person' .", encoding="utf-8"
        )
    twice = ":bob a _:x . :m1 itsrdf:taClassRef 'x', _:x . "
    (tmp_path / "graph" / "c.ttl").write_text(PREFIXES + twice * 2, encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path / "graph")], ReadOptions())
    found = notices(graph)
    assert (found["class-without-name"], found["text-for-node"]) == (2, 2)


def test_minimum_and_optional_when_they_are_iris_are_ignored(tmp_path: Path) -> None:
    marks = f":m1 <{MINIMUM}> %s ; <{OPTIONAL}> %s ."
    with_text = read(tmp_path, BOB + marks % ("'4,9'", "'true'"))
    assert (dict(with_text.minimums), with_text.optional) == ({0: (4, 9)}, frozenset({0}))
    for name in (":x", ":doc", "_:x"):
        with_iri = read(tmp_path, BOB + marks % (name, name))
        assert (dict(with_iri.minimums), with_iri.optional) == ({}, frozenset())


def test_hint_when_another_unit_and_shorter_line_ends_fit_alike_names_the_unit(tmp_path: Path) -> None:
    # From 4 to 6 there is "ab" in UTF-16 units, and in code points if the line end were one character.
    graph = read(
        tmp_path,
        ':doc nif:isString "😀\\r\\nabab" . :m nif:referenceContext :doc ; '
        "nif:beginIndex 4 ; nif:endIndex 6 ; nif:anchorOf 'ab' ; itsrdf:taIdentRef :ab .",
    )
    message = notice(graph, "text-mismatch").message
    assert "Read as UTF-16 units, 1 of these 1 fit" in message
    assert "core.autocrlf" not in message


@pytest.mark.parametrize("minimum", ["4", "4,", "x,9", "4,x", "-4,9"])
def test_minimum_when_it_is_malformed_is_ignored(tmp_path: Path, minimum: str) -> None:
    assert not read(tmp_path, BOB + f":m1 <{MINIMUM}> '{minimum}' .").minimums

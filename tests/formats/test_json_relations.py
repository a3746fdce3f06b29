"""JSON of annotation tools with spans and relations: chains, statements, and skipped parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.formats.annotations import Annotations
from coala.formats.json import relations as json_relations
from coala.model.format_options import FormatOptions
from coala.reading.sources.detect import find_reader
from tests.support.damage import damaged, reads_or_says_why, refusal

TEXT = "Ann 😀 left. She ran. Bob sat."


def region(key: str, begin: int, end: int, words: str, label: str = "Person") -> dict[str, Any]:
    value = {"start": begin, "end": end, "text": words, "labels": [label]}
    return {"id": key, "from_name": "label", "to_name": "text", "type": "labels", "value": value}


def relation(begin: str, end: str, *labels: str) -> dict[str, Any]:
    return {"from_id": begin, "to_id": end, "type": "relation", "direction": "right", "labels": list(labels)}


REGIONS = [region("a", 0, 3, "Ann"), region("b", 13, 16, "She"), region("c", 22, 25, "Bob")]


def task(*relations: dict[str, Any], **values: object) -> dict[str, Any]:
    done = {"id": 1, "completed_by": 3, "was_cancelled": False, "result": [*REGIONS, *relations]}
    return {"id": 7, "data": {"text": TEXT, "title": "x"}, "annotations": [done], **values}


COREF = relation("b", "a", "coreference")

PRODIGY: dict[str, Any] = {
    "text": TEXT,
    "meta": {"doc_id": "d"},
    "_task_hash": 1,
    "spans": [{"start": 0, "end": 3, "label": "PERSON"}, {"start": 21, "end": 24, "label": "PERSON"}],
    "relations": [
        {
            "head_span": {"start": 12, "end": 15, "label": "PRON"},
            "child_span": {"start": 0, "end": 3, "label": "PERSON"},
            "label": "COREF",
        }
    ],
    "answer": "accept",
}

DOCCANO: dict[str, Any] = {
    "id": 5,
    "text": TEXT,
    "entities": [
        {"id": 1, "label": "PER", "start_offset": 0, "end_offset": 3},
        {"id": 2, "label": "PER", "start_offset": 12, "end_offset": 15},
        {"id": 3, "label": "PER", "start_offset": 21, "end_offset": 24},
    ],
    "relations": [{"id": 1, "from_id": 2, "to_id": 1, "type": "coref"}],
}


def read(*values: dict[str, Any], **options: Any) -> Annotations:
    data = json.dumps(values).encode()
    assert find_reader("a.json", data) is json_relations
    return json_relations.read("a.json", data, FormatOptions(**options))


def chains(found: Annotations) -> list[list[str]]:
    words: dict[str, list[str]] = {}
    for mention in found.mentions:
        ((begin, end),) = mention.fragments
        text = found.documents[mention.document].text
        words.setdefault(mention.instance, []).append(text[begin:end])
    return list(words.values())


@pytest.mark.parametrize(("values", "name"), [(task(COREF), "7"), (PRODIGY, "d"), (DOCCANO, "5")])
def test_relations_of_coreference_join_their_spans(values: dict[str, Any], name: str, tmp_path: Path) -> None:
    found = read(values)
    assert found.documents == ((name, TEXT),)
    assert sorted(map(sorted, chains(found))) == [["Ann", "She"], ["Bob"]]
    assert (found.statements, found.remarks) == ((), ())
    (tmp_path / "a.json").write_text(json.dumps([values]), encoding="utf-8")
    lines, _ = convert(str(tmp_path / "a.json"))
    (tmp_path / "a.ttl").write_text("".join(lines), encoding="utf-8")
    summary = compare(str(tmp_path / "a.json"), str(tmp_path / "a.ttl")).summary
    assert (summary.bags, summary.interesting) == (2, 0)


def test_the_words_tell_whether_label_studio_counted_code_points() -> None:
    regions = [region("a", 0, 3, "Ann"), region("b", 12, 15, "She"), COREF]
    assert chains(read(task(annotations=[{"result": regions}]))) == [["Ann", "She"]]
    unlike = [region("a", 0, 3, "Ann"), region("b", 13, 16, "He"), COREF]
    found = read(task(annotations=[{"result": unlike}]))
    assert chains(found) == [["Ann", "She"]]
    assert found.remarks == (("words-unlike", "a.json:1, the offsets lead to 'She', not to 'He'"),)


def test_the_text_is_the_one_that_has_the_words() -> None:
    found = read(task(COREF, data={"text": "another", "body": TEXT}))
    assert found.documents == (("7", TEXT),)


def test_another_relation_is_a_statement_unless_it_is_told() -> None:
    found = read(task(relation("b", "a", "same"), relation("c", "a")))
    assert len(chains(found)) == 3
    assert [each.predicate for each in found.statements] == ["same", "relation"]
    assert found.remarks == (("nothing-joins-spans", "a.json with 3 spans and relations relation, same"),)
    told = read(task(relation("b", "a", "same"), relation("c", "a")), brat_relations=("same", "relation"))
    assert (len(chains(told)), told.statements, told.remarks) == (1, (), ())


def test_spans_of_one_place_are_one_with_all_labels() -> None:
    regions = [*REGIONS, region("d", 0, 3, "Ann", "Author"), relation("b", "d", "coref")]
    found = read(task(annotations=[{"result": regions}]))
    assert chains(found) == [["Ann", "She"], ["Bob"]]
    assert found.mentions[0].types == ("Person", "Author")


def test_each_of_several_annotations_is_a_document_and_one_annotator_can_be_chosen() -> None:
    done = [
        {"completed_by": {"email": "a@b"}, "result": [*REGIONS, COREF]},
        {"completed_by": 4, "result": REGIONS},
        {"completed_by": 5, "result": REGIONS, "was_cancelled": True},
    ]
    found = read(task(annotations=done))
    assert [document.name for document in found.documents] == ["7/a@b", "7/4"]
    assert [code for code, _ in found.remarks] == ["task-not-accepted"]
    chosen = read(task(annotations=done), annotator="a@b")
    assert [document.name for document in chosen.documents] == ["7"]
    assert len(chains(chosen)) == 2


def test_what_was_not_accepted_is_passed_over_and_told() -> None:
    rejected = {**PRODIGY, "answer": "reject", "meta": {}}
    assert read(PRODIGY, rejected).remarks == (("task-not-accepted", "a.json:1"),)
    assert read(task(COREF), {"id": 8, "data": {}, "annotations": []}).remarks == (
        ("task-not-accepted", "a.json:1"),
    )
    assert "no task was annotated" in refusal(lambda: read(rejected))


def test_a_broken_span_or_relation_costs_itself() -> None:
    regions = [*REGIONS, region("d", 90, 95, "x"), COREF, relation("a", "z", "coref")]
    found = read(task(annotations=[{"result": regions}]))
    assert chains(found) == [["Ann", "She"], ["Bob"]]
    assert [code for code, _ in found.remarks] == ["mark-broken"] * 2


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (task(COREF, data={}), "the task has no text"),
        ({**PRODIGY, "text": 3}, "the task has no text"),
        ({**DOCCANO, "text": "\ud800"}, "half of a surrogate pair"),
    ],
)
def test_a_task_without_text_is_told(values: dict[str, Any], words: str) -> None:
    assert words in refusal(lambda: read(values))
    assert [code for code, _ in read(PRODIGY, values).remarks] == ["document-left-out"]


def test_a_task_that_is_there_twice_is_read_once() -> None:
    again = read(PRODIGY, PRODIGY)
    assert again[:3] == read(PRODIGY)[:3]
    assert [code for code, _ in again.remarks] == ["document-twice"]
    other = {**PRODIGY, "relations": []}
    assert [code for code, _ in read(PRODIGY, other).remarks] == ["document-left-out"]


@given(damaged(json.dumps([task(COREF), PRODIGY, DOCCANO]).encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    reads_or_says_why(lambda: json_relations.read("a.json", data, FormatOptions()))

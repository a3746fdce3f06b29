"""JSON documents in several layouts, long lists of mentions, and any JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.formats.annotations import Annotations
from coala.formats.json import reader
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.damage import reads_or_says_why, refusal
from tests.support.format_cases import list_format_cases

OBJECTS = {
    each.sample: text
    for each in list_format_cases()
    for text in each.inputs.values()
    if each.module == "json.reader" and each.sample and text[0] == "{" and text.count("\n") == 1
    if each.sample != "JSON of REL"  # whose documents are keys
}


def read(text: str) -> Annotations:
    return reader.read("a.json", text.encode(), FormatOptions())


@pytest.mark.parametrize("name", OBJECTS)
def test_object_may_be_on_a_line_in_a_list_or_over_many_lines(name: str) -> None:
    usual, value = read(OBJECTS[name]), json.loads(OBJECTS[name])
    for text in (json.dumps([value], indent=1), json.dumps(value, indent=1)):
        assert reader.looks_like("a.json", text.encode())
        assert read(text) == usual


@pytest.mark.parametrize("between", ["\n", "", ",\n", " , "])
def test_documents_over_several_lines_may_follow_each_other(between: str) -> None:
    ann = {"doc_id": "d1", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]], [[4, 8]]]}
    tea = {"doc_id": "d2", "tokens": [["Hot", "tea"], ["It", "burns"]], "clusters": [[[0, 1], [2, 2]]]}
    documents = [ann, tea, {**ann, "doc_id": "d3"}]
    found = read(between.join(json.dumps(document, indent=2) for document in documents) + "\n")
    assert len(found.documents) == 3
    assert found[:3] == read("".join(f"{json.dumps(document)}\n" for document in documents))[:3]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    ),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"clusters": JSON | st.lists(st.lists(st.lists(st.integers(-1, 4), max_size=3)))},
        optional={
            "text": JSON | st.just("Ann"),
            "tokens": JSON | st.just(["Ann"]),
            "doc_id": JSON,
            "offsets": JSON | st.sampled_from(["token", "byte"]),
            "end": JSON | st.just("inclusive"),
        },
    )
)
def test_any_json_gives_a_sentence_or_annotations(values: dict[str, object]) -> None:
    reads_or_says_why(lambda: read(json.dumps(values)))


def mention(**values: object) -> dict[str, Any]:
    tokens = ["Ann", "met", "Bob", ".", "She", "left", "."]
    return {"doc_id": "d", "coref_chain": 5, "mention_context": tokens, "tokens_number": [0], **values}


def test_contexts_that_do_not_have_the_mentions_are_no_texts() -> None:
    values = [mention(sent_id=2, tokens_number=[3], tokens_str="fire") for _ in range(12)]
    found = read(json.dumps([*values, mention(sent_id=0)]))
    assert [(each.fragments, each.anchor) for each in found.mentions][-2:] == [
        (((20_003, 20_004),), "fire"),
        (((0, 1),), ""),
    ]
    assert [document.text for document in found.documents] == [""]
    assert len(read(json.dumps([*values[:5], *(mention(sent_id=0) for _ in range(95))])).mentions) == 95


@pytest.mark.parametrize(
    ("misfits", "others", "kept", "texts"), [(10, 3, 3, 1), (11, 3, 14, 0), (2, 0, 2, 0)]
)
def test_few_contexts_without_their_mention_cost_it_and_many_or_all_cost_the_contexts(
    misfits: int, others: int, kept: int, texts: int
) -> None:
    wrong = mention(sent_id=2, tokens_number=[3], tokens_str="fire")
    found = read(json.dumps([*[wrong] * misfits, *[mention(sent_id=0)] * others]))
    assert len(found.mentions) == kept
    assert sum(bool(document.text) for document in found.documents) == texts


def test_list_that_counts_tokens_of_documents_is_recognised_by_its_first_bytes(tmp_path: Path) -> None:
    one = {"doc_id": "d", "sentence_id": "2", "tokens_ids": [31], "tokens": "she", "cluster_id": 100000001}
    path = tmp_path / "dev_events.json"
    path.write_text(json.dumps([{"m_id": "1", **one}, {**one, "tokens_ids": [2]}], indent=4))
    (graph,) = read_graphs([str(path)], ReadOptions())
    assert (len(graph.names), graph.documents) == (1, ("urn:coala:document:d",))


def test_tokens_and_sentences_may_write_one_token_in_a_hundred_otherwise() -> None:
    words = [f"w{number}" for number in range(300)]
    value = {"doc_key": "d", "sentences": [[*words, "<N>"]], "tokens": [*words, "\n"], "clusters": [[[0, 0]]]}
    assert read(json.dumps(value)).documents[0].text.endswith("w299 <N>")
    upper = {**value, "tokens": [*(word.upper() for word in words), "\n"]}
    assert refusal(lambda: read(json.dumps(upper))).startswith("a.json:1: ")

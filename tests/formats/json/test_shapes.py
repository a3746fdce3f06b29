"""Detection of each shape of JSON by its keys; an ambiguous file is never guessed silently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.errors import ReadingError
from coala.formats.annotations import Annotations
from coala.formats.json import reader
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.damage import refusal

SENTENCES = [["Ann", "met", "Bob", "."], ["She", "left", "."]]
FLAT = [token for sentence in SENTENCES for token in sentence]


def read(value: object, clusters: str = "", **options: Any) -> Annotations:
    return reader.read("a.json", json.dumps(value).encode(), FormatOptions(clusters=clusters, **options))


def chains(found: Annotations) -> dict[str, list[str]]:
    """Return the words of each chain."""
    words: dict[str, list[str]] = {}
    for mention in found.mentions:
        text = found.documents[mention.document].text
        words.setdefault(mention.instance, []).append(
            " … ".join(text[begin:end] for begin, end in mention.fragments)
        )
    return words


def tokens_of_corenlp(words: list[str]) -> list[dict[str, object]]:
    return [{"word": "-x-", "originalText": word, "before": " ", "after": ""} for word in words]


OBJECTS: dict[str, dict[str, Any]] = {
    "SpanBERT": {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 0], [4, 4]]]},
    "only a prediction": {"doc_key": "d", "sentences": SENTENCES, "predicted_clusters": [[[0, 0], [4, 4]]]},
    "NARC": {"doc_key": "d", "tokens": FLAT, "sentences": SENTENCES, "clusters": [[[0, 0], [4, 4]]]},
    "AllenNLP": {"doc_id": "d", "document": FLAT, "top_spans": [[0, 0]], "clusters": [[[0, 0], [4, 4]]]},
    "Maverick": {
        "doc_id": "d",
        "tokens": FLAT,
        "clusters_token_offsets": [[[0, 0], [4, 4]]],
        "clusters_char_offsets": None,
    },
    "wl-coref": {
        "document_id": "d",
        "cased_words": FLAT,
        "sent_id": [0, 0, 0, 0, 1, 1, 1],
        "span_clusters": [[[0, 1], [4, 5]]],
        "word_clusters": [[0, 4]],
    },
    "wl-coref without heads": {
        "doc_key": "d",
        "sentences": SENTENCES,
        "cased_words": FLAT,
        "sent_id": [0, 0, 0, 0, 1, 1, 1],
        "clusters": [[[0, 1], [4, 5]]],
    },
    "pieces of words": {
        "doc_key": "d",
        "sentences": [
            ["[CLS]", "An", "##n", "met", "Bob", ".", "[SEP]"],
            ["[CLS]", "She", "left", ".", "[SEP]"],
        ],
        "subtoken_map": [0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6],
        "sentence_map": [0] * 8 + [1] * 4,
        "clusters": [[[1, 2], [8, 8]]],
    },
    "leave only the words there": {
        "doc_key": "d",
        "sentences": [[101, 83, 84, 7, 9, 4, 102], [101, 5, 6, 4, 102]],
        "subtoken_map": [0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6],
        "sentence_map": [0] * 8 + [1] * 4,
        "orig_tokens": FLAT,
        "clusters": [[[1, 2], [8, 8]]],
    },
    "PreCo": {"id": "d", "sentences": SENTENCES, "mention_clusters": [[[0, 0, 1], [1, 0, 1]]]},
    "coref-data": {
        "id": "d",
        "text": "Ann met Bob. She left.",
        "sentences": [{"tokens": [{"text": word} for word in words]} for words in SENTENCES],
        "coref_chains": [[[0, 0, 0], [1, 0, 0]]],
    },
    "DocRED": {
        "title": "d",
        "sents": SENTENCES,
        "vertexSet": [[{"pos": [0, 1], "sent_id": 0, "name": "Ann"}, {"pos": [0, 1], "sent_id": 1}]],
    },
    "DWIE": {
        "id": "d",
        "content": "Ann met Bob .\nShe left .",
        "mentions": [{"begin": 0, "end": 3, "concept": 0}, {"begin": 14, "end": 17, "concept": 0}],
        "concepts": [],
    },
    "CoreNLP without blanks": {
        "docId": "d",
        "sentences": [{"tokens": [{"word": word} for word in words]} for words in SENTENCES],
        "corefs": {
            "0": [{"sentNum": number, "startIndex": 1, "endIndex": 2, "text": "x"} for number in (1, 2)]
        },
    },
    "SciREX": {
        "doc_id": "d",
        "words": FLAT,
        "sentences": [[0, 4], [4, 7]],
        "ner": [],
        "coref": {"0": [[0, 1], [4, 5]]},
    },
    "ELIT": {
        "doc_id": "d",
        "sens": [{"sid": place, "tok": words} for place, words in enumerate(SENTENCES)],
        "coref": [[[0, 0, 1], [1, 0, 1]]],
    },
    "clusters under names": {"doc_id": "d", "tokens": FLAT, "clusters": {"0": [[0, 0], [4, 4]]}},
    "RuCoCo": {"id": "d", "text": "Ann met Bob .\nShe left .", "entities": [[[0, 3], [14, 17]]]},
    "IAHLT": {
        "text": "Ann met Bob .\nShe left .",
        "clusters": [{"metadata": {}, "mentions": [[0, 3, {"a": 1}], [14, 17, {}]]}],
        "metadata": {"doc_id": "d"},
    },
}


@pytest.mark.parametrize("name", OBJECTS)
def test_the_same_chain_is_read_from_every_shape(name: str) -> None:
    found = read(OBJECTS[name])
    ((document, text),) = found.documents
    assert (document, text.replace("\n", " ")) == ("d", "Ann met Bob . She left .")
    assert chains(found) == {"d/0": ["Ann", "She"]}
    assert found.remarks == ()


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_stands_on_a_line_in_a_list_or_over_many_lines(name: str) -> None:
    usual = read(OBJECTS[name])
    for text in (json.dumps([OBJECTS[name]], indent=1), json.dumps(OBJECTS[name], indent=1)):
        assert reader.looks_like("a.json", text.encode())
        assert reader.read("a.json", text.encode(), FormatOptions()) == usual


def test_words_that_stand_beside_their_pieces_are_the_text() -> None:
    found = read({**OBJECTS["pieces of words"], "tokens": ["ANN", "met", "Bob", ".", "SHE", "left", "."]})
    assert chains(found) == {"d/0": ["ANN", "SHE"]}


def test_corenlp_says_what_its_text_was() -> None:
    value = {
        "docId": "d",
        "sentences": [{"tokens": tokens_of_corenlp(words)} for words in (["Ann", "(A)"], ["She"])],
        "corefs": {
            "7": [
                {"sentNum": 1, "startIndex": 1, "endIndex": 3},
                {"sentNum": 2, "startIndex": 1, "endIndex": 2},
            ]
        },
    }
    found = read(value)
    assert found.documents == (("d", " Ann (A) She"),)
    assert chains(found) == {"d/7": ["Ann (A)", "She"]}


BOTH = {**OBJECTS["SpanBERT"], "predicted_clusters": [[[2, 2], [4, 4]]]}


def test_a_prediction_is_read_before_the_gold_chains_and_a_notice_says_so() -> None:
    found = read(BOTH)
    assert chains(found) == {"d/0": ["Bob", "She"]}
    assert found.remarks == (("predicted-clusters", "line 1: predicted_clusters, not clusters"),)


def test_predictions_that_some_documents_lack_are_noticed_unless_a_key_is_named() -> None:
    gold = {**OBJECTS["SpanBERT"], "doc_key": "e"}
    found = read([BOTH, gold])
    assert chains(found) == {"d/0": ["Bob", "She"], "e/0": ["Ann", "She"]}
    assert found.remarks[1:] == (("prediction-missing", "a.json:1, e"),)
    assert read([BOTH, gold], clusters="clusters").remarks == ()
    assert read([gold]).remarks == ()


BESIDE: dict[str, dict[str, object]] = {
    "SciREX": {"coref_non_salient": {"2": [[1, 2], [2, 3]]}},
    "SpanBERT": {"gold_clusters": [[[0, 0]], [[2, 2]]]},
    "PreCo": {"gold_clusters": [[[0, 0, 1]]]},
}


@pytest.mark.parametrize("shape", BESIDE)
def test_chains_of_one_form_under_two_keys_are_noticed_unless_a_key_is_named(shape: str) -> None:
    value = {**OBJECTS[shape], **BESIDE[shape]}
    ((other, _),) = BESIDE[shape].items()
    key = next(key for key in ("coref", "clusters", "mention_clusters") if key in value)
    found = read(value)
    assert chains(found) == chains(read(OBJECTS[shape]))
    assert found.remarks == (("chains-beside", f"line 1: {key}, not {other}"),)
    for named in (key, other):
        assert read(value, clusters=named).remarks == ()


@pytest.mark.parametrize("shape", BESIDE)
def test_equal_chains_in_another_order_under_two_keys_are_not_noticed(shape: str) -> None:
    value = dict(OBJECTS[shape])
    key = next(key for key in ("coref", "clusters", "mention_clusters") if key in value)
    held = value[key]
    ((other, _),) = BESIDE[shape].items()
    if isinstance(held, dict):
        value[other] = dict(reversed([(name, chain[::-1]) for name, chain in held.items()]))
    else:
        value[other] = [chain[::-1] for chain in held][::-1]
    assert value[other] != held
    assert "chains-beside" not in [code for code, *_ in read(value).remarks]


@pytest.mark.parametrize(
    "beside",
    [
        {"gold_clusters": []},
        {"gold_clusters": OBJECTS["SpanBERT"]["clusters"]},
        {"ner": [[[0, 0, "PER"]]]},
        {"top_spans": [[0, 0], [1, 1]]},
        {"clusters_strings": [["Ann", "She"]]},
    ],
)
def test_what_is_no_other_set_of_chains_is_not_noticed(beside: dict[str, object]) -> None:
    assert read({**OBJECTS["SpanBERT"], **beside}).remarks == ()


def test_gold_chains_that_were_left_blank_are_no_choice() -> None:
    assert read({**BOTH, "clusters": []}).remarks == ()


def test_documents_that_share_a_genre_for_a_name_are_numbered() -> None:
    values = [{"doc_key": "nw", "sentences": [[word]], "clusters": [[[0, 0]]]} for word in "abc"]
    found = read(values)
    assert found.documents == (("nw", "a"), ("nw#2", "b"), ("nw#3", "c"))
    assert chains(found) == {"nw/0": ["a"], "nw#2/0": ["b"], "nw#3/0": ["c"]}
    assert [code for code, _ in found.remarks] == ["name-of-several"] * 2
    assert "occurs twice, first in line 1" in refusal(lambda: read([*values, {**values[0], "clusters": []}]))
    again = read([*values, values[1]])
    assert again.documents == found.documents
    assert [code for code, _ in again.remarks] == ["document-twice", *["name-of-several"] * 2]


@pytest.mark.parametrize(("key", "first"), [("clusters", "Ann"), ("predicted_clusters", "Bob")])
def test_the_key_that_is_told_is_read_without_a_notice(key: str, first: str) -> None:
    found = read(BOTH, clusters=key)
    assert chains(found) == {"d/0": [first, "She"]}
    assert found.remarks == ()


def test_a_key_of_no_shape_holds_chains_of_its_document() -> None:
    values = [{"doc_id": name, "tokens": FLAT, "found": [[[0, 0], [4, 4]]]} for name in "de"]
    found = read(values, clusters="found")
    assert chains(found) == {"d/0": ["Ann", "She"], "e/0": ["Ann", "She"]}
    assert (found.remarks, found.across) == ((), frozenset())


def test_a_key_that_is_not_there_is_named_with_those_that_are() -> None:
    message = refusal(lambda: read(BOTH, clusters="gold"))
    assert message.startswith(
        "a.json:1: --clusters gold is not a key of the document (the keys are 'doc_key', "
    )


UNKNOWN: dict[str, tuple[dict[str, object], str]] = {
    "chains under another key": (
        {"doc_id": "d", "tokens": FLAT, "groups": [[[0, 0]]]},
        "the key clusters for the chains where no other shape fits is missing (the keys are "
        "'doc_id', 'tokens', 'groups'): 'groups' looks like chains, so name it with --clusters, or describe "
        "such files with --json-shape.",
    ),
    "text and chains under other keys": (
        {"titel": "d", "satz": SENTENCES, "ketten": [[[0, 0, 1]]]},
        "neither a text nor chains are there under a key that is known (the keys are 'titel', 'satz', "
        "'ketten'): 'ketten' looks like chains, so describe such files with --json-shape.",
    ),
    "DWIE without its text": (
        {"id": "d", "mentions": [{"begin": 0, "end": 3, "text": "Ann", "concept": 1}], "concepts": []},
        (
            "mentions has the chains as in DWIE, but content with the text is missing (the "
            "keys are 'id', 'mentions', 'concepts'): give files with texts, which the "
            "download script of the data set may add, or describe such files with "
            "--json-shape."
        ),
    ),
    "DocRED without its text": (
        {"title": "d", "vertexSet": []},
        "vertexSet has the chains as in DocRED and Re-DocRED, but sents with the text is missing",
    ),
    "text under another key": (
        {"doc_id": "d", "content": "Ann.", "clusters": []},
        (
            "neither text nor tokens nor sentences is there, but offsets need it (the keys "
            "are 'doc_id', 'content', 'clusters'): describe such files with --json-shape."
        ),
    ),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_an_object_that_fits_no_shape_is_refused_with_its_keys_and_the_nearest_shape(case: str) -> None:
    value, sentence = UNKNOWN[case]
    assert refusal(lambda: read(value)).startswith(f"a.json:1: {sentence}")


def test_a_key_like_chains_is_shown_when_a_document_has_no_known_key_for_them() -> None:
    value: dict[str, object] = {"doc_key": "d", "sentences": SENTENCES, "groups": [[[0, 0], [4, 4]]]}
    assert read(value).remarks == (("no-clusters", "line 1, where 'groups' looks like chains"),)
    assert chains(read(value, clusters="groups")) == {"d/0": ["Ann", "She"]}


def test_chains_of_two_shapes_are_not_chosen_between_in_silence() -> None:
    value = {**OBJECTS["PreCo"], "clusters": [[[2, 2]]]}
    message = refusal(lambda: read(value))
    assert message == (
        "a.json:1: the chains may be those under clusters or mention_clusters: choose with --clusters KEY."
    )
    assert chains(read(value, clusters="clusters")) == {"a/1/0": ["Bob"]}
    assert chains(read(value, clusters="mention_clusters")) == {"d/0": ["Ann", "She"]}


def test_a_document_without_chains_is_remarked() -> None:
    found = read({"doc_key": "d", "sentences": SENTENCES, "ner": []})
    assert (len(found.documents), found.mentions) == (1, ())
    assert found.remarks == (("no-clusters", "line 1"),)


@pytest.mark.parametrize(
    ("name", "changed", "words"),
    [
        ("PreCo", {"mention_clusters": [[[2, 0, 1]]]}, "there is no sentence 2"),
        ("PreCo", {"mention_clusters": [[[0, 0, 9]]]}, "a span reaches past sentence 0"),
        ("PreCo", {"mention_clusters": [[[0, 1]]]}, "'[0, 1]' is not a span: write [sentence, begin, end]"),
        ("DocRED", {"vertexSet": [[{"pos": [0, 1]}]]}, "is not a span"),
        ("DocRED", {"vertexSet": [["x"]]}, "is not a span"),
        ("DWIE", {"mentions": [{"begin": 0, "end": 3}]}, "has a mention without concept"),
        ("wl-coref", {"span_clusters": [[[0, 99]]]}, "since no other unit or end fits all spans"),
        ("coref-data", {"sentences": [{}]}, "has a sentence without a list of tokens"),
        ("coref-data", {"sentences": [{"tokens": [1]}]}, "has a token without text"),
        (
            "pieces of words",
            {"subtoken_map": [0]},
            "subtoken_map is not a list of the words of all 12 pieces",
        ),
        (
            "pieces of words",
            {"subtoken_map": [1, *[0] * 11]},
            "subtoken_map does not count the words upwards",
        ),
        ("pieces of words", {"tokens": ["Ann"]}, "subtoken_map leads past the 1 word"),
        (
            "leave only the words there",
            {"orig_tokens": None},
            "sentences has numbers for pieces of words, but the words are missing: write them under tokens",
        ),
        (
            "leave only the words there",
            {"orig_tokens": ["[SPEAKER]", *FLAT]},
            "subtoken_map counts 7 words, but orig_tokens has 8, perhaps with speakers",
        ),
        ("NARC", {"tokens": ["a"]}, "tokens and sentences are both there"),
    ],
)
def test_what_does_not_fit_a_shape_is_one_sentence(name: str, changed: dict[str, Any], words: str) -> None:
    assert words in refusal(lambda: read({**OBJECTS[name], **changed}))


def test_a_document_that_cannot_be_read_costs_no_other() -> None:
    good = [{**OBJECTS["SpanBERT"], "doc_key": str(number)} for number in range(3)]
    lines = "\n".join([json.dumps(good[0]), '{"doc_key": "cut', json.dumps(good[1]), json.dumps(good[2])])
    found = reader.read("a.jsonl", lines.encode(), FormatOptions())
    assert [document.name for document in found.documents] == ["0", "1", "2"]
    ((code, example),) = found.remarks
    assert code == "document-left-out"
    assert example.startswith("a.jsonl:2, the line is not JSON (")


def test_a_file_of_flaws_is_refused_unless_it_is_meant() -> None:
    values = [OBJECTS["SpanBERT"], *({"text": number} for number in range(11))]
    assert "11 of 12 documents cannot be used" in refusal(lambda: read(values))
    assert len(read(values, lenient=True).documents) == 1


def test_spans_that_fit_only_otherwise_refuse_the_whole_file() -> None:
    exclusive = {"doc_key": "e", "sentences": SENTENCES, "clusters": [[[6, 7]]]}
    message = refusal(lambda: read([OBJECTS["SpanBERT"], exclusive]))
    assert "all spans of the line would fit as token offsets with an exclusive end" in message


@pytest.mark.parametrize(
    ("name", "changed", "example"),
    [
        (
            "SpanBERT",
            {"clusters": [[[0, 0], [99, 99]], [[4, 4]]]},
            "in cluster 0 the span [99, 99] does not fit",
        ),
        ("SpanBERT", {"clusters": [[[0, 0], [4, 4], ["0", 1]]]}, """in cluster 0 '["0", 1]' is not a span"""),
        (
            "PreCo",
            {"mention_clusters": [[[0, 0, 1], [1, 0, 1], [7, 0, 1]]]},
            "in cluster 0 there is no sentence 7",
        ),
    ],
)
def test_a_wrong_span_costs_that_span(name: str, changed: dict[str, Any], example: str) -> None:
    found = read({**OBJECTS[name], **changed})
    assert [words for chain in chains(found).values() for words in chain] == ["Ann", "She"]
    ((code, told),) = found.remarks
    assert code == "span-left-out"
    assert told.startswith(f"a.json:1, d, {example}")


def test_a_file_of_wrong_spans_is_refused_unless_it_is_meant() -> None:
    value = {**OBJECTS["SpanBERT"], "clusters": [[[0, 0], [4, 4]], [[99, 99]] * 11]}
    assert "11 of 13 spans cannot be used" in refusal(lambda: read(value))
    assert len(read(value, lenient=True).mentions) == 2


FASTCOREF = {
    "text": "Ann 😀 left. She ran.",
    "clusters": [[[0, 3], [12, 15]], [[4, 10]]],
    "clusters_strings": [["Ann", "She"], ["😀 left"]],
}


def test_words_that_the_file_states_are_held_against_those_at_the_offsets() -> None:
    assert [code for code, _ in read(FASTCOREF).remarks] == ["document-without-name"]
    found = read({**FASTCOREF, "clusters_strings": [["Ann", "He"], ["😀left"]]})
    assert chains(found) == {"a/1/0": ["Ann", "She"], "a/1/1": ["😀 left"]}
    assert found.remarks[1:] == (
        (
            "words-unlike",
            "a.json:1, a/1, in cluster 0 the offsets lead to 'She', but clusters_strings has 'He'",
        ),
    )
    value: dict[str, Any] = {
        **OBJECTS["DocRED"],
        "vertexSet": [[{"pos": [0, 1], "sent_id": 0, "name": "Bob"}]],
    }
    assert [code for code, _ in read(value).remarks] == ["words-unlike"]
    maverick = {**OBJECTS["Maverick"], "clusters_token_text": [["Ann", "They"]]}
    assert [code for code, _ in read(maverick).remarks] == ["words-unlike"]


def test_stated_words_tell_offsets_that_are_counted_otherwise() -> None:
    value = {**FASTCOREF, "clusters": [[[0, 3], [13, 16]], [[4, 11]]]}
    message = refusal(lambda: read(value))
    assert "in cluster 0 the offsets lead to 'he ', but clusters_strings has 'She'" in message
    assert "all would lead to the stated words as utf-16 offsets with an exclusive end" in message
    assert len(read(value, offsets="utf-16").remarks) == 1


def test_stated_words_that_are_broken_check_nothing() -> None:
    broken: list[Any] = [[], [[]], "x", [["Ann", 3], [None]], [{}], None]
    for strings in broken:
        assert len(read({**FASTCOREF, "clusters_strings": strings}).remarks) == 1


XCORE: dict[str, object] = {
    "doc_id": "d",
    "tokens": [["Ann", "left", "."], ["She", "and", "Bob"], ["Bob"]],
    "clusters_token_offsets": [[[0, 0, 0], [1, 0, 0]], [[1, 2, 2], [2, 0, 0]]],
    "clusters_text_mentions": [["Ann", "She"], ["Bob", "Bob"]],
}


def test_the_chains_of_an_object_with_several_documents_run_across_them() -> None:
    found = read(XCORE)
    assert [document.name for document in found.documents] == ["d/1", "d/2", "d/3"]
    assert chains(found) == {"d/0": ["Ann", "She"], "d/1": ["Bob", "Bob"]}
    assert found.remarks == ()
    one_document = {**XCORE, "clusters_token_offsets": [[[0, 0], [3, 3]]], "clusters_text_mentions": []}
    assert chains(read(one_document)) == {"d/0": ["Ann", "She"]}


def test_a_span_of_none_of_several_documents_costs_itself() -> None:
    found = read({**XCORE, "clusters_token_offsets": [[[0, 0, 0], [9, 0, 0], [1, 0, 0], [1, 0]]]})
    assert chains(found) == {"d/0": ["Ann", "She"]}
    assert [code for code, _ in found.remarks] == ["span-left-out"] * 2
    assert ("'[9, 0, 0]' is not a span: write [document, begin, end] in the 3 documents of this line") in str(
        found.remarks
    )


NAMED: list[dict[str, object]] = [
    {"doc_id": "a", "tokens": ["Ann"], "clusters": {"e7": [[0, 0]]}},
    {"doc_id": "b", "tokens": ["She", "Bob"], "clusters": {"e7": [[0, 0]], "e8": [[1, 1]]}},
]


def test_the_names_of_clusters_hold_in_their_document() -> None:
    found = read(NAMED)
    assert chains(found) == {"a/e7": ["Ann"], "b/e7": ["She"], "b/e8": ["Bob"]}
    assert found.remarks == ()
    assert [(name.key, name.document, name.name) for name in found.names] == [
        ("a/e7", "a", "e7"),
        ("b/e7", "b", "e7"),
        ("b/e8", "b", "e8"),
    ]


@pytest.mark.parametrize("key", ["id", "cluster_id"])
def test_clusters_that_are_objects_may_have_names(key: str) -> None:
    clusters = [{key: "e7", "mentions": [[0, 0]]}, {"mentions": [[2, 2]]}, {key: 1, "mentions": [[4, 4]]}]
    value = {**OBJECTS["SpanBERT"], "clusters": clusters}
    found = read(value)
    assert chains(found) == {"d/e7": ["Ann"], "d/1'": ["Bob"], "d/1": ["She"]}
    assert [(name.name, name.number) for name in found.names] == [("e7", None), ("1", 1)]


def test_a_file_without_any_mention_of_one_token_may_have_exclusive_ends() -> None:
    value: dict[str, Any] = {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 1], [4, 5]]] * 25}
    ((code, example),) = read(value).remarks
    assert (code, example) == ("ends-unsure", "a.json, 50 mentions")
    for told in (
        read(value, end="inclusive"),
        read(value, end="exclusive"),
        read({**value, "end": "inclusive"}),
        read({**value, "clusters": [*value["clusters"], [[2, 2]]]}),
        read({**value, "clusters": value["clusters"][1:]}),
    ):
        assert told.remarks == ()


def mention(**values: object) -> dict[str, object]:
    usual = {"doc_id": "d", "coref_chain": 5, "mention_context": FLAT, "tokens_number": [0]}
    return {**usual, **values}


def test_mentions_of_a_list_share_chains_over_documents() -> None:
    found = read([mention(), mention(doc_id="e", tokens_number=[2, 0]), mention(coref_chain="x")])
    assert [document.name for document in found.documents] == ["d", "e"]
    assert chains(found) == {"5": ["Ann", "Ann … Bob"], "x": ["Ann"]}
    assert found.remarks == ()


def test_contexts_of_one_document_are_documents_whatever_their_order() -> None:
    values = [mention(), mention(mention_context=["Zoe"])]
    assert read(values).documents == read(values[::-1]).documents
    assert [document.name for document in read(values).documents] == ["d#1", "d#2"]


def test_mentions_whose_sentences_lie_elsewhere_are_places_with_words() -> None:
    values = [
        mention(mention_context=None, sent_id=3, tokens_number=[7, 8], tokens_str="the king"),
        mention(mention_context=None, sent_id=0, tokens_number=[0, 2], tokens_str="took over"),
    ]
    found = read(values)
    assert found.documents == (("d", ""),)
    assert found.textless == {0}
    assert [(each.fragments, each.anchor) for each in found.mentions] == [
        (((30_007, 30_009),), "the king"),
        (((0, 1), (2, 3)), "took over"),
    ]
    assert found.remarks == (("sentences-elsewhere", "a.json, d"),)


def test_lists_without_sentences_are_compared_and_converted(tmp_path: Path) -> None:
    gold = [mention(mention_context=None, sent_id=place, tokens_str=str(place)) for place in range(3)]
    system = [{**each, "coref_chain": place // 2} for place, each in enumerate(gold)]
    for name, values in (("gold", gold), ("system", system)):
        (tmp_path / f"{name}.json").write_text(json.dumps(values), encoding="utf-8")
    lines, notices = convert(str(tmp_path / "gold.json"))
    (tmp_path / "gold.ttl").write_text("".join(lines), encoding="utf-8")
    assert [notice.code for notice in notices] == ["sentences-elsewhere"]
    for key in ("gold.json", "gold.ttl"):
        summary = compare(str(tmp_path / key), str(tmp_path / "system.json")).summary
        assert (summary.bags, summary.interesting, summary.baseline.mentions) == (1, 1, 3)
        assert {notice.code for notice in summary.notices} & {"sentences-elsewhere"}
    assert compare(str(tmp_path / "gold.json"), str(tmp_path / "gold.ttl")).summary.interesting == 0
    (graph,) = read_graphs([str(tmp_path / "gold.json")], ReadOptions())
    assert [notice.code for notice in graph.notices] == ["sentences-elsewhere"]


def token_mention(**values: object) -> dict[str, object]:
    """Return a mention in the list format of Cattan et al."""
    usual = {"doc_id": "d", "sentence_id": "2", "tokens_ids": [31], "tokens": "she", "cluster_id": 100000001}
    return {**usual, **values}


def test_mentions_of_a_list_that_count_tokens_of_documents_are_places_with_words() -> None:
    values = [
        token_mention(),
        token_mention(doc_id="e", tokens_ids=[7, 9], tokens="took over", sentence_id="0"),
        token_mention(tokens_ids=[40_001], sentence_id="1000", cluster_id=0),
        token_mention(tokens_ids=[1], sentence_id=None),
    ]
    found = read(values)
    assert found.documents == (("d", ""), ("e", ""))
    assert found.textless == {0, 1}
    assert [(each.document, each.fragments, each.instance, each.anchor) for each in found.mentions] == [
        (0, ((20_031, 20_032),), "100000001", "she"),
        (0, ((10_040_001, 10_040_002),), "0", "she"),
        (0, ((1, 2),), "100000001", "she"),
        (1, ((7, 8), (9, 10)), "100000001", "took over"),
    ]
    assert {code for code, _ in found.remarks} == {"sentences-elsewhere"}


def test_a_list_that_counts_tokens_of_documents_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "dev_events.json"
    path.write_text(json.dumps([{"m_id": "1", **token_mention()}, token_mention(tokens_ids=[2])], indent=4))
    (graph,) = read_graphs([str(path)], ReadOptions())
    assert (len(graph.names), graph.documents) == (1, ("urn:coala:document:d",))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"tokens_ids": ["31"]}, "nor sentence_id with a list of tokens_ids"),
        ({"tokens_ids": [-1]}, "nor sentence_id with a list of tokens_ids"),
        ({"sentence_id": "x"}, "nor sentence_id with a list of tokens_ids"),
        ({"cluster_id": ""}, "the mention names no chain"),
        ({"cluster_id": None}, "the mention names no chain"),
    ],
)
def test_what_is_wrong_with_a_mention_that_counts_tokens_of_documents_is_one_sentence(
    changed: dict[str, object], words: str
) -> None:
    assert words in refusal(lambda: read([token_mention(**changed)]))


def test_predicted_chains_of_mentions_are_read_where_there_are_any() -> None:
    values = [mention(predicted_coref_chain=1), mention(doc_id="e", predicted_coref_chain=2)]
    found = read(values)
    assert list(chains(found)) == ["1", "2"]
    assert [code for code, _ in found.remarks] == ["predicted-clusters"]
    assert list(chains(read(values, clusters="coref_chain"))) == ["5"]


def test_contexts_that_do_not_have_the_mentions_are_no_texts() -> None:
    values = [mention(sent_id=2, tokens_number=[3], tokens_str="fire") for _ in range(12)]
    found = read([*values, mention(sent_id=0)])
    assert [(each.fragments, each.anchor) for each in found.mentions][-2:] == [
        (((20_003, 20_004),), "fire"),
        (((0, 1),), ""),
    ]
    assert [document.text for document in found.documents] == [""]
    assert len(read([*values[:5], *(mention(sent_id=0) for _ in range(95))]).mentions) == 95


def test_an_empty_span_is_a_slip_where_most_have_exclusive_ends() -> None:
    spans = [[place, place + 1] for place in range(0, 4)] * 5
    value = {"doc_key": "d", "cased_words": FLAT, "clusters": [[*spans, [1, 1]]]}
    found = read(value)
    assert len(found.mentions) == 20
    assert [code for code, _ in found.remarks] == ["span-left-out"]
    with pytest.raises(ReadingError, match="would fit as token offsets with an inclusive end"):
        read({**value, "clusters": [[[0, 0], [1, 1], [1, 2], [3, 3]]]})


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"mention_context": None}, "the mention has neither mention_context"),
        ({"mention_context": None, "sent_id": "3"}, "the mention has neither mention_context"),
        ({"mention_context": None, "sent_id": True}, "the mention has neither mention_context"),
        (
            {"mention_context": None, "sent_id": 3, "tokens_number": [10_000]},
            "the mention has neither mention_context",
        ),
        ({"mention_context": None, "sent_id": -1}, "the mention has neither mention_context"),
        ({"mention_context": None, "sent_id": 3, "tokens_str": "\udc00"}, "half of a surrogate pair"),
        ({"tokens_number": [99]}, "tokens_number is not a list of places"),
        ({"tokens_number": ["0"]}, "tokens_number is not a list of places"),
        ({"tokens_number": [-1]}, "tokens_number is not a list of places"),
        ({"tokens_str": "Bob"}, "tokens_number leads to 'Ann' in mention_context, not to 'Bob'"),
        ({"doc_id": []}, "the mention has no doc_id"),
        ({"doc_id": "\udc00"}, "half of a surrogate pair"),
        ({"coref_chain": "\udc00"}, "the mention names no chain"),
    ],
)
def test_what_is_wrong_with_a_mention_is_one_sentence(changed: dict[str, object], words: str) -> None:
    assert words in refusal(lambda: read([mention(**changed)]))


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("DWIE", {"mentions": [{"begin": 0, "end": 3, "concept": "\udc00"}]}),
        ("DocRED", {"vertexSet": {"\udc00": [{"pos": [0, 1], "sent_id": 0}]}}),
        ("coref-data", {"sentences": [{"tokens": [{"text": "\udc00"}]}]}),
    ],
)
def test_half_a_character_is_told_wherever_it_stands(name: str, changed: dict[str, Any]) -> None:
    assert "has half a character, \\udc00" in refusal(lambda: read({**OBJECTS[name], **changed}))


def test_tokens_and_sentences_may_write_one_token_in_a_hundred_otherwise() -> None:
    words = [f"w{number}" for number in range(300)]
    value = {"doc_key": "d", "sentences": [[*words, "<N>"]], "tokens": [*words, "\n"], "clusters": [[[0, 0]]]}
    assert read(value).documents[0].text.endswith("w299 <N>")
    with pytest.raises(ReadingError, match="are both there"):
        read({**value, "tokens": [*(word.upper() for word in words), "\n"]})

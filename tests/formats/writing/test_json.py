"""Other chains in JSON: only the value of the chains changes, in the shape that the object has."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coala.errors import CoalaError
from coala.formats.json.reader import read
from coala.formats.writing.chains import MentionPlace, WantedChain
from coala.formats.writing.json import replace_chains
from coala.model.format_options import FORMAT_DEFAULTS

TOKENS = "Ann saw Bob . She left him .".split()
TEXT = " ".join(TOKENS)


def place(words: str, document: str = "d") -> MentionPlace:
    begin = TEXT.index(words)
    return MentionPlace(document, ((begin, begin + len(words)),))


def chain(*places: MentionPlace) -> WantedChain:
    return WantedChain(dict.fromkeys(places))


ANN, BOB, SHE, HIM = map(place, ("Ann", "Bob", "She", "him"))


def write(values: dict[str, Any], *chains: WantedChain) -> Any:
    rewritten = replace_chains("a.jsonl", json.dumps(values).encode(), chains, FORMAT_DEFAULTS)
    assert not rewritten.lost
    return json.loads(rewritten.data)


def test_only_the_chains_of_an_object_that_changed_are_written() -> None:
    other = '{ "doc_key" : "e","sentences":[["A","B"]],  "clusters":[[[0,0],[1,1]]] , "x": 1.50}'
    tokens = json.dumps(TOKENS)
    line = f'{{"doc_key": "d", "x": "\\u00e9", "tokens": {tokens}, "clusters": [[[0, 0], [4, 4]]], "y":0}}'

    rewritten = replace_chains(
        "a.jsonl",
        f"{other}\r\n\n{line}\n".encode(),
        [chain(ANN, SHE), chain(BOB, HIM), chain(MentionPlace("e", ((0, 1),)), MentionPlace("e", ((2, 3),)))],
        FORMAT_DEFAULTS,
    )

    expected = line.replace("[[[0, 0], [4, 4]]]", "[[[0, 0], [4, 4]], [[2, 2], [6, 6]]]")
    assert rewritten.data.decode() == f"{other}\r\n\n{expected}\n"


def test_lists_that_run_parallel_to_the_clusters_follow() -> None:
    values = {
        "doc_id": "d",
        "tokens": TOKENS,
        "clusters_token_offsets": [[[0, 0], [4, 4]], [[2, 2], [6, 6]]],
        "clusters_token_text": [["Ann", "She"], ["Bob", "him"]],
        "clusters_char_offsets": [[[0, 2], [14, 16]], [[8, 10], [23, 25]]],
    }

    written = write(values, chain(BOB, HIM, SHE), chain(ANN), chain(place("left")))

    assert written == values | {
        "clusters_token_offsets": [[[0, 0]], [[2, 2], [6, 6], [4, 4]], [[5, 5]]],
        "clusters_token_text": [["Ann"], ["Bob", "him", "She"], ["left"]],
        "clusters_char_offsets": [[[0, 2]], [[8, 10], [23, 25], [14, 16]], [[18, 21]]],
    }


def test_mentions_in_sentences_count_from_their_sentence() -> None:
    values = {"id": "d", "sentences": [TOKENS[:4], TOKENS[4:]], "mention_clusters": [[[0, 0, 1], [1, 0, 1]]]}
    him = MentionPlace("d", ((23, 26),))

    assert write(values, chain(ANN, SHE), chain(BOB, him))["mention_clusters"] == [
        [[0, 0, 1], [1, 0, 1]],
        [[0, 2, 3], [1, 2, 3]],
    ]


def test_mentions_that_are_objects_keep_what_is_written_about_them() -> None:
    values = {
        "title": "d",
        "sents": [TOKENS[:4], TOKENS[4:]],
        "vertexSet": [
            [
                {"name": "Ann", "sent_id": 0, "pos": [0, 1], "type": "PER"},
                {"name": "She", "sent_id": 1, "pos": [0, 1], "type": "PER"},
            ]
        ],
    }
    him = MentionPlace("d", ((23, 26),))

    assert write(values, chain(ANN, BOB), chain(SHE, him))["vertexSet"] == [
        [values["vertexSet"][0][0], {"sent_id": 0, "pos": [2, 3], "name": "Bob"}],
        [values["vertexSet"][0][1], {"sent_id": 1, "pos": [2, 3], "name": "him"}],
    ]


@pytest.mark.parametrize("name", ["1" * 15, "1" * 5_000])
def test_chain_named_by_a_long_number_takes_a_new_mention(name: str) -> None:
    mentions = [{"begin": 0, "end": 3, "text": "Ann", "concept": name}]

    written = write({"id": "d", "content": TEXT, "mentions": mentions, "concepts": []}, chain(ANN, BOB))

    assert [str(mention["concept"]) for mention in written["mentions"]] == [name] * 2


def test_utf_16_offsets_are_written_as_the_line_says() -> None:
    values = {"doc_id": "d", "text": "😀 Ann. She", "offsets": "utf-16", "clusters": [[[3, 6]]]}

    written = write(values, chain(MentionPlace("d", ((2, 5),)), MentionPlace("d", ((7, 10),))))

    assert written["clusters"] == [[[3, 6], [8, 11]]]


def test_chains_across_documents_keep_one_name_if_names_hold_there() -> None:
    lines = [{"doc_id": name, "text": TEXT, "clusters": {"x": [[0, 3]]}} for name in ("a", "b")]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    options = FORMAT_DEFAULTS._replace(across_documents=True)
    both = chain(*(place("She", document) for document in ("a", "b")))

    rewritten = replace_chains("a.jsonl", data, [both], options)

    assert not rewritten.lost
    names = [list(json.loads(line)["clusters"]) for line in rewritten.data.splitlines()]
    assert names[0] == names[1]
    # Without that option, the chain would be divided.
    assert replace_chains("a.jsonl", data, [both], FORMAT_DEFAULTS).lost == (
        "the chain of 'a' 14–17 in 2 documents is divided",
    )


def test_mentions_of_entries_are_refused() -> None:
    data = json.dumps({"text": TEXT, "ents": [{"start": 0, "end": 3, "kb_id": "Q1"}]}).encode()
    assert read("a.json", data, FORMAT_DEFAULTS).mentions

    with pytest.raises(CoalaError, match=r"a\.json"):
        replace_chains("a.json", data, [], FORMAT_DEFAULTS)

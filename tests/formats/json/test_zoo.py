"""Published files of JSON, compared with independent counts."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from coala.formats.json import reader
from coala.model.format_options import FormatOptions
from tests.support.paths import SHARED, needs_shared

ZOO = SHARED / "data" / "zoo"

COUNTED = {
    "jsonl-preco": "preco.jsonl",
    "git-lfs-pointer": "test.korean_pd_NER.jsonlines",
    "conllu-columns-in-conll": "singe.jsonlines",
    "d-docred": "dev_revised.3.json",
    "d-mention-list": "Event_gold_mentions.15.json",
}


@needs_shared
@pytest.mark.parametrize("sample", COUNTED)
def test_mentions_and_chains_are_as_many_as_counted(sample: str) -> None:
    path = ZOO / sample / COUNTED[sample]
    data = path.read_bytes()
    found = reader.read(str(path), data, FormatOptions())
    expected = json.loads((ZOO / "expected.json").read_text())["samples"][sample][path.name]
    assert reader.looks_like(path.name, data[:4096])
    assert found.remarks == ()
    assert {
        "mentions": len(found.mentions),
        "chains": len({mention.instance for mention in found.mentions}),
    } == expected


@needs_shared
def test_documents_without_clusters_are_read_and_counted() -> None:
    path = ZOO / "jsonl-without-clusters" / "dev.jsonl"
    found = reader.read(str(path), path.read_bytes(), FormatOptions())
    assert len(found.documents) == 4
    assert len(found.mentions) == 32
    assert Counter(code for code, _ in found.remarks) == {"no-clusters": 2}

"""A DocBin of spaCy: chains from groups called coref_clusters; one sentence if spaCy is missing."""

from __future__ import annotations

import sys
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from coala.formats.annotations import Annotations
from coala.formats.spacy_docbin import read
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS
from coala.reading.read import read_graphs
from tests.support.damage import reads_or_says_why, refusal


def test_without_spacy_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy.tokens", None)
    message = refusal(lambda: read("a.spacy", zlib.compress(b"\x80"), FormatOptions()))
    assert message.startswith("a.spacy: ")
    assert "pip install '.[spacy]'" in message


@pytest.fixture
def docbin() -> Any:
    pytest.importorskip("spacy", reason="spaCy is an optional extra: pip install -e '.[spacy]'")
    import spacy

    make = spacy.blank("en")
    first = make("Ann saw her dog. 😀 She ran.")
    first.spans["coref_clusters_1"] = [first[0:1], first[2:3], first[6:7]]
    first.spans["coref_clusters_2"] = [first[2:4]]
    first.spans["coref_head_clusters_1"] = [first[0:1], first[3:4]]
    second = make("Bob ran.")
    second.spans["sc"] = [second[0:1]]
    return spacy.tokens.DocBin(docs=[first, second], store_user_data=True)


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        text = annotations.documents[mention.document].text
        found.setdefault(mention.instance, []).append(text[slice(*mention.fragments[0])])
    return found


def test_a_group_of_clusters_is_a_chain_and_heads_are_none(docbin: Any, tmp_path: Path) -> None:
    annotations = read("folder/two.spacy", docbin.to_bytes(), FormatOptions())
    assert [document.text for document in annotations.documents] == [
        "Ann saw her dog. 😀 She ran.",
        "Bob ran.",
    ]
    assert chains(annotations) == {
        "two/1/coref_clusters_1": ["Ann", "her", "She"],
        "two/1/coref_clusters_2": ["her dog"],
    }
    assert ("no-clusters", "two/2, span groups: 'sc'") in annotations.remarks
    heads = read("two.spacy", docbin.to_bytes(), FormatOptions(clusters="coref_head_clusters"))
    assert list(chains(heads).values()) == [["Ann", "dog"]]
    (tmp_path / "two.spacy").write_bytes(docbin.to_bytes())
    (graph,) = read_graphs([str(tmp_path / "two.spacy")], DEFAULTS.reading)
    assert (len(graph.mentions), len(graph.names)) == (4, 2)


def test_a_damaged_file_is_one_sentence(docbin: Any) -> None:
    whole = docbin.to_bytes()
    unpacked = zlib.decompress(whole)
    damaged = [
        whole[: len(whole) // 2],
        b"",
        b"\x78\x9c",
        zlib.compress(b"\x80"),
        zlib.compress(b"\xff" * 99),
    ]
    damaged += [
        zlib.compress(unpacked[:place] + b"\xc1" + unpacked[place + 1 :]) for place in range(0, 900, 7)
    ]
    for data in damaged:
        reads_or_says_why(partial(read, "a.spacy", data, FormatOptions()))

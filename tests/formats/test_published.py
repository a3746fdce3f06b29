"""Published files, flawed ones among them, compared with independent counts."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coala.base.files import make_sibling_reader
from coala.engine.compare import compare
from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions
from coala.reading.sources.detect import find_reader
from coala.reading.sources.stream import Beginning
from tests.support.paths import SHARED, needs_shared

pytestmark = needs_shared

ZOO = SHARED / "data" / "zoo"

COUNTED: dict[str, tuple[str, int, int, dict[str, int]]] = {
    "d-tcf/objector-corpus-all.xml": ("tcf", 2, 1, {}),
    "d-tcf/streamer-nikos-core-tcf04.xml": ("tcf", 11, 8, {}),
    "d-sacr/aesop.sacr": ("sacr", 31, 9, {}),
    "d-sacr/cicero.sacr": ("sacr", 47, 30, {}),
    "d-sacr/lucian_speakers.sacr": ("sacr", 0, 0, {}),
    "d-sacr/pliny.sacr": ("sacr", 51, 23, {}),
    "d-sacr/simple.sacr": ("sacr", 2, 1, {}),
    "d-naf/09-hij-sloeg-hem.naf": ("naf", 0, 0, {"no-entities": 1}),
    "d-naf/16-alleen-mijn-hart-blijft-mijn-eigen.naf": ("naf", 2, 1, {}),
    "d-naf/20-een-vrouw-speldt-je-iets-op-je-mouw.naf": ("naf", 2, 1, {}),
    "d-naf/23-een-vrouw-geeft-zich-zacht-als-dons.naf": ("naf", 2, 1, {}),
    "d-naf/24-een-vrouw-geeft-zich-soms-aan-ons.naf": ("naf", 2, 1, {}),
    "d-naf/27-een-vrouw-geeft-zich-vaak-devoot.naf": ("naf", 2, 1, {}),
    "d-booknlp/158_emma.entities": ("booknlp", 399, 99, {"words-made-up": 1}),
    "d-ecbplus/1_10ecb.xml": ("cat_xml", 19, 12, {}),
    "d-ecbplus/1_10ecbplus.xml": ("cat_xml", 44, 30, {}),
    "d-ecbplus/1_11ecb.xml": ("cat_xml", 22, 11, {}),
    "d-mmax2/COREA/Markables/s2_coref_level.xml": ("mmax2", 63, 32, {"level-read": 1}),
    "d-mmax2/SONAR_1_COREF/Markables/WR-P-E-E-0000000018_np_level.xml": (
        "mmax2",
        51,
        24,
        {"level-read": 1},
    ),
    "d-korkor/globv_1.conllup": ("corefud", 22, 10, {"words-linked": 1}),
    "uima-mention-names-entity/Evander_Act1.xmi": ("uima.xmi", 150, 14, {"uima-entity-found": 1}),
    # As many chains as in their CoNLL.
    "tsv-coreference-as-relation/GENTLE_dictionary_next.tsv": (
        "webanno.tsv",
        213,
        175,
        {"relation-layer-found": 1, "spans-not-linked": 148},
    ),
    "tsv-coreference-as-relation/GENTLE_poetry_death.tsv": (
        "webanno.tsv",
        49,
        31,
        {"relation-layer-found": 1, "spans-not-linked": 26},
    ),
    "tsv-coreference-as-relation/GUM_webanno_test.tsv": (
        "webanno.tsv",
        281,
        159,
        {"relation-layer-found": 1, "spans-not-linked": 114},
    ),
    # The next has mentions and chains that ``PROVENANCE.md`` has, and ``expected.json`` has not.
    "conll-word-missing/lee.conll": ("conll", 21, 4, {"columns-differ": 1}),
    "three-columns-broken/testing_sacr2conll.conll": ("conll", 232, 124, {"brackets-joined": 62}),
    "cells-inside-a-span/key.conll": ("conll", 1, 1, {"columns-found": 1, "document-not-ended": 1}),
    "jsonl-without-clusters/dev.jsonl": ("json.reader", 32, 12, {"no-clusters": 2}),
}
"""By file: the format, the distinct mentions, the chains, and how often each remark comes."""

EXPECTED: dict[str, tuple[str, dict[str, int]]] = {
    "conll-empty-last-column/example_out.conll": ("conll", {}),
    "conll-word-missing/clark.conll": ("conll", {"columns-differ": 1}),
    "conll-stray-bracket/Braut_Act1_Scene7.CoNLL2012.conll": ("conll", {"bracket-left-out": 1}),
    "conll-stray-bracket-2/nonref.conll": ("conll", {"bracket-left-out": 1}),
    "gum-header-without-name/GENTLE_dictionary_next.conll": ("conll", {}),
    "gum-header-without-name/GENTLE_poetry_road.conll": ("conll", {"bracket-left-out": 2}),
    "mention-ids-as-tokens/evt_gold_test.keyfile": ("conll", {}),
    "mention-ids-as-tokens/evt_gold_lh_test.keyfile": ("conll", {}),
    "two-columns-first-varies/0/system.conll": ("conll", {"columns-found": 1}),
    "eight-columns-of-cross-document-work/key.conll": ("conll", {"columns-found": 1}),
    "eight-columns-of-cross-document-work/system.conll": ("conll", {"columns-found": 1}),
    "word-and-brackets-only/gicoref.conll": ("conll", {"columns-found": 1}),
    "conllu-columns-in-conll/singe.conll": ("conll", {"columns-found": 1}),
    "koconovel-four-schemes/reader_overlapped/0.conll": ("conll", {}),
    "koconovel-four-schemes/reader_overlapped/2.conll": ("conll", {}),
    "corefud-one-bad-bracket/GENTLE_poetry_road.conllu": ("corefud", {"entity-unpaired": 2}),
    "corefud-one-bad-bracket/GENTLE_poetry_death.conllu": ("corefud", {}),
    "corefud-democrat/fr-democrat-dev-sample.conllu": ("corefud", {}),
    "jsonl-preco/preco.jsonl": ("json.reader", {}),
    "git-lfs-pointer/test.korean_pd_NER.jsonlines": ("json.reader", {}),
    "conllu-columns-in-conll/singe.jsonlines": ("json.reader", {}),
    "d-docred/dev_revised.3.json": ("json.reader", {}),
    "d-mention-list/Event_gold_mentions.15.json": ("json.reader", {}),
}
"""By file whose mentions and chains ``expected.json`` has: the format, and how often each remark comes."""


def read(name: str, module: str) -> Annotations:
    """Read a file of the zoo with the reader that claims it."""
    path = ZOO / name
    data = path.read_bytes()
    reader = find_reader(Beginning(path.name, data[:4096]))
    assert reader.__name__ == f"coala.formats.{module}"
    options = FormatOptions(sibling=make_sibling_reader(str(path), 1 << 24))
    found: Annotations = reader.read(str(path), data, options)
    return found


def count(found: Annotations) -> tuple[int, int]:
    """Return the numbers of distinct mentions and of chains."""
    mentions = {(mention.document, mention.fragments, mention.instance) for mention in found.mentions}
    return len(mentions), len({mention.instance for mention in found.mentions})


@pytest.mark.parametrize("name", COUNTED)
def test_published_file_is_read_as_counted(name: str) -> None:
    module, mentions, chains, codes = COUNTED[name]
    found = read(name, module)
    assert count(found) == (mentions, chains)
    assert Counter(code for code, _ in found.remarks) == codes


@pytest.mark.parametrize("name", EXPECTED)
def test_published_file_is_read_as_another_program_counted(name: str) -> None:
    module, codes = EXPECTED[name]
    found = read(name, module)
    samples = json.loads((ZOO / "expected.json").read_text(encoding="utf-8"))["samples"]
    counts = samples[name.split("/")[0]][Path(name).name]
    assert count(found) == (counts["mentions"], counts["chains"])
    assert Counter(code for code, _ in found.remarks) == codes


def test_bad_brackets_are_shown_with_their_lines() -> None:
    found = read("corefud-one-bad-bracket/GENTLE_poetry_road.conllu", "corefud")
    assert [re.findall(r":(\d+),.*'(\d+)'", example) for _, example in found.remarks] == [
        [("39", "3")],
        [("29", "2")],
    ]


def test_documents_of_a_corpus_stay_apart() -> None:
    assert len(read("eight-columns-of-cross-document-work/key.conll", "conll").documents) == 12
    assert len(read("jsonl-without-clusters/dev.jsonl", "json.reader").documents) == 4


def test_number_within_a_span_is_no_bracket() -> None:
    found = read("cells-inside-a-span/key.conll", "conll")
    assert [mention.fragments for mention in found.mentions] == [((74, 89),)]


def test_entities_without_identifiers_are_as_many_as_their_opening_brackets() -> None:
    name = "entity-without-ids/cop_scriptorium-ud-dev.conllu"
    found = read(name, "corefud")
    values = re.findall(r"\bEntity=([^|\s]*)", (ZOO / name).read_text(encoding="utf-8"))
    opened = sum(value.count("(") for value in values)
    assert (len(found.mentions), count(found)[1]) == (opened, opened)
    assert [statement.value for statement in found.statements] == ["Jesus"]
    assert [code for code, _ in found.remarks] == ["entities-without-identity"]


@pytest.mark.parametrize(("name", "elements"), [("TC-PA.key", 2), ("TC-PB.key", 4)])
def test_universal_anaphora_is_counted_by_its_column(name: str, elements: int) -> None:
    found = read(f"ua-exploded/{name}", "corefud")
    text = (ZOO / "ua-exploded" / name).read_text(encoding="utf-8")
    opened = re.findall(r"\(EntityID=(\d+)", text)
    assert (len(found.mentions), count(found)[1]) == (len(opened), len(set(opened)))
    assert [statement.predicate for statement in found.statements] == ["SplitAnte"] * elements
    assert found.remarks == ()


PAIRS = {
    "mention-ids-as-tokens": ("evt_gold_test.keyfile", "evt_gold_lh_test.keyfile", 23, 18),
    "conll-word-missing": ("clark.conll", "lee.conll", 3, 2),
    "eight-columns-of-cross-document-work": ("key.conll", "system.conll", 21, 8),
    "koconovel-four-schemes": ("reader_overlapped", "reader_separate", 7, 1),
}


@pytest.mark.parametrize("folder", PAIRS)
def test_two_versions_differ_as_counted(folder: str) -> None:
    one, other, bags, interesting = PAIRS[folder]
    summary = compare(ZOO / folder / one, ZOO / folder / other).summary
    assert (summary.bags, summary.interesting) == (bags, interesting)


def test_lines_of_json_have_the_same_chains() -> None:
    """Compare without the row counts, which include rows that are no tokens."""
    columns = read("conllu-columns-in-conll/singe.conll", "conll")
    lines = json.loads((ZOO / "conllu-columns-in-conll/singe.jsonlines").read_text())
    spans = [(begin, -end, chain) for chain, spans in enumerate(lines["clusters"]) for begin, end in spans]
    mentions = [(found.fragments[0][0], -found.fragments[0][1], found.instance) for found in columns.mentions]
    assert in_order_of_mentions(mentions) == in_order_of_mentions(spans)


def in_order_of_mentions(spans: list[tuple[int, int, Any]]) -> list[int]:
    """Return the chain of each mention, numbered by first appearance."""
    numbers: dict[Any, int] = {}
    return [
        numbers.setdefault(chain, len(numbers)) for _, _, chain in sorted(spans, key=lambda span: span[:2])
    ]

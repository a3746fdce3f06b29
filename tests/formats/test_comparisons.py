"""Comparisons and conversions of formats whose texts, mentions or chains are elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.formats import cat_xml
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS, ReadOptions
from coala.reading.rdf.nif import to_turtle
from coala.reading.read import read_graphs
from tests.reading.sample_files import SAMPLES, write_sample

TABLE = SAMPLES["EDL"]["a.tab"]
REL = SAMPLES["JSON of REL"]["a.json"]


@pytest.mark.parametrize(
    ("name", "baseline", "changed", "texts", "codes"),
    [
        (
            "a.tab",
            TABLE,
            TABLE.replace("NEWS_2:12-14\tNIL0001", "NEWS_2:12-14\tNIL0002"),
            {"NEWS_1": "Ann left Paris.", "NEWS_2": "The town of Ann and Bo"},
            ["names-compared"],
        ),
        (
            "a.json",
            REL,
            json.dumps({**json.loads(REL), "d": json.loads(REL)["d"][:2]}),
            {"d": "Ann left Paris, for Paris."},
            ["names-compared"],
        ),
    ],
)
def test_texts_of_mentions_may_be_in_a_folder(
    name: str, baseline: str, changed: str, texts: dict[str, str], codes: list[str], tmp_path: Path
) -> None:
    for folder in ("texts", "baseline", "changed"):
        (tmp_path / folder).mkdir()
    for document, text in texts.items():
        (tmp_path / "texts" / f"{document}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "baseline" / name).write_text(baseline, encoding="utf-8")
    (tmp_path / "changed" / name).write_text(changed, encoding="utf-8")
    options = DEFAULTS._replace(reading=ReadOptions(texts=tmp_path / "texts"))
    graphs = (str(tmp_path / side / name) for side in ("baseline", "changed"))
    summary = compare(*graphs, options=options).summary
    assert summary.interesting == 1
    assert [notice.code for notice in summary.notices] == codes


def test_two_linkers_differ_where_their_links_do(tmp_path: Path) -> None:
    article = json.loads(SAMPLES["JSON of ELEVANT"]["a.json"])
    (tmp_path / "a.jsonl").write_text(json.dumps(article), encoding="utf-8")
    article["entity_mentions"][3]["id"] = "Q5"
    (tmp_path / "b.jsonl").write_text(json.dumps(article), encoding="utf-8")
    assert compare(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")).summary.interesting == 1


@pytest.mark.parametrize("key", ["Label Studio", "Prodigy", "doccano"])
def test_tasks_with_relations_are_the_same_chains_when_they_are_converted(key: str, tmp_path: Path) -> None:
    path = write_sample(tmp_path, key)
    converted = tmp_path / "a.ttl"
    converted.write_text("".join(convert(str(path))[0]), encoding="utf-8")
    summary = compare(str(path), str(converted)).summary
    assert (summary.bags, summary.interesting) == (2, 0)


def test_lists_without_sentences_are_compared_and_converted(tmp_path: Path) -> None:
    usual = {"doc_id": "d", "coref_chain": 5, "mention_context": None, "tokens_number": [0]}
    gold = [{**usual, "sent_id": place, "tokens_str": str(place)} for place in range(3)]
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


def test_chain_across_documents_is_one_node_in_all_files() -> None:
    data = SAMPLES["CAT"]["a.xml"].encode()
    both = (cat_xml.read(name, data, FormatOptions()) for name in ("one.xml", "two.xml"))
    named = [line for line in to_turtle(*both) if line.endswith("taIdentRef> <urn:coala:instance:PER1> .\n")]
    assert sum("one#char" in line for line in named) == sum("two#char" in line for line in named) == 2

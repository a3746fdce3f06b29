"""JSON of linkers: mentions that name an entry of a knowledge base."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import compare
from coala.errors import ReadingError
from coala.formats.annotations import Annotations
from coala.formats.json import reader
from coala.formats.json.shapes import load_shape
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS, ReadOptions
from tests.formats.json.test_shapes import chains
from tests.support.damage import refusal

TEXT = "Ann met Bo in Paris. She left Paris."
WIKIDATA = "http://www.wikidata.org/entity/"
PARIS = f"{WIKIDATA}Q90"


def read(value: object, **options: Any) -> Annotations:
    return reader.read("a.jsonl", json.dumps(value).encode(), FormatOptions(**options))


def spans_with(key: str, *names: object) -> list[dict[str, object]]:
    """Return mentions of Ann, Bo and twice Paris with their entries, as ELEVANT writes them."""
    places = ((0, 3), (8, 10), (14, 19), (30, 35))
    return [{"span": place, key: name} for place, name in zip(places, names, strict=False)]


ARTICLE: dict[str, Any] = {
    "id": 7,
    "title": "News",
    "text": TEXT,
    "entity_mentions": [
        *(
            {**each, "linked_by": "x", "candidates": []}
            for each in spans_with("id", "Q1", "<NIL>", "Q90", "Q90")
        )
    ],
    "evaluation_span": [0, 36],
    "labels": [{**each, "name": "", "type": "OTHER"} for each in spans_with("entity_id", "Q1", "Q2", "Q90")],
}
BENCHMARK = {key: value for key, value in ARTICLE.items() if key != "entity_mentions"}
REFINED: dict[str, Any] = {
    "doc_id": "d",
    "text": TEXT,
    "spans": [
        {
            "text": "Ann",
            "start": 0,
            "ln": 3,
            "predicted_entity": {"wikidata_entity_id": "Q1", "wikipedia_entity_title": "Ann"},
            "coarse_mention_type": "PERSON",
        },
        {"text": "Bo", "start": 8, "ln": 2, "predicted_entity": {"wikidata_entity_id": None}},
        {"text": "Paris", "start": 14, "end": 19, "predicted_entity": {"wikidata_entity_id": "Q90"}},
        {"text": "Paris", "start": 30, "end": 35, "predicted_entity": {"wikidata_entity_id": "Q90"}},
    ],
}
SPACY: dict[str, Any] = {
    "id": "d",
    "text": TEXT,
    "ents": [
        {"start": 0, "end": 3, "label": "PERSON", "kb_id": "Q1"},
        {"start": 8, "end": 10, "label": "PERSON", "kb_id": "NIL"},
        {"start": 14, "end": 19, "label": "GPE", "kb_id": "Q90"},
        {"start": 30, "end": 35, "label": "GPE", "kb_id": PARIS},
    ],
    "sents": [{"start": 0, "end": 20}],
    "tokens": [{"id": 0, "start": 0, "end": 3}],
}
RELIK: dict[str, Any] = {
    "text": TEXT,
    "tokens": [],
    "id": 3,
    "spans": [
        {"start": 0, "end": 3, "label": "--NME--", "text": "Ann"},
        {"start": 14, "end": 19, "label": "Paris", "text": "Paris"},
        {"start": 30, "end": 35, "label": "Paris", "text": "Paris"},
    ],
    "triplets": [],
}
OBJECTS = {"ELEVANT": ARTICLE, "ReFinED": REFINED, "spaCy with links": SPACY}


@pytest.mark.parametrize("name", OBJECTS)
def test_mentions_of_one_entry_are_one_chain_and_others_stay_alone(name: str) -> None:
    found = read(OBJECTS[name])
    document = found.documents[0].name
    assert chains(found) == {
        f"{WIKIDATA}Q1": ["Ann"],
        f"{document}/1": ["Bo"],
        PARIS: ["Paris", "Paris"],
    }
    assert found.across == {f"{WIKIDATA}Q1", PARIS}
    assert found.remarks == ()


def test_label_of_relik_names_a_page_of_wikipedia() -> None:
    found = read(RELIK)
    paris = "https://en.wikipedia.org/wiki/Paris"
    assert chains(found) == {"3/0": ["Ann"], paris: ["Paris", "Paris"]}
    assert found.across == {paris}
    assert found.remarks == ()


@pytest.mark.parametrize("key", ["labels", "entity_mentions"])
def test_numbers_of_entities_that_elevant_lacks_join_mentions_of_one_article(key: str) -> None:
    link = "entity_id" if key == "labels" else "id"
    labels = spans_with(link, "Unknown1", "Unknown", "Unknown1", "Unknown12")
    article = {"id": 7, "text": TEXT, key: labels}
    found = read([article, {**article, "id": 8}])
    sizes = sorted(map(len, chains(found).values()))
    assert sizes == [1, 1, 1, 1, 2, 2]
    assert found.across == frozenset()
    assert not any(code == "entry-unusable" for code, _ in found.remarks)


def test_predictions_of_elevant_are_read_unless_an_option_asks_for_labels() -> None:
    assert chains(read(ARTICLE, clusters="labels")) == chains(read(BENCHMARK))
    assert chains(read(BENCHMARK)) == {f"{WIKIDATA}Q1": ["Ann"], f"{WIKIDATA}Q2": ["Bo"], PARIS: ["Paris"]}


def test_an_article_without_predictions_in_a_file_with_some_has_no_mentions() -> None:
    both = read([ARTICLE, {**BENCHMARK, "id": 8}])
    assert [document.name for document in both.documents] == ["7", "8"]
    assert {mention.document for mention in both.mentions} == {0}


def test_mentions_outside_of_the_part_that_is_evaluated_are_left_out_and_counted() -> None:
    found = read({**ARTICLE, "evaluation_span": [8, 20]})
    assert chains(found) == {"7/1": ["Bo"], PARIS: ["Paris"]}
    assert found.remarks == (("outside-part", "a.jsonl:1, 7"),) * 2
    assert "evaluation_span is not [begin, end]" in refusal(lambda: read({**ARTICLE, "evaluation_span": 3}))


def test_dates_and_quantities_of_a_benchmark_name_no_entry() -> None:
    labels = spans_with("entity_id", "DATETIME", "QUANTITY", "<NO_MAPPING>", "Q90")
    found = read({**BENCHMARK, "labels": labels})
    assert len(found.mentions) == 4
    assert found.across == {PARIS}
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("name", "what"),
    [
        (90, "'90' is not a name"),
        (["Q90", "Q1"], "a list of 2 is not a name"),
        ("http://e.org/a b", "'http://e.org/a b' is not an IRI"),
        ("Paris", "'Paris' is no identifier of wikidata"),
    ],
)
def test_a_mention_with_an_unusable_name_is_read_without_its_link(name: object, what: str) -> None:
    found = read({**ARTICLE, "entity_mentions": spans_with("id", name, "Q2")})
    assert chains(found) == {"7/0": ["Ann"], f"{WIKIDATA}Q2": ["Bo"]}
    assert found.remarks == (("entry-unusable", f"a.jsonl:1, 7, mention 0, {what}"),)


def test_a_name_in_an_unknown_base_joins_mentions_and_is_remarked() -> None:
    ents = [{**each, "kb_id": "CITY_1"} for each in SPACY["ents"][2:]]
    found = read({**SPACY, "ents": ents})
    assert chains(found) == {"CITY_1": ["Paris", "Paris"]}
    assert [code for code, _ in found.remarks] == ["base-unknown"] * 2


def test_an_entry_that_is_called_like_the_number_of_a_mention_is_not_confused_with_it() -> None:
    ents = [{**SPACY["ents"][0], "kb_id": ""}, {**SPACY["ents"][1], "kb_id": "0"}]
    found = read({**SPACY, "ents": ents})
    assert chains(found) == {"d/0'": ["Ann"], "0": ["Bo"]}
    assert found.across == {"0"}


def test_a_repeated_mention_is_read_once() -> None:
    twice = spans_with("id", "Q1", None, "Q90")
    found = read({**ARTICLE, "entity_mentions": [*twice, *twice]})
    assert chains(found) == {f"{WIKIDATA}Q1": ["Ann"], "7/1": ["Bo"], PARIS: ["Paris"]}
    assert [remark for remark in found.remarks if remark[0] == "mention-twice"] == [
        ("mention-twice", "a.jsonl:1, 7, 'Ann'"),
        ("mention-twice", "a.jsonl:1, 7, 'Bo'"),
        ("mention-twice", "a.jsonl:1, 7, 'Paris'"),
    ]


def test_a_mention_with_two_entries_belongs_to_both_chains() -> None:
    mentions = [*spans_with("entity_id", "Q1"), *spans_with("entity_id", "Q2")]
    found = read({**BENCHMARK, "labels": mentions})
    assert chains(found) == {f"{WIKIDATA}Q1": ["Ann"], f"{WIKIDATA}Q2": ["Ann"]}


def test_offsets_beyond_the_text_cost_their_mention_only() -> None:
    mentions = [*spans_with("id", "Q1"), {"span": [30, 99], "id": "Q90"}]
    found = read({**ARTICLE, "entity_mentions": mentions})
    assert chains(found) == {f"{WIKIDATA}Q1": ["Ann"]}
    assert [code for code, _ in found.remarks] == ["span-left-out"]


def test_a_file_of_mentions_without_any_link_is_remarked() -> None:
    found = read({**SPACY, "ents": [{"start": 0, "end": 3, "label": "PERSON"}]})
    assert found.remarks == (("no-entries-linked", "a.jsonl, 1 mention"),)


def test_words_of_mentions_are_compared_with_the_text() -> None:
    spans = [{**REFINED["spans"][0], "text": "Bob"}, *REFINED["spans"][1:]]
    assert [code for code, _ in read({**REFINED, "spans": spans}).remarks] == ["words-unlike"]


def test_two_linkers_differ_where_their_links_do(tmp_path: Path) -> None:
    other = {**ARTICLE, "entity_mentions": spans_with("id", "Q1", "<NIL>", "Q90", "Q5")}
    for name, value in (("a", ARTICLE), ("b", other)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(value), encoding="utf-8")
    assert compare(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")).summary.interesting == 1


def test_a_shape_of_links_cannot_have_chains_too(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'title = "x"\ntext = "t"\nclusters = "m"\nspan = "s"\nlink = "e"\nchain = "c"\n', encoding="utf-8"
    )
    with pytest.raises(ReadingError, match="link is for lists of mentions without chains"):
        load_shape(str(tmp_path / "own.toml"))


BLINK: list[dict[str, Any]] = [
    {
        "query_id": "d:0",
        "context_left": "ann left",
        "mention": "paris",
        "context_right": "for paris , texas .",
        "label_id": "22989",
        "Wikipedia_ID": "22989",
        "Wikipedia_URL": "http://en.wikipedia.org/wiki/Paris",
        "Wikipedia_title": "Paris",
    },
    {
        "query_id": "d:1",
        "context_left": "ann left paris for ",
        "mention": "paris , texas",
        "context_right": ".",
        "label_id": "1",
        "Wikipedia_URL": "http://en.wikipedia.org/wiki/Paris,_Texas",
    },
]


def read_lines(*values: object, **options: Any) -> Annotations:
    data = "\n".join(map(json.dumps, values)).encode()
    assert reader.looks_like("a.json", data)
    return reader.read("a.jsonl", data, FormatOptions(**options))


def test_mentions_of_blink_with_one_text_are_in_one_document() -> None:
    found = read_lines(*BLINK)
    assert found.documents == (("d", "ann left paris for paris , texas ."),)
    assert chains(found) == {
        "http://en.wikipedia.org/wiki/Paris": ["paris"],
        "http://en.wikipedia.org/wiki/Paris,_Texas": ["paris , texas"],
    }
    assert found.remarks == ()
    assert set(read_lines(*reversed(BLINK)).mentions) == set(found.mentions)


def test_the_first_prediction_of_blink_is_read_before_the_entry_of_the_data_set() -> None:
    found = read_lines(*({**each, "predictions": ["Paris, Texas", "Paris"]} for each in BLINK))
    assert chains(found) == {"https://en.wikipedia.org/wiki/Paris,_Texas": ["paris", "paris , texas"]}
    gold = read_lines(*({**each, "predictions": ["Bo"]} for each in BLINK), clusters="Wikipedia_title")
    assert gold.across == {"https://en.wikipedia.org/wiki/Paris"}


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        ({"label": "unknown", "label_id": -1}, ""),
        ({"label": "unknown", "label_id": 22989}, "https://en.wikipedia.org/wiki?curid=22989"),
        ({"label_title": "Bo Lee", "label_id": 3}, "https://en.wikipedia.org/wiki/Bo_Lee"),
        ({"label_title": "Bo Lee", "world": "star_trek"}, "star_trek:Bo Lee"),
        ({"predictions": []}, ""),
    ],
)
def test_the_entry_of_a_mention_of_blink_is_the_surest_that_it_names(
    values: dict[str, object], entry: str
) -> None:
    found = read_lines({"id": 4, "context_left": "", "mention": "Bo", "context_right": "left", **values})
    assert found.across == ({entry} if entry else set())
    assert len(found.mentions) == 1
    assert ("document-without-name", "line 1") in found.remarks


def test_one_name_of_blink_with_several_texts_is_several_documents() -> None:
    found = read_lines(BLINK[0], {**BLINK[1], "context_right": "again"})
    assert [document.name for document in found.documents] == ["d#1", "d#2"]


def test_a_mention_of_blink_without_words_is_left_out() -> None:
    found = read_lines(*BLINK, {**BLINK[0], "mention": " "})
    assert [code for code, _ in found.remarks] == ["document-left-out"]


REL: dict[str, list[list[Any]]] = {
    "d": [
        [9, 5, "Paris", "Paris", 0.9, 0.98, "LOC"],
        [0, 3, "Ann", "NIL", 0.1, 0.9, "PER"],
        [20, 5, "Paris", "Paris", 0.9, 0.98, "LOC"],
    ],
    "e": [],
}


def test_lists_of_rel_have_words_and_places_but_no_text() -> None:
    found = read_lines(REL)
    assert found.textless == {0, 1}
    assert [(mention.fragments, mention.instance, mention.anchor) for mention in found.mentions] == [
        (((9, 14),), "https://en.wikipedia.org/wiki/Paris", "Paris"),
        (((0, 3),), "d/0-3", "Ann"),
        (((20, 25),), "https://en.wikipedia.org/wiki/Paris", "Paris"),
    ]


def test_flaws_of_lists_of_rel_are_remarked() -> None:
    found = read_lines({"d": [*REL["d"], REL["d"][0], [3, -1, "x", "Bo"], [50, 2, "Bo", ["Bo"]]]})
    assert len(found.mentions) == 4
    assert [code for code, _ in found.remarks] == ["mention-twice", "span-left-out", "entry-unusable"]


def test_the_texts_of_lists_of_rel_may_be_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text("Ann left Paris for Paris.", encoding="utf-8")
    for name, value in (("a", REL), ("b", {**REL, "d": REL["d"][:2]})):
        (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    options = DEFAULTS._replace(reading=ReadOptions(texts=tmp_path / "texts"))
    comparison = compare(str(tmp_path / "a.json"), str(tmp_path / "b.json"), options=options)
    assert comparison.summary.interesting == 1

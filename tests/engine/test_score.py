"""Scores of a key and a response: options, and input that does not fit together."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.engine.score import NO_TYPE, Scored, ScoreRequest, score_graphs
from coala.errors import CoalaError, ReadingError
from coala.model.notices.notice import Notice
from coala.model.values import Span
from coala.output.score import MOST_TABLES, render_score_json, render_score_text
from coala.scores.metrics.registry import METRICS
from tests.support.graphs_by_hand import DOC_1, DOC_2, TEXTS, A, B, C, D, graph
from tests.support.paths import SAMPLES

DOC_3 = "http://example.org/doc3"
ELSEWHERE = Span(DOC_3, 0, 4)
ELSEWHERE_TOO = Span(DOC_3, 5, 9)


Chains = dict[str, list[Span]]


def of_code(notices: tuple[Notice, ...], code: str) -> Notice:
    (found,) = (notice for notice in notices if notice.code == code)
    return found


def as_json(scored: Scored) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render_score_json(scored))
    return document


def test_the_json_has_every_metric_in_the_shape_of_the_specification() -> None:
    document = as_json(score_graphs(graph({"k": [A, C, D], "l": [B]}), graph({"r": [A, C], "s": [B]})))

    assert document["format"] == "coala-score/1"
    assert list(document["scores"]) == list(METRICS)
    assert document["scores"]["muc"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert list(document["scores"]["conll"]) == ["f1"]
    assert "by_document" not in document
    assert "by_type" not in document


def test_singletons_are_dropped_from_both_sides_when_asked() -> None:
    key, response = graph({"k": [A, C], "l": [B]}), graph({"r": [A, C], "s": [D]})

    kept, dropped = (score_graphs(key, response, ScoreRequest(singletons=keep)) for keep in (True, False))

    assert kept.scores["mentions"].recall == (2, 3)
    assert dropped.scores["mentions"].recall == (2, 2)
    assert dropped.scores["b_cubed"].f1 == 1.0
    assert as_json(dropped)["singletons"] == "drop"
    assert next(render_score_text(dropped)) != next(render_score_text(kept))


def test_by_document_has_a_table_for_each_document_and_the_micro_score() -> None:
    key = graph({"k": [A, C, D], "l": [B]})
    response = graph({"r": [A, D], "s": [B, C]})

    scored = score_graphs(key, response, ScoreRequest(by=("document",)))

    assert scored.by_document is not None
    assert list(scored.by_document) == [DOC_1, DOC_2]
    # In the first document AC, B against A, BC; in the second D against D.
    assert scored.by_document[DOC_1]["muc"].recall == (0, 1)
    assert scored.by_document[DOC_2]["muc"].recall == (0, 0)
    assert scored.by_document[DOC_2]["b_cubed"].recall == (1, 1)
    assert scored.micro is not None
    assert scored.micro["mentions"].recall == (4, 4)
    document = as_json(scored)
    assert document["by_document"][DOC_1]["muc"]["recall"]["denominator"] == 1
    assert document["micro"]["muc"]["recall"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert DOC_2 in list(render_score_text(scored))


def test_an_instance_has_its_type_also_where_some_of_its_mentions_are_in_documents_not_scored() -> None:
    key = graph({"k": [A, ELSEWHERE]}, types={"k": ["Person"]}, texts={DOC_1: TEXTS[DOC_1], DOC_3: None})
    response = graph({"r": [A]}, types={"r": ["Person"]})

    scored = score_graphs(key, response, ScoreRequest(by=("type",)))

    assert scored.by_type is not None
    assert list(scored.by_type) == ["Person"]


def test_by_type_has_a_table_for_each_type_and_for_what_has_none() -> None:
    key = graph({"k": [A, C], "l": [B]}, types={"k": ["Person", "Agent"]})
    response = graph({"r": [A, C], "s": [B]}, types={"r": ["Person"]})

    scored = score_graphs(key, response, ScoreRequest(by=("type",)))

    assert scored.by_type is not None
    assert list(scored.by_type) == ["Agent", "Person", NO_TYPE]
    assert scored.by_type["Person"]["muc"].recall == (1, 1)
    assert scored.by_type["Agent"]["muc"].recall == (1, 1)
    # The response calls nothing an agent, so there is nothing whose precision could be measured.
    assert scored.by_type["Agent"]["muc"].precision == (0, 0)
    assert scored.by_type[NO_TYPE]["mentions"].recall == (1, 1)
    assert "(no type)" in list(render_score_text(scored))
    assert list(as_json(scored)["by_type"]) == ["Agent", "Person", ""]


def test_without_any_type_there_are_no_scores_by_type() -> None:
    one = graph({"k": [A]})

    with pytest.raises(CoalaError):
        score_graphs(one, one, ScoreRequest(by=("type",)))


def test_the_text_stops_after_as_many_documents_as_one_reads() -> None:
    spans = [Span(f"http://example.org/{number:03}", 0, 1) for number in range(MOST_TABLES + 3)]
    one = graph({"k": spans}, texts={})

    lines = list(render_score_text(score_graphs(one, one, ScoreRequest(by=("document",)))))

    assert re.search(r"\b3\b.*--json", lines[-1])
    assert [line for line in lines if line.startswith("http")][-1].endswith(f"/{MOST_TABLES - 1:03}")


def test_scores_are_over_the_common_documents_and_a_notice_counts_the_rest() -> None:
    key = graph({"k": [A, C, ELSEWHERE, ELSEWHERE_TOO], "l": [B]})
    response = graph({"r": [A, C], "s": [B]})

    scored = score_graphs(key, response)

    assert scored.scores["mentions"].recall == (3, 3)
    assert scored.scores["muc"].recall == (1, 1)
    notice = of_code(scored.notices, "documents-not-scored")
    assert notice.count == 1
    assert notice.examples == (DOC_3,)
    assert re.search(r"\b2 documents\b.*\b1 document\b.*mentions: 2 of the key\)", notice.message)
    assert "document-in-one-graph" not in {other.code for other in scored.notices}


def test_a_gold_graph_of_other_documents_judges_the_common_ones_only() -> None:
    baseline = graph({"x": [A, C, ELSEWHERE], "y": [ELSEWHERE_TOO]})
    changed = graph({"x": [A, ELSEWHERE], "y": [C]})
    gold = graph({"g": [A, C]})

    summary = compare_graphs(baseline, changed, gold).summary

    assert summary.scores["baseline"]["b_cubed"].f1 == 1.0
    assert summary.scores["changed"]["mentions"].precision == (2, 2)
    notice = of_code(summary.notices, "documents-not-scored")
    assert notice.count == 1
    assert re.search(r"mentions: 2 of the baseline and 1 of the changed graph\)", notice.message)


def test_a_document_of_gold_in_which_no_system_found_anything_is_scored_when_a_system_knows_it() -> None:
    # All graphs list both documents; the systems say nothing in the second one.
    system, gold = graph({"x": [A, C]}), graph({"g": [A, C], "h": [D]})

    summary = compare_graphs(system, system, gold).summary

    assert summary.scores["changed"]["mentions"].recall == (2, 3)


@pytest.mark.parametrize(
    ("key", "response", "role"),
    [
        ({"k": [A]}, {}, "response"),
        ({}, {"r": [A]}, "key"),
        ({"k": [A]}, {"r": [ELSEWHERE]}, None),
    ],
    ids=["empty response", "empty key", "no common document"],
)
def test_sides_without_anything_in_common_are_refused(
    key: Chains, response: Chains, role: str | None
) -> None:
    with pytest.raises(ReadingError, match=role and rf"{role} \(graph\.ttl\)"):
        score_graphs(graph(key), graph(response, texts={} if response else None))


@pytest.mark.parametrize("texts", [TEXTS, {}])
def test_no_common_mention_scores_0_with_a_hint(texts: dict[str, str]) -> None:
    other = Span(DOC_1, 10, 13)
    scored = score_graphs(graph({"k": [A, C]}, texts=texts), graph({"r": [B, other]}, texts=texts))

    for metric, score in scored.scores.items():
        if metric != "conll":
            assert (score.recall.value, score.precision.value) == (0, 0), metric
    (notice,) = scored.notices
    assert (notice.code, notice.severity) == ("no-common-span", "warning")
    assert "the key has 0–9 in http://example.org/doc1" in notice.message


def test_no_common_mention_in_other_texts_of_one_name_is_refused() -> None:
    other = {DOC_1: "Quite 1234567890 another @@@@ story ##### of nothing %%%%."}

    with pytest.raises(ReadingError):
        score_graphs(graph({"k": [A]}), graph({"r": [B]}, texts=other))


def test_gold_without_a_mention_of_either_system_is_scored_with_a_hint() -> None:
    systems = graph({"x": [A, C]}), graph({"x": [A]})

    summary = compare_graphs(*systems, graph({"g": [B]})).summary

    assert summary.scores["changed"]["mentions"].recall == (0, 1)
    notice = of_code(summary.notices, "no-common-span")
    assert "the gold graph has 14–22 in http://example.org/doc1" in notice.message
    assert not compare_graphs(*systems, graph({"g": [C]})).summary.notices


def test_two_graphs_without_a_common_mention_differ_in_every_bag() -> None:
    summary = compare_graphs(graph({"x": [A, C]}), graph({"y": [B], "z": [D]})).summary

    assert (summary.bags, summary.interesting) == (3, 3)
    assert {kind.value: bags for kind, bags in summary.kinds.items()} == {
        "instance-added": 2,
        "instance-dropped": 1,
    }
    assert of_code(summary.notices, "no-common-span").count == 1


def test_chains_that_share_a_span_are_one_class_and_counted() -> None:
    key = graph({"k": [A, B, C]})
    response = graph({"r": [A, B], "s": [B, C], "t": [D]})

    scored = score_graphs(key, response)

    assert scored.scores["muc"].recall == (2, 2)
    notice = of_code(scored.notices, "chains-joined")
    assert notice.count == 1
    assert "response" in notice.message


def test_the_command_line_takes_a_grouping_and_leaves_singletons_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    key, response = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XZ")

    assert main(["score", key, response, "--by", "document", "--singletons", "drop", "--json", "-"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert document["singletons"] == "drop"
    assert len(document["by_document"]) == 2
    assert list(document["micro"]) == list(METRICS)

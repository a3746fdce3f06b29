"""Scores of a key and a response: options, and input that does not fit together."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.engine.score import Scored, ScoreRequest, score_graphs
from coala.errors import ReadingError
from coala.model.notices.notice import Notice
from coala.model.values import Span
from coala.results.scores.score import MOST_TABLES, render_score_json, report_score
from coala.scores.metrics.registry import METRICS
from tests.support.graphs_by_hand import DOC_1, TEXTS, A, B, C, D, graph
from tests.support.paths import SAMPLES
from tests.support.reports import tables_of, text_of

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


def test_an_instance_has_its_type_also_where_some_of_its_mentions_are_in_documents_not_scored() -> None:
    key = graph({"k": [A, ELSEWHERE]}, types={"k": ["Person"]}, texts={DOC_1: TEXTS[DOC_1], DOC_3: None})
    response = graph({"r": [A]}, types={"r": ["Person"]})

    scored = score_graphs(key, response, ScoreRequest(by=("type",)))

    assert scored.by_type is not None
    assert list(scored.by_type) == ["Person"]


def test_the_text_stops_after_as_many_documents_as_one_reads() -> None:
    spans = [Span(f"http://example.org/{number:03}", 0, 1) for number in range(MOST_TABLES + 3)]
    one = graph({"k": spans}, texts={})

    report = report_score(score_graphs(one, one, ScoreRequest(by=("document",))))

    assert re.search(r"\b3\b.*--json", text_of(report)[-1])
    assert list(tables_of(report))[-1].endswith(f"/{MOST_TABLES - 1:03}")


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


def test_the_command_line_takes_a_grouping_and_leaves_singletons_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    key, response = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XZ")

    assert main(["score", key, response, "--by", "document", "--singletons", "drop", "--json", "-"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert document["singletons"] == "drop"
    assert len(document["by_document"]) == 2
    assert list(document["micro"]) == list(METRICS)

"""Mentions carried over between different texts, as they are shown, written and stored."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import Comparison, compare_graphs
from coala.model.values import Span
from coala.results.diff import report_diff
from coala.results.diff_json import render_diff_json
from coala.review.file import Review
from coala.review.writing import write_review
from tests.support.evidence import page_of_evidence
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.reports import text_of

OURS = "Bob Smith (the old man) left town. He ran."
THEIRS = "Bob Smith -LRB- the old man -RRB- left town . Soon He ran ."


def spans(text: str, *words: str) -> list[Span]:
    return [Span(DOC_1, text.index(part), text.index(part) + len(part)) for part in words]


def compared() -> Comparison:
    first = graph({"x": spans(OURS, "Bob Smith", "(the old man)", "He")}, texts={DOC_1: OURS})
    second = graph(
        {"y": spans(THEIRS, "Bob Smith", "-LRB- the old man -RRB-"), "z": spans(THEIRS, "He", "Soon")},
        texts={DOC_1: THEIRS},
    )
    return compare_graphs(first, second)


def test_words_that_the_text_has_not_stand_at_the_nearest_place() -> None:
    ((bag, _),) = compared().iterate_bags()
    page = page_of_evidence(bag, {DOC_1: OURS}.get)
    assert "left town.\u202f\u2066‹Soon›\u202fnew→2\u2069" in page.text
    soon = next(number for number, span in enumerate(bag.spans) if span.unplaced)
    assert [page.text[begin:end] for begin, end in page.find_stretches(soon)] == [
        "\u2066‹Soon›\u202fnew→2\u2069"
    ]


def test_a_review_keeps_what_has_no_place(tmp_path: Path) -> None:
    comparison = compared()
    write_review(tmp_path / "a.coala", comparison.summary, comparison.iterate_sentences(), comparison.texts())
    with Review.open(tmp_path / "a.coala") as review:
        assert [review.bag(0)] == [bag for bag, _ in comparison.iterate_bags()]
        assert review.summary.texts_aligned == comparison.summary.texts_aligned


def test_text_and_json_count_what_was_carried_over() -> None:
    comparison = compared()
    lines = text_of(report_diff(comparison, verbose=True))
    (line,) = [line for line in lines if "changed graph were" in line]
    assert re.findall(r"\d+", line) == ["1", "3", "4", "1", "34", "38"]
    document = json.loads("".join(render_diff_json(comparison)))
    assert document["texts_aligned"] == {
        "changed graph": {"documents": 1, "characters": 38, "equal": 34, "mentions": 4, "not_placed": 1}
    }
    (bag,) = document["interesting_bags"]
    assert [span["text"] for span in bag["spans"] if span.get("placed") is False] == ["Soon"]


def test_scores_and_lint_count_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = []
    for name, text in (("a", "Bob (he) left"), ("b", "Bob -LRB- he -RRB- left ")):
        path = tmp_path / f"{name}.jsonl"
        begin = text.index("he")
        line = {"doc_id": "d", "text": text, "clusters": [[[0, 3], [begin, begin + 2]]]}
        path.write_text(json.dumps(line), encoding="utf-8")
        paths.append(str(path))
    assert main(["score", *paths, "--json", "-"]) == 0
    score = json.loads(capsys.readouterr().out)
    assert score["texts_aligned"] == {
        "response": {"documents": 1, "characters": 11, "equal": 11, "mentions": 2, "not_placed": 0}
    }
    assert score["scores"]["muc"]["f1"] == 1.0
    main(["lint", *paths, "--json", "-"])
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    (document,) = pair["aligned_documents"]
    assert "“Bob (he) left” against “Bob -LRB- he -RR…”" in document["difference"]
    assert main(["diff", *paths]) == 0
    assert main(["diff", *paths, "--align-texts", "off"]) == 1


def test_words_from_right_to_left_that_the_text_has_not_do_not_turn_their_number_round() -> None:
    assert Span(DOC_1, 0, 3, unplaced="مسرعا#1").sign == "‹\u2068مسرعا\u2069›"
    assert Span(DOC_1, 0, 3, unplaced="Soon#1").sign == "‹Soon›"

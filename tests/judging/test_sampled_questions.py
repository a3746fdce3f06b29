"""The questions of a review with a sample: what was drawn, in its order; and the signs in their changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import coala
from coala.cli.commands import main
from coala.review.drawing import draw, find_sample
from coala.review.file import Review
from coala.verdicts.sampling import DrawnUnit
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review, put_comparison


def read_lines(path: Path, *blind: str) -> list[dict[str, Any]]:
    questions = path.with_name("q.jsonl")
    assert main(["export", str(path), "--to", "questions", *blind, "-o", str(questions)]) == 0
    return [json.loads(line) for line in questions.read_text("utf-8").splitlines()]


def test_questions_of_a_sample_are_its_bags_in_order(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(8)])
    assert [line["bag"] for line in read_lines(path)[1:]] == [1, 2, 3, 4, 5, 6, 7, 8]
    with Review.open(path) as review:
        drawn = [number + 1 for number in draw(review, 3, seed=2).drawn]
    assert drawn != sorted(drawn)

    header, *lines = read_lines(path)

    assert (header["sample"], header["bags"]) == (3, 8)
    assert [line["bag"] for line in lines] == drawn


def test_order_without_a_size_is_no_sample(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(4)])
    with Review.open(path) as review:
        draw(review, 1)
        kept = review.kept("sample")
        review.keep("sample", {**kept, "size": 0})

    header, *lines = read_lines(path)

    assert "sample" not in header
    assert [line["bag"] for line in lines] == [1, 2, 3, 4]


def test_whole_bags_and_links_are_asked_in_the_order_of_the_sample(tmp_path: Path) -> None:
    path = write_bags(tmp_path / "r.coala", [a_bag(0), a_wide_bag(1, 500), a_bag(2)])
    with Review.open(path) as review:
        sample = draw(review, 99)
        drawn = [sample.items[item] for item in sample.drawn]
    assert {item.is_whole for item in drawn} == {True, False}

    lines = read_lines(path)[1:]

    assert [line["bag"] for line in lines] == [item.bag + 1 for item in drawn]
    assert ["link" in line for line in lines] == [not item.is_whole for item in drawn]


@pytest.mark.parametrize("size", [1, 4, 12])
@pytest.mark.parametrize("blind", [[], ["--blind", "1"], ["--blind", "2"]])
def test_changes_that_are_drawn_one_by_one_are_those_of_the_sample(
    tmp_path: Path, size: int, blind: list[str]
) -> None:
    path = tmp_path / "r.coala"
    types = {"x": [f"e:{number}" for number in range(11)]}
    put_comparison(path, graph({"x": [A, B], "y": [C]}), graph({"x": [A], "y": [B, C]}, types=types))
    with Review.open(path) as review:
        draw(review, size)
        sample = find_sample(review)
        assert sample is not None
        drawn = [sample.items[item] for item in sample.drawn]
    changes = [item for item in drawn if item.unit is DrawnUnit.CHANGE]

    header, line = read_lines(path, *blind)

    assert header["sample"] == 1
    assert len(line["changes"]) == len(changes)
    words = {
        "verdict": "same",
        "changes": [{"change": each["key"], "verdict": "same"} for each in line["changes"]],
    }
    answers = tmp_path / "a.jsonl"
    answers.write_text(json.dumps({"fingerprint": line["fingerprint"], **words}), "utf-8")
    assert main(["import", str(path), str(answers), "--reviewer", "bot", *blind]) == 0
    with Review.open(path, reviewer="bot", read_only=True) as review:
        rows = dict(review.state(line["fingerprint"]).rows)
    assert set(rows) == {key for item in changes for key in item.keys}


def test_sentences_of_equal_chains_have_their_signs(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    entries = {"x": [A], "y": [B], "z": [C]}
    labels = dict.fromkeys("xyz", "Ann")
    put_comparison(
        path,
        graph(entries, labels=labels),
        graph({"x": [A, B, C]}, labels=labels, types={"x": ["e:Person"]}),
    )
    with coala.open_review(path) as review:
        sentences = [change.sentence for change in review.question(1).changes]

    assert [sentence.partition(")")[0][-1] for sentence in sentences] == ["1", "B", "C"]
    assert len(set(sentences)) == 3


def test_changes_that_are_left_out_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    types = {"x": [f"e:{number}" for number in range(207)]}
    put_comparison(path, graph({"x": [A]}), graph({"x": [A]}, types=types))

    _, line = read_lines(path)

    assert (len(line["changes"]), line["changes_left_out"]) == (200, 7)

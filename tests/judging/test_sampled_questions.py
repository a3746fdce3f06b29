"""The questions of a review with a sample: what was drawn, in its order; and the signs in their changes."""

from __future__ import annotations

from pathlib import Path

import pytest

import coala
from coala.cli.commands import main
from coala.review.drawing import draw, find_sample
from coala.review.file import Review
from coala.verdicts.sampling import DrawnUnit
from tests.support.answers import read_questions, write_answers
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review, put_comparison


def test_questions_of_a_sample_are_its_bags_in_order(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(8)])
    assert [line["bag"] for line in read_questions(path)[1:]] == [1, 2, 3, 4, 5, 6, 7, 8]
    with Review.open(path) as review:
        drawn = [number + 1 for number in draw(review, 3, seed=2).drawn]
    assert drawn != sorted(drawn)

    header, *lines = read_questions(path)

    assert (header["sample"], header["bags"]) == (3, 8)
    assert [line["bag"] for line in lines] == drawn
    # An order without a size is no sample.
    with Review.open(path) as review:
        review.keep("sample", {**review.kept("sample"), "size": 0})
    header, *lines = read_questions(path)
    assert "sample" not in header
    assert [line["bag"] for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_whole_bags_and_links_are_asked_in_the_order_of_the_sample(tmp_path: Path) -> None:
    path = write_bags(tmp_path / "r.coala", [a_bag(0), a_wide_bag(1, 500), a_bag(2)])
    with Review.open(path) as review:
        sample = draw(review, 99)
        drawn = [sample.items[item] for item in sample.drawn]
    assert {item.is_whole for item in drawn} == {True, False}

    lines = read_questions(path)[1:]

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

    header, line = read_questions(path, *blind)

    assert header["sample"] == 1
    assert len(line["changes"]) == len(changes)
    given = [{"change": each["key"], "verdict": "same"} for each in line["changes"]]
    answer = {"fingerprint": line["fingerprint"], "verdict": "same", "changes": given}
    answers = write_answers(path, [answer])
    assert main(["import", str(path), answers, "--reviewer", "bot", *blind]) == 0
    with Review.open(path, reviewer="bot", read_only=True) as review:
        rows = dict(review.state(line["fingerprint"]).rows)
    assert set(rows) == {key for item in changes for key in item.keys}


def test_sentences_of_equal_chains_have_their_signs(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    labels = dict.fromkeys("xy", "Ann")
    put_comparison(
        path,
        graph({"x": [A, B], "y": [C, D]}, labels=labels),
        graph({"x": [A], "y": [B, C, D]}, labels=labels, types={key: ["e:Person"] for key in "xy"}),
    )
    with coala.open_review(path) as review:
        sentences = [change.sentence for change in review.question(1).changes]

    assert sorted(sentence.partition(")")[0][-1] for sentence in sentences) == ["1", "2"]


def test_changes_beyond_the_most_are_counted(tmp_path: Path) -> None:
    for types, listed, left_out in ((200, 200, None), (201, 200, 1)):
        path = tmp_path / f"{types}.coala"
        many = {"x": [f"e:{number}" for number in range(types)]}
        put_comparison(path, graph({"x": [A]}), graph({"x": [A]}, types=many))

        _, line = read_questions(path)

        assert (len(line["changes"]), line.get("changes_left_out")) == (listed, left_out)

"""Verdicts as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.results.verdicts.tally import render_tally_csv, render_tally_json, report_tally
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.links import LinkKeys, find_links
from coala.verdicts.state import State
from tests.support.figures import list_figures
from tests.support.reports import cells_of, head_of, tables_of, text_of
from tests.support.reviews import a_bag, a_mixed_bag, a_typed_bag, changes_as_rows, judge_as, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of three bags: better, not sure, and not judged."""
    path = make_review(tmp_path / "r.coala", [a_bag(0, title="=SUM(A1)"), a_bag(1), a_bag(2)])
    with Review.open(path, reviewer="Me") as review:
        review.judge(0, State(Verdict.BETTER, Comment("+1")))
        review.judge(1, State(Verdict.UNSURE))
        yield review


def find_together(reviews: Sequence[Review]) -> list[str]:
    """Return the lines about several reviews together, which are before those of each one."""
    lines = text_of(report_tally(reviews))
    return lines[: min(lines.index(str(review.path)) for review in reviews)]


def test_bag_whose_only_judged_change_is_disagreed_on_is_counted_by_change(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_mixed_bag(0), a_bag(1)])
    with Review.open(path, reviewer="Ann") as review:
        bag = review.bag(0)
        key = LinkKeys(bag).get_key(find_links(bag).lost[0])
        review.judge(0, State(rows=((key, Verdict.BETTER),)))
        review.go_on_as("Ben")
        review.judge(0, State(rows=((key, Verdict.WORSE),)))
        lines = list(map(list_figures, text_of(report_tally([review]))))
        document = json.loads(render_tally_json([review]))
    # By kind: one link or change in one bag, one is open, and the bag is judged change by change.
    assert ["1", "1", "1", "1"] in lines
    assert (document["judged_by_changes_alone"], document["bags_judged_by_change"]) == (1, 1)


def test_no_cell_is_a_formula_and_a_bag_without_a_verdict_has_no_value(review: Review) -> None:
    rows = list(csv.DictReader(io.StringIO(render_tally_csv([review]))))

    assert rows[0]["title"] == "'=SUM(A1)"
    assert [(row["bag"], row["verdict"], row["value"]) for row in rows] == [
        ("1", "better", "1"),
        ("2", "unsure", ""),
        ("3", "", ""),
    ]
    assert rows[0]["note"] == "'+1"


def test_verdicts_on_changes_count_by_kind_and_it_is_said_how_many(tmp_path: Path) -> None:
    typed = a_typed_bag(1)
    keys = ChangeKeys(typed, changes_as_rows(typed))
    rows = keys.set_verdict(keys.set_verdict((), 0, Verdict.BETTER), 1, Verdict.WORSE)
    path = make_review(tmp_path / "r.coala", [a_bag(0), typed, a_mixed_bag(2)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME))
        review.judge(1, State(Verdict.BETTER, rows=rows))
        # Who has not come to a verdict on the bag is not through with it.
        review.judge(2, State(rows=rows))
        tables = tables_of(report_tally([review]))
        document = json.loads(render_tally_json([review]))
        cells = [row["changes"] for row in csv.DictReader(io.StringIO(render_tally_csv([review])))]

    # The keys of the last bag's verdicts are those of no change there.
    (title,) = (title for title in tables if list_figures(title) == ["5", "3", "2", "2"])
    assert head_of(tables[title])[1:] == ["better", "worse", "same", "not sure", "open", "net", "judged"]
    assert cells_of(tables[title]) == [
        ["moved", "0", "0", "0", "0", "2", "0", "0"],
        ["type", "2", "1", "0", "0", "0", "+1", "3"],
    ]
    assert (document["judged"], document["better"], document["worse"]) == (2, 1, 0)
    counts = {"judged": 3, "better": 2, "worse": 1, "same": 0, "unsure": 0, "net": 1, "open": 2}
    assert (document["changes"], document["bags_judged_by_change"]) == (counts, 2)
    assert {kind: counts["net"] for kind, counts in document["by_kind"].items()} == {
        **{"moved": 0, "type": 1}
    }
    assert cells == ["moved:open moved:open", "type:better type:better type:worse", ""]


@pytest.mark.parametrize(
    ("signs", "bags", "bounds", "interval"),
    [
        ("++-=", 4, [], [0.25, 0.25]),
        ("++-=?", 5, ["0.00", "+0.40"], [0, 0.4]),
        ("++-=??", 6, ["−0.17", "+0.50"], [-1 / 6, 0.5]),
        ("++-=", 5, [], None),
    ],
)
def test_mean_has_bounds_once_all_bags_are_answered(
    signs: str, bags: int, bounds: list[str], interval: list[float] | None, tmp_path: Path
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(bags)])
    judge_as(path, "Ann", signs)
    with Review.open(path) as review:
        (line,) = (line for line in text_of(report_tally([review])) if line.startswith("  Net "))
        document = json.loads(render_tally_json([review]))
    # Last are the p, which is 1, and the equal bag.
    assert list_figures(line) == ["+1", "+0.25", *bounds, "1", "1"]
    assert document["interval"] == (interval and pytest.approx(interval))


def test_several_comparisons_are_estimated_with_the_weight_of_their_bags(tmp_path: Path) -> None:
    # All 8 bags of one are better, and 4 of the 40 of a sample are worse: the mean is (8 - 40) / 48.
    small = make_review(tmp_path / "small.coala", [a_bag(number) for number in range(8)])
    large = make_review(tmp_path / "large.coala", [a_bag(number) for number in range(10, 50)])
    judge_as(small, "Ann", "+" * 8)
    with Review.open(small) as first, Review.open(large) as second:
        for number in draw(second, 4, seed=1).drawn:
            second.judge(number, State(Verdict.WORSE))
        together = find_together([first, second])
        document = json.loads(render_tally_json([first, second]))

    assert ["+4", "+0.33"] in [list_figures(line)[:2] for line in together]
    assert any(" −0.67 (95 % " in line for line in together)
    assert document["mean"] == pytest.approx(4 / 12)
    # Every drawn bag is worse, so nothing can be worse than the estimate.
    assert document["interval"] == [pytest.approx(-32 / 48), pytest.approx(0.0, abs=0.5)]
    assert not document["answer"]["is_direction"]


def test_several_comparisons_that_are_answered_have_the_bounds_of_their_open_bags(tmp_path: Path) -> None:
    small = make_review(tmp_path / "small.coala", [a_bag(number) for number in range(2)])
    large = make_review(tmp_path / "large.coala", [a_bag(number) for number in range(10, 13)])
    judge_as(small, "Ann", "++")
    judge_as(large, "Ann", "+-?")
    with Review.open(small) as first, Review.open(large) as second:
        document = json.loads(render_tally_json([first, second]))

    # Net is 2 of 5 bags, one of them open.
    assert document["interval"] == [1 / 5, 3 / 5]
    assert document["mean"] == 2 / 4
    assert (document["unsure"], document["comparisons"]) == (1, 2)


def test_no_estimate_is_given_for_comparisons_of_which_one_has_no_verdict(tmp_path: Path) -> None:
    judged = make_review(tmp_path / "judged.coala", [a_bag(number) for number in range(10)])
    other = make_review(tmp_path / "other.coala", [a_bag(number) for number in range(20, 50)])
    judge_as(judged, "Ann", "+" * 10)
    with Review.open(judged) as first, Review.open(other) as second:
        together = find_together([first, second])
        document = json.loads(render_tally_json([first, second]))

    assert list_figures(together[0]) == ["10", "10", "0", "40"]
    assert not any("95" in list_figures(line) for line in together)
    assert (document["answer"]["reason"], document["interval"]) == ("no sample", None)

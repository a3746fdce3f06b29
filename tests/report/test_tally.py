"""Verdicts as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.report.tally import render_tally_csv, render_tally_json, render_tally_text
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import State
from tests.support.reviews import a_bag, a_mixed_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Three bags: the first got better, the second cannot be told, the third waits."""
    path = make_review(tmp_path / "r.coala", [a_bag(0, title="=SUM(A1)"), a_bag(1), a_bag(2)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, "+1"))
        review.judge(1, State(Verdict.UNSURE))
        yield review


def test_the_text_counts_what_cannot_be_told_apart(review: Review) -> None:
    lines = list(render_tally_text([review]))

    assert lines[0] == str(review.path)
    assert "  1 of 3 bags judged, 1 cannot tell" in lines
    assert "  net +1   mean +1.000   95 % interval n/a" in lines
    assert "All together" not in lines


def test_two_reviews_are_also_one(review: Review) -> None:
    lines = list(render_tally_text([review, review]))
    document = json.loads(render_tally_json([review, review]))

    assert lines[lines.index("All together") + 1] == "  2 of 6 bags judged, 2 cannot tell"
    assert (document["interesting"], document["judged"], document["net"]) == (6, 2, 2)
    assert [each["judged"] for each in document["reviews"]] == [1, 1]


def test_no_cell_is_a_formula_and_a_bag_without_a_verdict_has_no_value(review: Review) -> None:
    rows = list(csv.DictReader(io.StringIO(render_tally_csv([review]))))

    assert rows[0]["title"] == "'=SUM(A1)"
    assert [(row["bag"], row["verdict"], row["value"]) for row in rows] == [
        ("1", "better", "1"),
        ("2", "unsure", ""),
        ("3", "", ""),
    ]
    assert rows[0]["note"] == "'+1"


def test_tags_and_gold_in_sight_are_told_in_text_and_in_a_line_of_csv(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, "", ("pronoun", "=name"), gold_seen=True))
        review.judge(1, State(Verdict.WORSE, "", ("pronoun",), gold_seen=False))
        text = "\n".join(render_tally_text([review]))
        rows = list(csv.DictReader(io.StringIO(render_tally_csv([review]))))
    assert "1 judged with gold in sight" in text
    assert "    pronoun           + 1  - 1  = 0  ? 0\n    =name             + 1" in text
    assert [(row["tags"], row["gold_in_sight"]) for row in rows] == [
        ("'=name pronoun", "yes"),
        ("pronoun", "no"),
    ]


def test_verdicts_on_changes_count_by_kind_and_it_is_said_how_many(tmp_path: Path) -> None:
    mixed = a_mixed_bag(1)
    keys = ChangeKeys(mixed, mixed.divergences)
    rows = keys.answer(keys.answer((), 0, Verdict.BETTER), 1, Verdict.WORSE)
    path = make_review(tmp_path / "r.coala", [a_bag(0), mixed, a_mixed_bag(2)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.SAME))
        review.judge(1, State(Verdict.BETTER, rows=rows))
        # Who has not come to a verdict on the bag is not through with it.
        review.judge(2, State(rows=rows))
        lines = list(render_tally_text([review]))
        document = json.loads(render_tally_json([review]))
        cells = [row["changes"] for row in csv.DictReader(io.StringIO(render_tally_csv([review])))]

    assert "  by kind, 2 changes of 1 bag by verdicts of their own" in lines
    assert (document["judged"], document["better"], document["worse"]) == (2, 1, 0)
    assert document["by_kind_of"] == {"bags": 1, "bags_by_change": 1, "changes": 2}
    assert {kind: counts["net"] for kind, counts in document["by_kind"].items()} == {
        **{"moved": 0, "split": 1, "merged": -1}
    }
    assert cells == ["", "split:better merged:worse", ""]

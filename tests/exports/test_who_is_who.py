"""Who is who in everything that leaves a review: tables, JSON, RDF and pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from coala.exports.registry import EXPORTS
from coala.model.bag import Verdict
from coala.results.verdicts.judged import collect_answers
from coala.results.verdicts.tally import render_tally_json, report_tally
from coala.review.file import Review
from coala.verdicts.groups import Groups, group_as
from coala.verdicts.state import State
from tests.support.figures import list_figures
from tests.support.parted_bags import OF_BAG_1, OF_BAG_2, make_parted_review
from tests.support.reports import cells_of, head_of, tables_of, text_of


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return the bags by groups that a verdict overrules, by groups, and by a verdict on its only link."""
    with Review.open(make_parted_review(tmp_path / "r.coala"), reviewer="Ann") as review:
        review.judge(0, State(Verdict.BETTER, groups=OF_BAG_1))
        review.judge(1, State(Verdict.WORSE, groups=OF_BAG_2))
        review.judge(2, State(Verdict.WORSE))
        yield review


def write(review: Review, name: str) -> str:
    return "".join(EXPORTS[name].write(collect_answers(review)))


def test_page_has_the_verdict_of_each_change_whoever_writes_it(review: Review) -> None:
    review.go_on_as("Zoe")
    page = write(review, "markdown")
    assert "Changes: " not in page
    assert re.search(r"\bd \w+ \w+ a; judged \+ better\n", page)
    html = write(review, "html")
    badges = html.split('class="changes"')[1].split("</ul>")[0]
    assert badges.index("better") < badges.index("worse")


def test_tally_counts_links_by_kind_with_those_that_are_open(review: Review) -> None:
    document = json.loads(render_tally_json([review]))
    assert document["by_kind"] == {
        # The change neither made nor lost the link between the pieces of the mixed part.
        "split": {"better": 0, "worse": 1, "same": 0, "unsure": 0, "net": -1, "open": 1},
        "merged": {"better": 1, "worse": 2, "same": 0, "unsure": 0, "net": -1, "open": 0},
        "mention-added": {"better": 0, "worse": 2, "same": 0, "unsure": 0, "net": -2, "open": 0},
    }
    tables = tables_of(report_tally([review]))
    (table,) = (table for title, table in tables.items() if list_figures(title) == ["7", "3", "1"])
    assert head_of(table)[1:] == ["better", "worse", "same", "not sure", "open", "net", "judged"]
    assert cells_of(table)[:2] == [
        ["split", "0", "1", "0", "0", "1", "−1", "1"],
        ["merged", "1", "2", "0", "0", "0", "−1", "3"],
    ]
    page = write(review, "markdown")
    assert "| split | 0 | 1 | 0 | 0 | 1 | −1 | 1 |" in page
    assert "| merged | 1 | 2 | 0 | 0 | 0 | −1 | 3 |" in page
    html = write(review, "html")
    assert html.count(" 1 open</span>") == 1


def test_tally_has_the_number_of_bags_by_what_is_known_of_their_links(review: Review, tmp_path: Path) -> None:
    names = ("by_groups", "of_one_link", "as_wholes", "not_judged")

    def count_bags(review: Review) -> tuple[int, ...]:
        bags = json.loads(render_tally_json([review]))["links"]["bags"]
        assert tuple(bags) == names
        return tuple(bags.values())

    assert count_bags(review) == (2, 1, 0, 0)
    with Review.open(make_parted_review(tmp_path / "other.coala")) as other:
        assert count_bags(other) == (0, 0, 0, 3)
        # A verdict that leaves none of two links open, and one that leaves all of four open.
        other.judge(0, State(Verdict.BETTER))
        other.judge(1, State(Verdict.SAME))
        assert count_bags(other) == (0, 1, 1, 1)
        figures = list(map(list_figures, text_of(report_tally([other]))))
        assert ["1", "4"] in figures
        # Of the answered links, those that are right from and to, and those in bags judged as wholes.
        assert [each[-3:] for each in figures if each[:1] == ["4"] and len(each) > 3] == [["2", "4", "2"]]
        other.judge(1, State(Verdict.UNSURE))
        other.judge(2, State(Verdict.UNSURE))
        assert count_bags(other) == (0, 2, 1, 0)


def test_tally_counts_answers_that_were_stored_unmoved(review: Review) -> None:
    assert json.loads(render_tally_json([review]))["who_is_who"] == {"answers": 2, "unmoved": 0}
    review.judge(0, State(Verdict.BETTER, groups=group_as(review.find_parts(0), 1)))
    # Another reviewer did the same, without a start, and one started with the baseline.
    review.go_on_as("Ben")
    review.judge(0, State(Verdict.BETTER, groups=Groups(((0, 3, 5),), moved=None)))
    review.judge(2, State(Verdict.WORSE, groups=group_as(review.find_parts(2), 0)))
    document = json.loads(render_tally_json([review]))
    assert document["who_is_who"] == {"answers": 4, "unmoved": 2}
    assert [(each["reviewer"], each["who_is_who"]) for each in document["reviewers"]] == [
        ("Ann", {"answers": 2, "unmoved": 1}),
        ("Ben", {"answers": 2, "unmoved": 1}),
    ]
    assert ["2", "4"] in list(map(list_figures, text_of(report_tally([review]))))

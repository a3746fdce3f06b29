"""The line of facts in a tally: added and dropped ones, and how many of the judged are right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from coala.diff.row_keys import row_keys
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.kinds import FACTS, Kind
from coala.results.verdicts.links import describe_content
from coala.results.verdicts.tally import render_tally_json, report_tally
from coala.review.file import Review
from coala.verdicts.estimates import BagEvidence, estimate_links
from coala.verdicts.facts import count_content
from coala.verdicts.link_answers import judge_rows
from coala.verdicts.links import LinkCounts
from coala.verdicts.state import State
from tests.support.facts_by_hand import ALL_CHAINS, bags_of, reading
from tests.support.graphs_by_hand import A, graph
from tests.support.reports import text_of
from tests.support.reviews import put_comparison

BEFORE = reading(("chris", "landedIn", "paris", "landed in Paris"), ("chris", "met", "ann", "met Ann"))
AFTER = reading(("chris", "landedIn", "france", "landed in Paris"), ("ann", "from", "rome", "from Rome"))


def test_a_fact_that_changed_is_one_added_and_one_dropped() -> None:
    chris, ann = (count_content(bag)[FACTS] for bag in bags_of(BEFORE, AFTER))
    assert sorted((row.made, row.lost) for row in chris.rows) == [(0, 1), (1, 1)]
    assert [(row.made, row.lost) for row in ann.rows] == [(1, 0)]


def test_statements_and_types_have_a_line_only_once_some_are_judged() -> None:
    before = graph({"x": [A]}, types={"x": ["e:City"]}, statements=[("x", "e:age", '"1"')])
    after = graph({"x": [A]}, types={"x": ["e:Town"]}, statements=[("x", "e:age", '"2"')])
    (bag,) = bags_of(before, after)

    def list_lines(state: State) -> list[str]:
        answers = {
            name: judge_rows(each, state.verdict, dict(state.rows))
            for name, each in count_content(bag).items()
        }
        found = {
            name: estimate_links([BagEvidence(counts.made, counts.lost, answers[name])], is_sample=False)
            for name, counts in count_content(bag).items()
        }
        return [line for name, each in found.items() for line in describe_content(each, name)]

    assert list_lines(State()) == []
    key = dict(zip((row.kind for row in bag.divergences), row_keys(bag), strict=True))[Kind.STATEMENT]
    (line,) = list_lines(State(rows=((key, Verdict.BETTER),)))
    assert re.findall(r"(\d) of (\d)", line) == [("1", "1"), ("0", "1")]


def reviewed(baseline: Graph, changed: Graph, folder: Path) -> Review:
    path = folder / "r.coala"
    put_comparison(path, baseline, changed)
    return Review.open(path)


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    with reviewed(BEFORE, AFTER, tmp_path) as opened:
        yield opened


def facts_in_json(review: Review) -> Mapping[str, Mapping[str, object]]:
    return json.loads(render_tally_json([review]))["facts"]  # type: ignore[no-any-return]


def test_tally_has_the_precision_of_added_and_dropped_facts_once_they_are_judged(review: Review) -> None:
    (line,) = (line for line in text_of(report_tally([review])) if "Facts" in line)
    assert re.findall(r"\d+", line) == ["2", "2"]
    assert facts_in_json(review)["added"] == {"total": 2, "judged": 0, "right": 0, "precision": None}
    for entry in review.entries:
        bag = review.bag(entry.number)
        rows = tuple(sorted((key, Verdict.BETTER) for key in row_keys(bag)))
        review.judge(entry.number, State(rows=rows))
    (line,) = (line for line in text_of(report_tally([review])) if "Facts" in line)
    assert re.findall(r"\d+", line) == ["2", "2", "100", "2", "0", "2"]
    found = facts_in_json(review)
    assert found["added"]["right"] == 2
    assert found["dropped"]["right"] == 0


def test_a_review_without_facts_has_no_line_of_them(tmp_path: Path) -> None:
    chains = {**ALL_CHAINS, "chris": ALL_CHAINS["chris"][:1]}
    with reviewed(reading(), reading(chains=chains), tmp_path) as review:
        assert not [line for line in text_of(report_tally([review])) if "Facts" in line]
        assert review.content_counts(FACTS) == [LinkCounts(0, ())]

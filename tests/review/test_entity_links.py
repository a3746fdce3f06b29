"""Entity links in a review: their verdicts, their exports, and what is carried over by a newer comparison."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

from coala.diff.row_keys import row_keys
from coala.exports.registry import EXPORTS
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.results.verdicts.judged import collect_answers
from coala.results.verdicts.tally import render_tally_json
from coala.review.file import Review
from coala.review.history import ReviewHistory
from coala.verdicts.history import Since
from coala.verdicts.state import State
from tests.diff.test_links import AFTER, BEFORE, CHAINS, DBPEDIA, WIKIDATA, link
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.reviews import put_comparison, put_with_verdicts

TWO_BASES = (
    link(CHAINS, {"x": [f"{WIKIDATA}Q90", f"{DBPEDIA}Paris"], "y": [f"{WIKIDATA}Q7"]}),
    link(CHAINS, {"x": [f"{WIKIDATA}Q47899", f"{DBPEDIA}Rome"], "y": [f"{WIKIDATA}Q8"]}),
)


def judge_rows(path: Path, *verdicts: Verdict) -> None:
    """Judge the first bag better, and its first rows by themselves."""
    with Review.open(path, reviewer="Ann") as review:
        rows = dict(zip(row_keys(review.bag(0)), verdicts, strict=False))
        review.judge(0, State(Verdict.BETTER, rows=tuple(rows.items())))


def list_row_verdicts(path: Path) -> list[dict[str, Verdict]]:
    with Review.open(path, reviewer="Ann") as review:
        return [dict(review.state(entry.fingerprint).rows) for entry in review.entries]


def test_tally_says_how_many_links_are_right(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *TWO_BASES)
    judge_rows(path, Verdict.BETTER, Verdict.WORSE)
    with Review.open(path) as review:
        found = json.loads(render_tally_json([review]))["entity_links"]
    for side in ("added", "dropped"):
        assert {key: found[side][key] for key in ("total", "judged", "right")} == {
            **{"total": 3, "judged": 2, "right": 1}
        }


def test_tally_of_a_review_without_links_has_no_figures_about_them(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, graph({"x": [A, C]}), graph({"x": [A], "y": [C]}))
    with Review.open(path) as review:
        assert "entity_links" not in json.loads(render_tally_json([review]))
        assert "dropped_entries" not in "".join(EXPORTS["changes"].write(collect_answers(review)))


def test_exports_have_the_iris_of_a_changed_link(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *TWO_BASES)
    judge_rows(path, Verdict.BETTER)
    with Review.open(path) as review:
        judged = collect_answers(review)
        document = json.loads("".join(EXPORTS["json"].write(judged)))
        table = list(csv.DictReader(io.StringIO("".join(EXPORTS["changes"].write(judged)))))
        markdown = "".join(EXPORTS["markdown"].write(judged))
    assert [row["link"] for row in document["bags"][0]["divergences"]] == [
        {"base": "DBpedia/Wikipedia", "added": [f"{DBPEDIA}Rome"], "dropped": [f"{DBPEDIA}Paris"]},
        {"base": "Wikidata", "added": [f"{WIKIDATA}Q47899"], "dropped": [f"{WIKIDATA}Q90"]},
    ]
    assert {(row["dropped_entries"], row["added_entries"]) for row in table} == {
        (f"{DBPEDIA}Paris", f"{DBPEDIA}Rome"),
        (f"{WIKIDATA}Q90", f"{WIKIDATA}Q47899"),
        (f"{WIKIDATA}Q7", f"{WIKIDATA}Q8"),
    }
    assert re.search(r"Rome\b.*\bParis\b.*DBpedia/Wikipedia", markdown)


def test_verdict_on_a_link_is_found_again_where_its_bag_grew(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, BEFORE, AFTER)
    judge_rows(path, Verdict.BETTER)
    (key,) = list_row_verdicts(path)[0]
    grown = {"x": [A, C], "y": [B], "z": [D], "w": [C]}
    larger: Graph = link(grown, {"x": [f"{WIKIDATA}Q47899"], "y": [f"{WIKIDATA}Q7"]})
    new = tmp_path / "new.coala"
    put_with_verdicts(new, BEFORE, larger, path)
    with Review.open(new, reviewer="Ann") as review:
        assert key in row_keys(review.bag(0))
        since = ReviewHistory(review).since(0)
    assert since is not None
    assert since.rows[Since.SAME] == 1


def test_verdict_on_a_link_to_another_entry_is_not_found_again(tmp_path: Path) -> None:
    path, new = tmp_path / "r.coala", tmp_path / "new.coala"
    put_comparison(path, BEFORE, AFTER)
    judge_rows(path, Verdict.BETTER)
    other = link(CHAINS, {"x": [f"{WIKIDATA}Q5"], "y": [f"{WIKIDATA}Q7"]})
    put_with_verdicts(new, BEFORE, other, path)
    assert list_row_verdicts(new) == [{}]
    put_with_verdicts(new, BEFORE, AFTER, path)
    assert list_row_verdicts(new) == list_row_verdicts(path)

"""Assertions about entity links: what a verdict on a link demands of a later graph."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.results.lock import LockSentences, render_check_json, render_junit, report_check
from coala.verdicts.lock.assertions import Expected
from coala.verdicts.lock.checking import Missing, Result
from tests.diff.test_links import AFTER, BEFORE, CHAINS, DBPEDIA, WIKIDATA, link
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.locks import asserted, check, lock_of
from tests.support.reports import tables_of, text_of

BETTER = lock_of((BEFORE, AFTER, "+"))


def name_only(iri: str) -> Graph:
    """Return a graph whose first chain alone is linked."""
    return link(CHAINS, {"x": [iri]})


def test_verdict_on_a_link_asserts_the_entry_of_the_preferred_side_and_not_the_other() -> None:
    assert asserted(BETTER) == {
        "Bob Smith, he link Q47899 (Wikidata)",
        "Bob Smith, he no-link Q90 (Wikidata)",
    }
    assert asserted(lock_of((BEFORE, AFTER, "-"))) == {
        "Bob Smith, he link Q90 (Wikidata)",
        "Bob Smith, he no-link Q47899 (Wikidata)",
    }
    assert not BETTER.passed_over


def test_lost_link_is_asserted_alone() -> None:
    lock = lock_of((BEFORE, link(CHAINS, {"y": [f"{WIKIDATA}Q7"]}), "+"))
    assert asserted(lock) == {"Bob Smith, he no-link Q90 (Wikidata)"}


def test_graph_with_the_old_link_breaks_both_assertions_and_says_so() -> None:
    checked = check(BETTER, BEFORE)
    assert [each.result for each in checked.assertions] == [Result.BROKEN, Result.BROKEN]
    link, no_link = (LockSentences(checked.lock).describe(each) for each in checked.assertions)
    assert re.fullmatch(r'Bag 1 \(\+, anna\): "Bob Smith" .* Q47899 \(Wikidata\); .*', link)
    assert re.fullmatch(r'Bag 1 \(\+, anna\): "Bob Smith" .* not .* Q90 \(Wikidata\); .*', no_link)
    report = report_check(checked)
    assert re.findall(r"\d+", report.claim) == ["2", "2"]
    (numbers,) = tables_of(report).values()
    assert [row[-1] for row in numbers.rows] == [0, 2, 0]
    assert [line.strip() for line in text_of(report) if line.strip() in (link, no_link)] == [link, no_link]
    document = json.loads("".join(render_check_json(checked)))
    assert (document["broken"], document["bags"][0]["broken"][1]["expected"]) == (2, "no-link")
    assert link in "".join(render_junit(checked)).replace("&quot;", '"')


@pytest.mark.parametrize(
    "iri",
    [f"{WIKIDATA}Q47899", "https://www.wikidata.org/wiki/Q47899", "https://m.wikidata.org/wiki/Q47899#x"],
)
def test_graph_with_the_new_link_in_any_form_holds(iri: str) -> None:
    assert {each.result for each in check(BETTER, name_only(iri)).assertions} == {Result.HOLDS}


def test_graph_without_any_link_breaks_what_must_be_linked() -> None:
    checked = check(BETTER, graph(CHAINS))
    assert [each.result for each in checked.assertions] == [Result.BROKEN, Result.HOLDS]


def test_redirects_apply_to_the_lock_and_to_the_graph(tmp_path: Path) -> None:
    file = tmp_path / "redirects.tsv"
    file.write_text(f"{WIKIDATA}Q47899\t{WIKIDATA}Q5\n", encoding="utf-8")
    options = DEFAULTS._replace(redirects=str(file))
    checked = check(BETTER, name_only(f"{WIKIDATA}Q5"), options)
    assert {each.result for each in checked.assertions} == {Result.HOLDS}


def test_names_that_are_not_compared_cannot_be_checked(tmp_path: Path) -> None:
    both = lock_of(
        (BEFORE, AFTER, "+"), (graph({"x": [A, C], "y": [B]}), graph({"x": [A], "y": [B, C]}), "+")
    )
    checked = check(both, AFTER, DEFAULTS._replace(names="off"))
    of_links = [each for each in checked.assertions if each.assertion.description]
    assert [(each.result, each.missing) for each in of_links] == [(Result.UNKNOWN, Missing.BASE)] * 2
    assert "--names, --knowledge-bases" in LockSentences(checked.lock).describe(of_links[0])
    (apart,) = (each for each in checked.assertions if each.assertion.expected is Expected.APART)
    assert re.findall('"(.+?)"', LockSentences(checked.lock).describe(apart)) == ["he", "Bob Smith"]


def test_base_of_the_user_must_be_declared_again(tmp_path: Path) -> None:
    file = tmp_path / "bases.toml"
    forms = "https://drugs.example.org/d/{}"
    file.write_text(f'[drugs]\ntitle = "Drugs"\nforms = ["{forms}"]\n', encoding="utf-8")
    options = DEFAULTS._replace(knowledge_bases=str(file))
    first, second = (link({"x": [A, C]}, {"x": [f"https://drugs.example.org/d/{name}"]}) for name in "ab")
    lock = lock_of((first, second, "+"), (BEFORE, AFTER, "+"), options=options)
    assert {each.result for each in check(lock, second, options).broken} == {Result.BROKEN}
    of_drugs = [
        each
        for each in check(lock, second).assertions
        if each.assertion.description and "Drugs" in each.assertion.description.words
    ]
    assert [each.missing for each in of_drugs] == [Missing.BASE] * 2


def test_two_reviewers_that_disagree_about_a_link_contradict_each_other() -> None:
    lock = lock_of((BEFORE, AFTER, "+"), (BEFORE, AFTER, "-"))
    assert len(lock.contradictions) == 2
    assert not lock.to_check()


def test_entries_of_two_bases_that_are_shown_alike_are_two_assertions() -> None:
    yago = "http://yago-knowledge.org/resource/"
    first = link({"x": [A]}, {"x": [f"{DBPEDIA}Paris", f"{yago}Paris"]})
    second = link({"x": [A]}, {"x": [f"{DBPEDIA}Rome", f"{yago}Rome"]})
    lock = lock_of((first, second, lambda bag: [Verdict.BETTER, Verdict.WORSE]))
    assert asserted(lock) == {
        "Bob Smith link Rome (DBpedia/Wikipedia)",
        "Bob Smith no-link Paris (DBpedia/Wikipedia)",
        "Bob Smith link Paris (YAGO)",
        "Bob Smith no-link Rome (YAGO)",
    }
    assert not lock.contradictions

"""Reports on a checked lock: in sentences, in JSON, and in the XML that CI systems read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coala.model.graph import Graph
from coala.results.lock import (
    note_unchecked,
    render_check_json,
    render_junit,
    render_junit_error,
    report_check,
)
from tests.support.figures import list_figures
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, graph
from tests.support.locks import check, lock_of
from tests.support.reports import folds_of, text_of


def test_contradiction_names_both_bags() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"), (SEED["X"], SEED["Z"], "-"), (SEED["X"], SEED["Y"], "+"))
    checked = check(lock, SEED["Y"])
    (fold,) = (fold for fold in folds_of(report_check(checked)) if list_figures(fold.title) == ["4"])
    named = re.findall(r"\d\.coala#1 \([+-], anna\)", " ".join(text_of([fold])))
    assert named == ["1.coala#1 (+, anna)", "2.coala#1 (-, anna)"] * 2
    assert [notice.code for notice in note_unchecked(checked)] == ["assertions-contradict"]


@pytest.mark.parametrize("mentions", [100, 101])
def test_mentions_of_an_assertion_when_they_are_over_100_are_cut_in_json(mentions: int) -> None:
    spans = [A._replace(begin=3 * place, end=3 * place + 2) for place in range(mentions + 1)]
    texts = {DOC_1: "he " * len(spans)}
    apart, joined = graph({"x": spans[1:], "y": spans[:1]}, texts=texts), graph({"x": spans}, texts=texts)
    checked = check(lock_of((apart, joined, "+")), graph({"x": spans[1:], "y": spans[:1]}, texts=texts))
    (bag,) = json.loads("".join(render_check_json(checked)))["bags"]
    (broken,) = bag["broken"]
    assert (len(broken["spans"]), len(broken["others"]), len(broken["at_fault"])) == (1, 100, 1)
    assert broken.get("others_in_all") == (None if mentions == 100 else 101)
    assert "spans_in_all" not in broken


def test_failures_of_the_accepted_graph_are_known_and_new_ones_are_broken() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"), (SEED["X"], SEED["Y"], "+"))
    accepted = check(lock, SEED["Z"])
    checked = check(lock, SEED["X"]).accept_failures_of(accepted)
    known = [each.assertion.bag.review for each in checked.known]
    assert set(known) == {"2.coala"}
    assert {each.assertion.bag.review for each in checked.broken} == {"1.coala"}
    (suite,) = read_as_a_ci_system_does("".join(render_junit(checked)))
    assert [[part.tag for part in case] for case in suite] == [["failure"], ["skipped", "system-out"]]
    skipped = suite[1].find("skipped")
    assert skipped is not None
    assert skipped.attrib["message"].startswith("known: 2.coala#1 (+, anna): ")
    document = json.loads("".join(render_check_json(checked)))
    assert (document["broken"], document["known"]) == (2, len(known))
    assert any(" graph.ttl " in line for line in text_of(report_check(checked))[1:])


def test_contradictory_bag_is_skipped_and_not_passed() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"), (SEED["X"], SEED["Z"], "-"), (SEED["X"], SEED["Y"], "+"))
    (suite,) = read_as_a_ci_system_does("".join(render_junit(check(lock, SEED["Y"]))))
    skipped = suite[0].find("skipped")
    assert skipped is not None
    assert list_figures(skipped.attrib["message"]) == ["2", "2"]


def hostile() -> tuple[Graph, Graph]:
    """Return graphs with names that could end an XML document or a line, or control a terminal."""
    text = 'A]]>\x00\x1b[31m" B<&\ud800\ufffe\u202e C'
    one, two = A._replace(begin=0, end=12), A._replace(begin=13, end=len(text))
    return graph({"x": [one, two]}, texts={DOC_1: text}), graph({"x": [one], "y": [two]}, texts={DOC_1: text})


ALLOWED = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "time", "tests", "failures", "errors", "skipped"},
    "testcase": {"name", "time", "classname"},
    "failure": {"type", "message"},
    "skipped": {"type", "message"},
    "error": {"type", "message"},
    "system-out": set(),
}
"""The attributes that Jenkins' schema (junit-10.xsd of its xunit plugin) allows, of those written here."""


def read_as_a_ci_system_does(xml: str) -> ElementTree.Element:
    """Check the rules that Jenkins' schema of JUnit and GitLab's reader have in common."""
    root = ElementTree.fromstring(xml.encode("utf-8"))
    assert root.tag == "testsuites"
    assert all(set(element.attrib) <= ALLOWED[element.tag] for element in root.iter())
    for suite in root:
        assert suite.tag == "testsuite"
        assert suite.get("name")
        cases = list(suite)
        assert {case.tag for case in cases} <= {"testcase"}
        counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
        assert counts == {
            "tests": len(cases),
            "failures": sum(case.find("failure") is not None for case in cases),
            "errors": sum(case.find("error") is not None for case in cases),
            "skipped": sum(case.find("skipped") is not None for case in cases),
        }
        for case in cases:
            assert case.get("name")
            assert case.get("classname")
            assert float(case.attrib["time"]) >= 0
            outcomes = [part.tag for part in case if part.tag != "system-out"]
            assert outcomes in ([], ["failure"], ["skipped"], ["error"])
            for part in case:
                assert part.tag == "system-out" or part.get("message")
        assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)
    return root


def test_the_xml_has_a_test_case_for_each_bag_and_is_what_ci_systems_read() -> None:
    lock = lock_of(
        (SEED["X"], SEED["Z"], "+"),
        (SEED["X"], SEED["Y"], "+"),
        (graph({"x": [A]}), graph({"x": [A], "y": [B]}), "+"),
        (SEED["X"], SEED["Z"], "="),
    )
    checked = check(lock, graph({"x": [A, C], "y": [B]}, texts={DOC_1: TEXTS[DOC_1]}))
    (suite,) = read_as_a_ci_system_does("".join(render_junit(checked)))
    outcomes = [[part.tag for part in case] for case in suite]
    assert outcomes == [["failure"], ["skipped"], [], ["skipped"]]
    failure = suite[0].find("failure")
    assert failure is not None
    assert failure.attrib["message"].endswith(" 1 more)")
    assert "[he]" in (failure.text or "")


def test_check_that_failed_is_one_error_in_the_xml() -> None:
    (suite,) = read_as_a_ci_system_does("".join(render_junit_error("new.ttl", "It is <gone>.")))
    error = suite[0].find("error")
    assert error is not None
    assert error.attrib["message"] == "It is <gone>."


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    together, apart = hostile()
    checked = check(lock_of((together, apart, "+"), reviewer='"><x>\x07'), together)
    assert checked.broken
    (suite,) = read_as_a_ci_system_does("".join(render_junit(checked)))
    assert "\\x07" in suite[0].attrib["name"]
    json.loads("".join(render_check_json(checked)))
    assert all("\n" not in line for line in text_of(report_check(checked)))

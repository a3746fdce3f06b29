"""Reports on a checked lock: in sentences, in JSON, and in the XML that CI systems read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.output.lock import (
    LockSentences,
    note_unchecked,
    render_check_json,
    render_check_text,
    render_junit,
    render_junit_error,
)
from coala.verdicts.lock.checking import Checked, Result
from coala.verdicts.lock.lock import Lock
from tests.support.figures import list_figures
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, D, graph
from tests.support.locks import check, lock_of

Named = tuple[str, list[str], list[str]]


def name_failures(checked: Checked) -> list[Named]:
    """Return the bag, the quotes, and "one", "two" and "not" of each sentence on what does not hold."""
    teller = LockSentences(checked.lock)
    return [
        (
            sentence.partition("): ")[0] + ")",
            re.findall('"([^"]*)"', sentence),
            re.findall(r"\b(?:one|two|not)\b", sentence),
        )
        for sentence in map(teller.describe, (*checked.broken, *checked.unknown))
    ]


def test_a_blessed_change_that_is_lost_is_one_sentence_with_its_texts() -> None:
    checked = check(lock_of((SEED["X"], SEED["Z"], "+")), SEED["X"])
    told = "Bag 1 (+, anna)"
    assert name_failures(checked) == [
        (told, ["he", "John Doe"], ["one", "two"]),
        (told, ["he", "Bob Smith"], ["two", "one"]),
    ]
    lines = list(render_check_text(checked))
    assert lines[0].startswith("graph.ttl: ")
    # Assertions, bags, reviews; what holds, is broken, cannot be checked.
    assert [list_figures(line) for line in lines[:2]] == [["2", "1", "1"], ["0", "2", "0"]]
    assert "    Bob Smith met John Doe and then [he] left. (doc1)" in lines
    assert "    Bob Smith met [John Doe] and then he left. (doc1)" in lines


def test_each_kind_of_assertion_has_its_own_sentence() -> None:
    baseline, changed = graph({"x": [A], "y": [D]}), graph({"x": [A, C], "y": [D], "z": [B]})
    typed = graph({"x": [A], "y": [D]}, types={"x": ["http://e.org/Person"]})
    # "he" must be one with "Bob Smith", and is not mentioned; "John Doe" must be mentioned, and is not.
    assert name_failures(check(lock_of((baseline, changed, "+")), baseline)) == [
        ("Bag 1 (+, anna)", ["he", "Bob Smith"], ["one", "not"]),
        ("Bag 2 (+, anna)", ["John Doe"], ["not"]),
    ]
    # Neither must be mentioned, and is.
    rejected = check(lock_of((baseline, changed, "-")), changed)
    assert name_failures(rejected) == [
        ("Bag 1 (-, anna)", ["he"], ["not"]),
        ("Bag 2 (-, anna)", ["John Doe"], ["not"]),
    ]
    assert all(
        "not" in LockSentences(rejected.lock).describe(each).partition(";")[0] for each in rejected.broken
    )
    for sign, broken, negated in (("+", baseline, [False, True]), ("-", typed, [True, False])):
        checked = check(lock_of((baseline, typed, sign)), broken)
        (sentence,) = map(LockSentences(checked.lock).describe, checked.broken)
        demand, _, state = sentence.partition(";")
        assert '"Bob Smith"' in demand
        assert demand.endswith(" Person")
        assert ["not" in demand, "not" in state] == negated


def test_mentions_with_equal_words_are_distinguished_and_many_are_counted() -> None:
    text = "He left. He slept. He rose. He ate."
    spans = [A._replace(begin=begin, end=begin + 2) for begin in (0, 9, 19, 28)]
    apart = graph({"x": spans[:1], "y": spans[1:]}, texts={DOC_1: text})
    joined = graph({"x": spans}, texts={DOC_1: text})
    two = graph({"x": [*spans[:2]], "y": spans[2:]}, texts={DOC_1: text})
    for before, figures in ((apart, ["0", "9"]), (two, ["19", "1", "0"])):
        checked = check(lock_of((before, joined, "-")), joined)
        (sentence,) = (LockSentences(checked.lock).describe(each) for each in checked.broken)
        assert list_figures(sentence.partition("): ")[2]) == figures


def test_what_cannot_be_checked_says_why_and_is_a_warning() -> None:
    lock = lock_of((SEED["X"], SEED["Y"], "+"), (SEED["X"], SEED["Z"], "+"))
    checked = check(lock, graph({"x": [A, C], "y": [B]}, texts={DOC_1: TEXTS[DOC_1]}))
    named = ("1.coala#1 (+, anna)", ["R. Smith", "Bob Smith"], ["two", "not"])
    assert named in [(bag, words, signs[:2]) for bag, words, signs in name_failures(checked)]
    (notice,) = note_unchecked(checked)
    assert (notice.code, notice.count) == ("assertions-not-checked", 1)
    said = notice.message.partition(":")[0]
    assert any(line.startswith(said) for line in render_check_text(checked))


def test_contradiction_names_both_bags() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"), (SEED["X"], SEED["Z"], "-"), (SEED["X"], SEED["Y"], "+"))
    checked = check(lock, SEED["Y"])
    told = [line.strip() for line in render_check_text(checked)]
    place = next(place for place, line in enumerate(told) if list_figures(line) == ["4"])
    assert (
        re.findall(r"\d\.coala#1 \([+-], anna\)", " ".join(told[place + 1 : place + 3]))
        == [
            *("1.coala#1 (+, anna)", "2.coala#1 (-, anna)"),
        ]
        * 2
    )
    assert [notice.code for notice in note_unchecked(checked)] == ["assertions-contradict"]


def test_bag_judged_as_a_whole_is_marked() -> None:
    baseline, changed = graph({"x": [A], "y": [B], "z": [C]}), graph({"x": [A, B, C]})
    whole = check(lock_of((baseline, changed, "+")), baseline)
    rows = check(lock_of((baseline, changed, lambda bag: [Verdict.BETTER] * 2)), baseline)
    advised = [len(list(render_check_text(each))) - len(each.broken) for each in (whole, rows)]
    assert advised[0] != advised[1]


def test_the_json_has_every_bag_and_what_is_broken_in_it() -> None:
    document = json.loads("".join(render_check_json(check(lock_of((SEED["X"], SEED["Z"], "+")), SEED["X"]))))
    assert document["format"] == "coala-check/1"
    assert (document["assertions"], document["held"], document["broken"]) == (2, 0, 2)
    (bag,) = document["bags"]
    assert (bag["bag"], bag["verdicts"]) == (1, [{"reviewer": "anna", "verdict": "+"}])
    together = bag["broken"][0]
    assert together["expected"] == "together"
    assert together["spans"] == [{"document": DOC_1, "begin": 32, "end": 34, "text": "he"}]
    assert together["others"][0]["text"] == "John Doe"
    assert together["by"][0]["verdict"] == "+"


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
    assert any(" graph.ttl " in line for line in list(render_check_text(checked))[1:])


def known_from(lock: Lock, new: Graph, *, accepted: Graph) -> list[Result]:
    """Return the result of each assertion when the failures of an accepted graph are known."""
    checked = check(lock, new).accept_failures_of(check(lock, accepted))
    return [each.result for each in checked.assertions]


def test_failure_is_new_when_another_mention_is_at_fault() -> None:
    text = "He left. He slept. He rose."
    one, two, three = (A._replace(begin=begin, end=begin + 2) for begin in (0, 9, 19))
    joined = graph({"x": [one, two, three]}, texts={DOC_1: text})
    apart = graph({"x": [one], "y": [two], "z": [three]}, texts={DOC_1: text})
    two_apart = graph({"x": [one, three], "y": [two]}, texts={DOC_1: text})
    lock = lock_of((apart, joined, lambda bag: Verdict.BETTER))
    assert known_from(lock, two_apart, accepted=apart) == [Result.KNOWN, Result.HOLDS]
    assert known_from(lock, apart, accepted=two_apart) == [Result.KNOWN, Result.BROKEN]


def test_failure_of_several_mentions_is_known_if_all_of_them_fail_in_the_accepted_graph() -> None:
    text = "He left. He slept. He rose. He sang. He ran."
    spans = [A._replace(begin=begin, end=begin + 2) for begin in (0, 9, 19, 28, 37)]
    joined = graph({"x": spans}, texts={DOC_1: text})
    both_apart = graph({"x": spans[:3], "y": spans[3:]}, texts={DOC_1: text})
    last_apart = graph({"x": spans[:4], "y": spans[4:]}, texts={DOC_1: text})
    lock = lock_of((both_apart, joined, "+"))
    assert [each.spans for each in lock.assertions] == [(3, 4)]
    assert known_from(lock, both_apart, accepted=last_apart) == [Result.BROKEN]
    assert known_from(lock, last_apart, accepted=both_apart) == [Result.KNOWN]


def test_contradictory_bag_is_skipped_and_not_passed() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"), (SEED["X"], SEED["Z"], "-"), (SEED["X"], SEED["Y"], "+"))
    (suite,) = read_as_a_ci_system_does("".join(render_junit(check(lock, SEED["Y"]))))
    skipped = suite[0].find("skipped")
    assert skipped is not None
    assert list_figures(skipped.attrib["message"]) == ["2", "2"]


def test_bag_is_skipped_in_the_xml_only_when_none_of_its_assertions_can_be_checked() -> None:
    town = D._replace(begin=15, end=19)
    lock = lock_of(
        (graph({"x": [A], "y": [C], "z": [D]}), graph({"x": [A, C, D]}), "+"),
        (graph({"x": [town], "y": [D]}), graph({"x": [town, D]}), "+"),
    )
    # Each graph has one of the two documents only.
    for spans, outcomes in (([A, C], ["", "skipped"]), ([D, town], ["skipped", ""])):
        document = spans[0].document
        checked = check(lock, graph({"x": spans}, texts={document: TEXTS[document]}))
        (suite,) = read_as_a_ci_system_does("".join(render_junit(checked)))
        found = [[part.tag for part in case if part.tag != "system-out"] for case in suite]
        assert found == [[outcome] * bool(outcome) for outcome in outcomes]


def test_check_that_failed_is_one_error_in_the_xml() -> None:
    (suite,) = read_as_a_ci_system_does("".join(render_junit_error("new.ttl", "It is <gone>.")))
    error = suite[0].find("error")
    assert error is not None
    assert error.attrib["message"] == "It is <gone>."


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


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    together, apart = hostile()
    checked = check(lock_of((together, apart, "+"), reviewer='"><x>\x07'), together)
    assert checked.broken
    (suite,) = read_as_a_ci_system_does("".join(render_junit(checked)))
    assert "\\x07" in suite[0].attrib["name"]
    json.loads("".join(render_check_json(checked)))
    assert all("\n" not in line for line in render_check_text(checked))

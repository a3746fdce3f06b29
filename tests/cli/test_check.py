"""``coala check``: exit statuses, outputs, and one line for every error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.model.bag import Bag, Verdict
from coala.model.options import DEFAULTS, Match, Options, ReadOptions
from coala.reading.read import read_graphs
from coala.review.file import Review
from coala.review.locking import make_lock
from coala.review.writing import write_review
from coala.verdicts.groups import group_by_gold
from coala.verdicts.lock.checking import check_graph
from coala.verdicts.state import Manner, State
from tests.support.nif import write_numbered
from tests.support.paths import SAMPLES, SHARED, needs_shared

X, Y, Z = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XYZ")


def review_of(
    path: Path,
    baseline: str,
    changed: str,
    verdict: Callable[[Bag], Verdict],
    reviewer: str = "anna",
    options: Options = DEFAULTS,
    manner: Manner = Manner.ALONE,
) -> str:
    """Return a review with a verdict on every bag, also if it has others' already."""
    if not path.exists():
        made = compare(baseline, changed, options=options)
        write_review(path, made.summary, made.iterate_sentences(), made.texts(), made.context, made.inputs)
    with Review.open(path, reviewer=reviewer) as review:
        for entry in review.entries:
            review.judge(entry.number, State(verdict(review.bag(entry.number)), manner=manner))
    return str(path)


def better(_: Bag) -> Verdict:
    return Verdict.BETTER


def worse(_: Bag) -> Verdict:
    return Verdict.WORSE


def trouble(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["check", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return line


def test_a_lock_ends_with_0_while_it_holds_and_with_1_when_it_breaks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blessed = review_of(tmp_path / "r.coala", X, Z, better)
    assert main(["check", Z, "--against", blessed]) == 0
    assert main(["check", X, "--against", blessed]) == 1
    printed = capsys.readouterr().out
    assert re.findall(r"^  (Bag 1 \(.*?\)):", printed, re.MULTILINE) == ["Bag 1 (+, anna)"] * 2


def test_json_and_xml_go_into_files_or_one_of_them_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blessed = review_of(tmp_path / "r.coala", X, Z, better)
    xml = tmp_path / "check.xml"
    assert main(["check", X, "--against", blessed, "--json", "-", "--junit", str(xml)]) == 1
    assert json.loads(capsys.readouterr().out)["broken"] == 2
    assert ElementTree.parse(xml).getroot()[0].attrib["failures"] == "1"


def test_several_reviews_are_one_lock_and_contradictions_are_warnings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = review_of(tmp_path / "1.coala", X, Z, better)
    second = review_of(tmp_path / "2.coala", X, Z, worse, reviewer="ben")
    third = review_of(tmp_path / "3.coala", X, Y, better, reviewer="eve")
    assert main(["check", Y, "--against", first, second, third]) == 0
    assert " 4 " in capsys.readouterr().err
    assert main(["check", Y, "--against", first, second, third, "--strict"]) == 2


def test_of_several_reviewers_of_a_file_each_counts_unless_the_bag_was_adjudicated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.coala"
    review_of(path, X, Z, better)
    review_of(path, X, Z, worse, reviewer="ben")
    trouble(capsys, Z, "--against", str(path))
    review_of(path, X, Z, worse, reviewer="eve", manner=Manner.ADJUDICATION)
    assert main(["check", Z, "--against", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "Bag 1 (-, eve)" in captured.out


@pytest.mark.parametrize("verdict", [Verdict.SAME, Verdict.UNSURE])
def test_a_bag_that_was_settled_as_neither_asserts_nothing_whatever_was_said_before(
    verdict: Verdict, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.coala"
    review_of(path, X, Z, better)
    review_of(path, X, Z, worse, reviewer="ben")
    review_of(path, X, Z, lambda _: verdict, reviewer="eve", manner=Manner.ADJUDICATION)
    trouble(capsys, X, "--against", str(path))


def test_of_several_files_a_reviewers_newest_verdict_counts_and_an_adjudication_in_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = review_of(tmp_path / "1.coala", X, Z, better)
    newer = review_of(tmp_path / "2.coala", X, Z, worse)
    for order in ([older, newer], [newer, older]):
        assert main(["check", Z, "--against", *order]) == 1
        captured = capsys.readouterr()
        assert "Bag 1 (-, anna)" in captured.out
        assert captured.err == ""
    settled = review_of(tmp_path / "3.coala", X, Z, better, reviewer="eve", manner=Manner.ADJUDICATION)
    assert main(["check", Z, "--against", older, newer, settled]) == 0
    assert capsys.readouterr().err == ""


def test_a_new_instance_that_is_gone_again_ends_a_plus_with_1_and_a_minus_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without = write_numbered(tmp_path / "without.ttl", [[0, 1]])
    with_it = write_numbered(tmp_path / "with.ttl", [[0, 1], [5]])
    blessed = review_of(tmp_path / "plus.coala", without, with_it, better)
    rejected = review_of(tmp_path / "minus.coala", without, with_it, worse)
    assert main(["check", without, "--against", blessed]) == 1
    captured = capsys.readouterr()
    assert 'Bag 1 (+, anna): "w05" ' in captured.out
    assert " 20–23 " in captured.err
    assert main(["check", without, "--against", rejected, "--strict"]) == 0
    assert main(["check", with_it, "--against", rejected]) == 1


def test_spans_are_matched_as_the_review_was_made_unless_the_command_says_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlapping = DEFAULTS._replace(match=Match.OVERLAP)
    loose = review_of(tmp_path / "loose.coala", X, Z, better, options=overlapping)
    exact = review_of(tmp_path / "exact.coala", X, Z, better)
    assert "--match overlap" in trouble(capsys, Z, "--against", loose, exact)
    assert main(["check", Z, "--against", loose, exact, "--match", "exact"]) == 0


def test_known_failures_end_with_0_and_new_ones_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blessed = review_of(tmp_path / "r.coala", X, Z, better)
    assert main(["check", X, "--against", blessed, "--known", X]) == 0
    assert re.findall(r"^  (?:hold|broken) .*?(\d+)$", capsys.readouterr().out, re.MULTILINE) == [
        "0",
        "0",
        "2",
    ]
    assert main(["check", X, "--against", blessed, "--known", Z]) == 1


def test_broken_assertion_ends_with_1_although_strict_sees_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = review_of(tmp_path / "1.coala", X, Z, better)
    second = review_of(tmp_path / "2.coala", X, Z, worse, reviewer="ben")
    third = review_of(tmp_path / "3.coala", X, Y, better, reviewer="eve")
    words = ["--against", first, second, third, "--strict", "--junit", str(tmp_path / "lock.xml")]
    assert main(["check", X, *words]) == 1
    assert main(["check", Y, *words]) == 2
    root = ElementTree.parse(tmp_path / "lock.xml").getroot()
    assert root.attrib["errors"] == "1"
    assert "--strict" in ElementTree.tostring(root, "unicode")


def test_verdict_same_of_another_reviewer_is_reported_where_it_has_no_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.coala"
    review_of(path, X, Z, worse, reviewer="mia")
    review_of(path, X, Z, lambda _: Verdict.SAME, reviewer="root")
    xml = tmp_path / "lock.xml"
    assert main(["check", X, "--against", str(path), "--strict", "--junit", str(xml)]) == 0
    captured = capsys.readouterr()
    for text in (captured.out, captured.err, xml.read_text(encoding="utf-8")):
        assert re.search(rf"Bag 1: mia [^.]*-, root [^.]*=[^.]*\..* coala review {path}#1", text)


def test_check_that_is_impossible_writes_one_error_as_junit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review, xml = review_of(tmp_path / "r.coala", X, Z, lambda bag: Verdict.SAME), tmp_path / "lock.xml"
    sentence = trouble(capsys, Z, "--against", review, "--junit", str(xml))
    (case,) = ElementTree.parse(xml).getroot()[0]
    error = case.find("error")
    assert error is not None
    assert error.attrib["message"] in sentence


@needs_shared
def test_on_ecb_plus_the_blessed_system_passes_fully_and_the_one_before_fails_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lemma, feature, kmeans = (
        str(SHARED / "data" / "ecbplus" / f"{name}.ttl")
        for name in ("lemma-delta", "feature0", "feature0-kmeans")
    )
    review = review_of(tmp_path / "r.coala", lemma, feature, better)
    counts = {}
    for graph in (lemma, feature, kmeans):
        main(["check", graph, "--against", review, "--json", "-"])
        document = json.loads(capsys.readouterr().out)
        assert document["cannot_be_checked"] == 0
        counts[graph] = document["held"], document["broken"]
    assert counts == {lemma: (0, 206), feature: (206, 0), kmeans: (173, 33)}


@needs_shared
def test_on_ecb_plus_gold_breaks_nothing_of_its_own_groups(tmp_path: Path) -> None:
    folder = SHARED / "data" / "ecbplus"
    lemma, feature, gold = (str(folder / f"{name}.ttl") for name in ("lemma-delta", "feature0", "gold"))
    made = compare(lemma, feature, gold=gold)
    path = tmp_path / "r.coala"
    write_review(path, made.summary, made.iterate_sentences(), made.texts(), made.context, made.inputs)
    with Review.open(path, reviewer="anna") as review:
        for entry in review.entries:
            chains = review.gold(entry.number)
            assert chains is not None
            groups = group_by_gold(review.find_parts(entry.number), chains, opened=True)
            review.judge(entry.number, State(Verdict.UNSURE, groups=groups))
        lock = make_lock([review])
    assert (len(lock.assertions), len(lock.contradictions)) == (218, 0)
    graphs = read_graphs([lemma, feature, gold], ReadOptions())
    assert [len(check_graph(lock, graph).broken) for graph in graphs] == [104, 106, 0]

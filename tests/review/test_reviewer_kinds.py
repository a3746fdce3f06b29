"""Kinds of reviewers in review files: what keeps them, and what they count for."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import coala
from coala.cli.commands import main
from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.results.verdicts.judged import collect_answers
from coala.review.file import Review
from coala.review.locking import make_lock
from coala.review.merging import merge_reviews
from coala.review.rescue import repair, salvage
from coala.verdicts.reviewer_kinds import ReviewerKind
from coala.verdicts.state import State
from tests.support.answers import write_answers
from tests.support.reviews import (
    judge_as,
    put_comparison,
    put_with_verdicts,
    review_of,
    three_splits,
)


def a_review(path: Path, people: str = "", models: str = "") -> Path:
    """Return a review of four bags, judged by Ann and by the model gpt."""
    review_of(path, range(4))
    judge_as(path, "Ann", people)
    judge_as(path, "gpt", models, by_model=True)
    return path


def list_kinds(path: Path, reviewer: str) -> list[bool]:
    """Return for each bag that a reviewer judged whether a model gave the answer."""
    with Review.open(path, reviewer=reviewer, read_only=True) as review:
        return [state.by_model for state in review.states() if state.is_judged]


def tally(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["tally", str(path), *words, "--json", "-"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_kinds_survive_merging_repair_and_carrying_over(tmp_path: Path) -> None:
    one = a_review(tmp_path / "one.coala", "+-", "+")
    other = a_review(tmp_path / "other.coala", "", "  --")
    merged = tmp_path / "both.coala"
    merge_reviews([one, other], merged)
    repaired = tmp_path / "repaired.coala"
    with closing(sqlite3.connect(one)) as connection, connection:
        connection.execute("UPDATE journal SET note = 'x' WHERE sequence = 2")
    repair(salvage(one), repaired)
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, *three_splits())
    judge_as(old, "Ann", "+-")
    judge_as(old, "gpt", "+", by_model=True)
    put_with_verdicts(new, *three_splits(), old)

    for path, people, models in ((merged, 2, 3), (repaired, 1, 1), (new, 2, 1)):
        assert list_kinds(path, "Ann") == [False] * people
        assert list_kinds(path, "gpt") == [True] * models


def test_kinds_survive_undo_and_redo(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala", "", "+")
    with Review.open(path, reviewer="gpt") as review:
        act = review.judge(0, State(Verdict.WORSE))
        review.undo(act)
        assert review.states()[0].by_model
        review.redo(act)
        assert not review.states()[0].by_model


def test_a_person_who_judges_as_a_model_makes_the_answer_a_persons(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala", "", "+-")
    with coala.open_review(path, reviewer="gpt", kind="person") as review:
        review.judge(1, "worse")
        assert review.has_two_kinds

    assert list_kinds(path, "gpt") == [False, True]


def test_open_review_writes_a_model_unless_told_otherwise(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala")
    with coala.open_review(path, reviewer="gpt") as review:
        review.judge(1, "better")
    with coala.open_review(path, reviewer="Ann", kind="person") as review:
        review.judge(2, "better")

    assert (list_kinds(path, "gpt"), list_kinds(path, "Ann")) == ([True], [False])
    with pytest.raises(CoalaError, match="robot"):
        coala.open_review(path, kind="robot")


def test_import_takes_the_kind_from_the_option_then_from_the_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_review(tmp_path / "r.coala")
    kinds: list[tuple[dict[str, str], list[str], bool]] = [
        ({}, [], False),
        ({"kind": "model"}, [], True),
        ({"kind": "person"}, ["--kind", "model"], True),
        ({"kind": "model"}, ["--kind", "person"], False),
    ]
    for number, (header, words, by_model) in enumerate(kinds):
        head = {"format": "coala-answers/1", "reviewer": f"Bo {number}"} | header
        answers = write_answers(path, [head, {"bag": 1, "verdict": "+"}])
        assert main(["import", str(path), answers, *words]) == 0
        assert list_kinds(path, f"Bo {number}") == [by_model]
    assert main(["import", str(path), "-", "--reviewer", "Bo", "--kind", "robot"]) == 2
    assert "robot" in capsys.readouterr().err


def test_import_again_with_another_kind_replaces_the_kind(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala")
    answers = write_answers(path, [{"bag": 1, "verdict": "+"}, {"bag": 2, "verdict": "-"}])
    judge_as(path, "gpt", "   +")
    for words in ([], ["--kind", "model"]):
        assert main(["import", str(path), answers, "--reviewer", "gpt", *words]) == 0

    assert list_kinds(path, "gpt") == [True, True, False]


def test_tally_of_a_person_and_a_model_counts_the_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_review(tmp_path / "r.coala", "++", "--- ")

    document = tally(path, capsys)
    assert (document["better"], document["worse"], document["disputed"]) == (2, 0, 0)
    assert (document["counted"], document["left_out"]) == ("people", ["gpt"])
    assert [(each["reviewer"], each["kind"]) for each in document["reviewers"]] == [("Ann", "person")]
    document = tally(path, capsys, "--reviewer", "gpt")
    assert (document["better"], document["worse"]) == (0, 3)
    assert (document["counted"], document["left_out"]) == ("named", [])
    assert [(each["reviewer"], each["kind"]) for each in document["reviewers"]] == [("gpt", "model")]


def test_tally_of_models_counts_them_where_no_person_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_review(tmp_path / "r.coala", "", "---")

    document = tally(path, capsys)
    assert (document["worse"], document["counted"], document["left_out"]) == (3, "models", [])
    # And with a person who came later, in another file, that person.
    other = a_review(tmp_path / "other.coala", "+")
    document = tally(path, capsys, str(other))

    assert (document["better"], document["worse"], document["counted"]) == (1, 0, "people")
    assert [each["counted"] for each in document["reviews"]] == ["models", "people"]


def test_exports_have_all_answers_but_count_people(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala", "+", "--")
    with Review.open(path, read_only=True) as review:
        judged = collect_answers(review)
        named = collect_answers(review, reviewer="gpt")
        assert (judged.disputed, judged.tally.judged) == (0, 1)

    assert [bag.verdict for bag in judged.bags[:2]] == [Verdict.BETTER, None]
    assert [(answer.reviewer, answer.kind, answer.counts) for answer in judged.bags[0].answers] == [
        ("Ann", ReviewerKind.PERSON, True),
        ("gpt", ReviewerKind.MODEL, False),
    ]
    assert [bag.verdict for bag in named.bags[:2]] == [Verdict.WORSE, Verdict.WORSE]


def test_verdicts_of_models_on_changes_do_not_count_beside_people(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala", "+", "-")
    key = "0123456789abcdef"
    judge_as(path, "gpt", "-", rows=((key, Verdict.WORSE),), by_model=True)
    with Review.open(path, read_only=True) as review:
        assert collect_answers(review).bags[0].rows() == {}
        assert collect_answers(review, reviewer="gpt").bags[0].rows() == {key: Verdict.WORSE}


def test_exports_tell_the_kind_of_reviewers(tmp_path: Path) -> None:
    path, texts = a_review(tmp_path / "r.coala", "+", "-"), {}
    for form in ("csv", "markdown", "html", "rdf", "json"):
        target = tmp_path / form
        assert main(["export", str(path), "--to", form, "-o", str(target)]) == 0
        texts[form] = target.read_text(encoding="utf-8")

    kinds = {row["reviewer"]: row["reviewer_kind"] for row in csv.DictReader(io.StringIO(texts["csv"]))}
    assert kinds == {"Ann": "person", "gpt": "model", "": ""}
    document = json.loads(texts["json"])
    assert [each["kind"] for each in document["provenance"]["reviewers"]] == ["person", "model"]
    assert [each["reviewer_kind"] for each in document["bags"][0]["verdicts"]] == ["person", "model"]
    assert document["tally"]["left_out"] == ["gpt"]
    assert texts["rdf"].count("prov:Person") == 1
    assert "prov:SoftwareAgent" in texts["rdf"].split('rdfs:label "gpt"')[0].rsplit("\n\n", 1)[-1]
    assert all("model gpt" in texts[form] for form in ("markdown", "html"))


def test_lock_asserts_what_people_said(tmp_path: Path) -> None:
    path = a_review(tmp_path / "r.coala", "+", "-+")
    alone = a_review(tmp_path / "alone.coala", "", "-+")
    with Review.open(path, read_only=True) as review, Review.open(alone, read_only=True) as models:
        judges = [{judged.reviewer for judged in make_lock([each]).bags} for each in (review, models)]
        lock = make_lock([review, models])
        together = {judged.reviewer for judged in lock.bags}

    assert judges == [{"Ann"}, {"gpt"}]
    assert (together, lock.left_out) == ({"Ann"}, ("gpt",))


@pytest.mark.parametrize("is_model_newer", [False, True])
def test_a_name_of_two_kinds_in_two_files_is_a_model_whichever_is_newer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, is_model_newer: bool
) -> None:
    paths = [a_review(tmp_path / "one.coala"), a_review(tmp_path / "two.coala")]
    for path, by_model in zip(paths, (not is_model_newer, is_model_newer), strict=True):
        judge_as(path, "Max", "---" if by_model else "+-+-", by_model=by_model)

    document = tally(paths[0], capsys, str(paths[1]))

    assert (document["counted"], document["reviewers"][0]["reviewer"]) == ("models", "Max")

"""Repeating a comparison from a review, with a report of the changed files."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import DamagedReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.listing import ListChange, stored_fingerprints
from coala.review.storage.seals import reseal
from coala.verdicts.state import State
from tests.support.paths import SAMPLES
from tests.support.reviews import put_comparison, three_splits

BETTER = State(Verdict.BETTER)


def test_the_graphs_of_a_review_are_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("X.ttl", "Z.ttl"):
        shutil.copy(SAMPLES / "paper" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["diff", "X.ttl", "Z.ttl", "-o", "r.coala"]) == 1
    with Review.open(tmp_path / "r.coala") as review:
        assert review.inputs() == {
            "baseline": str(tmp_path / "X.ttl"),
            "changed graph": str(tmp_path / "Z.ttl"),
        }
        assert review.summary.baseline.path == "X.ttl"
        review.judge(0, BETTER)
    capsys.readouterr()
    assert main(["diff", "X.ttl", "Z.ttl", "-o", "r.coala"]) == 1
    assert re.findall(r"\d", capsys.readouterr().err) == ["1"]


def test_changes_since_the_last_comparison_and_verdicts_of_all_reviewers_are_counted(path: Path) -> None:
    for number, reviewer in enumerate(("Ann", "Bob")):
        with Review.open(path, reviewer=reviewer) as review:
            review.judge(number, BETTER)
    before = stored_fingerprints(path)
    put_comparison(path, *three_splits("Rob"))
    with Review.open(path, reviewer="Eve") as review:
        assert review.changes_since(before) == ListChange(new=1, gone=1, changed=0, kept=1)
        now = [entry.fingerprint for entry in review.entries]
        assert review.changes_since(now) == ListChange(new=0, gone=0, changed=0, kept=1)
    put_comparison(path, *three_splits())
    with Review.open(path, reviewer="Eve") as review:
        assert review.changes_since(before) == ListChange(new=0, gone=0, changed=0, kept=2)
        review.judge(0, BETTER)
        assert review.changes_since(before) == ListChange(new=0, gone=0, changed=0, kept=3)
    assert stored_fingerprints(path.with_name("none")) == frozenset()


def set_inputs(path: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
        reseal(connection)


def test_review_without_a_list_of_inputs_names_its_graphs_as_the_summary_does(path: Path) -> None:
    set_inputs(path, "DELETE FROM header WHERE key = 'inputs'")
    with Review.open(path) as review:
        assert review.inputs() == {"baseline": "graph.ttl", "changed graph": "graph.ttl"}


def test_names_of_the_wrong_type_are_damage(path: Path) -> None:
    for value in ("x", "[]", "5", '{"baseline": 5}', "null"):
        set_inputs(path, "UPDATE header SET value = ? WHERE key = 'inputs'", value)
        with pytest.raises(DamagedReviewError):
            Review.open(path)

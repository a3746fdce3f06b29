"""Repeating a comparison from a review, with a report of the changed files."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.listing import ListChange, stored_fingerprints
from coala.review.storage.seals import seal
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
    assert "r.coala: the bags are the same; 1 verdict kept." in capsys.readouterr().err


def test_changes_since_the_last_comparison_are_counted(path: Path) -> None:
    with Review.open(path) as review:
        for entry in review.entries:
            review.judge(entry.number, BETTER)
    before = stored_fingerprints(path)
    put_comparison(path, *three_splits("Rob"))
    with Review.open(path) as review:
        assert review.changes_since(before) == ListChange(new=1, gone=1, changed=0, kept=2)
        same = review.changes_since([entry.fingerprint for entry in review.entries])
        assert same.sentence == "the bags are the same; 2 verdicts kept."
        assert review.changes_since(before).sentence == "1 new bag, 1 gone; 2 verdicts kept."
    assert stored_fingerprints(path.with_name("none")) == frozenset()


def test_a_bag_that_was_judged_and_changed_is_counted_as_such() -> None:
    change = ListChange(new=3, gone=2, changed=1, kept=0)
    assert (
        change.sentence
        == "3 new bags, 2 gone, 1 of the new ones changed since they were judged; 0 verdicts kept."
    )


def test_a_review_without_a_list_of_inputs_names_its_graphs_as_the_summary_does(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM header WHERE key = 'inputs'")
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    with Review.open(path) as review:
        assert review.inputs() == {"baseline": "graph.ttl", "changed graph": "graph.ttl"}


@pytest.mark.parametrize("value", ["x", "[]", "5", '{"baseline": 5}', "null"])
def test_names_of_the_wrong_type_are_a_sentence(path: Path, value: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE header SET value = ? WHERE key = 'inputs'", (value,))
    with pytest.raises(ReviewError, match="damaged"):
        Review.open(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    with pytest.raises(ReviewError, match="names of the graphs are damaged"):
        Review.open(path)


def test_verdicts_of_all_reviewers_still_hold(path: Path) -> None:
    for number, reviewer in enumerate(("Ann", "Bob")):
        with Review.open(path, reviewer=reviewer) as review:
            review.judge(number, BETTER)
    before = stored_fingerprints(path)
    put_comparison(path, *three_splits())
    with Review.open(path, reviewer="Eve") as review:
        assert review.changes_since(before).sentence == "the bags are the same; 2 verdicts kept."

"""The stored provenance of a review."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from coala import __version__
from coala.cli.commands import main
from coala.errors import DamagedReviewError
from coala.present.warnings_page import describe_provenance
from coala.review.file import Review
from coala.review.merging import merge_reviews
from coala.review.reviewers import login_name
from coala.review.storage.provenance import SourceFile, read_source
from coala.review.storage.seals import reseal
from tests.cli.test_commands import X, Z


def test_a_review_says_from_what_by_whom_and_in_which_words_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    words = ["diff", X, Z, "--kinds", "coreference", "-o", str(path)]
    main(words)
    with Review.open(path) as review:
        made = review.provenance()
        assert made is not None
        assert (made.version, made.command, made.who) == (__version__, tuple(words), login_name())
        assert made.settings == review.summary.settings != {}
        assert datetime.now(UTC) - datetime.fromisoformat(made.time) < timedelta(minutes=5)
        content = Path(X).read_bytes()
        assert made.inputs[0] == SourceFile(
            "baseline", os.path.abspath(X), hashlib.sha256(content).hexdigest(), len(content)
        )
        assert [source.role for source in made.inputs] == ["baseline", "changed graph"]
        assert made.reviews == ()
        told = describe_provenance(made)
    assert "coala diff" in told[0]
    assert hashlib.sha256(content).hexdigest() in told[1]


def test_unreadable_source_has_no_hash(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("-", str(tmp_path / "gone"), str(tmp_path / "pipe"), "a\0b"):
        assert read_source("baseline", path) == SourceFile("baseline", path, None, None)


def test_a_merged_review_names_the_reviews_and_the_graphs_of_the_first(tmp_path: Path) -> None:
    first, second = tmp_path / "a.coala", tmp_path / "b.coala"
    for path in (first, second):
        main(["diff", X, Z, "-o", str(path)])
    merge_reviews([first, second], tmp_path / "c.coala", ["merge", "a", "b"])
    with Review.open(tmp_path / "c.coala") as merged, Review.open(first) as review:
        made, before = merged.provenance(), review.provenance()
        assert made is not None
        assert before is not None
        assert (made.command, made.inputs) == (("merge", "a", "b"), before.inputs)
        content = first.read_bytes()
        assert made.reviews[0] == SourceFile(
            "review", str(first), hashlib.sha256(content).hexdigest(), len(content)
        )


def test_review_whose_making_was_lost_has_no_provenance(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM header WHERE key = 'provenance'")
        reseal(connection)
    with Review.open(path) as review:
        assert review.provenance() is None
    assert len(describe_provenance(None)) == 1


def test_provenance_of_wrong_types_is_damage_despite_a_valid_seal(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (value,) = connection.execute("SELECT value FROM header WHERE key = 'provenance'").fetchone()
    names = ["version", "command", "settings", "inputs", "reviews", "time", "who"]
    assert sorted(json.loads(value)) == sorted(names)
    wrong = (json.dumps(json.loads(value) | {name: [[1]]}) for name in names)
    for odd in ("", "[]", "{}", "1", "[" * 9999, "null", *wrong):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE header SET value = ? WHERE key = 'provenance'", (odd,))
            reseal(connection)
        with pytest.raises(DamagedReviewError):
            Review.open(path)

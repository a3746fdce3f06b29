"""Copies of a review: complete, and refused where they would destroy something."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

import pytest

from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, make_review

BETTER, WORSE = State(Verdict.BETTER, Comment("a note", ("name",))), State(Verdict.WORSE)


def test_copy_is_complete_and_the_review_stays_open(path: Path) -> None:
    copy = path.with_name("copy.coala")
    with Review.open(path) as review:
        review.judge(0, BETTER)
        review.keep_draft(1, Comment("half"))
        review.save_copy(copy)
        review.judge(0, WORSE)
        with Review.open(copy) as copied:
            assert copied.state(copied.entries[0].fingerprint) == BETTER
            assert copied.draft(1) == Comment("half")
            assert [copied.bag(number) for number in range(3)] == [review.bag(number) for number in range(3)]
            assert copied.search("bob") == review.search("bob") != []
            copied.judge(2, BETTER)
        assert review.state(review.entries[2].fingerprint) == State()
    assert sorted(child.name for child in path.parent.iterdir()) == ["copy.coala", "review.coala"]


def test_copy_is_synced_through_a_handle_for_writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to sync a file that is open for reading."""
    modes: list[int] = []

    def note_mode(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            modes.append(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE)

    monkeypatch.setattr(os, "fsync", note_mode)
    with Review.open(path) as review:
        review.save_copy(path.with_name("copy.coala"))
    assert modes == [os.O_RDWR]


@pytest.mark.parametrize("read_only", [True, False])
def test_a_copy_takes_the_place_of_another_review(path: Path, read_only: bool) -> None:
    copy = make_review(path.with_name("copy.coala"), [a_bag(0)])
    with Review.open(path, read_only=read_only) as review:
        review.save_copy(copy)
    with Review.open(copy) as copied:
        assert len(copied.entries) == 3


def test_a_copy_is_refused_where_it_would_cost_something(path: Path) -> None:
    other, note = make_review(path.with_name("other.coala"), [a_bag(0)]), path.with_name("notes.txt")
    note.write_text("mine")
    linked = path.with_name("linked.coala")
    linked.symlink_to(path)
    with Review.open(path) as review, Review.open(other):
        # Only a dialog asks for these, so the words that tell them apart are here.
        for place, words in [
            (path, "the open review"),
            (linked, "the open review"),
            (other, "another"),
            (note, "not a COALA review"),
            (path.parent, "not a file"),
            (path.with_name("nowhere") / "copy.coala", "folder"),
            (path.with_name("a\0b"), "name"),
        ]:
            with pytest.raises(CoalaError, match=words):
                review.save_copy(place)
        review.judge(0, BETTER)
    assert note.read_text() == "mine"
    assert sorted(child.name for child in path.parent.iterdir()) == [
        *("linked.coala", "notes.txt", "other.coala", "review.coala")
    ]


def test_a_copy_that_cannot_be_finished_leaves_what_was_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = make_review(path.with_name("copy.coala"), [a_bag(0)])
    before = copy.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with Review.open(path) as review, pytest.raises(CoalaError):
        review.save_copy(copy)
    assert copy.read_bytes() == before
    assert sorted(child.name for child in path.parent.iterdir()) == ["copy.coala", "review.coala"]

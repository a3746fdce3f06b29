"""Half-written notes, which survive any end of the program, and are no notes until they are saved."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.merging import merge_reviews
from coala.review.rescue import repair, salvage
from coala.review.storage import serialization
from coala.verdicts.comment import LONGEST_NOTE, Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.reviews import put_comparison, three_splits

HALF = "a pronoun too"
HALF_ANSWER = Groups(((0,),), start=1, moved=1)
"""The other part of the bag has no group yet."""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is a thing of Unix")
def test_draft_and_half_an_answer_survive_kill_9(path: Path) -> None:
    writing = f"""
from pathlib import Path
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
import time
review = Review.open(Path({str(path)!r}))
review.keep_draft(0, Comment({HALF!r}))
review.keep_half_answer(1, {HALF_ANSWER!r})
print("kept", flush=True)
time.sleep(60)
"""
    process = subprocess.Popen([sys.executable, "-c", writing], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "kept\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with Review.open(path) as review:
        assert (review.draft(0), review.half_answer(1)) == (Comment(HALF), HALF_ANSWER)
    assert salvage(path).is_sound


def test_draft_is_gone_when_the_note_is_saved_or_is_the_note_again(path: Path) -> None:
    with Review.open(path) as review:
        review.keep_draft(0, Comment(HALF))
        # A verdict or a tag that leaves the note alone leaves the draft.
        review.judge(0, State(Verdict.BETTER, Comment(tags=("name",))))
        assert review.draft(0) == Comment(HALF)
        review.judge(0, State(Verdict.BETTER, Comment(f"{HALF} far")))
        assert review.draft(0) is None
        review.keep_draft(0, Comment(HALF))
        review.keep_draft(0, Comment(f"{HALF} far"))
        assert review.draft(0) is None
        # An emptied note is a draft, too.
        review.keep_draft(0, Comment())
        assert review.draft(0) == Comment()


def test_draft_on_a_bag_that_changed_is_there_until_it_is_saved_or_cleared(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, graph({"x": [A, B]}), graph({"x": [A], "y": [B]}))
    with Review.open(path) as review:
        former = review.entries[0].fingerprint
        review.judge(0, State(Verdict.SAME, Comment("saved")))
        review.keep_draft(0, Comment(HALF))
        assert review.list_drafts() == [0]
    for ends in (Comment("written"), Comment()):
        put_comparison(path, graph({"x": [A, B, C]}), graph({"x": [A, C], "y": [B]}))
        with Review.open(path) as review:
            assert review.entries[0].fingerprint != former
            assert (review.list_drafts(), review.draft(0)) == ([0], Comment(HALF))
            review.keep_draft(0, Comment(HALF + HALF))
            assert review.draft(0) == Comment(HALF + HALF)
            review.judge(0, State(comment=Comment("written")))
            assert (review.draft(0), review.list_drafts()) == (None, [])
            review.judge(0, State())
            review.keep_draft(0, Comment(HALF))
            review.keep_draft(0, ends)
            review.keep_draft(0, Comment())
            assert review.list_drafts() == []
            review.keep_draft(0, Comment(HALF))
    with Review.open(path, reviewer="Zoe") as review:
        assert review.list_drafts() == []


def test_draft_that_cannot_be_stored_raises_one_sentence(path: Path) -> None:
    with Review.open(path) as review:
        with pytest.raises(ReviewError):
            review.keep_draft(0, Comment("x" * (LONGEST_NOTE + 1)))
        assert review.draft(0) is None
        review.keep_draft(0, Comment("a\ud800b"))
        assert review.draft(0) == Comment("a\\ud800b")
    with Review.open(path, read_only=True) as review, pytest.raises(ReviewError, match="read-only"):
        review.keep_draft(0, Comment(HALF))


def test_draft_that_is_stored_under_the_key_of_another_is_found_or_damage(path: Path) -> None:
    with Review.open(path) as review:
        for number in (0, 1):
            review.keep_draft(number, Comment(f"{HALF} {number}"))
        _, second, third = (entry.fingerprint for entry in review.entries)
    move = "UPDATE draft SET fingerprint = ? WHERE fingerprint = ?"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(move, (third, second))
    with Review.open(path) as review:
        assert review.draft(1) == Comment(f"{HALF} 1")
        with pytest.raises(DamagedReviewError, match="bag 3 "):
            review.draft(2)


@pytest.mark.parametrize("content", [b"", b"x", serialization.pack(5), serialization.pack(["another", HALF])])
def test_damaged_draft_is_refused_and_can_be_replaced(path: Path, content: bytes) -> None:
    with Review.open(path) as review:
        review.keep_draft(0, Comment(HALF))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE draft SET content = ?", (content,))
    with Review.open(path) as review:
        with pytest.raises(DamagedReviewError, match="bag 1 "):
            review.draft(0)
        review.keep_draft(0, Comment("anew"))
        assert review.draft(0) == Comment("anew")


def test_half_an_answer_is_there_after_opening_again_next_to_the_note(path: Path) -> None:
    with Review.open(path) as review:
        review.keep_half_answer(0, Groups((), not_sure=(0,)))
        review.keep_half_answer(0, HALF_ANSWER)
        review.keep_draft(0, Comment(HALF))
        review.keep_half_answer(1, HALF_ANSWER)
    with Review.open(path) as review:
        assert [review.half_answer(number) for number in range(3)] == [HALF_ANSWER, HALF_ANSWER, None]
        assert [review.draft(number) for number in range(3)] == [Comment(HALF), None, None]
        assert review.states() == [State()] * 3
        review.go_on_as("Bo")
        assert review.half_answer(0) is None


def test_half_an_answer_is_gone_with_the_answer_and_the_note_with_the_note(path: Path) -> None:
    with Review.open(path) as review:
        for number in range(3):
            review.keep_half_answer(number, HALF_ANSWER)
            review.keep_draft(number, Comment(HALF))
        review.judge(0, State(Verdict.BETTER, groups=Groups(((0,), (1,)))))
        review.judge(1, State(comment=Comment("the note")))
        review.keep_half_answer(2, None)
        assert [review.half_answer(number) for number in range(3)] == [None, HALF_ANSWER, None]
        assert [review.draft(number) for number in range(3)] == [Comment(HALF), None, Comment(HALF)]


def test_groups_that_are_undone_are_half_an_answer_until_they_are_redone(path: Path) -> None:
    one, both = Groups(((0, 1),)), Groups(((0,), (1,)))
    with Review.open(path) as review:
        first = review.judge(0, State(Verdict.BETTER, groups=one))
        second = review.judge(0, State(Verdict.WORSE, groups=both))
        review.undo(second)
        # The bag has other groups, which the view shows.
        assert (review.states()[0].groups, review.half_answer(0)) == (one, None)
        review.undo(first)
        assert (review.states()[0].groups, review.half_answer(0)) == (None, one)
    with Review.open(path) as review:
        assert review.half_answer(0) == one
        review.redo(first)
        assert (review.states()[0].groups, review.half_answer(0)) == (one, None)


def test_half_an_answer_stays_when_a_change_or_a_drawn_link_gets_an_answer(path: Path) -> None:
    with Review.open(path) as review:
        for number in range(2):
            review.keep_half_answer(number, HALF_ANSWER)
            review.judge(number, State(rows=(("0" * 16, Verdict.BETTER),)))
            assert review.half_answer(number) == HALF_ANSWER
        review.judge(0, State(Verdict.WORSE, rows=(("0" * 16, Verdict.BETTER),)))
        assert [review.half_answer(number) for number in range(2)] == [None, HALF_ANSWER]


@pytest.mark.parametrize("groups", [5, [], {}, {"together": [[7]]}, {"together": [["1"]]}, {"start": 0}])
def test_damaged_half_an_answer_is_refused_and_can_be_replaced(path: Path, groups: object) -> None:
    with Review.open(path) as review:
        review.keep_half_answer(0, HALF_ANSWER)
        fingerprint, reviewer = review.entries[0].fingerprint, review.reviewer
    with closing(sqlite3.connect(path)) as connection, connection:
        packed = serialization.pack([fingerprint, None, reviewer, groups])
        connection.execute("UPDATE draft SET content = ?", (packed,))
    with Review.open(path) as review:
        with pytest.raises(DamagedReviewError, match="bag 1 "):
            review.half_answer(0)
        review.keep_half_answer(0, HALF_ANSWER)
        assert review.half_answer(0) == HALF_ANSWER


def test_drafts_are_kept_by_a_merge_a_repair_and_another_comparison(path: Path, tmp_path: Path) -> None:
    with Review.open(path) as review:
        review.keep_half_answer(0, HALF_ANSWER)
        review.keep_draft(0, Comment(HALF))
        fingerprint = review.entries[0].fingerprint
    merged, repaired = tmp_path / "merged.coala", tmp_path / "repaired.coala"
    shutil.copy(path, tmp_path / "copy.coala")
    merge_reviews([path, tmp_path / "copy.coala"], merged)
    repair(salvage(path), repaired)
    put_comparison(path, *three_splits("Rob"))
    for each in (merged, repaired, path):
        with Review.open(each) as review:
            number = review.find_bag(fingerprint)
            assert (review.half_answer(number), review.draft(number)) == (HALF_ANSWER, Comment(HALF))

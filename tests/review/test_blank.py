"""Blank copies of a review: the same questions, and nothing that a reviewer wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import ReviewError
from coala.model.bag import KeptQuestion, MentionInText, Verdict
from coala.review.blank import write_blank
from coala.review.drawing import answer_kept_link, draw, find_kept_links, find_sample, keep_kept_links
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.reviews import review_of

REVIEWER, NOTE = "Zwaantje", "surprisingly wrong"


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """Return a review with a verdict, a note, a draft, samples and an answer on a link, by one reviewer."""
    path = review_of(tmp_path / "judged.coala", range(3))
    question = KeptQuestion(
        MentionInText("d1", "", "she", " left"), (MentionInText("d1", "", "Ada", " ran"),), 0
    )
    with Review.open(path, reviewer=REVIEWER) as review:
        draw(review, 2)
        keep_kept_links(review, [question])
        answer_kept_link(review, 0, Verdict.BETTER)
        review.judge(0, State(Verdict.WORSE, Comment(NOTE, ("pronoun",))))
        review.keep_draft(2, Comment("a draft of a note"))
    return path


def test_blank_copy_has_the_bags_and_samples_and_nothing_that_was_written(
    judged: Path, tmp_path: Path
) -> None:
    blank = tmp_path / "blank.coala"
    before = judged.read_bytes()
    write_blank(judged, blank)
    assert judged.read_bytes() == before
    with Review.open(judged, read_only=True) as old, Review.open(blank, reviewer="Ben") as new:
        assert [entry.fingerprint for entry in new.entries] == [entry.fingerprint for entry in old.entries]
        assert new.bag(0) == old.bag(0)
        assert new.summary == old.summary
        assert find_sample(new) == find_sample(old)
        links, old_links = find_kept_links(new), find_kept_links(old)
        assert links is not None
        assert old_links is not None
        assert links.questions == old_links.questions
        assert (links.answers, list(new.reviewers())) == ({}, [])
        new.judge(0, State(Verdict.BETTER))
    content = blank.read_bytes()
    for text in (REVIEWER, NOTE, "pronoun"):
        assert text.encode() in before
        assert text.encode() not in content
    with pytest.raises(ReviewError):
        write_blank(judged, blank)
    assert blank.read_bytes() == content


def test_blank_copy_of_a_board_has_its_columns(tmp_path: Path) -> None:
    board, blank = tmp_path / "board.coala", tmp_path / "blank.coala"
    put_board(board)
    with Review.open(board, reviewer=REVIEWER, column="without/names") as review:
        review.judge(0, State(Verdict.BETTER))
        draw(review, 1)
    assert main(["file", "blank", str(board), "-o", str(blank)]) == 0
    with Review.open(blank, read_only=True, column="without/names") as review:
        assert list(review.reviewers()) == []
        assert find_sample(review) is not None
    assert REVIEWER.encode() not in blank.read_bytes()
    assert main(["file", "check", str(blank)]) == 0

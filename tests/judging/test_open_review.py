"""A review that a program judges: questions, verdicts, and hidden sides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import coala
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Verdict
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from tests.support.corpora import write_newswire
from tests.support.reviews import a_typed_bag, make_review


@pytest.fixture(scope="module")
def newswire(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_newswire(tmp_path_factory.mktemp("newswire") / "r.coala")


@pytest.fixture
def path(newswire: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "r.coala"
    copy.write_bytes(newswire.read_bytes())
    return copy


def test_hidden_sides_turn_a_verdict_that_follows_from_changes(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_typed_bag(number) for number in range(8)])
    with coala.open_review(path, reviewer="bot", blind_seed=5) as review:
        for question in review:
            review.judge(question, changes={each.number: "left" for each in question.changes})
        assert {review.verdict(question) for question in review} == {"left"}

    with Review.open(path, reviewer="bot") as stored:
        states = stored.states()
    assert 0 < sum(state.swapped is True for state in states) < len(states)
    for state in states:
        expected = Verdict.BETTER if state.swapped else Verdict.WORSE
        assert (state.verdict, {verdict for _, verdict in state.rows}) == (expected, {expected})
        assert state.swapped is not None


def test_hidden_questions_tell_no_side(path: Path) -> None:
    with coala.open_review(path, blind_seed=5) as review:
        lines = [question.to_json() for question in review]
    # Both graphs have the same documents, so their identifiers tell nothing.
    for part in (part for line in lines for part in line.get("parts", ())):
        del part["spans"]
    text = json.dumps(lines)

    for word in ("baseline", '"changed"', ".ttl", "gold", "http"):
        assert word not in text


def test_a_blind_review_is_judged_by_sides_and_takes_no_seed(tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "blind.coala", blind=BlindWish(3))
    with pytest.raises(ReviewError):
        coala.open_review(path, blind_seed=1)
    with coala.open_review(path, reviewer="bot") as review:
        assert review.is_blind
        for question in review:
            review.judge(question, "right")
        assert {review.verdict(question) for question in review} == {"right"}
        with pytest.raises(CoalaError, match="'better'"):
            review.judge(1, "better")

"""Errors of SQLite in an open review, each passed to the caller as one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import State

ROWS = (("0" * 16, Verdict.BETTER),)

CALLS: dict[str, Callable[[Review, str, str], object]] = {
    "bag": lambda review, bag, document: review.bag(0),
    "peek": lambda review, bag, document: review.peek(0),
    "minutes": lambda review, bag, document: review.minutes(),
    "similar_bags": lambda review, bag, document: review.similar_bags(0),
    "forms": lambda review, bag, document: review.forms,
    "slices": lambda review, bag, document: review.slices,
    "draft": lambda review, bag, document: review.draft(2),
    "content_counts": lambda review, bag, document: review.content_counts("facts"),
    "gold": lambda review, bag, document: review.gold(0),
    "header": lambda review, bag, document: review.header("memory"),
    "history_of": lambda review, bag, document: review.history_of(0),
    "inputs": lambda review, bag, document: review.inputs(),
    "judge_all": lambda review, bag, document: review.judge_all([(0, State(Verdict.SAME), None)]),
    "judge": lambda review, bag, document: review.judge(0, State(Verdict.SAME, Comment("a note"))),
    "judged_bag": lambda review, bag, document: review.judged_bag(bag),
    "keep": lambda review, bag, document: review.keep("seed", 1),
    "half_answer": lambda review, bag, document: review.half_answer(2),
    "has_groups": lambda review, bag, document: review.has_groups(2, State(Verdict.BETTER)),
    "keep_half_answer": lambda review, bag, document: review.keep_half_answer(2, None),
    "place_state": lambda review, bag, document: review.place_state(2, State(Verdict.BETTER)),
    "keep_draft": lambda review, bag, document: review.keep_draft(0, Comment("half")),
    "list_drafts": lambda review, bag, document: review.list_drafts(),
    "kept": lambda review, bag, document: review.kept("trial"),
    "link_counts": lambda review, bag, document: review.link_counts(),
    "count_by_change": lambda review, bag, document: review.count_by_change(0, State(rows=ROWS)),
    "find_parts": lambda review, bag, document: review.find_parts(2),
    "kinds_of": lambda review, bag, document: review.kinds_of(0),
    "place_parts": lambda review, bag, document: review.place_parts(2, Groups.sort([[0]])),
    "listed": lambda review, bag, document: review.listed(),
    "mentions_of": lambda review, bag, document: review.mentions_of(document),
    "provenance": lambda review, bag, document: review.provenance(),
    "question": lambda review, bag, document: review.question(bag),
    "require_revealed": lambda review, bag, document: review.require_revealed(),
    "redo": lambda review, bag, document: review.redo(review.history()[0]),
    "rows": lambda review, bag, document: review.rows(),
    "same_changes": lambda review, bag, document: review.same_changes,
    "save_copy": lambda review, bag, document: review.save_copy(review.path.with_name("copy.coala")),
    "search": lambda review, bag, document: review.search("bob"),
    "search_limits": lambda review, bag, document: review.search_limits(),
    "settings_to_repeat": lambda review, bag, document: review.settings_to_repeat(),
    "shares": lambda review, bag, document: review.shares(0),
    "shares_of": lambda review, bag, document: review.shares_of("b_cubed"),
    "size_of_questions": lambda review, bag, document: review.size_of_questions([bag]),
    "text": lambda review, bag, document: review.text(document),
    "times_of": lambda review, bag, document: review.times_of("Ann"),
    "undo": lambda review, bag, document: review.undo(review.history()[0]),
}

ASKS_NO_FILE = {
    "draft_groups",  # reads earlier bags only
    *(
        "address",
        "back_up",
        "blind",
        "changes_since",
        "close",
        "count_changes",
        "find_bag",
        "sides",
    ),
    *(
        "former_verdict",
        "go_on_as",
        "history",
        "identity",
        "judged",
        "make_judgement",
        "name",
        "nouns",
        "number_of",
        "open",
    ),
    *("independent_states_of", "refuse_output", "reviewer", "reviewers", "state", "states", "states_of"),
}
"""What needs no look into the file, needs it through the methods above, or makes a copy quietly."""


class LockedConnection:
    """Raises for whatever is asked of it what SQLite raises of a file that is locked."""

    in_transaction = False

    def __getattr__(self, name: str) -> Any:
        def fail(*given: object, **named: object) -> None:
            raise sqlite3.OperationalError("database is locked")

        return fail


@pytest.fixture
def locked(full: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Review, str, str]]:
    """Return an open review that can no longer be read, with the names of a bag and a document."""
    with Review.open(full, reviewer="Ann") as review:
        names = review.entries[0].fingerprint, review.peek(0).documents[0]
        with monkeypatch.context() as patch:
            for part in (review, review._journal, review._drafts, review._held):
                patch.setattr(part, "_connection", LockedConnection())
            yield review, *names


def test_file_that_cannot_be_read_any_more_is_one_sentence(locked: tuple[Review, str, str]) -> None:
    review, bag, document = locked
    for name, call in CALLS.items():
        with pytest.raises(ReviewError) as refused:
            call(review, bag, document)
        assert str(refused.value).startswith(
            (f"{review.path}: ", f"{review.path.with_name('copy.coala')}: ")
        ), name
    os.utime(review.path)
    with pytest.raises(ReviewError):
        review.judge(0, State(Verdict.SAME))


def test_every_public_method_of_a_review_is_tried_here() -> None:
    public = {name for name in dir(Review) if not name.startswith("_")}
    assert public == CALLS.keys() | ASKS_NO_FILE
    assert not CALLS.keys() & ASKS_NO_FILE

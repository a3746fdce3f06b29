"""Earlier verdicts as a line, and the lines behind it."""

from __future__ import annotations

import re
from pathlib import Path

from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.values import Span
from coala.present.history import PastLine, list_past, summarize_past
from coala.review.file import Review
from coala.review.history import ReviewHistory
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.reviews import put_comparison, put_with_verdicts

LETTERS = "a b c d e f g h i j " * 60
TEXTS = {DOC_1: LETTERS}


def letters(first: int, last: int) -> list[Span]:
    return [Span(DOC_1, 2 * place, 2 * place + 1) for place in range(first, last)]


def chains(*found: list[Span]) -> Graph:
    return graph({f"x{number}": spans for number, spans in enumerate(found)}, texts=TEXTS)


def judged(path: Path, *states: State) -> None:
    with Review.open(path, reviewer="Ann") as review:
        for number, state in enumerate(states):
            review.judge(number, state)


def test_a_bag_that_several_became_says_how_each_was_judged(tmp_path: Path) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, chains(letters(0, 2), letters(2, 4)), chains(*([one] for one in letters(0, 4))))
    judged(
        old, State(Verdict.BETTER, Comment("a <i>note</i>")), State(Verdict.WORSE, Comment(tags=("name",)))
    )
    put_with_verdicts(new, chains(letters(0, 5)), chains(letters(0, 4), letters(4, 5)), old)
    with Review.open(new, reviewer="Ann") as review:
        history = ReviewHistory(review)
        told = summarize_past(history, 0, State())
        lines = list_past(history, 0)
    # Two bags, one better and one worse; one change is new and two are gone; a mention came.
    assert re.findall(r"\d+", told) == ["2", "1", "1", "1", "2", "1"]
    assert {line.what for line in lines[:2]} == {"judged better", "judged worse"}
    assert any("old.coala" in line.words and "a <i>note</i>" in line.words for line in lines[:2])
    assert [line.what for line in lines[2:]] == ["new", "gone", "gone", "mention came"]
    assert lines[-1] == PastLine("mention came", "e (doc1, 8–9)")


def test_differences_of_a_large_bag_are_computed_on_request(tmp_path: Path) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, chains(letters(0, 301)), chains(letters(0, 300), letters(300, 301)))
    judged(old, State(Verdict.SAME))
    put_with_verdicts(new, chains(letters(0, 302)), chains(letters(0, 300), letters(300, 302)), old)
    with Review.open(new, reviewer="Ann") as review:
        history = ReviewHistory(review)
        assert re.findall(r"\d|same", summarize_past(history, 0, State())) == ["same"]
        assert list_past(history, 0)[-1] == PastLine("mention came", "b (doc1, 602–603)")
    put_with_verdicts(new, chains(letters(0, 600)), chains(letters(0, 599), letters(599, 600)), old)
    with Review.open(new, reviewer="Ann") as review:
        assert list_past(ReviewHistory(review), 0)[-1].words.startswith("and ")

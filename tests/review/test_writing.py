"""Writing of a comparison: wholly or not at all, with earlier verdicts kept."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coala.base import second_process
from coala.diff.headlines import read_headline
from coala.diff.sentences import BagSentences
from coala.engine.compare import Shares, compare_graphs
from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.review.comparison_tables import LaterBags
from coala.review.file import Review
from coala.review.storage import opening
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.corpora import compare_newswire
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, D, graph
from tests.support.reviews import put_comparison, three_splits

BETTER, WORSE = State(Verdict.BETTER), State(Verdict.WORSE, Comment("a pronoun too far"))


def test_a_comparison_comes_back_as_it_was_written(tmp_path: Path) -> None:
    comparison = put_comparison(tmp_path / "r.coala", SEED["X"], SEED["Z"])
    with Review.open(tmp_path / "r.coala") as review:
        assert [review.bag(entry.number) for entry in review.entries] == [
            bag for bag, _ in comparison.iterate_bags()
        ]
        assert review.shares(0) == next(comparison.iterate_bags())[1]
        assert {name: review.text(name) for name in TEXTS} == TEXTS
        assert review.summary == comparison.summary
        entry = review.entries[0]
        assert (entry.title, entry.spans, entry.documents) == (review.bag(0).title, 4, 2)
        headline = read_headline(entry.headline)
        assert headline is not None
        assert headline.context == TEXTS[DOC_1]


@pytest.mark.parametrize("first", [0, 1, 20, 28])
def test_bags_that_a_second_process_describes_are_written_as_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    made = compare_newswire(gold=True)
    rest = made.texts(), made.context
    write_review(tmp_path / "one.coala", made.summary, made.iterate_sentences(), *rest)
    monkeypatch.setattr(second_process, "can_fork", lambda: hasattr(os, "fork"))
    later = LaterBags(first, made.iterate_sentences(range(first, 28)))
    bags = made.iterate_sentences(range(first))
    write_review(tmp_path / "two.coala", made.summary, bags, *rest, later=later)
    one, two = (_read_comparison(tmp_path / name) for name in ("one.coala", "two.coala"))
    assert one == two
    assert len(one["bag"]) == 28


def _read_comparison(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of a comparison in a file, without those that differ from time to time."""
    with closing(sqlite3.connect(path)) as connection:
        rows = {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
            for table in ("bag", "document", "search", "header")
        }
    rows["header"] = [row for row in rows["header"] if row[0] not in ("provenance", "seal")]
    return rows


def test_a_new_comparison_keeps_the_verdicts_of_equal_bags(path: Path) -> None:
    with Review.open(path) as review:
        for entry in review.entries:
            review.judge(entry.number, BETTER)
    assert [child.name for child in path.parent.iterdir()] == ["review.coala"]
    # "Bob" is now "Rob", in another document; "Eve" and "Ann" are as they were.
    put_comparison(path, *three_splits("Rob"))
    with Review.open(path) as review:
        verdicts = {
            review.bag(number).words[0]: state.verdict for number, state in enumerate(review.states())
        }
        assert verdicts == {"Ann": Verdict.BETTER, "Eve": Verdict.BETTER, "Rob": None}
        assert {review.former_verdict(number) for number in range(3)} == {None}


def test_a_bag_whose_spans_were_judged_in_another_form_is_changed_since_judged(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, SEED["X"], SEED["Y"])
    with Review.open(path) as review:
        review.judge(0, WORSE)
    put_comparison(path, SEED["X"], graph({"z1": [A], "z2": [B], "z3": [C, D]}))
    with Review.open(path) as review:
        assert review.state(review.entries[0].fingerprint).verdict is None
        assert review.former_verdict(0) is Verdict.WORSE
        assert review.history() == []
    put_comparison(path, SEED["X"], SEED["Y"])
    with Review.open(path) as review:
        assert review.state(review.entries[0].fingerprint) == WORSE


def test_comparison_is_not_written_where_no_review_can_be(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("years of work")
    nowhere = tmp_path / "nowhere"
    for path, named in (
        (thesis, "thesis"),
        (nowhere / "r.coala", rf"{nowhere}\b(?!/)"),
        (tmp_path / "a\0b", "a"),
    ):
        with pytest.raises(ReviewError, match=named):
            put_comparison(path, SEED["X"], SEED["Y"])
    assert thesis.read_text() == "years of work"
    assert list(tmp_path.iterdir()) == [thesis]


def test_a_comparison_that_fails_half_way_leaves_the_old_one(path: Path) -> None:
    comparison = compare_graphs(SEED["X"], SEED["Z"])

    def bags_until_trouble() -> Iterator[tuple[BagSentences, Shares]]:
        yield next(comparison.iterate_sentences())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_review(path, comparison.summary, bags_until_trouble(), comparison.texts())
    with Review.open(path) as review:
        assert len(review.entries) == 3
    new = path.with_name("new.coala")
    with pytest.raises(KeyboardInterrupt):
        write_review(new, comparison.summary, bags_until_trouble(), comparison.texts())
    assert sorted(child.name for child in path.parent.iterdir()) == ["review.coala"]


def test_words_that_are_no_unicode_text_are_kept(tmp_path: Path) -> None:
    name = "http://example.org/odd"
    texts = {name: "a\ud800b\u202e<b>\x00 🙂 left"}
    spans = [A._replace(document=name, begin=0, end=8), A._replace(document=name, begin=9, end=10)]
    put_comparison(
        tmp_path / "r.coala", graph({"x": spans}, texts=texts), graph({"y": spans[:1]}, texts=texts)
    )
    with Review.open(tmp_path / "r.coala") as review:
        assert review.text(name) == texts[name]
        assert review.bag(0).words == (texts[name][:8], "🙂")


def test_a_disk_that_is_full_at_the_first_comparison_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *, shown: Path, board: bool) -> sqlite3.Connection:
        path.touch()
        path.with_name(f"{path.name}-journal").write_bytes(b"left")
        with opening.translated(shown):
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(opening, "create", full)
    with pytest.raises(ReviewError):
        put_comparison(tmp_path / "r.coala", SEED["X"], SEED["Y"])
    assert list(tmp_path.iterdir()) == []


def test_a_zero_comes_back_with_its_mark_and_its_former_verdict(tmp_path: Path) -> None:
    path = tmp_path / "zeros.coala"
    zero = Span(DOC_1, 14, 22, zero="nsubj#1")
    before = compare_graphs(graph({"x": [A, B, zero]}), graph({"y": [A, B], "z": [zero, C]}))
    write_review(path, before.summary, before.iterate_sentences(), before.texts())
    with Review.open(path) as review:
        assert zero in review.bag(0).spans
        review.judge(0, State(Verdict.BETTER))
    after = compare_graphs(graph({"x": [zero, D]}), graph({"y": [D], "z": [zero]}))
    write_review(path, after.summary, after.iterate_sentences(), after.texts())
    with Review.open(path) as review:
        assert review.former_verdict(0) is Verdict.BETTER

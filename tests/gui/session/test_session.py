"""Verdicts, undo and the filter, without a window."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtCore

from coala.errors import CoalaError, ReviewError
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order, PickedBags
from coala.gui.session.changes import Announcement, Changes
from coala.gui.session.session import Session
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.changes import MOST_TOGETHER
from coala.verdicts.comment import Comment
from coala.verdicts.state import Manner, Origin, State
from tests.support.reviews import a_bag, a_typed_bag, make_review
from tests.support.windows import Reviews


class Heard(QtCore.QObject):
    """The announcements of a session, in order."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.sentences: list[str] = []
        self.failures: list[CoalaError] = []
        self.judged: list[int] = []
        self.shown: list[int] = []
        self.finished = 0
        self.wanted: list[frozenset[str]] = []
        self._session = session
        session.said.connect(self._hear)
        session.failed.connect(self.failures.append)
        session.changed.connect(self._follow)

    @QtCore.Slot(Announcement)
    def _hear(self, message: Announcement) -> None:
        if message.text:
            self.sentences.append(message.text)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.judged >= 0:
            self.judged.append(changes.judged)
        if changes.bag:
            self.shown.append(self._session.current)
        if changes.rows:
            self.wanted.append(changes.rows)
        self.finished += changes.done


def verdicts(review: Review) -> str:
    """Return one sign a bag, "." for none."""
    return "".join(review.state(entry.fingerprint).verdict or "." for entry in review.entries)


def words_of(sentence: str) -> list[str]:
    """Return the words of what was announced, without the title of the bag."""
    return re.findall(r"\w+", re.sub("“.*”", "", sentence))


def full_disk(number: int, state: State) -> Act:
    raise ReviewError("The disk is full; nothing was changed.")


def test_undo_reaches_behind_a_restart(review_of: Reviews) -> None:
    path = review_of(3)
    with Review.open(path) as review:
        session = Session(review)
        session.start()
        for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.SAME):
            session.judge_and_go_on(verdict, Comment())
        session.undo()
        assert verdicts(review) == "+-."
    with Review.open(path) as review:
        rows = len(review.history())
        session = Session(review)
        assert verdicts(review) == "+-."
        assert len(review.history()) == rows
        session.redo()
        assert verdicts(review) == "+-="
        for expected in ("+-.", "+..", "..."):
            session.undo()
            assert verdicts(review) == expected
        assert not session.stack.canUndo()
        session.redo()
    with Review.open(path) as review:
        session = Session(review)
        assert verdicts(review) == "+.."
        assert (session.stack.index(), session.stack.count()) == (1, 3)


def test_what_cannot_be_written_changes_nothing(review_of: Reviews, monkeypatch: pytest.MonkeyPatch) -> None:
    with Review.open(review_of(3)) as review:
        session = Session(review)
        session.start()
        session.judge_and_go_on(Verdict.BETTER, Comment())
        session.judge_and_go_on(Verdict.WORSE, Comment())
        session.undo()
        heard = Heard(session)
        with monkeypatch.context() as broken:
            broken.setattr(review, "judge", full_disk)
            broken.setattr(review, "undo", lambda act: full_disk(0, State()))
            broken.setattr(review, "redo", lambda act: full_disk(0, State()))
            attempts: tuple[Callable[[], object], ...] = (
                lambda: session.judge_and_go_on(Verdict.SAME, Comment()),
                session.undo,
                session.redo,
            )
            for attempt in attempts:
                attempt()
                assert (session.stack.index(), session.stack.count()) == (1, 2)
        assert list(map(str, heard.failures)) == ["The disk is full; nothing was changed."] * 3
        assert (heard.judged, heard.shown, session.current) == ([], [], 1)
        assert verdicts(review) == "+.."
        session.redo()
        assert verdicts(review) == "+-."


def test_undo_clears_a_filter_that_hides_its_bag(review_of: Reviews) -> None:
    with Review.open(review_of(4)) as review:
        session = Session(review)
        session.start()
        session.judge_and_go_on(Verdict.BETTER, Comment())
        session.set_filter(BagFilter("doe 2"))
        assert list(session.shown) == [2]
        heard = Heard(session)
        session.undo()
        assert (session.current, len(session.shown)) == (0, 4)
        assert "listed" in heard.sentences[-1]
        session.set_filter(BagFilter("doe 2"))
        session.visit(0)
        assert (session.filter, heard.sentences[-1]) == (BagFilter(), "All bags are listed again")


def test_clearing_a_search_within_picked_bags_returns_to_where_it_began(review_of: Reviews) -> None:
    with Review.open(review_of(6)) as review:
        session = Session(review)
        session.start()
        session.show(5)
        picked = PickedBags("they are odd", frozenset((1, 3, 4)))
        session.set_filter(BagFilter(picked=picked))
        session.show(4)
        for query in ("doe 1", "doe 3"):
            session.set_filter(BagFilter(query, picked))
            assert session.current == int(query[-1])
        session.set_filter(BagFilter("", picked))
        assert session.current == 4
        session.set_filter(BagFilter())
        assert session.current == 5


def test_gold_stays_seen_after_the_verdict_is_removed_and_the_review_opened_again(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)], gold=True)
    with Review.open(path) as review:
        session = Session(review)
        session.start()
        session.gold.record_seen([0])
        session.judge(Verdict.BETTER, Comment())
        session.judge(None, Comment())
    with Review.open(path) as review:
        session = Session(review)
        for number in range(2):
            session.show(number)
            session.judge(Verdict.WORSE, Comment())
        assert [state.gold_seen for state in review.states()] == [True, False]


@pytest.mark.parametrize(("judged", "way"), [(3, Order.HIGHEST), (2, Order.TEXT)])
def test_hiding_gold_keeps_an_order_by_effect_only_if_all_bags_are_judged(
    tmp_path: Path, judged: int, way: Order
) -> None:
    shares = [{"b_cubed": share} for share in (0.01, 0.03, 0.02)]
    bags = [a_bag(number) for number in range(3)]
    with Review.open(make_review(tmp_path / "r.coala", bags, gold=True, shares=shares)) as review:
        session = Session(review, order=BagOrder(Order.HIGHEST), gold_first=True)
        assert list(session.shown) == [1, 2, 0]
        for number in range(judged):
            session.show(number)
            session.judge(Verdict.SAME, Comment())
        session.show_gold_first(shown=False)
        assert session.order.way is way
        assert list(session.shown) == ([1, 2, 0] if way is Order.HIGHEST else [0, 1, 2])


def test_next_item_in_the_random_order_is_in_a_listed_bag(tmp_path: Path) -> None:
    bags = [a_typed_bag(0, MOST_TOGETHER + 4), a_bag(1), a_typed_bag(2, MOST_TOGETHER + 2)]
    with Review.open(make_review(tmp_path / "r.coala", bags)) as review:
        session = Session(review, order=BagOrder(Order.SAMPLE))
        heard = Heard(session)
        session.set_filter(BagFilter("#3"))
        for _ in range(20):
            assert session.go_to_next_item()
        assert heard.shown == [2]
        assert len(set(heard.wanted)) == MOST_TOGETHER + 2
        session.set_filter(BagFilter("no title has this"))
        assert not session.go_to_next_item()
        session.set_filter(BagFilter())
        for _ in range(2 * MOST_TOGETHER + 7):
            assert session.go_to_next_item()
        assert set(heard.shown) == {-1, 0, 1, 2}


def test_a_verdict_that_was_taken_over_becomes_ones_own_by_its_key_and_not_by_a_note(
    review_of: Reviews,
) -> None:
    origin = Origin("old.coala", "Ann", "2026-01-01T12:00:00+00:00")
    taken = State(Verdict.BETTER, manner=Manner.TAKEN_OVER, origin=origin)
    with Review.open(review_of(2)) as review:
        for number in range(2):
            review.judge(number, taken)
        session = Session(review)
        heard = Heard(session)
        session.show(0)
        session.judge(Verdict.BETTER, Comment("seen again"))
        assert session.progress.state(0) == taken._replace(comment=Comment("seen again"))
        session.judge_and_go_on(Verdict.BETTER, Comment("seen again"))
        assert session.progress.state(0) == State(Verdict.BETTER, Comment("seen again"))
        assert "better" in words_of(heard.sentences[-1])
        session.undo()
        assert session.progress.state(0).origin == origin
        session.show(1)
        session.judge_and_go_on(Verdict.WORSE, Comment())
        assert session.progress.state(1) == State(Verdict.WORSE)

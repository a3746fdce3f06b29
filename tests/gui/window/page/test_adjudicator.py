"""Disagreements of reviewers, settled by keys, with others' verdicts hidden until they may be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_list.model import BAG_ROLE
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.labels import ElidedLabel
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment
from coala.verdicts.state import Manner, State
from tests.support.all_texts import all_texts
from tests.support.reviews import judge_as
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    page_of,
    part_of,
    press,
    status,
    turn_to,
    verdicts,
)

SECRET = "overruled"


@pytest.fixture
def disputed(review_of: Reviews) -> Path:
    """Return six bags: ann and bo differ on the second and the fifth; bo wrote a note on each.

    They agree on three others. A tenth of these is the fourth bag.
    """
    path = review_of(6)
    judge_as(path, "ann", "++=-+ ", note="first look")
    judge_as(path, "bo", "+-=--?", note=SECRET, tags=("hearsay",))
    return path


def opened(window_of: Windows, path: Path, reviewer: str) -> MainWindow:
    return window_of(path, preferences=Preferences(reviewer=reviewer))


def adjudicate(qtbot: QtBot) -> None:
    press(qtbot, Key.Key_J, Modifier.ControlModifier)


def shown(window: MainWindow) -> list[int]:
    return list(page_of(window).session.shown)


def opinions(window: MainWindow) -> str:
    return page_of(window).opinions.text()


def disagreeing() -> set[str]:
    """Return the reviewers whose disagreements are listed."""
    (line,) = {text for text in all_texts() if text.startswith("Only where ")}
    return {*re.findall(r"\b(?:ann|bo|cy)\b", line)}


def test_a_key_lists_the_disputes_in_their_own_order_and_shows_what_each_said(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    page = page_of(window)
    page.session.set_order(BagOrder(Order.ALIKE))
    whole = shown(window)
    adjudicate(qtbot)
    assert shown(window) == [1, 4, 3]
    assert page.session.current == 1
    assert disagreeing() == {"ann", "bo"}
    assert opinions(window).splitlines()[1:] == [
        "ann  +  better  “first look”",
        f"bo  \N{MINUS SIGN}  worse  tag hearsay; “{SECRET}”",
    ]
    assert re.findall(r"\d+", status(window)) == ["2", "1"]
    page.session.set_order(BagOrder(Order.TEXT))
    assert shown(window) == [1, 4, 3]
    page.session.set_order(BagOrder(Order.ALIKE))
    adjudicate(qtbot)
    assert (shown(window), status(window)) == (whole, "")


def test_opinions_of_three_reviewers_show_each_name_in_full(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    names = ["Al", "Benedikt Meyer", "Cyd", "ann", "bo"]
    for name, verdict in zip(names[:3], "+-=", strict=True):
        judge_as(disputed, name, f" {verdict}")
    window = opened(window_of, disputed, "dora")
    font = QtGui.QFont(window.font())
    panel = page_of(window).opinions
    for points in (7, 8, 9, 10, 11, 12, 13, 14, 16, 18):
        font.setPointSize(points)
        panel.setFont(font)
        adjudicate(qtbot)
        QtWidgets.QApplication.processEvents()
        assert [label.text() for label in panel.findChildren(ElidedLabel)] == names, points
        adjudicate(qtbot)


def test_history_of_a_dispute_tells_what_the_opinions_tell(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    (sentence,) = told_by_history(window)
    assert not {"ann", "bo"} & {*sentence.split()}
    turn_to(qtbot, window)
    adjudicate(qtbot)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    assert told_by_history(window) == ["bo: judged worse", "ann: judged better"]


def told_by_history(window: MainWindow) -> list[str]:
    """Close the history; return who did what in it, or the sentence that it has in place of a table."""
    dialog = part_of(page_of(window), HistoryDialog)
    tables = dialog.findChildren(QtWidgets.QTableWidget)
    if not tables:
        told = [label.text() for label in dialog.findChildren(QtWidgets.QLabel)]
    else:
        (table,) = tables
        cells = [[table_text(table, row, column) for column in (1, 2)] for row in range(table.rowCount())]
        told = [f"{who}: {what.partition(';')[0]}" for who, what in cells]
    dialog.close()
    dialog.deleteLater()
    QtCore.QCoreApplication.sendPostedEvents(dialog, QtCore.QEvent.Type.DeferredDelete)
    return told


def table_text(table: QtWidgets.QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    assert item is not None
    return item.text()


def test_an_answer_settles_and_the_next_dispute_is_shown(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    page = page_of(window)
    adjudicate(qtbot)
    press(qtbot, Key.Key_Equal)
    assert page.session.current == 4
    press(qtbot, Key.Key_Minus)
    assert page.session.current == 3
    heads = [opinions(window).splitlines()[0]]
    press(qtbot, Key.Key_Minus)
    assert status(window)
    assert page.session.review.state(page.session.review.entries[1].fingerprint) == State(
        Verdict.SAME, manner=Manner.ADJUDICATION
    )
    assert "cy  \N{MINUS SIGN}  worse, settled" in opinions(window)
    rows = page.list.view.model()
    marks = [rows.index(row, 0).data(BAG_ROLE).marks for row in range(rows.rowCount())]
    assert [mark.count("settled") for mark in marks] == [1, 1, 1]
    assert page.reasons.text().endswith(": worse, settled")
    heads.append(opinions(window).splitlines()[0])
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    # To check and settled are said by different words.
    assert opinions(window).splitlines()[0] == heads[0] != heads[1]
    adjudicate(qtbot)
    adjudicate(qtbot)
    assert shown(window) == [3]
    press(qtbot, Key.Key_Minus)
    adjudicate(qtbot)
    adjudicate(qtbot)
    assert status(window)
    assert len(shown(window)) == 6


def test_neither_adjudicator_nor_reviewer_without_a_verdict_on_disagreements_is_listed(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    judge_as(disputed, "cy", "+")
    opened(window_of, disputed, "cy")
    adjudicate(qtbot)
    assert disagreeing() == {"ann", "bo"}
    press(qtbot, Key.Key_Equal)
    adjudicate(qtbot)
    adjudicate(qtbot)
    assert disagreeing() == {"ann", "bo"}


def test_to_settle_is_one_step_that_can_be_taken_back_and_a_note_settles_nothing(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "ann")
    page = page_of(window)
    adjudicate(qtbot)
    press(qtbot, Key.Key_Minus)
    assert page.session.current == 4
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    before = page.session.progress.state(1)
    assert (page.session.current, before) == (1, State(Verdict.BETTER, Comment("first look")))
    assert status(window).endswith("no longer settled, judged better")
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert verdicts(window) == "+-=-+."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_C)
    field = QtWidgets.QApplication.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, " twice")
    press(qtbot, Key.Key_Return, Modifier.ControlModifier)
    assert page.session.progress.state(1) == before._replace(comment=Comment("first look twice"))


def test_one_of_the_reviewers_settles_by_a_second_answer_and_keeps_the_first_for_agreement(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "ann")
    adjudicate(qtbot)
    press(qtbot, Key.Key_Plus)

    review = page_of(window).session.review
    second = review.entries[1].fingerprint
    assert review.state(second) == State(Verdict.BETTER, Comment("first look"), manner=Manner.ADJUDICATION)
    assert "better" in status(window)
    assert page_of(window).session.current == 4
    assert review.independent_states_of("ann")[second] == State(Verdict.BETTER, Comment("first look"))
    adjudicate(qtbot)
    assert len(shown(window)) == 6
    adjudicate(qtbot)
    assert shown(window) == [4, 3]


def test_verdict_on_an_undisputed_bag_is_no_adjudication(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    page = page_of(window)
    adjudicate(qtbot)
    press(qtbot, Key.Key_R, Modifier.ControlModifier)
    page.session.visit(0)
    assert opinions(window) == ""
    press(qtbot, Key.Key_Plus)

    assert page.session.review.state(page.session.review.entries[0].fingerprint) == State(Verdict.BETTER)


def test_others_verdicts_are_hidden_before_the_own_verdict(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    page = page_of(window)

    def told() -> list[str]:
        # Who else judged may be known, and how many bags, but neither what was written nor a verdict.
        said = re.compile(f"{SECRET}|hearsay|judged (better|worse|same):")
        return list(filter(said.search, all_texts()))

    for number in range(6):
        page.session.visit(number)
        press(qtbot, Key.Key_H, Modifier.ShiftModifier)
        assert told() == []
        part_of(window, HistoryDialog).close()
        QtWidgets.QApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    for query in (f"note:{SECRET}", "tag:hearsay", SECRET):
        assert page.session.review.search(query) == []
    page.session.visit(1)
    turn_to(qtbot, window)
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == ".+...."
    # From now on it is shown for this bag and no other.
    assert {text.partition(":")[0] for text in told()} <= {"Bag 2, judged better"}
    page.session.visit(1)
    assert SECRET in opinions(window)
    page.session.visit(2)
    assert opinions(window) == ""


def test_settling_is_hidden_without_another_reviewer_and_ends_without_a_bag(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    judge_as(path, "ann", "++")
    window = opened(window_of, path, "ann")
    assert not window.actions_by_name["adjudicate"].isVisible()
    window.close()
    judge_as(path, "bo", " ?-")
    window = opened(window_of, path, "ann")
    assert window.actions_by_name["adjudicate"].isVisible()
    adjudicate(qtbot)
    assert status(window)
    assert not window.actions_by_name["adjudicate"].isChecked()
    assert len(shown(window)) == 3


def test_who_goes_on_under_another_name_does_not_go_on_settling(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = opened(window_of, disputed, "cy")
    adjudicate(qtbot)
    window.go_on_as("dora")

    assert not window.actions_by_name["adjudicate"].isChecked()
    assert opinions(window) == ""
    press(qtbot, Key.Key_Plus)
    said = page_of(window).session.review.states_of("dora")
    assert [state.manner for state in said.values()] == [Manner.ALONE]


def test_long_reviewer_name_leaves_room_for_the_verdict_in_a_small_window(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    judge_as(path, "ann", "+++", note=f"{SECRET} by all of them")
    judge_as(
        path,
        "Maximiliane von und zu " + "Hohenstaufen-Wittelsbach " * 3,
        "---",
        note=f"{SECRET} by all of them",
    )
    window = opened(window_of, path, "cy")
    letters = window.font()
    letters.setPointSizeF(1.5 * letters.pointSizeF())
    window.setFont(letters)
    window.resize(800, 600)
    QtWidgets.QApplication.processEvents()
    adjudicate(qtbot)
    QtWidgets.QApplication.processEvents()
    assert window.height() == 600
    said = [
        label for label in page_of(window).opinions.findChildren(QtWidgets.QLabel) if SECRET in label.text()
    ]
    assert len(said) == 2
    for label in said:
        assert label.height() < 2 * label.fontMetrics().lineSpacing()
        assert not label.visibleRegion().isEmpty()


def test_review_that_cannot_be_read_settles_nothing_and_says_so(
    window_of: Windows, disputed: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(window_of, disputed, "cy")

    def fail(_: str) -> None:
        raise ReviewError("The disk is gone.")

    monkeypatch.setattr(page_of(window).session.review, "independent_states_of", fail)
    adjudicate(qtbot)
    assert not window.actions_by_name["adjudicate"].isChecked()
    assert page_of(window).notice.text().endswith("The disk is gone.")
    assert len(shown(window)) == 6

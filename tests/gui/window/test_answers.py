"""Answers by held keys, bouncing keys and second clicks: each counts once, and only for a seen bag."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.session.actions import SPECS
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.answers import BURST_SECONDS, SHOWN_SECONDS
from coala.model.bag import Verdict
from tests.support.windows import (
    Clock,
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    look_by,
    page_of,
    part_of,
    press,
    status,
    verdicts,
)

REPEATS_A_SECOND = 25


def send(key: QtCore.Qt.Key, text: str = "", *, repeated: bool = False) -> None:
    """Send a key as the display server does, held or newly pressed, to the focused widget."""
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    # Only what goes through the window reaches the shortcuts.
    target = focused.window().windowHandle()
    for kind in (QtCore.QEvent.Type.KeyPress, QtCore.QEvent.Type.KeyRelease):
        event = QtGui.QKeyEvent(kind, key, Modifier.NoModifier, text, repeated)
        QtWidgets.QApplication.sendEvent(target, event)


def hold(clock: Clock, key: QtCore.Qt.Key, seconds: float, *, told: bool = True) -> None:
    """Hold a key down; ``told`` whether the display says that it repeats, as some remote ones do not."""
    send(key)
    for _ in range(int(seconds * REPEATS_A_SECOND)):
        clock.now += 1 / REPEATS_A_SECOND
        QTest.qWait(20)
        send(key, repeated=told)


def answer_quickly(clock: Clock, qtbot: QtBot, window: MainWindow, *keys: QtCore.Qt.Key) -> None:
    """Answer each bag as soon as that counts."""
    for key in keys:
        look_by(clock, qtbot, page_of(window))
        send(key)


def test_a_held_answer_key_judges_one_bag(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(10))
    page, given = page_of(window), ""
    for key, verdict, told in (
        (Key.Key_Plus, "+", True),
        (Key.Key_Minus, "-", True),
        (Key.Key_Equal, "=", True),
        (Key.Key_Question, "?", True),
        # It arrives as many presses.
        (Key.Key_Plus, "+", False),
        (Key.Key_Space, "=", True),
    ):
        if key is Key.Key_Space:
            page.bar.button(Verdict.SAME).setFocus(QtCore.Qt.FocusReason.TabFocusReason)
        look_by(clock, qtbot, page)
        hold(clock, key, 1, told=told)
        given += verdict
        assert verdicts(window) == given.ljust(10, ".")
        assert told or status(window)


def test_keys_that_move_repeat_and_no_others(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(12))
    hold(clock, Key.Key_J, 0.4)
    assert page_of(window).session.current == 11
    repeating = {spec.name for spec in SPECS if window.actions_by_name[spec.name].autoRepeat()}
    assert repeating >= {"next", "previous", "next_unjudged", "previous_unjudged", "mention_after"}
    assert not any(spec.repeats for spec in SPECS if spec.needs == "writable")


def test_an_answer_to_a_bag_that_was_not_or_just_painted_does_not_count_and_says_so(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(5))
    page = page_of(window)
    look_by(clock, qtbot, page)
    page.pane.setUpdatesEnabled(False)
    send(Key.Key_Plus)
    clock.now += 2 * SHOWN_SECONDS
    QTest.qWait(20)
    assert status(window) == ""
    send(Key.Key_Plus)
    assert verdicts(window) == "+...."
    assert status(window)
    page.pane.setUpdatesEnabled(True)
    look_by(clock, qtbot, page)
    send(Key.Key_Minus)
    assert (verdicts(window), status(window)) == ("+-...", "")
    look_by(clock, qtbot, page)
    send(Key.Key_J)
    window.repaint()
    send(Key.Key_Equal)
    assert (verdicts(window), page.session.current) == ("+-...", 3)
    assert status(window)
    assert window.dialogs.current is None
    look_by(clock, qtbot, page)
    send(Key.Key_Equal)
    assert verdicts(window) == "+-.=."


def test_a_double_click_on_an_answer_judges_one_bag(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(5))
    page = page_of(window)
    left = QtCore.Qt.MouseButton.LeftButton
    button = page.bar.button(Verdict.BETTER)
    window_handle = window.windowHandle()
    for judged, clicks in enumerate((2, 3, 4, 1), 1):
        look_by(clock, qtbot, page)
        QTest.qWait(QtWidgets.QApplication.doubleClickInterval())
        place = button.mapTo(window, button.rect().center())
        for _ in range(clicks):
            # Qt itself makes a double click of two that are close; 200 ms is a slow one.
            QTest.mousePress(window_handle, left, Modifier.NoModifier, place)
            QTest.mouseRelease(window_handle, left, Modifier.NoModifier, place)
            clock.now += 0.12
            QTest.qWait(120)
        assert verdicts(window) == (judged * "+").ljust(5, ".")


def test_a_burst_of_answers_is_one_step_of_the_undo_history(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(6))
    page = page_of(window)
    answer_quickly(clock, qtbot, window, Key.Key_Minus)
    clock.now += BURST_SECONDS
    answer_quickly(clock, qtbot, window, Key.Key_Plus, Key.Key_Equal, Key.Key_Question)
    assert verdicts(window) == "-+=?.."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (verdicts(window), page.session.current) == ("-.....", 1)
    assert "3 " in status(window)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert (verdicts(window), page.session.current) == ("-+=?..", 3)
    assert "3 " in status(window)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    # What follows an undo is a step of its own, and so is a change of mind.
    answer_quickly(clock, qtbot, window, Key.Key_Equal)
    assert verdicts(window) == "-=...."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "......"
    clock.now += BURST_SECONDS
    for number in range(5):
        page.session.show(number)
        look_by(clock, qtbot, page)
        page.answers.judge(Verdict.BETTER)
        clock.now += BURST_SECONDS
    answer_quickly(clock, qtbot, window, Key.Key_Plus, Key.Key_Minus)
    assert verdicts(window) == "+++++-"
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "++++++"


def test_a_burst_that_cannot_be_undone_whole_says_so_and_the_history_stays_right(
    clock: Clock, window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    answer_quickly(clock, qtbot, window, Key.Key_Plus, Key.Key_Plus, Key.Key_Plus)
    review = page_of(window).session.review
    undo = review.undo
    undone: list[object] = []

    def undo_one(act: object) -> None:
        if undone:
            raise ReviewError("The disk is full; nothing was changed.")
        undone.append(act)
        undo(act)  # type: ignore[arg-type]

    with monkeypatch.context() as broken:
        broken.setattr(review, "undo", undo_one)
        press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "++.."
    assert "The disk is full" in page.notice.text()
    assert (page.session.stack.index(), page.session.stack.count()) == (2, 3)


def test_answers_are_dead_where_no_bag_is_shown(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window)
    page.list.focus_filter()
    qtbot.keyClicks(part_of(page.list, QtWidgets.QLineEdit), "nobody")
    qtbot.waitUntil(lambda: page.session.current < 0)
    send(Key.Key_Plus, "+")
    assert part_of(page.list, QtWidgets.QLineEdit).text() == "nobody+"
    window.actions_by_name["judge_better"].trigger()  # the menu
    assert verdicts(window) == "..."
    assert status(window)
    page.clear_filter()

    def damaged(number: int) -> None:
        raise ReviewError("Bag 2 is damaged.")

    assert window.review is not None
    monkeypatch.setattr(window.review, "bag", damaged)
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Backspace)
    assert verdicts(window) == "..."
    assert status(window)


def test_what_an_input_method_composes_in_the_note_judges_nothing(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    look(qtbot, page)
    press(qtbot, Key.Key_C)
    note = part_of(page.reasons, QtWidgets.QPlainTextEdit)
    QtWidgets.QApplication.sendEvent(note, QtGui.QInputMethodEvent("にほん+", []))
    for key, text in ((Key.Key_Plus, "+"), (Key.Key_1, "1"), (Key.Key_Backspace, "\b")):
        send(key, text)
    composed = QtGui.QInputMethodEvent("", [])
    composed.setCommitString("日本")
    QtWidgets.QApplication.sendEvent(note, composed)
    assert verdicts(window) == "..."
    assert "日本" in page.reasons.written().note


def test_a_held_key_whose_first_repeat_looks_like_a_new_press_judges_one_bag(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(10))
    page = page_of(window)

    def send_at(kind: QtCore.QEvent.Type, time: int) -> None:
        event = QtGui.QKeyEvent(kind, Key.Key_1, Modifier.NoModifier, "1")
        event.setTimestamp(time)
        target = QtWidgets.QApplication.focusWidget() if kind is release else window.windowHandle()
        assert target is not None
        if kind is press_down:
            override = QtGui.QKeyEvent(
                QtCore.QEvent.Type.ShortcutOverride, Key.Key_1, Modifier.NoModifier, "1"
            )
            override.setTimestamp(time)
            QtWidgets.QApplication.sendEvent(window, override)
        QtWidgets.QApplication.sendEvent(target, event)

    press_down, release = QtCore.QEvent.Type.KeyPress, QtCore.QEvent.Type.KeyRelease
    look(qtbot, page)
    send_at(press_down, 1_000)
    look(qtbot, page)
    send_at(release, 1_660)
    send_at(press_down, 1_660)
    assert verdicts(window) == "-" + 9 * "."
    send_at(release, 2_500)
    look(qtbot, page)
    send_at(press_down, 2_800)
    assert verdicts(window) == "--" + 8 * "."


def test_a_line_about_one_bag_goes_with_it_and_what_was_judged_stays(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    page.go(1)
    send(Key.Key_Plus)
    assert status(window)
    page.go(1)
    assert status(window) == ""
    send(Key.Key_Plus)
    assert status(window)
    press(qtbot, Key.Key_Minus)
    # The strip below the answers shows the verdict, so that no line repeats it.
    assert status(window) == ""
    assert page.reasons.text().endswith(": worse")

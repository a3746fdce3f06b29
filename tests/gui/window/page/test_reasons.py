"""Tags and notes on the bag that was judged last, until the reviewer turns to the current one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_list.model import BAG_ROLE
from coala.gui.sidebar.last_verdict import LastVerdictBar
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, a_mixed_bag, make_review
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    spoken_name,
    status,
    verdicts,
)

CONTROL = Modifier.ControlModifier
KEYS = "C, Ctrl+1 to Ctrl+4"


@pytest.fixture
def review(review_of: Reviews) -> Path:
    return review_of(5)


def bar(window: MainWindow) -> LastVerdictBar:
    return page_of(window).last_answer


def states(window: MainWindow) -> list[State]:
    review = window.review
    assert review is not None
    return [review.state(entry.fingerprint) for entry in review.entries]


def tags(window: MainWindow) -> str:
    """Return the tags of the bags, by their numbers: "1 name, 3 part"."""
    return ", ".join(
        f"{place} {' '.join(state.comment.tags)}"
        for place, state in enumerate(states(window), 1)
        if state.comment.tags
    )


def button(window: MainWindow) -> QtWidgets.QToolButton:
    (found,) = (
        each for each in bar(window).findChildren(QtWidgets.QToolButton) if each.text().startswith("Reason…")
    )
    return found


def field(window: MainWindow) -> QtWidgets.QPlainTextEdit:
    return part_of(bar(window), QtWidgets.QPlainTextEdit)


def write(qtbot: QtBot, text: str) -> None:
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, text)


def test_tag_key_after_a_verdict_goes_to_the_bag_just_judged(window: MainWindow, qtbot: QtBot) -> None:
    assert bar(window).text() == ""
    assert not button(window).isVisible()
    press(qtbot, Key.Key_Minus)
    assert page_of(window).controller.current == 1
    title = page_of(window).list.view.model().index(0, 0).data(BAG_ROLE).title
    assert title
    assert bar(window).text() == f"Bag 1, {title}: worse"
    press(qtbot, Key.Key_1, CONTROL)
    press(qtbot, Key.Key_2, CONTROL)
    assert tags(window) == "1 name pronoun"
    assert bar(window).text().endswith(": worse · name, pronoun")
    assert status(window).startswith("Tags name, pronoun saved, undo with Ctrl+Z")
    press(qtbot, Key.Key_1, CONTROL)
    assert (tags(window), verdicts(window)) == ("1 pronoun", "-....")
    assert page_of(window).controller.current == 1


def test_note_key_after_a_verdict_writes_on_the_bag_just_judged(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_C)
    assert field(window).hasFocus()
    assert spoken_name(field(window)) == "Note on bag 1"
    assert bar(window).text() == "Bag 1: better"
    write(qtbot, "who is he + 1")
    press(qtbot, Key.Key_Return, CONTROL)
    assert page_of(window).list.view.hasFocus()
    assert [state.comment.note for state in states(window)] == ["who is he + 1", "", "", "", ""]
    assert bar(window).text().endswith(": better · “who is he + 1”")
    assert (verdicts(window), page_of(window).bar.editor.comment().note) == ("+....", "")
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    write(qtbot, "odd")
    press(qtbot, Key.Key_Return)
    assert (tags(window), states(window)[0].comment.note) == ("1 odd", "who is he + 1")


def test_tag_key_without_a_verdict_before_goes_to_the_bag_shown(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_3, CONTROL)
    press(qtbot, Key.Key_C)
    assert QtWidgets.QApplication.focusWidget() is part_of(page_of(window).bar, QtWidgets.QPlainTextEdit)
    write(qtbot, "mine")
    press(qtbot, Key.Key_Escape)
    assert (tags(window), states(window)[1].comment.note) == ("2 generic", "mine")


@pytest.mark.parametrize(
    "turn", ["next", "back", "unjudged", "search", "read", "click", "tab", "chip", "change"]
)
def test_tag_key_after_turning_to_a_bag_goes_to_that_bag(
    turn: str, window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    bags = [a_bag(0), a_mixed_bag(1), a_bag(2), a_bag(3)]
    window = window_of(make_review(tmp_path / "r.coala", bags))
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    assert button(window).text() == f"Reason… ({KEYS})"
    shown = 2
    note = part_of(page.bar, QtWidgets.QPlainTextEdit)
    match turn:
        case "next":
            press(qtbot, Key.Key_J)
            shown = 3
        case "back":
            press(qtbot, Key.Key_J)
            press(qtbot, Key.Key_K)
        case "unjudged":
            press(qtbot, Key.Key_N)
            shown = 3
        case "search":
            page.list.focus_filter()
            write(qtbot, "#4")
            qtbot.waitUntil(lambda: page.controller.current == 3)
            page.take_focus()
            shown = 4
        case "read":
            press(qtbot, Key.Key_M)
        case "click":
            qtbot.mouseClick(note.viewport(), QtCore.Qt.MouseButton.LeftButton)
            note.setFocus(QtCore.Qt.FocusReason.MouseFocusReason)
            press(qtbot, Key.Key_Escape)
        case "tab":
            page.bar.editor.tags.focus_field()
            press(qtbot, Key.Key_Escape)
        case "chip":
            chip = part_of(page.bar, QtWidgets.QToolButton, "Tag part")
            qtbot.mouseClick(chip, QtCore.Qt.MouseButton.LeftButton)
            chip = part_of(page.bar, QtWidgets.QToolButton, "Tag part, key Ctrl+4")
            qtbot.mouseClick(chip, QtCore.Qt.MouseButton.LeftButton)
        case _:
            press(qtbot, Key.Key_E)
    assert button(window).text() == "Reason…"
    assert part_of(page.bar, QtWidgets.QToolButton, "Tag name, key Ctrl+1").isVisible()
    press(qtbot, Key.Key_1, CONTROL)
    assert tags(window) == f"{shown} name"
    # The last answer is still there, and takes its reason by its button.
    assert bar(window).text().startswith("Bag 1, ")
    qtbot.mouseClick(button(window), QtCore.Qt.MouseButton.LeftButton)
    qtbot.mouseClick(
        part_of(bar(window), QtWidgets.QToolButton, "Tag part of bag 1"), QtCore.Qt.MouseButton.LeftButton
    )
    assert tags(window) == f"1 part, {shown} name"


def test_keys_are_shown_where_they_go(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    assert part_of(page.bar, QtWidgets.QToolButton, "Tag name, key Ctrl+1").isVisible()
    press(qtbot, Key.Key_Minus)
    assert part_of(page.bar, QtWidgets.QToolButton, "Tag name").isVisible()
    assert spoken_name(button(window)) == f"Reason for bag 1, keys {KEYS}"
    assert button(window).focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus
    button(window).setFocus(QtCore.Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button(window), Key.Key_Space)
    assert field(window).hasFocus()


def test_undo_takes_back_the_tag_then_the_verdict_and_the_line_follows(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_1, CONTROL)
    press(qtbot, Key.Key_Z, CONTROL)
    assert (tags(window), verdicts(window), page_of(window).controller.current) == ("", "-....", 0)
    assert bar(window).text().endswith(": worse")
    press(qtbot, Key.Key_Z, CONTROL)
    assert (verdicts(window), bar(window).text(), button(window).isVisible()) == (".....", "", False)
    press(qtbot, Key.Key_Y, CONTROL)
    press(qtbot, Key.Key_Y, CONTROL)
    assert bar(window).text().endswith(": worse · name")


def test_button_of_a_bag_that_is_shown_again_leads_to_its_own_note(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_K)
    qtbot.mouseClick(button(window), QtCore.Qt.MouseButton.LeftButton)
    assert part_of(page_of(window).bar, QtWidgets.QPlainTextEdit).hasFocus()
    assert not bar(window).is_open()


def test_bag_that_the_filter_hides_takes_its_reason(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    part_of(page.list, QtWidgets.QComboBox, "Show only bags with one verdict").setCurrentText("Unjudged")
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_2, CONTROL)
    assert (tags(window), page.controller.current) == ("1 pronoun", 1)
    press(qtbot, Key.Key_C)
    write(qtbot, "why")
    press(qtbot, Key.Key_Escape)
    assert (states(window)[0].comment.note, page.controller.current) == ("why", 1)


def test_last_bag_of_all_keeps_its_own_fields(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(5):
        press(qtbot, Key.Key_Equal)
    assert page_of(window).controller.current == 4
    press(qtbot, Key.Key_1, CONTROL)
    assert tags(window) == "5 name"
    press(qtbot, Key.Key_C)
    assert part_of(page_of(window).bar, QtWidgets.QPlainTextEdit).hasFocus()


def test_note_that_is_being_written_is_saved_with_the_next_verdict(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "first")
    look(qtbot, page)
    page.bar.button(Verdict.BETTER).click()
    assert [(state.verdict, state.comment.note) for state in states(window)[:2]] == [
        (Verdict.WORSE, "first"),
        (Verdict.BETTER, ""),
    ]
    assert bar(window).text().startswith("Bag 2, ")
    assert not bar(window).is_open()
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_1, CONTROL)
    assert tags(window) == "2 name"


def test_half_written_note_on_the_last_answer_survives_the_end_of_the_program(
    window: MainWindow, window_of: Windows, qtbot: QtBot, tmp_path: Path
) -> None:
    review = window.review
    assert review is not None
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "half")
    qtbot.waitUntil(lambda: review.draft(0) == Comment("half"))
    # What kill -9 leaves is the file as it is now.
    left = tmp_path / "left.coala"
    shutil.copyfile(review.path, left)
    second = window_of(left)
    press(qtbot, Key.Key_K)
    assert page_of(second).bar.editor.comment().note == "half"


def test_note_that_cannot_be_saved_stays_and_keeps_the_next_bag_from_being_judged(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "kept")

    def full_disk(number: int, state: State) -> None:
        raise ReviewError("The disk is full; nothing was changed.")

    assert window.review is not None
    with monkeypatch.context() as broken:
        broken.setattr(window.review, "judge", full_disk)
        look(qtbot, page)
        page.bar.button(Verdict.BETTER).click()
        assert "The disk is full" in page.notice.text()
    assert (verdicts(window), field(window).toPlainText()) == ("-....", "kept")
    press(qtbot, Key.Key_Return, CONTROL)
    assert states(window)[0].comment.note == "kept"


def test_verdict_that_follows_from_changes_is_the_last_answer(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(make_review(tmp_path / "r.coala", [a_mixed_bag(0), a_bag(1)]))
    press(qtbot, Key.Key_E)
    for key in (Key.Key_Plus, Key.Key_Equal, Key.Key_Plus):
        press(qtbot, key)
    assert ": better · changes " in bar(window).text()
    press(qtbot, Key.Key_4, CONTROL)
    assert tags(window) == "1 part"


def test_answers_do_not_move_when_the_line_comes_or_opens(window: MainWindow, qtbot: QtBot) -> None:
    answer = page_of(window).bar.button(Verdict.WORSE)
    places = [answer.mapToGlobal(QtCore.QPoint())]
    press(qtbot, Key.Key_Minus)
    places.append(answer.mapToGlobal(QtCore.QPoint()))
    press(qtbot, Key.Key_C)
    QtWidgets.QApplication.processEvents()
    places.append(answer.mapToGlobal(QtCore.QPoint()))
    assert len(set(map(QtCore.QPoint.toTuple, places))) == 1

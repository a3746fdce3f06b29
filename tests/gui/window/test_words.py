"""Tags by key, by click and in words, and half-written notes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.actions import USUAL_TAGS
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    verdicts,
)

CONTROL = Modifier.ControlModifier


def tags_of(window: MainWindow) -> list[tuple[str, ...]]:
    review = page_of(window).session.review
    return [review.state(entry.fingerprint).comment.tags for entry in review.entries]


def chip(window: MainWindow, tag: str) -> QtWidgets.QToolButton:
    chips = page_of(window).reasons.findChildren(QtWidgets.QToolButton)
    return next(chip for chip in chips if chip.text().endswith(tag))


def completions(field: QtWidgets.QLineEdit) -> QtWidgets.QAbstractItemView:
    completer = field.completer()
    assert completer is not None
    popup = completer.popup()
    assert popup is not None
    return popup


def test_other_words_are_written_and_saved_on_leaving_or_with_the_verdict(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    field = part_of(page.reasons, QtWidgets.QLineEdit, "Other tags for bag 1")
    assert field.hasFocus()
    qtbot.keyClicks(field, "Übel, 1 name name")
    press(qtbot, Key.Key_1, CONTROL)
    assert verdicts(window) == "+.."
    press(qtbot, Key.Key_Return)
    assert page.list.view.hasFocus()
    assert tags_of(window)[0] == ("1", "name", "übel")
    assert chip(window, "name").isChecked()
    assert field.text() == "1 übel"
    press(qtbot, Key.Key_Minus)
    assert field.text() == ""
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    qtbot.keyClicks(field, "odd")
    look(qtbot, page)
    page.bar.button(Verdict.SAME).click()
    assert page.session.progress.state(1) == State(Verdict.WORSE, Comment(tags=("odd",)))


def test_invalid_tag_is_reported_and_stays_editable(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    look(qtbot, page)
    qtbot.mouseClick(page.bar.button(Verdict.WORSE), QtCore.Qt.MouseButton.LeftButton)
    qtbot.mouseClick(chip(window, "pronoun"), QtCore.Qt.MouseButton.LeftButton)
    assert (verdicts(window), tags_of(window)) == ("-.", [("pronoun",), ()])
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    field = part_of(page.reasons, QtWidgets.QLineEdit, "Other tags for bag 1")
    assert page.problem() == ""
    field.setText(100 * "x")
    press(qtbot, Key.Key_Return)
    assert page.problem()
    assert (field.text(), tags_of(window)[0]) == (100 * "x", ("pronoun",))
    field.setText("x")
    page.reasons.save()
    assert tags_of(window)[0] == ("pronoun", "x")


def test_the_places_of_the_tags_stay_and_those_of_the_review_complete_what_is_written(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(5)
    with Review.open(path) as review:
        for number, tags in enumerate((("nested",), ("nested", "sport"))):
            review.judge(number, State(Verdict.BETTER, Comment(tags=tags)))
    window = window_of(path)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_1, CONTROL)
    assert tags_of(window)[2] == (USUAL_TAGS[0],)
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    field = part_of(page_of(window).reasons, QtWidgets.QLineEdit, "Other tags for bag 3")
    qtbot.keyClicks(field, "odd, n")
    popup = completions(field)
    assert popup.isVisible()
    qtbot.keyClick(popup, Key.Key_Down)
    assert field.text() == "odd, nested"
    qtbot.keyClick(popup, Key.Key_Return)
    assert tags_of(window)[2] == (USUAL_TAGS[0], "nested", "odd")
    # A tag that another begins with can be written.
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    qtbot.keyClicks(field, "nest")
    qtbot.keyClick(completions(field), Key.Key_Return)
    assert tags_of(window)[3] == ("nest",)


def test_half_a_second_of_writing_is_kept_however_long_it_goes_on(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(2))
    review = page_of(window).session.review
    timer = draft_timer(window)
    assert timer.interval() <= 500
    timer.setInterval(3_600_000)
    starts: list[None] = []
    start = timer.start

    def counted() -> None:
        starts.append(None)
        start()

    monkeypatch.setattr(timer, "start", counted)
    write_note(window, qtbot, "who is he")
    # If each letter restarted it, it would not end before the writing does.
    assert len(starts) == 1
    assert timer.isActive()
    timer.timeout.emit()
    assert review.draft(0) == Comment("who is he")


def draft_timer(window: MainWindow) -> QtCore.QTimer:
    timers = page_of(window).reasons.findChildren(
        QtCore.QTimer, options=QtCore.Qt.FindChildOption.FindDirectChildrenOnly
    )
    # The other one waits for no time at all.
    (timer,) = (each for each in timers if each.interval() > 0)
    return timer


def write_note(window: MainWindow, qtbot: QtBot, text: str) -> None:
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(part_of(page_of(window).reasons, QtWidgets.QPlainTextEdit), text)


def test_a_half_written_note_survives_the_end_of_the_program(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    path = review_of(2)
    first = window_of(path)
    write_note(first, qtbot, "who is he")
    review = first.review
    assert review is not None
    qtbot.waitUntil(lambda: review.draft(0) == Comment("who is he"))
    assert review.state(review.entries[0].fingerprint) == State()
    # What kill -9 leaves is the file as it is now.
    left = tmp_path / "left.coala"
    shutil.copyfile(path, left)
    second = window_of(left)
    assert page_of(second).reasons.written().note == "who is he"
    assert page_of(second).notice.isVisible()
    press(qtbot, Key.Key_J)
    assert second.review is not None
    assert second.review.state(second.review.entries[0].fingerprint).comment.note == "who is he"
    assert second.review.draft(0) is None
    assert not page_of(second).notice.isVisible()


def test_a_note_that_was_deleted_again_does_not_come_back(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(4))
    review = page_of(window).session.review
    # After the answer a note would be on the bag that has it.
    for number, leave in enumerate((Key.Key_Escape, Key.Key_J, Key.Key_Plus)):
        page_of(window).session.show(number)
        write_note(window, qtbot, "no")
        qtbot.waitUntil(lambda number=number: review.draft(number) == Comment("no"))  # type: ignore[misc]
        note = part_of(page_of(window).reasons, QtWidgets.QPlainTextEdit)
        qtbot.keyClick(note, Key.Key_Backspace)
        qtbot.keyClick(note, Key.Key_Backspace)
        if leave != Key.Key_Escape:
            window.setFocus()  # without leaving the note first, as a click on an answer does
        press(qtbot, leave)
        assert review.draft(number) is None
        assert review.state(review.entries[number].fingerprint).comment.note == ""


def test_damaged_draft_is_reported_and_its_bag_can_be_judged(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(2)
    with Review.open(path) as review:
        review.keep_draft(0, Comment("half"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE draft SET content = x'00'")
    window = window_of(path)
    assert "bag 1" in page_of(window).notice.text()
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == "+."


def test_an_untouched_note_is_no_draft(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(2))
    write_note(window, qtbot, "done")
    press(qtbot, Key.Key_Return, CONTROL)
    draft_timer(window).timeout.emit()
    review = page_of(window).session.review
    assert review.draft(0) is None
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_K)
    assert not page_of(window).notice.isVisible()
    assert page_of(window).reasons.written().note == "done"


def test_a_key_shows_the_history_of_the_bag(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(2))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Z, CONTROL)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    dialog = part_of(window, HistoryDialog)
    table = part_of(dialog, QtWidgets.QTableWidget)
    said = [table.model().index(row, 2).data() for row in range(table.rowCount())]
    assert [line.rpartition(": ")[2] for line in said] == ["verdict removed", "judged better"]
    qtbot.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()

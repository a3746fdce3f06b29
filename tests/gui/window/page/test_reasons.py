"""Tags and notes on the bag that was judged last, and on the current bag."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_list.model import BAG_ROLE
from coala.gui.sidebar.reason_bar import ReasonBar
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, a_mixed_bag, a_typed_bag, make_review
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
    walk_change,
)

CONTROL = Modifier.ControlModifier
LEFT = QtCore.Qt.MouseButton.LeftButton


@pytest.fixture
def review(review_of: Reviews) -> Path:
    return review_of(5)


def bar(window: MainWindow) -> ReasonBar:
    return page_of(window).reasons


def states(window: MainWindow) -> list[State]:
    review = page_of(window).session.review
    return [review.state(entry.fingerprint) for entry in review.entries]


def tags(window: MainWindow) -> str:
    """Return the tags of the bags, by their numbers: "1 name, 3 part"."""
    return ", ".join(
        f"{place} {' '.join(state.comment.tags)}"
        for place, state in enumerate(states(window), 1)
        if state.comment.tags
    )


def notes(window: MainWindow) -> str:
    """Return the notes of the bags, by their numbers: "1 who is he, 3 odd"."""
    return ", ".join(
        f"{place} {state.comment.note}" for place, state in enumerate(states(window), 1) if state.comment.note
    )


def button(window: MainWindow, text: str) -> QtWidgets.QToolButton:
    (found,) = (
        each for each in bar(window).findChildren(QtWidgets.QToolButton) if each.text().endswith(text)
    )
    return found


def field(window: MainWindow) -> QtWidgets.QPlainTextEdit:
    return part_of(bar(window), QtWidgets.QPlainTextEdit)


def write(qtbot: QtBot, text: str) -> None:
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, text)


def test_tag_key_after_a_verdict_goes_to_the_bag_just_judged(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Minus)
    assert page_of(window).session.current == 1
    row = page_of(window).list.view.model().index(0, 0)
    title = row.data(BAG_ROLE).title
    assert title
    assert bar(window).text() == f"✓ Bag 1 ({title}): worse"
    press(qtbot, Key.Key_1, CONTROL)
    qtbot.mouseClick(button(window, "pronoun"), LEFT)
    assert tags(window) == "1 name pronoun"
    assert "2 tags" in row.data(BAG_ROLE).marks
    assert status(window) == ""
    assert [button(window, tag).isChecked() for tag in ("name", "pronoun", "part")] == [True, True, False]
    assert [button(window, tag).text() for tag in ("name", "part")] == ["\N{CHECK MARK} name", "part"]
    press(qtbot, Key.Key_1, CONTROL)
    assert (tags(window), verdicts(window)) == ("1 pronoun", "-....")
    press(qtbot, Key.Key_Z, CONTROL)
    assert tags(window) == "1 name pronoun"
    page_of(window).session.show(1)
    press(qtbot, Key.Key_Minus)
    assert (tags(window), verdicts(window)) == ("1 name pronoun", "--...")
    assert not any(button(window, tag).isChecked() for tag in ("name", "pronoun", "part"))


def test_note_key_after_a_verdict_writes_on_the_bag_just_judged(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_C)
    assert field(window).hasFocus()
    assert spoken_name(field(window)) == "Note on bag 1"
    assert bar(window).text() == "✓ Bag 1: better"
    write(qtbot, "who is he + 1")
    press(qtbot, Key.Key_Return)
    assert page_of(window).list.view.hasFocus()
    assert (notes(window), verdicts(window)) == ("1 who is he + 1", "+....")
    assert bar(window).text().endswith(": better · “who is he + 1”")
    press(qtbot, Key.Key_C, Modifier.ShiftModifier)
    write(qtbot, "odd")
    press(qtbot, Key.Key_Return)
    assert (tags(window), notes(window)) == ("1 odd", "1 who is he + 1")


def test_key_that_leaves_a_note_saves_it_and_the_next_key_judges(window: MainWindow, qtbot: QtBot) -> None:
    for number, leave in enumerate((Key.Key_Return, Key.Key_Enter, Key.Key_Escape), 1):
        press(qtbot, Key.Key_3)
        press(qtbot, Key.Key_C)
        write(qtbot, "one")
        press(qtbot, Key.Key_Return, Modifier.ShiftModifier)
        write(qtbot, f"{number}")
        press(qtbot, leave)
        assert bar(window).is_open() is False
        assert states(window)[number - 1].comment.note == f"one\n{number}"
        assert verdicts(window) == (number * "+").ljust(5, ".")


def test_without_an_answer_a_tag_key_asks_for_one_and_the_note_key_is_for_the_current_bag(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_3, CONTROL)
    assert tags(window) == ""
    assert status(window)
    press(qtbot, Key.Key_C)
    assert field(window).hasFocus()
    assert spoken_name(field(window)) == "Note on bag 2"
    assert not button(window, "name").isVisible()
    write(qtbot, "mine")
    press(qtbot, Key.Key_Escape)
    assert notes(window) == "2 mine"
    assert bar(window).text().endswith(": not judged · “mine”")


def test_note_key_after_turning_to_a_bag_opens_the_note_on_that_bag(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    turns = (Key.Key_J, 1), (Key.Key_N, 1), (Key.Key_M, 0), (Key.Key_E, 0)
    bags = [a_mixed_bag(place) if place % 3 == 1 else a_bag(place) for place in range(12)]
    window = window_of(make_review(tmp_path / "r.coala", bags))
    for place, (turn, step) in enumerate(turns):
        judged, shown = 3 * place, 3 * place + 1 + step
        page_of(window).session.show(judged)
        press(qtbot, Key.Key_Minus)
        press(qtbot, turn)
        assert page_of(window).session.current == shown
        # The last answer is still there, and takes its tags.
        assert bar(window).text().startswith(f"✓ Bag {judged + 1} ")
        press(qtbot, Key.Key_1, CONTROL)
        press(qtbot, Key.Key_C)
        write(qtbot, "here")
        press(qtbot, Key.Key_Escape)
        found = [
            (number, state.comment.note, state.comment.tags)
            for number, state in enumerate(states(window))
            if state.comment != Comment()
        ]
        assert found[-2:] == [(judged, "", ("name",)), (shown, "here", ())]
        press(qtbot, Key.Key_Escape)


def test_buttons_of_the_strip_can_be_reached_and_say_what_they_do(window: MainWindow, qtbot: QtBot) -> None:
    names = {
        "note": "Write a note on bag 1, key C",
        "undo": "Undo the last step, bag 1, key Ctrl+Z",
        "name": "Tag name for bag 1, key Ctrl+1",
    }
    assert bar(window).text() == ""
    assert not any(button(window, text).isVisible() for text in names)
    press(qtbot, Key.Key_Minus)
    for text, name in names.items():
        assert spoken_name(button(window, text)) == name
        assert button(window, text).focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus
    assert "bag 1" in button(window, "generic").toolTip()
    button(window, "note").setFocus(QtCore.Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button(window, "note"), Key.Key_Space)
    assert field(window).hasFocus()
    press(qtbot, Key.Key_Escape)
    qtbot.mouseClick(button(window, "undo"), LEFT)
    assert (verdicts(window), bar(window).text(), button(window, "undo").isVisible()) == (".....", "", False)


def test_undo_takes_back_the_tag_then_the_verdict_and_the_line_follows(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_1, CONTROL)
    press(qtbot, Key.Key_Z, CONTROL)
    assert (tags(window), verdicts(window), page_of(window).session.current) == ("", "-....", 0)
    assert bar(window).text().endswith(": worse")
    press(qtbot, Key.Key_Z, CONTROL)
    assert (verdicts(window), bar(window).text()) == (".....", "")
    press(qtbot, Key.Key_Z, CONTROL | Modifier.ShiftModifier)
    press(qtbot, Key.Key_Z, CONTROL | Modifier.ShiftModifier)
    assert bar(window).text().endswith(": worse")
    assert button(window, "name").isChecked()


def test_note_that_is_being_written_is_saved_with_the_next_verdict(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "first")
    look(qtbot, page)
    page.bar.button(Verdict.BETTER).click()
    assert (verdicts(window), notes(window)) == ("-+...", "1 first")
    assert bar(window).text().startswith("✓ Bag 2 ")
    assert not bar(window).is_open()
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_1, CONTROL)
    assert tags(window) == "2 name"


def test_click_on_a_button_leaves_a_note_and_saves_it(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "seen")
    (next_unjudged,) = (
        each
        for each in page_of(window).list.findChildren(QtWidgets.QToolButton)
        if each.defaultAction() is not None and each.defaultAction().objectName() == "next_unjudged"
    )
    qtbot.mouseClick(next_unjudged, LEFT)
    assert (notes(window), bar(window).is_open()) == ("1 seen", False)
    press(qtbot, Key.Key_3)
    assert (notes(window), verdicts(window)) == ("1 seen", "-.+..")


def test_half_written_note_on_the_last_answer_survives_the_end_of_the_program(
    window: MainWindow, window_of: Windows, qtbot: QtBot, tmp_path: Path
) -> None:
    review = page_of(window).session.review
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_C)
    write(qtbot, "half")
    qtbot.waitUntil(lambda: review.draft(0) == Comment("half"))
    # What kill -9 leaves is the file as it is now.
    left = tmp_path / "left.coala"
    shutil.copyfile(review.path, left)
    second = window_of(left)
    assert page_of(second).session.current == 1
    # The review says at once that there is a note, and leads to it.
    assert re.findall(r"\d+", page_of(second).notice.text()) == ["1"]
    part_of(page_of(second).notice, QtWidgets.QPushButton, "Show it").click()
    assert page_of(second).session.current == 0
    assert bar(second).is_open()
    assert bar(second).written().note == "half"


def test_half_written_note_on_the_next_bag_stays_open_after_an_answer(
    window: MainWindow, qtbot: QtBot
) -> None:
    review = page_of(window).session.review
    review.keep_draft(1, Comment("half"))
    press(qtbot, Key.Key_Minus)
    assert (bar(window).is_open(), bar(window).written().note) == (True, "half")
    press(qtbot, Key.Key_J)
    assert notes(window) == "2 half"


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
        assert field(window).hasFocus()
    press(qtbot, Key.Key_Return, CONTROL)
    assert notes(window) == "1 kept"
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_C)
    write(qtbot, "on this bag")
    with monkeypatch.context() as broken:
        broken.setattr(window.review, "judge", full_disk)
        look(qtbot, page)
        page.bar.button(Verdict.BETTER).click()
        assert (verdicts(window), field(window).hasFocus()) == ("-....", True)


def test_offer_above_the_answers_stays_when_a_tag_is_added(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    for _ in range(5):
        press(qtbot, Key.Key_Equal)
    offer = page.notice.text()
    press(qtbot, Key.Key_1, CONTROL)
    assert (tags(window), page.notice.text(), page.notice.isVisible()) == ("5 name", offer, True)
    press(qtbot, Key.Key_Z, CONTROL)
    press(qtbot, Key.Key_Z, CONTROL)
    assert not page.notice.isVisible()


def test_verdict_that_follows_from_changes_is_the_last_answer(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(make_review(tmp_path / "r.coala", [a_typed_bag(0), a_bag(1)]))
    walk_change(window)
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


def strip_bag(window: MainWindow) -> int:
    """Return the number of the bag that the strip is about, from 0."""
    return int(spoken_name(field(window)).removeprefix("Note on bag ")) - 1


def changed(before: list[State], after: list[State]) -> list[int]:
    return [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


ACTS: dict[str, tuple[list[Key], int]] = {
    "verdict": ([Key.Key_Minus], 0),
    "two verdicts": ([Key.Key_Minus, Key.Key_Plus], 1),
    "who is who": ([Key.Key_Minus, Key.Key_E, Key.Key_Plus], 1),
    "change of a judged bag": ([Key.Key_Minus, Key.Key_Plus, Key.Key_K, Key.Key_E, Key.Key_Minus], 1),
    "another verdict": ([Key.Key_Minus, Key.Key_Plus, Key.Key_K, Key.Key_K, Key.Key_Question], 0),
}
"""Keys that end with an answer, and the number of the bag that it is for."""


@pytest.fixture
def mixed(window_of: Windows, tmp_path: Path) -> MainWindow:
    """Open three bags, the second with three changes."""
    return window_of(make_review(tmp_path / "mixed.coala", [a_bag(0), a_mixed_bag(1), a_bag(2)]))


def take_back_everything(window: MainWindow, qtbot: QtBot) -> None:
    """Undo until no bag has a verdict or a comment, and go back to the first bag."""
    while states(window) != 3 * [State()]:
        press(qtbot, Key.Key_Z, CONTROL)
    page_of(window).session.show(1)
    page_of(window).session.show(0)


def test_tags_note_and_undo_belong_to_the_answer_that_was_given_last(mixed: MainWindow, qtbot: QtBot) -> None:
    for keys, number in ACTS.values():
        for key in keys[:-1]:
            press(qtbot, key)
        first = states(mixed)
        press(qtbot, keys[-1])
        answered = states(mixed)
        assert changed(first, answered) == [number]
        assert strip_bag(mixed) == number
        qtbot.mouseClick(button(mixed, "generic"), LEFT)
        assert changed(answered, states(mixed)) == [number]
        assert states(mixed)[number].comment.tags == ("generic",)
        press(qtbot, Key.Key_C)
        write(qtbot, "why")
        press(qtbot, Key.Key_Escape)
        assert states(mixed)[number].comment.note == "why"
        # The note, the tag, and the answer.
        for _ in range(3):
            assert strip_bag(mixed) == number
            qtbot.mouseClick(button(mixed, "undo"), LEFT)
        assert states(mixed) == first
        take_back_everything(mixed, qtbot)


def test_undo_is_offered_only_for_the_bag_of_the_strip(mixed: MainWindow, qtbot: QtBot) -> None:
    page, offered = page_of(mixed), []
    for act in ("remove the verdict", "remove that of a change", "undo", "undo and redo"):
        for key in (Key.Key_Minus, Key.Key_E, Key.Key_Plus):
            press(qtbot, key)
        if act == "remove the verdict":
            page.session.show(0)
            press(qtbot, Key.Key_Backspace)
        elif act == "remove that of a change":
            press(qtbot, Key.Key_E, Modifier.ShiftModifier)
            press(qtbot, Key.Key_Backspace)
        else:
            press(qtbot, Key.Key_Z, CONTROL)
            if act == "undo and redo":
                press(qtbot, Key.Key_Z, CONTROL | Modifier.ShiftModifier)
        before, number = states(mixed), strip_bag(mixed)
        undo = button(mixed, "undo")
        offered.append(undo.isVisible())
        assert undo.isVisible() is (page.session.bag_to_undo() == number), act
        if undo.isVisible():
            qtbot.mouseClick(undo, LEFT)
            assert changed(before, states(mixed)) == [number]
        take_back_everything(mixed, qtbot)
    assert {*offered} == {False, True}

"""Verdicts, notes and undo in the whole window, worked by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.session.preferences import Preferences
from coala.gui.sidebar.verdict_bar import ChangesLink
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Bag, GoldChain, Verdict
from coala.results.verdicts.tally import tally_review
from coala.review.file import Review
from coala.review.storage.journal import Act
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.great_bags import write_journal
from tests.support.reviews import a_mixed_bag, make_review
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    look,
    page_of,
    part_of,
    press,
    settled,
    status,
    verdicts,
)


def test_a_key_judges_and_shows_the_next_bag(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(6))
    page = page_of(window)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Equal)
    press(qtbot, Key.Key_Question)
    press(qtbot, Key.Key_Plus, Modifier.KeypadModifier)
    assert verdicts(window) == "+-=?+."
    assert page.session.current == 5
    assert page.list.view.currentIndex().row() == 5
    assert page.header.judged() == "5 of 6"
    assert page.reasons.text().endswith(": better")
    assert status(window) == ""


def test_what_is_typed_into_a_field_judges_nothing(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    for open_field in (Key.Key_C, Key.Key_Slash):
        page.list.focus_list()
        press(qtbot, open_field)
        field = QtWidgets.QApplication.focusWidget()
        assert field is not None
        for character in "+-=?njk":
            qtbot.keyClicks(field, character)
        press(qtbot, Key.Key_Backspace)
        press(qtbot, Key.Key_Plus, Modifier.KeypadModifier)
        press(qtbot, Key.Key_Question, Modifier.ShiftModifier)
        text = field.text() if isinstance(field, QtWidgets.QLineEdit) else field.toPlainText()  # type: ignore[attr-defined]
        assert text == "+-=?nj+?"
        page.list.clear_filter()
    assert verdicts(window) == "..."


def test_a_chosen_verdict_key_with_control_is_dead_in_a_field(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(3), preferences=Preferences(keys={"judge_better": ["Ctrl+1"]}))
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    assert verdicts(window) == "+.."
    press(qtbot, Key.Key_C)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    assert verdicts(window) == "+.."
    window.actions_by_name["judge_better"].trigger()  # the menu
    assert verdicts(window) == "++."


def test_a_note_is_saved_on_leaving_alone_or_with_the_verdict(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(part_of(page.reasons, QtWidgets.QPlainTextEdit), "who is he")
    press(qtbot, Key.Key_Return, Modifier.ControlModifier)
    assert page.session.progress.state(0) == State(None, Comment("who is he"))
    assert page.list.view.hasFocus()
    # A note that is opened again goes on at its end.
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(part_of(page.reasons, QtWidgets.QPlainTextEdit), "?")
    assert page.reasons.written().note == "who is he?"
    press(qtbot, Key.Key_Return, Modifier.ControlModifier)
    press(qtbot, Key.Key_J)
    assert page.reasons.text() == ""
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(part_of(page.reasons, QtWidgets.QPlainTextEdit), "two")
    look(qtbot, page)
    page.bar.button(Verdict.WORSE).click()
    assert page.session.progress.state(1) == State(Verdict.WORSE, Comment("two"))
    press(qtbot, Key.Key_Escape)
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_K)
    assert page.reasons.text().endswith(": not judged · “who is he?”")
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert page.session.progress.state(1) == State()


def test_the_note_of_one_bag_never_goes_to_the_next_that_cannot_be_shown(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window)
    whole = page.session.review.bag

    def bag(number: int) -> Bag:
        if number == 1:
            raise ReviewError("Bag 2 is damaged.")
        return whole(number)

    monkeypatch.setattr(page.session.review, "bag", bag)
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(page.reasons.focusWidget(), "why")
    page.go(1)
    assert (page.session.current, page.pane.displayed()) == (1, None)
    assert (page.reasons.text(), page.reasons.is_open()) == ("", False)
    press(qtbot, Key.Key_J)
    states = [page.session.progress.state(number) for number in range(3)]
    assert [state.comment.note for state in states] == ["why", "", ""]


def test_visiting_a_note_that_a_widget_cannot_hold_leaves_it_as_it_is(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(2)
    odd = State(None, Comment("a\u00a0b\r\nc \n"))
    with Review.open(path) as review:
        review.judge(0, odd)
    window = window_of(path)
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_Plus)
    assert page_of(window).session.progress.state(0) == odd._replace(verdict=Verdict.BETTER)


def test_a_session_by_keys_alone(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    press(qtbot, Key.Key_Down)
    assert page.session.current == 1
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_N, Modifier.ShiftModifier)
    assert page.session.current == 0
    press(qtbot, Key.Key_N)
    assert page.session.current == 2
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_Backspace)
    assert verdicts(window) == "...."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "...."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert verdicts(window) == ".+.."
    press(qtbot, Key.Key_F, Modifier.ControlModifier)
    qtbot.keyClicks(part_of(page.list, QtWidgets.QLineEdit), "doe 3")
    press(qtbot, Key.Key_Return)
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_Question)
    assert verdicts(window) == ".+.?"
    press(qtbot, Key.Key_R, Modifier.ControlModifier)
    assert page.session.filter.is_empty


def test_click_elsewhere_leaves_the_search_so_that_the_next_key_judges(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(make_review(tmp_path / "r.coala", [a_mixed_bag(place) for place in range(6)]))
    page = page_of(window)
    left = QtCore.Qt.MouseButton.LeftButton
    field, view = part_of(page.list, QtWidgets.QLineEdit), page.list.view
    for pressed in ("answer", "changes", "row"):
        press(qtbot, Key.Key_F, Modifier.ControlModifier)
        field.clear()
        qtbot.keyClicks(field, "#")
        look(qtbot, page)
        if pressed == "answer":
            qtbot.mouseClick(page.bar.button(Verdict.UNSURE), left)
        elif pressed == "changes":
            qtbot.mouseClick(part_of(page.bar, ChangesLink), left)
        else:
            qtbot.mouseClick(view.viewport(), left, pos=view.visualRect(view.model().index(5, 0)).center())
        assert not field.hasFocus()
        press(qtbot, Key.Key_3)
        assert field.text() == "#"
        page.session.visit(3)
    assert verdicts(window) == "?+.+.+"


def test_a_failed_verdict_leaves_the_screen_as_it_was(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(number: int, state: State) -> Act:
        raise ReviewError("test.coala: the disk is full; nothing was changed.")

    window = window_of(review_of(3))
    page = page_of(window)
    look(qtbot, page)
    qtbot.waitUntil(lambda: settled(page))
    before = page.header.judged(), page.session.current, page.session.progress.tally()
    assert window.review is not None
    with monkeypatch.context() as broken:
        broken.setattr(window.review, "judge", full_disk)
        press(qtbot, Key.Key_Plus)
        page.bar.button(Verdict.WORSE).click()
    assert (page.header.judged(), page.session.current, page.session.progress.tally()) == before
    assert not any(page.bar.button(verdict).isChecked() for verdict in Verdict)
    assert page.notice.isVisible()
    assert page.notice.text().endswith("the disk is full; nothing was changed.")
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == "+.."
    assert not page.notice.isVisible()


def test_the_last_verdict_says_that_all_are_judged(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(2))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Plus)
    page = page_of(window)
    assert page.session.current == 1
    said = page.notice.text()
    part_of(page.notice, QtWidgets.QPushButton, "Results").click()
    assert page.shows_results()
    answer = page.results.answer()
    assert "2 to 0" in answer
    assert said.endswith(f". {answer}")
    assert window.review is not None
    assert tally_review(window.review)["answer"]["text"] == answer
    press(qtbot, Key.Key_N)
    assert status(window)


def test_the_verdict_bar_comes_back_to_its_place(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    qtbot.wait(50)
    place = page.bar.mapTo(window, QtCore.QPoint(0, 0)), page.bar.size()
    press(qtbot, Key.Key_Plus)
    page.notice.warn("Something. " * 20)
    QtWidgets.QApplication.processEvents()
    page.notice.hide()
    page.session.show(-1)
    page.session.show(0)
    qtbot.wait(50)
    assert (page.bar.mapTo(window, QtCore.QPoint(0, 0)), page.bar.size()) == place


def test_nothing_can_be_judged_in_a_review_for_reading_only(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = review_of(2)
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, Comment("who", ("nested",))))
    monkeypatch.setattr("coala.review.storage.opening.writable", lambda path: False)
    window = window_of(path)
    page = page_of(window)
    assert page.notice.isVisible()
    assert page.notice.text()
    assert not page.bar.button(Verdict.BETTER).isEnabled()
    assert not window.actions_by_name["undo"].isEnabled()
    page.session.show(0)
    chips = [each for each in page.reasons.findChildren(QtWidgets.QToolButton) if each.text() == "name"]
    for chip in chips:
        assert not chip.isVisible()
        chip.click()
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_J)
    assert (len(chips), verdicts(window), page.session.current) == (1, "+.", 1)
    assert page.session.progress.state(0).comment == Comment("who", ("nested",))
    page.session.show(0)
    assert page.reasons.text().endswith(": better · nested · “who”")


def test_a_verdict_that_is_not_on_disk_is_not_shown(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    window = window_of(path)
    press(qtbot, Key.Key_Plus)
    path.rename(path.with_name("elsewhere.coala"))
    press(qtbot, Key.Key_Minus)
    page = page_of(window)
    assert path.name in page.notice.text()
    assert page.session.current == 1
    assert page.header.judged() == "1 of 3"
    assert not page.bar.button(Verdict.WORSE).isChecked()
    assert status(window) == ""


def test_a_verdict_on_a_long_journal_waits_for_its_check(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    write_journal(path, 20_500, 1)
    window = window_of(path)
    press(qtbot, Key.Key_Plus)
    assert verdicts(window)[0] == "+"
    qtbot.waitUntil(lambda: settled(page_of(window)))
    assert "\N{WARNING SIGN}" not in page_of(window).problem()
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window)[0] == "."
    window.close()
    with Review.open(path) as review:
        assert len(review.history()) > 0


def test_gold_that_cannot_be_read_is_a_sentence(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(1, gold=True))
    page, review = page_of(window), window.review
    assert review is not None

    def damaged(number: int) -> tuple[GoldChain, ...] | None:
        raise ReviewError("test.coala: the gold of bag 1 is damaged.")

    monkeypatch.setattr(review, "gold", damaged)
    page.session.judge(Verdict.BETTER, Comment())
    press(qtbot, Key.Key_G)
    assert "the gold of bag 1 is damaged" in page.problem()


def test_the_mentions_of_other_bags_are_marked_by_a_key(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(1))
    asked: list[str] = []
    monkeypatch.setattr(window.review, "mentions_of", asked.append)
    press(qtbot, Key.Key_A)
    assert asked
    count = len(asked)
    press(qtbot, Key.Key_A)
    press(qtbot, Key.Key_M)
    assert len(asked) == count

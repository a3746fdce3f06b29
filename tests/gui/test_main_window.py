"""The whole window, worked by keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.main_window import MainWindow
from coala.gui.preferences import Preferences
from coala.gui.review_page import ReviewPage
from coala.gui.samples import Sample
from coala.model import Verdict
from coala.review import Act, Review, State

Key = QtCore.Qt.Key
Modifier = QtCore.Qt.KeyboardModifier
Reviews = Callable[..., Path]
Windows = Callable[..., MainWindow]


def no_comparison(*paths: object, **options: object) -> Path:
    raise AssertionError("nothing is to be compared")


def write_net(review: Review, path: Path) -> None:
    path.write_text(str(len(review.judged())), encoding="utf-8")


@pytest.fixture
def window_of(tmp_path: Path, qtbot: QtBot) -> Iterator[Windows]:
    """Opens a window, with a review if one is given, and closes it after the test."""
    windows: list[MainWindow] = []

    def make(
        review: Path | None = None,
        *,
        preferences: Preferences | None = None,
        samples: tuple[Sample, ...] = (),
    ) -> MainWindow:
        path = tmp_path / "settings" / "preferences.json"
        window = MainWindow(preferences or Preferences(), path, no_comparison, write_net, samples)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        if review is not None:
            assert window.open_review(review)
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()


def page_of(window: MainWindow) -> ReviewPage:
    assert window.page is not None
    return window.page


def press(
    qtbot: QtBot, key: QtCore.Qt.Key, modifier: QtCore.Qt.KeyboardModifier = Modifier.NoModifier
) -> None:
    """A key as the user presses it: to whatever has the focus."""
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClick(focused, key, modifier)


def spoken_name(widget: QtWidgets.QWidget) -> str:
    if widget.accessibleName():
        return widget.accessibleName()
    interface = QtGui.QAccessible.queryAccessibleInterface(widget)
    return interface.text(QtGui.QAccessible.Text.Name)


def verdicts(window: MainWindow) -> str:
    review = window.review
    assert review is not None
    return "".join(review.state(entry.fingerprint).verdict or "." for entry in review.entries)


def status(window: MainWindow) -> str:
    return window.statusBar().currentMessage()


def test_a_key_judges_and_shows_the_next_bag(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(6))
    page = page_of(window)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Equal)
    press(qtbot, Key.Key_Question)
    press(qtbot, Key.Key_Plus, Modifier.KeypadModifier)
    assert verdicts(window) == "+-=?+."
    assert page.controller.current == 5
    assert page.list.view.currentIndex().row() == 5
    assert page.header._judged.text() == "5 of 6 judged"
    assert status(window).startswith("Judged +, undo with Ctrl+Z: ")


def test_what_is_typed_into_a_field_judges_nothing(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
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
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    assert verdicts(window) == "+.."
    press(qtbot, Key.Key_C)
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    assert verdicts(window) == "+.."
    window.actions_by_name["judge_better"].trigger()  # the menu
    assert verdicts(window) == "++."


def test_a_note_is_saved_on_leaving_alone_or_with_the_verdict(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
    page = page_of(window)
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(page.bar._note, "who is he")
    press(qtbot, Key.Key_Return, Modifier.ControlModifier)
    assert page.controller.standing.state(0) == State(None, "who is he")
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_J)
    assert page.bar.note() == ""
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(page.bar._note, "two")
    page.bar.button(Verdict.WORSE).click()
    assert page.controller.standing.state(1) == State(Verdict.WORSE, "two")
    press(qtbot, Key.Key_Escape)
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_K)
    assert page.bar.note() == "who is he"
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert page.controller.standing.state(1) == State()


def test_visiting_a_note_that_a_widget_cannot_hold_leaves_it_as_it_is(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(2)
    odd = State(None, "a\u00a0b\r\nc \n")
    with Review.open(path) as review:
        review.judge(0, odd)
    window = window_of(path)
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_Plus)
    assert page_of(window).controller.standing.state(0) == odd._replace(verdict=Verdict.BETTER)


def test_a_session_by_keys_alone(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    press(qtbot, Key.Key_Down)
    assert page.controller.current == 1
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_N, Modifier.ShiftModifier)
    assert page.controller.current == 0
    press(qtbot, Key.Key_N)
    assert page.controller.current == 2
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_Delete)
    assert verdicts(window) == "...."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(window) == "...."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert verdicts(window) == ".+.."
    press(qtbot, Key.Key_F, Modifier.ControlModifier)
    qtbot.keyClicks(page.list._text, "doe 3")
    press(qtbot, Key.Key_Return)
    assert page.list.view.hasFocus()
    press(qtbot, Key.Key_Question)
    assert verdicts(window) == ".+.?"
    press(qtbot, Key.Key_R, Modifier.ControlModifier)
    assert page.controller.filter.empty


def test_tab_goes_where_the_eye_goes(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    page.list.focus_filter()
    met = []
    for _ in range(40):
        focused = QtWidgets.QApplication.focusWidget()
        assert focused is not None
        met.append(spoken_name(focused))
        assert met[-1], focused
        press(qtbot, Key.Key_Tab)
        if QtWidgets.QApplication.focusWidget() is page.list._text:
            break
    expected = [
        "Filter the list by words of the title",
        "Show only bags of one kind",
        "Show only bags with one verdict",
        "Interesting bags",
        "worse, key \N{MINUS SIGN}",
        "same, key =",
        "better, key +",
        "cannot tell, key ?",
        "Note on this bag",
    ]
    assert [name for name in met if name in expected] == expected


def test_a_failed_verdict_leaves_the_screen_as_it_was(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(number: int, state: State) -> Act:
        raise ReviewError("test.coala: the disk is full; nothing was changed.")

    window = window_of(review_of(3))
    page = page_of(window)
    before = page.header._judged.text(), page.controller.current, page.tally._net.text()
    assert window.review is not None
    with monkeypatch.context() as broken:
        broken.setattr(window.review, "judge", full_disk)
        press(qtbot, Key.Key_Plus)
        page.bar.button(Verdict.WORSE).click()
    assert (page.header._judged.text(), page.controller.current, page.tally._net.text()) == before
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
    assert page.controller.current == 1
    assert (
        "All 2 interesting bags are judged: net +2, mean +1.00. Export the tally with Ctrl+E."
        in page.notice.text()
    )
    press(qtbot, Key.Key_N)
    assert status(window) == "Every bag is judged."


def test_the_verdict_bar_stays_where_it_is(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    place = page.bar.mapTo(window, QtCore.QPoint(0, 0)), page.bar.size()
    press(qtbot, Key.Key_Plus)
    page.notice.warn("Something. " * 20)
    QtWidgets.QApplication.processEvents()
    page.controller.show(-1)
    QtWidgets.QApplication.processEvents()
    assert (page.bar.mapTo(window, QtCore.QPoint(0, 0)), page.bar.size()) == place


def test_undo_works_after_the_window_was_closed(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    path = review_of(3)
    first = window_of(path)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Minus)
    first.close()
    second = window_of(path)
    assert page_of(second).controller.current == 2
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert verdicts(second) == "..."
    assert page_of(second).controller.current == 0


def test_nothing_can_be_judged_in_a_review_for_reading_only(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = review_of(2)
    monkeypatch.setattr("coala.review.schema.writable", lambda path: False)
    window = window_of(path)
    page = page_of(window)
    assert "open for reading only" in page.notice.text()
    assert not page.bar.button(Verdict.BETTER).isEnabled()
    assert not window.actions_by_name["undo"].isEnabled()
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_J)
    assert (verdicts(window), page.controller.current) == ("..", 1)


def test_a_review_that_is_open_elsewhere_is_refused_with_a_sentence(
    window_of: Windows, review_of: Reviews
) -> None:
    path = review_of(1)
    window = window_of()
    with Review.open(path):
        assert not window.open_review(path)
    assert "open in another COALA window" in window.notice.text()
    assert window.open_review(path)
    assert not window.notice.isVisible()


def test_a_file_that_is_no_review_keeps_the_present_one(
    window_of: Windows, review_of: Reviews, tmp_path: Path
) -> None:
    window = window_of(review_of(1))
    with sqlite3.connect(tmp_path / "other.coala") as connection:
        connection.execute("CREATE TABLE x (y)")
    connection.close()
    assert not window.open_review(tmp_path / "other.coala")
    assert "not a COALA review file" in window.notice.text()
    assert verdicts(window) == "."


def test_a_review_without_bags_says_that_nothing_diverges(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(0))
    page = page_of(window)
    texts = [label.text() for label in page.pane.findChildren(QtWidgets.QLabel)]
    assert "The two graphs do not diverge" in texts
    assert not page.bar.button(Verdict.BETTER).isEnabled()
    QtWidgets.QApplication.processEvents()
    assert page.tally._mean.text() == "No verdict yet"


def test_the_start_page_offers_recent_reviews_and_samples(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(1)
    sample = Sample("News & <b>more</b>", "A pair", "a.ttl", "b.ttl", path.with_name("s.coala"))
    window = window_of(preferences=Preferences(recent=[str(path)]), samples=(sample,))
    buttons = {button.text(): button for button in window.start_page.findChildren(QtWidgets.QPushButton)}
    assert {"&Compare two graphs…", "&Open a review…", "News && <b>more</b>"} <= set(buttons)
    next(button for text, button in buttons.items() if text.startswith("test.coala")).click()
    assert verdicts(window) == "."
    window.actions_by_name["close"].trigger()
    assert window.review is None
    assert window.start_page.isVisible()


def test_a_recent_review_that_is_gone_is_said_and_forgotten(window_of: Windows, tmp_path: Path) -> None:
    preferences = Preferences(recent=[str(tmp_path / "gone.coala")])
    window = window_of(preferences=preferences)
    assert not window.open_review(tmp_path / "gone.coala")
    assert "there is no such review file" in window.notice.text()
    assert preferences.recent == []


def test_window_and_columns_are_remembered(window_of: Windows, review_of: Reviews, tmp_path: Path) -> None:
    path = review_of(1)
    first = window_of(path)
    first.resize(1100, 700)
    page_of(first).set_columns([350, 400, 330])
    QtWidgets.QApplication.processEvents()
    columns = page_of(first).columns()
    first.close()
    preferences, problem = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert problem is None
    assert preferences.window[2:] == [1100, 700]
    assert preferences.columns == columns
    assert preferences.recent == [str(path)]
    assert window_of(preferences=preferences).size() == QtCore.QSize(1100, 700)


def test_the_tally_is_exported_by_the_given_function(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    window = window_of(review_of(2))
    press(qtbot, Key.Key_Plus)
    window.dialogs.export_to(tmp_path / "tally.csv")
    assert (tmp_path / "tally.csv").read_text(encoding="utf-8") == "1"
    window.dialogs.export_to(tmp_path / "missing" / "tally.csv")
    assert "cannot be written there" in window.notice.text()


@pytest.mark.parametrize("gold", [False, True])
def test_scores_say_what_they_are_and_what_the_bag_is_worth(
    window_of: Windows, review_of: Reviews, gold: bool
) -> None:
    page = page_of(window_of(review_of(1, gold=gold)))
    texts = [label.text() for label in page.scores.findChildren(QtWidgets.QLabel)]
    heading = "F1 against the gold graph" if gold else "Similarity of the two systems (no gold)"
    assert heading in texts
    assert "This bag moves MUC F1 by +0.21 and B³ F1 by \N{MINUS SIGN}0.42 points." in texts
    assert "n/a" in texts

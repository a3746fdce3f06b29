"""The whole window: what it opens, shows and remembers, and its messages on failures."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.errors import Cancelled, CoalaError
from coala.gui.bag_list.bags_button import BagsButton
from coala.gui.dialogs.compare import CompareDialog
from coala.gui.engine import ComparisonWish, ReportProgress, Sample
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order
from coala.gui.session.changes import Say
from coala.gui.session.preferences import PageState, Preferences
from coala.gui.tool_windows.connectivity import ConnectivityWindow
from coala.gui.window import main_window as place_on_screen
from coala.gui.window.main_window import MainWindow
from coala.gui.window.start_page import RecentButton
from coala.review.file import Review
from tests.support.paths import SAMPLES
from tests.support.windows import (
    Key,
    Modifier,
    Reviews,
    Windows,
    page_of,
    part_of,
    press,
    spoken_name,
    status,
    verdicts,
)


def test_tab_goes_where_the_eye_goes(window_of: Windows, review_of: Reviews, qtbot: QtBot) -> None:
    window = window_of(review_of(2))
    page = page_of(window)
    press(qtbot, Key.Key_Minus)
    page.list.focus_filter()
    box = part_of(page.list, QtWidgets.QLineEdit)
    met = []
    for _ in range(40):
        focused = QtWidgets.QApplication.focusWidget()
        assert focused is not None
        met.append(spoken_name(focused))
        assert met[-1], focused
        press(qtbot, Key.Key_Tab)
        if QtWidgets.QApplication.focusWidget() is box:
            break
    expected = [
        "Search the bags",
        "Show only bags with one verdict",
        "Show only bags of one kind or form",
        "Interesting bags",
        "Worse, key 1 or minus",
        "Same, key 2 or equals",
        "Better, key 3 or plus",
        "Not sure, key 4 or question mark",
        "Tag name for bag 1, key Ctrl+1",
        "Write a note on bag 1, key C",
        "Undo the last step, bag 1, key Ctrl+Z",
    ]
    assert [name for name in met if name in expected] == expected


def test_what_cannot_be_opened_is_refused_with_a_sentence_and_keeps_the_present_review(
    window_of: Windows, review_of: Reviews, tmp_path: Path
) -> None:
    path, other = review_of(1), tmp_path / "other.coala"
    window = window_of()
    with Review.open(path):
        assert not window.open_review(path)
    assert path.name in window.notice.text()
    assert window.open_review(path)
    assert not window.notice.isVisible()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE x (y)")
    connection.close()
    assert not window.open_review(other)
    assert other.name in window.notice.text()
    assert verdicts(window) == "."


def test_a_review_without_bags_says_that_nothing_diverges(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(0))
    page = page_of(window)
    labels = page.pane.findChildren(QtWidgets.QLabel)
    (sentence,) = [label.text() for label in labels if label.text() and label.isVisible()]
    assert re.findall(r"\w+\.ttl|\d+", sentence) == ["lemma.ttl", "feature.ttl", "10"]
    for part in (page.bar, page.reasons, page.list):
        assert not part.isVisible()
    # A message has no place next to the answers, so the status line has it.
    assert window.statusBar().isVisible()
    # An error in a slot fails the test.
    for name in ("next_unjudged", "previous_unjudged", "next", "whole_bag", "judge_better"):
        window.actions_by_name[name].trigger()
    window.resize(800, 600)
    QtWidgets.QApplication.processEvents()
    assert not page.list.isVisible()
    assert not part_of(page, BagsButton).isVisible()
    page.show_results()
    assert page.results.answer()


def test_the_start_page_offers_recent_reviews_and_samples(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(1)
    sample = Sample(
        "News & <b>more</b>", "A pair", ComparisonWish("a.ttl", "b.ttl", path.with_name("s.coala"))
    )
    window = window_of(preferences=Preferences(recent=[str(path)]), samples=(sample,))
    buttons = {button.text(): button for button in window.start_page.findChildren(QtWidgets.QPushButton)}
    assert {"&Open a review…", "&Compare two graphs…", "&Try a sample…"} <= set(buttons)
    assert "<b>more</b>" not in str(list(buttons))
    (recent,) = window.start_page.findChildren(RecentButton)
    assert recent.accessibleName().startswith("test.coala; today, ")
    recent.click()
    assert verdicts(window) == "."
    window.actions_by_name["close"].trigger()
    assert window.review is None
    assert window.start_page.isVisible()


SCREEN = QtCore.QRect(0, 0, 1600, 900)


def test_the_size_and_the_font_of_the_text_are_remembered(
    window_of: Windows, review_of: Reviews, tmp_path: Path, qtbot: QtBot
) -> None:
    first = window_of(review_of(1), preferences=Preferences(page=PageState(font="Courier")))
    for key in (Key.Key_Plus, Key.Key_Plus, Key.Key_Equal, Key.Key_Minus):
        press(qtbot, key, Modifier.ControlModifier)
    assert page_of(first).pane.evidence.reading() == (2, "Courier")
    first.close()
    preferences, _ = Preferences.load(tmp_path / "settings" / "preferences.json")
    second = window_of(tmp_path / "test.coala", preferences=preferences)
    assert page_of(second).pane.evidence.reading() == (2, "Courier")
    press(qtbot, Key.Key_0, Modifier.ControlModifier)
    assert page_of(second).pane.evidence.reading() == (0, "Courier")


def test_window_and_columns_are_remembered(
    window_of: Windows, review_of: Reviews, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place_on_screen, "list_screens", lambda: [SCREEN])
    path = review_of(1)
    arranged = PageState(columns=(350, 730))
    first = window_of(path, preferences=Preferences(page=arranged))
    first.resize(1400, 700)
    QtWidgets.QApplication.processEvents()
    left = page_of(first).state()
    first.close()
    preferences, problem = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert problem is None
    assert preferences.window is not None
    assert preferences.window[2:] == (1400, 700)
    assert preferences.page == left
    assert left.columns[0] < left.columns[1]
    assert preferences.recent == [str(path)]
    assert window_of(preferences=preferences).size() == QtCore.QSize(1400, 700)


def test_reasons_of_a_bag_are_in_the_menu_and_end_with_the_review(
    window_of: Windows, review_of: Reviews
) -> None:
    window = window_of(review_of(2))
    window.actions_by_name["why"].trigger()
    (dialog,) = page_of(window).findChildren(ConnectivityWindow)
    assert dialog.isVisible()
    # While the answer is still being looked for.
    window.actions_by_name["close"].trigger()
    QtWidgets.QApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    assert window.review is None
    assert not [
        widget
        for widget in QtWidgets.QApplication.topLevelWidgets()
        if isinstance(widget, ConnectivityWindow)
    ]


def test_a_copy_of_the_review_is_saved_and_no_file_is_ever_overwritten(
    window_of: Windows, review_of: Reviews, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, other = tmp_path / "other", tmp_path / "other.coala"
    path, window = review_of(3), window_of()
    assert window.open_review(path, 2)
    assert page_of(window).session.current == 2
    window.dialogs.save_copy_to(path)
    assert path.name in window.notice.text()
    assert window.statusBar().currentMessage() == ""
    other.write_bytes(b"mine")
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    # The ending is added, so that the dialog of the system did not ask.
    window.actions_by_name["save_copy"].trigger()
    assert str(other) in window.notice.text()
    assert other.read_bytes() == b"mine"
    other.unlink()
    window.actions_by_name["save_copy"].trigger()
    assert str(other) in window.statusBar().currentMessage()
    with Review.open(other) as copy:
        assert len(copy.entries) == 3


def test_a_review_is_compared_again_from_what_it_was_made_of(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(2)
    window = window_of(path)
    window.actions_by_name["compare_again"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, CompareDialog)
    assert (dialog.baseline.text(), dialog.changed.text()) == ("/graphs/lemma.ttl", "/graphs/feature.ttl")
    assert dialog.target.text() == str(path)


@pytest.mark.parametrize("outcome", ["cancelled", "failed", "made"])
def test_window_that_is_closed_while_comparing_again_leaves_its_review_free(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    path = review_of(2)
    window = window_of(path)
    begun = threading.Event()

    def compare(wish: ComparisonWish, *, progress: ReportProgress, cancelled: Callable[[], bool]) -> Path:
        begun.set()
        while not cancelled():
            time.sleep(0.001)
        if outcome == "made":
            return wish.target
        raise Cancelled("stopped") if outcome == "cancelled" else CoalaError("no such graph")

    monkeypatch.setattr(window.dialogs, "_make_review", compare)
    window.actions_by_name["compare_again"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, CompareDialog)
    dialog.start()
    assert begun.wait(60)
    window.close()
    qtbot.waitUntil(lambda: not dialog.is_running())
    dialog.close()
    QtWidgets.QApplication.processEvents()
    assert window.review is None
    with Review.open(path) as review:
        assert len(review.entries) == 2


def test_texts_are_proposed_for_comparing_again_as_long_as_they_are_those_that_were_compared(
    window_of: Windows, tmp_path: Path
) -> None:
    graphs = [tmp_path / name for name in ("X.ttl", "Z.ttl")]
    for graph in graphs:
        shutil.copy(SAMPLES / "paper" / graph.name, graph)
    texts, path = tmp_path / "texts", tmp_path / "r.coala"
    texts.mkdir()
    (texts / "other.txt").write_text("nobody asks for it")
    assert main(["diff", *map(str, graphs), "--texts", str(texts), "-o", str(path)]) == 1
    window = window_of(path)
    window.actions_by_name["compare_again"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, CompareDialog)
    assert (dialog.texts.text(), dialog.problem()) == (str(texts), "")
    dialog.close()
    (texts / "private.txt").write_text("it was not there then")
    window.actions_by_name["compare_again"].trigger()
    again = window.dialogs.current
    assert isinstance(again, CompareDialog)
    assert again.texts.text() == ""
    assert again.problem()


def test_title_messages_and_recent_files_follow_what_is_open(
    window_of: Windows, review_of: Reviews, tmp_path: Path
) -> None:
    path = review_of(3)
    odd = path.rename(tmp_path / "odd[*].coala")
    window = window_of()
    assert window.windowTitle() == "COALA"
    assert window.open_review(odd)
    assert window.windowTitle() == "odd[*][*].coala \N{EN DASH} COALA"
    # The same file again is not opened again.
    page = window.page
    assert window.open_review(odd)
    assert window.page is page
    assert "open already" in status(window)
    window.warn("Something failed.")
    assert not window.open_review(tmp_path / "gone.coala")
    assert (window.page, window.shows_file(odd), window.shows_file(path)) == (page, True, False)
    # A message is withdrawn when another file is opened.
    second = review_of(2)
    assert window.open_review(second)
    assert not window.notice.isVisible()
    assert window.windowTitle() == "test.coala \N{EN DASH} COALA"
    names = [button.accessibleName().split(";")[0] for button in window.start_page.findChildren(RecentButton)]
    assert names[-2:] == ["test.coala", "odd[*].coala"]
    assert not window.close_if_open(odd)
    assert window.close_if_open(second)
    assert (window.review, window.page, window.windowTitle()) == (None, None, "COALA")
    assert not window.shows_file(second)


def test_a_review_opens_at_a_bag_and_bags_are_shown_behind_the_filter(
    window_of: Windows, review_of: Reviews
) -> None:
    window = window_of()
    assert window.open_review(review_of(5), 3)
    page = page_of(window)
    assert page.session.current == 3
    page.session.set_filter(BagFilter("kind:split"))
    window.warn("Something failed.")
    window.show_bag(2)
    assert (page.session.current, window.notice.isVisible(), len(page.session.shown)) == (2, False, 5)
    # The next page goes on with its bag under another name, and with the arrangement of this one.
    page.pane.change_zoom(1)
    window.go_on_as("Cyd")
    again = page_of(window)
    assert again is not page
    assert (again.session.current, again.pane.evidence.reading()[0]) == (2, 1)
    assert window.review is not None
    assert window.review.reviewer == "Cyd"
    window.go_on_as("Cyd")
    assert page_of(window) is again


def test_page_keeps_the_usual_order_and_messages_end_with_what_they_are_about(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(4))
    page = page_of(window)
    page.session.set_order(BagOrder(Order.ALIKE))
    assert page.state().order.way is Order.ALIKE
    page.session.set_order(BagOrder(Order.SAMPLE))
    # The random order belongs to this review.
    assert page.state().order.way is Order.TEXT
    page.session.say("For now.")
    page.session.set_filter(BagFilter("kind:split"))
    assert status(window) == ""
    page.session.say("It stays.", Say.DONE)
    page.session.set_filter(BagFilter())
    assert status(window) == "It stays."
    page.session.say("About this bag.", Say.ON_BAG)
    assert page.notice.isVisible()
    page.go(1)
    assert not page.notice.isVisible()
    # What cannot be saved is not left.
    page.reasons.save = lambda: False  # type: ignore[method-assign]
    number = page.session.current
    page.go(1)
    page.go_to_unjudged(1)
    page.show_results()
    assert (page.session.current, page.shows_results()) == (number, False)
    assert not window.actions_by_name["results"].isChecked()
    del page.reasons.save
    page.show_results()
    assert (page.shows_results(), page.shows_message()) == (True, False)
    page.toggle_results()
    assert (page.shows_results(), page.shows_message()) == (False, True)


def test_columns_take_widths_of_an_earlier_page_only_if_they_fit(window: MainWindow) -> None:
    columns = page_of(window)._columns
    former = columns.widths()
    for odd in ((), (300,), (0, 900), (300, -1), (1, 2, 3)):
        columns.arrange(odd)
        assert columns.widths() == former
    columns.arrange((350, 800))
    assert columns.widths() == (350, 800)
    columns.show_list(shown=False)
    assert not columns.is_list_open()

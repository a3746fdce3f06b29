"""The page of warnings: its text, and when it opens by itself."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.window.main_window import MainWindow
from coala.model.notices.notice import Notice
from coala.present.warnings_page import PageEntry, Section
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Reviews, Windows, part_of

WARNING = Notice(
    "text-mismatch", 12, "12 anchors differ from their text.", (), "baseline", "/graphs/lemma.ttl"
)


def shown(window: MainWindow) -> WarningsDialog | None:
    dialog = window.dialogs.current
    return dialog if isinstance(dialog, WarningsDialog) and dialog.isVisible() else None


def test_the_page_is_shown_when_a_review_is_opened_first_and_again_with_other_warnings(
    window_of: Windows, review_of: Reviews
) -> None:
    path = review_of(1, notices=(WARNING,))
    window = window_of(path)
    page = shown(window)
    assert page is not None
    assert "12 anchors differ" in page.text()
    page.accept()
    window.dialogs.current = None
    window.actions_by_name["close"].trigger()
    assert window.open_review(path)
    assert shown(window) is None
    window.actions_by_name["warnings"].trigger()
    assert shown(window) is not None
    window.dialogs.current = None
    window.actions_by_name["close"].trigger()
    more = Notice("shared-span", 2, "2 spans.", (), "baseline", "/graphs/lemma.ttl")
    window.open_review(make_review(path, [a_bag(0)], notices=(WARNING, more)))
    assert shown(window) is not None


def test_what_is_harmless_is_not_worth_a_page(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(1, notices=(Notice("same-as", 4, "Joined 4 nodes."),)))
    assert shown(window) is None
    window.actions_by_name["warnings"].trigger()
    page = shown(window)
    assert page is not None
    assert "Joined 4 nodes." in page.text()


def test_words_from_right_to_left_turn_no_figure_round(qtbot: QtBot) -> None:
    example = '"שלום" at 3 to 7: the text has "עולם"'
    once = PageEntry('2 anchors, first "שלום" 3', "", (example, '"he" at 3'), 0)
    dialog = WarningsDialog([Section("Baseline", "a.ttl", (once,), ())])
    qtbot.addWidget(dialog)
    lines = dialog.text().splitlines()
    assert lines[2] == '– "\u2068שלום\u2069" at 3 to 7: the text has "\u2068עולם\u2069"'
    assert lines[1] == '2 anchors, first "\u2068שלום\u2069" 3'
    assert lines[3] == '– "he" at 3'
    block = part_of(dialog, QtWidgets.QTextEdit).document().firstBlock()
    while block.isValid():
        assert block.blockFormat().layoutDirection() == QtCore.Qt.LayoutDirection.LeftToRight
        block = block.next()

"""Answers on links of both graphs, by keys and by mouse, each on disk at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.kept_links import KeptLinksDialog
from coala.gui.window.main_window import MainWindow
from coala.model.bag import KeptQuestion, MentionInText
from coala.review.drawing import find_kept_links, keep_kept_links
from coala.review.file import Review
from coala.verdicts.estimates import KeptLinks
from tests.support.windows import Key, Reviews, Windows, page_of, part_of, status

SHE = MentionInText("http://e.org/d", "then ", "she", "")
QUESTIONS = [
    KeptQuestion(SHE, (MentionInText("http://e.org/d", "", f"<b>Ann</b> {number}", " left"),), number)
    for number in range(3)
]


@pytest.fixture
def path(review_of: Reviews) -> Path:
    path = review_of(3)
    with Review.open(path) as review:
        keep_kept_links(review, QUESTIONS)
    return path


def opened(window: MainWindow) -> KeptLinksDialog:
    window.actions_by_name["kept_links"].trigger()
    return part_of(page_of(window), KeptLinksDialog)


def counted(window: MainWindow) -> KeptLinks:
    found = find_kept_links(page_of(window).controller.review)
    assert found is not None
    return found.counted()


def test_links_are_answered_by_keys_one_after_the_other(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    dialog = opened(window)
    assert dialog.text() == (
        "Link 1 of 3 · 0 judged\nthen ⟦she⟧\nBefore it in the chain, the nearest first\n⟦<b>Ann</b> 0⟧ left"
    )
    qtbot.keyClick(dialog, Key.Key_Plus)
    assert counted(window) == KeptLinks(1, 0)
    qtbot.keyClick(dialog, Key.Key_1)
    assert dialog.text().startswith("Link 3 of 3 · 2 judged")
    assert "(1 of 3 shown)" in dialog.text()
    qtbot.keyClick(dialog, Key.Key_K)
    assert dialog.text().startswith("Link 2 of 3 · 2 judged")
    qtbot.keyClick(dialog, Key.Key_3)
    qtbot.keyClick(dialog, Key.Key_Question)
    assert dialog.text().startswith("Link 3 of 3 · 3 judged · all are judged")
    assert counted(window) == KeptLinks(2, 0)


def test_links_are_answered_by_mouse(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    dialog = opened(window)
    buttons = {button.text(): button for button in dialog.findChildren(QtWidgets.QPushButton)}
    qtbot.mouseClick(buttons["\N{MINUS SIGN} does not belong"], QtCore.Qt.MouseButton.LeftButton)
    assert counted(window) == KeptLinks(0, 1)
    qtbot.mouseClick(buttons["Back"], QtCore.Qt.MouseButton.LeftButton)
    assert buttons["\N{MINUS SIGN} does not belong"].isChecked()
    qtbot.mouseClick(buttons["Next"], QtCore.Qt.MouseButton.LeftButton)
    assert not buttons["\N{MINUS SIGN} does not belong"].isChecked()


def test_a_review_without_such_links_says_how_to_draw_them(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(3))
    window.actions_by_name["kept_links"].trigger()
    assert "--sample-links" in status(window)
    assert not page_of(window).findChildren(KeptLinksDialog)


def test_long_texts_in_large_letters_are_scrolled_to_rather_than_cut(
    window_of: Windows, review_of: Reviews
) -> None:
    path, words = review_of(3), "so they all said again " * 12
    with Review.open(path) as review:
        mention = MentionInText("http://e.org/d", words, "she", words)
        keep_kept_links(review, [KeptQuestion(mention, (mention,))])
    dialog = opened(window_of(path))
    letters = dialog.font()
    letters.setPointSizeF(2 * letters.pointSizeF())
    dialog.setFont(letters)
    QtWidgets.QApplication.processEvents()
    texts = [label for label in dialog.findChildren(QtWidgets.QLabel) if "⟦she⟧" in label.text()]
    assert len(texts) == 2
    for label in texts:
        assert label.height() >= label.heightForWidth(label.width())

"""Answers on links of both graphs, by keys and by mouse, each on disk at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.results.kept_links import KeptLinksView
from coala.gui.window.main_window import MainWindow
from coala.model.bag import KeptQuestion, MentionInText
from coala.review.drawing import find_kept_links, keep_kept_links
from coala.review.file import Review
from coala.verdicts.estimates import KeptLinks
from tests.support.windows import Key, Reviews, Windows, numbers_in, page_of, part_of, press, verdicts

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


def opened(window: MainWindow) -> KeptLinksView:
    page = page_of(window)
    page.show_results()
    part_of(page.results, QtWidgets.QPushButton, "Check unchanged links…").click()
    return part_of(page, KeptLinksView)


def counted(window: MainWindow) -> KeptLinks:
    found = find_kept_links(page_of(window).session.review)
    assert found is not None
    return found.counted()


def test_keys_of_the_view_do_not_judge_the_bag_that_it_hides_and_escape_leads_back_to_it(
    window_of: Windows, path: Path, qtbot: QtBot
) -> None:
    window = window_of(path)
    view = opened(window)
    page = page_of(window)
    for key in (Key.Key_Plus, Key.Key_J, Key.Key_2, Key.Key_1):
        focused = QtWidgets.QApplication.focusWidget()
        assert focused is not None
        assert view.isAncestorOf(focused) or focused is view
        qtbot.keyClick(focused, key)
    assert counted(window) == KeptLinks(1, 1)
    assert verdicts(window) == "..."
    assert page.session.current == 0
    press(qtbot, Key.Key_Escape)
    assert page.results.links_view() is None
    assert page.shows_results()
    texts = [label.text() for label in page.results.findChildren(QtWidgets.QLabel) if label.isVisible()]
    # Of 3 links, 2 are judged, and 1 is right.
    assert ["3", "2", "1"] in [numbers_in(text) for text in texts]
    press(qtbot, Key.Key_Escape)
    assert not page.shows_results()


def test_review_without_drawn_links_offers_nothing(window_of: Windows, review_of: Reviews) -> None:
    page = page_of(window_of(review_of(3)))
    page.show_results()
    assert not part_of(page.results, QtWidgets.QPushButton, "Check unchanged links…").isVisible()


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

"""Open windows when the desktop turns dark or changes its font size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.compare import CompareDialog
from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.widgets.labels import PlainLabel, SentenceButton
from coala.gui.widgets.scroll import VerticalScrollArea
from coala.gui.widgets.theme import Theme, contrast
from coala.model.bag import Verdict
from coala.present.warnings_page import PageEntry, Section
from tests.support.palettes import dark, light
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Windows, look, no_comparison, page_of, part_of, settled

Role = QtGui.QPalette.ColorRole


@pytest.fixture
def application(qapp: QtWidgets.QApplication) -> Iterator[QtWidgets.QApplication]:
    """Return the application, and restore its palette and its font afterwards."""
    palette, font = QtGui.QPalette(qapp.palette()), QtGui.QFont(qapp.font())
    yield qapp
    qapp.setFont(font)
    qapp.setPalette(palette)


def enlarge(application: QtWidgets.QApplication) -> None:
    font = QtGui.QFont(application.font())
    font.setPointSizeF(1.5 * font.pointSizeF())
    application.setFont(font)


def labels_in(window: QtWidgets.QWidget) -> list[PlainLabel]:
    return [label for label in window.findChildren(PlainLabel) if label.isVisible() and label.text().strip()]


def cut(widget: QtWidgets.QWidget) -> bool:
    """Return True if part of a one-line text is outside of its widget or of a parent."""
    if isinstance(widget, QtWidgets.QLabel) and widget.wordWrap():
        return False
    seen = widget.visibleRegion().boundingRect().width()
    return seen < min(widget.minimumSizeHint().width(), widget.sizeHint().width())


def test_quiet_words_can_be_read_after_a_live_change_to_dark(
    application: QtWidgets.QApplication, window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    application.setPalette(light())
    page = page_of(window_of(make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)], gold=True)))
    page.show_results()
    section = Section("Baseline", "a.ttl", (PageEntry("12 anchors differ.", "Spans are off.", (), 0),), ())
    warnings = WarningsDialog([section])
    qtbot.addWidget(warnings)
    warnings.show()
    application.setPalette(dark())
    QtWidgets.QApplication.processEvents()
    theme = Theme.from_palette(dark())
    for window in (page.window(), warnings):
        for label in labels_in(window):
            ink = label.palette().color(QtGui.QPalette.ColorGroup.Active, Role.WindowText)
            assert contrast(ink, dark().color(Role.Window)) >= 4.5, label.text()
    for button in page.results.findChildren(SentenceButton):
        assert button.palette().color(QtGui.QPalette.ColorGroup.Active, Role.ButtonText) == theme.text
    cursor = part_of(warnings, QtWidgets.QTextEdit).textCursor()
    cursor.setPosition(len("Baseline   a"))
    assert cursor.charFormat().foreground().color() == theme.quiet


def test_no_figure_and_no_word_is_cut_in_large_letters(
    application: QtWidgets.QApplication, window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    enlarge(application)
    window = window_of(make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)], gold=True))
    page = page_of(window)
    look(qtbot, page)
    page.answers.judge(Verdict.BETTER)
    qtbot.waitUntil(lambda: settled(page))
    QtWidgets.QApplication.processEvents()
    # Content below the edge can be scrolled to; none may be beyond the side.
    window.resize(window.minimumSizeHint().width(), 3000)
    QtWidgets.QApplication.processEvents()
    assert not [label.text() for label in labels_in(page.bar) if cut(label)]
    assert not [verdict for verdict in Verdict if cut(page.bar.button(verdict))]
    page.show_results()
    QtWidgets.QApplication.processEvents()
    column = labels_in(page.results)
    assert len(column) > 20
    assert not [label.text() for label in column if cut(label)]
    heads = part_of(page.results, QtWidgets.QTableWidget).horizontalHeader()
    assert all(heads.sectionSize(place) >= heads.sectionSizeHint(place) for place in range(heads.count()))


def test_message_without_a_bag_fits_in_a_narrow_pane(
    application: QtWidgets.QApplication, window_of: Windows, tmp_path: Path
) -> None:
    enlarge(application)
    window = window_of(make_review(tmp_path / "r.coala", []))
    window.resize(window.minimumSizeHint())
    QtWidgets.QApplication.processEvents()
    pane = page_of(window).pane
    title, sentence = (label for label in pane.findChildren(QtWidgets.QLabel) if label.isVisible())
    assert pane.message() == f"{title.text()}\n{sentence.text()}"
    for label in (title, sentence):
        assert label.width() <= pane.width()
        assert label.height() >= label.heightForWidth(label.width())


def test_a_comparison_dialog_that_is_higher_than_its_screen_scrolls(
    application: QtWidgets.QApplication, qtbot: QtBot
) -> None:
    enlarge(application)
    enlarge(application)
    dialog = CompareDialog(no_comparison)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.move(0, 500)
    dialog.options.unfold()
    QtWidgets.QApplication.processEvents()
    room = dialog.screen().availableGeometry()
    assert dialog.height() <= room.height()
    assert dialog.frameGeometry().bottom() <= room.bottom() + 2
    for name in ("Compare", "Close"):
        button = part_of(dialog, QtWidgets.QPushButton, name)
        seen = QtCore.QRect(button.mapTo(dialog, QtCore.QPoint()), button.size())
        assert dialog.rect().contains(seen)
    assert part_of(dialog, VerticalScrollArea).verticalScrollBar().maximum() > 0


def test_a_sentence_on_a_button_is_broken_where_there_is_no_room(qtbot: QtBot) -> None:
    button = SentenceButton(lambda: None)
    qtbot.addWidget(button)
    button.setText("The score rises and the reviewer says worse: 2 bags")
    assert button.heightForWidth(100) > button.heightForWidth(1000)

"""The sentences of a part: all of them in a box, or the most telling one on a line."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import isolate
from coala.gui.widgets.painting import draw_words
from coala.gui.widgets.theme import GRID, Theme


class PartSentences(QtWidgets.QTextEdit):
    """A box that cannot be edited, with sentences below each other and mentions in bold."""

    def __init__(self, name: str) -> None:
        """Create an empty box; a screen reader calls it ``name``."""
        super().__init__()
        self.setReadOnly(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.document().setDocumentMargin(GRID)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_sentences(
        self, sentences: Iterable[Iterable[tuple[str, bool]]], fill: QtGui.QColor | None = None
    ) -> None:
        """Show sentences, each as pieces of text with True for mentions, which ``fill`` is behind."""
        self.clear()
        cursor = self.textCursor()
        plain, strong = QtGui.QTextCharFormat(), QtGui.QTextCharFormat()
        strong.setFontWeight(QtGui.QFont.Weight.Bold)
        if fill is not None:
            strong.setBackground(fill)
        for number, pieces in enumerate(sentences):
            if number:
                cursor.insertBlock()
            for words, is_mention in pieces:
                cursor.insertText(words, strong if is_mention else plain)
        self.moveCursor(QtGui.QTextCursor.MoveOperation.Start)


def draw_sentence(
    painter: QtGui.QPainter,
    rect: QtCore.QRect,
    sentence: tuple[str, str, str],
    theme: Theme,
    fill: QtGui.QColor | None = None,
) -> None:
    """Draw a sentence on one line: the words of its mention are darker than the others, on ``fill``."""
    before, words, behind = sentence
    metrics = painter.fontMetrics()
    shown = f"{before}{words}{behind}"
    if metrics.horizontalAdvance(f"{before}{words}") > 0.8 * rect.width():
        # The words of the mention must be in sight.
        room = max(0, round(0.8 * rect.width()) - metrics.horizontalAdvance(words))
        before = metrics.elidedText(before, Qt.TextElideMode.ElideLeft, room)
        shown = f"{before}{words}{behind}"
    shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, rect.width())
    painter.setPen(theme.quiet)
    area = QtCore.QRect(rect)
    area.setTop(rect.top() + (rect.height() - metrics.height()) // 2)
    # A sentence runs as its own script does, so that its full stop is at its end.
    # Of a long mention only its first words are in sight.
    in_sight = shown[len(before) : len(before) + len(words)]
    draw_words(painter, area, [isolate(shown)], (in_sight, theme.text), len(before), fill)

"""What was odd in the graphs to a page that is read before the review begins; all of it plain text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtGui, QtWidgets

from coala.gui import words
from coala.gui.labels import PlainLabel
from coala.gui.theme import GRID
from coala.model import Notice

# A label this long fills a screen.
LONGEST_MESSAGE = 1000

INTRODUCTION = "The graphs were compared, but not everything in them could be used as it stands."


class WarningsDialog(QtWidgets.QDialog):
    """Lists the notices of a comparison, each with its examples; everything can be copied."""

    def __init__(self, notices: Sequence[Notice], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Warnings about the graphs")
        self.resize(84 * GRID, 56 * GRID)
        self._page = QtWidgets.QPlainTextEdit()
        self._page.setReadOnly(True)
        self._page.setTabChangesFocus(True)
        self._page.setAccessibleName("Warnings")
        self._page.document().setDocumentMargin(GRID)
        self._write(notices)
        buttons = QtWidgets.QDialogButtonBox()
        proceed = buttons.addButton("&Continue", QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        proceed.setDefault(True)
        buttons.accepted.connect(self.accept)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(INTRODUCTION if notices else "Nothing was odd in the graphs.", wrap=True))
        column.addWidget(self._page, 1)
        column.addWidget(buttons)
        proceed.setFocus()

    def text(self) -> str:
        return self._page.toPlainText()

    def _write(self, notices: Sequence[Notice]) -> None:
        strong, normal = QtGui.QTextCharFormat(), QtGui.QTextCharFormat()
        strong.setFontWeight(QtGui.QFont.Weight.Bold)
        cursor = self._page.textCursor()
        for number, notice in enumerate(notices):
            cursor.insertText("\n\n" if number else "", normal)
            cursor.insertText(words.one_line(notice.message, LONGEST_MESSAGE), strong)
            for example in notice.examples:
                cursor.insertText(f"\n  – {words.one_line(example)}", normal)
            unlisted = notice.count - len(notice.examples)
            if notice.examples and unlisted > 0:
                cursor.insertText(f"\n  and {unlisted:,} more", normal)
        self._page.moveCursor(QtGui.QTextCursor.MoveOperation.Start)

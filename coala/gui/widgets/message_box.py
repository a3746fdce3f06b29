"""Message boxes of plain text, so that a name or a path in them is never read as markup."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

Icon = QtWidgets.QMessageBox.Icon


def make_box(icon: Icon, sentence: str, parent: QtWidgets.QWidget | None = None) -> QtWidgets.QMessageBox:
    """Return a box with a sentence of plain text; the caller adds the buttons."""
    box = QtWidgets.QMessageBox(parent)
    box.setIcon(icon)
    box.setTextFormat(QtCore.Qt.TextFormat.PlainText)
    box.setText(sentence)
    return box

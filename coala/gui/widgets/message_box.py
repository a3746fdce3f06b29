"""Message boxes, whose words are plain text: what is cited in them can be no markup."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

Icon = QtWidgets.QMessageBox.Icon


def make_box(icon: Icon, sentence: str, parent: QtWidgets.QWidget | None = None) -> QtWidgets.QMessageBox:
    """Return a box that says a sentence of plain text; its buttons are the caller's."""
    box = QtWidgets.QMessageBox(parent)
    box.setIcon(icon)
    box.setTextFormat(QtCore.Qt.TextFormat.PlainText)
    box.setText(sentence)
    return box

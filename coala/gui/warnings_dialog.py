"""What was odd in the graphs to a page that is read before the review begins; all of it plain text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui import words
from coala.gui.labels import PlainLabel
from coala.gui.theme import GRID
from coala.model import Notice

# A label this long fills a screen.
LONGEST_MESSAGE = 1000


class WarningsDialog(QtWidgets.QDialog):
    """Lists the notices of a comparison, each with its examples."""

    def __init__(self, notices: Sequence[Notice], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Warnings about the graphs")
        self.resize(80 * GRID, 60 * GRID)
        page = QtWidgets.QWidget()
        entries = QtWidgets.QVBoxLayout(page)
        entries.setSpacing(2 * GRID)
        for notice in notices:
            entries.addLayout(_entry(notice))
        if not notices:
            entries.addWidget(PlainLabel("Nothing was odd in the graphs."))
        entries.addStretch(1)
        scroll = QtWidgets.QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Warnings")
        buttons = QtWidgets.QDialogButtonBox()
        proceed = buttons.addButton("&Continue", QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        proceed.setDefault(True)
        buttons.accepted.connect(self.accept)
        column = QtWidgets.QVBoxLayout(self)
        if notices:
            column.addWidget(
                PlainLabel(
                    "The graphs were compared, but not everything in them could be used as it stands.",
                    wrap=True,
                )
            )
        column.addWidget(scroll, 1)
        column.addWidget(buttons)
        proceed.setFocus()


def _entry(notice: Notice) -> QtWidgets.QVBoxLayout:
    column = QtWidgets.QVBoxLayout()
    column.setSpacing(GRID // 2)
    selectable = QtCore.Qt.TextInteractionFlag.TextSelectableByMouse
    message = PlainLabel(words.one_line(notice.message, LONGEST_MESSAGE), bold=True, wrap=True)
    message.setTextInteractionFlags(selectable)
    column.addWidget(message)
    for example in notice.examples:
        line = PlainLabel(words.one_line(example), wrap=True)
        line.setContentsMargins(2 * GRID, 0, 0, 0)
        line.setTextInteractionFlags(selectable)
        column.addWidget(line)
    unlisted = notice.count - len(notice.examples)
    if notice.examples and unlisted > 0:
        rest = PlainLabel(f"and {unlisted:,} more", quiet=True)
        rest.setContentsMargins(2 * GRID, 0, 0, 0)
        column.addWidget(rest)
    return column

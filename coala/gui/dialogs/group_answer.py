"""Bags that are about to get one verdict together are listed first, each with its text, to be left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.sizes import resize_on_screen
from coala.gui.widgets.theme import GRID, tooltip
from coala.model.bag import Verdict
from coala.presentation.phrases import VERDICT_SIGNS, VERDICT_WORDS

_NUMBER_ROLE = Qt.ItemDataRole.UserRole


class TouchedBag(NamedTuple):
    """A bag that would be judged, as the list of bags tells it: its names, and the words around them."""

    number: int
    title: str
    context: str


class GroupAnswerDialog(QtWidgets.QDialog):
    """Lists what a verdict by group would touch; ``answered`` emits the numbers that stayed ticked."""

    answered = QtCore.Signal(object)

    def __init__(
        self,
        number: int,
        title: str,
        verdict: Verdict,
        bags: Sequence[TouchedBag],
        waiting: int,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """``number`` and ``title`` are those of the bag whose verdict is given to the others.

        ``waiting`` is how many there are, of which ``bags`` are the first.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Answer the rest of the group")
        resize_on_screen(self, 96 * GRID, 64 * GRID)
        self._sign = VERDICT_SIGNS[verdict]
        which = "bags" if waiting == len(bags) else f"first {len(bags):,} of {waiting:,} bags"
        introduction = (
            f"Bag {number + 1:,} is judged {self._sign} {VERDICT_WORDS[verdict]}: {title}\n"
            f"The {which} below wait for a verdict, and their change is the same up to names. Untick those "
            "that are to be looked at by themselves; the others get the same verdict, marked as given by "
            "group."
        )
        self._list = _make_list(bags)
        # Counted along: to look at every row after each tick would take too long.
        self._ticked = len(bags)
        self._list.itemChanged.connect(self._follow)
        self._buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Cancel)
        self._answer = QtWidgets.QPushButton()
        self._buttons.addButton(self._answer, QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        role = QtWidgets.QDialogButtonBox.ButtonRole.ActionRole
        self._buttons.addButton("Tick &all", role).clicked.connect(self._tick_all)
        self._buttons.addButton("Tick &none", role).clicked.connect(self._tick_none)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(introduction, wrap=True))
        column.addWidget(self._list, 1)
        column.addWidget(self._buttons)
        self._name_answer()
        self._list.setFocus()

    def chosen(self) -> list[int]:
        """The numbers of the bags that are ticked."""
        items = (self._list.item(row) for row in range(self._list.count()))
        return [item.data(_NUMBER_ROLE) for item in items if item.checkState() is Qt.CheckState.Checked]

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Enter, which a hand may still be on, judges nothing that nobody has looked at."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def accept(self) -> None:
        """Announce what is ticked, and close."""
        self.answered.emit(self.chosen())
        super().accept()

    @QtCore.Slot()
    def _tick_all(self) -> None:
        self._tick(Qt.CheckState.Checked)

    @QtCore.Slot()
    def _tick_none(self) -> None:
        self._tick(Qt.CheckState.Unchecked)

    def _tick(self, state: Qt.CheckState) -> None:
        with QtCore.QSignalBlocker(self._list):
            for row in range(self._list.count()):
                self._list.item(row).setCheckState(state)
        self._ticked = self._list.count() if state is Qt.CheckState.Checked else 0
        self._name_answer()

    @QtCore.Slot(QtWidgets.QListWidgetItem)
    def _follow(self, item: QtWidgets.QListWidgetItem) -> None:
        self._ticked += 1 if item.checkState() is Qt.CheckState.Checked else -1
        self._name_answer()

    def _name_answer(self) -> None:
        self._answer.setText(f"&Judge {count(self._ticked, 'bag')} {self._sign}")
        self._answer.setEnabled(self._ticked > 0)


def _make_list(bags: Sequence[TouchedBag]) -> QtWidgets.QListWidget:
    view = QtWidgets.QListWidget()
    view.setAccessibleName("Bags that would be judged")
    view.setUniformItemSizes(True)
    view.setAlternatingRowColors(True)
    view.setTextElideMode(Qt.TextElideMode.ElideRight)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for bag in bags:
        item = QtWidgets.QListWidgetItem(f"{bag.number + 1:,}   {bag.title}\n{bag.context}")
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked)
        item.setData(_NUMBER_ROLE, bag.number)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"bag {bag.number + 1}: {bag.title}; {bag.context}")
        item.setToolTip(tooltip(bag.title, bag.context))
        view.addItem(item)
    if bags:
        view.setCurrentRow(0)
    return view

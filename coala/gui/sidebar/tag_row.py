"""Why a verdict was given stands beside it in single words: a few by one key, any others in a field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import ReviewError
from coala.gui.session.actions import TAG_ACTIONS, Actions
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID
from coala.review.journal import clean_tags

USUAL_TAGS = ("name", "pronoun", "generic", "part")
"""What coreference goes wrong by most often: equal names, pronouns, kinds for things, parts for wholes."""


class TagRow(QtWidgets.QWidget):
    """Chips that are on or off, and a field for other words. What is on disk is read from outside."""

    changed = QtCore.Signal()
    finished = QtCore.Signal()  # the reviewer is done with the field and wants the list back

    def __init__(
        self, actions: Actions, known: Iterable[str] = (), parent: QtWidgets.QWidget | None = None
    ) -> None:
        """``known`` are the tags of the review, most frequent first."""
        super().__init__(parent)
        self._actions = actions
        self._tags: tuple[str, ...] = ()
        quick = list(dict.fromkeys((*known, *USUAL_TAGS)))[: len(TAG_ACTIONS)]
        self._chips = {tag: QtWidgets.QToolButton() for tag in quick}
        self._field = TagField()
        self._field.editingFinished.connect(self.changed)
        self._field.finished.connect(self.finished)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(PlainLabel("Why?", quiet=True))
        for tag, chip in self._chips.items():
            chip.setText(tag)
            chip.setCheckable(True)
            chip.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(self.changed)
            row.addWidget(chip)
        row.addWidget(self._field, 1)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_tags(self, tags: tuple[str, ...], *, writable: bool) -> None:
        """Show what is on disk."""
        self._tags = tags
        for tag, chip in self._chips.items():
            chip.setChecked(tag in tags)
            chip.setEnabled(writable)
        self._field.setText(" ".join(tag for tag in tags if tag not in self._chips))
        self._field.setReadOnly(not writable)
        self._field.setEnabled(writable or bool(self._field.text()))

    def tags(self) -> tuple[str, ...]:
        """What is chosen and written, saved or not; as it is kept, unless it cannot be kept."""
        chosen = [tag for tag, chip in self._chips.items() if chip.isChecked()]
        written = (*chosen, *self._field.text().replace(",", " ").split())
        try:
            return clean_tags(written)
        except ReviewError:
            return written

    def toggle(self, place: int) -> None:
        """Put the quick tag at a place on or off, as a click does."""
        chips = list(self._chips.values())
        if place < len(chips):
            chips[place].click()

    def focus_field(self) -> None:
        self._field.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    def is_writing(self) -> bool:
        return self._field.hasFocus()

    def quick(self) -> Sequence[str]:
        """The tags that have a chip."""
        return list(self._chips)

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, (tag, chip) in zip(TAG_ACTIONS, self._chips.items(), strict=False):
            key = self._actions.key(name)
            chip.setToolTip(f"The tag “{tag}”" + (f" ({key})" if key else ""))
            chip.setAccessibleName(f"Tag {tag}" + (f", key {key}" if key else ""))


class TagField(QtWidgets.QLineEdit):
    """Other tags, blanks or commas between them; leaving it, or Enter, is saving them."""

    finished = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("other tags")
        self.setAccessibleName("Other tags")
        self.setToolTip("Words that say why, with blanks between them; the tally counts them.")
        self.setMinimumWidth(8 * GRID)
        self.setMaxLength(1_000)

    def sizeHint(self) -> QtCore.QSize:
        # It has what room the others leave, and asks for none.
        return QtCore.QSize(self.minimumWidth(), super().sizeHint().height())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (QtCore.Qt.Key.Key_Escape, QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            self.finished.emit()
        else:
            super().keyPressEvent(event)

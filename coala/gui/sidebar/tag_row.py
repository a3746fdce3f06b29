"""The tags of a verdict: chips for the usual tags, each with a key, and a field for other tags.

A tag is a word that says why a verdict was given, such as "pronoun"; the tally counts them. A chip is a
button that sets or removes its tag.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import ReviewError
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import TAG_ACTIONS, TAG_MEANINGS, USUAL_TAGS, speak_key
from coala.gui.widgets.labels import PlainLabel, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.verdicts.comment import clean_tags

# The longest useful list of completions.
_MOST_COMPLETIONS = 200
_CHECK = "\N{CHECK MARK} "


class TagRow(QtWidgets.QWidget):
    """Chips for the usual tags and a field for other tags. The caller shows the saved tags in them."""

    changed = QtCore.Signal()
    finished = QtCore.Signal()  # the reviewer leaves the field for the list

    def __init__(self, actions: Actions, known: Iterable[str]) -> None:
        """Create a row without tags; the field completes the `known` tags, most frequent first."""
        super().__init__()
        self._actions = actions
        # The name of the bag for screen readers.
        self._bag = ""
        self._chips = {tag: TagChip(tag) for tag in USUAL_TAGS}
        self._field = TagField(known)
        self._field.editingFinished.connect(self.changed)
        self._field.finished.connect(self.finished)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(PlainLabel("\N{MIDDLE DOT} why?", quiet=True))
        for chip in self._chips.values():
            chip.clicked.connect(self.changed)
            row.addWidget(chip)
        row.addWidget(self._field, 1)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_tags(self, tags: tuple[str, ...], *, writable: bool) -> None:
        """Show the saved tags."""
        for tag, chip in self._chips.items():
            chip.setChecked(tag in tags)
            chip.setEnabled(writable)
        others = [tag for tag in tags if tag not in self._chips]
        self._field.setText(" ".join(others))
        self._field.learn(others)
        self._field.setReadOnly(not writable)
        self._field.setEnabled(writable or bool(self._field.text()))

    def tags(self) -> tuple[str, ...]:
        """Return the tags, saved or not: cleaned as in a review file, or as written if they are invalid."""
        chosen = [tag for tag, chip in self._chips.items() if chip.isChecked()]
        written = (*chosen, *self._field.text().replace(",", " ").split())
        try:
            return clean_tags(written)
        except ReviewError:
            return written

    def toggle(self, place: int) -> None:
        """Switch the usual tag at index `place` on or off, as a click does."""
        chips = list(self._chips.values())
        if place < len(chips):
            chips[place].click()

    def focus_field(self) -> None:
        self._field.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    def is_writing(self) -> bool:
        return self._field.hasFocus()

    def name_bag(self, bag: str) -> None:
        """Name the bag of the tags for screen readers."""
        if bag != self._bag:
            self._bag = bag
            self._field.setAccessibleName(f"Other tags for {bag}")
            self._show_keys()

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, (tag, chip) in zip(TAG_ACTIONS, self._chips.items(), strict=True):
            key = self._actions.key(name)
            reason = f"Why: {TAG_MEANINGS[tag]}" + (f" ({key})" if key else "")
            set_tip(chip, reason, *([f"Adds a tag to {self._bag}"] if self._bag else []))
            bag = f" for {self._bag}" if self._bag else ""
            chip.setAccessibleName(f"Tag {tag}{bag}" + (f", key {speak_key(key)}" if key else ""))


class TagChip(ToolButton):
    """A button with a tag, and a check mark before the tag while it is set."""

    def __init__(self, tag: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._tag = tag
        self.setCheckable(True)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.setText(caption(tag))
        self.toggled.connect(self._show_check)

    def sizeHint(self) -> QtCore.QSize:
        # Leave room for the mark, so that setting a tag does not move the others.
        mark = 0 if self.isChecked() else self.fontMetrics().horizontalAdvance(_CHECK)
        return super().sizeHint() + QtCore.QSize(mark, 0)

    def minimumSizeHint(self) -> QtCore.QSize:
        # Leave out the mark, or a small window would be wider than the screen.
        return super().sizeHint()

    @QtCore.Slot(bool)
    def _show_check(self, checked: bool) -> None:
        self.setText(caption(f"{_CHECK}{self._tag}" if checked else self._tag))


class TagField(QtWidgets.QLineEdit):
    """The field for other tags, separated by spaces or commas; it completes the tags of the review.

    The tags are saved when the focus leaves the field, or with Enter.
    """

    finished = QtCore.Signal()

    def __init__(self, known: Iterable[str]) -> None:
        super().__init__()
        # The tags that are completed; the usual ones have chips.
        self._completions = QtCore.QStringListModel(
            [tag for tag in islice(known, _MOST_COMPLETIONS) if tag not in USUAL_TAGS], self
        )
        self.setCompleter(_WordCompleter(self._completions, self))
        self.setPlaceholderText("other…")
        self.setAccessibleName("Other tags")
        set_tip(self, "Reasons for the verdict, separated by spaces. The results count them.")
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("other…") + 3 * GRID)
        self.setMaxLength(1_000)

    def learn(self, tags: Iterable[str]) -> None:
        """Add tags to the completions."""
        known = self._completions.stringList()
        new = [tag for tag in tags if tag not in known]
        if new and len(known) < _MOST_COMPLETIONS:
            self._completions.setStringList([*known, *new])

    def sizeHint(self) -> QtCore.QSize:
        # Request the least width only: the layout gives the field the room that the chips leave.
        return QtCore.QSize(self.minimumWidth(), super().sizeHint().height())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (QtCore.Qt.Key.Key_Escape, QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            self.finished.emit()
        else:
            super().keyPressEvent(event)


class _WordCompleter(QtWidgets.QCompleter):
    """Completes the last of several words, where Qt would complete the whole line.

    Qt splits the line by `splitPath` and looks the parts up; a chosen item becomes the line that
    `pathFromIndex` returns. Here the only part is the last word, and the words before it are put back.
    """

    def __init__(self, known: QtCore.QAbstractItemModel, field: QtWidgets.QLineEdit) -> None:
        super().__init__(known, field)
        self._before = ""
        self.setCaseSensitivity(QtCore.Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        word = path.replace(",", " ").rpartition(" ")[2]
        self._before = path[: len(path) - len(word)]
        return [word]

    def pathFromIndex(self, index: QtCore.QModelIndex | QtCore.QPersistentModelIndex) -> str:
        return f"{self._before}{index.data()}"

"""Review files that are chosen or dropped become a list of paths, in one row of a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.drag_and_drop import accept_files
from coala.gui.widgets.labels import caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID

_REVIEWS = "COALA reviews (*.coala);;All files (*)"


class ReviewFiles(QtWidgets.QWidget):
    """Shows the names of the files in a line that takes dropped ones, beside buttons that add and clear."""

    changed = QtCore.Signal()

    def __init__(self, title: str, hint: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._files: tuple[str, ...] = ()
        self.folder = ""
        self._line = _ShownFiles()
        self._line.setReadOnly(True)
        self._line.setPlaceholderText(hint)
        self._line.dropped.connect(self.add)
        add = _button("Add…", f"Add files: {title}")
        add.clicked.connect(self._browse)
        self._clear = _button("Clear", f"Take all files away: {title}")
        self._clear.clicked.connect(self.clear)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._line, 1)
        row.addWidget(add)
        row.addWidget(self._clear)
        self.setFocusProxy(add)
        self._show()

    def files(self) -> Sequence[str]:
        """The paths, each once, in the order in which they were added."""
        return self._files

    @QtCore.Slot(list)
    def add(self, files: Iterable[str]) -> None:
        """Take more files; one that is there already stays where it is."""
        self._files = tuple(dict.fromkeys((*self._files, *files)))
        self._show()
        self.changed.emit()

    @QtCore.Slot()
    def clear(self) -> None:
        """Take all files away."""
        self._files = ()
        self._show()
        self.changed.emit()

    @QtCore.Slot()
    def _browse(self) -> None:
        folder = str(Path(self._files[-1]).parent) if self._files else self.folder
        chosen, _ = QtWidgets.QFileDialog.getOpenFileNames(self, self._title, folder, _REVIEWS)
        if chosen:
            self.add(chosen)

    def _show(self) -> None:
        names = ", ".join(Path(path).name for path in self._files)
        self._line.setText(names)
        self._line.setCursorPosition(0)
        self._line.setAccessibleName(f"{self._title}: {names or 'none'}")
        set_tip(self._line, *self._files)
        self._clear.setEnabled(bool(self._files))


class _ShownFiles(QtWidgets.QLineEdit):
    """A line that takes dropped files, though nobody can write in it."""

    dropped = QtCore.Signal(list)

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        accept_files(event)

    def dragMoveEvent(self, event: QtGui.QDragMoveEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        if files := accept_files(event):
            self.dropped.emit(files)


def _button(text: str, spoken: str) -> QtWidgets.QPushButton:
    button = QtWidgets.QPushButton(caption(text))
    button.setAccessibleName(spoken)
    button.setAutoDefault(False)
    return button

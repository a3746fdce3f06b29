"""A row of a form for one path, which can be typed, chosen or dropped."""

from __future__ import annotations

import os
from enum import Enum, auto
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.drag_and_drop import accept_files
from coala.gui.widgets.labels import make_button
from coala.gui.widgets.theme import GRID
from coala.reading.sources.detect import ARCHIVES, GENERAL_EXTENSIONS, OTHER_EXTENSIONS, RDF_EXTENSIONS

_REVIEWS = "COALA reviews (*.coala);;All files (*)"


class FieldKind(Enum):
    """The purposes of a field, which decide the dialogs of its buttons."""

    # An existing file or folder.
    GRAPH = auto()
    FOLDER = auto()
    # A review file to write, which may exist.
    NEW_REVIEW = auto()


class FileField(QtWidgets.QWidget):
    """A ``line`` for a path, and buttons that open a file dialog; a file can be dropped on the line."""

    def __init__(self, title: str, kind: FieldKind, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._kind = kind
        # The folder in which the dialogs start while the line is empty.
        self.folder = ""
        self.line = _DropLine()
        self.line.setAccessibleName(title)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.line, 1)
        if kind is FieldKind.GRAPH:
            row.addWidget(make_button("File…", self._browse_file, spoken=f"Choose a file: {title}"))
            row.addWidget(make_button("Folder…", self._browse_folder, spoken=f"Choose a folder: {title}"))
        else:
            browse = self._browse_folder if kind is FieldKind.FOLDER else self._browse_file
            row.addWidget(make_button("Choose…", browse, spoken=f"Choose: {title}"))
        self.setFocusProxy(self.line)

    def text(self) -> str:
        return clean_path(self.line.text())

    def set_text(self, text: str) -> None:
        self.line.setText(text)

    def set_placeholder(self, text: str) -> None:
        self.line.setPlaceholderText(text)

    @QtCore.Slot()
    def _browse_folder(self) -> None:
        start = self.text() or self.folder
        self._set_chosen(QtWidgets.QFileDialog.getExistingDirectory(self, self._title, start))

    @QtCore.Slot()
    def _browse_file(self) -> None:
        start = self.text() or self.folder
        dialog = QtWidgets.QFileDialog
        if self._kind is FieldKind.GRAPH:
            chosen = dialog.getOpenFileName(self, self._title, start, make_graph_filter())[0]
        else:
            # An existing review keeps its verdicts, so no warning is needed here.
            keep = dialog.Option.DontConfirmOverwrite
            chosen = dialog.getSaveFileName(self, self._title, start, _REVIEWS, options=keep)[0]
            if chosen and not Path(chosen).suffix:
                chosen += ".coala"
        self._set_chosen(chosen)

    def _set_chosen(self, chosen: str) -> None:
        if chosen:
            self.set_text(chosen)
            # As if it was typed.
            self.line.textEdited.emit(chosen)


class _DropLine(QtWidgets.QLineEdit):
    """A line whose text is replaced by the path of a dropped file."""

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        if not accept_files(event):
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QtGui.QDragMoveEvent) -> None:
        if not accept_files(event):
            super().dragMoveEvent(event)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        if files := accept_files(event):
            self.setText(files[0])
            self.textEdited.emit(files[0])
        else:
            super().dropEvent(event)


def clean_path(text: str) -> str:
    """Return a typed path with "~" expanded, without outer spaces and NUL characters."""
    return os.path.expanduser(text.replace("\0", "").strip())


def make_graph_filter() -> str:
    """Return the filters of a file dialog: files that may be a graph, or all files."""
    endings = sorted({*RDF_EXTENSIONS, *GENERAL_EXTENSIONS, *OTHER_EXTENSIONS})
    names = " ".join(f"*{ending} *{ending}.gz" for ending in endings)
    archives = " ".join(f"*{ending}" for ending in sorted((*ARCHIVES, ".tar.gz")))
    return f"Graphs ({names} {archives});;All files (*)"

"""Files that are dropped on a page, a dialog or a field."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtGui


def accept_files(event: QtGui.QDropEvent) -> list[str]:
    """Return the local paths of a drag or a drop, and accept the event if there are any; fetch nothing.

    The event is accepted as a copy, never as a move: after a move a file manager may delete the files.
    """
    files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    if files:
        event.setDropAction(QtCore.Qt.DropAction.CopyAction)
        event.accept()
    return files


def is_review(path: str) -> bool:
    """Return True if the name of a file is that of a review or of a backup of a review.

    The file is not opened: a review that is open in this program would lose its lock.
    """
    name = Path(path).name.lower()
    return name.endswith(".coala") or (".coala." in name and name.endswith(".bak"))

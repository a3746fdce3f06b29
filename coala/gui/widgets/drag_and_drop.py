"""Whatever is dragged over a widget becomes the local files in it.

A module of its own because a page, a dialog and a field take files in the same way.
"""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtGui


def accept_files(event: QtGui.QDropEvent) -> list[str]:
    """The local paths in what is dragged or dropped, which is accepted if there are any; nothing is fetched.

    It is never taken as a move, whatever the file manager proposes: after one it may delete the files.
    """
    files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    if files:
        event.setDropAction(QtCore.Qt.DropAction.CopyAction)
        event.accept()
    return files


def is_review(path: str) -> bool:
    """Whether a dropped file is meant as a review, or as a copy of one that was kept beside it.

    By its name: a review that is open here would lose its lock if it was looked into.
    """
    name = Path(path).name.lower()
    return name.endswith(".coala") or (".coala." in name and name.endswith(".bak"))

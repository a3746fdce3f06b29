"""Whatever is dragged over a widget becomes the local files in it.

A module of its own because a page, a dialog and a field take files in the same way.
"""

from __future__ import annotations

from PySide6 import QtCore


def list_local_files(data: QtCore.QMimeData) -> list[str]:
    """The local paths in what is dragged; nothing is ever fetched."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]

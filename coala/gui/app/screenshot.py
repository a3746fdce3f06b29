"""A review becomes a picture of the real window, drawn without a display."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import CoalaError
from coala.gui import engine
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.colours import make_palette
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.blind.blind_review import BlindReview
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.storage.board_columns import is_board
from coala.verdicts.state import State


def save_picture(
    review_path: Path,
    picture_path: Path,
    *,
    size: tuple[int, int] = (1280, 800),
    dark: bool = False,
    judged: Sequence[Verdict] = (),
    show: int | None = None,
) -> None:
    """Write a PNG of the window with the review, its first bags judged as told.

    It shows the bag ``show``, or the first that waits for a verdict. Of a board it shows the page, or the bag
    ``show`` of its first column, whose first bags are judged.

    The review itself is not touched: the window shows a copy. Raises ``CoalaError`` when the review
    cannot be opened or the picture cannot be written.
    """
    if QtWidgets.QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QtWidgets.QApplication.instance() or QtWidgets.QApplication(["coala"])
    if not isinstance(application, QtWidgets.QApplication):
        raise CoalaError("A picture of the window needs a program with windows.")
    former_palette, former_style = QtGui.QPalette(application.palette()), application.style().name()
    application.setStyle("Fusion")
    if dark:
        application.setPalette(make_palette(dark=True))
    try:
        with tempfile.TemporaryDirectory() as folder, _quiet():
            _draw(review_path, Path(folder), picture_path, QtCore.QSize(*size), judged, show)
    finally:
        application.setStyle(former_style)
        application.setPalette(former_palette)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without a display Qt says of each window that its size cannot be hinted; let all else through."""

    def hear(kind: QtCore.QtMsgType, context: QtCore.QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" in message:
            return
        if former is None:
            sys.stderr.write(f"{message}\n")
        else:
            former(kind, context, message)

    former = QtCore.qInstallMessageHandler(hear)
    try:
        yield
    finally:
        QtCore.qInstallMessageHandler(former)


def _draw(
    review_path: Path,
    folder: Path,
    picture_path: Path,
    size: QtCore.QSize,
    judged: Sequence[Verdict],
    show: int | None,
) -> None:
    # Both say what is wrong under the name that was given.
    if is_board(review_path):
        column: str | None = read_board(review_path).addresses[0]
    else:
        Review.open(review_path, read_only=True, blindly=BlindReview).close()
        column = None
    copy = folder / review_path.name
    shutil.copyfile(review_path, copy)
    with Review.open(copy, blindly=BlindReview, column=column) as review:
        for number, verdict in zip(range(len(review.entries)), judged, strict=False):
            # The picture shows verdicts and notes, but no tags.
            comment = review.state(review.entries[number].fingerprint).comment.draft
            review.judge(number, State(verdict, comment))
    window = MainWindow(Preferences(), folder / "preferences.json", engine.make_review, engine.export_tally)
    try:
        window.resize(size)
        window.show()
        window.open_review(copy, show, None if show is None else column)
        if window.dialogs.current is not None:  # the page of warnings, which the picture is not of
            window.dialogs.current.close()
        for _ in range(3):  # the bag, then the tally that waits for it, then their layout
            QtWidgets.QApplication.processEvents()
        if not window.grab().save(str(picture_path), "PNG"):
            raise CoalaError(f"{picture_path}: the picture cannot be written there; choose another place.")
    finally:
        window.close()
        window.deleteLater()
        QtWidgets.QApplication.processEvents()

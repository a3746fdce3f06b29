"""The desktop runs here, with a review or with the start page, until its window is closed.

An exception that nobody expected becomes one sentence on the screen and a traceback in the log.

A review becomes a picture of the real window, drawn without a display.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import PySide6
from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import LOG, resources
from coala.errors import CoalaError
from coala.gui import engine
from coala.gui.engine import Sample
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.message_box import Icon, make_box
from coala.gui.widgets.theme import make_palette
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.blind.blind_review import BlindReview
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.storage.board_columns import is_board
from coala.verdicts.state import State

_log = logging.getLogger("coala")


class CrashHandler(QtCore.QObject):
    """Hears of exceptions from any thread, while it is installed."""

    happened = QtCore.Signal(str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / LOG
        self._showing = False
        self._handler: logging.Handler = logging.NullHandler()
        self._former = sys.excepthook
        self.happened.connect(self._show)

    def install(self) -> None:
        """Log to the folder and take over the hooks of the interpreter."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._handler = logging.FileHandler(self._path, encoding="utf-8", delay=True)
        except OSError:
            self._handler = logging.StreamHandler()  # a folder that cannot be written must not stop a review
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
        _log.addHandler(self._handler)
        sys.excepthook = self.handle
        threading.excepthook = self._handle_thread

    def uninstall(self) -> None:
        sys.excepthook = self._former
        threading.excepthook = threading.__excepthook__
        _log.removeHandler(self._handler)
        self._handler.close()

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QtWidgets.QApplication.quit()
            return
        _log.error("Unexpected", exc_info=(kind, error, trace))
        self.happened.emit(
            f"Something unexpected went wrong ({kind.__name__}). Your verdicts are on disk; "
            f"what happened is written down in {self._path}."
        )

    def _handle_thread(self, failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            self.handle(failure.exc_type, failure.exc_value, failure.exc_traceback)

    @QtCore.Slot(str)
    def _show(self, sentence: str) -> None:
        # An exception in a paint event comes again and again; one message is enough at a time.
        if self._showing:
            return
        self._showing = True
        try:
            box = make_box(Icon.Critical, sentence)
            box.setWindowTitle("COALA")
            box.exec()
        finally:
            self._showing = False


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


__all__ = ["check_qt", "run", "save_picture"]

# The first verdicts need scipy's distributions, which take 0.2 s to load: better while nobody waits.
WARM_UP_MILLISECONDS = 300


def run(
    review_path: Path | None,
    *,
    bag: int | None = None,
    reviewer: str = "",
    column: str | None = None,
    preferences_path: Path,
    samples: Sequence[Sample] | None = None,
) -> int:
    """Open the window with a review, at a bag (from 0), or with the start page; returns the exit status.

    ``reviewer`` judges in this run, whoever the preferences name. Of a board ``column`` is opened at once.
    Raises ``CoalaError`` where Qt and Python do not go together.
    """
    check_qt(PySide6.__version__, sys.version_info[:2])
    application = QtWidgets.QApplication.instance() or QtWidgets.QApplication(["coala"])
    application.setApplicationName("COALA")
    if isinstance(application, QtWidgets.QApplication):
        # Its words are English, and signs at their ends would stand at the wrong end elsewhere.
        application.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
        application.setWindowIcon(QtGui.QIcon(str(resources() / "coala.svg")))
    crash_handler = CrashHandler(preferences_path.parent)
    crash_handler.install()
    try:
        preferences, problem = Preferences.load(preferences_path)
        if samples is None:
            samples = engine.list_samples(preferences_path.parent)
        window = MainWindow(
            preferences,
            preferences_path,
            engine.make_review,
            engine.export_tally,
            samples,
            reviewer=reviewer,
        )
        # It is another one with each review, in this window and in those that are opened from it.
        window.windowTitleChanged.connect(lambda: QtCore.QTimer.singleShot(0, freeze_objects))
        if problem is not None:
            window.warn(problem)
        window.show()
        if review_path is not None:
            window.open_review(review_path, bag, column)
        QtCore.QTimer.singleShot(WARM_UP_MILLISECONDS, engine.warm_up)
        return application.exec()
    finally:
        gc.unfreeze()
        crash_handler.uninstall()


def freeze_objects() -> None:
    """Exclude all present objects from garbage collection: those of a review live until it is closed."""
    if gc.get_freeze_count():
        # The review that was open before may have left reference cycles behind.
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def check_qt(qt: str, python: tuple[int, int]) -> None:
    """Refuse the one pair of versions that is known to abort in the middle of a review."""
    if python < (3, 12) and tuple(int(part) for part in qt.split(".")[:2]) >= (6, 12):
        raise CoalaError(
            f"PySide6 {qt} aborts on Python {python[0]}.{python[1]}; "
            "install 'PySide6-Essentials<6.12' or use Python 3.12."
        )

"""The entry points of the desktop: run the window, or save a picture of it without a display.

An unexpected exception shows one sentence on the screen and writes its traceback to the log.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
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
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.storage.board_columns import is_board
from coala.verdicts.state import State

_log = logging.getLogger("coala")


class CrashHandler(QtCore.QObject):
    """The handler of unexpected exceptions in all threads while it is installed."""

    # The sentence to show. A signal brings it from any thread to the main thread, which shows the box.
    happened = QtCore.Signal(str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / LOG
        self._showing = False
        self._handler: logging.Handler = logging.NullHandler()
        self._former_hook = sys.excepthook
        self.happened.connect(self._show)

    def install(self) -> None:
        """Start the log in the folder and replace the exception hooks of the interpreter."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._handler = logging.FileHandler(self._path, encoding="utf-8", delay=True)
        except OSError:
            self._handler = logging.StreamHandler()  # a read-only folder must not stop a review
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
        _log.addHandler(self._handler)
        sys.excepthook = self.handle
        threading.excepthook = self._handle_thread

    def uninstall(self) -> None:
        sys.excepthook = self._former_hook
        threading.excepthook = threading.__excepthook__
        _log.removeHandler(self._handler)
        self._handler.close()

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QtWidgets.QApplication.quit()
            return
        _log.error("Unexpected", exc_info=(kind, error, trace))
        self.happened.emit(
            f"An unexpected error occurred ({kind.__name__}). Your verdicts are on disk. "
            f"Details are in {self._path}."
        )

    def _handle_thread(self, failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            self.handle(failure.exc_type, failure.exc_value, failure.exc_traceback)

    @QtCore.Slot(str)
    def _show(self, sentence: str) -> None:
        # A paint event raises its exception again and again; one message at a time is enough.
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
    act: Callable[[MainWindow], None] | None = None,
) -> None:
    """Write a PNG of the window with the review at the bag ``show``, or at the first bag without a verdict.

    The first bags get the verdicts ``judged``. ``act`` does in the window what a reviewer would do before the
    picture. For a board it shows the page, or the bag ``show`` of its first column, and judges the bags of
    that column.

    The window shows a copy; the review itself is not changed. Raises ``CoalaError`` if the review cannot be
    opened or the picture cannot be written.
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
        with tempfile.TemporaryDirectory() as folder, _hide_size_hints():
            _save_window_picture(
                review_path, Path(folder), picture_path, QtCore.QSize(*size), judged, show, act
            )
    finally:
        application.setStyle(former_style)
        application.setPalette(former_palette)


@contextmanager
def _hide_size_hints() -> Iterator[None]:
    """Hide Qt's warning about size hints, which each window gives without a display; keep other messages."""

    def handle(kind: QtCore.QtMsgType, context: QtCore.QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" in message:
            return
        if former is None:
            sys.stderr.write(f"{message}\n")
        else:
            former(kind, context, message)

    former = QtCore.qInstallMessageHandler(handle)
    try:
        yield
    finally:
        QtCore.qInstallMessageHandler(former)


def _save_window_picture(
    review_path: Path,
    folder: Path,
    picture_path: Path,
    size: QtCore.QSize,
    judged: Sequence[Verdict],
    show: int | None,
    act: Callable[[MainWindow], None] | None,
) -> None:
    """Write the picture as ``save_picture`` describes; the copy of the review is made in ``folder``."""
    # Opened before it is copied, so that errors name the original file.
    if is_board(review_path):
        column: str | None = read_board(review_path).addresses[0]
    else:
        Review.open(review_path, read_only=True).close()
        column = None
    copy = folder / review_path.name
    shutil.copyfile(review_path, copy)
    with Review.open(copy, column=column) as review:
        for number, verdict in zip(range(len(review.entries)), judged, strict=False):
            # The picture shows verdicts and notes, but no tags.
            comment = review.state(review.entries[number].fingerprint).comment.draft
            review.judge(number, State(verdict, comment))
    window = MainWindow(Preferences(), folder / "preferences.json", engine.make_review)
    try:
        window.resize(size)
        window.show()
        window.open_review(copy, show, None if show is None else column)
        if window.dialogs.current is not None:  # the page of warnings, which would cover the window
            window.dialogs.current.close()
            window.activateWindow()  # without a display no other code does
        if act is not None:
            act(window)
        for _ in range(3):  # the bag, then the tally that waits for it, then their layout
            QtWidgets.QApplication.processEvents()
        if not window.grab().save(str(picture_path), "PNG"):
            raise CoalaError(f"{picture_path}: the picture cannot be written there; choose another place.")
    finally:
        window.close()
        window.deleteLater()
        QtWidgets.QApplication.processEvents()


# The first verdicts need scipy's distributions, which take 0.2 s to load: load them after the start.
WARM_UP_MILLISECONDS = 300
# The number of new objects after which the garbage collector runs. A large bag is a million objects, and with
# Python's own number the collector visits all of them many times while the bag is prepared.
_COLLECT_AFTER = 100_000


def run(
    review_path: Path | None,
    *,
    bag: int | None = None,
    reviewer: str = "",
    column: str | None = None,
    preferences_path: Path,
    samples: Sequence[Sample] | None = None,
) -> int:
    """Run the window with a review, at a bag (from 0), or with the start page; return the exit status.

    ``reviewer`` replaces the name in the preferences for this run. ``column`` is the column of a board to
    open. Raises ``CoalaError`` if this version of Qt does not work with this version of Python.
    """
    check_qt(PySide6.__version__, sys.version_info[:2])
    application = QtWidgets.QApplication.instance() or QtWidgets.QApplication(["coala"])
    application.setApplicationName("COALA")
    if isinstance(application, QtWidgets.QApplication):
        # Wayland takes the icon from the desktop entry with this name.
        application.setDesktopFileName("coala")
        # The texts are English; from right to left their last sign would be at the wrong end.
        application.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
        application.setWindowIcon(QtGui.QIcon(str(resources() / "coala.svg")))
    crash_handler = CrashHandler(preferences_path.parent)
    crash_handler.install()
    thresholds = gc.get_threshold()
    try:
        preferences, problem = Preferences.load(preferences_path)
        if samples is None:
            samples = engine.list_samples(preferences_path.parent)
        window = MainWindow(
            preferences,
            preferences_path,
            engine.make_review,
            samples,
            reviewer=reviewer,
        )
        # The title changes with each review, in this window and in those that it opens.
        window.windowTitleChanged.connect(lambda: QtCore.QTimer.singleShot(0, freeze_objects))
        if problem is not None:
            window.warn(problem)
        window.offer_legend()
        window.show()
        if review_path is not None:
            window.open_review(review_path, bag, column)
        QtCore.QTimer.singleShot(WARM_UP_MILLISECONDS, engine.warm_up)
        gc.set_threshold(_COLLECT_AFTER)
        return application.exec()
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        crash_handler.uninstall()


def freeze_objects() -> None:
    """Exclude all current objects from garbage collection: those of a review live until it is closed."""
    if gc.get_freeze_count():
        # The review that was open before may have left reference cycles behind.
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def check_qt(qt: str, python: tuple[int, int]) -> None:
    """Raise ``CoalaError`` for the one pair of versions that is known to abort during a review."""
    if python < (3, 12) and tuple(int(part) for part in qt.split(".")[:2]) >= (6, 12):
        raise CoalaError(
            f"PySide6 {qt} aborts on Python {python[0]}.{python[1]}; "
            "install 'PySide6-Essentials<6.12' or use Python 3.12."
        )

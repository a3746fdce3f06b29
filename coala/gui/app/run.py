"""The desktop runs here, with a review or with the start page, until its window is closed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

import PySide6
from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import resources
from coala.errors import CoalaError
from coala.gui import engine
from coala.gui.app.crash_handler import CrashHandler
from coala.gui.app.screenshot import save_picture
from coala.gui.engine import Sample
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow

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

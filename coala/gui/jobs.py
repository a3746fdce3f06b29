"""A long step to a thread that reports progress, can be cancelled, and ends before its window does."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from PySide6 import QtCore

from coala.errors import Cancelled, CoalaError

JobProgress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much (0 while that is not known)."""

Work = Callable[[JobProgress, Callable[[], bool]], object]

# More reports a second than an eye can follow only keep the main thread busy.
REPORT_SECONDS = 0.05

log = logging.getLogger(__name__)


class MakeReview(Protocol):
    """Two graphs to a review file at ``target``, whose path it returns: all that the desktop knows of it.

    ``settings`` are what is not as usual, in the words of ``Summary.settings``.
    Raises ``CoalaError`` with the sentence to show, ``Cancelled`` soon after ``cancelled()`` is true.
    """

    def __call__(
        self,
        baseline: str,
        changed: str,
        target: Path,
        *,
        gold: str | None,
        texts: str | None,
        settings: Mapping[str, str],
        progress: JobProgress,
        cancelled: Callable[[], bool],
    ) -> Path: ...


class Job(QtCore.QThread):
    """Runs ``work(progress, cancelled)``. Its signals arrive in the main thread at methods of QObjects."""

    progressed = QtCore.Signal(str, int)  # the step, and thousandths of it; -1 while that is not known
    succeeded = QtCore.Signal(object)
    failed = QtCore.Signal(str)
    cancelled = QtCore.Signal()

    def __init__(self, work: Work, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._stop = threading.Event()
        self._reported = ("", 0.0)

    def run(self) -> None:
        try:
            result = self._work(self._report, self._stop.is_set)
        except Cancelled:
            self.cancelled.emit()
        except CoalaError as error:
            self.failed.emit(str(error))
        except Exception:
            log.exception("A background step failed")
            self.failed.emit("Something unexpected went wrong; the log in the preferences folder says where.")
        else:
            self.succeeded.emit(result)

    @QtCore.Slot()
    def cancel(self) -> None:
        """Ask the work to stop; ``cancelled`` follows when it has."""
        self._stop.set()

    def drain(self) -> None:
        """Cancel, and return when the thread has ended."""
        self._stop.set()
        self.wait()

    def _report(self, what: str, done: int, total: int) -> None:
        step, when = self._reported
        now = time.monotonic()
        if what != step or now - when >= REPORT_SECONDS:
            self._reported = (what, now)
            # Qt counts in 32 bits; a file may have more bytes.
            self.progressed.emit(what, min(1000, 1000 * done // total) if total > 0 else -1)

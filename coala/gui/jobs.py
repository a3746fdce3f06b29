"""Background threads for long steps, which report progress and can be cancelled."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from PySide6 import QtCore

from coala.base.process import without_collector
from coala.errors import Cancelled, CoalaError

# More reports than an eye can follow would only keep the main thread busy.
_REPORT_SECONDS = 0.05

_log = logging.getLogger(__name__)


class Work(Protocol):
    """The function that a job runs in its own thread.

    It calls ``progress`` with the name of the step, the amount done, and the total (0 if unknown). It raises
    ``Cancelled`` soon after ``cancelled()`` is true, and ``CoalaError`` with the sentence to show.
    """

    def __call__(
        self, *, progress: Callable[[str, int, int], None], cancelled: Callable[[], bool]
    ) -> object: ...


class BackgroundJob(QtCore.QThread):
    """A thread that runs ``work``, and calls bound methods of QObjects in the main thread.

    Only its signals cross the threads. They do not keep the objects alive.
    """

    _progressed = QtCore.Signal(str, int)
    _succeeded = QtCore.Signal(object)
    _failed = QtCore.Signal(str)
    _cancelled = QtCore.Signal()

    def __init__(
        self,
        work: Work,
        parent: QtCore.QObject,
        *,
        done: Callable[[Any], None],
        failed: Callable[[str], None],
        cancelled: Callable[[], None] | None = None,
        progressed: Callable[[str, int], None] | None = None,
    ) -> None:
        """Prepare the thread.

        ``done`` gets the result, ``failed`` the sentence to show. ``progressed`` gets the name of a step, and
        thousandths of it, -1 if unknown.
        """
        super().__init__(parent)
        self._succeeded.connect(done)
        self._failed.connect(failed)
        if cancelled is not None:
            self._cancelled.connect(cancelled)
        if progressed is not None:
            self._progressed.connect(progressed)
        self._work = work
        self._stop = threading.Event()
        # The step of the last report, and when it was sent.
        self._reported = ("", 0.0)

    def run(self) -> None:
        try:
            # A collection in this thread could destroy objects of Qt that belong to the main thread.
            with without_collector():
                result = self._work(progress=self._report, cancelled=self._stop.is_set)
        except Cancelled:
            self._cancelled.emit()
        except CoalaError as error:
            self._failed.emit(str(error))
        except Exception:
            _log.exception("A background step failed")
            self._failed.emit("An unexpected error occurred. See the log in the preferences folder.")
        else:
            self._succeeded.emit(result)

    @QtCore.Slot()
    def cancel(self) -> None:
        """Ask the work to stop; ``cancelled`` is called when it has."""
        self._stop.set()

    def drain(self) -> None:
        """Cancel the work, and return when the thread has ended."""
        self._stop.set()
        self.wait()

    def _report(self, what: str, done: int, total: int) -> None:
        step, when = self._reported
        now = time.monotonic()
        if what != step or now - when >= _REPORT_SECONDS:
            self._reported = (what, now)
            # Qt counts in 32 bits; a file may have more bytes.
            self._progressed.emit(what, min(1000, 1000 * done // total) if total > 0 else -1)

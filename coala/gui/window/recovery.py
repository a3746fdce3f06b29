"""Recovery of a damaged review: the readable parts are written to a new file, which is opened."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6 import QtCore, QtWidgets

from coala.gui.jobs import BackgroundJob
from coala.results.rescue import describe_repair
from coala.review.rescue import Repaired, kept_for_rescue, repair, salvage

RECOVER = "Recover…"
"""The text of the button in all messages about damage."""

_REVIEWS = "COALA reviews (*.coala)"


class RecoveryHost(Protocol):
    """The part of the window that a recovery uses."""

    def shows_file(self, path: Path) -> bool: ...

    def close_if_open(self, path: Path) -> bool: ...

    def open_review(self, path: Path) -> bool: ...

    def say(self, text: str) -> None: ...

    def warn(self, sentence: str) -> None: ...


class Recovery(QtCore.QObject):
    """One recovery at a time, in the background; the damaged file is not changed."""

    def __init__(self, host: RecoveryHost, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._host = weakref.proxy(host)
        self._window = window
        self._job: BackgroundJob | None = None
        self._source = self._target = Path()
        # True if this window showed the damaged file: it is shown again if the recovery fails.
        self._was_open = False

    def ask(self, source: Path) -> None:
        """Ask for the name of the new file, and recover the readable parts of ``source`` into it."""
        start = str(_find_free_name(source))
        chosen, _ = QtWidgets.QFileDialog.getSaveFileName(
            self._window,
            "Recover into a new file",
            start,
            _REVIEWS,
            # A recovery replaces no file, so there is nothing to confirm.
            options=QtWidgets.QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            target = Path(chosen)
            self.recover(source, target if target.suffix else target.with_suffix(".coala"))

    def recover(self, source: Path, target: Path) -> None:
        """Write the readable parts of ``source`` to the new file ``target``, and open it."""
        if self._job is not None:
            self._host.warn("Another review is being recovered; wait until it is open.")
            return
        # The file is locked while it is open here.
        self._was_open = self._host.close_if_open(source)
        if not self._was_open and self._host.shows_file(source):
            # The user chose not to leave it.
            return
        self._source, self._target = source, target
        self._host.say(f"Recovering {source.name}…")
        work = _make_recovery_work(source, target)
        self._job = BackgroundJob(work, self, done=self._succeed, failed=self._fail)
        self._job.start()

    def is_running(self) -> bool:
        return self._job is not None

    def drain(self) -> None:
        """Cancel background work and wait for its end; no review is opened after that."""
        if self._job is not None:
            self._job.drain()
            self._end()

    @QtCore.Slot(object)
    def _succeed(self, repaired: Repaired) -> None:
        if self._job is None:
            # The window was closed in the meantime: a review that it opened now would stay locked.
            return
        self._end()
        message = f"{self._target.name}: {describe_repair(repaired)}"
        if repaired.is_board and not repaired.is_complete:
            # The new file has verdicts, but no columns to show.
            self._host.warn(message)
        elif self._host.open_review(self._target):
            self._host.say(message)

    @QtCore.Slot(str)
    def _fail(self, sentence: str) -> None:
        if self._job is None:
            return
        self._end()
        self._host.say("")
        if self._was_open:
            self._host.open_review(self._source)
        self._host.warn(sentence)

    def _end(self) -> None:
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None


def _make_recovery_work(source: Path, target: Path) -> Callable[..., Repaired]:
    def work(*, progress: Callable[[str, int, int], None], cancelled: Callable[[], bool]) -> Repaired:
        with kept_for_rescue(source):
            return repair(salvage(source), target)

    return work


def _find_free_name(source: Path) -> Path:
    """Return an unused name for the new file."""
    name, number = f"{source.stem}-recovered", 1
    while (path := source.with_name(f"{name}{source.suffix or '.coala'}")).exists():
        number += 1
        name = f"{source.stem}-recovered-{number}"
    return path

"""An exception that nobody expected becomes one sentence on the screen and a traceback in the log."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path
from types import TracebackType

from PySide6 import QtCore, QtWidgets

from coala.base.paths import LOG
from coala.gui.widgets.message_box import Icon, make_box

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

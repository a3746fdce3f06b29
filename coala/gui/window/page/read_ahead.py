"""The bag that comes next is read while the reviewer looks at the one before it."""

from __future__ import annotations

import contextlib

from PySide6 import QtCore, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.controller import ReviewController
from coala.model.bag import Bag

_REST_MILLISECONDS = 150
"""Who only walks through the bags is not held up."""


class ReadAhead(QtCore.QObject):
    """Reads and prepares the next bag of the list once nobody has gone to another one for a moment.

    Who has just gone back to the one before is likely to go on so. Everybody else may also go where an answer
    leads, which is another bag where the next one is judged.
    """

    def __init__(self, controller: ReviewController, pane: BagPane, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._controller = controller
        self._pane = pane
        self._bag: Bag | None = None
        self._rows: list[int] = []
        self._row, self._step = -1, 1
        self._then = QtCore.QTimer(self, singleShot=True)
        self._then.timeout.connect(self._prepare)
        self._timer = QtCore.QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MILLISECONDS)
        self._timer.timeout.connect(self.read)
        controller.current_changed.connect(self._wait)

    def stop(self) -> None:
        """Read nothing more: the review is about to be closed."""
        self._timer.stop()
        self._forget()

    @QtCore.Slot()
    def _wait(self) -> None:
        self._forget()
        former, self._row = self._row, self._controller.row(self._controller.current)
        self._step = -1 if 0 <= self._row == former - 1 else 1
        self._timer.start()

    def _forget(self) -> None:
        self._then.stop()
        self._bag, self._rows = None, []

    @QtCore.Slot()
    def read(self) -> None:
        """Read the next bag now; what is wrong with it is told when it is to be shown."""
        self._rows = self._likely()
        self._read_one()

    def _likely(self) -> list[int]:
        """The rows to which the next key may lead, most likely first."""
        controller = self._controller
        here, rows = controller.row(controller.current), range(len(controller.shown))
        if here < 0:
            return []
        # Behind the last there is only the way back.
        beside = here + self._step if here + self._step in rows else here - self._step
        answered = controller.next_open(here) if self._step > 0 else None
        likely = (beside,) if answered is None else (beside, answered)
        return [row for row in dict.fromkeys(likely) if row in rows and row != here]

    def _read_one(self) -> None:
        if not self._rows:
            return
        number = self._controller.shown[self._rows.pop(0)]
        with contextlib.suppress(CoalaError):
            self._bag = self._controller.review.bag(number)
        # A key that was pressed meanwhile comes first.
        self._then.start()

    @QtCore.Slot()
    def _prepare(self) -> None:
        bag, self._bag = self._bag, None
        if bag is not None:
            self._pane.prepare(bag)
        self._read_one()

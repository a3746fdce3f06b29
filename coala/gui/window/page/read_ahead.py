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

    Who has just gone back to the one before is likely to go on so.
    """

    def __init__(self, controller: ReviewController, pane: BagPane, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._controller = controller
        self._pane = pane
        self._bag: Bag | None = None
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
        self._bag = None

    @QtCore.Slot()
    def read(self) -> None:
        """Read the next bag now; what is wrong with it is told when it is to be shown."""
        controller = self._controller
        here = controller.row(controller.current)
        row = here + self._step
        if here >= 0 and 0 <= row < len(controller.shown):
            with contextlib.suppress(CoalaError):
                self._bag = controller.review.bag(controller.shown[row])
                # A key that was pressed meanwhile comes first.
                self._then.start()

    @QtCore.Slot()
    def _prepare(self) -> None:
        bag, self._bag = self._bag, None
        if bag is not None:
            self._pane.prepare(bag)

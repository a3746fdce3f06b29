"""Work between two keys: reading the next bag, and preparing the tally.

All of it runs in the main thread, in steps so short that a key does not wait. A timer of 0 ms starts the next
step when no event of the user is waiting.
"""

from __future__ import annotations

import contextlib

from PySide6 import QtCore, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.window.page.sampler import Sampler
from coala.model.bag import Bag

_WAIT_MILLISECONDS = 150
"""The wait before the next bag is read, so that walking quickly through the bags is not slowed down."""


class ReadAhead(QtCore.QObject):
    """The reader of the next bag of the list, once the reviewer has stayed on a bag for a moment.

    After a step back the next bag is the one before. After a step forward it may also be the one to which an
    answer leads, which differs from the next row if that is judged.
    """

    def __init__(self, session: Session, pane: BagPane, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._session = session
        self._pane = pane
        # A bag that was read but is not prepared for drawing yet.
        self._bag: Bag | None = None
        self._number = -1
        # The rows of the list that are still to be read.
        self._rows: list[int] = []
        # The current row, and the direction of the last move: 1 down, -1 up.
        self._row, self._step = -1, 1
        self._prepare_timer = QtCore.QTimer(self, singleShot=True)
        self._prepare_timer.timeout.connect(self._prepare)
        self._wait_timer = QtCore.QTimer(self)
        self._wait_timer.setSingleShot(True)
        self._wait_timer.setInterval(_WAIT_MILLISECONDS)
        self._wait_timer.timeout.connect(self.read)
        session.changed.connect(self._follow)

    def stop(self) -> None:
        """Stop reading, because the review is about to be closed."""
        self._wait_timer.stop()
        self._forget()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        """Wait a moment, then read the next bag."""
        if not changes.bag:
            return
        self._forget()
        former, self._row = self._row, self._session.listing.row(self._session.current)
        self._step = -1 if 0 <= self._row == former - 1 else 1
        self._wait_timer.start()

    def _forget(self) -> None:
        self._prepare_timer.stop()
        self._bag, self._rows = None, []

    @QtCore.Slot()
    def read(self) -> None:
        """Read the next bag now; an error in it is reported only when the bag is shown."""
        self._rows = self._find_likely_rows()
        self._read_row()

    def _find_likely_rows(self) -> list[int]:
        """Return the rows to which the next key may lead, the most likely first."""
        session = self._session
        here, rows = session.listing.row(session.current), range(len(session.shown))
        if here < 0:
            return []
        # At the end of the list the only way is back.
        adjacent = here + self._step if here + self._step in rows else here - self._step
        answered = session.find_next_open(here) if self._step > 0 else None
        likely = (adjacent,) if answered is None else (adjacent, answered)
        return [row for row in dict.fromkeys(likely) if row in rows and row != here]

    def _read_row(self) -> None:
        """Read the bag of the next row, and prepare it in a step of its own."""
        if not self._rows:
            return
        self._number = number = self._session.shown[self._rows.pop(0)]
        # The review keeps the bags that were read last, so showing this one later is fast.
        with contextlib.suppress(CoalaError):
            self._bag = self._session.review.bag(number)
        # A key that was pressed in the meantime comes first.
        self._prepare_timer.start()

    @QtCore.Slot()
    def _prepare(self) -> None:
        bag, self._bag = self._bag, None
        if bag is not None:
            self._pane.prepare(bag)
            # The button for who is who waits for it, and it is cached.
            self._session.offers_groups(self._number)
        self._read_row()


_BAGS_AT_ONCE = 10
"""Bags to read between two keys because the tally counts their changes."""


class TallyAhead(QtCore.QObject):
    """Preparation of the tally after each verdict, in small steps."""

    def __init__(self, session: Session, sampler: Sampler, page: QtCore.QObject) -> None:
        super().__init__(page)
        self._session = session
        self._sampler = sampler
        # Reading the changes that the tally counts takes longer than a bag may wait.
        self._timer = QtCore.QTimer(page, singleShot=True)
        self._timer.timeout.connect(self.prepare)
        session.changed.connect(self._follow)

    def start(self) -> None:
        self._timer.start()

    def stop(self) -> None:
        """Stop reading the review, because it is about to be closed."""
        self._timer.stop()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        """Prepare the tally soon, because a verdict changed."""
        if changes.judged >= 0:
            self._timer.start()

    @QtCore.Slot()
    def prepare(self) -> None:
        """Read more changes that the tally counts, or offer a sample once all are read."""
        progress = self._session.progress
        try:
            left = progress.read_changes(_BAGS_AT_ONCE)
        except CoalaError as error:
            # Reported once for each bag; the others are still counted.
            self._session.fail(error)
            left = True
        if left:
            self._timer.start()
            return
        try:
            self._sampler.follow()
        except CoalaError as error:
            # The next verdict tries again.
            self._session.fail(error)

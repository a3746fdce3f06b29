"""What may wait until nobody presses a key is done then: the tally, and the check of a long journal."""

from __future__ import annotations

from PySide6 import QtCore

from coala.errors import CoalaError
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.rail import Rail
from coala.gui.window.header import Header, describe_pace
from coala.gui.window.page.sampler import Sampler
from coala.presentation.judged_changes import say_facts

# Rows of the journal that are checked between two keys, in two or three milliseconds.
_ROWS_AT_ONCE = 500
# Bags that are read between two keys because the tally counts their changes.
_BAGS_AT_ONCE = 10


class IdleWork(QtCore.QObject):
    """Shows the tally a moment after each verdict, and checks the review a little at a time."""

    failed = QtCore.Signal(object)  # a CoalaError

    def __init__(
        self,
        controller: ReviewController,
        header: Header,
        rail: Rail,
        sampler: Sampler,
        page: QtCore.QObject,
    ) -> None:
        super().__init__(page)
        self._controller = controller
        self._header, self._rail, self._sampler = header, rail, sampler
        # The tally of a great review, or the first with its libraries, takes longer than a bag may wait.
        self._tally_timer = QtCore.QTimer(page, singleShot=True)
        self._tally_timer.timeout.connect(self.show_tally)
        # A journal of a million rows takes seconds to check: a little whenever nobody presses a key.
        self._check_timer = QtCore.QTimer(page)
        self._check_timer.timeout.connect(self._check_on)

    def start(self) -> None:
        self._tally_timer.start()
        self._check_timer.start()

    def stop(self) -> None:
        """Ask nothing more of the review: it is about to be closed."""
        self._tally_timer.stop()
        self._check_timer.stop()

    def follow(self) -> None:
        """A verdict is another one: the tally will be too."""
        self._tally_timer.start()

    @QtCore.Slot()
    def show_tally(self) -> None:
        """Show the tally and the pace; not yet while changes are left to be read."""
        progress = self._controller.progress
        try:
            left = progress.read_changes(_BAGS_AT_ONCE)
        except CoalaError as error:
            # Of each bag once: the others are counted all the same.
            self.failed.emit(error)
            left = True
        if left:
            self._tally_timer.start()
            return
        try:
            self._show_numbers()
        except CoalaError as error:
            # With the next verdict it is tried again.
            self.failed.emit(error)

    def _show_numbers(self) -> None:
        progress = self._controller.progress
        self._rail.tally.show_tally(progress.tally())
        self._rail.tally.show_facts(say_facts(progress.facts))
        self._sampler.show_estimate()
        pace = self._controller.review.pace(progress.total - progress.answered)
        self._header.show_pace(pace)
        self._rail.show_pace(describe_pace(pace))

    @QtCore.Slot()
    def _check_on(self) -> None:
        review = self._controller.review
        try:
            if not review.check_on(_ROWS_AT_ONCE):
                self._check_timer.stop()
        except CoalaError as error:
            self._check_timer.stop()
            self.failed.emit(error)

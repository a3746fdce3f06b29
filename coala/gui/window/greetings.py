"""Messages when a file is opened: its other reviewers, the verdicts it kept, and its warnings.

The file is a review or a board. If others have judged in it, a button offers to continue under the name of
one of them, for a reviewer who used another name before. When a comparison was made again, verdicts of the
former review were carried over; the status line says how many.
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import Protocol

from PySide6 import QtCore

from coala.errors import CoalaError
from coala.gui.widgets.labels import NoticeBar
from coala.gui.window.dialog_launcher import Dialogs
from coala.present.opinions import OtherReviewers, find_other_reviewers, find_others_on_board
from coala.review.board.board_file import StoredBoard
from coala.review.file import Review
from coala.review.history import HISTORY, HistoryCounts, parse_history_counts


class GreetingHost(Protocol):
    """The part of the window that the greetings use."""

    def go_on_as(self, reviewer: str) -> None: ...

    def say(self, text: str) -> None: ...

    def report(self, error: CoalaError) -> None: ...


class Greetings(QtCore.QObject):
    """Start-up messages, with an offer to continue as an existing reviewer."""

    def __init__(
        self, window: GreetingHost, notice: NoticeBar, dialogs: Dialogs, parent: QtCore.QObject
    ) -> None:
        super().__init__(parent)
        # The window owns this object.
        self._window = weakref.proxy(window)
        self._notice = notice
        self._dialogs = dialogs

    def greet_review(self, review: Review) -> None:
        if not review.read_only:
            self._offer_reviewers(find_other_reviewers(review))
        try:
            self._say_kept_verdicts(parse_history_counts(review.header(HISTORY), review.path))
        except CoalaError as error:
            self._window.report(error)
        self._dialogs.show_first_page()

    def greet_board(self, stored: StoredBoard) -> None:
        self._offer_reviewers(find_others_on_board(stored))
        self._say_kept_verdicts(stored.history)
        self._dialogs.show_first_page()

    def _offer_reviewers(self, others: OtherReviewers | None) -> None:
        if others is not None:
            go_on = partial(self._window.go_on_as, others.name)
            self._notice.offer(others.sentence, f"Judge as {others.shown_name}", go_on)

    def _say_kept_verdicts(self, counts: HistoryCounts | None) -> None:
        """Say which verdicts of other reviews were kept when this comparison was made."""
        if counts is not None:
            self._window.say(f"From earlier verdicts: {counts.sentence}")

"""The open board of a window: its page stays while a bag of one column is judged.

A board is a file with several comparisons, its columns, such as one for each component of a system. A bag of
the same content may be in several columns; it is one *question*, which is judged once. The page of the board
shows all columns as a table. To judge, the window opens one column as a review and later returns to the page.
"""

from __future__ import annotations

import tempfile
import weakref
from pathlib import Path
from typing import Protocol

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.board.page import BoardPage
from coala.gui.engine import export_board
from coala.gui.jobs import BackgroundJob
from coala.gui.window.review_page import ReviewPage
from coala.present.board_table import get_board_verdicts
from coala.review.board.board_file import StoredBoard, read_board
from coala.review.file import Review
from coala.review.storage.opening import Identity


class BoardHost(Protocol):
    """The part of the window that the board uses."""

    page: ReviewPage | None

    @property
    def review(self) -> Review | None: ...

    def enter_review(self, review: Review, bag: int | None = None) -> None: ...

    def put_review_away(self) -> None: ...

    def may_leave(self) -> bool: ...

    def show_board(self) -> None: ...

    def say(self, text: str) -> None: ...

    def warn(self, sentence: str) -> None: ...

    def report(self, error: CoalaError) -> None: ...


class BoardController(QtCore.QObject):
    """The opening and closing of at most one board, whose file is open only while a column is judged."""

    def __init__(self, host: BoardHost, pages: QtWidgets.QStackedWidget, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        # The window owns this object; a reference cycle would be freed in any order.
        self._host = weakref.proxy(host)
        self._pages = pages
        # The bags that were judged in the open column, by number, until they are copied to the board.
        self._judged: set[int] = set()
        self.stored: StoredBoard | None = None
        # The file's identity, which changes with each write, when its seal (a checksum) was last checked or
        # when this window last wrote it. While it is the same, the seal need not be checked again.
        self._known_identity: Identity | None = None
        # True if another program had written the file when a column was opened.
        self._is_outdated = False
        self.page: BoardPage | None = None
        # The folder of pages in HTML, which the browser may read as long as the window exists.
        self._pages_in_html: tempfile.TemporaryDirectory[str] | None = None
        self._page_in_html = Path()
        self._job: BackgroundJob | None = None
        # The column and bag to open when the page in HTML is made: until then the file is locked.
        self._waiting: tuple[int, int | None] | None = None

    @property
    def path(self) -> Path | None:
        """The path of the open board."""
        return None if self.stored is None else self.stored.path

    @property
    def progress(self) -> tuple[int, int]:
        """The number of judged questions and of all questions of the board, each counted once."""
        return (0, 0) if self.stored is None else (len(self.stored.marks.given), len(self.stored.questions))

    def show(self, stored: StoredBoard) -> None:
        """Show a board in place of the one before; if it is the same file, stay at the current component."""
        is_same_file = self.page is not None and stored.path == self.path
        former = self.page.position() if self.page is not None and is_same_file else None
        self.leave()
        self.stored, self._known_identity, self._is_outdated = stored, stored.identity, False
        self.page = BoardPage(stored.board, get_board_verdicts(stored), stored.path.name, self, former)
        self._pages.addWidget(self.page)
        self._show_page()

    def leave(self) -> None:
        """Close the board's page."""
        if self.page is not None:
            self._pages.removeWidget(self.page)
            self.page.deleteLater()
        self.page = self.stored = self._waiting = None
        self._judged.clear()

    def open_column(self, column: int, number: int | None = None) -> None:
        """Open one column as a review, at the bag ``number`` or where a review begins."""
        if self.stored is None or self.page is None:
            return
        if self._job is not None:
            self._waiting = column, number
            return
        self.page.choose_column(column)
        try:
            review = Review.open(
                self.stored.path,
                reviewer=self.stored.reviewer,
                column=self.stored.addresses[column],
                checked_as=self._known_identity,
            )
            if not self._is_as_shown(review, column):
                review.close()
                self._show_again()
                return
            review.back_up()
        except CoalaError as error:
            self._host.report(error)
            self._show_page()
            return
        self._is_outdated = review.identity != self._known_identity
        self._judged.clear()
        self._host.enter_review(review, number)
        self._host.say(f"{one_line(self.stored.addresses[column], 200)}. Esc goes back to the board.")

    def note_judgement(self, number: int) -> None:
        """Record that a bag of the open column was judged, by any reviewer."""
        if self.page is not None:
            self._judged.add(number)

    def _is_as_shown(self, review: Review, column: int) -> bool:
        """Return True if a column belongs to the board on the screen, not to one made since then."""
        stored = self.stored
        assert stored is not None
        shown = [place.fingerprint for place in stored.board.places if place.column == column]
        return review.provenance() == stored.provenance and shown == [
            entry.fingerprint for entry in review.entries
        ]

    def _show_again(self) -> None:
        """Read the board again after it was made again while it was shown. Raises ``CoalaError``."""
        assert self.stored is not None
        stored = self.stored
        self.show(read_board(stored.path, stored.reviewer))
        self._host.warn(
            f"{stored.path.name} has changed since you opened it, so bags may have moved. The board is shown "
            "as it is now; nothing was judged."
        )

    @QtCore.Slot()
    def go_back(self) -> None:
        """Return from the bag of a column to its component on the board."""
        review = self._host.review
        if self.page is None or review is None or not self._host.may_leave():
            return
        self._put_column_away(review)
        self._show_page()

    def show_verdicts_of(self, reviewer: str) -> None:
        """Show the page with a reviewer's verdicts, under whose name the next ones are given.

        Raises ``CoalaError`` if the board has to be read again and cannot be.
        """
        if self.stored is None or self.page is None:
            return
        if self._is_outdated or reviewer != self.stored.reviewer:
            self.show(read_board(self.stored.path, reviewer))
        else:
            self.page.show_verdicts(get_board_verdicts(self.stored))

    def walk(self, step: int) -> None:
        """Open the next column (1) or the one before (-1) that changes the same bag."""
        review, page = self._host.review, self._host.page
        if self.stored is None or self.page is None or review is None or page is None:
            return
        column = self.stored.find_column(review.column or "")
        neighbour = self.page.find_neighbour(column, page.session.current, step)
        if neighbour is None:
            self._host.say("No other component in this table changes this bag.")
        elif self._host.may_leave():
            self._put_column_away(review)
            self.open_column(*neighbour)

    @QtCore.Slot()
    def open_in_browser(self) -> None:
        """Write the board as a page in HTML to a folder of its own, and open it in the browser.

        An open column is closed first, because it locks the file.
        """
        self.go_back()
        if self.stored is None or self._job is not None or self._host.review is not None:
            return
        try:
            target = self._find_folder() / f"{self.stored.path.stem}.html"
        except OSError:
            self._host.warn("No temporary folder can be made for the page; use Export… instead.")
            return
        self._host.say("Making the page…")
        self._page_in_html = target
        self._job = BackgroundJob(
            export_board(self.stored.path, self.stored.reviewer, "html", target),
            self,
            done=self._show_in_browser,
            failed=self._fail,
            cancelled=self._end_job,
        )
        self._job.start()

    def _find_folder(self) -> Path:
        """Return the folder of the pages, which is made first, and again if it was deleted."""
        if self._pages_in_html is None or not Path(self._pages_in_html.name).is_dir():
            self._delete_folder()
            self._pages_in_html = tempfile.TemporaryDirectory(prefix="coala-", ignore_cleanup_errors=True)
        return Path(self._pages_in_html.name)

    def drain(self) -> None:
        """Stop making a page, and delete the pages when that has ended."""
        if self._job is not None:
            self._job.drain()
        self._delete_folder()

    def _delete_folder(self) -> None:
        if self._pages_in_html is not None:
            self._pages_in_html.cleanup()
            self._pages_in_html = None

    def collect_verdicts(self) -> None:
        """Copy the verdicts given in the open column into the marks of the board, which its table shows.

        If another reviewer judges there now, nothing is copied, because the marks are not theirs. The board
        is read again later.
        """
        review = self._host.review
        if self.stored is None or review is None:
            return
        for number in sorted(self._judged) if review.reviewer == self.stored.reviewer else ():
            fingerprint = review.entries[number].fingerprint
            state = review.state(fingerprint)
            try:
                bag = review.bag(number) if state.rows else None
            except CoalaError as error:
                self._host.report(error)
                continue
            self.stored.marks.update(fingerprint, state, bag)
        self._judged.clear()

    def _put_column_away(self, review: Review) -> None:
        """Close the open column and show the board with the verdicts of the reviewer who judged there."""
        self.collect_verdicts()
        reviewer, self._known_identity = review.reviewer, review.identity
        self._host.put_review_away()
        try:
            self.show_verdicts_of(reviewer)
        except CoalaError as error:
            self._host.report(error)

    def _show_page(self) -> None:
        if self.page is not None:
            self._host.show_board()
            self._pages.setCurrentWidget(self.page)
            self.page.take_focus()
            self.page.say_line()

    @QtCore.Slot(object)
    def _show_in_browser(self, result: object) -> None:
        self._end_job()
        url = QtCore.QUrl.fromLocalFile(str(self._page_in_html))
        if not QtGui.QDesktopServices.openUrl(url):
            self._host.say(f"No browser opened. The page is {self._page_in_html}.")
        elif self.page is not None:
            self.page.say_line()

    @QtCore.Slot(str)
    def _fail(self, sentence: str) -> None:
        self._end_job()
        self._host.warn(sentence)
        if self.page is not None:
            self.page.say_line()

    @QtCore.Slot()
    def _end_job(self) -> None:
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None
        if self._waiting is not None:
            (column, number), self._waiting = self._waiting, None
            self.open_column(column, number)

    def say(self, text: str) -> None:
        """Show a sentence in the status line."""
        self._host.say(text)

"""An open board keeps its page while a bag of one of its columns is judged, and follows the verdicts.

A file that other programs may write is looked at now and then, and what they wrote becomes a signal.

Its time is asked for each second: to be told of changes works neither for a file that is replaced by another
nor on every drive of a network.
"""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Protocol

from PySide6 import QtCore, QtWidgets

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.board.page import BoardPage
from coala.gui.window.review_page import ReviewPage
from coala.present.board_table import verdicts_of
from coala.review.board.board_file import StoredBoard, read_board
from coala.review.file import Review
from coala.review.storage.opening import Identity, identity

_FIRST_MS = 1_000
_LONGEST_MS = 32_000


class FileWatch(QtCore.QObject):
    """Watches one file at a time, or none."""

    changed = QtCore.Signal()

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._path = Path()
        self._known: Identity | None = None
        self._timer = QtCore.QTimer(self)
        self._timer.timeout.connect(self.look)

    def watch(self, path: Path, known: Identity | None) -> None:
        """Tell from now on when the file is another than the one that is known."""
        self._path, self._known = path, known
        self._timer.start(_FIRST_MS)

    def put_off(self) -> None:
        """What is there now cannot be read: tell of it again, but ever more seldom."""
        self._timer.start(min(2 * self._timer.interval(), _LONGEST_MS))

    def rest(self) -> None:
        self._timer.stop()

    @QtCore.Slot()
    def look(self) -> None:
        """Tell now whether the file is another, be it time or not."""
        now = identity(self._path)
        if now is not None and now != self._known:
            self.changed.emit()


class BoardRoom(Protocol):
    """What the board needs of the window."""

    page: ReviewPage | None

    @property
    def review(self) -> Review | None: ...

    def enter_review(self, review: Review, bag: int | None = None) -> None: ...

    def put_review_away(self) -> None: ...

    def may_leave(self) -> bool: ...

    def show_board(self) -> None: ...

    def say(self, text: str) -> None: ...

    def report(self, error: CoalaError) -> None: ...


class BoardDesk(QtCore.QObject):
    """One board at a time, or none. Its file is open only while a column is judged."""

    def __init__(self, room: BoardRoom, pages: QtWidgets.QStackedWidget, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        # The window owns this desk, and a circle of the two would end in any order.
        self._room = weakref.proxy(room)
        self._pages = pages
        self._judged: set[int] = set()
        self.stored: StoredBoard | None = None
        # The file when its seal was checked, or when something was last written into it here.
        self._known: Identity | None = None
        # Whether somebody else had written it when a column was opened.
        self._behind = False
        self.watch = FileWatch(self)
        self.watch.changed.connect(self._read_again)
        self.page: BoardPage | None = None

    @property
    def path(self) -> Path | None:
        """Where the open board is."""
        return None if self.stored is None else self.stored.path

    @property
    def progress(self) -> tuple[int, int]:
        """How many questions of the board are judged, and how many there are, each once."""
        return (0, 0) if self.stored is None else (len(self.stored.marks.given), len(self.stored.questions))

    def show(self, stored: StoredBoard) -> None:
        """Show a board in place of the one before; one that is read again stays at its cell."""
        former = None
        if self.page is not None and self.stored is not None and stored.path == self.path:
            same = stored.provenance == self.stored.provenance
            former = self.page.place() if same else self.page.place_on(stored.board)
        self.leave()
        self.stored, self._known, self._behind = stored, stored.identity, False
        self.page = BoardPage(stored.board, verdicts_of(stored), stored.path.name, former)
        self.page.opened.connect(self.open_column)
        self.page.said.connect(self._say)
        self._pages.addWidget(self.page)
        self._show_page()

    def leave(self) -> None:
        """Put the page away."""
        if self.page is not None:
            self._pages.removeWidget(self.page)
            self.page.deleteLater()
        self.page = self.stored = None
        self.watch.rest()
        self._judged.clear()

    @QtCore.Slot(int, int)
    def open_column(self, column: int, number: int | None) -> None:
        """Judge a bag of one column, or its first: the ordinary page of that review."""
        if self.stored is None:
            return
        try:
            review = Review.open(
                self.stored.path,
                reviewer=self.stored.reviewer,
                check_later=True,
                column=self.stored.addresses[column],
                checked_as=self._known,
            )
            if not self._is_as_shown(review, column):
                review.close()
                self._show_again()
                return
            review.back_up()
        except CoalaError as error:
            self._room.report(error)
            self._show_page()
            return
        self._behind = review.identity != self._known
        self.watch.rest()
        self._judged.clear()
        self._room.enter_review(review, number)
        self._room.say(f"{one_line(self.stored.addresses[column], 200)}. Esc leads back to the board.")

    def follow(self, page: ReviewPage) -> None:
        """Hear of each verdict that is given on the page of a column, whoever judges there."""
        if self.page is not None:
            page.controller.judged.connect(self._note_judgement)

    def _is_as_shown(self, review: Review, column: int) -> bool:
        """Whether a column is that of the board that is shown, and not of one that was made since."""
        stored = self.stored
        assert stored is not None
        shown = [place.fingerprint for place in stored.board.places if place.column == column]
        return review.provenance() == stored.provenance and shown == [
            entry.fingerprint for entry in review.entries
        ]

    def _show_again(self) -> None:
        """Read the board again, which was made anew while it was shown. Raises ``CoalaError``."""
        assert self.stored is not None
        stored = self.stored
        self.show(read_board(stored.path, stored.reviewer))
        self._room.warn(
            f"{stored.path.name} was made again since it was opened here, so bags may have other places: "
            "the board is shown as it is now, and nothing was judged."
        )

    @QtCore.Slot()
    def _read_again(self) -> None:
        """Show what somebody else has written into the file meanwhile: verdicts, or another board."""
        stored, page = self.stored, self.page
        if stored is None or page is None:
            return
        application = QtWidgets.QApplication
        if application.activeModalWidget() or application.activePopupWidget():
            return
        try:
            now = read_board(stored.path, stored.reviewer)
        except CoalaError:
            # Open elsewhere most often. Who wants to open a bag here meanwhile is told what is wrong.
            self.watch.put_off()
            return
        if now.provenance != stored.provenance or now.board.places != stored.board.places:
            self.show(now)
            self._room.warn(f"{stored.path.name} was made again; the board is shown as it is now.")
            return
        self.stored, self._known = now, now.identity
        self.watch.watch(now.path, now.identity)
        # The marks have followed what was judged here since.
        if (verdicts := verdicts_of(now)) != verdicts_of(stored):
            page.show_verdicts(verdicts)
            self._room.say(f"Verdicts that {one_line(now.reviewer, 60)} gave elsewhere are shown now.")

    @QtCore.Slot()
    def go_back(self) -> None:
        """From the bag of a column to the cell that it was opened from."""
        review = self._room.review
        if self.page is None or review is None or not self._room.may_leave():
            return
        self._put_column_away(review)
        self._show_page()
        self._room.say("")

    def come_back(self, reviewer: str) -> None:
        """Show the page with the verdicts of a reviewer, whose the next are too. Raises ``CoalaError``."""
        if self.stored is None or self.page is None:
            return
        if self._behind or reviewer != self.stored.reviewer:
            self.show(read_board(self.stored.path, reviewer))
        else:
            self.page.show_verdicts(verdicts_of(self.stored))

    def walk(self, step: int) -> None:
        """To the next column: on the page in the same row, in a bag to the next that asks about it too."""
        review, page = self._room.review, self._room.page
        if self.stored is None or self.page is None:
            return
        if review is None or page is None:
            self.page.walk_columns(step)
            return
        column = self.stored.find_column(review.column or "")
        beside = self.page.go_beside(column, page.controller.current, step)
        if beside is None:
            self._room.say("No further component of the table changes this bag.")
        elif self._room.may_leave():
            self._put_column_away(review)
            self.open_column(*beside)

    def take_verdicts(self) -> None:
        """Take over what was said in the column that is open.

        Where another reviewer judges there by now, the marks are not that one's: the board is read again.
        """
        review = self._room.review
        if self.stored is None or review is None:
            return
        for number in sorted(self._judged) if review.reviewer == self.stored.reviewer else ():
            fingerprint = review.entries[number].fingerprint
            state = review.state(fingerprint)
            try:
                bag = review.bag(number) if state.rows else None
            except CoalaError as error:
                self._room.report(error)
                continue
            self.stored.marks.take(fingerprint, state, bag)
        self._judged.clear()

    def _put_column_away(self, review: Review) -> None:
        """Close the column that is open; the board has its verdicts, and goes on with who judged there."""
        self.take_verdicts()
        reviewer, self._known = review.reviewer, review.identity
        self._room.put_review_away()
        try:
            self.come_back(reviewer)
        except CoalaError as error:
            self._room.report(error)

    def _show_page(self) -> None:
        if self.page is not None:
            self._room.show_board()
            self._pages.setCurrentWidget(self.page)
            self.page.take_focus()
            self.page.say_cell()
        if self.stored is not None:
            self.watch.watch(self.stored.path, self._known)

    @QtCore.Slot(int)
    def _note_judgement(self, number: int) -> None:
        self._judged.add(number)

    @QtCore.Slot(str)
    def _say(self, text: str) -> None:
        self._room.say(text)

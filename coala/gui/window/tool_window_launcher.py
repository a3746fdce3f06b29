"""The tool windows of a review page. Each is created when it is first opened, next to the main window.

A tool window shows more about the current bag and stays open while bags are judged. The main window stays as
it is. Where a tool window covers the bag, keys in it do not judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.changes import Changes, Say
from coala.gui.session.preferences import WindowPlace
from coala.gui.session.session import Session
from coala.gui.tool_windows.connectivity import ConnectivityWindow
from coala.gui.tool_windows.document import DocumentWindow
from coala.present.history import list_acts


class ToolWindows(QtCore.QObject):
    """The tool windows, which are opened or brought to the front, and close with the page."""

    def __init__(
        self,
        session: Session,
        pane: BagPane,
        page: QtWidgets.QWidget,
        keys: Sequence[QtGui.QAction],
        places: Mapping[str, WindowPlace],
    ) -> None:
        """Open no window yet.

        ``keys`` are the actions that work in all windows; ``places`` has the last place of each window by
        its title.
        """
        super().__init__(page)
        self._keys = keys
        self._places = dict(places)
        self._session = session
        self._pane = pane
        self._page = page
        self.connectivity: ConnectivityWindow | None = None
        self.document: DocumentWindow | None = None
        session.changed.connect(self._follow)

    def close(self) -> None:
        """Close all windows, because the review is about to be closed."""
        if self.connectivity is not None:
            self.connectivity.drain()
        for window in self._list_windows():
            window.close()

    def show_connectivity(self) -> None:
        """Show why the current bag is one bag."""
        if self.connectivity is None:
            blind = self._session.review.blind
            self.connectivity = ConnectivityWindow(self._page, self._pane.choose_span, blind=blind)
        was_open = self.connectivity.isVisible()
        self._open(self.connectivity)
        if not was_open:
            self._show_bag()

    def show_document(self) -> None:
        """Show the whole document of the chosen mention, with every mention in it."""
        if self.document is None:
            review = self._session.review
            self.document = DocumentWindow(
                self._page, review.text, review.mentions_of, self._pane.choose_place
            )
        self._open(self.document)
        self._show_in_document()

    def show_history(self) -> None:
        """Show the history of the current bag."""
        number, review = self._session.current, self._session.review
        if number < 0:
            self._session.say("There is no bag here with a history.", Say.DONE)
            return
        try:
            acts = review.history_of(number, settles=self._session.settles(number))
            lines = list_acts(acts, review.bag(number), review.sides.words)
        except CoalaError as error:
            self._session.fail(error)
            return
        HistoryDialog(f"History of bag {number + 1}", lines, self._page).open()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag:
            self._show_bag()

    def _show_bag(self) -> None:
        if self.connectivity is not None and self.connectivity.isVisible():
            displayed = self._pane.displayed()
            if displayed is None:
                self.connectivity.show_nothing()
            else:
                self.connectivity.show_bag(displayed)
        if self.document is not None and self.document.isVisible():
            self._show_in_document()

    def _show_in_document(self) -> None:
        assert self.document is not None
        prepared = self._pane.prepared()
        if prepared is None:
            self.document.show_nothing()
        else:
            self.document.set_reading_font(self._pane.evidence.text.font())
            self.document.show_bag(prepared.displayed, prepared.chains, self._pane.evidence.text.chosen())

    def _open(self, window: QtWidgets.QWidget) -> None:
        """Show a window next to the bag, with the keys of the page."""
        if not window.actions():
            # The keys that judge and move work in every window.
            window.addActions(self._keys)
            self._place(window)
        window.show()
        window.raise_()
        window.activateWindow()

    def _place(self, window: QtWidgets.QWidget) -> None:
        """Give a window its last place, if it is on the screen, or one next to the main window."""
        former = QtCore.QRect(*self._places.get(window.windowTitle(), (0, 0, 0, 0)))
        room = window.screen().availableGeometry()
        if former.isEmpty() or not room.contains(former):
            former = place_next_to(window.size(), self._page.window().frameGeometry(), room)
        window.setGeometry(former)

    def covers_bag(self) -> bool:
        """Return True if the active window is a tool window that covers part of the bag."""
        active = QtWidgets.QApplication.activeWindow()
        if active is None or active not in self._list_windows():
            return False
        bag = QtCore.QRect(self._pane.mapToGlobal(QtCore.QPoint()), self._pane.size())
        return active.frameGeometry().intersects(bag)

    def places(self) -> dict[str, WindowPlace]:
        """Return the current or last place of each window, by its title."""
        for window in self._list_windows():
            at = window.geometry()
            self._places[window.windowTitle()] = (at.x(), at.y(), at.width(), at.height())
        return dict(self._places)

    def _list_windows(self) -> list[QtWidgets.QWidget]:
        return [window for window in (self.connectivity, self.document) if window is not None]


def place_next_to(size: QtCore.QSize, main: QtCore.QRect, room: QtCore.QRect) -> QtCore.QRect:
    """Return a place for a window of this size next to the main window, on a screen with the area ``room``.

    Without room for it the place is at the right of the screen, over the main window.
    """
    width, height = size.width(), min(size.height(), room.height())
    # As high up as the main window, unless it would go beyond the screen.
    top = max(room.top(), min(main.top(), room.bottom() + 1 - height))
    left = room.right() + 1 - width
    # There may be room enough at the right or at the left. (The right of a QRect is its last pixel.)
    if room.right() - main.right() >= width:
        left = main.right() + 1
    elif main.left() - room.left() >= width:
        left = main.left() - width
    return QtCore.QRect(left, top, width, height)

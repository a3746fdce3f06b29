"""The tool windows of a review page. Each is created when it is first opened, next to the main window.

A tool window shows more about the current bag and stays open while bags are judged.
It must not hide the bag that is judged. So it is placed next to the main window, which is moved or made
narrower if there is too little room on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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

# In pixels; a bag can be read and judged in this width.
MINIMUM_WIDTH = 800


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
        # The width at the right of the main window, in pixels, that is left free for a tool window above it.
        self._reserved = 0
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
            acts = review.history_of(number, others=self._session.shows_others(number))
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
        if not window.isVisible():
            window.installEventFilter(self)
            # The keys that judge and move work in every window.
            window.addActions(self._keys)
            self._place(window)
        window.show()
        window.raise_()
        window.activateWindow()

    def _place(self, window: QtWidgets.QWidget) -> None:
        """Give a window its last place, if it does not hide the bag there, or one next to the main window."""
        former = QtCore.QRect(*self._places.get(window.windowTitle(), (0, 0, 0, 0)))
        room = window.screen().availableGeometry()
        if not former.isEmpty() and room.contains(former) and not former.intersects(self._find_bag_area()):
            window.setGeometry(former)
            return
        main = self._page.window()
        is_fixed = main.isMaximized() or main.isFullScreen()
        placement = place_next_to(window.size(), main.frameGeometry(), room, fixed=is_fixed)
        if placement.main is not None:
            # The placement counts the window's frame and title bar; setGeometry does not.
            frame = main.frameGeometry().size() - main.size()
            main.setGeometry(placement.main.adjusted(0, frame.height(), -frame.width(), 0))
        self._reserved = placement.inside
        self._page.setContentsMargins(0, 0, self._reserved, 0)
        window.setGeometry(placement.window)

    def _find_bag_area(self) -> QtCore.QRect:
        """Return where the bag is on the screen."""
        return QtCore.QRect(self._pane.mapToGlobal(QtCore.QPoint()), self._pane.size())

    def covers_bag(self) -> bool:
        """Return True if the active window is a tool window that covers part of the bag."""
        active = QtWidgets.QApplication.activeWindow()
        if active is None or active not in self._list_windows():
            return False
        return active.frameGeometry().intersects(self._find_bag_area())

    def places(self) -> dict[str, WindowPlace]:
        """Return the current or last place of each window, by its title."""
        for window in self._list_windows():
            if window.isVisible():
                self._remember(window)
        return dict(self._places)

    def _remember(self, window: QtWidgets.QWidget) -> None:
        place = window.geometry()
        self._places[window.windowTitle()] = (place.x(), place.y(), place.width(), place.height())

    def _list_windows(self) -> list[QtWidgets.QWidget]:
        return [window for window in (self.connectivity, self.document) if window is not None]

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.Hide and isinstance(watched, QtWidgets.QWidget):
            self._remember(watched)
            if self._reserved and not any(window.isVisible() for window in self._list_windows()):
                self._reserved = 0
                self._page.setContentsMargins(0, 0, 0, 0)
        return super().eventFilter(watched, event)


class ToolPlacement(NamedTuple):
    """The place of a tool window, and what the main window gives up for it.

    ``main`` is the new place of the main window, None if it stays. ``inside`` is the width in pixels that the
    tool window covers within the main window.
    """

    window: QtCore.QRect
    main: QtCore.QRect | None = None
    inside: int = 0


def place_next_to(
    size: QtCore.QSize, main: QtCore.QRect, room: QtCore.QRect, *, fixed: bool
) -> ToolPlacement:
    """Place a window of this size next to the main window, on a screen with the area ``room``.

    If there is too little room, the main window is moved or made narrower. A ``fixed`` one fills the screen
    and leaves its right side free instead. If that leaves less than a bag needs, the windows overlap.
    """
    width, height = size.width(), min(size.height(), room.height())
    # As high up as the main window, unless it would go beyond the screen.
    top = max(room.top(), min(main.top(), room.bottom() + 1 - height))
    # There may be room enough at the right or at the left. (The right of a QRect is its last pixel.)
    if room.right() - main.right() >= width:
        return ToolPlacement(QtCore.QRect(main.right() + 1, top, width, height))
    if main.left() - room.left() >= width:
        return ToolPlacement(QtCore.QRect(main.left() - width, top, width, height))
    at_right = QtCore.QRect(room.right() + 1 - width, top, width, height)
    if room.width() - width < MINIMUM_WIDTH:
        return ToolPlacement(at_right)
    if fixed:
        return ToolPlacement(at_right, inside=width)
    main_place = QtCore.QRect(room.left(), main.top(), min(main.width(), room.width() - width), main.height())
    at_right.moveLeft(main_place.right() + 1)
    return ToolPlacement(at_right, main=main_place)

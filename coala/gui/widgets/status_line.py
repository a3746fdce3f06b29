"""The line at the foot of the window says a sentence to the eye and to a screen reader."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.spoken import announce, set_tip


class StatusLine(QtWidgets.QStatusBar):
    """Shows the last sentence; what comes at one time is spoken at once, after what took the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self._waiting: list[str] = []
        # A screen reader breaks off for what gets the focus, which a verdict moves to the next bag.
        self._timer = QtCore.QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._announce_all)

    def say(self, sentence: str) -> None:
        """Show a sentence until the next one, and have it spoken; "" leaves the line empty."""
        self.showMessage(sentence)
        # What is longer than the window is wide is cut there.
        set_tip(self, sentence)
        self.announce(sentence)

    @QtCore.Slot(str)
    def announce(self, sentence: str) -> None:
        """Have a sentence spoken that the screen tells in another place."""
        if sentence:
            self._waiting.append(sentence)
            self._timer.start()

    @QtCore.Slot()
    def _announce_all(self) -> None:
        told = _read_focused_cell()
        # A full stop for the ear; the eye has none on this line.
        announce(self, " ".join(f"{sentence.rstrip('.')}." for sentence in self._waiting if sentence != told))
        self._waiting.clear()


def _read_focused_cell() -> str:
    """What a screen reader says by itself of the cell in which the focus is."""
    view = QtWidgets.QApplication.focusWidget()
    if not isinstance(view, QtWidgets.QAbstractItemView):
        return ""
    return str(view.currentIndex().data(QtCore.Qt.ItemDataRole.AccessibleTextRole) or "")

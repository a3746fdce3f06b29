"""The status line of the window, which a screen reader speaks as well."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.spoken import announce, set_tip


class StatusLine(QtWidgets.QStatusBar):
    """The line with the last sentence.

    Sentences that arrive while one event is handled are spoken together, after the widget that then has the
    focus.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self._waiting: list[str] = []
        # A screen reader interrupts itself when the focus moves, as it does to the next bag after a verdict.
        # So speak only when the current event is handled.
        self._timer = QtCore.QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._announce_all)

    def say(self, sentence: str) -> None:
        """Show and announce a sentence until the next one; "" empties the line."""
        self.showMessage(sentence)
        # The line cuts a sentence that is wider than the window.
        set_tip(self, sentence)
        self.announce(sentence)

    @QtCore.Slot(str)
    def announce(self, sentence: str) -> None:
        """Announce a sentence that the window shows in another place."""
        if sentence:
            self._waiting.append(sentence)
            self._timer.start()

    @QtCore.Slot()
    def _announce_all(self) -> None:
        focused = _read_focused_cell()
        # Spoken sentences need full stops; those in the line have none.
        announce(
            self, " ".join(f"{sentence.rstrip('.')}." for sentence in self._waiting if sentence != focused)
        )
        self._waiting.clear()


def _read_focused_cell() -> str:
    """Return what a screen reader speaks by itself when the focus enters the current cell."""
    view = QtWidgets.QApplication.focusWidget()
    if not isinstance(view, QtWidgets.QAbstractItemView):
        return ""
    return str(view.currentIndex().data(QtCore.Qt.ItemDataRole.AccessibleTextRole) or "")

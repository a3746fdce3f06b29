"""A bag becomes open to an answer once it has been painted and has stood for a moment.

A held key, a key that bounces and a second click would otherwise judge bags that nobody has seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6 import QtCore, QtGui, QtWidgets

# Nobody sees a bag, decides and presses in less; a key that bounces or repeats comes sooner than this.
STANDING_SECONDS = 0.15
# Who answers twice in so short a time has read one of the bags at most: the answers are taken back as one.
BURST_SECONDS = 0.6
# Of a held key X11 sends a release and a press at one time, and Qt sees too late that the first are such.
_SAME_TIME = 5


class AnswerGate(QtCore.QObject):
    """Knows when the bag in a widget was painted, and how the answers to it follow each other.

    An answer that comes too early makes the bag stand anew, so that no row of quick presses gets through.
    """

    def __init__(self, shown_in: QtWidgets.QWidget, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(shown_in)
        self._clock = clock
        self._stands_since: float | None = None
        self._answered: float | None = None
        self._released = 0, 0
        self._is_held = False
        self._witness = _Witness(shown_in)
        self._witness.painted.connect(self._note_painting)

    def watch_keys(self, window: QtWidgets.QWidget) -> None:
        """Learn from what reaches the window whether a key is pressed anew or held."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QKeyEvent):
            if event.type() == QtCore.QEvent.Type.KeyRelease:
                self._released = event.key(), event.timestamp()
                self._is_held = False
            elif event.type() == QtCore.QEvent.Type.ShortcutOverride:
                key, time = self._released
                same = key == event.key() and 0 < time <= event.timestamp() <= time + _SAME_TIME
                self._is_held = same or event.isAutoRepeat()
        return False

    def is_held(self) -> bool:
        """Whether the answer comes of a key that is held, and was an answer already."""
        return self._is_held

    @QtCore.Slot()
    def close(self) -> None:
        """Another bag is shown: until it is painted there is nothing to answer to."""
        self._stands_since = None
        self._witness.watch()

    def is_open(self) -> bool:
        """Whether an answer would count now."""
        return self._stands_since is not None and self._clock() - self._stands_since >= STANDING_SECONDS

    def admit(self) -> bool:
        """Whether the answer that is being given counts."""
        if self.is_open():
            return True
        if self._stands_since is not None:
            self._stands_since = self._clock()
        return False

    def follows_closely(self) -> bool:
        """Whether the answer that counts now comes within a burst of others; to be asked once for each."""
        former, self._answered = self._answered, self._clock()
        return former is not None and self._answered - former < BURST_SECONDS

    @QtCore.Slot()
    def _note_painting(self) -> None:
        if self._stands_since is None:
            self._stands_since = self._clock()


class _Witness(QtWidgets.QWidget):
    """One pixel above all that a widget shows: it is painted with the rest of what has changed, and last.

    Whichever parts the widget has, and whether any of them covers it, nothing of it must be known here.
    """

    painted = QtCore.Signal()

    def __init__(self, watched: QtWidgets.QWidget) -> None:
        super().__init__(watched)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, 1, 1)

    def watch(self) -> None:
        """Have the next painting noticed."""
        self.raise_()
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        self.painted.emit()

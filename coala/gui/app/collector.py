"""Python's collector of circles runs when nobody waits, and not while a key is being answered.

Left to itself it looks at a great bag several times while that is being made, and at 100,000 bags whenever it
likes: two fifths of the time from one bag to the next. It also runs in whichever thread makes most, and may
take widgets down there, which Qt forbids.
"""

from __future__ import annotations

import gc

from PySide6 import QtCore

# What was made since, and what was made in all the time.
_YOUNG_MILLISECONDS, _ALL_MILLISECONDS = 1_000, 15_000

_FEW = 1_000
"""Values that are made while nobody does anything: a cursor blinks, a journal is checked."""

_MOST_TIMES_PUT_OFF = 20
"""To look at two bags of 5,000 spans takes as long as all else from one to the next: it waits until nobody
has gone to another bag for a second, but not for ever."""


class RestingCollector(QtCore.QObject):
    """Collects on timers from ``start`` to ``stop``, in the thread in which it was made."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._young, self._all = QtCore.QTimer(self), QtCore.QTimer(self)
        self._young.setInterval(_YOUNG_MILLISECONDS)
        self._all.setInterval(_ALL_MILLISECONDS)
        self._young.timeout.connect(self._collect_young)
        self._all.timeout.connect(self._collect_all)
        self._was_enabled = gc.isenabled()
        self._changed = False
        self._made = self._put_off = 0

    def start(self) -> None:
        """From now on nothing is collected in between."""
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._young.start()
        self._all.start()

    def stop(self) -> None:
        """Leave the collector as it was."""
        self._young.stop()
        self._all.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    @QtCore.Slot()
    def note_change(self) -> None:
        """Know that a review was opened or closed: what is there by then is set aside."""
        self._changed = True

    @QtCore.Slot()
    def _collect_young(self) -> None:
        if not self._is_quiet():
            return
        if self._changed:
            self._changed = False
            _set_aside()
        else:
            gc.collect(1)

    @QtCore.Slot()
    def _collect_all(self) -> None:
        if self._is_quiet():
            gc.collect()

    def _is_quiet(self) -> bool:
        """Whether little was made or dropped since this was asked last, or it has been put off for long."""
        made = gc.get_count()[0]
        quiet = abs(made - self._made) <= _FEW or self._put_off == _MOST_TIMES_PUT_OFF
        self._made, self._put_off = (0, 0) if quiet else (made, self._put_off + 1)
        return quiet


def _set_aside() -> None:
    """Look no more at what is there now: the list of 100,000 bags alone costs the length of a key each time.

    What was set aside before is looked at once more, since a review that was closed leaves circles behind.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()

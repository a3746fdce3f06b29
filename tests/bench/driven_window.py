"""A window on a review, driven by keys: a child process of the desktop's benchmarks that prints figures.

``python -m tests.bench.driven_window REVIEW KEYS STARTED`` judges KEYS bags of REVIEW and prints JSON:
seconds since STARTED (on the system's monotonic clock) to the first bag, seconds from each verdict key until
the next bag is on the screen and the tally is right (``keys``), the processor time of these (``worked``),
peak memory in MB.

With a fourth word ``walk`` each of the keys that move through a bag and from bag to bag is pressed KEYS
times, and ``walked`` has the seconds of each by its effect, and the processor time, which other programs
change little. With ``who`` these are the keys of the view "Who is who?", each pressed once in each bag.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import NamedTuple

from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest

from coala.gui import run
from coala.gui.bag_view.who_is_who import PartList
from coala.gui.window.main_window import MainWindow
from coala.gui.window.review_page import ReviewPage
from tests.support.windows import KEYS_OF_A_USER, part_of, settled

VERDICT_KEYS = (QtCore.Qt.Key.Key_Plus, QtCore.Qt.Key.Key_Minus, QtCore.Qt.Key.Key_Equal)


Key = QtCore.Qt.Key


class Walk(NamedTuple):
    """A key, the part of the page that has the focus when it is pressed, and what is held down with it."""

    key: QtCore.Qt.Key
    part: str = "list"
    held: QtCore.Qt.KeyboardModifier = QtCore.Qt.KeyboardModifier.NoModifier


WALKS = {
    "bag": (Walk(Key.Key_J), Walk(Key.Key_K)),
    "mention": (Walk(Key.Key_Period), Walk(Key.Key_Comma)),
    "more": (Walk(Key.Key_M),),
    "chain": (Walk(Key.Key_Down, "chains"),),
    "page": (Walk(Key.Key_PageDown, "text"),),
    "end": (Walk(Key.Key_End, "text"), Walk(Key.Key_Home, "text")),
    "all mentions": (Walk(Key.Key_A),),
    "change": (Walk(Key.Key_E),),
    "verdict on a change": (Walk(Key.Key_Minus),),
    "bag again": (Walk(Key.Key_Escape),),
    "verdict": (Walk(Key.Key_Equal),),
}


WHO = {
    "open the view": Walk(Key.Key_E),
    "next part": Walk(Key.Key_Down, "parts"),
    "group": Walk(Key.Key_2, "parts"),
    "alone": Walk(Key.Key_N, "parts"),
    "no mention": Walk(Key.Key_X, "parts"),
    "not sure": Walk(Key.Key_Question, "parts"),
    "as above": Walk(Key.Key_Up, "parts", QtCore.Qt.KeyboardModifier.ShiftModifier),
    "open a part": Walk(Key.Key_O, "parts"),
    "sentences": Walk(Key.Key_M, "parts"),
    "undo": Walk(Key.Key_Z, "parts", QtCore.Qt.KeyboardModifier.ControlModifier),
    "last part": Walk(Key.Key_End, "parts"),
    "store": Walk(Key.Key_Return, "parts"),
}
PAUSE = 400
"""Milliseconds in which a reviewer looks at a bag, and the next one is read."""


class Painted(QtCore.QObject):
    """Counts how often the text of a bag is painted, and when it was first."""

    def __init__(self, page: ReviewPage) -> None:
        super().__init__()
        self.times = 0
        self.first = 0.0
        text = page.pane.findChild(QtWidgets.QPlainTextEdit)
        assert isinstance(text, QtWidgets.QPlainTextEdit)
        text.viewport().installEventFilter(self)
        # A dialog in front of the window had it painted already.
        text.viewport().update()

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.Paint:
            # What Qt does after that in the same go, the first tally with its libraries, hides no bag.
            self.first = self.first or time.clock_gettime(time.CLOCK_MONOTONIC)
            self.times += 1
        return False

    def wait(self, times: int = 0) -> None:
        """Let the program work until the text has been painted more often than this."""
        while self.times == times:
            QtWidgets.QApplication.processEvents()


class Driver:
    """Replaces Qt's event loop as soon as the window is shown."""

    def __init__(self, started: float, keys: int, how: str) -> None:
        self.figures: dict[str, float | list[float] | dict[str, list[tuple[float, float]]]] = {}
        self._started = started
        self._keys = keys
        self._how = how

    def __call__(self) -> int:
        windows = QtWidgets.QApplication.topLevelWidgets()
        main = next(window for window in windows if isinstance(window, MainWindow))
        page = main.page
        assert page is not None
        main.actions_by_name.set_keys(KEYS_OF_A_USER)
        if main.dialogs.current is not None:
            main.dialogs.current.accept()  # the page of warnings
            main.activateWindow()  # without a display no other code does
        painted = Painted(page)
        painted.wait()
        self.figures["first"] = painted.first - self._started
        self.figures["bags"] = page.session.progress.total
        # The libraries of the tally are loaded a moment later, while the user reads.
        QTest.qWait(2 * run.WARM_UP_MILLISECONDS)
        if self._how == "who":
            walked: dict[str, list[tuple[float, float]]] = {what: [] for what in WHO}
            self.figures["walked"] = walked
            for _ in range(self._keys):
                QTest.qWait(PAUSE)
                for what, key in WHO.items():
                    walked[what].append(_press(page, key))
        elif self._how == "walk":
            self.figures["walked"] = {
                what: [_press(page, key) for key in keys for _ in range(self._keys)]
                for what, keys in WALKS.items()
            }
        else:
            judged = [
                self._judge(page, painted, VERDICT_KEYS[number % len(VERDICT_KEYS)])
                for number in range(self._keys)
            ]
            self.figures["keys"], self.figures["worked"] = map(list, zip(*judged, strict=True))
        for window in windows:
            window.close()
        return 0

    def _judge(self, page: ReviewPage, painted: Painted, key: QtCore.Qt.Key) -> tuple[float, float]:
        _look(page)
        times = painted.times
        start, worked = time.perf_counter(), time.process_time()
        QTest.keyClick(page.list.view, key)
        painted.wait(times)
        while not settled(page):
            QtWidgets.QApplication.processEvents()
        return time.perf_counter() - start, time.process_time() - worked


def _look(page: ReviewPage) -> None:
    """Wait as a reviewer does: an answer counts only for a bag that has been in sight for a moment."""
    while not page.answers.gate.is_open():
        QtWidgets.QApplication.processEvents()


def _press(page: ReviewPage, key: Walk) -> tuple[float, float]:
    """Press a key; return the seconds until everything is done and painted: elapsed, and of the processor."""
    parts = {"list": page.list.view, "text": part_of(page.pane, QtWidgets.QPlainTextEdit)}
    parts["chains"] = part_of(page.pane, QtWidgets.QTableView, "Map of both sides")
    parts["parts"] = part_of(page.pane, PartList)
    part = parts[key.part]
    if not part.hasFocus():
        part.setFocus()
    QtWidgets.QApplication.processEvents()
    if key.key in VERDICT_KEYS or key.part == "parts":
        _look(page)
    start, worked = time.perf_counter(), time.process_time()
    QTest.keyClick(part, key.key, key.held)
    QtWidgets.QApplication.sendPostedEvents()
    page.window().repaint()
    QtWidgets.QApplication.processEvents()
    return time.perf_counter() - start, time.process_time() - worked


def main(review: Path, keys: int, started: float, how: str) -> None:
    driver = Driver(started, keys, how)
    QtWidgets.QApplication.exec = driver  # type: ignore[method-assign]
    run.run(review, preferences_path=review.parent / "preferences.json", samples=())
    # Not from getrusage, which counts what the parent had before it started this program.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    driver.figures["memory"] = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    sys.stdout.write(json.dumps(driver.figures))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), "".join(sys.argv[4:]))

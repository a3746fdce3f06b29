"""The words of the window, state after state: ``python -m tests.golden.window`` prints them.

It runs in the folder of a group, on the reviews there. The window is larger than any screen, so that no words
depend on fonts. What is no word of the program is left out: the source text, and what is painted. Each state
lists the words that no state before had.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest

from coala.gui import engine
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from tests.golden.capture import ignore_time
from tests.support.all_texts import all_texts

_SIZE = QtCore.QSize(4_000, 3_000)
# In milliseconds; longer than a burst of answers, so that each is a step of its own.
_PAUSE = 700
_KEYS = {"Esc": QtCore.Qt.Key.Key_Escape, "Enter": QtCore.Qt.Key.Key_Return}

STATES: Mapping[str, Sequence[str]] = {
    "0.coala": (
        *("go 16", "E", "2", "X", "?", "Esc", "1", "2", "3", "4", "undo", "redo", "go 2", "E", "Enter"),
        *("results", "results", "history", "Esc", "shortcuts", "Esc", "about", "Esc", "export", "Esc"),
        *("search_actions", "q", "Esc", "warnings", "Esc", "go_to", "Esc", "compare", "Esc"),
    ),
    "b.coala": ("go 2", "3", "E", "Esc", "results"),
    "merged.coala": ("results", "results", "adjudicate", "E", "Enter"),
    "s.coala": ("draw", "results"),
    "1.coala": ("filter", "b", "e", "document"),
}
"""For each review the steps: a bag to go to, a key, or an action by its name."""


def main() -> int:
    """Print the words of all states."""
    ignore_time()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QtWidgets.QApplication(["coala"])
    application.setStyle("fusion")
    known: set[str] = set()
    for review, steps in STATES.items():
        with TemporaryDirectory() as folder:
            window = MainWindow(
                Preferences(), Path(folder) / "preferences.json", engine.make_review, reviewer="Cleo"
            )
            window.resize(_SIZE)
            window.show()
            if not known:
                _print_state(window, "start page", known)
            window.open_review(Path(review))
            QTest.qWait(_PAUSE)
            _print_state(window, review, known)
            for number, step in enumerate(steps, 1):
                _do(window, step)
                QTest.qWait(_PAUSE)
                _print_state(window, f"{review}, step {number}: {step}", known)
            window.close()
            window.deleteLater()
            QTest.qWait(0)
    return 0


def _do(window: MainWindow, step: str) -> None:
    if step.startswith("go "):
        window.show_bag(int(step.removeprefix("go ")) - 1)
    elif len(step) == 1:
        QTest.keyClicks(QtWidgets.QApplication.focusWidget() or window, step)
    elif step in _KEYS:
        QTest.keyClick(QtWidgets.QApplication.focusWidget() or window, _KEYS[step])
    else:
        window.actions_by_name[step].trigger()


def _print_state(window: MainWindow, name: str, known: set[str]) -> None:
    print(f"--- {name}")
    for words in _list_words(window):
        if words not in known:
            known.add(words)
            print(words)


def _list_words(window: MainWindow) -> Iterator[str]:
    """Yield the words of a window and its dialogs, each text once, on one line."""
    source = {part.toPlainText() for part in window.findChildren(QtWidgets.QPlainTextEdit)}
    texts = (text for text in all_texts(window=window) if text not in source)
    yield from dict.fromkeys(text.replace("\n", " / ") for text in texts)


if __name__ == "__main__":
    sys.exit(main())

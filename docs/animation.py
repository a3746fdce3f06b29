"""The animation of the README: how one bag is judged, from the real window without a display.

``make picture`` makes it. Each step presses a key as a reviewer would, and stays in view long enough to be
read.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest

from coala.engine.compare import compare
from coala.gui import engine
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.state import State

DOCS = Path(__file__).parent
SAMPLE = DOCS.parent / "sample_graphs" / "newswire"
TARGET = "one-verdict.webp"
SIZE = QtCore.QSize(1060, 660)

# The bags before the one of the animation, in which two people have one name.
VERDICTS = "++-++?"

Key = QtCore.Qt.Key
STEPS: tuple[tuple[Key | None, int], ...] = (
    (None, 5_000),  # two people called Anna Roth became one
    (Key.Key_1, 3_000),  # worse; the next bag appears, and the strip below says what was judged
    (Key.Key_E, 3_000),  # who is who in it
    (Key.Key_3, 1_500),
    (Key.Key_Escape, 1_500),
    (Key.Key_R, 4_500),  # the results so far
    (Key.Key_R, 1_500),
)
"""The key that is pressed, and the milliseconds that the window is shown after it."""


def main(target: Path = DOCS / TARGET) -> int:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QtWidgets.QApplication.instance() or QtWidgets.QApplication(["coala"])
    assert isinstance(application, QtWidgets.QApplication)
    application.setStyle("Fusion")
    with TemporaryDirectory() as folder:
        review = Path(folder) / "newswire.coala"
        comparison = compare(str(SAMPLE / "baseline.ttl"), str(SAMPLE / "changed.ttl"))
        write_review(review, comparison.summary, comparison.iterate_sentences(), comparison.texts())
        with Review.open(review) as opened:
            for number, sign in enumerate(VERDICTS):
                opened.judge(number, State(Verdict(sign)))
        first, *others = _draw_frames(review, Path(folder))
    first.save(
        target,
        save_all=True,
        append_images=others,
        duration=[milliseconds for _, milliseconds in STEPS],
        loop=0,
        lossless=True,
        method=3,
    )
    return 0


def _draw_frames(review: Path, folder: Path) -> Iterator[Image.Image]:
    window = MainWindow(Preferences(), folder / "preferences.json", engine.make_review)
    try:
        window.resize(SIZE)
        window.show()
        window.open_review(review)
        for key, _ in STEPS:
            if key is not None:
                QTest.keyClick(QtWidgets.QApplication.focusWidget() or window, key)
            _wait_until_bag_can_be_judged(window)
            yield _grab(window)
    finally:
        window.close()
        window.deleteLater()
        QtWidgets.QApplication.processEvents()


def _wait_until_bag_can_be_judged(window: MainWindow) -> None:
    """Let the window run until the bag has been in view for a moment, or the results are shown."""
    page = window.page
    assert page is not None
    QTest.qWait(50)
    while not page.shows_results() and not page.answers.gate.is_open():
        QTest.qWait(50)


def _grab(window: QtWidgets.QWidget) -> Image.Image:
    buffer = QtCore.QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(buffer, "PNG")
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGB")


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))

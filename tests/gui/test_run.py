"""The start of the desktop: unsuitable versions, failures, the picture, the whole program once."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import CoalaError, ReviewError
from coala.gui import run
from coala.gui.run import CrashHandler, save_picture
from coala.model.bag import Verdict
from coala.review.file import Review
from docs import picture
from tests.support.board_files import put_board
from tests.support.windows import page_of

Reviews = Callable[..., Path]


@pytest.mark.parametrize(
    ("qt", "python", "good"),
    [
        ("6.11.3", (3, 11), True),
        ("6.12.0", (3, 11), False),
        ("6.13.1", (3, 11), False),
        ("6.12.0", (3, 12), True),
        ("7.0.0", (3, 11), False),
    ],
)
def test_the_pair_of_versions_that_aborts_is_refused(qt: str, python: tuple[int, int], good: bool) -> None:
    if good:
        run.check_qt(qt, python)
    else:
        with pytest.raises(CoalaError, match=r"3\.11"):
            run.check_qt(qt, python)


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_shows_the_window_and_leaves_the_review_alone(
    review_of: Reviews, tmp_path: Path, dark: bool
) -> None:
    review, target = review_of(5), tmp_path / "window.png"
    before = review.read_bytes()
    save_picture(review, target, size=(1280, 800), dark=dark, judged=[Verdict.BETTER, Verdict.WORSE])
    image = QtGui.QImage(str(target))
    assert image.size() == QtCore.QSize(1280, 800)
    assert (image.pixelColor(2, 790).lightness() < 128) is dark
    assert len({image.pixel(x, y) for x in range(0, 1280, 3) for y in range(0, 800, 50)}) > 5
    assert review.read_bytes() == before


def test_a_picture_shows_the_bag_that_is_asked_for_and_what_was_done(
    review_of: Reviews, tmp_path: Path
) -> None:
    review = review_of(3)
    for number in (0, 2):
        save_picture(review, tmp_path / f"{number}.png", show=number)
    save_picture(review, tmp_path / "next.png")
    save_picture(review, tmp_path / "results.png", act=lambda window: page_of(window).show_results())
    names = ("0", "2", "next", "results")
    first, third, waiting, results = (QtGui.QImage(str(tmp_path / f"{name}.png")) for name in names)
    assert first == waiting
    assert first != third
    assert results not in (first, third)


@pytest.mark.long
def test_the_pictures_of_the_documentation_are_made_in_silence(tmp_path: Path) -> None:
    # In a process of its own, whose clock runs: keys wait until a bag was in sight for a moment.
    done = subprocess.run(
        [sys.executable, picture.__file__, str(tmp_path)],
        # Elsewhere Qt itself says that it wants UTF-8.
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("", "")
    sizes = dict.fromkeys(("review-window.png", "review-window-dark.png", "board-page.png"), (1280, 800))
    views = "who-is-who.png", "who-is-who-settling.png", "who-is-who-large.png", "drawn-link.png"
    for name, size in (sizes | dict.fromkeys(views, picture.VIEW)).items():
        assert QtGui.QImage(str(tmp_path / name)).size() == QtCore.QSize(*size)
        assert (tmp_path / name).stat().st_size < 400_000
    for number in (1, 2, 3):
        assert not QtGui.QImage(str(tmp_path / f"first-review-{number}.png")).isNull()
    example = (tmp_path / "example-review.html").read_text(encoding="utf-8")
    assert "Both are called KPA" in example
    assert len(example) < 300_000


def test_a_picture_of_a_board_shows_its_page_and_leaves_it_alone(tmp_path: Path) -> None:
    board = tmp_path / "board.coala"
    put_board(board)
    before = board.read_bytes()
    save_picture(board, tmp_path / "page.png")
    save_picture(board, tmp_path / "judged.png", judged=[Verdict.WORSE])
    save_picture(board, tmp_path / "bag.png", show=0)
    page, judged, bag = (QtGui.QImage(str(tmp_path / f"{name}.png")) for name in ("page", "judged", "bag"))
    assert page.size() == QtCore.QSize(1280, 800)
    assert page != judged
    assert bag not in (page, judged)
    assert board.read_bytes() == before


def test_a_picture_of_nothing_and_one_that_cannot_be_written_are_refused(
    review_of: Reviews, tmp_path: Path
) -> None:
    with pytest.raises(ReviewError, match=r"none\.coala"):
        save_picture(tmp_path / "none.coala", tmp_path / "window.png")
    with pytest.raises(CoalaError, match=r"window\.png"):
        save_picture(review_of(1), tmp_path / "no folder" / "window.png")


def test_the_unexpected_is_one_sentence_and_a_traceback_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = CrashHandler(tmp_path / "settings")
    heard: list[str] = []
    failures.happened.disconnect()
    failures.happened.connect(heard.append)
    failures.install()
    try:
        try:
            raise ValueError("<b>boom</b>")
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        worker = threading.Thread(target=lambda: 1 / 0)
        worker.start()
        worker.join()
        QtWidgets.QApplication.processEvents()
    finally:
        failures.uninstall()
    assert [sentence.split("(")[1].split(")")[0] for sentence in heard] == ["ValueError", "ZeroDivisionError"]
    log = (tmp_path / "settings" / "coala.log").read_text(encoding="utf-8")
    assert "ValueError: <b>boom</b>" in log
    assert "ZeroDivisionError" in log
    assert sys.excepthook is not failures.handle


def test_the_program_opens_a_review_and_ends_with_its_window(review_of: Reviews, tmp_path: Path) -> None:
    path = review_of(2)
    seen: list[str] = []

    class Closer(QtCore.QObject):
        @QtCore.Slot()
        def close(self) -> None:
            for window in QtWidgets.QApplication.topLevelWidgets():
                if isinstance(window, QtWidgets.QMainWindow):
                    seen.append(window.windowTitle())
                    window.close()

    closer = Closer()
    QtCore.QTimer.singleShot(50, closer.close)
    (tmp_path / "preferences.json").write_text("{", encoding="utf-8")
    QtWidgets.QApplication.setLayoutDirection(QtCore.Qt.LayoutDirection.RightToLeft)
    assert run.run(path, preferences_path=tmp_path / "preferences.json", samples=()) == 0
    assert QtGui.QGuiApplication.desktopFileName() == "coala"
    assert seen == ["test.coala – COALA"]
    assert QtWidgets.QApplication.layoutDirection() is QtCore.Qt.LayoutDirection.LeftToRight
    assert not QtWidgets.QApplication.windowIcon().pixmap(64).isNull()
    with Review.open(path) as review:
        assert len(review.entries) == 2


def test_freezing_objects_again_collects_what_the_last_review_left_behind() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    held = [Cycle()]
    cycle = weakref.ref(held[0])
    try:
        run.freeze_objects()
        held.clear()
        gc.collect()
        assert cycle() is not None

        run.freeze_objects()

        assert cycle() is None
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()

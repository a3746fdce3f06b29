"""The dialog for two graphs, and the worker behind it, with a made-up comparison."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import Cancelled, ReadingError
from coala.gui.jobs import Job, Progress
from coala.gui.main_window import MainWindow
from coala.gui.open_dialog import OpenDialog
from coala.gui.preferences import Preferences
from coala.gui.warnings_dialog import WarningsDialog
from coala.model import Notice

from .reviews import a_bag, write_review

WARNING = Notice("text-mismatch", 12, "12 anchors differ from <b>their</b> text.", ("“a” & “b”", "x" * 5000))


class Comparing:
    """Stands for the engine: writes a review of three bags, fails, or goes on until it is cancelled."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.problem: Exception | None = None
        self.endless = False
        self.notices: tuple[Notice, ...] = ()
        self.thread: threading.Thread | None = None

    def __call__(
        self,
        baseline: str,
        changed: str,
        target: Path,
        *,
        gold: str | None,
        texts: str | None,
        progress: Progress,
        cancelled: Callable[[], bool],
    ) -> Path:
        self.asked.append((baseline, changed, target, gold, texts))
        self.thread = threading.current_thread()
        progress("Reading the graphs", 2**40, 2**41)
        while self.endless:
            if cancelled():
                raise Cancelled
            time.sleep(0.01)
        if self.problem is not None:
            raise self.problem
        return write_review(target, [a_bag(number) for number in range(3)], notices=self.notices)


@pytest.fixture
def comparing() -> Comparing:
    return Comparing()


@pytest.fixture
def dialog(comparing: Comparing, qtbot: QtBot) -> Iterator[OpenDialog]:
    dialog = OpenDialog(comparing)
    dialog.show()
    yield dialog
    dialog.drain()
    dialog.close()
    dialog.deleteLater()


@pytest.fixture
def window(comparing: Comparing, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    window = MainWindow(Preferences(), tmp_path / "preferences.json", comparing, lambda review, path: None)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    window.close()
    window.deleteLater()


def fill(dialog: OpenDialog, folder: Path) -> None:
    dialog.baseline.set_text(str(folder / "lemma.ttl"))
    dialog.changed.set_text(str(folder / "feature.nt.gz"))


def stopped(dialog: OpenDialog) -> bool:
    return not dialog.running()


def test_the_review_file_is_suggested_until_the_user_names_one(dialog: OpenDialog, tmp_path: Path) -> None:
    assert not dialog._compare.isEnabled()
    fill(dialog, tmp_path)
    assert dialog.target.text() == str(tmp_path / "lemma-feature.coala")
    assert dialog._compare.isEnabled()
    dialog.swap()
    assert dialog.target.text() == str(tmp_path / "feature-lemma.coala")
    assert dialog.baseline.text() == str(tmp_path / "feature.nt.gz")
    dialog.target.set_text("mine.coala")
    dialog.target.edited.emit()
    dialog.swap()
    assert dialog.target.text() == "mine.coala"


def test_a_graph_can_be_a_file_or_a_folder(dialog: OpenDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QtWidgets.QFileDialog, "getExistingDirectory", lambda *asked: "/graphs/all")
    monkeypatch.setattr(QtWidgets.QFileDialog, "getOpenFileName", lambda *asked: ("/graphs/one.ttl", ""))
    for field in (dialog.baseline, dialog.changed, dialog.gold):
        file, folder = field.findChildren(QtWidgets.QPushButton)
        folder.click()
        assert field.text() == "/graphs/all"
        file.click()
        assert field.text() == "/graphs/one.ttl"
        assert folder.accessibleName().startswith("Choose a folder: ")
    (folder,) = dialog.texts.findChildren(QtWidgets.QPushButton)
    folder.click()
    assert dialog.texts.text() == "/graphs/all"


def test_a_comparison_runs_in_a_worker_and_gives_the_review(
    dialog: OpenDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    fill(dialog, tmp_path)
    dialog.gold.set_text("gold.ttl")
    with qtbot.waitSignal(dialog.accepted):
        dialog.start()
        assert not dialog._form.isEnabled()
        assert not dialog._compare.isEnabled()
    target = tmp_path / "lemma-feature.coala"
    assert dialog.review == target
    expected = (str(tmp_path / "lemma.ttl"), str(tmp_path / "feature.nt.gz"), target, "gold.ttl", None)
    assert comparing.asked == [expected]
    assert comparing.thread is not threading.main_thread()


def test_a_problem_is_a_sentence_and_the_input_stays(
    dialog: OpenDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.problem = ReadingError("lemma.ttl, line 3: this is not <b>Turtle</b>.")
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: not dialog.running())
    assert dialog.isVisible()
    assert dialog.problem().endswith("lemma.ttl, line 3: this is not <b>Turtle</b>.")
    assert dialog.baseline.text() == str(tmp_path / "lemma.ttl")
    assert dialog._compare.isEnabled()


def test_the_unexpected_is_a_sentence_too(
    dialog: OpenDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    comparing.problem = ZeroDivisionError("oh")
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: not dialog.running())
    assert "Something unexpected went wrong" in dialog.problem()
    assert "ZeroDivisionError" in caplog.text


def test_cancel_stops_the_worker_and_a_second_close_the_dialog(
    dialog: OpenDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.endless = True
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: dialog._progress.value() == 500)
    assert dialog._step.text() == "Reading the graphs"
    qtbot.keyClick(dialog, QtCore.Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: not dialog.running())
    assert "Cancelled; nothing was changed." in dialog.problem()
    dialog.reject()
    assert not dialog.isVisible()


def test_two_dropped_files_are_both_sides(dialog: OpenDialog) -> None:
    dialog.take_files(["/a.ttl"])
    dialog.take_files(["/b.ttl"])
    assert (dialog.baseline.text(), dialog.changed.text()) == ("/a.ttl", "/b.ttl")
    dialog.take_files(["/c.ttl", "/d.ttl"])
    assert (dialog.baseline.text(), dialog.changed.text()) == ("/c.ttl", "/d.ttl")


def test_a_window_that_closes_waits_for_its_worker(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.endless = True
    window.dialogs.compare()
    dialog = window.dialogs.current
    assert isinstance(dialog, OpenDialog)
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: bool(comparing.asked))
    window.close()
    assert not window.findChildren(Job) or all(job.isFinished() for job in window.findChildren(Job))
    QtWidgets.QApplication.processEvents()
    dialog.close()


def test_warnings_are_read_before_the_review_begins(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.notices = (WARNING,)
    window.dialogs.compare()
    dialog = window.dialogs.current
    assert isinstance(dialog, OpenDialog)
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: isinstance(window.dialogs.current, WarningsDialog))
    warnings = window.dialogs.current
    assert isinstance(warnings, WarningsDialog)
    first, second, third, last = warnings.text().splitlines()
    assert first == "12 anchors differ from <b>their</b> text."
    assert second == "  – “a” & “b”"
    assert len(third) < 500
    assert last == "  and 10 more"
    warnings.accept()
    assert window.review is not None
    assert len(window.review.entries) == 3


def test_a_comparison_may_go_into_the_review_that_is_open(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    target = write_review(tmp_path / "lemma-feature.coala", [a_bag(0)])
    window.open_review(target)
    for problem in (ReadingError("No."), None):
        comparing.problem = problem
        window.dialogs.compare()
        dialog = window.dialogs.current
        assert isinstance(dialog, OpenDialog)
        fill(dialog, tmp_path)
        assert "keeps its verdicts" in dialog._hint.text()
        dialog.start()
        qtbot.waitUntil(partial(stopped, dialog))
        if problem is not None:
            dialog.reject()
        assert window.review is not None
        assert len(window.review.entries) == (1 if problem else 3)

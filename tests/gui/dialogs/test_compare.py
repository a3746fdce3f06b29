"""The dialog for two graphs, and the worker behind it, with a made-up comparison."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.engine.settings import read_settings
from coala.errors import Cancelled, ReadingError, ReviewError
from coala.gui.dialogs.compare import CompareDialog
from coala.gui.dialogs.compare_options import ChoiceField, NamesField
from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.engine import ComparisonWish, ReportProgress
from coala.gui.jobs import BackgroundJob
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.notices.notice import Notice
from coala.model.options import OPTIONS
from coala.review.listing import stored_settings
from tests.support.reviews import a_bag, make_review
from tests.support.windows import part_of

WARNING = Notice("text-mismatch", 12, "12 anchors differ from <b>their</b> text.")


class Comparing:
    """Replaces the engine: writes a review of three bags, fails, or continues until it is cancelled."""

    def __init__(self) -> None:
        self.asked: list[ComparisonWish] = []
        self.problem: Exception | None = None
        self.endless = False
        self.notices: tuple[Notice, ...] = ()
        self.thread: threading.Thread | None = None

    def __call__(
        self, wish: ComparisonWish, *, progress: ReportProgress, cancelled: Callable[[], bool]
    ) -> Path:
        self.asked.append(wish)
        self.thread = threading.current_thread()
        progress("Reading the graphs", 2**40, 2**41)
        while self.endless:
            if cancelled():
                raise Cancelled
            time.sleep(0.01)
        if self.problem is not None:
            raise self.problem
        return make_review(wish.target, [a_bag(number) for number in range(3)], notices=self.notices)


@pytest.fixture
def comparing() -> Comparing:
    return Comparing()


@pytest.fixture
def dialog(comparing: Comparing, qtbot: QtBot) -> Iterator[CompareDialog]:
    dialog = CompareDialog(comparing)
    dialog.show()
    yield dialog
    dialog.drain()
    dialog.close()
    dialog.deleteLater()


@pytest.fixture
def window(comparing: Comparing, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    window = MainWindow(Preferences(), tmp_path / "preferences.json", comparing)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    window.close()
    window.deleteLater()


def fill(dialog: CompareDialog, folder: Path) -> None:
    dialog.baseline.set_text(str(folder / "lemma.ttl"))
    dialog.changed.set_text(str(folder / "feature.nt.gz"))


def set_option(dialog: CompareDialog, name: str, text: str) -> None:
    """Set an option as the user does."""
    field = dialog.options.field(name)
    field.set_value(text)
    if isinstance(field, ChoiceField):
        field.activated.emit(field.currentIndex())
    elif isinstance(field, NamesField):
        field.textEdited.emit(text)


def ask(window: MainWindow) -> CompareDialog:
    """Return the dialog as the window opens it."""
    window.dialogs.compare()
    dialog = window.dialogs.current
    assert isinstance(dialog, CompareDialog)
    return dialog


def start_in_vain(window: MainWindow, comparing: Comparing, old: Path) -> CompareDialog:
    """Return a dialog that takes over verdicts of the review ``old``, and whose comparison will fail."""
    assert window.open_review(old)
    dialog = ask(window)
    fill(dialog, old.parent)
    dialog.verdicts.add([str(old)])
    comparing.problem = ReviewError("The disk is full.")
    dialog.start()
    return dialog


def stopped(dialog: CompareDialog) -> bool:
    return not dialog.is_running()


def test_a_graph_can_be_a_file_or_a_folder(dialog: CompareDialog, monkeypatch: pytest.MonkeyPatch) -> None:
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
    dialog: CompareDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    fill(dialog, tmp_path)
    dialog.gold.set_text("gold.ttl")
    with qtbot.waitSignal(dialog.accepted):
        dialog.start()
        assert not dialog.baseline.isEnabled()
        assert not part_of(dialog, QtWidgets.QPushButton, "Compare").isEnabled()
    target = tmp_path / "lemma--feature.coala"
    assert dialog.review == target
    (wish,) = comparing.asked
    assert (wish.baseline, wish.changed) == (str(tmp_path / "lemma.ttl"), str(tmp_path / "feature.nt.gz"))
    assert (wish.target, wish.gold, wish.texts) == (target, "gold.ttl", None)
    assert (tuple(wish.verdicts), wish.blind) == ((), False)
    assert read_settings(wish.settings) == read_settings({})
    assert comparing.thread is not threading.main_thread()


@pytest.mark.parametrize("problem", [ReadingError("line 3: no <b>Turtle</b>."), ZeroDivisionError("oh")])
def test_a_problem_is_shown_and_the_input_stays(
    problem: Exception,
    dialog: CompareDialog,
    comparing: Comparing,
    qtbot: QtBot,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    comparing.problem = problem
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: stopped(dialog))
    assert dialog.isVisible()
    is_expected = isinstance(problem, ReadingError)
    assert dialog.problem().endswith(str(problem)) is is_expected
    assert dialog.problem()
    assert ("ZeroDivisionError" in caplog.text) is not is_expected
    assert dialog.baseline.text() == str(tmp_path / "lemma.ttl")
    assert part_of(dialog, QtWidgets.QPushButton, "Compare").isEnabled()


def test_cancel_stops_the_worker_and_a_second_close_the_dialog(
    dialog: CompareDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.endless = True
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: part_of(dialog, QtWidgets.QProgressBar).value() == 500)
    assert dialog.step() == "Reading the graphs"
    qtbot.keyClick(dialog, QtCore.Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: stopped(dialog))
    assert dialog.problem()
    dialog.reject()
    assert not dialog.isVisible()


def test_a_window_that_closes_waits_for_its_worker(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.endless = True
    dialog = ask(window)
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: bool(comparing.asked))
    window.close()
    assert not window.findChildren(BackgroundJob) or all(
        job.isFinished() for job in window.findChildren(BackgroundJob)
    )
    QtWidgets.QApplication.processEvents()
    dialog.close()


def test_warnings_are_read_before_the_review_begins(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    comparing.notices = (WARNING,)
    dialog = ask(window)
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: isinstance(window.dialogs.current, WarningsDialog))
    warnings = window.dialogs.current
    assert isinstance(warnings, WarningsDialog)
    assert "12 anchors differ from <b>their</b> text." in warnings.text()
    warnings.accept()
    assert window.review is not None
    assert len(window.review.entries) == 3


def test_a_comparison_may_go_into_the_review_that_is_open(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    target = make_review(tmp_path / "lemma--feature.coala", [a_bag(0)])
    window.open_review(target)
    for problem in (ReadingError("No."), None):
        comparing.problem = problem
        dialog = ask(window)
        new = dialog.hint()
        fill(dialog, tmp_path)
        assert dialog.hint() not in ("", new)
        dialog.start()
        qtbot.waitUntil(partial(stopped, dialog))
        if problem is not None:
            dialog.reject()
        assert window.review is not None
        assert len(window.review.entries) == (1 if problem else 3)


def test_the_options_are_folded_away_and_a_key_unfolds_them(dialog: CompareDialog, qtbot: QtBot) -> None:
    assert not dialog.options.field("match").isVisible()
    before = dialog.height()
    fold = part_of(dialog.options, QtWidgets.QToolButton)
    fold.setFocus()
    qtbot.keyClick(fold, QtCore.Qt.Key.Key_Space)
    assert dialog.options.field("match").isVisible()
    assert dialog.height() > before
    qtbot.keyClick(fold, QtCore.Qt.Key.Key_Space)
    assert dialog.height() == before
    boxes = dialog.options.findChildren(QtWidgets.QComboBox)
    lines = [dialog.options.field("ignore_predicates"), dialog.options.field("ignore_types")]
    assert all(widget.accessibleName() for widget in (*boxes, *lines))


def test_what_is_chosen_goes_with_the_comparison(
    dialog: CompareDialog, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    fill(dialog, tmp_path)
    options = dialog.options
    options.unfold()
    options.field("vocabulary").set_value("gaf")
    options.field("match").set_value("overlap")
    options.field("kinds").set_value("coreference, type")
    options.field("map_documents").set_value("auto")
    options.field("offsets").set_value("utf-16")
    options.field("ends").set_value("inclusive")
    options.field("same_as").set_value("no")
    dialog.blind.setChecked(True)
    options.field("ignore_predicates").set_value("dcterms:subject,label  http://example.org/a,b")
    options.field("ignore_types").set_value("<http://www.w3.org/2002/07/owl#Thing>, Agent")
    with qtbot.waitSignal(dialog.accepted):
        dialog.start()
    (wish,) = comparing.asked
    wanted = read_settings(wish.settings)
    assert (wanted.reading.vocabulary, wanted.reading.offsets) == ("gaf", "utf-16")
    assert (wanted.reading.ends, wanted.reading.same_as, wish.blind) == ("inclusive", False, True)
    assert (wanted.match, wanted.map_documents) == ("overlap", "auto")
    assert wanted.selection.ignore_predicates == ("dcterms:subject", "label", "http://example.org/a,b")
    assert wanted.selection.ignore_types == ("<http://www.w3.org/2002/07/owl#Thing>", "Agent")
    assert len(wanted.selection.kinds) == 8


def test_a_file_can_be_chosen_for_the_vocabulary_and_for_the_map(
    dialog: CompareDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QtWidgets.QFileDialog, "getOpenFileName", lambda *asked: ("/own/file", ""))
    for button in dialog.options.findChildren(QtWidgets.QPushButton):
        assert button.accessibleName().startswith("Choose a file: ")
        button.click()
    assert dialog.options.settings()["vocabulary"] == "/own/file"
    assert dialog.options.settings()["map_documents"] == "/own/file"


STORED = {
    "vocabulary": "auto",
    "texts": "/texts",
    "base": "",
    "same_as": "no",
    "only_predicates": "http://example.org/p",
    "match": "overlap",
    "kinds": "all",
}


@pytest.fixture
def renewing(comparing: Comparing, qtbot: QtBot) -> CompareDialog:
    """Return a dialog in which every file that is there, such as this one, is a review with settings."""
    dialog = CompareDialog(comparing, read_settings=lambda path: STORED | {"base": "http://example.org/"})
    qtbot.addWidget(dialog)
    return dialog


def test_the_settings_of_the_open_review_are_known_too(
    window: MainWindow, comparing: Comparing, qtbot: QtBot, tmp_path: Path
) -> None:
    path = make_review(tmp_path / "one.coala", [a_bag(0)], settings=STORED)
    assert stored_settings(path) == STORED
    assert stored_settings(tmp_path / "none.coala") is None
    assert stored_settings(Path(__file__)) is None
    window.open_review(path)
    # Without the texts, which are not there as they were compared.
    known = {name: value for name, value in STORED.items() if name != "texts"}
    assert window.dialogs.read_settings(path) == known


def test_keys_of_labels_lead_each_to_its_field(dialog: CompareDialog) -> None:
    titles = {"Baseline graph", "Changed graph", "Gold graph", "Texts", "Review file"}
    dialog.options.unfold()
    labels = dialog.findChildren(QtWidgets.QLabel)
    led = [
        label.buddy() for label in labels if label.text().replace("&", "") in titles and "&" in label.text()
    ]
    assert len(led) == len(titles)
    for field in led:
        assert isinstance(field, QtWidgets.QLineEdit)
        assert field.focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus
    buttons = dialog.findChildren(QtWidgets.QAbstractButton)
    texts = [*(label.text() for label in labels), *(button.text() for button in buttons)]
    keys = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert sorted(keys) == sorted(set(keys))


def test_nothing_unseen_goes_from_one_review_into_another(renewing: CompareDialog, tmp_path: Path) -> None:
    dialog = renewing
    dialog.target.set_text(__file__)
    set_option(dialog, "match", "min")
    dialog.target.set_text(str(tmp_path / "brandnew.coala"))
    assert {"base", "only_predicates"}.isdisjoint(dialog.options.settings())
    assert dialog.options.kept() == ""
    assert dialog.texts.text() == ""
    assert dialog.options.field("match").value() == "min"
    # Texts that the user named stay.
    dialog.texts.set_text("/mine")
    for path in (__file__, str(tmp_path / "brandnew.coala")):
        dialog.target.set_text(path)
    assert dialog.texts.text() == "/mine"


def test_a_tilde_is_the_home_of_the_user(dialog: CompareDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("USERPROFILE", "/home/ann")
    dialog.target.set_text(" ~/x\0.coala")
    dialog.options.field("map_documents").set_value("~/map.tsv")
    assert Path(dialog.target.text()) == Path("/home/ann/x.coala")
    assert Path(dialog.options.settings()["map_documents"]) == Path("/home/ann/map.tsv")


def test_every_stored_option_has_a_field_or_is_kept(dialog: CompareDialog) -> None:
    stored = {option.name: f"/other/{option.name}" for option in OPTIONS if option.stored}
    fields = {option.name for option in OPTIONS if option.field}
    dialog.options.fill(stored)
    settings = dialog.options.settings()
    assert stored.keys() - settings.keys() == {"texts"}
    assert {name: settings[name] for name in stored.keys() - fields - {"texts"}} == {
        name: stored[name] for name in stored.keys() - fields - {"texts"}
    }


def test_reviews_whose_verdicts_are_taken_over_are_added_dropped_and_cleared(
    dialog: CompareDialog, comparing: Comparing, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [str(tmp_path / "old.coala"), str(tmp_path / "a;b.coala")]
    monkeypatch.setattr(QtWidgets.QFileDialog, "getOpenFileNames", lambda *_: (chosen, ""))
    add = part_of(dialog, QtWidgets.QPushButton, "Add files: Known verdicts")
    QTest.mouseClick(add, QtCore.Qt.MouseButton.LeftButton)
    dialog.add_files([str(tmp_path / "third.coala"), chosen[0]])
    assert dialog.baseline.text() == ""
    line = part_of(dialog, QtWidgets.QLineEdit, "Known verdicts: old.coala, a;b.coala, third.coala")
    assert line.isReadOnly()
    fill(dialog, tmp_path)
    dialog.start()
    qtbot.waitUntil(lambda: stopped(dialog))
    (wish,) = comparing.asked
    assert wish.verdicts == (*chosen, str(tmp_path / "third.coala"))
    clear = part_of(dialog, QtWidgets.QPushButton, "Remove all files: Known verdicts")
    QTest.mouseClick(clear, QtCore.Qt.MouseButton.LeftButton)
    assert dialog.verdicts.files() == ()
    assert not clear.isEnabled()


def test_the_open_review_is_let_go_of_while_its_verdicts_are_read(
    window: MainWindow, comparing: Comparing, tmp_path: Path, qtbot: QtBot
) -> None:
    old = make_review(tmp_path / "old.coala", [a_bag(0)])
    dialog = start_in_vain(window, comparing, old)
    # A file that is open here could not be read.
    assert window.review is None
    qtbot.waitUntil(lambda: stopped(dialog))
    comparing.problem = None
    dialog.start()
    qtbot.waitUntil(lambda: window.review is not None)
    assert window.review is not None
    assert window.review.path == tmp_path / "lemma--feature.coala"
    assert "Compared again" not in window.statusBar().currentMessage()


def test_a_dialog_that_is_closed_gives_the_review_back_whose_verdicts_were_wanted(
    window: MainWindow, comparing: Comparing, tmp_path: Path, qtbot: QtBot
) -> None:
    old = make_review(tmp_path / "old.coala", [a_bag(0)])
    dialog = start_in_vain(window, comparing, old)
    qtbot.waitUntil(lambda: stopped(dialog))
    dialog.reject()
    assert window.review is not None
    assert window.review.path == old

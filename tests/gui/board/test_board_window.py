"""A board in the window: from the figures to the cell, to the bag, and back to the same cell."""

from __future__ import annotations

import csv
import io
import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from coala.board.plan import Role
from coala.errors import Cancelled
from coala.gui.board.page import BoardPage
from coala.gui.dialogs.export import BoardExportDialog, ReviewExportDialog
from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.engine import export_board
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.model.notices.notice import make_notice
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import build_by_hand, chains, put_board, three_columns
from tests.support.windows import Key, Modifier, Windows, look, page_of, part_of, press, status


@pytest.fixture
def review(tmp_path: Path) -> Path:
    put_board(tmp_path / "board.coala")
    return tmp_path / "board.coala"


def board_of(window: MainWindow) -> BoardPage:
    assert window.boards.page is not None
    return window.boards.page


def shown(window: MainWindow) -> QtWidgets.QWidget | None:
    """Return the visible page: that of the board or that of a bag."""
    board = window.boards.page
    return board if board is not None and board.isVisible() else window.page


def judged(window: MainWindow) -> list[str]:
    """Return the counts of verdicts of each component."""
    model = board_of(window).table.model()
    return [str(model.index(row, 1).data()) for row in range(model.rowCount())]


def test_board_opens_with_the_keyboard_in_its_table(window: MainWindow) -> None:
    board = board_of(window)
    assert shown(window) is board
    assert board.table.hasFocus()
    assert board.table.model().rowCount() == 2
    assert window.windowTitle() == "board.coala – COALA"
    assert window.review is None


def test_enter_opens_the_review_of_a_component_and_esc_comes_back(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    for key, column in ((Key.Key_Up, "without/names"), (Key.Key_Down, "without/titles")):
        press(qtbot, key)
        before = board.position()
        press(qtbot, Key.Key_Return)
        assert shown(window) is page_of(window)
        assert window.review is not None
        assert window.review.column == column
        assert column in window.windowTitle()
        press(qtbot, Key.Key_Escape)
        assert shown(window) is board
        assert board.table.hasFocus()
        assert board.position() == before
        assert status(window) == board.table.words()
        assert window.review is None


def test_verdict_is_counted_in_each_row_that_has_the_bag(qtbot: QtBot, window: MainWindow) -> None:
    """Judge Ann, who is in both columns of the first role: one verdict holds in both."""
    assert judged(window) == ["0 of 2", "0 of 1"]
    press(qtbot, Key.Key_Plus)
    assert judged(window) == ["0 of 2", "0 of 1"]
    press(qtbot, Key.Key_Down)
    press(qtbot, Key.Key_Return)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Escape)
    assert judged(window) == ["1 of 2  −1", "1 of 1  −1"]
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Escape)
    assert judged(window) == ["0 of 2", "0 of 1"]


def test_brackets_walk_the_components_that_change_the_same_bag(qtbot: QtBot, window: MainWindow) -> None:
    window.boards.open_column(0, 0)
    switch, back = (window.actions_by_name[name] for name in ("switch_role", "back_to_board"))
    assert (switch.isVisible(), back.isVisible()) == (False, True)
    press(qtbot, Key.Key_BracketRight)
    assert window.review is not None
    assert window.review.column == "without/titles"
    press(qtbot, Key.Key_BracketRight)
    assert window.review.column == "without/titles"
    press(qtbot, Key.Key_Escape)
    assert board_of(window).position().name == "titles"
    assert (switch.isVisible(), back.isVisible()) == (True, False)


def test_verdict_given_elsewhere_before_a_column_is_opened_is_counted_afterwards(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    judge_elsewhere(tmp_path / "board.coala", Verdict.WORSE)
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Escape)
    assert judged(window)[0] == "1 of 2  −1"


def test_page_in_html_is_made_and_opened_by_its_button(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QtCore.QUrl] = []

    def open_url(url: QtCore.QUrl) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(QtGui.QDesktopServices, "openUrl", open_url)
    for times in (1, 2):
        qtbot.mouseClick(board_of(window).open_page, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda times=times: len(opened) == times)  # type: ignore[misc]
        qtbot.waitUntil(lambda: window.boards._job is None)
    page = Path(opened[0].toLocalFile()).read_text(encoding="utf-8")
    assert "<svg" in page
    assert "COALA board" in page
    monkeypatch.setattr(QtGui.QDesktopServices, "openUrl", lambda url: False)
    qtbot.mouseClick(board_of(window).open_page, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened[0].toLocalFile() in status(window))


def test_page_in_html_of_a_board_that_is_in_use_is_refused_with_the_reason(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    with Review.open(tmp_path / "board.coala", reviewer="Bo", column="titles"):
        qtbot.mouseClick(board_of(window).open_page, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "board.coala" in window.notice.text())
    assert status(window) == board_of(window).table.words()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the pages that were opened in the browser."""
    pages: list[Path] = []

    def open_url(url: QtCore.QUrl) -> bool:
        pages.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QtGui.QDesktopServices, "openUrl", open_url)
    return pages


def test_page_without_a_temporary_folder_is_refused_and_made_when_there_is_one(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: list[Path]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    press(qtbot, Key.Key_P)
    assert "temporary folder" in window.notice.text()
    assert status(window) == board_of(window).table.words()
    (tmp_path / "none").mkdir()
    for times in (1, 2):
        press(qtbot, Key.Key_P)
        qtbot.waitUntil(lambda times=times: len(opened) == times)  # type: ignore[misc]
        qtbot.waitUntil(lambda: window.boards._job is None)
        assert "COALA board" in opened[-1].read_text(encoding="utf-8")
        shutil.rmtree(opened[-1].parent)
    assert status(window) == board_of(window).table.words()


def test_column_is_opened_after_the_page_is_made(
    qtbot: QtBot, window: MainWindow, opened: list[Path]
) -> None:
    window.boards.open_in_browser()
    window.boards.open_column(0)
    assert shown(window) is board_of(window)
    qtbot.waitUntil(lambda: window.review is not None)
    assert len(opened) == 1
    assert not window.notice.isVisible()
    assert shown(window) is page_of(window)


def test_column_waits_for_no_page_once_its_board_is_closed(
    qtbot: QtBot, window: MainWindow, opened: list[Path]
) -> None:
    window.boards.open_in_browser()
    window.boards.open_column(0)
    window.actions_by_name["close"].trigger()
    qtbot.waitUntil(lambda: window.boards._job is None)
    assert (window.review, window.boards.page) == (None, None)


def test_page_from_a_column_goes_back_to_the_board_first(
    qtbot: QtBot, window: MainWindow, opened: list[Path]
) -> None:
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_P)
    assert shown(window) is board_of(window)
    qtbot.waitUntil(lambda: len(opened) == 1)
    qtbot.waitUntil(lambda: window.boards._job is None)


def test_order_of_the_list_is_a_menu_on_a_board(window: MainWindow) -> None:
    window.actions_by_name["order"].trigger()
    assert any(menu.isVisible() for menu in board_of(window).table.findChildren(QtWidgets.QMenu))


def test_tag_after_a_verdict_in_a_column_is_kept_with_the_bag_that_was_judged(
    qtbot: QtBot, window: MainWindow
) -> None:
    press(qtbot, Key.Key_Return)
    page = page_of(window)
    judged = page.session.current
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    assert page.session.current != judged
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    press(qtbot, Key.Key_C)
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, "why")
    press(qtbot, Key.Key_Left, Modifier.AltModifier)
    assert shown(window) is board_of(window)
    press(qtbot, Key.Key_Return)
    review = window.review
    assert review is not None
    assert review.states()[judged] == State(
        Verdict.BETTER, Comment("why", ("name",)), gold_seen=review.states()[judged].gold_seen
    )
    assert sum(bool(state.comment.note or state.comment.tags) for state in review.states()) == 1


def test_who_goes_on_judging_a_column_does_so_in_the_next_one_too(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, Key.Key_Return)
    window.go_on_as("Zoe")
    press(qtbot, Key.Key_BracketRight)
    assert window.review is not None
    assert (window.review.column, window.review.reviewer) == ("without/titles", "Zoe")
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    assert window.review.states_of("Zoe")
    press(qtbot, Key.Key_Escape)
    assert judged(window)[0] == "1 of 2  −1"


def test_who_judges_under_another_name_for_a_while_finds_the_own_verdicts_on_the_board(
    qtbot: QtBot, window: MainWindow
) -> None:
    press(qtbot, Key.Key_Return)
    window.go_on_as("Zoe")
    window.go_on_as("")
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Escape)
    assert judged(window)[0] == "1 of 2  −1"


def test_the_role_is_switched_by_key_and_by_mouse(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    press(qtbot, Key.Key_X)
    assert board.role is Role.STEP
    assert board.table.model().rowCount() == 1
    press(qtbot, Key.Key_X)
    assert board_of(window).role is Role.WITHOUT
    button = next(each for each in board.findChildren(QtWidgets.QPushButton) if each.text() == "step by step")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert board_of(window).role is Role.STEP


def test_closing_leads_to_the_start_page_and_the_board_opens_again(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_W, Modifier.ControlModifier)
    assert window.boards.page is None
    assert window.start_page.isVisible()
    assert window.windowTitle() == "COALA"
    assert window.open_review(tmp_path / "board.coala")
    assert window.open_review(tmp_path / "board.coala")
    assert status(window) == "board.coala is open already."


def test_a_column_that_is_named_is_opened_at_once_and_esc_shows_the_board(
    qtbot: QtBot, window_of: Windows, tmp_path: Path
) -> None:
    put_board(tmp_path / "board.coala")
    window = window_of()
    assert window.open_review(tmp_path / "board.coala", 1, "without/names")
    assert window.review is not None
    assert (window.review.column, page_of(window).session.current) == ("without/names", 1)
    press(qtbot, Key.Key_Escape)
    assert shown(window) is board_of(window)


def test_a_column_that_is_named_is_the_row_on_the_board(
    qtbot: QtBot, window_of: Windows, tmp_path: Path
) -> None:
    full = chains("Ann Bob Eve")
    made = build_by_hand(
        {
            ("names", Role.WITHOUT): (chains("Bob Eve"), full),
            ("names", Role.STEP): (chains("Eve"), full),
            ("titles", Role.STEP): (chains("Bob Eve"), full),
            ("dates", Role.STEP): (chains("Ann Eve"), full),
        }
    )
    write_board(tmp_path / "board.coala", *made, command=["board"])
    window = window_of()
    assert window.open_review(tmp_path / "board.coala", 0, "step/names")
    assert board_of(window).position()[:2] == (Role.STEP, "names")
    press(qtbot, Key.Key_BracketRight)
    assert window.review is not None
    assert window.review.column == "step/titles"
    press(qtbot, Key.Key_Escape)
    assert board_of(window).position()[:2] == (Role.STEP, "titles")


def test_another_window_does_not_open_the_same_board(
    window: MainWindow, window_of: Windows, tmp_path: Path
) -> None:
    other = window_of()
    assert not other.open_review(tmp_path / "board.coala")
    assert "open in another COALA window" in other.notice.text()


def test_board_rewritten_meanwhile_is_shown_again_and_opens_no_other_bag(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    full = chains("Ann Bob Eve")
    changed = build_by_hand({("names", Role.WITHOUT): (chains("Ann Eve"), full)})
    write_board(tmp_path / "board.coala", *changed, command=["board", "again"])
    before = board_of(window)
    press(qtbot, Key.Key_Return)
    assert window.review is None
    assert board_of(window) is not before
    assert shown(window) is board_of(window)
    assert "has changed" in window.notice.text()
    press(qtbot, Key.Key_Return)
    assert window.review is not None


def judge_elsewhere(path: Path, verdict: Verdict, reviewer: str | None = None) -> None:
    """Judge a bag of the board as another program would."""
    with Review.open(path, column="without/names", reviewer=reviewer) as review:
        review.judge(0, State(verdict))


def test_who_opens_a_board_that_only_others_judged_may_go_on_as_one_of_them(
    qtbot: QtBot, window_of: Windows, tmp_path: Path
) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    judge_elsewhere(path, Verdict.WORSE, "Zoe")
    window = window_of(path)
    assert "Zoe has judged 1 bag." in window.notice.text()
    go_on = next(each for each in window.notice.findChildren(QtWidgets.QPushButton) if "Zoe" in each.text())
    qtbot.mouseClick(go_on, Qt.MouseButton.LeftButton)
    assert judged(window)[0] == "1 of 2  −1"


def test_warnings_of_a_board_are_shown_once_on_opening_and_by_the_menu(
    window_of: Windows, tmp_path: Path
) -> None:
    path = tmp_path / "board.coala"
    board, comparisons = three_columns()
    notice = make_notice("shared-span", 2).found_in("graph", "without-names.ttl")
    write_board(path, replace(board, notices=(notice,)), comparisons, command=["board"])
    window = window_of(path)
    first = window.dialogs.current
    assert isinstance(first, WarningsDialog)
    assert "without-names.ttl" in first.text()
    first.accept()
    window.actions_by_name["close"].trigger()
    window.open_review(path)
    assert window.dialogs.current is first
    window.actions_by_name["warnings"].trigger()
    again = window.dialogs.current
    assert isinstance(again, WarningsDialog)
    assert again is not first
    assert notice.sentence in again.text()
    again.accept()


def export_of(window: MainWindow) -> BoardExportDialog:
    """Return the dialog for exporting the board."""
    dialog = window.dialogs.current
    assert isinstance(dialog, BoardExportDialog)
    return dialog


def test_the_whole_board_is_exported_from_its_page_and_a_column_from_a_bag(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[Path]
) -> None:
    target = tmp_path / "page.html"
    monkeypatch.setattr(
        QtWidgets.QFileDialog, "getSaveFileName", lambda *_: (str(target.with_suffix("")), "")
    )
    press(qtbot, Key.Key_E, Modifier.ControlModifier)
    dialog = export_of(window)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog, Key.Key_Return)
    assert "COALA board" in target.read_text(encoding="utf-8")
    assert str(target) in window.notice.text()
    part_of(window.notice, QtWidgets.QPushButton, "Open").click()
    assert opened == [target]
    assert window.review is None
    with qtbot.waitActive(window):
        window.activateWindow()
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_E, Modifier.ControlModifier)
    assert isinstance(window.dialogs.current, ReviewExportDialog)


def test_what_was_judged_a_moment_ago_is_in_the_exports_and_what_others_say_of_other_bags_is_not(
    qtbot: QtBot, tmp_path: Path, window_of: Windows
) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    with Review.open(path, reviewer="Somebody else", column="without/names") as review:
        review.judge(0, State(Verdict.WORSE, Comment("Too eager")))
        review.judge(1, State(Verdict.WORSE, Comment("Too late")))
    window = window_of(path)
    press(qtbot, Key.Key_Return)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Escape)
    target = tmp_path / "out"
    told = {}
    for name in ("html", "csv", "json"):
        window.dialogs.export()
        dialog = export_of(window)
        dialog.choose(name)
        with qtbot.waitSignal(dialog.accepted):
            dialog.export_to(target)
        told[name] = target.read_text(encoding="utf-8")
    assert "Too eager" in told["html"]
    assert "Too late" not in told["html"]
    assert "0 of 3 bags judged, 1 disputed, 2 left." in told["html"]
    rows = list(csv.DictReader(io.StringIO(told["csv"])))
    assert [row["verdict"] for row in rows] == ["better", "", "better", "", ""]
    everything = json.loads(told["json"])["all"]
    assert (everything["judged"], everything["better"]) == (1, 1)


def test_an_export_replaces_neither_the_board_nor_a_graph_of_it_and_can_be_cancelled(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full.ttl").touch()
    before = (tmp_path / "board.coala").read_bytes()
    window.dialogs.export()
    dialog = export_of(window)
    for path, said in (
        (tmp_path / "board.coala", "this is the board itself"),
        (Path("full.ttl"), "this is a graph of the board"),
        (tmp_path / "missing" / "x.html", "cannot be written"),
    ):
        dialog.export_to(path)
        qtbot.waitUntil(dialog.save.isEnabled)
        assert said in dialog.problem.text()
        assert dialog.isVisible()
    with Review.open(tmp_path / "board.coala", reviewer="Bo", column="titles"):
        dialog.export_to(tmp_path / "page.html")
        qtbot.waitUntil(dialog.save.isEnabled)
    assert "open in another COALA window or process" in dialog.problem.text()
    dialog.export_to(tmp_path / "page.html")
    dialog.reject()
    qtbot.waitUntil(dialog.save.isEnabled)
    assert not (tmp_path / "page.html").exists()
    assert (tmp_path / "board.coala").read_bytes() == before


@pytest.mark.parametrize("name", ["html", "csv", "json"])
def test_a_cancel_while_a_board_is_put_together_is_heard_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    path, target = tmp_path / "board.coala", tmp_path / "out"
    put_board(path)
    answers = iter([False])
    work = export_board(path, "Me", name, target)
    with pytest.raises(Cancelled):
        work(progress=lambda *_: None, cancelled=lambda: next(answers, True))
    assert not target.exists()

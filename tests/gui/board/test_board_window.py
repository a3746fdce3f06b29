"""A board in the window: from the figures to the cell, to the bag, and back to the same cell."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from coala.board.plan import Role
from coala.errors import Cancelled
from coala.gui.board.matrix import MatrixModel
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
from tests.support.windows import Key, Modifier, Windows, look, page_of, press, status


@pytest.fixture
def review(tmp_path: Path) -> Path:
    put_board(tmp_path / "board.coala")
    return tmp_path / "board.coala"


def board_of(window: MainWindow) -> BoardPage:
    assert window.boards.page is not None
    return window.boards.page


def go_to(board: BoardPage, column: int, number: int) -> None:
    """Choose the cell of a column's bag."""
    model = board.matrix.model()
    assert isinstance(model, MatrixModel)
    assert model.matrix is not None
    found = model.matrix.find(column, number)
    assert found is not None
    board.matrix.choose(*found)


def shown(window: MainWindow) -> QtWidgets.QWidget | None:
    """Return the visible page: that of the board or that of a bag."""
    board = window.boards.page
    return board if board is not None and board.isVisible() else window.page


def test_a_board_opens_with_its_table_and_the_keyboard_in_the_matrix(window: MainWindow) -> None:
    board = board_of(window)
    assert shown(window) is board
    assert board.matrix.hasFocus()
    assert board.table.model().rowCount() == 2
    assert window.windowTitle() == "board.coala – COALA"
    assert window.review is None


def test_enter_opens_the_bag_and_esc_comes_back_to_the_same_cell(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    cell, words = board.matrix.current_cell(), board.matrix.words()
    press(qtbot, Key.Key_Return)
    page = page_of(window)
    assert shown(window) is page
    assert window.review is not None
    assert window.review.column == "without/names"
    assert "without/names" in window.windowTitle()
    press(qtbot, Key.Key_Escape)
    assert shown(window) is board
    assert board.matrix.hasFocus()
    assert (board.matrix.current_cell(), board.matrix.words()) == (cell, words)
    assert window.review is None


def test_verdict_on_a_bag_is_shown_in_matrix_and_table(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    assert "not judged" in board.matrix.words()
    press(qtbot, Key.Key_Return)
    page = page_of(window)
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Escape)
    assert "judged better" in board.matrix.words()
    assert "1 of 2 bags (+1)" in board.table.words()
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Escape)
    assert "not judged" in board.matrix.words()


def test_tag_after_a_verdict_in_a_column_is_kept_with_the_bag_that_was_judged(
    qtbot: QtBot, window: MainWindow
) -> None:
    press(qtbot, Key.Key_Return)
    page = page_of(window)
    judged = page.controller.current
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    assert page.controller.current != judged
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
    assert page_of(window).controller.current == judged
    assert review.states()[judged] == State(
        Verdict.BETTER, Comment("why", ("name",)), gold_seen=review.states()[judged].gold_seen
    )
    assert sum(bool(state.comment.note or state.comment.tags) for state in review.states()) == 1


def test_the_same_question_is_judged_in_each_column_that_asks_it(qtbot: QtBot, window: MainWindow) -> None:
    """Judge Ann, who is in both columns of the first role: one verdict holds in both."""
    board = board_of(window)
    go_to(board, 1, 0)
    press(qtbot, Key.Key_Return)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Escape)
    assert "judged worse" in board.matrix.words()
    press(qtbot, Key.Key_BracketLeft)
    assert "Ann”, names: " in board.matrix.words()
    assert "judged worse" in board.matrix.words()


def test_brackets_walk_the_components_also_from_bag_to_bag(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    go_to(board, 0, 0)
    press(qtbot, Key.Key_BracketRight)
    assert board.table.words().startswith("titles")
    press(qtbot, Key.Key_BracketLeft)
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_BracketRight)
    assert window.review is not None
    assert window.review.column == "without/titles"
    press(qtbot, Key.Key_BracketRight)
    assert status(window) == "No other component in this table changes this bag."
    press(qtbot, Key.Key_Escape)
    assert "Ann”, titles: " in board.matrix.words()


def test_who_goes_on_judging_a_column_does_so_in_the_next_one_too(qtbot: QtBot, window: MainWindow) -> None:
    go_to(board_of(window), 0, 0)
    press(qtbot, Key.Key_Return)
    window.go_on_as("Zoe")
    press(qtbot, Key.Key_BracketRight)
    assert window.review is not None
    assert (window.review.column, window.review.reviewer) == ("without/titles", "Zoe")
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    assert window.review.states_of("Zoe")
    press(qtbot, Key.Key_Escape)
    assert "judged worse" in board_of(window).matrix.words()


def test_who_judges_under_another_name_for_a_while_finds_the_own_verdicts_on_the_board(
    qtbot: QtBot, window: MainWindow
) -> None:
    go_to(board_of(window), 0, 0)
    press(qtbot, Key.Key_Return)
    window.go_on_as("Zoe")
    window.go_on_as("")
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Escape)
    assert "judged worse" in board_of(window).matrix.words()


def test_j_and_k_walk_the_bags_of_a_component(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    go_to(board, 0, 0)
    first = board.matrix.words()
    step = Key.Key_J if board.matrix.current_cell()[0] == 1 else Key.Key_K
    press(qtbot, step)
    assert board.matrix.words() != first
    press(qtbot, Key.Key_K if step == Key.Key_J else Key.Key_J)
    assert board.matrix.words() == first


def test_arrow_keys_move_from_cell_to_cell(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    board.matrix.choose(1, 0)
    press(qtbot, Key.Key_Right)
    assert board.matrix.current_cell() == (1, 1)
    assert "titles" in status(window)


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


def test_verdict_keys_do_nothing_on_the_board(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Escape)
    assert "not judged" in board_of(window).matrix.words()


def test_a_meeting_filters_the_matrix_and_esc_shows_all_again(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    everything = board.matrix.model().rowCount()
    board.meetings.setCurrentIndex(1)
    assert board.matrix.model().rowCount() < everything
    board.matrix.setFocus()
    press(qtbot, Key.Key_Escape)
    assert board.matrix.model().rowCount() == everything
    assert board.meetings.currentIndex() == 0


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
    assert (window.review.column, page_of(window).controller.current) == ("without/names", 1)
    press(qtbot, Key.Key_Escape)
    assert shown(window) is board_of(window)


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


def test_verdicts_that_are_given_elsewhere_meanwhile_are_shown(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    board = board_of(window)
    go_to(board, 0, 0)
    judge_elsewhere(tmp_path / "board.coala", Verdict.WORSE)
    qtbot.waitUntil(lambda: "judged worse" in board.matrix.words())
    assert "1 of 2 bags" in board.table.words()
    assert "gave elsewhere" in status(window)
    assert board_of(window) is board
    judge_elsewhere(tmp_path / "board.coala", Verdict.BETTER, "somebody else")
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Escape)
    assert "judged worse" in board_of(window).matrix.words()


def test_verdicts_that_were_given_elsewhere_just_before_a_bag_is_opened_stand_on_the_board_afterwards(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    go_to(board_of(window), 1, 0)
    judge_elsewhere(tmp_path / "board.coala", Verdict.WORSE)
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_BracketLeft)
    assert "names: bag 1, judged worse" in board_of(window).matrix.words()


def test_what_is_judged_here_is_no_news(qtbot: QtBot, window: MainWindow) -> None:
    board = board_of(window)
    press(qtbot, Key.Key_Return)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Escape)
    said = status(window)
    window.boards.watch.look()
    assert (board_of(window), status(window)) == (board, said)
    assert window.boards.path is not None
    judge_elsewhere(window.boards.path, Verdict.WORSE, "somebody else")
    window.boards.watch.look()
    assert (board_of(window), status(window)) == (board, said)


def test_a_board_that_is_made_again_is_shown_by_itself_and_one_that_cannot_be_read_is_waited_for(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "board.coala"
    before = board_of(window)
    kept = path.read_bytes()
    path.write_bytes(b"no review")
    window.boards.watch.look()
    assert board_of(window) is before
    path.write_bytes(kept)
    full = chains("Ann Bob Eve")
    write_board(path, *build_by_hand({("new", Role.WITHOUT): (chains("Ann Eve"), full)}), command=["board"])
    window.boards.watch.look()
    assert board_of(window) is not before
    assert board_of(window).table.words().startswith("new")
    assert "has changed" in window.notice.text()


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
    go_to(board_of(window), 0, 0)
    assert "judged worse" in board_of(window).matrix.words()


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


def test_the_menu_closes_a_board_and_not_a_review_where_one_is_open(qtbot: QtBot, window: MainWindow) -> None:
    close = window.actions_by_name["close"]
    assert close.text() == "C&lose board"
    press(qtbot, Key.Key_Return)
    assert close.text() == "C&lose board"
    close.trigger()
    assert close.text() == "C&lose review"


def test_a_board_that_is_made_again_stays_at_its_bag_where_it_still_has_it(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    before = board_of(window)
    go_to(before, 0, 1)
    assert before.matrix.words().startswith("“http://example.org/Bob”, names: bag 2")
    full = chains("Ann Bob Eve")
    pairs = {("titles", Role.WITHOUT): (chains("Bob"), full), ("names", Role.WITHOUT): (chains("Ann"), full)}
    write_board(tmp_path / "board.coala", *build_by_hand(pairs), command=["board"])
    window.boards.watch.look()
    assert board_of(window) is not before
    assert board_of(window).matrix.words().startswith("“http://example.org/Bob”, names: bag 1")


def test_a_board_that_is_made_again_without_the_role_that_was_shown_is_shown_in_another(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    before = board_of(window)
    press(qtbot, Key.Key_X)
    pairs = {("names", Role.WITHOUT): (chains("Ann"), chains("Ann Bob Eve"))}
    write_board(tmp_path / "board.coala", *build_by_hand(pairs), command=["board"])
    window.boards.watch.look()
    assert board_of(window) is not before
    assert board_of(window).role is Role.WITHOUT


def export_of(window: MainWindow) -> BoardExportDialog:
    """Return the dialog for exporting the board."""
    dialog = window.dialogs.current
    assert isinstance(dialog, BoardExportDialog)
    return dialog


def test_the_whole_board_is_exported_from_its_page_and_a_column_from_a_bag(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    assert str(target) in window.statusBar().currentMessage()
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
    go_to(board_of(window), 0, 0)
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
    assert "0 of 3 bags judged, 1 disputed." in told["html"]
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

"""The view "Who is who?" in the window: its keys, what they store, and that they are no answers."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.diff.sentences import BagSentences
from coala.errors import ReviewError
from coala.gui.bag_view import who_is_who
from coala.gui.bag_view.chain_map import GROUPS_ROLE, ChainMapView
from coala.gui.bag_view.evidence_view import EvidenceView
from coala.gui.bag_view.who_is_who import GROUP_ROLE, PartList, WhoIsWhoView
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.sidebar.verdict_bar import VerdictButton
from coala.gui.widgets.theme import Theme
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.present.part_lines import PartLine, PartLines
from coala.present.placing import PlacingLine
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from coala.verdicts.groups import Groups
from tests.support.all_texts import all_texts
from tests.support.corpora import write_newswire
from tests.support.great_bags import a_merged_bag, a_wide_bag, write_bags
from tests.support.novels import write_novel
from tests.support.parted_bags import make_parted_review
from tests.support.windows import (
    CLOCK,
    Key,
    Modifier,
    Windows,
    hear,
    hit,
    look,
    page_of,
    part_of,
    press,
    status,
    verdicts,
)

ACCESSIBLE = QtCore.Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return three bags: abc, de and f became one; hijkl fell apart, with m and n; o and p became one."""
    return make_parted_review(tmp_path / "parted.coala")


@pytest.fixture(scope="module")
def newswire(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_newswire(tmp_path_factory.mktemp("news") / "newswire.coala", gold=True)


@pytest.fixture
def news(newswire: Path, tmp_path: Path, window_of: Windows) -> Callable[[int], MainWindow]:
    """Return a function that opens a copy of the sample's review at a bag."""

    def make(bag: int) -> MainWindow:
        window = window_of(Path(shutil.copy(newswire, tmp_path / "news.coala")))
        page_of(window).session.show(bag - 1)
        return window

    return make


def show_bag(window: MainWindow, place: int) -> None:
    page_of(window).session.show(_find(window)[place])


def _find(window: MainWindow) -> list[int]:
    """Return the numbers of the bags in the order of the text: abcdef, hijkl, op."""
    review = page_of(window).session.review
    return sorted(range(3), key=lambda number: review.bag(number).spans[0].begin)


def lines(window: MainWindow) -> PartList:
    return part_of(window, PartList)


def groups(window: MainWindow) -> list[int]:
    model = lines(window).part_model()
    return [model.index(row).data(GROUP_ROLE) for row in range(model.rowCount())]


def stored(window: MainWindow, bag: int) -> Groups | None:
    return page_of(window).session.progress.state(bag).groups


def rule(window: MainWindow) -> tuple[list[int], Verdict | None]:
    """Return the figures of the rule, once it has got its room, and the verdict that it leads to."""
    QtWidgets.QApplication.processEvents()
    placing = page_of(window).who.placing()
    assert placing is not None
    return list(map(int, re.findall(r"\d+", page_of(window).bar.question()))), placing.links().verdict


def answers_shown(window: MainWindow) -> bool:
    shown = {button.isVisible() for button in page_of(window).bar.findChildren(VerdictButton)}
    assert len(shown) == 1
    return shown.pop()


def button(window: MainWindow, label: str) -> QtWidgets.QAbstractButton:
    (found,) = [
        each
        for each in page_of(window).findChildren(QtWidgets.QAbstractButton)
        if each.text().split("\n")[0] == label
    ]
    return found


def test_key_and_button_show_the_parts_in_the_place_of_the_evidence_and_of_the_answers(
    window: MainWindow, qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    show_bag(window, 0)
    page = page_of(window)
    evidence, asked = part_of(page.pane, EvidenceView), page.bar.question()
    assert button(window, "Who is who?").isVisible()
    press(qtbot, Key.Key_E)
    assert (page.who.is_open(), evidence.isVisible(), answers_shown(window)) == (True, False, False)
    assert lines(window).hasFocus()
    assert rule(window) == ([], Verdict.BETTER)
    model = lines(window).part_model()
    qtmodeltester.check(model)
    spoken = [model.index(row).data(ACCESSIBLE) for row in range(model.rowCount())]
    assert spoken == ["Group 1: A1, a, 3 mentions", "Group 1: B1, d, 2 mentions", "Group 1: C1, f, 1 mention"]
    press(qtbot, Key.Key_Escape)
    assert (page.who.is_open(), evidence.isVisible(), answers_shown(window)) == (False, True, True)
    assert page.bar.question() == asked
    button(window, "Who is who?").click()
    assert page.who.is_open()
    button(window, "Back").click()
    assert not page.who.is_open()
    # A bag of one link needs no groups.
    show_bag(window, 2)
    assert not button(window, "Who is who?").isVisible()
    press(qtbot, Key.Key_E)
    assert not page.who.is_open()
    assert status(window)


def test_digits_place_parts_and_enter_stores_what_follows(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 0)
    bag = page_of(window).session.current
    press(qtbot, Key.Key_E)
    # The odd line is the smallest part, f.
    assert lines(window).currentIndex().row() == 2
    hit(window, qtbot, Key.Key_2, Key.Key_Up, Key.Key_2, Key.Key_K, Key.Key_1)
    assert (groups(window), verdicts(window)) == ([1, 1, 2], "...")
    assert page_of(window).pane.who.summary() == "2 groups · 1 part moved"
    assert rule(window) == ([1, 2], Verdict.SAME)
    hit(window, qtbot, Key.Key_Return)
    assert stored(window, bag) == Groups(((0, 3), (5,)), start=1, moved=1)
    assert page_of(window).session.progress.state(bag).verdict is Verdict.SAME
    assert page_of(window).session.current != bag
    assert not page_of(window).who.is_open()
    assert answers_shown(window)
    assert not lines(window).isVisible()
    press(qtbot, Key.Key_Minus)
    assert sorted(verdicts(window)) == ["-", ".", "="]


def test_each_placing_speaks_the_group_of_its_line_and_the_rule_when_it_changes(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_bag(window, 0)
    heard = hear(page_of(window).session)

    def said() -> list[str | list[int]]:
        """Return what was spoken since the last call: the group of a line, and the figures of the rule."""
        found = [each if ": " in each else list(map(int, re.findall(r"\d+", each))) for each in heard]
        heard.clear()
        return found

    press(qtbot, Key.Key_E)
    assert said() == [[]]
    for keys, expected in (
        ([Key.Key_2], ["C1: group 2", [1, 2]]),
        ([Key.Key_2], ["C1: group 2"]),
        ([Key.Key_X], ["C1: no mention"]),
        ([Key.Key_Question], ["C1: not sure", [1, 2, 2]]),
        # Refused, so nothing was placed.
        ([Key.Key_9, Key.Key_O], []),
        # The next line has another group.
        ([Key.Key_Up, Key.Key_N], ["B1: group 2", [0, 1, 2]]),
        ([Key.Key_1], ["C1: group 1", [1, 2]]),
    ):
        hit(window, qtbot, *keys)
        assert said() == expected
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert said() == ["C1: not sure", [0, 1, 2]]
    # A part that is open has no group itself.
    hit(window, qtbot, Key.Key_Up, Key.Key_Up)
    said()
    hit(window, qtbot, Key.Key_O, Key.Key_Down)
    assert said() == []
    hit(window, qtbot, Key.Key_2)
    assert said()[0] == "A1 · 2: group 2"


def test_focus_goes_straight_to_the_list_of_bags_when_the_view_closes(
    window: MainWindow, qtbot: QtBot, qapp: QtWidgets.QApplication
) -> None:
    show_bag(window, 0)
    page = page_of(window)
    entered: list[QtWidgets.QWidget | None] = []
    qapp.focusChanged.connect(lambda old, new: entered.append(new))
    for key in (Key.Key_Escape, Key.Key_Return):
        press(qtbot, Key.Key_E)
        hit(window, qtbot, key)
        assert not page.who.is_open()
    assert entered == [lines(window), page.list.view] * 2


def test_two_guards_of_the_sample_need_four_keys_and_their_sentences_are_spoken(
    news: Callable[[int], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(who_is_who, "announce", lambda widget, sentence: heard.append(sentence))
    window = news(16)
    hit(window, qtbot, Key.Key_E)
    view = page_of(window).pane.who
    described = view.list.currentIndex().data(QtCore.Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described == "The night guard, Peter Sand, was found asleep."
    # There is room for all of them, so the key hides them first.
    hit(window, qtbot, Key.Key_M, Key.Key_M)
    assert heard == ["", f"{described}\nSand told the police that somebody had given him a flask of tea."]
    hit(window, qtbot, Key.Key_2, Key.Key_2)
    assert rule(window) == ([6, 7], Verdict.BETTER)
    hit(window, qtbot, Key.Key_Return)
    state = page_of(window).session.progress.state(15)
    assert state.verdict is Verdict.BETTER
    assert state.groups is not None
    assert sorted(map(len, state.groups.together)) == [2, 6]
    assert state.groups.moved == 2


def test_answer_is_one_step_and_its_history_names_the_groups(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 0)
    bag = page_of(window).session.current
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_N, Key.Key_Return)
    page_of(window).session.visit(bag)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    dialog = part_of(window, HistoryDialog)
    assert any("who is who: A1 and B1 are one; C1 is apart" in text for text in all_texts(window=window))
    dialog.close()
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (verdicts(window), stored(window, bag)) == ("...", None)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert stored(window, bag) == Groups(((0, 3), (5,)), start=1, moved=1)


def test_verdict_keys_store_the_groups_with_another_verdict(window: MainWindow, qtbot: QtBot) -> None:
    for key, verdict in ((Key.Key_Minus, "-"), (Key.Key_Equal, "="), (Key.Key_Plus, "+")):
        show_bag(window, 0)
        bag = page_of(window).session.current
        press(qtbot, Key.Key_E)
        hit(window, qtbot, key)
        assert page_of(window).session.progress.state(bag).verdict == verdict
        assert stored(window, bag) == Groups(((0, 3, 5),), start=1, moved=0)
        press(qtbot, Key.Key_Z, Modifier.ControlModifier)
        assert stored(window, bag) is None


def test_lines_are_opened_placed_and_started_again_until_the_groups_are_stored(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_bag(window, 0)
    bag = page_of(window).session.current
    press(qtbot, Key.Key_E)
    # The line is a single mention, and there is no group 7.
    for refused in (Key.Key_O, Key.Key_7):
        hit(window, qtbot, refused)
        assert status(window)
        assert groups(window) == [1, 1, 1]
        hit(window, qtbot, Key.Key_2)
        assert status(window) == ""
        button(window, "changed").click()
    hit(window, qtbot, Key.Key_Home, Key.Key_O)
    assert groups(window) == [1] * 5
    assert lines(window).part_model().index(1).data(ACCESSIBLE) == "Group 1: A1 · 2, b, 1 mention"
    # The words above the lines start again from either side.
    button(window, "baseline").click()
    assert groups(window) == [1, 2, 3]
    assert rule(window)[1] is Verdict.WORSE
    page_of(window).list.view.setFocus()
    button(window, "changed").click()
    assert groups(window) == [1, 1, 1]
    assert lines(window).hasFocus()
    # An answer that stays open is not sure.
    hit(window, qtbot, Key.Key_End, Key.Key_Question)
    assert rule(window) == ([1, 2, 2], Verdict.UNSURE)
    assert button(window, "Store: not sure").isVisible()
    button(window, "Store: not sure").click()
    assert page_of(window).session.progress.state(bag).verdict is Verdict.UNSURE


def test_esc_keeps_what_was_placed_also_for_the_next_session(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    window = window_of(review)
    show_bag(window, 1)
    bag = page_of(window).session.current
    press(qtbot, Key.Key_E)
    placed = groups(window)
    hit(window, qtbot, Key.Key_X, Key.Key_Escape)
    assert (verdicts(window), stored(window, bag)) == ("...", None)
    press(qtbot, Key.Key_E)
    now = groups(window)
    assert now != placed
    assert status(window)
    hit(window, qtbot, Key.Key_Escape)
    assert status(window) == ""
    window.close()
    again = window_of(review)
    page_of(again).session.show(bag)
    press(qtbot, Key.Key_E)
    assert groups(again) == now
    # The start again is no half answer.
    button(again, "changed").click()
    assert groups(again) == placed
    press(qtbot, Key.Key_Escape)
    assert page_of(again).session.review.half_answer(bag) is None


def test_what_was_placed_is_on_disk_soon_and_at_once_when_the_bag_is_left(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    show_bag(window, 1)
    page, bag = page_of(window), page_of(window).session.current
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_X)
    qtbot.waitUntil(lambda: page.session.review.half_answer(bag) is not None)
    killed = Path(shutil.copy(review, review.with_name("killed.coala")))
    with Review.open(killed) as opened:
        kept = opened.half_answer(bag)
    assert kept is not None
    assert kept.moved == 1
    leaves: tuple[Callable[[], object], ...] = (partial(page.go, -1), page.leave)
    for leave in leaves:
        page.session.show(bag)
        if not page.who.is_open():
            press(qtbot, Key.Key_E)
        # The start again is no half answer.
        button(window, "changed").click()
        press(qtbot, Key.Key_Escape)
        assert page.session.review.half_answer(bag) is None
        press(qtbot, Key.Key_E)
        hit(window, qtbot, Key.Key_X)
        leave()
        assert page.session.review.half_answer(bag) is not None
    assert verdicts(window) == "..."


def test_answer_that_is_stored_leaves_no_half_answer(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 1)
    page, bag = page_of(window), page_of(window).session.current
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_X, Key.Key_Escape, Key.Key_E, Key.Key_Return)
    assert page.session.review.half_answer(bag) is None
    page.session.visit(bag)
    press(qtbot, Key.Key_E)
    assert stored(window, bag) == page.who.placing().to_groups()  # type: ignore[union-attr]
    # Nor does a placing that is taken back at once after another was kept.
    hit(window, qtbot, Key.Key_1, Key.Key_2)
    page.who.keep()
    assert page.session.review.half_answer(bag) is not None
    page.who.undo()
    page.who.undo()
    hit(window, qtbot, Key.Key_Return)
    assert page.session.review.half_answer(bag) is None


def test_key_that_comes_too_early_or_outside_the_lines_is_no_answer(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 0)
    bag = page_of(window).session.current
    press(qtbot, Key.Key_E)
    before = groups(window)
    for key in (Key.Key_2, Key.Key_Return, Key.Key_Plus):
        CLOCK.now += 0.01
        QTest.keyClick(lines(window), key)
    assert (groups(window), verdicts(window)) == (before, "...")
    assert status(window)
    page_of(window).list.view.setFocus()
    press(qtbot, Key.Key_3)
    assert (groups(window), verdicts(window)) == (before, "...")
    assert status(window)
    assert lines(window).hasFocus()
    press(qtbot, Key.Key_Backspace)
    # Keys of the lines do not reach the actions of the window.
    for key in (Key.Key_N, Key.Key_J, Key.Key_K, Key.Key_X, Key.Key_1, Key.Key_O, Key.Key_M, Key.Key_M):
        hit(window, qtbot, key)
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Up, Modifier.ShiftModifier)
    assert (page_of(window).session.current, verdicts(window)) == (bag, "...")
    assert page_of(window).who.is_open()
    page_of(window).list.view.setFocus()
    press(qtbot, Key.Key_Escape)
    assert not page_of(window).who.is_open()


def test_held_key_places_one_part(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 1)
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_Home)
    page_of(window).who.placing().select(0)  # type: ignore[union-attr]
    before = groups(window)
    look(qtbot, page_of(window))
    for is_repeat in (False, True, True):
        event = QtGui.QKeyEvent(
            QtCore.QEvent.Type.KeyPress, Key.Key_X, Modifier.NoModifier, "x", is_repeat, 1
        )
        QtWidgets.QApplication.sendEvent(lines(window), event)
    assert sum(now != then for now, then in zip(groups(window), before, strict=True)) == 1


def test_undo_takes_back_placings_before_answers(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 2)
    one = page_of(window).session.current
    press(qtbot, Key.Key_Plus)
    show_bag(window, 0)
    press(qtbot, Key.Key_E)
    start = groups(window)
    hit(window, qtbot, Key.Key_N)
    assert groups(window) != start
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (groups(window), verdicts(window).count("+")) == (start, 1)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    # The answer on the other bag stays while parts are being placed.
    assert (page_of(window).who.is_open(), verdicts(window).count("+")) == (True, 1)
    assert status(window)
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (page_of(window).session.current, verdicts(window)) == (one, "...")
    assert not page_of(window).who.is_open()


def test_undone_groups_are_there_again_when_the_view_is_opened(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 0)
    press(qtbot, Key.Key_E)
    start = groups(window)
    hit(window, qtbot, Key.Key_N)
    placed = groups(window)
    hit(window, qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_E)
    assert groups(window) == placed != start
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert page_of(window).session.review.half_answer(page_of(window).session.current) is None


def test_selected_line_stays_in_sight_in_another_size(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(write_novel(tmp_path / "novel.coala"))
    press(qtbot, Key.Key_E)
    shown = lines(window)
    size = shown.size()
    for key in (Key.Key_Home, Key.Key_End):
        shown.resize(size)
        hit(window, qtbot, key)
        for height in (480, 800):
            window.resize(1000, height)
            QtWidgets.QApplication.processEvents()
            assert shown.verticalScrollBar().maximum() > 0
            assert shown.viewport().rect().contains(shown.visualRect(shown.currentIndex()))
        shown.resize(shown.width(), 4)
        shown.scrollTo(shown.currentIndex(), QtWidgets.QAbstractItemView.ScrollHint.PositionAtCenter)
        shown.resize(shown.width(), 400)
        assert shown.viewport().rect().contains(shown.visualRect(shown.currentIndex()))


def test_name_and_number_of_mentions_are_never_cut(
    window_of: Windows, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(write_novel(tmp_path / "novel.coala"))
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_End)
    font = lines(window).font()
    font.setHintingPreference(QtGui.QFont.HintingPreference.PreferNoHinting)
    shown: list[str] = []

    def elide(metrics: QtGui.QFontMetrics, words: str, width: int) -> str:
        return metrics.elidedText(words, QtCore.Qt.TextElideMode.ElideRight, width)

    def draw(painter: QtGui.QPainter, rect: QtCore.QRect, words: str, *args: object) -> None:
        shown.append(elide(painter.fontMetrics(), words, rect.width()))

    monkeypatch.setattr("coala.gui.bag_view.who_is_who.draw_line", draw)
    delegate = lines(window)._delegate
    usual = delegate.longest
    for points in (8, 9, 10, 11, 12, 13, 13.5, 14):
        font.setPointSizeF(points)
        lines(window).setFont(font)
        QtWidgets.QApplication.processEvents()
        lines(window).scrollToBottom()
        lines(window).grab()
        # The last line is a fold of 20 parts of two mentions.
        assert (shown[-3], shown[-1]) == ("B1 +19", "40"), points
        for longest in (("A1", "10"), ("-1 \N{MIDDLE DOT} 2", "9"), ("AA12 +1,030", "20,000")):
            delegate.longest = longest
            for words, width in zip(longest, delegate.find_widths(font), strict=True):
                assert elide(QtGui.QFontMetrics(font), words, width) == words
        delegate.longest = usual


def test_mouse_places_by_a_menu(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 0)
    press(qtbot, Key.Key_E)
    look(qtbot, page_of(window))
    place = lines(window).visualRect(lines(window).part_model().index(1)).center()
    event = QtGui.QContextMenuEvent(
        QtGui.QContextMenuEvent.Reason.Mouse, place, lines(window).viewport().mapToGlobal(place)
    )
    QtWidgets.QApplication.sendEvent(lines(window).viewport(), event)
    (menu,) = [menu for menu in page_of(window).findChildren(QtWidgets.QMenu) if menu.isVisible()]
    (action,) = [action for action in menu.actions() if action.text() == "New group 2"]
    action.trigger()
    menu.close()
    assert groups(window) == [1, 2, 1]


def drag(window: MainWindow, row: int, *way: int, release: bool = True) -> None:
    """Drag a line over other rows; -1 is outside of the lines."""
    view, button = lines(window), QtCore.Qt.MouseButton
    viewport = view.viewport()

    def find(at: int) -> QtCore.QPoint:
        return QtCore.QPoint(-50, -50) if at < 0 else view.visualRect(view.part_model().index(at)).center()

    QTest.mousePress(viewport, button.LeftButton, pos=find(row))
    for at in way:
        event = QtGui.QMouseEvent(
            QtCore.QEvent.Type.MouseMove,
            QtCore.QPointF(find(at)),
            QtCore.QPointF(viewport.mapToGlobal(find(at))),
            button.NoButton,
            button.LeftButton,
            Modifier.NoModifier,
        )
        QtWidgets.QApplication.sendEvent(viewport, event)
    if release:
        QTest.mouseRelease(viewport, button.LeftButton, pos=find(way[-1]))


def test_line_that_is_dragged_onto_another_gets_its_group(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 1)
    press(qtbot, Key.Key_E)
    look(qtbot, page_of(window))
    before = [1, 2, 3, 1]
    assert groups(window) == before
    drag(window, 0, 3, 2, release=False)
    assert (lines(window).dragged_row, lines(window).target_row) == (0, 2)
    drag(window, 0, 2)
    assert groups(window) == [3, 2, 3, 1]
    assert (lines(window).dragged_row, lines(window).target_row) == (-1, -1)
    assert lines(window).currentIndex().row() == 0
    assert page_of(window).pane.who.summary() == "3 groups · 1 part moved"
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (groups(window), verdicts(window)) == (before, "...")
    # Outside, back on itself, on a line of the same group, and taken back by Esc.
    drag(window, 0, 2, -1)
    drag(window, 0, 2, 0)
    drag(window, 0, 3)
    drag(window, 0, 2, release=False)
    press(qtbot, Key.Key_Escape)
    assert (page_of(window).who.is_open(), lines(window).target_row) == (True, -1)
    QTest.mouseRelease(lines(window).viewport(), QtCore.Qt.MouseButton.LeftButton)
    assert groups(window) == before
    placing = page_of(window).who.placing()
    assert placing is not None
    assert (lines(window).currentIndex().row(), placing.selected) == (0, 0)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert groups(window) == before
    # A drag ends if the lines are others.
    hit(window, qtbot, Key.Key_Home, Key.Key_O)
    assert groups(window) == [1, 1, 1, 2, 3, 1]
    drag(window, 5, 4, release=False)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    QTest.mouseRelease(lines(window).viewport(), QtCore.Qt.MouseButton.LeftButton)
    assert groups(window) == before


def test_drag_does_not_scroll(window_of: Windows, tmp_path: Path, qtbot: QtBot) -> None:
    window = window_of(write_bags(tmp_path / "great.coala", [a_wide_bag(0, 1_000)]))
    press(qtbot, Key.Key_E)
    look(qtbot, page_of(window))
    lines(window).scrollToTop()
    # The last line that is wholly in sight.
    last = lines(window).indexAt(lines(window).viewport().rect().bottomLeft()).row() - 1
    assert 2 < last < lines(window).part_model().rowCount() - 2
    drag(window, 1, *range(2, last + 1), release=False)
    qtbot.wait(200)
    assert lines(window).verticalScrollBar().value() == 0
    assert lines(window).target_row == last
    QTest.mouseRelease(lines(window).viewport(), QtCore.Qt.MouseButton.LeftButton)


def test_map_and_sentences_have_the_groups_while_parts_are_placed(
    news: Callable[[int], MainWindow], qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    window = news(16)
    who = page_of(window).pane.who
    chains = part_of(page_of(window).pane, ChainMapView).map_model()
    text = part_of(who, QtWidgets.QTextEdit, "All sentences of the part")
    fills = Theme.from_palette(who.palette()).fills

    def show_map() -> list[list[tuple[int, ...] | None]]:
        return [[chains.index(row, column).data(GROUPS_ROLE) for row in range(4)] for column in (0, 2)]

    def grounds() -> list[str]:
        """Return the backgrounds in the sentences in the order of the text, each once."""
        found = []
        for place in range(1, text.document().characterCount()):
            cursor = QtGui.QTextCursor(text.document())
            cursor.setPosition(place)
            brush = cursor.charFormat().background()
            if brush.style() is not QtCore.Qt.BrushStyle.NoBrush:
                found.append(brush.color().name())
        return list(dict.fromkeys(found))

    assert show_map() == [[None] * 4, [None] * 4]
    hit(window, qtbot, Key.Key_E)
    assert show_map() == [[(1,)] * 4, [(1,), None, None, None]]
    assert who.shown_sentences()
    assert grounds() == [fills[0].name()]
    hit(window, qtbot, Key.Key_2, Key.Key_Up)
    assert grounds() == [fills[1].name()]
    hit(window, qtbot, Key.Key_Down, Key.Key_X)
    assert show_map() == [[(1,), (1,), (2,), (-1,)], [(1, 2, -1), None, None, None]]
    shown = chains.chain_map()
    assert shown is not None
    strands = [chains.groups_of_strand(strand) for row in range(4) for strand in shown.strands(0, row)]
    assert strands == [(1,), (1,), (2,), (-1,)]
    assert chains.index(0, 2).data(ACCESSIBLE).endswith(". Groups 1, 2, ×")
    assert chains.index(2, 0).data(ACCESSIBLE).endswith(". Group 2")
    qtmodeltester.check(chains)
    # A fold that is opened shows the groups of each chain.
    assert chains.toggle(chains.index(0, 0))
    assert chains.index(1, 0).data(GROUPS_ROLE) == (1,)
    page_of(window).who.placing().select(groups(window).index(-1))  # type: ignore[union-attr]
    assert grounds() == []
    hit(window, qtbot, Key.Key_Escape)
    assert show_map() == [[None] * 4, [None] * 4]
    assert not chains.shows_groups()
    assert "Group" not in chains.index(0, 2).data(ACCESSIBLE)


FOLDED = [*["Ann Lee"] * 37, "the guard", "a mayor", "Bob Ray", "Cy"]


def test_fold_is_one_line_that_opens(
    window_of: Windows, tmp_path: Path, qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    window = window_of(write_bags(tmp_path / "folded.coala", [a_merged_bag(FOLDED)]))
    press(qtbot, Key.Key_E)
    model = lines(window).part_model()
    qtmodeltester.check(model)
    assert groups(window) == [1] * 5
    assert model.index(4).data(ACCESSIBLE) == (
        "Group 1: A1 and 36 more, 37 parts: Ann Lee, 37 mentions, folded"
    )
    hit(window, qtbot, Key.Key_End, Key.Key_2, Key.Key_Return)
    # Four parts are apart from 37, which are one thing.
    kept = stored(window, 0)
    assert kept is not None
    assert (list(map(len, kept.together)), kept.moved) == ([37, 4], 4)
    hit(window, qtbot, Key.Key_E)
    for by_mouse in (False, True):
        look(qtbot, page_of(window))
        if by_mouse:
            place = lines(window).visualRect(model.index(4)).center()
            QTest.mouseClick(lines(window).viewport(), QtCore.Qt.MouseButton.LeftButton, pos=place)
        else:
            hit(window, qtbot, Key.Key_End, Key.Key_O)
        assert groups(window) == [1] * 4 + [2] * 37
        assert lines(window).currentIndex().row() == 4
        press(qtbot, Key.Key_Z, Modifier.ControlModifier)
        assert len(groups(window)) == 5


def test_keys_of_the_view_are_not_cut(window: MainWindow, qtbot: QtBot) -> None:
    show_bag(window, 1)
    press(qtbot, Key.Key_E)
    who = part_of(page_of(window).pane, WhoIsWhoView)
    (keys,) = [label for label in who.findChildren(QtWidgets.QLabel) if label.text().startswith("1–9")]
    for size in ((1280, 800), (800, 600)):
        window.resize(*size)
        QtWidgets.QApplication.processEvents()
        assert keys.height() >= keys.heightForWidth(keys.width())
        assert who.rect().contains(keys.geometry())
        # All lines of a small bag are in sight.
        assert lines(window).verticalScrollBar().maximum() == 0


def test_full_disk_leaves_the_parts_as_they_are_placed(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ReviewError("The disk is full.")

    show_bag(window, 0)
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_N)
    placed = groups(window)
    with monkeypatch.context() as broken:
        broken.setattr(page_of(window).session.review, "judge", fail)
        hit(window, qtbot, Key.Key_Return)
    assert (page_of(window).who.is_open(), groups(window), verdicts(window)) == (True, placed, "...")
    assert "The disk is full" in page_of(window).notice.text()
    hit(window, qtbot, Key.Key_Return)
    assert not page_of(window).who.is_open()
    assert verdicts(window).count("=") == 1


def test_review_for_reading_asks_for_no_groups(
    window_of: Windows, review: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coala.review.storage.opening.writable", lambda path: False)
    window = window_of(review)
    show_bag(window, 0)
    press(qtbot, Key.Key_E)
    assert not page_of(window).who.is_open()
    assert page_of(window).pane.change() is None
    assert status(window)


def test_draft_of_a_changed_bag_counts_after_enter_only(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_bag(window, 0)
    bag, review = page_of(window).session.current, page_of(window).session.review
    draft = Groups(((0, 3), (5,)))
    monkeypatch.setattr(review, "draft_groups", lambda number: draft)
    press(qtbot, Key.Key_E)
    assert groups(window) == [1, 1, 2]
    assert status(window)
    press(qtbot, Key.Key_Escape)
    assert (verdicts(window), review.half_answer(bag)) == ("...", None)
    press(qtbot, Key.Key_E)
    hit(window, qtbot, Key.Key_Return)
    assert stored(window, bag) == draft._replace(start=1, moved=1)


def test_key_for_changes_in_the_view_goes_on_to_statements(
    news: Callable[[int], MainWindow], qtbot: QtBot
) -> None:
    window = news(2)
    page = page_of(window)
    assert page.bar.link().startswith("1 statement")
    hit(window, qtbot, Key.Key_E, Key.Key_2, Key.Key_E)
    change = page.pane.change()
    assert (page.who.is_open(), answers_shown(window)) == (False, True)
    assert change is not None
    assert BagSentences(page.session.review.bag(1)).changes[change].kind == "statement"
    press(qtbot, Key.Key_3)
    # No change of mentions is next: the bag is.
    assert (page.pane.change(), page.session.current, verdicts(window)[1]) == (None, 1, ".")
    hit(window, qtbot, Key.Key_E, Key.Key_Return)
    state = page.session.progress.state(1)
    assert [verdict for _, verdict in state.rows] == [Verdict.BETTER]
    assert state.groups is not None


def test_blind_review_names_sides_and_starts_as_the_right_one_has_it(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    path = write_newswire(tmp_path / "blind.coala", blind=BlindWish(5))
    window = window_of(path)
    page = page_of(window)
    page.session.show(15)
    press(qtbot, Key.Key_E)
    parts = page.session.review.find_parts(15)
    assert len(set(groups(window))) == len({part.classes[1] for part in parts})
    assert {"left", "right"} <= {each.text() for each in page.pane.findChildren(QtWidgets.QAbstractButton)}
    assert "right" in page.bar.question().rpartition("→")[2]
    hit(window, qtbot, Key.Key_Return)
    assert page.session.progress.state(15).verdict is Verdict.BETTER
    assert page.session.progress.state(15).groups is not None


def test_bag_of_thousands_of_parts_writes_only_the_lines_in_sight(
    window_of: Windows, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[PlacingLine] = []
    write = PartLines._write

    def count(self: PartLines, line: PlacingLine) -> PartLine:
        written.append(line)
        return write(self, line)

    monkeypatch.setattr(PartLines, "_write", count)
    window = window_of(write_bags(tmp_path / "great.coala", [a_wide_bag(0, 15_000)]))
    press(qtbot, Key.Key_E)
    look(qtbot, page_of(window))
    model = lines(window).part_model()
    assert model.rowCount() == 3_000
    assert 0 < len(written) < 200

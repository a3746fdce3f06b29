"""Verdicts on own changes of a bag, and the bag's verdict, which follows from them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.model import BAG_ROLE, BagRow
from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.claim_bar import ChangeList
from coala.gui.session.bag_filter import BagFilter
from coala.gui.sidebar.verdict_bar import ChangesLink
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.answers import BURST_SECONDS
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.present.judged_changes import CHANGE_QUESTIONS
from coala.review.file import Review
from coala.verdicts.tally import Counts
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.reviews import a_bag, a_mixed_bag, a_typed_bag, make_review, put_comparison
from tests.support.windows import (
    Clock,
    Key,
    Modifier,
    Windows,
    look,
    look_by,
    page_of,
    part_of,
    press,
    status,
    verdicts,
    walk_change,
)

KEY_OF = {"+": Key.Key_Plus, "-": Key.Key_Minus, "=": Key.Key_Equal, "?": Key.Key_Question}


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return two bags of three changes of types, and one of one change."""
    return make_review(tmp_path / "typed.coala", [a_typed_bag(0), a_typed_bag(1), a_bag(2)])


def changes(window: MainWindow) -> str:
    """Return the verdicts on the changes of the current bag, in the order of their list."""
    judged = page_of(window).pane.verdicts()
    return "".join("/".join(judged.get_verdicts(change)) or "." for change in range(judged.total))


def asks_about_change(window: MainWindow) -> bool:
    """Return True if the question is about the chosen change, and not about the bag."""
    return page_of(window).bar.question() == CHANGE_QUESTIONS[0]


def given(window: MainWindow) -> str:
    """Return the answers whose buttons are checked."""
    return "".join(verdict for verdict in Verdict if page_of(window).bar.button(verdict).isChecked())


def link(window: MainWindow) -> ChangesLink:
    return part_of(window, ChangesLink)


def listed(window: MainWindow) -> list[str]:
    model = part_of(window, ChangeList).change_model()
    role = QtCore.Qt.ItemDataRole.AccessibleTextRole
    return [model.index(row).data(role).partition(";")[2].strip() for row in range(model.rowCount())]


def click_on(window: MainWindow, change: int) -> None:
    view = part_of(window, ChangeList)
    place = view.visualRect(view.change_model().index(change)).center()
    QTest.mouseClick(view.viewport(), QtCore.Qt.MouseButton.LeftButton, Modifier.NoModifier, place)


def test_key_walks_all_changes_and_the_bag_and_so_do_arrows_in_their_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    pane = page_of(window).pane
    assert not asks_about_change(window)
    seen = []
    for _ in range(5):
        walk_change(window)
        seen.append(pane.change())
    assert seen == [0, 1, 2, None, 0]
    assert asks_about_change(window)
    press(qtbot, Key.Key_Escape)
    view = part_of(window, ChangeList)
    view.setFocus(QtCore.Qt.FocusReason.TabFocusReason)
    for place in (0, 1):
        press(qtbot, Key.Key_Down)
        assert pane.change() == place
    # A bag of one change needs nothing of this.
    page_of(window).session.show(2)
    assert not link(window).isVisible()
    walk_change(window)
    assert pane.change() is None
    assert status(window)
    for key in (Key.Key_Plus, Key.Key_Minus, Key.Key_Question):
        assert not asks_about_change(window)
        press(qtbot, key)
    assert verdicts(window) == "-?+"


def test_there_are_several_ways_back_to_the_bag(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    for way in ("link", "escape", "escape in list", "walk", "another bag"):
        walk_change(window)
        chosen = status(window)
        assert (page.pane.change(), asks_about_change(window)) == (0, True)
        match way:
            case "link":
                qtbot.mouseClick(link(window), QtCore.Qt.MouseButton.LeftButton)
            case "escape":
                press(qtbot, Key.Key_Escape)
            case "escape in list":
                part_of(window, ChangeList).setFocus()
                press(qtbot, Key.Key_Escape)
            case "walk":
                for _ in range(3):
                    walk_change(window)
            case _:
                press(qtbot, Key.Key_J)
                assert status(window) == ""
                press(qtbot, Key.Key_K)
        assert page.pane.change() is None, way
        assert not asks_about_change(window)
        assert not part_of(window, ChangeList).selectedIndexes()
        # What answers are for is said again, unless another bag was shown.
        assert (status(window) not in ("", chosen)) is (way != "another bag")


def test_undo_of_a_verdict_on_the_bag_asks_about_the_bag_again(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    page_of(window).session.visit(0)
    walk_change(window)
    assert asks_about_change(window)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (page_of(window).pane.change(), asks_about_change(window), verdicts(window)) == (
        None,
        False,
        "...",
    )


def test_each_change_is_answered_by_itself_and_the_bag_follows(window: MainWindow, qtbot: QtBot) -> None:
    walk_change(window)
    assert link(window).text() == "Change 1 of 3 \N{MULTIPLICATION SIGN}"
    press(qtbot, Key.Key_Plus)
    assert "“Bob Smith (1) gained the type T0”" in status(window)
    assert link(window).text() == "Change 2 of 3 \N{MULTIPLICATION SIGN}"
    press(qtbot, Key.Key_Escape)
    assert re.findall(r"\d| [+○]", link(window).text()) == ["1", "3", " +", " ○", " ○"]
    link(window).click()
    assert page_of(window).pane.change() == 0
    walk_change(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Plus)
    assert (page_of(window).session.current, verdicts(window)) == (1, "+..")
    press(qtbot, Key.Key_K)
    assert (changes(window), given(window)) == ("+-+", "+")
    assert listed(window) == ["judged better", "judged worse", "judged better"]
    assert re.findall(r"\d| [+−]", link(window).text()) == ["3", "3", " +", " −", " +"]


def answer_changes(window: MainWindow, qtbot: QtBot, signs: str) -> None:
    """Judge the changes of the bag that is shown one by one, by their keys."""
    walk_change(window)
    for sign in signs:
        press(qtbot, KEY_OF[sign])


def test_bag_verdict_follows_from_its_changes_and_the_next_bag_comes(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    expected = {"---": "-", "+=+": "+", "=-=": "-", "-++": "+", "+-=": "=", "++?": "+", "???": "?"}
    path = make_review(tmp_path / "typed.coala", [*map(a_typed_bag, range(len(expected))), a_bag(7)])
    window, said = window_of(path), {}
    for number, (signs, verdict) in enumerate(expected.items()):
        answer_changes(window, qtbot, signs)
        assert verdicts(window)[number] == verdict, signs
        assert page_of(window).session.current == number + 1
        said[signs] = status(window).partition(": ")[2].partition(". ")[0]
        press(qtbot, Key.Key_K)
        assert (changes(window), given(window)) == (signs, verdict)
        press(qtbot, Key.Key_J)
    # Which of the two it is, is said: a verdict of all changes, or one on balance.
    assert said["---"] != said["=-="]
    assert len({said[signs] for signs in ("+=+", "-++", "++?")}) == 1
    window.close()
    with Review.open(path) as kept:
        states = [kept.state(entry.fingerprint) for entry in kept.entries[:-1]]
    assert [state.verdict for state in states] == list(expected.values())
    assert [{str(each) for _, each in state.rows} for state in states] == list(map(set, expected))


def test_verdict_that_follows_is_one_step_and_the_next_key_does_not_judge_the_next_bag(
    clock: Clock, window: MainWindow, qtbot: QtBot
) -> None:
    answer_changes_by(clock, window, qtbot, "+=+")
    send(Key.Key_Plus)
    assert verdicts(window) == "+.."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (verdicts(window), changes(window), page_of(window).pane.change()) == ("...", "+=.", 2)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert (verdicts(window), changes(window)) == ("+..", "+=+")


def send(key: Key) -> None:
    """Press a key at once: `press` would look at the bag before."""
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def answer_changes_by(clock: Clock, window: MainWindow, qtbot: QtBot, signs: str) -> None:
    walk_change(window)
    for sign in signs:
        look_by(clock, qtbot, page_of(window))
        press(qtbot, KEY_OF[sign])
        clock.now += BURST_SECONDS


def test_verdict_that_follows_goes_with_its_changes(window: MainWindow, qtbot: QtBot) -> None:
    answer_changes(window, qtbot, "+==")
    press(qtbot, Key.Key_K)
    answer_changes(window, qtbot, "-")
    press(qtbot, Key.Key_K)
    assert (verdicts(window), changes(window)) == ("-..", "-==")
    walk_change(window)
    walk_change(window)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    assert (verdicts(window), changes(window)) == ("=..", "-+=")


def test_verdict_given_on_the_bag_stays_whatever_its_changes_say(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    answer_changes(window, qtbot, "---")
    assert (verdicts(window), page_of(window).session.current) == ("+..", 1)
    press(qtbot, Key.Key_K)
    assert (changes(window), given(window)) == ("---", "+")
    press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "-.."


def test_verdict_given_on_the_bag_stays_once_its_changes_no_longer_agree(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_K)
    answer_changes(window, qtbot, "+++")
    for _ in range(2):
        press(qtbot, Key.Key_K)
        walk_change(window)
        walk_change(window)
        press(qtbot, Key.Key_Minus)
        press(qtbot, Key.Key_K)
        walk_change(window)
        press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "+.."


def test_verdict_that_follows_and_those_on_the_changes_are_removed_with_each_other(
    window: MainWindow, qtbot: QtBot
) -> None:
    answer_changes(window, qtbot, "---")
    press(qtbot, Key.Key_K)
    walk_change(window)
    press(qtbot, Key.Key_Backspace)
    assert (verdicts(window), changes(window)) == ("...", ".--")
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (verdicts(window), changes(window)) == ("-..", "---")
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_Backspace)
    assert (verdicts(window), changes(window)) == ("...", "...")
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (verdicts(window), changes(window)) == ("-..", "---")


def test_last_bag_whose_verdict_follows_stays_and_shows_it(window: MainWindow, qtbot: QtBot) -> None:
    page_of(window).session.show(1)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Plus)
    answer_changes(window, qtbot, "---")
    assert (verdicts(window), given(window), page_of(window).pane.change()) == ("-++", "-", None)
    assert status(window)
    assert page_of(window).session.current == 0


def test_end_of_the_list_is_said_after_the_last_change_too(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    page.session.set_filter(BagFilter("#1"))
    answer_changes(window, qtbot, "---")
    assert (verdicts(window), page.session.current) == ("-..", 0)
    assert "listed" in status(window)
    page.session.set_filter(BagFilter())
    assert "listed" not in status(window)


def test_held_key_answers_one_change_and_a_click_on_a_line_none(
    clock: Clock, window: MainWindow, qtbot: QtBot
) -> None:
    walk_change(window)
    look_by(clock, qtbot, page_of(window))
    for _ in range(20):
        # As some remote displays send a held key: as presses.
        send(Key.Key_Plus)
        clock.now += 0.04
        QTest.qWait(20)
    assert (changes(window), verdicts(window)) == ("+..", "...")
    press(qtbot, Key.Key_Escape)
    look_by(clock, qtbot, page_of(window))
    click_on(window, 1)
    send(Key.Key_Plus)
    assert (changes(window), verdicts(window)) == ("+..", "...")
    assert status(window)


def test_each_answer_to_a_change_is_one_step_back_and_shows_where(
    clock: Clock, window: MainWindow, qtbot: QtBot
) -> None:
    walk_change(window)
    for key in (Key.Key_Plus, Key.Key_Minus):
        look_by(clock, qtbot, page_of(window))
        press(qtbot, key)
        clock.now += BURST_SECONDS
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert page_of(window).session.current == 0
    assert (changes(window), page_of(window).pane.change()) == ("+..", 1)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (changes(window), page_of(window).pane.change()) == ("...", 0)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert changes(window) == "+-."


def test_burst_of_answers_to_changes_is_one_step_and_a_change_of_mind_another(
    clock: Clock, window: MainWindow, qtbot: QtBot
) -> None:
    walk_change(window)
    for _ in range(3):
        look_by(clock, qtbot, page_of(window))
        send(Key.Key_Plus)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert changes(window) == "..."
    for key in (Key.Key_Plus, Key.Key_Minus):
        page_of(window).pane.choose_change(0)
        press(qtbot, key)
    assert changes(window) == "-.."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert changes(window) == "+.."
    page_of(window).pane.choose_change(0)
    assert given(window) == "+"
    press(qtbot, Key.Key_Backspace)
    assert (changes(window), given(window)) == ("...", "")
    assert status(window)


def test_undo_takes_back_answers_of_an_earlier_session(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    first = window_of(review)
    walk_change(first)
    press(qtbot, Key.Key_Minus)
    first.close()
    second = window_of(review)
    assert changes(second) == "-.."
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert changes(second) == "..."


def test_a_click_on_a_line_chooses_the_change_and_one_on_an_answer_judges_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    button = part_of(window, QtWidgets.QToolButton, "What changed, 3 changes")
    qtbot.mouseClick(button, QtCore.Qt.MouseButton.LeftButton)
    assert not asks_about_change(window)
    click_on(window, 1)
    assert link(window).text().startswith("Change 2 of 3")
    click_on(window, 2)
    assert link(window).text().startswith("Change 3 of 3")
    chosen = part_of(window, ChangeList).change_model().index(2).data()
    assert status(window).endswith(f"“{chosen}”")
    press(qtbot, Key.Key_C)
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, "why")
    page_of(window).pane.choose_change(2)
    look(qtbot, page_of(window))
    answer = page_of(window).bar.button(Verdict.SAME)
    qtbot.mouseClick(answer, QtCore.Qt.MouseButton.LeftButton)
    assert (changes(window), verdicts(window)) == ("..=", "...")
    assert part_of(window, QtWidgets.QToolButton, "What changed, 1 of 3 changes judged: 1 same").isVisible()
    # The note on the bag is taken along.
    assert page_of(window).session.progress.state(0).comment.note == "why"


def test_list_map_and_results_say_that_changes_have_verdicts(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    page.pane.choose_change(0)
    press(qtbot, Key.Key_Minus)
    page.show_results()
    assert any(line.startswith("1 change in 1 bag; 1 bag ") for line in page.results.verdicts.figures())
    page.hide_results()
    model = part_of(window, ChainMapView).map_model()
    role = QtCore.Qt.ItemDataRole.AccessibleTextRole
    heard = [model.index(row, column).data(role) for column in (0, 2) for row in range(model.rowCount())]
    assert [line.partition(":")[0] for line in heard if line and line.endswith("judged worse")] == [
        "Baseline chain A, Bob Smith",
        "Changed chain 1, Bob Smith",
    ]
    page.pane.choose_change(1)
    press(qtbot, Key.Key_Plus)
    row: BagRow = page.list.view.model().index(0, 0).data(BAG_ROLE)
    assert row.marks == "changes + −"
    assert "changes judged better, worse" in row.spoken
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_Plus)
    page.show_results()
    assert any(
        line.startswith("3 changes in 1 judged bag; 1 bag ") for line in page.results.verdicts.figures()
    )
    # The third change is as the bag.
    assert page.session.progress.tally().by_kind == {Kind.TYPE: Counts(better=2, worse=1)}


def test_a_review_for_reading_shows_the_changes_and_judges_none(
    window_of: Windows, review: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coala.review.storage.opening.writable", lambda path: False)
    window = window_of(review)
    walk_change(window)
    assert link(window).text().startswith("Change 1 of 3")
    look(qtbot, page_of(window))
    send(Key.Key_Plus)
    assert changes(window) == "..."


def test_a_change_that_is_answered_with_gold_in_sight_marks_the_bag(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    path = make_review(tmp_path / "gold.coala", [a_typed_bag(0), a_typed_bag(1)], gold=True)
    window = window_of(path)
    page, state = page_of(window), page_of(window).session.progress.state
    walk_change(window)
    press(qtbot, Key.Key_Plus)
    assert state(0).gold_seen is False
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_Plus)
    assert (state(0).verdict, state(0).gold_seen) == (Verdict.BETTER, False)
    press(qtbot, Key.Key_R)
    qtbot.waitUntil(page.results.isVisible)
    press(qtbot, Key.Key_K)
    page.pane.choose_change(1)
    press(qtbot, Key.Key_Minus)
    assert (state(0).verdict, state(0).gold_seen) == (Verdict.BETTER, True)


def test_click_on_a_change_of_mentions_frames_them_and_leaves_answers_for_the_bag(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(make_review(tmp_path / "mixed.coala", [a_mixed_bag(0), a_mixed_bag(1)]))
    page = page_of(window)
    assert link(window).text() == ""
    button = part_of(window, QtWidgets.QToolButton, "What changed, 3 changes")
    qtbot.mouseClick(button, QtCore.Qt.MouseButton.LeftButton)
    click_on(window, 0)
    # "left" was added to Bob Smith.
    assert page.pane.evidence.text.chosen() == (4,)
    assert part_of(window, ChangeList).selectedIndexes()[0].row() == 0
    assert (page.pane.change(), asks_about_change(window)) == (None, False)
    press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "-."
    press(qtbot, Key.Key_K)
    assert (changes(window), page.session.progress.state(0).rows) == ("...", ())


def test_bag_with_a_new_chain_and_types_is_judged_by_its_own_key_and_its_types_apart(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "new.coala"
    types = {"x": ["http://e.org/Person", "http://e.org/Agent"]}
    put_comparison(path, graph({"y": [B, C]}), graph({"x": [A, B, C]}, types=types))
    window = window_of(path)
    page = page_of(window)
    own = page.pane.verdicts().own
    assert page.pane.verdicts().total > len(own) == 2
    assert link(window).text().startswith("2 types ")
    assert not page.session.offers_groups(0)
    press(qtbot, Key.Key_E)
    assert page.pane.change() == own[0]
    assert status(window)
    press(qtbot, Key.Key_Minus)
    assert page.pane.change() == own[1]
    press(qtbot, Key.Key_Minus)
    assert (page.pane.change(), verdicts(window)) == (None, ".")
    assert re.findall(r"\d| −", link(window).text()) == ["2", "2", " −", " −"]
    press(qtbot, Key.Key_Plus)
    assert verdicts(window) == "+"
    press(qtbot, Key.Key_Backspace)
    assert (verdicts(window), len(page.session.progress.state(0).rows)) == (".", 2)


def test_key_for_changes_in_a_bag_of_one_link_and_no_own_change_says_what_to_do(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "one.coala"
    put_comparison(path, graph({"x": [A, B], "y": [C]}), graph({"x": [A, B, C, D]}))
    window = window_of(path)
    page = page_of(window)
    if page.session.offers_groups(0):
        page.answers.walk_changes()
    else:
        press(qtbot, Key.Key_E)
    assert page.pane.change() is None
    assert status(window)

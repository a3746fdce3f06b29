"""A bag with many changes, whose changes are rows below it in the list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.diff.sentences import BagSentences
from coala.gui.bag_list.model import BAG_ROLE, CHANGE_ROLE, BagListModel, BagRow, ChangeRow
from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.claim_bar import ChangeList
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order
from coala.gui.session.session import Session
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Divergence, Verdict
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.bag_changes import BagChanges
from coala.present.chains import PreparedBags
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.changes import MOST_TOGETHER, ChangeKeys
from coala.verdicts.comment import Comment
from tests.support.great_bags import write_bags
from tests.support.reviews import a_bag, a_typed_bag
from tests.support.windows import (
    Key,
    Modifier,
    Windows,
    numbers_in,
    page_of,
    part_of,
    press,
    verdicts,
    walk_change,
)

CHANGES = MOST_TOGETHER + 4
ACCESSIBLE = QtCore.Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Write a bag of one change, one of twelve, and again one of one."""
    return write_bags(tmp_path / "great.coala", [a_bag(0), a_typed_bag(1, CHANGES), a_bag(2)])


def model_of(window: MainWindow) -> BagListModel:
    model = page_of(window).list.view.model()
    assert isinstance(model, BagListModel)
    return model


def rows(window: MainWindow) -> list[str]:
    """Return each row: the number of a bag, or the sign and position of a change; the current one has *."""
    model, current = model_of(window), page_of(window).list.view.currentIndex().row()
    found = []
    for row in range(model.rowCount()):
        index = model.index(row)
        bag, change = index.data(BAG_ROLE), index.data(CHANGE_ROLE)
        words = ""
        if isinstance(bag, BagRow):
            words = bag.number
        elif isinstance(change, ChangeRow):
            words = f"{change.sign}{change.item.place + 1}"
        found.append(f"{words}*" if row == current else words)
    return found


def subject(window: MainWindow) -> tuple[int, int | None]:
    """Return the number of the bag, from 1, and the change that answers are for, from 1."""
    change = page_of(window).pane.change()
    return page_of(window).session.current + 1, None if change is None else change + 1


def unfold(window: MainWindow, qtbot: QtBot) -> None:
    page_of(window).session.show(1)
    press(qtbot, Key.Key_Right)


def begin_changes(window: MainWindow) -> None:
    """Choose the first change of the second bag."""
    page_of(window).session.show(1)
    walk_change(window)


def test_model_keeps_the_rules_of_qt_while_a_bag_is_unfolded(
    review: Path, qtmodeltester: ModelTester
) -> None:
    with Review.open(review) as opened:
        session = Session(opened)
        model = BagListModel(session)
        qtmodeltester.check(model, force_py=False)
        session.start()
        bag = opened.bag(1)
        prepared = PreparedBags().prepare(bag, GRAPHS.names)
        model.unfold(1, BagChanges(prepared, ChangeKeys(bag, prepared.sentences.changes)))
        assert model.rowCount() == 3 + CHANGES
        model.mark_change(3)
        session.show(1)
        session.judge_and_go_on(Verdict.BETTER, Comment())
        session.set_filter(BagFilter("#3"))
        assert model.rowCount() == 1
        session.set_filter(BagFilter())
        assert model.rowCount() == 3 + CHANGES
        assert [model.find_place(row) for row in (0, 1, 2, 1 + CHANGES, 2 + CHANGES)] == [
            (0, None),
            (1, None),
            (1, 0),
            (1, CHANGES - 1),
            (2, None),
        ]
        assert [model.find_row(*place) for place in ((1, None), (1, 2), (2, None))] == [1, 4, 2 + CHANGES]
        session.undo()
        model.fold()
        assert model.rowCount() == 3


def test_right_lists_the_changes_of_a_bag_and_left_removes_them(window: MainWindow, qtbot: QtBot) -> None:
    # A bag says how many changes it has unless they are few.
    marks = [model_of(window).index(row).data(BAG_ROLE).marks for row in range(3)]
    assert [numbers_in(words) for words in marks] == [[], [str(CHANGES)], []]
    press(qtbot, Key.Key_Right)
    assert rows(window) == ["1*", "2", "3"]
    unfold(window, qtbot)
    assert rows(window) == ["1", "2*", *(f"\N{WHITE CIRCLE}{place + 1}" for place in range(CHANGES)), "3"]
    press(qtbot, Key.Key_Down)
    press(qtbot, Key.Key_Down)
    assert subject(window) == (2, 2)
    press(qtbot, Key.Key_Left)
    assert rows(window) == ["1", "2*", "3"]
    assert subject(window) == (2, None)


def test_click_on_the_arrow_unfolds_and_folds_and_leaves_a_list_over_the_page_open(
    window: MainWindow, qtbot: QtBot
) -> None:
    page, view = page_of(window), page_of(window).list.view

    def click_arrow() -> None:
        place = view.visualRect(model_of(window).index(1)).center()
        place.setX(5)
        QTest.mouseClick(view.viewport(), QtCore.Qt.MouseButton.LeftButton, Modifier.NoModifier, place)

    for expected in (3 + CHANGES, 3):
        click_arrow()
        assert model_of(window).rowCount() == expected
        assert subject(window) == (2, None)
    window.resize(800, 600)
    page.open_filter()
    qtbot.waitUntil(view.isVisible)
    click_arrow()
    assert model_of(window).rowCount() == 3 + CHANGES
    assert view.isVisible()
    view.scrollToTop()
    place = view.visualRect(model_of(window).index(2)).center()
    QTest.mouseClick(view.viewport(), QtCore.Qt.MouseButton.LeftButton, Modifier.NoModifier, place)
    assert subject(window) == (2, 1)
    assert not view.isVisible()


def test_walking_the_changes_unfolds_the_bag_and_answers_are_for_its_changes(
    window: MainWindow, qtbot: QtBot
) -> None:
    begin_changes(window)
    assert subject(window) == (2, 1)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Plus)
    assert rows(window)[:6] == ["1", "2", "\N{MINUS SIGN}1", "+2", "\N{BLACK CIRCLE}3*", "\N{WHITE CIRCLE}4"]
    for place, verdict in ((1, "judged worse"), (3, "not judged")):
        head, _, _ = model_of(window).index(1 + place).data(ACCESSIBLE).partition(": ")
        assert numbers_in(head) == [str(place), str(CHANGES)]
        assert verdict in head
    assert not part_of(window, ChangeList).isVisible()
    for _ in range(CHANGES - 2):
        press(qtbot, Key.Key_Plus)
    assert verdicts(window) == ".+."
    assert subject(window) == (3, None)


def test_judged_bag_folds_when_the_next_one_is_shown_and_undo_leads_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    unfold(window, qtbot)
    press(qtbot, Key.Key_Plus)
    assert (verdicts(window), rows(window)) == (".+.", ["1", "2", "3*"])
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (subject(window), rows(window)) == ((2, None), ["1", "2*", "3"])
    begin_changes(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Left)
    page_of(window).session.show(2)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert subject(window) == (2, 1)
    assert rows(window)[2] == "\N{BLACK CIRCLE}1*"


def test_next_and_previous_walk_the_changes(window: MainWindow, qtbot: QtBot) -> None:
    unfold(window, qtbot)
    walked = []
    for key in (Key.Key_J, Key.Key_J, Key.Key_K, Key.Key_K, Key.Key_K, Key.Key_J):
        press(qtbot, key)
        walked.append(subject(window))
    assert walked == [(2, 1), (2, 2), (2, 1), (2, None), (1, None), (2, None)]
    for _ in range(CHANGES + 1):
        press(qtbot, Key.Key_J)
    assert subject(window) == (3, None)
    press(qtbot, Key.Key_K)
    assert subject(window) == (2, CHANGES)


def test_next_unjudged_walks_to_the_next_unjudged_change(window: MainWindow, qtbot: QtBot) -> None:
    begin_changes(window)
    for key in (Key.Key_J, Key.Key_Minus, Key.Key_K, Key.Key_K):
        press(qtbot, key)
    assert subject(window) == (2, 1)
    press(qtbot, Key.Key_N)
    assert subject(window) == (2, 3)
    press(qtbot, Key.Key_N, Modifier.ShiftModifier)
    assert subject(window) == (2, 1)
    press(qtbot, Key.Key_N, Modifier.ShiftModifier)
    assert subject(window) == (1, None)


def test_next_unjudged_in_a_sample_walks_the_drawn_changes_only(
    review: Path, window_of: Windows, qtbot: QtBot
) -> None:
    with Review.open(review) as opened:
        sample = draw(opened, 6)
    drawn = [(sample.items[item].bag, sample.items[item].keys) for item in sample.drawn]
    # Two bags, and four of the twelve changes.
    assert sorted(len(keys) for _, keys in drawn) == [0, 0, 1, 1, 1, 1]
    page = page_of(window_of(review))
    walked = []
    for _ in range(7):
        change = page.pane.change()
        rows_of = () if change is None else page.pane.apply_verdict((), change, Verdict.SAME)
        walked.append((page.session.current, tuple(key for key, _ in rows_of)))
        press(qtbot, Key.Key_N)
    assert walked == [*drawn, drawn[0]]


def test_click_on_a_change_shows_its_own_headline_chains_and_sentences(
    window: MainWindow, qtbot: QtBot
) -> None:
    page, view = page_of(window), page_of(window).list.view
    unfold(window, qtbot)
    chains = part_of(window, ChainMapView).map_model()
    # Each chain has a line for its type.
    assert chains.rowCount() == 2 * CHANGES
    place = view.visualRect(model_of(window).index(4)).center()
    QTest.mouseClick(view.viewport(), QtCore.Qt.MouseButton.LeftButton, Modifier.NoModifier, place)
    assert subject(window) == (2, 3)
    (signs,) = [[chains.index(0, column).data(ACCESSIBLE) for column in (0, 2)]]
    assert chains.rowCount() == 2
    change = model_of(window).index(4).data(CHANGE_ROLE).item
    assert change.kind == "type C → 3"
    assert [words.split(":")[0] for words in signs] == [
        "Baseline chain C, John Doe",
        "Changed chain 3, John Doe",
    ]
    assert change.sentence == page.pane.claim.describe_change(2)
    # The mention of the chain is in sight.
    bag = page.session.review.bag(1)
    moved = BagSentences(bag).changes[2].spans
    assert set(moved) <= set(page.pane.spans_in_sight())
    press(qtbot, Key.Key_Escape)
    assert chains.rowCount() == 2 * CHANGES
    assert rows(window)[1] == "2*"


def test_filter_that_hides_the_bag_hides_its_changes(window: MainWindow, qtbot: QtBot) -> None:
    unfold(window, qtbot)
    page = page_of(window)
    part_of(page.list, QtWidgets.QLineEdit, "Search the bags").setText("#3")
    qtbot.waitUntil(lambda: rows(window) == ["3*"])
    page.clear_filter()
    assert rows(window)[1] == "2*"
    assert len(rows(window)) == 3 + CHANGES


def search(window: MainWindow, qtbot: QtBot, words: str) -> None:
    part_of(page_of(window).list, QtWidgets.QLineEdit, "Search the bags").setText(words)
    qtbot.waitUntil(lambda: page_of(window).session.filter.text == words)


def test_filter_by_verdict_lists_the_changes_with_it_below_their_bag(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    begin_changes(window)
    for key in (Key.Key_Minus, Key.Key_Plus, Key.Key_Minus):
        press(qtbot, key)
    page.session.set_filter(BagFilter("verdict:worse"))
    # The fourth change, for which answers were, is not among them.
    assert rows(window) == ["2*", "\N{MINUS SIGN}1", "\N{MINUS SIGN}3"]
    assert subject(window) == (2, None)
    marks = model_of(window).index(0).data(BAG_ROLE).marks
    assert numbers_in(marks)[:2] == ["2", str(CHANGES)]
    # A change that the filter no longer finds stays listed, in another order too, until it is set again.
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_Plus)
    assert rows(window)[1:] == ["+1", "\N{MINUS SIGN}3"]
    page.session.set_order(BagOrder(Order.ALIKE))
    assert rows(window)[1:] == ["+1", "\N{MINUS SIGN}3"]
    page.session.set_filter(BagFilter("verdict:worse #2"))
    assert rows(window)[1:] == ["\N{MINUS SIGN}3"]
    page.clear_filter()
    assert len(rows(window)) == 3 + CHANGES
    page.session.show(0)
    page.session.set_filter(BagFilter("verdict:better"))
    assert rows(window) == ["2*", "+1", "+2"]


def test_filter_walks_only_the_changes_that_it_finds(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    begin_changes(window)
    for key in (Key.Key_Minus, Key.Key_Plus, Key.Key_Minus, Key.Key_Escape):
        press(qtbot, key)
    page.session.set_filter(BagFilter("change:"))
    assert rows(window) == ["2*", "\N{MINUS SIGN}1", "+2", "\N{MINUS SIGN}3"]
    walked = []
    for key in (*[Key.Key_J] * 4, *[Key.Key_K] * 4):
        press(qtbot, key)
        walked.append(subject(window)[1])
    for _ in range(4):
        walk_change(window)
        walked.append(subject(window)[1])
    assert walked == [1, 2, 3, 3, 2, 1, None, None, 1, 2, 3, None]


def test_undo_lists_a_change_that_the_filter_hides(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    begin_changes(window)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Escape)
    page.session.set_filter(BagFilter("verdict:worse"))
    assert rows(window) == ["2*", "\N{MINUS SIGN}1"]
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert subject(window) == (2, 2)
    assert rows(window) == ["2", "\N{MINUS SIGN}1", "\N{BLACK CIRCLE}2*"]


def test_search_lists_the_changes_with_the_words(tmp_path: Path, window_of: Windows, qtbot: QtBot) -> None:
    wide = a_typed_bag(1, CHANGES)
    # The mentions of the second and the fifth change, and one that no change names.
    named = {1: "Carla", 4: "the old Carla"}
    words = tuple(named.get(span, text) for span, text in enumerate(wide.words))
    first, more = (0, CHANGES), Span(wide.spans[-1].document, 60, 64)
    wide = replace(
        wide,
        spans=(*wide.spans, more),
        words=(*words, "Dora"),
        baseline=(wide.baseline[0]._replace(spans=first), *wide.baseline[1:]),
        changed=(wide.changed[0]._replace(spans=first), *wide.changed[1:]),
    )
    bags = [a_bag(0), wide, a_bag(2)]
    window = window_of(write_bags(tmp_path / "named.coala", bags))
    search(window, qtbot, "carl")
    assert rows(window) == ["2*", "\N{WHITE CIRCLE}2", "\N{WHITE CIRCLE}5"]
    search(window, qtbot, "old carl")
    assert rows(window) == ["2*", "\N{WHITE CIRCLE}5"]
    # No change has the words, so all of them may be read.
    search(window, qtbot, "dora")
    assert rows(window) == ["2*", *(f"\N{WHITE CIRCLE}{place + 1}" for place in range(CHANGES))]
    press(qtbot, Key.Key_Left)
    search(window, qtbot, "Dora")
    assert rows(window) == ["2*"]


def test_form_of_a_mention_hides_no_change_of_its_bag(
    tmp_path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    wide = a_typed_bag(1, CHANGES)
    joined = Divergence(Kind.MENTION_ADDED, None, 0, (CHANGES,), '"he" added')
    wide = replace(
        wide,
        spans=(*wide.spans, Span(wide.spans[-1].document, 60, 62)),
        words=(*wide.words[:4], "Carla", *wide.words[5:], "he"),
        changed=(wide.changed[0]._replace(spans=(0, CHANGES)), *wide.changed[1:]),
        divergences=(*wide.divergences, joined),
    )
    window = window_of(write_bags(tmp_path / "forms.coala", [a_bag(0), wide, a_bag(2)]))
    page_of(window).session.show(1)
    search(window, qtbot, "form:pronoun")
    assert rows(window) == ["1", "2*", "3"]
    search(window, qtbot, "form:pronoun carla")
    # The mention that was added is the first change of the bag.
    assert rows(window) == ["2*", "\N{WHITE CIRCLE}6"]


def test_change_of_another_bag_is_not_chosen_while_a_reason_cannot_be_saved(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window)
    page.session.show(1)
    with monkeypatch.context() as patch:
        patch.setattr(page.reasons, "save", lambda: False)
        page.list.change_chosen.emit(0, 3)
    assert subject(window) == (2, None)
    page.session.show(0)
    page.list.change_chosen.emit(1, 3)
    assert subject(window) == (2, 4)

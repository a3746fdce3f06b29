"""Settling who is who: a column for each reviewer, differing lines first, and what Enter stores."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.who_is_who import GROUP_ROLE, REVIEWERS_ROLE, PartList, ReviewerGroups
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.bag import CHANGED, Verdict
from coala.present.group_columns import OPENED
from coala.present.placing import NOT_SURE
from coala.review.file import Review
from coala.verdicts.groups import NO_MENTION, Groups, group_as
from coala.verdicts.state import Manner, State
from tests.support.parted_bags import make_parted_review
from tests.support.windows import (
    Key,
    Modifier,
    Windows,
    hit,
    page_of,
    part_of,
    press,
    status,
)

ACCESSIBLE = QtCore.Qt.ItemDataRole.AccessibleTextRole
ANN = Groups(((0, 3), (4, 5)))
"""hij and k are one; l, m and n another."""
BEN = Groups(((0,), (3, 4)), no_mention=(5,))
"""hij is apart from k and l; m and n are no mention."""
CYD = Groups(((0, 3), (2,), (4, 5)), pieces=((0, 1), (2,)))
"""As Ann, but j is another."""


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return three bags; hijkl, with m and n, fell apart."""
    return make_parted_review(tmp_path / "parted.coala")


def say(
    path: Path,
    reviewer: str,
    groups: Groups | None,
    verdict: Verdict = Verdict.BETTER,
    *,
    model: bool = False,
) -> None:
    with Review.open(path, reviewer=reviewer) as review:
        review.judge(find_bag(review), State(verdict, groups=groups, by_model=model))


def find_bag(review: Review) -> int:
    """Return the number of the bag hijkl."""
    return sorted(range(3), key=lambda number: review.bag(number).spans[0].begin)[1]


def open_settling(window_of: Windows, path: Path, qtbot: QtBot, reviewer: str = "dora") -> MainWindow:
    window = window_of(path, preferences=Preferences(reviewer=reviewer))
    press(qtbot, Key.Key_J, Modifier.ControlModifier)
    press(qtbot, Key.Key_E)
    return window


@pytest.fixture
def disputed(review: Path) -> Path:
    """Return the review with the answers of Ann and Ben."""
    say(review, "ann", ANN)
    say(review, "ben", BEN)
    return review


def groups(window: MainWindow) -> list[int]:
    model = part_of(window, PartList).part_model()
    return [model.index(row).data(GROUP_ROLE) for row in range(model.rowCount())]


def reviewers(window: MainWindow) -> list[ReviewerGroups]:
    model = part_of(window, PartList).part_model()
    return [model.index(row).data(REVIEWERS_ROLE) for row in range(model.rowCount())]


def button(window: MainWindow, label: str) -> QtWidgets.QAbstractButton:
    (found,) = [
        each
        for each in page_of(window).pane.who.findChildren(QtWidgets.QAbstractButton)
        if each.text() == label and each.isVisible()
    ]
    return found


def test_reviewers_groups_are_next_to_each_other_with_the_differing_lines_first(
    window_of: Windows, disputed: Path, qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    window = open_settling(window_of, disputed, qtbot)
    view = page_of(window).pane.who
    assert view.heads() == ["ann +", "ben +"]
    assert view.summary() == "2 of 4 parts differ · 2 groups"
    assert groups(window) == [NOT_SURE, NOT_SURE, 1, 2]
    assert reviewers(window) == [
        ReviewerGroups(differs=True, groups=(1, 2)),
        ReviewerGroups(differs=True, groups=(2, NO_MENTION)),
        ReviewerGroups(differs=False, groups=(1, 1)),
        ReviewerGroups(differs=False, groups=(2, 2)),
    ]
    parts = part_of(window, PartList)
    assert parts.currentIndex().row() == 0
    model = parts.part_model()
    qtmodeltester.check(model)
    assert [model.index(row).data(ACCESSIBLE) for row in (1, 3)] == [
        "Not sure: -1, m, 2 mentions; differs; ann: group 2; ben: no mention",
        "Group 2: A3, l, 1 mention; ann: group 2; ben: group 2",
    ]
    assert status(window)
    placing = page_of(window).who.placing()
    assert placing is not None
    for label, expected, stored in (
        ("ann", [1, 2, 1, 2], ANN),
        ("ben", [2, NO_MENTION, 1, 2], BEN),
        ("changed", [3, 1, 1, 2], group_as(placing.parts, CHANGED)),
    ):
        button(window, label).click()
        assert groups(window) == expected
        assert placing.to_groups() == stored
    assert button(window, "ben").accessibleName().endswith(": ben")
    assert parts.hasFocus()


def test_enter_settles_the_groups_and_the_bag_leaves_the_queue(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = open_settling(window_of, disputed, qtbot)
    session = page_of(window).session
    bag = session.current
    press(qtbot, Key.Key_Escape)
    assert session.review.half_answer(bag) is None
    press(qtbot, Key.Key_E)
    # Half settled groups are kept as a draft.
    hit(window, qtbot, Key.Key_2, Key.Key_Escape)
    press(qtbot, Key.Key_E)
    assert groups(window) == [2, NOT_SURE, 1, 2]
    assert status(window)
    hit(window, qtbot, Key.Key_Home, Key.Key_Down, Key.Key_1)
    assert groups(window) == [2, 1, 1, 2]
    verdict = page_of(window).who.placing().links().verdict  # type: ignore[union-attr]
    hit(window, qtbot, Key.Key_Return)
    state = session.progress.state(bag)
    assert state == State(verdict, groups=Groups(((0, 5), (3, 4))), manner=Manner.ADJUDICATION)
    assert status(window)
    # The view opens again as it was settled, and the columns stay.
    press(qtbot, Key.Key_E)
    assert (groups(window), page_of(window).pane.who.heads()) == ([2, 1, 1, 2], ["ann +", "ben +"])
    press(qtbot, Key.Key_Escape)
    press(qtbot, Key.Key_J, Modifier.ControlModifier)
    press(qtbot, Key.Key_J, Modifier.ControlModifier)
    assert not window.actions_by_name["adjudicate"].isChecked()
    assert status(window)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert session.progress.state(bag) == State()


def test_reviewers_answers_are_hidden_outside_settling(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = window_of(disputed, preferences=Preferences(reviewer="dora"))
    page_of(window).session.show(find_bag(page_of(window).session.review))
    press(qtbot, Key.Key_E)
    assert page_of(window).pane.who.heads() == []
    assert reviewers(window) == 4 * [None]
    assert page_of(window).pane.who.summary() == "3 groups · 0 parts moved"
    with pytest.raises(ValueError, match="unpack"):
        button(window, "ann")


def test_opened_part_and_verdict_without_groups_have_their_signs(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    say(review, "ann", ANN)
    say(review, "ben", None, Verdict.WORSE)
    say(review, "cyd", CYD)
    window = open_settling(window_of, review, qtbot)
    assert page_of(window).pane.who.heads() == ["ann +", "cyd +", "ben \N{MINUS SIGN}"]
    # Only j is elsewhere.
    assert page_of(window).pane.who.summary() == "1 of 4 parts differs · 2 groups"
    assert [each.groups for each in reviewers(window)] == [(1, OPENED), (1, 1), (2, 2), (2, 2)]
    hit(window, qtbot, Key.Key_O)
    assert [each.groups for each in reviewers(window)][:3] == [(1, 1), (1, 1), (1, 3)]
    assert [each.differs for each in reviewers(window)] == [False, False, True, False, False, False]


def test_further_reviewers_are_counted_and_models_are_named_as_such(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    for name in ("ann", "ben", "cyd", "eve", "fay"):
        say(review, name, ANN)
    say(review, "gpt", BEN, model=True)
    window = open_settling(window_of, review, qtbot, reviewer="zoe")
    view = page_of(window).pane.who
    assert view.heads() == ["ann +", "ben +", "cyd +", "eve +", "and 2 more"]
    # The model differs, though it has no column.
    assert view.summary() == "2 of 4 parts differ · 2 groups"
    assert [each.differs for each in reviewers(window)] == [True, True, False, False]
    spoken = part_of(window, PartList).part_model().index(0).data(ACCESSIBLE)
    assert spoken.endswith("eve: group 1; fay: group 1; gpt (model): group 2")
    assert "gpt (model)" in page_of(window).opinions.text()


def test_reviewer_who_settles_sees_the_own_first_answer_as_a_column(
    window_of: Windows, disputed: Path, qtbot: QtBot
) -> None:
    window = open_settling(window_of, disputed, qtbot, reviewer="ann")
    heads = page_of(window).pane.who.heads
    assert (heads(), groups(window)[:2]) == (["ann +", "ben +"], [NOT_SURE, NOT_SURE])
    hit(window, qtbot, Key.Key_2, Key.Key_X, Key.Key_Return)
    press(qtbot, Key.Key_E)
    assert heads() == ["ann +", "ben +"]
    assert [each.groups for each in reviewers(window)][:2] == [(1, 2), (2, NO_MENTION)]
    assert groups(window) == [2, NO_MENTION, 1, 2]


def test_settling_with_the_own_first_answer_leaves_no_draft(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    say(review, "ann", ANN, Verdict.SAME)
    say(review, "ben", BEN)
    window = open_settling(window_of, review, qtbot, reviewer="ann")
    session = page_of(window).session
    bag = session.current
    hit(window, qtbot, Key.Key_1, Key.Key_2)
    page_of(window).who.keep()
    assert session.review.half_answer(bag) is not None
    hit(window, qtbot, Key.Key_Return)
    assert session.progress.state(bag) == State(Verdict.SAME, groups=ANN, manner=Manner.ADJUDICATION)
    assert session.review.half_answer(bag) is None


def test_verdict_on_an_agreement_takes_the_agreed_groups_along(
    window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    say(review, "ann", ANN)
    say(review, "ben", ANN)
    window = window_of(review, preferences=Preferences(reviewer="dora"))
    press(qtbot, Key.Key_J, Modifier.ControlModifier)
    session = page_of(window).session
    bag = session.current
    assert re.findall(r"\d+", status(window)) == ["1"]
    press(qtbot, Key.Key_Minus)
    assert session.progress.state(bag) == State(Verdict.WORSE, manner=Manner.ADJUDICATION)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_Plus)
    assert session.progress.state(bag) == State(Verdict.BETTER, groups=ANN, manner=Manner.ADJUDICATION)

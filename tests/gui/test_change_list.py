from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.change_list import DIVERGENCE_ROLE, ChangeList, ChangeModel
from coala.gui.theme import Theme
from tests.bags_by_hand import large, seed, split
from tests.gui.palettes import light

CHANGES = (*seed().divergences, *split().divergences)


def test_each_change_is_its_sentence(qtmodeltester: ModelTester) -> None:
    model = ChangeModel()
    model.show_changes(CHANGES)
    qtmodeltester.check(model)
    assert [model.index(row).data() for row in range(model.rowCount())] == [
        '"he" moved from Bob Smith to John Doe',
        '"R. Smith" split from Bob Smith',
    ]
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == 'split: "R. Smith" split from Bob Smith'
    assert model.index(1).data(DIVERGENCE_ROLE) is CHANGES[1]


def test_showing_a_bag_selects_its_first_change_and_says_nothing(qtbot: QtBot) -> None:
    view = ChangeList(Theme.of(light()))
    qtbot.addWidget(view)
    chosen = QSignalSpy(view.chosen)
    view.show_changes(CHANGES)
    assert view.currentIndex().row() == 0
    assert chosen.count() == 0


def test_walking_with_the_arrows_and_enter_choose(qtbot: QtBot) -> None:
    view = ChangeList(Theme.of(light()))
    qtbot.addWidget(view)
    view.show_changes(CHANGES)
    chosen = QSignalSpy(view.chosen)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert [chosen.at(place)[0] for place in range(chosen.count())] == [CHANGES[1], CHANGES[1]]


def test_thousands_of_changes_are_one_model(qtmodeltester: ModelTester) -> None:
    model = ChangeModel()
    model.show_changes(large(20_000)[0].divergences)
    assert model.rowCount() == 2_000
    qtmodeltester.check(model)

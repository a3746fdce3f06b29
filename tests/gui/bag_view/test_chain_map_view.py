from dataclasses import replace

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.widgets.theme import Theme
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.model.sides import VERDICT_WORDS
from coala.present.chain_map import ChainMap
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support.bags_by_hand import a_merge_of, large, seed
from tests.support.palettes import dark, light
from tests.support.windows import numbers_in


def map_of(made: Bag) -> ChainMap:
    return ChainMap(Chains(display_bag(made)))


@pytest.fixture
def view(qtbot: QtBot) -> ChainMapView:
    made = ChainMapView(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def place(view: ChainMapView, row: int, column: int) -> QtCore.QPoint:
    return view.visualRect(view.map_model().index(row, column)).center()


def test_a_fold_opens_by_click_and_closes_by_key(view: ChainMapView, qtmodeltester: ModelTester) -> None:
    view.show_map(map_of(a_merge_of(["Kellan", "Kellan", "Kellan", "Port"])))
    changed = QSignalSpy(view.height_changed)
    qtmodeltester.check(view.map_model())
    assert view.map_model().rowCount() == 2
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 0, 0))
    assert view.map_model().rowCount() == 5
    assert (view.currentIndex().row(), view.currentIndex().column()) == (0, 0)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.map_model().rowCount() == 2
    assert changed.count() == 2


def test_arrows_go_from_chain_to_chain_and_over_the_curves(view: ChainMapView, qtbot: QtBot) -> None:
    view.show_map(map_of(a_merge_of(["Ann", "Eve"])))
    with qtbot.waitActive(view):
        view.activateWindow()
    view.setFocus()
    view.setCurrentIndex(view.map_model().index(0, 0))
    hovered = QSignalSpy(view.chain_hovered)
    walked = []
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Home)
    for key in keys:
        QTest.keyClick(view, key)
        walked.append((view.currentIndex().row(), view.currentIndex().column()))
    # The changed side has one chain: its last line is next to the second one of the baseline.
    assert walked == [(1, 0), (0, 2), (0, 2), (0, 0), (0, 0)]
    assert [hovered.at(number)[0].sign for number in range(hovered.count())] == ["B", "1", "A"]


def test_enter_and_a_click_choose_a_chain(view: ChainMapView) -> None:
    view.show_map(map_of(seed()))
    chosen = QSignalSpy(view.chain_chosen)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 1, 2))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert [chosen.at(number)[0].sign for number in range(chosen.count())] == ["2", "2"]


def test_the_pointer_lights_a_chain_with_its_heirs_until_it_leaves(view: ChainMapView) -> None:
    view.show_map(map_of(seed()))
    hovered = QSignalSpy(view.chain_hovered)
    QTest.mouseMove(view.viewport(), place(view, 1, 0))
    for leave in (
        # The room below the lines is no chain either.
        view.viewportEntered.emit,
        lambda: QtWidgets.QApplication.sendEvent(view, QtCore.QEvent(QtCore.QEvent.Type.Leave)),
    ):
        view.entered.emit(view.map_model().index(1, 0))
        assert view.highlighted() == {(BASELINE, 1), (CHANGED, 1)}
        leave()
        assert view.highlighted() == set()
    assert hovered.at(hovered.count() - 1) == [None]


def test_a_chain_is_lit_from_outside_also_behind_a_fold(view: ChainMapView) -> None:
    chain_map = map_of(a_merge_of(["Kellan", "Kellan", "Kellan", "Port"]))
    view.show_map(chain_map)
    view.highlight_chain(chain_map.chains.at(BASELINE, 2))
    assert view.highlighted() == {(BASELINE, 0), (CHANGED, 0)}
    view.highlight_chain(None)
    assert view.highlighted() == set()


def test_another_bag_begins_with_nothing_lit(view: ChainMapView) -> None:
    view.show_map(map_of(seed()))
    fresh = view.viewport().grab().toImage()
    view.entered.emit(view.map_model().index(1, 0))
    assert view.viewport().grab().toImage() != fresh
    view.show_map(map_of(seed()))
    assert view.highlighted() == set()
    assert view.viewport().grab().toImage() == fresh


@pytest.mark.parametrize("palette", [light(), dark()], ids=["light", "dark"])
def test_hostile_names_are_painted_as_they_are_and_whole_in_the_tooltip(
    view: ChainMapView, palette: QtGui.QPalette
) -> None:
    made = seed()
    labels = ("<img src=x>" * 99, "\u202eשלום עולם" * 9)
    renamed = tuple(old._replace(label=label) for old, label in zip(made.baseline, labels, strict=True))
    view.set_theme(Theme.from_palette(palette))
    view.show_map(map_of(replace(made, baseline=renamed)))
    assert not view.grab().isNull()
    tip = view.map_model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img src=x&gt;" in tip
    assert "<img" not in tip


def test_a_map_of_thousands_of_chains_paints_what_is_in_sight(view: ChainMapView) -> None:
    made, _ = large(10_000, 5_000)
    chain_map = map_of(made)
    view.show_map(chain_map)
    assert not view.grab().isNull()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.currentIndex().row() == chain_map.lines(BASELINE) - 1
    last = view.map_model().index(chain_map.lines(BASELINE) - 1, 0)
    assert "4,500" in numbers_in(last.data())


def test_lines_of_the_shorter_side_stay_next_to_the_visible_ones(
    view: ChainMapView, qtmodeltester: ModelTester
) -> None:
    view.show_map(map_of(a_merge_of([f"Ann {name}" for name in "abcdefghijklmnopqrst"])))
    model = view.map_model()
    qtmodeltester.check(model)
    view.resize(700, view.fit_height(0) + 40)
    view.scrollToBottom()
    assert model.index(0, 2).data() is None
    in_sight = [row for row in range(20) if view.viewport().rect().contains(place(view, row, 2))]
    shown = [row for row in range(20) if model.index(row, 2).data() is not None]
    assert shown == in_sight[:1]
    chain = model.chain(model.index(shown[0], 2))
    assert chain is not None
    assert (chain.side, chain.sign) == (CHANGED, "1")
    assert model.find_cell(chain) == model.index(shown[0], 2)
    QTest.mouseMove(view.viewport(), place(view, shown[0], 2))
    assert (CHANGED, 0) in view.highlighted()
    view.scrollToTop()
    assert model.find_cell(chain).row() == 0


def test_pointing_at_a_chain_from_outside_does_not_scroll(view: ChainMapView) -> None:
    made = map_of(a_merge_of([f"Ann {name}" for name in "abcdefghijklmnopqrst"]))
    view.show_map(made)
    view.resize(700, view.fit_height(0) + 40)
    last = made.chain_of(BASELINE, 19)
    view.point_at_chain(last)
    assert view.verticalScrollBar().value() == 0
    assert (BASELINE, 19) in view.highlighted()
    view.highlight_chain(last)
    assert view.verticalScrollBar().value() > 0

"""The entries of a changed link below the chain map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.entry_view import EntryView
from coala.gui.bag_view.pane import BagPane
from coala.gui.widgets.theme import Theme
from coala.model.bag import Bag, KnowledgeBaseEntry
from coala.model.sides import VERDICT_WORDS
from coala.present.entry_table import list_entry_rows
from tests.support.bags_by_hand import BARE, PARIS, TEXAS, TEXTS, linked, seed
from tests.support.palettes import light

ARABIC = PARIS._replace(words="باريس", description="عاصمة فرنسا")
LONG = TEXAS._replace(description="city in and county seat of Lamar County " * 20)


@pytest.fixture
def view(qtbot: QtBot) -> EntryView:
    made = EntryView(Theme.from_palette(light()))
    qtbot.addWidget(made)
    made.resize(700, 300)
    return made


def show(view: EntryView, made: Bag, sides: tuple[str, str] = ("baseline", "changed")) -> None:
    view.show_entries(list_entry_rows(made, made.divergences[0]), sides)


def spoken(view: EntryView, row: int, column: int) -> str:
    item = view.item(row, column)
    assert item is not None
    return str(item.data(Qt.ItemDataRole.AccessibleTextRole))


@pytest.mark.parametrize("sides", [("baseline", "changed"), ("left", "right")])
def test_both_descriptions_are_spoken_with_their_sides_and_never_markup(
    view: EntryView, sides: tuple[str, str]
) -> None:
    show(view, linked([TEXAS], [PARIS]), sides)
    assert not view.isHidden()
    assert spoken(view, 0, 0) == f"{sides[0]}: Paris (Q830149): city in <b>Texas</b>"
    assert spoken(view, 0, 2) == f"{sides[1]}: Paris (Q90): capital of France"
    item = view.item(0, 0)
    assert item is not None
    assert "&lt;b&gt;Texas&lt;/b&gt;" in item.toolTip()


@pytest.mark.parametrize("entry", [LONG, ARABIC])
def test_a_description_takes_at_most_two_lines(view: EntryView, entry: KnowledgeBaseEntry) -> None:
    view.show()
    show(view, linked([entry], [PARIS]))
    view.grab()
    line = view.fontMetrics().lineSpacing()
    assert view.rowHeight(0) < 3 * line
    view.hide()


def test_arrows_go_from_side_to_side(view: EntryView) -> None:
    show(view, linked([TEXAS, BARE], [PARIS, BARE]))
    view.setCurrentCell(0, 0)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert (view.currentRow(), view.currentColumn()) == (0, 2)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert (view.currentRow(), view.currentColumn()) == (1, 2)


def test_the_pane_shows_the_entries_of_a_link_and_hides_them_for_other_changes(qtbot: QtBot) -> None:
    pane = BagPane(VERDICT_WORDS)
    qtbot.addWidget(pane)
    pane.resize(750, 740)
    pane.show()
    pane.show_bag(linked([TEXAS], [PARIS]), TEXTS.get)
    view, chains = pane.findChild(EntryView), pane.findChild(ChainMapView)
    assert view is not None
    assert chains is not None
    assert view.isVisible()
    assert view.columnWidth(1) == chains.columnWidth(1)
    assert pane.entry_iris() == [TEXAS.name, PARIS.name]
    chains.setCurrentIndex(chains.map_model().index(0, 2))
    assert pane.entry_iris() == [PARIS.name]
    pane.show_bag(seed(), TEXTS.get)
    assert not view.isVisible()
    assert pane.entry_iris() == []
    pane.hide()

"""Large bags, which are built only near the reviewer, and can be reached everywhere."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_view.chain_map import ChainMapModel, ChainMapView
from coala.gui.bag_view.evidence_text import EvidenceText
from coala.gui.bag_view.pane import BagPane
from coala.model.bag import BASELINE, Bag
from coala.model.sides import VERDICT_WORDS
from coala.present.chain_map import ChainMap
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.page import Level
from tests.support.evidence import evidence_of
from tests.support.great_bags import MENTIONS_A_DOCUMENT, SENTENCE, WORDS, a_wide_bag, in_one_document
from tests.support.windows import numbers_in, part_of

MENTIONS = 3_000
DOCUMENTS = MENTIONS // MENTIONS_A_DOCUMENT
TEXT = SENTENCE * MENTIONS_A_DOCUMENT


@pytest.fixture(scope="module")
def wide() -> Bag:
    return a_wide_bag(0, MENTIONS)


@pytest.fixture
def pane(qtbot: QtBot, wide: Bag) -> BagPane:
    made = BagPane(VERDICT_WORDS)
    qtbot.addWidget(made)
    made.resize(640, 760)
    made.show()
    made.show_bag(wide, lambda _: TEXT)
    QtWidgets.QApplication.processEvents()
    return made


def text_of(pane: BagPane) -> EvidenceText:
    return part_of(pane, EvidenceText)


def framed(view: EvidenceText) -> list[str]:
    content = view.document().toPlainText()
    return [content[line.begin : line.end] for line in view.frames()]


def test_every_mention_can_be_chosen_though_few_are_on_the_page(pane: BagPane, wide: Bag) -> None:
    view = text_of(pane)
    assert len(view.page().spans) < MENTIONS
    for span in (0, MENTIONS - 1, MENTIONS // 2, 1):
        pane.choose_span(span)
        assert view.chosen() == (span,)
        assert framed(view) == [WORDS]


def test_an_unfolded_document_is_lit_only_around_what_is_read_also_after_scrolling(pane: BagPane) -> None:
    """Count highlights: for each, Qt asks for the heights of the lines up to the top of the viewport."""
    view = text_of(pane)
    for span in (MENTIONS_A_DOCUMENT // 2, MENTIONS - 1):
        pane.choose_span(span)
        pane.evidence.toggle_document()
        in_sight = view.viewport().height() // view.fontMetrics().lineSpacing()
        around = 2 * 1_000 // len(SENTENCE)
        # On each line a mention and the sign of its chain.
        assert 2 * in_sight <= len(view.extraSelections()) <= 2 * (in_sight + around + 4)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    point = view.viewport().rect().center()
    position = view.cursorForPosition(QtCore.QPoint(0, point.y())).block().position()
    lit = [each.cursor.selectionStart() for each in view.extraSelections()]
    assert position in lit
    assert len(lit) < MENTIONS_A_DOCUMENT * 2


def test_unreadable_later_text_is_reported_on_its_page(pane: BagPane, wide: Bag) -> None:
    damaged = wide.spans[-1].document

    def text(document: str) -> str:
        if document == damaged:
            raise ReviewError("The text is damaged.")
        return TEXT

    pane.show_bag(wide, text)
    pane.choose_span(MENTIONS - 1)
    assert "The text is damaged." in text_of(pane).document().toPlainText()
    assert framed(text_of(pane)) == [WORDS]


def test_all_chains_can_be_read_though_few_are_made(qtmodeltester: ModelTester, wide: Bag) -> None:
    model = ChainMapModel(VERDICT_WORDS)
    model.show_map(ChainMap(chains_of(wide)))
    qtmodeltester.check(model)
    spoken = model.index(299, 2).data(QtCore.Qt.ItemDataRole.AccessibleTextRole)
    assert numbers_in(spoken)[:3] == ["300", "10", "9"]


def chains_of(made: Bag) -> Chains:
    return Chains(display_bag(made))


def test_the_last_change_is_shown_at_once(qtbot: QtBot, pane: BagPane, wide: Bag) -> None:
    button = part_of(pane, QtWidgets.QToolButton, "What changed, 300 changes")
    qtbot.mouseClick(button, QtCore.Qt.MouseButton.LeftButton)
    changes = part_of(pane, QtWidgets.QListView, "What changed")
    last = changes.model().index(changes.model().rowCount() - 1, 0)
    changes.setCurrentIndex(last)
    changes.clicked.emit(last)
    assert text_of(pane).chosen() == (MENTIONS - 1,)
    chains = part_of(pane, ChainMapView)
    cell = chains.map_model().find_cell(chains_of(wide).at(BASELINE, 299))
    assert (BASELINE, cell.row()) in chains.highlighted()
    assert framed(text_of(pane)) == [WORDS]


def test_of_one_long_document_a_window_is_laid_out_and_each_mention_is_where_its_words_are(
    wide: Bag,
) -> None:
    made, text = in_one_document(wide)
    evidence = evidence_of(made, lambda _: text)
    evidence.show(MENTIONS // 2)
    evidence.set_level(MENTIONS // 2, Level.DOCUMENT)
    page = evidence.page()
    assert 100 < len(page.spans) < 1_000
    words = {page.text[place.begin : place.end] for places in page.places.values() for place in places}
    assert words == {WORDS}

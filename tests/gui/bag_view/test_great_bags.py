"""Of a great bag only what is near the reviewer is made, and all of it can be reached."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_view.chain_map_model import ChainMapModel
from coala.gui.bag_view.chain_map_view import ChainMapView
from coala.gui.bag_view.pane import BagPane
from coala.gui.bag_view.source_text import SourceText
from coala.model.bag import BASELINE, Bag
from coala.presentation.chain_map.lines import ChainMap
from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import display_bag
from coala.presentation.source_page import lay_out_page
from tests.support.great_bags import MENTIONS_A_DOCUMENT, SENTENCE, WORDS, a_wide_bag, in_one_document
from tests.support.windows import Key, Modifier, part_of

MENTIONS = 3_000
DOCUMENTS = MENTIONS // MENTIONS_A_DOCUMENT
TEXT = SENTENCE * MENTIONS_A_DOCUMENT


@pytest.fixture(scope="module")
def wide() -> Bag:
    return a_wide_bag(0, MENTIONS)


@pytest.fixture
def pane(qtbot: QtBot, wide: Bag) -> BagPane:
    made = BagPane()
    qtbot.addWidget(made)
    made.resize(640, 760)
    made.show()
    made.show_bag(wide, lambda _: TEXT)
    QtWidgets.QApplication.processEvents()
    return made


def text_of(pane: BagPane) -> SourceText:
    return part_of(pane, SourceText)


def top_line(view: SourceText) -> str:
    return view.firstVisibleBlock().text()


def framed(view: SourceText) -> list[str]:
    content = view.document().toPlainText()
    return [content[line.begin : line.end] for line in view.frames()]


def test_a_part_of_a_page_reads_as_it_does_in_the_whole(wide: Bag) -> None:
    displayed = display_bag(wide)
    everything = lay_out_page(displayed, lambda _: TEXT)
    part = lay_out_page(displayed, lambda _: TEXT, part=range(3, 5))
    begin, end = (everything.titles[number].begin for number in (3, 5))
    assert part.text.startswith("⋯ 3 documents before\n")
    assert everything.text[begin:end] in part.text
    assert part.text.rstrip().endswith(f"⋯ {DOCUMENTS - 5} documents after")
    shift = part.titles[0].begin - begin
    for span in displayed.order[displayed.starts[3] : displayed.starts[5]]:
        assert [place.begin - shift for place in part.places[span]] == [
            place.begin for place in everything.places[span]
        ]


def test_every_mention_can_be_chosen_though_few_are_on_the_page(pane: BagPane, wide: Bag) -> None:
    view = text_of(pane)
    assert len(view.page().spans) < MENTIONS
    order = display_bag(wide).order
    for span in (order[0], order[-1], order[MENTIONS // 2], order[1]):
        pane.choose_span(span)
        assert view.chosen() == (span,)
        assert framed(view) == [WORDS]
    pane.previous_mention()
    pane.previous_mention()
    assert view.chosen() == (order[-1],)
    assert framed(view) == [WORDS]


def test_who_turns_pages_comes_through_all_documents_and_back(qtbot: QtBot, pane: BagPane) -> None:
    view = text_of(pane)
    for key, last in ((Key.Key_PageDown, DOCUMENTS - 1), (Key.Key_PageUp, 0)):
        met: set[int] = set()
        for _ in range(MENTIONS):
            qtbot.keyClick(view, key)
            QtWidgets.QApplication.processEvents()
            met.update(view.documents_in_use())
            bar = view.verticalScrollBar()
            if last in view.page().part and bar.value() in (bar.minimum(), bar.maximum()):
                break
        assert met == set(range(DOCUMENTS))
        assert len(view.page().documents) < DOCUMENTS


def test_what_is_in_sight_stays_when_more_is_laid_out(pane: BagPane) -> None:
    view = text_of(pane)
    bar = view.verticalScrollBar()
    for end in ("bottom", "top"):
        pane.choose_span(MENTIONS // 2)
        QtWidgets.QApplication.processEvents()
        former = view.page().part
        bar.setValue(bar.maximum() if end == "bottom" else bar.minimum())
        # The first line but says that there is more.
        before = view.document().findBlockByNumber(1).text() if end == "top" else top_line(view)
        QtWidgets.QApplication.processEvents()
        assert view.page().part != former
        assert before in (top_line(view), view.firstVisibleBlock().next().text())


def test_the_ends_of_the_text_are_one_key_away_and_all_can_be_copied(qtbot: QtBot, pane: BagPane) -> None:
    view = text_of(pane)
    qtbot.keyClick(view, Key.Key_End, Modifier.ControlModifier)
    QtWidgets.QApplication.processEvents()
    assert view.page().part.stop == DOCUMENTS
    qtbot.keyClick(view, Key.Key_Home, Modifier.ControlModifier)
    QtWidgets.QApplication.processEvents()
    assert view.page().first == 0
    qtbot.keyClick(view, Key.Key_A, Modifier.ControlModifier)
    selected = view.textCursor().selectedText()
    assert selected.count(WORDS) == MENTIONS


def test_a_document_is_chosen_from_the_list_wherever_it_is(qtbot: QtBot, pane: BagPane) -> None:
    box = part_of(pane, QtWidgets.QComboBox, "Document to scroll to")
    for number in (DOCUMENTS - 3, 0, DOCUMENTS // 2):
        box.setCurrentIndex(number)
        box.activated.emit(number)
        assert top_line(text_of(pane)) == box.itemText(number)


def test_whole_documents_stay_where_the_reviewer_was(pane: BagPane) -> None:
    pane.choose_span(MENTIONS // 2)
    pane.toggle_whole_document()
    view = text_of(pane)
    assert framed(view) == [WORDS]
    assert view.viewport().rect().contains(view.cursorRect().center())


def test_only_what_is_in_sight_is_lit_and_it_is_lit_after_scrolling(pane: BagPane) -> None:
    view = text_of(pane)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    point = view.viewport().rect().center()
    position = view.cursorForPosition(QtCore.QPoint(0, point.y())).block().position()
    lit = [each.cursor.selectionStart() for each in view.extraSelections()]
    assert position in lit
    assert len(lit) < MENTIONS_A_DOCUMENT * 2


def test_a_selection_is_kept_while_the_page_slides(qtbot: QtBot, pane: BagPane) -> None:
    view = text_of(pane)
    start = view.page().titles[0].begin
    cursor = QtGui.QTextCursor(view.document())
    cursor.setPosition(start)
    view.setTextCursor(cursor)
    for _ in range(30):
        qtbot.keyClick(view, Key.Key_PageDown, Modifier.ShiftModifier)
        QtWidgets.QApplication.processEvents()
    chosen = view.textCursor()
    assert chosen.selectionStart() == view.page().titles[0].begin
    assert chosen.selectedText().count(WORDS) > MENTIONS_A_DOCUMENT


def test_a_later_text_that_cannot_be_read_is_told_on_its_page(pane: BagPane, wide: Bag) -> None:
    damaged = wide.spans[-1].document

    def text(document: str) -> str:
        if document == damaged:
            raise ReviewError("The text is damaged in this review file; go back to a copy of it.")
        return TEXT

    pane.show_bag(wide, text)
    pane.choose_span(MENTIONS - 1)
    assert "The text is damaged in this review file" in text_of(pane).document().toPlainText()
    assert framed(text_of(pane)) == [WORDS]


def test_all_chains_can_be_read_though_few_are_made(qtmodeltester: ModelTester, wide: Bag) -> None:
    model = ChainMapModel()
    model.show_map(ChainMap(chains_of(wide)))
    qtmodeltester.check(model)
    spoken = model.index(299, 2).data(QtCore.Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("changed chain 300: Bob Smith, 10 mentions, 9 from ")


def chains_of(made: Bag) -> Chains:
    return Chains(display_bag(made))


def test_the_last_change_is_shown_at_once(qtbot: QtBot, pane: BagPane, wide: Bag) -> None:
    button = part_of(pane, QtWidgets.QToolButton, "List of 300 changes")
    qtbot.mouseClick(button, QtCore.Qt.MouseButton.LeftButton)
    changes = part_of(pane, QtWidgets.QListView, "What changed")
    last = changes.model().index(changes.model().rowCount() - 1, 0)
    changes.setCurrentIndex(last)
    changes.clicked.emit(last)
    assert text_of(pane).chosen() == (MENTIONS - 1,)
    chains = part_of(pane, ChainMapView)
    assert (BASELINE, chains.map_model().place_of(chains_of(wide).at(BASELINE, 299)).row()) in chains.lit()
    assert framed(text_of(pane)) == [WORDS]


def test_every_mention_of_one_long_document_is_where_its_words_are(wide: Bag) -> None:
    made, text = in_one_document(wide)
    page = lay_out_page(display_bag(made), lambda _: text)
    assert page.text.count("⋯ 2 lines") == MENTIONS
    words = {page.text[place.begin : place.end] for places in page.places for place in places}
    assert words == {WORDS}
    assert len({places[0].begin for places in page.places}) == MENTIONS

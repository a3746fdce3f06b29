from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from coala.diff.sentences import BagSentences
from coala.errors import ReviewError
from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.claim_bar import ChangeList
from coala.gui.bag_view.evidence_text import EvidenceText
from coala.gui.bag_view.evidence_view import LARGEST_ZOOM, SMALLEST_ZOOM, ZOOM, EvidenceView
from coala.gui.bag_view.fact_view import FactView
from coala.gui.bag_view.gold_list import GoldList
from coala.gui.bag_view.pane import BagPane
from coala.gui.widgets.labels import TwoLineLabel
from coala.model.bag import BASELINE, CHANGED, Divergence, GoldChain, Term
from coala.model.kinds import Kind
from coala.model.sides import VERDICT_WORDS
from coala.model.values import Span
from tests.support.bags_by_hand import TEXTS, bag, large, seed, split
from tests.support.facts_by_hand import DOC, TEXT, bags_of, reading
from tests.support.palettes import PALETTES, dark
from tests.support.reviews import a_mixed_bag
from tests.support.windows import numbers_in

PARIS, FRANCE = (("chris", "landedIn", place, "landed") for place in ("paris", "france"))
MET = ("chris", "met", "ann", "met Ann")


def nothing(_document: str) -> None:
    """Return no text for any document."""


@pytest.fixture
def pane(qtbot: QtBot) -> BagPane:
    made = BagPane(VERDICT_WORDS)
    qtbot.addWidget(made)
    made.resize(750, 740)
    return made


Widget = TypeVar("Widget", bound=QtWidgets.QWidget)


def part(pane: BagPane, kind: type[Widget]) -> Widget:
    found = pane.findChild(kind)
    assert found is not None
    return found


def test_bag_emphasises_its_only_change_or_the_chosen_one_of_several(pane: BagPane) -> None:
    pane.show()
    pane.show_bag(seed(), TEXTS.get, 7)
    assert "bag 7 · 4 mentions · 2 docs" in [
        label.text() for label in pane.findChildren(QtWidgets.QLabel) if label.isVisible()
    ]
    assert pane.evidence.text.chosen() == part(pane, EvidenceText).chosen() == (2,)
    pane.show_bag(a_mixed_bag(1), nothing)
    assert pane.evidence.text.chosen() == ()
    pane.choose_change(1)
    assert len(pane.evidence.text.chosen()) == 1
    pane.choose_bag()
    assert pane.evidence.text.chosen() == ()
    pane.hide()


def test_each_fact_lights_all_its_places_with_their_roles(pane: BagPane) -> None:
    before, after = reading(PARIS, MET), reading(FRANCE)
    bag = bags_of(before, after)[0]
    pane.show_bag(bag, {DOC: TEXT}.get, 1)
    pane.show()
    text = part(pane, EvidenceText)

    def lit() -> list[str]:
        page = text.page()
        return [page.copy_text(*stretch) for stretch in sorted(page.fact)]

    told = {pane.claim.describe_change(place): place for place in range(2)}
    pane.choose_change(told["Fact gone: Chris —met→ Ann"])
    assert lit() == ["He", "met Ann", "Ann"]
    assert "‹said here›" in text.toPlainText()
    pane.choose_change(told["Chris —landedIn→ France (was: Paris)"])
    assert lit() == ["Chris", "landed", "Paris", "France"]
    assert len(text.frames()) >= 4
    pane.choose_bag()
    first = "He" if BagSentences(bag).headline == "Fact gone: Chris —met→ Ann" else "Chris"
    assert lit()[0] == first
    pane.show_bag(seed(), TEXTS.get, 2)
    assert lit() == []
    pane.hide()


def test_pane_opens_at_the_headline_though_another_change_is_listed_first(pane: BagPane) -> None:
    before, after = reading(PARIS), reading(FRANCE)
    fact = bags_of(before, after)[0]
    joined = replace(
        fact,
        baseline=(*fact.baseline, fact.baseline[0]._replace(label="Ann", spans=(1,))),
        divergences=(Divergence(Kind.MERGED, 1, 0, (1,), ""), *fact.divergences),
    )
    pane.show_bag(joined, {DOC: TEXT}.get, 1)
    pane.show()
    text = part(pane, EvidenceText)
    assert "joined" in pane.claim.describe_change(1)
    # The headline ends with the fact, so its places and its table are shown.
    assert text.page().fact
    pane.choose_change(1)
    assert not text.page().fact
    assert not part(pane, FactView).isVisible()
    pane.choose_bag()
    assert text.page().fact
    assert part(pane, FactView).isVisible()
    pane.hide()


def test_zoom_and_wheel_with_control_change_claim_map_and_text_within_bounds(pane: BagPane) -> None:
    pane.show_bag(seed(), TEXTS.get)
    view = pane.evidence

    def sizes() -> list[float]:
        return [
            each.font().pointSizeF()
            for each in (view.text, part(pane, ChainMapView), part(pane, TwoLineLabel))
        ]

    first = sizes()
    assert first[0] > view.font().pointSizeF()
    pane.change_zoom(1)
    assert sizes() == pytest.approx([ZOOM * size for size in first])
    for step, last in ((1, LARGEST_ZOOM), (-1, SMALLEST_ZOOM), (0, 0)):
        for _ in range(30):
            pane.change_zoom(step)
        assert view.reading() == (last, "")
    assert sizes() == first
    place = QtCore.QPointF(20, 20)
    for modifier, zoom in ((Qt.KeyboardModifier.NoModifier, 0), (Qt.KeyboardModifier.ControlModifier, 1)):
        wheel = QtGui.QWheelEvent(
            place,
            place,
            QtCore.QPoint(),
            QtCore.QPoint(0, 120),
            Qt.MouseButton.NoButton,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QtWidgets.QApplication.sendEvent(view.text.viewport(), wheel)
        assert view.reading() == (zoom, "")


def test_a_bag_whose_text_is_damaged_leaves_the_former_one_whole(pane: BagPane) -> None:
    def damaged(document: str) -> str:
        raise ReviewError(f"{document} is damaged.")

    pane.show_bag(seed(), TEXTS.get, 7)
    shown = pane.displayed()
    with pytest.raises(ReviewError):
        pane.show_bag(split(), damaged, 8)
    assert pane.displayed() is shown
    assert "bag 7 · 4 mentions · 2 docs" in [label.text() for label in pane.findChildren(QtWidgets.QLabel)]
    pane.show_more()


def test_a_chain_and_its_mentions_light_and_choose_each_other(pane: BagPane, qtbot: QtBot) -> None:
    pane.show_bag(seed(), TEXTS.get)
    pane.show()
    chains, view = part(pane, ChainMapView), part(pane, EvidenceView)
    chains.entered.emit(chains.map_model().index(1, 0))
    framed = {view.text.page().text[line.begin : line.end] for line in view.text.frames()}
    assert "John Doe" in framed
    view.chain_hovered.emit(chains.map_model().chain(chains.map_model().index(1, 2)))
    assert (CHANGED, 1) in chains.highlighted()
    view.chain_hovered.emit(None)
    assert chains.highlighted() == set()
    view.text.span_chosen.emit(3)
    assert chains.highlighted() == {(BASELINE, 0), (CHANGED, 0), (CHANGED, 1)}
    assert view.text.chosen() == (3,)
    place = chains.visualRect(chains.map_model().index(0, 0)).center()
    qtbot.mouseClick(chains.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.text.chosen() == (0, 2, 3)
    pane.hide()


def test_chain_map_is_above_the_text_or_next_to_it_in_a_wide_pane(pane: BagPane) -> None:
    pane.show_bag(split(), TEXTS.get)
    pane.show()
    chains, text = part(pane, ChainMapView), part(pane, EvidenceView)
    QtWidgets.QApplication.processEvents()
    assert chains.geometry().bottom() < text.geometry().top()
    assert chains.height() == chains.needed_height()
    pane.resize(220 * pane.fontMetrics().averageCharWidth(), 740)
    QtWidgets.QApplication.processEvents()
    assert chains.geometry().right() < text.geometry().left()
    pane.hide()


def test_many_chains_leave_most_of_the_height_to_the_text(pane: BagPane) -> None:
    made, texts = large(2_000, 500)
    pane.show_bag(made, texts.get)
    pane.show()
    QtWidgets.QApplication.processEvents()
    assert part(pane, ChainMapView).height() <= 0.4 * pane.height()
    pane.hide()


def test_a_message_takes_the_place_of_the_bag_and_offers_a_way_out(pane: BagPane) -> None:
    pane.show_bag(seed(), TEXTS.get)
    action = QtGui.QAction("Clear the filter", pane)
    pressed = QSignalSpy(action.triggered)
    pane.show_message("No bag fits the filter", "<b>146</b> bags are hidden.", action)
    pane.show()
    labels = [label for label in pane.findChildren(QtWidgets.QLabel) if label.isVisible()]
    assert [label.text() for label in labels] == ["No bag fits the filter", "<b>146</b> bags are hidden."]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    (button,) = (button for button in pane.findChildren(QtWidgets.QToolButton) if button.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed.count() == 1
    pane.show_more()
    pane.evidence.text.setFocus()
    pane.show_message("Nothing diverges", "Both graphs say the same.")
    assert not button.isVisible()
    pane.hide()


def test_list_of_changes_stays_open_from_bag_to_bag_and_is_walked_and_closed_by_keys(
    pane: BagPane, qtbot: QtBot
) -> None:
    made, texts = large(300, 30)
    pane.show_bag(made, texts.get)
    pane.show()
    changes = part(pane, ChangeList)
    assert not changes.isVisible()
    button = next(found for found in pane.findChildren(QtWidgets.QToolButton) if found.isVisible())
    assert button.text() == "3 changes"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert changes.isVisible()
    pane.show_bag(seed(), TEXTS.get)
    assert not changes.isVisible()
    pane.show_bag(made, texts.get)
    assert changes.isVisible()
    for is_open in (False, True):
        qtbot.keyClick(button, Qt.Key.Key_Space)
        assert changes.isVisible() is is_open
    changes.setFocus()
    chosen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Escape):
        qtbot.keyClick(changes, key)
        chosen.append([index.row() for index in changes.selectedIndexes()])
    assert chosen == [[0], [1], [0], []]
    assert changes.isVisible()
    qtbot.keyClick(changes, Qt.Key.Key_Escape)
    assert not changes.isVisible()
    assert pane.focusWidget() is button
    pane.hide()


def test_the_tab_key_goes_from_top_to_bottom_through_parts_with_names(pane: BagPane) -> None:
    pane.show_bag(seed(), TEXTS.get)
    nameless = [
        widget
        for widget in pane.findChildren(QtWidgets.QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (widget.accessibleName() or (isinstance(widget, QtWidgets.QAbstractButton) and widget.text()))
        and not isinstance(widget, QtWidgets.QHeaderView)
        and widget.isVisibleTo(pane)
    ]
    assert nameless == []
    pane.show()
    pane.activateWindow()
    part(pane, ChainMapView).setFocus()
    seen = []
    for _ in range(2):
        focused = pane.focusWidget()
        seen.append(focused.accessibleName() or focused.text())  # type: ignore[attr-defined]
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert seen == ["Map of both sides", "Source text"]
    pane.hide()


@pytest.mark.parametrize("name", PALETTES)
def test_every_part_is_painted_also_for_hostile_labels_and_missing_texts(pane: BagPane, name: str) -> None:
    pane.setPalette(PALETTES[name]())
    made, texts = large(40, 3)
    hostile = replace(made, baseline=tuple(old._replace(label="<img src=x>" * 99) for old in made.baseline))
    for shown, text_of in ((hostile, texts.get), (seed(), TEXTS.get), (seed(), nothing)):
        pane.show_bag(shown, text_of)
        colours = set()
        for width in (750, 1500):
            pane.resize(width, 740)
            picture = pane.grab().toImage()
            colours |= {
                picture.pixelColor(x, y).name()
                for x in range(0, 740, 4)
                for y in range(0, picture.height(), 4)
            }
        # Grounds, words, and the two colours of an instance at least.
        assert len(colours) > 6


def test_a_dark_palette_is_taken_over_while_running(pane: BagPane) -> None:
    pane.show_bag(seed(), TEXTS.get)
    before = part(pane, EvidenceText).extraSelections()
    pane.setPalette(dark())
    after = part(pane, EvidenceText).extraSelections()
    for old, new in zip(before[-2:], after[-2:], strict=True):
        assert new.format.background().color().lightnessF() < old.format.background().color().lightnessF()


@pytest.mark.parametrize(("mentions", "instances"), [(5_000, 1), (2_000, 2_000)])
def test_a_huge_bag_opens(pane: BagPane, mentions: int, instances: int) -> None:
    made, texts = large(mentions, instances)
    pane.show()
    pane.show_bag(made, texts.get)
    assert not pane.grab().isNull()
    pane.hide()


def test_gold_is_the_third_side_of_the_map_and_its_mentions_are_chosen_there(pane: BagPane) -> None:
    pane.show()
    pane.show_bag(seed(), TEXTS.get)
    gold = part(pane, GoldList)
    assert not gold.isVisible()
    pane.show_gold_chains([GoldChain(3, "Bob", "b", (0, 2), 5, 2)])
    assert gold.isVisible()
    row = gold.model().index(0, 0)
    *signs, counts = (row.siblingAtColumn(column).data() for column in range(4))
    assert (signs, numbers_in(counts)) == (["α  Bob", "A: 2", "1: 1, 2: 1"], ["2", "3"])
    chain, baseline, changed = row.data(Qt.ItemDataRole.AccessibleTextRole).split("; ")
    assert numbers_in(chain) == ["2", "3"]
    # The mentions of each chain, and the missing links.
    assert (baseline.split(",")[0], numbers_in(baseline)) == ("baseline", ["2", "0"])
    assert (changed.split(",")[0], numbers_in(changed)) == ("changed", ["1", "1", "2", "1", "1"])
    QTest.mouseClick(gold.viewport(), Qt.MouseButton.LeftButton, pos=gold.visualRect(row).center())
    assert part(pane, EvidenceText).chosen() == (0, 2)
    pane.choose_span(1)
    QTest.keyClick(gold, Qt.Key.Key_Return)
    assert part(pane, EvidenceText).chosen() == (0, 2)
    pane.show_bag(split(), TEXTS.get)
    assert not gold.isVisible()
    pane.show_gold_chains([])
    assert numbers_in(gold.model().headerData(0, Qt.Orientation.Horizontal)) == ["0"]
    pane.hide()


def heads_of(table: FactView) -> list[str]:
    model = table.model()
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]


def test_fact_has_a_table_with_the_words_of_its_sides(pane: BagPane) -> None:
    before, after = reading(PARIS), reading(FRANCE)
    pane.show_bag(bags_of(before, after)[0], {DOC: TEXT}.get, 1)
    pane.show()
    table = part(pane, FactView)
    assert table.isVisible()
    assert heads_of(table) == ["Role", "Before", "Now"]
    pane.show_bag(seed(), TEXTS.get, 2)
    assert not table.isVisible()
    # A blind review does not say which side is now.
    pane.set_names("", "", ("one", "two"))
    pane.show_bag(bags_of(before, reading())[0], {DOC: TEXT}.get)
    assert heads_of(table) == ["Role", "One", "Two"]
    pane.hide()


@pytest.mark.parametrize("name", PALETTES)
def test_focus_is_visible_in_every_part(pane: BagPane, qtbot: QtBot, name: str) -> None:
    pane.setPalette(PALETTES[name]())
    before, after = reading(PARIS, MET), reading(FRANCE)
    pane.show_bag(bags_of(before, after)[0], {DOC: TEXT}.get, 1)
    pane.choose_change(0)
    pane.show()
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    # Qt sets this when the Tab key is pressed.
    pane.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    tab = Qt.FocusPolicy.TabFocus
    parts = [
        each for each in pane.findChildren(QtWidgets.QWidget) if each.isVisible() and each.focusPolicy() & tab
    ]
    assert len(parts) >= 5
    for each in parts:
        elsewhere = next(other for other in parts if other is not each)
        elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
        without = each.grab().toImage()
        each.setFocus(Qt.FocusReason.TabFocusReason)
        assert each.grab().toImage() != without, each.accessibleName()
    pane.hide()


def test_great_mention_document_and_number_of_types_are_shown_in_part(pane: BagPane) -> None:
    text = f"Ann <b>came</b>. {'word ' * 1_000_000}"
    spans = [Span("d", 0, 3), Span("d", 1_000, 11_000), Span("d", 4_000_000, 4_000_004)]
    rows = [(Kind.MERGED, 1, 0, [1, 2], "merged")]
    made = bag(spans, {"Ann": [0], "<i>Bob</i>": [1, 2]}, {"Ann": range(3)}, [(0, 0)], rows, {"d": text})
    types = tuple(Term(f"<u>{number}</u>", f"e:{number}") for number in range(3_000))
    changed = made.changed[0]._replace(types=types)
    wider = Divergence(Kind.TYPE, 0, 0, (0,), "", added=tuple(term.label for term in types))
    made = replace(made, changed=(changed,), divergences=(*made.divergences, wider))
    pane.show_bag(made, {"d": text}.get, 1)
    pane.show()
    for _ in range(5):
        pane.show_more()
    pane.seek(("word",))
    assert len(part(pane, EvidenceText).page().text) < 200_000
    # Markup in names and texts is shown as it is.
    assert "<b>came</b>" in part(pane, EvidenceText).page().text
    spoken = [label.accessibleName() for label in pane.findChildren(QtWidgets.QLabel)]
    assert "<i>Bob</i> (A) joined with Ann (B)" in spoken
    assert not pane.grab().isNull()
    pane.hide()

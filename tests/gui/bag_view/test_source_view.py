from dataclasses import replace

import pytest
from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.context_table import ContextModel, fit_words
from coala.gui.bag_view.source_text import SourceText
from coala.gui.bag_view.source_view import SourceView
from coala.gui.widgets.theme import Theme, contrast
from coala.model.bag import Bag, Extent
from coala.model.values import Span
from coala.presentation.displayed_bag import display_bag
from coala.presentation.source_page import lay_out_page
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, seed
from tests.support.palettes import PALETTES, dark, light
from tests.support.windows import part_of

Texts = dict[str, str | None]


def nothing(_document: str) -> None:
    """The text of no document is known."""


@pytest.fixture
def text(qtbot: QtBot) -> SourceText:
    made = SourceText(Theme.of(light()))
    qtbot.addWidget(made)
    made.resize(700, 300)
    return made


def show(view: SourceText, made: Bag, texts: Texts) -> None:
    displayed = display_bag(made)
    view.show_page(lay_out_page(displayed, texts.get), displayed)


def one(words: str, text: str) -> Bag:
    begin = text.index(words)
    return bag([Span("d", begin, begin + len(words))], {"x": [0]}, {"x": [0]}, [(0, 0)], [], {"d": text})


def lit(view: SourceText) -> list[str]:
    """What the filled selections cover, in the widget's own words."""
    return [
        selection.cursor.selectedText()
        for selection in view.extraSelections()
        if selection.cursor.hasSelection() and selection.format.hasProperty(0x0820)
    ]


def framed(view: SourceText) -> list[str]:
    whole = view.document().toPlainText().encode("utf-16-le")
    return [whole[2 * line.begin : 2 * line.end].decode("utf-16-le") for line in view.frames()]


def test_the_mentions_of_the_changed_graph_are_filled(text: SourceText) -> None:
    show(text, seed(), TEXTS)
    assert lit(text) == ["Bob Smith", "John Doe", "he", "R. Smith"]


@pytest.mark.parametrize(
    "content",
    [
        "😀😀 Bob 😀 left.",
        "one\r\ntwo Bob\r\n",
        "one\rBob",
        "\x00\u202eBob\u202c",
        "ذهب Bob إلى",
        "a\u2028Bob",
        "\ufeffBob",
        "\ud800Bob",
    ],
)
def test_the_right_words_light_up_after_odd_characters(text: SourceText, content: str) -> None:
    show(text, one("Bob", content), {"d": content})
    assert lit(text) == ["Bob"]
    text.show_spans((0,))
    assert framed(text) == ["Bob"]


def test_a_joined_mention_is_filled_to_its_own_extent_and_framed_around_both(text: SourceText) -> None:
    made = seed()
    own = Extent(1, Span(DOC_1, 10, 20), "met John D")
    made = replace(made, changed=(made.changed[0], made.changed[1]._replace(extents=(own,))))
    show(text, made, TEXTS)
    assert lit(text) == ["Bob Smith", "met ", "John D", "he", "R. Smith"]
    text.show_spans((1,))
    assert framed(text) == ["met John Doe"]
    assert "baseline 14–22, changed 10–20" in text.tip(1)
    model = ContextModel()
    model.show_bag(display_bag(made), TEXTS.get)
    assert model.index(1, 2).data() == "John Doe ≈ met John D"


def test_markup_in_a_text_stays_text(text: SourceText) -> None:
    content = "<b>Bob</b> &amp; <img src=x>"
    show(text, one("Bob", content), {"d": content})
    assert "<b>Bob\u202f¹</b> &amp; <img src=x>" in text.document().toPlainText()


def test_the_chosen_mentions_are_framed_until_another_bag_comes(text: SourceText) -> None:
    made = seed()
    show(text, made, TEXTS)
    text.show_spans((2, 3))
    assert framed(text) == ["he", "R. Smith"]
    show(text, made, TEXTS)
    assert text.chosen() == (2, 3)
    show(text, seed(), TEXTS)
    assert text.chosen() == ()


def test_a_click_on_a_mention_chooses_it(text: SourceText, qtbot: QtBot) -> None:
    show(text, seed(), TEXTS)
    text.show()
    cursor = text.textCursor()
    cursor.setPosition(text.document().toPlainText().index("ohn Doe"))
    with qtbot.waitSignal(text.span_chosen) as caught:
        place = text.cursorRect(cursor).center()
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [1]
    text.hide()


def test_what_cannot_be_shown_is_not_lit(text: SourceText) -> None:
    made = bag([Span("d", 2, 50)], {"x": [0]}, {"x": [0]}, [(0, 0)], [], {"d": "Bob."})
    show(text, made, {"d": "Bob."})
    text.show_spans((0,))
    assert lit(text) == []
    assert framed(text) == []


def test_the_theme_changes_the_colours_and_nothing_else(text: SourceText) -> None:
    show(text, seed(), TEXTS)
    before = {selection.format.background().color().name() for selection in text.extraSelections()}
    text.set_theme(Theme.of(dark()))
    after = {selection.format.background().color().name() for selection in text.extraSelections()}
    assert lit(text) == ["Bob Smith", "John Doe", "he", "R. Smith"]
    assert before & after <= {"#000000"}


def test_mentions_in_context_are_one_line_each(qtmodeltester: ModelTester) -> None:
    model = ContextModel()
    model.show_bag(display_bag(seed()), TEXTS.get)
    qtmodeltester.check(model)
    assert [[model.index(row, column).data() for column in range(5)] for row in range(model.rowCount())] == [
        ["doc1", "", "Bob Smith", " met John Doe and then he left.", "1"],
        ["doc1", "Bob Smith met ", "John Doe", " and then he left.", "2"],
        ["doc1", "Bob Smith met John Doe and then ", "he", " left.", "1 → 2"],
        ["doc2", "", "R. Smith", " is in town.", "1"],
    ]


def test_a_mention_without_text_keeps_its_words() -> None:
    model = ContextModel()
    model.show_bag(display_bag(seed()), nothing)
    assert [model.index(2, column).data() for column in (1, 2, 3)] == ["", "he", ""]


@pytest.fixture
def source(qtbot: QtBot) -> SourceView:
    made = SourceView(Theme.of(light()))
    qtbot.addWidget(made)
    made.resize(750, 320)
    return made


def test_the_totals_and_the_documents_are_named(source: SourceView) -> None:
    source.show_bag(display_bag(seed()), TEXTS.get)
    combo = part_of(source, QtWidgets.QComboBox)
    assert [combo.itemText(place) for place in range(combo.count())] == ["doc1", "doc2"]
    assert any(label.text() == "2 documents · 4 mentions" for label in source.findChildren(QtWidgets.QLabel))


def test_each_text_is_asked_for_once(source: SourceView) -> None:
    asked: list[str] = []

    def text_of(document: str) -> str | None:
        asked.append(document)
        return TEXTS[document]

    source.show_bag(display_bag(seed()), text_of)
    source.show_tab(1)
    source.toggle_whole()
    source.grab()
    assert sorted(asked) == sorted(TEXTS)


def test_a_context_leads_to_the_text(source: SourceView, qtbot: QtBot) -> None:
    source.show_bag(display_bag(seed()), TEXTS.get)
    source.show_tab(1)
    source.contexts.setCurrentIndex(source.contexts.context_model().index(2, 0))
    with qtbot.waitSignal(source.span_chosen) as caught:
        QTest.keyClick(source.contexts, Qt.Key.Key_Return)
    assert caught.args == [2]
    assert source.tab() == 0


def test_a_document_is_scrolled_to_its_title(source: SourceView) -> None:
    texts: Texts = dict.fromkeys("abc", f"Bob.\n{'Nothing here at all, as everybody knows.' * 60}")
    made = bag([Span(name, 0, 3) for name in "abc"], {"x": [0, 1, 2]}, {"x": [0, 1, 2]}, [(0, 0)], [], texts)
    source.show_bag(display_bag(made), texts.get)
    source.toggle_whole()
    source.show()
    combo = part_of(source, QtWidgets.QComboBox)
    combo.activated.emit(2)
    assert source.text.cursorForPosition(QtCore.QPoint(4, 4)).block().text() == "c"
    source.hide()


def test_on_a_narrow_pane_the_totals_go_before_a_word_is_cut(source: SourceView) -> None:
    source.show_bag(display_bag(seed()), TEXTS.get)
    said = next(label for label in source.findChildren(QtWidgets.QLabel) if "4 mentions" in label.text())
    tabs, whole = part_of(source, QtWidgets.QTabBar), part_of(source, QtWidgets.QCheckBox)
    for width, totals in ((750, True), (400, False), (750, True)):
        source.resize(width, 320)
        source.grab()
        assert said.isVisibleTo(source) is totals
        for part in (tabs, whole):
            assert part.width() >= part.sizeHint().width()


@pytest.mark.parametrize("name", PALETTES)
def test_the_box_of_whole_documents_can_be_seen(source: SourceView, name: str) -> None:
    palette = PALETTES[name]()
    source.setPalette(palette)
    source.set_theme(Theme.of(palette))
    ground = palette.color(palette.ColorRole.Window)
    picture = source.grab().toImage()
    place = part_of(source, QtWidgets.QCheckBox, "Whole documents").geometry()
    row = [picture.pixelColor(x, place.center().y()) for x in range(place.left(), place.left() + 20)]
    # 3 to 1 for what must be seen to be used (WCAG 1.4.11); in the light the white inside does its part.
    assert max(contrast(colour, ground) for colour in row) >= (3 if name == "dark" else 1.1)


def test_of_two_extents_each_loses_its_own_middle(qtbot: QtBot) -> None:
    view = QtWidgets.QWidget()
    qtbot.addWidget(view)
    metrics = view.fontMetrics()
    both = ("the right honourable Mr Bob Smith", "Bob Smith")
    words = " ≈ ".join(both)
    for part in (9, 12, 15):
        width = metrics.horizontalAdvance(words) * part // 16
        shown = fit_words(both, metrics, width)
        assert " ≈ " in shown
        assert shown.endswith("Smith")
        assert metrics.horizontalAdvance(shown) <= width
    assert fit_words(both, metrics, 2 * metrics.horizontalAdvance(words)) == words


def test_a_mention_that_has_the_sign_in_its_words_has_one_extent(qtbot: QtBot) -> None:
    view = QtWidgets.QWidget()
    qtbot.addWidget(view)
    # Drawing cuts it at its end, as any other.
    assert fit_words(("a ≈ b",), view.fontMetrics(), 1) == "a ≈ b"


def test_the_numbers_after_words_from_right_to_left_are_not_turned(text: SourceText) -> None:
    content = "שלום בא אל העיר."
    spans = [Span("d", 0, 4), Span("d", 5, 7)]
    made = bag(spans, {"x": [0], "y": [1]}, {"x": [0, 1]}, [(0, 0)], [], {"d": content})
    show(text, made, {"d": content})
    text.show()
    whole = text.document().toPlainText()
    line = text.document().findBlockByNumber(1)
    layout = line.layout().lineAt(0)
    # Where a cursor stands before the arrow and after it; before the first number two places are right.
    before = whole.index("→") - line.position()
    left, right = (layout.cursorToX(place)[0] for place in (before, before + 1))  # type: ignore[index]
    assert left < right
    assert lit(text) == ["שלום", "בא"]
    text.close()

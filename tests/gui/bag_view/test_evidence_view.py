"""The evidence in use: marks in the text, links, keys, hovering, zoom."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.evidence_text import MEASURE, EvidenceText
from coala.gui.bag_view.evidence_view import EvidenceView
from coala.gui.bag_view.text_lines import ROW_GAP
from coala.gui.widgets.theme import Theme
from coala.model.bag import BASELINE, CHANGED, Bag, DocumentMentions, Extent, GoldChain, GoldMention
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence, TextOf
from coala.present.evidence.facts import GoldSigns
from coala.present.evidence.page import Opening
from coala.review.blind.mirrored_bag import mirror_bag
from tests.support.bags_by_hand import DOC_1, TEXTS, Row, bag, large, seed, split
from tests.support.great_bags import MENTIONS_A_DOCUMENT, SENTENCE, a_wide_bag
from tests.support.palettes import dark, light
from tests.support.windows import numbers_in, part_of

Texts = dict[str, str | None]


@pytest.fixture
def text(qtbot: QtBot) -> EvidenceText:
    made = EvidenceText(Theme.from_palette(light()))
    qtbot.addWidget(made)
    made.resize(700, 300)
    return made


def show(view: EvidenceText, made: Bag, texts: Texts) -> None:
    displayed = display_bag(made)
    view.show_page(Evidence(displayed, Chains(displayed), texts.get).page(), displayed)


def make_bag(words: str, text: str) -> Bag:
    begin = text.index(words)
    rows = [(Kind.INSTANCE_DROPPED, 0, None, [0], "gone")]
    return bag([Span("d", begin, begin + len(words))], {"x": [0]}, {}, [], rows, {"d": text})


def lit(view: EvidenceText) -> list[str]:
    """Return the texts that the highlighted selections cover, as the widget has them."""
    return [
        selection.cursor.selectedText()
        for selection in view.extraSelections()
        if selection.cursor.hasSelection() and selection.format.hasProperty(0x0820)
    ]


def framed(view: EvidenceText) -> list[str]:
    whole = view.document().toPlainText().encode("utf-16-le")
    return [whole[2 * line.begin : 2 * line.end].decode("utf-16-le") for line in view.frames()]


def thin(view: EvidenceText) -> list[str]:
    return [view.page().text[line.begin : line.end] for line in view.thin_frames()]


def test_every_mention_that_moved_has_a_thin_frame_and_a_chosen_one_a_thick_frame(
    text: EvidenceText,
) -> None:
    # "he" moved, "left" is new, "met" is gone; "Bob Smith" and "John Doe" stayed.
    spans = [Span(DOC_1, *place) for place in ((0, 9), (10, 13), (14, 22), (32, 34), (35, 39))]
    rows: list[Row] = [
        (Kind.MOVED, 0, 1, [3], "moved"),
        (Kind.MENTION_ADDED, None, 1, [4], "added"),
        (Kind.MENTION_DROPPED, 0, None, [1], "dropped"),
    ]
    before = {"Bob Smith": [0, 1, 3], "John Doe": [2]}
    made = bag(spans, before, {"Bob Smith": [0], "John Doe": [2, 3, 4]}, [(0, 0), (1, 1)], rows, TEXTS)
    show(text, made, TEXTS)
    assert (thin(text), framed(text)) == (["met", "he", "left"], [])
    text.choose_spans([3])
    assert (thin(text), framed(text)) == (["met", "he", "left"], ["he"])


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
def test_the_right_words_light_up_after_odd_characters(text: EvidenceText, content: str) -> None:
    show(text, make_bag("Bob", content), {"d": content})
    assert lit(text) == ["Bob"]
    text.show_spans((0,))
    assert framed(text) == ["Bob"]


def test_a_mention_is_filled_to_its_extent_in_the_baseline_and_framed_around_both(text: EvidenceText) -> None:
    made = seed()
    own = Extent(1, Span(DOC_1, 10, 20), "met John D")
    made = replace(made, changed=(made.changed[0], made.changed[1]._replace(extents=(own,))))
    show(text, made, TEXTS)
    assert lit(text) == ["Bob Smith", "John D", "oe", "he"]
    text.show_spans((1,))
    assert framed(text) == ["met John Doe"]
    assert numbers_in(text.tip(1)[1]) == ["14", "22", "10", "20"]


def test_markup_in_a_text_stays_text(text: EvidenceText) -> None:
    content = "<b>Bob</b> &amp; <img src=x>"
    show(text, make_bag("Bob", content), {"d": content})
    assert "<b>Bob\u202f\u2066A→gone\u2069</b> &amp; <img src=x>" in text.document().toPlainText()


def test_the_chosen_mentions_are_framed_until_another_bag_comes(text: EvidenceText) -> None:
    displayed = display_bag(seed())
    page = Evidence(displayed, Chains(displayed), TEXTS.get).page()
    text.show_page(page, displayed)
    text.show_spans((1, 2))
    assert framed(text) == ["John Doe", "he"]
    text.show_page(page, displayed)
    assert text.chosen() == (1, 2)
    show(text, seed(), TEXTS)
    assert text.chosen() == ()


def test_a_click_on_a_mention_chooses_it(text: EvidenceText, qtbot: QtBot) -> None:
    show(text, seed(), TEXTS)
    text.show()
    cursor = text.textCursor()
    cursor.setPosition(text.document().toPlainText().index("ohn Doe"))
    with qtbot.waitSignal(text.span_chosen) as caught:
        place = text.cursorRect(cursor).center()
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [1]
    text.hide()


def test_what_cannot_be_shown_is_not_lit(text: EvidenceText) -> None:
    rows = [(Kind.INSTANCE_ADDED, None, 0, [0], "new")]
    show(text, bag([Span("d", 0, 4)], {}, {"x": [0]}, [], rows, {"d": "Bob."}), {"d": "Bob."})
    text.show_spans((0,))
    assert lit(text) == []
    text.show_spans((7,))
    assert framed(text) == []


def test_the_theme_changes_the_colours_and_nothing_else(text: EvidenceText) -> None:
    show(text, seed(), TEXTS)
    colours = []
    for palette in (light(), dark()):
        text.set_theme(Theme.from_palette(palette))
        colours.append({each.format.background().color().name() for each in text.extraSelections()})
        assert lit(text) == ["Bob Smith", "John Doe", "he"]
    before, after = colours
    assert before & after <= {"#000000"}


def test_the_numbers_after_words_from_right_to_left_are_not_turned(text: EvidenceText) -> None:
    content = "שלום בא אל העיר."
    spans = [Span("d", 0, 4), Span("d", 5, 7)]
    rows = [(Kind.MERGED, 1, 0, [1], "merged")]
    made = bag(spans, {"x": [0], "y": [1]}, {"x": [0, 1]}, [(0, 0)], rows, {"d": content})
    show(text, made, {"d": content})
    text.show()
    whole = text.document().toPlainText()
    line = text.document().findBlockByNumber(0)
    layout = line.layout().lineAt(0)
    # The places of the cursor before the arrow and after it; before the first number two are right.
    before = whole.index("→") - line.position()
    left, right = (layout.cursorToX(place)[0] for place in (before, before + 1))  # type: ignore[index]
    assert left < right
    assert lit(text) == ["שלום", "בא"]
    text.close()


@pytest.fixture
def view(qtbot: QtBot) -> EvidenceView:
    made = EvidenceView(Theme.from_palette(light()))
    qtbot.addWidget(made)
    made.resize(760, 240)
    made.show()
    return made


def resize(view: EvidenceView, height: int) -> None:
    view.text.setMinimumHeight(1)
    QtWidgets.QApplication.processEvents()
    view.resize(view.width(), height)
    QtWidgets.QApplication.processEvents()


@pytest.fixture
def low(view: EvidenceView) -> EvidenceView:
    """Return a view with room for one line."""
    resize(view, 30)
    return view


def fill(view: EvidenceView, made: Bag, text_of: TextOf) -> Chains:
    displayed = display_bag(made)
    chains = Chains(displayed)
    view.show_bag(displayed, chains, Evidence(displayed, chains, text_of))
    return chains


def find_cell(view: EvidenceView, words: str) -> QtCore.QPoint:
    """Return the point in the view where some words of the page begin."""
    cursor = QtGui.QTextCursor(view.text.document())
    cursor.setPosition(view.text.document().toPlainText().index(words) + 1)
    return view.text.cursorRect(cursor).center()


def click(view: EvidenceView, words: str) -> None:
    QTest.mouseClick(view.text.viewport(), Qt.MouseButton.LeftButton, pos=find_cell(view, words))


def test_what_has_room_is_shown_and_closes_again_when_the_window_shrinks(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    whole = view.text.page().text
    assert "R. Smith" in whole
    assert "▸" not in whole
    assert view.text.verticalScrollBar().maximum() == 0
    resize(view, 30)
    assert "R. Smith" not in view.text.page().text
    assert "▸1" in view.text.page().text
    resize(view, 240)
    assert view.text.page().text == whole
    # What was opened by hand stays.
    view.show_more()
    opened = view.text.page().text
    resize(view, 50)
    assert view.text.page().text == opened


def test_what_fills_the_room_never_scrolls(view: EvidenceView) -> None:
    made, texts = large(40, 4)
    for height in range(40, 400, 24):
        resize(view, height)
        fill(view, made, texts.get)
        assert view.text.verticalScrollBar().maximum() == 0 or height < 150


def test_page_is_made_again_only_if_it_does_not_fit_the_lower_room(view: EvidenceView) -> None:
    made = a_wide_bag(0, 60)
    fill(view, made, dict.fromkeys(made.documents, SENTENCE * MENTIONS_A_DOCUMENT).get)
    page, height = view.text.page(), view.height()
    free = int(view.text.free_height(page, display_bag(made)))
    assert 0 < free < height
    resize(view, height - free)
    assert view.text.page() is page
    resize(view, height - free - 1)
    assert view.text.page() is not page
    resize(view, height)
    assert view.text.page().text == page.text


def test_no_scroll_bar_is_drawn_where_nothing_scrolls(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    bar = view.text.verticalScrollBar()
    assert bar.maximum() == 0
    colours = {
        bar.grab().toImage().pixelColor(x, y).name() for x in range(0, bar.width(), 2) for y in (4, 99)
    }
    assert colours == {Theme.from_palette(light()).base.name()}
    made, texts = large(200)
    fill(view, made, texts.get)
    view.toggle_document()
    assert bar.maximum() > 0
    drawn = bar.grab().toImage()
    assert len({drawn.pixelColor(drawn.width() // 2, y).name() for y in range(drawn.height())}) > 1


@pytest.mark.parametrize("by_key", [False, True])
def test_a_link_opens_more_sentences_of_a_chain(low: EvidenceView, by_key: bool) -> None:
    fill(low, seed(), TEXTS.get)
    assert "in town" not in low.text.document().toPlainText()
    if by_key:
        (more,) = (link for link in low.text.page().links if link.opening is Opening.SENTENCES)
        cursor = low.text.textCursor()
        cursor.setPosition(more.begin)
        low.text.setTextCursor(cursor)
        QTest.keyClick(low.text, Qt.Key.Key_Return)
    else:
        click(low, "▸1")
    assert "R. Smith" in low.text.document().toPlainText()


def test_pointing_at_a_mention_tells_its_chain_and_leaving_it_none(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    spy = QSignalSpy(view.chain_hovered)
    QTest.mouseMove(view.text.viewport(), find_cell(view, "John Doe"))
    QTest.mouseMove(view.text.viewport(), find_cell(view, "left."))
    told = [spy.at(number)[0] for number in range(spy.count())]
    assert [shown and shown.label for shown in told] == ["John Doe", None]
    # "he" was in the chain of three, and is in that of two; so is it where these are exchanged.
    for made in (seed(), mirror_bag(seed())):
        chains, spy = fill(view, made, TEXTS.get), QSignalSpy(view.chain_hovered)
        view.text.span_hovered.emit(2)
        (smaller,) = (
            each for side in (BASELINE, CHANGED) for each in chains.chains_of(side, 2) if len(each.spans) == 2
        )
        assert [spy.at(number)[0] for number in range(spy.count())] == [smaller]
    fill(view, seed(), TEXTS.get)
    assert "Baseline: Bob Smith" in view.text.tip(2)[0]
    assert "Changed: John Doe" in view.text.tip(2)[0]


def test_a_chain_lights_its_mentions_and_nothing_moves(low: EvidenceView) -> None:
    chains = fill(low, seed(), TEXTS.get)
    low.show_spans((1,))
    low.highlight_chain(chains.chain(BASELINE, 0))
    assert framed(low.text) == ["Bob Smith", "John Doe", "he"]
    low.highlight_chain(None)
    assert framed(low.text) == ["John Doe"]


def test_a_mention_that_is_not_in_sight_is_brought_there(view: EvidenceView) -> None:
    made, texts = large(400, 40)
    fill(view, made, texts.get)
    view.show_spans((399,))
    assert view.text.chosen() == (399,)
    assert 399 in view.text.spans_in_sight()


def test_step_by_step_every_mention_comes_into_sight(view: EvidenceView) -> None:
    made, texts = large(40)
    fill(view, made, texts.get)
    seen = set(view.text.spans_in_sight())
    for _ in range(60):
        view.show_more()
        seen.update(view.text.spans_in_sight())
    assert seen == set(range(40))


def test_the_document_is_one_step_away_and_folds_again(view: EvidenceView) -> None:
    text = "Bob came.\n" + "Nothing of interest to anyone here.\n" * 14 + "All slept."
    fill(view, make_bag("Bob", text), {"d": text}.get)
    before = view.text.document().toPlainText()
    view.toggle_document()
    assert "All slept." in view.text.document().toPlainText()
    view.toggle_document()
    assert view.text.document().toPlainText() == before
    (step,) = (each for each in view.more.menu().actions() if "ocument" in each.text())
    step.trigger()
    assert "All slept." in view.text.document().toPlainText()


def test_no_line_is_longer_than_the_measure(view: EvidenceView) -> None:
    view.resize(2_000, 400)
    text = "word " * 400
    fill(view, make_bag("word", text), {"d": text}.get)
    letter = view.text.fontMetrics().averageCharWidth()
    assert view.text.viewport().width() <= (MEASURE + 4) * letter


def test_lines_fit_next_to_the_labels_from_the_start(qtbot: QtBot) -> None:
    made = EvidenceView(Theme.from_palette(light()))
    qtbot.addWidget(made)
    text = "Bob " + "word " * 100
    for size in (900, 500):
        made.resize(size, 300)
        made.show()
        fill(made, make_bag("Bob", text), {"d": text}.get)
        made.grab()
        layout = made.text.document().firstBlock().layout()
        assert layout.lineCount() > 1
        assert layout.lineAt(0).width() <= made.text.viewport().width()


def test_labels_stand_apart_and_are_spoken_and_a_single_document_has_no_name(view: EvidenceView) -> None:
    beside = part_of(view, QtWidgets.QWidget, "Signs and documents of the sentences")
    fill(view, split(), TEXTS.get)
    baselines = [line.baseline for line in view.text.gutter_lines()]
    assert len(baselines) > 1
    spacing = view.text.fontMetrics().lineSpacing()
    assert min(after - before for before, after in pairwise(baselines)) >= spacing + ROW_GAP - 1
    assert beside.accessibleDescription() == "2 doc2; 1 doc1"
    wide = beside.width()
    fill(view, make_bag("Bob", "Bob left."), {"d": "Bob left."}.get)
    assert beside.accessibleDescription() == "A"
    assert beside.width() < wide


def test_what_is_in_sight_stays_there_when_more_is_opened_above(view: EvidenceView) -> None:
    lines = [f"Line {number} of a long text in which nothing happens." for number in range(2_000)]
    text = "\n".join([*lines[:1_000], "Bob came.", *lines[1_000:]])
    fill(view, make_bag("Bob", text), {"d": text}.get)
    view.toggle_document()
    view.text.verticalScrollBar().setValue(0)
    before = view.text.document().toPlainText().splitlines()[1:9]
    click(view, "⋯ ")
    top = view.text.firstVisibleBlock().blockNumber()
    assert top > 100
    assert view.text.document().toPlainText().splitlines()[top + 1 : top + 9] == before


@pytest.mark.parametrize("mentions", [5, 4_000])
def test_ticks_stand_where_mentions_are(view: EvidenceView, mentions: int) -> None:
    made, texts = large(mentions)
    fill(view, made, texts.get)
    view.toggle_document()
    ticks = view.text.tick_places()
    assert all(0 < place < 1 for place, _ in ticks)
    assert {differs for _, differs in ticks} == {True, False}
    assert not view.grab().isNull()


def test_another_font_can_be_chosen_and_taken_back(view: EvidenceView, qtbot: QtBot) -> None:
    family = QtGui.QFontDatabase.families()[0]
    for chosen in (family, None):
        view.choose_font()
        dialog = next(each for each in view.findChildren(QtWidgets.QInputDialog) if each.isVisible())
        box = part_of(dialog, QtWidgets.QComboBox)
        box.setCurrentIndex(box.findText(chosen) if chosen else 0)
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
        assert view.reading() == (0, chosen or "")
    assert view.text.font().family() == view.font().family()


def test_gold_marks_are_added_to_mentions_and_removed(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    before = view.text.document().toPlainText()
    view.show_gold(GoldSigns([GoldChain(0, "Bob", "b", (0, 2), 2, 1)]))
    assert view.text.document().toPlainText().startswith("Bob Smith\u202f\u2066α\u2069 met")
    view.show_gold(None)
    assert view.text.document().toPlainText() == before


def test_mentions_of_other_bags_are_painted_and_those_of_gold_while_gold_is_shown(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    before = view.text.grab().toImage()
    left, met = (Span(DOC_1, 35, 39),), (Span(DOC_1, 10, 13),)
    view.show_all_mentions(lambda document: DocumentMentions(left, met) if document == DOC_1 else None)
    assert view.text.grab().toImage() != before
    view.show_all_mentions(None)
    assert view.text.grab().toImage() == before
    gold = (GoldMention(met[0], (0,)),)
    view.show_all_mentions(lambda document: DocumentMentions((), (), gold) if document == DOC_1 else None)
    assert view.text.grab().toImage() == before
    view.show_gold(GoldSigns([]))
    assert view.text.grab().toImage() != before


class WatchedSpans(tuple[Span, ...]):
    """Spans that a test can make unreadable."""

    __slots__ = ()


def test_mentions_of_other_bags_are_found_without_looking_at_all_spans_of_a_great_bag(
    view: EvidenceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = a_wide_bag(0, 2_000)
    great = replace(wide, spans=WatchedSpans(wide.spans))
    fill(view, great, lambda _: SENTENCE * MENTIONS_A_DOCUMENT)
    monkeypatch.setattr(WatchedSpans, "__iter__", None, raising=False)
    asked: list[str] = []

    def mentions_of(document: str) -> DocumentMentions:
        asked.append(document)
        return DocumentMentions((), ())

    view.show_all_mentions(mentions_of)
    assert asked


def test_where_there_is_no_text_a_link_asks_for_a_folder_of_texts(view: EvidenceView) -> None:
    fill(view, seed(), TEXTS.get)
    assert "folder of texts" not in view.text.document().toPlainText()
    fill(view, seed(), lambda _: None)
    asked = QSignalSpy(view.texts_wanted)
    click(view, "choose a folder")
    assert asked.count() == 1


def test_hits_of_a_search_are_boxed_in_the_text_but_not_in_its_signs(text: EvidenceText) -> None:
    show(text, seed(), TEXTS)
    text.seek(("smith", "a", "he"))
    whole = text.document().toPlainText().encode("utf-16-le")
    boxed = [whole[2 * line.begin : 2 * line.end].decode("utf-16-le") for line in text._hits]
    # "A1" and "A→2" are signs of chains.
    assert boxed == ["Smith", "and", "he"]
    assert text.hits() == 3
    before = text.grab().toImage()
    text.seek(())
    assert text.hits() == 0
    assert text.grab().toImage() != before

"""The evidence of a bag: sentences with its mentions, and buttons that show more context.

`Evidence` decides which sentences are shown; it knows nothing of Qt. It lays them out as a `Page`, one text
with the place of each mention, which `EvidenceText` shows. The view passes clicks and keys to the evidence,
shows the new page, and fills the room that is left with more sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache

from PySide6 import QtCore, QtGui, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.evidence_text import EvidenceText
from coala.gui.widgets.outlined_button import OutlinedButton
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import Theme, scale_font
from coala.model.bag import BASELINE, CHANGED, Divergence, DocumentMentions, FactDifference
from coala.present.chains import Chains, ShownChain
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.evidence import Evidence
from coala.present.evidence.excerpts import REACH
from coala.present.evidence.facts import GoldSigns, find_on_page
from coala.present.evidence.page import Level, Link, Opening, Page, Stretch

MentionReader = Callable[[str], DocumentMentions | None]
"""Returns all mentions of a document, in any bag; None if they are unknown."""

# The text is larger than all else in the window: by a quarter, but by no more points than in a window of
# 9 points, and only up to this size. A step of zoom makes it 10 % larger; seven double its size.
_TEXT_SIZE = 1.25
_MOST_LARGER, _LARGE_ENOUGH = 2.25, 14.0
ZOOM = 1.1
# Documents whose mentions are cached: those of a page or two.
_DOCUMENTS_CACHED = 16
# How far sentences are shown on either side of a mention, in characters: less where they do not fit.
_REACHES = (REACH, 100, 60, 40, 25, 18)
# For filling the room: the first guess of the height of an addition, and the most short sentences on a line.
_LINES_OF_ADDITION = 3
_MOST_ON_A_LINE = 4
SMALLEST_ZOOM, LARGEST_ZOOM = -5, 15
_WINDOWS_FONT = "(as in the window)"


class EvidenceView(QtWidgets.QWidget):
    """Shows the evidence of one bag.

    `chain_hovered` emits the `ShownChain` whose mention is under the pointer, or None.
    """

    chain_hovered = QtCore.Signal(object)
    span_chosen = QtCore.Signal(int)
    texts_wanted = QtCore.Signal()  # the reviewer wants to choose a folder of texts
    # The height in pixels that is left free below all sentences; -1 if some are cut, missing or out of sight.
    filled = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed: DisplayedBag | None = None
        self._chains: Chains | None = None
        self._evidence: Evidence | None = None
        # The signs of gold's chains while gold is shown.
        self._gold: GoldSigns | None = None
        self._gold_everywhere = True
        # Set while the mentions of other bags are marked.
        self._read_mentions: MentionReader | None = None
        self._family = ""
        self._zoom = 0
        self.text = EvidenceText(theme)
        # The page places it next to the question; its menu has each step by itself.
        self.more = OutlinedButton()
        self.more.setText("more")
        set_tip(self.more, "Show more of the text")
        self.more.setAccessibleName("More of the text")
        self.more.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.more.setMenu(QtWidgets.QMenu(self))
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text, 1)
        # The size of the text that was filled last.
        self._filled = QtCore.QSize()
        self._refill_timer = QtCore.QTimer(self, singleShot=True)
        self._refill_timer.timeout.connect(self.refill)
        self._set_font()
        self.text.span_chosen.connect(self.span_chosen)
        self.text.span_hovered.connect(self._hover)
        self.text.link_chosen.connect(self._open_link)
        self.more.clicked.connect(self.show_more)
        for words, step in (
            ("More &sentences", self.show_more),
            ("&Paragraph around this sentence", self.toggle_paragraph),
            ("&Document around this sentence", self.toggle_document),
        ):
            self.more.menu().addAction(words, step)

    def show_bag(self, displayed: DisplayedBag, chains: Chains, evidence: Evidence) -> None:
        """Show the most informative sentences of a bag, from the first on."""
        self._displayed, self._chains, self._evidence = displayed, chains, evidence
        self._gold = None
        self._lay_out()

    def show_gold(self, signs: GoldSigns | None, *, everywhere: bool = True) -> None:
        """Show the signs of gold's chains next to the mentions, or hide them.

        `everywhere` allows marks on gold's mentions of other bags.
        """
        self._gold_everywhere = everywhere
        if signs is not None or self._gold is not None:
            self._gold = signs
            self._lay_out()

    def show_all_mentions(self, read_mentions: MentionReader | None) -> None:
        """Mark the mentions of other bags, each side and gold in its own way; None removes the marks."""
        # Cached: a review unpacks them at each call.
        self._read_mentions = read_mentions and lru_cache(_DOCUMENTS_CACHED)(read_mentions)
        self._lay_out()

    def highlight_chain(self, shown: ShownChain | None) -> None:
        """Frame the mentions of a chain, or of none; do not scroll."""
        self.text.highlight(() if shown is None else shown.spans)

    def show_spans(self, spans: Sequence[int]) -> None:
        """Frame these mentions and scroll to the first; add it to the page if none of them is there."""
        if spans and self._evidence is not None and not set(spans) & set(self.text.page().spans):
            self._evidence.show(spans[0])
            self._lay_out()
        self.text.show_spans(spans)

    def choose_change(self, change: Divergence) -> None:
        """Frame the mentions of a change; mark all places of its fact, if it has one, with their roles."""
        self.show_spans(change.spans)
        if self.show_fact(change.fact):
            self.text.bring_into_sight(change.spans)

    def show_fact(self, fact: FactDifference | None) -> bool:
        """Mark the places of a fact, or of none; return True if it is not the same as before."""
        if self._evidence is None or not self._evidence.show_fact(fact):
            return False
        self._lay_out()
        return True

    @QtCore.Slot()
    def show_more(self) -> None:
        """Show one more step: scroll down, then add sentences, then paragraphs, then the document.

        The chosen mention stays chosen: the context grows around it.
        """
        if self._evidence is None:
            return
        if not self.text.is_at_end():
            self.text.turn_page(1)
            return
        opened = self._evidence.open_next()
        if opened is not None:
            self._lay_out()
            self._turn_to(opened)
        else:
            self._set_level(Level(min(self._evidence.level(self._context_span()) + 1, Level.DOCUMENT)))

    @QtCore.Slot()
    def show_less(self) -> None:
        """Scroll one page up."""
        self.text.turn_page(-1)

    def walk(self, step: int) -> None:
        """Choose the next mention on the page (1), or the one before (-1); add no sentences."""
        page = self.text.page()
        order, chosen = page.reading_order(), page.keep_shown(self.text.chosen())
        if not order:
            return
        if chosen:
            place = order.index(min(chosen, key=page.begin)) + step
        else:
            # Begin with the first visible mention, or at an end of the page if there is none.
            seen = set(self.text.spans_in_sight())
            end = 0 if step > 0 else len(order) - 1
            place = next((place for place, span in enumerate(order) if span in seen), end)
        self.span_chosen.emit(order[min(max(place, 0), len(order) - 1)])

    @QtCore.Slot()
    def toggle_paragraph(self) -> None:
        """Show the paragraph around the chosen mention, or its sentence."""
        self._toggle(Level.PARAGRAPH)

    @QtCore.Slot()
    def toggle_document(self) -> None:
        """Show the document around the chosen mention, or its sentence."""
        self._toggle(Level.DOCUMENT)

    def reading(self) -> tuple[int, str]:
        """Return the zoom in steps, 0 for none, and the font family, "" for that of the window."""
        return self._zoom, self._family

    def choose_font(self) -> None:
        """Ask the reviewer for the font family."""
        dialog = QtWidgets.QInputDialog(self)
        dialog.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Reading font")
        dialog.setLabelText("Font of the text of a bag")
        dialog.setComboBoxItems([_WINDOWS_FONT, *QtGui.QFontDatabase.families()])
        dialog.setTextValue(self._family or _WINDOWS_FONT)
        dialog.textValueSelected.connect(self._choose_family)
        dialog.open()

    def set_reading(self, zoom: int, family: str) -> None:
        """Set zoom and font family, as returned by `reading`, in bounds; the font of the view is zoomed."""
        self._zoom, self._family = min(LARGEST_ZOOM, max(SMALLEST_ZOOM, zoom)), family
        self._set_font()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self.text.set_theme(theme)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        # Once before painting, however often the parts above move.
        self._refill_timer.start()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._set_font()

    def _set_font(self) -> None:
        # Set the size of both: a font without one would get that of the widget that uses it.
        window = scale_font(self.font(), 1)
        points = self.font().pointSizeF() / ZOOM**self._zoom
        larger = _TEXT_SIZE
        if points > 0:
            larger = min(_TEXT_SIZE, 1 + _MOST_LARGER / points, max(1, _LARGE_ENOUGH / points))
        reading = scale_font(self.font(), larger)
        if self._family:
            reading.setFamily(self._family)
        self.text.set_reading_font(reading, window)

    def _lay_out(self) -> None:
        """Show the open sentences, and as many more as there is room for."""
        if self._evidence is not None and self._displayed is not None:
            page = self._fill_lines(self._evidence, self._displayed)
            self.text.show_page(page, self._displayed, self._find_others(page, self._displayed))
            self._report_room(self._evidence, self._displayed)

    def _report_room(self, evidence: Evidence, displayed: DisplayedBag) -> None:
        self._filled = self.text.size()
        free = self.text.free_height(self.text.page(), displayed)
        is_crowded = evidence.is_cut or evidence.has_few_waiting or free < 0
        self.filled.emit(-1 if is_crowded else int(free))

    def _fill(self, evidence: Evidence, displayed: DisplayedBag) -> Page:
        """Return the page with as many additions (mostly sentences) as fit below the open sentences.

        Each attempt builds a page, so make few: add as many at once as should fit by the height of the last
        ones, until the page is too high. Then drop the excess. `evidence.fills` counts the additions.
        """
        page, fits = self._cut_to_fit(evidence, displayed), 0
        room = self.text.free_height(page, displayed)
        line = self.text.fontMetrics().lineSpacing()
        height: float = _LINES_OF_ADDITION * line
        while room >= 0:
            fits, room_before = evidence.fills, room
            evidence.fill_to(fits + max(1, int(room / height)))
            if evidence.fills == fits:
                # There is nothing more to add.
                return page
            page = evidence.page(self._gold)
            room = self.text.free_height(page, displayed)
            height = max(line / _MOST_ON_A_LINE, (room_before - room) / (evidence.fills - fits))
        return self._drop_excess(evidence, displayed, fits) if evidence.fills else page

    def _fill_lines(self, evidence: Evidence, displayed: DisplayedBag) -> Page:
        """Return the filled page; its lines have as many words of cut sentences as they have room for."""
        page = self._fill(evidence, displayed)
        if not evidence.is_cut:
            return page
        free = min(0, self.text.free_height(page, displayed))
        evidence.lengthen(
            _REACHES[1:4:2], lambda: self.text.free_height(evidence.page(self._gold), displayed) >= free
        )
        return evidence.page(self._gold)

    def _cut_to_fit(self, evidence: Evidence, displayed: DisplayedBag) -> Page:
        """Return the page of the open sentences, which are cut nearer to their mentions if it is too high.

        They are also cut if that makes room for a sentence of each of the few chains that still wait.
        """
        fitting = None
        evidence.fill_to(0)
        for reach in _REACHES:
            evidence.set_reach(reach)
            page = evidence.page(self._gold)
            if self.text.free_height(page, displayed) >= 0:
                fitting = fitting or reach
                if not evidence.fill_with_last_chains():
                    return page
                page = evidence.page(self._gold)
                if self.text.free_height(page, displayed) >= 0:
                    return page
                evidence.fill_to(0)
        evidence.set_reach(fitting or reach)
        return evidence.page(self._gold)

    def _drop_excess(self, evidence: Evidence, displayed: DisplayedBag, fits: int) -> Page:
        """Return the fullest page that fits, by binary search; `fits` additions are known to fit."""
        too_many = evidence.fills
        while too_many - fits > 1:
            middle = (fits + too_many) // 2
            evidence.fill_to(middle)
            if self.text.free_height(evidence.page(self._gold), displayed) < 0:
                too_many = middle
            else:
                fits = middle
        evidence.fill_to(fits)
        return evidence.page(self._gold)

    @QtCore.Slot()
    def refill(self) -> None:
        """Fill the room again if it has changed, unless the page still fills it."""
        size, filled = self.text.size(), self._filled
        if size == filled or self._displayed is None or self._evidence is None:
            return
        is_lower = size.width() == filled.width() and size.height() < filled.height()
        if is_lower and self.text.free_height(self.text.page(), self._displayed) >= 0:
            # No other page is fuller.
            self._report_room(self._evidence, self._displayed)
        else:
            self._lay_out()

    def shows_gold_of_others(self) -> bool:
        """Return True if gold's mentions of other bags are marked."""
        return self._read_mentions is not None and self._gold is not None and self._gold_everywhere

    def _find_others(self, page: Page, displayed: DisplayedBag) -> tuple[list[Stretch], ...]:
        """Return the places of mentions of other bags: baseline, changed graph, and gold while shown."""
        found: tuple[list[Stretch], ...] = ([], [], [])
        if self._read_mentions is not None:
            for document in dict.fromkeys(source.document for source in page.sources):
                mentions = None
                with suppress(CoalaError):  # optional: the text is shown without them
                    mentions = self._read_mentions(displayed.documents[document])
                if mentions is not None:
                    # Leave out the mentions of this bag, looked up in this document only: a large bag has
                    # hundreds of thousands in others.
                    own = {displayed.bag.spans[span] for span in displayed.spans_of(document)}
                    gold = [mention.span for mention in mentions.gold] if self.shows_gold_of_others() else []
                    sides = (mentions.baseline, mentions.changed, gold)
                    for side, spans in zip(found, sides, strict=True):
                        side.extend(find_on_page(page, document, spans, own))
        return found

    def _context_span(self) -> int | None:
        """Return the mention around which context grows: the chosen one, or the first visible one."""
        page = self.text.page()
        chosen = next((span for span in self.text.chosen() if span in page.places), None)
        if chosen is not None:
            return chosen
        seen = self.text.spans_in_sight()
        return min(seen, key=lambda span: page.places[span][0].begin, default=None)

    def _toggle(self, level: Level) -> None:
        if self._evidence is not None:
            shown = self._evidence.level(self._context_span())
            self._set_level(Level.SENTENCE if shown is level else level)

    def _set_level(self, level: Level) -> None:
        """Show this much of the text around the chosen or first visible mention."""
        if self._evidence is not None:
            span = self._context_span()
            self._evidence.set_level(span, level)
            self._lay_out()
            if span is not None:
                self._turn_to(span)

    def _turn_to(self, span: int) -> None:
        """Scroll to a mention; choose it if no mention is chosen."""
        if self.text.chosen():
            self.text.bring_into_sight((span,))
        else:
            self.span_chosen.emit(span)

    @QtCore.Slot(str)
    def _choose_family(self, chosen: str) -> None:
        self.set_reading(self._zoom, "" if chosen == _WINDOWS_FONT else chosen)

    @QtCore.Slot(object)
    def _open_link(self, link: Link) -> None:
        if link.opening is Opening.TEXTS:
            self.texts_wanted.emit()
        elif self._evidence is not None:
            opened = self._evidence.open(link)
            self._lay_out()
            if opened is not None:
                self.span_chosen.emit(opened)

    @QtCore.Slot(object)
    def _hover(self, span: int | None) -> None:
        """Emit the smallest chain of a mention, which says most."""
        found: list[ShownChain] = []
        if span is not None and self._chains is not None:
            found = [each for side in (BASELINE, CHANGED) for each in self._chains.chains_of(side, span)]
        self.chain_hovered.emit(min(found, key=lambda shown: len(shown.spans), default=None))

"""The lower part of the centre shows the text of a bag's documents, or its mentions in context."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.gui.bag_view.context_table import ContextTable, TextOf
from coala.gui.bag_view.source_text import SourceText
from coala.gui.widgets.theme import GRID, Theme, tooltip
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.source_page import extend_part, lay_out_page

_WHOLE = "Whole documents"
# Texts that are kept unpacked: those of a page or two.
_TEXTS = 64


def _first_document(displayed: DisplayedBag, spans: Sequence[int]) -> int:
    """The first document that has one of these spans; the first of all for none."""
    return min((displayed.document_of(span) for span in spans), default=0)


class SourceView(QtWidgets.QWidget):
    """Shows one bag in two tabs; ``span_chosen`` comes from either."""

    span_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[DisplayedBag, TextOf] | None = None
        self._tabs = QtWidgets.QTabBar()
        self._tabs.setAccessibleName("Text or mentions in context")
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.addTab("Text")
        self._tabs.addTab("In context")
        self._documents = QtWidgets.QComboBox()
        self._documents.setAccessibleName("Document to scroll to")
        self._documents.setSizeAdjustPolicy(
            QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._documents.setMinimumContentsLength(5)
        self._documents.setMaximumWidth(20 * GRID)
        policy = QtWidgets.QSizePolicy.Policy
        self._documents.setSizePolicy(policy.Expanding, policy.Fixed)
        self._documents.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._totals = QtWidgets.QLabel()
        self._totals.setTextFormat(Qt.TextFormat.PlainText)
        self._whole = QtWidgets.QCheckBox(_WHOLE)
        self._whole.setAccessibleName(_WHOLE)
        self._whole.setToolTip("Show the documents in full, or only the sentences around the mentions")
        self.text = SourceText(theme)
        self.contexts = ContextTable(theme)
        self._stack = QtWidgets.QStackedWidget()
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.contexts)

        bar = self._bar = QtWidgets.QHBoxLayout()
        bar.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        bar.setSpacing(GRID)
        bar.addWidget(self._tabs)
        bar.addWidget(self._documents, 2)
        bar.addWidget(self._totals)
        bar.addStretch(1)
        bar.addWidget(self._whole)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self._stack, 1)

        self._outline_box(theme)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        self._documents.activated.connect(self._show_document)
        self._whole.toggled.connect(self._show_page)
        self.text.span_chosen.connect(self.span_chosen)
        self.text.more_wanted.connect(self._slide)
        self.text.all_wanted.connect(self._show_all)
        self.contexts.span_chosen.connect(self._choose_mention)

    def show_bag(self, displayed: DisplayedBag, text_of: TextOf, spans: Sequence[int] = ()) -> None:
        """Replace everything; the tab and whether documents are whole stay as they were.

        Of a great bag only the documents around the first of ``spans`` are laid out, the others when
        somebody comes near. Raises ``CoalaError``, and replaces nothing, when a text of those first ones
        cannot be read from the review; of a later one the page says so.
        """
        # A review unpacks a text each time, and the contexts ask for it with every line that they draw.
        text_of = lru_cache(_TEXTS)(text_of)
        part = self._around(displayed, text_of, _first_document(displayed, spans))
        for document in displayed.documents[part.start : part.stop]:
            text_of(document)
        self._shown = displayed, text_of
        self._put_up(part)
        documents = displayed.documents
        self._documents.clear()
        self._documents.addItems([plain_words(displayed.labels[document]) for document in documents])
        for number, document in enumerate(documents):
            self._documents.setItemData(number, tooltip(document), Qt.ItemDataRole.ToolTipRole)
        totals = f"{count(len(documents), 'document')} · {count(len(displayed.bag.spans), 'mention')}"
        self._totals.setText(totals)
        self._fit_bar()
        self.contexts.show_bag(displayed, text_of)

    def show_spans(self, spans: Sequence[int]) -> None:
        """Make these mentions stand out in both tabs, scrolled to the first."""
        if spans and self._shown is not None:
            document = _first_document(self._shown[0], spans)
            if document not in self.text.page().part:
                self._show_around(document)
        self.text.show_spans(spans)
        if spans:
            self.contexts.show_span(spans[0])

    def chosen(self) -> tuple[int, ...]:
        """The mentions that stand out."""
        return self.text.chosen()

    def show_tab(self, number: int) -> None:
        """0 for the text, 1 for the mentions in context."""
        self._tabs.setCurrentIndex(number)

    def tab(self) -> int:
        """Which tab is in front."""
        return self._tabs.currentIndex()

    def toggle_whole(self) -> None:
        """Whole documents, or the sentences around the mentions."""
        self._whole.toggle()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._outline_box(theme)
        self.text.set_theme(theme)
        self.contexts.set_theme(theme)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bar()

    def _fit_bar(self) -> None:
        """On a narrow pane the totals go, then a word, before the words of tabs and buttons are cut."""
        margins = self._bar.contentsMargins()
        room = self.width() - margins.left() - margins.right() - 5 * GRID
        self._whole.setText(_WHOLE)
        needed = sum(part.minimumSizeHint().width() for part in (self._tabs, self._documents, self._whole))
        self._totals.setVisible(needed + self._totals.minimumSizeHint().width() <= room)
        if needed > room:
            self._whole.setText(_WHOLE.partition(" ")[0])

    def _outline_box(self, theme: Theme) -> None:
        """In the dark Qt's own style draws a box darker than its ground, which nobody can see."""
        palette = QtGui.QPalette()
        if theme.is_dark:
            # The style takes the outline from the window's colour and darkens it by this much.
            palette.setColor(QtGui.QPalette.ColorRole.Window, theme.quiet.lighter(140))
        self._whole.setPalette(palette)

    @QtCore.Slot()
    def _show_page(self) -> None:
        if self._shown is not None:
            chosen = self.text.chosen()
            seen = self.text.documents_in_use().start
            self._show_around(_first_document(self._shown[0], chosen) if chosen else seen)
            if chosen:
                self.text.show_spans(chosen)

    def _show_around(self, document: int) -> None:
        if self._shown is not None:
            self._put_up(self._around(*self._shown, document))

    def _around(self, displayed: DisplayedBag, text_of: TextOf, document: int) -> range:
        """A document, as much as fills a page after it, and as much before it."""
        whole = self._whole.isChecked()
        part = extend_part(displayed, text_of, range(document, document), 1, whole=whole)
        return extend_part(displayed, text_of, part, -1, whole=whole)

    def _extended(self, part: range, step: int) -> range:
        assert self._shown is not None
        return extend_part(*self._shown, part, step, whole=self._whole.isChecked())

    def _put_up(self, part: range, *, in_sight: bool = False) -> None:
        """Show these documents; ``in_sight`` keeps what is in sight where it is."""
        assert self._shown is not None
        page = lay_out_page(*self._shown, whole=self._whole.isChecked(), part=part)
        if in_sight:
            self.text.slide_to(page, self._shown[0])
        else:
            self.text.show_page(page, self._shown[0])

    @QtCore.Slot(int)
    def _slide(self, step: int) -> None:
        """What is left behind makes room for what comes into sight, so that no page grows."""
        part, used = self.text.page().part, self.text.documents_in_use()
        kept = range(used.start, part.stop) if step > 0 else range(part.start, used.stop)
        self._put_up(self._extended(kept, step), in_sight=True)

    @QtCore.Slot(int)
    def _show_all(self, end: int) -> None:
        """The reviewer wants every document, or goes to the last (1) or the first (-1)."""
        if self._shown is None:
            return
        last = len(self._shown[0].documents)
        if end:
            edge = last if end > 0 else 0
            self._put_up(self._extended(range(edge, edge), -end))
        else:
            self._put_up(range(last), in_sight=True)

    @QtCore.Slot(int)
    def _show_document(self, number: int) -> None:
        self.show_tab(0)
        if number not in self.text.page().part:
            self._show_around(number)
        self.text.show_document(number)

    @QtCore.Slot(int)
    def _choose_mention(self, span: int) -> None:
        self.show_tab(0)
        self.span_chosen.emit(span)

"""The window on a whole document: every mention of both graphs, with its chain, types and entry.

The mention under the pointer, or the chosen one, is explained below the text for both sides. A legend lists
the types of the document; each can be switched on and off. Chains of the current bag keep their colours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.errors import CoalaError
from coala.gui.bag_view.evidence_text import EvidenceText
from coala.gui.widgets.labels import KeyLabel, PlainLabel, caption, make_button
from coala.gui.widgets.painting import draw_line, line_height, mark_chains, resize_on_screen
from coala.gui.widgets.spoken import announce, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold
from coala.model.bag import BASELINE, CHANGED, DocumentMentions
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.page import Page, Run, find_runs
from coala.present.whole_document import MentionLine, WholeDocument

# The most mentions with a tick on the scroll bar.
_MOST_TICKS = 1_000
# The most chains of a mention that are shown for a side.
_MOST_CHAINS = 3
_TYPE = Qt.ItemDataRole.UserRole


class DocumentText(EvidenceText):
    """The text of a document with its mentions; `shown_sides` are those whose mentions are marked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setAccessibleName("Whole document")
        self._document: WholeDocument | None = None
        self._own: tuple[int, ...] = ()
        self.shown_sides = {BASELINE, CHANGED}

    def show_document(self, document: WholeDocument, page: Page, own: tuple[int, ...]) -> None:
        """Show a document; `own` are the mentions of the current bag, which have ticks."""
        self._document, self._own = document, own
        self.show_page(page, document.displayed)

    def mark_again(self, page: Page, own: tuple[int, ...]) -> None:
        """Mark the mentions of another page with the same text."""
        if self._document is not None:
            self._page, self._own = page, own
            self._runs = self.find_runs(page, self._document.displayed)
            self._mark_mentions()

    def find_runs(self, page: Page, displayed: DisplayedBag) -> list[Run]:
        """Return the parts of the page by chain, in the colours that the current bag gives them."""
        assert self._document is not None
        colours = self._document.colours
        return [
            Run(
                begin,
                end,
                colours.get(old, old) if old is not None and BASELINE in self.shown_sides else None,
                colours.get(new, new) if new is not None and CHANGED in self.shown_sides else None,
            )
            for begin, end, old, new in find_runs(page, displayed.numbering)
        ]

    def find_moved(self, page: Page, displayed: DisplayedBag) -> list[int]:
        """Return no mention: of all chains of a document, most have not been compared in one bag."""
        return []

    def find_runs_shown(self) -> list[Run]:
        """Return the parts of the page that are marked."""
        return [run for run in self._runs if (run.baseline, run.changed) != (None, None)]

    def tick_places(self) -> list[tuple[float, bool]]:
        """Return the mentions of the current bag by height, 0 to 1."""
        lines = max(1, self.document().lineCount())
        shown = self._page.places
        begins = (shown[span][0].begin for span in self._own[:_MOST_TICKS] if span in shown)
        return sorted({((self._line_of(begin) + 0.5) / lines, True) for begin in begins})

    def tip(self, span: int) -> tuple[tuple[str, ...], str]:
        """Return the lines of the tooltip of a mention: what it belongs to on both sides."""
        if self._document is None:
            return (), ""
        lines = tuple(
            f"{self._document.displayed.sides[side].capitalize()}: {_write_line(line)}"
            for side in (BASELINE, CHANGED)
            for line in self._document.describe(side, span)[:_MOST_CHAINS]
        )
        place = self._document.displayed.bag.spans[span]
        return lines, f"{place.begin:,}\N{EN DASH}{place.end:,}"

    def walk(self, step: int) -> None:
        """Choose the next mention (1) after the chosen one or the cursor, or the one before (-1)."""
        order = self._page.reading_order()
        if not order:
            return
        chosen = self._page.keep_shown(self.chosen())
        if chosen:
            place = order.index(chosen[0]) + step
        else:
            at = self._ruler.code_points(self.textCursor().position()) or 0
            # The first mention behind the cursor, or the last one before it.
            place = bisect_left(order, at, key=self._page.begin) + min(step, 0)
        self.span_chosen.emit(order[min(max(place, 0), len(order) - 1)])


class MentionCard(QtWidgets.QWidget):
    """What a mention belongs to: its words, and a line for each side with sign, chain, entry and types."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._words = ""
        self._rows: list[tuple[str, MentionLine | None]] = []
        self.show_nothing()

    def show_nothing(self) -> None:
        """Say how to choose a mention."""
        self._words = "Point at a mention, or choose one with Enter, to see what it belongs to."
        self._rows = []
        self._tell()

    def show_mention(self, document: WholeDocument, index: int) -> None:
        """Show a mention of a document."""
        self._words = document.words(index)
        self._rows = []
        for side in (BASELINE, CHANGED):
            lines = document.describe(side, index)
            more = len(lines) - 1
            line = lines[0]._replace(words=f"{lines[0].words}; in {more:,} more") if more else lines[0]
            self._rows.append((document.displayed.sides[side].capitalize(), line))
        self._tell()

    def text(self) -> str:
        """Return the card in words, a line for each side."""
        rows = (f"{side}: {_write_line(line)}" for side, line in self._rows if line is not None)
        return "\n".join((self._words, *rows))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        # Always three lines, so that the text above does not move.
        return QtCore.QSize(40 * GRID, 3 * line_height(self.fontMetrics()))

    def minimumSizeHint(self) -> QtCore.QSize:
        return self.sizeHint()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), self._theme.base)
        height = line_height(self.fontMetrics())
        row = QtCore.QRect(GRID, 0, self.width() - 2 * GRID, height)
        painter.setFont(bold(self.font()) if self._rows else self.font())
        draw_line(painter, row, self._words, self._theme.text if self._rows else self._theme.quiet)
        metrics = QtGui.QFontMetrics(bold(self.font()))
        heads = max((metrics.horizontalAdvance(side) for side, _ in self._rows), default=0) + 2 * GRID
        for side, (name, line) in enumerate(self._rows):
            row.translate(0, height)
            painter.setFont(self.font())
            draw_line(painter, row, name, self._theme.quiet)
            if line is None:
                continue
            rest = row.adjusted(heads, 0, 0, 0)
            if line.number is not None:
                painter.setFont(bold(self.font()))
                sign = line.sign or " "
                width = max(metrics.horizontalAdvance(sign), metrics.horizontalAdvance("W")) + GRID
                box = QtCore.QRect(
                    rest.left(), rest.center().y() - metrics.height() // 2, width, metrics.height() + 1
                )
                mark_chains(painter, box, side, [line.number], self._theme)
                painter.setPen(self._theme.text)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)
                rest.setLeft(box.right() + GRID)
            painter.setFont(self.font())
            colour = self._theme.quiet if line.number is None else self._theme.text
            draw_line(painter, rest, line.words, colour, elide=Qt.TextElideMode.ElideRight)

    def _tell(self) -> None:
        self.setAccessibleName(self.text())
        set_tip(self, *self.text().splitlines())
        self.update()


def _write_line(line: MentionLine) -> str:
    return f"{line.sign} {line.words}".strip()


class DocumentWindow(QtWidgets.QDialog):
    """The window on the documents of the current bag, which stays open and follows the bag."""

    def __init__(
        self,
        parent: QtWidgets.QWidget | None,
        read_text: Callable[[str], str | None],
        read_mentions: Callable[[str], DocumentMentions | None],
        choose_place: Callable[[Span], None],
    ) -> None:
        """Create a window without a document.

        The first two functions read a document, and may raise `CoalaError`. `choose_place` shows a mention
        in the review.
        """
        super().__init__(parent)
        self._choose_place = choose_place
        self.setWindowTitle("Whole document")
        # Next to a bag on a screen of 1280 pixels.
        resize_on_screen(self, 60 * GRID, 84 * GRID)
        self._read_text, self._read_mentions = read_text, read_mentions
        self._displayed: DisplayedBag | None = None
        self._chains: Chains | None = None
        self._document: WholeDocument | None = None
        self._own: tuple[int, ...] = ()
        # The types that are switched off stay off in the next document.
        self._hidden: set[str] = set()
        theme = Theme.from_palette(self.palette())
        self._documents = QtWidgets.QComboBox()
        self._documents.setAccessibleName("Document")
        self._documents.setSizeAdjustPolicy(
            QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._choose_label = KeyLabel("&Document", self._documents)
        self.text = DocumentText(theme)
        self.card = MentionCard(theme)
        self._message = PlainLabel(wrap=True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sides = tuple(QtWidgets.QCheckBox() for _ in range(2))
        self.types = QtWidgets.QListWidget()
        self.types.setAccessibleName("Types of chains; Space switches one on or off")
        self.types.setUniformItemSizes(True)
        self.types.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.types.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._every = make_button("&All", self._show_every_type, tip="Show the mentions of every type")
        self._none = make_button("&None", self._hide_every_type, tip="Hide the mentions of every type")
        self._frame_boxes(theme)
        self._lay_out()
        self._documents.activated.connect(self._choose_document)
        self.text.span_hovered.connect(self._hover)
        self.text.span_chosen.connect(self.choose)
        self.types.itemChanged.connect(self._switch_type)
        for box in self._sides:
            box.setChecked(True)
            box.toggled.connect(self._switch_sides)
        for keys, step in (("Alt+Down", self._go_on), ("Alt+Up", self._go_back)):
            QtGui.QShortcut(QtGui.QKeySequence(keys), self, step)

    def _lay_out(self) -> None:
        self._legend = QtWidgets.QWidget()
        legend = QtWidgets.QVBoxLayout(self._legend)
        legend.setContentsMargins(0, 0, 0, 0)
        legend.setSpacing(GRID)
        for box in self._sides:
            legend.addWidget(box)
        legend.addWidget(self.types, 1)
        buttons = QtWidgets.QHBoxLayout()
        for button in (self._every, self._none):
            buttons.addWidget(button)
        legend.addLayout(buttons)
        # Without types, the sides stay at the top.
        legend.addStretch()
        head = QtWidgets.QHBoxLayout()
        head.setSpacing(GRID)
        head.addWidget(self._choose_label)
        head.addWidget(self._documents, 1)
        body = QtWidgets.QHBoxLayout()
        body.setSpacing(GRID)
        body.addWidget(self.text, 1)
        body.addWidget(self._message, 1)
        body.addWidget(self._legend)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addLayout(head)
        column.addLayout(body, 1)
        column.addWidget(self.card)
        self._message.hide()

    def show_bag(self, displayed: DisplayedBag, chains: Chains, spans: Sequence[int] = ()) -> None:
        """Show the document of the first of these mentions of a bag, or the first document of the bag."""
        self._displayed, self._chains = displayed, chains
        self._documents.clear()
        for number in range(len(displayed.documents)):
            self._documents.addItem(caption(displayed.short_name(number)))
        several = len(displayed.documents) > 1
        self._choose_label.setVisible(several)
        self._documents.setVisible(several)
        self._show_document(displayed.document_of(spans[0]) if spans else 0)
        if self._document is not None:
            self._frame([index for span in spans for index in self._find(span)] or self._own)

    def show_nothing(self) -> None:
        """Show that there is no bag."""
        self._displayed = self._chains = self._document = None
        self._say("Choose a bag to see this.")

    def message(self) -> str:
        """Return the sentence that is shown in place of a document, or ""."""
        return "" if self._message.isHidden() else self._message.text()

    @QtCore.Slot(int)
    def choose(self, index: int) -> None:
        """Choose a mention: frame it, explain it below the text, and tell the review."""
        if self._document is not None:
            self.text.show_spans((index,))
            self.card.show_mention(self._document, index)
            announce(self, self.card.text())
            self._choose_place(self._document.displayed.bag.spans[index])

    def _find(self, span: int) -> list[int]:
        """Return the indices in the document of a mention of the bag."""
        assert self._document is not None
        assert self._displayed is not None
        places = {self._displayed.extents.place(side, span) for side in (BASELINE, CHANGED)}
        return [index for place in places if (index := self._document.find(place)) is not None]

    @QtCore.Slot(int)
    def _choose_document(self, number: int) -> None:
        self._show_document(number)
        self._frame(self._own)

    def _frame(self, indices: Sequence[int]) -> None:
        """Frame mentions of the bag, and explain the first of them."""
        if self._document is not None and indices:
            self.text.show_spans(indices)
            self.card.show_mention(self._document, indices[0])

    def _show_document(self, number: int) -> None:
        """Show a document of the bag, or say why it cannot be shown."""
        displayed, chains = self._displayed, self._chains
        assert displayed is not None
        assert chains is not None
        self._documents.setCurrentIndex(number)
        name = displayed.documents[number]
        is_same = (
            self._document is not None
            and self._document.document == name
            and self._document.displayed.sides == displayed.sides
        )
        if not is_same:
            try:
                self._document = self._read(name, displayed.sides)
            except CoalaError as error:
                self._document = None
                self._say(str(error))
                return
        document = self._document
        if document is None:
            return
        self.card.show_nothing()
        self._own = document.show_bag(displayed, chains)
        if is_same:
            self.text.mark_again(document.page(self._list_shown()), self._own)
            return
        self._message.hide()
        for part in (self.text, self._legend, self.card):
            part.show()
        self._list_types(document)
        self.text.show_document(document, document.page(self._list_shown()), self._own)

    def _read(self, name: str, sides: tuple[str, str]) -> WholeDocument | None:
        mentions, text = self._read_mentions(name), self._read_text(name)
        if text is None:
            self._say("The review has no text of this document.")
        elif mentions is None:
            self._say("The review has no list of all mentions of this document.")
        else:
            return WholeDocument(name, text, mentions, sides)
        return None

    def _say(self, sentence: str) -> None:
        """Show a sentence in place of the document."""
        self._message.setText(sentence)
        self._message.show()
        for part in (self.text, self._legend, self.card):
            part.hide()

    def _list_types(self, document: WholeDocument) -> None:
        marks = ("filled", "underlined")
        for box, name, mark in zip(self._sides, document.displayed.sides, marks, strict=True):
            box.setText(caption(f"{name.capitalize()}: {mark}"))
        blocker = QtCore.QSignalBlocker(self.types)
        self.types.clear()
        for found in document.types:
            item = QtWidgets.QListWidgetItem(found.words)
            item.setData(_TYPE, found.name)
            set_tip(item, found.words)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
            )
            is_shown = found.name not in self._hidden
            item.setCheckState(Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
            self.types.addItem(item)
        blocker.unblock()
        # One type has nothing to choose from.
        for part in (self.types, self._every, self._none):
            part.setVisible(len(document.types) > 1)

    def _list_shown(self) -> list[str] | None:
        """Return the types that are switched on; None if all are."""
        if self._document is None or len(self._document.types) < 2:
            return None
        names = [found.name for found in self._document.types]
        return (
            None if self._hidden.isdisjoint(names) else [name for name in names if name not in self._hidden]
        )

    @QtCore.Slot(QtWidgets.QListWidgetItem)
    def _switch_type(self, item: QtWidgets.QListWidgetItem) -> None:
        self._hide([item.data(_TYPE)], hidden=item.checkState() is not Qt.CheckState.Checked)

    @QtCore.Slot()
    def _show_every_type(self) -> None:
        self._check_every(Qt.CheckState.Checked)

    @QtCore.Slot()
    def _hide_every_type(self) -> None:
        self._check_every(Qt.CheckState.Unchecked)

    def _check_every(self, state: Qt.CheckState) -> None:
        items = [self.types.item(row) for row in range(self.types.count())]
        blocker = QtCore.QSignalBlocker(self.types)
        for item in items:
            item.setCheckState(state)
        blocker.unblock()
        self._hide([item.data(_TYPE) for item in items], hidden=state is not Qt.CheckState.Checked)

    def _hide(self, types: Iterable[str], *, hidden: bool) -> None:
        self._hidden = self._hidden.union(types) if hidden else self._hidden.difference(types)
        self._mark_again()

    @QtCore.Slot()
    def _switch_sides(self) -> None:
        self.text.shown_sides = {side for side, box in enumerate(self._sides) if box.isChecked()}
        self._mark_again()

    def _mark_again(self) -> None:
        if self._document is not None:
            self.text.mark_again(self._document.page(self._list_shown()), self._own)

    @QtCore.Slot(object)
    def _hover(self, index: int | None) -> None:
        """Explain the mention under the pointer, or else the chosen one."""
        if self._document is None:
            return
        self.text.highlight(() if index is None else self._document.chain_mates(index))
        if index is None:
            index = next(iter(self.text.chosen()), None)
        if index is None:
            self.card.show_nothing()
        else:
            self.card.show_mention(self._document, index)

    @QtCore.Slot()
    def _go_on(self) -> None:
        self.text.walk(1)

    @QtCore.Slot()
    def _go_back(self) -> None:
        self.text.walk(-1)

    def set_reading_font(self, font: QtGui.QFont) -> None:
        """Set the font of the text."""
        if font != self.text.font():
            self.text.set_reading_font(font, self.font())

    def _frame_boxes(self, theme: Theme) -> None:
        """Let the boxes of the types have a visible frame, whose colour the style makes from this role."""
        palette = QtGui.QPalette()
        palette.setColor(QtGui.QPalette.ColorRole.Window, theme.quiet)
        self.types.setPalette(palette)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.setFixedWidth(max(18 * GRID, min(30 * GRID, self.width() // 4)))

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange:
            theme = Theme.from_palette(self.palette())
            self.text.set_theme(theme)
            self.card.set_theme(theme)
            self._frame_boxes(theme)

"""Each mention of a bag gets a line of context: keyword in context, over all its documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.errors import CoalaError
from coala.gui.widgets.painting import Index, draw_line, line_height, paint_mention, read_only_table
from coala.gui.widgets.theme import GRID, Theme, bold, tooltip
from coala.model.bag import BASELINE, CHANGED
from coala.presentation import phrases
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.excerpts import Context, context
from coala.presentation.instance_numbers import instance_words
from coala.presentation.source_page import shown

TextOf = Callable[[str], str | None]
"""A document's text, if it is known."""

_SPAN_ROLE = Qt.ItemDataRole.UserRole
"""The mention of a row, as an index into ``Bag.spans``."""
_INSTANCES_ROLE = Qt.ItemDataRole.UserRole + 1
"""Its aligned instances: (first of the baseline, first of the changed graph), None for none."""
_WORDS_ROLE = Qt.ItemDataRole.UserRole + 2
"""Its words: once, or as each graph has them where it was joined with one of another extent."""

_JOINT = " ≈ "
"""Between the words of two extents that were taken for one span."""

_HEADS = ("Document", "Before", "Mention", "After", "Instance")
_NO_PARENT = QtCore.QModelIndex()


class ContextModel(QtCore.QAbstractTableModel):
    """One row a mention. Contexts are cut when they are asked for."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[DisplayedBag, TextOf] | None = None

    def show_bag(self, displayed: DisplayedBag, text_of: TextOf) -> None:
        """Replace everything; documents with differences come first, as in the text."""
        self.beginResetModel()
        self._shown = displayed, text_of
        self.endResetModel()

    def row_of(self, span: int) -> int:
        """The row of a mention."""
        return -1 if self._shown is None else self._shown[0].place(span)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or self._shown is None else len(self._shown[0].order)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(_HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(_HEADS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _HEADS[section]
        if role == Qt.ItemDataRole.ToolTipRole and section == len(_HEADS) - 1:
            return "Number of the instance that the mention belongs to: baseline → changed"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._shown is None:
            return None
        displayed, text_of = self._shown
        span = displayed.order[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return _cell(displayed, text_of, span, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                document = displayed.bag.spans[span].document
                words = displayed.bag.words[span] or ""
                return tooltip(words, document, offsets=phrases.both_offsets(displayed.extents, span))
        if role == _SPAN_ROLE:
            return span
        if role == _INSTANCES_ROLE:
            sides = (displayed.numbering.baseline_rows[span], displayed.numbering.changed_rows[span])
            return tuple(numbers[0] if numbers else None for numbers in sides)
        return _words(displayed, span) if role == _WORDS_ROLE else None


class ContextTable(QtWidgets.QTableView):
    """Emits ``span_chosen`` for the mention that the reviewer clicks or opens with Enter."""

    span_chosen = QtCore.Signal(int)

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Mentions in context")
        self._model = ContextModel(self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        read_only_table(self)
        heads = self.horizontalHeader()
        heads.setSectionsClickable(False)
        heads.setHighlightSections(False)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        # Fixed widths: measuring the contents of a large bag takes seconds.
        for column, width in enumerate((15 * GRID, 0, 18 * GRID, 0, 10 * GRID)):
            mode = QtWidgets.QHeaderView.ResizeMode
            heads.setSectionResizeMode(column, mode.Interactive if width else mode.Stretch)
            if width:
                self.setColumnWidth(column, width)
        lines = self.verticalHeader()
        lines.setVisible(False)
        lines.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        lines.setDefaultSectionSize(line_height(self.fontMetrics()))
        self.clicked.connect(self._choose)

    def context_model(self) -> ContextModel:
        """The table behind the view."""
        return self._model

    def show_bag(self, displayed: DisplayedBag, text_of: TextOf) -> None:
        """Replace everything."""
        self._model.show_bag(displayed, text_of)
        self.scrollToTop()

    def show_span(self, span: int) -> None:
        """Select the row of a mention and scroll to it."""
        index = self._model.index(self._model.row_of(span), 0)
        flags = QtCore.QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose(self, index: QtCore.QModelIndex) -> None:
        self.span_chosen.emit(index.data(_SPAN_ROLE))


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Contexts meet at the mention: the left one ends there, the right one begins there."""

    def __init__(self, theme: Theme, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        words: str = index.data(Qt.ItemDataRole.DisplayRole)
        inner = rect.adjusted(GRID // 2, 0, -GRID // 2, 0)
        painter.save()
        painter.setFont(option.font)
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.selection)
        match index.column():
            case 1:
                right, left_out = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideLeft
                draw_line(painter, inner, words, self.theme.text, right, left_out)
            case 2:
                painter.setFont(bold(painter.font()))
                words = fit_words(index.data(_WORDS_ROLE), painter.fontMetrics(), inner.width())
                width = min(inner.width(), painter.fontMetrics().horizontalAdvance(words) + 1)
                ground = QtCore.QRect(inner.left(), inner.top(), width, inner.height())
                paint_mention(painter, self.theme, ground, *index.data(_INSTANCES_ROLE))
                draw_line(painter, inner, words, self.theme.text)
            case 3:
                draw_line(painter, inner, words, self.theme.text, elide=Qt.TextElideMode.ElideRight)
            case _:
                draw_line(painter, inner, words, self.theme.quiet)
        painter.restore()


def fit_words(words: tuple[str, ...], metrics: QtGui.QFontMetrics, width: int) -> str:
    """Words that fit; of two extents each loses its own middle, so that it is seen that there are two."""
    joined = _JOINT.join(words)
    if len(words) == 1 or metrics.horizontalAdvance(joined) <= width:
        return joined
    first, second = words
    room = width - metrics.horizontalAdvance(_JOINT)
    # A short side leaves what it does not need to the other.
    left = min(metrics.horizontalAdvance(first), max(room // 2, room - metrics.horizontalAdvance(second)))
    middle = Qt.TextElideMode.ElideMiddle
    return _JOINT.join(
        metrics.elidedText(side, middle, part) for side, part in ((first, left), (second, room - left))
    )


def _cell(displayed: DisplayedBag, text_of: TextOf, span: int, column: int) -> str:
    match column:
        case 0:
            return plain_words(displayed.labels[displayed.bag.spans[span].document])
        case 1 | 2 | 3:
            return _cut_context(displayed, text_of, span)[column - 1]
        case _:
            numbering = displayed.numbering
            return instance_words(numbering.baseline_rows[span], numbering.changed_rows[span])


def _cut_context(displayed: DisplayedBag, text_of: TextOf, span: int) -> Context:
    place, words = displayed.bag.spans[span], _JOINT.join(_words(displayed, span))
    try:
        text = text_of(place.document)
    except CoalaError:  # the page of the text says why
        text = None
    if text is None or not 0 <= place.begin < place.end <= len(text):
        return Context("", words, "")
    around = context(text, place.begin, place.end)
    return Context(shown(around.left), words, shown(around.right))


def _words(displayed: DisplayedBag, span: int) -> tuple[str, ...]:
    """The words of a mention, or those of both its extents."""
    extents = displayed.extents
    sides = (BASELINE, CHANGED) if extents.is_joined(span) else (BASELINE,)
    return tuple(plain_words(extents.words(side, span) or "(words not known)", 200) for side in sides)

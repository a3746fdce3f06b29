"""A line of context for each mention of a bag: keyword in context, over all its documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.diff.sentences import plain_words
from coala.gui.bag_view.aligned_model import Index
from coala.gui.widgets.painting import draw_line, line_height, paint_mention, read_only_table
from coala.gui.widgets.theme import GRID, Theme, tooltip
from coala.model.bag import Bag
from coala.model.extents import BASELINE, CHANGED, Extents
from coala.presentation import phrases
from coala.presentation.displayed_bag import document_labels, ordered_documents
from coala.presentation.excerpts import Context, context
from coala.presentation.instance_numbers import Numbering, instance_words
from coala.presentation.source_page import shown

SPAN_ROLE = Qt.ItemDataRole.UserRole
"""The mention of a row, as an index into ``Bag.spans``."""
INSTANCES_ROLE = Qt.ItemDataRole.UserRole + 1
"""Its aligned instances: (first of the baseline, first of the changed graph), None for none."""

JOINT = " ≈ "
"""Between the words of two extents that were taken for one span."""

_HEADS = ("Document", "Before", "Mention", "After", "Instance")
_NO_PARENT = QtCore.QModelIndex()


class ContextModel(QtCore.QAbstractTableModel):
    """One row a mention. Contexts are cut when they are asked for."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._bag: Bag | None = None
        self._numbering = Numbering((), (), (), ())
        self._text_of: Callable[[str], str | None] | None = None
        self._order: list[int] = []
        self._labels: dict[str, str] = {}

    def show_bag(self, bag: Bag, numbering: Numbering, text_of: Callable[[str], str | None]) -> None:
        """Replace everything; documents with differences come first, as in the text."""
        self.beginResetModel()
        self._bag, self._numbering, self._text_of = bag, numbering, text_of
        documents = ordered_documents(bag)
        self._labels = {name: plain_words(label) for name, label in document_labels(documents).items()}
        place = {document: number for number, document in enumerate(documents)}
        self._order = sorted(range(len(bag.spans)), key=lambda span: (place[bag.spans[span].document], span))
        self.endResetModel()

    def line_of(self, span: int) -> int:
        """The row of a mention."""
        return self._order.index(span)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._order)

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
        if not index.isValid() or self._bag is None:
            return None
        span = self._order[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._words(span, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                here = self._bag.spans[span]
                words = self._bag.words[span] or ""
                return tooltip(words, here.document, offsets=phrases.both_offsets(Extents(self._bag), span))
        if role == SPAN_ROLE:
            return span
        if role == INSTANCES_ROLE:
            sides = (self._numbering.baseline_rows[span], self._numbering.changed_rows[span])
            return tuple(rows[0] if rows else None for rows in sides)
        return None

    def _words(self, span: int, column: int) -> str:
        assert self._bag is not None
        match column:
            case 0:
                return self._labels[self._bag.spans[span].document]
            case 1:
                return self._context(span).left
            case 2:
                return self._context(span).words
            case 3:
                return self._context(span).right
            case _:
                return instance_words(self._numbering.baseline_rows[span], self._numbering.changed_rows[span])

    def _mention(self, span: int) -> str:
        """The words of a mention, or those of both its extents."""
        assert self._bag is not None
        extents = Extents(self._bag)
        sides = (BASELINE, CHANGED) if extents.is_joined(span) else (BASELINE,)
        return JOINT.join(
            plain_words(extents.words(side, span) or "(words not known)", 200) for side in sides
        )

    def _context(self, span: int) -> Context:
        assert self._bag is not None
        here = self._bag.spans[span]
        words = self._mention(span)
        text = self._text_of(here.document) if self._text_of else None
        if text is None or not 0 <= here.begin < here.end <= len(text):
            return Context("", words, "")
        found = context(text, here.begin, here.end)
        return Context(shown(found.left), words, shown(found.right))


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

    def show_bag(self, bag: Bag, numbering: Numbering, text_of: Callable[[str], str | None]) -> None:
        """Replace everything."""
        self._model.show_bag(bag, numbering, text_of)
        self.scrollToTop()

    def show_span(self, span: int) -> None:
        """Select the row of a mention and scroll to it."""
        index = self._model.index(self._model.line_of(span), 0)
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
        self.span_chosen.emit(index.data(SPAN_ROLE))


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
                bold = QtGui.QFont(painter.font())
                bold.setBold(True)
                painter.setFont(bold)
                words = _in_room(words, painter.fontMetrics(), inner.width())
                width = min(inner.width(), painter.fontMetrics().horizontalAdvance(words) + 1)
                ground = QtCore.QRect(inner.left(), inner.top(), width, inner.height())
                paint_mention(painter, self.theme, ground, *index.data(INSTANCES_ROLE))
                draw_line(painter, inner, words, self.theme.text)
            case 3:
                draw_line(painter, inner, words, self.theme.text, elide=Qt.TextElideMode.ElideRight)
            case _:
                draw_line(painter, inner, words, self.theme.quiet)
        painter.restore()


def _in_room(words: str, metrics: QtGui.QFontMetrics, width: int) -> str:
    """Words that fit; of two extents each loses its own middle, so that it is seen that there are two."""
    first, joint, second = words.partition(JOINT)
    if not joint or metrics.horizontalAdvance(words) <= width:
        return words
    room = width - metrics.horizontalAdvance(joint)
    # A short side leaves what it does not need to the other.
    left = min(metrics.horizontalAdvance(first), max(room // 2, room - metrics.horizontalAdvance(second)))
    middle = Qt.TextElideMode.ElideMiddle
    return joint.join(
        metrics.elidedText(side, middle, part) for side, part in ((first, left), (second, room - left))
    )

"""The view that asks about one link of a large bag: "Is this the same as one of these?".

While it is open it is in the place of the evidence. It has the linked part with its sentences, and below it a
line for each part before it in its chain. The answers are on the bar below, as for a bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.bag_view.part_sentences import PartSentences, draw_sentence
from coala.gui.widgets.labels import ElidedLabel, PlainLabel
from coala.gui.widgets.painting import Index, draw_line
from coala.gui.widgets.scroll import show_plain_rows
from coala.gui.widgets.theme import GRID, Theme, bold, tooltip
from coala.present.link_question import LINK_QUESTION, AskedLink
from coala.present.part_lines import PartLine, PartLines
from coala.present.placing import PlacingLine

EARLIER_PART_ROLE = Qt.ItemDataRole.UserRole
"""Item role for the content of a line, a `PartLine`."""

_SHARE_OF_SENTENCES = 0.4
"""The most of the height for the sentences of the linked part."""

_LEAST_LINES = 2
_NO_PARENT = QtCore.QModelIndex()


class EarlierModel(QtCore.QAbstractListModel):
    """A model with a row for each part before the linked one; a line is written when it is shown."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: PartLines | None = None
        self._rows: Sequence[PlacingLine] = ()

    def show_rows(self, lines: PartLines | None, rows: Sequence[PlacingLine]) -> None:
        """Show other parts, or none."""
        self.beginResetModel()
        self._lines, self._rows = lines, rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._lines is None:
            return None
        line = self._lines.line(self._rows[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{line.name}  {line.words}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return speak_part(line, self._lines)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(f"{line.name}: {line.words}", "".join(line.sentence))
        return line if role == EARLIER_PART_ROLE else None


class EarlierList(QtWidgets.QListView):
    """The parts before the linked one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = EarlierModel(self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        show_plain_rows(self)

    def earlier_model(self) -> EarlierModel:
        """Return the model of the list."""
        return self._model

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        # Qt would jump to a line that begins with a letter.
        return


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Paints a part: its name, what tells it apart and its mentions; below, its most telling sentence."""

    def __init__(self, theme: Theme, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(20 * GRID, 2 * QtGui.QFontMetrics(option.font).lineSpacing() + GRID)

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        line: PartLine | None = index.data(EARLIER_PART_ROLE)
        if line is None:
            return
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        painter.save()
        painter.setFont(option.font)
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.selection)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.setPen(QtGui.QPen(self.theme.focus, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        metrics = painter.fontMetrics()
        height = metrics.lineSpacing()
        inner = rect.adjusted(GRID, GRID // 2, -GRID, -GRID // 2)
        name = QtCore.QRect(inner.left(), inner.top(), _measure_name(line.name, metrics), height)
        draw_line(painter, name, line.name, self.theme.quiet)
        number = f"{line.mentions:,}"
        room = metrics.horizontalAdvance(number)
        last = QtCore.QRect(inner.right() - room, inner.top(), room + 1, height)
        draw_line(painter, last, number, self.theme.quiet, Qt.AlignmentFlag.AlignRight)
        left = name.right() + GRID
        words = QtCore.QRect(left, inner.top(), last.left() - GRID - left, height)
        painter.setFont(bold(option.font))
        draw_line(
            painter,
            words,
            line.words,
            self.theme.text,
            Qt.AlignmentFlag.AlignLeft,
            Qt.TextElideMode.ElideRight,
        )
        painter.setFont(option.font)
        sentence = QtCore.QRect(left, inner.top() + height, inner.right() - left, height)
        draw_sentence(painter, sentence, line.sentence, self.theme)
        painter.restore()


def _measure_name(name: str, metrics: QtGui.QFontMetrics) -> int:
    """Return the width of a name of a part: the same for all that have the usual length."""
    return max(metrics.horizontalAdvance("WW88"), metrics.horizontalAdvance(name))


def speak_part(line: PartLine, lines: PartLines) -> str:
    """Return a part for a screen reader: "C1, Peter Sand, 4 mentions: Sand said that …"."""
    mentions = count(line.mentions, lines.nouns.mention)
    return f"{line.name}, {line.words}, {mentions}: {''.join(line.sentence)}"


class LinkQuestionView(QtWidgets.QWidget):
    """The question, the linked part, and the parts before it; hidden until it is opened."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        # The columns of a line are painted from the left.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.list = EarlierList(theme)
        self._title = PlainLabel(bold=True)
        self._name, self._mentions = PlainLabel(quiet=True), PlainLabel(quiet=True)
        self._words = ElidedLabel(bold=True)
        # Words of any script begin where those of the list do.
        self._words.setAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        )
        self._sentences = PartSentences("Sentences of the part")
        self._before = PlainLabel(quiet=True)
        self._asked: AskedLink | None = None
        self._spoken = ""
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        # In the columns of the list below.
        head = QtWidgets.QHBoxLayout()
        head.setContentsMargins(GRID, 0, GRID, 0)
        head.setSpacing(GRID)
        head.addWidget(self._name)
        head.addWidget(self._words, 1)
        head.addWidget(self._mentions)
        column.addWidget(self._title)
        column.addLayout(head)
        column.addWidget(self._sentences)
        column.addWidget(self._before)
        column.addWidget(self.list, 1)
        self.hide()

    def asked(self) -> AskedLink | None:
        """Return the link that is asked about, None while the view is closed."""
        return self._asked

    def open(self, asked: AskedLink, lines: PartLines) -> None:
        """Ask about a link of the bag of these lines."""
        self._asked = asked
        part = lines.line(asked.part)
        # Empty before: what is hidden has no words.
        self._title.setText(LINK_QUESTION)
        self._name.setText(part.name)
        self._words.set_full_text(part.words)
        self._mentions.setText(count(part.mentions, lines.nouns.mention))
        noun = lines.nouns.mention if asked.part.number else "part"
        earlier = count(len(asked.earlier), f"earlier {noun}")
        self._before.setText(f"{earlier} of its chain:")
        self.list.setAccessibleName(f"{earlier} of its chain")
        self._spoken = f"{LINK_QUESTION} {speak_part(part, lines)} {earlier}."
        self.list.earlier_model().show_rows(lines, asked.earlier)
        self.list.scrollToTop()
        self._sentences.show_sentences(lines.sentences(asked.part))
        self.show()
        self._fit_sentences()

    def close_question(self) -> None:
        """Hide the view and forget its question."""
        self.hide()
        self._asked = None
        self.list.earlier_model().show_rows(None, ())

    def spoken(self) -> str:
        """Return the question in words for a screen reader."""
        return self._spoken

    def shown_part(self) -> str:
        """Return the line about the linked part."""
        return f"{self._name.text()} {self._words.full_text()}, {self._mentions.text()}"

    def shown_sentences(self) -> str:
        """Return the sentences of the linked part."""
        return self._sentences.toPlainText()

    def scroll_pages(self, pages: int) -> None:
        """Scroll the earlier parts down (1) or up (-1)."""
        bar = self.list.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self.list.set_theme(theme)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_sentences()

    def _fit_sentences(self) -> None:
        """Let the sentences have the height that they need, up to a part of the view."""
        name = _measure_name(self._name.text(), self.fontMetrics())
        self._name.setFixedWidth(name)
        # The sentences begin below the words.
        self._sentences.setViewportMargins(name + 2 * GRID - GRID // 2, 0, 0, 0)
        document = self._sentences.document()
        document.setTextWidth(self._sentences.viewport().width())
        least = _LEAST_LINES * self._sentences.fontMetrics().lineSpacing() + GRID
        needed = round(document.size().height()) + 2
        self._sentences.setFixedHeight(max(least, min(needed, round(_SHARE_OF_SENTENCES * self.height()))))

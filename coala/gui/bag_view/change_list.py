"""The changes of a bag are listed as sentences, each with the verdict that it has of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.diff.changes.ranked import RankedChanges
from coala.diff.sentences import BagSentences
from coala.gui.widgets.painting import Index, draw_line, line_height
from coala.gui.widgets.theme import GLYPHS, GRID, Theme, bold, headline, tooltip
from coala.model.bag import Direction, Divergence, Verdict
from coala.presentation.chains import Chains
from coala.presentation.judged_changes import say_verdicts
from coala.presentation.phrases import coloured_as, kind_word
from coala.verdicts.changes import ChangeVerdicts

DIVERGENCE_ROLE = Qt.ItemDataRole.UserRole
"""The ``Divergence`` of a row."""
_KIND_ROLE = Qt.ItemDataRole.UserRole + 1
"""Its kind in words, and which chains, and where it went: "moved A → 2 · towards gold"."""
_VERDICTS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The verdicts that it has of its own, as a tuple."""
_DIRECTIONS = {
    Direction.TOWARDS: ("towards gold", "This change went towards the gold graph."),
    Direction.AWAY: ("away from gold", "This change went away from the gold graph."),
    Direction.NEITHER: ("neither way", "This change went neither towards the gold graph nor away from it."),
    Direction.MIXED: ("mixed", "Gold does not say the same of all these mentions."),
    Direction.UNKNOWN: ("", ""),
}
"""What a change did to the distance from gold, in short and as a sentence; a direction is no verdict."""


class ChangeModel(QtCore.QStringListModel):
    """One row a change, of which a great bag may have tens of thousands.

    Qt counts the rows itself, in a list of empty strings: a view that lays out its lines asks three times
    for each, and an answer in Python takes it forty times as long.
    """

    def __init__(self, words: Mapping[Verdict, str], parent: QtCore.QObject | None = None) -> None:
        """``words`` are what verdicts are called."""
        super().__init__(parent)
        self.words = words
        self._changes = RankedChanges((), ())
        self._chains: Chains | None = None
        self._sentences: BagSentences | None = None
        self._gold_shown = False
        self._verdicts = ChangeVerdicts()

    def show_verdicts(self, verdicts: ChangeVerdicts) -> None:
        """Say of each change how it is judged."""
        former, self._verdicts = self._verdicts, verdicts
        judged = former.given.keys() | verdicts.given.keys()
        differ = [change for change in judged if former.of(change) != verdicts.of(change)]
        if differ:
            self.dataChanged.emit(self.index(min(differ)), self.index(max(differ)))

    def any_judged(self) -> bool:
        """Whether a change has a verdict of its own."""
        return bool(self._verdicts.given)

    def show_gold(self, *, shown: bool) -> None:
        """Say where each change went from gold's point of view, or keep it to oneself."""
        if shown != self._gold_shown:
            self._gold_shown = shown
            if self._changes:
                self.dataChanged.emit(self.index(0), self.index(len(self._changes) - 1))

    def tells_gold(self) -> bool:
        """Whether a change says where it went from gold's point of view."""
        return self._gold_shown and bool(self._changes.directions - {Direction.UNKNOWN})

    def show_changes(self, changes: RankedChanges, chains: Chains, sentences: BagSentences) -> None:
        """Replace everything; none of the changes is judged."""
        self._changes, self._chains, self._sentences = changes, chains, sentences
        self._verdicts = ChangeVerdicts()
        self.setStringList([""] * len(changes))

    def flags(self, index: Index | QtCore.QPersistentModelIndex) -> Qt.ItemFlag:
        # Not to be written into, nor dragged.
        return super().flags(index) & (Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        change = self._changes[index.row()]
        if role == _VERDICTS_ROLE:
            return self._verdicts.of(index.row())
        said = say_verdicts(self._verdicts.of(index.row()), self.words)
        judged = said and f"judged {said}"
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._sentence(change)
            case Qt.ItemDataRole.AccessibleTextRole:
                return "; ".join(filter(None, (f"{self._kind(change)}: {self._sentence(change)}", judged)))
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._sentence(change), self._direction(change)[1], judged)
        if role == _KIND_ROLE:
            return self._kind(change)
        return change if role == DIVERGENCE_ROLE else None

    def _kind(self, change: Divergence) -> str:
        """With the signs of its chains, because chains of a bag often have the same name."""
        ends = "" if self._chains is None else " → ".join(self._chains.signs(change))
        said = " ".join(part for part in (kind_word(change.kind), ends) if part)
        where = self._direction(change)[0]
        return f"{said} · {where}" if where else said

    def _sentence(self, change: Divergence) -> str:
        return change.sentence if self._sentences is None else self._sentences.describe(change)

    def _direction(self, change: Divergence) -> tuple[str, str]:
        return _DIRECTIONS[change.direction if self._gold_shown else Direction.UNKNOWN]


class ChangeList(QtWidgets.QListView):
    """Emits ``chosen`` with the place of the change that the reviewer clicks or walks to.

    What is selected is what answers speak of; where nothing is, they speak of the bag.
    """

    chosen = QtCore.Signal(int)
    left = QtCore.Signal()  # by Escape, for the bag as a whole

    def __init__(self, theme: Theme, words: Mapping[Verdict, str]) -> None:
        """``words`` are what verdicts are called."""
        super().__init__()
        self.setAccessibleName("What changed")
        self._model = ChangeModel(words, self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._choose)

    def change_model(self) -> ChangeModel:
        """The list behind the view."""
        return self._model

    def show_changes(self, changes: RankedChanges, chains: Chains, sentences: BagSentences) -> None:
        """Replace everything, with nothing selected."""
        self._model.show_changes(changes, chains, sentences)
        self.scrollToTop()

    def select(self, change: int | None) -> None:
        """Select a change, or none, without a word to anybody."""
        self.setCurrentIndex(QtCore.QModelIndex() if change is None else self._model.index(change))

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def height_of(self, lines: int) -> int:
        """The height that shows so many sentences."""
        return lines * _line_height(self.font())

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        # The lines stay as high as they were, where a list would lay out tens of thousands of them anew.
        QtWidgets.QAbstractItemView.dataChanged(self, first, last, list(roles))
        # All those in sight make room as soon as one of them is judged.
        self.viewport().update()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        ends = {Qt.Key.Key_Down: 0, Qt.Key.Key_Up: self._model.rowCount() - 1}
        if event.key() in ends and not self.selectionModel().hasSelection():
            # With the focus comes a current change, which is not chosen yet.
            self.setCurrentIndex(self._model.index(ends[Qt.Key(event.key())]))
            self._choose(self.currentIndex())
            return
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose(self, index: QtCore.QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.row())


class _Delegate(QtWidgets.QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(20 * GRID, _line_height(option.font))

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        change: Divergence = index.data(DIVERGENCE_ROLE)
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        font: QtGui.QFont = option.font
        painter.save()
        painter.setFont(font)
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.selection)
        if state & (QtWidgets.QStyle.StateFlag.State_Selected | QtWidgets.QStyle.StateFlag.State_HasFocus):
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), self.theme.focus)
        kind: str = index.data(_KIND_ROLE)
        width = painter.fontMetrics().horizontalAdvance(kind)
        edge = self._paint_verdicts(painter, rect, index)
        right = QtCore.QRect(edge - GRID - width, rect.top(), width + 1, rect.height())
        draw_line(painter, right, kind, self.theme.quiet)
        painter.setFont(headline(font))
        glyph = QtCore.QRect(rect.left() + GRID, rect.top(), 2 * GRID, rect.height())
        draw_line(painter, glyph, GLYPHS[change.kind], self.theme.quiet, Qt.AlignmentFlag.AlignHCenter)
        words = QtCore.QRect(
            glyph.right() + GRID + 1, rect.top(), right.left() - glyph.right() - 3 * GRID, rect.height()
        )
        draw_line(painter, words, index.data(), self.theme.text)
        painter.restore()

    def _paint_verdicts(self, painter: QtGui.QPainter, rect: QtCore.QRect, index: Index) -> int:
        """The verdict by sign and word at the right edge; returns what the rest of the line reaches to.

        All lines leave the same room as soon as one of them is judged.
        """
        model = index.model()
        if not isinstance(model, ChangeModel) or not model.any_judged():
            return rect.right()
        verdicts: tuple[Verdict, ...] = index.data(_VERDICTS_ROLE)
        former = painter.font()
        painter.setFont(bold(former))
        words = model.words
        metrics = painter.fontMetrics()
        widest = max(metrics.horizontalAdvance(say_verdicts([verdict], words)) for verdict in Verdict)
        column = QtCore.QRect(rect)
        column.setLeft(rect.right() - GRID - widest)
        one = coloured_as(verdicts[0], words) if len(verdicts) == 1 else None
        colour = self.theme.verdicts[one] if one else self.theme.text
        draw_line(painter, column, say_verdicts(verdicts, words), colour)
        painter.setFont(former)
        return column.left()


def _line_height(font: QtGui.QFont) -> int:
    return line_height(QtGui.QFontMetrics(headline(font)))

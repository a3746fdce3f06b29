"""The bar above a bag: its headline, its size, and the list of its changes with their verdicts.

The headline is the most surprising change in large letters. A button opens the list of all changes, in the
order of the chain map. A reviewer can look at each change there, and judge the own ones, such as that of a
type (`coala.verdicts.changes`). The list closes with its bag. A menu is for similar bags, which have the same
kind of change.

With a gold graph, each change of types, statements, links and facts has a direction: towards gold or away
from it. It is hidden as long as it would bias the reviewer. What gold says of mentions is about the bag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.diff.ranked import OrderedChanges
from coala.diff.sentences import BagSentences
from coala.gui.widgets.labels import PlainLabel, TwoLineLabel, caption
from coala.gui.widgets.painting import Index, draw_line, line_height
from coala.gui.widgets.scroll import show_plain_rows
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GLYPHS, GRID, Theme, bold, enlarge_font, tooltip
from coala.gui.widgets.tool_button import ToolButton
from coala.model.bag import Direction, Divergence, Verdict
from coala.model.kinds import PROPERTY_KINDS
from coala.model.nouns import IN_TEXTS, OF_RECORDS
from coala.present.chains import Chains, PreparedBag
from coala.present.judged_changes import say_judged, say_verdicts, speak_judged
from coala.present.phrases import choose_colour, kind_word
from coala.verdicts.changes import ChangeVerdicts

DIVERGENCE_ROLE = Qt.ItemDataRole.UserRole
"""The role of the change of a row, a `Divergence`."""
_KIND_ROLE = Qt.ItemDataRole.UserRole + 1
"""Item role for the kind, chains and direction of a change in words: "type A → 1 · towards gold"."""
_VERDICTS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The role of the verdicts on a change, as a tuple; several only from an earlier comparison."""
_DIRECTIONS = {
    Direction.TOWARDS: ("towards gold", "This change moves towards gold."),
    Direction.AWAY: ("away from gold", "This change moves away from gold."),
    Direction.NEITHER: (
        "same distance from gold",
        "This change moves neither towards gold nor away from it.",
    ),
    Direction.MIXED: ("mixed", "Gold agrees with this change only in part."),
    Direction.UNKNOWN: ("", ""),
}
"""The effect of a change on the distance from gold, short and as a sentence; it is not a verdict."""


class ChangeModel(QtCore.QStringListModel):
    """A model with one row for each change; a large bag has tens of thousands.

    Qt counts the rows itself, in a list of empty strings. A view asks three times for each row when it lays
    out its lines, and an answer in Python takes forty times as long.
    """

    def __init__(self, words: Mapping[Verdict, str], parent: QtCore.QObject | None = None) -> None:
        """Create an empty model; `words` are the words for verdicts."""
        super().__init__(parent)
        self.words = words
        self._changes = OrderedChanges((), ())
        self._chains: Chains | None = None
        self._sentences: BagSentences | None = None
        self._gold_shown = False
        self._verdicts = ChangeVerdicts()

    def show_verdicts(self, verdicts: ChangeVerdicts) -> None:
        """Show the verdicts on the changes."""
        former, self._verdicts = self._verdicts, verdicts
        # Repaint only from the first to the last row that is different now.
        judged = former.given.keys() | verdicts.given.keys()
        differ = [change for change in judged if former.get_verdicts(change) != verdicts.get_verdicts(change)]
        if differ:
            self.dataChanged.emit(self.index(min(differ)), self.index(max(differ)))

    def any_judged(self) -> bool:
        """Return True if a change has its own verdict."""
        return bool(self._verdicts.given)

    def show_gold(self, *, shown: bool) -> None:
        """Show or hide the direction of each change: towards gold or away from it."""
        if shown != self._gold_shown:
            self._gold_shown = shown
            if self._changes:
                self.dataChanged.emit(self.index(0), self.index(len(self._changes) - 1))

    def shows_gold(self) -> bool:
        """Return True if the direction of a change is shown."""
        return self._gold_shown and bool(self._changes.property_directions - {Direction.UNKNOWN})

    def show_changes(self, changes: OrderedChanges, chains: Chains, sentences: BagSentences) -> None:
        """Show other changes, without verdicts."""
        self._changes, self._chains, self._sentences = changes, chains, sentences
        self._verdicts = ChangeVerdicts()
        self.setStringList([""] * len(changes))

    def flags(self, index: Index | QtCore.QPersistentModelIndex) -> Qt.ItemFlag:
        # Rows cannot be edited or dragged.
        return super().flags(index) & (Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        change = self._changes[index.row()]
        if role == _VERDICTS_ROLE:
            return self._verdicts.get_verdicts(index.row())
        verdicts = self._verdicts.get_verdicts(index.row())
        judged = f"judged {say_verdicts(verdicts, self.words)}" if verdicts else ""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._sentence(change)
            case Qt.ItemDataRole.AccessibleTextRole:
                # A screen reader would read the signs of verdicts out.
                spoken = (
                    f"judged {', '.join(self.words[verdict] for verdict in verdicts)}" if verdicts else ""
                )
                return "; ".join(filter(None, (f"{self._kind(change)}: {self._sentence(change)}", spoken)))
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._sentence(change), self._direction(change)[1], judged)
        if role == _KIND_ROLE:
            return self._kind(change)
        return change if role == DIVERGENCE_ROLE else None

    def _kind(self, change: Divergence) -> str:
        """Return kind, signs of the chains and direction; chains of a bag often have the same name."""
        ends = "" if self._chains is None else " → ".join(self._chains.signs(change))
        nouns = IN_TEXTS if self._chains is None else self._chains.nouns
        kind = " ".join(part for part in (kind_word(change.kind, nouns), ends) if part)
        direction = self._direction(change)[0]
        return f"{kind} · {direction}" if direction else kind

    def _sentence(self, change: Divergence) -> str:
        return change.sentence if self._sentences is None else self._sentences.describe(change)

    def _direction(self, change: Divergence) -> tuple[str, str]:
        has_own = self._gold_shown and change.kind in PROPERTY_KINDS
        return _DIRECTIONS[change.direction if has_own else Direction.UNKNOWN]


class ChangeList(QtWidgets.QListView):
    """The list of changes; emits `chosen` with the index of a change that the reviewer clicks or moves to.

    Verdicts are given on the selected change if it is an own one, else on the bag.
    """

    chosen = QtCore.Signal(int)
    left = QtCore.Signal()  # Escape: back to the whole bag

    def __init__(self, theme: Theme, words: Mapping[Verdict, str]) -> None:
        """Create an empty list; `words` are the words for verdicts."""
        super().__init__()
        self.setAccessibleName("What changed")
        self._model = ChangeModel(words, self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        show_plain_rows(self)
        self.clicked.connect(self._choose)

    def change_model(self) -> ChangeModel:
        """Return the model of the view."""
        return self._model

    def show_changes(self, changes: OrderedChanges, chains: Chains, sentences: BagSentences) -> None:
        """Show other changes, with none selected."""
        self._model.show_changes(changes, chains, sentences)
        self.scrollToTop()

    def select(self, change: int | None) -> None:
        """Select a change, or none; emit no signal."""
        self.setCurrentIndex(QtCore.QModelIndex() if change is None else self._model.index(change))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def height_of(self, lines: int) -> int:
        """Return the height of `lines` sentences, in pixels."""
        return lines * _line_height(self.font())

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        # Skip QListView: it would lay out tens of thousands of lines again, whose heights do not change.
        QtWidgets.QAbstractItemView.dataChanged(self, first, last, list(roles))
        # All visible lines make room for a verdict as soon as one of them has one.
        self.viewport().update()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        # From the whole bag, Down chooses the first change and Up the last one. Qt would go on from the
        # change that became current with the focus, which is not chosen.
        start_rows = {Qt.Key.Key_Down: 0, Qt.Key.Key_Up: self._model.rowCount() - 1}
        if event.key() in start_rows and not self.selectionModel().hasSelection():
            self.setCurrentIndex(self._model.index(start_rows[Qt.Key(event.key())]))
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
    """Paints a change: the glyph of its kind, its sentence, its kind in words, and its verdicts."""

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
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), self.theme.focus)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.setPen(QtGui.QPen(self.theme.focus, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        # From the right edge to the left: verdicts, kind; the sentence gets the room between kind and glyph.
        kind: str = index.data(_KIND_ROLE)
        width = painter.fontMetrics().horizontalAdvance(kind)
        edge = self._paint_verdicts(painter, rect, index)
        right = QtCore.QRect(edge - GRID - width, rect.top(), width + 1, rect.height())
        draw_line(painter, right, kind, self.theme.quiet)
        painter.setFont(enlarge_font(font))
        glyph = QtCore.QRect(rect.left() + GRID, rect.top(), 2 * GRID, rect.height())
        draw_line(painter, glyph, GLYPHS[change.kind], self.theme.quiet, Qt.AlignmentFlag.AlignHCenter)
        words = QtCore.QRect(
            glyph.right() + GRID + 1, rect.top(), right.left() - glyph.right() - 3 * GRID, rect.height()
        )
        draw_line(painter, words, index.data(), self.theme.text)
        painter.restore()

    def _paint_verdicts(self, painter: QtGui.QPainter, rect: QtCore.QRect, index: Index) -> int:
        """Paint the verdicts at the right edge; return the right end of the rest of the line.

        All lines leave the same room as soon as one of them has a verdict.
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
        # Several verdicts have no colour in common.
        only = choose_colour(verdicts[0], words) if len(verdicts) == 1 else None
        colour = self.theme.verdicts[only] if only else self.theme.text
        draw_line(painter, column, say_verdicts(verdicts, words), colour)
        painter.setFont(former)
        return column.left()


def _line_height(font: QtGui.QFont) -> int:
    return line_height(QtGui.QFontMetrics(enlarge_font(font)))


# The height of a button that is easy to hit.
_BUTTON_HEIGHT = 3 * GRID
# The largest part of the first line of the headline for what is next to it, if that can be shorter.
_MOST_BESIDE = 0.55
# The lines of the open list, which must leave room for the evidence.
_LEAST_CHANGES, _MOST_CHANGES = 2, 6


class ClaimBar(QtWidgets.QWidget):
    """The bar above a bag; emits `chosen` with the index of the change that is picked from its list."""

    chosen = QtCore.Signal(int)
    left = QtCore.Signal()  # back from the list to the whole bag
    opening = QtCore.Signal()  # before the list of changes is shown
    listed = QtCore.Signal()  # the list of changes was opened or closed

    def __init__(self, theme: Theme, words: Mapping[Verdict, str]) -> None:
        """Create an empty bar; `words` are the words for verdicts."""
        super().__init__()
        self._changes = OrderedChanges((), ())
        self._fingerprint = ""
        # The largest height of the list in pixels.
        self._room = 0
        self._headline = TwoLineLabel(large=True, bold=True)
        self._headline.most_lines = 3
        # The headline of the bag.
        self._title = ""
        self._hits = PlainLabel(quiet=True)
        self._hits.hide()
        # The number and the size of the bag; for a long headline only its number, or nothing.
        self._size, self._size_forms = PlainLabel(quiet=True), [""]
        self._button = ToolButton()
        self._button.setCheckable(True)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setArrowType(Qt.ArrowType.RightArrow)
        self.similar = ToolButton()
        self.similar.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.similar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.similar.setArrowType(Qt.ArrowType.DownArrow)
        set_tip(self.similar, "Other bags with the same kind of change")
        self.similar.hide()
        self._words = words
        self.list = ChangeList(theme, words)
        self.list.hide()
        # At the end of the first line of the headline, which has all of the second line.
        self._beside = QtWidgets.QWidget()
        beside = QtWidgets.QHBoxLayout(self._beside)
        beside.setContentsMargins(GRID, 0, 0, 0)
        beside.setSpacing(GRID)
        for part in (self._button, self.similar, self._hits, self._size):
            part.setMinimumHeight(_BUTTON_HEIGHT)
            beside.addWidget(part)
        head = QtWidgets.QGridLayout()
        head.addWidget(self._headline, 0, 0)
        align = Qt.AlignmentFlag
        # The headline is English, so it begins on the left in a right-to-left window too.
        head.addWidget(self._beside, 0, 0, align.AlignRight | align.AlignTop | align.AlignAbsolute)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list)
        self._button.toggled.connect(self._show_list)
        self.list.chosen.connect(self.chosen)
        self.list.left.connect(self._leave_list)

    def show_bag(self, prepared: PreparedBag, number: int | None = None) -> None:
        """Show the headline and the changes of a bag; `number` counts bags from 1."""
        displayed, chains, sentences = prepared
        bag = displayed.bag
        if bag.fingerprint != self._fingerprint:
            self._fingerprint = bag.fingerprint
            self.close_list()
        self._changes = sentences.changes
        self._title = sentences.headline
        self._headline.set_sentence(self._title)
        size = [f"bag {number:,}"] if number is not None else []
        size.append(numerals.count(len(bag.spans), bag.nouns.mention))
        if len(displayed.documents) > 1 and bag.nouns != OF_RECORDS:
            size.append(numerals.count(len(displayed.documents), "doc"))
        self._size_forms = [" · ".join(size), size[0], ""]
        self._size.setAccessibleName(self._size_forms[0])
        set_tip(self._size, self._size_forms[0])
        # The headline is the only change of many bags, so a list would repeat it.
        several = len(self._changes) > 1
        self._button.setVisible(several)
        self._label_button(ChangeVerdicts())
        self.list.show_changes(self._changes, chains, sentences)
        self._fit_list()
        self.list.setVisible(several and self._button.isChecked())

    def show_similar(self, bags: int) -> None:
        """Show the number of similar bags, including this one; hide the menu if there are no others."""
        self.similar.setText(caption(numerals.count(bags - 1, "similar bag")))
        self.similar.setAccessibleName(numerals.count(bags - 1, "similar bag"))
        self.similar.setVisible(bags > 1)
        self._fit_headline()

    def show_hits(self, hits: int | None) -> None:
        """Show how many words of the text are hits of the search; None without a search.

        A bag may be found by its number, note, type or document, and have no hit in the text.
        """
        shown = "no match" if hits == 0 else numerals.count(hits or 0, "match", "matches")
        self._hits.setText("" if hits is None else f"{shown} in this text")
        self._hits.setVisible(hits is not None)
        self._fit_headline()

    def show_verdicts(self, verdicts: ChangeVerdicts) -> None:
        """Show the verdicts on the changes, also in the tip of the button."""
        self.list.change_model().show_verdicts(verdicts)
        self._label_button(verdicts)

    def describe_change(self, change: int) -> str:
        """Return the sentence on a change, as in the list."""
        model = self.list.change_model()
        return str(model.data(model.index(change)))

    def leave_room(self, height: int) -> None:
        """Set the largest height of the list in pixels; its first two lines are always shown."""
        self._room = height
        self._fit_list()

    def _fit_list(self) -> None:
        fitting = max(_LEAST_CHANGES, min(_MOST_CHANGES, self._room // self.list.height_of(1)))
        self.list.setFixedHeight(self.list.height_of(min(fitting, max(1, len(self._changes)))))

    def select(self, change: int | None, *, alone: bool = False) -> None:
        """Select a change and open the list, or select none.

        A change that is shown `alone` is the headline; the list of bags has it already.
        """
        if change is not None and not alone:
            self._button.setChecked(True)
        self.list.select(change)
        self._headline.set_sentence(
            self.describe_change(change) if change is not None and alone else self._title
        )
        self._fit_headline()

    def height_of_list(self) -> int:
        """Return the height of the list of changes in pixels, 0 if it is closed."""
        return self.list.maximumHeight() if self._button.isChecked() and len(self._changes) > 1 else 0

    def close_list(self) -> None:
        """Close the list of changes."""
        self._button.setChecked(False)

    @QtCore.Slot()
    def _leave_list(self) -> None:
        """Go back from a change to the whole bag, and from there to the button that opened the list."""
        if self.list.selectionModel().hasSelection():
            self.left.emit()
        else:
            self.close_list()
            self._button.setFocus()

    def show_gold(self, *, shown: bool) -> None:
        """Show or hide for each change whether it went towards gold."""
        self.list.change_model().show_gold(shown=shown)

    def shows_gold(self) -> bool:
        """Return True if the list is open and shows the direction of a change."""
        return self.list.isVisible() and self.list.change_model().shows_gold()

    def changes(self) -> OrderedChanges:
        """Return the changes of the bag in the order of the list."""
        return self._changes

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self.list.set_theme(theme)

    def _label_button(self, verdicts: ChangeVerdicts) -> None:
        """Label the button: "3 changes"; its tip says how many of the own ones are judged."""
        total = numerals.count(len(self._changes), "change")
        self._button.setText(caption(total))
        set_tip(self._button, "List what changed", say_judged(verdicts) or total)
        # A screen reader cannot read signs.
        self._button.setAccessibleName(f"What changed, {speak_judged(verdicts, self._words) or total}")
        self._button.setAccessibleDescription("List what changed")
        self._fit_headline()

    def _fit_headline(self) -> None:
        """Show as much of the size of the bag as the headline leaves room for."""
        for form in self._size_forms:
            self._size.setText(form)
            self._size.setVisible(bool(form))
            taken, width = self._beside.sizeHint().width(), self.width() - 2 * GRID
            self._headline.leave_free(taken)
            if taken <= _MOST_BESIDE * width and self._headline.is_whole(width):
                break

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_headline()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._headline.setFont(bold(enlarge_font(self.font())))
            self._fit_headline()

    def minimumSizeHint(self) -> QtCore.QSize:
        # A long headline is elided, so it must not widen the window.
        return QtCore.QSize(0, super().minimumSizeHint().height())

    @QtCore.Slot(bool)
    def _show_list(self, shown: bool) -> None:
        if shown:
            self.opening.emit()
        self._button.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        self.list.setVisible(shown and len(self._changes) > 1)
        self.listed.emit()

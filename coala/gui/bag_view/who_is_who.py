"""The view "Who is who?": a line for each part of a bag, with the number and the colour of its group.

While it is open it is in the place of the evidence. Its keys mean other things outside, so it takes them
before the actions of the window do. A line can also be dragged into the group of another one. The view tells
its listener what the reviewer wants, and shows a ``Placing`` that the listener changes. To settle a bag it
has a column for each reviewer next to that of one's own groups.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple, Protocol

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.plain_text import plain_words
from coala.gui.bag_view.group_mark import find_fill, paint_group
from coala.gui.bag_view.part_sentences import PartSentences, draw_sentence
from coala.gui.widgets.labels import ElidedLabel, PlainLabel, caption
from coala.gui.widgets.outlined_button import OutlinedButton
from coala.gui.widgets.painting import Index, draw_line, line_height
from coala.gui.widgets.scroll import show_plain_rows
from coala.gui.widgets.spoken import announce, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, tooltip
from coala.model.bag import Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.group_columns import OPENED, GroupColumn, GroupColumns
from coala.present.part_lines import PartLine, PartLines, mark_group
from coala.present.phrases import VERDICT_SIGNS
from coala.present.placing import Placing, PlacingAct, PlacingLine, say_moved

PART_LINE_ROLE = Qt.ItemDataRole.UserRole
"""Item role for the content of a line, a `PartLine`."""
GROUP_ROLE = Qt.ItemDataRole.UserRole + 1
"""Item role for the group of a line."""
REVIEWERS_ROLE = Qt.ItemDataRole.UserRole + 2
"""Item role for the groups of a line by reviewers, `ReviewerGroups`; None unless a bag is settled."""

PLACEMENT_KEYS = {
    "n": PlacingAct.ALONE,
    "x": PlacingAct.NO_MENTION,
    "?": PlacingAct.NOT_SURE,
    "o": PlacingAct.OPEN,
}
VERDICT_KEYS = {"-": Verdict.WORSE, "\N{MINUS SIGN}": Verdict.WORSE, "=": Verdict.SAME, "+": Verdict.BETTER}
"""Keys that store the groups with another verdict than the one that follows."""

_KEYS = (
    "1–9 group",
    "N alone",
    "X no mention",
    "? not sure",
    "Shift+↑ as above",
    "O open a mixed part or a fold",
    "M sentences",
    "− = + another verdict",
    "Ctrl+Z undo",
)
_FOLDED = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
_MOST_COLUMNS = 4
"""The most reviewers with a column; further ones are counted."""
_LETTERS_OF_NAME = 12
# The columns of reviewers take at most this part of the width, unless "opened" needs more.
_COLUMNS_DIVISOR = 3
_DIFFERS = "\N{NOT EQUAL TO}"
# The part of the width for what tells a part apart, also in a view of fewer letters than this; and the lines
# for all sentences of a part.
_SHARE_OF_WORDS, _SHARE_OF_WORDS_NARROW = 0.34, 0.42
_NARROW = 90
_SENTENCES_SEEN = 5
# Qt's largest size, which removes a limit.
_UNBOUND = 16_777_215
_NO_PARENT = QtCore.QModelIndex()


class ReviewerGroups(NamedTuple):
    """The groups of a line by those reviewers who have a column and said who is who."""

    differs: bool
    groups: tuple[int, ...]


class PartModel(QtCore.QAbstractListModel):
    """A model with a row for each line of a ``Placing``; what a line says is written when it is shown."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.placing: Placing | None = None
        self.lines: PartLines | None = None
        self._shown: Sequence[PlacingLine] = ()

    def show_placing(self, placing: Placing | None, lines: PartLines | None) -> None:
        """Show other lines, or none."""
        self.beginResetModel()
        self.placing, self.lines = placing, lines
        self._shown = () if placing is None else placing.lines
        self.endResetModel()

    def follow(self) -> bool:
        """Show the groups as they are now; return True if there are other lines."""
        lines = () if self.placing is None else self.placing.lines
        if lines is not self._shown:
            self.beginResetModel()
            self._shown = lines
            self.endResetModel()
            return True
        if lines:
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
        return False

    def find_longest(self) -> tuple[str, str]:
        """Return the longest name and the longest number of mentions of the lines."""
        if self.placing is None or self.lines is None:
            return "", ""
        names = map(self.lines.name, self.placing.lines)
        most = max((len(line.spans) for line in self.placing.lines), default=0)
        return max(names, key=len, default=""), f"{most:,}"

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self.placing is None or self.lines is None:
            return None
        line, group = self.placing.lines[index.row()], self.placing.groups[index.row()]
        columns = self.placing.columns
        match role:
            case Qt.ItemDataRole.DisplayRole:
                shown = self.lines.line(line)
                return f"{mark_group(group)}  {shown.name}  {shown.words}"
            case Qt.ItemDataRole.AccessibleTextRole:
                spoken = self.lines.speak(line, group)
                return spoken if columns is None else f"{spoken}; {self.lines.speak_columns(line, columns)}"
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return "".join(self.lines.line(line).sentence)
            case Qt.ItemDataRole.ToolTipRole:
                shown = self.lines.line(line)
                return tooltip(
                    f"{shown.name}: {shown.words}",
                    "".join(shown.sentence),
                    self.lines.say_group(group),
                    *([] if columns is None else [self.lines.speak_columns(line, columns)]),
                )
        if role == PART_LINE_ROLE:
            return self.lines.line(line)
        if role == REVIEWERS_ROLE and columns is not None:
            shown_columns = range(min(columns.with_groups, _MOST_COLUMNS))
            marks = tuple(columns.mark(number, line.spans) for number in shown_columns)
            return ReviewerGroups(columns.differs(line.spans), marks)
        return group if role == GROUP_ROLE else None


class PlacingListener(Protocol):
    """Receiver of keys and clicks in the lines of a bag."""

    def place(self, wanted: PlacingAct | int) -> None:
        """Place the selected line: into a group, by its number, or as an act says."""

    def join(self, row: int, target: int) -> None:
        """Put a line into the group of the line at ``target``, to which it was dragged."""

    def store(self, verdict: Verdict | None) -> None:
        """Store the groups with a verdict, or with the one that follows for None."""

    def leave(self) -> None:
        """Go back to the answers."""

    def walk_changes(self) -> None:
        """Go on to the changes of types, statements, links and facts."""

    def select(self, row: int) -> None:
        """Select a line."""

    def open_menu(self, place: QtCore.QPoint) -> None:
        """Open the menu of the selected line at a place on the screen."""

    def start_as(self, side: int) -> None:
        """Start again as a side has it."""

    def start_with(self, column: int) -> None:
        """Start again as the reviewer of a column has it."""


class PartList(QtWidgets.QListView):
    """The lines, with their keys."""

    listener: PlacingListener

    def __init__(self, theme: Theme, toggle_sentences: Callable[[], None]) -> None:
        super().__init__()
        self._toggle_sentences = toggle_sentences
        self.setAccessibleName("Who is who?")
        self._model = PartModel(self)
        self._delegate = _Delegate(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self._model.modelReset.connect(self._follow_reset)
        show_plain_rows(self)
        # Where the mouse was pressed, and its row; both rows of a drag, -1 for none.
        self._pressed_at = QtCore.QPoint()
        self._pressed_row = self.dragged_row = self.target_row = -1
        self.clicked.connect(self._click)

    def part_model(self) -> PartModel:
        """Return the model of the list."""
        return self._model

    def find_columns(self) -> list[QtCore.QRect]:
        """Return the places of one's own column, of the sign that reviewers differ, and of their columns.

        The places are those in a line at the top of the list.
        """
        line = QtCore.QRect(0, 0, self.viewport().width(), self._delegate.height(self.font()))
        own = self._delegate.find_mark(line, self.font())
        return [own, *self._delegate.find_columns(line, self.font())]

    def show_columns(self, columns: GroupColumns | None) -> None:
        """Leave room for the columns of reviewers, or for none."""
        self._delegate.names = (
            None if columns is None else [name_head(column) for column in columns.columns[:_MOST_COLUMNS]]
        )

    @QtCore.Slot()
    def _follow_reset(self) -> None:
        """Fit the columns to other lines; a line that was dragged may be gone."""
        self._delegate.longest = self._model.find_longest()
        self._end_drag()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._delegate.theme = theme
        self.viewport().update()

    def show_row(self, row: int) -> None:
        """Select a line and scroll to it; emit no signal."""
        index = self._model.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        # Until it is laid out the list is lower than a line.
        if not self.viewport().rect().contains(self.visualRect(self.currentIndex())):
            self.scrollTo(self.currentIndex(), QtWidgets.QAbstractItemView.ScrollHint.PositionAtCenter)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        # Skip QListView: it would lay out thousands of lines again, whose heights do not change.
        QtWidgets.QAbstractItemView.dataChanged(self, first, last, list(roles))
        self.viewport().update()

    def event(self, event: QtCore.QEvent) -> bool:
        # The window must not take the keys of the view for actions: 1 is a group here.
        if (
            isinstance(event, QtGui.QKeyEvent)
            and event.type() == QtCore.QEvent.Type.ShortcutOverride
            and _read_key(event) is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        key = _read_key(event)
        if self.dragged_row >= 0:
            # A key ends the drag, and does nothing else.
            self._end_drag()
        elif isinstance(key, _Step):
            self.listener.select(self.currentIndex().row() + key)
        elif key is not None and event.isAutoRepeat():
            # A held key places one line only.
            return
        elif isinstance(key, PlacingAct | int):
            self.listener.place(key)
        elif key in VERDICT_KEYS:
            self.listener.store(VERDICT_KEYS[key])
        elif key == _STORE:
            self.listener.store(None)
        elif key == _LEAVE:
            self.listener.leave()
        elif key == _CHANGES:
            self.listener.walk_changes()
        elif key is not None:
            self._toggle_sentences()
        else:
            before = self.currentIndex().row()
            super().keyPressEvent(event)
            if self.currentIndex().row() != before:
                self.listener.select(self.currentIndex().row())

    def keyboardSearch(self, search: str) -> None:
        # Qt would jump to a line that begins with a letter.
        return

    def contextMenuEvent(self, event: QtGui.QContextMenuEvent) -> None:
        if event.reason() is QtGui.QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            place = event.globalPos()
        else:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        if index.isValid():
            self.listener.select(index.row())
            self.listener.open_menu(place)

    # Not by Qt's drag and drop: it scrolls the lines away while the pointer is near an end of them.
    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self._pressed_row = self.indexAt(self._pressed_at).row()

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        at = event.position().toPoint()
        far = (at - self._pressed_at).manhattanLength() >= QtWidgets.QApplication.startDragDistance()
        if self._pressed_row >= 0 and (far or self.dragged_row >= 0):
            if self.dragged_row < 0:
                self.dragged_row = self._pressed_row
                # Keys go to the line that looks selected, also if the drag leads nowhere.
                self.listener.select(self.dragged_row)
            row = self.indexAt(at).row() if self.viewport().rect().contains(at) else -1
            self.target_row = -1 if row == self.dragged_row else row
            shapes = Qt.CursorShape
            self.viewport().setCursor(
                shapes.ForbiddenCursor if self.target_row < 0 else shapes.DragMoveCursor
            )
            self.viewport().update()

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        row, target = self.dragged_row, self.target_row
        if row < 0:
            super().mouseReleaseEvent(event)
        self._end_drag()
        if row >= 0 and target >= 0:
            self.listener.join(row, target)

    def _end_drag(self) -> None:
        self._pressed_row = self.dragged_row = self.target_row = -1
        self.viewport().unsetCursor()
        self.viewport().update()

    @QtCore.Slot(QtCore.QModelIndex)
    def _click(self, index: QtCore.QModelIndex) -> None:
        self.listener.select(index.row())
        at = self.viewport().mapFromGlobal(QtGui.QCursor.pos())
        if self._delegate.find_mark(self.visualRect(index), self.font()).contains(at):
            self.listener.open_menu(QtGui.QCursor.pos())
        elif index.data(PART_LINE_ROLE).is_fold:
            self.listener.place(PlacingAct.OPEN)


class _Step(int):
    """A step down (1) or up (-1)."""


_STORE, _LEAVE, _CHANGES, _SENTENCES = "store", "leave", "changes", "sentences"
_LETTERS: Mapping[str, _Step | str] = {"j": _Step(1), "k": _Step(-1), "e": _CHANGES, "m": _SENTENCES}


def _read_key(event: QtGui.QKeyEvent) -> PlacingAct | _Step | int | str | None:
    """Return what a key means in the view, None for other keys."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shifted = held == Qt.KeyboardModifier.ShiftModifier
    if held and not shifted:
        return None
    if event.key() == Qt.Key.Key_Up:
        return PlacingAct.AS_ABOVE if shifted else _Step(-1)
    plain: dict[Qt.Key, _Step | str] = {
        Qt.Key.Key_Down: _Step(1),
        Qt.Key.Key_Return: _STORE,
        Qt.Key.Key_Enter: _STORE,
        Qt.Key.Key_Escape: _LEAVE,
    }
    if event.key() in plain:
        return None if shifted else plain[Qt.Key(event.key())]
    text = event.text()
    if text in VERDICT_KEYS or text == "?":
        return PLACEMENT_KEYS.get(text, text)
    if text in tuple("123456789"):
        return int(text)
    if shifted:
        return None
    letters = {**PLACEMENT_KEYS, **_LETTERS}
    return letters.get(text.lower())


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Paints a line: the number of its group, its name, what tells it apart, its mentions, its sentence."""

    def __init__(self, theme: Theme, view: PartList) -> None:
        super().__init__(view)
        self._view = view
        self.theme = theme
        self.names: Sequence[str] | None = None
        """The heads of the columns of reviewers; None unless a bag is settled."""
        # The longest name and number of mentions, whose widths are those of their columns.
        self.longest = "", ""

    def height(self, font: QtGui.QFont) -> int:
        """Return the height of a line."""
        return line_height(QtGui.QFontMetrics(font)) + GRID // 2

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(20 * GRID, self.height(option.font))

    def find_columns(self, rect: QtCore.QRect, font: QtGui.QFont) -> list[QtCore.QRect]:
        """Return the places in a line of the sign that reviewers differ, and of their groups."""
        if self.names is None:
            return []
        metrics = QtGui.QFontMetrics(bold(font))
        most = min(
            _LETTERS_OF_NAME * metrics.averageCharWidth(), rect.width() // _COLUMNS_DIVISOR // len(self.names)
        )
        names = max(metrics.horizontalAdvance(name) for name in self.names)
        width = max(metrics.horizontalAdvance(mark_group(OPENED)) + GRID, min(names, most))
        left = self.find_mark(rect, font).right() + GRID
        found = []
        for wide in (metrics.horizontalAdvance(_DIFFERS), *[width] * len(self.names)):
            found.append(QtCore.QRect(left, rect.top() + 3, wide, rect.height() - 6))
            left += wide + GRID // 2
        return found

    def find_widths(self, font: QtGui.QFont) -> tuple[int, int]:
        """Return the widths of the columns of names and of numbers of mentions."""
        # In full pixels, or the last sign is elided; as wide as with the widest letters.
        metrics = QtGui.QFontMetricsF(font)
        names, sizes = (
            max(ceil(metrics.horizontalAdvance(text)) for text in (least, re.sub("[A-Z-]", "W", longest)))
            for least, longest in zip(("W8", "88"), self.longest, strict=True)
        )
        return names, sizes

    def find_mark(self, rect: QtCore.QRect, font: QtGui.QFont) -> QtCore.QRect:
        """Return the place of the number of the group in a line."""
        width = QtGui.QFontMetrics(bold(font)).horizontalAdvance("88") + GRID
        return QtCore.QRect(rect.left() + GRID, rect.top() + 3, width, rect.height() - 6)

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        line: PartLine | None = index.data(PART_LINE_ROLE)
        if line is None:
            return
        rect: QtCore.QRect = option.rect
        font: QtGui.QFont = option.font
        state: QtWidgets.QStyle.StateFlag = option.state
        painter.save()
        painter.setFont(font)
        if state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.selection)
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), self.theme.focus)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.setPen(QtGui.QPen(self.theme.focus, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        if index.row() == self._view.target_row:
            painter.setPen(QtGui.QPen(self.theme.focus, 2, Qt.PenStyle.DashLine))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        mark, group = self.find_mark(rect, font), index.data(GROUP_ROLE)
        paint_group(painter, mark, group, self.theme)
        metrics = painter.fontMetrics()
        letters = rect.width() / max(1, metrics.averageCharWidth())
        share = _SHARE_OF_WORDS_NARROW if letters < _NARROW else _SHARE_OF_WORDS
        left = mark.right() + GRID
        for column in self._paint_reviewers(painter, rect, index.data(REVIEWERS_ROLE)):
            left = column.right() + GRID
        shown = f"{_FOLDED} {line.words}" if line.is_fold else line.words
        names, sizes = self.find_widths(font)
        for words, width, colour, align in (
            (line.name, names, self.theme.quiet, Qt.AlignmentFlag.AlignLeft),
            (shown, round(share * rect.width()), self.theme.text, Qt.AlignmentFlag.AlignLeft),
            (f"{line.mentions:,}", sizes, self.theme.quiet, Qt.AlignmentFlag.AlignRight),
        ):
            column = QtCore.QRect(left, rect.top(), width, rect.height())
            draw_line(painter, column, words, colour, align, Qt.TextElideMode.ElideRight)
            left = column.right() + 2 * GRID
        room = QtCore.QRect(left, rect.top(), rect.right() - GRID - left, rect.height())
        if room.width() >= 4 * GRID:
            draw_sentence(painter, room, line.sentence, self.theme, find_fill(self.theme, group))
        painter.restore()

    def _paint_reviewers(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, given: ReviewerGroups | None
    ) -> list[QtCore.QRect]:
        """Paint the groups of the reviewers, on their colours where they differ; return all columns."""
        columns = self.find_columns(rect, painter.font())
        if given is None or not columns:
            return []
        differs, *places = columns
        middle = Qt.AlignmentFlag.AlignHCenter
        own = self.find_mark(rect, painter.font()).width()
        for place, group in zip(places, given.groups, strict=False):
            if given.differs:
                spare = 0 if group == OPENED else (place.width() - own) // 2
                paint_group(painter, place.adjusted(spare, 0, -spare, 0), group, self.theme)
            else:
                draw_line(painter, place, mark_group(group), self.theme.quiet, middle)
        if given.differs:
            painter.save()
            painter.setFont(bold(painter.font()))
            draw_line(painter, differs, _DIFFERS, self.theme.text, middle)
            painter.restore()
        return columns


def name_head(column: GroupColumn) -> str:
    """Return the head of a reviewer's column: "Ana +"."""
    return f"{column.name} {VERDICT_SIGNS[column.verdict]}"


class _ColumnHeads(QtWidgets.QWidget):
    """The heads above the columns of a list of parts; hidden unless a bag is settled."""

    def __init__(self, parts: PartList) -> None:
        super().__init__()
        self._parts = parts
        self._own = PlainLabel("you", quiet=True, parent=self)
        self._names = [ElidedLabel(bold=True) for _ in range(_MOST_COLUMNS)]
        self._more = ElidedLabel(quiet=True)
        for label in (*self._names, self._more):
            label.setParent(self)
        self._own.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for label in self._names:
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_columns(self, columns: GroupColumns | None) -> None:
        """Name the reviewers, or hide the heads."""
        self.setVisible(columns is not None)
        if columns is None:
            return
        for label, column in zip(self._names, columns.columns, strict=False):
            groups = "without groups" if column.placed is None else "with groups"
            label.set_full_text(
                name_head(column), f"{column.name}: {VERDICT_WORDS[column.verdict]}, {groups}"
            )
        shown = min(_MOST_COLUMNS, len(columns.columns))
        for number, label in enumerate(self._names):
            label.setVisible(number < shown)
        others = columns.columns[_MOST_COLUMNS:]
        self._more.setVisible(bool(others))
        self._more.set_full_text(f"and {len(others):,} more", "\n".join(map(name_head, others)))
        self.place()

    def names(self) -> list[str]:
        """Return the heads that are shown, in full."""
        return [label.full_text() for label in (*self._names, self._more) if not label.isHidden()]

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(20 * GRID, self.fontMetrics().height() + GRID // 2)

    def minimumSizeHint(self) -> QtCore.QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Put each head above its column; lines run from the left in a right-to-left window too."""
        own, *columns = self._parts.find_columns()
        if not columns:
            return
        # Left of the lines there may be a scroll bar.
        left = self._parts.viewport().mapTo(self._parts, QtCore.QPoint()).x()
        places = [column.adjusted(-GRID // 4, 0, GRID // 4, 0) for column in (own, *columns[1:])]
        for label, place in zip((self._own, *self._names), places, strict=False):
            label.setGeometry(place.left() + left, 0, place.width(), self.height())
        end = columns[-1].right() + left + GRID
        self._more.setGeometry(end, 0, max(0, self.width() - end), self.height())


class WhoIsWhoView(QtWidgets.QWidget):
    """The lines of a bag between their head and the keys; hidden until it is opened."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.list = PartList(theme, self._toggle_sentences)
        self._title = PlainLabel(bold=True)
        self._as_in = PlainLabel(quiet=True)
        self._heads = _ColumnHeads(self.list)
        self._sides = OutlinedButton(), OutlinedButton()
        # The buttons to start with: a side by its number, a reviewer by the number of the column after those.
        self._starts = QtWidgets.QButtonGroup(self)
        self._reviewers = [OutlinedButton() for _ in range(_MOST_COLUMNS)]
        for number, button in enumerate((*self._sides, *self._reviewers)):
            self._starts.addButton(button, number)
        self._summary = ElidedLabel(quiet=True)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._keys = PlainLabel(quiet=True, wrap=True)
        self._sentences = PartSentences("All sentences of the part")
        policies = QtWidgets.QSizePolicy.Policy
        self._sentences.setSizePolicy(policies.Expanding, policies.Ignored)
        self._sentences.hide()
        # True once the reviewer has shown or hidden the sentences of this bag.
        self._has_chosen = False
        head = QtWidgets.QHBoxLayout()
        head.setSpacing(GRID // 2)
        head.addWidget(self._title)
        head.addSpacing(GRID)
        head.addWidget(self._as_in)
        for button in (*self._reviewers, *self._sides):
            head.addWidget(button)
        head.addWidget(self._summary, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(head)
        column.addWidget(self._heads)
        # Sentences begin below the last line, and never take the room of one.
        column.addWidget(self.list, 100)
        column.addWidget(self._sentences, 1)
        column.addWidget(self._keys)
        self._starts.idClicked.connect(self._start)
        self.hide()

    def open(self, placing: Placing, lines: PartLines, sides: tuple[str, str]) -> None:
        """Show the lines of a bag; ``sides`` are the names of the two sides."""
        # Empty before: the words depend on what is reviewed.
        keys = " · ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in map(lines.nouns.say, _KEYS))
        for label, words in ((self._title, "Who is who?"), (self._as_in, "As in:"), (self._keys, keys)):
            label.setText(words)
        self.list.setAccessibleDescription(keys)
        for button, name in zip(self._sides, sides, strict=True):
            button.setText(caption(name))
            set_tip(button, f"Start again as the {name} {'side' if name in _BLIND_SIDES else 'graph'} has it")
            button.setAccessibleName(f"Start again as in: {name}")
        self.list.show_columns(placing.columns)
        self.list.part_model().show_placing(placing, lines)
        self._offer_reviewers(placing.columns)
        self._heads.show_columns(placing.columns)
        self._has_chosen = False
        self.show()
        self._offer_sentences()
        self.follow()
        self.list.scrollTo(self.list.currentIndex(), QtWidgets.QAbstractItemView.ScrollHint.PositionAtCenter)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _offer_reviewers(self, columns: GroupColumns | None) -> None:
        """Show a button for each reviewer who has a column and said who is who."""
        for number, button in enumerate(self._reviewers):
            button.setVisible(columns is not None and number < columns.with_groups)
            if columns is not None and number < columns.with_groups:
                name = columns.columns[number].name
                button.setText(caption(plain_words(name, _LETTERS_OF_NAME)))
                set_tip(button, f"Start again as {name} has it")
                button.setAccessibleName(f"Start again as in: {name}")

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._has_chosen:
            self._offer_sentences()

    def _offer_sentences(self) -> None:
        """Show all sentences of the selected part if the lines leave room for them."""
        heads = 0 if self._heads.isHidden() else self._heads.sizeHint().height() + GRID // 2
        others = heads + self._title.height() + self._keys.heightForWidth(self.width()) + 2 * GRID
        self._sentences.setVisible(
            self.height() >= self._fit_lines() + self._sentences.minimumHeight() + others
        )
        self._fit_lines()
        self._show_sentences()

    def _fit_lines(self) -> int:
        """Give the lines no more room than they need if sentences are below them; return what they need."""
        self._sentences.setMinimumHeight(
            _SENTENCES_SEEN * self._sentences.fontMetrics().lineSpacing() + 2 * GRID
        )
        height = self.list.sizeHintForRow(0) * self.list.part_model().rowCount()
        self.list.setMaximumHeight(_UNBOUND if self._sentences.isHidden() else height + GRID // 2)
        return height

    def follow(self) -> None:
        """Show the groups and the selected line as they are now."""
        model = self.list.part_model()
        if model.placing is not None:
            if model.follow():
                self._fit_lines()
            self.list.show_row(model.placing.selected)
            self._summary.set_full_text(say_moved(model.placing))
            self._show_sentences()

    def close_lines(self) -> None:
        """Hide the view and forget its lines."""
        self.hide()
        self.list.part_model().show_placing(None, None)

    def heads(self) -> list[str]:
        """Return the heads of the columns of reviewers, [] unless a bag is settled."""
        return [] if self._heads.isHidden() else self._heads.names()

    def summary(self) -> str:
        """Return the number of groups and of parts moved, as it is shown."""
        return self._summary.full_text()

    def shown_sentences(self) -> str:
        """Return the sentences of the selected part, "" while they are hidden."""
        return "" if self._sentences.isHidden() else self._sentences.toPlainText()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = theme
        self.list.set_theme(theme)
        self._show_sentences()

    @QtCore.Slot(int)
    def _start(self, number: int) -> None:
        if number < len(self._sides):
            self.list.listener.start_as(number)
        else:
            self.list.listener.start_with(number - len(self._sides))

    def _toggle_sentences(self) -> None:
        self._has_chosen = True
        self._sentences.setVisible(self._sentences.isHidden())
        self._fit_lines()
        self._show_sentences()
        announce(self._sentences, self.shown_sentences())

    def _show_sentences(self) -> None:
        """Show all sentences of the selected part, if they are wanted."""
        model = self.list.part_model()
        if self._sentences.isHidden() or model.placing is None or model.lines is None:
            return
        placing = model.placing
        sentences = model.lines.sentences(placing.lines[placing.selected])
        fill = find_fill(self._theme, placing.groups[placing.selected])
        self._sentences.show_sentences(sentences, fill)


_BLIND_SIDES = ("left", "right")

"""The chain map of a bag: the chains of both sides in two columns, and curves for shared mentions.

A line on the left is a chain of the baseline, a line on the right a chain of the changed graph. A curve
between two lines shows that the chains share mentions; the more they share, the thicker it is. A line can
also be a fold (several chains, listed after a click), or a type or statement of the chain above it.

Lines and curves come from a `ChainMap`, which knows nothing of Qt. It numbers the chains so that a chain and
its partner on the other side have the same number, and with the number the same colour. While a reviewer says
who is who, lines and curves have the numbers and colours of groups instead.

It is a table, so that a screen reader can read it: column 0 is the baseline, column 2 the changed graph, and
the curves are painted over the empty column 1.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import PurePath
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.base.plain_text import plain_words
from coala.gui.bag_view.group_mark import find_stroke, paint_group
from coala.gui.widgets.painting import UNDERLINE, Index, draw_line, line_height, mark_chains, read_only_table
from coala.gui.widgets.theme import GRID, Theme, bold, mix, tooltip
from coala.model.bag import BASELINE, CHANGED, Verdict
from coala.model.nouns import IN_TEXTS
from coala.present.chain_map import ChainMap, LineRole, MapLine, Strand, speak_line
from coala.present.chains import ChainPlace, ShownChain
from coala.present.group_marks import GroupMarks
from coala.present.part_lines import mark_group
from coala.present.phrases import VERDICT_SIGNS, choose_colour

LINE_ROLE = Qt.ItemDataRole.UserRole
"""The role of the `MapLine` of a cell."""
VERDICTS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The role of a tuple: the verdicts on own changes in which the chains of a cell take part."""
GROUPS_ROLE = Qt.ItemDataRole.UserRole + 3
"""The role of a tuple: the groups in which the parts of a cell's chains are, None unless they are shown."""
HEAD_ROLE = Qt.ItemDataRole.UserRole + 1
"""The role of a header: the word for the side, its number of chains, and the name of its file."""

SIDES_BY_COLUMN = {0: BASELINE, 2: CHANGED}
"""The sides by their columns; the column between them has the curves."""
CURVES_COLUMN = 1
# The longest name in a tooltip, in characters.
_LONGEST_NAME = 400
_NO_PARENT = QtCore.QModelIndex()
_LinePlace = tuple[int, int]
"""The side and the row of a line."""


class ChainMapModel(QtCore.QAbstractTableModel):
    """A table of three columns: the baseline's lines, an empty column, and the changed graph's lines."""

    def __init__(self, words: Mapping[Verdict, str], parent: QtCore.QObject | None = None) -> None:
        """Create an empty table; `words` are the words for verdicts."""
        super().__init__(parent)
        self.words = words
        self._map: ChainMap | None = None
        # Names and paths of the two files, baseline first.
        self._file_names: tuple[str, str] = ("", "")
        self._paths: tuple[str, str] = ("", "")
        self._verdicts: Mapping[ChainPlace, Collection[Verdict]] = {}
        self._marks: GroupMarks | None = None
        # Caches: the groups of lines and of curves, by their places.
        self._line_groups: dict[_LinePlace, tuple[int, ...]] = {}
        self._strand_groups: dict[tuple[int, int], tuple[int, ...]] = {}
        # For each side, the rows by which its lines are moved down, so that they stay in sight.
        self._shifts = [0, 0]

    def chain_map(self) -> ChainMap | None:
        """Return the map that is shown, or None."""
        return self._map

    def show_map(self, chain_map: ChainMap) -> None:
        """Show another map, without any verdicts."""
        self.beginResetModel()
        self._map = chain_map
        self._verdicts = {}
        self._marks = None
        self._forget_groups()
        self._shifts = [0, 0]
        self.endResetModel()

    def row(self, side: int, line: int) -> int:
        """Return the row of the table that shows a line of a side."""
        return line + self._shifts[side]

    def line_number(self, index: Index) -> int:
        """Return the number of the line of its side that a cell shows; negative above the first line."""
        return index.row() - self._shifts[SIDES_BY_COLUMN[index.column()]]

    def follow_scroll(self, first: int, last_first: int) -> None:
        """Move the lines of the shorter side down, so that they stay next to the visible lines.

        `first` is the first visible row, `last_first` the first one when the view is scrolled to its end.
        """
        for column, side in SIDES_BY_COLUMN.items():
            shorter = 0 if self._map is None else len(self._map) - self._map.lines(side)
            shift = round(min(shorter, last_first) * first / last_first) if last_first else 0
            if shift != self._shifts[side]:
                self._shifts[side] = shift
                self.dataChanged.emit(self.index(0, column), self.index(self.rowCount() - 1, column))

    def show_verdicts(self, verdicts: Mapping[ChainPlace, Collection[Verdict]]) -> None:
        """Show the verdicts on own changes at their chains."""
        self._verdicts = verdicts
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 2))

    def show_groups(self, marks: GroupMarks | None) -> None:
        """Show the groups of chains and curves as they are now; None shows the colours of chains again."""
        self._marks = marks
        self._forget_groups()
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 2))

    def shows_groups(self) -> bool:
        """Return True if groups are shown in place of the colours of chains."""
        return self._marks is not None

    def groups_of_strand(self, strand: Strand) -> tuple[int, ...]:
        """Return the groups of the parts that a curve shows, those with most mentions first."""
        name = strand.baseline, strand.changed
        if self._marks is None or self._map is None:
            return ()
        if name not in self._strand_groups:
            ends = (self._map.line(side, row) for side, row in enumerate(name))
            self._strand_groups[name] = self._marks.of_pair(
                *(() if end is None else end.numbers for end in ends)
            )
        return self._strand_groups[name]

    def _list_groups(self, line: MapLine, row: int) -> tuple[int, ...] | None:
        """Return the groups of a line; only chains and folds of them have groups."""
        if self._marks is None or line.role not in (LineRole.CHAIN, LineRole.FOLD) or not line.sign:
            return None
        place = line.side, row
        if place not in self._line_groups:
            self._line_groups[place] = self._marks.of_chains(line.side, line.numbers)
        return self._line_groups[place]

    def _forget_groups(self) -> None:
        self._line_groups, self._strand_groups = {}, {}

    def set_names(self, baseline: str, changed: str) -> None:
        """Name the files of both sides."""
        self._paths = (baseline, changed)
        self._file_names = (PurePath(baseline).name or baseline, PurePath(changed).name or changed)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)

    def toggle(self, index: Index) -> bool:
        """Open or close the fold in a cell; return False if the cell has no fold."""
        if self._map is None or index.column() not in SIDES_BY_COLUMN:
            return False
        side, row = SIDES_BY_COLUMN[index.column()], self.line_number(index)
        line = self._map.line(side, row)
        if line is None or line.is_open is None:
            return False
        self.beginResetModel()
        self._map.toggle(side, row)
        self._forget_groups()
        self.endResetModel()
        return True

    def line(self, index: Index) -> MapLine | None:
        """Return the line in a cell, or None."""
        if self._map is None or not index.isValid() or index.column() not in SIDES_BY_COLUMN:
            return None
        return self._map.line(SIDES_BY_COLUMN[index.column()], self.line_number(index))

    def chain(self, index: Index) -> ShownChain | None:
        """Return the chain of a cell, or None if the cell does not have exactly one."""
        if self._map is None or not index.isValid() or index.column() not in SIDES_BY_COLUMN:
            return None
        return self._map.chain_of(SIDES_BY_COLUMN[index.column()], self.line_number(index))

    def find_cell(self, chain: ShownChain) -> QtCore.QModelIndex:
        """Return the cell of a chain, or of the fold that contains it."""
        row = None if self._map is None else self._map.row_of(chain.side, chain.number)
        return (
            QtCore.QModelIndex()
            if row is None
            else self.index(self.row(chain.side, row), _column(chain.side))
        )

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or self._map is None else len(self._map)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else 3

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.line(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index)
        if line is None or self._map is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return " ".join(part for part in (line.sign, line.words, line.size, line.note) if part)
            case Qt.ItemDataRole.AccessibleTextRole:
                spoken = speak_line(self._map, line.side, self.line_number(index))
                return ". ".join(
                    filter(None, (spoken, self._say_groups(index), self._describe_verdicts(line)))
                )
            case Qt.ItemDataRole.ToolTipRole:
                spoken = speak_line(self._map, line.side, self.line_number(index))
                name = self._full_name(index)
                shortened = name if name != line.words else ""
                return tooltip(shortened, spoken, self._say_groups(index), self._describe_verdicts(line))
        if role == VERDICTS_ROLE:
            return self._verdicts_on(line)
        if role == GROUPS_ROLE:
            return self._list_groups(line, self.line_number(index))
        return line if role == LINE_ROLE else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section not in SIDES_BY_COLUMN:
            return None
        side = SIDES_BY_COLUMN[section]
        chains = 0 if self._map is None else self._map.chains.count(side)
        word = "" if self._map is None else self._map.chains.sides[side].capitalize()
        nouns = IN_TEXTS if self._map is None else self._map.chains.nouns
        head = (word, numerals.count(chains, nouns.chain), plain_words(self._file_names[side]))
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in head if part)
            case Qt.ItemDataRole.ToolTipRole:
                marks = ("Its mentions are filled in the text.", "Its mentions are underlined in the text.")
                return tooltip(self._paths[side], nouns.say(marks[side]))
        return head if role == HEAD_ROLE else None

    def _say_groups(self, index: Index) -> str:
        """Return the groups of a line in words: "Groups 1, 2"; "" while none are shown."""
        groups = index.data(GROUPS_ROLE)
        return f"Group{'s' if len(groups) > 1 else ''} {', '.join(map(mark_group, groups))}" if groups else ""

    def _verdicts_on(self, line: MapLine) -> tuple[Verdict, ...]:
        """Return the verdicts on changes of the chains of a line; only chains and folds have verdicts.

        A fold has verdicts once each of its chains has one: a sign would speak for all of them.
        """
        judged = self._list_judged(line)
        if len(judged) < len(line.numbers):
            return ()
        return _join_verdicts(judged)

    def _list_judged(self, line: MapLine) -> list[Collection[Verdict]]:
        """Return the verdicts on changes of each chain of a line that has any."""
        if not self._verdicts or line.role not in (LineRole.CHAIN, LineRole.FOLD):
            return []
        return [given for number in line.numbers if (given := self._verdicts.get((line.side, number)))]

    def _describe_verdicts(self, line: MapLine) -> str:
        judged = self._list_judged(line)
        verdicts = ", ".join(self.words[verdict] for verdict in _join_verdicts(judged))
        noun = (IN_TEXTS if self._map is None else self._map.chains.nouns).chain
        chains = numerals.count(len(line.numbers), noun)
        which = "" if len(judged) == len(line.numbers) else f" of {len(judged):,} of {chains}"
        return verdicts and f"Changes{which} judged {verdicts}"

    def _full_name(self, index: Index) -> str:
        """Return the full name of a chain; its line may be shortened."""
        chain = self.chain(index)
        if chain is None or self._map is None:
            return ""
        return plain_words(self._map.chains.name(chain), _LONGEST_NAME)


def _join_verdicts(given: Iterable[Collection[Verdict]]) -> tuple[Verdict, ...]:
    """Return the different verdicts, each once, in the order of `Verdict`."""
    found = set(chain.from_iterable(given))
    return tuple(verdict for verdict in Verdict if verdict in found)


def _column(side: int) -> int:
    return 2 if side == CHANGED else 0


def fit_curves_column(table: QtWidgets.QTableView) -> None:
    """Make the column of the curves a ninth of the width, within limits."""
    table.setColumnWidth(CURVES_COLUMN, GRID * max(5, min(16, table.width() // (9 * GRID))))


# Line widths in pixels: a curve of one mention is visible, one of a thousand hides no neighbour.
_THINNEST, _THICKEST = 1.5, 8.0
# A strand is the curve between two lines. More than this at one line cannot be distinguished; only the
# thickest are drawn.
_MOST_STRANDS = 40
# The most colours in the sign of a line with several chains.
_MOST_COLOURS = 6
_OPEN, _CLOSED = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}", "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
# The most groups that a line shows; further ones are counted.
_MOST_GROUPS = 4
# A note is shortened to no fewer letters than this.
_LEAST_NOTE = 10


class ChainMapView(QtWidgets.QTableView):
    """Shows a chain map; emits the chain under the pointer or cursor, and the chain that is chosen.

    The line under the pointer is highlighted together with its curves and the lines at their other ends.
    """

    chain_hovered = QtCore.Signal(object)  # a ShownChain or None
    chain_chosen = QtCore.Signal(object)  # a ShownChain
    height_changed = QtCore.Signal()  # a fold was opened or closed

    def __init__(self, theme: Theme, words: Mapping[Verdict, str]) -> None:
        """Create an empty view; `words` are the words for verdicts."""
        super().__init__()
        self.setAccessibleName("Map of both sides")
        self._theme = theme
        self._highlighted: set[_LinePlace] = set()
        # The one of these lines at which the highlighted curves begin.
        self._highlighted_from: _LinePlace | None = None
        self.words = words
        self._model = ChainMapModel(words, self)
        self._delegate = _Delegate(self, theme)
        self._header = _HeaderView(theme, self)
        self.setHorizontalHeader(self._header)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        read_only_table(self)
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectItems)
        # By whole rows, since the lines of the shorter side move along by rows.
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerItem)
        self.verticalScrollBar().valueChanged.connect(self._follow_scroll)
        self.verticalScrollBar().rangeChanged.connect(self._follow_scroll)
        self.setMouseTracking(True)
        sizes = QtWidgets.QHeaderView.ResizeMode
        for column, mode in enumerate((sizes.Stretch, sizes.Fixed, sizes.Stretch)):
            self._header.setSectionResizeMode(column, mode)
        self._fit_rows()
        self.clicked.connect(self._click)
        self.entered.connect(self._hover)
        self.viewportEntered.connect(self._leave)

    def map_model(self) -> ChainMapModel:
        """Return the model of the view."""
        return self._model

    def show_map(self, chain_map: ChainMap) -> None:
        """Show another map, with no line highlighted."""
        self._highlighted, self._highlighted_from = set(), None
        self._model.show_map(chain_map)
        self.scrollToTop()

    def highlight_chain(self, chain: ShownChain | None) -> None:
        """Highlight the line of a chain and its curves, and scroll to it; None highlights no line."""
        place = QtCore.QModelIndex() if chain is None else self._model.find_cell(chain)
        if place.isValid():
            self.scrollTo(place)
        self.point_at_chain(chain)

    @QtCore.Slot(object)
    def point_at_chain(self, chain: ShownChain | None) -> None:
        """Highlight the line of a chain and its curves; do not scroll. None highlights no line."""
        self._highlight(QtCore.QModelIndex() if chain is None else self._model.find_cell(chain))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another palette."""
        self._theme = self._delegate.theme = self._header.theme = theme
        self._header.viewport().update()
        self.viewport().update()

    def highlighted(self) -> frozenset[_LinePlace]:
        """Return the highlighted lines, by side and row."""
        return frozenset(self._highlighted)

    def chosen_chain(self) -> ShownChain | None:
        """Return the chain of the line at the cursor, or None."""
        return self._model.chain(self.currentIndex())

    def needed_height(self) -> int:
        """Return the height of all lines and the header, in pixels."""
        lines = self._model.rowCount() * self.verticalHeader().defaultSectionSize()
        return self._header.sizeHint().height() + lines + 2 * self.frameWidth()

    def fit_height(self, most: int) -> int:
        """Return the height of the header and of the lines that fit into a height, at least two."""
        line = self.verticalHeader().defaultSectionSize()
        hidden = min(math.ceil((self.needed_height() - most) / line), self._model.rowCount() - 2)
        return self.needed_height() - max(0, hidden) * line

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        chain_map = self._model.chain_map()
        if chain_map is None:
            return
        painter = QtGui.QPainter(self.viewport())
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        left = self.columnViewportPosition(CURVES_COLUMN)
        painter.setClipRect(left, 0, self.columnWidth(CURVES_COLUMN), self.viewport().height())
        # Highlighted curves are painted last, on top.
        for strand in sorted(self._strands_in_sight(chain_map), key=self._is_highlighted):
            self._paint_strand(painter, strand)
        painter.end()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self.currentIndex().isValid():
                self._click(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._first_cell())

    @QtCore.Slot()
    def _follow_scroll(self) -> None:
        bar = self.verticalScrollBar()
        self._model.follow_scroll(bar.value(), bar.maximum())

    def leaveEvent(self, event: QtCore.QEvent) -> None:
        super().leaveEvent(event)
        self._leave()

    @QtCore.Slot()
    def _leave(self) -> None:
        """Go back to the line of the cursor, or to no line without focus: the pointer has left the lines."""
        self._highlight(self.currentIndex() if self.hasFocus() else QtCore.QModelIndex())
        self.chain_hovered.emit(self._model.chain(self.currentIndex()) if self.hasFocus() else None)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QtCore.QEvent.Type.FontChange, QtCore.QEvent.Type.StyleChange):
            self._fit_rows()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        fit_curves_column(self)

    def moveCursor(
        self, action: QtWidgets.QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QtCore.QModelIndex:
        """Move left and right between the sides, over the curves; stop at the last line of a side."""
        actions = QtWidgets.QAbstractItemView.CursorAction
        here = self.currentIndex()
        if not here.isValid():
            return self._first_cell()
        column, row = here.column(), here.row()
        page = max(1, self.viewport().height() // self.verticalHeader().defaultSectionSize() - 1)
        match action:
            case actions.MoveLeft | actions.MoveRight:
                column = 0 if action == actions.MoveLeft else 2
            case actions.MoveUp | actions.MovePrevious:
                row -= 1
            case actions.MoveDown | actions.MoveNext:
                row += 1
            case actions.MovePageUp:
                row -= page
            case actions.MovePageDown:
                row += page
            case actions.MoveHome:
                row = 0
            case actions.MoveEnd:
                row = self._model.rowCount()
        chain_map = self._model.chain_map()
        if chain_map is None or column not in SIDES_BY_COLUMN:
            return here
        side = SIDES_BY_COLUMN[column]
        first, last = (self._model.row(side, line) for line in (0, chain_map.lines(side) - 1))
        return self._model.index(max(first, min(row, last)), column) if last >= first else here

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and self.hasFocus():
            self._highlight(current)
            self.chain_hovered.emit(self._model.chain(current))

    @QtCore.Slot(QtCore.QModelIndex)
    def _hover(self, index: QtCore.QModelIndex) -> None:
        self._highlight(index)
        self.chain_hovered.emit(self._model.chain(index))

    @QtCore.Slot(QtCore.QModelIndex)
    def _click(self, index: QtCore.QModelIndex) -> None:
        row, column, scrolled = index.row(), index.column(), self.verticalScrollBar().value()
        if self._model.toggle(index):
            self.setCurrentIndex(self._model.index(row, column))
            self._highlight(self.currentIndex())
            self.height_changed.emit()
            self.verticalScrollBar().setValue(scrolled)
        elif (chain := self._model.chain(index)) is not None:
            self.chain_chosen.emit(chain)

    def _highlight(self, index: Index) -> None:
        """Highlight a line and the lines at the other ends of its curves."""
        chain_map, line = self._model.chain_map(), self._model.line(index)
        lines: set[_LinePlace] = set()
        if chain_map is not None and line is not None:
            number = self._model.line_number(index)
            lines = {(line.side, number)}
            for strand in chain_map.strands(line.side, number)[:_MOST_STRANDS]:
                lines |= {(BASELINE, strand.baseline), (CHANGED, strand.changed)}
        self._highlighted_from = (line.side, self._model.line_number(index)) if line is not None else None
        if lines != self._highlighted:
            self._highlighted = lines
            self.viewport().update()

    def _is_highlighted(self, strand: Strand) -> bool:
        return self._highlighted_from in ((BASELINE, strand.baseline), (CHANGED, strand.changed))

    def _first_cell(self) -> QtCore.QModelIndex:
        """Return the first line of the baseline, or of the changed graph if the baseline has no lines."""
        firsts = (
            self._model.index(self._model.row(side, 0), column) for column, side in SIDES_BY_COLUMN.items()
        )
        return next((first for first in firsts if self._model.line(first) is not None), QtCore.QModelIndex())

    def _strands_in_sight(self, chain_map: ChainMap) -> Iterator[Strand]:
        """Yield each curve with a visible end once."""
        height = self.verticalHeader().defaultSectionSize()
        first = self.verticalOffset() // height
        last = (self.verticalOffset() + self.viewport().height()) // height
        seen: set[tuple[int, int]] = set()
        for side in (BASELINE, CHANGED):
            begin = max(0, first - self._model.row(side, 0))
            for row in range(begin, min(last + 1 - self._model.row(side, 0), chain_map.lines(side))):
                for strand in chain_map.strands(side, row)[:_MOST_STRANDS]:
                    if (ends := (strand.baseline, strand.changed)) not in seen:
                        seen.add(ends)
                        yield strand

    def _paint_strand(self, painter: QtGui.QPainter, strand: Strand) -> None:
        height = self.verticalHeader().defaultSectionSize()
        left = self.columnViewportPosition(CURVES_COLUMN) + GRID // 2
        right = left + self.columnWidth(CURVES_COLUMN) - GRID
        begin, end = (
            QtCore.QPointF(x, self._model.row(side, line) * height + height / 2 - self.verticalOffset())
            for x, side, line in ((left, BASELINE, strand.baseline), (right, CHANGED, strand.changed))
        )
        # An S-curve, which leaves both lines horizontally.
        path = QtGui.QPainterPath(begin)
        middle = (left + right) / 2
        path.cubicTo(QtCore.QPointF(middle, begin.y()), QtCore.QPointF(middle, end.y()), end)
        chain_map = self._model.chain_map()
        line = None if chain_map is None else chain_map.line(BASELINE, strand.baseline)
        equal = line is not None and not line.sign
        # Only the fold of all equal chains has no sign; no colour can stand for all of them.
        colour = self._theme.quiet if equal else self._theme.stroke(strand.number)
        if self._model.shows_groups():
            # Several groups have no colour in common.
            groups = self._model.groups_of_strand(strand)
            colour = find_stroke(self._theme, groups[0]) if len(groups) == 1 else self._theme.quiet
        if self._highlighted_from is not None and not self._is_highlighted(strand):
            colour = mix(colour, self._theme.base, 0.4)
        width = min(_THICKEST, _THINNEST + math.log2(strand.mentions))
        painter.setPen(QtGui.QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawPath(path)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))


class _Delegate(QtWidgets.QStyledItemDelegate):
    """Paints a line: the mark of a fold, the sign in its colour, the name, and the size on the right.

    The sign is filled in the baseline and underlined in the changed graph, as mentions are in the text.
    """

    def __init__(self, view: ChainMapView, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self.theme = theme

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        line: MapLine | None = index.data(LINE_ROLE)
        if line is None:
            return
        rect: QtCore.QRect = option.rect
        state: QtWidgets.QStyle.StateFlag = option.state
        font: QtGui.QFont = option.font
        painter.save()
        is_selected = state & QtWidgets.QStyle.StateFlag.State_Selected
        is_lit = (line.side, self._view.map_model().line_number(index)) in self._view.highlighted()
        if is_selected or is_lit:
            painter.fillRect(rect, self.theme.row)
        if state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), self.theme.focus)
        painter.setFont(font)
        inner = rect.adjusted(GRID, 0, -GRID, 0)
        inner.setLeft(inner.left() + line.depth * 2 * GRID)
        # Each step takes its part of the rectangle; the name gets the rest.
        groups = index.data(GROUPS_ROLE)
        inner = self._paint_sign(painter, inner, line, is_plain=groups is not None)
        if groups:
            inner = self._paint_groups(painter, inner, groups)
        inner = self._paint_verdicts(painter, inner, index.data(VERDICTS_ROLE))
        inner = self._paint_size(painter, inner, line)
        painter.setFont(bold(font) if line.sign and not line.depth else font)
        # An entry that differs is as important as a name.
        quiet = not line.sign and line.role is not LineRole.ENTRY
        modes = Qt.TextElideMode
        elide = modes.ElideRight if line.role is LineRole.PROPERTY else modes.ElideMiddle
        colour = self.theme.quiet if quiet else self.theme.text
        draw_line(painter, inner, line.words, colour, elide=elide)
        painter.restore()

    def _paint_sign(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, line: MapLine, *, is_plain: bool
    ) -> QtCore.QRect:
        """Paint the mark of a fold and the sign, in grey if it is plain; return the rest of the rectangle."""
        metrics = painter.fontMetrics()
        if line.is_open is not None:
            mark = _OPEN if line.is_open else _CLOSED
            draw_line(painter, rect, mark, self.theme.quiet)
            rect = rect.adjusted(metrics.horizontalAdvance(mark) + GRID // 2, 0, 0, 0)
        if not line.sign:
            return rect
        painter.setFont(bold(painter.font()))
        metrics = painter.fontMetrics()
        # At least as wide as the widest letter, so that the names are aligned.
        width = max(metrics.horizontalAdvance(line.sign), metrics.horizontalAdvance("W")) + GRID
        box = QtCore.QRect(
            rect.left(), rect.center().y() - metrics.height() // 2, width, metrics.height() + 1
        )
        # A fold shows the colours of its first chains side by side. After the last colour there is grey.
        numbers = [len(self.theme.fills)] if is_plain else line.numbers[:_MOST_COLOURS]
        mark_chains(painter, box, line.side, numbers, self.theme)
        painter.setPen(self.theme.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, line.sign)
        return rect.adjusted(width + GRID, 0, 0, 0)

    def _paint_groups(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, groups: Sequence[int]
    ) -> QtCore.QRect:
        """Paint the groups of a line, those with most mentions first; return the rest of the rectangle."""
        painter.setFont(self._view.font())
        metrics = QtGui.QFontMetrics(bold(painter.font()))
        # One more than is shown takes as much room as its count.
        most = len(groups) if len(groups) == _MOST_GROUPS + 1 else _MOST_GROUPS
        for group in groups[:most]:
            width = max(metrics.horizontalAdvance("8"), metrics.horizontalAdvance(mark_group(group))) + GRID
            box = QtCore.QRect(
                rect.left(), rect.center().y() - metrics.height() // 2, width, metrics.height()
            )
            paint_group(painter, box, group, self.theme)
            rect = rect.adjusted(width + 3, 0, 0, 0)
        if len(groups) > most:
            more = f"+{len(groups) - most:,}"
            draw_line(painter, rect, more, self.theme.quiet)
            rect = rect.adjusted(painter.fontMetrics().horizontalAdvance(more), 0, 0, 0)
        return rect.adjusted(GRID - 3, 0, 0, 0)

    def _paint_verdicts(
        self, painter: QtGui.QPainter, rect: QtCore.QRect, verdicts: tuple[Verdict, ...]
    ) -> QtCore.QRect:
        """Paint a framed sign for each verdict on changes of the chain; return the rest of the rectangle."""
        painter.setFont(bold(self._view.font()))
        side = painter.fontMetrics().height()
        for verdict in reversed(verdicts):
            box = QtCore.QRect(rect.right() - side, rect.center().y() - side // 2, side, side)
            painter.setPen(self.theme.line)
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(self.theme.verdicts[choose_colour(verdict, self._view.words)])
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, VERDICT_SIGNS[verdict])
            rect = rect.adjusted(0, 0, -side - GRID // 2, 0)
        return rect

    def _paint_size(self, painter: QtGui.QPainter, rect: QtCore.QRect, line: MapLine) -> QtCore.QRect:
        """Paint the size of the chain, and its note if there is room; return the rest of the rectangle."""
        painter.setFont(self._view.font())
        metrics = painter.fontMetrics()
        needed = QtGui.QFontMetrics(bold(painter.font())).horizontalAdvance(line.words) + GRID
        long, middle = (" · ".join(filter(None, (line.note, size))) for size in (line.size, line.figures))
        # A shortened note still tells chains of one name apart, which figures do not.
        around = metrics.horizontalAdvance(f" · {line.figures}")
        left = rect.width() - needed - around
        short = ""
        if line.note and left >= _LEAST_NOTE * metrics.averageCharWidth():
            short = metrics.elidedText(line.note, Qt.TextElideMode.ElideRight, left) + f" · {line.figures}"
        for words in (long, middle, short, line.size, line.brief):
            width = metrics.horizontalAdvance(words)
            # Use the longest words next to which the whole name fits. Only for the brief figures is the name
            # shortened, to half of the line.
            room = rect.width() // 2 if words == line.brief else rect.width() - needed
            if words and width <= room:
                draw_line(painter, rect, words, self.theme.quiet, Qt.AlignmentFlag.AlignRight)
                return rect.adjusted(0, 0, -width - GRID, 0)
        return rect


class _HeaderView(QtWidgets.QHeaderView):
    """The header: the words for both sides, marked like their mentions, their numbers of chains and files."""

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(super().sizeHint().width(), line_height(self.fontMetrics()) + GRID // 2)

    def paintSection(self, painter: QtGui.QPainter, rect: QtCore.QRect, logical: int) -> None:
        painter.fillRect(rect, self.theme.base)
        head = self.model().headerData(logical, Qt.Orientation.Horizontal, HEAD_ROLE)
        if head is None:
            return
        side, chains, name = head
        painter.save()
        painter.setFont(bold(self.font()))
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(side)
        inner = rect.adjusted(GRID, 0, -GRID, 0)
        box = QtCore.QRect(
            inner.left(), inner.center().y() - metrics.height() // 2, width, metrics.height() + 1
        )
        ground = mix(self.theme.text, self.theme.base, 0.18)
        if SIDES_BY_COLUMN[logical] == BASELINE:
            painter.fillRect(box.adjusted(-3, 0, 3, 0), ground)
        else:
            painter.fillRect(box.left(), box.bottom() - UNDERLINE + 1, width, UNDERLINE, self.theme.quiet)
        draw_line(painter, inner, side, self.theme.text)
        painter.setFont(self.font())
        inner.setLeft(box.right() + GRID + GRID // 2)
        draw_line(painter, inner, chains, self.theme.quiet)
        inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(chains) + 2 * GRID)
        # The window also shows the file name above; do not show a few letters of it.
        if painter.fontMetrics().horizontalAdvance(name) <= inner.width():
            draw_line(painter, inner, name, self.theme.quiet, Qt.AlignmentFlag.AlignRight)
        painter.restore()

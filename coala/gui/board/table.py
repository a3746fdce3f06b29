"""The table of a board: a row for each component, with links, recall, precision, F1, bags and verdicts.

A board compares two graphs for each component of a system, such as the system without it and the whole one.
With gold, most figures are the difference between the scores of the two graphs, in points of 0.01: "+8.58".
A figure is a `Worth`, with its interval and with p if bags were resampled. Up to two metrics have a column
for F1; recall and precision are those of the first one.

Recall and precision are painted as bars, F1 as a point on its interval, and verdicts as a bar. Each cell
also has its content in words. In a narrow window, pictures and details are left out step by step (`_STEPS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.board.named_table import NamedTable
from coala.gui.widgets.painting import Index, draw_line, line_height
from coala.gui.widgets.theme import GRID, Theme, bold, mix, tooltip
from coala.model.bag import Verdict
from coala.present.board_table import (
    STAR,
    BoardLine,
    BoardTable,
    BoardVerdicts,
    JudgedBags,
    LinkFigure,
    Worth,
    describe_line,
    part_of_one,
)
from coala.present.phrases import VERDICT_SIGNS

_NO_INDEX = QtCore.QModelIndex()
_Role = Qt.ItemDataRole


class BoardField(Enum):
    """The content of a column of the table."""

    # The links that a component adds: "94/99  .949" are 94 right ones of 99.
    LINKS = "links"
    RECALL = "recall"
    PRECISION = "precision"
    # F1 of the first and of the second metric.
    FIRST = "first metric"
    SECOND = "second metric"
    BAGS = "bags"
    JUDGED = "judged"


def _metric_index(field: BoardField) -> int:
    """Return the index of the metric of a field: 1 for F1 of the second metric, else 0."""
    return 1 if field is BoardField.SECOND else 0


class BoardTableModel(QtCore.QAbstractTableModel):
    """Qt model of the table: a row for each component, and columns only for fields that the board has."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._table: BoardTable | None = None
        self._verdicts = BoardVerdicts()
        self._fields: tuple[BoardField, ...] = ()
        # Cached for painted rows until the next verdict.
        self._counted: dict[int, JudgedBags] = {}

    @property
    def table(self) -> BoardTable | None:
        return self._table

    @property
    def fields(self) -> tuple[BoardField, ...]:
        """The columns, in their order."""
        return self._fields

    def show(self, table: BoardTable, verdicts: BoardVerdicts) -> None:
        """Show another table."""
        self.beginResetModel()
        self._table, self._verdicts = table, verdicts
        self._counted.clear()
        with_rates = any(line.recall is not None for line in table.lines)
        with_links = any(line.links is not None for line in table.lines)
        self._fields = (
            *((BoardField.LINKS,) if with_links else ()),
            *((BoardField.RECALL, BoardField.PRECISION) if with_rates else ()),
            *(BoardField.FIRST, BoardField.SECOND)[: len(table.metrics)],
            BoardField.BAGS,
            BoardField.JUDGED,
        )
        self.endResetModel()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        """Show new verdicts in the same table."""
        self._verdicts = verdicts
        self._counted.clear()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def judged(self, line: BoardLine) -> JudgedBags:
        """Return the numbers of verdicts on the bags of a component."""
        if line.column not in self._counted:
            self._counted[line.column] = self._verdicts.count(line.fingerprints)
        return self._counted[line.column]

    def words(self, row: int) -> str:
        """Return a row in words."""
        if self._table is None or not 0 <= row < len(self._table.lines):
            return ""
        line = self._table.lines[row]
        judged = self.judged(line)
        return f"{describe_line(self._table, line)}{f'; {say_judged(judged)}' if judged.total else ''}"

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() or self._table is None else len(self._table.lines)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._fields)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if self._table is None or not index.isValid():
            return None
        line, field = self._table.lines[index.row()], self._fields[index.column()]
        if role == _Role.DisplayRole:
            return self.text(line, field)
        if role == _Role.UserRole:
            return line
        if role == _Role.ToolTipRole:
            return tooltip(line.name, self._titled_words(line, field))
        if role == _Role.AccessibleTextRole:
            return f"{line.name}. {self._titled_words(line, field)}"
        return None

    def _titled_words(self, line: BoardLine, field: BoardField) -> str:
        words = self._cell_words(line, field)
        return words if field is BoardField.LINKS and words else f"{self.title(field)}: {words}"

    def text(self, line: BoardLine, field: BoardField) -> str:
        """Return the text of a cell."""
        if field is BoardField.LINKS:
            return "" if line.links is None else f"{line.links.text}  {line.links.precision_text}"
        if field in (BoardField.RECALL, BoardField.PRECISION):
            worth = line.recall if field is BoardField.RECALL else line.precision
            return "" if worth is None else worth.text
        if field in (BoardField.FIRST, BoardField.SECOND):
            worth = line.f1[_metric_index(field)]
            return "  ".join(part for part in (worth.text, worth.interval, worth.certainty) if part)
        if not line.has_bags:
            return "–"
        return f"{len(line.fingerprints):,}" if field is BoardField.BAGS else say_counts(self.judged(line))

    def short_counts(self, line: BoardLine) -> str:
        """Return judged and all bags, "3/12", for columns too narrow for the counts by verdict."""
        judged = self.judged(line)
        return f"{judged.judged:,}/{judged.total:,}"

    def title(self, field: BoardField) -> str:
        """Return the title of a column."""
        if self._table is None:
            return ""
        titles = self._table.titles
        if field in (BoardField.FIRST, BoardField.SECOND):
            title = titles[_metric_index(field)]
            delta = "Δ" if self._table.changes[_metric_index(field)] else ""
            return f"{title} similarity" if not self._table.has_gold else f"{delta}{title} F1"
        delta = "Δ" if self._table.shows_change else ""
        first_metric = f" {titles[0]}" if titles else ""
        return {
            BoardField.LINKS: "New links right",
            BoardField.RECALL: f"{delta}R{first_metric}",
            BoardField.PRECISION: f"{delta}P{first_metric}",
            BoardField.BAGS: "Bags",
            BoardField.JUDGED: "Judged",
        }[field]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if self._table is None:
            return None
        if orientation is Qt.Orientation.Vertical:
            # Build the words of a row for the tooltip only: a view reads the names at each painting.
            if role == _Role.ToolTipRole:
                return tooltip(self.words(section))
            return self._numbered_name(section) if role == _Role.DisplayRole else None
        if role == _Role.ToolTipRole:
            return tooltip(self._meaning(self._fields[section]))
        return self.title(self._fields[section]) if role == _Role.DisplayRole else None

    def _numbered_name(self, row: int) -> str:
        """Return the name of a component after its number, which marks it in the plots and the matrix."""
        if self._table is None:
            return ""
        number = str(row + 1).rjust(len(str(len(self._table.lines))), "\N{FIGURE SPACE}")
        return f"{number} {self._table.lines[row].name}"

    def _meaning(self, field: BoardField) -> str:
        """Return the tooltip of the header of a column."""
        if field in _MEANINGS or self._table is None:
            return _MEANINGS.get(field, "")
        figure = _RATES.get(field, "F1")
        if not self._table.has_gold:
            return "How similar the two graphs in each row are, from 0 to 1"
        if not self._table.changes[_metric_index(field)]:
            return f"The {figure} of the row’s graph against gold, from 0 to 1"
        if field in _RATES:
            return f"How much {figure} changed, in points (1 point is 0.01)"
        return (
            "How much F1 changed, in points (1 point is 0.01), with its 95 % interval, "
            "and p adjusted for all rows (Holm)"
        )

    def _cell_words(self, line: BoardLine, field: BoardField) -> str:
        """Return the content of a cell in words, for tooltips and screen readers."""
        if field is BoardField.LINKS and line.links is not None and self._table is not None:
            target = self._table.target
            missed = (
                "" if target is None or not line.links.misses else f", below the target {part_of_one(target)}"
            )
            return f"{line.links.words}{missed}"
        if field in (BoardField.FIRST, BoardField.SECOND):
            return line.f1[_metric_index(field)].words
        if field is BoardField.JUDGED:
            return say_judged(self.judged(line))
        return self.text(line, field)


_MEANINGS = {
    BoardField.LINKS: (
        "How many of the links that the component adds are right, of how many, and which part that is"
    ),
    BoardField.BAGS: "Bags that this component changes",
    BoardField.JUDGED: "Your verdicts on these bags",
}
_RATES = {BoardField.RECALL: "recall", BoardField.PRECISION: "precision"}


def say_counts(judged: JudgedBags) -> str:
    """Return the counts of verdicts in signs: "+18 −2"."""
    signs = [
        f"{VERDICT_SIGNS[verdict]}{judged.verdicts[verdict]}"
        for verdict in Verdict
        if judged.verdicts[verdict]
    ]
    return "  ".join(signs) if signs or not judged.total else "none yet"


def say_judged(judged: JudgedBags) -> str:
    """Return the number of judged bags and the counts of verdicts in words."""
    words = f"{judged.judged:,} of {count(judged.total, 'bag')}"
    if judged.judged:
        words += f" ({say_counts(judged)})"
    return words


_NAMES_SHARE = 0.3
"""The largest part of the width of the table for the names."""
_LEAST_PLOT = 4 * GRID
"""The smallest width of a picture in a cell, in pixels; narrower ones are left out."""
_FIGURES, _HEADS, _VERDICTS, _CERTAINTIES, _INTERVALS = range(5)
"""The levels of detail: only figures; full headers too; bars of verdicts too; p too; intervals too."""
_STEPS = (
    (_FIGURES, 0),
    (_HEADS, 0),
    (_FIGURES, _LEAST_PLOT),
    (_HEADS, _LEAST_PLOT),
    (_VERDICTS, _LEAST_PLOT),
    (_CERTAINTIES, 6 * GRID),
    (_INTERVALS, 11 * GRID),
)
"""What a table shows, from narrow to wide windows: a level of detail, and the least width of each picture.

The last one for which there is room is used. With the width 0 there are no pictures.
"""
_JUDGED_LETTERS = 25
"""The width of the column of verdicts, with its bar, in letters."""
# Columns are as wide as these texts. Longer counts of verdicts are cut, but not in the tooltip.
_LONGEST_P = f"{STAR} p .888"
_LONGEST_COUNTS = "+88  \N{MINUS SIGN}88"
# Only these first rows are measured: figures of later rows are hardly longer.
_ROWS_MEASURED = 200
_WITH_PICTURE = frozenset((BoardField.RECALL, BoardField.PRECISION, BoardField.FIRST, BoardField.SECOND))
# The verdicts in a bar, from left to right.
_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)


class BoardTableView(NamedTable):
    """The table of components; the rest of the page shows the chosen component."""

    chosen = QtCore.Signal(int)  # a row
    entered_row = QtCore.Signal(int)  # Enter, or a double click

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        self._model = BoardTableModel()
        super().__init__(self._model, "What each component adds", parent)
        self._bars = BarDelegate(self)
        self.setItemDelegate(self._bars)
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        # In a narrow window, headers are cut before figures; their tooltips explain them.
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setMinimumSectionSize(4 * GRID)
        self.verticalHeader().sectionPressed.connect(self.choose)
        policy = QtWidgets.QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Maximum)

    def show_table(self, table: BoardTable, verdicts: BoardVerdicts) -> None:
        self._model.show(table, verdicts)
        self.measure()

    def show_verdicts(self, verdicts: BoardVerdicts) -> None:
        self._model.show_verdicts(verdicts)

    @QtCore.Slot(int)
    def choose(self, row: int) -> None:
        """Choose a row."""
        if row != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(row, max(0, self.currentIndex().column())))

    def words(self) -> str:
        """Return the chosen row in words."""
        return self._model.words(self.currentIndex().row())

    def sizeHint(self) -> QtCore.QSize:
        """Return the size that shows all rows, and the scroll bar if there is one."""
        wide = self.horizontalHeader().length() > self.viewport().width()
        scroll = self.horizontalScrollBar().sizeHint().height() if wide else 0
        height = self.horizontalHeader().sizeHint().height() + self.verticalHeader().length() + scroll
        return QtCore.QSize(super().sizeHint().width(), height)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.chosen.emit(current.row())

    def enter(self) -> None:
        self.entered_row.emit(self.currentIndex().row())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self.measure()

    def measure(self) -> None:
        """Set the widths of the columns: what the figures need, and equal parts of the rest for pictures.

        Show as much detail as there is room for.
        """
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))
        has_picture = [field in _WITH_PICTURE for field in self._model.fields]
        pictures = max(1, sum(has_picture))
        bar = self.verticalScrollBar()
        room = self.width() - (bar.width() if bar.isVisible() else 0) - 2 * self.frameWidth()
        widths = self._measure_columns(_HEADS, _LEAST_PLOT)
        # Names are cut before figures and pictures: they are also shown below.
        self.fit_names(_NAMES_SHARE, most=room - sum(widths) - _LEAST_PLOT * pictures)
        # Take the first step, from wide to narrow, that leaves its least width to each picture. If the loop
        # ends without one, the values are those of the narrowest step.
        for detail, least_plot in reversed(_STEPS):
            widths = self._measure_columns(detail, least_plot)
            plot = (room - self.verticalHeader().width() - sum(widths)) // pictures
            if plot >= least_plot:
                break
        self._bars.plot = plot if least_plot else 0
        self._bars.draws_judged = detail >= _VERDICTS
        for place, width in enumerate(widths):
            self.setColumnWidth(place, width + (self._bars.plot if has_picture[place] else 0))
        self.setMinimumHeight(min(self.sizeHint().height(), 10 * GRID))
        self.updateGeometry()

    def _measure_columns(self, detail: int, plot: int) -> list[int]:
        """Return the width that each column needs for a level of detail, without the pictures."""
        return [self._measure_column(field, detail, plot) for field in self._model.fields]

    def _measure_column(self, field: BoardField, detail: int, plot: int) -> int:
        """Return the width of a column without its picture, which is at least `plot` pixels wide.

        The header may be above figures and picture; at low detail it is cut to what the figures need.
        """
        metrics = QtGui.QFontMetrics(bold(self.font()))
        head = metrics.horizontalAdvance(self._model.title(field)) + GRID if detail >= _HEADS else 0
        lines = self._model.table.lines[:_ROWS_MEASURED] if self._model.table is not None else ()
        if field is BoardField.LINKS:
            return max(head, sum(_links_widths(metrics, lines)) + 2 * GRID)
        if field in (BoardField.RECALL, BoardField.PRECISION):
            return max(_figure_width(metrics) + 2 * GRID, head - plot)
        if field in (BoardField.FIRST, BoardField.SECOND):
            worths = [line.f1[_metric_index(field)] for line in lines]
            # The certainties of a figure are texts from long to short: "★ p .002" and "★", or just "p .31".
            with_p = detail >= _CERTAINTIES
            certainties = [worth.certainties[0 if with_p else -1] for worth in worths if worth.certainties]
            if with_p and certainties:
                certainties.append(_LONGEST_P)
            if not with_p:
                certainties = [text for text in certainties if text == STAR]
            intervals = [worth.interval for worth in worths] if detail >= _INTERVALS else []
            widest = [
                max(map(metrics.horizontalAdvance, texts), default=0) for texts in (certainties, intervals)
            ]
            return _figure_width(metrics) + 2 * GRID + sum(GRID + width for width in widest if width)
        if field is BoardField.BAGS:
            return max(head, metrics.horizontalAdvance("8,888") + GRID)
        if detail >= _VERDICTS:
            return _JUDGED_LETTERS * metrics.averageCharWidth() + GRID
        return max(head, metrics.horizontalAdvance(_LONGEST_COUNTS) + GRID)


class BarDelegate(QtWidgets.QStyledItemDelegate):
    """Paints the cells of the table.

    `plot` is the width of the picture in a cell that has one, 0 for no picture. If `draws_judged` is True,
    verdicts have a bar next to their counts.
    """

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.plot = _LEAST_PLOT
        self.draws_judged = True

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        line = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(model, BoardTableModel) or model.table is None or not isinstance(line, BoardLine):
            return
        theme = Theme.from_palette(option.palette)
        painter.save()
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        # Figures are left to right everywhere: otherwise a sign would follow its figure.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if option.state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.selection)
        painter.setPen(theme.line)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        room = option.rect.adjusted(GRID // 2, 0, -GRID // 2, -1)
        field = model.fields[index.column()]
        painter.setFont(option.font)
        if field is BoardField.LINKS:
            _draw_links(painter, room, line, model.table, theme)
        elif field in (BoardField.RECALL, BoardField.PRECISION):
            worth = line.recall if field is BoardField.RECALL else line.precision
            _draw_rate(painter, room, worth, model.table, theme)
        elif field in (BoardField.FIRST, BoardField.SECOND):
            metric = _metric_index(field)
            _draw_worth(painter, room, self.plot, line.f1[metric], model.table.f1_ranges[metric], theme)
        elif field is BoardField.JUDGED and line.has_bags:
            right = _draw_judged(painter, room, model, line, theme) if self.draws_judged else room
            # Counts that are cut would be misleading; show the total instead.
            counts, short = model.text(line, field), model.short_counts(line)
            text = counts if _fits(painter.fontMetrics(), counts, right.width()) else short
            draw_line(painter, right, text, theme.text, elide=Qt.TextElideMode.ElideRight)
        else:
            draw_line(painter, room, model.text(line, field), theme.text, Qt.AlignmentFlag.AlignRight)
        painter.restore()


def _draw_links(
    painter: QtGui.QPainter, room: QtCore.QRect, line: BoardLine, table: BoardTable, theme: Theme
) -> None:
    """Draw the counts of links, and to the right of them their precision: bold if it is below the target."""
    if line.links is None:
        return
    metrics = QtGui.QFontMetrics(bold(painter.font()))
    counts_width, _ = _links_widths(metrics, table.lines[:_ROWS_MEASURED])
    counts = QtCore.QRect(room.left(), room.top(), counts_width, room.height())
    draw_line(painter, counts, line.links.text, theme.text, Qt.AlignmentFlag.AlignRight)
    if line.links.misses:
        painter.setFont(bold(painter.font()))
    draw_line(painter, room.adjusted(counts_width + GRID, 0, 0, 0), _link_precision(line.links), theme.text)


def _link_precision(links: LinkFigure) -> str:
    # A value below the target has a sign, not just a colour.
    return (
        f"{links.precision_text} \N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        if links.misses
        else links.precision_text
    )


def _links_widths(metrics: QtGui.QFontMetrics, lines: Sequence[BoardLine]) -> tuple[int, int]:
    """Return the widths of the counts of links and of their precision."""
    links = [line.links for line in lines if line.links is not None]
    counts = max((metrics.horizontalAdvance(each.text) for each in links), default=0)
    rates = max((metrics.horizontalAdvance(_link_precision(each)) for each in links), default=0)
    return counts + 2, rates + 2


def _draw_rate(
    painter: QtGui.QPainter, room: QtCore.QRect, worth: Worth | None, table: BoardTable, theme: Theme
) -> None:
    """Draw the figure, and a bar from the zero line: gains to the right, losses to the left and hollow."""
    if worth is None:
        return
    width = _figure_width(painter.fontMetrics())
    figure = QtCore.QRect(room.left(), room.top(), width, room.height())
    draw_line(painter, figure, worth.text, theme.text, Qt.AlignmentFlag.AlignRight)
    plot = QtCore.QRectF(room.adjusted(width + GRID // 2, GRID // 2, 0, -GRID // 2))
    if worth.value is None or plot.width() < 2 * GRID:
        return
    low, high = table.rate_range
    zero = plot.left() + plot.width() * -low / (high - low)
    end = zero + plot.width() * worth.value / (high - low)
    bar = QtCore.QRectF(min(zero, end), plot.top(), abs(end - zero), plot.height())
    is_loss = worth.value < 0
    painter.setPen(theme.stroke(0))
    painter.setBrush(theme.base if is_loss else mix(theme.stroke(0), theme.base, 0.75))
    painter.drawRect(bar)
    painter.setPen(theme.quiet)
    painter.drawLine(QtCore.QPointF(zero, plot.top() - 2), QtCore.QPointF(zero, plot.bottom() + 2))


def _draw_worth(
    painter: QtGui.QPainter,
    room: QtCore.QRect,
    plot_width: int,
    worth: Worth,
    axis: tuple[float, float],
    theme: Theme,
) -> None:
    """Draw a point on its interval, filled if the change is significant, and the figures that fit.

    `axis` has the values at the left and the right end of the picture, the same in all rows.
    """
    metrics = painter.fontMetrics()
    plot = QtCore.QRectF(room)
    plot.setWidth(plot_width)
    if plot_width:
        inner = plot.adjusted(GRID // 2, GRID // 2, -GRID // 2, -GRID // 2)
        _draw_interval(painter, inner, worth, axis, theme)
    rest = room.adjusted(plot_width, 0, 0, 0)
    figure_width = _figure_width(metrics)
    figure = QtCore.QRect(rest.left(), rest.top(), figure_width, rest.height())
    painter.save()
    if worth.is_sure:
        painter.setFont(bold(painter.font()))
    draw_line(painter, figure, worth.text, theme.text, Qt.AlignmentFlag.AlignRight)
    painter.restore()
    rest = rest.adjusted(figure_width + GRID, 0, 0, 0)
    # The certainty matters more than the interval, which the picture also shows.
    fitting = [words for words in worth.certainties if _fits(metrics, words, rest.width())]
    if not fitting:
        return
    draw_line(painter, rest, fitting[0], theme.text)
    # Intervals of all rows begin at the same place, unless a certainty is longer than usual.
    certainty_width = max(map(metrics.horizontalAdvance, (_LONGEST_P, fitting[0])))
    rest = rest.adjusted(certainty_width + GRID, 0, 0, 0)
    if _fits(metrics, worth.interval, rest.width()):
        draw_line(painter, rest, worth.interval, theme.quiet)


def _fits(metrics: QtGui.QFontMetrics, words: str, width: int) -> bool:
    return metrics.horizontalAdvance(words) + 2 <= width


def _figure_width(metrics: QtGui.QFontMetrics) -> int:
    return metrics.horizontalAdvance("+888.88") + 2


def _draw_interval(
    painter: QtGui.QPainter,
    plot: QtCore.QRectF,
    worth: Worth,
    axis: tuple[float, float],
    theme: Theme,
) -> None:
    """Draw the zero line, a line from end to end of the interval, and the point."""
    low, high = axis

    def x_of(value: float) -> float:
        return plot.left() + plot.width() * (value - low) / (high - low)

    middle = plot.center().y()
    painter.setPen(theme.quiet)
    painter.drawLine(QtCore.QPointF(x_of(0), plot.top() - 2), QtCore.QPointF(x_of(0), plot.bottom() + 2))
    if worth.value is None:
        return
    stroke = theme.stroke(0)
    painter.setPen(QtGui.QPen(stroke, 2))
    if worth.low is not None and worth.high is not None:
        painter.drawLine(QtCore.QPointF(x_of(worth.low), middle), QtCore.QPointF(x_of(worth.high), middle))
    elif not worth.is_change:
        # A score, not a change: draw a line from zero.
        painter.drawLine(QtCore.QPointF(x_of(0), middle), QtCore.QPointF(x_of(worth.value), middle))
    painter.setBrush(stroke if worth.is_sure else theme.base)
    painter.drawEllipse(QtCore.QPointF(x_of(worth.value), middle), 3.5, 3.5)


def _draw_judged(
    painter: QtGui.QPainter,
    room: QtCore.QRect,
    model: BoardTableModel,
    line: BoardLine,
    theme: Theme,
) -> QtCore.QRect:
    """Draw a bar of verdicts, hollow for unjudged bags; return the room for the counts."""
    judged = model.judged(line)
    bar = QtCore.QRectF(room.adjusted(0, GRID // 2 + 1, 0, -GRID // 2 - 1))
    bar.setWidth(0.35 * room.width())
    left = bar.left()
    if judged.total:
        for verdict in _ORDER:
            width = bar.width() * judged.verdicts[verdict] / judged.total
            painter.fillRect(QtCore.QRectF(left, bar.top(), width, bar.height()), theme.verdicts[verdict])
            left += width
        painter.setPen(theme.quiet)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
    return room.adjusted(round(bar.width()) + GRID, 0, 0, 0)

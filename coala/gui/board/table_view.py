"""The table of a board is painted with bars: R and P apart, each F1 as a point on its interval, verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.gui.board.named_table import NamedTable
from coala.gui.board.table_model import BoardField, BoardTableModel
from coala.gui.widgets.painting import Index, draw_line, line_height
from coala.gui.widgets.theme import GRID, Theme, bold, mix
from coala.model.bag import Verdict
from coala.presentation.board.board_verdicts import BoardVerdicts
from coala.presentation.board.table import BoardLine, BoardTable, LinkFigure
from coala.presentation.board.worth import STAR, Worth

_NAMES = 0.3
"""Of the width of the table its names have at most this part."""
_LEAST_PLOT = 4 * GRID
"""A picture in a cell that is narrower is left out."""
_FIGURES, _HEADS, _VERDICTS, _CERTAINTIES, _INTERVALS = range(5)
"""What the columns have room for, from the least: figures, whole heads, bars of verdicts, p, intervals."""
_STEPS = (
    (_FIGURES, 0),
    (_HEADS, 0),
    (_FIGURES, _LEAST_PLOT),
    (_HEADS, _LEAST_PLOT),
    (_VERDICTS, _LEAST_PLOT),
    (_CERTAINTIES, 6 * GRID),
    (_INTERVALS, 11 * GRID),
)
"""What is shown and how wide each picture is at least, from what fits always to what a wide window has."""
_JUDGED = 25
"""So many letters the column of verdicts has beside its bar."""
_LONGEST_P = f"{STAR} p .888"
_COUNTS = "+88  \N{MINUS SIGN}88"
"""Without a bar it has the counts alone; what is longer is cut, and the tooltip has it."""
# Lines whose figures are measured: those of further ones are hardly longer.
_MEASURED = 200
_WITH_PICTURE = frozenset((BoardField.RECALL, BoardField.PRECISION, BoardField.FIRST, BoardField.SECOND))
_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)


class BoardTableView(NamedTable):
    """One line a component; the chosen line is the component that the rest of the page looks at."""

    chosen = QtCore.Signal(int)  # a row
    entered_row = QtCore.Signal(int)  # Enter, or a double click

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        self._model = BoardTableModel()
        super().__init__(self._model, "What each component is worth", parent)
        self._bars = BarDelegate(self)
        self.setItemDelegate(self._bars)
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        # In a narrow window a head gives way before a figure does; its tooltip says what it means.
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
        """Make a line the chosen one."""
        if row != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(row, max(0, self.currentIndex().column())))

    def words(self) -> str:
        """The chosen line in words."""
        return self._model.words(self.currentIndex().row())

    def sizeHint(self) -> QtCore.QSize:
        """All lines, and the scroll bar where there is one."""
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
        """Give each column the figures that it needs, and all pictures the same part of what is left."""
        self.verticalHeader().setDefaultSectionSize(line_height(self.fontMetrics()))
        drawn = [field in _WITH_PICTURE for field in self._model.fields]
        pictures = max(1, sum(drawn))
        bar = self.verticalScrollBar()
        room = self.width() - (bar.width() if bar.isVisible() else 0) - 2 * self.frameWidth()
        widths = self._widths(_HEADS, _LEAST_PLOT)
        # Where figures and pictures have no room beside the names, these are cut: they stand below as well.
        self.fit_names(_NAMES, most=room - sum(widths) - _LEAST_PLOT * pictures)
        for detail, least in reversed(_STEPS):
            widths = self._widths(detail, least)
            plot = (room - self.verticalHeader().width() - sum(widths)) // pictures
            if plot >= least:
                break
        self._bars.plot = plot if least else 0
        self._bars.draws_judged = detail >= _VERDICTS
        for place, width in enumerate(widths):
            self.setColumnWidth(place, width + (self._bars.plot if drawn[place] else 0))
        self.setMinimumHeight(min(self.sizeHint().height(), 10 * GRID))
        self.updateGeometry()

    def _widths(self, detail: int, plot: int) -> list[int]:
        return [self._needed(field, detail, plot) for field in self._model.fields]

    def _needed(self, field: BoardField, detail: int, plot: int) -> int:
        """Return the width of a column beside a picture that is at least ``plot`` wide."""
        metrics = QtGui.QFontMetrics(bold(self.font()))
        head = metrics.horizontalAdvance(self._model.title(field)) + GRID if detail >= _HEADS else 0
        lines = self._model.table.lines[:_MEASURED] if self._model.table is not None else ()
        if field is BoardField.LINKS:
            return max(head, sum(_links_widths(metrics, lines)) + 2 * GRID)
        if field in (BoardField.RECALL, BoardField.PRECISION):
            return max(_figure_width(metrics) + 2 * GRID, head - plot)
        if field in (BoardField.FIRST, BoardField.SECOND):
            worths = [line.f1[field is BoardField.SECOND] for line in lines]
            with_p = detail >= _CERTAINTIES
            words = [worth.certainties[0 if with_p else -1] for worth in worths if worth.certainties]
            if with_p and words:
                words.append(_LONGEST_P)
            if not with_p:
                words = [sign for sign in words if sign == STAR]
            parts = [words, [worth.interval for worth in worths] if detail >= _INTERVALS else []]
            most = [max(map(metrics.horizontalAdvance, part), default=0) for part in parts]
            return _figure_width(metrics) + 2 * GRID + sum(GRID + width for width in most if width)
        if field is BoardField.BAGS:
            return max(head, metrics.horizontalAdvance("8,888") + GRID)
        if detail >= _VERDICTS:
            return _JUDGED * metrics.averageCharWidth() + GRID
        return max(head, metrics.horizontalAdvance(_COUNTS) + GRID)


class BarDelegate(QtWidgets.QStyledItemDelegate):
    """Paints the cells of the table.

    ``plot`` is the width of the picture in a cell that has one, 0 for none; ``draws_judged`` says whether
    verdicts have a bar beside their counts.
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
        theme = Theme.of(option.palette)
        painter.save()
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        # Figures read from left to right everywhere: else a sign would stand behind its figure.
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
            place = int(field is BoardField.SECOND)
            _draw_worth(painter, room, self.plot, line.f1[place], model.table.f1_ranges[place], theme)
        elif field is BoardField.JUDGED and line.has_bags:
            words = _draw_judged(painter, room, model, line, theme) if self.draws_judged else room
            # Half of the counts would say something else than all of them.
            counts, short = model.text(line, field), model.short_counts(line)
            text = counts if _fits(painter.fontMetrics(), counts, words.width()) else short
            draw_line(painter, words, text, theme.text, elide=Qt.TextElideMode.ElideRight)
        else:
            draw_line(painter, room, model.text(line, field), theme.text, Qt.AlignmentFlag.AlignRight)
        painter.restore()


def _draw_links(
    painter: QtGui.QPainter, room: QtCore.QRect, line: BoardLine, table: BoardTable, theme: Theme
) -> None:
    if line.links is None:
        return
    metrics = QtGui.QFontMetrics(bold(painter.font()))
    counts, _ = _links_widths(metrics, table.lines[:_MEASURED])
    right = QtCore.QRect(room.left(), room.top(), counts, room.height())
    draw_line(painter, right, line.links.text, theme.text, Qt.AlignmentFlag.AlignRight)
    if line.links.misses:
        painter.setFont(bold(painter.font()))
    draw_line(painter, room.adjusted(counts + GRID, 0, 0, 0), _link_precision(line.links), theme.text)


def _link_precision(links: LinkFigure) -> str:
    # What misses the target has a sign too, never a colour alone.
    return (
        f"{links.precision_text} \N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        if links.misses
        else links.precision_text
    )


def _links_widths(metrics: QtGui.QFontMetrics, lines: Sequence[BoardLine]) -> tuple[int, int]:
    """What the counts of links need, and what their precision does."""
    links = [line.links for line in lines if line.links is not None]
    counts = max((metrics.horizontalAdvance(each.text) for each in links), default=0)
    rates = max((metrics.horizontalAdvance(_link_precision(each)) for each in links), default=0)
    return counts + 2, rates + 2


def _draw_rate(
    painter: QtGui.QPainter, room: QtCore.QRect, worth: Worth | None, table: BoardTable, theme: Theme
) -> None:
    """A bar from the zero line: to the right what is gained, to the left, hollow, what is lost."""
    if worth is None:
        return
    text = _figure_width(painter.fontMetrics())
    words = QtCore.QRect(room.left(), room.top(), text, room.height())
    draw_line(painter, words, worth.text, theme.text, Qt.AlignmentFlag.AlignRight)
    plot = QtCore.QRectF(room.adjusted(text + GRID // 2, GRID // 2, 0, -GRID // 2))
    if worth.value is None or plot.width() < 2 * GRID:
        return
    low, high = table.rate_range
    zero = plot.left() + plot.width() * -low / (high - low)
    end = zero + plot.width() * worth.value / (high - low)
    bar = QtCore.QRectF(min(zero, end), plot.top(), abs(end - zero), plot.height())
    falls = worth.value < 0
    painter.setPen(theme.stroke(0))
    painter.setBrush(theme.base if falls else mix(theme.stroke(0), theme.base, 0.75))
    painter.drawRect(bar)
    painter.setPen(theme.quiet)
    painter.drawLine(QtCore.QPointF(zero, plot.top() - 2), QtCore.QPointF(zero, plot.bottom() + 2))


def _draw_worth(
    painter: QtGui.QPainter,
    room: QtCore.QRect,
    width: int,
    worth: Worth,
    reach: tuple[float, float],
    theme: Theme,
) -> None:
    """A point on its interval over the zero line, full where it is sure; then the figures that fit."""
    metrics = painter.fontMetrics()
    plot = QtCore.QRectF(room)
    plot.setWidth(width)
    if width:
        inner = plot.adjusted(GRID // 2, GRID // 2, -GRID // 2, -GRID // 2)
        _draw_interval(painter, inner, worth, reach, theme)
    rest = room.adjusted(width, 0, 0, 0)
    value = _figure_width(metrics)
    figure = QtCore.QRect(rest.left(), rest.top(), value, rest.height())
    painter.save()
    if worth.sure:
        painter.setFont(bold(painter.font()))
    draw_line(painter, figure, worth.text, theme.text, Qt.AlignmentFlag.AlignRight)
    painter.restore()
    left = rest.adjusted(value + GRID, 0, 0, 0)
    # How sure it is matters more than the interval, which the picture shows anyway.
    fitting = [words for words in worth.certainties if _fits(metrics, words, left.width())]
    if not fitting:
        return
    draw_line(painter, left, fitting[0], theme.text)
    after = left.adjusted(
        max(map(metrics.horizontalAdvance, (_LONGEST_P, fitting[0]))) + GRID,
        0,
        0,
        0,
    )
    if _fits(metrics, worth.interval, after.width()):
        draw_line(painter, after, worth.interval, theme.quiet)


def _fits(metrics: QtGui.QFontMetrics, words: str, width: int) -> bool:
    return metrics.horizontalAdvance(words) + 2 <= width


def _figure_width(metrics: QtGui.QFontMetrics) -> int:
    return metrics.horizontalAdvance("+888.88") + 2


def _draw_interval(
    painter: QtGui.QPainter,
    plot: QtCore.QRectF,
    worth: Worth,
    reach: tuple[float, float],
    theme: Theme,
) -> None:
    low, high = reach

    def place(value: float) -> float:
        return plot.left() + plot.width() * (value - low) / (high - low)

    middle = plot.center().y()
    painter.setPen(theme.quiet)
    painter.drawLine(QtCore.QPointF(place(0), plot.top() - 2), QtCore.QPointF(place(0), plot.bottom() + 2))
    if worth.value is None:
        return
    stroke = theme.stroke(0)
    painter.setPen(QtGui.QPen(stroke, 2))
    if worth.low is not None and worth.high is not None:
        painter.drawLine(QtCore.QPointF(place(worth.low), middle), QtCore.QPointF(place(worth.high), middle))
    elif not worth.is_change:
        painter.drawLine(QtCore.QPointF(place(0), middle), QtCore.QPointF(place(worth.value), middle))
    painter.setBrush(stroke if worth.sure else theme.base)
    painter.drawEllipse(QtCore.QPointF(place(worth.value), middle), 3.5, 3.5)


def _draw_judged(
    painter: QtGui.QPainter,
    room: QtCore.QRect,
    model: BoardTableModel,
    line: BoardLine,
    theme: Theme,
) -> QtCore.QRect:
    """A bar of verdicts with what is left hollow; the room that it leaves for the counts."""
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

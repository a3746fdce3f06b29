"""The drawings of scores, shares and verdicts of a review; loaded only when a picture is opened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.plot import PlotView
from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.presentation import phrases
from coala.presentation.chart_data import Figure, KindFigure, ScoreFigure, ShareFigure

_SEGMENTS = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE, None)
# The share of the axis that a sign inside a bar needs.
_ROOM = 0.02


class Chart(PlotView):
    """One figure of a review."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        # Where words end that begin at a bar's end: the place, and their width in pixels.
        self._words: list[tuple[float, float]] = []
        self._least = 0.0
        self._plot.getViewBox().sigResized.connect(self._make_room)
        self.setAccessibleName("Picture")

    def draw(self, figure: Figure, theme: Theme) -> None:
        """Replace everything by the figure in the theme's colours."""
        self.start(figure.title, theme)
        self._words.clear()
        self._least = 0.0
        self._plot.getViewBox().invertY(not isinstance(figure, ShareFigure))
        self.name_axis("bottom", figure.note, theme)
        match figure:
            case ScoreFigure():
                self._draw_scores(figure, theme)
            case ShareFigure():
                self._draw_shares(figure, theme)
            case KindFigure():
                self._draw_kinds(figure, theme)
        self.setAccessibleDescription(figure.title)

    def words(self) -> Sequence[tuple[float, float]]:
        """Where words begin that stand after a bar, on the axis, and how wide they are, in pixels."""
        return self._words

    def _draw_scores(self, figure: ScoreFigure, theme: Theme) -> None:
        solid, outline, hollow = theme.stroke(0), theme.quiet, _hollow(theme)
        for row, (_, bars) in enumerate(figure.rows):
            thickness = 0.8 / len(bars)
            for place, bar in enumerate(bars):
                y = row - 0.4 + thickness * (place + 0.5)
                former = bar.system == "baseline"
                ground, edge = (hollow, outline) if former else (solid, solid)
                self._bar(0, bar.value or 0, y, 0.9 * thickness, ground, edge)
                end = bar.value or 0
                if bar.value is not None and bar.low is not None and bar.high is not None:
                    self._interval(bar.value, bar.low, bar.high, y, thickness, theme)
                    end = max(end, bar.high)
                self._write_after(bar.label, end, y, theme)
        self._name_rows([metric for metric, _ in figure.rows])
        with_interval = any(bar.low is not None for _, bars in figure.rows for bar in bars)
        self._least = 1.55 if with_interval else 1.2
        self._make_room()
        self._plot.getAxis("bottom").setTicks([[(tick / 5, f"{tick / 5:.1f}") for tick in range(6)]])

    def _draw_shares(self, figure: ShareFigure, theme: Theme) -> None:
        most = max(figure.counts, default=1)
        for low, high, count in zip(figure.edges, figure.edges[1:], figure.counts, strict=False):
            falls = high <= 0
            ground, edge = (_hollow(theme), theme.quiet) if falls else (theme.stroke(0), theme.base)
            item = pyqtgraph.BarGraphItem(
                x0=[low], x1=[high], y0=[0], height=[count], brush=ground, pen=pyqtgraph.mkPen(edge)
            )
            self._plot.addItem(item)
            if count:
                self._write(f"{count:,}", (low + high) / 2, count, (0.5, 1), theme.text)
        # Above the highest bar stands its number.
        self._plot.setYRange(0, 1.15 * most, padding=0)
        self._plot.getAxis("left").setTicks([whole_ticks(most)])
        self._plot.setXRange(figure.edges[0], figure.edges[-1], padding=0.03)
        self.name_axis("left", "bags", theme)
        note = f"points of F1, pale: falls, full: rises; {figure.note}"
        self.name_axis("bottom", note, theme)

    def _draw_kinds(self, figure: KindFigure, theme: Theme) -> None:
        longest = max(sum(counts) for _, counts in figure.rows)
        for row, (_, counts) in enumerate(figure.rows):
            left = 0
            for verdict, count in zip(_SEGMENTS, counts, strict=True):
                colour = mix(theme.quiet, theme.base, 0.35) if verdict is None else theme.verdicts[verdict]
                if count:
                    self._bar(left, left + count, row, 0.7, colour, theme.base)
                    if count >= _ROOM * longest:
                        ink = theme.text if verdict is None else theme.base
                        self._write(phrases.sign(verdict), left + count / 2, row, (0.5, 0.5), ink)
                left += count
            self._write_after(_counted(counts), left, row, theme)
        self._name_rows([kind for kind, _ in figure.rows])
        self._plot.getAxis("bottom").setTicks([whole_ticks(longest)])
        self._least = 1.5 * longest
        self._make_room()

    def _write_after(self, text: str, x: float, y: float, theme: Theme) -> None:
        """Words at the end of a bar, for which ``_make_room`` leaves room."""
        self._write(text, x, y, (0, 0.5), theme.text)
        self._words.append((x, self.fontMetrics().horizontalAdvance(text) + 2 * GRID))

    @QtCore.Slot()
    def _make_room(self) -> None:
        """So wide a range that the words after the bars end before the picture does."""
        width = self._plot.getViewBox().width()
        if not self._least or width <= 0:
            return
        # A bar that ends at x needs x / (1 - share) where its words take that share of the width.
        ends = [x / (1 - min(0.8, words / width)) for x, words in self._words]
        self._plot.setXRange(0, max(self._least, *ends), padding=0)

    def _name_rows(self, names: Sequence[str]) -> None:
        self._plot.getAxis("left").setTicks([list(enumerate(names))])
        self._plot.setLabel("left", "")
        self._plot.getAxis("left").showLabel(False)
        self._plot.setYRange(-0.6, len(names) - 0.4, padding=0)

    def _bar(
        self, left: float, right: float, y: float, thickness: float, ground: QtGui.QColor, edge: QtGui.QColor
    ) -> None:
        item = pyqtgraph.BarGraphItem(
            x0=[left],
            x1=[right],
            y0=[y - thickness / 2],
            y1=[y + thickness / 2],
            brush=ground,
            pen=pyqtgraph.mkPen(edge),
        )
        self._plot.addItem(item)

    def _interval(
        self, value: float, low: float, high: float, y: float, thickness: float, theme: Theme
    ) -> None:
        item = pyqtgraph.ErrorBarItem(
            x=np.array([value]),
            y=np.array([y]),
            left=np.array([max(0.0, value - low)]),
            right=np.array([max(0.0, high - value)]),
            beam=0.5 * thickness,
            pen=pyqtgraph.mkPen(theme.text, width=1.5),
        )
        self._plot.addItem(item)

    def _write(
        self, text: str, x: float, y: float, anchor: tuple[float, float], colour: QtGui.QColor
    ) -> None:
        item = pyqtgraph.TextItem(text, color=colour, anchor=anchor)
        item.setPos(x, y)
        self._plot.addItem(item)


def whole_ticks(most: int) -> list[tuple[int, str]]:
    """Places on an axis of bags, and their names: whole numbers, six at most after the first."""
    steps = (factor * 10**power for power in range(18) for factor in (1, 2, 5))
    step = next(step for step in steps if 6 * step >= most)
    return [(place, f"{place:,}") for place in range(0, most + 1, step)]


def _hollow(theme: Theme) -> QtGui.QColor:
    # Not a hatching: half of the programs that read SVG lose it.
    return mix(theme.quiet, theme.base, 0.2)


def image(chart: Chart) -> QtGui.QImage:
    """The drawing as it is seen, with twice the pixels."""
    size = chart.viewport().size()
    picture = QtGui.QImage(size * 2, QtGui.QImage.Format.Format_ARGB32_Premultiplied)
    # Axes are recorded for the screen, and drawn smaller on anything with fewer dots an inch.
    for set_dots in (picture.setDotsPerMeterX, picture.setDotsPerMeterY):
        set_dots(round(chart.logicalDpiX() / 0.0254))
    picture.fill(chart.backgroundBrush().color())
    painter = QtGui.QPainter(picture)
    _render(chart, painter, QtCore.QRectF(picture.rect()))
    return picture


def svg(chart: Chart) -> str:
    """The drawing as SVG."""
    from PySide6 import QtSvg

    buffer = QtCore.QBuffer()
    generator = QtSvg.QSvgGenerator()
    generator.setOutputDevice(buffer)
    size = chart.viewport().size()
    generator.setResolution(chart.logicalDpiX())
    generator.setSize(size)
    generator.setViewBox(QtCore.QRect(QtCore.QPoint(), size))
    generator.setTitle(chart.accessibleDescription())
    painter = QtGui.QPainter(generator)
    # Qt leaves the ground out, and dark ink on a dark page cannot be read.
    painter.fillRect(QtCore.QRect(QtCore.QPoint(), size), chart.backgroundBrush())
    _render(chart, painter, QtCore.QRectF(QtCore.QPointF(), QtCore.QSizeF(size)))
    return bytes(buffer.data().data()).decode("utf-8")


def _render(chart: Chart, painter: QtGui.QPainter, area: QtCore.QRectF) -> None:
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    chart.render(painter, area, chart.viewport().rect())
    painter.end()


def _counted(counts: Sequence[int]) -> str:
    return " " + "  ".join(
        f"{phrases.sign(verdict)} {count:,}"
        for verdict, count in zip(_SEGMENTS, counts, strict=True)
        if count
    )

"""The window with pictures of scores, shares and verdicts, to copy and save.

There are three pictures: the scores of both systems as bars, a histogram of the *shares* (what each bag
changes of a score), and the verdicts by kind of change as stacked bars. ``coala.present.chart_data`` makes
the numbers of a picture, a figure; this module draws it with pyqtgraph. It is imported only when a picture is
opened: pyqtgraph takes 0.2 s to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.output import write_text
from coala.base.paths import refuse_to_replace
from coala.errors import CoalaError
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import Heading, PlainLabel
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.plot import PlotView
from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.present import phrases
from coala.present.chart_data import (
    Figure,
    KindFigure,
    ScoreFigure,
    ShareFigure,
    make_kind_figure,
    make_score_figure,
    make_share_figure,
)
from coala.present.explanations import BOOTSTRAP
from coala.scores.metrics.registry import METRICS

_SEGMENTS = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE, None)
"""The parts of a stacked bar from left to right; None is for bags without a verdict."""
# The part of the axis that a sign inside a bar needs.
_SIGN_WIDTH = 0.02


class Chart(PlotView):
    """A picture of one figure of a review."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        # The words after bars: their place on the axis, and their width in pixels.
        self._words: list[tuple[float, float]] = []
        # The least end of the axis at the right, 0 if the axis has a fixed range.
        self._least_end = 0.0
        self._plot.getViewBox().sigResized.connect(self._make_room)
        self.setAccessibleName("Picture")

    def draw(self, figure: Figure, theme: Theme) -> None:
        """Draw another figure in the colours of the theme."""
        self.start(figure.title, theme)
        self._words.clear()
        self._least_end = 0.0
        # Rows of bars go from top to bottom; the bars of the histogram grow upwards.
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
        """Return the words after bars: their place on the axis, and their width in pixels."""
        return self._words

    def _draw_scores(self, figure: ScoreFigure, theme: Theme) -> None:
        """Draw a row for each metric, with a bar for each system: pale for the baseline, else full."""
        solid, outline, pale = theme.stroke(0), theme.quiet, _pale(theme)
        for row, (_, bars) in enumerate(figure.rows):
            # A row is 1 high: 0.8 for its bars and 0.2 between rows.
            thickness = 0.8 / len(bars)
            for place, bar in enumerate(bars):
                y = row - 0.4 + thickness * (place + 0.5)
                is_baseline = bar.system == "baseline"
                ground, edge = (pale, outline) if is_baseline else (solid, solid)
                self._draw_bar(0, bar.value or 0, y, 0.9 * thickness, ground, edge)
                end = bar.value or 0
                if bar.value is not None and bar.low is not None and bar.high is not None:
                    self._draw_interval(bar.value, bar.low, bar.high, y, thickness, theme)
                    end = max(end, bar.high)
                self._write_after(bar.label, end, y, theme)
        self._name_rows([metric for metric, _ in figure.rows])
        has_interval = any(bar.low is not None for _, bars in figure.rows for bar in bars)
        # Scores end at 1; the rest is for the labels, which are longer with an interval.
        self._least_end = 1.55 if has_interval else 1.2
        self._make_room()
        self._plot.getAxis("bottom").setTicks([[(tick / 5, f"{tick / 5:.1f}") for tick in range(6)]])

    def _draw_shares(self, figure: ShareFigure, theme: Theme) -> None:
        """Draw the histogram: pale bars where the score falls, full ones where it rises."""
        most = max(figure.counts, default=1)
        for low, high, count in zip(figure.edges, figure.edges[1:], figure.counts, strict=False):
            falls = high <= 0
            ground, edge = (_pale(theme), theme.quiet) if falls else (theme.stroke(0), theme.base)
            item = pyqtgraph.BarGraphItem(
                x0=[low], x1=[high], y0=[0], height=[count], brush=ground, pen=pyqtgraph.mkPen(edge)
            )
            self._plot.addItem(item)
            if count:
                self._write(f"{count:,}", (low + high) / 2, count, (0.5, 1), theme.text)
        # Leave room for the number above the highest bar.
        self._plot.setYRange(0, 1.15 * most, padding=0)
        self._plot.getAxis("left").setTicks([list_ticks(most)])
        self._plot.setXRange(figure.edges[0], figure.edges[-1], padding=0.03)
        self.name_axis("left", "bags", theme)
        note = f"points of F1, pale: falls, full: rises; {figure.note}"
        self.name_axis("bottom", note, theme)

    def _draw_kinds(self, figure: KindFigure, theme: Theme) -> None:
        """Draw a stacked bar for each kind of change, with a part for each verdict."""
        longest = max(sum(counts) for _, counts in figure.rows)
        for row, (_, counts) in enumerate(figure.rows):
            left = 0
            for verdict, count in zip(_SEGMENTS, counts, strict=True):
                colour = mix(theme.quiet, theme.base, 0.35) if verdict is None else theme.verdicts[verdict]
                if count:
                    self._draw_bar(left, left + count, row, 0.7, colour, theme.base)
                    if count >= _SIGN_WIDTH * longest:
                        ink = theme.text if verdict is None else theme.base
                        self._write(phrases.sign(verdict), left + count / 2, row, (0.5, 0.5), ink)
                left += count
            self._write_after(_format_counts(counts), left, row, theme)
        self._name_rows([kind for kind, _ in figure.rows])
        self._plot.getAxis("bottom").setTicks([list_ticks(longest)])
        self._least_end = 1.5 * longest
        self._make_room()

    def _write_after(self, text: str, x: float, y: float, theme: Theme) -> None:
        """Write words at the end of a bar; `_make_room` leaves room for them."""
        self._write(text, x, y, (0, 0.5), theme.text)
        self._words.append((x, self.fontMetrics().horizontalAdvance(text) + 2 * GRID))

    @QtCore.Slot()
    def _make_room(self) -> None:
        """Widen the range of the axis until the words after the bars fit."""
        width = self._plot.getViewBox().width()
        if not self._least_end or width <= 0:
            return
        # A bar that ends at x needs the range x / (1 - p) if its words take the part p of the width.
        ends = [x / (1 - min(0.8, words / width)) for x, words in self._words]
        self._plot.setXRange(0, max(self._least_end, *ends), padding=0)

    def _name_rows(self, names: Sequence[str]) -> None:
        self._plot.getAxis("left").setTicks([list(enumerate(names))])
        self._plot.setLabel("left", "")
        self._plot.getAxis("left").showLabel(False)
        self._plot.setYRange(-0.6, len(names) - 0.4, padding=0)

    def _draw_bar(
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

    def _draw_interval(
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


def list_ticks(most: int) -> list[tuple[int, str]]:
    """Return ticks of an axis of bags with their labels: whole numbers, at most six after 0."""
    steps = (factor * 10**power for power in range(18) for factor in (1, 2, 5))
    step = next(step for step in steps if 6 * step >= most)
    return [(place, f"{place:,}") for place in range(0, most + 1, step)]


def _pale(theme: Theme) -> QtGui.QColor:
    """Return the colour of pale bars."""
    # Not a hatching: half of the programs that read SVG lose it.
    return mix(theme.quiet, theme.base, 0.2)


def render_image(chart: Chart) -> QtGui.QImage:
    """Return the picture at twice its size in pixels on the screen."""
    size = chart.viewport().size()
    picture = QtGui.QImage(size * 2, QtGui.QImage.Format.Format_ARGB32_Premultiplied)
    # Axes are recorded for the screen, and would be smaller on a device with fewer dots per inch.
    for set_dots in (picture.setDotsPerMeterX, picture.setDotsPerMeterY):
        set_dots(round(chart.logicalDpiX() / 0.0254))
    picture.fill(chart.backgroundBrush().color())
    painter = QtGui.QPainter(picture)
    _render(chart, painter, QtCore.QRectF(picture.rect()))
    return picture


def render_svg(chart: Chart) -> str:
    """Return the picture as SVG."""
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
    # Qt leaves the background out, and a dark text on a dark page cannot be read.
    painter.fillRect(QtCore.QRect(QtCore.QPoint(), size), chart.backgroundBrush())
    _render(chart, painter, QtCore.QRectF(QtCore.QPointF(), QtCore.QSizeF(size)))
    return bytes(buffer.data().data()).decode("utf-8")


def _render(chart: Chart, painter: QtGui.QPainter, area: QtCore.QRectF) -> None:
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    chart.render(painter, area, chart.viewport().rect())
    painter.end()


def _format_counts(counts: Sequence[int]) -> str:
    """Return the number of bags with each verdict that occurs: "+ 3  − 1"."""
    return " " + "  ".join(
        f"{phrases.sign(verdict)} {count:,}"
        for verdict, count in zip(_SEGMENTS, counts, strict=True)
        if count
    )


SCORES, SHARES, VERDICTS_BY_KIND = range(3)
_NAMES = ("Scores with their intervals", "Shares of the bags", "Verdicts by kind")
_FILES = ("scores", "shares", "verdicts")
_PICTURES = "Drawing (*.svg);;Image (*.png)"
_NUMBERS = "CSV for a spreadsheet (*.csv)"
_PAUSE_MILLISECONDS = 150


class ChartsWindow(QtWidgets.QDialog):
    """The window with one picture, which stays open next to the review and follows the verdicts."""

    explain = QtCore.Signal(str)  # the key of a topic

    def __init__(self, controller: ReviewController, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Pictures")
        resize_on_screen(self, 100 * GRID, 70 * GRID)
        self._controller = controller
        self._figure: Figure | None = None
        self._chart: Chart = Chart()
        self._empty = PlainLabel(wrap=True, quiet=True)
        self._empty.setAlignment(QtCore.Qt.AlignmentFlag.AlignCenter)
        self._message = PlainLabel(quiet=True, wrap=True)
        self._picture_menu = _make_menu("Picture", [(name, number) for number, name in enumerate(_NAMES)])
        if controller.review.summary.gold is None:
            self._picture_menu.setItemText(SCORES, "Similarity of the two systems")
        self._metric_menu = _make_menu(
            "Metric", [(f"{metric.title} F1", metric.key) for metric in METRICS.values()]
        )
        self._metric_menu.setCurrentIndex(self._metric_menu.findData("b_cubed"))
        self._buttons = [
            self._make_button("&Copy picture", self._copy),
            self._make_button("&Save picture…", self._save_picture),
            self._make_button("Save &numbers…", self._save_numbers),
        ]
        self._timer = QtCore.QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._draw)
        self._lay_out()
        self._picture_menu.currentIndexChanged.connect(self._draw)
        self._metric_menu.currentIndexChanged.connect(self._draw)
        controller.judged.connect(self._follow)
        controller.gold_shown.connect(self._follow)

    def save(self, path: Path) -> None:
        """Write the picture as SVG or PNG, or its numbers as CSV, by the suffix; show the result."""
        try:
            self._controller.review.refuse_output(path)
            match path.suffix.lower():
                case ".csv":
                    # Without a figure the buttons that save are disabled.
                    assert self._figure is not None
                    write_text(str(path), self._figure.to_csv())
                case ".png":
                    _write_png(path, render_image(self._chart))
                case _:
                    write_text(str(path), [render_svg(self._chart)])
        except CoalaError as error:
            self._message.setText(f"\N{WARNING SIGN} {error}")
        else:
            self._message.setText(f"Saved in {path}")

    def figure(self) -> Figure | None:
        """Return the numbers of the picture, or None if they cannot be read."""
        return self._figure

    def message(self) -> str:
        """Return the result of the last action, or the reason why there is no picture."""
        return self._empty.text() if self._empty.isVisibleTo(self) else self._message.text()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange and self.isVisible():
            self._timer.start()

    def _lay_out(self) -> None:
        heading = Heading("Pictures", "what the picture shows", "", self._picture_menu, self._metric_menu)
        heading.explain.connect(self._explain)
        self._stack = QtWidgets.QStackedWidget()
        self._stack.addWidget(self._chart)
        self._stack.addWidget(self._empty)
        below = QtWidgets.QHBoxLayout()
        below.addWidget(self._message, 1)
        for button in self._buttons:
            below.addWidget(button)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(heading)
        column.addWidget(self._stack, 1)
        column.addLayout(below)

    def _make_button(self, text: str, slot: object) -> QtWidgets.QPushButton:
        button = QtWidgets.QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    @QtCore.Slot()
    def _follow(self) -> None:
        if self.isVisible() and self._picture_menu.currentIndex() in (SHARES, VERDICTS_BY_KIND):
            self._timer.start()

    @QtCore.Slot()
    def _draw(self) -> None:
        if not self.isVisible():
            return
        which = self._picture_menu.currentIndex()
        self._metric_menu.setVisible(which == SHARES)
        self._message.setText("")
        try:
            figure = self._make_figure(which)
        except CoalaError as error:
            self._figure, empty = None, str(error)
        else:
            self._figure, empty = figure, figure.empty
            if not empty:
                self._chart.draw(figure, Theme.from_palette(self.palette()))
        self._empty.setText(empty)
        self._stack.setCurrentIndex(1 if empty else 0)
        for button in self._buttons:
            button.setEnabled(not empty)

    def _make_figure(self, which: int) -> Figure:
        """Return the numbers of a picture; record that gold was seen if they depend on it."""
        summary = self._controller.review.summary
        if which == SCORES:
            return make_score_figure(summary)
        if which == SHARES:
            metric = self._metric_menu.currentData()
            controller = self._controller
            if controller.shows_all_gold:
                controller.record_all_gold_seen()
            else:
                controller.record_gold_seen(filter(controller.shows_share, range(controller.progress.total)))
            return make_share_figure(
                metric, controller.shares(metric), controller.review.groups, controller.shows_share
            )
        return make_kind_figure(summary.kinds, self._controller.progress.tally())

    @QtCore.Slot()
    def _explain(self) -> None:
        scores = "scores" if self._controller.review.summary.gold is None else BOOTSTRAP
        names = (scores, f"share {self._metric_menu.currentData()}", "tally")
        self.explain.emit(names[self._picture_menu.currentIndex()])

    @QtCore.Slot()
    def _copy(self) -> None:
        QtGui.QGuiApplication.clipboard().setImage(render_image(self._chart))
        self._message.setText("The picture is in the clipboard.")

    @QtCore.Slot()
    def _save_picture(self) -> None:
        self._ask_where("Save the picture", ".svg", _PICTURES)

    @QtCore.Slot()
    def _save_numbers(self) -> None:
        self._ask_where("Save the numbers of the picture", ".csv", _NUMBERS)

    def _ask_where(self, title: str, ending: str, kinds: str) -> None:
        """Ask for a file name and save there; ``ending`` is added to a name without one."""
        review = self._controller.review.path
        start = review.with_name(f"{review.stem}-{_FILES[self._picture_menu.currentIndex()]}{ending}")
        chosen, kind = QtWidgets.QFileDialog.getSaveFileName(self, title, str(start), kinds)
        if chosen:
            path = Path(chosen)
            has_ending = path.suffix.lower() in (".svg", ".png", ".csv")
            wanted = ".png" if "png" in kind else ending
            target = path if has_ending else path.with_name(path.name + wanted)
            try:
                refuse_to_replace(path, target)
            except CoalaError as error:
                self._message.setText(f"\N{WARNING SIGN} {error}")
            else:
                self.save(target)


def _make_menu(name: str, items: list[tuple[str, object]]) -> QtWidgets.QComboBox:
    menu = QtWidgets.QComboBox()
    menu.setAccessibleName(name)
    for text, data in items:
        menu.addItem(text, data)
    return menu


def _write_png(path: Path, image: QtGui.QImage) -> None:
    """Write a PNG file, complete or not at all, as `write_text` does for text."""
    file = QtCore.QSaveFile(str(path))
    opened = file.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    writer = QtGui.QImageWriter(file, QtCore.QByteArray(b"PNG"))
    if not (opened and writer.write(image) and file.commit()):
        raise CoalaError(f"{path}: cannot be written ({file.errorString()}); choose another place.")

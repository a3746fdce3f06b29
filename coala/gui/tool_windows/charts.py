"""An open review becomes pictures of its scores, shares and verdicts, to look at, copy and save."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.output import write_text
from coala.base.paths import refuse_unasked
from coala.errors import CoalaError
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import Heading, PlainLabel
from coala.gui.widgets.sizes import resize_on_screen
from coala.gui.widgets.theme import GRID, Theme
from coala.presentation.chart_data import Figure, kind_figure, score_figure, share_figure
from coala.presentation.explanations import BOOTSTRAP
from coala.scores.metrics.registry import METRICS

if TYPE_CHECKING:
    from coala.gui.tool_windows.chart_widget import Chart

SCORES, SHARES, VERDICTS_BY_KIND = range(3)
_NAMES = ("Scores with their intervals", "Shares of the bags", "Verdicts by kind")
_FILES = ("scores", "shares", "verdicts")
_PICTURES = "Drawing (*.svg);;Image (*.png)"
_NUMBERS = "CSV for a spreadsheet (*.csv)"
_PAUSE_MILLISECONDS = 150


class ChartsWindow(QtWidgets.QDialog):
    """Stays beside the window and follows the verdicts."""

    explain = QtCore.Signal(str)  # the key of a topic

    def __init__(self, controller: ReviewController, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        # The library takes 0.2 s to load, which nobody should wait for before the first bag.
        from coala.gui.tool_windows.chart_widget import Chart

        self.setWindowTitle("Pictures")
        resize_on_screen(self, 100 * GRID, 70 * GRID)
        self._controller = controller
        self._figure: Figure | None = None
        self._chart: Chart = Chart()
        self._empty = PlainLabel(wrap=True, quiet=True)
        self._empty.setAlignment(QtCore.Qt.AlignmentFlag.AlignCenter)
        self._said = PlainLabel(quiet=True, wrap=True)
        self._which = _menu("Picture", [(name, number) for number, name in enumerate(_NAMES)])
        if controller.review.summary.gold is None:
            self._which.setItemText(SCORES, "Similarity of the two systems")
        self._metric = _menu("Metric", [(f"{metric.title} F1", metric.key) for metric in METRICS.values()])
        self._metric.setCurrentIndex(self._metric.findData("b_cubed"))
        self._buttons = [
            self._button("&Copy picture", self._copy),
            self._button("&Save picture…", self._save_picture),
            self._button("Save &numbers…", self._save_numbers),
        ]
        self._timer = QtCore.QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._draw)
        self._lay_out()
        self._which.currentIndexChanged.connect(self._draw)
        self._metric.currentIndexChanged.connect(self._draw)
        controller.judged.connect(self._follow)
        controller.gold_shown.connect(self._follow)

    def save(self, path: Path) -> None:
        """Write the picture as SVG or PNG, or its numbers as CSV, by the name's ending; says what it did."""
        from coala.gui.tool_windows import chart_widget

        try:
            self._controller.review.refuse_output(path)
            match path.suffix.lower():
                case ".csv":
                    assert self._figure is not None
                    write_text(str(path), self._figure.to_csv())
                case ".png":
                    _write_png(path, chart_widget.image(self._chart))
                case _:
                    write_text(str(path), [chart_widget.svg(self._chart)])
        except CoalaError as error:
            self._said.setText(f"\N{WARNING SIGN} {error}")
        else:
            self._said.setText(f"Saved in {path}")

    def figure(self) -> Figure | None:
        """The numbers behind the picture, None where they cannot be read."""
        return self._figure

    def said(self) -> str:
        """What the last act came to, or what there is to draw instead of a picture."""
        return self._empty.text() if self._empty.isVisibleTo(self) else self._said.text()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange and self.isVisible():
            self._timer.start()

    def _lay_out(self) -> None:
        link = Heading("Pictures", "what the picture shows", "", self._which, self._metric)
        link.explain.connect(self._explain)
        self._stack = QtWidgets.QStackedWidget()
        self._stack.addWidget(self._chart)
        self._stack.addWidget(self._empty)
        below = QtWidgets.QHBoxLayout()
        below.addWidget(self._said, 1)
        for button in self._buttons:
            below.addWidget(button)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(link)
        column.addWidget(self._stack, 1)
        column.addLayout(below)

    def _button(self, text: str, slot: object) -> QtWidgets.QPushButton:
        button = QtWidgets.QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    @QtCore.Slot()
    def _follow(self) -> None:
        if self.isVisible() and self._which.currentIndex() in (SHARES, VERDICTS_BY_KIND):
            self._timer.start()

    @QtCore.Slot()
    def _draw(self) -> None:
        if not self.isVisible():
            return
        which = self._which.currentIndex()
        self._metric.setVisible(which == SHARES)
        self._said.setText("")
        try:
            figure = self._make(which)
        except CoalaError as error:
            self._figure, empty = None, str(error)
        else:
            self._figure, empty = figure, figure.empty
            if not empty:
                self._chart.draw(figure, Theme.of(self.palette()))
        self._empty.setText(empty)
        self._stack.setCurrentIndex(1 if empty else 0)
        for button in self._buttons:
            button.setEnabled(not empty)

    def _make(self, which: int) -> Figure:
        summary = self._controller.review.summary
        if which == SCORES:
            return score_figure(summary)
        if which == SHARES:
            metric = self._metric.currentData()
            controller = self._controller
            if controller.shows_all_gold:
                controller.saw_all_gold()
            else:
                controller.saw_gold(filter(controller.shows_share, range(controller.progress.total)))
            return share_figure(
                metric, controller.shares(metric), controller.review.groups, controller.shows_share
            )
        return kind_figure(summary.kinds, self._controller.progress.tally())

    @QtCore.Slot()
    def _explain(self) -> None:
        scores = "scores" if self._controller.review.summary.gold is None else BOOTSTRAP
        names = (scores, f"share {self._metric.currentData()}", "tally")
        self.explain.emit(names[self._which.currentIndex()])

    @QtCore.Slot()
    def _copy(self) -> None:
        from coala.gui.tool_windows import chart_widget

        QtGui.QGuiApplication.clipboard().setImage(chart_widget.image(self._chart))
        self._said.setText("The picture is in the clipboard.")

    @QtCore.Slot()
    def _save_picture(self) -> None:
        self._ask("Save the picture", ".svg", _PICTURES)

    @QtCore.Slot()
    def _save_numbers(self) -> None:
        self._ask("Save the numbers of the picture", ".csv", _NUMBERS)

    def _ask(self, title: str, ending: str, kinds: str) -> None:
        review = self._controller.review.path
        start = review.with_name(f"{review.stem}-{_FILES[self._which.currentIndex()]}{ending}")
        chosen, kind = QtWidgets.QFileDialog.getSaveFileName(self, title, str(start), kinds)
        if chosen:
            path = Path(chosen)
            named = path.suffix.lower() in (".svg", ".png", ".csv")
            wanted = ".png" if "png" in kind else ending
            whole = path if named else path.with_name(path.name + wanted)
            try:
                refuse_unasked(path, whole)
            except CoalaError as error:
                self._said.setText(f"\N{WARNING SIGN} {error}")
            else:
                self.save(whole)


def _menu(name: str, items: list[tuple[str, object]]) -> QtWidgets.QComboBox:
    menu = QtWidgets.QComboBox()
    menu.setAccessibleName(name)
    for text, data in items:
        menu.addItem(text, data)
    return menu


def _write_png(path: Path, image: QtGui.QImage) -> None:
    """Whole or not at all, as ``write_text`` does for text."""
    file = QtCore.QSaveFile(str(path))
    opened = file.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    writer = QtGui.QImageWriter(file, QtCore.QByteArray(b"PNG"))
    if not (opened and writer.write(image) and file.commit()):
        raise CoalaError(f"{path}: cannot be written ({file.errorString()}); choose another place.")

"""The panel with the verdicts of other reviewers on the bag, one line each, while they may be shown.

The caller decides when: usually after the reviewer has judged the bag, so that others do not bias a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import ElidedLabel, PlainLabel
from coala.gui.widgets.theme import GRID
from coala.present.opinions import OpinionLine

# The most and the fewest visible lines; the reviewer scrolls to more.
_MOST_LINES, _LEAST_LINES = 5, 2
# The lines take at most a sixth of the height of the window, and names a third of the width.
_WINDOW_DIVISOR = 6
_NAMES_DIVISOR = 3


class OpinionsPanel(QtWidgets.QFrame):
    """Verdicts of other reviewers below a title; hidden while there is no title."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self._title = PlainLabel(bold=True, wrap=True)
        self._lines: Sequence[OpinionLine] = ()
        self._names: Sequence[ElidedLabel] = ()
        self._area = QtWidgets.QScrollArea()
        self._area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("Verdicts of other reviewers on this bag")
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addWidget(self._title)
        column.addWidget(self._area)
        self.hide()

    def show_opinions(self, title: str, lines: Sequence[OpinionLine]) -> None:
        """Show a title and the lines below it; hide the panel if the title is empty."""
        self._title.setText(title)
        self._lines = lines
        self.setAccessibleName("; ".join([title, *(line.spoken for line in lines)]))
        self._names = [ElidedLabel() for _ in lines]
        self._area.setWidget(_make_table(lines, self._names))
        self._area.setVisible(bool(lines))
        self._fit()
        self.setVisible(bool(title))

    def text(self) -> str:
        """Return the title and all lines, or "" while the panel is hidden."""
        if self.isHidden():
            return ""
        return "\n".join([self._title.text(), *("  ".join(filter(None, line)) for line in self._lines)])

    def resizeEvent(self, event: QtCore.QEvent) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        """Set the height to that of the lines, at most a few: the bag needs the rest."""
        table = self._area.widget()
        if table is not None:
            # Use the panel's own width: the scroll area is resized only after this event.
            width = max(1, self.contentsRect().width() - 2 * GRID)
            widest = max((name.sizeHint().width() for name in self._names), default=0)
            for name in self._names:
                name.setFixedWidth(min(widest, width // _NAMES_DIVISOR))
            line = self.fontMetrics().height() + GRID // 2
            most = max(
                _LEAST_LINES * line, min(_MOST_LINES * line, self.window().height() // _WINDOW_DIVISOR)
            )
            wanted = table.heightForWidth(width) if table.hasHeightForWidth() else table.sizeHint().height()
            self._area.setFixedHeight(min(most, wanted))


def _make_table(lines: Sequence[OpinionLine], names: Sequence[ElidedLabel]) -> QtWidgets.QWidget:
    table = QtWidgets.QWidget()
    grid = QtWidgets.QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2 * GRID)
    grid.setVerticalSpacing(GRID // 2)
    grid.setColumnStretch(2, 1)
    top = QtCore.Qt.AlignmentFlag.AlignTop
    for row, (line, name) in enumerate(zip(lines, names, strict=True)):
        name.set_full_text(line.reviewer)
        grid.addWidget(name, row, 0, top)
        grid.addWidget(PlainLabel(f"{line.sign} {line.words}", bold=True), row, 1, top)
        written = PlainLabel(line.written, wrap=True)
        written.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(written, row, 2, top)
    return table

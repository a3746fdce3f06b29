"""What can be opened becomes a page of buttons: two graphs, a review, recent reviews, samples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.engine import Sample
from coala.gui.widgets.drag_and_drop import list_local_files
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID, headline, tooltip

_WIDTH = 60 * GRID
# What a sample's name needs in letters of any size.
_LETTERS = 72


class StartPage(QtWidgets.QWidget):
    """Shown while no review is open; takes dropped review files."""

    dropped = QtCore.Signal(list)  # paths, as strings

    def __init__(
        self,
        main_actions: Sequence[QtGui.QAction],
        samples: Sequence[QtGui.QAction],
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        body = QtWidgets.QWidget()
        body.setFixedWidth(max(_WIDTH, _LETTERS * self.fontMetrics().averageCharWidth()))
        column = QtWidgets.QVBoxLayout(body)
        column.setSpacing(GRID)
        title = PlainLabel("COALA", large=True, bold=True)
        title.setFont(headline(headline(title.font())))
        column.addWidget(title)
        column.addWidget(
            PlainLabel(
                "Two outputs of coreference resolution, a baseline and a changed one: see only where they "
                "diverge, judge each place, and read what the change is worth.",
                wrap=True,
            )
        )
        column.addSpacing(GRID)
        for action in main_actions:
            column.addWidget(_button(action, strong=True))
        self._recent_heading = PlainLabel("Recent reviews", quiet=True)
        self._recent = QtWidgets.QVBoxLayout()
        self._recent.setSpacing(GRID)
        column.addSpacing(GRID)
        column.addWidget(self._recent_heading)
        column.addLayout(self._recent)
        if samples:
            column.addSpacing(GRID)
            column.addWidget(PlainLabel("Sample graphs", quiet=True))
            for action in samples:
                column.addWidget(_button(action))
        # Stretches and no alignment: an aligned widget is not asked how high its wrapped lines are.
        across = QtWidgets.QHBoxLayout()
        across.addStretch(1)
        across.addWidget(body)
        across.addStretch(1)
        around = QtWidgets.QVBoxLayout(self)
        around.addStretch(1)
        around.addLayout(across)
        around.addStretch(2)

    def show_recent(self, actions: Sequence[QtGui.QAction]) -> None:
        """Replace the buttons of recent reviews."""
        while item := self._recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for action in actions:
            self._recent.addWidget(_button(action))
        self._recent_heading.setVisible(bool(actions))

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        if list_local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        self.dropped.emit(list_local_files(event.mimeData()))


def sample_action(sample: Sample, parent: QtCore.QObject) -> QtGui.QAction:
    action = QtGui.QAction(sample.name.replace("&", "&&"), parent)
    action.setToolTip(tooltip(sample.description))
    return action


def recent_action(path: str, parent: QtCore.QObject) -> QtGui.QAction:
    """An action with the file's name, and its folder where that tells it from the others."""
    place = Path(path)
    action = QtGui.QAction(f"{place.name}  ({place.parent.name})".replace("&", "&&"), parent)
    action.setToolTip(tooltip(path))
    action.setData(path)
    return action


class _ActionButton(QtWidgets.QPushButton):
    """A push button with an action's text and tip; pressing it triggers the action."""

    def __init__(self, action: QtGui.QAction) -> None:
        super().__init__(action.text())
        self.setToolTip(action.toolTip())
        self.setEnabled(action.isEnabled())
        self.clicked.connect(action.trigger)


def _button(action: QtGui.QAction, *, strong: bool = False) -> QtWidgets.QPushButton:
    button = _ActionButton(action)
    button.setAutoDefault(True)
    button.setMinimumHeight((5 if strong else 3) * GRID)
    return button

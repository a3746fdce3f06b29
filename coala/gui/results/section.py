"""The frame of a section of the results, and explanations that unfold in place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.present.explanations import Topic

# Longer lines are hard to read.
_LETTERS_OF_LINE = 80


class ParagraphLabel(PlainLabel):
    """A wrapped text that can be selected, in lines of at most 80 letters."""

    def __init__(self, text: str = "", *, quiet: bool = False, large: bool = False) -> None:
        super().__init__(text, quiet=quiet, large=large, wrap=True)
        self.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setMaximumWidth(_LETTERS_OF_LINE * self.fontMetrics().averageCharWidth())

    def heightForWidth(self, width: int) -> int:
        # A layout asks with the width of its column, which may be more than the lines take.
        return super().heightForWidth(min(width, self.maximumWidth()))


class ResultsSection(QtWidgets.QWidget):
    """A titled part of the results; ``column`` takes its content."""

    def __init__(self, title: str, *right: QtWidgets.QWidget) -> None:
        """Lay out the title, with the widgets ``right`` next to it, which it names to a screen reader."""
        super().__init__()
        self.setAccessibleName(title)
        heading = QtWidgets.QHBoxLayout()
        heading.setSpacing(2 * GRID)
        label = PlainLabel(title, bold=True)
        heading.addWidget(label)
        for widget in right:
            heading.addWidget(widget)
            # On Linux, Qt names a list by its value, and a screen reader speaks the label of the list first.
            label.setBuddy(widget)
        heading.addStretch(1)
        self.column = QtWidgets.QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(GRID)
        self.column.addLayout(heading)


class Explainer(QtWidgets.QWidget):
    """The question "What do these mean?", which unfolds the explanation of one figure after another."""

    def __init__(self, subject: str) -> None:
        """Create the question about ``subject``, which a screen reader speaks with it."""
        super().__init__()
        self._topics: Sequence[Topic] = ()
        self._button = ToolButton()
        self._button.setText("What do these mean?")
        self._button.setAccessibleName(f"What do these mean? ({subject})")
        self._button.setCheckable(True)
        self._button.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.toggled.connect(self._unfold)
        self._choice = QtWidgets.QComboBox()
        self._choice.setAccessibleName(f"Figure to explain ({subject})")
        self._choice.currentIndexChanged.connect(self._show_topic)
        self._text = ParagraphLabel()
        self._label = PlainLabel("Figure")
        self._label.setBuddy(self._choice)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        for widget in (self._button, self._label, self._choice):
            column.addWidget(widget, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        # Without an alignment, which would leave it narrow and cut its last lines.
        column.addWidget(self._text)
        self._unfold(False)

    def show_topics(self, topics: Sequence[Topic]) -> None:
        """Offer these explanations; the chosen one stays if it is still among them."""
        chosen = self._choice.currentData()
        self._topics = topics
        with QtCore.QSignalBlocker(self._choice):
            self._choice.clear()
            for topic in topics:
                self._choice.addItem(f"{topic.title} – {topic.group}", topic.key)
            self._choice.setCurrentIndex(max(0, self._choice.findData(chosen)))
        self.setVisible(bool(topics))
        self._show_topic()

    def unfold(self) -> None:
        self._button.setChecked(True)

    def text(self) -> str:
        """Return the explanation that is shown, "" while it is folded."""
        return self._text.text() if self._button.isChecked() else ""

    @QtCore.Slot(bool)
    def _unfold(self, unfolded: bool) -> None:
        arrows = QtCore.Qt.ArrowType
        self._button.setArrowType(arrows.DownArrow if unfolded else arrows.RightArrow)
        for widget in (self._label, self._choice, self._text):
            widget.setVisible(unfolded)

    @QtCore.Slot()
    def _show_topic(self) -> None:
        place = self._choice.currentIndex()
        self._text.setText(self._topics[place].text if 0 <= place < len(self._topics) else "")

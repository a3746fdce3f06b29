"""The centre of the review window shows one bag as sentences, side by side, and in its texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.diff.sentences import group_changes
from coala.gui.bag_view.aligned_table import AlignedTable
from coala.gui.bag_view.change_list import ChangeList
from coala.gui.bag_view.context_table import TextOf
from coala.gui.bag_view.source_view import SourceView
from coala.gui.widgets.theme import GRID, Theme, headline
from coala.model.bag import Bag, Divergence
from coala.presentation.displayed_bag import DisplayedBag, display_bag

# Three sentences; a bag of eight mentions fits into the sides and into the text at 1280 x 800.
_SENTENCES = 3
_SIDES_AND_TEXT = (336, 320)
_MESSAGE_WIDTH = 60 * GRID
_MESSAGE_LETTERS = 60


class BagPane(QtWidgets.QWidget):
    """Shows a bag, or says why there is none. What is selected in it is its own affair; it never judges."""

    bag_shown = QtCore.Signal()  # another bag is shown, or none any more

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        theme = Theme.of(self.palette())
        self._displayed: DisplayedBag | None = None
        self._changes = ChangeList(theme)
        self._aligned = AlignedTable(theme)
        self._source = SourceView(theme)
        self._sizes = [self._changes.height_of(_SENTENCES), *_SIDES_AND_TEXT]
        self._parts = QtWidgets.QSplitter(Qt.Orientation.Vertical)
        self._parts.setChildrenCollapsible(False)
        for part in (self._changes, self._aligned, self._source):
            self._parts.addWidget(part)
        # The sentences keep their height when the window grows.
        for number, stretch in enumerate((0, 1, 1)):
            self._parts.setStretchFactor(number, stretch)
        self._message = _Message()
        self._stack = QtWidgets.QStackedLayout(self)
        self._stack.addWidget(self._parts)
        self._stack.addWidget(self._message)
        self._stack.setCurrentWidget(self._message)
        self._changes.chosen.connect(self._choose_change)
        self._aligned.span_chosen.connect(self.choose_span)
        self._source.span_chosen.connect(self.choose_span)

    def displayed(self) -> DisplayedBag | None:
        """The bag that is shown."""
        return self._displayed

    def show_bag(self, bag: Bag, text_of: TextOf) -> None:
        """Show a bag, with its first change selected; ``text_of`` maps a document to its text, if known."""
        self._displayed = displayed = display_bag(bag)
        changes = group_changes(bag)
        self._changes.show_changes(changes, displayed.numbering)
        self._aligned.show_bag(displayed)
        self._source.show_bag(displayed, text_of, changes[0].spans if changes else ())
        self._show_parts()
        if changes:
            self._choose_change(changes[0])
        self.bag_shown.emit()

    def show_message(self, title: str, text: str, button: QtGui.QAction | None = None) -> None:
        """Say why there is no bag, and offer what can be done about it."""
        self._displayed = None
        self._sizes = list(self.heights())
        self._message.show_message(title, text, button)
        self._stack.setCurrentWidget(self._message)
        self.bag_shown.emit()

    def message(self) -> str:
        """Why there is no bag, title first; nothing while there is one."""
        return self._message.text() if self._stack.currentWidget() is self._message else ""

    def set_names(self, baseline: str, changed: str) -> None:
        """Which files the two sides are; the column heads show their names, the tooltips their paths."""
        paths = (baseline, changed)
        names = (PurePath(baseline).name or baseline, PurePath(changed).name or changed)
        self._aligned.aligned_model().set_names(names, paths)

    @QtCore.Slot()
    def focus_text(self) -> None:
        """Put the keyboard into the source text."""
        if self._displayed is not None:
            self._source.show_tab(0)
            self._source.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @QtCore.Slot()
    def toggle_whole_document(self) -> None:
        """Show whole documents, or only the sentences around the mentions."""
        self._source.toggle_whole()

    @QtCore.Slot()
    def next_mention(self) -> None:
        """Go to the mention after the chosen one, in the order of the text; after the last, the first."""
        self._step(1)

    @QtCore.Slot()
    def previous_mention(self) -> None:
        """Go to the mention before the chosen one; before the first, the last."""
        self._step(-1)

    @QtCore.Slot(int)
    def choose_span(self, span: int) -> None:
        """Make one mention stand out in all parts."""
        self._aligned.show_span(span)
        self._source.show_spans((span,))

    def heights(self) -> tuple[int, ...]:
        """The heights of the three parts; behind a message they have none, and the last ones count."""
        return tuple(self._parts.sizes() if self._stack.currentWidget() is self._parts else self._sizes)

    def tab(self) -> int:
        """Which tab of the texts is in front."""
        return self._source.tab()

    def arrange(self, heights: Sequence[int], tab: int) -> None:
        """Put back what ``heights`` and ``tab`` returned; anything else is ignored."""
        if len(heights) == self._parts.count() and all(height > 0 for height in heights) and tab in (0, 1):
            self._sizes = list(heights)
            self._parts.setSizes(self._sizes)
            self._source.show_tab(tab)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange:
            theme = Theme.of(self.palette())
            for part in (self._changes, self._aligned, self._source):
                part.set_theme(theme)

    def _show_parts(self) -> None:
        if self._stack.currentWidget() is not self._parts:
            # Sizes given to a splitter before it has its own are scaled into something else.
            self._parts.setGeometry(self.contentsRect())
            self._parts.setSizes(self._sizes)
            self._stack.setCurrentWidget(self._parts)

    def _step(self, by: int) -> None:
        if self._displayed is None or not self._displayed.order:
            return
        order, chosen = self._displayed.order, self._source.chosen()
        # Where none is chosen, the first is the next, and the last the one before.
        here = self._displayed.place(chosen[0]) if chosen else -1 if by > 0 else 0
        self.choose_span(order[(here + by) % len(order)])

    @QtCore.Slot(object)
    def _choose_change(self, change: Divergence) -> None:
        self._aligned.show_divergence(change)
        self._source.show_spans(change.spans)


class _Message(QtWidgets.QWidget):
    """A few words in the middle of the pane."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QtWidgets.QLabel()
        self._title.setFont(headline(self.font()))
        self._text = QtWidgets.QLabel()
        for label in (self._title, self._text):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = QtWidgets.QToolButton()
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addStretch(2)
        for part in (self._title, self._text, self._button):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_message(self, title: str, text: str, action: QtGui.QAction | None) -> None:
        self._title.setText(title)
        self._text.setText(text)
        self._fit()
        for old in self._button.actions():
            self._button.removeAction(old)
        self._button.setVisible(action is not None)
        if action is not None:
            self._button.setDefaultAction(action)

    def text(self) -> str:
        return f"{self._title.text()}\n{self._text.text()}"

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """A layout that centres a wrapping label gives it the height of its unwrapped text."""
        wanted = max(_MESSAGE_WIDTH, _MESSAGE_LETTERS * self.fontMetrics().averageCharWidth())
        width = max(1, min(wanted, self.width() - 4 * GRID))
        for label in (self._title, self._text):
            label.setFixedSize(width, max(0, label.heightForWidth(width)))

"""The start page: an area to drop files on, recent reviews, and samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.gui.engine import Sample
from coala.gui.widgets.labels import PlainLabel, caption, make_button
from coala.gui.widgets.menu_button import MenuButton
from coala.gui.widgets.painting import draw_blank_button
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, enlarge_font, mix

# The height of a progress bar in pixels.
_BAR_HEIGHT = 6


class RecentButton(QtWidgets.QPushButton):
    """The button of a recent review: its name and progress, then its folder and date.

    If the file is gone, the button says so.
    """

    def __init__(self, action: QtGui.QAction, progress: tuple[int, int] | None) -> None:
        """Build the button; ``action`` has the path as its data.

        ``progress`` is the number of answered and of all bags, if it is known.
        """
        super().__init__()
        path = Path(action.data())
        self._name = one_line(path.name)
        self._folder = one_line(str(path.parent))
        self._progress = progress
        self._date = describe_last_change(path)
        progress_text = f"{progress[0]:,} of {progress[1]:,} judged" if progress else ""
        self._progress_text = progress_text
        self.setAccessibleName(
            "; ".join(part for part in (self._name, progress_text, self._date_text()) if part)
        )
        set_tip(self, action.data())
        self.setAutoDefault(True)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(action.trigger)

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(40 * GRID, 2 * self.fontMetrics().lineSpacing() + 2 * GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(30 * GRID, self.sizeHint().height())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtWidgets.QStylePainter(self)
        draw_blank_button(painter, self)
        palette = QtGui.QPalette(self.palette())
        palette.setColor(QtGui.QPalette.ColorRole.Base, palette.color(QtGui.QPalette.ColorRole.Button))
        # The button's colour counts as the base, so that the other colours are readable on it.
        theme = Theme.from_palette(palette)
        line = self.fontMetrics().lineSpacing()
        above = self.rect().adjusted(2 * GRID, GRID, -2 * GRID, 0)
        above.setHeight(line)
        below = above.translated(0, line)
        ink = theme.text if self._date else theme.quiet
        words = above
        if self._progress is not None and self._progress[1]:
            # The bar is at the edge, so that the bars of all buttons can be compared.
            words = above.adjusted(0, 0, -_bar_width() - GRID, 0)
            self._draw_bar(painter, above, theme)
        self._draw_line(painter, words, bold(self.font()), ink, self._name, self._progress_text)
        elide = QtCore.Qt.TextElideMode.ElideLeft
        self._draw_line(painter, below, self.font(), theme.quiet, self._folder, self._date_text(), elide)

    def _date_text(self) -> str:
        return self._date or "file not found"

    def _draw_line(
        self,
        painter: QtGui.QPainter,
        area: QtCore.QRect,
        font: QtGui.QFont,
        colour: QtGui.QColor,
        left: str,
        right: str,
        elide: QtCore.Qt.TextElideMode = QtCore.Qt.TextElideMode.ElideMiddle,
    ) -> None:
        align = QtCore.Qt.AlignmentFlag
        painter.setPen(colour)
        painter.setFont(self.font())
        painter.drawText(area, int(align.AlignRight | align.AlignVCenter), right)
        painter.setFont(font)
        room = area.width() - self.fontMetrics().horizontalAdvance(right) - 2 * GRID
        shown = QtGui.QFontMetrics(font).elidedText(left, elide, room)
        painter.drawText(area, int(align.AlignLeft | align.AlignVCenter), shown)

    def _draw_bar(self, painter: QtGui.QPainter, area: QtCore.QRect, theme: Theme) -> None:
        assert self._progress is not None
        answered, total = self._progress
        left = area.right() + 1 - _bar_width()
        frame = QtCore.QRect(left, area.center().y() - _BAR_HEIGHT // 2, _bar_width(), _BAR_HEIGHT)
        painter.fillRect(frame, theme.line)
        frame.setWidth(_bar_width() * min(answered, total) // total)
        painter.fillRect(frame, theme.focus)


def describe_last_change(path: Path, now: datetime | None = None) -> str:
    """Describe when a file was last written; return "" if there is no such file."""
    try:
        then = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        return ""
    days = ((now or datetime.now().astimezone()).date() - then.date()).days
    if days == 0:
        return f"today, {then:%H:%M}"
    return f"yesterday, {then:%H:%M}" if days == 1 else f"{then:%Y-%m-%d, %H:%M}"


def _bar_width() -> int:
    return 8 * GRID


_LEAST_WIDTH = 60 * GRID
# The length of a sample's name, for fonts of any size.
_LETTERS_IN_LINE = 72
_WELCOME = "Or drop files here: a review, two graphs, or three with gold"


class StartPage(QtWidgets.QScrollArea):
    """The page that is shown while no review and no board is open."""

    def __init__(
        self,
        open_file: QtGui.QAction,
        compare: QtGui.QAction,
        samples: Sequence[QtGui.QAction],
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """Lay out the three ways in: open a file, compare two graphs, or try one of the samples."""
        super().__init__(parent)
        self.menu = MenuButton()
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        body = QtWidgets.QWidget()
        body.setMaximumWidth(max(_LEAST_WIDTH, _LETTERS_IN_LINE * self.fontMetrics().averageCharWidth()))
        body.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Preferred)
        column = QtWidgets.QVBoxLayout(body)
        column.setSpacing(GRID)
        title = PlainLabel("COALA", large=True, bold=True)
        title.setFont(enlarge_font(enlarge_font(title.font())))
        first = QtWidgets.QHBoxLayout()
        first.addWidget(title, 1)
        first.addWidget(self.menu, 0, QtCore.Qt.AlignmentFlag.AlignTop)
        column.addLayout(first)
        column.addWidget(
            PlainLabel(
                "Did your change make coreference better? COALA shows where two outputs differ. You say "
                "which one is better there, and COALA keeps count.",
                wrap=True,
            )
        )
        column.addSpacing(GRID)
        ways_in = [(open_file, "&Open a review…"), (compare, "&Compare two graphs…")]
        self._drop_area = DropArea([*ways_in, *((sample, "&Try a sample…") for sample in samples[:1])])
        column.addWidget(self._drop_area)
        self._recent_heading = PlainLabel("Recent", quiet=True)
        self._recent = QtWidgets.QVBoxLayout()
        self._recent.setSpacing(GRID // 2)
        column.addSpacing(GRID)
        column.addWidget(self._recent_heading)
        column.addLayout(self._recent)
        if len(samples) > 1:
            column.addSpacing(GRID)
            column.addWidget(PlainLabel("More samples", quiet=True))
            for action in samples[1:]:
                column.addWidget(_make_action_button(action))
        # Centre the body with stretches, not by an alignment: Qt ignores the height of wrapped lines in an
        # aligned widget.
        page = QtWidgets.QWidget()
        across = QtWidgets.QHBoxLayout()
        across.addStretch(1)
        across.addWidget(body, 1000)
        across.addStretch(1)
        around = QtWidgets.QVBoxLayout(page)
        around.addStretch(1)
        around.addLayout(across)
        around.addStretch(2)
        self.setWidget(page)
        # The focus begins at the ways in, not at the menu above them.
        self.setTabOrder(self._drop_area.findChildren(QtWidgets.QPushButton)[-1], self.menu)

    def show_recent(
        self, actions: Sequence[QtGui.QAction], progress: Mapping[str, tuple[int, int]] | None = None
    ) -> None:
        """Replace the buttons of recent reviews.

        ``progress`` maps some of their paths to the number of answered and of all bags.
        """
        while item := self._recent.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for action in actions:
            self._recent.addWidget(RecentButton(action, (progress or {}).get(action.data())))
        self._recent_heading.setVisible(bool(actions))

    def highlight_drop(self, *, files: bool) -> None:
        """Highlight the drop area while ``files`` are dragged over the window."""
        self._drop_area.highlight_drop(files=files)


class DropArea(QtWidgets.QWidget):
    """A dashed frame that says which files can be dropped, below buttons for the same."""

    def __init__(self, ways_in: Sequence[tuple[QtGui.QAction, str]]) -> None:
        """Lay out a button for each action, with the text that it has here."""
        super().__init__()
        self._is_lit = False
        words = PlainLabel(_WELCOME, quiet=True, wrap=True)
        words.setAlignment(QtCore.Qt.AlignmentFlag.AlignCenter)
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID)
        for action, text in ways_in:
            row.addWidget(_make_action_button(action, text, strong=True))
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(row)
        column.addWidget(words)

    def highlight_drop(self, *, files: bool) -> None:
        self._is_lit = files
        self.update()

    def is_lit(self) -> bool:
        """Return True while files are dragged over the window."""
        return self._is_lit

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        theme = Theme.from_palette(self.palette())
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        if self._is_lit:
            painter.setBrush(mix(theme.focus, theme.base, 0.2))
        pen = QtGui.QPen(theme.focus if self._is_lit else mix(theme.text, theme.base, 0.45), 1.5)
        pen.setStyle(QtCore.Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QtCore.QRectF(self.rect()).adjusted(1, 1, -1, -1), GRID, GRID)


def make_sample_actions(samples: Sequence[Sample], parent: QtCore.QObject) -> QtGui.QActionGroup:
    """Return an action for each sample, with the number of the sample as its data."""
    group = QtGui.QActionGroup(parent)
    for number, sample in enumerate(samples):
        action = QtGui.QAction(caption(sample.name), group)
        set_tip(action, sample.description)
        action.setData(number)
        group.addAction(action)
    return group


def make_recent_action(path: str, parent: QtCore.QObject) -> QtGui.QAction:
    """Return an action with the names of the file and its folder, and the path as its data."""
    place = Path(path)
    action = QtGui.QAction(caption(f"{place.name} ({place.parent.name})"), parent)
    set_tip(action, path)
    action.setData(path)
    return action


def _make_action_button(
    action: QtGui.QAction, text: str = "", *, strong: bool = False
) -> QtWidgets.QPushButton:
    """Return a button for an action, with its text or another one."""
    text = text or action.text()
    button = make_button(text, action.trigger)
    copy_tip(button, action)
    button.setEnabled(action.isEnabled())
    button.setAutoDefault(True)
    button.setMinimumHeight((5 if strong else 3) * GRID)
    return button

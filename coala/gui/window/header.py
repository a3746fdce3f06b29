"""The line above a review: its files, the progress, and the number of each verdict.

The line is "baseline.ttl → changed.ttl", whether gold is shown, "12 of 40 judged" with a bar, the remaining
time, and the button that folds and unfolds the results at the side. A second line lists the settings of the
comparison that are not at their defaults, if there are any.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base import numerals
from coala.base.paths import shorten_paths
from coala.engine.settings import describe_settings
from coala.engine.summary import Summary
from coala.gui.widgets.labels import ElidedLabel, PlainLabel, caption
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, mix
from coala.model.bag import Verdict
from coala.model.notices.notice import Notice
from coala.present import phrases
from coala.review.pace import Pace

# The order of the parts of the bar and of the counts.
_VERDICT_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)
# In letters: a line of this width has room for the remaining time.
_LETTERS_FOR_TIME = 100
_BLIND = "Blind review"
_BLIND_TIP = "Each graph stands left in some bags and right in the others."
# Between two counts.
_GAP = "  "


class Header(QtWidgets.QWidget):
    """The two graphs, the progress and, while the sidebar is folded, the verdict counts."""

    def __init__(
        self,
        summary: Summary,
        total: int,
        bags: QtWidgets.QWidget,
        sidebar: QtGui.QAction,
        gold_first: QtGui.QAction,
        parent: QtWidgets.QWidget | None = None,
        *,
        blind: bool,
    ) -> None:
        """Lay out the line, with the widget ``bags`` at its left.

        ``total`` is the number of bags to judge. ``sidebar`` folds and unfolds the sidebar; ``gold_first``
        shows gold before the verdict too. For a ``blind`` review the line names no graphs and counts answers
        without saying which.
        """
        super().__init__(parent)
        self._total = total
        names = ElidedLabel(bold=True)
        if blind:
            names.set_full_text(_BLIND, f"{_BLIND_TIP}\n{describe_size(summary)}")
        else:
            names.set_full_text(
                describe_files(summary), f"{_describe_sides(summary)}\n{describe_size(summary)}"
            )
        self._progress = _ProgressBar(total)
        self._judged = PlainLabel()
        self._time_left = PlainLabel(quiet=True)
        self._time_left.hide()
        if not total:
            # Hidden only, never shown here: without a parent they would be windows for a moment.
            self._judged.hide()
            self._progress.hide()
        self._sidebar = _SidebarButton(sidebar)
        if blind:
            self._sidebar.hide()
        gold = _GoldButton(gold_first)
        if summary.gold is None:
            gold.hide()
        first = QtWidgets.QHBoxLayout()
        first.setSpacing(GRID)
        first.addWidget(bags)
        first.addWidget(names, 1)
        for widget in (gold, self._judged, self._progress, self._time_left, self._sidebar):
            first.addWidget(widget)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(first)
        self._settings = ElidedLabel(quiet=True)
        line = _describe_settings(summary)
        self._settings.set_full_text(line)
        column.addWidget(self._settings)
        self._settings.setVisible(bool(line))

    def judged(self) -> str:
        """Return the progress in words."""
        return self._judged.text()

    def show_pace(self, pace: Pace) -> None:
        """Show how long the rest takes, if that is known, and the pace in the tooltip."""
        description = describe_pace(pace)
        self._time_left.setText("" if not pace.left else f"~{_format_duration(pace.left)} left")
        self._make_room()
        for part in (self._time_left, self._progress):
            set_tip(part, description)
        self._time_left.setAccessibleName(description)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the remaining time in a narrow window; the tooltip of the progress still has it."""
        wide = self.width() >= _LETTERS_FOR_TIME * self.fontMetrics().averageCharWidth()
        self._time_left.setVisible(wide and bool(self._time_left.text()))

    def time_left(self) -> str:
        """Return how long the rest takes, in words, or "" if that is unknown."""
        return self._time_left.text()

    def counted(self) -> str:
        """Return the verdict counts in the line, or "" while the sidebar shows them."""
        return self._sidebar.text()

    def show_progress(self, verdicts: Mapping[Verdict, int]) -> None:
        """Show the number of bags with each verdict; ``?`` is counted separately, as in the tally."""
        unsure = verdicts.get(Verdict.UNSURE, 0)
        judged = sum(verdicts.values()) - unsure
        sign, word = phrases.VERDICT_SIGNS[Verdict.UNSURE], phrases.VERDICT_WORDS[Verdict.UNSURE]
        short, long = (f", {unsure:,} {how}" if unsure else "" for how in (sign, word))
        self._judged.setText(f"{judged:,} of {self._total:,} judged{short}")
        bags = numerals.count(self._total, "interesting bag")
        spoken = f"{judged:,} of {bags} judged{long}"
        set_tip(self._judged, spoken)
        self._judged.setAccessibleName(spoken)
        self._progress.show_verdicts(verdicts)
        self._sidebar.show_counts(verdicts)


class _ProgressBar(QtWidgets.QProgressBar):
    """The progress bar of answered bags, with a part for each verdict that shows its share."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._verdicts: Mapping[Verdict, int] = {}
        self.setTextVisible(False)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.setFixedHeight(3 * GRID // 2)
        self.setRange(0, max(1, total))
        self.setAccessibleName("Bags answered")

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(15 * GRID, self.height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(4 * GRID, self.height())

    def show_verdicts(self, verdicts: Mapping[Verdict, int]) -> None:
        self._verdicts = dict(verdicts)
        self.setValue(sum(verdicts.values()))
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        theme = Theme.from_palette(self.palette())
        painter = QtGui.QPainter(self)
        inner = self.rect().adjusted(1, 1, -1, -1)
        painter.fillRect(self.rect(), mix(theme.text, theme.base, 0.45))
        painter.fillRect(inner, theme.base)
        # Each part ends where the sum of the counts so far ends, so that rounding leaves no gaps.
        answered, begin = 0, inner.left()
        for verdict in _VERDICT_ORDER:
            answered += self._verdicts.get(verdict, 0)
            end = inner.left() + round(inner.width() * min(answered, self.maximum()) / self.maximum())
            painter.fillRect(begin, inner.top(), end - begin, inner.height(), theme.verdicts[verdict])
            if inner.left() < begin < end:
                # The line divides parts whose colours some people cannot tell apart.
                painter.fillRect(begin, inner.top(), 1, inner.height(), theme.base)
            begin = end


class _SidebarButton(QtWidgets.QToolButton):
    """The button with the number of each verdict; a click unfolds or folds the sidebar."""

    def __init__(self, sidebar: QtGui.QAction) -> None:
        super().__init__()
        self._action = sidebar
        self._verdicts: Mapping[Verdict, int] = {}
        self.setAutoRaise(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.clicked.connect(sidebar.trigger)
        sidebar.changed.connect(self._show)
        self._show()

    def show_counts(self, verdicts: Mapping[Verdict, int]) -> None:
        self._verdicts = dict(verdicts)
        self._show()

    def sizeHint(self) -> QtCore.QSize:
        metrics = QtGui.QFontMetrics(bold(self.font()))
        words = metrics.horizontalAdvance(self.text())
        return QtCore.QSize(words + 4 * GRID if words else 3 * GRID, metrics.height() + GRID)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtWidgets.QStylePainter(self)
        ground = QtWidgets.QStyleOptionToolButton()
        self.initStyleOption(ground)
        ground.text = ""
        painter.drawComplexControl(QtWidgets.QStyle.ComplexControl.CC_ToolButton, ground)
        arrow = QtWidgets.QStyleOption()
        arrow.initFrom(self)
        arrow.rect = QtCore.QRect(GRID, 0, GRID, self.height())
        elements = QtWidgets.QStyle.PrimitiveElement
        shown = self._action.isChecked()
        painter.drawPrimitive(
            elements.PE_IndicatorArrowRight if shown else elements.PE_IndicatorArrowLeft, arrow
        )
        if not shown:
            self._write_counts(painter, arrow.rect.right() + 1 + GRID)

    def _write_counts(self, painter: QtGui.QPainter, left: int) -> None:
        """Draw each sign in the colour of its verdict, or in a quiet one if its count is 0."""
        theme = Theme.from_palette(self.palette())
        painter.setFont(bold(self.font()))
        gap = painter.fontMetrics().horizontalAdvance(_GAP)
        line = QtCore.QRect(left, 0, self.width() - left, self.height())
        middle = QtCore.Qt.AlignmentFlag.AlignVCenter
        for verdict in _VERDICT_ORDER:
            count = self._verdicts.get(verdict, 0)
            painter.setPen(theme.verdicts[verdict] if count else theme.quiet)
            drawn = painter.drawText(line, middle, f"{phrases.VERDICT_SIGNS[verdict]}{count:,}")
            line.setLeft(drawn.right() + 1 + gap)

    @QtCore.Slot()
    def _show(self) -> None:
        shown = self._action.isChecked()
        counts = [(verdict, f"{self._verdicts.get(verdict, 0):,}") for verdict in _VERDICT_ORDER]
        signs = (caption(f"{phrases.VERDICT_SIGNS[verdict]}{n}") for verdict, n in counts)
        self.setText("" if shown else _GAP.join(signs))
        spoken = ", ".join(f"{n} {phrases.VERDICT_WORDS[verdict]}" for verdict, n in counts)
        self.setAccessibleName(f"{'Fold' if shown else 'Unfold'} the numbers: {spoken}")
        copy_tip(self, self._action)
        self.updateGeometry()


class _GoldButton(QtWidgets.QToolButton):
    """The button that says and switches when gold is shown: before the verdict too, or only after it."""

    def __init__(self, gold_first: QtGui.QAction) -> None:
        super().__init__()
        self._action = gold_first
        self.setAutoRaise(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.clicked.connect(gold_first.trigger)
        gold_first.changed.connect(self._show)
        self._show()

    @QtCore.Slot()
    def _show(self) -> None:
        shown = self._action.isChecked()
        sign = "\N{BLACK CIRCLE}" if shown else "\N{CIRCLE WITH LEFT HALF BLACK}"
        # The text says when, not if: gold is on the screen for a judged bag either way.
        self.setText(caption(f"gold {'always' if shown else 'after verdict'} {sign}"))
        self.setAccessibleName(
            "Gold is shown before the verdict; show it after the verdict"
            if shown
            else "Gold is shown after the verdict; show it before the verdict"
        )
        copy_tip(self, self._action)


def describe_pace(pace: Pace) -> str:
    """Describe the pace: "12 bags judged today, 40 an hour, about 35 min left at this pace"."""
    parts = [f"{numerals.count(pace.today, 'bag')} judged today"]
    if pace.an_hour is not None:
        parts.append(f"{pace.an_hour:,.0f} an hour")
    if pace.left:
        parts.append(f"about {_format_duration(pace.left)} left at this pace")
    return ", ".join(parts)


def _format_duration(time: timedelta) -> str:
    """Return a time in minutes or hours."""
    minutes = max(1, round(time.total_seconds() / 60))
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:,.0f} h"


def describe_files(summary: Summary) -> str:
    """Name both files, by names that differ."""
    return " → ".join(shorten_paths([summary.baseline.path, summary.changed.path]))


def _describe_sides(summary: Summary) -> str:
    """Return a line for each graph with its path and its size."""
    sides = {"Baseline": summary.baseline, "Changed": summary.changed, "Gold": summary.gold}
    return "\n".join(
        f"{title}: {side.path} ({numerals.count(side.instances, 'instance')}, "
        f"{numerals.count(side.mentions, 'mention')}, {numerals.count(side.documents, 'document')})"
        for title, side in sides.items()
        if side is not None
    )


def _describe_settings(summary: Summary) -> str:
    """Return the settings that are not at their defaults, and how many spans they joined; "" if all are."""
    described = describe_settings(summary.settings)
    line = f"Compared: {described}" if described else ""
    joined = [_describe_joined_spans(notice) for notice in summary.notices if notice.code == "spans-joined"]
    return f"{line}; {' and '.join(joined)} joined" if line and joined else line


def _describe_joined_spans(notice: Notice) -> str:
    spans = numerals.count(notice.count, "span")
    return f"{spans} of the {notice.role}" if notice.role else spans


def describe_size(summary: Summary) -> str:
    """Describe how many bags are interesting and how many of the mentions they hold."""
    if not summary.interesting:
        return f"None of {numerals.count(summary.bags, 'bag')} is interesting: the two graphs do not diverge"
    verb = "is" if summary.interesting == 1 else "are"
    share = phrases.percent(summary.interesting, summary.bags)
    mentions = phrases.percent(summary.interesting_mentions, summary.mentions)
    return (
        f"{summary.interesting:,} of {numerals.count(summary.bags, 'bag')} {verb} interesting ({share}); "
        f"{'it holds' if summary.interesting == 1 else 'they hold'} {mentions} of the mentions; "
        f"largest bag {numerals.count(summary.largest, 'span')}"
    )

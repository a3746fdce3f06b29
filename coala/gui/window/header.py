"""The line above a review: its name and progress, and the buttons for results, actions and menus.

The line is "newswire", "7 of 28" with a bar, and at the right when gold is shown, the
results, the action search and the menu. A second line lists the settings of the comparison that are not at
their defaults, if there are any.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base import numerals
from coala.base.paths import shorten_paths
from coala.engine.settings import describe_settings
from coala.engine.summary import Summary
from coala.gui.session.action_set import Actions
from coala.gui.session.progress import DrawnProgress
from coala.gui.widgets.labels import ElidedLabel, FittingButton, PlainLabel
from coala.gui.widgets.menu_button import MenuButton
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.model.notices.notice import Notice
from coala.model.sides import VERDICT_WORDS
from coala.present import figures

# The order of the parts of the bar.
_VERDICT_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)
_BLIND = "Blind review"
_BLIND_TIP = "The two systems swap sides from bag to bag, so you cannot tell which is which."


class Header(QtWidgets.QWidget):
    """The name of the review, its progress, and buttons for what is not in sight."""

    def __init__(
        self,
        summary: Summary,
        total: int,
        bags: QtWidgets.QWidget,
        actions: Actions,
        name: str,
        parent: QtWidgets.QWidget | None = None,
        *,
        blind: bool,
    ) -> None:
        """Lay out the line, with the widget ``bags`` at its left.

        ``total`` is the number of bags to judge, and ``name`` that of the review. For a ``blind`` review the
        line names no graphs, and all verdicts have one colour.
        """
        super().__init__(parent)
        self._total = total
        self._name = ElidedLabel(bold=True)
        self._name.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        if blind:
            self._name.set_full_text(_BLIND, f"{_BLIND_TIP}\n{describe_size(summary)}")
        else:
            self._name.set_full_text(
                name, f"{describe_files(summary)}\n{_describe_sides(summary)}\n{describe_size(summary)}"
            )
        # A short name needs less than the least width of an elided line.
        self._name.setMinimumWidth(min(8 * GRID, self._name.sizeHint().width()))
        self._progress = _ProgressBar(total)
        self._judged = PlainLabel()
        if not total:
            # Hidden only, never shown here: without a parent they would be windows for a moment.
            self._judged.hide()
            self._progress.hide()
        self.menu = MenuButton()
        first = QtWidgets.QHBoxLayout()
        first.setSpacing(GRID)
        for widget in (bags, self._name, self._judged, self._progress):
            first.addWidget(widget)
        first.addStretch(1)
        for button in (
            _GoldButton(actions["gold_first"]),
            _ActionButton(actions, "results"),
            _ActionButton(actions, "search_actions", "Find action", "Find"),
            self.menu,
        ):
            first.addWidget(button)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(first)
        self._settings = ElidedLabel(quiet=True)
        line = _describe_settings(summary)
        self._settings.set_full_text(line)
        column.addWidget(self._settings)
        self._settings.setVisible(bool(line))

    def name(self) -> str:
        """Return the name of the review, not elided."""
        return self._name.full_text()

    def judged(self) -> str:
        """Return the progress in words."""
        return self._judged.text()

    def show_progress(self, verdicts: Mapping[Verdict, int], drawn: DrawnProgress | None = None) -> None:
        """Show how many bags are answered, and in the tooltip how many of these the tally leaves out.

        In a sample, count the items that were ``drawn``.
        """
        answered, unsure = sum(verdicts.values()), verdicts.get(Verdict.UNSURE, 0)
        spoken = f"{answered:,} of {numerals.count(self._total, 'bag')} judged"
        if unsure:
            spoken += f", {unsure:,} of them {VERDICT_WORDS[Verdict.UNSURE]}"
        if drawn is None:
            self._judged.setText(f"{answered:,} of {self._total:,}")
            self._progress.show_verdicts(verdicts, self._total)
        else:
            self._judged.setText(f"{drawn.answered:,} of {drawn.size:,} drawn")
            unit = f"drawn {drawn.unit}"
            spoken = f"{drawn.answered:,} of {numerals.count(drawn.size, unit)} judged; {spoken}"
            self._progress.show_verdicts(drawn.verdicts, drawn.size)
        set_tip(self._judged, spoken)
        self._judged.setAccessibleName(spoken)


class _ProgressBar(QtWidgets.QProgressBar):
    """The progress bar of answered bags, with a part for each verdict that shows its share."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._verdicts: Mapping[Verdict, int] = {}
        self.setTextVisible(False)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.setFixedHeight(3 * GRID // 2)
        self.setRange(0, max(1, total))
        self.setAccessibleName("Bags judged")

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(15 * GRID, self.height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(4 * GRID, self.height())

    def show_verdicts(self, verdicts: Mapping[Verdict, int], total: int) -> None:
        self._verdicts = dict(verdicts)
        self.setRange(0, max(1, total))
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


class _ActionButton(FittingButton):
    """A button with the text of an action, which it triggers; hidden while the action does not apply."""

    def __init__(self, actions: Actions, name: str, *forms: str) -> None:
        """Show one of the forms, the longest first, in place of the text of the action."""
        super().__init__()
        self._actions, self._action, self._own_forms = actions, actions[name], forms
        self.setCheckable(self._action.isCheckable())
        self.clicked.connect(self._trigger)
        self._action.changed.connect(self._show)
        self._show()

    @QtCore.Slot()
    def _trigger(self) -> None:
        self._action.trigger()
        # The action decides whether the button is checked, not the click.
        self._show()

    @QtCore.Slot()
    def _show(self) -> None:
        words = self._actions.words(self._action.objectName())
        self.set_forms(self._own_forms or (words,))
        # Without a parent the button would be a window for a moment.
        if self.parent() is not None or not self._action.isVisible():
            self.setVisible(self._action.isVisible())
        self.setChecked(self._action.isChecked())
        self.setAccessibleName(words)
        copy_tip(self, self._action)


class _GoldButton(FittingButton):
    """The button that says when gold is shown, with a menu to choose it; hidden without gold."""

    def __init__(self, gold_first: QtGui.QAction) -> None:
        super().__init__()
        self._action = gold_first
        menu = QtWidgets.QMenu(self)
        choices = QtGui.QActionGroup(menu)
        self._after = QtGui.QAction("Show gold &after my verdict", choices)
        self._before = QtGui.QAction("Show gold &before my verdict (may bias me)", choices)
        for action in (self._after, self._before):
            action.setCheckable(True)
            menu.addAction(action)
        choices.triggered.connect(self._choose)
        self.setMenu(menu)
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        gold_first.changed.connect(self._show)
        self._show()

    @QtCore.Slot(QtGui.QAction)
    def _choose(self, choice: QtGui.QAction) -> None:
        if self._action.isChecked() is not (choice is self._before):
            self._action.trigger()

    @QtCore.Slot()
    def _show(self) -> None:
        is_before = self._action.isChecked()
        (self._before if is_before else self._after).setChecked(True)
        # The text says when, not if: gold is on the screen for a judged bag either way.
        words = "before verdict" if is_before else "after verdict"
        arrow = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        self.set_forms((f"Gold: {words} {arrow}", f"Gold {arrow}"))
        self.setAccessibleName(f"Gold is shown {'before' if is_before else 'after'} you judge")
        set_tip(self, "Choose when to show gold and the effect on the score")
        if self.parent() is not None or not self._action.isVisible():
            self.setVisible(self._action.isVisible())


def describe_files(summary: Summary) -> str:
    """Name both files, by names that differ."""
    return " → ".join(shorten_paths(summary.shown_paths))


def _describe_sides(summary: Summary) -> str:
    """Return a line for each graph with its path and its size."""
    nouns = summary.nouns
    sides = {"Baseline": summary.baseline, "Changed": summary.changed, "Gold": summary.gold}
    return "\n".join(
        f"{title}: {side.path} ({numerals.count(side.instances, 'instance')}, "
        f"{nouns.size(side.mentions, side.documents)})"
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
    spans = numerals.count(notice.count, "mention")
    return f"{spans} of the {notice.role}" if notice.role else spans


def describe_size(summary: Summary) -> str:
    """Describe how many bags differ and how many of the mentions they hold."""
    if not summary.interesting:
        return f"None of {numerals.count(summary.bags, 'bag')} differs"
    verb, nouns = "differs" if summary.interesting == 1 else "differ", summary.nouns
    share = figures.percent(summary.interesting, summary.bags)
    mentions = figures.percent(summary.interesting_mentions, summary.mentions)
    return (
        f"{summary.interesting:,} of {numerals.count(summary.bags, 'bag')} {verb} ({share}); "
        f"{'it holds' if summary.interesting == 1 else 'they hold'} {mentions} of the {nouns.mention}s; "
        f"the largest bag has {numerals.count(summary.largest, nouns.mention)}"
    )

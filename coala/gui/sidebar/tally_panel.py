"""The panel with the tally: net, mean with interval, counts, and counts by kind.

A `Tally` counts the verdicts of a review: with 5 bags better, 2 worse and 3 the same, net is 5 - 2 = 3 and
the mean 3 / 10. A kind is that of a change, such as split; a bag counts under each kind of its changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtWidgets

from coala.gui.widgets.labels import Heading, PlainLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.present import phrases
from coala.present.judged_changes import say_counted
from coala.verdicts.tally import Counts, Tally

# The columns of the counts.
_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)

_NET_TIP = "Better minus worse. Positive: the change helped."
_MEAN_TIP = (
    "Net divided by the bags judged better, worse or same, and the 95 % interval of this mean over all "
    "interesting bags; once all are judged it has no width."
)
_SAMPLE_TIP = (
    "The list begins with the sample, most informative bags first. Each part of all bags, by number of links "
    "and kind, has its own weight in the estimate."
)
_FACTS_TIP = (
    "Facts that only one graph states. + says that what was added is right and what was dropped was wrong; "
    "minus says the reverse. A fact that changed counts as one added and one dropped."
)
_KIND_TIP = (
    "A bag counts under each of its kinds; if it was judged change by change, each change counts under its "
    "own. Merged and mention added speak of precision, split and mention dropped of recall."
)


class TallyPanel(QtWidgets.QWidget):
    """Shows a tally. It has a row for each kind in the review from the start, so that rows never move."""

    explain = QtCore.Signal()  # the reviewer asks what the figures mean

    def __init__(self, kinds: Sequence[Kind], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._net = PlainLabel(large=True, bold=True)
        set_tip(self._net, _NET_TIP)
        self._mean = PlainLabel()
        set_tip(self._mean, _MEAN_TIP)
        self._counts = PlainLabel()
        self._sign_test = PlainLabel(quiet=True, wrap=True)
        # The cells of the table by kind; None is the column with net.
        self._cells: dict[tuple[Kind, Verdict | None], PlainLabel] = {}
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        heading = Heading("Tally", "the tally", _NET_TIP, self._net)
        heading.explain.connect(self.explain)
        column.addWidget(heading)
        for label in (self._mean, self._counts, self._sign_test):
            label.setText(" ")  # an empty label has no height, and the numbers follow later
            column.addWidget(label)
        self._facts = PlainLabel(quiet=True, wrap=True)
        set_tip(self._facts, _FACTS_TIP)
        self._facts.hide()
        column.addWidget(self._facts)
        self._sample = PlainLabel(quiet=True, wrap=True)
        set_tip(self._sample, _SAMPLE_TIP)
        self._sample.hide()
        column.addWidget(self._sample)
        self._by_change = PlainLabel(quiet=True, wrap=True)
        set_tip(self._by_change, _KIND_TIP)
        self._by_change.hide()
        if kinds:
            column.addLayout(self._make_table(kinds))
        column.addWidget(self._by_change)

    def show_tally(self, tally: Tally) -> None:
        """Show the numbers of another tally."""
        self._net.setText(f"net {phrases.signed(tally.net, 0)}")
        self._net.setAccessibleName(f"net {tally.net}")
        if tally.mean is None:
            self._mean.setText("No verdict yet" if not tally.unsure else "No verdict that counts yet")
        elif tally.interval is None:
            self._mean.setText(f"mean {phrases.signed(tally.mean)}")
        elif tally.interval[0] == tally.interval[1]:
            self._mean.setText(f"mean {phrases.signed(tally.mean)} (all judged)")
        else:
            low, high = tally.interval
            self._mean.setText(
                f"mean {phrases.signed(tally.mean)} (95 %: {phrases.signed(low)} to {phrases.signed(high)})"
            )
        self._counts.setText(
            "    ".join(f"{phrases.VERDICT_SIGNS[verdict]} {_count(tally, verdict):,}" for verdict in _ORDER)
        )
        self._counts.setAccessibleName(
            ", ".join(f"{_count(tally, verdict)} {phrases.VERDICT_WORDS[verdict]}" for verdict in _ORDER)
        )
        self._sign_test.setText(f"{_sign_test_text(tally)}{_taken_over_text(tally)}")
        sources = [f"{bags:,} verdicts taken over from {file}" for file, bags in tally.taken_over.items()]
        set_tip(self._sign_test, *sources)
        for kind in dict.fromkeys(kind for kind, _ in self._cells):
            self._show_kind(kind, tally.by_kind.get(kind, Counts()))
        self._by_change.setText(say_counted(tally))
        self._by_change.setVisible(bool(tally.changes))

    def show_facts(self, sentence: str) -> None:
        """Show the sentence on added and dropped facts, and their verdicts; "" hides it."""
        self._facts.setText(sentence)
        self._facts.setVisible(bool(sentence))

    def show_sample(self, sentences: Sequence[str]) -> None:
        """Show the estimate from a sample for all bags; no sentences hide it."""
        self._sample.setText(" ".join(sentences))
        self._sample.setVisible(bool(sentences))

    def texts(self) -> list[str]:
        """Return the texts on all kinds together, from top to bottom."""
        figures = (self._net, self._mean, self._counts, self._sign_test)
        labels = (*figures, self._facts, self._sample, self._by_change)
        return [text for label in labels if (text := label.text())]

    def _show_kind(self, kind: Kind, counts: Counts) -> None:
        for verdict in _ORDER:
            number = _count(counts, verdict)
            cell = self._cells[kind, verdict]
            cell.setText(f"{number:,}" if number else "·")
            cell.setAccessibleName(f"{phrases.kind_word(kind)}, {phrases.VERDICT_WORDS[verdict]}: {number}")
        net = phrases.signed(counts.net, 0) if counts.judged else "·"
        self._cells[kind, None].setText(net)
        spoken = counts.net if counts.judged else "none judged"
        self._cells[kind, None].setAccessibleName(f"{phrases.kind_word(kind)}, net: {spoken}")

    def _make_table(self, kinds: Sequence[Kind]) -> QtWidgets.QGridLayout:
        grid = QtWidgets.QGridLayout()
        grid.setContentsMargins(0, GRID // 2, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        right = QtCore.Qt.AlignmentFlag.AlignRight
        heading = PlainLabel("by kind", quiet=True)
        set_tip(heading, _KIND_TIP)
        grid.addWidget(heading, 0, 0)
        for column, verdict in enumerate((*_ORDER, None), 1):
            text = "net" if verdict is None else phrases.VERDICT_SIGNS[verdict]
            grid.addWidget(PlainLabel(text, quiet=True), 0, column, right)
            grid.setColumnMinimumWidth(column, 3 * GRID)
        for row, kind in enumerate(kinds, 1):
            name = PlainLabel(phrases.kind_word(kind))
            set_tip(name, _KIND_TIP)
            grid.addWidget(name, row, 0)
            for column, verdict in enumerate((*_ORDER, None), 1):
                cell = PlainLabel()
                self._cells[kind, verdict] = cell
                grid.addWidget(cell, row, column, right)
        return grid


def _count(counts: Counts, verdict: Verdict) -> int:
    return {
        Verdict.BETTER: counts.better,
        Verdict.WORSE: counts.worse,
        Verdict.SAME: counts.same,
        Verdict.UNSURE: counts.unsure,
    }[verdict]


def _sign_test_text(tally: Tally) -> str:
    """Return the result of the sign test in one line, with the number of bags that it drops."""
    if tally.sign_test_p is None:
        return "sign test n/a"
    p = "p < 0.001" if tally.sign_test_p < 0.001 else f"p = {tally.sign_test_p:.3f}"
    dropped = f", without {tally.same:,} =" if tally.same else ""
    return f"sign test {p}{dropped}"


def _taken_over_text(tally: Tally) -> str:
    """Return a note on verdicts that were taken over from other reviews, "" without any."""
    taken = sum(tally.taken_over.values())
    return f"; {taken:,} taken over" if taken else ""

"""Two lines tell a comparison: which side is which, how far the reviewer is, how much there is to do.

A third says what was not compared as usual, where that is so.
"""

from __future__ import annotations

from pathlib import PurePath

from PySide6 import QtWidgets

from coala.base import numerals
from coala.engine.settings import describe_settings
from coala.engine.summary import Side, Summary
from coala.gui.widgets.labels import ElidedLabel, PlainLabel
from coala.gui.widgets.theme import GRID
from coala.model.notices.notice import Notice
from coala.presentation import phrases


class Header(QtWidgets.QWidget):
    """Names the two graphs and shows the progress."""

    def __init__(self, summary: Summary, total: int, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._total = total
        names = ElidedLabel(bold=True)
        names.set_full_text(
            f"Baseline {_file_name(summary.baseline)} → Changed {_file_name(summary.changed)}",
            _sides_in_words(summary),
        )
        self._progress = QtWidgets.QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setFixedSize(20 * GRID, GRID)
        self._progress.setRange(0, max(1, total))
        self._progress.setAccessibleName("Bags judged")
        self._judged = PlainLabel()
        size = ElidedLabel(quiet=True)
        size.set_full_text(_size_in_words(summary))
        first = QtWidgets.QHBoxLayout()
        first.setSpacing(GRID)
        first.addWidget(names, 1)
        first.addWidget(self._judged)
        first.addWidget(self._progress)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(first)
        column.addWidget(size)
        self._settings = ElidedLabel(quiet=True)
        line = _settings_in_words(summary)
        self._settings.set_full_text(line)
        self._settings.setVisible(bool(line))
        column.addWidget(self._settings)

    def judged(self) -> str:
        """How far the reviewer is, in words."""
        return self._judged.text()

    def show_progress(self, judged: int) -> None:
        self._judged.setText(f"{judged:,} of {self._total:,} judged")
        self._progress.setValue(judged)


def _file_name(side: Side) -> str:
    """A graph's file name; standard input and rdflib graphs keep what they are called."""
    return PurePath(side.path).name or side.path


def _sides_in_words(summary: Summary) -> str:
    sides = {"Baseline": summary.baseline, "Changed": summary.changed, "Gold": summary.gold}
    return "\n".join(
        f"{title}: {side.path} ({numerals.count(side.instances, 'instance')}, "
        f"{numerals.count(side.mentions, 'mention')}, {numerals.count(side.documents, 'document')})"
        for title, side in sides.items()
        if side is not None
    )


def _settings_in_words(summary: Summary) -> str:
    described = describe_settings(summary.settings)
    line = f"Compared: {described}" if described else ""
    joined = [_joined_in_words(notice) for notice in summary.notices if notice.code == "spans-joined"]
    return f"{line}; {' and '.join(joined)} joined" if line and joined else line


def _joined_in_words(notice: Notice) -> str:
    spans = numerals.count(notice.count, "span")
    return f"{spans} of the {notice.role}" if notice.role else spans


def _size_in_words(summary: Summary) -> str:
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

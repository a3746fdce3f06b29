"""The entries that the filter shows become rows of a Qt model, made when they are painted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6 import QtCore

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.diff.headlines import Headline, read_headline, write_headline
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.gui.session.bag_filter import Order
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Verdict
from coala.present import phrases
from coala.present.judged_changes import mark_rows, speak_rows
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.verdicts.state import State

BAG_ROLE = QtCore.Qt.ItemDataRole.UserRole
"""The row's domain object, a ``BagRow``."""


# The sign for "the same as above" that every font has.
_DITTO = "\N{RIGHT DOUBLE QUOTATION MARK}"
# Letters before a mention: more, and a narrow list does not reach the mention.
_LEFT = 20
# Of a blind review: what a row may cost while one scrolls, and how many rows are kept.
_MOST_SPANS = 300
_MOST_REWRITTEN = 512


class RowExcerpt(NamedTuple):
    """A mention between the words around it."""

    left: str
    words: str
    right: str

    @property
    def text(self) -> str:
        return "".join(self)


class BagRow(NamedTuple):
    """What the list shows of one bag.

    ``former`` is the last verdict on what it was before, if that was judged. ``points`` is its share in
    points where the list is ordered by it, and that of ``together`` bags where gold joins it with others;
    ``is_ditto`` where the row before has the same. ``alike`` bags have the same change, itself among them,
    where the list is ordered by that. ``words`` are those for verdicts.
    """

    entry: BagEntry
    state: State
    current: bool
    words: Mapping[Verdict, str]
    former: Verdict | None = None
    points: str = ""
    together: int = 1
    is_ditto: bool = False
    alike: int = 1

    @property
    def colour_verdict(self) -> Verdict | None:
        """The verdict whose colour the line has."""
        return self.state.verdict and phrases.coloured_as(self.state.verdict, self.words)

    @property
    def sign(self) -> str:
        if self.state.verdict is None and self.current:
            return "\N{BLACK CIRCLE}"
        return phrases.sign(self.state.verdict)

    @property
    def title(self) -> str:
        """The names at stake; of a bag without a headline what it is called."""
        headline = _headline(self.entry.headline)
        return one_line(self.entry.title if headline is None else headline.line)

    @property
    def excerpt(self) -> RowExcerpt | None:
        """The words around the first mention at stake, from shortly before it on; None where unknown."""
        headline = _headline(self.entry.headline)
        if headline is None or not headline.words:
            return None
        left = one_line(headline.left)
        if len(left) > _LEFT:
            left = "\N{HORIZONTAL ELLIPSIS}" + (left[-_LEFT:].partition(" ")[2] or left[-_LEFT:])
        # The blank between words belongs to what stands around the mention.
        space = " " if headline.left[-1:].isspace() else ""
        return RowExcerpt(f"{left.rstrip()}{space}".lstrip(), one_line(headline.words), headline.right)

    @property
    def number(self) -> str:
        """The bag's number as everything that names a bag counts it, from 1."""
        return f"{self.entry.number + 1:,}"

    @property
    def marks(self) -> str:
        """What is special about the bag's verdict, in few letters."""
        changed = self.state.verdict is None and self.former is not None
        parts = [f"was {phrases.sign(self.former)}"] if changed else []
        return " · ".join([*parts, *self._written])

    @property
    def _written(self) -> list[str]:
        """What the reviewer wrote beside the verdict, in a word each."""
        marks = mark_rows(self.state.rows), *phrases.comment_marks(self.state.comment)
        return list(filter(None, marks))

    @property
    def size(self) -> str:
        """Spans and documents, short enough to stand whole in a narrow list."""
        spans = numerals.count(self.entry.spans, "span")
        return f"{spans}, {numerals.count(self.entry.documents, 'doc')}"

    @property
    def worth(self) -> str:
        """The share by which the list is ordered, and of how many bags it is; or how many are alike."""
        if self.alike > 1:
            return _DITTO if self.is_ditto else f"\N{MULTIPLICATION SIGN}{self.alike:,}"
        if not self.points or self.together == 1:
            return self.points
        return _DITTO if self.is_ditto else f"{self.together:,} bags {self.points}"

    @property
    def share(self) -> str:
        """The same as a phrase: "share −0.42 points, of 4 bags together"."""
        together = f", of {self.together:,} bags together" if self.together > 1 else ""
        return f"share {self.points} points{together}" if self.points else ""

    @property
    def details(self) -> str:
        """The kinds, and whether an earlier verdict was on other content."""
        parts = [phrases.kind_words(self.entry.kinds)]
        if self.state.verdict is None and self.former is not None:
            parts.insert(0, f"changed since judged (was {phrases.sign(self.former)})")
        return " · ".join([*parts, *self._written])

    @property
    def spoken(self) -> str:
        """The whole row for a screen reader, verdict first."""
        share = f"; {self.share}" if self.share else ""
        share += f"; one of {self.alike:,} with the same change" if self.alike > 1 else ""
        title = one_line(self.entry.title)
        judgement = phrases.judgement(self.state.verdict, self.words)
        rows = f"; {said}" if (said := speak_rows(self.state.rows, self.words)) else ""
        return f"{judgement}: {title}{rows}; {self.details}; {self.size}{share}; bag {self.number}"


def _write_entry(review: Review, entry: BagEntry) -> BagEntry:
    try:
        # The bag that is looked at stays at hand.
        bag = review.peek(entry.number)
        if not bag.divergences:
            return entry
        sentences = BagSentences(bag)
        headline = write_headline(sentences, review.text)
    except CoalaError:
        # The bag says what is wrong with it when it is shown.
        return entry
    return entry._replace(title=sentences.title, headline=headline.stored)


@lru_cache(maxsize=512)
def _headline(stored: str) -> Headline | None:
    return read_headline(stored) if stored else None


class BagListModel(QtCore.QAbstractListModel):
    """The rows that the controller shows; follows it and changes nothing."""

    def __init__(self, controller: ReviewController, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._current = controller.current
        self._shown = controller.shown
        self._rewritten: dict[int, BagEntry] = {}
        controller.shown_changed.connect(self._reset)
        controller.judged.connect(self._refresh)
        controller.gold_shown.connect(self._repaint)
        controller.current_changed.connect(self._mark_current)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = QtCore.Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._shown):
            return None
        if role == QtCore.Qt.ItemDataRole.DisplayRole:
            return self.row(index.row()).title
        if role == QtCore.Qt.ItemDataRole.ToolTipRole:
            row = self.row(index.row())
            share = f"{self._controller.order.sentence}: {row.share}" if row.share else ""
            around = row.excerpt.text if row.excerpt else ""
            return tooltip(f"Bag {row.number}", row.entry.title, around, row.details, row.size, share)
        if role == QtCore.Qt.ItemDataRole.AccessibleTextRole:
            return self.row(index.row()).spoken
        if role == BAG_ROLE:
            return self.row(index.row())
        return None

    def row(self, row: int) -> BagRow:
        number = self._shown[row]
        entry = self._entry(number)
        shows_share = self._controller.order.by_share and self._controller.shows_share(number)
        points = phrases.points(self._controller.share(number)) if shows_share else ""
        groups = self._controller.review.groups
        together = groups.together(number) if shows_share else (number,)
        is_ditto = row > 0 and len(together) > 1 and groups.together(self._shown[row - 1]) is together
        state = self._controller.progress.state(number)
        former = self._controller.review.former_verdict(number)
        words = phrases.verdict_words(blind=self._controller.review.blind)
        current = number == self._current
        found = BagRow(entry, state, current, words, former, points, len(together), is_ditto)
        if self._controller.order.way is not Order.ALIKE:
            return found
        alike = self._controller.review.alike(number)
        above = row > 0 and len(alike) > 1 and self._controller.review.alike(self._shown[row - 1]) is alike
        return found._replace(alike=len(alike), is_ditto=above)

    def _entry(self, number: int) -> BagEntry:
        """A line of the list; of a blind review made from the bag as it is shown."""
        entry = self._controller.review.entries[number]
        if entry.headline or entry.spans > _MOST_SPANS:
            return entry
        known = self._rewritten.get(number)
        if known is None:
            if len(self._rewritten) >= _MOST_REWRITTEN:
                self._rewritten.clear()
            known = self._rewritten[number] = _write_entry(self._controller.review, entry)
        return known

    @QtCore.Slot()
    def _reset(self) -> None:
        self.beginResetModel()
        self._shown = self._controller.shown
        self.endResetModel()

    @QtCore.Slot(int)
    def _refresh(self, number: int) -> None:
        row = self._controller.row(number)
        if row >= 0:
            index = self.index(row)
            self.dataChanged.emit(index, index)

    @QtCore.Slot()
    def _repaint(self) -> None:
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    @QtCore.Slot(int)
    def _mark_current(self, number: int) -> None:
        former, self._current = self._current, number
        self._refresh(former)
        self._refresh(number)

"""Qt model of the listed bags, whose rows are built when they are painted."""

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
"""The role of the `BagRow` of a row."""


# The sign for "the same as above" that every font has.
_DITTO = "\N{RIGHT DOUBLE QUOTATION MARK}"
# Characters shown before a mention: with more, a narrow list would cut the mention off.
_LEFT = 20
# Of a blind review: the largest bag whose row is rewritten while scrolling, and how many rows are kept.
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
    """The content of one row of the list.

    `former` is the last verdict on an earlier version of the bag, if there is one. `points` is the effect on
    the score in points, "" unless the list is ordered by it; it is that of `together` bags which gold joins.
    `alike` is the number of bags with the same change, including this one, if the list is ordered by that.
    `is_ditto` is True if the row above has the same value. `words` are the words for verdicts.
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
        """The verdict whose colour the row has."""
        return self.state.verdict and phrases.choose_colour(self.state.verdict, self.words)

    @property
    def sign(self) -> str:
        if self.state.verdict is None and self.current:
            return "\N{BLACK CIRCLE}"
        return phrases.sign(self.state.verdict)

    @property
    def title(self) -> str:
        """The names in the headline of the bag, or the title of a bag without a headline."""
        headline = _headline(self.entry.headline)
        return one_line(self.entry.title if headline is None else headline.line)

    @property
    def excerpt(self) -> RowExcerpt | None:
        """The first changed mention with the words around it, or None where they are unknown."""
        headline = _headline(self.entry.headline)
        if headline is None or not headline.words:
            return None
        left = one_line(headline.left)
        if len(left) > _LEFT:
            left = "\N{HORIZONTAL ELLIPSIS}" + (left[-_LEFT:].partition(" ")[2] or left[-_LEFT:])
        # A space next to the mention belongs to the words around it.
        space = " " if headline.left[-1:].isspace() else ""
        return RowExcerpt(f"{left.rstrip()}{space}".lstrip(), one_line(headline.words), headline.right)

    @property
    def number(self) -> str:
        """The number of the bag, counted from 1 as everywhere in the window."""
        return f"{self.entry.number + 1:,}"

    @property
    def marks(self) -> str:
        """The marks of the verdict in a few letters: changed, on single changes, with tags or a note."""
        changed = self.state.verdict is None and self.former is not None
        parts = [f"was {phrases.sign(self.former)}"] if changed else []
        return " · ".join([*parts, *self._written])

    @property
    def _written(self) -> list[str]:
        """A word for each of the verdicts on changes, the tags and the note."""
        marks = mark_rows(self.state.rows), *phrases.comment_marks(self.state.comment)
        return list(filter(None, marks))

    @property
    def size(self) -> str:
        """The numbers of spans and documents, short enough for a narrow list."""
        spans = numerals.count(self.entry.spans, "span")
        return f"{spans}, {numerals.count(self.entry.documents, 'doc')}"

    @property
    def worth(self) -> str:
        """The value by which the list is ordered: share and number of bags, or number of similar bags."""
        if self.alike > 1:
            return _DITTO if self.is_ditto else f"\N{MULTIPLICATION SIGN}{self.alike:,}"
        if not self.points or self.together == 1:
            return self.points
        return _DITTO if self.is_ditto else f"{self.together:,} bags {self.points}"

    @property
    def share(self) -> str:
        """The share as a phrase: "share −0.42 points, of 4 bags together"."""
        together = f", of {self.together:,} bags together" if self.together > 1 else ""
        return f"share {self.points} points{together}" if self.points else ""

    @property
    def details(self) -> str:
        """The kinds of change, the marks, and the verdict on an earlier version of the bag."""
        parts = [phrases.kind_words(self.entry.kinds)]
        if self.state.verdict is None and self.former is not None:
            parts.insert(0, f"changed since judged (was {phrases.sign(self.former)})")
        return " · ".join([*parts, *self._written])

    @property
    def spoken(self) -> str:
        """The row in words for a screen reader, verdict first."""
        share = f"; {self.share}" if self.share else ""
        share += f"; one of {self.alike:,} with the same change" if self.alike > 1 else ""
        title = one_line(self.entry.title)
        judgement = phrases.judgement(self.state.verdict, self.words)
        rows = f"; {said}" if (said := speak_rows(self.state.rows, self.words)) else ""
        return f"{judgement}: {title}{rows}; {self.details}; {self.size}{share}; bag {self.number}"


def _write_entry(review: Review, entry: BagEntry) -> BagEntry:
    try:
        # `peek` does not drop the current bag from the cache.
        bag = review.peek(entry.number)
        if not bag.divergences:
            return entry
        sentences = BagSentences(bag)
        headline = write_headline(sentences, review.text)
    except CoalaError:
        # The error is shown when the bag is opened.
        return entry
    return entry._replace(title=sentences.title, headline=headline.stored)


@lru_cache(maxsize=512)
def _headline(stored: str) -> Headline | None:
    return read_headline(stored) if stored else None


class BagListModel(QtCore.QAbstractListModel):
    """The bags that the controller lists, in its order; read-only."""

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
        together = groups.find_group(number) if shows_share else (number,)
        is_ditto = row > 0 and len(together) > 1 and groups.find_group(self._shown[row - 1]) is together
        state = self._controller.progress.state(number)
        former = self._controller.review.former_verdict(number)
        words = phrases.verdict_words(blind=self._controller.review.blind)
        current = number == self._current
        found = BagRow(entry, state, current, words, former, points, len(together), is_ditto)
        if self._controller.order.way is not Order.ALIKE:
            return found
        similar = self._controller.review.similar_bags(number)
        above = (
            row > 0
            and len(similar) > 1
            and self._controller.review.similar_bags(self._shown[row - 1]) is similar
        )
        return found._replace(alike=len(similar), is_ditto=above)

    def _entry(self, number: int) -> BagEntry:
        """Return the entry of a bag; in a blind review, write its title and headline from the bag."""
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

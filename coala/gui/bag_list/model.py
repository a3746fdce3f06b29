"""Qt model of the list of bags: one row a bag, and below an unfolded bag one row an own change.

Rows are built only when they are painted.

A bag is a group of connected chains of both graphs, one item of a review. Its own changes are those that take
a verdict, such as one of a type (`coala.verdicts.changes`). The session has the numbers of
the listed bags in their order: if `session.shown` is (7, 2), row 0 shows bag 7. The delegate gets a row
as a `BagRow`; screen readers and tooltips get the same content in words.

The list may be ordered by share or by similar bags. A share is the effect of a bag on a score; bags that one
gold chain connects have one share together. Similar bags have the same kind of change. Either way several
rows in succession may have one value, which only the first of them shows.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6 import QtCore

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.diff.headlines import Headline, read_headline, write_headline
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.gui.session.bag_filter import BagFilter, Order
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.widgets.painting import Index
from coala.gui.widgets.theme import tooltip
from coala.model.bag import Verdict
from coala.model.nouns import IN_TEXTS, OF_RECORDS, Nouns
from coala.present import figures, phrases
from coala.present.bag_changes import BagChanges, ChangeItem
from coala.present.judged_changes import mark_rows, say_links, speak_rows
from coala.present.phrases import choose_colour
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.search import ABOUT_BAGS, parse_query
from coala.verdicts.changes import is_great
from coala.verdicts.state import Manner, State

BAG_ROLE = QtCore.Qt.ItemDataRole.UserRole
"""The role of the `BagRow` of a row, None for a change."""
CHANGE_ROLE = QtCore.Qt.ItemDataRole.UserRole + 1
"""The role of the `ChangeRow` of a row, None for a bag."""


# Classes of letters with a direction of their own (Unicode Standard Annex 9): left to right, or not.
_STRONG = ("L", "R", "AL")
# The sign for "the same as above" that every font has.
_DITTO = "\N{RIGHT DOUBLE QUOTATION MARK}"
# Characters shown before a mention: with more, a narrow list would cut the mention off.
_LEFT_CHARACTERS = 20
# In a blind review, titles are written while the reviewer scrolls: not for bags with more spans than this,
# which would take too long, and at most this number of them is kept.
_MOST_SPANS = 300
_MOST_TITLED = 512


class RowExcerpt(NamedTuple):
    """A mention between the words around it."""

    left: str
    words: str
    right: str

    @property
    def text(self) -> str:
        return "".join(self)

    @property
    def is_right_to_left(self) -> bool:
        """True if the first letter is of a right-to-left script, such as Hebrew or Arabic."""
        directions = map(unicodedata.bidirectional, self.text)
        return next((each for each in directions if each in _STRONG), "L") != "L"


class BagRow(NamedTuple):
    """The content of one row of the list, with properties for each text that is painted or spoken."""

    entry: BagEntry
    # The reviewer's verdict on the bag, and the comment.
    state: State
    # True if the window shows this bag.
    current: bool
    # The words for verdicts, which are different in a blind review.
    words: Mapping[Verdict, str]
    # The last verdict on an earlier version of the bag, if there is one.
    former: Verdict | None = None
    # The share in points, such as "−0.42"; "" unless the list is ordered by it.
    points: str = ""
    # The number of bags that have this share together, since gold connects them.
    together: int = 1
    # True if the row above belongs to the same bags, so that the value is the same.
    is_ditto: bool = False
    # The number of similar bags, including this one; 1 unless the list is ordered by that.
    alike: int = 1
    # The number of its own changes if they can be listed below it, else 0; and True if they are.
    changes: int = 0
    is_unfolded: bool = False
    # The number of changes below it that the filter finds; None if it is folded or the filter finds all.
    found: int | None = None
    # The words for what the graphs hold.
    nouns: Nouns = IN_TEXTS
    # The number of its drawn links that are answered, whose answers are not in the state.
    links: int = 0

    @property
    def colour_verdict(self) -> Verdict | None:
        """The verdict whose colour the sign has, or None for an unjudged bag."""
        return self.state.verdict and phrases.choose_colour(self.state.verdict, self.words)

    @property
    def sign(self) -> str:
        """The sign of the verdict; a dot for the current bag while it is unjudged."""
        if self.state.verdict is None and self.current:
            return "\N{BLACK CIRCLE}"
        return phrases.sign(self.state.verdict)

    @property
    def title(self) -> str:
        """The headline of the bag, and the number of its further changes."""
        return one_line(self.entry.title)

    @property
    def excerpt(self) -> RowExcerpt | None:
        """The first changed mention with the words around it, or None where they are unknown."""
        headline = _parse_headline(self.entry.headline)
        if headline is None or not headline.words:
            return None
        left = one_line(headline.left)
        if len(left) > _LEFT_CHARACTERS:
            # Begin with a whole word where there is one.
            ending = left[-_LEFT_CHARACTERS:]
            left = "\N{HORIZONTAL ELLIPSIS}" + (ending.partition(" ")[2] or ending)
        # A space next to the mention belongs to the words around it.
        space = " " if headline.left[-1:].isspace() else ""
        return RowExcerpt(f"{left.rstrip()}{space}".lstrip(), one_line(headline.words), headline.right)

    @property
    def number(self) -> str:
        """The number of the bag, counted from 1 as everywhere in the window."""
        return f"{self.entry.number + 1:,}"

    @property
    def marks(self) -> str:
        """A few letters for the earlier verdict, for verdicts on own changes, and for tags and note."""
        is_outdated = self.state.verdict is None and self.former is not None
        parts = [f"was {phrases.sign(self.former)}"] if is_outdated else []
        return " · ".join([*parts, *self._row_and_comment_marks])

    @property
    def _row_and_comment_marks(self) -> list[str]:
        """The marks of the verdicts on own changes, the tags and the note, as far as there are any."""
        rows = mark_rows(self.state.rows), say_links(self.links)
        marks = self._settled, self._many_changes, *rows, *phrases.comment_marks(self.state.comment)
        return list(filter(None, marks))

    @property
    def _settled(self) -> str:
        return "settled" if self.state.manner is Manner.ADJUDICATION else ""

    @property
    def _many_changes(self) -> str:
        if self.found is not None:
            return f"{self.found:,} of {self.changes:,} changes"
        return f"{self.changes:,} changes" if self.changes and not self.state.rows else ""

    @property
    def size(self) -> str:
        """The numbers of mentions and documents, short enough for a narrow list."""
        mentions = numerals.count(self.entry.spans, self.nouns.mention)
        if self.nouns == OF_RECORDS:
            return mentions
        return f"{mentions}, {numerals.count(self.entry.documents, 'doc')}"

    @property
    def worth(self) -> str:
        """The value by which the list is ordered: "−0.42", "4 bags −0.42", or "×12" similar bags."""
        if self.alike > 1:
            return _DITTO if self.is_ditto else f"\N{MULTIPLICATION SIGN}{self.alike:,}"
        if not self.points or self.together == 1:
            return self.points
        return _DITTO if self.is_ditto else f"{self.together:,} bags {self.points}"

    @property
    def share(self) -> str:
        """The share as a phrase: "share −0.42 points, of 4 bags together"."""
        together = f", of {self.together:,} bags together" if self.together > 1 else ""
        return f"effect {self.points} points{together}" if self.points else ""

    @property
    def details(self) -> str:
        """The kinds of change, the marks, and the verdict on an earlier version of the bag."""
        parts = [phrases.kind_words(self.entry.kinds, self.nouns)]
        if self.state.verdict is None and self.former is not None:
            parts.insert(0, f"changed since judged (was {phrases.sign(self.former)})")
        return " · ".join([*parts, *self._row_and_comment_marks])

    @property
    def spoken(self) -> str:
        """The row in words for a screen reader: number, verdict and headline first."""
        judgement = phrases.judgement(self.state.verdict, self.words)
        is_outdated = self.state.verdict is None and self.former is not None
        parts = [
            self._settled,
            speak_rows(self.state.rows, self.words),
            say_links(self.links),
            f"changed since judged {self.words[self.former]}" if is_outdated and self.former else "",
            phrases.kind_words(self.entry.kinds, self.nouns),
            self._many_changes,
            *phrases.comment_marks(self.state.comment),
            self.size,
            self.share,
            f"{self.alike - 1:,} similar" if self.alike > 1 else "",
        ]
        return f"Bag {self.number}, {judgement}: “{self.title}”; {'; '.join(filter(None, parts))}"


class ChangeRow(NamedTuple):
    """The content of the row of an own change below its bag."""

    item: ChangeItem
    # True if answers are for this change.
    current: bool
    # The words for verdicts, which are different in a blind review.
    words: Mapping[Verdict, str]

    @property
    def colour_verdict(self) -> Verdict | None:
        """The verdict whose colour the sign has; None without one, or with several."""
        return choose_colour(self.item.verdicts[0], self.words) if len(self.item.verdicts) == 1 else None

    @property
    def sign(self) -> str:
        """The signs of its verdicts; a dot for the current change while it is unjudged."""
        if not self.item.verdicts and self.current:
            return "\N{BLACK CIRCLE}"
        return "/".join(map(phrases.sign, self.item.verdicts)) or phrases.sign(None)

    @property
    def spoken(self) -> str:
        """The row in words for a screen reader, verdict first."""
        verdicts = ", ".join(self.words[verdict] for verdict in self.item.verdicts)
        judged = f"judged {verdicts}" if verdicts else "not judged"
        place = f"change {self.item.place + 1:,} of {self.item.total:,}"
        return f"{place.capitalize()}, {judged}: “{self.item.sentence}”; {self.item.kind}"


def _add_blind_title(review: Review, entry: BagEntry) -> BagEntry:
    """Return the entry of a blind review with title and headline, which its file leaves out.

    They are written from the bag as the reviewer sees it, with the sides exchanged or not.
    """
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
def _parse_headline(stored: str) -> Headline | None:
    return read_headline(stored) if stored else None


class BagListModel(QtCore.QAbstractListModel):
    """Read-only model of the bags in the list of a session."""

    def __init__(self, session: Session, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._current = session.current
        self._shown = session.shown
        # Of a blind review: entries with titles, by the number of the bag.
        self._titled: dict[int, BagEntry] = {}
        # The unfolded bag by number, -1 for none, its changes, and the one that answers are for.
        self._unfolded = -1
        self._changes: BagChanges | None = None
        self._change: int | None = None
        # The indices of the changes that are listed, and the place of each among them.
        self._listed: Sequence[int] = ()
        self._place_of: Mapping[int, int] = {}
        # The filter for which they were found: later verdicts take no change out of the list.
        self._filter: BagFilter | None = None
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.listed:
            self._reset()
        if changes.judged >= 0:
            self._refresh(changes.judged)
        if changes.gold:
            self._repaint()
        if changes.bag:
            self._mark_current(self._session.current)

    def unfolded(self) -> int:
        """Return the number of the bag whose changes are listed, or -1."""
        return self._unfolded

    def listed(self) -> Sequence[int]:
        """Return the indices of the changes that are listed."""
        return self._listed

    def unfold(self, number: int, changes: BagChanges) -> None:
        """List the own changes of a bag below it, in the place of those of another bag.

        If the filter finds some of them, only these are listed.
        """
        self.fold()
        row = self._session.listing.row(number)
        if row < 0:
            return
        changes.read(self._session.progress.state(number).rows)
        listed = self.find_changes(number, changes) or changes.places
        self.beginInsertRows(QtCore.QModelIndex(), row + 1, row + len(listed))
        self._unfolded, self._changes = number, changes
        self._list_changes(listed)
        self.endInsertRows()
        self._refresh(number)

    def find_changes(self, number: int, changes: BagChanges) -> list[int]:
        """Return the changes of a bag that the filter finds; none if it has no condition for them."""
        try:
            terms = parse_query(self._session.filter.text, blind=self._session.review.blind)
        except CoalaError:
            # A query that is not understood is no filter.
            return []
        own = tuple(term for term in terms if term.field not in ABOUT_BAGS)
        return changes.find(own, self._session.progress.state(number)) if own else []

    def _add_change(self, change: int) -> None:
        """List a change that the filter hides: undo leads to it, for example."""
        place = bisect_left(self._listed, change)
        row = self._session.listing.row(self._unfolded)
        if row >= 0:
            self.beginInsertRows(QtCore.QModelIndex(), row + 1 + place, row + 1 + place)
        self._list_changes([*self._listed[:place], change, *self._listed[place:]])
        if row >= 0:
            self.endInsertRows()

    def _list_changes(self, listed: Sequence[int]) -> None:
        self._listed, self._filter = listed, self._session.filter
        self._place_of = {change: place for place, change in enumerate(listed)}

    def fold(self) -> None:
        """List no changes any more."""
        number, changes = self._unfolded, self._changes
        if changes is None:
            return
        row = self._session.listing.row(number)
        if row >= 0:
            self.beginRemoveRows(QtCore.QModelIndex(), row + 1, row + len(self._listed))
        self._unfolded, self._changes, self._change = -1, None, None
        self._list_changes(())
        if row >= 0:
            self.endRemoveRows()
            self._refresh(number)

    def mark_change(self, change: int | None) -> None:
        """Mark the change of the unfolded bag that answers are for, and list it if the filter hides it."""
        if change is not None and change not in self._place_of and self._changes is not None:
            self._add_change(change)
        former, self._change = self._change, change
        for place in (former, change):
            row = -1 if place not in self._place_of else self.find_row(self._unfolded, place)
            if row >= 0:
                self.dataChanged.emit(self.index(row), self.index(row))

    def find_row(self, number: int, change: int | None = None) -> int:
        """Return the row of a bag, or of a change of it if that is listed; -1 if the bag is not listed."""
        row = self._session.listing.row(number)
        if row < 0:
            return -1
        first, below = self._find_changes()
        if number == self._unfolded:
            return row if change is None or change not in self._place_of else first + self._place_of[change]
        return row + below if row >= first else row

    def find_place(self, row: int) -> tuple[int, int | None]:
        """Return the number of the bag in a row, and the index of its change if the row has one."""
        first, below = self._find_changes()
        if first <= row < first + below:
            return self._unfolded, self._listed[row - first]
        return self._shown[row if row < first else row - below], None

    def _find_changes(self) -> tuple[int, int]:
        """Return the first row of the changes that are listed, and their number."""
        row = self._session.listing.row(self._unfolded) if self._changes is not None else -1
        return (len(self._shown), 0) if row < 0 else (row + 1, len(self._listed))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown) + self._find_changes()[1]

    def data(self, index: Index, role: int = QtCore.Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        number, change = self.find_place(index.row())
        if change is not None:
            return self._describe_change(change, role)
        return self._describe_bag(self._session.listing.row(number), role)

    def _describe_change(self, change: int, role: int) -> Any:
        if self._changes is None:
            return None
        words = self._session.review.sides.words
        row = ChangeRow(self._changes.item(change), change == self._change, words)
        match role:
            case QtCore.Qt.ItemDataRole.DisplayRole:
                return row.item.sentence
            case QtCore.Qt.ItemDataRole.ToolTipRole:
                return tooltip(row.item.sentence, row.item.kind)
            case QtCore.Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
        return row if role == CHANGE_ROLE else None

    def _describe_bag(self, row_of_bag: int, role: int) -> Any:
        if role == QtCore.Qt.ItemDataRole.DisplayRole:
            return self.row(row_of_bag).title
        if role == QtCore.Qt.ItemDataRole.ToolTipRole:
            row = self.row(row_of_bag)
            share = f"{self._session.order.sentence}: {row.share}" if row.share else ""
            around = row.excerpt.text if row.excerpt else ""
            return tooltip(f"Bag {row.number}", row.entry.title, around, row.details, row.size, share)
        if role == QtCore.Qt.ItemDataRole.AccessibleTextRole:
            return self.row(row_of_bag).spoken
        if role == BAG_ROLE:
            return self.row(row_of_bag)
        return None

    def row(self, row: int) -> BagRow:
        """Build the content of the row of a bag, which is ``row`` without the rows of changes."""
        number = self._shown[row]
        entry = self._entry(number)
        # The share, and whether the row above has the same: the bags of a group get the same tuple object.
        shows_share = self._session.order.by_share and self._session.gold.shows_share(number)
        points = figures.points(self._session.share(number)) if shows_share else ""
        groups = self._session.review.groups
        together = groups.find_group(number) if shows_share else (number,)
        is_ditto = row > 0 and len(together) > 1 and groups.find_group(self._shown[row - 1]) is together
        state, links = self._session.split_links(number)
        former = self._session.review.former_verdict(number)
        words = self._session.review.sides.words
        current = number == self._current
        found = BagRow(entry, state, current, words, former, points, len(together), is_ditto)
        found = found._replace(nouns=self._session.review.nouns, links=links)
        if is_great(changes := self._count_changes(number)):
            found = found._replace(changes=changes, is_unfolded=number == self._unfolded)
            if found.is_unfolded and len(self._listed) < changes:
                found = found._replace(found=len(self._listed))
        if self._session.order.way is not Order.ALIKE:
            return found
        # The same for an order by similar bags.
        similar = self._session.review.similar_bags(number)
        is_ditto = (
            row > 0
            and len(similar) > 1
            and self._session.review.similar_bags(self._shown[row - 1]) is similar
        )
        return found._replace(alike=len(similar), is_ditto=is_ditto)

    def _entry(self, number: int) -> BagEntry:
        """Return the entry of a bag, with a title also in a blind review unless the bag is large."""
        entry = self._session.review.entries[number]
        if entry.headline or entry.spans > _MOST_SPANS:
            return entry
        known = self._titled.get(number)
        if known is None:
            if len(self._titled) >= _MOST_TITLED:
                self._titled.clear()
            known = self._titled[number] = _add_blind_title(self._session.review, entry)
        return known

    def _count_changes(self, number: int) -> int:
        """Return the number of own changes of a bag, or 0 if it is not known."""
        if number == self._unfolded and self._changes is not None:
            return len(self._changes.places)
        return self._session.review.count_changes(number)

    def _reset(self) -> None:
        self.beginResetModel()
        self._shown = self._session.shown
        if self._changes is not None and self._filter != self._session.filter:
            number, changes = self._unfolded, self._changes
            self._list_changes(self.find_changes(number, changes) or changes.places)
        self.endResetModel()

    def _refresh(self, number: int) -> None:
        row = self.find_row(number)
        if row < 0:
            return
        last = row
        if number == self._unfolded and self._changes is not None:
            self._changes.read(self._session.progress.state(number).rows)
            last += len(self._listed)
        self.dataChanged.emit(self.index(row), self.index(last))

    def _repaint(self) -> None:
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def _mark_current(self, number: int) -> None:
        former, self._current = self._current, number
        self._refresh(former)
        self._refresh(number)

"""Comparison of a bag with the bags that were judged before: which rows were judged, which are new.

When graphs are compared again, a judged bag may come back with other mentions or other changes. The window
then shows the reviewer what is different since. Both bags consist of rows, single differences between the two
graphs such as one mention that moved. A row has a key, a hash of its content and of its chains. So a row of
the present bag is in one of these cases (``Since``):

- Its key is in a judged bag: it was judged as it is.
- A judged bag has a row of the same kind with the same spans (the same *place*), but its chains differed.
- There is neither: it is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span


class PastRow(NamedTuple):
    """A row of a bag that was judged; ``spans`` index ``PastBag.spans``."""

    key: str
    spans: tuple[int, ...]


class PastChange(NamedTuple):
    """The rows of a judged bag that changed together, and the sentence that the reviewer read."""

    kind: Kind
    sentence: str
    rows: tuple[PastRow, ...]


@dataclass(frozen=True)
class PastBag:
    """A bag that was judged in an earlier comparison.

    ``words`` are the words of the spans. If the bag was damaged when it was stored, only the spans may be
    known, and ``words`` and ``changes`` are empty.
    """

    spans: tuple[Span, ...]
    words: tuple[str | None, ...] = ()
    changes: tuple[PastChange, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its rows."""
        return frozenset(row.key for change in self.changes for row in change.rows)


def record_bag(bag: Bag) -> PastBag:
    """Return a bag in the form in which judged bags are compared with later ones."""
    key_of = dict(zip(bag.divergences, row_keys(bag), strict=True))
    sentences = BagSentences(bag)
    return PastBag(
        tuple(bag.spans),
        tuple(bag.words),
        tuple(
            PastChange(
                rows[0].kind,
                sentences.describe(_join_rows(rows)),
                tuple(PastRow(key_of[row], row.spans) for row in rows),
            )
            for rows in rows_by_change(bag)
        ),
    )


def _join_rows(rows: Sequence[Divergence]) -> Divergence:
    """Return one row with the spans of all rows of a change, to describe the change in one sentence."""
    return rows[0]._replace(spans=tuple(sorted({span for row in rows for span in row.spans})))


class Since(StrEnum):
    """Kinds of differences between a change and the judged bags."""

    SAME = "as it was judged"
    ALTERED = "was there, but its chains had other mentions"
    NEW = "new"
    GONE = "gone"


class ChangeSince(NamedTuple):
    """One change: what became of it, its sentence, and the number of its rows."""

    since: Since
    sentence: str
    rows: int


class SpanWords(NamedTuple):
    """A span and its words, None if they are not known."""

    span: Span
    words: str | None


@dataclass(frozen=True)
class BagSince:
    """Differences between a bag and the judged bags that share mentions with it."""

    came: tuple[SpanWords, ...]  # spans that no judged bag had
    went: tuple[SpanWords, ...]  # spans that the bag has no longer
    changes: tuple[ChangeSince, ...] | None  # in the order of ``Since``; None if only spans are known

    @property
    def rows(self) -> Mapping[Since, int]:
        """The number of rows of each kind."""
        counted = dict.fromkeys(Since, 0)
        for change in self.changes or ():
            counted[change.since] += change.rows
        return counted


def compare_with_judged(bag: Bag, judged: Sequence[PastBag]) -> BagSince:
    """Compare a bag with all judged bags that share mentions with it."""
    before = {
        span: words
        for past in judged
        for span, words in zip(past.spans, past.words or (None,) * len(past.spans), strict=True)
    }
    now = dict(zip(bag.spans, bag.words, strict=True))
    are_changes_known = all(past.changes for past in judged)
    return BagSince(
        came=tuple(SpanWords(span, now[span]) for span in sorted(now.keys() - before.keys())),
        went=tuple(SpanWords(span, before[span]) for span in sorted(before.keys() - now.keys())),
        changes=tuple(_follow_changes(record_bag(bag), judged)) if are_changes_known else None,
    )


def _follow_changes(present: PastBag, judged: Sequence[PastBag]) -> list[ChangeSince]:
    """Return what became of each change, with the number of its rows; one line for each sentence."""
    keys_before, keys_now = frozenset[str]().union(*(past.keys for past in judged)), present.keys
    places_before = {place for past in judged for _, place, _ in _list_rows(past)}
    places_now = {place for _, place, _ in _list_rows(present)}
    # The keys of the rows of each line.
    keys_of: dict[tuple[Since, str], set[str]] = {}
    for change, place, key in _list_rows(present):
        since_if_not_judged = Since.ALTERED if place in places_before else Since.NEW
        since = Since.SAME if key in keys_before else since_if_not_judged
        keys_of.setdefault((since, change.sentence), set()).add(key)
    gone: set[str] = set()
    for past in judged:
        for change, place, key in _list_rows(past):
            if key not in keys_now and place not in places_now and key not in gone:
                gone.add(key)
                keys_of.setdefault((Since.GONE, change.sentence), set()).add(key)
    order = list(Since)
    lines = [ChangeSince(since, sentence, len(keys)) for (since, sentence), keys in keys_of.items()]
    return sorted(lines, key=lambda line: order.index(line.since))


def _list_rows(bag: PastBag) -> Iterator[tuple[PastChange, tuple[Kind, tuple[Span, ...], str], str]]:
    """Yield each row with its change, its place in the text by kind, and its key."""
    for change in bag.changes:
        # An instance may have many types and statements at one place.
        what = change.sentence if change.kind in (Kind.TYPE, Kind.STATEMENT) else ""
        for row in change.rows:
            yield change, (change.kind, tuple(bag.spans[span] for span in row.spans), what), row.key

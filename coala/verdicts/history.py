"""Comparison of a bag with the bags that were judged before: which rows were judged, which are new.

A judged bag is stored as it was (``PastBag``), with the keys of its rows. The bag that it is compared with
has another fingerprint, but shares mentions with it.
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
    """Return what is stored of a judged bag, for a later comparison."""
    key_of = dict(zip(bag.divergences, row_keys(bag), strict=True))
    sentences = BagSentences(bag)
    return PastBag(
        tuple(bag.spans),
        tuple(bag.words),
        tuple(
            PastChange(
                rows[0].kind,
                sentences.describe(_together(rows)),
                tuple(PastRow(key_of[row], row.spans) for row in rows),
            )
            for rows in rows_by_change(bag)
        ),
    )


def _together(rows: Sequence[Divergence]) -> Divergence:
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
    """Differences between a bag and the judged bags that share mentions with it.

    ``changes`` are in the order of ``Since``; None if only the spans of the judged bags are known.
    """

    came: tuple[SpanWords, ...]
    went: tuple[SpanWords, ...]
    changes: tuple[ChangeSince, ...] | None

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
        for one in judged
        for span, words in zip(one.spans, one.words or (None,) * len(one.spans), strict=True)
    }
    now = dict(zip(bag.spans, bag.words, strict=True))
    known = all(one.changes for one in judged)
    return BagSince(
        came=tuple(SpanWords(span, now[span]) for span in sorted(now.keys() - before.keys())),
        went=tuple(SpanWords(span, before[span]) for span in sorted(before.keys() - now.keys())),
        changes=tuple(_follow_changes(record_bag(bag), judged)) if known else None,
    )


def _follow_changes(present: PastBag, judged: Sequence[PastBag]) -> list[ChangeSince]:
    keys_before, keys_now = (
        frozenset[str]().union(*(one.keys for one in bags)) for bags in (judged, [present])
    )
    places_before, places_now = (
        {place for one in bags for _, place, _ in _places(one)} for bags in (judged, [present])
    )
    keys_of: dict[tuple[Since, str], set[str]] = {}
    for change, place, key in _places(present):
        asked_otherwise = Since.ALTERED if place in places_before else Since.NEW
        since = Since.SAME if key in keys_before else asked_otherwise
        keys_of.setdefault((since, change.sentence), set()).add(key)
    gone: set[str] = set()
    for one in judged:
        for change, place, key in _places(one):
            if key not in keys_now and place not in places_now and key not in gone:
                gone.add(key)
                keys_of.setdefault((Since.GONE, change.sentence), set()).add(key)
    order = list(Since)
    lines = [ChangeSince(since, sentence, len(keys)) for (since, sentence), keys in keys_of.items()]
    return sorted(lines, key=lambda line: order.index(line.since))


def _places(bag: PastBag) -> Iterator[tuple[PastChange, tuple[Kind, tuple[Span, ...]], str]]:
    """Yield each row with its change, its place in the text by kind, and its key."""
    for change in bag.changes:
        for row in change.rows:
            yield change, (change.kind, tuple(bag.spans[span] for span in row.spans)), row.key

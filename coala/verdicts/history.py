"""Comparison of a bag with the bags that were judged before: which rows were judged, which are new.

What was judged is a bag as it was (``PastBag``), told by the keys of its rows; what it is held against
has another fingerprint, but mentions in common with it.
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
    """The rows of a judged bag that went the same way, and the sentence that the reviewer read of them."""

    kind: Kind
    sentence: str
    rows: tuple[PastRow, ...]


@dataclass(frozen=True)
class PastBag:
    """What a reviewer was asked in an earlier comparison.

    ``words`` are what the spans cover. Of a bag that was damaged when it was to be kept only the spans may be
    known: then it has neither words nor changes.
    """

    spans: tuple[Span, ...]
    words: tuple[str | None, ...] = ()
    changes: tuple[PastChange, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its rows."""
        return frozenset(row.key for change in self.changes for row in change.rows)


def record_bag(bag: Bag) -> PastBag:
    """What is kept of a bag that was judged, for the day on which its comparison is made again."""
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
    """What became of a change since its bag was judged."""

    SAME = "as it was judged"
    ALTERED = "was there, but its chains had other mentions"
    NEW = "new"
    GONE = "gone"


class ChangeSince(NamedTuple):
    """One change, in words, and how many of its rows this is said of."""

    since: Since
    sentence: str
    rows: int


class SpanWords(NamedTuple):
    """A place in the text, and the words there, None where they are not known."""

    span: Span
    words: str | None


@dataclass(frozen=True)
class BagSince:
    """How a bag differs from the judged ones that share mentions with it.

    ``changes`` stand in the order of ``Since``; None where the judged bags are known by their spans only.
    """

    came: tuple[SpanWords, ...]
    went: tuple[SpanWords, ...]
    changes: tuple[ChangeSince, ...] | None

    @property
    def rows(self) -> Mapping[Since, int]:
        """How many rows are as they were judged, and so on."""
        counted = dict.fromkeys(Since, 0)
        for change in self.changes or ():
            counted[change.since] += change.rows
        return counted


def compare_with_judged(bag: Bag, judged: Sequence[PastBag]) -> BagSince:
    """Hold a bag against all judged ones that share mentions with it."""
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
    told: dict[tuple[Since, str], set[str]] = {}
    for change, place, key in _places(present):
        asked_otherwise = Since.ALTERED if place in places_before else Since.NEW
        since = Since.SAME if key in keys_before else asked_otherwise
        told.setdefault((since, change.sentence), set()).add(key)
    gone: set[str] = set()
    for one in judged:
        for change, place, key in _places(one):
            if key not in keys_now and place not in places_now and key not in gone:
                gone.add(key)
                told.setdefault((Since.GONE, change.sentence), set()).add(key)
    order = list(Since)
    lines = [ChangeSince(since, sentence, len(keys)) for (since, sentence), keys in told.items()]
    return sorted(lines, key=lambda line: order.index(line.since))


def _places(bag: PastBag) -> Iterator[tuple[PastChange, tuple[Kind, tuple[Span, ...]], str]]:
    """Each row with its change, its key, and where in the text which kind of thing happened."""
    for change in bag.changes:
        for row in change.rows:
            yield change, (change.kind, tuple(bag.spans[span] for span in row.spans)), row.key

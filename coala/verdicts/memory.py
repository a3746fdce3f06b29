"""A bag is held against those that were judged before: which of its rows were asked already, which are new.

What was judged is a bag as it was (``RememberedBag``), told by the keys of its rows; what it is held against
has another fingerprint, but mentions in common with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from coala.diff.changes.ranked import rows_by_change
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.verdicts.state import State


class RememberedRow(NamedTuple):
    """A row of a bag that was judged; ``spans`` index ``RememberedBag.spans``."""

    key: str
    spans: tuple[int, ...]


class RememberedChange(NamedTuple):
    """The rows of a judged bag that went the same way, and the sentence that the reviewer read of them."""

    kind: Kind
    sentence: str
    rows: tuple[RememberedRow, ...]


@dataclass(frozen=True)
class RememberedBag:
    """What a reviewer was asked in an earlier comparison.

    ``words`` are what the spans cover. Of a bag that was judged in a file of an older version only the spans
    may be known: then it has neither words nor changes.
    """

    spans: tuple[Span, ...]
    words: tuple[str | None, ...] = ()
    changes: tuple[RememberedChange, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its rows."""
        return frozenset(row.key for change in self.changes for row in change.rows)


def remember_bag(bag: Bag) -> RememberedBag:
    """What is kept of a bag that was judged, for the day on which its comparison is made again."""
    key_of = dict(zip(bag.divergences, row_keys(bag), strict=True))
    sentences = BagSentences(bag)
    return RememberedBag(
        tuple(bag.spans),
        tuple(bag.words),
        tuple(
            RememberedChange(
                rows[0].kind,
                sentences.describe(_together(rows)),
                tuple(RememberedRow(key_of[row], row.spans) for row in rows),
            )
            for rows in rows_by_change(bag)
        ),
    )


def _together(rows: Sequence[Divergence]) -> Divergence:
    return rows[0]._replace(spans=tuple(sorted({span for row in rows for span in row.spans})))


class SharedRows(NamedTuple):
    """The rows that a bag has in common with a judged one, and whether that had ``one_change`` only."""

    fingerprint: str
    keys: tuple[str, ...] = ()
    one_change: bool = False

    def among(self, keys: frozenset[str]) -> SharedRows:
        """Those of the rows whose keys are among these."""
        return self._replace(keys=tuple(key for key in self.keys if key in keys))

    def verdicts(self, state: State) -> Iterator[tuple[str, Verdict]]:
        """What ``state``, which stood at the judged bag, says of each of these rows, where it says something.

        A verdict on a bag speaks of a row only where the bag has but one change; ``?`` says nothing.
        """
        of_rows = dict(state.rows)
        of_all = state.verdict if self.one_change else None
        for key in self.keys:
            verdict = of_rows.get(key, of_all)
            if verdict is not None and verdict is not Verdict.UNSURE:
                yield key, verdict


def write_shared_rows(shared: Iterable[SharedRows]) -> str:
    """What a bag has in common with judged ones, as a review file keeps it.

    A word for each: the fingerprint, then ":" and the keys where rows are shared, or "=" and the keys where
    these are of a bag with one change.
    """
    return " ".join(
        rows.fingerprint + ("=" if rows.one_change else ":") + ",".join(rows.keys)
        if rows.keys
        else rows.fingerprint
        for rows in shared
    )


def read_shared_rows(stored: str) -> tuple[SharedRows, ...]:
    """The inverse of ``write_shared_rows``; files from before rows had keys have fingerprints alone."""
    found = []
    for word in stored.split():
        one_change = "=" in word
        fingerprint, _, keys = word.partition("=" if one_change else ":")
        found.append(SharedRows(fingerprint, tuple(keys.split(",")) if keys else (), one_change))
    return tuple(found)


class Implied(NamedTuple):
    """A verdict on a row that was given on the same row of another bag, ``fingerprint``."""

    verdict: Verdict
    fingerprint: str


def imply(shared: Iterable[SharedRows], state_of: Callable[[str], State]) -> dict[str, Implied]:
    """What verdicts on other bags imply of the rows of one, by their keys.

    ``shared`` are what the bag has in common with each of them, the last judged first, whose word holds.
    """
    implied: dict[str, Implied] = {}
    for rows in shared:
        if rows.keys:
            for key, verdict in rows.verdicts(state_of(rows.fingerprint)):
                implied.setdefault(key, Implied(verdict, rows.fingerprint))
    return implied


class Since(StrEnum):
    """What became of a change since its bag was judged."""

    SAME = "as it was judged"
    ALTERED = "was there, but its chains had other mentions"
    NEW = "new"
    GONE = "gone"


class ChangeSince(NamedTuple):
    """One change, in words, and the keys of those of its rows that this is said of."""

    since: Since
    sentence: str
    keys: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows these are."""
        return len(self.keys)


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


def compare_with_judged(bag: Bag, judged: Sequence[RememberedBag]) -> BagSince:
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
        changes=tuple(_follow_changes(remember_bag(bag), judged)) if known else None,
    )


def _follow_changes(present: RememberedBag, judged: Sequence[RememberedBag]) -> list[ChangeSince]:
    keys_before, keys_now = (
        frozenset[str]().union(*(one.keys for one in bags)) for bags in (judged, [present])
    )
    places_before, places_now = (
        {place for one in bags for _, place, _ in _places(one)} for bags in (judged, [present])
    )
    told: dict[tuple[Since, str], dict[str, None]] = {}
    for change, place, key in _places(present):
        asked_otherwise = Since.ALTERED if place in places_before else Since.NEW
        since = Since.SAME if key in keys_before else asked_otherwise
        told.setdefault((since, change.sentence), {})[key] = None
    gone: set[str] = set()
    for one in judged:
        for change, place, key in _places(one):
            if key not in keys_now and place not in places_now and key not in gone:
                gone.add(key)
                told.setdefault((Since.GONE, change.sentence), {})[key] = None
    order = list(Since)
    lines = [ChangeSince(since, sentence, tuple(keys)) for (since, sentence), keys in told.items()]
    return sorted(lines, key=lambda line: order.index(line.since))


def _places(bag: RememberedBag) -> Iterator[tuple[RememberedChange, tuple[Kind, tuple[Span, ...]], str]]:
    """Each row with its change, its key, and where in the text which kind of thing happened."""
    for change in bag.changes:
        for row in change.rows:
            yield change, (change.kind, tuple(bag.spans[span] for span in row.spans)), row.key

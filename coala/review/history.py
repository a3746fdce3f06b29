"""Verdicts of earlier comparisons: reading them, taking them over, and matching them to the current bags.

A bag is a group of chains of both graphs that a reviewer judges as one; its fingerprint is a hash of its
content. When graphs are compared again, some bags come back unchanged and others do not:

- A verdict that is carried over counts for the current bag with the same fingerprint.
- A judged bag with another fingerprint that shares mentions with a current bag is an *earlier* bag of it;
  its verdict is only shown.

The first part of the module serves the writer of a review: ``read_past_verdicts`` reads other files,
``take_over`` copies their verdicts, and ``PastBags`` finds the earlier bags. ``ReviewHistory`` at the end
serves the window with an open review.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.paths import same_file
from coala.base.process import without_collector
from coala.errors import DamagedReviewError
from coala.model.bag import Bag
from coala.model.nouns import Nouns
from coala.model.values import Span
from coala.review.blind.blindness import refuse_blind
from coala.review.file import Review
from coala.review.storage import opening
from coala.review.storage.journal import JournalRow, Standing, moment_of
from coala.review.storage.journal_table import read_journal, read_last_row, write_row
from coala.review.storage.questions import read_question, spans_of_question
from coala.review.storage.seals import check_questions, check_seal
from coala.review.storage.serialization import damaged, is_whole, require_types
from coala.verdicts.groups import fits_bag
from coala.verdicts.history import BagSince, compare_with_judged
from coala.verdicts.state import Manner, Origin, State

_MOST_EARLIER = 50
"""The most earlier bags in the history of one bag; longer lists are not read."""

HISTORY = "memory"
"""The key in the table ``header`` of the counts that ``parse_history_counts`` reads."""

# The size of a bag, and of its earlier bags as stored: larger ones are compared only on request.
_MOST_SPANS, _MOST_BYTES = 300, 20_000


class GivenState(NamedTuple):
    """State of a bag by one reviewer, and the time when it was first given."""

    state: State
    time: str

    @property
    def moment(self) -> datetime:
        """The time as a value that can be compared."""
        return moment_of(self.time)


Verdicts = dict[str, dict[str, GivenState]]
"""Fingerprint to reviewer to state; the bag that was judged last comes last."""


class StoredBag(NamedTuple):
    """A judged bag as a file keeps it, packed (``coala.review.storage.questions``)."""

    question: bytes  # what outlives the comparison: the spans at least, or the whole bag
    bag: bytes | None  # the whole bag, if it belongs to the file's own comparison
    what: str  # names the bag in an error message

    @property
    def fullest(self) -> bytes:
        """The bag if it is there and undamaged, else the question; a new comparison repairs a damaged bag."""
        return self.question if self.bag is None or not is_whole(self.bag) else self.bag


def read_verdicts(connection: sqlite3.Connection, path: Path) -> Verdicts:
    """Read the newest state of each bag and reviewer from the journal of a file, withdrawn verdicts too.

    A state is later than the one that it replaces, also if the clock was set back in between. Raises
    ``ReviewError`` if the file is damaged.
    """
    standing = Standing()
    times: dict[tuple[str, str], str] = {}
    for row in read_journal(connection, path):
        standing.add(row)
        place = row.fingerprint, row.reviewer
        time = row.state.origin.time if row.state.origin else row.time
        # Removed and added again, so that bags are sorted by their last verdict.
        times[place] = _follow(time, times.pop(place, None))
    check_questions(connection, path, standing.fingerprints())
    found: Verdicts = {}
    for (fingerprint, reviewer), time in times.items():
        state = standing.states_of(reviewer)[fingerprint]
        found[fingerprint] = found.pop(fingerprint, {}) | {reviewer: GivenState(state, time)}
    return found


def _follow(time: str, before: str | None) -> str:
    """Return the time of a state, or the first millisecond after that of the state that it replaced."""
    if before is None or moment_of(time) > moment_of(before):
        return time
    try:
        return (moment_of(before) + timedelta(milliseconds=1)).isoformat(timespec="milliseconds")
    except OverflowError:  # the last millisecond that there is
        return before


def read_stored_bags(connection: sqlite3.Connection, path: Path) -> dict[str, StoredBag]:
    """Read what a file has kept of each bag that was judged in it, by fingerprint."""
    what = f"A judged bag of {path}"
    stored = connection.execute(
        "SELECT question.fingerprint, question.spans, bag.content "
        "FROM question LEFT JOIN bag USING (fingerprint)"
    )
    return {name: StoredBag(question, bag, what) for name, question, bag in stored}


@dataclass
class PastVerdicts:
    """Verdicts of other review files, and the bags on which they were given.

    ``disagreeing`` counts the bags with different answers of one reviewer in two files; the newer one
    counts. ``files`` are the names of the files at ``paths``.
    """

    verdicts: Verdicts = field(default_factory=dict)
    bags: dict[str, StoredBag] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    disagreeing: int = 0


def read_past_verdicts(paths: Iterable[Path]) -> PastVerdicts:
    """Read the review files whose verdicts are to be carried over, each once.

    Raises:
        ReviewError: a file is missing, foreign, newer, damaged, or open elsewhere.
    """
    past = PastVerdicts()
    disagreeing: set[str] = set()
    for path in dict.fromkeys(path.absolute() for path in paths):
        connection = opening.connect(path, read_only=True)
        try:
            with opening.translated(path), without_collector():
                check_seal(connection, path)
                refuse_blind(connection, path)
                verdicts, bags = read_verdicts(connection, path), read_stored_bags(connection, path)
            _check_bags(bags.values())
            judged = ((name, given.state) for name, held in verdicts.items() for given in held.values())
            check_groups(path, bags, judged)
        finally:
            connection.close()
        past.files += (path.name,)
        past.paths += (path,)
        past.bags = merge_bags(past.bags, bags)
        for fingerprint, states in verdicts.items():
            for reviewer, given in states.items():
                if given.state.is_judged:
                    known = past.verdicts.setdefault(fingerprint, {})
                    if _contradicts(given, known.get(reviewer)):
                        disagreeing.add(fingerprint)
                    known[reviewer] = _choose_newer(
                        _mark_origin(given, reviewer, path.name), known.get(reviewer)
                    )
    # Bags whose verdicts were withdrawn are not passed on.
    past.bags = {name: bag for name, bag in past.bags.items() if name in past.verdicts}
    past.disagreeing = len(disagreeing)
    return past


def _check_bags(bags: Iterable[StoredBag]) -> None:
    """Raise ``ReviewError`` if a bag is damaged, before anything is carried over."""
    for stored in bags:
        if not all(is_whole(data) for data in (stored.question, stored.bag) if data is not None):
            raise DamagedReviewError(damaged(stored.what))


def check_groups(path: Path, bags: Mapping[str, StoredBag], states: Iterable[tuple[str, State]]) -> None:
    """Raise ``ReviewError`` if a state says who is who of parts that its bag, given by fingerprint, lacks."""
    for fingerprint, state in states:
        if state.groups is None or fingerprint not in bags:
            continue
        stored = bags[fingerprint]
        bag = read_question(stored.fullest, stored.what)
        if isinstance(bag, Bag) and not fits_bag(bag, state.groups):
            raise DamagedReviewError(f"{path}: who is who of a judged bag is damaged in this review file")


def merge_bags(some: Mapping[str, StoredBag], others: Mapping[str, StoredBag]) -> dict[str, StoredBag]:
    """Merge the bags of two files; of a bag in both, keep the fuller one."""
    merged = dict(some)
    for name, bag in others.items():
        merged[name] = max(some.get(name, bag), bag, key=_fullness)
    return merged


def _fullness(stored: StoredBag) -> tuple[bool, int]:
    """Return a sort key by which a stored bag with more content is greater."""
    return stored.bag is not None, len(stored.question)


def _contradicts(given: GivenState, known: GivenState | None) -> bool:
    if known is None:
        return False
    return given.state.answer != known.state.answer


def _choose_newer(given: GivenState, known: GivenState | None) -> GivenState:
    return given if known is None or known.moment < given.moment else known


def _mark_origin(given: GivenState, reviewer: str, file: str) -> GivenState:
    """Return the verdict for another file, with the file, reviewer and time of its origin.

    An adjudicated verdict stays adjudicated.
    """
    state = given.state
    manner = Manner.TAKEN_OVER if state.manner is Manner.ALONE else state.manner
    origin = state.origin or Origin(file, reviewer, given.time)
    return given._replace(state=state._replace(manner=manner, origin=origin))


def take_over(connection: sqlite3.Connection, standing: Verdicts, past: PastVerdicts) -> None:
    """Write verdicts of other files into the journal of this one, within the open transaction.

    ``standing`` holds the states of this file and is updated. A reviewer's own verdict in this file stays,
    even one on some changes only, and so does a later withdrawal. A verdict carried over before stays unless
    there is a newer one.
    """
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    last, seal = read_last_row(connection)
    for fingerprint, states in past.verdicts.items():
        for reviewer, given in states.items():
            here = standing.setdefault(fingerprint, {})
            if _stays(here.get(reviewer), given):
                continue
            here[reviewer] = given
            last += 1
            row = JournalRow(last, now, reviewer, "judge", None, fingerprint, given.state)
            seal = write_row(connection, row, seal)


def _stays(here: GivenState | None, given: GivenState) -> bool:
    """Return True if a reviewer's state in this file stays in force against one of another file."""
    if here is None:
        return False
    return (here.state.is_judged and here.state.origin is None) or here.moment >= given.moment


class HistoryCounts(NamedTuple):
    """Counts of what became of past verdicts in the bags of a new comparison.

    Each bag is counted once, in one of the first four fields. The review file stores the counts.
    """

    taken_over: int  # has a verdict of another file
    kept: int  # has a verdict that was given in this file
    changed: int  # has no verdict, but shares mentions with a judged bag
    new: int  # none of these
    files: tuple[str, ...] = ()  # the files whose verdicts were carried over
    disagreeing: int = 0  # bags on which two of these files have different answers of one reviewer

    @property
    def as_json(self) -> dict[str, object]:
        """Return the counts as ``coala diff --json`` has them."""
        return self._asdict()

    @property
    def sentence(self) -> str:
        """Return the counts in words, for the end of a run."""
        kept = f", {self.kept:,} judged in this review" if self.kept else ""
        return (
            f"{count(self.taken_over, 'verdict')} carried over from "
            f"{' and '.join(self.files)}{kept}, {count(self.changed, 'bag')} changed since then, "
            f"{count(self.new, 'new bag')}.{self._conflict}"
        )

    @property
    def _conflict(self) -> str:
        if not self.disagreeing:
            return ""
        has = "has" if self.disagreeing == 1 else "have"
        return (
            f" {count(self.disagreeing, 'bag')} {has} different answers by one reviewer in "
            "these files: the newer one counts."
        )


def parse_history_counts(stored: str | None, path: Path) -> HistoryCounts | None:
    """Read the counts in the header of a review or a board; None if it has no counts.

    Raises:
        ReviewError: the counts are damaged.
    """
    if stored is None:
        return None
    try:
        values = json.loads(stored)
        return require_types(HistoryCounts(**values | {"files": tuple(values["files"])}), HistoryCounts)
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: the counts of other reviews are damaged") from error


def count_history(bags: Iterable[Bag], past: PastVerdicts) -> HistoryCounts:
    """Count what would become of past verdicts in a comparison with these bags, without writing a file."""
    former = PastBags(past.verdicts, past.bags)
    for bag in bags:
        former.find_earlier(bag.fingerprint, bag.spans)
    return former.counts(past)


class PastBags:
    """The judged bags by their spans, in which a new comparison looks up the earlier bags of each bag."""

    def __init__(
        self, verdicts: Verdicts, stored: Mapping[str, StoredBag], other_columns: Collection[str] = ()
    ) -> None:
        """Index the bags; ``other_columns`` are in other columns of the same board, so not earlier."""
        self._verdicts = verdicts
        self._stored = stored
        # Each judged bag's place in the order of their last verdicts.
        newest = {name: max(given.moment for given in states.values()) for name, states in verdicts.items()}
        self._rank = {name: rank for rank, name in enumerate(sorted(newest, key=newest.__getitem__))}
        # Each span's judged bags, by fingerprint.
        self._holders: dict[Span, list[str]] = {}
        for fingerprint in self._rank:
            if fingerprint in other_columns:
                continue
            for span in spans_of_question(stored[fingerprint].question, stored[fingerprint].what):
                self._holders.setdefault(span, []).append(fingerprint)
        self._counts = dict.fromkeys(("taken_over", "kept", "changed", "new"), 0)
        # The bags of the new comparison that were passed to ``find_earlier``.
        self._present: set[str] = set()

    def find_earlier(self, fingerprint: str, spans: Iterable[Span]) -> list[str]:
        """Count a bag, and return its earlier bags (see the module), the one judged last first."""
        self._present.add(fingerprint)
        touched = {judged for span in spans for judged in self._holders.get(span, ())} - {fingerprint}
        last_first = sorted(touched, key=self._rank.__getitem__, reverse=True)[:_MOST_EARLIER]
        self._count(fingerprint, last_first)
        return last_first

    def counts(self, past: PastVerdicts) -> HistoryCounts:
        """Return the counts so far."""
        return HistoryCounts(**self._counts, files=past.files, disagreeing=past.disagreeing)

    def questions(self) -> Iterator[tuple[str, bytes]]:
        """Yield each judged bag's fingerprint and what is to be stored of it.

        This is all that there is of it; its spans are enough if the new comparison has the bag itself.
        """
        for fingerprint, stored in self._stored.items():
            yield fingerprint, stored.question if fingerprint in self._present else stored.fullest

    def documents(self) -> set[str]:
        """Return the documents of judged bags that the new comparison lacks; their texts must be kept."""
        return {
            span.document for span, holders in self._holders.items() if not self._present.issuperset(holders)
        }

    def _count(self, fingerprint: str, earlier: Iterable[str]) -> None:
        states = [given.state for given in self._verdicts.get(fingerprint, {}).values()]
        judged = [state for state in states if state.is_judged]
        if judged:
            self._counts["taken_over" if any(state.origin for state in judged) else "kept"] += 1
            return
        verdicts = [given for name in earlier for given in self._verdicts[name].values()]
        is_changed = any(given.state.verdict is not None for given in verdicts)
        self._counts["changed" if is_changed else "new"] += 1


def keep_texts(
    connection: sqlite3.Connection,
    path: Path,
    needed: Set[str],
    present: Set[str],
    others: Iterable[Path],
) -> None:
    """Keep the texts of documents that judged bags need, and delete those that nothing needs.

    ``present`` are the documents of the comparison, already written. Texts missing in the file at ``path``
    are copied from the ``others``, whose verdicts it takes over.
    """
    needed = needed - present
    # Document to 1 if the file has a text of it, else 0.
    here = dict(connection.execute("SELECT identifier, text IS NOT NULL FROM document"))
    connection.executemany(
        "DELETE FROM document WHERE identifier = ?", ((name,) for name in here.keys() - present - needed)
    )
    # The lists of mentions were those of the former graphs.
    connection.executemany(
        "UPDATE document SET mentions = NULL WHERE identifier = ?", ((name,) for name in needed)
    )
    missing = {name for name in needed if not here.get(name)}
    for other in others:
        # The file may take over its own verdicts, and is locked now.
        if not same_file(other, path):
            missing -= copy_texts(connection, other, missing)


def copy_texts(connection: sqlite3.Connection, path: Path, wanted: Set[str]) -> set[str]:
    """Copy the texts of documents from another review file; return the names of those that it has."""
    if not wanted:
        return set()
    with closing(opening.connect(path, read_only=True)) as source, opening.translated(path):
        found = {
            name: text
            for name in wanted
            for (text,) in source.execute("SELECT text FROM document WHERE identifier = ?", (name,))
            if text is not None
        }
    connection.executemany("INSERT OR REPLACE INTO document VALUES (?, ?, NULL)", found.items())
    return set(found)


def copy_missing_texts(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the texts of all documents that only the other review file has."""
    query = "SELECT identifier FROM document"
    with closing(opening.connect(path, read_only=True)) as source, opening.translated(path):
        theirs = {name for (name,) in source.execute(query)}
    copy_texts(connection, path, theirs - {name for (name,) in connection.execute(query)})


class PastVerdict(NamedTuple):
    """State of a judged bag that shares mentions with a bag of this comparison."""

    fingerprint: str
    state: State


class ReviewHistory:
    """Verdicts of the current reviewer on bags of earlier comparisons, for each bag of this one.

    It is true if this comparison has anything that was judged before.
    """

    def __init__(self, review: Review) -> None:
        self._review = review
        # The last result of ``since``, with its bag and reviewer.
        self._last: tuple[tuple[int, str], BagSince | None] | None = None
        self._times: dict[str, Mapping[str, str]] = {}

    @property
    def nouns(self) -> Nouns:
        """The words for what the compared graphs hold."""
        return self._review.nouns

    def past(self, number: int) -> list[PastVerdict]:
        """Return the reviewer's verdicts and notes on past bags that share mentions, the last first."""
        return [
            PastVerdict(fingerprint, state)
            for fingerprint in self._review.entries[number].earlier_bags
            if (state := self._review.state(fingerprint)).verdict is not None or state.comment
        ]

    def is_small(self, number: int) -> bool:
        """Return True if ``since`` is fast enough for a key."""
        entry = self._review.entries[number]
        small = entry.spans <= _MOST_SPANS
        return small and self._review.size_of_questions(entry.earlier_bags) <= _MOST_BYTES

    def since(self, number: int) -> BagSince | None:
        """Return what is different since the bag was judged; None if it was not judged.

        Raises:
            ReviewError: the bag, or a judged bag, is damaged.
        """
        bag_and_reviewer = number, self._review.reviewer
        if self._last is None or self._last[0] != bag_and_reviewer:
            judged = [self._review.question(past.fingerprint) for past in self.past(number)]
            since = compare_with_judged(self._review.bag(number), judged) if judged else None
            self._last = bag_and_reviewer, since
        return self._last[1]

    def when(self, former: PastVerdict) -> str:
        """Return the time of a verdict as written in the journal."""
        if former.state.origin is not None:
            return former.state.origin.time
        reviewer = self._review.reviewer
        if reviewer not in self._times:
            # Read once: verdicts on earlier bags no longer change.
            self._times[reviewer] = self._review.times_of(reviewer)
        return self._times[reviewer].get(former.fingerprint, "")

    def __bool__(self) -> bool:
        """Return True if this comparison has anything that was judged before."""
        entries = self._review.entries
        if any(entry.earlier for entry in entries):
            return True
        mine = self._review.states_of(self._review.reviewer)
        taken_over = {fingerprint for fingerprint, state in mine.items() if state.origin is not None}
        return bool(taken_over) and any(entry.fingerprint in taken_over for entry in entries)

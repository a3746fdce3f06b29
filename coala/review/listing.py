"""The list of bags, the figures and the settings of a comparison, read from its review file.

A bag is one item of a review: chains of both graphs that share mentions. Its fingerprint is a hash of its
content, by which it is recognized in a later comparison. The list has one ``BagEntry`` a bag, without the
content, so that 100,000 bags are listed at once. The functions at the end read a file that is not open.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from string import hexdigits
from typing import Annotated, Any, NamedTuple

import msgspec

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.errors import DamagedReviewError, ReviewError
from coala.model.kinds import Kind
from coala.review.storage import opening
from coala.review.storage.provenance import ReviewProvenance, read_provenance, without_changed_files
from coala.review.storage.serialization import from_json, require_types

_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""A number of things; a window takes no greater one."""

SHORTEST_FINGERPRINT = 6
"""Digits of a fingerprint that name a bag; fewer would match several among 100,000."""

_MOST_DIGITS = 18
"""The most digits of a bag's number to convert: Python refuses very long numbers."""


class BagEntry(NamedTuple):
    """One line of the list of bags."""

    number: int
    """The index in the list, from 0; people see it counted from 1."""
    fingerprint: str
    title: str
    kinds: tuple[Kind, ...]
    """The kinds of its changes."""
    spans: int
    documents: int
    """The number of its spans, and of the documents that they are in."""
    headline: str = ""
    """In the format of ``coala.diff.headlines.read_headline``; "" in a blind review."""
    group: int | None = None
    """The same for bags that gold joins; None if gold joins no other bag to it, or if this is unknown."""
    earlier: str = ""
    """The fingerprints of judged bags that share mentions with it, with blanks between them."""

    @property
    def earlier_bags(self) -> list[str]:
        """Return the fingerprints in ``earlier``, the bag that was judged last first."""
        return self.earlier.split()


def read_summary(connection: sqlite3.Connection, path: Path) -> Summary:
    """Read the figures of the comparison; raise ``ReviewError`` if they are damaged."""
    try:
        return require_types(summaries.summary_from_json(_stored_summary(connection)), Summary)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: the summary in this review file is damaged") from error


def _stored_summary(connection: sqlite3.Connection) -> Any:
    row = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
    return json.loads(row[0])


class _ListedBag(NamedTuple):
    """Columns of the table ``bag`` that the list shows, as they are stored."""

    number: int
    fingerprint: str
    title: str
    kinds: str
    spans: _Count
    documents: _Count
    shares: str
    headline: str
    gold_group: _Count | None
    earlier: str


class EntryReader:
    """A builder of the list of bags, which gets the rows of the table ``bag`` in batches.

    The rows come from ``seals.seal``, which reads them anyway to compare the hash of the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kinds: dict[str, tuple[Kind, ...]] = {}
        self._entries: list[BagEntry] = []
        self._error: Exception | None = None

    def add_rows(self, rows: Sequence[Sequence[Any]]) -> None:
        """Read the next bags; an error is raised only by ``entries``, after the seal was compared."""
        if self._error is None:
            try:
                self._entries += map(self._read, from_json(rows, list[_ListedBag]))
            except ValueError as error:
                self._error = error

    def entries(self) -> tuple[BagEntry, ...]:
        """Return the bags in the order of the text; raise ``ReviewError`` if their list is damaged."""
        is_numbered = all(number == entry.number for number, entry in enumerate(self._entries))
        if self._error is not None or not is_numbered:
            raise DamagedReviewError(
                f"{self._path}: the list of bags in this review file is damaged"
            ) from self._error
        return tuple(self._entries)

    def _read(self, bag: _ListedBag) -> BagEntry:
        number, fingerprint, title, names, spans, documents, _, headline, group, earlier = bag
        kinds = self._kinds.get(names)
        if kinds is None:
            # Few combinations of kinds occur ("moved split"), so each is parsed once.
            kinds = self._kinds[names] = tuple(map(Kind, names.split()))
        return BagEntry(number, fingerprint, title, kinds, spans, documents, headline, group, earlier)


def split_address(words: str) -> tuple[Path, str | None]:
    """Split "r.coala#12" into file and bag "12"; the bag is None if no file has the name before the sign."""
    path, sign, bag = words.rpartition("#")
    with suppress(OSError, ValueError):
        if sign and not Path(words).exists() and Path(path).is_file():
            return Path(path), bag
    return Path(words), None


def find_bag(entries: Sequence[BagEntry], words: str, review: str) -> int:
    """Return the number (of ``BagEntry``) of the bag named by "12", "#12", a fingerprint, or "r.coala#12".

    ``review`` is the name of this review (``Review.name``). The first bag is 1; a fingerprint needs at least
    its first ``SHORTEST_FINGERPRINT`` digits. Raises ``ReviewError`` with one sentence if the words name no
    bag of this review, or several.
    """
    name, sign, given = words.strip().rpartition("#")
    if sign and name and name != review and Path(name).name != review:
        raise ReviewError(
            f"That bag belongs to {one_line(name, 100)}, but this review is {review}. Open that review."
        )
    given = given.strip()
    if given.isascii() and given.isdigit() and 1 <= int(given[:_MOST_DIGITS]) <= len(entries):
        return int(given) - 1
    if len(given) >= SHORTEST_FINGERPRINT and set(given.lower()) <= set(hexdigits):
        return _find_fingerprint(entries, given.lower())
    if given.isascii() and given.isdigit():
        bags = f"bags 1 to {len(entries):,}" if entries else "no bags"
        raise ReviewError(f"There is no bag {one_line(given, 20)}. This review has {bags}.")
    raise ReviewError(
        f"'{one_line(words, 40)}' is not a bag. Enter a bag’s number, or at least the first "
        f"{SHORTEST_FINGERPRINT} digits of its fingerprint."
    )


def _find_fingerprint(entries: Sequence[BagEntry], digits: str) -> int:
    found = [entry.number for entry in entries if entry.fingerprint.startswith(digits)]
    if len(found) == 1:
        return found[0]
    shown = one_line(digits, 20)
    if found:
        raise ReviewError(
            f"{len(found):,} bags have fingerprints that begin with {shown}. Write more digits."
        )
    raise ReviewError(f"No bag of this review has a fingerprint that begins with {shown}.")


class ListChange(NamedTuple):
    """The difference between a list of bags and the one before, in counts of bags.

    ``changed`` are those that share mentions with a judged bag and wait for a verdict; ``kept`` counts the
    verdicts, of all reviewers, that still hold.
    """

    new: int
    gone: int
    changed: int
    kept: int

    @property
    def sentence(self) -> str:
        """Return the change in words."""
        verdicts = f"{count(self.kept, 'verdict')} kept"
        if not self.new and not self.gone:
            return f"the bags are the same; {verdicts}."
        since = f", {self.changed:,} of the new ones changed since they were judged" if self.changed else ""
        return f"{count(self.new, 'new bag')}, {self.gone:,} gone{since}; {verdicts}."


def compare_lists(
    before: Collection[str], entries: Sequence[BagEntry], judged: Mapping[str, int]
) -> ListChange:
    """Compare a list with the fingerprints of an earlier one; ``judged`` has numbers of verdicts by bag."""
    present = {entry.fingerprint for entry in entries}
    return ListChange(
        new=len(present.difference(before)),
        gone=len(set(before) - present),
        changed=sum(
            any(fingerprint in judged for fingerprint in entry.earlier_bags)
            for entry in entries
            if entry.fingerprint not in judged and entry.fingerprint not in before
        ),
        kept=sum(judged.get(entry.fingerprint, 0) for entry in entries),
    )


def stored_fingerprints(path: Path) -> frozenset[str]:
    """Return the fingerprints of the bags in a review file; an empty set if it cannot be read."""
    try:
        connection = opening.connect(path, read_only=True)
        try:
            with opening.translated(path):
                return frozenset(name for (name,) in connection.execute("SELECT fingerprint FROM bag"))
        finally:
            connection.close()
    except ReviewError:
        return frozenset()


def read_inputs(connection: sqlite3.Connection, summary: Summary) -> dict[str, str]:
    """Return the compared files by role; those of the summary if a repair lost the list."""
    row = connection.execute("SELECT value FROM header WHERE key = 'inputs'").fetchone()
    if row is None:
        return {role: side.path for role, side in summary.sides.items()}
    return from_json(json.loads(row[0]), dict[str, str])


def stored_settings(path: Path) -> Mapping[str, str] | None:
    """Return how the comparison in a file was made (``Summary.settings``), or None if it cannot be read."""
    stored = _read_settings(path)
    return None if stored is None else stored[0]


def settings_to_repeat(path: Path) -> Mapping[str, str] | None:
    """Return ``stored_settings`` without files that have changed since the comparison was made."""
    stored = _read_settings(path)
    return None if stored is None else without_changed_files(*stored)


def _read_settings(path: Path) -> tuple[dict[str, str], ReviewProvenance | None] | None:
    """Return the settings of a comparison and its provenance; None if the file cannot be read."""
    try:
        if not opening.exists(path):
            return None
        with (
            closing(opening.connect(path, read_only=True)) as connection,
            opening.translated(path),
        ):
            settings = _stored_summary(connection)["settings"]
            made = read_provenance(connection, path)
    except (ReviewError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    return {key: value for key, value in settings.items() if isinstance(value, str)}, made

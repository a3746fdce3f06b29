"""The list of bags, the figures and the settings of a comparison are read from its review file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from string import hexdigits
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.errors import DamagedReviewError, ReviewError
from coala.model.kinds import Kind
from coala.review.storage import opening
from coala.review.storage.provenance import ReviewProvenance, read_provenance, without_changed_files
from coala.review.storage.schema import check_types

_MOST = 2**31 - 1
"""Of what is counted: a window takes no greater number."""


SHORTEST_FINGERPRINT = 6
"""Digits of a fingerprint that name a bag; fewer name several among 100,000."""

_MOST_DIGITS = 18


class BagEntry(NamedTuple):
    """One line of the list of bags.

    ``earlier`` has the fingerprints of judged bags that share mentions with it, with blanks between them.
    Bags that gold joins have a ``group`` in common; None stands for a bag alone, or where that is not known.
    ``headline`` is what ``coala.diff.headlines.read_headline`` reads, "" in a blind review.
    """

    number: int
    fingerprint: str
    title: str
    kinds: tuple[Kind, ...]
    spans: int
    documents: int
    headline: str = ""
    group: int | None = None
    earlier: str = ""

    @property
    def earlier_bags(self) -> list[str]:
        """Return the fingerprints in ``earlier``, the bag that was judged last first."""
        return self.earlier.split()


def read_summary(connection: sqlite3.Connection, path: Path) -> Summary:
    """The figures of the comparison; raises ``ReviewError`` where they are damaged."""
    try:
        summary = summaries.summary_from_json(_stored_summary(connection))
        check_types([summary], Summary)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: the summary in this review file is damaged") from error
    return summary


def _stored_summary(connection: sqlite3.Connection) -> Any:
    row = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
    return json.loads(row[0])


class EntryReader:
    """Makes the list of bags from the rows that are sealed (``writing.seal``), some at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kinds: dict[str, tuple[Kind, ...]] = {}
        self._entries: list[BagEntry] = []
        self._error: Exception | None = None

    def take(self, rows: Sequence[Sequence[Any]]) -> None:
        """Read the next bags; what is wrong with them is told by ``entries``, after the seal was compared."""
        if self._error is None:
            try:
                self._entries += self._read(*zip(*rows, strict=True))
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                self._error = error

    def entries(self) -> tuple[BagEntry, ...]:
        """The bags in the order of the text; raises ``ReviewError`` where their list is damaged."""
        if self._error is not None:
            raise DamagedReviewError(
                f"{self._path}: the list of bags in this review file is damaged"
            ) from self._error
        return tuple(self._entries)

    def _read(
        self,
        numbers: Sequence[int],
        fingerprints: Sequence[str],
        titles: Sequence[str],
        kinds: Sequence[str],
        spans: Sequence[int],
        documents: Sequence[int],
        shares: Sequence[str],
        headlines: Sequence[str],
        groups: Sequence[int | None],
        earlier: Sequence[str],
    ) -> list[BagEntry]:
        """Return the bags in columns; shares are read one by one when somebody asks for them."""
        first = len(self._entries)
        if list(numbers) != list(range(first, first + len(numbers))):
            raise ValueError("numbers")
        for said in set(kinds).difference(self._kinds):
            self._kinds[said] = tuple(Kind(kind) for kind in said.split())
        listed = map(self._kinds.__getitem__, kinds)
        of_bags = (numbers, fingerprints, titles, listed, spans, documents, headlines, groups, earlier)
        read = list(map(BagEntry, *of_bags))
        check_types(read, BagEntry)
        known = [group for group in groups if group is not None]
        if max(*spans, *documents, *known) > _MOST or min(known, default=0) < 0:
            raise ValueError("counts")
        return read


def split_address(words: str) -> tuple[Path, str | None]:
    """The file and the bag of "r.coala#12"; no bag where none is named, or the file's own name is such."""
    path, sign, bag = words.rpartition("#")
    with suppress(OSError, ValueError):
        if sign and not Path(words).exists() and Path(path).is_file():
            return Path(path), bag
    return Path(words), None


def find_bag(entries: Sequence[BagEntry], words: str, review: str) -> int:
    """The number (of ``BagEntry``) of the bag that is meant by "12", "#12", a fingerprint, or "r.coala#12".

    ``review`` is what this review is called (``Review.name``). The first bag is 1; of a fingerprint at least
    the first ``SHORTEST_FINGERPRINT`` digits are needed. Raises ``ReviewError`` with one sentence where none
    is meant, or none in this review, or several.
    """
    name, sign, given = words.strip().rpartition("#")
    if sign and name and name != review and Path(name).name != review:
        raise ReviewError(f"That is a bag of {one_line(name, 100)}; this review is {review}.")
    given = given.strip()
    if given.isascii() and given.isdigit() and 1 <= int(given[:_MOST_DIGITS]) <= len(entries):
        return int(given) - 1
    if len(given) >= SHORTEST_FINGERPRINT and set(given.lower()) <= set(hexdigits):
        return _find_fingerprint(entries, given.lower())
    if given.isascii() and given.isdigit():
        bags = f"bags 1 to {len(entries):,}" if entries else "no bags"
        raise ReviewError(f"There is no bag {one_line(given, 20)}: this review has {bags}.")
    raise ReviewError(
        f"'{one_line(words, 40)}' names no bag; write its number, or at least the first "
        f"{SHORTEST_FINGERPRINT} digits of its fingerprint."
    )


def _find_fingerprint(entries: Sequence[BagEntry], digits: str) -> int:
    found = [entry.number for entry in entries if entry.fingerprint.startswith(digits)]
    if len(found) == 1:
        return found[0]
    shown = one_line(digits, 20)
    if found:
        raise ReviewError(f"{len(found):,} bags have fingerprints that begin with {shown}; write more of it.")
    raise ReviewError(f"No bag of this review has a fingerprint that begins with {shown}.")


class ListChange(NamedTuple):
    """How a list of bags differs from the one before, in bags.

    ``changed`` are those that share mentions with a bag that was judged, and wait for a verdict; ``kept``
    those whose verdict holds.
    """

    new: int
    gone: int
    changed: int
    kept: int

    @property
    def sentence(self) -> str:
        """The change in words."""
        verdicts = f"{count(self.kept, 'verdict')} {'holds' if self.kept == 1 else 'hold'}"
        if not self.new and not self.gone:
            return f"the bags are the same; {verdicts}."
        since = f", {self.changed:,} of the new ones changed since they were judged" if self.changed else ""
        return f"{count(self.new, 'bag')} new, {self.gone:,} gone{since}; {verdicts}."


def compare_lists(
    before: Collection[str], entries: Sequence[BagEntry], judged: Collection[str]
) -> ListChange:
    """How a list differs from the fingerprints of an earlier one, where bags of these were ``judged``."""
    present = {entry.fingerprint for entry in entries}
    waiting = [entry for entry in entries if entry.fingerprint not in judged]
    return ListChange(
        new=len(present.difference(before)),
        gone=len(set(before) - present),
        changed=sum(
            any(fingerprint in judged for fingerprint in entry.earlier_bags)
            for entry in waiting
            if entry.fingerprint not in before
        ),
        kept=len(entries) - len(waiting),
    )


def stored_fingerprints(path: Path) -> frozenset[str]:
    """The fingerprints of the bags in a review file; none where there is none that can be read."""
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
    """Where what was compared was, by role; where a repair found no such list, as the summary has it."""
    row = connection.execute("SELECT value FROM header WHERE key = 'inputs'").fetchone()
    if row is None:
        return {role: side.path for role, side in summary.sides.items()}
    inputs: dict[str, str] = json.loads(row[0])
    check_types([inputs], Mapping[str, str])
    return inputs


def stored_settings(path: Path) -> Mapping[str, str] | None:
    """Return how the comparison in a file was made (``Summary.settings``), or None if it cannot be read."""
    stored = _read_making(path)
    return None if stored is None else stored[0]


def settings_to_repeat(path: Path) -> Mapping[str, str] | None:
    """Return the same without files that are not as they were when the comparison was made."""
    stored = _read_making(path)
    return None if stored is None else without_changed_files(*stored)


def _read_making(path: Path) -> tuple[dict[str, str], ReviewProvenance | None] | None:
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

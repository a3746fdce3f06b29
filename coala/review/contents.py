"""What a comparison wrote into a review file is read when somebody asks for it; no verdict changes it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from coala.base.process import without_collector
from coala.base.sequences import LruCache
from coala.engine.summary import Summary
from coala.errors import DamagedReviewError
from coala.model.bag import Bag, DocumentMentions, GoldChain
from coala.model.values import Span
from coala.review.listing import BagEntry, read_inputs
from coala.review.storage import opening as sqlite_errors
from coala.review.storage import serialization
from coala.review.storage.great_bag import unpack_bag
from coala.review.storage.link_counts import FACT_NUMBERS, LINKS, link_counts_from_json
from coala.review.storage.provenance import ReviewProvenance, read_provenance, without_changed_files
from coala.review.storage.questions import read_question
from coala.review.storage.schema import check_types
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.links import LinkCounts
from coala.verdicts.memory import RememberedBag, remember_bag

SAME_CHANGES = "same_changes"
"""The key in the header of what ``ReviewContents.same_changes`` reads."""

BAGS_KEPT = 3
"""The bag that is looked at, for its verdict, the one before it, and the one behind it."""


class ReviewContents:
    """The bags, texts and figures in an open review file, of which ``entries`` lists the bags."""

    summary: Summary
    entries: tuple[BagEntry, ...]

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._last_bags = LruCache[int, Bag](BAGS_KEPT)

    def inputs(self) -> dict[str, str]:
        """Where what was compared was: role ("baseline", "changed graph", "gold graph", "texts") to path.

        With ``summary.settings`` that is all that a comparison needs to be made again.
        """
        try:
            with sqlite_errors.translated(self.path):
                return read_inputs(self._connection, self.summary)
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(f"{self.path}: the names of the graphs are damaged") from error

    def provenance(self) -> ReviewProvenance | None:
        """How this review was made; None where a repair could not read that."""
        with sqlite_errors.translated(self.path):
            return read_provenance(self._connection, self.path)

    def settings_to_repeat(self) -> dict[str, str]:
        """Return how the comparison was made, without files that are not as they were then."""
        with sqlite_errors.translated(self.path):
            made = read_provenance(self._connection, self.path)
        return without_changed_files(self.summary.settings, made)

    def header(self, key: str) -> str | None:
        """Return what was written under a key with the comparison; None if nothing was."""
        row = self._one("SELECT value FROM header WHERE key = ?", key)
        return None if row is None else row[0]

    def bag(self, number: int) -> Bag:
        """The whole bag behind ``entries[number]``; the last ones asked for are kept."""
        return self._last_bags.get(number, self._read_bag)

    def peek(self, number: int) -> Bag:
        """The same for a glance at many: those that were asked for stay kept, and this one is not."""
        return self._last_bags.peek(number, self._read_bag)

    def _read_bag(self, number: int) -> Bag:
        """A bag as it is shown."""
        row = self._one("SELECT content FROM bag WHERE number = ?", number)
        what = f"Bag {number + 1} of {self.path}"
        with without_collector():
            bag = unpack_bag(row[0], what)
        entry = self.entries[number]
        listed = (entry.fingerprint, entry.spans, entry.documents)
        if (bag.fingerprint, len(bag.spans), len(bag.documents)) != listed:
            raise DamagedReviewError(serialization.damaged(what))
        return bag

    def question(self, fingerprint: str) -> RememberedBag:
        """What was asked of a bag that was judged, in this comparison or before, as far as that is known."""
        kept = self.judged_bag(fingerprint)
        return remember_bag(kept) if isinstance(kept, Bag) else RememberedBag(kept)

    def judged_bag(self, fingerprint: str) -> Bag | tuple[Span, ...]:
        """Return what is kept of a bag that was judged.

        Of a bag of an earlier comparison that is all of it, or its spans if it was damaged.
        """
        what = f"A judged bag of {self.path}"
        row = self._one("SELECT spans FROM question WHERE fingerprint = ?", fingerprint)
        if row is None:
            raise DamagedReviewError(serialization.damaged(what))
        kept = read_question(row[0], what)
        if isinstance(kept, Bag) and kept.fingerprint != fingerprint:
            raise DamagedReviewError(serialization.damaged(what))
        return kept

    def listed(self) -> frozenset[str]:
        """Return the fingerprints of the bags in the file; of a board, those of all columns."""
        with sqlite_errors.translated(self.path):
            return frozenset(name for (name,) in self._connection.execute("SELECT fingerprint FROM main.bag"))

    def size_of_questions(self, fingerprints: Collection[str]) -> int:
        """How many bytes are kept of these judged bags: whether they are read in a moment."""
        query = (
            "SELECT total(length(spans)) FROM question WHERE fingerprint IN (SELECT value FROM json_each(?))"
        )
        return int(self._one(query, json.dumps(list(fingerprints)))[0])

    def shares(self, number: int) -> dict[str, float | None]:
        """Metric to what the bag moves its F1 by, in the range -1 to 1; None where undefined."""
        row = self._one("SELECT shares FROM bag WHERE number = ?", number)
        try:
            shares: dict[str, float | None] = json.loads(row[0])
            check_types([shares], Mapping[str, float | None])
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(f"{self.path}: the shares of bag {number + 1} are damaged") from error
        return shares

    def shares_of(self, metric: str) -> list[float | None]:
        """What each bag moves the metric's F1 by, in the order of ``entries``; None where undefined."""
        with sqlite_errors.translated(self.path):
            rows = self._connection.execute(
                "SELECT json_extract(shares, ?) FROM bag ORDER BY number", (f'$."{metric}"',)
            )
            shares = [share for (share,) in rows]
        try:
            check_types(shares, float | None)
        except TypeError as error:
            raise DamagedReviewError(f"{self.path}: the shares of the bags are damaged") from error
        return shares

    def link_counts(self) -> list[LinkCounts]:
        """How many links each bag made and lost, in the order of ``entries``."""
        return self._read_counts(self.header(LINKS), "links")

    def fact_counts(self) -> list[LinkCounts]:
        """How many facts each bag added (as links made) and dropped (as lost), for each of ``entries``."""
        stored = self.header(FACT_NUMBERS)
        # Where no bag has any, none are written.
        nothing = LinkCounts(0, ())
        return [nothing] * len(self.entries) if stored is None else self._read_counts(stored, "facts")

    def _read_counts(self, stored: str | None, what: str) -> list[LinkCounts]:
        try:
            with without_collector():
                return link_counts_from_json(stored or "", len(self.entries))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(
                f"{self.path}: the numbers of {what} in this review file are damaged"
            ) from error

    @cached_property
    def same_changes(self) -> BagGroups | None:
        """Which bags have the same change up to names; None in a blind review."""
        try:
            groups: list[int | None] = json.loads(self.header(SAME_CHANGES) or "")
            check_types(groups, int | None)
            if len(groups) != len(self.entries):
                raise ValueError("bags")
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(
                f"{self.path}: the groups of bags with the same change are damaged"
            ) from error
        return BagGroups(groups)

    def alike(self, number: int) -> tuple[int, ...]:
        """The bags whose change is the same up to names, itself among them, in the order of the text."""
        groups = self.same_changes
        return (number,) if groups is None else groups.together(number)

    def text(self, document: str) -> str | None:
        """Return the document's text exactly as it was read, or None when it is not known.

        Documents that only judged bags of earlier comparisons touch have one as well.
        """
        row = self._one("SELECT text FROM main.document WHERE identifier = ?", document)
        if row is None or row[0] is None:
            return None
        return serialization.unpack_text(row[0], document)

    def gold(self, number: int) -> tuple[GoldChain, ...] | None:
        """Gold's chains that have spans of a bag; None without gold."""
        (data,) = self._one("SELECT gold FROM bag WHERE number = ?", number)
        if data is None:
            return None
        entry, what = self.entries[number], f"The gold of bag {number + 1} of {self.path}"
        return serialization.gold_from_json(
            serialization.unpack(data, what), entry.fingerprint, entry.spans, what
        )

    def mentions_of(self, document: str) -> DocumentMentions | None:
        """All mentions of a document that a bag touches, (baseline, changed, gold), also outside of bags.

        None where they are not known.
        """
        row = self._one("SELECT mentions FROM document WHERE identifier = ?", document)
        if row is None or row[0] is None:
            return None
        what = f"The list of mentions of {document}"
        with without_collector():
            return serialization.mentions_from_json(serialization.unpack(row[0], what), document, what)

    def _one(self, query: str, value: object) -> Any:
        with sqlite_errors.translated(self.path):
            return self._connection.execute(query, (value,)).fetchone()

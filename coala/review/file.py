"""An open review file: its bags, texts and figures, and the verdicts of its reviewers.

A review is a SQLite file (``.coala``) with one comparison of two graphs, and the verdicts on it. It is
self-contained: it has the interesting bags (those with a difference), the texts that they touch, the summary,
and the journal. A bag is a group of chains of both graphs that share mentions; the reviewer judges it as one.
The journal is a log of all verdicts, to which rows are only added.

A bag is identified by its fingerprint, a hash of its content. Writing a new comparison into an existing
review keeps its journal. A verdict then holds for the bag with the same fingerprint. A new bag that shares
mentions with a judged bag is *changed since judged*; that judged bag is an *earlier bag* of it.

Each verdict also stores its *question*: the judged bag, or at least its spans, for comparisons to come. The
*seal* is a hash over the file that reveals damage.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar

import msgspec

from coala.base.paths import same_file
from coala.base.plain_text import one_line
from coala.base.process import without_collector
from coala.base.sequences import LruCache
from coala.diff.document_titles import list_titles
from coala.errors import CoalaError, DamagedReviewError, ReviewError
from coala.model.bag import Bag, DocumentMentions, GoldChain, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import Nouns
from coala.model.sides import GRAPHS, LEFT_RIGHT
from coala.model.values import Span
from coala.review.blind.blindness import read_blindness, refuse_blind
from coala.review.blind.hiding_views import hide_sides
from coala.review.blind.shown_sides import ShownSides, remove_sides
from coala.review.listing import (
    BagEntry,
    EntryReader,
    ListChange,
    compare_lists,
    find_bag,
    read_inputs,
    read_summary,
)
from coala.review.minutes import Minutes, find_acts, measure_minutes, pair_with_states
from coala.review.reviewers import clean_name, login_name
from coala.review.search import (
    FULL_TYPE,
    ONLY_TITLES,
    BagSearch,
    QueryTerm,
    begin_with,
    parse_query,
    words_of,
    write_type,
)
from coala.review.storage import opening, schema, serialization
from coala.review.storage.backups import back_up
from coala.review.storage.bag_slices import BAG_SLICES, bag_slices_from_json
from coala.review.storage.board_columns import show_column
from coala.review.storage.drafts import Draft, DraftTable
from coala.review.storage.journal import Act, Doing, JournalRow, PastAct
from coala.review.storage.journal_table import JournalTable
from coala.review.storage.link_counts import LINK_COUNTS, LinkColumns, read_link_columns
from coala.review.storage.provenance import ReviewProvenance, read_provenance, without_changed_files
from coala.review.storage.questions import question_of_spans, read_question
from coala.review.storage.seals import check_questions, check_seal, read_listed, reseal
from coala.review.storage.serialization import from_json, unpack_bag
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.bag_slices import BagForms, BagSlices
from coala.verdicts.by_kind import BagKinds, KindCount, count_by_change, list_kinds
from coala.verdicts.changes import is_great
from coala.verdicts.comment import Comment
from coala.verdicts.consensus import Settled, settle
from coala.verdicts.facts import KINDS_OF_CONTENT
from coala.verdicts.groups import (
    Groups,
    PartError,
    PlacedPart,
    draft_groups,
    fits_parts,
    group_by_verdict,
    place_parts,
)
from coala.verdicts.history import PastBag, record_bag
from coala.verdicts.link_answers import judge_whole
from coala.verdicts.links import LinkCounts, Part, count_links, find_parts
from coala.verdicts.others import may_show_others
from coala.verdicts.state import State
from coala.verdicts.tally import Judgement, make_judgement

_Value = TypeVar("_Value")

BAGS_KEPT = 3
"""The bag on the screen, for its verdict, the one before it, and the one after it."""
TITLES_KEPT = 1_000
"""The documents whose titles are kept; a headline names some."""

_REVEALED = {LINK_COUNTS: "links are counted", BAG_SLICES: "types and forms of bags are shown"}
"""Words for what a blind review hides, by the key of its header."""
_SEARCHED_BLIND = "In a blind review only notes, tags, numbers, kinds, verdicts and reviewers are searched."
_NOT_SEARCHED_BLIND = frozenset(("change", "doc", "earlier", "form", "judged", "type", FULL_TYPE))


class Review:
    """An open review file. Every change is on disk before the method that makes it returns.

    ``column`` is the address of the board's column that this review shows ("without/surnames"), None if the
    file is no board. A verdict on it holds in each column with the same question.

    A blind review always hides its sides. States and acts are those that are shown; ``states_of`` and
    ``rows`` have them as they are stored.
    """

    blind = False  # True if the sides are hidden from the reviewer
    sides = GRAPHS
    _shown = ShownSides()

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        reviewer: str,
        read_only: bool,
        column: str | None = None,
        checked_as: opening.Identity | None = None,
    ) -> None:
        self.path = path
        self._connection = connection
        self._reviewer = clean_name(reviewer)
        self._last_bags = LruCache[int, Bag](BAGS_KEPT)
        self._titles = LruCache[str, Sequence[str]](TITLES_KEPT)
        # What was counted last of each bag: a tally of all reviewers, and of each, mostly counts the same.
        self._counted: dict[int, tuple[tuple[Any, ...], tuple[KindCount, ...]]] = {}
        self._last_parts = LruCache[int, tuple[Part, ...]](BAGS_KEPT)
        self.read_only = read_only
        self.column = column
        blindness = read_blindness(connection, path)
        # The list of bags is read while the seal is computed over the same rows.
        listed = EntryReader(path)
        if column is None:
            check_seal(connection, path, listed.add_rows)
        else:
            # The seal covers the whole board, and the list shows one column only.
            if checked_as is None or checked_as != opening.identity(path):
                check_seal(connection, path)
            read_listed(connection, listed.add_rows)
        self._journal = JournalTable(connection, path)
        check_questions(connection, path, self._journal.standing.fingerprints())
        self._drafts = DraftTable(connection)
        self._unsaved: list[JournalRow] = []
        self.summary = read_summary(connection, path)
        self.entries = listed.entries()
        self._check_header()
        if blindness is not None and blindness.unblinded is None:
            self._hide_sides(blindness.seed)
        self._held = opening.HeldFile(path, connection, read_only=read_only)
        self.groups = BagGroups([entry.group for entry in self.entries])

    def _hide_sides(self, seed: int) -> None:
        """Hide from now on which graph is on which side; raise ``ReviewError`` for a column of a board."""
        if self.column is not None:
            # Only another program makes a board blind; the views of a column would show its sides.
            self.require_revealed()
        self.blind, self.sides, self._shown = True, LEFT_RIGHT, ShownSides(seed)
        hide_sides(self._connection)
        self.entries = tuple(map(self._shown.show_entry, self.entries))
        self.summary = remove_sides(self.summary, self.entries)

    def require_revealed(self) -> None:
        """Raise ``ReviewError`` if the sides are hidden: results would reveal them."""
        with opening.translated(self.path):
            refuse_blind(self._connection, self.path)

    def _check_header(self) -> None:
        """Raise ``ReviewError`` unless everything in the header can be read, before a window asks for it.

        Nothing is kept: a blind review hides it later.
        """
        self.inputs()
        self.provenance()
        self._read_counts(self._require_header(LINK_COUNTS), LINK_COUNTS)
        for content in KINDS_OF_CONTENT:
            if (stored := self.header(content)) is not None:
                self._read_counts(stored, content)
        self._read_same_changes()
        self._read_slices()

    def _require_header(self, key: str) -> str:
        if self.blind:
            raise ReviewError(f"{self.path}: {_REVEALED[key]} after 'coala file reveal'.")
        stored = self.header(key)
        if stored is None:
            raise DamagedReviewError(f"{self.path}: the header '{key}' is missing in this review file")
        return stored

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        reviewer: str | None = None,
        read_only: bool = False,
        column: str | None = None,
        checked_as: opening.Identity | None = None,
    ) -> Self:
        """Open the review at ``path``; one that cannot be written is opened for reading.

        For a board, ``column`` names the column: "without/surnames", or "surnames" if that is clear. To open
        one column after another, pass as ``checked_as`` the ``identity`` of the file when its seal was last
        right: if the file is unchanged since, the seal is not computed again.

        Raises ``ReviewError`` when it is missing, foreign, newer, damaged, or open elsewhere.
        """
        read_only = read_only or (path.is_file() and not opening.writable(path))
        connection = opening.connect(path, read_only=read_only)
        try:
            with opening.translated(path), without_collector():
                shown = show_column(connection, path, column)
                return cls(
                    path,
                    connection,
                    reviewer=reviewer or login_name(),
                    read_only=read_only,
                    column=shown,
                    checked_as=checked_as,
                )
        except BaseException:
            connection.close()
            raise

    @property
    def name(self) -> str:
        """Return the name of the file, and of a board the column: "b.coala without/surnames"."""
        return self.path.name if self.column is None else f"{self.path.name} {self.column}"

    @property
    def address(self) -> str:
        """Return the same with the folders of the file, as it was opened."""
        return str(self.path) if self.column is None else f"{self.path} {self.column}"

    @property
    def identity(self) -> opening.Identity | None:
        """Return the identity of the file after the last write through this object."""
        return self._held.identity

    def close(self) -> None:
        self._connection.close()
        self._held.close()

    def refuse_output(self, path: Path) -> None:
        """Raise ``CoalaError`` when ``path``, which is to be written, is this review itself.

        This opens no file: closing it again would end SQLite's lock on it.
        """
        opening.require_name(path)
        if same_file(path, self.path):
            raise CoalaError(f"{path}: this is the open review. Choose another name.")

    def save_copy(self, path: Path) -> None:
        """Write everything in this review into another file, wholly or not at all; this one stays open.

        An existing review there is replaced. Raises ``CoalaError`` if it is this very review, open elsewhere
        or no review, or if the place cannot be written.
        """
        self.refuse_output(path)
        opening.copy(self._connection, path)

    def back_up(self) -> None:
        """Keep a copy of today next to the review (``storage.backups``); call it before judging."""
        if not self.read_only:
            back_up(self._connection, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def inputs(self) -> dict[str, str]:
        """Return the compared files: role ("baseline", "changed graph", "gold graph", "texts") to path.

        With ``summary.settings`` they are enough to repeat the comparison.
        """
        try:
            with opening.translated(self.path):
                return read_inputs(self._connection, self.summary)
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(f"{self.path}: the names of the graphs are damaged") from error

    def provenance(self) -> ReviewProvenance | None:
        """Return how this review was made (files, command, time); None if a repair could not read that."""
        with opening.translated(self.path):
            return read_provenance(self._connection, self.path)

    def settings_to_repeat(self) -> dict[str, str]:
        """Return the settings of the comparison, without files that have changed since."""
        with opening.translated(self.path):
            made = read_provenance(self._connection, self.path)
        return without_changed_files(self.summary.settings, made)

    def header(self, key: str) -> str | None:
        """Return the value stored under a key with the comparison, or None."""
        row = self._fetch_value("SELECT value FROM header WHERE key = ?", key)
        return None if row is None else row[0]

    def bag(self, number: int) -> Bag:
        """Return the whole bag of ``entries[number]``; the last few are cached."""
        return self._last_bags.get(number, self._read_bag)

    def peek(self, number: int) -> Bag:
        """Return a bag without caching it, for code that reads many."""
        return self._last_bags.peek(number, self._read_bag)

    def _read_bag(self, number: int) -> Bag:
        """Read a bag in the form to show."""
        row = self._fetch_value("SELECT content FROM bag WHERE number = ?", number)
        what = f"Bag {number + 1} of {self.path}"
        with without_collector():
            bag = unpack_bag(row[0], what)
        entry = self.entries[number]
        listed = (entry.fingerprint, entry.spans, entry.documents)
        if (bag.fingerprint, len(bag.spans), len(bag.documents)) != listed:
            raise DamagedReviewError(serialization.damaged(what))
        return self._shown.show_bag(replace(bag, nouns=self.nouns, titles_of=self._titles_of))

    @cached_property
    def nouns(self) -> Nouns:
        """The words for what the compared graphs hold."""
        return self.summary.nouns

    def question(self, fingerprint: str) -> PastBag:
        """Return a judged bag of this or an earlier comparison, to compare a later bag with it."""
        kept = self.judged_bag(fingerprint)
        return record_bag(kept) if isinstance(kept, Bag) else PastBag(kept)

    def judged_bag(self, fingerprint: str) -> Bag | tuple[Span, ...]:
        """Return the stored form of a judged bag.

        For a bag of an earlier comparison that is the whole bag, or its spans if it was damaged.
        """
        what = f"A judged bag of {self.path}"
        row = self._fetch_value("SELECT spans FROM question WHERE fingerprint = ?", fingerprint)
        if row is None:
            raise DamagedReviewError(serialization.damaged(what))
        kept = read_question(row[0], what)
        if isinstance(kept, Bag) and kept.fingerprint != fingerprint:
            raise DamagedReviewError(serialization.damaged(what))
        return replace(kept, titles_of=self._titles_of) if isinstance(kept, Bag) else kept

    def listed(self) -> frozenset[str]:
        """Return the fingerprints of the bags in the file; of a board, those of all columns."""
        with opening.translated(self.path):
            # In "main" are the tables themselves; "bag" alone may be a view that shows one column.
            return frozenset(name for (name,) in self._connection.execute("SELECT fingerprint FROM main.bag"))

    def size_of_questions(self, fingerprints: Collection[str]) -> int:
        """Return the size in bytes of these judged bags, to estimate how long it takes to read them."""
        query = (
            "SELECT total(length(spans)) FROM question WHERE fingerprint IN (SELECT value FROM json_each(?))"
        )
        return int(self._fetch_value(query, json.dumps(list(fingerprints)))[0])

    def shares(self, number: int) -> dict[str, float | None]:
        """Return by metric the change of its F1 that the bag causes, from -1 to 1; None where undefined."""
        row = self._fetch_value("SELECT shares FROM bag WHERE number = ?", number)
        try:
            return from_json(json.loads(row[0]), dict[str, float | None])
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(f"{self.path}: the effects of bag {number + 1} are damaged") from error

    def shares_of(self, metric: str) -> list[float | None]:
        """Return each bag's change of the metric's F1, in the order of ``entries``; None where undefined."""
        with opening.translated(self.path):
            rows = self._connection.execute(
                "SELECT json_extract(shares, ?) FROM bag ORDER BY number", (f'$."{metric}"',)
            )
            shares = [share for (share,) in rows]
        try:
            return from_json(shares, list[float | None])
        except ValueError as error:
            raise DamagedReviewError(
                f"{self.path}: the effects of the bags on the score are damaged"
            ) from error

    def link_counts(self) -> Sequence[LinkCounts]:
        """Return how many links each bag made and lost, in the order of ``entries``."""
        return self._link_counts

    @cached_property
    def _link_counts(self) -> Sequence[LinkCounts]:
        with without_collector():
            return self._read_counts(self._require_header(LINK_COUNTS), LINK_COUNTS).to_counts()

    def kinds_of(self, number: int) -> BagKinds:
        """Return what counts by kind in a bag, as it is shown."""
        return list_kinds(count_links(self.peek(number))) if self.blind else self._bag_kinds[number]

    @cached_property
    def _bag_kinds(self) -> Sequence[BagKinds]:
        return list(map(list_kinds, self._link_counts))

    def content_counts(self, content: str) -> list[LinkCounts]:
        """Return how many facts each bag added (as links made) and dropped (as lost), for all ``entries``.

        ``content`` is ``FACTS``, or another key of ``KINDS_OF_CONTENT``.
        """
        stored = self.header(content)
        if stored is None:
            # Not written if no bag has any.
            return [LinkCounts(0, ())] * len(self.entries)
        return self._read_counts(stored, content).to_counts()

    def _read_counts(self, stored: str, what: str) -> LinkColumns:
        try:
            return read_link_columns(stored, len(self.entries))
        except (ValueError, RecursionError) as error:
            raise DamagedReviewError(
                f"{self.path}: the numbers of {what} in this review file are damaged"
            ) from error

    @cached_property
    def same_changes(self) -> BagGroups | None:
        """Return the groups of similar bags; None in a blind review."""
        return None if self.blind else self._read_same_changes()

    def _read_same_changes(self) -> BagGroups:
        try:
            groups = from_json(json.loads(self._require_header(schema.SAME_CHANGES)), list[int | None])
            if len(groups) != len(self.entries):
                raise ValueError("bags")
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(
                f"{self.path}: the groups of bags with the same change are damaged"
            ) from error
        return BagGroups(groups)

    @cached_property
    def slices(self) -> BagSlices:
        """The types and forms of the bags; raises ``ReviewError`` in a blind review."""
        return self._read_slices()

    def _read_slices(self) -> BagSlices:
        stored = self._require_header(BAG_SLICES)
        try:
            with without_collector():
                return bag_slices_from_json(stored, len(self.entries))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise DamagedReviewError(
                f"{self.path}: the types and forms of bags in this review file are damaged"
            ) from error

    @property
    def forms(self) -> BagForms:
        """Forms of changed mentions; raises ``ReviewError`` as ``slices``, and for records."""
        if self.slices.forms is None:
            raise ReviewError("Records have no forms, such as pronoun or name. Choose something else.")
        return self.slices.forms

    def similar_bags(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the similar bags, this bag among them, in the order of the text."""
        groups = self.same_changes
        return (number,) if groups is None else groups.find_group(number)

    def text(self, document: str) -> str | None:
        """Return the document's text exactly as it was read, or None if the file lacks it.

        Documents that only judged bags of earlier comparisons touch have one as well.
        """
        row = self._fetch_value("SELECT text FROM main.document WHERE identifier = ?", document)
        if row is None or row[0] is None:
            return None
        return serialization.unpack_text(row[0], document)

    def _titles_of(self, document: str) -> Sequence[str]:
        # A bag may outlive its open file, and its name needs no title.
        with suppress(ReviewError):
            return self._titles.get(document, lambda name: list_titles(self.text(name)))
        return ()

    def gold(self, number: int) -> tuple[GoldChain, ...] | None:
        """Return gold's chains that have spans of a bag; None without gold."""
        (data,) = self._fetch_value("SELECT gold FROM bag WHERE number = ?", number)
        if data is None:
            return None
        entry, what = self.entries[number], f"The gold of bag {number + 1} of {self.path}"
        return serialization.gold_from_json(
            serialization.unpack(data, what), entry.fingerprint, entry.spans, what
        )

    def mentions_of(self, document: str) -> DocumentMentions | None:
        """Return the mentions of the baseline, the changed and the gold graph in a document.

        Mentions outside of bags are included. Returns None if the file lacks them.
        """
        row = self._fetch_value("SELECT mentions FROM document WHERE identifier = ?", document)
        if row is None or row[0] is None:
            return None
        with without_collector():
            return serialization.unpack_mentions(row[0], document)

    def _fetch_value(self, query: str, value: object) -> Any:
        with opening.translated(self.path):
            return self._connection.execute(query, (value,)).fetchone()

    @property
    def reviewer(self) -> str:
        """Return the reviewer who judges: the owner of states, history, drafts, and new rows."""
        return self._reviewer

    @property
    def _own_states(self) -> dict[str, State]:
        return self._journal.standing.states_of(self._reviewer)

    def state(self, fingerprint: str) -> State:
        """Return this reviewer's verdict and comment on a bag."""
        return self._show_state(fingerprint, self._own_states.get(fingerprint, State()))

    def states(self) -> list[State]:
        """Return this reviewer's states of all bags, in the order of the list."""
        if self.blind:
            return [self.state(entry.fingerprint) for entry in self.entries]
        mine, nothing = self._own_states, State()
        return [mine.get(entry.fingerprint, nothing) for entry in self.entries]

    def _show_state(self, fingerprint: str, state: State) -> State:
        return self._shown.show_state(fingerprint, state, lambda: self._show_bag(fingerprint))

    def _show_bag(self, fingerprint: str) -> Bag:
        return self.bag(self.number_of[fingerprint])

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """Numbers of the bags by their fingerprints."""
        return {entry.fingerprint: entry.number for entry in self.entries}

    def former_verdict(self, number: int) -> Verdict | None:
        """Return this reviewer's last verdict on an earlier bag that shares mentions with this one."""
        entry = self.entries[number]
        earlier = (self.state(fingerprint).verdict for fingerprint in entry.earlier_bags)
        return next((verdict for verdict in earlier if verdict is not None), None)

    def reviewers(self) -> list[str]:
        """Return the reviewers with verdicts in this file, sorted; the current one only with a verdict."""
        return self._journal.standing.reviewers()

    def states_of(self, reviewer: str) -> Mapping[str, State]:
        """Return one reviewer's states by fingerprint, also of bags that only earlier comparisons had."""
        return MappingProxyType(self._journal.standing.states_of(reviewer))

    def independent_states_of(self, reviewer: str) -> Mapping[str, State]:
        """Return the reviewer's states before any adjudication: an adjudicator has seen others' verdicts."""
        return self._journal.standing.independent_states_of(reviewer)

    def times_of(self, reviewer: str) -> Mapping[str, str]:
        """Return when a reviewer's states were given, by fingerprint, in ISO 8601."""
        return self._journal.times_of(reviewer)

    def rows(self) -> list[JournalRow]:
        """Return all rows of the journal, oldest first."""
        return self._journal.rows_of()

    def judged(self) -> list[Judgement]:
        """Return every bag of this comparison that this reviewer has judged."""
        return [
            self.make_judgement(entry.number, state)
            for entry in self.entries
            if (state := self.state(entry.fingerprint)).verdict is not None
        ]

    def make_judgement(self, number: int, state: State | Settled) -> Judgement:
        """Return what the tally needs of a judged bag."""
        kinds, changes = self.kinds_of(number), self.count_by_change(number, state)
        rows = state.rows if isinstance(state, State) else state.counted_rows
        by_change = bool(rows) and not state.groups
        return make_judgement(state.verdict, state, kinds, changes, by_change=by_change)

    def count_by_change(self, number: int, state: State | Settled) -> tuple[KindCount, ...] | None:
        """Return the verdicts on a bag by kind; None if they follow from the one on the whole bag."""
        if isinstance(state, State):
            state = settle([state])
        rows, groups = state.counted_rows, state.groups
        if not rows and not groups:
            return None
        given = state.verdict, rows, groups
        known = self._counted.get(number)
        if known is None or known[0] != given:
            for each in groups:
                self.place_parts(number, each)
            known = self._counted[number] = given, count_by_change(self.bag(number), *given)
        return known[1]

    def history(self) -> list[Act]:
        """Return this reviewer's undo history of this comparison, oldest first, earlier sessions included.

        It comes from the last ``MOST_STEPS`` rows of the journal (``storage.journal``).
        """
        present = {entry.fingerprint for entry in self.entries}
        return [
            act._replace(
                before=self._show_state(act.fingerprint, act.before),
                after=self._show_state(act.fingerprint, act.after),
            )
            for act in self._journal.standing.history(self._reviewer)
            if act.fingerprint in present
        ]

    def history_of(self, number: int, *, settles: bool = False) -> list[PastAct]:
        """Return what was done to a bag, oldest first: when, by which reviewer, and the state after it.

        Acts on bags of earlier comparisons that share mentions with it count too, as far as the file has
        them. Other reviewers' acts are returned if they may be shown (``may_show_others``), as to a reviewer
        who ``settles`` the bag.
        """
        entry = self.entries[number]
        shown = may_show_others(self, entry.fingerprint, settles=settles)
        return [
            PastAct(
                row.time,
                row.reviewer,
                row.act,
                self._show_state(row.fingerprint, row.state),
                row.fingerprint == entry.fingerprint,
            )
            for row in self._journal.rows_of([entry.fingerprint, *entry.earlier_bags])
            if shown or row.reviewer == self._reviewer
        ]

    def minutes(self) -> Minutes:
        """Return how long this reviewer's verdicts on the bags of this comparison took."""
        acts = find_acts(pair_with_states(self.rows()), self._reviewer)
        return measure_minutes(acts, {entry.fingerprint for entry in self.entries})

    def changes_since(self, before: Collection[str]) -> ListChange:
        """Compare the list with that of an earlier comparison with these fingerprints."""
        # Verdicts of all reviewers: that there is one does not reveal which.
        judged = Counter(
            fingerprint
            for reviewer in self.reviewers()
            for fingerprint, state in self.states_of(reviewer).items()
            if state.verdict is not None
        )
        return compare_lists(before, self.entries, judged)

    def find_bag(self, words: str) -> int:
        """Return the number (of ``entries``) of the bag in the words of "Go to bag…" or the command line.

        "12" and "#12" are the twelfth bag as it is shown; a fingerprint may be cut after six digits; the name
        of this file may come before the sign, as in "r.coala#12". Raises ``ReviewError`` with one sentence.
        """
        return find_bag(self.entries, words, self.name)

    def search(self, query: str) -> list[int]:
        """Return the numbers (of ``entries``) of the bags that match a query (``parse_query``), in order.

        Raises ``CoalaError`` with one sentence for a query that is not understood.
        """
        terms = parse_query(query, blind=self.blind, nouns=self.nouns)
        for term in terms if self.blind else ():
            if term.field in _NOT_SEARCHED_BLIND:
                field = term.field.removeprefix("full ")
                raise CoalaError(f"'{field}:' is not searched in a blind review.")
        with opening.translated(self.path):
            return self._search.find(terms, self._find_by)

    def _find_by(self, term: QueryTerm) -> Collection[int]:
        """Return the numbers of the bags that meet a condition on more than texts and comments."""
        match term.field:
            case "#":
                return (self.find_bag(term.text),)
            case "form":
                return self.forms.find_bags(*term.values)
            case "kind":
                kinds = frozenset(map(Kind, term.values))
                return [entry.number for entry in self.entries if not kinds.isdisjoint(entry.kinds)]
            case "verdict":
                return self._find_with_verdicts(term.verdicts)
            case "by":
                return self._find_judged_by(term)
            case "judged":
                return self._find_judged_whole()
            case "earlier":
                return self._find_earlier(term.values)
        types = self.slices.types
        return types.find_bags(*(each.name for each in types.terms if write_type(each.name) == term.text))

    def _find_with_verdicts(self, wanted: Collection[Verdict | None]) -> list[int]:
        """Return the bags with one of these verdicts, or with one on an own change if they have many."""
        states = self.states()
        rows = ((number, state.rows) for number, state in enumerate(states) if state.rows)
        on_changes = [number for number, own in rows if any(verdict in wanted for _, verdict in own)]
        found = [number for number, state in enumerate(states) if state.verdict in wanted]
        return found + [number for number in on_changes if is_great(self.count_changes(number))]

    def _find_judged_whole(self) -> list[int]:
        """Return the bags of several links with a verdict that leaves open which of them are good."""
        links, states = self.link_counts(), enumerate(self.states())
        judged = [(number, state) for number, state in states if state.verdict and state.groups is None]
        return [
            number
            for number, state in judged
            if links[number].total > 1
            and not judge_whole(links[number], state.verdict, dict(state.rows)).is_exact
        ]

    def _find_earlier(self, wanted: Sequence[str]) -> list[int]:
        """Return the bags that changed since they were judged, or whose verdicts were carried over."""
        states = self.states()
        found = [number for number, state in enumerate(states) if state.origin and "carried" in wanted]
        waiting = [entry.number for entry in self.entries if entry.earlier and "changed" in wanted]
        waiting = [number for number in waiting if states[number].verdict is None]
        return found + [number for number in waiting if self.former_verdict(number)]

    def _find_judged_by(self, term: QueryTerm) -> list[int]:
        """Return the bags with a verdict by a reviewer with this name, if it may be shown."""
        named = [name for name in self.reviewers() if begin_with(term.words, [words_of(name)])]
        if not named:
            raise ReviewError(f"This review has no verdict by '{one_line(term.text, 40)}'.")
        judged = {
            fingerprint
            for name in named
            for fingerprint, state in self.states_of(name).items()
            if state.is_judged and (name == self._reviewer or may_show_others(self, fingerprint))
        }
        return [entry.number for entry in self.entries if entry.fingerprint in judged]

    def count_changes(self, number: int) -> int:
        """Return the number of own changes of a bag, or 0 if it is not known."""
        try:
            return self.link_counts()[number].own
        except CoalaError:
            # A blind review does not count them; damage is reported where they are needed.
            return 0

    def search_limits(self) -> str:
        """Return a note for the search field if not everything can be searched, else ""."""
        if self.blind:
            return _SEARCHED_BLIND
        return "" if self._search.is_complete else ONLY_TITLES

    @cached_property
    def _search(self) -> BagSearch:
        with opening.translated(self.path):
            schema.version_of(self._connection)  # raises for a file that cannot be read at all
        stored: list[tuple[object, object]] = []
        # A damaged table hides no verdict: search falls back to titles.
        with suppress(sqlite3.Error, UnicodeError):
            stored = self._connection.execute("SELECT field, content FROM search").fetchall()
        return BagSearch(stored, self.entries, self._own_states)

    def go_on_as(self, reviewer: str) -> None:
        """Judge under another name from now on; raise ``ReviewError`` for an invalid name."""
        self._reviewer = clean_name(reviewer)
        # It has this reviewer's notes; the next search builds another one.
        vars(self).pop("_search", None)

    def judge(self, number: int, state: State) -> Act:
        """Give bag ``number`` a verdict and a comment (or take them away); return the act, for an undo.

        Parts that ``state`` lacks are removed: to change one part, replace it in ``self.state(...)``.
        """
        with self._transaction():
            return self._judge(number, state)

    def judge_all(self, states: Iterable[tuple[int, State, str | None]]) -> None:
        """Give bags their states, each with the time of the verdict in ISO 8601 (None for now).

        All are written in one transaction, or none. Each bag may occur once.
        """
        with self._transaction():
            for number, state, time in states:
                self._judge(number, state, time)

    def _judge(self, number: int, state: State, time: str | None = None) -> Act:
        entry = self.entries[number]
        before = self.state(entry.fingerprint)
        if state.comment.draft != before.comment.draft:
            state.comment.require_short()
            self._drop_notes(entry)
        # An answer on a change or a drawn link leaves who is who open.
        former = before.verdict, before.groups, before.manner
        if (state.verdict, state.groups, state.manner) != former:
            draft = self._drafts.read_sound(self._reviewer, entry.fingerprint)
            if draft.groups is not None:
                self._drafts.write(draft._replace(groups=None))
        rows = tuple(sorted(dict(state.rows).items()))
        groups = None if state.verdict is None else state.groups
        if groups is not None and groups != before.groups:
            self._check_groups(number, groups)
        if self.blind:
            # As it is shown, no bag is swapped.
            state = state._replace(swapped=None if state.verdict is None else False)
        state = state._replace(comment=state.comment.cleaned(), rows=rows, groups=groups)
        self._keep_question(entry)
        row = self._append("judge", None, entry.fingerprint, state, time)
        return Act(row.sequence, entry.fingerprint, before, state, done=True)

    def _check_groups(self, number: int, groups: Groups, *, wholly: bool = True) -> None:
        """Raise ``ReviewError`` unless the groups fit the bag (``fits_parts``)."""
        if not fits_parts(self.find_parts(number), groups, wholly=wholly):
            raise ReviewError(
                f"{self.path}: who is who does not fit the parts of bag {number + 1}, so nothing was saved."
            )

    def place_parts(self, number: int, groups: Groups) -> tuple[PlacedPart, ...]:
        """Return the parts of a bag with stored groups; raise ``ReviewError`` if these do not fit it."""
        try:
            return place_parts(self.find_parts(number), groups)
        except PartError as error:
            raise DamagedReviewError(
                f"{self.path}: who is who in bag {number + 1} is damaged in this review file"
            ) from error

    def has_groups(self, number: int, state: State) -> bool:
        """Return True if a state says who is who: by groups, or by ``+`` or ``-`` on a bag of one link."""
        if state.groups is not None:
            return True
        is_plain = state.verdict in (Verdict.BETTER, Verdict.WORSE)
        return is_plain and self.link_counts()[number].total == 1

    def place_state(self, number: int, state: State) -> tuple[PlacedPart, ...] | None:
        """Return the parts of a bag with the groups of a state, None if it does not say who is who.

        Raises ``ReviewError`` as ``place_parts``.
        """
        if not self.has_groups(number, state):
            return None
        groups = state.groups or group_by_verdict(self.bag(number), state.verdict)
        return None if groups is None else self.place_parts(number, groups)

    def draft_groups(self, number: int) -> Groups | None:
        """Return a draft of who is who in a changed bag, from this reviewer's groups on its earlier bags.

        It counts only once the reviewer gives it as an answer. None if this bag is judged, and if no earlier
        bag has groups, or only its spans are known. Raises ``ReviewError`` for damaged ones.
        """
        entry = self.entries[number]
        if self.state(entry.fingerprint).verdict is not None:
            return None
        earlier = []
        for fingerprint in entry.earlier_bags:
            state = self.state(fingerprint)
            if state.verdict is None or not isinstance(bag := self.judged_bag(fingerprint), Bag):
                continue
            groups = state.groups or group_by_verdict(bag, state.verdict)
            if groups is not None:
                earlier.append((bag.spans, self._place_earlier(bag, groups)))
        return draft_groups(self.bag(number).spans, self.find_parts(number), earlier) if earlier else None

    def _place_earlier(self, bag: Bag, groups: Groups) -> tuple[PlacedPart, ...]:
        try:
            return place_parts(find_parts(bag), groups)
        except PartError as error:
            raise DamagedReviewError(
                f"{self.path}: who is who in a judged bag is damaged in this review file"
            ) from error

    def kept(self, name: str, declared: type[_Value] | Any = Any) -> _Value | Any:
        """Return the value of this type that was kept under a name with this review, or None.

        It outlives the comparison: a drawn sample, a seed. Raises ``ReviewError`` for a value of another
        type, since the file may come from anybody.
        """
        row = self._fetch_value("SELECT value FROM main.header WHERE key = ?", self._key(name))
        try:
            return None if row is None else from_json(json.loads(row[0]), declared)
        except (ValueError, RecursionError) as error:
            raise DamagedReviewError(f"{self.path}: the stored {name} is damaged") from error

    def keep(self, name: str, value: Any) -> None:
        """Keep a value under a name that msgspec can write; None deletes it. Raises what ``judge`` raises."""
        key = self._key(name)
        with self._transaction():
            self._connection.execute("DELETE FROM main.header WHERE key = ?", (key,))
            if value is not None:
                row = (key, msgspec.json.encode(value).decode())
                schema.insert(self._connection, "INSERT INTO main.header VALUES (?, ?)", row)
            reseal(self._connection)

    def _key(self, name: str) -> str:
        """Return the key in the header; each column of a board has its own."""
        return f"{schema.KEPT}{name}" if self.column is None else f"{schema.KEPT}{self.column}/{name}"

    def draft(self, number: int) -> Comment | None:
        """Return the half-written comment on a bag, or else on its earlier bags, as last kept, or None."""
        draft, entry = self._read_draft(number), self.entries[number]
        if draft is not None and draft.comment is not None:
            return draft.comment
        if self.state(entry.fingerprint).comment:
            return None
        with opening.translated(self.path):
            earlier = [self._drafts.read_sound(self._reviewer, name).comment for name in entry.earlier_bags]
        return next((comment for comment in earlier if comment is not None), None)

    def list_drafts(self) -> list[int]:
        """Return the numbers of the bags with a half-written comment of this reviewer, in order."""
        with opening.translated(self.path):
            noted = self._drafts.list_noted(self._reviewer)
        named = [
            entry.number
            for entry in self.entries
            if not noted.isdisjoint((entry.fingerprint, *entry.earlier_bags))
        ]
        return [number for number in named if self.draft(number) is not None]

    def _read_draft(self, number: int) -> Draft | None:
        what = f"The half-written note of bag {number + 1} of {self.path}"
        with opening.translated(self.path):
            return self._drafts.read(self._reviewer, self.entries[number].fingerprint, what)

    def _change_draft(self, fingerprint: str, **values: Any) -> None:
        """Change some parts of this reviewer's draft on a bag, within a transaction."""
        draft = self._drafts.read_sound(self._reviewer, fingerprint)
        self._drafts.write(draft._replace(**values))

    def _drop_notes(self, entry: BagEntry) -> None:
        """Delete this reviewer's half-written comments on a bag and its earlier bags, in a transaction."""
        for fingerprint in (entry.fingerprint, *entry.earlier_bags):
            draft = self._drafts.read_sound(self._reviewer, fingerprint)
            self._drafts.write(draft._replace(comment=None))

    def keep_draft(self, number: int, comment: Comment) -> None:
        """Keep the comment that is being written on a bag, so that it survives the end of the program.

        The draft is deleted when the comment is saved, or when it equals the one on disk. It takes a few
        milliseconds, so the caller waits for a pause in the writing. Raises what ``judge`` raises.
        """
        entry = self.entries[number]
        comment.require_short()
        is_saved = comment.draft == self.state(entry.fingerprint).comment.draft
        if is_saved and self.draft(number) is None:
            return
        with self._transaction():
            self._drop_notes(entry)
            if not is_saved:
                self._change_draft(entry.fingerprint, comment=comment.draft)

    def half_answer(self, number: int) -> Groups | None:
        """Return who is who in a bag as far as it was kept by ``keep_half_answer``, or None."""
        draft = self._read_draft(number)
        if draft is None or draft.groups is None:
            return None
        if not fits_parts(self.find_parts(number), draft.groups, wholly=False):
            raise DamagedReviewError(f"{self.path}: who is who in the draft of bag {number + 1} is damaged")
        return self._shown.turn_groups(self.entries[number].fingerprint, draft.groups)

    def keep_half_answer(self, number: int, groups: Groups | None) -> None:
        """Keep who is who as far as it was said, so that it survives the end of the program; None drops it.

        Some parts may have no group yet, but not all. It is dropped when the bag gets another verdict or
        other groups, or is settled. Raises what ``judge`` raises.
        """
        if groups is not None:
            self._check_groups(number, groups, wholly=False)
        with self._transaction():
            self._change_half_answer(self.entries[number].fingerprint, groups)

    def _change_half_answer(self, fingerprint: str, groups: Groups | None) -> None:
        """Change who is who in this reviewer's draft on a bag, within a transaction."""
        self._change_draft(fingerprint, groups=self._shown.turn_groups(fingerprint, groups))

    def undo(self, act: Act) -> None:
        """Restore the state before an act; groups that the bag then lacks are kept as half an answer."""
        with self._transaction():
            self._append("undo", act.sequence, act.fingerprint, act.before)
            if act.before.groups is None and act.after.groups is not None:
                self._change_half_answer(act.fingerprint, act.after.groups)

    def redo(self, act: Act) -> None:
        """Redo an act after an undo."""
        with self._transaction():
            self._append("redo", act.sequence, act.fingerprint, act.after)
            if act.before.groups is None and act.after.groups is not None:
                self._change_half_answer(act.fingerprint, None)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write what the block executes and appends, wholly or not at all; then update what is in memory."""
        if self.read_only:
            raise ReviewError(
                f"{self.path}: this review is read-only. To give verdicts, copy it to a folder "
                "you can write to."
            )
        with opening.translated(self.path):
            self._held.check()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
                self._held.note_change()
            except BaseException:
                self._unsaved.clear()
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        # Only rows that are on disk count in this session.
        for row in self._unsaved:
            self._journal.standing.add(row)
            if "_search" in vars(self):
                self._search.update(row.fingerprint, row.state)
        self._unsaved.clear()

    def _append(
        self, act: Doing, target: int | None, fingerprint: str, state: State, time: str | None = None
    ) -> JournalRow:
        stored = self._shown.store_state(fingerprint, state, lambda: self._show_bag(fingerprint))
        row = self._journal.append(self._reviewer, act, target, fingerprint, stored, time)
        self._unsaved.append(row)
        return row

    def find_parts(self, number: int) -> tuple[Part, ...]:
        """Return the parts of a bag, as whose groups a reviewer says who is who; () if it has no link."""
        return self._last_parts.get(number, lambda number: find_parts(self.bag(number)))

    def _keep_question(self, entry: BagEntry) -> None:
        """Remember which spans were judged, so that a later comparison can say what changed since."""
        if self._fetch_value("SELECT 1 FROM question WHERE fingerprint = ?", entry.fingerprint) is None:
            spans = question_of_spans(self.bag(entry.number))
            schema.insert(self._connection, "INSERT INTO question VALUES (?, ?)", (entry.fingerprint, spans))

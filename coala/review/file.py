"""A review file is opened for a reviewer: all that it holds stays as it was written but the verdicts.

The file is self-contained: the interesting bags, the texts that they touch, the summary, and the journal.
Writing a new comparison into an existing review keeps its journal; a verdict holds for every bag with the
same fingerprint, and a bag whose spans were judged under another one is *changed since judged*.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from coala.base.paths import same_file
from coala.base.plain_text import storable
from coala.base.process import without_collector
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.review.blind.blindness import choose_kind
from coala.review.contents import ReviewContents
from coala.review.listing import BagEntry, EntryReader, ListChange, find_bag, read_summary
from coala.review.pace import Pace, find_acts, measure_pace
from coala.review.reviewers import clean_name, login_name
from coala.review.search import ONLY_TITLES, SearchIndex, TitleIndex, parse_query
from coala.review.storage import schema
from coala.review.storage.backups import back_up, keep_older
from coala.review.storage.drafts import DraftTable
from coala.review.storage.journal import Act, Doing, JournalRow, PastAct
from coala.review.storage.journal_table import JournalTable
from coala.review.storage.questions import question_of_spans
from coala.review.storage.seals import check_questions, check_seal, reseal
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.changes import verdicts_by_kind
from coala.verdicts.memory import read_shared_rows
from coala.verdicts.state import Manner, State, clean_tags
from coala.verdicts.tally import Judgement

_CHECKED_WITH_A_VERDICT = 1_000
"""Rows of a long journal that are checked before each new one, in some milliseconds."""

# A note is a remark beside a verdict; a pasted document belongs elsewhere.
LONGEST_NOTE = 10_000


class Review(ReviewContents):
    """An open review file. Every change is on disk before the method that makes it returns."""

    blind = False  # whether it is kept from the reviewer which side is which

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        reviewer: str,
        read_only: bool,
        check_later: bool = False,
    ) -> None:
        super().__init__(path, connection)
        self._reviewer = clean_name(reviewer)
        self.read_only = read_only
        listed = EntryReader(path)
        check_seal(connection, path, listed.take)
        self._journal = JournalTable(connection, path, check_later=check_later)
        check_questions(connection, path, self._journal.standing.fingerprints())
        self._drafts = DraftTable(connection)
        self._unsaved: list[JournalRow] = []
        self.summary = read_summary(connection, path)
        self.entries = listed.entries()
        self._titles = TitleIndex(self.entries)
        self._held = schema.HeldFile(path, connection, read_only=read_only)
        self.groups = BagGroups([entry.group for entry in self.entries])

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        reviewer: str | None = None,
        read_only: bool = False,
        check_later: bool = False,
        blindly: type[Self] | None = None,
    ) -> Self:
        """Open the review at ``path``; one that cannot be written is opened for reading.

        With ``check_later`` the seals of a long journal are checked by ``check_on``, whose caller has time,
        all but those of its last rows. Verdicts do not wait for that, all else that is written or leaves the
        review does.

        A blind review is opened as ``blindly``, the kind of review that tells nothing. Raises ``ReviewError``
        when it is missing, foreign, newer, damaged, or open elsewhere, or blind and nothing else was given.
        """
        read_only = read_only or (path.is_file() and not schema.writable(path))
        connection = schema.connect(path, read_only=read_only)
        try:
            with schema.translated(path), without_collector():
                return choose_kind(connection, path, cls, blindly)(
                    path,
                    connection,
                    reviewer=reviewer or login_name(),
                    read_only=read_only,
                    check_later=check_later,
                )
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        self._journal.close()
        self._connection.close()
        self._held.close()

    def refuse_output(self, path: Path) -> None:
        """Raise ``CoalaError`` when ``path``, which is to be written, is this review itself.

        Not even to look at it may it be opened: closing it again would end SQLite's hold on it.
        """
        schema.require_name(path)
        if same_file(path, self.path):
            raise CoalaError(f"{path}: this is the open review; choose another name.")

    def save_copy(self, path: Path) -> None:
        """Write all that this review holds into another file, wholly or not at all; this one stays open.

        A review that is there already is replaced. Raises ``CoalaError`` where it is this very review, open
        elsewhere or no review, or where the place cannot be written.
        """
        self.refuse_output(path)
        self.check_on()
        schema.copy(self._connection, path)

    def back_up(self) -> None:
        """Keep a copy of today beside the review, quietly (``storage.backups``); to call before judging."""
        if not self.read_only:
            back_up(self._connection, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def changes_since(self, before: Collection[str]) -> ListChange:
        """How the list differs from that of an earlier comparison with these fingerprints."""
        present = {entry.fingerprint for entry in self.entries}
        # By anybody: that there is a verdict gives nothing away of it.
        judged = {
            fingerprint
            for reviewer in self.reviewers()
            for fingerprint, state in self.states_of(reviewer).items()
            if state.verdict is not None
        }
        waiting = [entry for entry in self.entries if entry.fingerprint not in judged]
        return ListChange(
            new=len(present.difference(before)),
            gone=len(set(before) - present),
            changed=sum(
                entry.formerly is not None
                or any(rows.fingerprint in judged for rows in read_shared_rows(entry.earlier))
                for entry in waiting
                if entry.fingerprint not in before
            ),
            kept=len(self.entries) - len(waiting),
        )

    def find_bag(self, words: str) -> int:
        """The number (of ``entries``) of the bag that somebody names, for "Go to bag…" and the command line.

        "12" and "#12" are the twelfth bag as it is shown; a fingerprint may be cut after six digits; the name
        of this file may stand before the sign, as in "r.coala#12". Raises ``ReviewError`` with one sentence.
        """
        return find_bag(self.entries, words, self.path)

    def search(self, query: str) -> list[int]:
        """The numbers (of ``entries``) of the bags that a query finds (``parse_query``), in their order.

        Raises ``CoalaError`` with one sentence for what cannot be understood.
        """
        terms = parse_query(query)
        with schema.translated(self.path):
            return self._search_index.find(terms, self.find_bag)

    def search_limits(self) -> str:
        """What to tell beside the search where not everything can be searched, else ""."""
        return "" if self._search_index.whole else ONLY_TITLES

    @cached_property
    def _search_index(self) -> SearchIndex:
        stored: list[tuple[object, object]] = []
        if not schema.is_older(self._connection, schema.WIDENED):
            # What is damaged here hides no verdict: titles are searched in its place.
            with suppress(sqlite3.Error, UnicodeError):
                stored = self._connection.execute("SELECT field, content FROM search").fetchall()
        return SearchIndex(stored, self.entries, self._mine, self._titles)

    def prepare_search(self, titles: int) -> bool:
        """Index so many more titles where nothing else can be searched; whether any may be left."""
        return schema.is_older(self._connection, schema.WIDENED) and self._titles.go_on(titles)

    @property
    def reviewer(self) -> str:
        """Who judges: whose states, history and half-written notes these are, and whose name rows get."""
        return self._reviewer

    def go_on_as(self, reviewer: str) -> None:
        """Judge under another name from now on; raises ``ReviewError`` for what is no name."""
        self._reviewer = clean_name(reviewer)
        vars(self).pop("_search_index", None)

    @property
    def _mine(self) -> dict[str, State]:
        return self._journal.standing.of(self._reviewer)

    def state(self, fingerprint: str) -> State:
        """One's own verdict, note and tags of a bag as they are on disk."""
        return self._mine.get(fingerprint, State())

    def former_verdict(self, number: int) -> Verdict | None:
        """One's last verdict on a bag of an earlier comparison that shares mentions with this one."""
        entry = self.entries[number]
        earlier = (self.state(rows.fingerprint).verdict for rows in read_shared_rows(entry.earlier))
        # Whose the verdict is of which older files tell is not known: not one's own without any.
        older = entry.formerly if self._mine else None
        return next((verdict for verdict in earlier if verdict is not None), older)

    def reviewers(self) -> list[str]:
        """All who have verdicts in this file, in the order of the alphabet; oneself only with a verdict."""
        return self._journal.standing.reviewers()

    def states_of(self, reviewer: str) -> Mapping[str, State]:
        """What one reviewer says, by fingerprint, also of bags that only earlier comparisons had."""
        return MappingProxyType(self._journal.standing.of(reviewer))

    def independent_states_of(self, reviewer: str) -> Mapping[str, State]:
        """The same as it was before the reviewer adjudicated, which one does who knows what others say."""
        states = dict(self.states_of(reviewer))
        settled = [name for name, state in states.items() if state.manner is Manner.ADJUDICATION]
        states |= dict.fromkeys(settled, State())
        for row in self._journal.rows_of(settled):
            if row.reviewer == reviewer and row.state.manner is not Manner.ADJUDICATION:
                states[row.fingerprint] = row.state
        return states

    def times_of(self, reviewer: str) -> Mapping[str, str]:
        """When a reviewer said that, by fingerprint, in ISO 8601."""
        return self._journal.times_of(reviewer)

    def rows(self) -> list[JournalRow]:
        """All that anybody did, oldest first."""
        return self._journal.rows_of()

    def takes_notes(self, number: int) -> bool:
        """Whether a note and tags can be written on a bag, and not its verdict alone."""
        return True

    def may_show_others(self, fingerprint: str) -> bool:
        """Whether others' verdicts on a bag may be told: they would be one's own before it is given."""
        said = (self.states_of(reviewer).get(fingerprint, State()) for reviewer in self.reviewers())
        return self.state(fingerprint).verdict is not None or any(
            state.verdict is not None and state.manner is Manner.ADJUDICATION for state in said
        )

    def judged(self) -> list[Judgement]:
        """Every bag of this comparison with a verdict of one's own, for the tally; checks all seals first."""
        self.check_on()
        return [
            Judgement(
                state.verdict,
                entry.kinds,
                state.tags,
                state.gold_seen,
                self.changes_judged(entry.number),
                state.source,
            )
            for entry in self.entries
            if (state := self.state(entry.fingerprint)).verdict is not None
        ]

    def changes_judged(self, number: int) -> tuple[tuple[Kind, Verdict], ...]:
        """The changes of a bag that have verdicts of their own, by their kinds."""
        rows = self.state(self.entries[number].fingerprint).rows
        return verdicts_by_kind(self.bag(number), rows) if rows else ()

    def history(self) -> list[Act]:
        """One's own undo history of this comparison's bags, oldest first, also of earlier sessions.

        It comes from the last ``MOST_STEPS`` rows of the journal.
        """
        present = {entry.fingerprint for entry in self.entries}
        return [act for act in self._journal.standing.history(self._reviewer) if act.fingerprint in present]

    def history_of(self, number: int) -> list[PastAct]:
        """What was done to a bag, oldest first: when, by whom, and what then stood there.

        Also to bags of earlier comparisons that share mentions with it, as far as the file knows them. What
        others did is told when one's own verdict is given (``may_show_others``).
        """
        entry = self.entries[number]
        shown = self.may_show_others(entry.fingerprint)
        earlier = (rows.fingerprint for rows in read_shared_rows(entry.earlier))
        return [
            PastAct(row.time, row.reviewer, row.act, row.state, row.fingerprint == entry.fingerprint)
            for row in self._journal.rows_of([entry.fingerprint, *earlier])
            if shown or row.reviewer == self._reviewer
        ]

    def pace(self, left: int, now: datetime | None = None) -> Pace:
        """How fast this reviewer judges, where ``left`` bags wait, by the last rows of the journal."""
        acts = find_acts(self._journal.standing.recent(), self._reviewer)
        return measure_pace(acts, now or datetime.now().astimezone(), left)

    def check_on(self, rows: int | None = None) -> bool:
        """Check the seals of so many more rows (None: of all) of the journal; whether any may be left.

        Raises ``ReviewError`` for a damaged one, then and ever after: nothing is written any more.
        """
        return self._journal.check_on(rows)

    def judge(self, number: int, state: State) -> Act:
        """Give bag ``number`` a verdict, a note and tags (or take them away); returns the act, for an undo.

        What is not said in ``state`` is taken away: to change one part, replace it in ``self.state(...)``.
        """
        return self.judge_together({number: state})[0]

    def judge_together(self, states: Mapping[int, State]) -> list[Act]:
        """Judge several bags, all of them or none."""
        acts = []
        with self._transaction():
            for number, state in states.items():
                entry = self.entries[number]
                before = self.state(entry.fingerprint)
                if state.note != before.note:
                    _refuse_long(state.note)
                    self._drafts.drop(self._reviewer, entry.fingerprint)
                rows = tuple(sorted(dict(state.rows).items()))
                state = state._replace(note=storable(state.note), tags=clean_tags(state.tags), rows=rows)
                self._keep_question(entry)
                row = self._append("judge", None, entry.fingerprint, state)
                acts.append(Act(row.sequence, entry.fingerprint, before, state, done=True))
        return acts

    def kept(self, name: str) -> Any:
        """What was kept under a name with this review, as JSON has it; None where nothing was.

        It outlives the comparison: a sample that was drawn, a seed. Who asks checks what it is: it is sealed,
        but anybody may have written the file.
        """
        row = self._one("SELECT value FROM header WHERE key = ?", f"{schema.KEPT}{name}")
        try:
            return None if row is None else json.loads(row[0])
        except (ValueError, RecursionError) as error:
            raise ReviewError(f"{self.path}: what was kept as {name} is damaged.") from error

    def keep(self, name: str, value: Any) -> None:
        """Keep a value that JSON can hold under a name; None takes it away. Raises what ``judge`` raises."""
        key = f"{schema.KEPT}{name}"
        with self._transaction():
            self.check_on()
            self._connection.execute("DELETE FROM header WHERE key = ?", (key,))
            if value is not None:
                self._connection.execute("INSERT INTO header VALUES (?, ?)", (key, json.dumps(value)))
            reseal(self._connection)

    def draft(self, number: int) -> str | None:
        """The half-written note of a bag as it was last kept; None where the note on disk is all there is."""
        what = f"The half-written note of bag {number + 1} of {self.path}"
        with schema.translated(self.path):
            return self._drafts.read(self._reviewer, self.entries[number].fingerprint, what)

    def keep_draft(self, number: int, text: str) -> None:
        """Keep what is being written as a bag's note, so that it survives the end of the program.

        It is no note yet, and gone when the note is saved or ``text`` is the note on disk. It takes a few
        milliseconds, so the caller waits for a pause in the writing. Raises what ``judge`` raises.
        """
        entry = self.entries[number]
        _refuse_long(text)
        is_note = storable(text) == self.state(entry.fingerprint).note
        if is_note and self.draft(number) is None:
            return
        with self._transaction():
            if is_note:
                self._drafts.drop(self._reviewer, entry.fingerprint)
            else:
                self._drafts.write(self._reviewer, entry.fingerprint, storable(text))

    def undo(self, *acts: Act) -> None:
        """Put back what was before these acts, of all of them or of none."""
        with self._transaction():
            for act in acts:
                self._append("undo", act.sequence, act.fingerprint, act.before)

    def redo(self, *acts: Act) -> None:
        """Do acts again after an undo."""
        with self._transaction():
            for act in acts:
                self._append("redo", act.sequence, act.fingerprint, act.after)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.read_only:
            raise ReviewError(
                f"{self.path}: this review is open for reading only; "
                "copy it to a folder where you may write to give verdicts."
            )
        self._held.check()
        with schema.translated(self.path):
            if schema.is_older(self._connection):
                keep_older(self._connection, self.path)
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if schema.is_older(self._connection):
                    schema.migrate(self._connection, self._reviewer)
                    reseal(self._connection)
                yield
                self._connection.execute("COMMIT")
                self._held.note_change()
            except BaseException:
                self._unsaved.clear()
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        for row in self._unsaved:
            self._journal.standing.add(row)
            if "_search_index" in vars(self):
                self._search_index.update(row.fingerprint, row.state)
        self._unsaved.clear()

    def _append(self, act: Doing, target: int | None, fingerprint: str, state: State) -> JournalRow:
        # A new row is sealed over the last one, which was checked at the opening, and touches no older one:
        # what is damaged among those stays as plain as it was, and need not be found before.
        self.check_on(_CHECKED_WITH_A_VERDICT)
        row = self._journal.append(self._reviewer, act, target, fingerprint, state)
        self._unsaved.append(row)
        return row

    def _keep_question(self, entry: BagEntry) -> None:
        """Remember which spans were judged, so that a later comparison can say what changed since."""
        if self._one("SELECT 1 FROM question WHERE fingerprint = ?", entry.fingerprint) is None:
            spans = question_of_spans(self.bag(entry.number))
            self._connection.execute("INSERT INTO question VALUES (?, ?)", (entry.fingerprint, spans))


def _refuse_long(note: str) -> None:
    if len(note) > LONGEST_NOTE:
        raise ReviewError(f"The note is longer than {LONGEST_NOTE:,} characters; shorten it.")

"""A review file is opened for a reviewer: all that it holds stays as it was written but the verdicts.

The file is self-contained: the interesting bags, the texts that they touch, the summary, and the journal.
Writing a new comparison into an existing review keeps its journal; a verdict holds for every bag with the
same fingerprint, and a bag whose spans were judged under another one is *changed since judged*.
"""

from __future__ import annotations

import getpass
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from coala.base.paths import same_file
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Bag, Verdict
from coala.model.kinds import Kind
from coala.review import schema, serialization
from coala.review.field_types import check_types
from coala.review.journal import (
    MOST_STEPS,
    Act,
    Columns,
    DamagedRowError,
    Doing,
    JournalRow,
    Standing,
    State,
    check_rows,
    damaged_at,
    digest,
    replay,
    to_columns,
)
from coala.review.tally import Judgement
from coala.review.writing import check_questions
from coala.review.writing import seal as seal_of

# A note is a remark beside a verdict; a pasted document belongs elsewhere.
LONGEST_NOTE = 10_000
# So many rows are checked in a tenth of a second.
_SHORT_JOURNAL = 20_000


_MOST = 2**31 - 1
"""Of what is counted: a window takes no greater number."""


class BagEntry(NamedTuple):
    """One line of the list of bags. ``formerly`` is the verdict given before the bag changed, if any."""

    number: int
    fingerprint: str
    title: str
    kinds: tuple[Kind, ...]
    spans: int
    documents: int
    formerly: Verdict | None


class Review:
    """An open review file. Every change is on disk before the method that makes it returns."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        reviewer: str,
        read_only: bool,
        check_later: bool = False,
    ) -> None:
        self.path = path
        self.reviewer = reviewer
        self.read_only = read_only
        self._connection = connection
        self._last_bag: tuple[int, Bag] | None = None
        self._place = path.absolute()
        self._identity = schema.identity(self._place)
        _check_seal(connection, path)
        self._unchecked: Iterator[Columns] = iter(())
        self._damage: ReviewError | None = None
        self._standing = self._read_journal(check_later=check_later)
        check_questions(connection, path, self._standing.states)
        self._unsaved: list[JournalRow] = []
        self.summary = _summary(connection, path)
        self.entries = _entries(connection, path)
        # Read when somebody has touched the file: to open and close it then would end SQLite's lock on it.
        self._bytes = None if read_only else path.open("rb", buffering=0)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        reviewer: str | None = None,
        read_only: bool = False,
        check_later: bool = False,
    ) -> Self:
        """Open the review at ``path``; one that cannot be written is opened for reading.

        With ``check_later`` the seals of a long journal are checked by ``check_on``, whose caller has time,
        all but those of its last rows; in any case before anything is written.

        Raises ``ReviewError`` when it is missing, foreign, newer, damaged, or open elsewhere.
        """
        read_only = read_only or (path.is_file() and not schema.writable(path))
        connection = schema.connect(path, read_only=read_only)
        try:
            with schema.translated(path), serialization.without_collector():
                return cls(
                    path,
                    connection,
                    reviewer=reviewer or _user(),
                    read_only=read_only,
                    check_later=check_later,
                )
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        self._connection.close()
        if self._bytes is not None:
            self._bytes.close()

    def refuse_output(self, path: Path) -> None:
        """Raise ``CoalaError`` when ``path``, which is to be written, is this review itself.

        Not even to look at it may it be opened: closing it again would end SQLite's hold on it.
        """
        if same_file(path, self.path):
            raise CoalaError(f"{path}: this is the open review; choose another name.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def bag(self, number: int) -> Bag:
        """The whole bag behind ``entries[number]``; the last one is kept, for its verdict."""
        if self._last_bag is not None and self._last_bag[0] == number:
            return self._last_bag[1]
        self._last_bag = None
        row = self._one("SELECT content FROM bag WHERE number = ?", number)
        what = f"Bag {number + 1} of {self.path}"
        with serialization.without_collector():
            bag = serialization.bag_from_json(serialization.unpack(row[0], what), what)
        entry = self.entries[number]
        if (len(bag.spans), len(bag.documents)) != (entry.spans, entry.documents):
            raise ReviewError(serialization.damaged(what))
        self._last_bag = number, bag
        return bag

    def shares(self, number: int) -> dict[str, float | None]:
        """Metric to what the bag moves its F1 by, in the range -1 to 1; None where undefined."""
        row = self._one("SELECT shares FROM bag WHERE number = ?", number)
        try:
            shares: dict[str, float | None] = json.loads(row[0])
            check_types([shares], Mapping[str, float | None])
        except (TypeError, ValueError, RecursionError) as error:
            raise ReviewError(f"{self.path}: the shares of bag {number + 1} are damaged.") from error
        return shares

    def shares_of(self, metric: str) -> list[float | None]:
        """What each bag moves the metric's F1 by, in the order of ``entries``; None where undefined."""
        with schema.translated(self.path):
            rows = self._connection.execute(
                "SELECT json_extract(shares, ?) FROM bag ORDER BY number", (f'$."{metric}"',)
            )
            shares = [share for (share,) in rows]
        try:
            check_types(shares, float | None)
        except TypeError as error:
            raise ReviewError(f"{self.path}: the shares of the bags are damaged.") from error
        return shares

    def text(self, document: str) -> str | None:
        """The document's text exactly as it was read, or None when it is not known."""
        row = self._one("SELECT text FROM document WHERE identifier = ?", document)
        if row is None or row[0] is None:
            return None
        return serialization.unpack_text(row[0], document)

    def state(self, fingerprint: str) -> State:
        """The bag's verdict and note as they are on disk."""
        return self._standing.states.get(fingerprint, State())

    def judged(self) -> list[Judgement]:
        """Every bag of this comparison that has a verdict, for the tally; checks the whole journal first."""
        self.check_on()
        return [
            Judgement(state.verdict, entry.kinds)
            for entry in self.entries
            if (state := self.state(entry.fingerprint)).verdict is not None
        ]

    def history(self) -> list[Act]:
        """The undo history of this comparison's bags, oldest first, also of earlier sessions.

        It comes from the last ``MOST_STEPS`` rows of the journal.
        """
        present = {entry.fingerprint for entry in self.entries}
        return [act for act in self._standing.history() if act.fingerprint in present]

    def check_on(self, rows: int | None = None) -> bool:
        """Check the seals of so many more rows (None: of all) of the journal; whether any may be left.

        Raises ``ReviewError`` for a damaged one, then and ever after: nothing is written any more.
        """
        if self._damage is None:
            try:
                with schema.translated(self.path):
                    return sum(1 for _ in islice(self._unchecked, rows)) == rows
            except DamagedRowError as error:
                self._damage = damaged_at(self.path, error.sequence)
        raise self._damage

    def judge(self, number: int, state: State) -> Act:
        """Give bag ``number`` a verdict and a note (or take them away); returns the act, for an undo."""
        entry = self.entries[number]
        before = self.state(entry.fingerprint)
        if len(state.note) > LONGEST_NOTE and state.note != before.note:
            raise ReviewError(f"The note is longer than {LONGEST_NOTE:,} characters; shorten it.")
        # A lone surrogate, which a keyboard may send, is no text that a file can hold.
        state = state._replace(note=state.note.encode("utf-8", "backslashreplace").decode("utf-8"))
        with self._transaction():
            self._keep_question(entry)
            row = self._append("judge", None, entry.fingerprint, state)
        return Act(row.sequence, entry.fingerprint, before, state, done=True)

    def undo(self, act: Act) -> None:
        """Put back what was before ``act``."""
        with self._transaction():
            self._append("undo", act.sequence, act.fingerprint, act.before)

    def redo(self, act: Act) -> None:
        """Do ``act`` again after an undo."""
        with self._transaction():
            self._append("redo", act.sequence, act.fingerprint, act.after)

    def _read_journal(self, *, check_later: bool) -> Standing:
        connection = self._connection
        (last,) = connection.execute("SELECT max(sequence) FROM journal").fetchone()
        last = last or 0
        boundary = last - MOST_STEPS if check_later and last > _SHORT_JOURNAL else 0
        try:
            seal, standing = "", Standing()
            if boundary:
                self._unchecked = check_rows(connection.execute(_ROWS, (_FIRST, boundary)))
                standing = _sum_up(connection, boundary)
                before = connection.execute("SELECT digest FROM journal WHERE sequence = ?", (boundary,))
                (seal,) = before.fetchone() or ("",)
            first = boundary + 1 if boundary else _FIRST
            return replay(check_rows(connection.execute(_ROWS, (first, last)), seal), last, standing)
        except DamagedRowError as error:
            raise damaged_at(self.path, error.sequence) from error

    def _one(self, query: str, value: object) -> Any:
        with schema.translated(self.path):
            return self._connection.execute(query, (value,)).fetchone()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.read_only:
            raise ReviewError(
                f"{self.path}: this review is open for reading only; "
                "copy it to a folder where you may write to give verdicts."
            )
        self.check_on()
        self._check_place()
        with schema.translated(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
                self._identity = schema.identity(self._place)
            except BaseException:
                self._unsaved.clear()
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        for row in self._unsaved:
            self._standing.add(row)
        self._unsaved.clear()

    def _check_place(self) -> None:
        """SQLite writes on into a file that has lost its name, and what it writes there is lost with it."""
        present, known = schema.identity(self._place), self._identity
        if present == known:
            return
        if present is None:
            how = "was deleted or moved"
        elif known is None or present[:2] != known[:2] or not self._is_as_left():
            how = "was replaced by another file"
        else:
            self._identity = present
            return
        raise ReviewError(
            f"{self.path}: the review {how} since it was opened here, so nothing was saved. "
            "Put it back under this name and try again, or open the review that is there now."
        )

    def _is_as_left(self) -> bool:
        """Whether the file holds what was written into it here; it may only have been touched."""
        assert self._bytes is not None
        self._bytes.seek(0)
        return self._bytes.read() == self._connection.serialize()

    def _append(self, act: Doing, target: int | None, fingerprint: str, state: State) -> JournalRow:
        last = self._connection.execute(
            "SELECT sequence, digest FROM journal ORDER BY sequence DESC LIMIT 1"
        ).fetchone() or (0, "")
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = JournalRow(last[0] + 1, time, self.reviewer, act, target, fingerprint, state)
        self._connection.execute(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*to_columns(row), digest(last[1], row)),
        )
        self._unsaved.append(row)
        return row

    def _keep_question(self, entry: BagEntry) -> None:
        """Remember which spans were judged, so that a later comparison can say what changed since."""
        known = self._connection.execute(
            "SELECT 1 FROM question WHERE fingerprint = ?", (entry.fingerprint,)
        ).fetchone()
        if known is None:
            spans = serialization.pack([span.stored for span in self.bag(entry.number).spans])
            self._connection.execute("INSERT INTO question VALUES (?, ?)", (entry.fingerprint, spans))


def _check_seal(connection: sqlite3.Connection, path: Path) -> None:
    row = connection.execute("SELECT value FROM header WHERE key = 'seal'").fetchone()
    if row is None or row[0] != seal_of(connection):
        raise ReviewError(f"{path}: this review file is damaged; go back to a copy of it.")


_FIRST = -(2**63)
"""No sequence that SQLite can hold is less."""
_ROWS = "SELECT * FROM journal WHERE sequence BETWEEN ? AND ? ORDER BY sequence"
_SUM = """SELECT max(sequence), fingerprint, verdict, note FROM journal
          WHERE sequence <= ? GROUP BY fingerprint"""


def _sum_up(connection: sqlite3.Connection, boundary: int) -> Standing:
    """The states that the rows up to ``boundary`` leave, in one query that looks at no seal."""
    standing = Standing()
    for sequence, fingerprint, verdict, note in connection.execute(_SUM, (boundary,)):
        try:
            standing.states[fingerprint] = State(None if verdict is None else Verdict(verdict), note)
        except (TypeError, ValueError) as error:
            raise DamagedRowError(sequence) from error
    return standing


def _summary(connection: sqlite3.Connection, path: Path) -> Summary:
    try:
        summary = summaries.summary_from_json(_stored_summary(connection))
        check_types([summary], Summary)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ReviewError(
            f"{path}: the summary in this review file is damaged; go back to a copy of it."
        ) from error
    return summary


def _stored_summary(connection: sqlite3.Connection) -> Any:
    row = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
    return json.loads(row[0])


def _entries(connection: sqlite3.Connection, path: Path) -> tuple[BagEntry, ...]:
    known: dict[str, tuple[Kind, ...]] = {}
    entries: list[BagEntry] = []
    query = "SELECT number, fingerprint, title, kinds, spans, documents, formerly FROM bag ORDER BY number"
    try:
        for number, fingerprint, title, kinds, spans, documents, formerly in connection.execute(query):
            if kinds not in known:
                known[kinds] = tuple(Kind(kind) for kind in kinds.split())
            verdict = None if formerly is None else Verdict(formerly)
            if number != len(entries):
                raise ValueError("numbers")
            entries.append(BagEntry(number, fingerprint, title, known[kinds], spans, documents, verdict))
        check_types(entries, BagEntry)
        if any(max(entry.spans, entry.documents) > _MOST for entry in entries):
            raise ValueError("counts")
    except (AttributeError, TypeError, ValueError) as error:
        raise ReviewError(
            f"{path}: the list of bags in this review file is damaged; go back to a copy of it."
        ) from error
    return tuple(entries)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no name behind the user id, as in some containers
        return "unknown"


def stored_settings(path: Path) -> Mapping[str, str] | None:
    """How the comparison in this file was made (``Summary.settings``); None where that cannot be read."""
    try:
        if not schema.exists(path):
            return None
        connection = schema.connect(path, read_only=True)
        try:
            with schema.translated(path):
                settings = _stored_summary(connection)["settings"]
        finally:
            connection.close()
    except (ReviewError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    return {key: value for key, value in settings.items() if isinstance(value, str)}

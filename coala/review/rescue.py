"""Rescue of a damaged review: the sound parts of a file, and sentences on the rest.

``salvage`` reads a damaged SQLite file and keeps the rows that can be read. ``repair`` writes these into a
new, complete review; the old file is unchanged. What is sound can be proven in three ways:

- Bags, texts and notes are packed with a checksum each.
- The journal is the log of verdicts. Each of its rows has a seal, a hash over the row and the seal before.
  Rows that are damaged are taken from the newest daily copy that has them.
- The seal of the file is a hash over the rest: the list of bags, their effects on the scores, the figures.

The list of bags is made again from the bags. If bags are lost, their verdicts are kept: they count again when
the same comparison is written into the new file. A board is a file with several comparisons, its columns.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, NamedTuple

import msgspec

from coala import __version__
from coala.base.numerals import count
from coala.base.process import without_collector
from coala.board.board import Board
from coala.diff.document_titles import list_titles
from coala.diff.sentences import BagSentences
from coala.engine import summary as summaries
from coala.engine.summary import Side, Summary
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.review.blind.blindness import KEPT_AS, Blindness, BlindWish, begin_blind
from coala.review.board.board_file import read_board
from coala.review.board.codec import from_json as board_from_json
from coala.review.comparison_tables import BagRegister
from coala.review.drawing import SAMPLE_OF_BAGS, SAMPLE_OF_LINKS, find_kept_links, find_sample
from coala.review.file import Review
from coala.review.history import HISTORY, parse_history_counts
from coala.review.search import read_searched_texts
from coala.review.storage import opening, schema, seals, serialization
from coala.review.storage.backups import find_backups
from coala.review.storage.bag_slices import BAG_SLICES
from coala.review.storage.board_tables import BOARD, COLUMNS_OF_TABLES
from coala.review.storage.drafts import read_draft
from coala.review.storage.journal import DamagedRowError, JournalRow, check_rows, find_proven
from coala.review.storage.journal_table import read_journal, write_row
from coala.review.storage.provenance import read_provenance
from coala.review.storage.questions import question_of_spans, read_question
from coala.review.storage.seals import reseal
from coala.review.storage.serialization import from_json, require_types, unpack_bag
from coala.verdicts.groups import fits_bag

_TYPES = {"TEXT": str, "BLOB": bytes, "INTEGER": int}
"""Types of values by the declared types of columns."""

_MOST_NAMED = 5
"""The most lines or bags to name in a message; a longer list would not be read."""

_GONE_FOR_GOOD = ("half-written note", "content of a judged bag", "setting")
"""Losses that no comparison brings back."""

_DAMAGE = (
    *(ReviewError, sqlite3.DatabaseError, msgspec.DecodeError),
    *(AttributeError, KeyError, TypeError, ValueError, RecursionError),
)
"""Errors that reading a damaged part may raise."""


_decode_shares = msgspec.json.Decoder(dict[str, float | None]).decode


class SoundBag(NamedTuple):
    """A bag whose content is sound, by its fingerprint and its columns in the table."""

    fingerprint: str
    shares: str
    gold_group: int | None
    earlier: str
    content: bytes
    gold: bytes | None  # None also if it is damaged


@dataclass
class Salvage:
    """The sound parts of a file, sentences on the damage, and counts of what is lost."""

    path: Path
    damages: list[str] = field(default_factory=list)
    """One sentence for each kind of damage; empty for a sound file."""
    header: dict[str, str] = field(default_factory=dict)
    summary: Summary | None = None
    """The figures of the comparison; None if they are damaged, and for a board."""
    bags: list[SoundBag] = field(default_factory=list)
    documents: list[tuple[str, bytes | None, bytes | None]] = field(default_factory=list)
    """Name, packed text and packed list of mentions; None for a damaged or missing one."""
    questions: dict[str, bytes] = field(default_factory=dict)
    """What is kept of each judged bag, by fingerprint (``storage.questions``)."""
    drafts: list[tuple[str, str, bytes]] = field(default_factory=list)
    """Half-written notes: reviewer, fingerprint, packed note."""
    rows: list[JournalRow] = field(default_factory=list)
    """Rows of the journal that are proven, or taken from a daily copy."""
    lost: Counter[str] = field(default_factory=Counter)
    """Other losses by what they are: {"text": 2}."""
    lost_bags: int = 0
    lost_rows: int = 0
    has_whole_journal: bool = True
    """False if some lines of the journal could not even be read or counted."""
    copy_of_journal: str = ""
    """Name of a daily copy up to which the journal is whole; "" unless only newer lines may be lost."""
    proven: bool = True
    """True if the figures and shares are as they were written, which only the seal can prove."""
    is_board: bool = False
    columns: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    """For a board, the rows of the tables of its columns, by table; empty if any of them is damaged."""

    @property
    def is_sound(self) -> bool:
        return not self.damages

    @property
    def is_empty(self) -> bool:
        """Return True if there is nothing to recover: no bag, no verdict and no half-written note."""
        return not (self.is_sound or self.bags or self.rows or self.drafts)


@contextmanager
def kept_for_rescue(path: Path) -> Iterator[None]:
    """Let no program write the review at ``path`` while it is rescued.

    Raises ``ReviewError`` as ``opening.kept_as_it_is``; of damage, with other advice than a rescue.
    """
    try:
        with opening.kept_as_it_is(path):
            yield
    except ReviewError as error:
        if isinstance(error, DamagedReviewError) or (find_backups(path) and _lacks_head(path)):
            raise beyond_rescue(path) from error
        raise


def _lacks_head(path: Path) -> bool:
    """Return True if a file does not begin as a SQLite file, since it was emptied or overwritten."""
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(opening.HEAD)) != opening.HEAD
    return False


def beyond_rescue(path: Path) -> ReviewError:
    """Return the error for a file with nothing to recover."""
    copies = ", ".join(copy.name for copy in find_backups(path))
    return ReviewError(
        f"{path}: this review is too damaged to recover. Use a backup "
        f"copy{f' ({copies})' if copies else ''}, or compare the graphs again into a "
        "new file."
    )


def salvage(path: Path) -> Salvage:
    """Read everything that can be read of a review file.

    Raises ``ReviewError`` if it is missing, foreign, newer, open elsewhere, or cannot be read at all.
    """
    with closing(opening.connect_unchecked(path)) as connection:
        # A text may have damaged bytes.
        connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        found = Salvage(path)
        with opening.translated(path), without_collector():
            found.is_board = schema.is_board(connection)
            _Reader(connection, found).read()
        return found


class _Reader:
    """The reader of a damaged file, which fills a ``Salvage`` step by step."""

    def __init__(self, connection: sqlite3.Connection, found: Salvage) -> None:
        self._connection = connection
        self._found = found
        self._report = found.damages.append
        # The tables with values that could not be read.
        self._unread: set[str] = set()
        # The number of the last row of each damaged table whose end could be read.
        self._last_rows: dict[str, int] = {}
        self._right_types: set[tuple[object, ...]] = set()
        self._texts_needed: set[str] = set()
        # The fingerprints of the sound bags.
        self._known: set[str] = set()
        self._is_sealed = False
        self._has_sound_shares = True

    def read(self) -> None:
        """Read all parts; later steps use what earlier ones have found."""
        self._check_pages()
        self._read_journal()
        self._read_header()
        self._read_bags()
        self._read_documents()
        self._read_questions()
        self._compare_seal()
        self._mend_from_copy()
        self._compare_questions()
        self._check_groups()
        self._check_search()
        self._keep_blind()
        self._read_drafts()
        if self._found.is_board:
            self._read_columns()
        elif not self._found.damages:
            self._open()

    def _check_pages(self) -> None:
        if not schema.has_own_tables(self._connection):
            self._report("The tables are not those of a review.")
        try:
            (result,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            result = str(error)
        if result != "ok":
            self._report("Pages or indexes of the file are damaged.")

    def _rows(self, table: str, columns: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table with this number of columns; of a damaged one, those that can be read.

        Columns count by their places: a bit may have changed their names. A value of another type than that
        of its column, which one bit can make of it, is None.
        """
        last, rest = None, []
        types = self._find_types(table)
        if len(types) == columns:
            try:
                for row in self._read_rows(table, "ASC"):
                    last = row[0]
                    yield self._with_types(table, row[1:], types)
                return
            except sqlite3.DatabaseError:
                # Those after the damage are read from the end.
                with suppress(sqlite3.DatabaseError):
                    for row in self._read_rows(table, "DESC"):
                        self._last_rows.setdefault(table, row[0])
                        if row[0] == last:
                            break
                        rest.append(self._with_types(table, row[1:], types))
        self._report_unread(table)
        self._found.has_whole_journal &= table != "journal"
        yield from reversed(rest)

    def _find_types(self, table: str) -> list[type | None]:
        """Return the types of the columns of a table, none if it cannot be read."""
        try:
            return [_TYPES.get(row[2]) for row in self._connection.execute(f"PRAGMA table_info({table})")]
        except sqlite3.DatabaseError:
            return []

    def _read_rows(self, table: str, order: str) -> sqlite3.Cursor:
        # Without the index, as it may be damaged alone.
        query = f"SELECT rowid, * FROM {table} NOT INDEXED ORDER BY rowid {order}"  # noqa: S608 - constants
        return self._connection.execute(query)

    def _with_types(self, table: str, row: tuple[Any, ...], types: Sequence[type | None]) -> tuple[Any, ...]:
        kinds = table, *map(type, row)
        if kinds not in self._right_types:
            pairs = list(zip(row, types, strict=True))
            if any(type(value) not in (wanted, NoneType) for value, wanted in pairs):
                self._report_unread(table)
                return tuple(value if type(value) is wanted else None for value, wanted in pairs)
            self._right_types.add(kinds)
        return row

    def _report_unread(self, table: str) -> None:
        self._unread.add(table)
        self._report_once(f"Some of the table '{table}' cannot be read.")

    def _report_once(self, sentence: str) -> None:
        if sentence not in self._found.damages:
            self._report(sentence)

    def _read_journal(self) -> None:
        found = self._found
        rows = list(self._rows("journal", 10))
        bad: list[int] = []
        try:
            found.rows = list(check_rows(rows))
        except DamagedRowError:
            proven = find_proven(rows)
            found.rows = [row for row in proven if row is not None]
            bad = [at for at, row in enumerate(proven, start=1) if row is None]
            self._report(
                f"The journal of verdicts is damaged at {_list_numbers('line', bad)}."
                if bad
                else "Seals in the journal of verdicts are damaged, but all verdicts are intact."
            )
        found.lost_rows = len(bad)

    def _mend_from_copy(self) -> None:
        """Take what is missing from the newest daily copy whose journal agrees with the rows that are here.

        That is rows of the journal, the content of judged bags, and what outlives a comparison.
        """
        found = self._found
        judged = {row.fingerprint for row in found.rows}
        has_journal = not found.lost_rows and found.has_whole_journal
        if has_journal and found.questions.keys() == judged and self._is_sealed:
            return
        here = {row.sequence: row for row in found.rows}
        for path in reversed(find_backups(found.path)):
            copy = _read_copy(path)
            common = here.keys() & copy.rows.keys()
            # Without any common row, nothing shows that it is a copy of this journal.
            if any(here[number] != copy.rows[number] for number in common) or (here and not common):
                continue
            rows = copy.rows.keys() - here.keys()
            judged |= {copy.rows[number].fingerprint for number in rows}
            questions = judged & copy.questions.keys() - found.questions.keys() - self._known
            kept = set() if self._is_sealed else copy.kept.keys() - found.header.keys()
            if rows or questions or kept:
                numbers = {"line": len(rows), "judged bag": len(questions), "setting": len(kept)}
                used = [count(number, what) for what, number in numbers.items() if number]
                self._report(f"The copy {path.name} is used for {' and '.join(used)}.")
                found.rows = [row for _, row in sorted({**copy.rows, **here}.items())]
                found.questions |= {name: copy.questions[name] for name in questions}
                found.header |= {key: copy.kept[key] for key in kept}
                found.lost_rows = max(0, found.lost_rows - len(rows))
                found.lost["setting"] = max(0, found.lost["setting"] - len(kept))
                self._find_gaps(path)
                return

    def _find_gaps(self, copy: Path) -> None:
        """Find out if lines are still missing after some came from this copy."""
        found, last = self._found, self._last_rows.get("journal")
        has_gaps = any(row.sequence != at for at, row in enumerate(found.rows, start=1))
        if not found.has_whole_journal and not has_gaps:
            found.has_whole_journal = last == len(found.rows)
            found.copy_of_journal = copy.name if last is None else ""

    def _compare_questions(self) -> None:
        """Report judged bags without content, and those without verdicts."""
        found = self._found
        judged = {row.fingerprint for row in found.rows}
        if judged - found.questions.keys():
            self._report("The content of some judged bags cannot be read, but their verdicts are intact.")
        found.lost["content of a judged bag"] += len(judged - found.questions.keys() - self._known)
        if unjudged := found.questions.keys() - judged:
            self._report(f"The verdicts on {count(len(unjudged), 'judged bag')} are lost.")
            found.has_whole_journal, found.copy_of_journal = False, ""

    def _keep_blind(self) -> None:
        """Hide the sides again if the entry that hides them may be lost: all verdicts were given blind."""
        found = self._found
        key = f"{schema.KEPT}{KEPT_AS}"
        given = [row.state for row in found.rows if row.state.verdict is not None]
        were_hidden = bool(given) and all(state.swapped is not None for state in given)
        if were_hidden and key not in found.header and not self._is_sealed and not found.is_board:
            found.header[key] = json.dumps(asdict(begin_blind(BlindWish())))
            self._report("The entry that hides the sides may be lost, so a repair hides them again.")

    def _read_header(self) -> None:
        found = self._found
        found.header = {key: value for key, value in self._rows("header", 2) if key and value}
        for key in [key for key in found.header if key.startswith(schema.KEPT)]:
            if not self._is_sound(lambda: _read_kept(key, found.header[key])):  # noqa: B023 - called at once
                del found.header[key]
                found.lost["setting"] += 1
                self._report(f"The stored '{key.removeprefix(schema.KEPT)}' cannot be read.")
        try:
            if found.is_board:
                # A repaired board may have lost all of its columns; its seal shows that this is intended.
                if BOARD in found.header:
                    board_from_json(json.loads(found.header[BOARD]), Board)
            else:
                stored = json.loads(found.header["summary"])
                found.summary = require_types(summaries.summary_from_json(stored), Summary)
        except _DAMAGE:
            found.header.pop(BOARD, None)
            what = "board" if found.is_board else "comparison"
            self._report(f"The figures of the {what} cannot be read.")
        if not self._is_sound(lambda: read_provenance(self._connection, found.path)):
            found.header.pop("provenance", None)
            self._report("The record of how the review was made cannot be read.")

    def _is_sound(self, read: Callable[[], object]) -> bool:
        """Return True if a part can be read without an error."""
        try:
            read()
        except _DAMAGE:
            return False
        return True

    def _read_bags(self) -> None:
        found = self._found
        lost, without_shares = [], []
        for place, row in enumerate(self._rows("bag", 12), start=1):
            *_, shares, _, group, earlier, content, gold = row
            try:
                bag = unpack_bag(content, "")
            except ReviewError:
                lost.append(place)
                continue
            if bag.fingerprint in self._known:
                # Bags of a comparison are distinct: this one has the content of another one.
                lost.append(place)
                continue
            self._known.add(bag.fingerprint)
            self._texts_needed.update(bag.documents)
            if not self._is_sound(lambda: _decode_shares(shares)):  # noqa: B023 - called at once
                without_shares.append(place)
            if gold is not None and not self._is_sound(lambda: _read_gold(gold, bag)):  # noqa: B023 - called at once
                found.lost["gold of a bag"] += 1
                gold = None
            found.bags.append(SoundBag(bag.fingerprint, shares, group, earlier, content, gold))
        found.lost_bags = len(lost)
        if lost:
            self._report(f"The content of {_list_numbers('bag', lost)} cannot be read.")
        if without_shares:
            self._has_sound_shares = False
            self._report(f"The effects of {_list_numbers('bag', without_shares)} are damaged.")
        if found.lost["gold of a bag"]:
            self._report("The gold facts of some bags cannot be read.")

    def _read_documents(self) -> None:
        found = self._found
        names = set()
        for name, text, mentions in self._rows("document", 3):
            if name is None:
                continue
            names.add(name)
            parts = (
                (text, "text", "text", serialization.unpack_text),
                (
                    mentions,
                    "list of mentions",
                    "list of a document's mentions",
                    serialization.unpack_mentions,
                ),
            )
            kept: list[bytes | None] = []
            for data, what, counted, unpack in parts:
                is_sound = data is None or self._is_sound(lambda: unpack(data, name))  # noqa: B023 - called at once
                kept.append(data if is_sound else None)
                if not is_sound:
                    self._report(f"The {what} of {name} cannot be read.")
                    found.lost[counted] += 1
            found.documents.append((name, *kept))
        found.lost["text"] += len(self._texts_needed - names)

    def _read_questions(self) -> None:
        for name, data in self._rows("question", 2):
            if self._is_sound(lambda: read_question(data, "")):  # noqa: B023 - called at once
                self._found.questions[name] = data

    def _check_groups(self) -> None:
        """Leave out the rows of the journal whose groups do not fit their bag, as far as that is known."""
        found = self._found
        packed = found.questions | {sound.fingerprint: sound.content for sound in found.bags}
        fitting, bad = [], []
        for row in found.rows:
            bag = None
            if row.state.groups is not None and row.fingerprint in packed:
                bag = read_question(packed[row.fingerprint], "")
            if row.state.groups is None or not isinstance(bag, Bag) or fits_bag(bag, row.state.groups):
                fitting.append(row)
            else:
                bad.append(row.sequence)
        if bad:
            self._report(f"Who is who does not fit the bag at {_list_numbers('line', bad)} of the journal.")
            found.lost_rows += len(bad)
            found.rows = fitting

    def _check_search(self) -> None:
        """Report searched texts that cannot be read; those of a board are in its columns."""
        found, query = self._found, "SELECT field, content FROM search"
        bags = len(found.bags) + found.lost_bags
        is_sound = self._is_sound(lambda: read_searched_texts(self._connection.execute(query), bags))
        if not (found.is_board or "bag" in self._unread or is_sound):
            self._report("The search index is damaged; a repair makes it again from the bags.")

    def _read_drafts(self) -> None:
        for reviewer, name, data in self._rows("draft", 3):
            try:
                draft = read_draft(data, "")
            except ReviewError:
                self._report_once("A half-written note cannot be read.")
                self._found.lost["half-written note"] += 1
                continue
            if (draft.fingerprint, draft.reviewer) != (name, reviewer):
                self._report_once("A half-written note is in the place of another.")
            self._found.drafts.append((draft.reviewer, draft.fingerprint, data))

    def _compare_seal(self) -> None:
        """Find out whether all that has no checksum of its own is as it was written."""
        with suppress(sqlite3.DatabaseError, UnicodeError):
            self._is_sealed = self._found.header.get("seal") == seals.seal(self._connection)
        # Shares that cannot be read are no shares, though they may be sealed.
        self._found.proven = self._is_sealed and self._has_sound_shares
        if not self._is_sealed:
            self._report("The list of bags, their shares or the figures were altered or damaged.")

    def _open(self) -> None:
        """Open a review whose parts are sound each by itself, and read what a window will ask for."""
        found, path = self._found, self._found.path
        try:
            with Review.open(path, read_only=True) as review:
                self._read_part(lambda: parse_history_counts(found.header.get(HISTORY), path))
                for kept, read in ((SAMPLE_OF_BAGS, find_sample), (SAMPLE_OF_LINKS, find_kept_links)):
                    if not self._read_part(lambda: read(review)):  # noqa: B023 - called at once
                        del found.header[f"{schema.KEPT}{kept}"]
        except DamagedReviewError as error:
            self._report_error(error)
            # A repair makes the other figures of the header again from the bags.
            found.header.pop(BAG_SLICES, None)

    def _read_part(self, read: Callable[[], object]) -> bool:
        """Read a part of an open review; report its damage and return False if it is damaged."""
        try:
            read()
        except DamagedReviewError as error:
            self._report_error(error)
            return False
        return True

    def _report_error(self, error: DamagedReviewError) -> None:
        sentence = error.what.removeprefix(f"{self._found.path}: ")
        self._report(f"{sentence[0].upper()}{sentence[1:]}.")

    def _read_columns(self) -> None:
        """Take over the tables of a board's columns if all of the file is intact, else none of them.

        Figures of a column would count bags that are missing, and do not show which ones.
        """
        columns = {table: list(self._rows(table, len(names))) for table, names in COLUMNS_OF_TABLES.items()}
        blobs = (
            value for rows in columns.values() for row in rows for value in row if isinstance(value, bytes)
        )
        is_board = BOARD in self._found.header
        is_intact = self._found.proven and not self._found.lost_bags and is_board is bool(columns["variant"])
        is_intact = is_intact and self._unread.isdisjoint({*columns, "bag", "document"})
        if not is_intact or not all(map(serialization.is_whole, blobs)) or not self._opens():
            self._report("The columns of the board were altered or damaged; the verdicts are intact.")
        elif is_board:
            self._found.columns = columns

    def _opens(self) -> bool:
        """Return True if a board whose other parts are sound opens, as a whole and by each of its columns."""
        if self._found.damages or BOARD not in self._found.header:
            return True
        path = self._found.path

        def open_all() -> None:
            for address in read_board(path).addresses:
                Review.open(path, read_only=True, column=address).close()

        return self._is_sound(open_all)


class _DailyCopy(NamedTuple):
    """Parts of a daily copy that may be lost in its review."""

    rows: Mapping[int, JournalRow] = MappingProxyType({})
    """Journal by sequence."""
    questions: Mapping[str, bytes] = MappingProxyType({})
    kept: Mapping[str, str] = MappingProxyType({})
    """Entries of the header that outlive a comparison."""


def _read_copy(path: Path) -> _DailyCopy:
    """Return what a daily copy has; nothing if the copy is damaged or cannot be read."""
    try:
        with closing(opening.connect(path, read_only=True)) as connection:
            seals.check_seal(connection, path)
            rows = {row.sequence: row for row in read_journal(connection, path)}
            questions = dict(connection.execute("SELECT fingerprint, spans FROM question"))
            header = connection.execute("SELECT key, value FROM header")
            kept = {key: value for key, value in header if key.startswith(schema.KEPT)}
            return _DailyCopy(rows, questions, kept)
    except (ReviewError, sqlite3.Error):
        return _DailyCopy()


def _read_kept(key: str, value: str) -> object:
    """Read an entry that outlives a comparison; raise ``ValueError`` for an odd one."""
    is_blindness = key == f"{schema.KEPT}{KEPT_AS}"
    return from_json(json.loads(value), Blindness if is_blindness else Any)


def _read_gold(gold: bytes, bag: Bag) -> object:
    return serialization.gold_from_json(serialization.unpack(gold, ""), bag.fingerprint, len(bag.spans), "")


def _list_numbers(noun: str, numbers: Sequence[int]) -> str:
    """Return some numbers after their noun: "lines 3, 17 and 2 more"."""
    shown = ", ".join(f"{number:,}" for number in numbers[:_MOST_NAMED])
    more = f" and {len(numbers) - _MOST_NAMED:,} more" if len(numbers) > _MOST_NAMED else ""
    return f"{noun}{'' if len(numbers) == 1 else 's'} {shown}{more}"


_NOT_KNOWN = "(not known)"
"""In place of the path of a graph whose name is lost."""


class Repaired(NamedTuple):
    """Counts of bags and journal lines in the new file, and of lost ones."""

    bags: int
    rows: int
    lost_bags: int
    lost_rows: int
    is_complete: bool
    """False if comparing again into the new file would bring something back."""
    is_board: bool = False
    has_whole_journal: bool = True
    """False if more lines are lost than could be counted."""
    copy_of_journal: str = ""
    """As of ``Salvage``."""
    others: tuple[tuple[str, int], ...] = ()
    """Other losses: (("text", 2),)."""


def repair(found: Salvage, target: Path) -> Repaired:
    """Write all sound parts into a new review file at ``target``.

    Raises ``ReviewError`` if it cannot, or if there is nothing to recover. The verdicts on lost bags are
    kept: writing the same comparison into the new file restores the bags.
    """
    if found.is_empty:
        raise beyond_rescue(found.path)
    opening.require_name(target)
    with opening.new_review(target, "a repair does not overwrite files; choose another name") as unfinished:
        with closing(opening.create(unfinished, shown=target, board=found.is_board)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            _write(connection, found)
            connection.execute("COMMIT")
            bags, rows = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - constants
                for table in ("bag", "journal")
            )
        # The repaired file must open before it gets its name.
        if found.columns:
            read_board(unfinished)
        elif not found.is_board:
            Review.open(unfinished).close()
    figures = bool(found.columns) if found.is_board else found.summary is not None
    lost_rows = found.lost_rows + len(found.rows) - rows
    others = tuple((what, times) for what, times in found.lost.items() if times > 0)
    # The rest comes back if the graphs are compared again into the new file.
    comes_back = any(what not in _GONE_FOR_GOOD for what, _ in others)
    is_complete = found.proven and figures and not found.lost_bags and not comes_back
    return Repaired(
        *(bags, rows, found.lost_bags, lost_rows, is_complete, found.is_board),
        *(found.has_whole_journal, found.copy_of_journal, others),
    )


def _write(connection: sqlite3.Connection, found: Salvage) -> None:
    """Write the sound parts into an empty review, table by table, within the open transaction."""
    judged = {row.fingerprint for row in found.rows}
    texts = {
        name: None if text is None else serialization.unpack_text(text, name)
        for name, text, _ in found.documents
    }
    _insert(connection, "header", _header(found))
    # Headlines, counts and the searched texts are computed from the bags again, and bags are numbered from 0.
    settings = {} if found.summary is None else found.summary.settings
    register = BagRegister(texts, settings)
    bags = []
    spans = {}
    with_sentences = (
        (BagSentences(replace(bag, titles_of=lambda name: list_titles(texts.get(name)))), sound)
        for sound in found.bags
        for bag in (unpack_bag(sound.content, ""),)
    )
    for number, (sentences, sound, headline) in enumerate(register.add(with_sentences)):
        bag = sentences.bag
        # A changed value of these columns would not have been noticed unless all are proven.
        shares, group, earlier = sound[1:4] if found.proven else ("{}", None, "")
        listed = bag.fingerprint, bag.title, " ".join(bag.kinds), len(bag.spans), len(bag.documents)
        bags.append((number, *listed, shares, headline.stored, group, earlier, sound.content, sound.gold))
        if bag.fingerprint in judged and bag.fingerprint not in found.questions:
            spans[bag.fingerprint] = question_of_spans(bag)
    _insert(connection, "bag", bags)
    for table, rows in found.columns.items():
        _insert(connection, table, rows)
    if not found.is_board:
        _insert(connection, "header", register.header().items())
        _insert(connection, "search", register.search_fields())
    _insert(connection, "document", found.documents)
    # Rows between them may be lost, so the seals are computed again.
    seal = ""
    for row in found.rows:
        seal = write_row(connection, row, seal)
    # Each judged bag needs a question: as stored, or its spans, or an empty list of spans.
    nothing = serialization.pack([])
    _insert(
        connection,
        "question",
        ((name, found.questions.get(name) or spans.get(name, nothing)) for name in sorted(judged)),
    )
    _insert(connection, "draft", found.drafts)
    reseal(connection)


def _insert(connection: sqlite3.Connection, table: str, rows: Any) -> None:
    for row in rows:
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)  # noqa: S608 - constants


def _header(found: Salvage) -> Iterator[tuple[str, str]]:
    """Yield the sound entries of the header; a summary without figures if that of a review is lost."""
    if not found.is_board:
        summary = found.header["summary"] if found.summary is not None else json.dumps(_no_figures(found))
        yield "summary", summary
    for key, value in found.header.items():
        kept = (
            key == "provenance"
            # The graphs stated forms that the bags do not have.
            or (key == BAG_SLICES and not found.is_board and found.proven and not found.lost_bags)
            or (key == BOARD and found.columns)
            or key.startswith(schema.KEPT)
        )
        if kept or (key == "inputs" and _is_json(value) and _names_files(json.loads(value))):
            yield key, value


def _is_json(value: object) -> bool:
    try:
        json.loads(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _names_files(inputs: object) -> bool:
    return isinstance(inputs, dict) and all(isinstance(path, str) for path in inputs.values())


def _no_figures(found: Salvage) -> dict[str, Any]:
    side = Side(_NOT_KNOWN, documents=0, instances=0, mentions=0, spans=0, statements=0)
    bags = len(found.bags)
    return summaries.summary_to_json(
        Summary(
            baseline=side,
            changed=side,
            gold=None,
            bags=bags,
            interesting=bags,
            differing=bags,
            mentions=0,
            interesting_mentions=0,
            largest=max((len(unpack_bag(sound.content, "").spans) for sound in found.bags), default=0),
            kinds=dict.fromkeys(Kind, 0),
            scores={},
            share_tests={},
            resampling=None,
            notices=(),
            settings={},
            version=__version__,
        )
    )

"""What reviewers said of the bags in an open review file is read from its journal, and nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.review.contents import ReviewContents
from coala.review.pace import Pace, find_acts, measure_pace
from coala.review.reviewers import clean_name
from coala.review.storage.journal import Act, JournalRow, PastAct
from coala.review.storage.journal_table import JournalTable
from coala.verdicts.changes import verdicts_by_kind
from coala.verdicts.state import Manner, State
from coala.verdicts.tally import Judgement, make_judgement


class ReviewVerdicts(ReviewContents):
    """The verdicts in an open review file, as one of the reviewers may know them."""

    _journal: JournalTable

    def __init__(self, path: Path, connection: sqlite3.Connection, reviewer: str) -> None:
        super().__init__(path, connection)
        self._reviewer = clean_name(reviewer)

    @property
    def reviewer(self) -> str:
        """Who judges: whose states, history and half-written notes these are, and whose name rows get."""
        return self._reviewer

    @property
    def _mine(self) -> dict[str, State]:
        return self._journal.standing.of(self._reviewer)

    def state(self, fingerprint: str) -> State:
        """Return this reviewer's verdict and comment on a bag as they are on disk."""
        return self._mine.get(fingerprint, State())

    def states(self) -> list[State]:
        """The same of every bag, in the order of the list."""
        mine, nothing = self._mine, State()
        return [mine.get(entry.fingerprint, nothing) for entry in self.entries]

    def former_verdict(self, number: int) -> Verdict | None:
        """One's last verdict on a bag of an earlier comparison that shares mentions with this one."""
        entry = self.entries[number]
        earlier = (self.state(fingerprint).verdict for fingerprint in entry.earlier_bags)
        return next((verdict for verdict in earlier if verdict is not None), None)

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
            make_judgement(state.verdict, state, entry.kinds, self.changes_judged(entry.number))
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

    def history_of(self, number: int, *, others: bool = False) -> list[PastAct]:
        """Return what was done to a bag, oldest first: when, by which reviewer, and the state after it.

        Acts on bags of earlier comparisons that share mentions with it count too, as far as the file has
        them. Other reviewers' acts are returned once this reviewer has judged the bag
        (``may_show_others``), or if ``others`` asks for them.
        """
        entry = self.entries[number]
        shown = others or self.may_show_others(entry.fingerprint)
        return [
            PastAct(row.time, row.reviewer, row.act, row.state, row.fingerprint == entry.fingerprint)
            for row in self._journal.rows_of([entry.fingerprint, *entry.earlier_bags])
            if shown or row.reviewer == self._reviewer
        ]

    def pace(self, left: int) -> Pace:
        """How fast this reviewer judges, where ``left`` bags wait, by the last rows of the journal."""
        acts = find_acts(self._journal.standing.recent(), self._reviewer)
        return measure_pace(acts, datetime.now().astimezone(), left)

    def check_on(self, rows: int | None = None) -> bool:
        """Check the seals of so many more rows (None: of all) of the journal; whether any may be left.

        Raises ``ReviewError`` for a damaged one, then and ever after: nothing is written any more.
        """
        return self._journal.check_on(rows)

"""Who is who in small bags, and files with groups that do not fit their bag."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from coala.model.bag import Verdict
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import read_last_row, write_row
from coala.verdicts.groups import Groups
from coala.verdicts.state import State

HE_IS_JOHN = Groups(((0,), (1, 2)))
"""An answer on a bag of ``tests.support.reviews.a_bag``, which makes it better."""
HE_IS_BOB = Groups(((0, 2), (1,)))

UNFITTING = (
    Groups(((0,), (1,))),
    Groups(((0, 1), (1, 2))),
    Groups(((0,), (1, 2), (7,))),
    Groups(((0,), (1, 10**30))),
    Groups(((0,), (1,)), no_mention=(1, 2)),
    Groups(((0,), (1,), (2,)), pieces=((2,), (5,))),
    Groups(((0,), (1,), (2,)), pieces=((2,),)),
    Groups(((0,), (1, 2)), pieces=((),)),
)
"""Answers that no bag of three parts, each of one mention, can have."""


def put_groups(path: Path, reviewer: str, bag: int | str, groups: Groups) -> None:
    """Append an answer on a judged bag to the journal without a check, as another program could.

    The bag is given by its number from 1, or by its fingerprint.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        (fingerprint,) = connection.execute(
            "SELECT fingerprint FROM bag WHERE number + 1 = ? OR fingerprint = ?", (bag, bag)
        ).fetchone()
        last, seal = read_last_row(connection)
        state = State(Verdict.BETTER, groups=groups)
        write_row(
            connection, JournalRow(last + 1, "2026-01-01", reviewer, "judge", None, fingerprint, state), seal
        )

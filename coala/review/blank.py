"""Blank copies of a review: everything that a second reviewer needs, and nothing that the first one judged.

A review that is half judged cannot be sent to a second reviewer as it is: its verdicts would be in it. A
blank copy has the same bags, texts, settings and samples, and no verdicts, notes, drafts or names. The graphs
are not needed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from coala.review.drawing import clear_answers
from coala.review.history import HISTORY
from coala.review.storage import opening, schema
from coala.review.storage.provenance import read_provenance, write_provenance
from coala.review.storage.seals import check_seal, reseal


def write_blank(path: Path, target: Path, command: Sequence[str] = ()) -> None:
    """Write a copy of the review or board at ``path`` without anything that a reviewer wrote.

    Raises ``ReviewError`` if the review cannot be read, and if the new file exists already.
    """
    opening.require_name(target)
    with (
        opening.kept_as_it_is(path),
        opening.new_review(
            target, "a blank copy does not overwrite files; choose another name with -o"
        ) as unfinished,
    ):
        with (
            closing(opening.connect(path, read_only=True)) as source,
            opening.translated(path),
        ):
            check_seal(source, path)
            opening.write_copy(source, unfinished)
        with closing(opening.connect(unfinished)) as connection, opening.translated(path):
            connection.execute("BEGIN IMMEDIATE")
            for table in ("journal", "draft", "question"):
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
            # These name judged bags of earlier comparisons.
            connection.execute("UPDATE bag SET earlier = ''")
            connection.execute("DELETE FROM header WHERE key = ?", (HISTORY,))
            kept = "SELECT key, value FROM header WHERE substr(key, 1, ?) = ?"
            for key, value in connection.execute(kept, (len(schema.KEPT), schema.KEPT)).fetchall():
                cleared = json.dumps(clear_answers(json.loads(value)))
                connection.execute("UPDATE header SET value = ? WHERE key = ?", (cleared, key))
            former = read_provenance(connection, path)
            settings, inputs = (former.settings, former.inputs) if former else ({}, ())
            write_provenance(connection, command, settings, inputs, ())
            reseal(connection)
            connection.execute("COMMIT")
            # Deleted rows stay in the file until it is packed.
            connection.execute("VACUUM")

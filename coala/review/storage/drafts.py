"""Half-written answers, stored by reviewer and bag, and found even if the key of their row was damaged.

The window stores a draft at each pause in the writing. The table ``draft`` is therefore not part of the seal,
the hash over the file, since that would hash all bags again. Instead each draft is packed with a checksum,
together with its own reviewer and bag. If these differ from the key of its row, the key was damaged, and the
draft is a *stray*. Of a comment only ``Comment.draft``, the note without tags, is kept. Who is who may be
half an answer, in which some parts of the bag have no group yet.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import NamedTuple

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema, serialization
from coala.review.storage.journal import StoredGroups
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups


class Draft(NamedTuple):
    """A half-written comment on a bag by a reviewer, half an answer to who is who, or both."""

    fingerprint: str  # of the bag
    comment: Comment | None
    reviewer: str
    groups: Groups | None = None


class _StoredDraft(NamedTuple):
    """A draft as it is packed; ``note`` is that of the comment."""

    fingerprint: str
    note: str | None
    reviewer: str
    groups: StoredGroups | None


def read_draft(data: bytes, what: str) -> Draft:
    """Return the draft in packed bytes; ``what`` names it in the ``ReviewError`` of a damaged one."""
    try:
        stored = serialization.from_json(serialization.unpack(data, what), _StoredDraft)
        groups = None if stored.groups is None else stored.groups.read()
    except ValueError as error:
        raise DamagedReviewError(serialization.damaged(what)) from error
    comment = None if stored.note is None else Comment(stored.note)
    return Draft(stored.fingerprint, comment, stored.reviewer, groups)


class DraftTable:
    """The half-written answers in an open review; a caller that writes has opened a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def read(self, reviewer: str, fingerprint: str, what: str) -> Draft | None:
        """Return the draft of a reviewer on a bag, or None."""
        row = self._connection.execute(
            "SELECT content FROM draft WHERE reviewer = ? AND fingerprint = ?", (reviewer, fingerprint)
        ).fetchone()
        if row is None:
            strays = self._find_strays(reviewer, fingerprint)
            return strays[0][1] if strays else None
        draft = read_draft(row[0], what)
        if (draft.fingerprint, draft.reviewer) != (fingerprint, reviewer):
            raise DamagedReviewError(serialization.damaged(what))
        return draft

    def list_noted(self, reviewer: str) -> set[str]:
        """Return the fingerprints of the bags with a sound half-written comment of a reviewer."""
        noted = set()
        for (content,) in self._connection.execute("SELECT content FROM draft"):
            with suppress(ReviewError):
                draft = read_draft(content, "")
                if draft.reviewer == reviewer and draft.comment is not None:
                    noted.add(draft.fingerprint)
        return noted

    def read_sound(self, reviewer: str, fingerprint: str) -> Draft:
        """Return the draft of a reviewer on a bag, an empty one if there is none or it is damaged."""
        try:
            draft = self.read(reviewer, fingerprint, "")
        except DamagedReviewError:
            draft = None
        return draft or Draft(fingerprint, None, reviewer)

    def write(self, draft: Draft) -> None:
        """Store a draft in the place of the previous one; an empty one only deletes that."""
        key = draft.reviewer, draft.fingerprint
        self.drop(*key)
        if draft.comment is None and draft.groups is None:
            return
        note = None if draft.comment is None else draft.comment.note
        groups = None if draft.groups is None else StoredGroups(*draft.groups)
        packed = serialization.pack(_StoredDraft(draft.fingerprint, note, draft.reviewer, groups))
        schema.insert(self._connection, "INSERT INTO draft VALUES (?, ?, ?)", (*key, packed))

    def drop(self, reviewer: str, fingerprint: str) -> None:
        """Delete the draft of a reviewer on a bag."""
        mine = "DELETE FROM draft WHERE reviewer = ? AND fingerprint = ?"
        self._connection.execute(mine, (reviewer, fingerprint))
        for number, _ in self._find_strays(reviewer, fingerprint):
            self._connection.execute("DELETE FROM draft WHERE rowid = ?", (number,))

    def _find_strays(self, reviewer: str, fingerprint: str) -> list[tuple[int, Draft]]:
        """Return the drafts of a reviewer and a bag that are stored under another key, with their row ids."""
        strays = []
        # A reviewer has a few drafts; the limit is far above that.
        for number, content in self._connection.execute("SELECT rowid, content FROM draft LIMIT 100"):
            try:
                draft = read_draft(content, "")
            except ReviewError:
                continue
            if (draft.fingerprint, draft.reviewer) == (fingerprint, reviewer):
                strays.append((number, draft))
        return strays

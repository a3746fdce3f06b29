"""Header entry that makes a review blind: how it is written and read, and what it refuses.

A blind review hides which graph is on which side. A seed in its file decides which bags are shown with their
sides exchanged (``shown_sides``). Verdicts that were given with the sides known are kept out of it, and its
results are kept in until its sides are revealed.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema
from coala.review.storage.serialization import from_json

_GREATEST_SEED = 2**63 - 1

KEPT_AS = "blind"
"""Name under which a review keeps the entry (``Review.kept``)."""


class Unblinding(NamedTuple):
    """Reviewer who revealed the sides, and the time in ISO 8601."""

    reviewer: str
    time: str


@dataclass(frozen=True)
class Blindness:
    """Data that make a review blind."""

    seed: Annotated[int, msgspec.Meta(ge=0)]
    unblinded: Unblinding | None = None  # None as long as the sides are hidden


def read_blindness(connection: sqlite3.Connection, path: Path) -> Blindness | None:
    """Return how the review in a file is, or was, blind; None if it never was.

    Raises ``ReviewError`` if the entry is damaged: a review that might show the sides must not open.
    """
    query = "SELECT value FROM main.header WHERE key = ?"
    row = connection.execute(query, (f"{schema.KEPT}{KEPT_AS}",)).fetchone()
    if row is None:
        return None
    try:
        return from_json(json.loads(row[0]), Blindness)
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: the data that makes this review blind is damaged") from error


def is_blind(connection: sqlite3.Connection, path: Path) -> bool:
    """Return True if the sides of the review are hidden."""
    blindness = read_blindness(connection, path)
    return blindness is not None and blindness.unblinded is None


def refuse_blind(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``ReviewError`` if the sides of the review are hidden."""
    if is_blind(connection, path):
        raise ReviewError(
            f"{path}: this review is blind, so its results are hidden. 'coala file reveal' "
            "shows which side is which, and cannot be undone."
        )


class BlindWish(NamedTuple):
    """A wish for a blind review with this seed; None keeps the seed of the review, or draws one."""

    seed: int | None = None


def begin_blind(wish: BlindWish) -> Blindness:
    """Return a new blindness; raise ``ReviewError`` for a seed that a file cannot hold."""
    seed = secrets.randbits(32) if wish.seed is None else wish.seed
    if not 0 <= seed <= _GREATEST_SEED:
        raise ReviewError(f"A seed is a whole number from 0 to {_GREATEST_SEED:,}.")
    return Blindness(seed)


def refuse_known_verdicts(
    connection: sqlite3.Connection, path: Path, *, wished: bool, judged: bool, taken_over: bool
) -> None:
    """Raise ``ReviewError`` if a blind review would show verdicts that were given with the sides known.

    A reviewer who remembers one of them could infer the sides of that bag from it. ``judged`` says whether
    the file has verdicts, ``taken_over`` whether verdicts of other files are to be carried over.
    """
    if taken_over and (wished or is_blind(connection, path)):
        raise ReviewError(
            f"{path}: verdicts of other reviews would reveal the sides of this blind "
            "review. Leave out --verdicts, or write a review that is not blind into "
            "another file."
        )
    if judged and wished and read_blindness(connection, path) is None:
        raise ReviewError(
            f"{path}: this review has verdicts that were given with the sides visible. "
            "Write the blind review into another file."
        )


def write_blindness(connection: sqlite3.Connection, path: Path, wish: BlindWish) -> None:
    """Make a review blind; a blind review keeps its seed, so that no side changes.

    Raises ``ReviewError`` if another seed was given, or if the sides are known already.
    """
    known = read_blindness(connection, path)
    if known is None:
        row = f"{schema.KEPT}{KEPT_AS}", json.dumps(asdict(begin_blind(wish)))
        connection.execute("INSERT INTO header VALUES (?, ?)", row)
    elif known.unblinded is not None:
        raise ReviewError(
            f"{path}: the sides of this review were revealed. Write the blind review into another file."
        )
    elif wish.seed not in (None, known.seed):
        raise ReviewError(
            f"{path}: this blind review has another seed. Leave out --seed, or give another file."
        )

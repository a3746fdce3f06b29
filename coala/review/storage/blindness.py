"""The header entry of a blind review: a seed that chooses mirrored bags.

A blind review hides which graph is on which side of a bag. About half of the bags are shown with the changed
graph on the left (``coala.review.blind.shown_sides``). This module refuses what would reveal the sides.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema

KEPT_AS = "blind"
"""The name under which a review keeps the entry (``Review.kept``)."""


class Unblinding(NamedTuple):
    """The reviewer who revealed the sides, and the time in ISO 8601."""

    reviewer: str
    time: str


class Blindness(NamedTuple):
    """The data that make a review blind."""

    seed: int
    unblinded: Unblinding | None = None  # None as long as the sides are hidden

    def as_json(self) -> dict[str, Any]:
        return {"seed": self.seed, "unblinded": self.unblinded}


def read_blindness(connection: sqlite3.Connection, path: Path) -> Blindness | None:
    """Return how the review in a file is, or was, blind; None if it never was.

    Raises ``ReviewError`` if the entry is damaged: a review that might show the sides must not open.
    """
    query = "SELECT value FROM main.header WHERE key = ?"
    row = connection.execute(query, (f"{schema.KEPT}{KEPT_AS}",)).fetchone()
    if row is None:
        return None
    try:
        values = json.loads(row[0])
        seed, unblinded = values["seed"], values["unblinded"]
        if type(seed) is not int or seed < 0:
            raise ValueError("seed")
        known = None if unblinded is None else Unblinding(*map(str, unblinded))
        return Blindness(seed, known)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
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

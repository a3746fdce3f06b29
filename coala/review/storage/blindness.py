"""The header entry that makes a review blind: a seed, which tosses a coin for each bag, and what comes again.

A bag is known by its fingerprint, so the coin falls alike in each later comparison. What a blind review
shows is the matter of ``coala.review.blind``; the core only refuses to show it as any other.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema

KEPT_AS = "blind"
"""The name under which a review keeps it (``Review.kept``)."""


class Unblinding(NamedTuple):
    """Who made known which side is which, and when, in ISO 8601."""

    reviewer: str
    time: str


class Blindness(NamedTuple):
    """``again`` bags come a second time; ``unblinded`` is None while nobody may know which side is which."""

    seed: int
    again: int
    unblinded: Unblinding | None = None

    def swaps(self, fingerprint: str) -> bool:
        """Whether the changed graph stands on the left in this bag."""
        return bool(self._draw("side", fingerprint)[0] & 1)

    def second_looks(self, fingerprints: Iterable[str]) -> list[str]:
        """The bags that come again, in the order in which they do."""
        return sorted(fingerprints, key=lambda name: self._draw("again", name))[: self.again]

    def _draw(self, what: str, fingerprint: str) -> bytes:
        return hashlib.sha256(f"{what} {self.seed} {fingerprint}".encode("ascii", "replace")).digest()

    def as_json(self) -> dict[str, Any]:
        return {"seed": self.seed, "again": self.again, "unblinded": self.unblinded}


def read_blindness(connection: sqlite3.Connection, path: Path) -> Blindness | None:
    """How the review in a file is, or was, blind; None where it never was.

    Raises ``ReviewError`` where that is damaged: rather no review than one that shows what it should not.
    """
    query = "SELECT value FROM main.header WHERE key = ?"
    row = connection.execute(query, (f"{schema.KEPT}{KEPT_AS}",)).fetchone()
    if row is None:
        return None
    try:
        said = json.loads(row[0])
        seed, again, unblinded = said["seed"], said["again"], said["unblinded"]
        if type(seed) is not int or type(again) is not int or not again >= 0 or not seed >= 0:
            raise ValueError("numbers")
        known = None if unblinded is None else Unblinding(*map(str, unblinded))
        return Blindness(seed, again, known)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: what makes this review blind is damaged") from error


def is_blind(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether it is kept from everybody which side is which."""
    blindness = read_blindness(connection, path)
    return blindness is not None and blindness.unblinded is None


def refuse_blind(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``ReviewError`` where it is kept from everybody which side is which."""
    if is_blind(connection, path):
        raise ReviewError(
            f"{path}: this review is blind, so nothing of it is told; 'coala unblind' tells which side is "
            "which, for good."
        )

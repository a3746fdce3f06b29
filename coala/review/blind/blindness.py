"""How a review is blind is kept in its file: a seed, which tosses a coin for each bag, and what comes again.

A bag is known by its fingerprint, so the coin falls alike in each later comparison.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from coala.errors import DamagedReviewError, ReviewError
from coala.review.storage import schema

_Kind = TypeVar("_Kind")

KEPT_AS = "blind"
"""The name under which a review keeps it (``Review.kept``)."""

_GREATEST_SEED = 2**63 - 1

_FEW = 20
"""So few bags none of which comes again."""
_LEAST_AGAIN, _SHARE_AGAIN = 3, 20
"""At least so many bags come again, or one of so many."""


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


class BlindWish(NamedTuple):
    """That a review be blind, by this seed; None stands for that which it has, or any."""

    seed: int | None = None


def begin_blind(wish: BlindWish, bags: int) -> Blindness:
    """A review of so many bags becomes blind; of few none comes again.

    Raises ``ReviewError`` for a seed that a file cannot hold.
    """
    seed = secrets.randbits(32) if wish.seed is None else wish.seed
    if not 0 <= seed <= _GREATEST_SEED:
        raise ReviewError(f"A seed is a whole number from 0 to {_GREATEST_SEED:,}.")
    return Blindness(seed, 0 if bags <= _FEW else max(_LEAST_AGAIN, round(bags / _SHARE_AGAIN)))


def read_blindness(connection: sqlite3.Connection, path: Path) -> Blindness | None:
    """How the review in a file is, or was, blind; None where it never was.

    Raises ``ReviewError`` where that is damaged: rather no review than one that shows what it should not.
    """
    query = "SELECT value FROM header WHERE key = ?"
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


def choose_kind(
    connection: sqlite3.Connection, path: Path, open_kind: type[_Kind], blind_kind: type[_Kind] | None
) -> type[_Kind]:
    """The kind of review that may be shown of a file; raises ``ReviewError`` where there is none."""
    if blind_kind is not None and is_blind(connection, path):
        return blind_kind
    refuse_blind(connection, path)
    return open_kind


def refuse_known_verdicts(
    connection: sqlite3.Connection, path: Path, *, wished: bool, judged: bool, taken_over: bool
) -> None:
    """Raise ``ReviewError`` where a blind review would show verdicts that were given with the sides known.

    Whoever remembers one of them reads from the side that it prefers there which graph stands on it.
    ``judged`` says whether the file has verdicts, ``taken_over`` whether it is to get those of other files.
    """
    if taken_over and (wished or is_blind(connection, path)):
        raise ReviewError(
            f"{path}: verdicts of other reviews would tell which side is which in a blind one; leave them "
            "out, or write a review that is not blind into another file."
        )
    if judged and wished and read_blindness(connection, path) is None:
        raise ReviewError(
            f"{path}: verdicts in this review were given with the sides known, and would tell them; write a "
            "blind one into another file."
        )


def write_blindness(connection: sqlite3.Connection, path: Path, wish: BlindWish, bags: int) -> None:
    """Make a review of so many bags blind; one that is stays as it is, so that no side changes.

    Raises ``ReviewError`` where another seed was given, or where the sides are known already.
    """
    known = read_blindness(connection, path)
    if known is None:
        row = f"{schema.KEPT}{KEPT_AS}", json.dumps(begin_blind(wish, bags).as_json())
        connection.execute("INSERT INTO header VALUES (?, ?)", row)
    elif known.unblinded is not None:
        raise ReviewError(f"{path}: this review was unblinded; write a blind one into another file.")
    elif wish.seed not in (None, known.seed):
        raise ReviewError(
            f"{path}: this review is blind by another seed; leave --seed out, or name another file."
        )

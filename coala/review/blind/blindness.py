"""Making a review blind, and keeping out of it verdicts that were given with the sides known.

A blind review hides which graph is on which side. A seed in its file (``Blindness``) decides which bags are
shown with their sides exchanged. The functions are called by ``coala.review.writing`` while a comparison is
written into a file.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from pathlib import Path
from typing import NamedTuple

from coala.errors import ReviewError
from coala.review.storage import schema
from coala.review.storage.blindness import KEPT_AS, Blindness, is_blind, read_blindness

_GREATEST_SEED = 2**63 - 1


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
        row = f"{schema.KEPT}{KEPT_AS}", json.dumps(begin_blind(wish).as_json())
        connection.execute("INSERT INTO header VALUES (?, ?)", row)
    elif known.unblinded is not None:
        raise ReviewError(
            f"{path}: the sides of this review were revealed. Write the blind review into another file."
        )
    elif wish.seed not in (None, known.seed):
        raise ReviewError(
            f"{path}: this blind review has another seed. Leave out --seed, or give another file."
        )

"""The provenance of a review: its version, source files, command, time, and user.

It is stored as JSON under one key of the table ``header``. The source files have their SHA-256, so that the
program notices when a file has changed since the review was made.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from typing import NamedTuple

from coala import __version__
from coala.base.plain_text import storable
from coala.engine.settings import list_named_files
from coala.errors import DamagedReviewError
from coala.review.reviewers import login_name
from coala.review.storage.serialization import from_json

DESKTOP = "desktop"
"""Replaces the words of a command if the window made the review."""

_KEY = "provenance"
_MOST_FILES = 20_000
"""The most files of a folder to hash; a folder with more is no graph."""


class SourceFile(NamedTuple):
    """A source file or folder at the time when the review was made."""

    role: str
    """What it was used as: "baseline", "changed graph", "texts", "review" and so on."""
    path: str
    sha256: str | None = None
    """For a folder, over the sorted list of its files' names and hashes; None if it could not be read."""
    size: int | None = None
    """In bytes; None if it could not be read again, as standard input."""
    files: int = 1
    """The number of files in a folder."""


@dataclass(frozen=True)
class ReviewProvenance:
    """The provenance of a review."""

    version: str
    """Of this program."""
    command: tuple[str, ...]
    """The words of the command line, or ``(DESKTOP,)``."""
    settings: Mapping[str, str]
    """How the graphs were compared (``Summary.settings``)."""
    inputs: tuple[SourceFile, ...]
    """The graphs and folders of texts."""
    reviews: tuple[SourceFile, ...]
    """Review files whose verdicts were carried over or merged."""
    time: str
    """In ISO 8601."""
    who: str
    """The name of the logged-in user."""


def write_provenance(
    connection: sqlite3.Connection,
    command: Sequence[str],
    settings: Mapping[str, str],
    inputs: Iterable[SourceFile],
    reviews: Iterable[SourceFile],
) -> None:
    """Write the provenance into the header, within the open transaction; the caller seals it.

    The sources were read before the review was opened: reading an open review would end its lock.
    """
    made = ReviewProvenance(
        version=__version__,
        command=tuple(map(storable, command)),
        settings=dict(settings),
        inputs=tuple(inputs),
        reviews=tuple(reviews),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        who=login_name(),
    )
    connection.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", (_KEY, json.dumps(asdict(made))))


def read_provenance(connection: sqlite3.Connection, path: Path) -> ReviewProvenance | None:
    """Return the provenance; None if a repair could not read it.

    Raises ``ReviewError`` if it is damaged.
    """
    row = connection.execute("SELECT value FROM header WHERE key = ?", (_KEY,)).fetchone()
    if row is None:
        return None
    try:
        return from_json(json.loads(row[0]), ReviewProvenance)
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedReviewError(f"{path}: the record of how this review was made is damaged") from error


def without_changed_files(settings: Mapping[str, str], made: ReviewProvenance | None) -> dict[str, str]:
    """Return settings without the files and folders that have changed since the review was made.

    A foreign review may name any file of its reader, but only somebody who has a file knows its SHA-256.
    Other files are used when the user names them again.
    """
    known = {source.path: source.sha256 for source in made.inputs if source.sha256} if made else {}
    changed = {
        name
        for name, path in list_named_files(settings).items()
        if path not in known or read_source(name, path).sha256 != known[path]
    }
    return {name: text for name, text in settings.items() if name not in changed}


def read_reviews(paths: Iterable[Path]) -> list[SourceFile]:
    """Read review files as the sources of another one; each must be closed."""
    return [read_source("review", str(path)) for path in paths]


def read_source(role: str, path: str) -> SourceFile:
    """Return a file or a folder as it is now; without hash and size if it cannot be read."""
    try:
        if not os.path.isdir(path):
            return SourceFile(role, path, _hash(path), os.path.getsize(path))
        listing, size, files = sha256(), 0, 0
        for name in _files_below(path):
            inside = os.path.join(path, name)
            listing.update(json.dumps([name, _hash(inside)]).encode("ascii"))
            size += os.path.getsize(inside)
            files += 1
    except (OSError, ValueError):
        return SourceFile(role, path)
    return SourceFile(role, path, listing.hexdigest(), size, files)


def _files_below(folder: str) -> list[str]:
    """Return the relative names of all files below a folder, sorted; raise ``ValueError`` for very many."""
    found: list[str] = []
    for place, _, names in os.walk(folder):
        found += (os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/") for name in names)
        if len(found) > _MOST_FILES:
            raise ValueError("too many files to be those of one graph")
    return sorted(found)


def _hash(path: str) -> str:
    # Reading a pipe that is already empty would never end.
    if not os.path.isfile(path):
        raise OSError(path)
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()

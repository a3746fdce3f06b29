"""The file graph.json of a folder of tables: properties of the whole graph, and hashes of its tables.

Other programs may write tables without this file, or without hashes in it; these are read unchecked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from coala.base.files import Source
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice

ABOUT_FILE = "graph.json"
TABLES_FORMAT = "coala-tables/1"

_HASHES, _SEAL = "sha256", "seal"
"""Keys of the hash of each table, and of the hash of everything else in this file."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The properties of a whole graph, which do not fit into tables."""

    sources: list[Source] = []  # the files from which it was read
    notices: list[Notice] = []
    inverse: list[tuple[str, str]] = []  # pairs of inverse predicates
    symmetric: list[str] = []  # symmetric predicates
    unclear_values: list[str] = []  # nested values that cannot be parsed back
    term_labels: dict[str, str] = {}  # of classes, properties and values
    descriptions: dict[str, str] = {}  # of instances and values
    sha256: dict[str, str] | None = None  # the hash of each table
    seal: str | None = None  # the hash of everything else in the file

    @property
    def is_complete(self) -> bool:
        """True if COALA wrote the file, so that it has all notices of the reading."""
        return self.seal is not None


def write_about(graph: Graph, notices: Sequence[Notice], folder: Path) -> None:
    """Write graph.json into a folder, with the hash of each table that is there."""
    about = {
        "format": TABLES_FORMAT,
        "sources": [list(source) for source in graph.sources],
        "notices": list(map(list, notices)),
        "inverse": list(map(list, graph.relations.inverse)),
        "symmetric": sorted(graph.relations.symmetric),
        "unclear_values": sorted(graph.unclear_values),
        "term_labels": dict(graph.term_labels),
        "descriptions": dict(graph.descriptions),
        _HASHES: {path.name: _hash_file(path) for path in sorted(folder.glob("*.parquet"))},
    }
    (folder / ABOUT_FILE).write_text(json.dumps(about | {_SEAL: _hash_content(about)}), encoding="ascii")


def read_about(folder: Path) -> About:
    """Return the content of graph.json in a folder, or the defaults without it; check all hashes in it.

    Raises ``ReadingError`` if the file is damaged or of another format, or if a table does not fit its hash.
    """
    path = folder / ABOUT_FILE
    if path.exists() and not path.is_file():
        raise ReadingError(f"{path}: this is not a file. Remove it.")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return About()
    except OSError as error:
        raise ReadingError(f"{path}: this file cannot be read ({error.strerror}).") from error
    about = parse_about(content, str(path))
    if about.sha256 is not None:
        _check_hashes(folder, about.sha256)
    return about


def parse_about(text: str | bytes, shown: str) -> About:
    """Return the content of graph.json.

    ``shown`` is its path in messages. Raises ``ReadingError`` if it is damaged or of another format.
    """
    try:
        content = json.loads(text)
        if content.pop("format") != TABLES_FORMAT:
            raise ValueError(f"its format is not {TABLES_FORMAT}")
        about = msgspec.convert(content, About)
        if (about.sha256 is None) != (about.seal is None):
            raise ValueError(f"{_HASHES} and {_SEAL} belong together")
        if about.seal is not None and about.seal != _hash_content(content):
            raise ValueError(f"its {_SEAL} does not fit its content")
        # Everybody can make a seal, and another file may be a device that never ends.
        if not all(map(_is_table, about.sha256 or ())):
            raise ValueError(f"{_HASHES} is only for tables of this folder")
        return about
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        reason = readable(str(error))
        raise ReadingError(
            f"{shown}: this file is damaged ({reason}). Convert the graph again, or delete "
            "this file to read the tables without it."
        ) from error


def _is_table(name: str) -> bool:
    return name.endswith(".parquet") and not {"/", "\\", ":", "\0"} & set(name)


def _hash_content(about: Mapping[str, object]) -> str:
    """Return the hash of all but the format, which is fixed, and the seal."""
    sealed = {key: value for key, value in about.items() if key != _SEAL} | {"format": TABLES_FORMAT}
    return hashlib.sha256(json.dumps(sealed, sort_keys=True).encode()).hexdigest()


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_hashes(folder: Path, hashes: Mapping[str, str]) -> None:
    """Raise ``ReadingError`` unless the tables in the folder are those that were written."""
    remedy = f"Convert the graph again; if the change is meant, delete {folder / ABOUT_FILE}."
    for path in sorted({folder / name for name in hashes} | set(folder.glob("*.parquet"))):
        if path.name not in hashes:
            raise ReadingError(f"{path}: 'coala convert' did not write this table. {remedy}")
        if path.exists() and not path.is_file():
            raise ReadingError(f"{path}: this is not a file. {remedy}")
        try:
            found = _hash_file(path)
        except FileNotFoundError as error:
            raise ReadingError(f"{path}: this table is missing. {remedy}") from error
        except OSError as error:
            raise ReadingError(f"{path}: this table cannot be read ({error.strerror}).") from error
        if found != hashes[path.name]:
            raise ReadingError(
                f"{path}: this table is damaged, or was changed after 'coala convert'. {remedy}"
            )

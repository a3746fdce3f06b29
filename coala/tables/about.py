"""The file graph.json of a folder of tables: properties of the whole graph, and hashes of its tables.

Other programs may write tables without this file, or without hashes in it; these are read unchecked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coala.base.files import Source
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice

ABOUT_FILE = "graph.json"
TABLES_FORMAT = "coala-tables/1"

_HASHES, _SEAL = "sha256", "seal"
"""Keys of the hash of each table, and of the hash of everything else in this file."""


@dataclass(frozen=True)
class About:
    """The properties of a whole graph, which do not fit into tables."""

    sources: list[Source] = field(default_factory=list)  # the files from which it was read
    notices: list[Notice] = field(default_factory=list)
    inverse: list[tuple[str, str]] = field(default_factory=list)  # pairs of inverse predicates
    symmetric: list[str] = field(default_factory=list)  # symmetric predicates
    unclear_values: list[str] = field(default_factory=list)  # nested values that cannot be parsed back
    term_labels: dict[str, str] = field(default_factory=dict)  # of classes, properties and values
    descriptions: dict[str, str] = field(default_factory=dict)  # of instances and values
    is_complete: bool = False  # COALA wrote the file, so it has all notices of the reading


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
    about, hashes = parse_about(content, str(path))
    if hashes is not None:
        _check_hashes(folder, hashes)
    return about


def parse_about(text: str | bytes, shown: str) -> tuple[About, Mapping[str, str] | None]:
    """Return the content of graph.json, and the hashes of the tables if it has some.

    ``shown`` is its path in messages. Raises ``ReadingError`` if it is damaged or of another format.
    """
    try:
        content = json.loads(text)
        if content.pop("format") != TABLES_FORMAT:
            raise ValueError(f"its format is not {TABLES_FORMAT}")
        hashes, seal = content.pop(_HASHES, None), content.pop(_SEAL, None)
        if (hashes is None) != (seal is None):
            raise ValueError(f"{_HASHES} and {_SEAL} belong together")
        if seal is not None and seal != _hash_content({"format": TABLES_FORMAT, _HASHES: hashes, **content}):
            raise ValueError(f"its {_SEAL} does not fit its content")
        # Everybody can make a seal, and another file may be a device that never ends.
        if hashes is not None and not all(_is_table(name) for name in hashes):
            raise ValueError(f"{_HASHES} is only for tables of this folder")
        return About(**_check_fields(content), is_complete=seal is not None), hashes
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        reason = readable(str(error))
        raise ReadingError(
            f"{shown}: this file is damaged ({reason}). Convert the graph again, or delete "
            "this file to read the tables without it."
        ) from error


def _is_table(name: str) -> bool:
    return name.endswith(".parquet") and not {"/", "\\", ":", "\0"} & set(name)


def _hash_content(about: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


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


def _check_fields(content: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of ``About``; raise ``ValueError`` if one has another type."""
    texts = ("symmetric", "unclear_values")
    for name in texts:
        _require(name, all(isinstance(text, str) for text in _read_list(content, name)))
    pairs = [tuple(pair) for pair in _read_list(content, "inverse")]
    _require("inverse", all(len(pair) == 2 and _are_strings(pair) for pair in pairs))
    for name in ("term_labels", "descriptions"):
        labels = content.get(name, {})
        _require(name, isinstance(labels, dict) and _are_strings(labels.values()))
    sources = [Source(*source) for source in _read_list(content, "sources")]
    _require("sources", all(_are_strings(source[:2]) and type(source.size) is int for source in sources))
    notices = [Notice(*row)._replace(examples=tuple(row[3])) for row in _read_list(content, "notices")]
    for notice in notices:
        code, count, sentence, examples, role, path = notice
        _require("notices", type(count) is int and _are_strings((code, sentence, *examples, role, path)))
    return content | {"sources": sources, "notices": notices, "inverse": pairs}


def _read_list(content: Mapping[str, Any], name: str) -> list[Any]:
    value = content.get(name, [])
    _require(name, isinstance(value, list))
    return list(value)


def _are_strings(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


def _require(name: str, is_right: bool) -> None:
    if not is_right:
        raise ValueError(f"{name} has another form")

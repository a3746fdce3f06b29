"""Documents in memory as inputs of a comparison: dicts, data frames, and datasets of Hugging Face.

Each document is a mapping with one of the shapes of JSON that COALA reads from files, such as
``{"doc_id": "d1", "text": "Ann laughed. She left.", "clusters": [[[0, 3], [13, 16]]]}``. The documents are
written as JSON lines into a folder that exists only while they are read, so that there is one reader.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coala.errors import ReadingError

IN_MEMORY = "documents in memory"
"""The name of a graph that was given as documents."""


def are_documents(given: object) -> bool:
    """Return True for documents in memory: anything that is no path and no graph of rdflib."""
    is_graph = any(kind.__module__.startswith("rdflib") for kind in type(given).__mro__)
    return not isinstance(given, str | os.PathLike) and not is_graph


@contextmanager
def write_documents(documents: object, role: str) -> Iterator[str]:
    """Yield the path of a file with the documents, which is deleted afterwards.

    Raises ``ReadingError`` if they are not mappings that JSON can hold; ``role`` names them in the message.
    """
    with TemporaryDirectory(prefix="coala-") as folder:
        path = Path(folder) / f"{role.replace(' ', '-')}.jsonl"
        with path.open("w", encoding="utf-8") as stream:
            for number, row in enumerate(_iterate_rows(documents, role), 1):
                stream.write(_write_row(row, number, role) + "\n")
        yield str(path)


def _iterate_rows(documents: object, role: str) -> Iterable[object]:
    """Return the rows of a frame, a dataset or a list, as mappings."""
    # A frame of polars iterates over its columns, one of pandas over their names.
    if hasattr(documents, "iter_rows"):
        rows: Iterable[object] = documents.iter_rows(named=True)
        return rows
    if hasattr(documents, "to_dict") and hasattr(documents, "columns"):
        return documents.to_dict(orient="records")  # type: ignore[no-any-return]
    if isinstance(documents, Mapping):
        raise ReadingError(f"The {role} is one document. Put it into a list.")
    if not isinstance(documents, Iterable):
        raise ReadingError(
            f"The {role} is a {type(documents).__name__}. Give a path, a list of documents as dicts, a "
            "DataFrame, or a dataset."
        )
    return documents


def _write_row(row: object, number: int, role: str) -> str:
    if not isinstance(row, Mapping):
        raise ReadingError(f"Document {number:,} of the {role} is a {type(row).__name__}, not a dict.")
    for key, value in row.items():
        if not isinstance(key, str):
            raise ReadingError(f"Document {number:,} of the {role} has the key {key!r}, which is not a text.")
        try:
            json.dumps(value, default=_to_plain)
        except (TypeError, ValueError, RecursionError):
            raise ReadingError(
                f"Document {number:,} of the {role}: the value of {key!r} is not plain data, such as texts, "
                "numbers and lists."
            ) from None
    return json.dumps(dict(row), default=_to_plain)


def _to_plain(value: Any) -> Any:
    """Return an array as a list, or a number of numpy as a number; raise ``TypeError`` for anything else."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "to_list"):
        return value.to_list()
    raise TypeError(type(value).__name__)

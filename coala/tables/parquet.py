"""The Parquet tables of a graph in a folder, which other programs can write as well.

======== ==================================================================================================
table    columns
======== ==================================================================================================
mention  document, begin, end (code points, end exclusive), instance; fragments, a list of {begin, end}, for
         a span with gaps; mark, of a zero; words, where the text is not known
type     instance, type
statement instance, predicate, inverse, value (``coala.model.values``), references: {path, instance}
text     document, text (null where it is not known)
instance instance, name (IRI or ""), label (or null)
======== ==================================================================================================

An instance is any string that is the same in all tables. ``coala.tables.about`` has the file beside them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from coala.base.plain_text import readable
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.tables.about import write_about


def write_tables(graph: Graph, folder: Path) -> tuple[Notice, ...]:
    """Write the tables of a graph into a folder, which is made; what there is to say of them is returned.

    Raises ``CoalaError`` where that is impossible, or where it holds tables already.
    """
    pa, parquet = _pyarrow()
    notices = (*graph.notices, *_note_facts(graph))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.parquet")):
            raise CoalaError(f"{folder}: there are Parquet tables already; name another folder.")
        with TemporaryDirectory(dir=folder, prefix="unfinished-") as name:
            unfinished = Path(name)
            tables = _tables(graph, pa)
            for table, columns in tables.items():
                parquet.write_table(pa.table(columns), unfinished / f"{table}.parquet", compression="zstd")
            write_about(graph, notices, unfinished)
            # Without mentions a folder is no graph, so a stopped program leaves none that lacks a table.
            for path in sorted(unfinished.iterdir(), key=lambda path: path.stem == "mention"):
                path.replace(folder / path.name)
    except OSError as error:
        raise CoalaError(f"{folder}: cannot be written ({error.strerror}); choose another place.") from error
    except UnicodeEncodeError as error:
        raise CoalaError(
            f"{graph.path}: {readable(error.object)} has half of a surrogate pair, which no table can hold; "
            "correct it in the file, or compare without tables."
        ) from error
    return notices


def is_tables(path: Path) -> bool:
    """Whether there is a folder with the tables of a graph."""
    return path.is_dir() and any(path.glob("mention*.parquet"))


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise CoalaError("Parquet needs more libraries: pip install 'coala-review[duckdb]'.") from error
    return pyarrow, parquet


def _tables(graph: Graph, pa: Any) -> dict[str, Mapping[str, Any]]:
    keys = pa.array([name or f"_:{number}" for number, name in enumerate(graph.names)], pa.string())
    documents = pa.array(graph.documents, pa.string())
    mentions, statements = graph.mentions, graph.statements
    shapes = [graph.shapes[number] if number >= 0 else None for number in mentions.shape.tolist()]
    part = pa.struct([("begin", pa.int64()), ("end", pa.int64())])
    references: defaultdict[int, list[dict[str, str]]] = defaultdict(list)
    for row, path, instance in zip(
        statements.reference_statement.tolist(),
        statements.reference_path.tolist(),
        statements.reference_instance.tolist(),
        strict=True,
    ):
        references[row].append({"path": graph.paths[path], "instance": keys[instance].as_py()})
    typed = [(number, kind) for number, kinds in enumerate(graph.types) for kind in kinds]
    return {
        "mention": {
            "document": documents.take(pa.array(mentions.document)),
            "begin": pa.array(mentions.begin),
            "end": pa.array(mentions.end),
            "fragments": pa.array(
                [
                    [{"begin": begin, "end": end} for begin, end in shape.fragments]
                    if shape and shape.fragments
                    else None
                    for shape in shapes
                ],
                pa.list_(part),
            ),
            "mark": pa.array([shape.zero or None if shape else None for shape in shapes], pa.string()),
            "instance": keys.take(pa.array(mentions.instance)),
            "words": pa.array([graph.mention_texts.get(row) for row in range(len(mentions))], pa.string()),
        },
        "type": {
            "instance": keys.take(pa.array([number for number, _ in typed], pa.int64())),
            "type": pa.array([kind for _, kind in typed], pa.string()),
        },
        "statement": {
            "instance": keys.take(pa.array(statements.subject)),
            "predicate": pa.array(graph.predicates, pa.string()).take(pa.array(statements.predicate)),
            "inverse": pa.array(np.asarray(statements.inverse, bool)),
            "value": pa.array(graph.values, pa.string()).take(pa.array(statements.value)),
            "references": pa.array(
                [references.get(row, []) for row in range(len(statements))],
                pa.list_(pa.struct([("path", pa.string()), ("instance", pa.string())])),
            ),
        },
        "text": {"document": documents, "text": pa.array(graph.texts, pa.string())},
        "instance": {
            "instance": keys,
            "name": pa.array(graph.names, pa.string()),
            "label": pa.array(graph.labels, pa.string()),
        },
    }


def _note_facts(graph: Graph) -> Iterator[Notice]:
    if len(graph.facts):
        yield make_notice("facts-in-no-table", len(graph.facts))

"""A graph becomes Parquet tables in a folder, which other tools can write as well, and these are read.

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

An instance is any string that is the same in all tables. ``graph.json`` beside them has what is said of the
whole graph: sources, notices, relations, labels of terms.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coala.base.files import Source
from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.reading.interpretation.mentions.find import LONGEST

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLES = {
    "mention": ("document", "begin", "end", "instance"),
    "type": ("instance", "type"),
    "statement": ("instance", "predicate", "value"),
    "text": ("document",),
    "instance": ("instance",),
}
"""The tables of a graph, each a file, or several whose names begin so, and columns that it needs."""

ABOUT_FILE = "graph.json"
TABLES_FORMAT = "coala-tables/1"


def write_tables(graph: Graph, folder: Path) -> tuple[Notice, ...]:
    """Write the tables of a graph into a folder, which is made; what there is to say of them is returned.

    Raises ``CoalaError`` where that is impossible, or where it holds tables already.
    """
    pa, parquet = _pyarrow()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.parquet")):
            raise CoalaError(f"{folder}: there are Parquet tables already; name another folder.")
        for name, columns in _tables(graph, pa).items():
            parquet.write_table(pa.table(columns), folder / f"{name}.parquet", compression="zstd")
        notices = (*graph.notices, *_note_facts(graph))
        (folder / ABOUT_FILE).write_text(json.dumps(_about(graph, notices)), encoding="ascii")
    except OSError as error:
        raise CoalaError(f"{folder}: cannot be written ({error.strerror}); choose another place.") from error
    return notices


def is_tables(path: Path) -> bool:
    """Whether there is a folder with the tables of a graph."""
    return path.is_dir() and any(path.glob("mention*.parquet"))


@dataclass(frozen=True)
class About:
    """What is said of a whole graph."""

    sources: list[Source] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    inverse: list[tuple[str, str]] = field(default_factory=list)
    symmetric: list[str] = field(default_factory=list)
    unclear_values: list[str] = field(default_factory=list)
    term_labels: dict[str, str] = field(default_factory=dict)


def read_about(folder: Path) -> About:
    """What is said of the graph whose tables are in a folder; nothing, where others have written them.

    Raises ``ReadingError`` for what cannot be understood.
    """
    path = folder / ABOUT_FILE
    try:
        said = json.loads(path.read_bytes())
        if said.pop("format") != TABLES_FORMAT:
            raise ValueError(f"its format is not {TABLES_FORMAT}")
        said |= {
            "sources": [Source(*source) for source in said["sources"]],
            "notices": [Notice(*notice)._replace(examples=tuple(notice[3])) for notice in said["notices"]],
            "inverse": [(first, second) for first, second in said["inverse"]],
        }
        return About(**said)
    except FileNotFoundError:
        return About()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise ReadingError(f"{path}: cannot be understood ({error}); convert the graph again.") from error


def load_tables(connection: DuckDBPyConnection, graph: int, folder: Path) -> None:
    """Copy the tables in a folder into those of ``load.sql``.

    Raises ``ReadingError`` for a table that cannot be read or lacks a column without which it says nothing.
    """
    import duckdb

    for table, needed in TABLES.items():
        files = sorted(map(str, folder.glob(f"{table}*.parquet")))
        if not files:
            continue
        try:
            there = connection.sql("SELECT * FROM read_parquet($files)", params={"files": files}).columns
            if missing := [name for name in needed if name not in there]:
                raise ReadingError(f"{files[0]}: the table has no column {missing[0]!r}.")
            wanted = [name for name in connection.table(f"said_{table}").columns if name in there]
            names = ", ".join(f'"{name}"' for name in wanted)
            filled = " AND ".join(f'"{name}" IS NOT NULL' for name in needed)
            connection.execute(
                f"INSERT INTO said_{table} (graph, {names}) "  # noqa: S608 - names of our own
                f"SELECT $graph, {names} FROM read_parquet($files) WHERE {filled}",
                {"graph": graph, "files": files},
            )
            if table == "mention":
                _check_places(connection, graph, files[0])
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise ReadingError(f"{files[0]}: this table cannot be read ({reason}).") from error


def _check_places(connection: DuckDBPyConnection, graph: int, shown: str) -> None:
    """Raise ``ReadingError`` where a mention begins or ends where no text can have it."""
    wrong = connection.execute(
        """
        SELECT document, "begin", "end", count(*) OVER () FROM said_mention
        WHERE graph = $graph AND ("begin" < 0 OR "end" < "begin" OR "end" > $longest OR len(list_filter(
            fragments,
            lambda part: part."begin" < 0 OR part."end" < part."begin" OR part."end" > $longest)) > 0)
        ORDER BY ALL LIMIT 1
        """,
        {"graph": graph, "longest": LONGEST},
    ).fetchone()
    if wrong is not None:
        document, begin, end, mentions = wrong
        raise ReadingError(
            f"{shown}: {count(mentions, 'mention')} with begin and end where none can be, such as {begin} to "
            f"{end} in <{readable(document)}>; both count code points from 0, the end after the begin."
        )


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


def _about(graph: Graph, notices: Sequence[Notice]) -> dict[str, object]:
    return {
        "format": TABLES_FORMAT,
        "sources": [list(source) for source in graph.sources],
        "notices": list(map(list, notices)),
        "inverse": list(graph.relations.inverse),
        "symmetric": sorted(graph.relations.symmetric),
        "unclear_values": sorted(graph.unclear_values),
        "term_labels": dict(graph.term_labels),
    }

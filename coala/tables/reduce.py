"""Two sets of tables become what may diverge, as small graphs, and the figures of all that is surely equal.

DuckDB numbers spans and instances and looks at every bag, on the disk where the memory does not suffice;
Splink finds the connected components, by the call that is the same on DuckDB and on Spark. A bag is surely
equal when each graph has one instance in it, with the same spans, types and statements, and every statement
speaks of instances in such bags. All other bags, and those of which they speak, are handed on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.plain_text import last_part, readable
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph, Integers
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.statements.relations import Relations, find_canonical
from coala.normalisation.quality import LARGE_CHAIN, LARGE_SHARE
from coala.tables.about import About, read_about
from coala.tables.loading import load_tables
from coala.tables.subgraph import build_subgraph

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# A symmetric statement may be said from either end, and one of an inverse relation as that of the other.
_SAID_TWICE = """
SELECT count(*) - count(DISTINCT (
    name, value,
    CASE WHEN target IS NULL THEN inverse <> exchanged AND NOT both_ways ELSE inverse END,
    CASE WHEN target IS NULL THEN subject WHEN both_ways THEN least(subject, target)
        WHEN exchanged THEN target ELSE subject END,
    CASE WHEN target IS NULL THEN -1 WHEN both_ways THEN greatest(subject, target)
        WHEN exchanged THEN subject ELSE target END))
FROM (
    SELECT form.name, form.exchanged, form.both_ways, s.inverse, s.value,
        m.chain AS subject, t.chain AS target
    FROM statement AS s
    JOIN turned AS form ON form.predicate = s.predicate
    JOIN member AS m ON m.graph = s.graph AND m.instance = s.instance
    LEFT JOIN reference AS r ON r.graph = s.graph AND r.number = s.number AND s.value = '@'
    LEFT JOIN member AS t ON t.graph = s.graph AND t.instance = r.instance
    WHERE s.graph = $1 AND NOT starts_with(s.value, '"'))
"""


class Figures(NamedTuple):
    """One whole graph in figures, as a summary has them."""

    documents: int
    instances: int
    mentions: int
    spans: int
    statements: int


class Reduced(NamedTuple):
    """What may diverge as two graphs, and the figures of the whole ones.

    ``equal`` are the sizes of the chains that were left out: both graphs have them, each alone in its bag.
    ``differing_texts`` are documents of which the graphs have different texts. ``types`` and ``predicates``
    are all names of them in each graph.
    """

    graphs: tuple[Graph, Graph]
    figures: tuple[Figures, Figures]
    equal: Integers
    differing_texts: tuple[str, ...]
    types: tuple[frozenset[str], ...]
    predicates: tuple[frozenset[str], ...]


def reduce_tables(
    folders: tuple[Path, Path], shown: tuple[str, str], scratch: Path, memory_bytes: int | None = None
) -> Reduced:
    """Compare the tables in two folders bag by bag; the graphs are called as ``shown``.

    DuckDB takes at most ``memory_bytes``, or four fifths of the machine's, and then the disk at ``scratch``.

    Raises ``ReadingError`` where a table cannot be read, or lacks what it needs, and ``CoalaError`` without
    the libraries.
    """
    try:
        import duckdb
    except ImportError as error:
        raise CoalaError("--engine duckdb needs libraries: pip install 'coala-review[duckdb]'.") from error
    about = read_about(folders[0]), read_about(folders[1])
    with duckdb.connect(str(scratch / "tables.duckdb")) as connection:
        connection.execute("SET autoinstall_known_extensions = false")
        connection.execute("SET preserve_insertion_order = false")
        connection.execute("SET temp_directory = ?", [str(scratch / "swap")])
        if memory_bytes:
            connection.execute("SET memory_limit = ?", [f"{memory_bytes}B"])
        try:
            _run(connection, "load")
            for graph, folder in enumerate(folders):
                load_tables(connection, graph, folder, about[graph].unclear_values)
            forms = find_canonical(Relations(tuple(a.inverse), frozenset(a.symmetric)) for a in about)
            if forms:
                rows = [(predicate, *form) for predicate, form in forms.items()]
                connection.executemany("INSERT INTO turned VALUES (?, ?, ?, ?)", rows)
            _run(connection, "number")
            _find_components(connection)
            connection.execute(f"SET VARIABLE large_chain = {LARGE_CHAIN}")
            connection.execute(f"SET VARIABLE large_share = {LARGE_SHARE}")
            _run(connection, "bags")
            return _reduced(connection, shown, about)
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise ReadingError(
                f"{shown[0]} and {shown[1]}: DuckDB cannot compare them ({reason})."
            ) from error


def _run(connection: DuckDBPyConnection, name: str) -> None:
    connection.execute(resources.files(__package__).joinpath(f"{name}.sql").read_text("utf-8"))


def _find_components(connection: DuckDBPyConnection) -> None:
    from splink import DuckDBAPI
    from splink.clustering import cluster_pairwise_predictions_at_threshold

    api = DuckDBAPI(connection)
    with _quiet():
        found = cluster_pairwise_predictions_at_threshold(
            api.register(connection.table("node")),
            api.register(connection.sql("SELECT span AS node_l, chain AS node_r FROM mention")),
            api,
            "node",
        ).as_duckdbpyrelation()
    found.project("node, cluster_id AS bag").create("component")


@contextmanager
def _quiet() -> Iterator[None]:
    """Splink tells how it goes on."""
    logger = logging.getLogger("splink")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _reduced(connection: DuckDBPyConnection, shown: tuple[str, str], about: tuple[About, About]) -> Reduced:
    sizes = connection.execute(
        "SELECT size, count(*) FROM equal ANTI JOIN kept USING (bag) GROUP BY size ORDER BY size"
    ).fetchall()
    differing = connection.execute(
        "SELECT DISTINCT one.document FROM said_text AS one JOIN said_text AS other USING (document) "
        "WHERE one.graph = 0 AND other.graph = 1 AND one.text <> other.text ORDER BY 1"
    ).fetchall()
    first, second = (
        build_subgraph(
            connection, graph, shown[graph], about[graph], tuple(_note_unmentioned(connection, graph))
        )
        for graph in range(len(shown))
    )
    ours, theirs = (_figures(connection, graph) for graph in range(len(shown)))
    return Reduced(
        graphs=(first, second),
        figures=(ours, theirs),
        equal=np.repeat(*np.array(sizes, np.int64).reshape(-1, 2).T),
        differing_texts=tuple(name for (name,) in differing),
        types=_names(connection, "kind", "type"),
        predicates=_names(connection, "stated", "predicate"),
    )


def _names(connection: DuckDBPyConnection, table: str, column: str) -> tuple[frozenset[str], ...]:
    """Return the different names in a column, for each graph."""
    rows = connection.execute(f"SELECT DISTINCT graph, {column} FROM {table}").fetchall()  # noqa: S608 - ours
    return tuple(frozenset(name for number, name in rows if number == graph) for graph in (0, 1))


def _note_unmentioned(connection: DuckDBPyConnection, graph: int) -> Iterator[Notice]:
    """Yield the notices of instances without mentions, and of statements that need one of them."""
    instances = connection.execute(
        "SELECT instance, count(*) OVER () FROM unmentioned WHERE graph = $1 ORDER BY instance LIMIT $2",
        [graph, MOST_EXAMPLES],
    ).fetchall()
    if instances:
        examples = [readable(instance) for instance, _ in instances]
        yield make_notice("instance-without-mention", instances[0][1], examples)
    statements = connection.execute(
        "SELECT instance, predicate, outside, count(*) OVER () FROM speechless WHERE graph = $1 "
        "ORDER BY ALL LIMIT $2",
        [graph, MOST_EXAMPLES],
    ).fetchall()
    if statements:
        examples = [
            f"{readable(instance)} {readable(last_part(predicate))} {readable(target)}"
            for instance, predicate, target, _ in statements
        ]
        yield make_notice("reference-without-mention", statements[0][3], examples)


def _figures(connection: DuckDBPyConnection, graph: int) -> Figures:
    queries = (
        "SELECT document FROM said_text WHERE graph = $1 "
        "UNION SELECT document FROM said_mention WHERE graph = $1",
        "SELECT chain FROM chain WHERE graph = $1",
        "SELECT span FROM mention WHERE graph = $1",
        "SELECT DISTINCT span FROM mention WHERE graph = $1",
        "SELECT number FROM stated WHERE graph = $1",
    )
    figures = Figures(*(_count(connection, query, graph) for query in queries))
    (twice,) = connection.execute(_SAID_TWICE, [graph]).fetchone() or (0,)
    return figures._replace(statements=figures.statements - twice)


def _count(connection: DuckDBPyConnection, query: str, *values: int) -> int:
    row = connection.execute(f"SELECT count(*) FROM ({query})", list(values)).fetchone()  # noqa: S608 - ours
    assert row is not None
    return int(row[0])

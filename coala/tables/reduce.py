"""Reduction of the tables of two graphs to the bags that may diverge, as two small graphs.

A bag is a connected component of spans and chains of both graphs. DuckDB numbers spans and instances and
compares every bag, on disk if the memory is too small. The connected components are found as in memory, from
columns of numbers. The SQL of each step is in ``load.sql``, ``number.sql`` and ``bags.sql``.

A bag is equal for certain if each graph has one instance in it, with the same spans, types, names in
knowledge bases and statements.
All references of these statements must be to instances in bags that also have one instance a graph, with the
same spans. Equal bags are only counted. All others are kept, with the bags that they refer to.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from coala.base.arrays import Integers
from coala.base.components import find_components
from coala.base.plain_text import last_part, readable
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.relations import Relations, find_canonical
from coala.model.values import SpanShape
from coala.prepare.entity_names import NAMING, NameRules
from coala.prepare.quality import LARGE_CHAIN, LARGE_SHARE
from coala.reading.interpretation.content import Content, MentionColumns, StatementColumns, no_facts
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.rdf.terms import UNSET
from coala.tables.about import About, read_about
from coala.tables.loading import load_tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Value = TypeVar("_Value", bound=Hashable)

# The number of rows of a query that are Python objects at once.
_ROWS = 10_000


class _NumberByValue(dict[_Value, int], Generic[_Value]):
    """A dictionary that gives each value the next number when it is first looked up.

    Its keys in order are then the list that these numbers index.
    """

    def __init__(self, values: Iterable[_Value] = ()) -> None:
        super().__init__((value, place) for place, value in enumerate(values))

    def __missing__(self, value: _Value) -> int:
        place = self[value] = len(self)
        return place


def build_subgraph(
    connection: DuckDBPyConnection, graph: int, shown: str, about: About, notices: tuple[Notice, ...]
) -> Graph:
    """Build graph 0 (baseline) or 1 of the kept bags, with the statements of those that may differ.

    It has all documents, but only the texts that are needed. ``shown`` is its path in messages. ``notices``
    are added to those of the reading.
    """
    # Chains, numbered from 0.
    number_of: dict[int, int] = {}
    names: list[str] = []
    labels: list[str | None] = []
    for chain, name, label in _stream_rows(
        connection,
        "SELECT chain, name, label FROM member JOIN kept USING (bag) "
        "LEFT JOIN named USING (graph, instance) WHERE graph = ? ORDER BY chain",
        [graph],
    ):
        number_of[chain] = len(number_of)
        names.append(name or "")
        labels.append(label)
    # Texts by document: those with a kept mention, and those that only one graph has; the others are NULL.
    texts = dict(
        _stream_rows(
            connection,
            "SELECT document, min(text) FROM ("
            "SELECT document, NULL AS text FROM loaded_mention WHERE graph = $1 "
            "UNION ALL SELECT document, CASE "
            "WHEN EXISTS (FROM kept_mention AS kept WHERE kept.document = loaded_text.document) "
            "OR NOT EXISTS (FROM loaded_text AS other "
            "WHERE other.graph <> $1 AND other.document = loaded_text.document) "
            "THEN text END FROM loaded_text WHERE graph = $1) GROUP BY document",
            [graph],
        )
    )
    # Mentions as columns of numbers.
    documents = _NumberByValue[str](texts)
    shapes, anchors = _NumberByValue[SpanShape](), _NumberByValue[str]()
    mentions = MentionColumns(*(array("q") for _ in MentionColumns._fields))
    for document, begin, end, fragments, mark, chain, words in _stream_rows(
        connection,
        'SELECT document, "begin", "end", fragments, mark, chain, words FROM kept_mention WHERE graph = ?',
        [graph],
    ):
        shape = SpanShape(tuple((part["begin"], part["end"]) for part in fragments), mark)
        place = -1 if shape == SpanShape() else shapes[shape]  # most spans have neither gaps nor a mark
        anchor = UNSET if words is None or texts[document] is not None else anchors[words]
        row = documents[document], begin, end, place, number_of[chain], anchor
        for column, value in zip(mentions, row, strict=True):
            column.append(value)
    # Build the graph like one that was read from files.
    statements = _Statements(connection, graph, number_of)
    content = Content(
        mentions=mentions,
        statements=statements.columns,
        facts=no_facts(),
        documents=list(documents),
        texts=list(texts.values()),
        shapes=list(shapes),
        anchors=list(anchors),
        minimums=[],
        optional=[],
        forms=[],
        names=names,
        labels=labels,
        types=_read_types(connection, graph, number_of),
        other_names={},
        predicates=list(statements.predicates),
        values=list(statements.values),
        unclear_values=about.unclear_values,
        inverse=about.inverse,
        symmetric=about.symmetric,
        transitive=[],
        paths=list(statements.paths),
        term_labels=about.term_labels,
        descriptions=about.descriptions,
        notices=[],
        sources=about.sources,
    )
    built = build_graph(shown, content)
    # A graph that COALA read from files got its notices then, from the whole graph.
    found = () if about.is_complete else built.notices
    return replace(built, notices=(*about.notices, *found, *notices))


def _read_types(
    connection: DuckDBPyConnection, graph: int, number_of: dict[int, int]
) -> list[tuple[str, ...]]:
    """Return the types of each kept chain, by its number in the small graph."""
    types: list[list[str]] = [[] for _ in number_of]
    for chain, kind in _stream_rows(
        connection,
        "SELECT DISTINCT chain, type FROM loaded_type JOIN member USING (graph, instance) "
        "JOIN kept USING (bag) WHERE graph = ? ORDER BY chain, type",
        [graph],
    ):
        types[number_of[chain]].append(kind)
    return list(map(tuple, types))


class _Statements:
    """The statements of a graph as columns of numbers, and the values behind these numbers."""

    def __init__(self, connection: DuckDBPyConnection, graph: int, number_of: dict[int, int]) -> None:
        self.columns = columns = StatementColumns(*(array("q") for _ in StatementColumns._fields))
        self.predicates, self.values, self.paths = (
            _NumberByValue[str](),
            _NumberByValue[str](),
            _NumberByValue[str](),
        )
        # The query has a row for each reference of a statement, or one row for a statement without any.
        last = None
        for number, chain, predicate, inverse, value, path, target in _stream_rows(
            connection,
            "SELECT s.number, m.chain, s.predicate, s.inverse, s.value, r.path, t.chain FROM statement AS s "
            "JOIN member AS m ON m.graph = s.graph AND m.instance = s.instance "
            "JOIN kept ON kept.bag = m.bag AND kept.differs "
            "LEFT JOIN reference AS r ON r.graph = s.graph AND r.number = s.number "
            "LEFT JOIN member AS t ON t.graph = r.graph AND t.instance = r.instance "
            "WHERE s.graph = ? ORDER BY s.number",
            [graph],
        ):
            if number != last:
                last = number
                columns.subject.append(number_of[chain])
                columns.predicate.append(self.predicates[predicate])
                columns.inverse.append(int(inverse))
                columns.value.append(self.values[value])
            if target is not None:
                columns.reference_statement.append(len(columns.subject) - 1)
                columns.reference_path.append(self.paths[path])
                columns.reference_instance.append(number_of[target])


# Counts statements that say the same as another one: a symmetric statement may be written from either end,
# and a statement of an inverse relation as one of the other relation. Each is brought to one form, by the
# canonical name of its predicate and the order of its two ends, and the equal ones are counted.
_COUNT_DUPLICATE_STATEMENTS = """
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
    """The counts of one whole graph, for the summary."""

    documents: int
    instances: int
    mentions: int
    spans: int
    statements: int


class Reduced(NamedTuple):
    """Two graphs of the bags that may diverge, and figures of the whole graphs."""

    graphs: tuple[Graph, Graph]
    figures: tuple[Figures, Figures]
    equal: Integers  # the number of spans of each bag that was left out: one chain in both graphs
    differing_texts: tuple[str, ...]  # documents with different texts in the two graphs
    types: tuple[frozenset[str], ...]  # all types in each graph
    predicates: tuple[frozenset[str], ...]  # all predicates in each graph
    named: tuple[Mapping[str, int], ...]  # in each graph, the instances that each knowledge base names


def reduce_tables(
    folders: tuple[Path, Path],
    shown: tuple[str, str],
    scratch: Path,
    rules: NameRules,
    memory_bytes: int | None = None,
) -> Reduced:
    """Compare the tables in two folders bag by bag; ``shown`` are the paths of the graphs in messages.

    Names in knowledge bases are compared by ``rules``.
    DuckDB takes at most ``memory_bytes``, or four fifths of the machine's memory, and then the disk at
    ``scratch``.

    Raises ``ReadingError`` if a table cannot be read or lacks a column, ``CoalaError`` if a library is
    missing.
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
        _add_functions(connection, rules)
        try:
            # Load both graphs.
            _run_script(connection, "load")
            for graph, folder in enumerate(folders):
                load_tables(connection, graph, folder, about[graph].unclear_values)
            # Canonical names of predicates with an inverse, and of symmetric ones.
            forms = find_canonical(Relations(tuple(a.inverse), frozenset(a.symmetric)) for a in about)
            if forms:
                rows = [(predicate, *form) for predicate, form in forms.items()]
                connection.executemany("INSERT INTO turned VALUES (?, ?, ?, ?)", rows)
            # Number spans and chains, find the bags, and compare each.
            _run_script(connection, "number")
            _find_components(connection)
            connection.execute(f"SET VARIABLE large_chain = {LARGE_CHAIN}")
            connection.execute(f"SET VARIABLE large_share = {LARGE_SHARE}")
            _run_script(connection, "bags")
            return _collect_result(connection, shown, about)
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise ReadingError(
                f"{shown[0]} and {shown[1]}: DuckDB cannot compare them ({reason})."
            ) from error


def _add_functions(connection: DuckDBPyConnection, rules: NameRules) -> None:
    """Add functions for the scripts.

    They return the name that an IRI is, or ""; quickly, if it may be a name; and if a predicate names its
    subject.
    """

    def find_entry(iri: str) -> str:
        name = rules.find(iri)
        return "" if name is None else ":".join(name)

    connection.create_function("find_entry", find_entry, ["VARCHAR"], "VARCHAR")
    naming = ", ".join(f"'{predicate}'" for predicate in sorted(NAMING))
    connection.execute(f"CREATE MACRO is_naming(predicate) AS predicate IN ({naming})")
    marks = "|".join(re.escape(mark.decode()) for mark in rules.bases.marks).replace("'", "''")
    connection.execute(f"CREATE MACRO may_be_entry(iri) AS regexp_matches(iri, '(?i){marks}')")


def _run_script(connection: DuckDBPyConnection, name: str) -> None:
    """Run one of the SQL files of this folder."""
    connection.execute(resources.files(__package__).joinpath(f"{name}.sql").read_text("utf-8"))


def _find_components(connection: DuckDBPyConnection) -> None:
    """Create the table ``component``: the bag of each node, a span or a chain; mentions are the edges."""
    edges = connection.execute("SELECT span, chain FROM mention").fetchnumpy()
    nodes = _count_rows(connection, "FROM node")
    bag = find_components(edges["span"], edges["chain"], nodes)
    connection.register("found", {"node": np.arange(nodes), "bag": bag})
    connection.execute("CREATE TABLE component AS SELECT node, bag FROM found")
    connection.unregister("found")


def _stream_rows(
    connection: DuckDBPyConnection, query: str, values: Sequence[object] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query; only a part of them is in memory as Python objects."""
    # A cursor of its own, so that other queries may run before the last row.
    cursor = connection.cursor()
    cursor.execute(query, list(values))
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


def _collect_result(
    connection: DuckDBPyConnection, shown: tuple[str, str], about: tuple[About, About]
) -> Reduced:
    """Read the result from the tables that the scripts have filled."""
    sizes = connection.execute(
        "SELECT size, count(*) FROM equal ANTI JOIN kept USING (bag) GROUP BY size ORDER BY size"
    ).fetchall()
    differing = connection.execute(
        "SELECT DISTINCT one.document FROM loaded_text AS one JOIN loaded_text AS other USING (document) "
        "WHERE one.graph = 0 AND other.graph = 1 AND one.text <> other.text ORDER BY 1"
    ).fetchall()
    first, second = (
        build_subgraph(
            connection, graph, shown[graph], about[graph], tuple(_note_unmentioned(connection, graph))
        )
        for graph in range(len(shown))
    )
    ours, theirs = (_count_figures(connection, graph) for graph in range(len(shown)))
    return Reduced(
        graphs=(first, second),
        figures=(ours, theirs),
        # ``sizes`` has rows (size, number of bags); repeat each size by its number.
        equal=np.repeat(*np.array(sizes, np.int64).reshape(-1, 2).T),
        differing_texts=tuple(name for (name,) in differing),
        types=_read_names(connection, "kind", "type"),
        predicates=_read_names(connection, "stated", "predicate"),
        named=_count_named(connection),
    )


def _count_named(connection: DuckDBPyConnection) -> tuple[dict[str, int], ...]:
    """Return, for each graph, how many instances have a name in each knowledge base."""
    rows = connection.execute(
        "SELECT graph, split_part(name, ':', 1) AS base, count(DISTINCT chain) FROM entry GROUP BY ALL"
    ).fetchall()
    return tuple({base: count for number, base, count in rows if number == graph} for graph in (0, 1))


def _read_names(connection: DuckDBPyConnection, table: str, column: str) -> tuple[frozenset[str], ...]:
    """Return the distinct names in a column, for each graph."""
    rows = connection.execute(f"SELECT DISTINCT graph, {column} FROM {table}").fetchall()  # noqa: S608 - ours
    return tuple(frozenset(name for number, name in rows if number == graph) for graph in (0, 1))


def _note_unmentioned(connection: DuckDBPyConnection, graph: int) -> Iterator[Notice]:
    """Yield notices about instances without a mention, and about statements that refer to one of them."""
    instances = connection.execute(
        "SELECT instance, count(*) OVER () FROM unmentioned WHERE graph = $1 ORDER BY instance LIMIT $2",
        [graph, MOST_EXAMPLES],
    ).fetchall()
    if instances:
        examples = [readable(instance) for instance, _ in instances]
        yield make_notice("instance-without-mention", instances[0][1], examples)
    statements = connection.execute(
        "SELECT instance, predicate, outside, count(*) OVER () FROM unresolved WHERE graph = $1 "
        "ORDER BY ALL LIMIT $2",
        [graph, MOST_EXAMPLES],
    ).fetchall()
    if statements:
        examples = [
            f"{readable(instance)} {readable(last_part(predicate))} {readable(target)}"
            for instance, predicate, target, _ in statements
        ]
        yield make_notice("reference-without-mention", statements[0][3], examples)


def _count_figures(connection: DuckDBPyConnection, graph: int) -> Figures:
    """Return the figures of one graph, in the order of the fields of ``Figures``."""
    queries = (
        "SELECT document FROM loaded_text WHERE graph = $1 "
        "UNION SELECT document FROM loaded_mention WHERE graph = $1",
        "SELECT chain FROM chain WHERE graph = $1",
        "SELECT span FROM mention WHERE graph = $1",
        "SELECT DISTINCT span FROM mention WHERE graph = $1",
        "SELECT number FROM stated WHERE graph = $1",
    )
    figures = Figures(*(_count_rows(connection, query, graph) for query in queries))
    (duplicates,) = connection.execute(_COUNT_DUPLICATE_STATEMENTS, [graph]).fetchone() or (0,)
    return figures._replace(statements=figures.statements - duplicates)


def _count_rows(connection: DuckDBPyConnection, query: str, *values: int) -> int:
    # All rows are fetched, since the connection is busy until there are no more.
    ((rows,),) = connection.execute(f"SELECT count(*) FROM ({query})", list(values)).fetchall()  # noqa: S608 - ours
    return int(rows)

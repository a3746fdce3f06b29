"""Reduction of the tables of two or three graphs to what may diverge, as small graphs.

A bag is a connected component of spans and chains of baseline and changed graph. DuckDB numbers spans and
instances and compares every bag, on disk if the memory is too small. The connected components are found as in
memory, from columns of numbers. The SQL of each step is in ``load.sql``, ``number.sql`` and ``bags.sql``.

A bag is equal for certain if each graph has one instance in it, with the same spans, types, names in
knowledge bases and statements. All references of these statements must be to instances in bags that also
have one instance a graph, with the same spans. Equal bags are only counted. All others are kept, with the
bags that they refer to, and with the classes of gold that have a span of one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.components import find_components
from coala.base.plain_text import last_part, readable
from coala.base.sequences import Shared
from coala.engine.remainder import LeftOutFigures, Remainder
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.kinds import FACTS, STATEMENTS, TYPES
from coala.model.knowledge_bases import EntityName
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.options import CARRIED_OVER, COUNT, DROP, Match, Options, Selection
from coala.model.relations import Relations, find_canonical
from coala.model.values import SpanShape
from coala.prepare.entity_names import NAMING, NameRules
from coala.prepare.quality import LARGE_CHAIN, LARGE_SHARE
from coala.prepare.selection import KnownTerms, resolve_terms
from coala.reading.rdf.nif import ENTRY
from coala.tables.about import About, read_about
from coala.tables.leave_out import leave_out_singletons, map_table_documents
from coala.tables.loading import OTHER_NAME, is_disk_full, load_tables
from coala.tables.rows import count_rows, stream_rows
from coala.tables.subgraph import build_subgraph

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_GOLD = 2


class Reduced(NamedTuple):
    """Graphs of what may diverge, and the rest of their mentions."""

    graphs: tuple[Graph, ...]
    rest: Remainder
    terms: KnownTerms  # all predicates and types of the complete graphs
    named: tuple[Mapping[str, int], ...]  # in each graph, the instances that each knowledge base names
    document_notices: tuple[Notice, ...] = ()  # about renamed documents
    span_notices: tuple[Notice, ...] = ()  # about what is left out


def reduce_tables(
    folders: Sequence[Path],
    shown: Sequence[str],
    scratch: Path,
    rules: NameRules,
    options: Options,
) -> Reduced:
    """Compare the tables in the folders bag by bag; ``shown`` are the paths of the graphs in messages.

    Names in knowledge bases are compared by ``rules``.
    DuckDB takes at most the memory of the options, or four fifths of the machine's memory, and then the disk
    at ``scratch``.

    Raises ``ReadingError`` if a table cannot be read or lacks a column, ``CoalaError`` if DuckDB is missing.
    """
    try:
        import duckdb
    except ImportError as error:
        raise CoalaError("--engine duckdb needs DuckDB: pip install 'coala-review[duckdb]'.") from error
    about = [read_about(folder) for folder in folders]
    with duckdb.connect(str(scratch / "tables.duckdb")) as connection:
        connection.execute("SET autoinstall_known_extensions = false")
        connection.execute("SET preserve_insertion_order = false")
        connection.execute("SET temp_directory = ?", [str(scratch / "swap")])
        if options.reading.memory_bytes:
            connection.execute("SET memory_limit = ?", [f"{options.reading.memory_bytes}B"])
        _add_functions(connection, rules)
        try:
            # Load all graphs.
            _run_script(connection, "load")
            for graph, folder in enumerate(folders):
                load_tables(connection, graph, folder, about[graph].unclear_values)
            _keep_known_names(connection)
            about, renamed = map_table_documents(connection, shown, about, options)
            # Canonical names of predicates with an inverse, and of symmetric ones.
            forms = find_canonical(Relations(tuple(a.inverse), frozenset(a.symmetric)) for a in about)
            if forms:
                rows = [(predicate, *form) for predicate, form in forms.items()]
                connection.executemany("INSERT INTO turned VALUES (?, ?, ?, ?)", rows)
            left_out = leave_out_singletons(connection, len(folders)) if options.singletons == DROP else ()
            # Number spans and chains, find the bags, and compare each.
            _find_components(connection)
            _run_script(connection, "number")
            _set_variables(connection, len(folders), options)
            _run_script(connection, "bags")
            reduced = _collect_result(connection, shown, about, rules, options.selection)
            return reduced._replace(document_notices=renamed, span_notices=left_out)
        except duckdb.Error as error:
            if is_disk_full(error):
                raise CoalaError(
                    f"{scratch}: no space is left for the comparison. Make room, or set TMPDIR to "
                    "another folder."
                ) from error
            reason = str(error).partition("\n")[0]
            raise ReadingError(f"{' and '.join(shown)}: DuckDB cannot compare them ({reason}).") from error


def _set_variables(connection: DuckDBPyConnection, graphs: int, options: Options) -> None:
    """Set the variables of the scripts."""
    for name, value in {
        "graphs": graphs,
        "large_chain": LARGE_CHAIN,
        "large_share": LARGE_SHARE,
        "texts_are_aligned": options.align_texts == CARRIED_OVER,
        "spans_are_joined": options.match is not Match.EXACT,
        "optionals_are_left_out": options.optional_mentions != COUNT,
    }.items():
        connection.execute(f"SET VARIABLE {name} = {value}")


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


def _keep_known_names(connection: DuckDBPyConnection) -> None:
    """Turn further IRIs of instances into names in knowledge bases; delete the others."""
    connection.execute(
        "UPDATE loaded_statement SET predicate = $1 "
        "WHERE predicate = $2 AND may_be_entry(value) AND find_entry(value[2:-2]) <> ''",
        [ENTRY.value, OTHER_NAME],
    )
    connection.execute("DELETE FROM loaded_statement WHERE predicate = $1", [OTHER_NAME])


def _run_script(connection: DuckDBPyConnection, name: str) -> None:
    """Run one of the SQL files of this folder."""
    connection.execute(resources.files(__package__).joinpath(f"{name}.sql").read_text("utf-8"))


def _find_components(connection: DuckDBPyConnection) -> None:
    """Create the tables of numbered spans and chains, and ``component`` with the bag of each chain.

    A chain of gold has the number of its class. The column ``closed`` has the component of all graphs
    together. Mentions are the edges.
    """
    _run_script(connection, "nodes")
    edges = connection.execute("SELECT graph, span, chain FROM mention").fetchnumpy()
    of_gold, span, chain = edges["graph"] == _GOLD, edges["span"], edges["chain"]
    spans = count_rows(connection, "FROM span")
    nodes = spans + count_rows(connection, "FROM chain")
    bag = closed = find_components(span[~of_gold], chain[~of_gold], nodes)
    if of_gold.any():
        in_gold = find_components(span[of_gold], chain[of_gold], nodes)
        closed = find_components(span, chain, nodes)
        # No class of gold has the number of a bag.
        chains_of_gold = chain[of_gold]
        bag[chains_of_gold] = in_gold[chains_of_gold] + nodes
    connection.register(
        "found", {"chain": np.arange(spans, nodes), "bag": bag[spans:], "closed": closed[spans:]}
    )
    connection.execute("CREATE TABLE component AS FROM found")
    connection.unregister("found")


def _collect_result(
    connection: DuckDBPyConnection,
    shown: Sequence[str],
    about: Sequence[About],
    rules: NameRules,
    selection: Selection,
) -> Reduced:
    """Read the result from the tables that the scripts have filled."""
    named = _count_named(connection)
    terms = _list_terms(connection)
    graphs = tuple(
        build_subgraph(connection, graph, path, about[graph], tuple(_note_unmentioned(connection, graph)))
        for graph, path in enumerate(shown)
    )
    rest = _read_rest(connection, len(shown), rules.choose_bases(named), resolve_terms(terms, selection)[0])
    return Reduced(graphs, rest, terms, named)


def _read_rest(
    connection: DuckDBPyConnection, graphs: int, bases: Sequence[str], selection: Selection
) -> Remainder:
    """Return the mentions that are not compared, in which names in these ``bases`` count."""
    shapes: list[SpanShape] = []
    connection.execute(
        "CREATE TABLE left_shape AS SELECT row_number() OVER () - 1 AS shape, * FROM ("
        "SELECT DISTINCT fragments, mark FROM span SEMI JOIN left_mention USING (span) "
        "WHERE len(fragments) > 0 OR mark <> '')"
    )
    for fragments, mark in stream_rows(connection, "SELECT fragments, mark FROM left_shape ORDER BY shape"):
        shapes.append(SpanShape(tuple((part["begin"], part["end"]) for part in fragments), mark))
    spans = connection.execute(
        'SELECT span, number AS document, "begin", "end", coalesce(shape, -1) AS shape, bag FROM ('
        "SELECT span, max(CASE WHEN graph < 2 THEN bag ELSE -1 END) AS bag FROM left_mention GROUP BY span) "
        "JOIN span USING (span) JOIN document USING (document) "
        "LEFT JOIN left_shape USING (fragments, mark) ORDER BY span"
    ).fetchnumpy()
    mentions, instances, names = [], [], []
    for graph in range(graphs):
        rows = connection.execute(
            "SELECT span, chain FROM left_mention WHERE graph = ?", [graph]
        ).fetchnumpy()
        chains, instance = np.unique(rows["chain"], return_inverse=True)
        mentions.append(np.searchsorted(spans["span"], rows["span"]))
        instances.append(instance.astype(np.int64))
        names.append(_read_names_of_rest(connection, graph, chains, bases))
    bag = np.unique(np.append(spans["bag"], -1), return_inverse=True)[1][:-1] - 1
    return Remainder(
        document=spans["document"].astype(np.int64),
        begin=spans["begin"].astype(np.int64),
        end=spans["end"].astype(np.int64),
        shape=spans["shape"].astype(np.int64),
        bag=bag.astype(np.int64),
        shapes=tuple(shapes),
        mentions=tuple(mentions),
        instances=tuple(instances),
        entity_names=tuple(names),
        figures=tuple(_measure_rest(connection, graph, selection) for graph in range(graphs)),
    )


def _read_names_of_rest(
    connection: DuckDBPyConnection, graph: int, chains: Integers, bases: Sequence[str]
) -> Shared[tuple[EntityName, ...]]:
    """Return the names of chains, which are in ascending order."""
    values: dict[tuple[EntityName, ...], int] = {(): 0}
    code = np.zeros(len(chains), np.int64)
    for chain, names in stream_rows(
        connection,
        "SELECT chain, list(DISTINCT name) FROM entry SEMI JOIN left_mention USING (graph, chain) "
        "WHERE graph = ? AND list_contains(?::VARCHAR[], split_part(name, ':', 1)) GROUP BY chain",
        [graph, list(bases)],
    ):
        found = tuple(sorted(EntityName(*name.split(":", 1)) for name in names))
        code[np.searchsorted(chains, chain)] = values.setdefault(found, len(values))
    return Shared(list(values), code)


def _measure_rest(connection: DuckDBPyConnection, graph: int, selection: Selection) -> LeftOutFigures:
    """Return the figures of the statements that are not compared, and of the types of the other bags."""
    statements = count_rows(
        connection,
        "SELECT number FROM stated ANTI JOIN (FROM kept WHERE differs) USING (bag) "
        "WHERE graph = $1 AND NOT list_contains($2::VARCHAR[], predicate) "
        "AND (len($3::VARCHAR[]) = 0 OR list_contains($3::VARCHAR[], predicate))",
        graph,
        list(selection.ignore_predicates),
        list(selection.only_predicates),
    )
    types = count_rows(
        connection,
        "SELECT type FROM kind ANTI JOIN kept USING (bag) "
        "WHERE graph = $1 AND NOT list_contains($2::VARCHAR[], type) LIMIT 1",
        graph,
        list(selection.ignore_types),
    )
    facts = 0
    counts = {TYPES: types, STATEMENTS: statements, FACTS: facts}
    return LeftOutFigures(statements, facts, {name for name, count in counts.items() if count})


def _list_terms(connection: DuckDBPyConnection) -> KnownTerms:
    """Return all predicates, with the canonical ones of inverse relations, and all types."""
    predicates = connection.execute(
        "SELECT DISTINCT predicate FROM statement "
        "UNION SELECT name FROM turned SEMI JOIN (FROM statement WHERE NOT starts_with(value, '\"')) "
        "USING (predicate) ORDER BY 1"
    ).fetchall()
    types = connection.execute("SELECT DISTINCT type FROM kind ORDER BY 1").fetchall()
    return KnownTerms(tuple(name for (name,) in predicates), tuple(name for (name,) in types))


def _count_named(connection: DuckDBPyConnection) -> tuple[dict[str, int], ...]:
    """Return, for each compared graph, how many instances have a name in each knowledge base."""
    rows = connection.execute(
        "SELECT graph, split_part(name, ':', 1) AS base, count(DISTINCT chain) FROM entry GROUP BY ALL"
    ).fetchall()
    return tuple({base: count for number, base, count in rows if number == graph} for graph in (0, 1))


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

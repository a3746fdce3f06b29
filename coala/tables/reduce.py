"""Reduction of the tables of two or three graphs to what may diverge, as small graphs.

A bag is a connected component of spans and chains of baseline and changed graph. A database numbers spans and
chains and compares every bag. The connected components are found as in memory, from columns of numbers. The
SQL of each step is in ``load.sql``, ``nodes.sql``, ``number.sql`` and ``bags.sql``.

A bag is equal for certain if each graph has one instance in it, with the same spans, types, names in
knowledge bases and statements. All references of these statements must be to instances in bags that also
have one instance a graph, with the same spans. Equal bags are only counted. All others are kept, with the
bags that they refer to, and with the classes of gold that have a span of one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

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
from coala.model.options import Match, Selection
from coala.model.relations import Relations, find_canonical
from coala.model.values import SpanShape, parse_value
from coala.prepare.entity_names import (
    DESCRIBING,
    NAMING,
    NamedInstances,
    NameRules,
    has_own_entities,
    says_links,
)
from coala.prepare.prepare import Preparation
from coala.prepare.quality import LARGE_CHAIN, LARGE_SHARE
from coala.prepare.selection import KnownTerms, resolve_terms
from coala.reading.rdf.nif import ENTRY
from coala.tables.about import ABOUT_FILE, About, parse_about, read_about
from coala.tables.database import Database, is_address, is_disk_full, make_texts
from coala.tables.leave_out import MappedTables, leave_out_singletons, map_table_documents
from coala.tables.loading import OTHER_NAME, open_tables, reading
from coala.tables.subgraph import build_subgraph

_GOLD = 2


class Reduced(NamedTuple):
    """Graphs of what may diverge, and the rest of their mentions."""

    graphs: tuple[Graph, ...]
    rest: Remainder
    terms: KnownTerms  # all predicates and types of the complete graphs
    named: tuple[NamedInstances, ...]  # the linked instances of each complete graph
    document_notices: tuple[Notice, ...] = ()  # about renamed documents
    span_notices: tuple[Notice, ...] = ()  # about what is left out


def reduce_tables(
    database: Database,
    folders: Sequence[str],
    shown: Sequence[str],
    scratch: Path,
    rules: NameRules,
    preparation: Preparation,
    *,
    singletons: bool,
) -> Reduced:
    """Compare the tables in the folders bag by bag; ``shown`` are the paths of the graphs in messages.

    Names in knowledge bases are compared by ``rules``. Without ``singletons``, chains of one mention are left
    out. The database works in the folder ``scratch``, if it works on this machine.

    Raises ``ReadingError`` if a table cannot be read or lacks a column.
    """
    try:
        about = [_read_about(database, folder) for folder in folders]
        # Load all graphs.
        _set_variables(database, len(folders), preparation)
        open_tables(database, folders, [each.unclear_values for each in about])
        _find_names(database, rules)
        database.run_script("load")
        mapped = map_table_documents(database, shown, about, preparation)
        _insert_documents_of_facts(database, mapped.names)
        _insert_turned(database, mapped.about)
        left_out = () if singletons else leave_out_singletons(database, len(folders))
        # Number spans and chains, find the bags, and compare each.
        _find_components(database)
        database.run_script("number")
        database.run_script("bags")
        reduced = _collect_result(database, shown, mapped, rules, preparation.selection)
        return reduced._replace(document_notices=mapped.notices, span_notices=left_out)
    except database.errors as error:
        if is_disk_full(error):
            raise CoalaError(
                f"{scratch}: no space is left for the comparison. Make room, or set TMPDIR to another folder."
            ) from error
        raise ReadingError(
            f"{' and '.join(shown)}: {database.title} cannot compare them ({database.find_reason(error)})."
        ) from error


def _read_about(database: Database, folder: str) -> About:
    """Return the properties of a graph; at an address, the hashes of its tables are not checked."""
    if not is_address(folder):
        return read_about(Path(folder))
    address = f"{folder.rstrip('/')}/{ABOUT_FILE}"
    with reading(database, address):
        text = database.read_file(address)
    return About() if text is None else parse_about(text, address)


def _set_variables(database: Database, graphs: int, preparation: Preparation) -> None:
    """Set the variables of the scripts."""
    database.set_variables(
        graphs=graphs,
        naming=sorted(NAMING),
        describing=sorted(DESCRIBING),
        other_name=OTHER_NAME,
        entry=ENTRY.value,
        large_chain=LARGE_CHAIN,
        large_share=LARGE_SHARE,
        texts_are_aligned=preparation.align,
        spans_are_joined=preparation.match is not Match.EXACT,
        optionals_are_left_out=not preparation.optional_mentions,
    )


def _find_names(database: Database, rules: NameRules) -> None:
    """Make the table ``known_name`` of the IRIs that are names in knowledge bases, and of these names."""
    marks = "|".join(re.escape(mark.decode()) for mark in rules.bases.marks)
    names: dict[str, str] = {}
    for (iri,) in database.stream(
        "SELECT DISTINCT iri FROM ("
        "SELECT name AS iri FROM given_instance "
        "UNION ALL SELECT substr(value, 2, length(value) - 2) FROM given_statement "
        "WHERE predicate = getvariable('other_name') OR list_contains(getvariable('naming'), predicate)"
        ") AS iris WHERE regexp_matches(iri, $marks)",
        marks=f"(?i){marks}",
    ):
        if name := rules.find(iri):
            names[iri] = ":".join(name)
    database.insert_columns("known_name", {"iri": make_texts(names), "name": make_texts(names.values())})


def _insert_documents_of_facts(database: Database, names: Sequence[Mapping[str, str]]) -> None:
    """Make the table ``fact_document`` of the documents whose words say a fact, whose texts are kept."""
    documents = set()
    for graph, place in database.stream(
        "SELECT DISTINCT graph, place FROM loaded_statement, unnest(places) AS each(place)"
    ):
        document = parse_value(place).name
        documents.add(names[graph].get(document, document))
    database.insert_columns("fact_document", {"document": make_texts(documents)})


def _insert_turned(database: Database, about: Sequence[About]) -> None:
    """Make the table of predicates with an inverse and of symmetric ones, with their canonical names.

    Statements of these predicates may be turned round.
    """
    forms = find_canonical(Relations(tuple(a.inverse), frozenset(a.symmetric)) for a in about)
    names = make_texts([form.name for form in forms.values()])
    database.insert_columns("turned", {"predicate": make_texts([*forms]), "name": names})


def _find_components(database: Database) -> None:
    """Create the tables of numbered spans and chains, and ``component`` with the bag of each chain.

    A chain of gold has the number of its class. The column ``closed`` has the component of all graphs
    together. Mentions are the edges.
    """
    database.run_script("nodes")
    edges = database.read_columns("SELECT graph, span, chain FROM mention")
    of_gold = edges["graph"] == _GOLD
    # Spans and chains are nodes with consecutive numbers.
    spans, span = np.unique(edges["span"], return_inverse=True)
    chains, chain = np.unique(edges["chain"], return_inverse=True)
    chain += len(spans)
    nodes = len(spans) + len(chains)
    bag = closed = find_components(span[~of_gold], chain[~of_gold], nodes)
    if of_gold.any():
        in_gold = find_components(span[of_gold], chain[of_gold], nodes)
        closed = find_components(span, chain, nodes)
        # No class of gold has the number of a bag.
        chains_of_gold = chain[of_gold]
        bag[chains_of_gold] = in_gold[chains_of_gold] + nodes
    database.insert_columns(
        "component", {"chain": chains, "bag": bag[len(spans) :], "closed": closed[len(spans) :]}
    )


def _collect_result(
    database: Database,
    shown: Sequence[str],
    mapped: MappedTables,
    rules: NameRules,
    selection: Selection,
) -> Reduced:
    """Read the result from the tables that the scripts have filled."""
    named = tuple(_count_named(database, graph, each, rules) for graph, each in enumerate(mapped.about))
    terms = _list_terms(database)
    graphs = tuple(
        build_subgraph(
            database,
            graph,
            path,
            mapped.about[graph],
            mapped.names[graph],
            tuple(_note_unmentioned(database, graph)),
        )
        for graph, path in enumerate(shown)
    )
    scored = rules.choose_scored(named, _GOLD if len(shown) > _GOLD else None)
    rest = _read_rest(database, len(shown), scored, resolve_terms(terms, selection)[0])
    return Reduced(graphs, rest, terms, named)


def _read_rest(database: Database, graphs: int, bases: Sequence[str], selection: Selection) -> Remainder:
    """Return the mentions that are not compared, in which names in these ``bases`` are scored."""
    shapes: list[SpanShape] = []
    for fragments, mark in database.stream("SELECT fragments, mark FROM left_shape ORDER BY shape"):
        shapes.append(SpanShape(tuple((part["begin"], part["end"]) for part in fragments), mark))
    spans = database.read_columns(
        'SELECT span, number AS document, "begin", "end", coalesce(shape, -1) AS shape, bag FROM ('
        "SELECT span, max(CASE WHEN graph < 2 THEN bag ELSE -1 END) AS bag FROM left_mention GROUP BY span"
        ") AS spans JOIN span USING (span) JOIN document USING (document) "
        "LEFT JOIN left_shape USING (fragments, mark) ORDER BY span"
    )
    mentions, instances, names = [], [], []
    for graph in range(graphs):
        rows = database.read_columns("SELECT span, chain FROM left_mention WHERE graph = $graph", graph=graph)
        chains, instance = np.unique(rows["chain"], return_inverse=True)
        mentions.append(np.searchsorted(spans["span"], rows["span"]))
        instances.append(instance.astype(np.int64))
        names.append(_read_names_of_rest(database, graph, chains, bases))
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
        figures=tuple(_measure_rest(database, graph, selection) for graph in range(graphs)),
    )


def _read_names_of_rest(
    database: Database, graph: int, chains: Integers, bases: Sequence[str]
) -> Shared[tuple[EntityName, ...]]:
    """Return the names of chains, which are in ascending order."""
    values: dict[tuple[EntityName, ...], int] = {(): 0}
    code = np.zeros(len(chains), np.int64)
    for chain, names in database.stream(
        "SELECT chain, list(DISTINCT name) FROM entry SEMI JOIN left_mention USING (graph, chain) "
        "WHERE graph = $graph AND list_contains(CAST($bases AS VARCHAR[]), split_part(name, ':', 1)) "
        "GROUP BY chain",
        graph=graph,
        bases=list(bases),
    ):
        found = tuple(sorted(EntityName(*name.split(":", 1)) for name in names))
        code[np.searchsorted(chains, chain)] = values.setdefault(found, len(values))
    return Shared(list(values), code)


def _measure_rest(database: Database, graph: int, selection: Selection) -> LeftOutFigures:
    """Return the figures of the statements that are not compared, and of the types of the other bags."""
    statements = database.count(
        "SELECT number FROM stated ANTI JOIN (SELECT bag FROM kept WHERE differs) AS compared USING (bag) "
        "WHERE graph = $graph AND NOT list_contains(CAST($ignored AS VARCHAR[]), predicate) "
        "AND (NOT $chosen OR list_contains(CAST($wanted AS VARCHAR[]), predicate))",
        graph=graph,
        ignored=list(selection.ignore_predicates),
        chosen=bool(selection.only_predicates),
        wanted=list(selection.only_predicates),
    )
    types = database.count(
        "SELECT type FROM kind ANTI JOIN kept USING (bag) "
        "WHERE graph = $graph AND NOT list_contains(CAST($ignored AS VARCHAR[]), type) LIMIT 1",
        graph=graph,
        ignored=list(selection.ignore_types),
    )
    facts = 0
    counts = {TYPES: types, STATEMENTS: statements, FACTS: facts}
    return LeftOutFigures(statements, facts, {name for name, count in counts.items() if count})


def _list_terms(database: Database) -> KnownTerms:
    """Return all predicates, with the canonical ones of inverse relations, and all types."""
    predicates = database.read_rows(
        "SELECT predicate FROM statement "
        "UNION SELECT name FROM turned JOIN statement USING (predicate) WHERE NOT starts_with(value, '\"') "
        "ORDER BY predicate"
    )
    types = database.read_rows("SELECT DISTINCT type FROM kind ORDER BY type")
    return KnownTerms(tuple(name for (name,) in predicates), tuple(name for (name,) in types))


def _count_named(database: Database, graph: int, about: About, rules: NameRules) -> NamedInstances:
    """Return how many instances of a graph have a name in each knowledge base, and if it has other links."""
    rows = database.read_rows(
        "SELECT split_part(name, ':', 1) AS base, count(DISTINCT chain) FROM entry WHERE graph = $graph "
        "GROUP BY ALL",
        graph=graph,
    )
    documents = database.read_rows(
        "SELECT document FROM given_mention WHERE graph = $graph "
        "UNION SELECT document FROM given_text WHERE graph = $graph",
        graph=graph,
    )
    names = database.read_rows(
        "SELECT DISTINCT name FROM named SEMI JOIN chain USING (graph, instance) "
        "WHERE graph = $graph AND starts_with(name, 'http') "
        "AND NOT EXISTS (FROM known_name WHERE known_name.iri = named.name)",
        graph=graph,
    )
    others = (
        says_links(about.notices)
        or database.count(
            "SELECT value FROM statement WHERE graph = $graph AND starts_with(value, '<') "
            "AND list_contains(getvariable('naming'), predicate) AND NOT EXISTS ("
            "FROM known_name WHERE statement.value = '<' || known_name.iri || '>') LIMIT 1",
            graph=graph,
        )
        > 0
        or has_own_entities((name for (name,) in names), (name for (name,) in documents), rules)
    )
    return NamedInstances(dict(rows), others)


def _note_unmentioned(database: Database, graph: int) -> Iterator[Notice]:
    """Yield notices about instances without a mention, and about statements that refer to one of them."""
    instances = database.read_rows(
        "SELECT instance, count(*) OVER () FROM unmentioned WHERE graph = $graph "
        "ORDER BY instance LIMIT $most",
        graph=graph,
        most=MOST_EXAMPLES,
    )
    if instances:
        examples = [readable(instance) for instance, _ in instances]
        yield make_notice("instance-without-mention", instances[0][1], examples)
    statements = database.read_rows(
        "SELECT instance, predicate, outside, count(*) OVER () FROM unresolved WHERE graph = $graph "
        "ORDER BY instance, predicate, outside LIMIT $most",
        graph=graph,
        most=MOST_EXAMPLES,
    )
    if statements:
        examples = [
            f"{readable(instance)} {readable(last_part(predicate))} {readable(target)}"
            for instance, predicate, target, _ in statements
        ]
        yield make_notice("reference-without-mention", statements[0][3], examples)

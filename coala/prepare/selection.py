"""Removal of what the user does not want to compare: statements, types, and chains of one mention.

Statements and types (``--ignore-predicate …``) are removed before graphs are compared, as if the files did
not have them. (Kinds of divergence, in contrast, are selected afterwards, among the resulting rows, so that
the rest of a diff stays the same.)

The user writes names such as ``foaf:knows`` or ``knows``. ``resolve_names`` finds the IRIs of the graphs that
they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.components import find_components
from coala.base.plain_text import excerpt, last_part
from coala.errors import CoalaError
from coala.model.corpus import Corpus
from coala.model.facts import follow_statements
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.options import Selection

# The number of names in a sentence, no more than the examples of a notice.
_MOST_SHOWN = 3

_PREFIXES = {
    "dbo": "http://dbpedia.org/ontology/",
    "dbp": "http://dbpedia.org/property/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dct": "http://purl.org/dc/terms/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "itsrdf": "http://www.w3.org/2005/11/its/rdf#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "sem": "http://semanticweb.cs.vu.nl/2009/11/sem/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
}
"""Prefixes with a fixed meaning. The prefixes that a file declares are not known after reading."""


class KnownTerms(NamedTuple):
    """The predicates and types that graphs have, in sorted order."""

    predicates: Sequence[str]
    types: Sequence[str]


def list_terms(graphs: Sequence[Graph]) -> KnownTerms:
    """Return the predicates and types of all graphs."""
    predicates = {
        graph.predicates[number]
        for graph in graphs
        for number in np.unique(graph.statements.predicate).tolist()
    }
    types = {name for graph in graphs for names in graph.types for name in names}
    return KnownTerms(sorted(predicates), sorted(types))


def resolve_names(
    graphs: Sequence[Graph], selection: Selection, terms: KnownTerms | None = None
) -> tuple[Selection, tuple[Notice, ...]]:
    """Return the selection with every name as the IRI that some graph has, and notices of unknown names.

    ``terms`` are all terms of the complete graphs, if the graphs are only a part of them.

    Raises ``CoalaError`` for a name that matches several IRIs.
    """
    if not (selection.ignore_predicates or selection.only_predicates or selection.ignore_types):
        return selection, ()
    return resolve_terms(terms or list_terms(graphs), selection)


def resolve_terms(terms: KnownTerms, selection: Selection) -> tuple[Selection, tuple[Notice, ...]]:
    """Return the selection with every name as one of these terms, as ``resolve_names`` does."""
    predicates, types = terms
    notices: list[Notice] = []
    chosen = selection._replace(
        ignore_predicates=_resolve_all(selection.ignore_predicates, predicates, "predicate", notices),
        only_predicates=_resolve_all(selection.only_predicates, predicates, "predicate", notices),
        ignore_types=_resolve_all(selection.ignore_types, types, "type", notices),
    )
    return chosen, tuple(notices)


def select_statements(graph: Graph, selection: Selection) -> Graph:
    """Return the graph without the statements and types that a resolved selection drops."""
    ignored, only, types = (
        frozenset(names)
        for names in (selection.ignore_predicates, selection.only_predicates, selection.ignore_types)
    )
    if ignored or only:
        wanted = [name not in ignored and (not only or name in only) for name in graph.predicates]
        graph = keep_statements(
            graph, np.flatnonzero(np.array(wanted, dtype=bool)[graph.statements.predicate])
        )
    if types:
        left = tuple(tuple(name for name in names if name not in types) for names in graph.types)
        graph = replace(graph, types=left)
    return graph


def keep_statements(graph: Graph, rows: Integers) -> Graph:
    """Return the graph with only these rows of its statements, and the facts that they state."""
    statements = _select_rows(graph.statements, rows)
    facts = follow_statements(graph, statements, np.arange(len(rows)), rows)
    return replace(graph, statements=statements, facts=facts)


def drop_singletons(graphs: Sequence[Graph], roles: Sequence[str]) -> tuple[list[Graph], tuple[Notice, ...]]:
    """Return the graphs without the chains of one mention, and notices of what was left out with them.

    Statements about these chains are left out too: nothing would say which instances of the two graphs are
    the same, and equal statements would differ.
    """
    kept, notices = [], []
    for graph, role in zip(graphs, roles, strict=False):
        mentions = graph.mentions
        is_alone = np.bincount(mentions.instance, minlength=len(graph.names)) == 1
        if is_alone.any():
            graph = _keep_mentions(graph, ~is_alone[mentions.instance])
            graph, statements = drop_statements_about(graph, is_alone)
            graph = _drop_instances(graph, is_alone)
            notices += note_statements_left_out(statements, role)
        kept.append(graph)
    return kept, tuple(notices)


def keep_types(
    corpus: Corpus, names: Sequence[str], roles: Sequence[str]
) -> tuple[Corpus, tuple[Notice, ...]]:
    """Return the corpus with the bags that have an instance of these types, and notices.

    A bag is kept or left out as a whole: else a chain would show as changed since its partner has no type.

    Raises ``CoalaError`` for a name that matches several types, and if no instance has one of the types.
    """
    if not names:
        return corpus, ()
    known = sorted({name for graph in corpus.graphs for types in graph.types for name in types})
    notices: list[Notice] = []
    wanted = set(_resolve_all(names, known, "type", notices))
    if wanted.isdisjoint(known):
        shown = ", ".join(last_part(name) for name in known[:MOST_EXAMPLES]) or "none"
        raise CoalaError(f"No instance has the type {excerpt(names[0])}. The types are {shown}.")
    # The nodes are the spans, then the instances of each graph; an edge is a mention.
    starts = np.cumsum([corpus.spans, *(len(graph.names) for graph in corpus.graphs)])
    first = starts[:-1].tolist()
    instances = [own + start for own, start in zip(corpus.instances, first, strict=True)]
    component = find_components(np.concatenate(corpus.mentions), np.concatenate(instances), int(starts[-1]))
    typed = np.zeros(len(component), bool)
    for graph, start in zip(corpus.graphs, first, strict=True):
        own = [start + place for place, types in enumerate(graph.types) if not wanted.isdisjoint(types)]
        typed[component[own]] = True
    graphs = list(corpus.graphs)
    for place, (graph, start, role) in enumerate(zip(corpus.graphs, first, roles, strict=True)):
        is_kept = typed[component[instances[place]]]
        rows = np.flatnonzero(~is_kept)
        if not len(rows):
            continue
        is_out = ~typed[component[start : start + len(graph.names)]]
        corpus = corpus.drop_mentions(place, rows)
        graphs[place], statements = drop_statements_about(_keep_mentions(graph, is_kept), is_out)
        notices.append(make_notice("types-left-out", len(rows), role=role))
        notices += note_statements_left_out(statements, role)
    return replace(corpus, graphs=tuple(graphs)), tuple(notices)


def note_statements_left_out(statements: int, role: str) -> list[Notice]:
    """Return the notice of statements about instances that are left out, if there are any."""
    return [make_notice("statements-left-out", statements, role=role)] if statements else []


def drop_statements_about(graph: Graph, is_out: Booleans) -> tuple[Graph, int]:
    """Return the graph without the statements that have one of these instances, and their number."""
    statements = graph.statements
    drops = is_out[statements.subject]
    drops[statements.reference_statement[is_out[statements.reference_instance]]] = True
    count = int(drops.sum())
    return (keep_statements(graph, np.flatnonzero(~drops)) if count else graph), count


def _keep_mentions(graph: Graph, is_kept: Booleans) -> Graph:
    """Return the graph without some rows of mentions; its instances keep their numbers."""
    mentions = graph.mentions
    # The new row of each mention that is kept.
    row = np.cumsum(is_kept) - 1
    kept = set(np.flatnonzero(is_kept).tolist())
    return replace(
        graph,
        mentions=Mentions(
            document=mentions.document[is_kept],
            begin=mentions.begin[is_kept],
            end=mentions.end[is_kept],
            shape=mentions.shape[is_kept],
            instance=mentions.instance[is_kept],
        ),
        mention_texts={int(row[old]): words for old, words in graph.mention_texts.items() if old in kept},
        minimums={int(row[old]): least for old, least in graph.minimums.items() if old in kept},
        optional=frozenset(int(row[old]) for old in graph.optional & kept),
        forms={int(row[old]): form for old, form in graph.forms.items() if old in kept},
    )


def _drop_instances(graph: Graph, is_out: Booleans) -> Graph:
    """Return the graph without instances that have neither mentions nor statements."""
    stays = ~is_out
    # The new number of each instance that stays.
    number = np.cumsum(stays) - 1
    facts, statements = graph.facts, graph.statements
    return replace(
        graph,
        mentions=replace(graph.mentions, instance=number[graph.mentions.instance]),
        names=tuple(compress(graph.names, stays)),
        labels=tuple(compress(graph.labels, stays)),
        types=tuple(compress(graph.types, stays)),
        statements=replace(
            statements,
            subject=number[statements.subject],
            reference_instance=number[statements.reference_instance],
        ),
        other_names={
            int(number[instance]): names for instance, names in graph.other_names.items() if stays[instance]
        },
        facts=replace(
            facts,
            events=number[facts.events[stays[facts.events]]],
            event=np.where(facts.event < 0, -1, number[facts.event]),
        ),
    )


def _resolve_all(
    names: Iterable[str], met: Sequence[str], noun: str, notices: list[Notice]
) -> tuple[str, ...]:
    iris = []
    for name in dict.fromkeys(names):
        # An unknown name still counts: with --only-predicate it leaves no statement.
        iri, notice = resolve_name(name, met, noun)
        iris.append(iri)
        if notice is not None:
            notices.append(notice)
    return tuple(iris)


def resolve_name(name: str, met: Sequence[str], noun: str) -> tuple[str, Notice | None]:
    """Return the IRI in ``met`` that a name means, or the name and a notice that it is unknown.

    Raises ``CoalaError`` for a name that matches several IRIs.
    """
    matches = _find_matches(name.removeprefix("<").removesuffix(">"), met)
    if len(matches) > 1:
        several = " or ".join(matches[:MOST_EXAMPLES])
        raise CoalaError(f"The {noun} '{name}' could be {several}. Write one of them in full.")
    return (matches[0], None) if matches else (name, _note_unknown_name(name, met, noun))


def _find_matches(name: str, met: Sequence[str]) -> list[str]:
    """Return the IRIs that a name may mean: the IRI itself, with a known prefix, or by its last part."""
    if name in met:
        return [name]
    prefix, colon, local = name.partition(":")
    if prefix in _PREFIXES:
        return [iri for iri in met if iri == _PREFIXES[prefix] + local]
    # With an unknown prefix the local name is enough, as long as only one IRI ends with it.
    ending = local if colon and not local.startswith("//") else name
    return [iri for iri in met if last_part(iri) == ending]


def _note_unknown_name(name: str, met: Sequence[str], noun: str) -> Notice:
    others = " and others" if len(met) > _MOST_SHOWN else ""
    instead = f"; there are {', '.join(met[:_MOST_SHOWN])}{others}" if met else f", nor any other {noun}"
    return make_notice("filter-matched-nothing", 1, met, noun=noun, name=name, instead=instead)


def _select_rows(statements: Statements, kept: Integers) -> Statements:
    """Return the statements of these rows, and the references to instances in their values."""
    # The new row of each old row; -1 for those that are dropped.
    place = np.full(len(statements), -1, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    of_reference = place[statements.reference_statement]
    references = of_reference >= 0
    return Statements(
        subject=statements.subject[kept],
        predicate=statements.predicate[kept],
        inverse=statements.inverse[kept],
        value=statements.value[kept],
        reference_statement=of_reference[references],
        reference_path=statements.reference_path[references],
        reference_instance=statements.reference_instance[references],
    )

"""The names that instances have in knowledge bases, such as Wikidata's Q90, and which of them count.

An instance is named by its own IRI, and by the targets of owl:sameAs and skos:exactMatch that have no
mentions. A name in a known base means the same in every graph, so two graphs can differ in it. Any other IRI
identifies an instance within its graph only, and is never compared.

A base counts if both compared graphs name an instance in it, unless the user chose otherwise (``--names``).
Names in a known base are never statements, whether they count or not.

Source: specification, section 3 "Names of a knowledge base".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coala.base.sequences import Shared, Strings
from coala.errors import CoalaError
from coala.model.corpus import Corpus, EntityNames
from coala.model.graph import Graph
from coala.model.knowledge_bases import (
    EntityName,
    KnowledgeBases,
    load_knowledge_bases,
)
from coala.model.notices.notice import Notice, make_notice
from coala.model.options import NAMES_OFF, NAMES_ON, Options
from coala.prepare.redirects import read_redirects
from coala.prepare.selection import keep_statements

NAMING = frozenset({"http://www.w3.org/2002/07/owl#sameAs", "http://www.w3.org/2004/02/skos/core#exactMatch"})
"""The predicates whose values name their subject."""

_COMPARED = 2

_WEB = ("http://", "https://")

_Names = Mapping[int, Set[EntityName]]
"""Instance -> its names in known bases; instances without one are missing."""


class NameRules(NamedTuple):
    """Which IRIs are names in a known base, and which bases count."""

    bases: KnowledgeBases
    redirects: Mapping[EntityName, EntityName]  # a name -> the one to use in its place
    chosen: str = NAMES_ON  # the value of ``Options.names``
    notices: tuple[Notice, ...] = ()  # about the redirects

    def find(self, iri: str) -> EntityName | None:
        """Return the name that an IRI is in a known base, after redirects; None if it is no name."""
        name = self.bases.find(iri)
        return None if name is None else self.redirects.get(name, name)

    def may_count(self, base: str) -> bool:
        """Return True if names in a base are compared, given graphs that have some."""
        return self.chosen == NAMES_ON or base in self.chosen.split(",")

    def choose_bases(self, counts: Sequence[Mapping[str, int]]) -> list[str]:
        """Return the keys of the bases that count, in alphabetical order.

        ``counts`` has, for each of the two compared graphs, the number of instances that each base names.
        """
        if self.chosen == NAMES_OFF:
            return []
        if self.chosen != NAMES_ON:
            return sorted(self.chosen.split(","))
        first, second = counts
        return sorted(first.keys() & second.keys())


def read_name_rules(options: Options) -> NameRules:
    """Return the rules that the options state.

    Raises ``CoalaError`` if a file of the options cannot be used, or if a knowledge base is unknown.
    """
    bases = load_knowledge_bases(options.knowledge_bases)
    if options.names not in (NAMES_ON, NAMES_OFF):
        for base in options.names.split(","):
            if base not in bases:
                raise CoalaError(
                    f"There is no knowledge base '{base}'. Choose from {', '.join(bases.keys)}, or declare "
                    "it with --knowledge-bases FILE."
                )
    if options.redirects is None:
        return NameRules(bases, {}, options.names)
    redirects = read_redirects(options.redirects, bases)
    return NameRules(bases, redirects.names, options.names, redirects.notices)


@dataclass(frozen=True)
class FoundNames:
    """The names of the instances of several graphs."""

    graphs: tuple[Graph, ...]  # without the statements that are names in known bases
    names: tuple[EntityNames, ...]  # for each graph, the names in the bases that count
    notices: tuple[Notice, ...]


def find_entity_names(graphs: Sequence[Graph], roles: Sequence[str], rules: NameRules) -> FoundNames:
    """Find the names of all instances; the first two graphs decide which bases count."""
    found = [_find_names(graph, rules) for graph in graphs]
    counts = [
        Counter(base for found in names.values() for base in {name.base for name in found})
        for _, names in found[:_COMPARED]
    ]
    counting = rules.choose_bases(counts)
    return FoundNames(
        graphs=tuple(graph for graph, _ in found),
        names=tuple(_select_names(names, len(graph.names), frozenset(counting)) for graph, names in found),
        notices=(*rules.notices, *note_bases(counts, roles, rules, counting)),
    )


def _find_names(graph: Graph, rules: NameRules) -> tuple[Graph, _Names]:
    """Return the graph without the statements that are names in known bases, and all such names."""
    names: defaultdict[int, set[EntityName]] = defaultdict(set)

    def add(instance: int, iri: str) -> bool:
        name = rules.find(iri)
        if name is not None:
            names[instance].add(name)
        return name is not None

    if _may_have_names(graph.names, rules.bases):
        for instance, iri in enumerate(graph.names):
            add(instance, iri)
    for instance, more in graph.other_names.items():
        for iri in more:
            add(instance, iri)
    rows = [row for row, instance, iri in list_naming_statements(graph) if add(instance, iri)]
    if rows:
        graph = keep_statements(graph, np.delete(np.arange(len(graph.statements)), rows))
    return graph, names


def _may_have_names(iris: Sequence[str], bases: KnowledgeBases) -> bool:
    """Return False if no IRI can be in a known base; a search in a block of bytes takes next to no time."""
    if not isinstance(iris, Strings):
        return True
    block = iris.block.lower()
    return any(mark in block for mark in bases.marks)


def list_naming_statements(graph: Graph) -> Iterator[tuple[int, int, str]]:
    """Yield row, instance and IRI of each statement that names its subject."""
    is_naming = np.array([name in NAMING for name in graph.predicates], dtype=bool)
    statements = graph.statements
    for row in np.flatnonzero(is_naming[statements.predicate]).tolist() if is_naming.any() else ():
        value = graph.values[statements.value[row]]
        if value.startswith("<"):
            yield row, int(statements.subject[row]), value[1:-1]


def _select_names(names: _Names, instances: int, wanted: Set[str]) -> EntityNames:
    """Return for each instance its sorted names in the wanted bases; equal tuples are stored once."""
    values: dict[tuple[EntityName, ...], int] = {(): 0}
    code = np.zeros(instances, dtype=np.int64)
    for instance, found in names.items():
        counted = tuple(sorted(name for name in found if name.base in wanted))
        code[instance] = values.setdefault(counted, len(values))
    return Shared(list(values), code)


def note_bases(
    counts: Sequence[Mapping[str, int]], roles: Sequence[str], rules: NameRules, counting: Sequence[str]
) -> Iterator[Notice]:
    """Yield a notice for each base that counts, and for each in which only one graph names instances.

    ``counts`` is that of ``NameRules.choose_bases``.
    """
    for base in sorted({*counts[0], *counts[1], *counting}):
        first, second = (count.get(base, 0) for count in counts)
        title = rules.bases.title(base)
        if base in counting:
            yield make_notice(
                "names-compared",
                first + second,
                base=title,
                first=f"{first:,} in the {roles[0]}",
                second=f"{second:,} in the {roles[1]}",
            )
        elif rules.chosen == NAMES_ON:
            yield make_notice(
                "names-one-sided", first + second, role=roles[0 if first else 1], base=title, key=base
            )


def note_recurring_names(corpus: Corpus, rules: NameRules) -> Iterator[Notice]:
    """Yield a notice if IRIs of no known base name other mentions in the changed graph.

    If these IRIs are entries of a knowledge base, the graphs differ by more than their bags show.
    """
    names = _find_recurring_names(corpus, rules.bases)
    if names and rules.chosen == NAMES_ON:
        yield make_notice("names-unknown", len(names), [f"<{name}>" for name in names])


def _find_recurring_names(corpus: Corpus, bases: KnowledgeBases) -> list[str]:
    """Return the IRIs of instances that both compared graphs have, and that have no span in common.

    Names in a known base, and those next to the documents, which are made for one graph, are left out.
    """
    first, second = (
        {name: number for number, name in enumerate(graph.names) if name.startswith(_WEB)}
        for graph in corpus.graphs[:_COMPARED]
    )
    folders = set(map(_cut_folder, corpus.documents))
    return sorted(
        name
        for name in first.keys() & second.keys()
        if bases.find(name) is None
        and _cut_folder(name) not in folders
        and set(corpus.spans_of(0, first[name])).isdisjoint(corpus.spans_of(1, second[name]))
    )


def _cut_folder(iri: str) -> str:
    return iri.partition("#")[0].rpartition("/")[0]

"""The names that instances have in knowledge bases, such as Wikidata's Q90, and which of them count.

An instance is named by its own IRI, and by the targets of owl:sameAs and skos:exactMatch that have no
mentions. A name in a known base means the same in every graph, so two graphs can differ in it. Any other IRI
identifies an instance within its graph only, and is never compared.

A base counts if both compared graphs name an instance in it, or if one does and the other has links of its
own, such as NIL or names in another base. In a score, the bases of the key count. The user may choose
otherwise (``--names``). Names in a known base are never statements, whether they count or not, nor is the
description of an entry.

Several names of one mention are alternatives: the mention belongs to the instance whose name most mentions
carry, which then has all of these names. In scores each mention has its own names.

Source: specification, section 3 "Names of a knowledge base".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.sequences import Shared, Strings
from coala.errors import CoalaError
from coala.model.columns import begins_run, number_values, pack
from coala.model.corpus import Corpus, EntityNames
from coala.model.graph import Graph, Mentions
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

DESCRIBING = frozenset(
    {"http://www.w3.org/2000/01/rdf-schema#comment", "http://www.w3.org/2004/02/skos/core#definition"}
)
"""The predicates whose values describe their subject; of an entry they are shown, never compared."""

_COMPARED = 2

_WEB = ("http://", "https://")

_Names = Mapping[int, Set[EntityName]]
"""Instance -> its names in known bases; instances without one are missing."""


class NamedInstances(NamedTuple):
    """How many instances of a graph are linked, by knowledge base."""

    of_base: Mapping[str, int]  # the key of a base -> the number of instances that it names
    others: bool = False  # True if there are other links: NIL, or entities of the linker's own

    @property
    def has_links(self) -> bool:
        """True if the graph has a link of any kind."""
        return self.others or bool(self.of_base)


class NameRules(NamedTuple):
    """Which IRIs are names in a known base, and which bases count."""

    bases: KnowledgeBases
    redirects: Mapping[EntityName, EntityName]  # a name -> the one to use in its place
    chosen: str = NAMES_ON  # the value of ``Options.names``
    notices: tuple[Notice, ...] = ()  # about the redirects
    scored: tuple[str, ...] | None = None  # the bases that are scored, if the graphs are only a part
    is_list: bool = False  # True if the user lists the bases that count

    def find(self, iri: str) -> EntityName | None:
        """Return the name that an IRI is in a known base, after redirects; None if it is no name."""
        name = self.bases.find(iri)
        return None if name is None else self.redirects.get(name, name)

    @property
    def chosen_bases(self) -> list[str]:
        """The keys of the bases that the user names, in alphabetical order."""
        is_list = self.chosen not in (NAMES_ON, NAMES_OFF)
        return sorted({self.bases.unify(key) for key in self.chosen.split(",")}) if is_list else []

    def may_count(self, base: str) -> bool:
        """Return True if names in a base are compared, given graphs that have some."""
        return self.chosen == NAMES_ON or base in self.chosen_bases

    def choose_bases(self, named: Sequence[NamedInstances]) -> list[str]:
        """Return the keys of the bases that count in a comparison of the first two graphs, in order.

        A base of one graph counts if the other graph has any link: names are lost or gained then.
        """
        if self.chosen != NAMES_ON:
            return self.chosen_bases
        first, second = named[:_COMPARED]
        return sorted(
            base
            for base in first.of_base.keys() | second.of_base.keys()
            if all(base in each.of_base or each.has_links for each in (first, second))
        )

    def choose_scored(self, named: Sequence[NamedInstances], key: int | None) -> list[str]:
        """Return the keys of the bases in which links are scored: those in which the key names instances.

        Without a ``key`` these are the bases that count in the comparison.
        """
        if self.scored is not None:
            return list(self.scored)
        if key is None or self.chosen != NAMES_ON:
            return self.choose_bases(named)
        return sorted(named[key].of_base)


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
    rules = NameRules(bases, {}, options.names, is_list=options.names not in (NAMES_ON, NAMES_OFF))
    if options.redirects is None:
        return rules
    redirects = read_redirects(options.redirects, bases)
    return rules._replace(redirects=redirects.names, notices=redirects.notices)


@dataclass(frozen=True)
class FoundNames:
    """The names of the instances of several graphs."""

    graphs: tuple[Graph, ...]  # without the statements that are names in known bases
    names: tuple[EntityNames, ...]  # for each graph, the names in the bases that count
    scored: tuple[EntityNames, ...]  # those in the bases that are scored, without alternative names
    entries: tuple[Booleans, ...]  # for each graph, the mask of instances that are entries
    repeated: tuple[Integers, ...]  # for each graph, the rows of mentions that are alternatives
    notices: tuple[Notice, ...]


def find_entity_names(
    graphs: Sequence[Graph], roles: Sequence[str], rules: NameRules, key: int | None = None
) -> FoundNames:
    """Find the names of all instances; the first two graphs decide which bases count.

    ``key`` is the graph that others are scored against, whose bases are scored. Without one, the bases that
    count are scored. If it is the first graph, there is a score and no comparison.
    """
    found = [_find_names(graph, rules) for graph in graphs]
    named = [count_named(graph, names, rules) for graph, names in found]
    is_score = key == 0
    scored = rules.choose_scored(named, key)
    counting = scored if is_score else rules.choose_bases(named)
    joined = [join_alternatives(graph, names, rules.bases) for graph, names in found]
    return FoundNames(
        graphs=tuple(each.graph for each in joined),
        names=tuple(_select_names(each.names, len(each.graph.names), frozenset(counting)) for each in joined),
        scored=tuple(_select_names(names, len(graph.names), frozenset(scored)) for graph, names in found),
        entries=tuple(_find_entries(each.graph, each.names, rules.bases) for each in joined),
        repeated=tuple(each.repeated for each in joined),
        notices=(*rules.notices, *note_bases(named, roles, rules, counting, is_score=is_score)),
    )


def count_named(graph: Graph, names: _Names, rules: NameRules) -> NamedInstances:
    """Count the instances that each base names, and look for other links."""
    counts = Counter(base for found in names.values() for base in {name.base for name in found})
    others = (
        says_links(graph.notices)
        or any(rules.find(iri) is None for _, _, iri in list_naming_statements(graph))
        or has_own_entities(graph.names, graph.documents, rules)
    )
    return NamedInstances(counts, others)


_OF_LINKERS = frozenset(("no-entries-linked", "base-unknown"))
"""Notices on the files of linkers, all of whose mentions are NIL or in a base that is not known."""


def says_links(notices: Iterable[Notice]) -> bool:
    """Return True if the notices of a graph say that it has links without a name in a known base."""
    return any(notice.code in _OF_LINKERS for notice in notices)


def has_own_entities(names: Iterable[str], documents: Iterable[str], rules: NameRules) -> bool:
    """Return True if an instance is an entity of the linker's own, in no known base.

    Names next to the documents are those of chains, which are made for one graph.
    """
    folders = set(map(_cut_folder, documents))
    return any(
        name.startswith(_WEB) and _cut_folder(name) not in folders and rules.find(name) is None
        for name in names
    )


def _find_names(graph: Graph, rules: NameRules) -> tuple[Graph, dict[int, set[EntityName]]]:
    """Return the graph without the statements that are names or descriptions, and all names."""
    names: defaultdict[int, set[EntityName]] = defaultdict(set)

    def add(instance: int, iri: str) -> bool:
        name = rules.find(iri)
        if name is not None:
            names[instance].add(name)
        return name is not None

    if _may_have_names(graph.names, rules.bases):
        for instance, iri in enumerate(graph.names):
            add(instance, iri)
    # What the graph says of an entry is no statement of the system, unlike that of another instance.
    is_entry = np.zeros(len(graph.names), dtype=bool)
    is_entry[list(names)] = True
    for instance, more in graph.other_names.items():
        for iri in more:
            add(instance, iri)
    rows = [row for row, instance, iri in list_naming_statements(graph) if add(instance, iri)]
    is_description = np.array([name in DESCRIBING for name in graph.predicates], dtype=bool)
    statements = graph.statements
    if is_entry.any() and is_description.any():
        described = is_description[statements.predicate] & is_entry[statements.subject] & ~statements.inverse
        rows += np.flatnonzero(described).tolist()
    if rows:
        graph = keep_statements(graph, np.delete(np.arange(len(statements)), rows))
    return graph, names


class _Joined(NamedTuple):
    """A graph in which each mention of several names belongs to one instance."""

    graph: Graph
    names: _Names
    repeated: Integers  # the rows of the other mentions of its span


def _find_entries(graph: Graph, names: _Names, bases: KnowledgeBases) -> Booleans:
    """Return the mask of instances whose own IRI is a name in a known base."""
    is_entry = np.zeros(len(graph.names), dtype=bool)
    is_entry[[instance for instance in names if bases.find(graph.names[instance]) is not None]] = True
    return is_entry


def join_alternatives(graph: Graph, names: dict[int, set[EntityName]], bases: KnowledgeBases) -> _Joined:
    """Find the instance of each mention with several names: that of the name which most mentions carry.

    Of names that as many mentions carry, the first in the alphabet counts. An instance that loses all its
    mentions becomes a part of the one that has its first mention now.
    """
    mentions = graph.mentions
    rows = np.flatnonzero(_find_entries(graph, names, bases)[mentions.instance])
    # Rows of one span are neighbours; most spans have one row.
    span = number_values(
        pack(*(column[rows] for column in (mentions.document, mentions.begin, mentions.end, mentions.shape)))
    )
    several = np.bincount(span)[span] > 1 if len(rows) else np.zeros(0, dtype=bool)
    if not several.any() or graph.optional:
        return _Joined(graph, names, np.zeros(0, dtype=np.int64))
    size = np.bincount(mentions.instance, minlength=len(graph.names))
    of_span: defaultdict[int, list[int]] = defaultdict(list)
    for number, row in zip(span[several].tolist(), rows[several].tolist(), strict=True):
        of_span[number].append(row)
    repeated: list[int] = []
    taken_by: dict[int, int] = {}
    more = {instance: set(found) for instance, found in names.items()}
    for members in of_span.values():
        instances = mentions.instance[members].tolist()
        best = min(instances, key=lambda each: (-int(size[each]), bases.iri(min(names[each]))))
        for row, instance in zip(members, instances, strict=True):
            if instance != best:
                repeated.append(row)
                taken_by.setdefault(instance, best)
                more[best] |= names[instance]
    lost = np.bincount(mentions.instance[repeated], minlength=len(graph.names))
    gone = {old: new for old, new in taken_by.items() if lost[old] == size[old]}
    joined = _move_properties(graph, gone)
    left = int((np.bincount(number_values(_pack_spans(mentions, repeated))) > 1).sum())
    return _Joined(
        replace(joined, notices=_count_shared(joined.notices, left)), more, np.array(sorted(repeated))
    )


def _pack_spans(mentions: Mentions, repeated: Sequence[int]) -> Integers:
    columns = (mentions.document, mentions.begin, mentions.end, mentions.shape)
    return pack(*(np.delete(column, repeated) for column in columns))


def _count_shared(notices: Iterable[Notice], left: int) -> tuple[Notice, ...]:
    """Return the notices; without a span of several chains, the notice on these is left out."""
    return tuple(notice for notice in notices if left or notice.code != "shared-span")


def _move_properties(graph: Graph, gone: Mapping[int, int]) -> Graph:
    """Return the graph in which other instances have the types and statements of those without mentions."""
    if not gone:
        return graph
    number = np.arange(len(graph.names))
    number[list(gone)] = list(gone.values())
    types = list(graph.types)
    for old, new in gone.items():
        types[new] = tuple(sorted({*types[new], *types[old]}))
    statements = graph.statements
    moved = replace(
        statements,
        subject=number[statements.subject],
        reference_instance=number[statements.reference_instance],
    )
    graph = replace(graph, types=tuple(types), statements=moved)
    # Both may have the same statement; a value with an instance is kept, since only a row has its references.
    plain = np.setdiff1d(np.arange(len(moved)), moved.reference_statement)
    key = pack(moved.subject[plain], moved.predicate[plain], moved.inverse[plain], moved.value[plain])
    order = np.argsort(key, kind="stable")
    twice = plain[order[~begins_run(key[order])]]
    return keep_statements(graph, np.delete(np.arange(len(moved)), twice)) if len(twice) else graph


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
    named: Sequence[NamedInstances],
    roles: Sequence[str],
    rules: NameRules,
    counting: Sequence[str],
    *,
    is_score: bool = False,
) -> Iterator[Notice]:
    """Yield a notice for each base that counts, and one on the links of a graph that are not compared."""
    first, second = (each.of_base for each in named[:_COMPARED])
    for base in sorted({*counting}):
        yield make_notice(
            "names-compared",
            first.get(base, 0) + second.get(base, 0),
            base=rules.bases.title(base),
            first=f"{first.get(base, 0):,} in the {roles[0]}",
            second=f"{second.get(base, 0):,} in the {roles[1]}",
        )
    for role, other, found in ((roles[0], roles[1], first), (roles[1], roles[0], second)):
        lost = sorted(found.keys() - set(counting))
        if lost and rules.chosen == NAMES_ON:
            yield make_notice(
                "names-not-scored" if is_score else "names-one-sided",
                sum(found[base] for base in lost),
                role=role,
                other=other,
                base=" and ".join(map(rules.bases.title, lost)),
                key=",".join(sorted({*counting, *lost})),
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
    first, second = corpus.graphs[:_COMPARED]
    numbers = {name: number for number, name in enumerate(first.names) if name.startswith(_WEB)}
    # For each changed instance that of its name in the baseline, and for each span one of the baseline.
    namesake = np.array([numbers.get(name, -1) for name in second.names], dtype=np.int64)
    owner = np.full(corpus.spans, -1)
    owner[corpus.mentions[0]] = corpus.instances[0]
    # Nearly all share a span, so only the others are looked at one by one.
    is_candidate = namesake >= 0
    changed = corpus.instances[1]
    is_candidate[changed[owner[corpus.mentions[1]] == namesake[changed]]] = False
    folders = set(map(_cut_folder, corpus.documents))
    return sorted(
        name
        for number in np.flatnonzero(is_candidate).tolist()
        if bases.find(name := second.names[number]) is None
        and _cut_folder(name) not in folders
        and set(corpus.spans_of(0, int(namesake[number]))).isdisjoint(corpus.spans_of(1, number))
    )


def _cut_folder(iri: str) -> str:
    return iri.partition("#")[0].rpartition("/")[0]

"""The instances of a graph, which are what its mentions refer to, with their names and types.

Most instances are one node of the graph. If owl:sameAs or a cluster joins nodes, they are one instance
together. Instances are numbered from 0 on, first those of one node. A node without a mention is no instance
of its own, but it may join others: ``a sameAs x`` and ``x sameAs b`` make one instance of ``a`` and ``b``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import readable
from coala.base.sequences import Shared
from coala.model.columns import begins_run, distinct, pack
from coala.model.notices.notice import MOST_EXAMPLES
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.interpretation.node_numbers import NodeNumbers, as_array, make_mask
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, CLASS, CLUSTER, DOCUMENT, MEMBER, PROTOTYPE
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"

MANY_SAME = 20
"""The number of joined nodes with mentions that is remarked, since a single wrong link may have caused it."""


class ExcludedTriples(NamedTuple):
    """Predicates, nodes and triples that are no normal statements of instances."""

    identities: Set[int]  # predicates that join nodes (``find_identities``)
    plumbing: Set[int]  # predicates that do not describe instances
    reified: Set[int]  # nodes that state facts
    stated: Set[int]  # triples (rows of ``Collector.others``) that are facts; several may be equal


class Instances(NamedTuple):
    """The instances of a graph; ``names[3]`` and ``types[3]`` are those of instance 3."""

    instance_of: NodeNumbers  # the instance of each node
    names: list[str]  # an IRI; "" if all nodes are blank
    types: Shared[tuple[str, ...]]
    unmentioned: dict[int, list[str]]  # by instance: the IRIs of its nodes without mentions
    other_names: dict[int, list[str]]  # by instance: the IRIs of its other nodes, if it has several


def find_instances(
    collected: Collector,
    mentions: FoundMentions,
    vocabulary: Vocabulary,
    remarks: Remarks,
    excluded: ExcludedTriples,
) -> Instances:
    """Join nodes by identities and clusters, number those with a mention, and find their types.

    Nodes without mentions can join others too. Nodes of reified statements are not reported as unmentioned.
    """
    names = collected.names
    # Number the nodes that no other is joined with, then the joined ones.
    is_mentioned = make_mask(as_array(mentions.linked_instance), len(names))
    joined = _JoinedNodes(collected, vocabulary, remarks, excluded.identities)
    in_class = make_mask(list(joined.classes), len(names))
    alone = np.flatnonzero(is_mentioned & ~in_class)
    instance_of = NodeNumbers(len(names))
    instance_of.column[alone] = np.arange(len(alone))
    instance_names = ["" if name == BLANK else name for name in map(names.__getitem__, alone.tolist())]
    together = np.flatnonzero(is_mentioned & in_class).tolist()
    unmentioned, other_names = joined.number(together, is_mentioned, instance_of, instance_names)
    # Types: rows of node, instance and class, from rdf:type and from classes on mentions.
    subject, kind = map(as_array, collected.types)
    number = instance_of.look_up(subject)
    is_instance = number >= 0
    node_of, number_of, kind_of = subject[is_instance], number[is_instance], kind[is_instance]
    if more := list(find_types_of_mentions(collected, mentions, instance_of)):
        columns = np.array(more, dtype=np.int64).T
        node_of, number_of, kind_of = (
            np.concatenate(parts) for parts in zip((node_of, number_of, kind_of), columns, strict=True)
        )
    types = _find_types(node_of, number_of, kind_of, names, len(instance_names), vocabulary, remarks)
    # Remark nodes that look like instances, and have no mention.
    plumbing = _find_plumbing_classes(distinct(kind).tolist(), names, vocabulary)
    links = as_array(collected.links.object)
    typed = subject[~is_instance & ~make_mask(list(plumbing), len(names))[kind]]
    lost = {*distinct(links[instance_of.column[links] < 0]).tolist(), *distinct(typed).tolist()}
    _report_unmentioned(collected, vocabulary, remarks, lost, plumbing, excluded.reified, joined.classes)
    return Instances(instance_of, instance_names, types, unmentioned, other_names)


def _find_types(
    node: Integers,
    number: Integers,
    kind: Integers,
    names: list[str],
    instances: int,
    vocabulary: Vocabulary,
    remarks: Remarks,
) -> Shared[tuple[str, ...]]:
    """Return the sorted types of each instance; most sets of types are shared by many.

    The columns ``node``, ``number`` (of the instance) and ``kind`` (the node of a class) have a row for each
    stated type.
    """
    kinds = distinct(kind).tolist()
    idle = {*vocabulary.plumbing_types}
    # The rank of each class among the sorted names; -1 for types that do not count.
    place = np.full(len(names), -1)
    counted = sorted(
        (name, kind_number)
        for kind_number in kinds
        if (name := names[kind_number]) != BLANK and name not in idle
    )
    place[[kind_number for _, kind_number in counted]] = np.arange(len(counted))
    is_blank = make_mask([kind_number for kind_number in kinds if names[kind_number] == BLANK], len(names))[
        kind
    ]
    nameless = zip(node[is_blank].tolist(), kind[is_blank].tolist(), strict=True)
    _report_nameless(dict.fromkeys(nameless), names, remarks)
    # Sort the rows by instance and rank, without duplicates. Then the types of an instance follow each other.
    number, of_kind = number[place[kind] >= 0], place[kind][place[kind] >= 0]
    order = np.argsort(pack(number, of_kind), kind="stable")
    order = order[begins_run(pack(number, of_kind)[order])]
    number, of_kind = number[order], of_kind[order]
    first = np.flatnonzero(begins_run(number))
    count = np.diff(np.append(first, len(number)))
    # The distinct sets of types: first those of one type, then those of several, the empty set last.
    # ``code`` has the number of each instance's set.
    sets: list[tuple[str, ...]] = [(name,) for name, _ in counted]
    code = np.full(instances, -1)
    single = count == 1
    code[number[first[single]]] = of_kind[first[single]]
    known: dict[tuple[int, ...], int] = {}
    members = of_kind.tolist()
    for instance, begin, size in zip(
        number[first[~single]].tolist(), first[~single].tolist(), count[~single].tolist(), strict=True
    ):
        together = tuple(members[begin : begin + size])
        if together not in known:
            known[together] = len(sets)
            sets.append(tuple(counted[kind_number][0] for kind_number in together))
        code[instance] = known[together]
    sets.append(())
    code[code < 0] = len(sets) - 1
    return Shared(sets, code)


def find_identities(collected: Collector, vocabulary: Vocabulary, *, same_as: bool) -> frozenset[int]:
    """Return the numbers of the predicates that join nodes: owl:sameAs, and those of the vocabulary.

    Return an empty set without ``same_as``.
    """
    names = (SAME_AS, *vocabulary.identity) if same_as else ()
    return frozenset(map(collected.find_predicate, names)) - {-1}


class _JoinedNodes:
    """Nodes joined by identities and clusters; ``classes`` maps each of them to all nodes of its class."""

    def __init__(
        self,
        collected: Collector,
        vocabulary: Vocabulary,
        remarks: Remarks,
        identities: Set[int],
    ) -> None:
        self._names = collected.names
        self._remarks = remarks
        self._clusters = _Clusters(collected, remarks)
        self._besides = vocabulary.shorten_all(vocabulary.identity)
        self.classes = _join_identical(collected, identities, self._clusters.edges)

    def number(
        self,
        nodes: Iterable[int],
        is_mentioned: Booleans,
        instance_of: NodeNumbers,
        instance_names: list[str],
    ) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
        """Assign numbers to the instances of these joined nodes, after the existing ones.

        Return the IRIs of each instance's nodes without mentions, and those of its nodes with mentions
        besides the one that names it.
        """
        names, remarks, clusters = self._names, self._remarks, self._clusters
        unmentioned: dict[int, list[str]] = {}
        other_names: dict[int, list[str]] = {}
        crowds: list[tuple[int, str]] = []
        for node in nodes:
            if node in instance_of:
                continue
            members = self.classes[node]
            number = len(instance_names)
            instance_of.update(dict.fromkeys(members, number))
            mentioned = [member for member in members if is_mentioned[member]]
            alone = [member for member in mentioned if member not in clusters.nodes]
            # How many nodes owl:sameAs has joined. The members of a cluster count as one, since the cluster
            # has joined them already.
            parties = len(alone) + (len(alone) < len(mentioned))
            if parties > 1:
                named = sorted(names[member] for member in mentioned if names[member] != BLANK)
                remarks.count("same-as", parties - 1)
                shown_names = " = ".join(f"<{name}>" for name in named[:3]) or "blank nodes"
                remarks.add("same-as", shown_names)
                if self._besides:
                    besides = " or ".join(self._besides)
                    remarks["same-as"].hint = f"The vocabulary says the same of {besides}."
                if parties >= MANY_SAME:
                    crowds.append((-parties, f"{parties:,} nodes: {shown_names}"))
            instance_names.append(
                _choose_name([member for member in members if member in clusters.clusters], names)
                or _choose_name(mentioned, names)
                or _choose_name(members, names)
            )
            unmentioned[number] = [
                names[member]
                for member in members
                if not is_mentioned[member] and member not in clusters.nodes and names[member] != BLANK
            ]
            others = {names[member] for member in mentioned} - {BLANK, instance_names[number]}
            if others:
                other_names[number] = sorted(others)
        remarks.count("same-as-large", len(crowds))
        # Examples are the largest, not the first in alphabetical order.
        remarks["same-as-large"].examples += [readable(crowd) for _, crowd in sorted(crowds)[:MOST_EXAMPLES]]
        return unmentioned, other_names


class _Clusters:
    """Memberships: ``edges`` from clusters to members, ``nodes`` of both kinds, and ``clusters``."""

    def __init__(self, collected: Collector, remarks: Remarks) -> None:
        names = collected.names
        cluster_of: defaultdict[int, list[int]] = defaultdict(list)
        for membership, cluster in zip(*collected.pairs[CLUSTER], strict=True):
            cluster_of[membership].append(cluster)
        pairs = {
            (cluster, member)
            for membership, member in zip(*collected.pairs[MEMBER], strict=True)
            for cluster in cluster_of.get(membership, ())
        }
        pairs.update(zip(*collected.pairs[PROTOTYPE], strict=True))
        self.edges = sorted(pairs)
        members_of: defaultdict[int, set[int]] = defaultdict(set)
        clusters_of: defaultdict[int, set[int]] = defaultdict(set)
        for cluster, member in self.edges:
            members_of[cluster].add(member)
            clusters_of[member].add(cluster)
        self.clusters = set(members_of)
        self.nodes = self.clusters | set(clusters_of)
        for cluster, members in members_of.items():
            size = f"{len(members)} member{'' if len(members) == 1 else 's'}"
            remarks.add("clusters", f"{describe_node(cluster, names)} with {size}")
        for member, clusters in clusters_of.items():
            if len(clusters) > 1:
                remarks.add("several-clusters", describe_node(member, names))


def _join_identical(
    collected: Collector, identities: Set[int], edges: Iterable[tuple[int, int]]
) -> dict[int, list[int]]:
    """Return, for each node that edges or predicates of identity join, all nodes of its class."""
    sets = DisjointSets()
    if identities:
        subjects, predicates, objects = collected.others
        for row, predicate in enumerate(predicates):
            if predicate in identities and objects[row] >= 0:
                sets.join(subjects[row], objects[row])
    for one, other in edges:
        sets.join(one, other)
    return {node: members for members in sets.members() for node in members}


def describe_node(node: int, names: list[str]) -> str:
    """Return a node's IRI for a message; labels of blank nodes are meaningless."""
    return "a blank node" if names[node] == BLANK else f"<{names[node]}>"


def _choose_name(nodes: Iterable[int], names: list[str]) -> str:
    """Return the first IRI in alphabetical order, or "" if all nodes are blank."""
    return min((names[node] for node in nodes if names[node] != BLANK), default="")


def find_types_of_mentions(
    collected: Collector, mentions: FoundMentions, instance_of: Mapping[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield mention nodes with a class for their instance, with the number of the instance and the class."""
    if not collected.pairs[CLASS].subject:
        return
    instances_of_row: defaultdict[int, list[int]] = defaultdict(list)
    for row, node in zip(mentions.linked_row, mentions.linked_instance, strict=True):
        instances_of_row[row].append(instance_of[node])
    for node, kind in zip(*collected.pairs[CLASS], strict=True):
        row_of = mentions.row_of.get(node)
        if row_of is not None:
            for number in instances_of_row[row_of]:
                yield node, number, kind


def _report_nameless(nameless: Iterable[tuple[int, int]], names: list[str], remarks: Remarks) -> None:
    """Remark blank classes, which are omitted since two graphs cannot share one."""
    for node, _ in nameless:
        remarks.add("class-without-name", f"of {describe_node(node, names)}")


def _find_plumbing_classes(kinds: Iterable[int], names: list[str], vocabulary: Vocabulary) -> set[int]:
    """Return the classes of nodes that are not instances, such as mentions and documents."""
    return {
        kind
        for kind in kinds
        if (
            names[kind].startswith(vocabulary.plumbing_classes)
            and names[kind] not in vocabulary.instance_class
        )
        or names[kind] in vocabulary.document_class
    }


def _report_unmentioned(
    collected: Collector,
    vocabulary: Vocabulary,
    remarks: Remarks,
    lost: set[int],
    plumbing: set[int],
    statements: Set[int],
    classes: Mapping[int, Sequence[int]],
) -> None:
    """Remark instances without a mention, which no bag shows.

    ``lost`` are nodes that unusable mentions refer to, and nodes with a class that is not ``plumbing``. A
    blank node that others refer to is a part of their statements.
    """
    if not lost:
        return
    names = collected.names
    types = collected.types
    # A node with both kinds of class (an entity that is also a resource) is an instance.
    certain = {collected.nodes.get(name, -1) for name in vocabulary.instance_class}
    kept = {node for node, kind in zip(*types, strict=True) if kind in certain}
    lost.difference_update(
        (node for node, kind in zip(*types, strict=True) if kind in plumbing and node not in kept),
        *(pairs.subject for pairs in collected.pairs[: DOCUMENT + 1]),
        collected.pairs[DOCUMENT].object,
        collected.texts,
        statements,
        (node for node in collected.others.object if node >= 0 and names[node] == BLANK),
    )
    # Report joined nodes once.
    for node in {min(classes.get(node, (node,)), key=names.__getitem__) for node in lost}:
        remarks.add("instance-without-mention", describe_node(node, names))

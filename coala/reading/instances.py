"""Mentions and owl:sameAs -> instances: which nodes are one, what each is called and of which types it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from coala.reading.collector import Collector
from coala.reading.mentions import Mentions
from coala.reading.remarks import Remarks
from coala.vocabulary import Vocabulary

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"


class Instances(NamedTuple):
    """``of_node`` numbers the instance of every node that belongs to one; the lists are by that number.

    ``unmentioned`` are, of each, the IRIs of its nodes without a mention of their own.
    """

    of_node: dict[int, int]
    names: list[str]
    types: list[list[str]]
    unmentioned: list[list[str]]


def find_instances(
    collected: Collector, names: list[str], mentions: Mentions, vocabulary: Vocabulary, remarks: Remarks
) -> Instances:
    """Close owl:sameAs (also by way of nodes without mentions) and number what has a mention."""
    mentioned = dict.fromkeys(mentions.linked_instance)
    classes = same_as_classes(collected)
    of_node: dict[int, int] = {}
    instance_names: list[str] = []
    unmentioned: list[list[str]] = []
    for node in mentioned:
        if node in of_node:
            continue
        members = classes.get(node, (node,))
        number = len(instance_names)
        of_node.update(dict.fromkeys(members, number))
        own = [member for member in members if member in mentioned]
        if len(own) > 1:
            named = sorted(names[member] for member in own if not names[member].startswith("_:"))
            remarks.count("same-as", len(own) - 1)
            remarks.add("same-as", " = ".join(f"<{name}>" for name in named[:3]) or "blank nodes")
        instance_names.append(_name(own, names) or _name(members, names))
        unmentioned.append(
            [names[m] for m in members if m not in mentioned and not names[m].startswith("_:")]
        )
    types = _types(collected, names, mentions, of_node, len(instance_names))
    _report_unmentioned(collected, names, of_node, vocabulary, remarks)
    return Instances(of_node, instance_names, types, unmentioned)


def same_as_classes(collected: Collector) -> dict[int, list[int]]:
    """Every node that owl:sameAs joins to another -> all nodes of its class."""
    number = collected.number_of(SAME_AS)
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        above = parent.setdefault(node, node)
        while above != node:
            parent[node] = node = parent[above]
            above = parent[node]
        return node

    subjects, predicates, objects = collected.others
    for row, predicate in enumerate(predicates):
        if predicate == number and objects[row] >= 0:
            left, right = root(subjects[row]), root(objects[row])
            if left != right:
                parent[left] = right
    members: defaultdict[int, list[int]] = defaultdict(list)
    for node in list(parent):
        members[root(node)].append(node)
    return {node: group for group in members.values() for node in group}


def _name(nodes: Iterable[int], names: list[str]) -> str:
    return min((names[node] for node in nodes if not names[node].startswith("_:")), default="")


def _types(
    collected: Collector, names: list[str], mentions: Mentions, of_node: dict[int, int], count: int
) -> list[list[str]]:
    """Blank classes are left out: no two graphs could be said to share one."""
    found: list[set[str]] = [set() for _ in range(count)]
    for node, kind in zip(*collected.types, strict=True):
        number = of_node.get(node)
        if number is not None and not names[kind].startswith("_:"):
            found[number].add(names[kind])
    if collected.classes.subject:
        instances_of_row: defaultdict[int, list[int]] = defaultdict(list)
        for row, node in zip(mentions.linked_row, mentions.linked_instance, strict=True):
            instances_of_row[row].append(of_node[node])
        for node, kind in zip(*collected.classes, strict=True):
            row_of = mentions.row_of.get(node)
            if row_of is not None and not names[kind].startswith("_:"):
                for number in instances_of_row[row_of]:
                    found[number].add(names[kind])
    return [sorted(kinds) for kinds in found]


def _report_unmentioned(
    collected: Collector,
    names: list[str],
    of_node: dict[int, int],
    vocabulary: Vocabulary,
    remarks: Remarks,
) -> None:
    """An instance without a mention lies in no bag: say so, lest it be missed.

    That is what unusable mentions point to, and what has a class. A nameless node that others point to is
    part of what is said about them.
    """
    types = collected.types
    plumbing = {
        kind
        for kind in set(types.object)
        if names[kind].startswith(vocabulary.plumbing_classes) or names[kind] in vocabulary.document_class
    }
    lost = {node for node in collected.links.object if node not in of_node}
    lost.update(
        node for node, kind in zip(*types, strict=True) if node not in of_node and kind not in plumbing
    )
    if not lost:
        return
    lost.difference_update(
        (node for node, kind in zip(*types, strict=True) if kind in plumbing),
        collected.rows.node,
        collected.rows.document,
        collected.texts,
        (node for node in collected.others.object if node >= 0 and names[node].startswith("_:")),
    )
    for node in lost:
        remarks.add(
            "instance-without-mention",
            f"<{names[node]}>" if not names[node].startswith("_:") else "a blank node",
        )

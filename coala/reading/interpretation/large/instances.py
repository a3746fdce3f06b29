"""Most instances of a large graph are one node each: they and their types are found in arrays."""

from __future__ import annotations

import numpy as np

from coala.base.sequences import Shared
from coala.model.columns import begins_run, distinct, pack
from coala.model.graph import Integers
from coala.reading.interpretation.instances import (
    Instances,
    JoinedNodes,
    Taken,
    find_plumbing_classes,
    find_types_of_mentions,
    report_nameless,
    report_unmentioned,
)
from coala.reading.interpretation.large.node_numbers import NodeNumbers, as_array, mark
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


def find_many_instances(
    collected: Collector,
    mentions: FoundMentions,
    vocabulary: Vocabulary,
    remarks: Remarks,
    taken: Taken,
) -> Instances:
    """Number what has a mention, and say of which types it is."""
    names = collected.names
    is_mentioned = mark(as_array(mentions.linked_instance), len(names))
    mentioned = NodeNumbers(len(names))
    mentioned.column[is_mentioned] = 0
    joined = JoinedNodes(collected, vocabulary, remarks, taken.identities)
    in_class = mark(list(joined.classes), len(names))
    alone = np.flatnonzero(is_mentioned & ~in_class)
    of_node = NodeNumbers(len(names))
    of_node.column[alone] = np.arange(len(alone))
    instance_names = ["" if name == BLANK else name for name in map(names.__getitem__, alone.tolist())]
    crowds = np.flatnonzero(is_mentioned & in_class).tolist()
    unmentioned = joined.number(crowds, mentioned, of_node, instance_names)
    subject, kind = map(as_array, collected.types)
    number = of_node.of(subject)
    has = number >= 0
    node_of, number_of, kind_of = subject[has], number[has], kind[has]
    if more := list(find_types_of_mentions(collected, mentions, of_node)):
        columns = np.array(more, dtype=np.int64).T
        node_of, number_of, kind_of = (
            np.concatenate(parts) for parts in zip((node_of, number_of, kind_of), columns, strict=True)
        )
    types = _types(node_of, number_of, kind_of, names, len(instance_names), vocabulary, remarks)
    plumbing = find_plumbing_classes(distinct(kind).tolist(), names, vocabulary)
    links = as_array(collected.links.object)
    typed = subject[~has & ~mark(list(plumbing), len(names))[kind]]
    lost = {*distinct(links[of_node.column[links] < 0]).tolist(), *distinct(typed).tolist()}
    report_unmentioned(collected, vocabulary, remarks, lost, plumbing, taken.reified, joined.classes)
    return Instances(of_node, instance_names, types, unmentioned)


def _types(
    node: Integers,
    number: Integers,
    kind: Integers,
    names: list[str],
    instances: int,
    vocabulary: Vocabulary,
    remarks: Remarks,
) -> Shared[tuple[str, ...]]:
    """The sorted types of each instance; most sets of them come many times."""
    kinds = distinct(kind).tolist()
    idle = {*vocabulary.plumbing_types}
    place = np.full(len(names), -1)
    # In the order of their names; -1 are those that do not count.
    counted = sorted((name, of) for of in kinds if (name := names[of]) != BLANK and name not in idle)
    place[[of for _, of in counted]] = np.arange(len(counted))
    is_blank = mark([of for of in kinds if names[of] == BLANK], len(names))[kind]
    nameless = zip(node[is_blank].tolist(), kind[is_blank].tolist(), strict=True)
    report_nameless(dict.fromkeys(nameless), names, remarks)
    number, of_kind = number[place[kind] >= 0], place[kind][place[kind] >= 0]
    order = np.argsort(pack(number, of_kind), kind="stable")
    order = order[begins_run(pack(number, of_kind)[order])]
    number, of_kind = number[order], of_kind[order]
    first = np.flatnonzero(begins_run(number))
    count = np.diff(np.append(first, len(number)))
    # The sets of one type first, then those of several, the empty one last.
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
            sets.append(tuple(counted[of][0] for of in together))
        code[instance] = known[together]
    sets.append(())
    code[code < 0] = len(sets) - 1
    return Shared(sets, code)

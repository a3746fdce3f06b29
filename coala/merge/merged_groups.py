"""The chains of a bag in the merged graph by who is who, and the chain whose identity each one takes.

A reviewer puts the parts of a bag into groups (``coala.verdicts.groups``). In the merged graph, each group is
one instance. Its identity, that is, its IRI, names, types and statements, is that of one chain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from coala.verdicts.groups import NO_MENTION, PlacedPart
from coala.verdicts.links import NO_CLASS


def list_groups(placed: Sequence[PlacedPart], side: int) -> tuple[tuple[int, ...], ...]:
    """Return the spans of each group, in text order; parts that are not sure are as in the graph ``side``.

    A part that is not sure joins the group that has the most spans of its class on that side (ties: the first
    in the text). If no group has any, the parts of the class that are not sure are one group. A part that the
    side lacks is left out, like one that is no mention.
    """
    groups: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
    # For each class of the side, the number of spans that each group has of it; in text order.
    sizes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for part in placed:
        if part.is_sure and part.group != NO_MENTION:
            groups[True, part.group] += part.spans
            sizes[part.classes[side]][part.group] += len(part.spans)
    for part in placed:
        own = part.classes[side]
        if part.is_sure or own == NO_CLASS:
            continue
        if own in sizes:
            best = max(sizes[own], key=lambda group: (sizes[own][group], -min(groups[True, group])))
            groups[True, best] += part.spans
        else:
            groups[False, own] += part.spans
    return tuple(sorted(tuple(sorted(group)) for group in groups.values()))


class SideChain(NamedTuple):
    """The graph (``BASELINE`` or ``CHANGED``) and the number of a chain."""

    graph: int
    instance: int


def choose_identities(
    groups: Sequence[Sequence[int]],
    chains: Mapping[SideChain, Sequence[int]],
    partners: Mapping[SideChain, SideChain],
) -> list[SideChain | None]:
    """Return the chain whose identity each group takes; None for a new instance.

    ``groups`` have their spans in text order, and ``chains`` those of each chain. A group wants the baseline
    chain that has most of its mentions, else the changed one (ties: the earlier chain). If several want one
    chain, the group with most mentions of it takes it (ties: the first group). Each other group takes the
    next free chain, unless another group has more mentions of that; a chain is free if neither it nor its
    partner in the other graph is taken.
    """
    group_of = {span: number for number, group in enumerate(groups) for span in group}
    # How many mentions of each chain each group has, and the chains of each group in the order of its wishes.
    shares: dict[SideChain, Counter[int]] = {}
    wishes: list[list[SideChain]] = [[] for _ in groups]
    for chain in sorted(chains, key=lambda chain: (chains[chain][0], chain)):
        shares[chain] = Counter(group_of[span] for span in chains[chain] if span in group_of)
        for group in shares[chain]:
            wishes[group].append(chain)
    for group, wished in enumerate(wishes):
        wished.sort(key=lambda chain: (chain.graph, -shares[chain][group]))

    def find_main(chain: SideChain, candidates: Iterable[int]) -> int:
        return min(candidates, key=lambda group: (-shares[chain][group], group))

    wanting: defaultdict[SideChain, list[int]] = defaultdict(list)
    for group, wished in enumerate(wishes):
        wanting[wished[0]].append(group)
    taken = {chain: find_main(chain, candidates) for chain, candidates in wanting.items()}
    chain_of = {group: chain for chain, group in taken.items()}
    for group, wished in enumerate(wishes):
        for chain in wished:
            is_free = chain not in taken and partners.get(chain) not in taken
            if group not in chain_of and is_free and find_main(chain, shares[chain]) == group:
                taken[chain], chain_of[group] = group, chain
    return [chain_of.get(group) for group in range(len(groups))]

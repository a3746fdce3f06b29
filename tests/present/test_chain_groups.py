"""Chains numbered, followed and grouped in arrays, compared with the same by hand."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace

from coala.diff.chain_order import SMALLEST_FOLD
from coala.diff.names import DETERMINERS
from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.kinds import PROPERTY_KINDS
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support.great_bags import a_random_bag

Pair = tuple[int | None, int | None]


def a_bag_of_many_chains(seed: int) -> Bag:
    """Return a random bag in which most chains of a side went to the same few, under two names."""
    draw = random.Random(seed)
    bag = a_random_bag(seed)
    places = range(len(bag.spans))

    def chain(name: str, most: int) -> Instance:
        spans = tuple(sorted(draw.sample(places, min(len(places), draw.randint(1, most)))))
        return Instance(draw.choice(["Ann", "ANN", "he"]), name, spans)

    old = tuple(chain(f"x{at}", 3) for at in range(draw.randint(3, 20)))
    new = tuple(chain(f"z{at}", 20) for at in range(draw.randint(1, 4)))
    if draw.random() < 0.5:
        new = (new[0]._replace(spans=old[0].spans), *new[1:])
    pairs = range(draw.randint(0, len(new))) if len(old) >= len(new) else ()
    rows = [
        row
        for row in bag.divergences
        if (row.baseline or 0) < len(old) and (row.changed or 0) < len(new) and draw.random() < 0.1
    ]
    made = replace(bag, baseline=old, changed=new, partners=tuple((at, at) for at in pairs))
    made = replace(made, divergences=tuple(rows))
    if draw.random() < 0.5:
        return made
    turned = (row._replace(baseline=row.changed, changed=row.baseline) for row in made.divergences)
    return replace(made, baseline=new, changed=old, divergences=tuple(turned))


def number_by_hand(bag: Bag) -> tuple[list[Pair], list[bool]]:
    """Return all pairs in the order of the screen, and which differ.

    Pairs that differ come first, then those of the changed graph, then those with most mentions.
    """
    sides = bag.baseline, bag.changed
    paired = [{pair[side] for pair in bag.partners} for side in (BASELINE, CHANGED)]
    touched = {row.baseline for row in bag.divergences}, {row.changed for row in bag.divergences}
    pairs: list[Pair] = [
        *bag.partners,
        *((at, None) for at in range(len(bag.baseline)) if at not in paired[BASELINE]),
        *((None, at) for at in range(len(bag.changed)) if at not in paired[CHANGED]),
    ]

    def differs(pair: Pair) -> bool:
        return None in pair or any(at in found for at, found in zip(pair, touched, strict=True))

    def order(pair: Pair) -> tuple[bool, bool, int, int]:
        spans = [side[at].spans for side, at in zip(sides, pair, strict=True) if at is not None]
        return not differs(pair), pair[CHANGED] is None, -max(map(len, spans)), min(map(min, spans))

    pairs.sort(key=order)
    return pairs, list(map(differs, pairs))


def follow_by_hand(
    bag: Bag, pairs: list[Pair]
) -> tuple[list[defaultdict[int, Counter[int]]], list[Counter[int]]]:
    """Count the mentions that went from chain to chain, seen from both sides, and those left alone."""
    having: list[list[list[int]]] = [[[] for _ in bag.spans] for _ in (BASELINE, CHANGED)]
    for number, pair in enumerate(pairs):
        for side, at in enumerate(pair):
            for span in () if at is None else (bag.baseline, bag.changed)[side][at].spans:
                having[side][span].append(number)
    ways: list[defaultdict[int, Counter[int]]] = [defaultdict(Counter), defaultdict(Counter)]
    alone: list[Counter[int]] = [Counter(), Counter()]
    for before, after in zip(*having, strict=True):
        kept = [number for number in before if number in after]
        left, come = ([number for number in side if number not in kept] for side in (before, after))
        for one, other in (*zip(kept, kept, strict=True), *zip(left, come, strict=False)):
            ways[BASELINE][one][other] += 1
            ways[CHANGED][other][one] += 1
        alone[BASELINE].update(left[len(come) :])
        alone[CHANGED].update(come[len(left) :])
    return ways, alone


def group_by_hand(bag: Bag, side: int) -> list[tuple[list[int], bool]]:
    """Return the groups of a side in screen order, and whether each has the equal chains."""
    pairs, differ = number_by_hand(bag)
    ways_of, alone_of = follow_by_hand(bag, pairs)
    ways, alone = ways_of[side], alone_of[side]
    own = (bag.baseline, bag.changed)[side]
    told = {(row.baseline, row.changed)[side] for row in bag.divergences if row.kind in PROPERTY_KINDS}
    alike: dict[object, list[int]] = {}
    equal = []
    for number, (old, new) in enumerate(pairs):
        at = (old, new)[side]
        if at is None:
            continue
        is_same = old is not None and new is not None and bag.baseline[old].spans == bag.changed[new].spans
        if is_same and not differ[number]:
            equal.append(number)
            continue
        heirs = tuple(ways[number])
        joins = len(heirs) <= 1 and not (heirs and alone[number]) and at not in told
        words = [(bag.words[span] or "").casefold().split() for span in own[at].spans]
        described = frozenset(tuple(parts[1:]) for parts in words if parts[1:] and parts[0] in DETERMINERS)
        look = own[at].label.casefold(), own[at].types, described
        likeness = (look, heirs, bool(alone[number])) if joins else number
        alike.setdefault(likeness, []).append(number)
    groups: list[list[int]] = []
    for numbers in alike.values():
        groups += [numbers] if len(numbers) >= SMALLEST_FOLD else [[number] for number in numbers]

    def mentions(number: int) -> int:
        return len(own[pairs[number][side] or 0].spans)

    groups.sort(
        key=lambda group: (not any(differ[number] for number in group), -sum(map(mentions, group)), group[0])
    )
    return [*((group, False) for group in groups), *([(equal, True)] if equal else [])]


def test_chains_are_numbered_followed_and_grouped_as_by_hand() -> None:
    larger = equal = 0
    for seed in range(300):
        bag = (a_random_bag if seed % 3 else a_bag_of_many_chains)(seed)
        displayed = display_bag(bag)
        chains = Chains(displayed)
        pairs, differ = number_by_hand(bag)
        assert list(displayed.numbering.pairs) == pairs
        assert displayed.numbering.differs.tolist() == differ
        ways, alone = follow_by_hand(bag, pairs)
        for side in (BASELINE, CHANGED):
            groups = group_by_hand(bag, side)
            assert [(list(group.numbers), group.equal) for group in chains.groups[side]] == groups
            numbers = [number for group, _ in groups for number in group]
            assert [chains.mentions_by_heir(side, number) for number in numbers] == [
                ways[side][number] for number in numbers
            ]
            assert [chains.alone(side, number) for number in numbers] == [
                alone[side][number] for number in numbers
            ]
            for group, is_equal in groups:
                assert {chains.groups[side].is_equal(number) for number in group} == {is_equal}
            larger += sum(len(group) >= SMALLEST_FOLD for group, is_equal in groups if not is_equal)
            equal += sum(is_equal for _, is_equal in groups)
    assert larger > 50
    assert equal > 10

"""The instances of a bag get one order, in which partners have one number: the number on every badge.

The colour of an instance follows its number, in the rows, in the text and in the contexts alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from coala.model.bag import Bag, Instance


@dataclass(frozen=True)
class Numbering:
    """The instances of a bag in aligned order: (baseline, changed) indices, None for a missing partner.

    ``baseline_rows`` and ``changed_rows`` list, for each span, the numbers of the instances that have it.
    """

    pairs: tuple[tuple[int | None, int | None], ...]
    differing: tuple[bool, ...]
    baseline_rows: tuple[tuple[int, ...], ...]
    changed_rows: tuple[tuple[int, ...], ...]

    def of(self, baseline: int | None, changed: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of a baseline and a changed instance, each () for none."""
        old = () if baseline is None else (self._numbers[0][baseline],)
        new = () if changed is None else (self._numbers[1][changed],)
        return old, new

    @cached_property
    def _numbers(self) -> tuple[dict[int, int], dict[int, int]]:
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for number, pair in enumerate(self.pairs):
            for side, index in zip(found, pair, strict=True):
                if index is not None:
                    side[index] = number
        return found


def number_instances(bag: Bag) -> Numbering:
    """Number the instances of a bag: what differs first, the changed graph's first, most mentions first.

    The first numbers have colours of their own, and a mention is filled with that of its changed instance.
    """
    partners = set(bag.partners)
    paired_old, paired_new = {old for old, _ in partners}, {new for _, new in partners}
    pairs: list[tuple[int | None, int | None]] = [*bag.partners]
    pairs += [(old, None) for old in range(len(bag.baseline)) if old not in paired_old]
    pairs += [(None, new) for new in range(len(bag.changed)) if new not in paired_new]
    touched = {(0, row.baseline) for row in bag.divergences if row.baseline is not None}
    touched |= {(1, row.changed) for row in bag.divergences if row.changed is not None}

    def differs(pair: tuple[int | None, int | None]) -> bool:
        return None in pair or (0, pair[0]) in touched or (1, pair[1]) in touched

    def order(pair: tuple[int | None, int | None]) -> tuple[bool, bool, int, int]:
        instances = _instances(bag, pair)
        firsts = [instance.spans[0] for instance in instances if instance.spans]
        mentions = max(len(instance.spans) for instance in instances)
        return not differs(pair), pair[1] is None, -mentions, min(firsts, default=len(bag.spans))

    pairs.sort(key=order)
    return Numbering(
        pairs=tuple(pairs),
        differing=tuple(differs(pair) for pair in pairs),
        baseline_rows=_rows_of_spans(bag, bag.baseline, [old for old, _ in pairs]),
        changed_rows=_rows_of_spans(bag, bag.changed, [new for _, new in pairs]),
    )


def _instances(bag: Bag, pair: tuple[int | None, int | None]) -> list[Instance]:
    old, new = pair
    found = [] if old is None else [bag.baseline[old]]
    return found if new is None else [*found, bag.changed[new]]


def _rows_of_spans(
    bag: Bag, instances: Sequence[Instance], numbered: Sequence[int | None]
) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = [()] * len(bag.spans)
    for number, index in enumerate(numbered):
        if index is not None:
            alone = (number,)
            for span in instances[index].spans:
                found[span] = (*found[span], number) if found[span] else alone
    return tuple(found)

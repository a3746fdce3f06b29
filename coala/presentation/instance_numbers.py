"""The instances of a bag get one order, in which partners have one number: the number on every badge.

The colour of an instance follows its number, in the rows, in the text and in the contexts alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap

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
    touched_old = {row.baseline for row in bag.divergences}
    touched_new = {row.changed for row in bag.divergences}
    old_spans, new_spans = ([instance.spans for instance in side] for side in (bag.baseline, bag.changed))

    def differs(old: int | None, new: int | None) -> bool:
        return old is None or new is None or old in touched_old or new in touched_new

    def order(pair: tuple[int | None, int | None]) -> tuple[bool, bool, int, int]:
        old, new = pair
        before = () if old is None else old_spans[old]
        after = () if new is None else new_spans[new]
        first = min((*before[:1], *after[:1]), default=len(bag.spans))
        return not differs(old, new), new is None, -max(len(before), len(after)), first

    pairs.sort(key=order)
    return Numbering(
        pairs=tuple(pairs),
        differing=tuple(starmap(differs, pairs)),
        baseline_rows=_rows_of_spans(bag, bag.baseline, [old for old, _ in pairs]),
        changed_rows=_rows_of_spans(bag, bag.changed, [new for _, new in pairs]),
    )


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

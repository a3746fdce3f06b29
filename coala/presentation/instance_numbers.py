"""The instances of a bag get one order, in which partners have one number: the number on every badge.

The colour of an instance follows its number, in the rows, in the text and in the contexts alike.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap

import numpy as np

from coala.model.bag import Bag, Instance
from coala.model.columns import begins_run
from coala.model.span_columns import TableColumn


@dataclass(frozen=True)
class Numbering:
    """The instances of a bag in aligned order: (baseline, changed) indices, None for a missing partner.

    ``baseline_rows`` and ``changed_rows`` list, for each span, the numbers of the instances that have it.
    """

    pairs: tuple[tuple[int | None, int | None], ...]
    differing: tuple[bool, ...]
    baseline_rows: TableColumn[tuple[int, ...]]
    changed_rows: TableColumn[tuple[int, ...]]

    def of(self, baseline: int | None, changed: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of a baseline and a changed instance, each () for none."""
        old = () if baseline is None else (self._numbers[0][baseline],)
        new = () if changed is None else (self._numbers[1][changed],)
        return old, new

    def count_cases(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        """What spans have in both rows, and how many have it; some cases may come in several parts."""
        old, new = self.baseline_rows, self.changed_rows
        size = len(new.table)
        cases = np.asarray(old.places, dtype=np.int64) * size + np.asarray(new.places, dtype=np.int64)
        cases.sort()
        begins = np.flatnonzero(begins_run(cases))
        spans = np.diff(begins, append=len(cases)).tolist()
        first, second = (part.tolist() for part in np.divmod(cases[begins], size))
        return zip(map(old.table.__getitem__, first), map(new.table.__getitem__, second), spans, strict=True)

    @cached_property
    def _numbers(self) -> tuple[dict[int, int], dict[int, int]]:
        old = {index: number for number, (index, _) in enumerate(self.pairs) if index is not None}
        new = {index: number for number, (_, index) in enumerate(self.pairs) if index is not None}
        return old, new


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
        mentions = len(before) if len(before) > len(after) else len(after)
        first = before[0] if before else last
        if after and after[0] < first:
            first = after[0]
        return not differs(old, new), new is None, -mentions, first

    last = len(bag.spans)
    pairs.sort(key=order)
    return Numbering(
        pairs=tuple(pairs),
        differing=tuple(starmap(differs, pairs)),
        baseline_rows=_rows_of_spans(bag, bag.baseline, [old for old, _ in pairs]),
        changed_rows=_rows_of_spans(bag, bag.changed, [new for _, new in pairs]),
    )


def _rows_of_spans(
    bag: Bag, instances: Sequence[Instance], numbered: Sequence[int | None]
) -> TableColumn[tuple[int, ...]]:
    nobody = len(numbered)
    table: list[tuple[int, ...]] = [*zip(range(nobody)), ()]
    places = array("i", [nobody]) * len(bag.spans)
    mentions = 0
    for number, index in enumerate(numbered):
        if index is not None:
            spans = instances[index].spans
            mentions += len(spans)
            for span in spans:
                places[span] = number
    if np.count_nonzero(np.asarray(places) != nobody) < mentions:
        _note_shared(table, places, instances, numbered)
    return TableColumn(table, places)


def _note_shared(
    table: list[tuple[int, ...]],
    places: array[int],
    instances: Sequence[Instance],
    numbered: Sequence[int | None],
) -> None:
    """Give the spans that several instances of one side have rows of their own at the end of the table."""
    found: dict[int, list[int]] = {}
    for number, index in enumerate(numbered):
        for span in () if index is None else instances[index].spans:
            found.setdefault(span, []).append(number)
    for span, numbers in found.items():
        if len(numbers) > 1:
            places[span] = len(table)
            table.append(tuple(numbers))

"""A bag becomes the one that a comparison of the same graphs the other way round would have found.

A merge is a split there, what was added was dropped: every sentence is made anew, so that none of them tells
which graph is which. Twice mirrored it is the same bag.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from coala.base.sequences import LazySequence
from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.review.blind.mirrored_row import MIRRORED_KINDS, mirror_row, place_of_row


def mirror_bag(bag: Bag) -> Bag:
    """The bag with its sides exchanged. It keeps its fingerprint, which is the name of the question."""
    if isinstance(bag.divergences, LazySequence):
        # With numpy, which whoever reads small bags alone does without.
        from coala.review.blind.mirrored_columns import mirror_columns

        return mirror_columns(bag)
    rows = sorted((mirror_row(bag, row) for row in bag.divergences), key=place_of_row)
    return BagSentences(_exchange(bag, rows)).tell()


class MirroredKeys:
    """The keys of the rows of a bag and of the same rows mirrored, found as far as somebody asks for them.

    A great bag has tens of thousands, of which a few are judged: those that come first to whoever reads it.
    """

    def __init__(self, mirrored: Bag) -> None:
        """``mirrored`` is what ``mirror_bag`` made of the bag, or the same by other names."""
        self._mirrored = mirrored
        self._made = RowKeys(mirrored), RowKeys(_exchange(mirrored, ()))
        changes = BagSentences(mirrored).ranked
        self._rows = chain.from_iterable(map(changes.rows_of, range(len(changes))))
        self._found: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def of_bag(self, mirrored: str) -> str:
        """The key in the bag of the row that has this one mirrored; the same where there is none."""
        return self._other(mirrored, 0)

    def of_mirrored(self, key: str) -> str:
        """The mirrored key of the row that has this one in the bag; the same where there is none."""
        return self._other(key, 1)

    def _other(self, key: str, side: int) -> str:
        found = self._found[side]
        while key not in found:
            row = next(self._rows, None)
            if row is None:
                return key
            (mirrored,) = self._made[0].of([row])
            (of_bag,) = self._made[1].of([mirror_row(self._mirrored, row)])
            self._found[0][mirrored], self._found[1][of_bag] = of_bag, mirrored
        return found[key]


def _exchange(bag: Bag, rows: Sequence[Divergence]) -> Bag:
    return replace(
        bag,
        baseline=bag.changed,
        changed=bag.baseline,
        partners=tuple(sorted((new, old) for old, new in bag.partners)),
        divergences=tuple(rows),
    )


def mirror_kinds(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds of a bag as they are the other way round, in the order of ``Kind``."""
    mirrored = {MIRRORED_KINDS[kind] for kind in kinds}
    return tuple(kind for kind in Kind if kind in mirrored)

"""Divergences are held against a gold graph: did each go towards gold, away from it, or neither?

A row is judged by what it says and by nothing else, link by link, so that a bag may hold rows of both
directions; what the bag as a whole is worth is its share of a score.

- A mention is right (+1) when gold has it, else wrong (−1). A link of two mentions of one instance is
  right when both lie in one gold class, else wrong, also when gold lacks one of them.
- ``moved``, ``split``, ``merged`` of span s from x to y: right minus wrong links of s to the rest of y, less
  those to the rest of x.
- ``mention-added``, ``mention-dropped``: the mention itself and its links to the rest of the instance.
- ``instance-added``, ``instance-dropped``: all mentions of the instance and each link between them once.
- ``type``: right minus wrong types after, less before; right are the types of the gold class that shares
  most spans with the changed instance. Neither, where that class is not the only one or has no type.
- ``statement``: neither. Gold rarely makes statements, and silence would make each of them wrong.

More right than before is towards gold, less is away from it. Spans of documents that gold does not know
are passed over: there it says nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.diff.divergences import KINDS, Divergences
from coala.model.bag import Direction
from coala.model.corpus import Corpus
from coala.model.graph import Booleans, Integers
from coala.model.kinds import Kind
from coala.scores.partition import Clusters

_GOLD = 2


DIRECTIONS = (Direction.NEITHER, Direction.TOWARDS, Direction.AWAY)
"""``DIRECTIONS[sign]`` for a sign of 0, 1 or -1, as ``find_directions`` returns them."""


def find_directions(
    corpus: Corpus, rows: Divergences, gold: Clusters, scored: Booleans | None = None
) -> npt.NDArray[np.int8]:
    """For each row 1 (towards gold), -1 (away) or 0 (neither), to be looked up in ``DIRECTIONS``.

    ``corpus`` has baseline, changed and gold graph in this order, ``gold`` the classes of the last over its
    spans, and ``scored`` says of each document whether gold knows it (all of them when it is None).
    """
    known = np.ones(corpus.spans, bool) if scored is None else scored[corpus.document]
    sides = [_Side.of(corpus, graph, gold, known) for graph in (0, 1)]
    change = np.zeros(len(rows), np.int64)
    of_span = (rows.span >= 0) & known[rows.span]
    for side, instance, sign in ((sides[0], rows.baseline, -1), (sides[1], rows.changed, 1)):
        here = np.flatnonzero(of_span & (instance >= 0))
        change[here] += sign * side.value(instance[here], rows.span[here])
    for side, instance, sign, kind in (
        (sides[0], rows.baseline, -1, Kind.INSTANCE_DROPPED),
        (sides[1], rows.changed, 1, Kind.INSTANCE_ADDED),
    ):
        here = np.flatnonzero(rows.kind == KINDS.index(kind))
        change[here] = sign * side.of_instance[instance[here]]
    typed = np.flatnonzero(rows.kind == KINDS.index(Kind.TYPE))
    if len(typed):
        change[typed] = _change_of_types(corpus, rows, typed, gold, sides[1])
    return np.sign(change).astype(np.int8)


class _Side(NamedTuple):
    """One system's instances against gold, as far as gold knows their documents.

    ``pair`` has the sorted codes instance · ``width`` + gold class, ``shared`` how many spans they share. A
    span that gold lacks is a gold class of its own, so that every link of it is wrong.
    """

    classes: Integers
    in_gold: Booleans
    size: Integers
    width: int
    pair: Integers
    shared: Integers
    of_instance: Integers

    @classmethod
    def of(cls, corpus: Corpus, graph: int, gold: Clusters, known: Booleans) -> _Side:
        source = corpus.graphs[graph]
        in_gold = gold.classes >= 0
        classes = np.where(in_gold, gold.classes, gold.count + np.arange(corpus.spans))
        width = gold.count + corpus.spans + 1
        here = known[corpus.mentions[graph]]
        span, instance = corpus.mentions[graph][here], corpus.instances[graph][here]
        size = np.bincount(instance, minlength=len(source.names) + 1)
        pair, shared = np.unique(instance * width + classes[span], return_counts=True)
        side = cls(classes, in_gold, size, width, pair, shared, np.zeros(len(size), np.int64))
        # Links are counted from either end, so mentions count twice as well: the sign is what matters.
        mention = side.mention(span)
        np.add.at(side.of_instance, instance, 2 * mention + side.value(instance, span) - mention)
        return side

    def mention(self, span: Integers) -> Integers:
        """1 for a span that gold has, else -1."""
        return np.where(self.in_gold[span], 1, -1)

    def value(self, instance: Integers, span: Integers) -> Integers:
        """The mention itself, and its right minus wrong links to the rest of its instance X.

        With G the gold class of s: (|X ∩ G| − 1) − (|X| − |X ∩ G|) = 2|X ∩ G| − |X| − 1.
        """
        place = np.searchsorted(self.pair, instance * self.width + self.classes[span])
        return self.mention(span) + 2 * self.shared[place] - self.size[instance] - 1


def _change_of_types(
    corpus: Corpus, rows: Divergences, typed: Integers, gold: Clusters, changed: _Side
) -> list[int]:
    types_of_class: dict[int, set[str]] = {}
    source = corpus.graphs[_GOLD]
    class_of = np.full(len(source.names), -1, np.int64)
    class_of[corpus.instances[_GOLD]] = gold.classes[corpus.mentions[_GOLD]]
    for class_, types in zip(class_of.tolist(), source.types, strict=True):
        if class_ >= 0 and types:
            types_of_class.setdefault(class_, set()).update(types)
    changes = []
    for x, y in zip(rows.baseline[typed].tolist(), rows.changed[typed].tolist(), strict=True):
        right = types_of_class.get(_gold_class(changed, y), set())
        after, before = (
            _right_types(corpus.graphs[graph].types[row], right) for graph, row in ((1, y), (0, x))
        )
        changes.append(after - before if right else 0)
    return changes


def _gold_class(side: _Side, instance: int) -> int:
    """The gold class that shares most spans with the instance; -1 when several share as many."""
    start, end = np.searchsorted(side.pair, [instance * side.width, (instance + 1) * side.width])
    shared = side.shared[start:end]
    if not len(shared) or (shared == shared.max()).sum() > 1:
        return -1
    return int(side.pair[start + int(shared.argmax())] - instance * side.width)


def _right_types(types: tuple[str, ...], right: set[str]) -> int:
    """Right minus wrong types."""
    return sum(1 if name in right else -1 for name in types)

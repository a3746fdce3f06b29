"""The direction of each divergence: towards gold, away from it, or neither.

Each row is judged by its own content alone, link by link, so one bag may have rows of both directions. The
effect of a whole bag is its share of a score (``coala.scores.bag_shares``).

- A mention is right (+1) if gold has it, otherwise wrong (−1). A link of two mentions of one instance is
  right if both are in one gold class, otherwise wrong, also if gold lacks one of them.
- ``moved``, ``split``, ``merged`` of span s from x to y: right minus wrong links of s to the rest of y, less
  those to the rest of x.
- ``mention-added``, ``mention-dropped``: the mention itself and its links to the rest of the instance.
- ``instance-added``, ``instance-dropped``: all mentions of the instance and each link between them once.
- ``type``: an added type is right or wrong, and a dropped one the reverse. The right types are those of the
  gold class that shares most spans with the changed instance (or with one that is gone). Neither, if several
  gold classes share as many, or if that class has no type.
- ``link``: right minus wrong links of the mentions that both have, after less before. A link of a mention is
  right if gold links the same mention to one of its entries, wrong if gold has the mention without it.
- ``statement``: neither. Gold rarely makes statements, and its silence would make each of them wrong.

More right than before is towards gold, less is away from it. Spans of documents that gold does not have are
ignored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Booleans, Integers
from coala.diff.divergences import KINDS, Divergences
from coala.model.bag import Direction
from coala.model.corpus import Corpus
from coala.model.kinds import Kind
from coala.model.knowledge_bases import EntityName
from coala.scores.partition import Clusters

_GOLD = 2


DIRECTIONS = (Direction.NEITHER, Direction.TOWARDS, Direction.AWAY)
"""``DIRECTIONS[sign]`` for a sign of 0, 1 or -1, as ``find_directions`` returns them."""


def find_directions(
    corpus: Corpus, rows: Divergences, gold: Clusters, scored: Booleans | None = None
) -> npt.NDArray[np.int8]:
    """Return for each row 1 (towards gold), -1 (away) or 0 (neither), an index into ``DIRECTIONS``.

    ``corpus`` has baseline, changed and gold graph in this order. ``gold`` has the classes of the gold graph.
    ``scored`` has for each document whether gold has it; None means all of them.
    """
    known = np.ones(corpus.spans, bool) if scored is None else scored[corpus.document]
    sides = [_System.build(corpus, graph, gold, known) for graph in (0, 1)]
    # Right minus wrong in the changed graph, less the same in the baseline, for each row.
    change = np.zeros(len(rows), np.int64)
    # 1. Rows about one span: its links in the changed instance count plus, in the baseline instance minus.
    of_span = (rows.span >= 0) & known[rows.span]
    for side, instance, sign in ((sides[0], rows.baseline, -1), (sides[1], rows.changed, 1)):
        here = np.flatnonzero(of_span & (instance >= 0))
        change[here] += sign * side.value_links(instance[here], rows.span[here])
    # 2. Rows about complete instances.
    for side, instance, sign, kind in (
        (sides[0], rows.baseline, -1, Kind.INSTANCE_DROPPED),
        (sides[1], rows.changed, 1, Kind.INSTANCE_ADDED),
    ):
        here = np.flatnonzero(rows.kind == KINDS.index(kind))
        change[here] = sign * side.of_instance[instance[here]]
    # 3. Rows about types.
    of_types = np.flatnonzero(rows.kind == KINDS.index(Kind.TYPE))
    if len(of_types):
        change[of_types] = _compare_types(corpus, rows, of_types, gold, sides)
    # 4. Rows about links.
    of_links = np.flatnonzero(rows.kind == KINDS.index(Kind.LINK))
    if len(of_links):
        change[of_links] = _compare_links(corpus, rows, of_links, known)
    return np.sign(change).astype(np.int8)


class _System(NamedTuple):
    """One system's instances against gold, limited to the documents that gold has."""

    # The gold class of each span. A span that gold lacks is a class of its own, so all its links are wrong.
    classes: Integers
    in_gold: Booleans
    # The number of spans of each instance.
    size: Integers
    # Each pair of an instance and a gold class that share spans, as the number instance · width + class,
    # in ascending order, with the number of spans that they share.
    width: int
    pair: Integers
    shared: Integers
    # The value of each complete instance: right minus wrong mentions and links, twice.
    of_instance: Integers

    @classmethod
    def build(cls, corpus: Corpus, graph: int, gold: Clusters, known: Booleans) -> _System:
        """Count the spans that instances and gold classes share; ``known`` masks the spans that count."""
        source = corpus.graphs[graph]
        in_gold = gold.classes >= 0
        classes = np.where(in_gold, gold.classes, gold.count + np.arange(corpus.spans))
        width = gold.count + corpus.spans + 1
        here = known[corpus.mentions[graph]]
        span, instance = corpus.mentions[graph][here], corpus.instances[graph][here]
        size = np.bincount(instance, minlength=len(source.names) + 1)
        pair, shared = np.unique(instance * width + classes[span], return_counts=True)
        side = cls(classes, in_gold, size, width, pair, shared, np.zeros(len(size), np.int64))
        # Links are counted from either end, so mentions count twice as well; only the sign matters.
        mention = side.value_mentions(span)
        np.add.at(side.of_instance, instance, 2 * mention + side.value_links(instance, span) - mention)
        return side

    def value_mentions(self, span: Integers) -> Integers:
        """Return 1 for each span that gold has, otherwise -1."""
        return np.where(self.in_gold[span], 1, -1)

    def value_links(self, instance: Integers, span: Integers) -> Integers:
        """Return the value of each mention, plus its right minus wrong links to the rest of its instance X.

        With G the gold class of s: (|X ∩ G| − 1) − (|X| − |X ∩ G|) = 2|X ∩ G| − |X| − 1.
        """
        place = np.searchsorted(self.pair, instance * self.width + self.classes[span])
        return self.value_mentions(span) + 2 * self.shared[place] - self.size[instance] - 1


def _compare_types(
    corpus: Corpus, rows: Divergences, of_types: Integers, gold: Clusters, sides: Sequence[_System]
) -> list[int]:
    """Return for each row ``of_types`` the value of the added type, less that of the dropped one."""
    types_of_class: dict[int, set[str]] = {}
    source = corpus.graphs[_GOLD]
    class_of = np.full(len(source.names), -1, np.int64)
    class_of[corpus.instances[_GOLD]] = gold.classes[corpus.mentions[_GOLD]]
    for class_, types in zip(class_of.tolist(), source.types, strict=True):
        if class_ >= 0 and types:
            types_of_class.setdefault(class_, set()).update(types)
    changes = []
    columns = rows.baseline[of_types], rows.changed[of_types], rows.types[rows.detail[of_types]]
    for x, y, places in zip(*(column.tolist() for column in columns), strict=True):
        class_ = _find_gold_class(sides[0], x) if y < 0 else _find_gold_class(sides[1], y)
        right = types_of_class.get(class_, set())
        before, after = (
            0 if place < 0 else 1 if corpus.graphs[graph].types[instance][place] in right else -1
            for graph, (instance, place) in enumerate(zip((x, y), places, strict=True))
        )
        changes.append(after - before if right else 0)
    return changes


def _compare_links(corpus: Corpus, rows: Divergences, of_links: Integers, known: Booleans) -> list[int]:
    """Return for each row ``of_links`` right minus wrong links of mentions after, less before."""
    names_of_span: defaultdict[int, set[EntityName]] = defaultdict(set)
    for span, instance in zip(corpus.mentions[_GOLD].tolist(), corpus.instances[_GOLD].tolist(), strict=True):
        names_of_span[span].update(corpus.entity_names[_GOLD][instance])
    columns = (rows.baseline, rows.changed, rows.detail, rows.span)
    changes = []
    for x, y, detail, relinked in zip(*(column[of_links].tolist() for column in columns), strict=True):
        (base,) = {name.base for names in rows.links[detail] for name in names}
        right = [
            {name for name in names_of_span[span] if name.base == base}
            for span in (
                (relinked,)
                if relinked >= 0
                else set(corpus.spans_of(0, x)).intersection(corpus.spans_of(1, y))
            )
            if known[span] and span in names_of_span
        ]
        before, after = (
            {name for name in corpus.entity_names[graph][instance] if name.base == base}
            for graph, instance in ((0, x), (1, y))
        )
        changes.append(sum(_value_link(after, names) - _value_link(before, names) for names in right))
    return changes


def _value_link(names: Set[EntityName], right: Set[EntityName]) -> int:
    """Return 1 for a right link, -1 for a wrong one, and 0 for no link."""
    if not names:
        return 0
    return -1 if names.isdisjoint(right) else 1


def _find_gold_class(side: _System, instance: int) -> int:
    """Return the gold class that shares most spans with the instance, or -1 if several share as many."""
    start, end = np.searchsorted(side.pair, [instance * side.width, (instance + 1) * side.width])
    shared = side.shared[start:end]
    if not len(shared) or (shared == shared.max()).sum() > 1:
        return -1
    return int(side.pair[start + int(shared.argmax())] - instance * side.width)

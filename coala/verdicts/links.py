"""The links that a change made and lost in a bag, each with the row that shows it.

"Links" are those of the MUC score: a class of n spans has n − 1 links (Vilain et al. 1995). A class is a
chain, or several chains that share a span. "The change" is the step from the baseline to the changed graph; a
bag is the part of it that a reviewer judges as one.

A class of the changed graph falls into *pieces*, its intersections with the classes of the baseline; a span
that the baseline lacks is a piece of its own. The change joined k pieces by k − 1 links, which it *made*.
With the graphs exchanged, the same count gives the links that it *lost*. For example:

    baseline {a b} {c d}, changed {a b c d}: one link was made, between the pieces {a b} and {c d}
    baseline {a b c d}, changed {a b} {c d}: one link was lost

So over any bags, made less lost is the number of links of the changed graph less that of the baseline
(specification, section 6a).

To say which links these are, the pieces of a class are ordered. The *main* piece comes first: it has the most
mentions that were kept (that is, both a chain and its partner in the other graph have them), then the most
spans, then the first span in the text. The others follow in the order of the text. Each piece but the main
one has one link, to the pieces before it. The link is right if a mention of the piece and a mention of the
pieces before it refer to the same thing. If each piece refers to one thing, right links made less right links
lost is exactly the change of MUC's numerator.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.diff.ranked import group_rows
from coala.diff.row_keys import RowKeys
from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.kinds import PROPERTY_KINDS


class ChainLink(NamedTuple):
    """The link between one piece of a class and the pieces before it.

    ``pieces`` are all pieces of the class in order, each as indices of its spans (``Bag.spans``). ``place``
    is the index of the linked piece, 1 or more. ``row`` is the row (``Bag.divergences``) by which the link
    was made or lost, None if rows of that kind do not count in the comparison.
    """

    pieces: tuple[tuple[int, ...], ...]
    place: int
    row: int | None

    @property
    def piece(self) -> tuple[int, ...]:
        """The spans of the linked piece."""
        return self.pieces[self.place]

    @property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """The pieces to which it is linked."""
        return self.pieces[: self.place]


class BagLinks(NamedTuple):
    """The links that the change made in a bag and those that it lost there, each in text order."""

    made: tuple[ChainLink, ...]
    lost: tuple[ChainLink, ...]


class RowLinks(NamedTuple):
    """The number of links that a row made and lost; ``key`` (``coala.diff.row_keys``) is "" without a row."""

    key: str
    made: int
    lost: int


class LinkCounts(NamedTuple):
    """The links of a bag for a tally."""

    changes: int  # the number of its changes; each is one or more rows between the same two chains
    rows: tuple[RowLinks, ...]  # only rows that have links


def find_links(bag: Bag) -> BagLinks:
    """Return the links that the change made and lost in a bag."""
    classes = [_find_classes(side, len(bag.spans)) for side in (bag.baseline, bag.changed)]
    kept = _count_kept(bag)
    return BagLinks(
        made=tuple(_find_chain_links(bag, CHANGED, classes[CHANGED], classes[BASELINE], kept)),
        lost=tuple(_find_chain_links(bag, BASELINE, classes[BASELINE], classes[CHANGED], kept)),
    )


def count_links(bag: Bag, links: BagLinks) -> LinkCounts:
    """Count the links of a bag by row, in the order of the rows."""
    # Row to the number of links made and lost.
    counts: defaultdict[int | None, list[int]] = defaultdict(lambda: [0, 0])
    for which, found in enumerate(links):
        for link in found:
            counts[link.row][which] += 1
    rows = sorted(row for row in counts if row is not None)
    # Links without a row come last, with the key "".
    keyed_rows: list[int | None] = [*rows, *([None] if None in counts else [])]
    keys = [*RowKeys(bag).get_keys([bag.divergences[row] for row in rows]), ""]
    return LinkCounts(
        len(group_rows(bag.divergences)),
        tuple(RowLinks(key, *counts[row]) for row, key in zip(keyed_rows, keys, strict=False)),
    )


def divide_links(links: LinkCounts, changes: Sequence[Sequence[str]]) -> list[LinkCounts]:
    """Return the links of each change of a bag; ``changes`` has the keys of the rows of each.

    So that all links of the bag are counted once, the first change gets those without a row, and the first of
    several changes those of a row that all of them have.
    """
    change_of = {key: place for place, keys in reversed(list(enumerate(changes))) for key in keys}
    rows: list[list[RowLinks]] = [[] for _ in changes]
    for row in links.rows:
        rows[change_of.get(row.key, 0)].append(row)
    return [LinkCounts(1, tuple(own)) for own in rows]


def _find_classes(side: Sequence[Instance], spans: int) -> list[int]:
    """Return the class of each span, named by one of its instances; −1 if this side does not mention it."""
    instance_of = [-1] * spans
    # Made only if two instances share a span, which is rare.
    joined = None
    for number, instance in enumerate(side):
        for span in instance.spans:
            if instance_of[span] >= 0:
                joined = joined or DisjointSets()
                joined.join(instance_of[span], number)
            instance_of[span] = number
    if joined is None:
        return instance_of
    return [joined.find(number) if number >= 0 else -1 for number in instance_of]


def _count_kept(bag: Bag) -> list[int]:
    """Return for each span the number of chains that have it together with their partner."""
    kept = [0] * len(bag.spans)
    for old, new in bag.partners:
        for span in set(bag.baseline[old].spans).intersection(bag.changed[new].spans):
            kept[span] += 1
    return kept


def _find_chain_links(
    bag: Bag, side: int, own: Sequence[int], other: Sequence[int], kept: Sequence[int]
) -> Iterable[ChainLink]:
    """Return the links between the pieces into which the classes of one side fall by those of the other.

    ``own`` and ``other`` have the class of each span on this and on the other side (``_find_classes``).
    """
    pairs = {pair for pair in zip(own, other, strict=True) if pair[0] >= 0}
    # Most changes only join or only split chains, and leave each class of one side in one piece.
    if len(pairs) == len({class_ for class_, _ in pairs}) and all(piece >= 0 for _, piece in pairs):
        return []
    # The spans of each piece, by its class and the class of the other side.
    pieces: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for span, (class_, piece) in enumerate(zip(own, other, strict=True)):
        if class_ >= 0:
            # A span that the other side lacks is a piece of its own; no class has a number below −1.
            pieces[class_, piece if piece >= 0 else -2 - span].append(span)
    pieces_of_class: defaultdict[int, list[list[int]]] = defaultdict(list)
    for (class_, _), piece_spans in pieces.items():
        pieces_of_class[class_].append(piece_spans)
    # Made only if a class has several pieces.
    finder = None
    found = []
    for parts in pieces_of_class.values():
        if len(parts) == 1:
            continue
        finder = finder or _RowFinder(bag, side)
        # The main piece: most kept mentions, then most spans, then the first in the text.
        main = min(parts, key=lambda part: (-sum(kept[span] for span in part), -len(part), part[0]))
        rest = sorted(part for part in parts if part is not main)
        ordered = tuple(map(tuple, (main, *rest)))
        # One link for each piece but the main one.
        found += [ChainLink(ordered, place, finder.find_row(part)) for place, part in enumerate(rest, 1)]
    return sorted(found, key=lambda link: link.piece[0])


class _RowFinder:
    """A lookup of the row that shows how a piece was joined: the first row with one of its spans.

    If every mention of the piece was kept, its class was joined by a chain with spans of two pieces, and
    another mention of that chain has a row.
    """

    def __init__(self, bag: Bag, side: int) -> None:
        self._side = side
        # The first row with a span, and the first row of an instance.
        self._row_of_span: dict[int, int] = {}
        self._row_of_instance: dict[int, int] = {}
        # The instances with a span, found when first needed.
        self._holders: Mapping[int, list[int]] | None = None
        self._instances = (bag.baseline, bag.changed)[side]
        for number, row in enumerate(bag.divergences):
            instance = (row.baseline, row.changed)[side]
            if instance is None or row.kind in PROPERTY_KINDS:
                continue
            self._row_of_instance.setdefault(instance, number)
            for span in row.spans:
                self._row_of_span.setdefault(span, number)

    def find_row(self, part: Sequence[int]) -> int | None:
        """Return the index of the row for the piece with these spans."""
        for span in part:
            if (row := self._row_of_span.get(span)) is not None:
                return row
        instances = (instance for span in part for instance in self._find_instances(span))
        found = map(self._row_of_instance.get, instances)
        return next((row for row in found if row is not None), None)

    def _find_instances(self, span: int) -> Sequence[int]:
        """Return the instances of this side that have a span."""
        if self._holders is None:
            self._holders = defaultdict(list)
            for number, instance in enumerate(self._instances):
                for held in instance.spans:
                    self._holders[held].append(number)
        return self._holders[span]

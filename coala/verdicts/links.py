"""The links that a change made and lost in a bag, each with the row that shows it.

"Links" are those of the MUC score: a class of n spans has n − 1 links (Vilain et al. 1995). A class is a
chain, or several chains that share a span. "The change" is the step from the baseline to the changed graph; a
bag is what a reviewer judges at once.

A *part* of a bag is the set of its spans that are in the same class of the baseline (or in none) and in the
same class of the changed graph (or in none). The links of a changed class between different parts were
*made*, and so were those within a part that the baseline lacks. With the graphs exchanged, these are the
links that were *lost* (specification, section 6a). For example:

    baseline {a b} {c d}, changed {a b c d}: one link was made, between the parts {a b} and {c d}
    baseline {a b c d}, changed {a b} {c d}: one link was lost

So over any bags, made less lost is the number of links of the changed graph less that of the baseline.

To say which links these are, the parts of a class are ordered. The *main* part comes first: it has the most
mentions that were kept (that is, both a chain and its partner in the other graph have them), then the most
spans, then the first span in the text. The others follow in the order of the text. Each part but the main one
has one link, to the parts before it; in a part that only one side has, each span but the first has one too,
to the spans before it. A link is right if its piece is one thing
with some earlier piece (``coala.verdicts.groups``).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import json_encoder
from coala.diff.ranked import group_rows
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.verdicts.changes import takes_verdict

NO_CLASS = -1
"""In place of the class of a span that a graph does not mention."""

_MOST_SPANS = 40
"""Of a small bag, whose parts are kept."""

_Chains = tuple[tuple[int, ...], ...]
"""The spans of each chain of a side."""


class Part(NamedTuple):
    """The spans of a bag (as indices, ascending) that are in the same class on both sides.

    ``classes`` are those of the baseline and of the changed graph, each named by the first of its instances
    (an index of ``Bag.baseline`` or ``Bag.changed``); ``NO_CLASS`` on a side that lacks the part.
    """

    spans: tuple[int, ...]
    classes: tuple[int, int]


class PartLike(Protocol):
    """A part, or a piece of one (``coala.verdicts.groups``)."""

    @property
    def spans(self) -> tuple[int, ...]: ...

    @property
    def classes(self) -> tuple[int, int]: ...


class ChainLink(NamedTuple):
    """The link between one piece of a class and the pieces before it.

    ``pieces`` are the parts of a class in order, or the single spans of a part that only one side has; each
    as indices of its spans. ``place`` is the index of the linked piece, 1 or more. ``row`` is the row
    (``Bag.divergences``) by which the link was made or lost, None if rows of that kind do not count in the
    comparison.
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
    """The number of links that rows of a kind made and lost; ``kind`` is None for links without a row.

    ``key`` is that of a verdict on them: of a single link (``LinkKeys``), or of a row of content
    (``coala.verdicts.facts``). It is "" for the links of a kind.
    """

    key: str
    kind: Kind | None
    made: int
    lost: int


class LinkCounts(NamedTuple):
    """The links of a bag for a tally."""

    changes: int  # the number of its changes; each is one or more rows between the same two chains
    rows: tuple[RowLinks, ...]  # its links by kind
    parts: int = 0  # the number of its parts; 0 in a bag without a link
    unlinked: tuple[Kind, ...] = ()  # the kinds of its changes without links

    @property
    def own(self) -> int:
        """The number of its own changes."""
        return sum(map(takes_verdict, self.unlinked))

    @property
    def made(self) -> int:
        """The number of links that the change made in the bag."""
        return sum(row.made for row in self.rows)

    @property
    def lost(self) -> int:
        return sum(row.lost for row in self.rows)

    @property
    def total(self) -> int:
        """The number of links made and lost."""
        return sum(row.made + row.lost for row in self.rows)


def find_parts(bag: Bag) -> tuple[Part, ...]:
    """Return the parts of a bag, in the order of their first spans; () if it has no link made or lost.

    A bag without a row about mentions has none either: those that changed there do not count in the
    comparison.
    """
    if not any(row.kind not in PROPERTY_KINDS for row in bag.divergences):
        return ()
    baseline, changed = (tuple([each.spans for each in side]) for side in (bag.baseline, bag.changed))
    if len(bag.spans) > _MOST_SPANS:
        return _find_parts(baseline, changed, len(bag.spans))
    return _find_small_parts(baseline, changed, len(bag.spans))


def _find_parts(baseline: _Chains, changed: _Chains, number: int) -> tuple[Part, ...]:
    """Return the parts of a bag with these chains and this number of spans."""
    spans_of: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    classes = [_find_classes(side, number) for side in (baseline, changed)]
    for span, pair in enumerate(zip(*classes, strict=True)):
        spans_of[pair].append(span)
    parts = tuple(Part(tuple(spans), pair) for pair, spans in spans_of.items())
    return parts if count_part_links(parts) else ()


# Most bags are small, and have the same chains as others but for their words.
_find_small_parts = lru_cache(maxsize=1_000)(_find_parts)


def count_part_links(parts: Sequence[Part]) -> int:
    """Return the number of links of a bag that were made or lost.

    They join the parts of a class, and the spans of a part that only one side has.
    """
    links = 0
    for side in (BASELINE, CHANGED):
        classes = [part.classes[side] for part in parts]
        links += len(classes) - classes.count(NO_CLASS) - len(set(classes) - {NO_CLASS})
    return links + sum(len(part.spans) - 1 for part in parts if NO_CLASS in part.classes)


def find_links(bag: Bag, parts: Sequence[PartLike] | None = None) -> BagLinks:
    """Return the links that the change made and lost in a bag.

    ``parts`` may have the pieces of parts in their place: then there are links between these as well.
    """
    parts = find_parts(bag) if parts is None else parts
    if not parts:
        return BagLinks((), ())
    return BagLinks(
        made=tuple(_find_side_links(bag, CHANGED, parts)), lost=tuple(_find_side_links(bag, BASELINE, parts))
    )


def count_links(bag: Bag) -> LinkCounts:
    """Count the links of a bag by the kind of their rows, in the order of ``Kind``."""
    parts = find_parts(bag)
    links = find_links(bag, parts)
    # The number of links made and lost.
    counts: defaultdict[Kind | None, list[int]] = defaultdict(lambda: [0, 0])
    for which, found in enumerate(links):
        for link in found:
            counts[None if link.row is None else bag.divergences[link.row].kind][which] += 1
    rows = [RowLinks("", kind, *counts[kind]) for kind in (*Kind, None) if kind in counts]
    changes = [bag.divergences[places[0]].kind for places in group_rows(bag.divergences)]
    unlinked = list(filter(takes_verdict, changes)) if rows else changes
    return LinkCounts(len(changes), tuple(rows), len(parts), tuple(unlinked))


def _find_classes(side: _Chains, spans: int) -> list[int]:
    """Return the class of each span, named by its first instance; ``NO_CLASS`` if this side lacks it."""
    instance_of = [NO_CLASS] * spans
    # Made only if two instances share a span, which is rare.
    joined = None
    for number, own in enumerate(side):
        for span in own:
            if instance_of[span] >= 0:
                joined = joined or DisjointSets()
                joined.join(instance_of[span], number)
            instance_of[span] = number
    if joined is None:
        return instance_of
    return [joined.find(number) if number >= 0 else NO_CLASS for number in instance_of]


def _count_kept(bag: Bag) -> list[int]:
    """Return for each span the number of chains that have it together with their partner."""
    kept = [0] * len(bag.spans)
    for old, new in bag.partners:
        for span in set(bag.baseline[old].spans).intersection(bag.changed[new].spans):
            kept[span] += 1
    return kept


def _find_side_links(bag: Bag, side: int, parts: Sequence[PartLike]) -> list[ChainLink]:
    """Return the links of the classes of one side that the other side lacks."""
    parts_of: defaultdict[int, list[PartLike]] = defaultdict(list)
    for part in parts:
        if part.classes[side] != NO_CLASS:
            parts_of[part.classes[side]].append(part)
    finder = _RowFinder(bag, side)
    # Counted only if a class has several parts: most changes only join or only split chains.
    kept = _count_kept(bag) if any(len(own) > 1 for own in parts_of.values()) else []
    found = []
    for own in parts_of.values():
        if len(own) > 1:
            main = min(own, key=lambda part: (-sum(kept[span] for span in part.spans), -len(part.spans)))
            rest = [part for part in own if part is not main]
            pieces = (main.spans, *(part.spans for part in rest))
            found += [
                ChainLink(pieces, place, finder.find_row(part.spans)) for place, part in enumerate(rest, 1)
            ]
        for part in own:
            if part.classes[1 - side] == NO_CLASS and len(part.spans) > 1:
                mentions = tuple((span,) for span in part.spans)
                found += [
                    ChainLink(mentions, place, finder.find_row(mention))
                    for place, mention in enumerate(mentions[1:], 1)
                ]
    return sorted(found, key=lambda link: link.piece[0])


class LinkKeys:
    """The keys of the links of one bag: 16 hexadecimal digits, as those of rows.

    A key is a hash of the pieces of the link's class, and of the place of the linked piece. It does not tell
    the side, so a link has the same key if the graphs are exchanged.
    """

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._hashes: dict[int, tuple[object, str]] = {}

    def get_key(self, link: ChainLink) -> str:
        """Return the key of a link."""
        # The pieces are kept, so that their id stays theirs.
        known = self._hashes.get(id(link.pieces))
        if known is None:
            spans = self._bag.spans
            stored = [[spans[span].stored for span in piece] for piece in link.pieces]
            text = _canonical(stored).encode("ascii")
            known = self._hashes[id(link.pieces)] = link.pieces, hashlib.sha256(text).hexdigest()
        return hashlib.sha256(f"{known[1]} {link.place}".encode("ascii")).hexdigest()[:16]


# ASCII escapes keep lone surrogates and every normal form apart.
_canonical = json_encoder(ascii_only=True)


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

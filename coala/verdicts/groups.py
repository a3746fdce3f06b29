"""Who is who: which parts of a bag are one thing, by a reviewer, and what follows for its links.

A part of a bag is the set of its spans that are in the same class of the baseline and in the same class of
the changed graph (``coala.verdicts.links``). A reviewer puts parts that are one thing into a *group*. A part
may also be no mention, not sure, or *opened*: it is of more than one thing, and its *pieces* take its place.

A class of n spans has n − 1 links [MUC: Vilain et al. 1995]. By groups, n − (groups that it touches) − (its
spans that are no mention) of these are right. From this follow the links made right and lost right, and the
verdict on the bag: better if most of the links made and lost speak for the change. A link that was made and
is right does, and so does one that was lost and was wrong (specification, section 6a).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from coala.base.disjoint_sets import DisjointSets
from coala.base.matching.assignment import Assignment
from coala.model.bag import BASELINE, CHANGED, Bag, GoldChain, Verdict
from coala.model.values import Span
from coala.verdicts.links import NO_CLASS, ChainLink, Part, find_links, find_parts

NO_MENTION = -1
"""The group of a part that refers to nothing that counts."""

_MOST_PARTS = 8
"""Of a bag whose parts are kept with their groups."""


class Groups(NamedTuple):
    """An answer to "Who is who?", which names parts and pieces by their first spans (``Bag.spans``).

    It belongs to the bags with one fingerprint: these have the same spans in the same order. All tuples are
    sorted: Groups(((0, 4), (2,)), no_mention=(7,)).
    """

    together: tuple[tuple[int, ...], ...]
    """For each group, its parts and pieces."""
    no_mention: tuple[int, ...] = ()
    not_sure: tuple[int, ...] = ()
    pieces: tuple[tuple[int, ...], ...] = ()
    """All spans of each piece of the parts that were opened."""
    start: int | None = None
    """The side (``BASELINE`` or ``CHANGED``) whose chains were the start of the answer, if any was."""
    moved: int | None = None
    """The number of parts that were moved from the start."""

    @classmethod
    def sort(
        cls,
        together: Iterable[Iterable[int]],
        no_mention: Iterable[int] = (),
        not_sure: Iterable[int] = (),
        pieces: Iterable[Iterable[int]] = (),
    ) -> Self:
        """Return the answer with everything in order."""
        groups = [tuple(sorted(group)) for group in together]
        return cls(
            tuple(sorted(filter(None, groups))),
            tuple(sorted(no_mention)),
            tuple(sorted(not_sure)),
            tuple(sorted(tuple(sorted(piece)) for piece in pieces)),
        )

    @property
    def answer(self) -> Groups:
        """The answer without its start."""
        return self._replace(start=None, moved=None)


class PlacedPart(NamedTuple):
    """A part, or a piece of an opened one, with its group: a number from 0, or ``NO_MENTION``.

    A part that is not sure has a group of its own.
    """

    spans: tuple[int, ...]
    classes: tuple[int, int]  # as in ``Part``
    group: int
    is_sure: bool = True
    is_piece: bool = False

    @property
    def is_shared(self) -> bool:
        """True if both graphs have the part."""
        return NO_CLASS not in self.classes


class GroupedBag(NamedTuple):
    """Who is who in one bag by each reviewer, in their order.

    ``judged`` has for each reviewer if they judged the bag at all; ``groups`` has None for those who did not
    say who is who.
    """

    spans: int
    judged: tuple[bool, ...]
    groups: tuple[tuple[PlacedPart, ...] | None, ...]


class PartProblem(StrEnum):
    """What is wrong with groups that do not fit the parts of a bag."""

    MISSING = "missing"
    REPEATED = "repeated"
    STRANGE = "unknown"
    PIECES = "not the pieces of a part"


class PartError(ValueError):
    """An error for groups that do not fit the parts of a bag; ``first`` is the first span concerned."""

    def __init__(self, problem: PartProblem, first: int) -> None:
        super().__init__(f"{problem}: {first}")
        self.problem = problem
        self.first = first


def place_parts(parts: Sequence[Part], groups: Groups) -> tuple[PlacedPart, ...]:
    """Return the parts of a bag, or their pieces, with their groups, in the order of their first spans.

    Raises ``PartError`` unless the groups name each of them exactly once.
    """
    if len(parts) > _MOST_PARTS:
        return _place_parts(parts, groups)
    return _place_few_parts(tuple(parts), groups)


def _place_parts(parts: Sequence[Part], groups: Groups) -> tuple[PlacedPart, ...]:
    opened = _open_parts(parts, groups.pieces)
    # The group of each part by its first span.
    group_of: dict[int, int] = {}
    numbered = [
        *((first, number) for number, group in enumerate(groups.together) for first in group),
        *((first, NO_MENTION) for first in groups.no_mention),
        *((first, len(groups.together) + number) for number, first in enumerate(groups.not_sure)),
    ]
    for first, group in numbered:
        if first in group_of:
            raise PartError(PartProblem.REPEATED, first)
        group_of[first] = group
    firsts = {part.spans[0] for part in opened}
    for first in group_of:
        if first not in firsts:
            raise PartError(PartProblem.STRANGE, first)
    unsure = frozenset(groups.not_sure)
    placed = []
    for part in opened:
        first = part.spans[0]
        if first not in group_of:
            raise PartError(PartProblem.MISSING, first)
        # Not by ``_replace``, which is slow for thousands of parts.
        is_sure = first not in unsure
        placed.append(PlacedPart(part.spans, part.classes, group_of[first], is_sure, part.is_piece))
    return tuple(placed)


# Most bags have few parts, and the same as others.
_place_few_parts = lru_cache(maxsize=1_000)(_place_parts)


def fits_bag(bag: Bag, groups: Groups) -> bool:
    """Return True if the bag has parts, and the groups name each of them exactly once."""
    return fits_parts(find_parts(bag), groups)


def fits_parts(parts: Sequence[Part], groups: Groups, *, wholly: bool = True) -> bool:
    """Return True if there are parts, and the groups name each of them exactly once.

    Unless ``wholly``, some of them may be missing.
    """
    try:
        return bool(place_parts(parts, groups))
    except PartError as error:
        return not wholly and error.problem is PartProblem.MISSING


def _open_parts(parts: Sequence[Part], pieces: Sequence[tuple[int, ...]]) -> list[PlacedPart]:
    """Return the parts with pieces in the place of those that are opened, all in group 0."""
    whole = [PlacedPart(*part, group=0) for part in parts]
    if not pieces:
        return whole
    part_of = {span: number for number, part in enumerate(parts) for span in part.spans}
    pieces_of: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for piece in pieces:
        owners = {part_of.get(span) for span in piece}
        owner = next(iter(owners), None)
        if len(owners) != 1 or owner is None:
            raise PartError(PartProblem.PIECES, piece[0] if piece else 0)
        pieces_of[owner].append(piece)
    for number, own in pieces_of.items():
        spans = sorted(span for piece in own for span in piece)
        if tuple(spans) != parts[number].spans or len(own) == 1:
            raise PartError(PartProblem.PIECES, parts[number].spans[0])
    opened = [
        part if number not in pieces_of else PlacedPart(piece, part.classes, 0, is_piece=True)
        for number, part in enumerate(whole)
        for piece in pieces_of.get(number, [part.spans])
    ]
    return sorted(opened, key=lambda part: part.spans[0])


class Range(NamedTuple):
    """The least and the greatest number that an answer allows."""

    low: int
    high: int


class GroupedLinks(NamedTuple):
    """The links of a bag by groups; a *not sure* part may be one thing with others, so some are ranges."""

    made: int
    """Links that the change made, with those between pieces of an opened part that both graphs have."""
    lost: int
    """Links that the change lost, with the same ones."""
    opened: int
    """The number of links between such pieces, which are among those made and among those lost."""
    made_right: Range
    lost_right: Range

    @property
    def lost_wrong(self) -> Range:
        return Range(self.lost - self.lost_right.high, self.lost - self.lost_right.low)

    @property
    def change(self) -> Range:
        """ΔC, the right links of the changed graph less those of the baseline."""
        return Range(self.made_right.low - self.lost_right.high, self.made_right.high - self.lost_right.low)

    @property
    def good(self) -> Range:
        """The links that speak for the change: those made right and those lost wrong."""
        return Range(self.change.low + self.lost, self.change.high + self.lost)

    def open_more(self, links: int) -> Self:
        """Return the same answer with ``links`` more links between pieces, all of them right."""
        return self._replace(
            made=self.made + links,
            lost=self.lost + links,
            opened=self.opened + links,
            made_right=Range(*(right + links for right in self.made_right)),
            lost_right=Range(*(right + links for right in self.lost_right)),
        )

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows: on the side of most links; not sure if that is open."""
        low, high = (_find_side(2 * good - self.made - self.lost) for good in self.good)
        return low if low is high else Verdict.UNSURE


def _find_side(balance: int) -> Verdict:
    return Verdict.BETTER if balance > 0 else Verdict.WORSE if balance < 0 else Verdict.SAME


def count_grouped_links(placed: Sequence[PlacedPart]) -> GroupedLinks:
    """Count the links of a bag by the groups of its parts.

    Each *not sure* part counts as one alone at the lower bound of right links; at the upper bound, its chain
    has one right link more if it has another part.
    """
    right, unsure, numbers = [], [], []
    for side in (BASELINE, CHANGED):
        parts_of: defaultdict[int, list[PlacedPart]] = defaultdict(list)
        for part in placed:
            if part.classes[side] != NO_CLASS:
                parts_of[part.classes[side]].append(part)
        right.append(sum(map(_count_right, parts_of.values())))
        unsure.append(sum(not part.is_sure for own in parts_of.values() if len(own) > 1 for part in own))
        numbers.append(sum(len(own) - 1 for own in parts_of.values()))
    shared_right = sum(len(part.spans) - 1 for part in placed if part.is_shared and part.group != NO_MENTION)
    lost, made = (
        numbers[side] + sum(len(part.spans) - 1 for part in placed if part.classes[1 - side] == NO_CLASS)
        for side in (BASELINE, CHANGED)
    )
    pieces = Counter(part.classes for part in placed if part.is_piece and part.is_shared)
    lost_right, made_right = (count - shared_right for count in right)
    return GroupedLinks(
        made,
        lost,
        sum(number - 1 for number in pieces.values()),
        Range(made_right, min(made, made_right + unsure[CHANGED])),
        Range(lost_right, min(lost, lost_right + unsure[BASELINE])),
    )


def _count_right(parts: Sequence[PlacedPart]) -> int:
    """Return the right links of one class: its spans, less its groups, less its spans that are no mention."""
    groups = {part.group for part in parts} - {NO_MENTION}
    return sum(len(part.spans) for part in parts if part.group != NO_MENTION) - len(groups)


def list_right(links: Sequence[ChainLink], placed: Sequence[PlacedPart]) -> Iterator[bool | None]:
    """Yield for each link if it is right; None if that is open.

    Links are between parts, or within one. An opened part is one thing with all that any of its pieces is.
    """
    part_of = {span: part for part in placed for span in part.spans}

    def find_pieces(piece: Sequence[int]) -> Collection[PlacedPart]:
        # A part without pieces is found by any of its spans.
        if not part_of[piece[0]].is_piece:
            return (part_of[piece[0]],)
        return {part_of[span] for span in piece}

    # For each class or part: the place at which each group occurs first, and that of a part not sure.
    firsts: dict[int, tuple[dict[int, int], int]] = {}
    for link in links:
        if id(link.pieces) not in firsts:
            first_of: dict[int, int] = {}
            first_unsure = len(link.pieces)
            for place, piece in enumerate(link.pieces):
                for part in find_pieces(piece):
                    first_of.setdefault(part.group, place)
                    if not part.is_sure:
                        first_unsure = min(first_unsure, place)
            firsts[id(link.pieces)] = first_of, first_unsure
        first_of, first_unsure = firsts[id(link.pieces)]
        own = [part for part in find_pieces(link.piece) if part.group != NO_MENTION]
        if any(first_of[part.group] < link.place for part in own):
            yield True
        elif not own:
            yield False
        else:
            is_open = first_unsure < link.place or not all(part.is_sure for part in own)
            yield None if is_open else False


def group_as(parts: Sequence[Part], side: int) -> Groups:
    """Return the groups as one side has them; a part that this side lacks is no mention."""
    together: defaultdict[int, list[int]] = defaultdict(list)
    for part in parts:
        together[part.classes[side]].append(part.spans[0])
    no_mention = together.pop(NO_CLASS, [])
    return Groups.sort(together.values(), no_mention)._replace(start=side, moved=0)


def group_by_verdict(bag: Bag, verdict: Verdict | None) -> Groups | None:
    """Return the groups that follow from ``+`` or ``-`` without groups on a bag of one link, else None.

    The two pieces of the link are one thing if it was made and is right, or lost and was wrong; else two.
    """
    if verdict not in (Verdict.BETTER, Verdict.WORSE):
        return None
    parts = find_parts(bag)
    made, lost = find_links(bag, parts)
    if len(made) + len(lost) != 1:
        return None
    (link,) = made or lost
    if (verdict is Verdict.BETTER) is bool(made):
        return Groups.sort([[part.spans[0] for part in parts]])
    return Groups.sort([[piece[0]] for piece in link.pieces], pieces=link.pieces if len(parts) == 1 else ())


def group_by_gold(parts: Sequence[Part], chains: Iterable[GoldChain], *, opened: bool = False) -> Groups:
    """Return the groups that gold gives: each part is in that of its most frequent gold class.

    Of equally frequent classes, the one met first in the text counts. A span that gold does not mark is a
    class of its own, and a part in that class is no mention. If ``opened``, a part of several gold classes
    is opened into one piece for each.
    """
    classes = _find_gold_classes(chains)
    together: defaultdict[int, list[int]] = defaultdict(list)
    no_mention: list[int] = []
    pieces: list[tuple[int, ...]] = []
    for part in parts:
        # A class, or the span itself that gold does not mark, with the spans of the part.
        found: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
        for span in part.spans:
            found[(True, classes[span]) if span in classes else (False, span)].append(span)
        if opened and len(found) > 1:
            pieces += map(tuple, found.values())
            chosen = list(found)
        else:
            # ``max`` takes the first of equals.
            chosen = [max(found, key=lambda name: len(found[name]))]
        for name in chosen:
            first = found[name][0] if len(chosen) > 1 else part.spans[0]
            if name[0]:
                together[name[1]].append(first)
            else:
                no_mention.append(first)
    return Groups.sort(together.values(), no_mention, (), pieces)


def draft_groups(
    spans: Sequence[Span],
    parts: Sequence[Part],
    earlier: Iterable[tuple[Sequence[Span], Sequence[PlacedPart]]],
) -> Groups | None:
    """Return a draft for a bag that changed since it was judged, from groups on its earlier bags, or None.

    ``earlier`` has the spans and the placed parts of each, the one judged last first. A part of the bag is in
    the group that most of its known mentions had, the first in the text of equally frequent ones. A part
    without a known mention is not sure. None if all parts are not sure.
    """
    # The last group of each known mention, None where it was not sure. Groups are numbered from bag to bag.
    group_of: dict[Span, int | None] = {}
    count = 0
    for places, placed in earlier:
        members: defaultdict[int, list[int]] = defaultdict(list)
        for given in placed:
            if given.is_sure:
                members[given.group] += given.spans
            else:
                for span in given.spans:
                    group_of.setdefault(places[span], None)
        for group, own in members.items():
            name = NO_MENTION
            if group != NO_MENTION:
                # What was one thing with mentions that were judged again later goes along with these.
                later = (group_of.get(places[span]) for span in sorted(own))
                met = Counter(each for each in later if each not in (None, NO_MENTION))
                name = _find_most_frequent(met, count)
                count += 1
            for span in own:
                group_of.setdefault(places[span], name)
    together: defaultdict[int, list[int]] = defaultdict(list)
    not_sure = []
    for part in parts:
        known = (group_of.get(spans[span]) for span in part.spans)
        met = Counter(each for each in known if each is not None)
        if met:
            together[_find_most_frequent(met, NO_MENTION)].append(part.spans[0])
        else:
            not_sure.append(part.spans[0])
    if not together:
        return None
    no_mention = together.pop(NO_MENTION, [])
    return Groups.sort(together.values(), no_mention, not_sure)


def _find_most_frequent(met: Counter[int], otherwise: int) -> int:
    """Return the most frequent number, the first that was met of equals; ``otherwise`` without any."""
    return max(met, key=lambda each: met[each], default=otherwise)


def _find_gold_classes(chains: Iterable[GoldChain]) -> Mapping[int, int]:
    """Return the gold class of each span that gold marks; chains that share a span are one class."""
    joined = DisjointSets()
    class_of: dict[int, int] = {}
    for number, chain in enumerate(chains):
        for span in chain.spans:
            if span in class_of:
                joined.join(class_of[span], number)
            class_of[span] = number
    return {span: joined.find(number) for span, number in class_of.items()}


def count_moved(groups: Groups, start: Groups) -> int:
    """Return the least number of parts to move from the start to the groups; opening a part moves it."""
    target = {first: number for number, group in enumerate(groups.together) for first in group}
    target |= dict.fromkeys(groups.no_mention, NO_MENTION)
    for piece in groups.pieces:
        # The first piece of an opened part has the first span of the part.
        target.pop(piece[0], None)
    unmoved = Counter(
        (number, target[first])
        for number, group in (*enumerate(start.together), (NO_MENTION, start.no_mention))
        for first in group
        if first in target and (number == NO_MENTION) is (target[first] == NO_MENTION)
    )
    kept = unmoved.pop((NO_MENTION, NO_MENTION), 0)
    edges = [(left, right, weight) for (left, right), weight in unmoved.items()]
    if edges:
        lefts, rights, weights = map(list, zip(*edges, strict=True))
        kept += sum(weights[edge] for edge in Assignment(lefts, rights, weights).chosen if edge >= 0)
    return sum(map(len, start.together)) + len(start.no_mention) - kept

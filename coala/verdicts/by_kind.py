"""The verdicts on a bag by kind of change: on each link that the change made or lost, and on other changes.

A link counts under the kind of its row ("moved", "split", …). A link that was made and is right, or that was
lost and was wrong, is better, else it is worse; it is open if the verdicts do not say which (specification,
section 6a). Changes without links, such as those of types, have verdicts of their own, or else that of
their bag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys, row_keys
from coala.model.bag import Bag, Verdict
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.verdicts.changes import Rows, find_change_verdict
from coala.verdicts.groups import Groups, list_right, place_parts
from coala.verdicts.link_answers import bound_good
from coala.verdicts.links import BagLinks, LinkCounts, LinkKeys, find_links, find_parts


class KindCount(NamedTuple):
    """The number of links, or of other changes, of a kind with a verdict; None if it is open."""

    kind: Kind
    verdict: Verdict | None
    number: int


class BagKinds(NamedTuple):
    """What counts by kind in a bag."""

    links: tuple[tuple[Kind, int], ...] = ()
    """The number of links of each kind, in the order of ``Kind``; links without a row are left out."""
    total: int = 0
    """The number of all links of the bag."""
    own: tuple[Kind, ...] = ()
    """The kind of each change without links."""


def list_kinds(counts: LinkCounts) -> BagKinds:
    """Return what counts by kind in a bag."""
    links: Counter[Kind] = Counter()
    for row in counts.rows:
        if row.kind is not None:
            links[row.kind] += row.made + row.lost
    return BagKinds(tuple((kind, links[kind]) for kind in Kind if kind in links), counts.total, counts.own)


def count_whole(kinds: BagKinds, verdict: Verdict | None) -> tuple[KindCount, ...]:
    """Return what a verdict on a whole bag says by kind, where neither groups nor rows say more."""
    if verdict is None:
        return ()
    on_links = _find_common(kinds.total, verdict)
    own = Counter(kinds.own)
    return (
        *(KindCount(kind, on_links, number) for kind, number in kinds.links),
        *(KindCount(kind, verdict, own[kind]) for kind in Kind if kind in own),
    )


def _find_common(links: int, verdict: Verdict) -> Verdict | None:
    """Return the verdict on each link if all of them are good, or none is; else None."""
    good = bound_good(verdict, links)
    if good.low == links:
        return Verdict.BETTER
    return Verdict.WORSE if good.high == 0 else None


def count_by_change(
    bag: Bag, verdict: Verdict | None, rows: Rows, groups: Sequence[Groups]
) -> tuple[KindCount, ...]:
    """Return what the verdicts on a bag say by kind, with those on its rows, and who is who.

    Where reviewers' ``groups`` differ on a link, it is open. Raises ``PartError`` if they do not fit the bag.
    """
    links = find_links(bag)
    given = dict(rows)
    counts: Counter[tuple[Kind, Verdict | None]] = Counter()
    if groups:
        counts.update(_count_grouped(bag, groups))
    else:
        counts.update(_count_links(bag, links, given, verdict))
    has_links = bool(links.made or links.lost)
    find_keys = RowKeys(bag).get_keys
    for change in rows_by_change(bag):
        kind = change[0].kind
        if kind in PROPERTY_KINDS or not has_links:
            own = find_change_verdict(find_keys(change), given, None if groups else verdict)
            if own is not None:
                counts[kind, own] += 1
    return tuple(
        KindCount(kind, own, counts[kind, own])
        for kind in Kind
        for own in (*Verdict, None)
        if (kind, own) in counts
    )


def _count_grouped(bag: Bag, groups: Sequence[Groups]) -> Iterable[tuple[Kind, Verdict | None]]:
    """Return the kind of each link with its verdict by the groups; yields nothing of links without a row."""
    parts = find_parts(bag)
    # For each answer: the verdict on each link, by its side and the spans of its piece.
    found: list[Mapping[tuple[bool, int, Kind], Verdict | None]] = []
    for answer in groups:
        placed = place_parts(parts, answer)
        verdicts: dict[tuple[bool, int, Kind], Verdict | None] = {}
        for is_made, side in zip((True, False), find_links(bag, placed), strict=True):
            for link, is_right in zip(side, list_right(side, placed), strict=True):
                if link.row is not None:
                    kind = bag.divergences[link.row].kind
                    verdicts[is_made, link.piece[0], kind] = judge_link(is_made=is_made, is_right=is_right)
        found.append(verdicts)
    for place in dict.fromkeys(place for verdicts in found for place in verdicts):
        on_link = {verdicts.get(place) for verdicts in found}
        yield place[2], on_link.pop() if len(on_link) == 1 else None


def judge_link(*, is_made: bool, is_right: bool | None) -> Verdict | None:
    """Return better for a link made right or lost wrong, else worse; None if it is open."""
    if is_right is None:
        return None
    return Verdict.BETTER if is_right is is_made else Verdict.WORSE


def _count_links(
    bag: Bag, links: BagLinks, given: Mapping[str, Verdict], verdict: Verdict | None
) -> Iterable[tuple[Kind, Verdict | None]]:
    """Yield the kind and verdict of each answered link, from those on links and rows, and on the bag."""
    keys = row_keys(bag)
    total = len(links.made) + len(links.lost)
    rest = None if verdict is None else _find_common(total, verdict)
    link_keys = LinkKeys(bag)
    for side in links:
        for link in side:
            if link.row is None:
                continue
            kind = bag.divergences[link.row].kind
            own = given.get(link_keys.get_key(link), given.get(keys[link.row]))
            if own is not None:
                yield kind, own if own in (Verdict.BETTER, Verdict.WORSE) else None
            elif verdict is not None:
                yield kind, rest

"""The verdicts on a bag by kind of change: on each link that the change made or lost, and on other changes.

A link counts under the kind of its row ("moved", "split", …). A link that was made and is right, or that was
lost and was wrong, is better, else it is worse; it is open if the verdicts do not say which (specification,
section 6a). A change without links, such as one of types, has a verdict of its own, or else that of its bag.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.verdicts.changes import Rows, find_change_verdict, takes_verdict
from coala.verdicts.groups import Groups, Range, list_right, place_parts
from coala.verdicts.link_answers import bound_all_good
from coala.verdicts.links import BagLinks, ChainLink, LinkCounts, LinkKeys, Part, find_links, find_parts


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
    unlinked: tuple[Kind, ...] = ()
    """The kind of each change without links."""


def list_kinds(counts: LinkCounts) -> BagKinds:
    """Return what counts by kind in a bag."""
    links: Counter[Kind] = Counter()
    for row in counts.rows:
        if row.kind is not None:
            links[row.kind] += row.made + row.lost
    of_links = tuple((kind, links[kind]) for kind in Kind if kind in links)
    return BagKinds(of_links, counts.total, counts.unlinked)


def count_whole(kinds: BagKinds, verdict: Verdict | None) -> tuple[KindCount, ...]:
    """Return what a verdict on a whole bag says by kind, where nothing else in it has one."""
    if verdict is None:
        return ()
    on_links = _find_common(kinds.total, verdict, Range(0, 0), kinds.total)
    unlinked = Counter(kinds.unlinked)
    return (
        *(KindCount(kind, on_links, number) for kind, number in kinds.links),
        *(KindCount(kind, verdict, unlinked[kind]) for kind in Kind if kind in unlinked),
    )


def _find_common(links: int, verdict: Verdict, known: Range, rest: int) -> Verdict | None:
    """Return the verdict on each link without one of its own if all of them are good, or none is; else None.

    ``known`` is as in ``bound_all_good``.
    """
    good = bound_all_good(verdict, links, known, rest)
    if good.low == known.high + rest:
        return Verdict.BETTER
    return Verdict.WORSE if good.high == known.low else None


def count_by_change(
    bag: Bag, verdict: Verdict | None, rows: Rows, groups: Sequence[Groups]
) -> tuple[KindCount, ...]:
    """Return what the verdicts on a bag say by kind, with those on own changes and links, and who is who.

    Where reviewers' ``groups`` differ on a link, it is open. Raises ``PartError`` if they do not fit the bag.
    """
    parts = find_parts(bag)
    links = find_links(bag, parts)
    given = dict(rows)
    counts: Counter[tuple[Kind, Verdict | None]] = Counter()
    if groups:
        counts.update(
            (bag.divergences[link.row].kind, on_link)
            for link, on_link in zip(
                (*links.made, *links.lost), _judge_links(parts, links, groups), strict=True
            )
            if link.row is not None
        )
    else:
        counts.update(
            (bag.divergences[link.row].kind, on_link)
            for link, on_link in _judge_by_keys(bag, links, given, verdict)
            if link.row is not None
        )
    has_links = bool(links.made or links.lost)
    find_keys = RowKeys(bag).get_keys
    for change in rows_by_change(bag):
        kind = change[0].kind
        if takes_verdict(kind) or not has_links:
            own = find_change_verdict(find_keys(change), given, None if groups else verdict)
            if own is not None:
                counts[kind, own] += 1
    return tuple(
        KindCount(kind, own, counts[kind, own])
        for kind in Kind
        for own in (*Verdict, None)
        if (kind, own) in counts
    )


def judge_each_link(bag: Bag, groups: Sequence[Groups]) -> list[Verdict | None]:
    """Return the verdict on each link by who is who: those made, then those lost (``find_links``).

    It is None for a link that is open, and where ``groups`` differ. An opened part is one thing with all that
    any of its pieces is. Raises ``PartError`` if the groups do not fit the bag.
    """
    parts = find_parts(bag)
    return _judge_links(parts, find_links(bag, parts), groups)


def _judge_links(parts: Sequence[Part], links: BagLinks, groups: Sequence[Groups]) -> list[Verdict | None]:
    """Return the verdicts of ``judge_each_link`` for the parts and links of a bag."""
    given = []
    for each in groups:
        placed = place_parts(parts, each)
        given.append(
            [judge_link(is_made=True, is_right=right) for right in list_right(links.made, placed)]
            + [judge_link(is_made=False, is_right=right) for right in list_right(links.lost, placed)]
        )
    return [verdicts[0] if len(set(verdicts)) == 1 else None for verdicts in zip(*given, strict=True)]


def _judge_pieces(bag: Bag, groups: Groups) -> Iterator[tuple[ChainLink, Verdict | None]]:
    """Yield each link between parts, and between pieces of opened ones, with its verdict by the groups."""
    placed = place_parts(find_parts(bag), groups)
    for is_made, side in zip((True, False), find_links(bag, placed), strict=True):
        for link, is_right in zip(side, list_right(side, placed), strict=True):
            yield link, judge_link(is_made=is_made, is_right=is_right)


def judge_link(*, is_made: bool, is_right: bool | None) -> Verdict | None:
    """Return better for a link made right or lost wrong, else worse; None if it is open."""
    if is_right is None:
        return None
    return Verdict.BETTER if is_right is is_made else Verdict.WORSE


def _judge_by_keys(
    bag: Bag, links: BagLinks, given: Mapping[str, Verdict], verdict: Verdict | None
) -> Iterator[tuple[ChainLink, Verdict | None]]:
    """Yield each answered link with its verdict by those on links and the bag; None if it is open."""
    keys = LinkKeys(bag)
    found = [(link, given.get(keys.get_key(link)) if given else None) for link in (*links.made, *links.lost)]
    of_rest = None
    if verdict is not None:
        own_verdicts = Counter(own for _, own in found)
        better = own_verdicts[Verdict.BETTER]
        known = Range(better, better + own_verdicts[Verdict.SAME] + own_verdicts[Verdict.UNSURE])
        of_rest = _find_common(len(found), verdict, known, own_verdicts[None])
    for link, own in found:
        if own is not None:
            yield link, own if own in (Verdict.BETTER, Verdict.WORSE) else None
        elif verdict is not None:
            yield link, of_rest


def judge_changes(
    bag: Bag,
    changes: Sequence[Sequence[Divergence]],
    verdict: Verdict | None,
    rows: Rows,
    groups: Sequence[Groups],
) -> list[Verdict | None]:
    """Return what the verdicts on a bag say of some changes, each given by its rows.

    A change of mentions has the links of the parts that it names. It is better if all of these speak for the
    change, worse if none does, and else open, that is, None. In a bag with groups these say so; in another
    one verdicts on links do, or that on the bag if it leaves no link open.

    An own change has its verdict, or else, in a bag without groups, that of the bag. In a bag without links,
    a change of mentions has that of the bag as well.

    Where reviewers' ``groups`` differ on a change, it is open. Raises ``PartError`` if they do not fit.
    """
    links, given = find_links(bag), dict(rows)
    has_links = bool(links.made or links.lost)
    find_keys = RowKeys(bag).get_keys
    by_links: list[Verdict | None] = [None] * len(changes)
    if groups:
        answers = [_judge_by_links(changes, _judge_pieces(bag, each)) for each in groups]
        by_links = [each[0] if len(set(each)) == 1 else None for each in zip(*answers, strict=True)]
    elif has_links:
        # Links without any verdict are open, too.
        answered = {id(link): on_link for link, on_link in _judge_by_keys(bag, links, given, verdict)}
        every = ((link, answered.get(id(link))) for link in (*links.made, *links.lost))
        by_links = _judge_by_links(changes, every)
    found = []
    for change, by_link in zip(changes, by_links, strict=True):
        if has_links and not takes_verdict(change[0].kind):
            found.append(by_link)
        else:
            keys = find_keys(change) if given else ()
            found.append(find_change_verdict(keys, given, None if groups else verdict))
    return found


def _judge_by_links(
    changes: Iterable[Sequence[Divergence]], judged: Iterable[tuple[ChainLink, Verdict | None]]
) -> list[Verdict | None]:
    """Return the verdict that all links of each change have; None if they differ, or without any."""
    # The verdicts on links whose pieces have a span.
    verdicts_at: defaultdict[int, set[Verdict | None]] = defaultdict(set)
    for link, verdict in judged:
        for span in link.piece:
            verdicts_at[span].add(verdict)
    found = []
    for change in changes:
        on_links = {verdict for row in change for span in row.spans for verdict in verdicts_at.get(span, ())}
        found.append(on_links.pop() if len(on_links) == 1 else None)
    return found

"""What the verdicts in a pool of reviews say of the links, facts, statements and types of each bag.

An item is a bag, or a link or a change of one that a sample draws by itself. Each item has its numbers of
links made and lost, and the bounds that verdicts set for the good ones among them (``link_answers``). Facts,
statements, types and entity links are counted in the same way: added ones are "made", dropped ones "lost".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Verdict
from coala.results.verdicts.samples import estimate_pool, find_pool_sample
from coala.review.pooling import Pool
from coala.verdicts.by_kind import judge_each_link
from coala.verdicts.consensus import Settled
from coala.verdicts.estimates import BagEvidence, BagsByAnswer
from coala.verdicts.groups import count_grouped_links
from coala.verdicts.link_answers import NO_ANSWER, LinkAnswer, judge_by_groups, judge_rows, judge_whole
from coala.verdicts.links import LinkCounts, LinkKeys, RowLinks, find_links
from coala.verdicts.sampling import LINK_UNITS, MOST_PARTS, DrawnItem, DrawnSample, DrawnUnit


class LinkEvidence(NamedTuple):
    """The items of one comparison, each with what is known of its links."""

    items: list[BagEvidence]
    is_sample: bool
    """True if the items that are drawn speak for all others."""
    bags: BagsByAnswer = BagsByAnswer()
    wholes: tuple[int, ...] = ()
    """The numbers of the bags that are judged as wholes."""
    of_wholes: int = 0
    """The number of links of these bags."""


def collect_links(pool: Pool) -> LinkEvidence:
    """Return the evidence of a comparison for its coreference links."""
    counts = pool.reviews[0].link_counts()
    sample = find_pool_sample(pool)
    settled = [pool.settled.get(entry.fingerprint) for entry in pool.entries]
    answers = [
        NO_ANSWER if result is None or not links.parts else _answer_links(pool, number, links, result)
        for number, (links, result) in enumerate(zip(counts, settled, strict=True))
    ]

    def divide(bag: int, items: Sequence[DrawnItem]) -> Iterator[tuple[int, int, LinkAnswer]]:
        links = _answer_each_link(pool, bag, items)
        for item in items:
            if item.is_whole:
                yield counts[bag].made, counts[bag].lost, answers[bag]
            elif item.unit is DrawnUnit.CHANGE:
                yield 0, 0, NO_ANSWER
            else:
                yield int(item.unit is DrawnUnit.MADE), int(item.unit is DrawnUnit.LOST), next(links)

    # Of these bags, a verdict answers no link.
    not_whole = frozenset(() if sample is None else sample.not_whole)
    ways = {}
    for number, (links, result, answer) in enumerate(zip(counts, settled, answers, strict=True)):
        if links.parts:
            is_judged = result is not None and not result.disputed
            is_judged = is_judged and (answer.by_groups or number not in not_whole)
            ways[number] = _find_way(links, answer) if is_judged else _NOT_JUDGED
    bags = Counter(ways.values())
    wholes = tuple(number for number, way in ways.items() if way == _AS_WHOLES)
    return _place_items(pool, sample, counts, answers, divide)._replace(
        bags=BagsByAnswer(**{name: bags[name] for name in BagsByAnswer._fields}),
        wholes=wholes,
        of_wholes=sum(counts[number].total for number in wholes),
    )


def collect_content(pool: Pool, content: str) -> LinkEvidence:
    """Return the evidence of a comparison for its facts, or another content (``KINDS_OF_CONTENT``)."""
    counts = pool.reviews[0].content_counts(content)
    answers = [
        _answer_content(links, pool.settled.get(entry.fingerprint)) if links.rows else NO_ANSWER
        for entry, links in zip(pool.entries, counts, strict=True)
    ]

    def divide(bag: int, items: Sequence[DrawnItem]) -> Iterator[tuple[int, int, LinkAnswer]]:
        settled = pool.settled.get(pool.entries[bag].fingerprint)
        drawn = {key for item in items if item.unit is DrawnUnit.CHANGE for key in item.keys}
        for item in items:
            # The rows that are drawn by themselves are not in the bag's own item.
            own = tuple(
                row
                for row in counts[bag].rows
                if (row.key not in drawn if item.is_whole else row.key in item.keys)
            )
            part = LinkCounts(1, own)
            yield part.made, part.lost, _answer_content(part, settled)

    return _place_items(pool, find_pool_sample(pool), counts, answers, divide)


def _place_items(
    pool: Pool,
    sample: DrawnSample | None,
    counts: Sequence[LinkCounts],
    answers: Sequence[LinkAnswer],
    divide: Callable[[int, Sequence[DrawnItem]], Iterator[tuple[int, int, LinkAnswer]]],
) -> LinkEvidence:
    """Return the items with links; ``divide`` yields links made, lost, and answer of each in a bag."""
    divided: Mapping[int, Sequence[DrawnItem]] = {} if sample is None else sample.divided
    drawn = frozenset(() if sample is None else estimate_pool(pool, sample).items)
    items: list[BagEvidence] = []
    place = 0
    for bag, (links, answer) in enumerate(zip(counts, answers, strict=True)):
        if not links.rows and bag not in divided:
            # Most bags have no facts, say.
            place += 1
            continue
        found = divide(bag, divided[bag]) if bag in divided else ((links.made, links.lost, answer),)
        for made, lost, own in found:
            if made or lost:
                stratum = 0 if sample is None else sample.stratum_of[place]
                items.append(BagEvidence(made, lost, own, stratum, drawn=sample is None or place in drawn))
            place += 1
    return LinkEvidence(items, is_sample=bool(drawn))


def _answer_links(pool: Pool, number: int, links: LinkCounts, settled: Settled) -> LinkAnswer:
    """Return what the verdicts on a bag say of its links; a dispute leaves all of them open."""
    review = pool.reviews[0]
    if settled.groups:
        return judge_by_groups(
            [count_grouped_links(review.place_parts(number, groups)) for groups in settled.groups]
        )
    rows = dict(settled.counted_rows)
    if rows and links.parts > MOST_PARTS:
        # A sample, also one of an earlier comparison, may have drawn links of the bag.
        links = _count_each_link(review.bag(number), links)
    return judge_whole(links, _find_verdict(settled), rows)


def _count_each_link(bag: Bag, counts: LinkCounts) -> LinkCounts:
    """Count each link by itself, with its key."""
    find_key = LinkKeys(bag).get_key
    found = (
        RowLinks(find_key(link), None, int(is_made), int(not is_made))
        for is_made, side in zip((True, False), find_links(bag), strict=True)
        for link in side
    )
    return counts._replace(rows=tuple(found))


def _answer_content(counts: LinkCounts, settled: Settled | None) -> LinkAnswer:
    """Return what the verdicts on a bag say of its facts, say; of who is who, nothing follows for these."""
    if settled is None:
        return NO_ANSWER
    on_bag = None if settled.groups else _find_verdict(settled)
    return judge_rows(counts, on_bag, dict(settled.counted_rows))


def _find_verdict(settled: Settled) -> Verdict | None:
    """Return the verdict on a bag; it is open if reviewers disagree, but for changes on which they agree."""
    return Verdict.UNSURE if settled.disputed else settled.verdict


def _answer_each_link(pool: Pool, bag: int, items: Sequence[DrawnItem]) -> Iterator[LinkAnswer]:
    """Yield the answer on each drawn link of a bag: by who is who, or else its own; never the bag's."""
    links = [item for item in items if item.unit in LINK_UNITS]
    settled = pool.settled.get(pool.entries[bag].fingerprint)
    if not links or settled is None:
        yield from (NO_ANSWER for _ in links)
        return
    verdicts: list[Verdict | None]
    if settled.groups:
        review = pool.reviews[0]
        for groups in settled.groups:
            review.place_parts(bag, groups)
        found = judge_each_link(review.bag(bag), settled.groups)
        verdicts = [verdict or Verdict.UNSURE for verdict in found]
    else:
        rows = dict(settled.counted_rows)
        verdicts = [rows.get(item.keys[0]) for item in links]
    for item, verdict in zip(links, verdicts, strict=True):
        is_made = item.unit is DrawnUnit.MADE
        link = LinkCounts(1, (RowLinks("", None, int(is_made), int(not is_made)),))
        yield judge_rows(link, verdict, {})


_NOT_JUDGED, _BY_GROUPS, _OF_ONE_LINK, _AS_WHOLES = ("not_judged", "by_groups", "of_one_link", "as_wholes")
"""The fields of ``BagsByAnswer``."""


def _find_way(links: LinkCounts, answer: LinkAnswer) -> str:
    """Return the field of ``BagsByAnswer`` that counts a bag on which reviewers agree."""
    if answer.by_groups:
        return _BY_GROUPS
    if not answer.made.answered + answer.lost.answered:
        return _NOT_JUDGED
    return _OF_ONE_LINK if links.total == 1 or answer.is_exact else _AS_WHOLES

"""What the verdicts on one bag say of its links: how many of them speak for the change, between two bounds.

A link is *good* if the change made it and it is right, or if the change lost it and it was wrong. Who is who
(``coala.verdicts.groups``) says which links are. A verdict without groups on a bag of m links says only on
which side the majority is: ``+`` allows ⌊m/2⌋ + 1 to m good links, ``-`` 0 to ⌈m/2⌉ − 1, ``=`` ⌊m/2⌋ to
⌈m/2⌉, and ``?`` 0 to m (specification, section 6a). A verdict on a drawn link holds for that link.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.verdicts.groups import GroupedLinks, Range
from coala.verdicts.links import LinkCounts


class SideAnswer(NamedTuple):
    """What the verdicts say of the links that a bag made, or of those that it lost."""

    answered: int = 0
    """Links with a verdict, also an open one."""
    low: int = 0
    """The least number of good links among these."""
    high: int = 0
    same: int = 0
    """Links that ``=`` leaves open."""
    unsure: int = 0
    """Links that ``?``, a dispute or *not sure* leaves open."""
    by_whole: int = 0
    """Links of bags with a verdict without groups that leaves open which of them are good."""

    @property
    def judged(self) -> int:
        """The number of links that a verdict says are good or not."""
        return self.answered - self.same - self.unsure - self.by_whole


class LinkAnswer(NamedTuple):
    """What the verdicts say of the links of one bag, or of one item of a sample."""

    made: SideAnswer = SideAnswer()
    lost: SideAnswer = SideAnswer()
    good: Range = Range(0, 0)
    """The good links of both sides together."""
    by_groups: bool = False
    """True if a reviewer said who is who."""
    opened: int = 0
    """Links between pieces of parts that both graphs have, which are among those made and those lost."""

    @property
    def is_exact(self) -> bool:
        """True if it leaves open for none of the links whether it is good."""
        return self.made.low == self.made.high and self.lost.low == self.lost.high


NO_ANSWER = LinkAnswer()


def bound_good(verdict: Verdict, links: int) -> Range:
    """Return the numbers of good links that a verdict without groups allows on a bag with ``links`` links."""
    match verdict:
        case Verdict.BETTER:
            return Range(links // 2 + 1, links)
        case Verdict.WORSE:
            return Range(0, (links + 1) // 2 - 1)
        case Verdict.SAME:
            return Range(links // 2, (links + 1) // 2)
        case Verdict.UNSURE:
            return Range(0, links)


def judge_rows(counts: LinkCounts, on_bag: Verdict | None, rows: Mapping[str, Verdict]) -> LinkAnswer:
    """Return what verdicts on rows say of facts, statements, types or entity links.

    The verdict on the bag holds for each row without a verdict of its own.
    """
    answered = [
        (row.made, row.lost, verdict)
        for row in counts.rows
        if (verdict := rows.get(row.key, on_bag)) is not None
    ]
    return _answer_rows(tuple(answered)) if answered else NO_ANSWER


# Among 100,000 bags, most have the same numbers of links and the same verdict as others.
@lru_cache(maxsize=1_000)
def _answer_rows(rows: tuple[tuple[int, int, Verdict], ...]) -> LinkAnswer:
    """Return the answer from rows of (links made, links lost, verdict)."""
    made = _answer_side((links, verdict) for links, _, verdict in rows)
    lost = _answer_side((links, verdict) for _, links, verdict in rows)
    return LinkAnswer(made, lost, Range(made.low + lost.low, made.high + lost.high))


def _answer_side(rows: Iterable[tuple[int, Verdict]]) -> SideAnswer:
    """Return the answer for one side from rows of (links, verdict)."""
    of_verdict = dict.fromkeys(Verdict, 0)
    for links, verdict in rows:
        of_verdict[verdict] += links
    good, same, unsure = (of_verdict[each] for each in (Verdict.BETTER, Verdict.SAME, Verdict.UNSURE))
    return SideAnswer(sum(of_verdict.values()), good, good + same + unsure, same, unsure)


def judge_whole(counts: LinkCounts, on_bag: Verdict | None, rows: Mapping[str, Verdict]) -> LinkAnswer:
    """Return what a verdict without groups says of the links of a bag.

    Links with verdicts of their own have these; the verdict on the bag bounds all links together.
    """
    own = judge_rows(counts, None, rows) if rows else NO_ANSWER
    if on_bag is None:
        return own
    return _judge_rest(counts.made, counts.lost, own, on_bag)


def bound_all_good(on_bag: Verdict, links: int, known: Range, rest: int) -> Range:
    """Return the numbers of good links of a bag; all but ``rest`` links have verdicts of their own.

    ``known`` are the good ones among those with verdicts of their own. If these contradict the verdict on the
    bag, that is about the other links.
    """
    allowed = bound_good(on_bag, links)
    good = Range(max(allowed.low, known.low), min(allowed.high, known.high + rest))
    if good.low <= good.high:
        return good
    of_rest = bound_good(on_bag, rest)
    return Range(known.low + of_rest.low, known.high + of_rest.high)


@lru_cache(maxsize=1_000)
def _judge_rest(made: int, lost: int, own: LinkAnswer, on_bag: Verdict) -> LinkAnswer:
    """Return the answer for all links of a bag; ``own`` has the verdicts on some of them."""
    if own.made.answered == made and own.lost.answered == lost:
        return own
    known = own.good
    # The links without a verdict of their own.
    rest_made, rest_lost = made - own.made.answered, lost - own.lost.answered
    rest = rest_made + rest_lost
    good = bound_all_good(on_bag, made + lost, known, rest)
    sides = []
    for mine, other, rest_mine, rest_other in (
        (own.made, own.lost, rest_made, rest_lost),
        (own.lost, own.made, rest_lost, rest_made),
    ):
        low = max(mine.low, good.low - other.high - rest_other)
        high = min(mine.high + rest_mine, good.high - other.low)
        is_open = rest_mine > 0 and low < high
        is_one_link = made + lost == 1
        sides.append(
            SideAnswer(
                mine.answered + rest_mine,
                low,
                high,
                mine.same + (rest_mine if is_open and is_one_link and on_bag is Verdict.SAME else 0),
                mine.unsure + (rest_mine if is_open and on_bag is Verdict.UNSURE else 0),
                rest_mine if is_open and not is_one_link and on_bag is not Verdict.UNSURE else 0,
            )
        )
    return LinkAnswer(sides[0], sides[1], good)


def judge_by_groups(answers: Sequence[GroupedLinks]) -> LinkAnswer:
    """Return what several reviewers' groups say of the links of a bag: from the lowest to the highest."""
    # Another reviewer may have opened more parts.
    opened = max(each.opened for each in answers)
    found = [each.open_more(opened - each.opened) for each in answers]
    sides = []
    for links, ranges in (
        (found[0].made, [each.made_right for each in found]),
        (found[0].lost, [each.lost_wrong for each in found]),
    ):
        low, high = min(each.low for each in ranges), max(each.high for each in ranges)
        sides.append(SideAnswer(links, low, high, unsure=high - low))
    good = Range(min(each.good.low for each in found), max(each.good.high for each in found))
    return LinkAnswer(sides[0], sides[1], good, by_groups=True, opened=opened)

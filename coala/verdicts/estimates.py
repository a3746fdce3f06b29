"""Estimates of right links, and of precision and recall, from the verdicts on changes.

The step from the baseline to the changed graph *made* some coreference links and *lost* others
(``coala.verdicts.links``). A bag is what a reviewer judges at once. A *good* link speaks for the change: one
that it made and that is right, or one that it lost and that was wrong. Verdicts give two bounds for each
number of good links, and no figure claims more than both of them (specification, sections 6 and 6a).

The estimates take three steps:

1. ``coala.verdicts.link_answers`` bounds the good links of each bag.
2. ``coala.verdicts.shares`` estimates the share of good links among all links made, and among all lost, once
   with each bound. The lower limit comes from the low one, the upper limit from the high one. Only a random
   sample speaks for links without an answer.
3. The change of right links, precision and recall follow from these shares (``_Figures``). Their limits come
   from moving each share to its own limits, one at a time, and adding up the moves like errors (MOVER: Zou &
   Donner 2008, *Construction of confidence limits about effect measures*; with the correlation of links made
   and lost in the same bags).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Self

from coala.base.statistics import Interval
from coala.scores.findings import LinkTotals
from coala.verdicts.groups import Range
from coala.verdicts.link_answers import NO_ANSWER, LinkAnswer, SideAnswer
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share


class Bounded(NamedTuple):
    """A figure of all links: its value with each bound of the verdicts, and the limits of both."""

    low: Fraction
    high: Fraction
    limits: Interval
    """From the lower limit of the 95 % interval with one bound to the upper limit with the other."""

    @classmethod
    def between(cls, estimates: Iterable[Estimate]) -> Self:
        """Return the figure between several estimates of it."""
        values, lows, highs = zip(*estimates, strict=True)
        return cls(min(values), max(values), (min(lows), max(highs)))

    @property
    def is_exact(self) -> bool:
        """True if everything is known."""
        return self.limits[0] == self.limits[1]


class KeptLinks(NamedTuple):
    """The judged links of a random sample of those that both graphs have (*kept* links)."""

    right: int
    wrong: int


class Gap(NamedTuple):
    """Unanswered bags with too many links to compare with any answered bag."""

    bags: int
    links: int


@dataclass(frozen=True)
class LinkShare:
    """The links that the change made, or those that it lost.

    ``share`` estimates the share of good links among all of them. It is None if some are not answered and no
    random sample speaks for these, or if the bags of the ``gap`` have most of the links.
    """

    total: int
    answer: SideAnswer
    share: Bounded | None
    gap: Gap
    opened: int = 0
    """The number of links between pieces of opened parts, which both graphs have; they are in ``total``."""

    @property
    def good(self) -> Range:
        """The good links among those that are answered."""
        return Range(self.answer.low, self.answer.high)

    @property
    def is_complete(self) -> bool:
        """True if all links are answered."""
        return self.answer.answered == self.total


class WholeFigures(NamedTuple):
    """The precision of all links of both graphs, and the changes of precision and recall."""

    before: Bounded  # the precision of the baseline
    after: Bounded  # the precision of the changed graph
    precision: Bounded  # after − before
    relative_precision: Bounded | None  # after / before − 1; None if the baseline has no right link
    recall: Bounded | None  # the relative change, 0.1 for 10 % more; None if the baseline has no right link


class BagsByAnswer(NamedTuple):
    """The number of bags with links, by what is known of these."""

    by_groups: int = 0
    """Bags in which a reviewer said who is who."""
    of_one_link: int = 0
    """Other bags of one link, or in which a verdict leaves nothing open."""
    as_wholes: int = 0
    """Bags of several links with a verdict that leaves open which of them are good."""
    not_judged: int = 0


@dataclass(frozen=True)
class LinkEstimates:
    """Estimates for the links of a comparison. A figure is None if it cannot be estimated yet."""

    made: LinkShare
    lost: LinkShare
    change: Range
    """ΔC, the number of right links gained, of the answered links."""
    change_of_all: Bounded | None
    """ΔC of all links."""
    whole: WholeFigures | None
    bags: BagsByAnswer = field(default_factory=BagsByAnswer)
    wholes: tuple[int, ...] = ()
    """The numbers of the bags that are judged as wholes."""
    of_wholes: int = 0
    """The number of links of these bags."""
    unit: str = "bag"
    """The word for what is judged as one, "item" if a sample has links or changes of divided bags."""


class BagEvidence(NamedTuple):
    """What the estimates need of a bag, or of an item of a sample.

    Without a sample, all bags are in stratum 0 and drawn.
    """

    made: int  # the number of links that it made, without those between pieces of an opened part
    lost: int
    answer: LinkAnswer = NO_ANSWER  # that counts in the tally
    stratum: int = 0
    drawn: bool = True  # its verdict counts, as the sample has the item


def estimate_links(
    bags: Sequence[BagEvidence],
    totals: LinkTotals | None = None,
    *,
    is_sample: bool,
    baseline_precision: Fraction | None = None,
    kept: KeptLinks | None = None,
) -> LinkEstimates:
    """Estimate figures of all links from the verdicts on some of the bags.

    Without ``is_sample`` the verdicts speak for no links but their own, so there are figures of all links
    only once all are answered. ``totals`` are the links of the whole comparison; without them, precision and
    recall are not estimated. These also need the precision of the baseline's links: ``baseline_precision``,
    or an estimate from a sample of links that were ``kept`` and from the verdicts on lost links.
    """
    made = _Side([_SideOfBag(bag, bag.made, bag.answer.made.answered) for bag in bags], is_sample=is_sample)
    lost = _Side([_SideOfBag(bag, bag.lost, bag.answer.lost.answered) for bag in bags], is_sample=is_sample)
    cases = [
        _Figures(
            made.links,
            lost.links,
            made.estimate([good for good, _ in good_links]),
            lost.estimate([good for _, good in good_links]),
            _correlation(bags, good_links),
        )
        for good_links in _list_cases([bag.answer for bag in bags])
    ]
    # Without a sample, or with all links answered, all verdicts count.
    is_complete = made.is_complete and lost.is_complete
    counted = [bag.answer for bag in bags if bag.drawn or is_complete or not is_sample]
    # Figures of the whole graphs need all links made and lost, not those of some kinds of change only.
    links = sum(bag.made for bag in bags), sum(bag.lost for bag in bags)
    is_whole = totals is not None and links == (totals.made, totals.lost)
    opened = sum(answer.opened for answer in counted)
    answered_lost = sum(answer.lost.answered for answer in counted)
    return LinkEstimates(
        made=LinkShare(
            made.links,
            _add_up(answer.made for answer in counted),
            _bound(case.good_made for case in cases) if made.links else None,
            made.gap,
            opened,
        ),
        lost=LinkShare(
            lost.links,
            _add_up(answer.lost for answer in counted),
            _bound(case.good_lost for case in cases) if lost.links else None,
            lost.gap,
            opened,
        ),
        change=Range(*(sum(answer.good[end] for answer in counted) - answered_lost for end in (0, 1))),
        change_of_all=_bound(case.estimate_change() for case in cases),
        whole=_estimate_whole(cases, totals, baseline_precision, kept) if totals and is_whole else None,
    )


def _add_up(answers: Iterable[SideAnswer]) -> SideAnswer:
    return SideAnswer(*map(sum, zip(SideAnswer(), *answers, strict=True)))


_GoodLinks = Sequence[tuple[int, int]]
"""For each bag the numbers of good links among those made and among those lost, in one case."""


def _list_cases(answers: Sequence[LinkAnswer]) -> list[_GoodLinks]:
    """Return the cases that bound the truth.

    These are the least and the greatest number of good links of each bag, each with as few and with as many
    of them among the links made as can be. All figures rise with either number of good links, or all fall,
    so their extremes are among these cases.
    """
    if all(
        answer.good.low == answer.good.high == answer.made.low + answer.lost.low for answer in set(answers)
    ):
        return [[(answer.made.low, answer.lost.low) for answer in answers]]
    cases: list[_GoodLinks] = [
        [divide(answer, answer.good[end]) for answer in answers]
        for end in (0, 1)
        for divide in (_divide_with_few_made, _divide_with_many_made)
    ]
    return [case for place, case in enumerate(cases) if case not in cases[:place]]


def _divide_with_few_made(answer: LinkAnswer, good: int) -> tuple[int, int]:
    """Divide the good links of a bag with as few as can be among those made."""
    made = max(answer.made.low, good - answer.lost.high)
    return made, good - made


def _divide_with_many_made(answer: LinkAnswer, good: int) -> tuple[int, int]:
    made = min(answer.made.high, good - answer.lost.low)
    return made, good - made


def _bound(estimates: Iterable[Estimate | None]) -> Bounded | None:
    found = list(estimates)
    known = [estimate for estimate in found if estimate is not None]
    return Bounded.between(known) if known and len(known) == len(found) else None


_REACH = 4
"""A bag with more than 4 times the links of each answered bag compares with none of them.

It is the step between the sizes of strata (``coala.verdicts.sampling``).
"""


class _SideOfBag(NamedTuple):
    """A bag with the number of links that it made, or of those that it lost, and of answered ones."""

    bag: BagEvidence
    links: int
    answered: int  # with those between pieces of an opened part

    @property
    def left(self) -> int:
        """The number of links without an answer."""
        return self.links + (self.bag.answer.opened if self.answered else 0) - self.answered


class _Side:
    """The links on one side, those made or those lost, and shares of them.

    Bags outside of the sample do not count, unless all links are answered, so that there is nothing to
    estimate.
    """

    def __init__(self, bags: Sequence[_SideOfBag], *, is_sample: bool) -> None:
        self.is_complete = not any(bag.left for bag in bags)
        self._may_estimate = is_sample or self.is_complete
        counted = [bag.answered > 0 and (bag.bag.drawn or self.is_complete) for bag in bags]
        most_compared = _REACH * max(
            (bag.answered for bag, is_counted in zip(bags, counted, strict=True) if is_counted), default=0
        )
        # For each bag, if its verdict counts, and if no verdict that counts says anything about its links.
        self._places = [
            (bag, is_counted, not is_counted and bag.links > most_compared)
            for bag, is_counted in zip(bags, counted, strict=True)
        ]
        self.links = sum(
            bag.left + bag.answered if is_counted else bag.links for bag, is_counted, _ in self._places
        )
        is_estimated = any(counted) and self._may_estimate
        beyond = [bag.links for bag, _, is_beyond in self._places if is_beyond] if is_estimated else []
        self.gap = Gap(len(beyond), sum(beyond))

    def estimate(self, good: Sequence[int]) -> Estimate | None:
        """Estimate the share of good links, from the number of good ones among the answered ones of each bag.

        Any share is right of no links.
        """
        if not self.links:
            return _NOTHING
        if not self._may_estimate:
            return None
        clusters: defaultdict[int, list[Cluster]] = defaultdict(list)
        # For each stratum: the number of links to estimate, the sum of the squares of these by bag, and the
        # number of links beyond the verdicts.
        left: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for (bag, is_counted, is_beyond), right in zip(self._places, good, strict=True):
            stratum = bag.bag.stratum
            if is_counted:
                clusters[stratum].append(Cluster(bag.answered, right))
            if rest := bag.left if is_counted else bag.links:
                sums = left[stratum]
                if is_beyond:
                    sums[2] += rest
                else:
                    sums[0] += rest
                    sums[1] += rest * rest
        return estimate_share(
            [
                Stratum(clusters.get(number, ()), *left.get(number, (0, 0, 0)))
                for number in sorted({*clusters, *left})
            ]
        )


def _correlation(bags: Sequence[BagEvidence], good_links: _GoodLinks) -> float:
    """Return the correlation of the errors of the two shares of good links, which is mostly positive.

    A part that moved has a link that was lost and one that was made, and mostly both are good or none is. If
    all verdicts are equal there are no errors, and the numbers of links that bags made and lost together are
    used instead.
    """
    judged = [
        (bag.answer.made.answered, made, bag.answer.lost.answered, lost)
        for bag, (made, lost) in zip(bags, good_links, strict=True)
        if bag.drawn and (bag.answer.made.answered or bag.answer.lost.answered)
    ]
    made_errors = _errors([(answered, good) for answered, good, _, _ in judged])
    lost_errors = _errors([(answered, good) for _, _, answered, good in judged])
    spread = sum(error * error for error in made_errors) * sum(error * error for error in lost_errors)
    if spread > 0:
        together = sum(one * other for one, other in zip(made_errors, lost_errors, strict=True))
        # A negative correlation narrows intervals; a few bags must not narrow them to nothing.
        weight = len(judged) / (len(judged) + _PRIOR_BAGS) if together < 0 else 1
        return weight * together / math.sqrt(spread)
    squares = sum(made * made for made, _, _, _ in judged) * sum(lost * lost for _, _, lost, _ in judged)
    together = sum(made * lost for made, _, lost, _ in judged)
    return together / math.sqrt(squares) if squares else 0.0


def _errors(judged: Sequence[tuple[int, int]]) -> list[float]:
    """Return for each bag how many more links are good than if all bags had the same share of good ones."""
    share = sum(good for _, good in judged) / max(1, sum(answered for answered, _ in judged))
    return [good - share * answered for answered, good in judged]


@dataclass(frozen=True)
class _Figures:
    """The numbers of links made and lost, the share of good ones in each, and the correlation of errors."""

    made: int
    lost: int
    good_made: Estimate | None
    good_lost: Estimate | None
    correlation: float

    @property
    def _shares(self) -> tuple[Estimate, Estimate] | None:
        if self.good_made is None or self.good_lost is None:
            return None
        return self.good_made, self.good_lost

    def estimate_change(self) -> Estimate | None:
        """Return the estimate of the right links made less the right links lost."""
        if self._shares is None:
            return None
        return self._combine(lambda made, lost: self.made * made - self.lost * (1 - lost), self._shares)

    def _count_rest(self, totals: LinkTotals, covered: int) -> int:
        """Return the number of lost links, if the known share does not cover them."""
        return self.lost if covered < totals.baseline else 0

    def contradicts(self, totals: LinkTotals, share: Estimate, covered: int) -> bool:
        """Return True if the share of right links in the baseline and these verdicts cannot both be true."""
        if self._shares is None:
            return False
        made, lost = (estimate.value for estimate in self._shares)
        right = share.value * covered + (1 - lost) * self._count_rest(totals, covered)
        return not 0 <= right + self.made * made - self.lost * (1 - lost) <= totals.changed

    def estimate_whole(self, totals: LinkTotals, share: Estimate, covered: int) -> list[Estimate | None]:
        """Return the figures of all links in the order of ``WholeFigures``; [] without shares of good links.

        ``share`` is that of right links among ``covered`` links of the baseline: all, or those kept.
        """
        if self._shares is None:
            return []
        rest = self._count_rest(totals, covered)

        # Both functions take three shares: of good links made, of good ones lost, of right ones covered.
        def before(_: Fraction, lost: Fraction, base: Fraction) -> Fraction:
            """Return the number of right links in the baseline: those with a known share, and those lost."""
            return base * covered + (1 - lost) * rest

        def after(made: Fraction, lost: Fraction, base: Fraction) -> Fraction:
            """Return the number of right links in the changed graph, at most all of its links."""
            right = before(made, lost, base) + self.made * made - self.lost * (1 - lost)
            return min(max(right, Fraction(0)), Fraction(totals.changed))

        def precision_before(*at: Fraction) -> Fraction:
            return before(*at) / totals.baseline

        def precision_after(*at: Fraction) -> Fraction:
            return after(*at) / totals.changed

        values = (*self._shares, share)
        relative: list[Estimate | None] = [None, None]
        # The number of right links that exist is the same for both graphs, so it cancels out of recall.
        if before(*(estimate.value for estimate in values)) > 0:
            relative = [
                self._combine(
                    lambda *at: precision_after(*at) / max(precision_before(*at), _LEAST) - 1, values
                ),
                self._combine(lambda *at: after(*at) / max(before(*at), _LEAST) - 1, values),
            ]
        return [
            _clip(self._combine(precision_before, values)),
            _clip(self._combine(precision_after, values)),
            self._combine(lambda *at: precision_after(*at) - precision_before(*at), values),
            *relative,
        ]

    def _combine(self, figure: Callable[..., Fraction], parts: Sequence[Estimate]) -> Estimate:
        """Return the figure with limits that follow from those of its parts; the first two are correlated."""
        values = [part.value for part in parts]
        middle = figure(*values)

        def move(place: int, limit: float) -> float:
            """Return how far the figure moves when one part moves to a limit."""
            # An exact value must not move; its limits are rounded floats.
            if limit == float(parts[place].value):
                return 0.0
            return float(figure(*values[:place], Fraction(limit), *values[place + 1 :]) - middle)

        downs, ups, signs = [], [], []
        for place, part in enumerate(parts):
            ends = move(place, part.low), move(place, part.high)
            downs.append(min(*ends, 0.0))
            ups.append(max(*ends, 0.0))
            # Negative if the figure falls when the part rises.
            signs.append(1 if ends[0] <= ends[1] else -1)
        correlation = self.correlation * signs[0] * signs[1]
        # The variance of a sum of correlated errors: the squares, and twice the product of the first two.
        low, high = (
            math.sqrt(max(0.0, sum(each**2 for each in moves) + 2 * correlation * moves[0] * moves[1]))
            for moves in (downs, ups)
        )
        return Estimate(middle, float(middle) - low, float(middle) + high)


def _estimate_whole(
    cases: Sequence[_Figures], totals: LinkTotals, given: Fraction | None, kept: KeptLinks | None
) -> WholeFigures | None:
    """Return the figures of all links, if the precision of the baseline is given or was sampled."""
    known = _find_known_share(totals, given, kept)
    if known is None or not totals.baseline or not totals.changed:
        return None
    if all(case.contradicts(totals, *known) for case in cases):
        return None
    figures = [case.estimate_whole(totals, *known) for case in cases]
    if not all(figures):
        return None
    before, after, precision, relative, recall = map(_bound, zip(*figures, strict=True))
    assert before is not None
    assert after is not None
    assert precision is not None
    return WholeFigures(before, after, precision, relative, recall)


_NOTHING = Estimate(Fraction(0), 0.0, 0.0)
"""In place of the share of good ones among no links."""
_PRIOR_BAGS = 3
"""The weight, in bags, of the presumption that errors of links made and lost are not correlated."""
_LEAST = Fraction(1, 1_000)
"""The least divisor, of right links or of a share: with 0 right links the change of recall is infinite."""


def _find_known_share(
    totals: LinkTotals, given: Fraction | None, kept: KeptLinks | None
) -> tuple[Estimate, int] | None:
    """Return the share of right links in the baseline, and how many links it covers: all, or those kept."""
    if given is not None:
        return Estimate(given, float(given), float(given)), totals.baseline
    if kept is None or not kept.right + kept.wrong:
        return None
    clusters = [*[Cluster(1, 1)] * kept.right, *[Cluster(1, 0)] * kept.wrong]
    left = totals.kept - len(clusters)
    share = estimate_share([Stratum(clusters, left, left)])
    return None if share is None else (share, totals.kept)


def _clip(share: Estimate) -> Estimate:
    """Return the estimate of a share with limits between 0 and 1."""
    return share._replace(low=max(0.0, share.low), high=min(1.0, share.high))

"""Estimates of right links, and of precision and recall, from the verdicts on changes.

The step from the baseline to the changed graph *made* some coreference links and *lost* others
(``coala.verdicts.links``). A bag is the part of the step that a reviewer judges as one; a row is a single
difference in it, with its links. A verdict on a row applies to its links (specification, section 6a): ``+``
means that the links it made are right and those it lost were wrong, ``-`` the reverse; ``=`` and ``?`` decide
nothing and are counted apart. A verdict on a bag applies to each of its rows without a verdict of its own.

The estimates take three steps:

1. ``judge_links`` counts the judged and the right links of each bag.
2. ``coala.verdicts.shares`` estimates shares of all links made, and of all lost: the share of right links
   among the right and the wrong ones, which is shown, and the share of right links among these and those with
   ``=``, from which the net follows. So ``=`` is an outcome of its own, as uncertain as the others.
3. The net, precision and recall follow from these shares (``_Figures``). Their limits come from moving each
   share to its own limits, one at a time, and adding up the moves like errors (MOVER: Zou & Donner 2008,
   *Construction of confidence limits about effect measures*; with the correlation of links made and lost in
   the same bags).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.scores.findings import LinkTotals
from coala.verdicts.links import LinkCounts
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share
from coala.verdicts.state import Manner, State


class JudgedBag(NamedTuple):
    """One bag of the comparison for the estimates, or a change of a great bag that a sample draws by itself.

    Without a sample, all bags are in stratum 0 and drawn.
    """

    links: LinkCounts
    state: State  # that counts in the tally
    stratum: int = 0
    drawn: bool = True  # its verdict counts, as the sample has the bag


class KeptLinks(NamedTuple):
    """The judged links of a random sample of those that both graphs have (*kept* links)."""

    right: int
    wrong: int


class Gap(NamedTuple):
    """Unjudged bags with too many links to compare with any judged bag."""

    bags: int
    links: int


@dataclass(frozen=True)
class LinkShare:
    """The links that the change made, or those that it lost.

    ``favourable`` counts the judged links that speak for the change: made ones that are right, or lost ones
    that were wrong. ``share`` estimates that share of all of them, None if nothing is judged, or if the bags
    of the ``gap`` have most of the links.
    """

    total: int
    judged: int
    favourable: int
    share: Estimate | None
    gap: Gap


class WholeFigures(NamedTuple):
    """The precision of all links of both graphs, and the change of recall."""

    before: Estimate  # the precision of the baseline
    after: Estimate  # the precision of the changed graph
    precision: Estimate  # after − before
    recall: Estimate | None  # the relative change, 0.1 for 10 % more; None if the baseline has no right link


@dataclass(frozen=True)
class LinkEstimates:
    """Estimates for the links of a comparison. A figure is None if it cannot be estimated yet."""

    made: LinkShare
    lost: LinkShare
    same: int
    """Links whose row has the verdict ``=``."""
    unsure: int
    """Links whose row has the verdict ``?``."""
    net: Estimate | None
    """ΔC, the number of right links gained."""
    whole: WholeFigures | None
    left_out: int = 0
    """Bags whose verdict was carried over from another review."""
    without_row: int = 0
    """Links that no row shows, of kinds of change that the comparison leaves out."""
    unit: str = "bag"
    """The word for what is judged as one, "item" if a sample has changes of great bags."""


class LinkJudgement(NamedTuple):
    """Counts of the links that a bag made, or of those that it lost, by verdict."""

    judged: int = 0  # with ``+`` or ``-``
    right: int = 0  # of the judged links
    silent: int = 0  # with ``=`` or ``?``
    same: int = 0  # with ``=``


class BagJudgement(NamedTuple):
    """The judged links of one bag."""

    made: LinkJudgement = LinkJudgement()
    lost: LinkJudgement = LinkJudgement()


class BagEvidence(NamedTuple):
    """What the estimates need of a bag, however its links were judged."""

    made: int  # the number of links that it made
    lost: int
    found: BagJudgement
    stratum: int = 0  # as in ``JudgedBag``
    drawn: bool = True


def judge_links(links: LinkCounts, state: State) -> BagJudgement:
    """Return how a state judges the links of its bag."""
    verdict_of_row = dict(state.rows)
    judged_rows = [
        (row.made, row.lost, verdict)
        for row in links.rows
        if row.key and (verdict := verdict_of_row.get(row.key, state.verdict)) is not None
    ]
    return _judge_rows(tuple(judged_rows)) if judged_rows else _NO_JUDGEMENT


# Among 100,000 bags, most have the same numbers of links and the same verdict as others.
@lru_cache(maxsize=1_000)
def _judge_rows(rows: tuple[tuple[int, int, Verdict], ...]) -> BagJudgement:
    """Return the judgement from rows of (links made, links lost, verdict)."""
    return BagJudgement(
        _count_links([(made, verdict) for made, _, verdict in rows], Verdict.BETTER),
        _count_links([(lost, verdict) for _, lost, verdict in rows], Verdict.WORSE),
    )


def _count_links(rows: Iterable[tuple[int, Verdict]], means_right: Verdict) -> LinkJudgement:
    """Return the counts from rows of (links, verdict); ``means_right`` is the verdict for right links."""
    judged = right = same = unsure = 0
    for links, verdict in rows:
        if verdict is Verdict.SAME:
            same += links
        elif verdict is Verdict.UNSURE:
            unsure += links
        else:
            judged += links
            right += links if verdict is means_right else 0
    return LinkJudgement(judged, right, same + unsure, same)


def estimate_links(
    bags: Iterable[JudgedBag],
    totals: LinkTotals | None = None,
    *,
    baseline_precision: Fraction | None = None,
    kept: KeptLinks | None = None,
) -> LinkEstimates:
    """Estimate figures of all links from the verdicts on some of the bags.

    ``totals`` are the links of the whole comparison; without them, precision and recall are not estimated.
    These also need the precision of the baseline's links: ``baseline_precision``, or an estimate from a
    sample of links that were ``kept`` and from the verdicts on lost links.
    """
    left_out = without_row = 0
    evidence = []
    for links, state, stratum, drawn in bags:
        found = _NO_JUDGEMENT
        if state.is_judged:
            found = judge_links(links, state)
            if found != _NO_JUDGEMENT and state.manner is Manner.TAKEN_OVER:
                left_out += 1
                found = _NO_JUDGEMENT
        # Plain sums: this loop runs over 100,000 bags.
        made = lost = 0
        for row in links.rows:
            made, lost = made + row.made, lost + row.lost
            without_row += 0 if row.key else row.made + row.lost
        evidence.append(BagEvidence(made, lost, found, stratum, drawn))
    estimates = estimate_from(
        evidence, None if without_row else totals, baseline_precision=baseline_precision, kept=kept
    )
    return replace(estimates, left_out=left_out, without_row=without_row)


def estimate_from(
    bags: Sequence[BagEvidence],
    totals: LinkTotals | None = None,
    *,
    baseline_precision: Fraction | None = None,
    kept: KeptLinks | None = None,
) -> LinkEstimates:
    """Estimate figures of all links from the evidence of each bag, however its links were judged."""
    made = _Side([_SideOfBag(bag.stratum, bag.drawn, bag.made, bag.found.made) for bag in bags])
    lost = _Side([_SideOfBag(bag.stratum, bag.drawn, bag.lost, bag.found.lost) for bag in bags])
    all_made, all_lost = made.links, lost.links
    figures = _Figures(
        all_made,
        all_lost,
        made.estimate_right(),
        lost.estimate_right(),
        lost.estimate_decided(),
        _correlation(bags),
    )
    # Figures of the whole graphs need all links made and lost, not those of some kinds of change only.
    is_complete = totals is not None and (all_made, all_lost) == (totals.made, totals.lost)
    judgements = [links for bag in bags for links in bag.found]
    same = sum(links.same for links in judgements)
    return LinkEstimates(
        made=LinkShare(all_made, *made.count_judged(), made.estimate_right_of_decided(), made.gap),
        lost=_exchange(LinkShare(all_lost, *lost.count_judged(), lost.estimate_right_of_decided(), lost.gap)),
        same=same,
        unsure=sum(links.silent for links in judgements) - same,
        net=figures.estimate_net(),
        whole=figures.estimate_whole(totals, baseline_precision, kept) if totals and is_complete else None,
    )


_NO_JUDGEMENT = BagJudgement()

_REACH = 4
"""A bag with more than 4 times the links of each judged bag compares with none of them.

It is the step between the sizes of strata (``coala.verdicts.sampling``).
"""


_NO_LINKS = Cluster(0, 0)


class _SideOfBag(NamedTuple):
    """The links that a bag made, or those that it lost."""

    stratum: int
    drawn: bool
    links: int
    found: LinkJudgement


class _Side:
    """The links on one side, those made or those lost, and shares of them.

    Links with ``?`` are no part of any share. Bags outside of the sample do not count, unless all links are
    judged, so that there is nothing to estimate.
    """

    def __init__(self, bags: Sequence[_SideOfBag]) -> None:
        self.links = sum(bag.links for bag in bags)
        with_links = [bag for bag in bags if bag.links]
        counts_all = all(bag.links - bag.found.silent == bag.found.judged for bag in bags)
        # The number of links of each bag with a verdict that counts.
        answered = [_count_answered(bag.found) if bag.drawn or counts_all else 0 for bag in with_links]
        self._counted = [bag for bag, links in zip(with_links, answered, strict=True) if links]
        most_compared = _REACH * max(answered, default=0)
        # For each bag, if its verdict counts, and if no verdict that counts says anything about its links.
        self._places = [
            (bag, links > 0, not links and _count_open(bag) > most_compared)
            for bag, links in zip(with_links, answered, strict=True)
        ]
        beyond = [bag for bag, _, is_beyond in self._places if is_beyond] if self._counted else []
        self.gap = Gap(len(beyond), sum(map(_count_open, beyond)))

    def count_judged(self) -> tuple[int, int]:
        """Return the number of links with ``+`` or ``-``, and how many of these are right."""
        return sum(bag.found.judged for bag in self._counted), sum(bag.found.right for bag in self._counted)

    def estimate_right_of_decided(self) -> Estimate | None:
        """Estimate the share of right links among the right and the wrong ones."""
        return self._estimate(
            lambda found: Cluster(found.judged, found.right), lambda bag: bag.links - bag.found.silent
        )

    def estimate_right(self) -> Estimate | None:
        """Estimate the share of right links among the right, the wrong and those with ``=``."""
        return self._estimate(lambda found: Cluster(_count_answered(found), found.right), _count_open)

    def estimate_decided(self) -> Estimate | None:
        """Estimate the share of right and wrong links among these and those with ``=``."""
        if not any(bag.found.same for bag in self._counted):
            return _CERTAIN
        return self._estimate(lambda found: Cluster(_count_answered(found), found.judged), _count_open)

    def _estimate(
        self, judge: Callable[[LinkJudgement], Cluster], count_links: Callable[[_SideOfBag], int]
    ) -> Estimate | None:
        """Estimate a share; ``judge`` returns the judged links of a bag, ``count_links`` its links in all."""
        clusters: defaultdict[int, list[Cluster]] = defaultdict(list)
        # For each stratum: the number of links to estimate, the sum of the squares of these by bag, and the
        # number of links beyond the verdicts.
        left: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for bag, is_counted, is_beyond in self._places:
            judged = judge(bag.found) if is_counted else _NO_LINKS
            if judged.size:
                clusters[bag.stratum].append(judged)
            if rest := count_links(bag) - judged.size:
                sums = left[bag.stratum]
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


def _count_answered(found: LinkJudgement) -> int:
    """Return the number of links with ``+``, ``-`` or ``=``."""
    return found.judged + found.same


def _count_open(bag: _SideOfBag) -> int:
    """Return the number of links without ``?``."""
    return bag.links - bag.found.silent + bag.found.same


def _exchange(links: LinkShare) -> LinkShare:
    """Return the links that were lost with those that were wrong, not right, as the favourable ones."""
    return replace(links, favourable=links.judged - links.favourable, share=_complement(links.share))


def _complement(share: Estimate | None) -> Estimate | None:
    """Return the estimate of 1 less a share; its lower limit comes from the upper one."""
    return share and Estimate(1 - share.value, 1 - share.high, 1 - share.low)


def _correlation(bags: Sequence[BagEvidence]) -> float:
    """Return the correlation of the errors of the two shares of right links, which is mostly negative.

    One verdict on a move means that one link is right and the other is not. If all verdicts are equal there
    are no errors, and the numbers of links that bags made and lost together are used instead.
    """
    judged = [
        bag.found
        for bag in bags
        if bag.drawn and (_count_answered(bag.found.made) or _count_answered(bag.found.lost))
    ]
    made, lost = _errors([found.made for found in judged]), _errors([found.lost for found in judged])
    spread = sum(error * error for error in made) * sum(error * error for error in lost)
    if spread > 0:
        return sum(one * other for one, other in zip(made, lost, strict=True)) / math.sqrt(spread)
    sizes = [(_count_answered(found.made), _count_answered(found.lost)) for found in judged]
    squares = sum(size * size for size, _ in sizes) * sum(size * size for _, size in sizes)
    together = sum(one * other for one, other in sizes)
    return -together / math.sqrt(squares) if squares else 0.0


def _errors(judgements: Sequence[LinkJudgement]) -> list[float]:
    """Return for each bag how many more links are right than if all bags had the same share of right ones."""
    share = sum(links.right for links in judgements) / max(1, sum(map(_count_answered, judgements)))
    return [links.right - share * _count_answered(links) for links in judgements]


@dataclass(frozen=True)
class _Figures:
    """The numbers of links made and lost, the share of right ones in each, and the correlation of errors.

    Links with ``=`` are no right ones: they gain nothing. ``decided_lost`` is the share of lost links that
    are right or wrong.
    """

    made: int
    lost: int
    right_made: Estimate | None
    right_lost: Estimate | None
    decided_lost: Estimate | None
    correlation: float

    @property
    def _shares(self) -> tuple[Estimate, Estimate] | None:
        """The shares of right links made and lost; for no links any share will do."""
        right_made, right_lost = (
            _NOTHING if not count else share
            for count, share in ((self.made, self.right_made), (self.lost, self.right_lost))
        )
        return None if right_made is None or right_lost is None else (right_made, right_lost)

    def estimate_net(self) -> Estimate | None:
        """Return the estimate of the right links made less the right links lost."""
        if self._shares is None:
            return None
        return self._combine(lambda made, lost: self.made * made - self.lost * lost, self._shares)

    def estimate_whole(
        self, totals: LinkTotals, given: Fraction | None, kept: KeptLinks | None
    ) -> WholeFigures | None:
        """Return the figures of all links, if the precision of the baseline is given or was sampled."""
        known = _find_known_share(totals, given, kept)
        if known is None or self._shares is None or not totals.baseline or not totals.changed:
            return None
        share, covered = known
        rest = totals.baseline - covered
        decided_lost = self.decided_lost if rest else _CERTAIN
        if decided_lost is None or not decided_lost.value:
            return None

        # Both functions take three shares of right links, among those made, those lost and the covered ones,
        # and the share of decided ones among those lost.
        def before(_: Fraction, lost: Fraction, base: Fraction, decided: Fraction) -> Fraction:
            """Return the number of right links in the baseline: those with a known share, and those lost.

            Lost links with ``=`` are taken to be right as often as the others.
            """
            return base * covered + min(Fraction(1), lost / max(decided, _LEAST)) * rest

        def after(made: Fraction, lost: Fraction, base: Fraction, decided: Fraction) -> Fraction:
            """Return the number of right links in the changed graph."""
            return before(made, lost, base, decided) + self.made * made - self.lost * lost

        values = (*self._shares, share, decided_lost)
        right = before(*(estimate.value for estimate in values))
        recall = None
        # The number of right links that exist is the same for both graphs, so it cancels out.
        if right > 0:
            recall = self._combine(lambda *at: after(*at) / max(before(*at), _LEAST) - 1, values)
        return WholeFigures(
            before=_clip(self._combine(lambda *at: before(*at) / totals.baseline, values)),
            after=_clip(self._combine(lambda *at: after(*at) / totals.changed, values)),
            precision=self._combine(
                lambda *at: after(*at) / totals.changed - before(*at) / totals.baseline, values
            ),
            recall=recall,
        )

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


_NOTHING = Estimate(Fraction(0), 0.0, 0.0)
"""In place of the share of right ones among no links."""
_CERTAIN = Estimate(Fraction(1), 1.0, 1.0)
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

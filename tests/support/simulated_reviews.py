"""Simulated reviews: bags with links, known truth, and a few of the bags judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, Self

import numpy as np

from coala.base.statistics import Interval
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.scores.findings import LinkTotals
from coala.verdicts.estimates import BagEvidence, Bounded, KeptLinks, LinkEstimates, estimate_links
from coala.verdicts.groups import Range
from coala.verdicts.link_answers import NO_ANSWER, LinkAnswer, SideAnswer
from coala.verdicts.sampling import DrawnItem, DrawnSample, DrawnUnit, SampledItem, draw_sample, estimate_all
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share
from coala.verdicts.state import VALUE_OF

SHAPES = {
    "one link a bag": [1],
    "ECB+": [1] * 121 + [2] * 16 + [3] * 5 + [4] * 2 + [9],
    "newswire": [1] * 6 + [2, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 9, 11, 12, 14],
    "one in ten is great": [1] * 60 + [2] * 20 + [4] * 10 + [10] * 5 + [25] * 3 + [60] * 2,
}
"""How many links bags make: as counted in two comparisons, and what is easier and harder than these."""

PRECISIONS = (0.6, 0.8, 0.95)
POPULATIONS = (150, 1_500)
JUDGED = (15, 30, 60)
CORRELATIONS = (0.1, 0.3)
"""Of links of one bag: of two in one bag, both are right more often than chance has it."""

# A link between two of k pieces is made by a merge, lost by a split, and both by a move.
_MADE, _LOST = 0, 1
_KINDS = (0.6, 0.2, 0.2)

_EASE_OF_HARD_BAGS = 0.5
"""In hard bags, which get ``?``, links are right half as often as in others."""

_KEPT_A_BAG = 10
_RIGHT_OF_KEPT = 0.8
_KEPT_JUDGED = 100


def stratum_of(judged: Sequence[Cluster], left: Sequence[int]) -> Stratum:
    """Return a stratum from its judged clusters and the sizes of the rest of each cluster."""
    return Stratum(judged, sum(left), sum(size * size for size in left))


class Covered:
    """The number of intervals that contain the truth, by figure, and the number of all."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.of: Counter[str] = Counter()

    def share(self, figure: str) -> float:
        return self.held[figure] / self.of[figure]

    def count(self, figure: str, limits: Interval, truth: float) -> None:
        """Count one interval."""
        self.held[figure] += _holds(limits, truth)
        self.of[figure] += 1


def _holds(limits: Interval, truth: float) -> bool:
    return limits[0] - 1e-9 <= truth <= limits[1] + 1e-9


def answer_exactly(made: int, good_made: int, lost: int, good_lost: int) -> LinkAnswer:
    """Return the answer for a bag whose links are all known to be good or not."""
    good = good_made + good_lost
    return LinkAnswer(
        SideAnswer(made, good_made, good_made), SideAnswer(lost, good_lost, good_lost), Range(good, good)
    )


def leave_open(made: int, lost: int) -> LinkAnswer:
    """Return the answer for a bag with ``?``."""
    return LinkAnswer(
        SideAnswer(made, 0, made, unsure=made),
        SideAnswer(lost, 0, lost, unsure=lost),
        Range(0, made + lost),
    )


def cover_share(
    interval: Callable[[Stratum], Estimate | None],
    shape: Sequence[int],
    bags: int,
    judged: int,
    precision: float,
    correlation: float,
    reviews: int,
    random: np.random.Generator,
    unsure: float = 0.0,
) -> float:
    """Return how often the interval of the precision of made links contains that of all bags.

    ``unsure`` is the share of bags with ``?``, the hard ones.
    """
    held = 0
    for _ in range(reviews):
        sizes = random.choice(shape, bags)
        goodness = _goodness(bags, precision, correlation, random)
        is_hard = _pick_hard(bags, unsure, random)
        right = random.binomial(sizes, np.where(is_hard, _EASE_OF_HARD_BAGS, 1) * goodness)
        order = random.permutation(bags)
        chosen, left = order[:judged], sizes[order[judged:]].tolist()
        # Right links where those with ? are wrong, and where they are right; the same without any.
        cases = [right] if not unsure else [np.where(is_hard, 0, right), np.where(is_hard, sizes, right)]
        found = []
        for case in cases:
            clusters = map(Cluster, sizes[chosen].tolist(), case[chosen].tolist())
            estimate = interval(stratum_of(list(clusters), left))
            assert estimate is not None
            found.append(estimate)
        held += _holds((found[0].low, found[-1].high), right.sum() / sizes.sum())
    return held / reviews


def wilson(stratum: Stratum) -> Estimate | None:
    """Return COALA's interval."""
    return estimate_share([stratum])


def percentiles(stratum: Stratum) -> Estimate | None:
    """Return percentiles of 500 resamples of the judged bags, narrowed for the finite population."""
    random = np.random.default_rng(len(stratum.judged))
    sizes = np.array([cluster.size for cluster in stratum.judged])
    right = np.array([int(cluster.right) for cluster in stratum.judged])
    drawn = random.integers(0, len(sizes), (500, len(sizes)))
    share = right.sum() / sizes.sum()
    narrower = np.sqrt(stratum.left / (stratum.left + stratum.size))
    low, high = share + narrower * (
        np.quantile(right[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), [0.025, 0.975]) - share
    )
    return Estimate(Fraction(float(share)), float(low), float(high))


@dataclass(frozen=True)
class MadeUpReview:
    """A review whose truth is known: all bags judged, the links of both graphs, and the right ones kept."""

    bags: Sequence[BagEvidence]
    good_made: int
    good_lost: int
    totals: LinkTotals
    right_kept: int

    @classmethod
    def draw(
        cls,
        shape: Sequence[int],
        bags: int,
        precision: float,
        correlation: float,
        random: np.random.Generator,
        same: float = 0.0,
        unsure: float = 0.0,
    ) -> Self:
        """Draw a review in which some links are left open.

        ``same`` is the share of its changes judged ``=``, which come in clusters by bag, and ``unsure`` the
        share of bags with ``?``, the hard ones.
        """
        changes = random.choice(shape, bags)
        bag_of = np.repeat(np.arange(bags), changes)
        is_hard = _pick_hard(bags, unsure, random)
        goodness = _goodness(bags, precision, correlation, random) * np.where(is_hard, _EASE_OF_HARD_BAGS, 1)
        sameness = _goodness(bags, same, correlation, random) if same else np.zeros(bags)
        kind = random.choice(3, len(bag_of), p=_KINDS)
        is_good = random.random(len(bag_of)) < goodness[bag_of]
        is_unsure = is_hard[bag_of]
        is_same = (random.random(len(bag_of)) < sameness[bag_of]) & ~is_unsure
        is_known_good = is_good & ~is_same & ~is_unsure

        def count(links: _Flags) -> list[int]:
            """Return the number of these links in each bag."""
            return np.bincount(bag_of[links], minlength=bags).tolist()

        sides = []
        for links in (kind != _LOST, kind != _MADE):
            flags = (links, links & is_known_good, links & is_same, links & is_unsure)
            sides.append(
                [
                    SideAnswer(answered, good, good + same + unsure, same, unsure)
                    for answered, good, same, unsure in zip(*map(count, flags), strict=True)
                ]
            )
        evidence = [
            BagEvidence(
                made.answered,
                lost.answered,
                LinkAnswer(made, lost, Range(made.low + lost.low, made.high + lost.high)),
            )
            for made, lost in zip(*sides, strict=True)
        ]
        kept = _KEPT_A_BAG * bags
        all_made, all_lost = sum(bag.made for bag in evidence), sum(bag.lost for bag in evidence)
        return cls(
            evidence,
            int((is_good & (kind != _LOST)).sum()),
            int((is_good & (kind != _MADE)).sum()),
            LinkTotals(kept + all_lost, kept + all_made, kept),
            int(random.binomial(kept, _RIGHT_OF_KEPT)),
        )

    @property
    def _right_before(self) -> int:
        return self.right_kept + self.totals.lost - self.good_lost

    def truth(self) -> dict[str, float]:
        """Return each figure when all is known."""
        before = self._right_before
        change = self.good_made + self.good_lost - self.totals.lost
        precision = before / self.totals.baseline, (before + change) / self.totals.changed
        return {
            "made": self.good_made / self.totals.made,
            "lost": self.good_lost / self.totals.lost,
            "change": change,
            "before": precision[0],
            "after": precision[1],
            "precision": precision[1] - precision[0],
            "relative_precision": precision[1] / precision[0] - 1,
            "recall": change / before,
        }

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Bounded | None]:
        """Return the same figures from some bags; the precision before is given, or from 100 kept links."""
        chosen = set(random.permutation(len(self.bags))[:judged].tolist())
        bags = [
            bag if number in chosen else bag._replace(answer=NO_ANSWER)
            for number, bag in enumerate(self.bags)
        ]
        right = int(random.hypergeometric(self.right_kept, self.totals.kept - self.right_kept, _KEPT_JUDGED))
        found = estimate_links(
            bags,
            self.totals,
            is_sample=True,
            baseline_precision=Fraction(self._right_before, self.totals.baseline) if given else None,
            kept=KeptLinks(right, _KEPT_JUDGED - right),
        )
        figures = {"made": found.made.share, "lost": found.lost.share, "change": found.change_of_all}
        return figures | list_whole_figures(found, given=given)


def list_whole_figures(found: LinkEstimates, *, given: bool) -> dict[str, Bounded | None]:
    """Return the estimated figures of whole graphs by name, without a precision that was given."""
    whole = {} if found.whole is None else found.whole._asdict()
    if given:
        whole.pop("before", None)
    return whole


_Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


class Drawable(Protocol):
    """A review with known true figures; a test can judge any number of its bags."""

    def truth(self) -> dict[str, float]: ...

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Bounded | None]: ...


def cover_figures(reviews: Iterable[Drawable], judged: int, random: np.random.Generator) -> Covered:
    """Count how often the interval of each figure holds its truth; every other time a precision is given."""
    covered = Covered()
    for number, review in enumerate(reviews):
        truth = review.truth()
        for figure, found in review.estimates(judged, random, given=bool(number % 2)).items():
            if found is not None:
                covered.count(figure, found.limits, truth[figure])
    return covered


def draw_reviews(
    shape: Sequence[int],
    bags: int,
    precision: float,
    correlation: float,
    reviews: int,
    random: np.random.Generator,
    same: float = 0.0,
    unsure: float = 0.0,
) -> Iterable[MadeUpReview]:
    """Draw ``reviews`` reviews of one shape, one after the other."""
    return (
        MadeUpReview.draw(shape, bags, precision, correlation, random, same, unsure) for _ in range(reviews)
    )


GOOD_BY_KIND = {Kind.MERGED: 0.9, Kind.MOVED: 0.6, Kind.SPLIT: 0.35, Kind.MENTION_ADDED: 0.8}
_FREQUENCIES = (0.5, 0.2, 0.1, 0.2)
_SAME = 0.1


def cover_sample(
    bags: int,
    size: int,
    good: Mapping[Kind, float],
    reviews: int,
    random: np.random.Generator,
    shape: Sequence[int] = SHAPES["ECB+"],
    unsure: float = 0.0,
) -> Covered:
    """Return how often intervals of a stratified sample contain the true mean verdict and precision.

    ``unsure`` is the share of bags with ``?``, the hard ones.
    """
    covered = Covered()
    kinds = list(good)
    for review in range(reviews):
        chosen = [kinds[place] for place in random.choice(len(kinds), bags, p=_FREQUENCIES)]
        links = random.choice(shape, bags)
        is_hard = _pick_hard(bags, unsure, random)
        goodness = np.array([good[kind] for kind in chosen]) * np.where(is_hard, _EASE_OF_HARD_BAGS, 1)
        is_good = random.random(bags) < goodness
        is_same = random.random(bags) < _SAME
        right = random.binomial(links, np.where(is_good, 0.9, 0.1))
        items = _Items(
            [
                SampledItem(f"{review} {number}", (kind,), int(links[number]))
                for number, kind in enumerate(chosen)
            ],
            [
                Verdict.SAME if same else Verdict.BETTER if good else Verdict.WORSE
                for same, good in zip(is_same.tolist(), is_good.tolist(), strict=True)
            ],
            right.tolist(),
            is_hard.tolist(),
        )
        _cover_drawn(covered, items, draw_sample(items.described, size, 1))
    return covered


def cover_sample_by_change(
    bags: int, changes: Sequence[int], size: int, reviews: int, random: np.random.Generator
) -> Covered:
    """Return the same for samples in which great bags are divided.

    There are this number of bags with one change each, and a great bag for each number in ``changes``. The
    changes of one great bag are right with a probability of their own, so that their verdicts are alike.
    They are in no mean.
    """
    covered = Covered()
    kinds = list(GOOD_BY_KIND)
    divided = {
        bags + place: tuple(
            DrawnItem(bags + place, DrawnUnit.MADE, (f"{place} {change}",)) for change in range(great)
        )
        for place, great in enumerate(changes)
    }
    for review in range(reviews):
        goodness = [0.65] * bags
        for great in changes:
            goodness += [float(random.beta(1.3, 0.7))] * great
        count = len(goodness)
        links = random.choice(SHAPES["ECB+"], count)
        is_good = random.random(count) < goodness
        chosen = [kinds[place] for place in random.choice(len(kinds), count, p=_FREQUENCIES)]
        items = _Items(
            [SampledItem(f"{review} {item}", (kind,), int(links[item])) for item, kind in enumerate(chosen)],
            [Verdict.BETTER if good else Verdict.WORSE for good in is_good.tolist()],
            random.binomial(links, np.where(is_good, 0.9, 0.1)).tolist(),
            [False] * count,
        )
        _cover_drawn(covered, items, draw_sample(items.described, size, 1, divided))
    return covered


class _Items(NamedTuple):
    """The items of a comparison that made links, with their true verdicts and numbers of right links."""

    described: Sequence[SampledItem]
    verdicts: Sequence[Verdict]
    right: Sequence[int]
    is_hard: Sequence[bool]


def _cover_drawn(covered: Covered, items: _Items, sample: DrawnSample) -> None:
    """Count the intervals from a sample of items with known verdicts that hold the truth."""
    drawn = set(sample.drawn)
    told: list[Verdict | None] = [None] * len(items.verdicts)
    evidence = []
    for number, (item, verdict, right, is_hard) in enumerate(zip(*items, strict=True)):
        answer = NO_ANSWER
        if number in drawn:
            told[number] = Verdict.UNSURE if is_hard else verdict
            answer = leave_open(item.links, 0) if is_hard else answer_exactly(item.links, right, 0, 0)
        evidence.append(BagEvidence(item.links, 0, answer, sample.stratum_of[number], number in drawn))
    made = estimate_links(evidence, is_sample=True).made.share
    assert made is not None
    covered.count("made", made.limits, sum(items.right) / sum(item.links for item in items.described))
    values = [
        VALUE_OF[verdict]
        for item, verdict in zip(sample.items, items.verdicts, strict=True)
        if item.is_whole  # links of large bags are in no mean
    ]
    mean = estimate_all(sample, told).mean
    assert (mean is not None) == bool(values)
    if mean is not None:
        covered.count("mean", (mean.low, mean.high), sum(values) / len(values))


def _pick_hard(bags: int, share: float, random: np.random.Generator) -> _Flags:
    """Return for each bag if it is one of the hard ones, which get ``?``."""
    if not share:
        return np.zeros(bags, bool)
    return random.permutation(bags) < share * bags


def _goodness(
    bags: int, precision: float, correlation: float, random: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    strength = 1 / correlation - 1
    drawn: np.ndarray[tuple[int], np.dtype[np.float64]] = random.beta(
        precision * strength, (1 - precision) * strength, bags
    )
    return drawn

"""Simulated reviews: bags with links, known truth, and a few of the bags judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.scores.findings import LinkTotals
from coala.verdicts.estimates import BagEvidence, BagJudgement, KeptLinks, LinkJudgement, estimate_from
from coala.verdicts.sampling import SampledItem, draw_sample, estimate_all
from coala.verdicts.shares import Cluster, Estimate, Stratum, estimate_share

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

_KEPT_A_BAG = 10
_RIGHT_OF_KEPT = 0.8
_KEPT_JUDGED = 100


def stratum_of(judged: Sequence[Cluster], left: Sequence[int]) -> Stratum:
    """Return a stratum from its judged clusters and the sizes of the rest of each cluster."""
    return Stratum(judged, sum(left), sum(size * size for size in left))


class Covered(NamedTuple):
    """The number of intervals that contain the truth, by figure, and the number of all."""

    held: dict[str, int]
    of: dict[str, int]

    def share(self, figure: str) -> float:
        return self.held[figure] / self.of[figure]


def draw_shares(
    shape: Sequence[int], bags: int, precision: float, correlation: float, random: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Draw for some bags how many links each made, and how many of them are right."""
    sizes = random.choice(shape, bags)
    return sizes.tolist(), random.binomial(sizes, _goodness(bags, precision, correlation, random)).tolist()


def cover_share(
    interval: Callable[[Stratum], Estimate | None],
    shape: Sequence[int],
    bags: int,
    judged: int,
    precision: float,
    correlation: float,
    reviews: int,
    random: np.random.Generator,
) -> float:
    """Return how often the interval of the precision of made links contains that of all bags."""
    held = 0
    for _ in range(reviews):
        sizes, right = draw_shares(shape, bags, precision, correlation, random)
        order = random.permutation(bags).tolist()
        clusters = [Cluster(sizes[bag], right[bag]) for bag in order[:judged]]
        found = interval(stratum_of(clusters, [sizes[bag] for bag in order[judged:]]))
        assert found is not None
        held += found.low - 1e-9 <= sum(right) / sum(sizes) <= found.high + 1e-9
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
    ) -> MadeUpReview:
        """Draw a review; ``same`` is the share of its changes judged ``=``, which come in clusters by bag."""
        changes = random.choice(shape, bags)
        goodness = _goodness(bags, precision, correlation, random)
        sameness = _goodness(bags, same, correlation, random) if same else np.zeros(bags)
        evidence = []
        for number in range(bags):
            kind = random.choice(3, changes[number], p=_KINDS)
            good = random.random(changes[number]) < goodness[number]
            answered = random.random(changes[number]) >= sameness[number]
            made, lost = kind != _LOST, kind != _MADE
            evidence.append(
                BagEvidence(
                    int(made.sum()),
                    int(lost.sum()),
                    BagJudgement(_judge(made, good, answered), _judge(lost, ~good, answered)),
                )
            )
        kept = _KEPT_A_BAG * bags
        all_made, all_lost = sum(bag.made for bag in evidence), sum(bag.lost for bag in evidence)
        return cls(
            evidence,
            LinkTotals(kept + all_lost, kept + all_made, kept),
            int(random.binomial(kept, _RIGHT_OF_KEPT)),
        )

    @property
    def _right_before(self) -> Fraction:
        """The right links of the baseline; lost ones with ``=`` are right as often as the others."""
        decided = sum(bag.found.lost.judged for bag in self.bags)
        right_lost = sum(bag.found.lost.right for bag in self.bags)
        return self.right_kept + Fraction(right_lost * self.totals.lost, max(1, decided))

    def truth(self) -> dict[str, float]:
        """Return each figure when all is known."""
        made, lost = ([getattr(bag.found, side) for bag in self.bags] for side in ("made", "lost"))
        right_made, right_lost = sum(links.right for links in made), sum(links.right for links in lost)
        before = self._right_before
        after = before + right_made - right_lost
        return {
            "made": right_made / sum(links.judged for links in made),
            "lost": 1 - right_lost / sum(links.judged for links in lost),
            "net": right_made - right_lost,
            "before": float(before / self.totals.baseline),
            "after": float(after / self.totals.changed),
            "precision": float(after / self.totals.changed - before / self.totals.baseline),
            "recall": float(after / before) - 1,
        }

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Estimate | None]:
        """Return the same figures from some bags; the precision before is given, or from 100 kept links."""
        chosen = set(random.permutation(len(self.bags))[:judged].tolist())
        bags = [
            bag if number in chosen else bag._replace(found=BagJudgement())
            for number, bag in enumerate(self.bags)
        ]
        right = int(random.hypergeometric(self.right_kept, self.totals.kept - self.right_kept, _KEPT_JUDGED))
        found = estimate_from(
            bags,
            self.totals,
            baseline_precision=self._right_before / self.totals.baseline if given else None,
            kept=KeptLinks(right, _KEPT_JUDGED - right),
        )
        whole = {} if found.whole is None else found.whole._asdict()
        if given:
            whole.pop("before", None)
        return {"made": found.made.share, "lost": found.lost.share, "net": found.net, **whole}


_Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


def _judge(links: _Flags, right: _Flags, answered: _Flags) -> LinkJudgement:
    """Return the judgement of a bag's links on one side, with ``=`` on those without an answer."""
    same = int((links & ~answered).sum())
    return LinkJudgement(int((links & answered).sum()), int((links & answered & right).sum()), same, same)


class Drawable(Protocol):
    """A review with known true figures; a test can judge any number of its bags."""

    def truth(self) -> dict[str, float]: ...

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Estimate | None]: ...


def cover_figures(reviews: Iterable[Drawable], judged: int, random: np.random.Generator) -> Covered:
    """Count how often the interval of each figure holds its truth; every other time a precision is given."""
    covered = Covered({}, {})
    for number, review in enumerate(reviews):
        truth = review.truth()
        for figure, found in review.estimates(judged, random, given=bool(number % 2)).items():
            if found is not None:
                held = found.low - 1e-9 <= truth[figure] <= found.high + 1e-9
                covered.held[figure] = covered.held.get(figure, 0) + held
                covered.of[figure] = covered.of.get(figure, 0) + 1
    return covered


def draw_reviews(
    shape: Sequence[int],
    bags: int,
    precision: float,
    correlation: float,
    reviews: int,
    random: np.random.Generator,
    same: float = 0.0,
) -> Iterable[MadeUpReview]:
    """Draw ``reviews`` reviews of one shape, one after the other."""
    return (MadeUpReview.draw(shape, bags, precision, correlation, random, same) for _ in range(reviews))


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
) -> Covered:
    """Return how often intervals of a stratified sample contain the true mean verdict and precision."""
    covered = Covered({}, {})
    kinds = list(good)
    for review in range(reviews):
        chosen = [kinds[place] for place in random.choice(len(kinds), bags, p=_FREQUENCIES)]
        changes = random.choice(shape, bags).tolist()
        values = random.random(bags)
        verdicts: list[Verdict | None] = []
        evidence = []
        for number, kind in enumerate(chosen):
            is_good = values[number] < good[kind]
            same = random.random() < _SAME
            verdicts.append(Verdict.SAME if same else Verdict.BETTER if is_good else Verdict.WORSE)
            right = int(random.binomial(changes[number], 0.9 if is_good else 0.1))
            evidence.append(
                BagEvidence(changes[number], 0, BagJudgement(LinkJudgement(changes[number], right)))
            )
        described = [
            SampledItem(f"{review} {number}", (kind,), changes[number]) for number, kind in enumerate(chosen)
        ]
        _cover_drawn(covered, described, verdicts, evidence, size)
    return covered


def cover_sample_by_change(
    bags: int, changes: Sequence[int], size: int, reviews: int, random: np.random.Generator
) -> Covered:
    """Return the same for samples in which great bags are divided.

    There are this number of bags with one change each, and a great bag for each number in ``changes``. The
    changes of one great bag are right with a probability of their own, so that their verdicts are alike.
    """
    covered = Covered({}, {})
    kinds = list(GOOD_BY_KIND)
    for review in range(reviews):
        goodness = [0.65] * bags
        for great in changes:
            goodness += [float(random.beta(1.3, 0.7))] * great
        items = len(goodness)
        links = random.choice(SHAPES["ECB+"], items).tolist()
        is_good = (random.random(items) < goodness).tolist()
        verdicts = [Verdict.BETTER if good else Verdict.WORSE for good in is_good]
        right = [int(random.binomial(links[item], 0.9 if is_good[item] else 0.1)) for item in range(items)]
        evidence = [
            BagEvidence(links[item], 0, BagJudgement(LinkJudgement(links[item], right[item])))
            for item in range(items)
        ]
        chosen = [kinds[place] for place in random.choice(len(kinds), items, p=_FREQUENCIES)]
        described = [
            SampledItem(f"{review} {item}", (kind,), links[item]) for item, kind in enumerate(chosen)
        ]
        _cover_drawn(covered, described, verdicts, evidence, size)
    return covered


def _cover_drawn(
    covered: Covered,
    described: Sequence[SampledItem],
    verdicts: Sequence[Verdict | None],
    evidence: Sequence[BagEvidence],
    size: int,
) -> None:
    """Draw a sample from items with known verdicts, and count the intervals that hold the truth."""
    sample = draw_sample(described, size, 1)
    drawn = set(sample.drawn)
    told = [verdict if number in drawn else None for number, verdict in enumerate(verdicts)]
    mean = estimate_all(sample, told).mean
    made = estimate_from(
        [
            item._replace(
                stratum=sample.stratum_of[number],
                drawn=number in drawn,
                found=item.found if number in drawn else BagJudgement(),
            )
            for number, item in enumerate(evidence)
        ]
    ).made.share
    signs = {Verdict.BETTER: 1, Verdict.WORSE: -1, Verdict.SAME: 0}
    truths = {
        "mean": sum(signs[verdict] for verdict in verdicts if verdict is not None) / len(verdicts),
        "made": sum(item.found.made.right for item in evidence) / sum(item.made for item in evidence),
    }
    for figure, found in (("mean", mean), ("made", made)):
        assert found is not None
        held = found.low - 1e-9 <= truths[figure] <= found.high + 1e-9
        covered.held[figure] = covered.held.get(figure, 0) + held
        covered.of[figure] = covered.of.get(figure, 0) + 1


def _goodness(
    bags: int, precision: float, correlation: float, random: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    strength = 1 / correlation - 1
    drawn: np.ndarray[tuple[int], np.dtype[np.float64]] = random.beta(
        precision * strength, (1 - precision) * strength, bags
    )
    return drawn

"""What the verdicts on a review let one say: the one answer that every output tells.

A review has interesting bags, each with the verdict that counts, with none yet, with ``?`` (not sure), or in
dispute between reviewers. ``answer_question`` decides from these numbers what may be said (specification,
section 6, "What the answer may say"); ``coala.present.answer`` puts it into words. Rows are read from the
top, and the first that holds is said:

1. *helped*, *hurt*: at least ``NEEDED`` bags are ``+`` or ``-``, the sign test has p < 0.05, and the net
   stays on its side with every open bag against it, all at once.
2. *probably*: a random sample of ``NEEDED`` bags, p < 0.05, and an interval of the mean that excludes 0 with
   every ``?`` and every dispute of the sample at its worst.
3. The plain counts, with the reason why no more is said: ``NEEDED`` bags are judged, or all of fewer.
4. What is still needed.

Rows 1 and 2 are a direction. Settled bags are no random part of all if reviewers often disagree, so then no
direction is said.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from statistics import NormalDist

from coala.base.statistics import sign_test
from coala.verdicts.tally import Counts

NEEDED = 10
"""With fewer verdicts a conclusion would change with nearly every further one."""

SIGNIFICANCE = 0.05
_QUANTILE = NormalDist().inv_cdf(1 - SIGNIFICANCE / 2)

_MOST_DISPUTED = Fraction(1, 5)
"""The share of disputes above which no direction is said."""
_MANY_DISPUTED, _LEAST_KAPPA = Fraction(1, 10), Fraction(2, 5)
"""The share of disputes above which no direction is said if reviewers agree less than this."""


class Saying(Enum):
    """What is said."""

    NOTHING_DIFFERS = "nothing differs"
    HIDDEN = "hidden"  # a blind review
    HELPED = "helped"
    HURT = "hurt"
    PROBABLY_HELPED = "probably helped"
    PROBABLY_HURT = "probably hurt"
    MORE_BETTER = "more better"
    MORE_WORSE = "more worse"
    LEVEL = "level"
    ALL_SAME = "all the same"
    OPEN = "open"

    @property
    def is_direction(self) -> bool:
        """True for the first two rows."""
        return self in _DIRECTIONS


_DIRECTIONS = frozenset({Saying.HELPED, Saying.HURT, Saying.PROBABLY_HELPED, Saying.PROBABLY_HURT})


class Reason(Enum):
    """Why no direction is said, the first that holds."""

    CHANCE = "chance"  # p is 0.05 or more
    NO_SAMPLE = "no sample"  # the judged bags are neither all nor a random sample
    FEW = "few"  # fewer than ``NEEDED`` bags are better or worse
    DISPUTES = "disputes"  # reviewers disagree on many bags
    OPEN_BAGS = "open bags"  # bags with ? or in dispute could turn the sign
    INTERVAL = "interval"  # the interval of the mean includes 0


class Step(Enum):
    """The next step that brings a conclusion closer."""

    JUDGE = "judge"
    JUDGE_SAMPLE = "judge the sample"
    DRAW = "draw"
    SETTLE = "settle"
    DECIDE = "decide"  # the bags with ?


@dataclass(frozen=True)
class NextStep:
    """A step, and on how many bags."""

    step: Step
    bags: int


@dataclass(frozen=True)
class SampleMean:
    """The mean verdict of all bags, from a random sample.

    ``low`` and ``high`` are 95 % limits with each ``?`` and each dispute of the sample at its worst, and at
    its best.
    """

    judged: int  # bags of the sample with +, - or =
    left: int  # drawn items without an answer
    mean: float
    low: float
    high: float
    bags: int  # of the mean: all but those whose changes are drawn one by one


@dataclass(frozen=True)
class VerdictEvidence:
    """The numbers on which an answer rests."""

    interesting: int
    """The number of all bags that differ."""
    counts: Counts
    """The verdicts that count, ``?`` among them."""
    disputed: int = 0
    sample: SampleMean | None = None
    """Set if a random sample was drawn, and bags outside of it are not judged."""
    agreement: Fraction | None = None
    """Cohen's κ of two reviewers, Krippendorff's nominal α of more; None if undefined."""
    divided: int = 0
    """The number of bags whose changes a sample draws one by one, and that have no verdict themselves."""
    blind: bool = False
    drawn: int = 0
    """The number of drawn items without an answer."""

    @property
    def unjudged(self) -> int:
        """The number of bags without any answer."""
        return self.interesting - self.counts.judged - self.counts.unsure - self.disputed

    @property
    def open(self) -> int:
        """The number of bags that could still count for either side."""
        return self.interesting - self.counts.judged


@dataclass(frozen=True)
class Answer:
    """What is said, on which numbers, and why no more."""

    says: Saying
    evidence: VerdictEvidence
    p: float | None = None
    """Of the sign test of ``+`` against ``-``."""
    reason: Reason | None = None
    """Why it is no direction; None for a direction, a level, or where too little is judged."""
    next_step: NextStep | None = None


def answer_question(evidence: VerdictEvidence) -> Answer:
    """Return what may be said about the question whether the change helped."""
    if not evidence.interesting:
        return Answer(Saying.NOTHING_DIFFERS, evidence)
    if evidence.blind:
        return Answer(Saying.HIDDEN, evidence)
    counts = evidence.counts
    p = sign_test(counts.better, counts.worse)
    enough = counts.judged >= NEEDED or counts.judged == evidence.interesting
    if not enough:
        return Answer(Saying.OPEN, evidence, p, next_step=_find_next_step(evidence))
    if counts.better == counts.worse:
        says = Saying.LEVEL if counts.better else Saying.ALL_SAME
        return Answer(says, evidence, next_step=_find_next_step(evidence))
    helps = counts.net > 0
    reason = _find_reason(evidence, p)
    if reason is None:
        is_certain = _is_certain(evidence)
        says = {
            (True, True): Saying.HELPED,
            (True, False): Saying.HURT,
            (False, True): Saying.PROBABLY_HELPED,
            (False, False): Saying.PROBABLY_HURT,
        }[is_certain, helps]
        sample = evidence.sample
        # Once a sample is finished, only all bags could say more.
        is_finished = is_certain or sample is None or not sample.left
        return Answer(says, evidence, p, next_step=None if is_finished else _find_next_step(evidence))
    says = Saying.MORE_BETTER if helps else Saying.MORE_WORSE
    return Answer(says, evidence, p, reason, _find_next_step(evidence, reason))


def _is_certain(evidence: VerdictEvidence) -> bool:
    """Return True if the net stays on its side with every open bag against it."""
    return abs(evidence.counts.net) > evidence.open


def _find_reason(evidence: VerdictEvidence, p: float | None) -> Reason | None:
    """Return why no direction may be said, None if one may."""
    counts, sample = evidence.counts, evidence.sample
    if p is None or p >= SIGNIFICANCE:
        return Reason.CHANCE
    is_certain = _is_certain(evidence)
    if not is_certain and sample is None and evidence.unjudged:
        return Reason.NO_SAMPLE
    # A sample may have judged bags enough, however many of them are the same.
    signs = counts.better + counts.worse
    if (sample.judged if sample is not None and not is_certain else signs) < NEEDED:
        return Reason.FEW
    if _is_barred(evidence):
        return Reason.DISPUTES
    if is_certain:
        return None
    if sample is None:
        return Reason.OPEN_BAGS
    limit = sample.low if counts.net > 0 else -sample.high
    return None if limit > 0 else Reason.INTERVAL


def _is_barred(evidence: VerdictEvidence) -> bool:
    """Return True if reviewers disagree so often that the settled bags say nothing about all."""
    share = Fraction(evidence.disputed, max(1, evidence.counts.judged + evidence.disputed))
    kappa = evidence.agreement
    return share > _MOST_DISPUTED or (share > _MANY_DISPUTED and kappa is not None and kappa < _LEAST_KAPPA)


def _count_missing(evidence: VerdictEvidence) -> int:
    """Return how many more bags must be drawn until a direction is expected, if the trend continues.

    Half the width of the interval from n verdicts on N bags is proportional to √(1/n − 1/N), with the same
    mean and variance. So n must grow until 1/n − 1/N has shrunk by (mean / half width)².

    The sign test needs s signs with s·d − 1 ≥ z·√s (normal approximation with correction for continuity),
    where d is the difference of the shares of ``+`` and ``-`` among them.
    """
    counts, sample, bags = evidence.counts, evidence.sample, evidence.interesting
    if sample is None or not sample.mean or not counts.net:
        return evidence.unjudged
    half_width = sample.mean - sample.low if sample.mean > 0 else sample.high - sample.mean
    if not half_width:
        # Only bags that the mean leaves out are not judged.
        return evidence.unjudged
    ratio = sample.mean / half_width
    for_interval = math.ceil(1 / (1 / bags + ratio**2 * (1 / sample.judged - 1 / bags))) - sample.judged
    signs = counts.better + counts.worse
    difference = abs(counts.net) / signs
    needed = ((_QUANTILE + math.sqrt(_QUANTILE**2 + 4 * difference)) / (2 * difference)) ** 2
    for_test = math.ceil(counts.judged * (needed / signs - 1))
    return max(1, min(evidence.unjudged, max(for_interval, for_test)))


def _find_next_step(evidence: VerdictEvidence, reason: Reason | None = None) -> NextStep | None:
    """Return the step that brings a conclusion closer."""
    counts, sample = evidence.counts, evidence.sample
    if reason is Reason.DISPUTES:
        return NextStep(Step.SETTLE, evidence.disputed)
    if left := evidence.drawn if sample is None else sample.left:
        return NextStep(Step.JUDGE_SAMPLE, left)
    # Bags whose drawn links are judged have too many parts to be judged as a whole.
    waiting = evidence.unjudged - evidence.divided
    if counts.judged < NEEDED and waiting and sample is not None:
        return NextStep(Step.DRAW, min(NEEDED - counts.judged, waiting))
    if counts.judged < NEEDED and waiting:
        return NextStep(Step.JUDGE, min(NEEDED - counts.judged, waiting))
    if evidence.disputed:
        return NextStep(Step.SETTLE, evidence.disputed)
    if reason is Reason.INTERVAL and counts.unsure:
        return NextStep(Step.DECIDE, counts.unsure)
    # The rest of few bags is judged sooner than a sample is drawn.
    if waiting and (sample is not None or waiting > NEEDED):
        return NextStep(Step.DRAW, _count_missing(evidence))
    if waiting:
        return NextStep(Step.JUDGE, waiting)
    return NextStep(Step.DECIDE, counts.unsure) if counts.unsure else None

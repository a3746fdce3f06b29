"""Verdicts become a tally: net, mean with its interval, a sign test, and the same counts by kind.

The tally knows nothing of metrics: whoever shows both sets them side by side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from coala.base.statistics import Interval, half_width_of_mean, share_that_may_differ, sign_test
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.consensus import Settled
from coala.verdicts.state import State


class Judgement(NamedTuple):
    """What the tally needs of one bag that has a verdict.

    ``changes`` are those that have their own; ``source`` is the file from which it was taken over, if it was.
    """

    verdict: Verdict
    kinds: tuple[Kind, ...]
    tags: tuple[str, ...] = ()
    gold_seen: bool | None = None
    changes: tuple[tuple[Kind, Verdict], ...] = ()
    source: str = ""


def make_judgement(
    verdict: Verdict,
    said: State | Settled,
    kinds: tuple[Kind, ...],
    changes: tuple[tuple[Kind, Verdict], ...] = (),
) -> Judgement:
    """Return what the tally needs of a bag of these kinds with this verdict, from what was said about it."""
    return Judgement(verdict, kinds, said.comment.tags, said.gold_seen, changes, said.source)


@dataclass(frozen=True)
class Counts:
    """How many bags got which verdict."""

    better: int = 0
    worse: int = 0
    same: int = 0
    unsure: int = 0

    @property
    def judged(self) -> int:
        """Bags with a verdict that says something: ``?`` does not."""
        return self.better + self.worse + self.same

    @property
    def net(self) -> int:
        """``+`` is +1, ``-`` is −1, ``=`` is 0. Positive: the change helped."""
        return self.better - self.worse


@dataclass(frozen=True, kw_only=True)
class Tally(Counts):
    """What the verdicts say so far of all ``interesting`` bags (specification, section 6).

    ``mean`` and ``interval`` are None where too few bags are judged, ``sign_test_p``, which leaves out ``=``,
    where there is no ``+`` and no ``-``. In ``by_kind`` a bag counts under each of its kinds, so it may add
    up to more bags than were judged; but where changes of a bag have verdicts of their own, these count in
    its place, each under its kind: ``changes`` so many, of ``bags_by_change`` bags; ``bags_of_kind`` are the
    bags that count under each, by themselves or by a change. Kinds come in the order
    of ``Kind``, those without any verdict are left out. Likewise ``by_tag``, with the most frequent tag
    first. ``with_gold`` counts the bags that were judged with gold in sight, ``taken_over`` those whose
    verdicts were taken over from other files, by their names.
    """

    interesting: int
    mean: float | None
    interval: Interval | None
    sign_test_p: float | None
    by_kind: Mapping[Kind, Counts]
    by_tag: Mapping[str, Counts]
    with_gold: int
    changes: int = 0
    bags_by_change: int = 0
    bags_of_kind: Mapping[Kind, int] = field(default_factory=dict)
    taken_over: Mapping[str, int] = field(default_factory=dict)


def tally_verdicts(interesting: int, judgements: Mapping[Judgement, int]) -> Tally:
    """Add up the judgements on some of the ``interesting`` bags, each with how many bags got it.

    A bag stands in one judgement. So counted, 100,000 verdicts are a handful of sums.
    """
    verdicts: Counter[Verdict] = Counter()
    by_kind: defaultdict[Kind, Counter[Verdict]] = defaultdict(Counter)
    by_tag: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    bags_of_kind: Counter[Kind] = Counter()
    sources: Counter[str] = Counter()
    with_gold = changes = bags_by_change = 0
    for judgement, bags in judgements.items():
        verdicts[judgement.verdict] += bags
        with_gold += bags if judgement.gold_seen else 0
        if judgement.source:
            sources[judgement.source] += bags
        for tag in judgement.tags:
            by_tag[tag][judgement.verdict] += bags
        changes += bags * len(judgement.changes)
        bags_by_change += bags if judgement.changes else 0
        told = judgement.changes or {(kind, judgement.verdict) for kind in judgement.kinds}
        for kind, verdict in told:
            by_kind[kind][verdict] += bags
        bags_of_kind.update({kind: bags for kind, _ in told})
    counts = _counts(verdicts)
    tags = sorted(by_tag, key=lambda tag: (-by_tag[tag].total(), tag))
    return Tally(
        **vars(counts),
        interesting=interesting,
        mean=counts.net / counts.judged if counts.judged else None,
        interval=interval(counts, interesting),
        sign_test_p=sign_test(counts.better, counts.worse),
        by_kind={kind: _counts(by_kind[kind]) for kind in Kind if kind in by_kind},
        by_tag={tag: _counts(by_tag[tag]) for tag in tags},
        with_gold=with_gold,
        changes=changes,
        bags_by_change=bags_by_change,
        bags_of_kind=bags_of_kind,
        taken_over=dict(sorted(sources.items())),
    )


def interval(counts: Counts, interesting: int) -> Interval | None:
    """A 95 % interval of the mean verdict over all bags, from the n that are judged.

    It lies within [−1, 1] and takes the judged bags for a random sample of all N, which are the interesting
    bags without the ``?``: what nobody can tell is not part of the mean. Further ``?`` among the unjudged
    would make N smaller and the interval narrower; once every bag has a verdict, the width is 0.

    None where nothing is judged, or one bag of many: one verdict has no variance.
    """
    judged, population = counts.judged, interesting - counts.unsure
    if judged > population:
        raise ValueError(f"{judged + counts.unsure} verdicts on {interesting} interesting bags")
    if not judged or (judged == 1 and population > 1):
        return None
    mean = counts.net / judged
    if judged == population:
        return mean, mean
    if judged in (counts.better, counts.worse, counts.same):
        return _interval_of_equal_verdicts(counts, population)
    # Σ (v − mean)² = Σ v² − (Σ v)²/n, and v² is 1 for + and for −.
    variance = (counts.better + counts.worse - counts.net**2 / judged) / (judged - 1)
    half_width = half_width_of_mean(variance, judged, population)
    return max(-1.0, mean - half_width), min(1.0, mean + half_width)


def tally_as_json(result: Tally) -> dict[str, object]:
    """The tally as in the specification, section 7, without the scores, which are not its matter."""
    return {
        "format": "coala-tally/1",
        "interesting": result.interesting,
        "judged": result.judged,
        **_counts_as_json(result),
        "mean": result.mean,
        "interval": None if result.interval is None else list(result.interval),
        "sign_test_p": result.sign_test_p,
        "sign_test_dropped": result.same,
        "by_kind": {kind.value: _counts_as_json(counts) for kind, counts in result.by_kind.items()},
        "by_kind_of": {
            "bags": result.judged + result.unsure - result.bags_by_change,
            "bags_by_change": result.bags_by_change,
            "changes": result.changes,
        },
        "by_tag": {tag: _counts_as_json(counts) for tag, counts in result.by_tag.items()},
        "judged_with_gold_in_sight": result.with_gold,
        "taken_over": dict(result.taken_over),
    }


def _counts(verdicts: Counter[Verdict]) -> Counts:
    return Counts(
        better=verdicts[Verdict.BETTER],
        worse=verdicts[Verdict.WORSE],
        same=verdicts[Verdict.SAME],
        unsure=verdicts[Verdict.UNSURE],
    )


def _counts_as_json(counts: Counts) -> dict[str, int]:
    return {
        "better": counts.better,
        "worse": counts.worse,
        "same": counts.same,
        "unsure": counts.unsure,
        "net": counts.net,
    }


def _interval_of_equal_verdicts(counts: Counts, population: int) -> Interval:
    """What n equal verdicts still allow: in the worst case each of those that they may have missed lies as
    far off as a verdict can, 2 from + or −, 1 from =.
    """
    share = share_that_may_differ(counts.judged, population)
    if counts.better:
        return 1 - 2 * share, 1.0
    if counts.worse:
        return -1.0, 2 * share - 1
    return -share, share

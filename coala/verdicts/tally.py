"""The tally of verdicts: net, mean with its interval, a sign test, and the counts by kind and by tag.

A bag is one item of a review, with one or more changes, each of a kind ("moved", "split", …). Its verdict is
``+`` (better), ``-`` (worse), ``=`` (the same) or ``?`` (not sure). The input are judgements, that is, what
the tally needs of a judged bag, each with the number of bags that have it. All counts are of bags, except
those by kind, which are of links and other changes. The tally does not depend on metrics.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from coala.base.statistics import Interval, sign_test
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.by_kind import BagKinds, KindCount, count_whole
from coala.verdicts.consensus import Settled
from coala.verdicts.state import State


class Judgement(NamedTuple):
    """The data of one judged bag for the tally."""

    verdict: Verdict | None
    """On the whole bag; None if only changes of it are judged."""
    kinds: BagKinds
    """What counts by kind in the bag."""
    tags: tuple[str, ...] = ()
    gold_seen: bool | None = None
    """True if gold was in sight when the bag was judged; None if unknown."""
    changes: tuple[KindCount, ...] | None = None
    """The verdicts by kind, if a change was judged by itself or groups were given; else all follow from
    the verdict on the bag."""
    source: str = ""
    """The file from which the verdict was carried over, or ""."""
    by_change: bool = False
    """True if a change of the bag has a verdict of its own."""

    @property
    def given(self) -> tuple[KindCount, ...]:
        """The verdicts by kind."""
        return count_whole(self.kinds, self.verdict) if self.changes is None else self.changes


def make_judgement(
    verdict: Verdict | None,
    state: State | Settled,
    kinds: BagKinds,
    changes: tuple[KindCount, ...] | None = None,
    *,
    by_change: bool = False,
) -> Judgement:
    """Return the data of a bag for the tally, with the comment and source of its state."""
    return Judgement(verdict, kinds, state.comment.tags, state.gold_seen, changes, state.source, by_change)


@dataclass(frozen=True)
class Counts:
    """The number of bags, or of links and other changes, with each verdict."""

    better: int = 0
    worse: int = 0
    same: int = 0
    unsure: int = 0
    open: int = 0
    """Links of answered bags that the verdicts leave open."""

    @property
    def judged(self) -> int:
        """The number of verdicts other than ``?``."""
        return self.better + self.worse + self.same

    @property
    def net(self) -> int:
        """The sum of verdicts, with ``+`` as +1, ``-`` as −1 and ``=`` as 0. Positive: the change helped."""
        return self.better - self.worse


@dataclass(frozen=True, kw_only=True)
class Tally(Counts):
    """The verdicts so far on all interesting bags, those with a difference (specification, section 6).

    In ``by_kind`` each link of a judged bag counts once, as better, worse or open, and each change without
    links with its own verdict, or else with that of its bag (``coala.verdicts.by_kind``). So the sums over
    all kinds are the counts of ``changes``.
    """

    interesting: int
    """The number of interesting bags, judged or not."""
    disputed: int = 0
    """The number of bags on which reviewers disagree."""
    mean: float | None
    interval: Interval | None
    """The mean verdict of the judged bags, and the bounds of that of all bags (``bound_mean``)."""
    sign_test_p: float | None
    """Of ``+`` against ``-``; None without either."""
    by_kind: Mapping[Kind, Counts]
    """Of links and other changes, in the order of ``Kind``, without kinds that have no verdict."""
    by_tag: Mapping[str, Counts]
    """Of bags, the most frequent tag first."""
    with_gold: int
    """The number of bags judged with gold in sight."""
    changes: Counts = field(default_factory=Counts)
    """The verdicts on the links and other changes of all bags with a verdict."""
    bags_by_change: int = 0
    """The number of bags with a verdict on an own change or a link."""
    changes_alone: int = 0
    """The number of bags with verdicts on own changes or links only."""
    taken_over: Mapping[str, int] = field(default_factory=dict)
    """The number of bags with verdicts from other files, by file name."""


def tally_verdicts(interesting: int, judgements: Mapping[Judgement, int], disputed: int = 0) -> Tally:
    """Add up judgements, each with the number of bags that have it, out of ``interesting`` bags.

    Each bag is in one judgement, or it is one of the ``disputed`` ones. Equal judgements are counted
    together, so 100,000 bags are a few sums. Judgements without a verdict on the bag have changes alone.
    """
    verdicts: Counter[Verdict] = Counter()
    by_kind: defaultdict[Kind, Counter[Verdict | None]] = defaultdict(Counter)
    by_tag: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    sources: Counter[str] = Counter()
    changes: Counter[Verdict | None] = Counter()
    with_gold = bags_by_change = changes_alone = 0
    for judgement, bags in judgements.items():
        for kind, verdict, number in judgement.given:
            by_kind[kind][verdict] += bags * number
            changes[verdict] += bags * number
        bags_by_change += bags if judgement.by_change else 0
        if judgement.verdict is None:
            changes_alone += bags if judgement.by_change else 0
            continue
        verdicts[judgement.verdict] += bags
        with_gold += bags if judgement.gold_seen else 0
        if judgement.source:
            sources[judgement.source] += bags
        for tag in judgement.tags:
            by_tag[tag][judgement.verdict] += bags
    counts = count_verdicts(verdicts)
    tags = sorted(by_tag, key=lambda tag: (-by_tag[tag].total(), tag))
    return Tally(
        **vars(counts),
        interesting=interesting,
        disputed=disputed,
        mean=counts.net / counts.judged if counts.judged else None,
        interval=bound_mean(counts, interesting, disputed),
        sign_test_p=sign_test(counts.better, counts.worse),
        by_kind={kind: count_verdicts(by_kind[kind]) for kind in Kind if kind in by_kind},
        by_tag={tag: count_verdicts(by_tag[tag]) for tag in tags},
        with_gold=with_gold,
        changes=count_verdicts(changes),
        bags_by_change=bags_by_change,
        changes_alone=changes_alone,
        taken_over=dict(sorted(sources.items())),
    )


def bound_mean(counts: Counts, interesting: int, disputed: int) -> Interval | None:
    """Return the mean verdict on all bags, with each open bag at its worst and at its best.

    Open are the bags with ``?`` and those in dispute. None unless all bags are answered: verdicts on some of
    them say nothing about the others, unless they are a random sample (``coala.verdicts.sampling``).
    """
    answered = counts.judged + counts.unsure + disputed
    if answered > interesting:
        raise ValueError(f"{answered} answers on {interesting} interesting bags")
    if not counts.judged or answered < interesting:
        return None
    unknown = counts.unsure + disputed
    return (counts.net - unknown) / interesting, (counts.net + unknown) / interesting


def tally_as_json(result: Tally) -> dict[str, object]:
    """Return the tally as JSON (specification, section 7), without the scores."""
    return {
        "format": "coala-tally/1",
        "interesting": result.interesting,
        "judged": result.judged,
        "disputed": result.disputed,
        **counts_as_json(result),
        "mean": result.mean,
        "interval": None if result.interval is None else list(result.interval),
        "sign_test_p": result.sign_test_p,
        "sign_test_dropped": result.same,
        "by_kind": {kind.value: _kinds_as_json(counts) for kind, counts in result.by_kind.items()},
        "changes": {"judged": result.changes.judged, **_kinds_as_json(result.changes)},
        "bags_judged_by_change": result.bags_by_change,
        "by_tag": {tag: counts_as_json(counts) for tag, counts in result.by_tag.items()},
        "judged_with_gold_in_sight": result.with_gold,
        "taken_over": dict(result.taken_over),
    }


def count_verdicts(verdicts: Mapping[Any, int]) -> Counts:
    """Return the number of each verdict; None is an open one."""
    return Counts(
        better=verdicts.get(Verdict.BETTER, 0),
        worse=verdicts.get(Verdict.WORSE, 0),
        same=verdicts.get(Verdict.SAME, 0),
        unsure=verdicts.get(Verdict.UNSURE, 0),
        open=verdicts.get(None, 0),
    )


def _kinds_as_json(counts: Counts) -> dict[str, int]:
    """Return the number of links and other changes with each verdict, and of open links."""
    return {**counts_as_json(counts), "open": counts.open}


def counts_as_json(counts: Counts) -> dict[str, int]:
    """Return the number of each verdict as JSON, with the net."""
    return {
        "better": counts.better,
        "worse": counts.worse,
        "same": counts.same,
        "unsure": counts.unsure,
        "net": counts.net,
    }

"""Estimates of links from verdicts: bounds if all are answered, with valid intervals if few are."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.scores.findings import LinkTotals
from coala.verdicts.estimates import BagEvidence, Bounded, KeptLinks, LinkEstimates, estimate_links
from coala.verdicts.groups import Range
from coala.verdicts.link_answers import LinkAnswer, SideAnswer
from coala.verdicts.links import LinkCounts, RowLinks
from coala.verdicts.state import State
from tests.support.link_evidence import judge_bag, link_row
from tests.support.simulated_reviews import SHAPES, cover_figures, draw_reviews

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE
MERGE = LinkCounts(1, (link_row("a", 1, 0),))
SPLIT = LinkCounts(1, (link_row("b", 0, 1),))
MOVE = LinkCounts(1, (link_row("c", 1, 1),))
BOTH = LinkCounts(2, (*MERGE.rows, *SPLIT.rows))


def judged(links: LinkCounts, verdict: Verdict | None = None, **rows: Verdict) -> BagEvidence:
    """Return a bag with its verdict, and verdicts on its rows by the letter of their keys."""
    return judge_bag(
        links, State(verdict, rows=tuple((letter * 16, given) for letter, given in sorted(rows.items())))
    )


def estimate_sample(bags: Iterable[BagEvidence]) -> LinkEstimates:
    return estimate_links(list(bags), is_sample=True)


def between(low: Fraction | int, high: Fraction | int) -> Bounded:
    """Return a figure whose links are all answered, so that its limits are its bounds."""
    return Bounded(Fraction(low), Fraction(high), (float(low), float(high)))


def test_interval_of_a_sample_runs_from_the_low_limit_of_one_bound_to_the_high_limit_of_the_other() -> None:
    left = [judged(MERGE)] * 40
    decided = [*[judged(MERGE, BETTER)] * 7, *[judged(MERGE, WORSE)] * 2]
    lowest, highest, found = (
        estimate_sample([*decided, *[judged(MERGE, verdict)] * 3, *left]).made.share
        for verdict in (WORSE, BETTER, UNSURE)
    )
    assert lowest is not None
    assert highest is not None
    assert found == Bounded(Fraction(7, 12), Fraction(10, 12), (lowest.limits[0], highest.limits[1]))
    assert found == estimate_sample([*decided, *[judged(MERGE, SAME)] * 3, *left]).made.share


@pytest.mark.parametrize("verdict", [SAME, UNSURE])
def test_sample_when_all_verdicts_are_open_says_nothing_of_its_links(verdict: Verdict) -> None:
    found = estimate_sample([*[judged(MERGE, verdict)] * 10, *[judged(MERGE)] * 10])
    assert found.change == (0, 10)
    assert found.made.share == between(0, 1)
    assert found.change_of_all == between(0, 20)


def of_links(number: int, verdict: Verdict | None = None) -> BagEvidence:
    """Return a bag that lost some links."""
    return judged(LinkCounts(1, (link_row("a", 0, number),)), verdict)


def test_a_bag_beyond_compare_with_few_of_the_links_widens_the_interval_by_all_of_them() -> None:
    small = [*[of_links(1, BETTER)] * 8, *[of_links(1, WORSE)] * 2, *[of_links(1)] * 30]
    alone, found = estimate_sample(small).lost.share, estimate_sample([*small, of_links(10)]).lost.share
    assert alone is not None
    assert found is not None
    assert (found.low, found.high) == (alone.low, alone.high)
    assert found.limits[0] == pytest.approx(0.8 * alone.limits[0])
    assert found.limits[1] == pytest.approx(0.8 * alone.limits[1] + 0.2)
    assert estimate_sample([*small, of_links(4)]).lost.gap == (0, 0)


def test_a_given_precision_covers_the_lost_links_though_none_of_them_was_wrong() -> None:
    # 8 of 10 links were right, and up to 2 of these are lost: 6 to 8 of the 8 that stay are right.
    found = estimate_links(
        [judged(SPLIT, SAME), judged(SPLIT, SAME)],
        LinkTotals(10, 8, 8),
        is_sample=False,
        baseline_precision=Fraction(8, 10),
    ).whole
    assert found is not None
    assert [part and (part.low, part.high) for part in found] == [
        (Fraction(8, 10), Fraction(8, 10)),
        (Fraction(6, 8), 1),
        (Fraction(-1, 20), Fraction(1, 5)),
        (Fraction(-1, 16), Fraction(1, 4)),
        (Fraction(-1, 4), 0),
    ]


def test_a_sample_of_kept_links_brings_its_own_doubt() -> None:
    bags = [judged(MERGE, BETTER), judged(SPLIT, WORSE)]
    found = estimate_links(bags, LinkTotals(101, 101, 100), is_sample=False, kept=KeptLinks(8, 2)).whole
    assert found is not None
    # 80 of those kept and the one that was lost.
    assert found.before.low == found.before.high == Fraction(81, 101)
    assert found.before.limits[0] < 0.6 < found.before.limits[1]
    assert found.after.low == Fraction(81, 101)
    # Whatever share of those kept is right, it is the same in both graphs.
    assert found.precision.limits == (0, 0)


def _list_ways(answer: LinkAnswer) -> list[tuple[int, int]]:
    """Return the numbers of good links made and lost that an answer allows."""
    return [
        (made, good - made)
        for good in range(answer.good.low, answer.good.high + 1)
        for made in range(answer.made.low, answer.made.high + 1)
        if answer.lost.low <= good - made <= answer.lost.high
    ]


class Oracle:
    """The figures of each way in which open links can be right or wrong."""

    def __init__(self, bags: Sequence[BagEvidence], kept: KeptLinks) -> None:
        self._made, self._lost = sum(bag.made for bag in bags), sum(bag.lost for bag in bags)
        self._kept = kept
        self._totals = [
            (sum(made for made, _ in ways), sum(lost for _, lost in ways))
            for ways in itertools.product(*(_list_ways(bag.answer) for bag in bags))
        ]

    def bound(self, figure: Callable[[int, int], int | Fraction]) -> tuple[int | Fraction, int | Fraction]:
        values = [figure(made, lost) for made, lost in self._totals]
        return min(values), max(values)

    def change(self, made: int, lost: int) -> int:
        return made - (self._lost - lost)

    def share_made(self, made: int, _: int) -> Fraction:
        return Fraction(made, self._made)

    def share_lost(self, _: int, lost: int) -> Fraction:
        return Fraction(lost, self._lost)

    def right_before(self, _: int, lost: int) -> int:
        return self._kept.right + self._lost - lost

    def before(self, made: int, lost: int) -> Fraction:
        return Fraction(self.right_before(made, lost), sum(self._kept) + self._lost)

    def after(self, made: int, lost: int) -> Fraction:
        return Fraction(self.right_before(made, lost) + self.change(made, lost), sum(self._kept) + self._made)

    def precision(self, made: int, lost: int) -> Fraction:
        return self.after(made, lost) - self.before(made, lost)

    def relative_precision(self, made: int, lost: int) -> Fraction:
        return self.after(made, lost) / self.before(made, lost) - 1

    def recall(self, made: int, lost: int) -> Fraction:
        return Fraction(self.change(made, lost), self.right_before(made, lost))

    def check(self, found: LinkEstimates, totals: LinkTotals) -> None:
        """Check that the estimates of a review with all links answered are the bounds of all ways."""
        assert found.change == self.bound(self.change)
        figures: list[tuple[Bounded | None, Callable[[int, int], int | Fraction]]]
        figures = [(found.change_of_all, self.change)]
        figures += [(found.made.share, self.share_made)] if self._made else []
        figures += [(found.lost.share, self.share_lost)] if self._lost else []
        if found.whole is None:
            assert not (totals.baseline and totals.changed and sum(self._kept))
        else:
            figures += [
                (found.whole.before, self.before),
                (found.whole.after, self.after),
                (found.whole.precision, self.precision),
            ]
            if self.bound(self.right_before)[0]:
                figures += [
                    (found.whole.relative_precision, self.relative_precision),
                    (found.whole.recall, self.recall),
                ]
            else:
                assert found.whole.recall is found.whole.relative_precision is None
        for bounded, figure in figures:
            assert bounded is not None
            low, high = self.bound(figure)
            assert (bounded.low, bounded.high) == (low, high), figure
            assert list(bounded.limits) == pytest.approx([float(low), float(high)])
            assert bounded.is_exact == (low == high), figure


def _check_complete(bags: Sequence[BagEvidence], kept: KeptLinks, *, is_sample: bool) -> None:
    made, lost = sum(bag.made for bag in bags), sum(bag.lost for bag in bags)
    totals = LinkTotals(sum(kept) + lost, sum(kept) + made, sum(kept))
    found = estimate_links(bags, totals, is_sample=is_sample, kept=kept)
    Oracle(bags, kept).check(found, totals)


ROWS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(Verdict)), min_size=1, max_size=2
)
KEPT = st.builds(KeptLinks, st.integers(0, 9), st.integers(0, 9))


@given(st.lists(ROWS, min_size=1, max_size=3), KEPT, st.booleans())
def test_figures_when_all_links_are_answered_are_the_bounds_of_all_ways(
    rows_of_bags: list[list[tuple[int, int, Verdict]]], kept: KeptLinks, is_sample: bool
) -> None:
    bags = []
    for rows in rows_of_bags:
        keys = [f"{place:016x}" for place in range(len(rows))]
        links = LinkCounts(
            len(rows), tuple(RowLinks(key, Kind.MOVED, *row[:2]) for key, row in zip(keys, rows, strict=True))
        )
        state = State(rows=tuple((key, verdict) for key, (_, _, verdict) in zip(keys, rows, strict=True)))
        answer = judge_bag(links, state).answer
        # Each link of a row is good or not by itself.
        good = sum(made + lost for made, lost, verdict in rows if verdict is BETTER)
        left = sum(made + lost for made, lost, verdict in rows if verdict in (SAME, UNSURE))
        assert answer.good == (good, good + left)
        bags.append(BagEvidence(sum(row[0] for row in rows), sum(row[1] for row in rows), answer))
    _check_complete(bags, kept, is_sample=is_sample)


@st.composite
def judged_as_wholes(draw: st.DrawFn) -> BagEvidence:
    """Return a bag whose good links are known only to be between two numbers, of made and lost together."""
    made, lost = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    low, high = sorted(draw(st.tuples(st.integers(0, made + lost), st.integers(0, made + lost))))
    return BagEvidence(
        made,
        lost,
        LinkAnswer(
            SideAnswer(made, max(0, low - lost), min(made, high)),
            SideAnswer(lost, max(0, low - made), min(lost, high)),
            Range(low, high),
        ),
    )


@given(st.lists(judged_as_wholes(), min_size=1, max_size=3), KEPT)
def test_figures_when_bags_bound_the_good_links_of_both_sides_together_are_the_bounds_of_all_ways(
    bags: list[BagEvidence], kept: KeptLinks
) -> None:
    _check_complete(bags, kept, is_sample=False)


@given(st.lists(ROWS, min_size=2, max_size=8), st.data())
def test_no_interval_of_a_sample_has_width_0_while_a_link_is_unknown(
    rows_of_bags: list[list[tuple[int, int, Verdict]]], data: st.DataObject
) -> None:
    judged_bags = []
    for rows in rows_of_bags:
        keys = [f"{place:016x}" for place in range(len(rows))]
        links = LinkCounts(
            len(rows), tuple(RowLinks(key, Kind.MOVED, *row[:2]) for key, row in zip(keys, rows, strict=True))
        )
        given = zip(keys, (verdict for _, _, verdict in rows), strict=True)
        answered = data.draw(st.booleans())
        judged_bags.append((links, State(rows=tuple(given)) if answered else State()))
    found = estimate_sample(itertools.starmap(judge_bag, judged_bags))
    is_known = {"made": True, "lost": True}
    for links, state in judged_bags:
        verdict_of = dict(state.rows)
        for row in links.rows:
            is_open = verdict_of.get(row.key) not in (BETTER, WORSE)
            is_known["made"] &= not (is_open and row.made)
            is_known["lost"] &= not (is_open and row.lost)
    figures = {
        "made": (found.made.share, is_known["made"]),
        "lost": (found.lost.share, is_known["lost"]),
        "change": (found.change_of_all, all(is_known.values())),
    }
    for name, (figure, known) in figures.items():
        if figure is not None:
            assert figure.is_exact == known, name


def test_change_when_good_links_exclude_each_other_has_an_interval() -> None:
    # In each judged bag either the link made or the one lost is good, but in the next both may be.
    drawn = [judged(BOTH, None, a=BETTER, b=WORSE), judged(BOTH, None, a=WORSE, b=BETTER)] * 3
    found = estimate_sample([*drawn, *[judged(BOTH)] * 20]).change_of_all
    assert found is not None
    assert found.low == found.high == 0
    assert found.limits[0] < -1 < 1 < found.limits[1]


@pytest.mark.parametrize("precision", [0.6, 0.95])
@pytest.mark.parametrize(("same", "unsure"), [(0, 0), (0.3, 0), (0, 0.2)])
def test_every_interval_covers(precision: float, same: float, unsure: float) -> None:
    random = np.random.default_rng(11)
    reviews = draw_reviews(SHAPES["ECB+"], 150, precision, 0.1, 100, random, same, unsure)
    covered = cover_figures(reviews, 30, random)
    assert set(covered.of) == {
        *("made", "lost", "change", "before", "after", "precision", "relative_precision", "recall")
    }
    for figure in covered.of:
        assert covered.share(figure) >= 0.89, figure


@pytest.mark.parametrize("worse", [0, 3])
def test_change_when_each_bag_gains_or_loses_a_link_has_the_limits_of_both_shares(worse: int) -> None:
    verdicts = [BETTER] * 5 + [WORSE] * worse
    drawn = [judge_bag(MOVE, State(verdict), 0, True) for verdict in verdicts]
    found = estimate_sample([*drawn, *[judge_bag(MOVE, State(), 0, False)] * 20])
    assert found.change_of_all is not None
    assert found.made.share is not None
    bags = found.made.total
    # The link made is right exactly if the link lost was wrong.
    assert found.lost.share is not None
    assert found.lost.share.limits == pytest.approx(found.made.share.limits)
    for end in (0, 1):
        limit = bags * (2 * found.made.share.limits[end] - 1)
        assert found.change_of_all.limits[end] == pytest.approx(limit)


def test_change_when_no_bag_both_makes_and_loses_links_has_limits_of_independent_shares() -> None:
    drawn = [
        judge_bag(links, State(verdict), 0, True)
        for links in (MERGE, SPLIT)
        for verdict in (BETTER, BETTER, WORSE)
    ]
    found = estimate_sample([*drawn, *[judge_bag(links, State(), 0, False) for links in (MERGE, SPLIT)] * 10])
    assert found.change_of_all is not None
    assert found.made.share is not None
    assert found.lost.share is not None
    assert found.lost.share.limits == pytest.approx(found.made.share.limits)
    below = float(found.made.share.low) - found.made.share.limits[0]
    expected = found.made.total * math.sqrt(2) * below
    assert float(found.change_of_all.low) - found.change_of_all.limits[0] == pytest.approx(expected)


def test_precision_stays_a_share_where_only_one_bound_contradicts_the_given_one() -> None:
    bags = [judged(SPLIT, UNSURE), judged(SPLIT, UNSURE)]
    found = estimate_links(bags, LinkTotals(10, 8, 8), is_sample=False, baseline_precision=Fraction(9, 10))
    assert found.whole is not None
    assert found.whole.after == Bounded(Fraction(7, 8), Fraction(1), (0.875, 1.0))

"""Estimates of links from verdicts: exact if all are judged, with valid intervals if few are."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.scores.findings import LinkTotals
from coala.verdicts.estimates import (
    BagEvidence,
    BagJudgement,
    JudgedBag,
    KeptLinks,
    LinkJudgement,
    estimate_from,
    estimate_links,
)
from coala.verdicts.links import LinkCounts, RowLinks
from coala.verdicts.shares import Estimate
from coala.verdicts.state import Manner, State
from tests.support.simulated_reviews import SHAPES, cover_figures, draw_reviews

BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE
MERGE = LinkCounts(1, (RowLinks("a" * 16, 1, 0),))
SPLIT = LinkCounts(1, (RowLinks("b" * 16, 0, 1),))
MOVE = LinkCounts(1, (RowLinks("c" * 16, 1, 1),))
BOTH = LinkCounts(2, (*MERGE.rows, *SPLIT.rows))


def judged(links: LinkCounts, verdict: Verdict | None = None, **rows: Verdict) -> JudgedBag:
    """Return a bag with its verdict, and verdicts on its rows by the letter of their keys."""
    return JudgedBag(
        links, State(verdict, rows=tuple((letter * 16, given) for letter, given in sorted(rows.items())))
    )


def test_a_verdict_says_that_made_links_are_right_and_lost_ones_were_wrong_or_the_reverse() -> None:
    found = estimate_links([judged(MERGE, BETTER), judged(SPLIT, BETTER), judged(MOVE, WORSE)])
    assert (found.made.total, found.made.judged, found.made.favourable) == (2, 2, 1)
    assert (found.lost.total, found.lost.judged, found.lost.favourable) == (2, 2, 1)
    assert found.made.share == (Fraction(1, 2), 0.5, 0.5)
    assert found.net == (Fraction(0), 0.0, 0.0)


def test_no_estimate_without_verdicts() -> None:
    found = estimate_links([judged(MERGE), judged(SPLIT)], LinkTotals(10, 10, 9))
    assert (found.made.share, found.lost.share, found.net, found.whole) == (None, None, None, None)


def test_verdict_on_a_bag_holds_for_each_of_its_changes() -> None:
    found = estimate_links([judged(BOTH, BETTER), judged(MERGE, WORSE)])
    assert (found.made.judged, found.made.favourable) == (2, 1)
    assert (found.lost.judged, found.lost.favourable) == (1, 1)


def test_verdict_on_a_bag_yields_to_that_on_a_change() -> None:
    found = estimate_links([judged(BOTH, BETTER, b=WORSE)])
    assert (found.made.judged, found.made.favourable) == (1, 1)
    assert (found.lost.judged, found.lost.favourable) == (1, 0)


@pytest.mark.parametrize(("verdict", "same", "unsure"), [(SAME, 2, 0), (UNSURE, 0, 2)])
def test_verdict_on_a_bag_that_decides_nothing_is_counted_for_each_link(
    verdict: Verdict, same: int, unsure: int
) -> None:
    found = estimate_links([judged(BOTH, verdict)])
    assert (found.made.judged, found.lost.judged, found.same, found.unsure) == (0, 0, same, unsure)


def test_verdicts_on_rows_count_whatever_the_verdict_on_the_bag() -> None:
    found = estimate_links([judged(BOTH, None, a=WORSE), judged(MOVE, BETTER, c=WORSE)])
    assert (found.made.judged, found.made.favourable) == (2, 0)
    assert (found.lost.judged, found.lost.favourable) == (1, 0)


def test_no_difference_and_cannot_tell_are_left_out_and_counted() -> None:
    found = estimate_links([judged(MERGE, BETTER), judged(MOVE, SAME), judged(SPLIT, UNSURE)])
    assert (found.made.total, found.made.judged, found.same, found.unsure) == (2, 1, 2, 1)
    assert found.made.share == (Fraction(1), 1.0, 1.0), "what nobody can tell is not part of the share"


def test_what_makes_no_difference_adds_no_right_link() -> None:
    found = estimate_links([judged(MERGE, BETTER), *[judged(MERGE, SAME)] * 9])
    assert found.net == Estimate(Fraction(1), 1.0, 1.0)


def test_links_with_no_difference_leave_as_much_doubt_on_net_as_links_without_a_verdict() -> None:
    left = [JudgedBag(MERGE, State(), 0, True)] * 40
    decided = [judged(MERGE, BETTER)] * 8 + [judged(MERGE, WORSE)] * 2
    doubts = []
    for verdict in (UNSURE, SAME):
        found = estimate_links([*decided, judged(MERGE, verdict), *left], baseline_precision=Fraction(4, 5))
        assert found.net is not None
        doubts.append(found.net.high - found.net.low)
    assert doubts[1] > 0.9 * doubts[0]
    # One of eleven links may be one of three: the share of ``=`` among the 40 others is not known exactly.
    only_right = estimate_links([*[judged(MERGE, BETTER)] * 10, judged(MERGE, SAME), *left])
    assert only_right.net is not None
    assert only_right.net.low < 40 < only_right.net.high


def test_when_every_verdict_is_no_difference_net_is_about_zero() -> None:
    found = estimate_links([*[judged(MERGE, SAME)] * 10, *[judged(MERGE)] * 10])
    assert found.made.share is None
    assert found.net is not None
    assert found.net.value == 0
    assert 0 <= found.net.low < 2 < found.net.high


def of_links(number: int, verdict: Verdict | None = None) -> JudgedBag:
    """Return a bag that lost some links."""
    return judged(LinkCounts(1, (RowLinks("a" * 16, 0, number),)), verdict)


def test_no_estimate_of_links_if_unjudged_bags_beyond_compare_have_most() -> None:
    small = [*[of_links(1, BETTER)] * 8, *[of_links(1, WORSE)] * 2, *[of_links(1)] * 30]
    great = [of_links(20), of_links(30), of_links(60)]
    found = estimate_links([*small, *great])
    assert (found.lost.judged, found.lost.favourable, found.lost.share) == (10, 8, None)
    assert found.lost.gap == (3, 110)
    assert found.net is None
    assert estimate_links([*small, *great[:2], of_links(60, WORSE)]).lost.share is not None


def test_a_bag_beyond_compare_with_few_of_the_links_widens_the_interval_by_all_of_them() -> None:
    small = [*[of_links(1, BETTER)] * 8, *[of_links(1, WORSE)] * 2, *[of_links(1)] * 30]
    alone, found = estimate_links(small).lost.share, estimate_links([*small, of_links(10)]).lost.share
    assert alone is not None
    assert found is not None
    assert found.value == alone.value
    assert found.low == pytest.approx(0.8 * alone.low)
    assert found.high == pytest.approx(0.8 * alone.high + 0.2)
    assert estimate_links([*small, of_links(4)]).lost.gap == (0, 0)


def test_verdicts_that_were_taken_over_are_left_out_and_counted() -> None:
    bags = [judged(MERGE, BETTER), JudgedBag(MERGE, State(WORSE, manner=Manner.TAKEN_OVER))]
    found = estimate_links(bags)
    assert (found.made.judged, found.left_out) == (1, 1)


def test_links_of_changes_that_are_left_out_of_the_comparison_leave_the_whole_unknown() -> None:
    bags = [
        judged(MERGE, BETTER),
        judged(LinkCounts(1, (RowLinks("b" * 16, 0, 1), RowLinks("", 1, 0))), BETTER),
    ]
    found = estimate_links(bags, LinkTotals(10, 11, 9), baseline_precision=Fraction(1, 2))
    assert (found.without_row, found.made.judged, found.made.total) == (1, 1, 2)
    assert found.net is not None
    assert found.whole is None


def test_a_given_precision_of_the_baseline_tells_what_became_of_the_whole() -> None:
    # Two right links more on 8 of 10: 10 of 12.
    bags = [judged(MERGE, BETTER), judged(MERGE, BETTER)]
    found = estimate_links(bags, LinkTotals(10, 12, 10), baseline_precision=Fraction(8, 10))
    assert found.whole is not None
    assert [part and part.value for part in found.whole] == [
        Fraction(8, 10),
        Fraction(10, 12),
        Fraction(10, 12) - Fraction(8, 10),
        Fraction(2, 8),
    ]
    assert found.whole.recall is not None
    assert found.whole.recall.low == found.whole.recall.high == pytest.approx(0.25)


def test_a_sample_of_kept_links_brings_its_own_doubt() -> None:
    bags = [judged(MERGE, BETTER), judged(SPLIT, WORSE)]
    found = estimate_links(bags, LinkTotals(101, 101, 100), kept=KeptLinks(8, 2)).whole
    assert found is not None
    # 80 of those kept and the one that was lost.
    assert found.before.value == Fraction(81, 101)
    assert found.before.low < 0.6 < found.before.high
    assert found.after.value == Fraction(81, 101)
    assert found.precision.low == found.precision.high == 0


def test_without_any_right_link_before_recall_has_no_change() -> None:
    found = estimate_links([judged(MERGE, BETTER)], LinkTotals(4, 5, 4), baseline_precision=Fraction(0))
    assert found.whole is not None
    assert found.whole.recall is None


links = st.integers(0, 4).flatmap(lambda made: st.tuples(st.just(made), st.integers(0, made)))


@given(st.lists(st.tuples(links, links), min_size=1, max_size=12), st.integers(0, 20), st.data())
def test_when_all_is_known_every_figure_is_exact(
    rows: list[tuple[tuple[int, int], tuple[int, int]]], kept: int, data: st.DataObject
) -> None:
    bags = [
        BagEvidence(
            made, lost, BagJudgement(LinkJudgement(made, right_made), LinkJudgement(lost, right_lost))
        )
        for (made, right_made), (lost, right_lost) in rows
    ]
    all_made, all_lost = sum(bag.made for bag in bags), sum(bag.lost for bag in bags)
    right_made, right_lost = (
        sum(bag.found.made.right for bag in bags),
        sum(bag.found.lost.right for bag in bags),
    )
    right_kept = data.draw(st.integers(0, kept))
    totals = LinkTotals(kept + all_lost, kept + all_made, kept)
    found = estimate_from(bags, totals, kept=KeptLinks(right_kept, kept - right_kept))
    assert found.net is not None
    net = right_made - right_lost
    assert found.net == Estimate(Fraction(net), net, net)
    if found.whole is not None:
        before, after = right_kept + right_lost, right_kept + right_made
        assert found.whole.before.value == Fraction(before, totals.baseline)
        assert found.whole.after.value == Fraction(after, totals.changed)
        assert found.whole.after.low == pytest.approx(found.whole.after.high)
        if before:
            assert found.whole.recall is not None
            assert found.whole.recall.value == Fraction(after, before) - 1


def test_bags_outside_of_a_sample_do_not_count_until_all_are_judged() -> None:
    drawn = [JudgedBag(MERGE, State(BETTER), 0, True), JudgedBag(MERGE, State(), 0, False)]
    outside = JudgedBag(MERGE, State(WORSE), 0, False)
    assert estimate_links([*drawn, outside]).made.judged == 1
    found = estimate_links([drawn[0], outside])
    assert found.made.share == (Fraction(1, 2), 0.5, 0.5)


@pytest.mark.parametrize("precision", [0.6, 0.95])
@pytest.mark.parametrize("same", [0, 0.3])
def test_every_interval_covers(precision: float, same: float) -> None:
    random = np.random.default_rng(11)
    reviews = draw_reviews(SHAPES["ECB+"], 150, precision, 0.1, 100, random, same)
    covered = cover_figures(reviews, 30, random)
    assert set(covered.of) == {"made", "lost", "net", "before", "after", "precision", "recall"}
    for figure in covered.of:
        assert covered.share(figure) >= 0.87, figure


@pytest.mark.parametrize("worse", [0, 3])
def test_net_when_each_bag_gains_or_loses_a_link_has_the_limits_of_both_shares(worse: int) -> None:
    verdicts = [BETTER] * 5 + [WORSE] * worse
    drawn = [JudgedBag(MOVE, State(verdict), 0, True) for verdict in verdicts]
    found = estimate_links([*drawn, *[JudgedBag(MOVE, State(), 0, False)] * 20])
    assert found.net is not None
    assert found.made.share is not None
    bags = found.made.total
    # The link made is right exactly if the link lost was wrong.
    assert found.lost.share is not None
    assert found.lost.share.low == pytest.approx(found.made.share.low)
    assert found.net.low == pytest.approx(bags * (2 * found.made.share.low - 1))
    assert found.net.high == pytest.approx(bags * (2 * found.made.share.high - 1))


def test_net_when_no_bag_both_makes_and_loses_links_has_limits_of_independent_shares() -> None:
    drawn = [
        JudgedBag(links, State(verdict), 0, True)
        for links in (MERGE, SPLIT)
        for verdict in (BETTER, BETTER, WORSE)
    ]
    found = estimate_links([*drawn, *[JudgedBag(links, State(), 0, False) for links in (MERGE, SPLIT)] * 10])
    assert found.net is not None
    assert found.made.share is not None
    assert found.lost.share is not None
    assert found.lost.share.low == pytest.approx(found.made.share.low)
    below = float(found.made.share.value) - found.made.share.low
    assert float(found.net.value) - found.net.low == pytest.approx(found.made.total * math.sqrt(2) * below)

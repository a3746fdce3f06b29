"""Estimates with gold as the reviewer, equal to the figures of gold, to the fraction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import fmean, median

import pytest
from hypothesis import assume, given

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag
from coala.scores.ratio import Ratio
from coala.verdicts.estimates import BagJudgement, JudgedBag, estimate_from, estimate_links
from coala.verdicts.links import BagLinks, count_links, find_links
from coala.verdicts.shares import Estimate
from tests.support import naive_diff
from tests.support.corpora import compare_ecbplus, compare_newswire
from tests.support.examples import limit_examples
from tests.support.gold_reviewer import GoldReviewer, share_of
from tests.support.graphs_by_hand import graph
from tests.support.naive_diff import Chains
from tests.support.paths import needs_shared

CORPORA = [
    pytest.param(partial(compare_newswire, gold=True), id="newswire"),
    pytest.param(partial(compare_ecbplus, gold=True), id="ECB+", marks=needs_shared),
]


def _compare(baseline: Chains, changed: Chains, gold: Chains) -> Comparison:
    sides = [{span for spans in side.values() for span in spans} for side in (baseline, changed, gold)]
    assume(sides[0] & sides[1])
    assume(all({span.document for span in side} == set(naive_diff.DOCUMENTS) for side in sides))
    graphs = [graph(side, texts=naive_diff.TEXTS) for side in (baseline, changed, gold)]
    return compare_graphs(*graphs)


def _check_links(comparison: Comparison) -> None:
    reviewer = GoldReviewer(comparison)
    bags = [bag for bag, _ in comparison.iterate_bags()]
    links = [(bag, find_links(bag)) for bag in bags]
    made = [reviewer.is_right(bag, link) for bag, found in links for link in found.made]
    lost = [reviewer.is_right(bag, link) for bag, found in links for link in found.lost]
    totals, kept = comparison.summary.links, reviewer.kept()
    assert totals is not None
    assert totals.kept == kept.right + kept.wrong

    found = estimate_from([reviewer.evidence(bag) for bag in bags], totals, kept=kept)
    wrong = share_of([not right for right in lost])
    assert [part.share and part.share.value for part in (found.made, found.lost)] == [share_of(made), wrong]
    assert found.net is not None
    net = sum(made) - sum(lost)
    assert found.net == Estimate(Fraction(net), net, net)
    if found.whole is not None:
        before, after = kept.right + sum(lost), kept.right + sum(made)
        assert found.whole.before.value == Fraction(before, totals.baseline)
        assert found.whole.after.value == Fraction(after, totals.changed)
        assert (found.whole.recall and found.whole.recall.value) == (
            Fraction(after, before) - 1 if before else None
        )


def _check_rows(comparison: Comparison) -> None:
    """Check that verdicts on rows judge the links under them as gold does."""
    reviewer = GoldReviewer(comparison)
    judged, made, lost = [], [], []
    for bag, _ in comparison.iterate_bags():
        state, links = reviewer.state(bag), find_links(bag)
        judged.append(JudgedBag(count_links(bag, links), state))
        mixed = _mixed_rows(reviewer, bag, links)
        made += [reviewer.is_right(bag, link) for link in links.made if link.row not in mixed]
        lost += [not reviewer.is_right(bag, link) for link in links.lost if link.row not in mixed]
    found = estimate_links(judged, comparison.summary.links)
    assert (found.made.judged, found.lost.judged) == (len(made), len(lost))
    assert [part.share and part.share.value for part in (found.made, found.lost)] == [
        share_of(made),
        share_of(lost),
    ]


def _mixed_rows(reviewer: GoldReviewer, bag: Bag, links: BagLinks) -> set[int | None]:
    """Return rows that did something right and something wrong, which no single verdict covers."""
    answers = [(link.row, reviewer.is_right(bag, link)) for link in links.made]
    answers += [(link.row, not reviewer.is_right(bag, link)) for link in links.lost]
    return {row for row, _ in answers if {(row, True), (row, False)} <= set(answers)}


@pytest.mark.parametrize("corpus", CORPORA)
def test_estimates_equal_what_gold_computes(corpus: Callable[[], Comparison]) -> None:
    comparison = corpus()
    _check_links(comparison)
    _check_rows(comparison)


@pytest.mark.parametrize(
    ("corpus", "links", "decided", "apart", "mean_keys"),
    [
        pytest.param(*CORPORA[0].values, 156, 146, 13, 3.54, id="newswire"),
        pytest.param(*CORPORA[1].values, 206, 180, 14, 1.27, id="ECB+", marks=needs_shared),
    ],
)
def test_full_review_of_bags_and_differing_changes_leaves_no_link_without_a_verdict(
    corpus: Callable[[], Comparison], links: int, decided: int, apart: int, mean_keys: float
) -> None:
    comparison = corpus()
    reviewer = GoldReviewer(comparison)
    reviews, bags = [], []
    for bag, _ in comparison.iterate_bags():
        state, keys = reviewer.review(bag)
        reviews.append((state, keys))
        bags.append(JudgedBag(count_links(bag, find_links(bag)), state))
    found = estimate_links(bags)
    judged = found.made.judged + found.lost.judged
    assert (found.made.total + found.lost.total, judged, judged + found.same) == (links, decided, links)
    assert found.unsure == 0
    assert sum(bool(state.rows) for state, _ in reviews) == apart
    keys_of_bags = [number for _, number in reviews]
    assert median(keys_of_bags) == 1
    assert round(fmean(keys_of_bags), 2) == mean_keys


def _right_links(comparison: Comparison) -> tuple[list[bool], list[bool], int]:
    """Return each made and lost link, right or not by gold, and the number of impure linked pieces."""
    reviewer = GoldReviewer(comparison)
    made, lost = [], []
    impure = set[tuple[Bag, tuple[int, ...]]]()
    for bag, _ in comparison.iterate_bags():
        links = find_links(bag)
        made += [reviewer.is_right(bag, link) for link in links.made]
        lost += [reviewer.is_right(bag, link) for link in links.lost]
        pieces = {piece for link in (*links.made, *links.lost) for piece in link.pieces}
        impure |= {(bag, piece) for piece in pieces if reviewer.is_impure(bag, piece)}
    return made, lost, len(impure)


def _muc_precision(comparison: Comparison) -> list[Ratio]:
    scores = comparison.summary.scores
    return [scores[side]["muc"].precision for side in ("baseline", "changed")]


@needs_shared
@pytest.mark.parametrize(
    ("names", "right_made", "right_lost", "muc", "impure_pieces"),
    [
        (("lemma-delta", "feature0"), (81, 177), (12, 29), (674, 743), 39),
        (("feature0", "feature0-kmeans"), (3, 11), (3, 26), (743, 743), 15),
    ],
)
def test_right_links_on_ecb_with_gold_as_reviewer_are_the_change_of_muc(
    names: tuple[str, str],
    right_made: tuple[int, int],
    right_lost: tuple[int, int],
    muc: tuple[int, int],
    impure_pieces: int,
) -> None:
    comparison = compare_ecbplus(*names, gold=True)
    made, lost, impure = _right_links(comparison)
    assert (sum(made), len(made)) == right_made
    assert (sum(lost), len(lost)) == right_lost
    before, after = _muc_precision(comparison)
    assert (before.numerator, after.numerator) == muc
    # Only of pure pieces this is a theorem; here it holds although some are impure.
    assert impure == impure_pieces
    assert sum(made) - sum(lost) == after.numerator - before.numerator


@given(naive_diff.chains("x"), naive_diff.chains("y"), naive_diff.chains("g"))
def test_right_links_of_pure_pieces_are_the_change_of_muc(
    baseline: Chains, changed: Chains, gold: Chains
) -> None:
    comparison = _compare(baseline, changed, gold)
    made, lost, impure = _right_links(comparison)
    assume(not impure)
    before, after = _muc_precision(comparison)
    assert sum(made) - sum(lost) == after.numerator - before.numerator


@limit_examples(25)
@given(naive_diff.chains("x"), naive_diff.chains("y"), naive_diff.chains("g"))
def test_estimates_equal_what_gold_computes_of_random_partitions(
    baseline: Chains, changed: Chains, gold: Chains
) -> None:
    comparison = _compare(baseline, changed, gold)
    _check_links(comparison)
    _check_rows(comparison)


@limit_examples(25)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_a_change_to_gold_makes_right_links_only_and_one_away_from_gold_loses_right_links_only(
    baseline: Chains, changed: Chains
) -> None:
    for sides, made, lost in (
        ((baseline, changed, changed), 1, None),
        ((baseline, changed, baseline), None, 0),
    ):
        comparison = _compare(*sides)
        reviewer = GoldReviewer(comparison)
        found = estimate_from(
            [reviewer.evidence(bag) for bag, _ in comparison.iterate_bags()],
            comparison.summary.links,
            kept=reviewer.kept(),
        )
        if made is not None and found.made.share is not None:
            assert found.made.share.value == made
        if lost is not None and found.lost.share is not None:
            assert found.lost.share.value == lost


def test_a_sample_of_the_bags_of_newswire_brackets_what_gold_says_of_all() -> None:
    comparison = compare_newswire(gold=True)
    reviewer = GoldReviewer(comparison)
    bags = [reviewer.evidence(bag) for bag, _ in comparison.iterate_bags()]
    everything = estimate_from(bags)
    some = estimate_from(
        [bag if number % 2 else bag._replace(found=BagJudgement()) for number, bag in enumerate(bags)]
    )
    assert everything.made.share is not None
    assert some.made.share is not None
    assert some.made.share.low < everything.made.share.value < some.made.share.high
    assert some.made.share.low < some.made.share.high

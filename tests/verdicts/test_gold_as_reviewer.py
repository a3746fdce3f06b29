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
from coala.verdicts.estimates import NO_ANSWER, Bounded, JudgedBag, estimate_from, estimate_links
from coala.verdicts.links import BagLinks, count_links, find_links
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

    found = estimate_from([reviewer.evidence(bag) for bag in bags], totals, is_sample=False, kept=kept)
    wrong = share_of([not right for right in lost])
    assert [_read_exact(part.share) for part in (found.made, found.lost)] == [share_of(made), wrong]
    change = sum(made) - sum(lost)
    assert found.change == (change, change)
    assert _read_exact(found.change_of_all) == change
    if found.whole is not None:
        before, after = kept.right + sum(lost), kept.right + sum(made)
        assert _read_exact(found.whole.before) == Fraction(before, totals.baseline)
        assert _read_exact(found.whole.after) == Fraction(after, totals.changed)
        assert _read_exact(found.whole.recall) == (Fraction(after, before) - 1 if before else None)


def _read_exact(figure: Bounded | None) -> Fraction | None:
    """Return the value of a figure that must have no doubt."""
    if figure is None:
        return None
    assert figure.low == figure.high
    assert list(figure.limits) == pytest.approx([float(figure.low)] * 2)
    return figure.low


def _check_rows(comparison: Comparison) -> None:
    """Check that verdicts on rows bound the good links under them: exactly, but for mixed rows."""
    reviewer = GoldReviewer(comparison)
    judged, made, lost = [], [], []
    mixed_made = mixed_lost = 0
    for bag, _ in comparison.iterate_bags():
        state, links = reviewer.state(bag), find_links(bag)
        judged.append(JudgedBag(count_links(bag, links), state))
        mixed = _mixed_rows(reviewer, bag, links)
        mixed_made += sum(link.row in mixed for link in links.made)
        mixed_lost += sum(link.row in mixed for link in links.lost)
        made += [reviewer.is_right(bag, link) for link in links.made if link.row not in mixed]
        lost += [not reviewer.is_right(bag, link) for link in links.lost if link.row not in mixed]
    found = estimate_links(judged, comparison.summary.links, is_sample=False)
    for side, good, open_ in ((found.made, made, mixed_made), (found.lost, lost, mixed_lost)):
        assert (side.total, side.answer.judged, side.answer.same) == (len(good) + open_, len(good), open_)
        assert side.good == (sum(good), sum(good) + open_)
        assert side.is_complete
        if side.total:
            assert side.share is not None
            ends = (side.share.low, side.share.high)
            assert ends == tuple(Fraction(each, side.total) for each in side.good)
    change = sum(made) + sum(lost) - found.lost.total
    assert found.change == (change, change + mixed_made + mixed_lost)


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
    found = estimate_links(bags, is_sample=False)
    made, lost = found.made.answer, found.lost.answer
    assert (made.answered + lost.answered, made.judged + lost.judged) == (links, decided)
    assert found.made.total + found.lost.total == links
    assert made.unsure + lost.unsure == 0
    assert found.change.high - found.change.low == links - decided
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
            is_sample=False,
            kept=reviewer.kept(),
        )
        if made is not None and found.made.share is not None:
            assert _read_exact(found.made.share) == made
        if lost is not None and found.lost.share is not None:
            assert _read_exact(found.lost.share) == lost


def test_a_sample_of_the_bags_of_newswire_brackets_what_gold_says_of_all() -> None:
    comparison = compare_newswire(gold=True)
    reviewer = GoldReviewer(comparison)
    bags = [reviewer.evidence(bag) for bag, _ in comparison.iterate_bags()]
    everything = estimate_from(bags, is_sample=True).made.share
    half = [bag if number % 2 else bag._replace(answer=NO_ANSWER) for number, bag in enumerate(bags)]
    some = estimate_from(half, is_sample=True).made.share
    assert everything is not None
    assert some is not None
    assert some.limits[0] < everything.low == everything.high < some.limits[1]
    # The same bags say nothing about the others if they are no random sample.
    assert estimate_from(half, is_sample=False).made.share is None

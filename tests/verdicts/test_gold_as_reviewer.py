"""Estimates with gold as the reviewer, equal to the figures of gold, to the fraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import assume, given

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag, Verdict
from coala.scores.ratio import Ratio
from coala.verdicts.estimates import BagEvidence, Bounded, estimate_links
from coala.verdicts.link_answers import NO_ANSWER, judge_by_groups
from coala.verdicts.links import count_links, find_links, find_parts
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

    found = estimate_links([reviewer.evidence(bag) for bag in bags], totals, is_sample=False, kept=kept)
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


@pytest.mark.parametrize("corpus", CORPORA)
def test_estimates_equal_what_gold_computes(corpus: Callable[[], Comparison]) -> None:
    comparison = corpus()
    _check_links(comparison)


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


class Pair(NamedTuple):
    """A pair of graphs with gold as the reviewer: the figures of the specification's table, section 6a."""

    compare: Callable[[], Comparison]
    bags: tuple[int, int]  # all with links, and those of more than two parts
    verdicts: tuple[int, int, int]  # better, the same, worse
    change: int
    change_opened: int
    bounds: tuple[int, int]  # of ΔC by the verdicts alone
    by_answer: tuple[int, int]  # of one link or of an exact verdict, and judged as wholes


PAIRS = [
    pytest.param(
        Pair(
            partial(compare_ecbplus, "lemma-delta", "feature0", gold=True),
            bags=(146, 33),
            verdicts=(58, 12, 76),
            change=69,
            change_opened=69,
            bounds=(57, 72),
            by_answer=(130, 16),
        ),
        id="ECB+ lemma-delta to feature0",
        marks=needs_shared,
    ),
    pytest.param(
        Pair(
            partial(compare_ecbplus, "feature0", "feature0-kmeans", gold=True),
            bags=(23, 9),
            verdicts=(15, 6, 2),
            change=-1,
            change_opened=0,
            bounds=(-3, 1),
            by_answer=(0, 0),
        ),
        id="ECB+ feature0 to feature0-kmeans",
        marks=needs_shared,
    ),
    pytest.param(
        Pair(
            partial(compare_newswire, gold=True),
            bags=(27, 20),
            verdicts=(18, 0, 9),
            change=98,
            change_opened=96,
            bounds=(58, 119),
            by_answer=(0, 0),
        ),
        id="newswire",
    ),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_groups_of_gold_give_the_figures_of_the_specification(pair: Pair) -> None:
    comparison = pair.compare()
    reviewer = GoldReviewer(comparison)
    bags = [bag for bag, _ in comparison.iterate_bags() if find_parts(bag)]
    assert (len(bags), sum(len(find_parts(bag)) > 2 for bag in bags)) == pair.bags
    verdicts = Counter(reviewer.count(bag).verdict for bag in bags)
    assert tuple(verdicts[each] for each in (Verdict.BETTER, Verdict.SAME, Verdict.WORSE)) == pair.verdicts
    totals = comparison.summary.links
    assert totals is not None
    found = estimate_links(list(map(reviewer.evidence_by_groups, bags)), totals, is_sample=False)
    assert (found.made.total, found.lost.total) == (totals.made, totals.lost)
    assert found.change == (pair.change, pair.change)
    assert _read_exact(found.change_of_all) == pair.change
    alone = estimate_links(list(map(reviewer.evidence_by_verdict, bags)), totals, is_sample=False)
    assert alone.change == pair.bounds
    opened = [reviewer.count(bag, opened=True) for bag in bags]
    assert sum(each.change.low for each in opened) == pair.change_opened
    before, after = _muc_precision(comparison)
    assert pair.change_opened == after.numerator - before.numerator


@pytest.mark.parametrize("pair", PAIRS)
def test_precision_with_opened_parts_is_that_of_gold(pair: Pair) -> None:
    comparison = pair.compare()
    reviewer = GoldReviewer(comparison)
    bags = [bag for bag, _ in comparison.iterate_bags() if find_parts(bag)]
    evidence = []
    for bag in bags:
        links, counts = reviewer.count(bag, opened=True), count_links(bag)
        evidence.append(BagEvidence(counts.made, counts.lost, judge_by_groups([links])))
    before, after = _muc_precision(comparison)
    found = estimate_links(
        evidence, comparison.summary.links, is_sample=False, baseline_precision=before.exact
    )
    assert found.whole is not None
    assert _read_exact(found.whole.before) == before.exact
    assert _read_exact(found.whole.after) == after.exact


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
def test_right_links_of_gold_with_opened_parts_are_the_change_of_muc(
    baseline: Chains, changed: Chains, gold: Chains
) -> None:
    comparison = _compare(baseline, changed, gold)
    reviewer = GoldReviewer(comparison)
    links = [reviewer.count(bag, opened=True) for bag, _ in comparison.iterate_bags()]
    before, after = _muc_precision(comparison)
    assert sum(each.change.low for each in links) == after.numerator - before.numerator


@limit_examples(25)
@given(naive_diff.chains("x"), naive_diff.chains("y"), naive_diff.chains("g"))
def test_estimates_equal_what_gold_computes_of_random_partitions(
    baseline: Chains, changed: Chains, gold: Chains
) -> None:
    comparison = _compare(baseline, changed, gold)
    _check_links(comparison)


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
        found = estimate_links(
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
    everything = estimate_links(bags, is_sample=True).made.share
    half = [bag if number % 2 else bag._replace(answer=NO_ANSWER) for number, bag in enumerate(bags)]
    some = estimate_links(half, is_sample=True).made.share
    assert everything is not None
    assert some is not None
    assert some.limits[0] < everything.low == everything.high < some.limits[1]
    # The same bags say nothing about the others if they are no random sample.
    assert estimate_links(half, is_sample=False).made.share is None

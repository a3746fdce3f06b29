"""Intervals of samples of ECB+, judged by gold: they hold the truth in at least 93.5 % of 400 samples."""

from __future__ import annotations

from functools import cache

import pytest

from coala.model.bag import Bag, Verdict
from coala.model.kinds import Kind
from coala.verdicts.estimates import BagEvidence, LinkEstimates, estimate_links
from coala.verdicts.link_answers import NO_ANSWER
from coala.verdicts.links import find_links, find_parts
from coala.verdicts.sampling import DrawnItem, DrawnUnit, SampledItem, draw_sample, estimate_all
from coala.verdicts.state import VALUE_OF
from tests.support.corpora import compare_ecbplus
from tests.support.gold_reviewer import GoldReviewer
from tests.support.paths import needs_shared
from tests.support.simulated_reviews import Covered, answer_exactly

pytestmark = needs_shared

SAMPLES = 400
DRAWN = 40
LEAST = 0.935


class Corpus:
    """The bags of ECB+ with links, judged by gold in several ways."""

    def __init__(self) -> None:
        comparison = compare_ecbplus("lemma-delta", "feature0", gold=True)
        self.reviewer = GoldReviewer(comparison)
        self.bags: list[Bag] = [bag for bag, _ in comparison.iterate_bags() if find_parts(bag)]
        self.verdicts: list[Verdict] = [self.reviewer.count(bag).verdict for bag in self.bags]
        self.by_groups = list(map(self.reviewer.evidence_by_groups, self.bags))
        self.by_verdict = list(map(self.reviewer.evidence_by_verdict, self.bags))
        self.described = [
            SampledItem(bag.fingerprint, bag.kinds, evidence.made + evidence.lost)
            for bag, evidence in zip(self.bags, self.by_groups, strict=True)
        ]


read_corpus = cache(Corpus)


def _count(covered: Covered, found: LinkEstimates, truth: dict[str, float]) -> None:
    figures = {"made": found.made.share, "lost": found.lost.share, "change": found.change_of_all}
    for name, figure in figures.items():
        if figure is not None:
            covered.count(name, figure.limits, truth[name])


def _find_truth(evidence: list[BagEvidence]) -> dict[str, float]:
    found = estimate_links(evidence, is_sample=False)
    assert found.made.share is not None
    assert found.lost.share is not None
    return {
        "made": float(found.made.share.low),
        "lost": float(found.lost.share.low),
        "change": found.change.low,
    }


@pytest.mark.parametrize("by_groups", [True, False])
@pytest.mark.timeout(600)
def test_intervals_of_a_sample_of_bags_hold_by_groups_and_by_verdicts(*, by_groups: bool) -> None:
    corpus = read_corpus()
    judged = corpus.by_groups if by_groups else corpus.by_verdict
    truth = _find_truth(corpus.by_groups)
    assert truth["change"] == 69
    mean = sum(VALUE_OF[verdict] for verdict in corpus.verdicts) / len(corpus.verdicts)
    covered = Covered()
    for seed in range(SAMPLES):
        sample = draw_sample(corpus.described, DRAWN, seed)
        drawn = frozenset(sample.drawn)
        bags = [
            bag._replace(
                answer=bag.answer if number in drawn else NO_ANSWER,
                stratum=sample.stratum_of[number],
                drawn=number in drawn,
            )
            for number, bag in enumerate(judged)
        ]
        _count(covered, estimate_links(bags, is_sample=True), truth)
        verdicts = [verdict if number in drawn else None for number, verdict in enumerate(corpus.verdicts)]
        found = estimate_all(sample, verdicts).mean
        assert found is not None
        covered.count("mean", (found.low, found.high), mean)
    assert {figure: covered.of[figure] for figure in covered.of} == dict.fromkeys(
        ("made", "lost", "change", "mean"), SAMPLES
    )
    for figure in covered.of:
        assert covered.share(figure) >= LEAST, (figure, covered.share(figure))


@pytest.mark.timeout(600)
def test_intervals_of_a_sample_of_links_of_one_large_bag_hold() -> None:
    """Join all bags into one: a sample draws its links one by one."""
    corpus = read_corpus()
    items, described, evidence = [], [], []
    for bag in corpus.bags:
        for unit, links in zip((DrawnUnit.MADE, DrawnUnit.LOST), find_links(bag), strict=True):
            is_made = unit is DrawnUnit.MADE
            for link in links:
                is_good = corpus.reviewer.is_right(bag, link) is is_made
                name = f"{bag.fingerprint} {unit} {link.piece[0]}"
                kind = Kind.MERGED if link.row is None else bag.divergences[link.row].kind
                items.append(DrawnItem(0, unit, (name,)))
                described.append(SampledItem(name, (kind,), 1))
                answer = answer_exactly(is_made, is_good and is_made, not is_made, is_good and not is_made)
                evidence.append(BagEvidence(int(is_made), int(not is_made), answer))
    truth = _find_truth(evidence)
    assert (len(items), truth["change"]) == (206, 69)
    covered = Covered()
    for seed in range(SAMPLES):
        sample = draw_sample(described, DRAWN, seed, {0: tuple(items)})
        drawn = frozenset(sample.drawn)
        judged = [
            link._replace(
                answer=link.answer if number in drawn else NO_ANSWER,
                stratum=sample.stratum_of[number],
                drawn=number in drawn,
            )
            for number, link in enumerate(evidence)
        ]
        _count(covered, estimate_links(judged, is_sample=True), truth)
        # No bag is drawn as a whole, so there is no mean.
        assert estimate_all(sample, [None] * len(items)).mean is None
    for figure in covered.of:
        assert covered.share(figure) >= LEAST, (figure, covered.share(figure))
    assert dict(covered.of) == dict.fromkeys(("made", "lost", "change"), SAMPLES)

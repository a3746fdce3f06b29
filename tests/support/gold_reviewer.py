"""A reviewer who knows gold, and judges what changed between two graphs by it.

This reviewer says who is who: each part of a bag is in the group of its most frequent gold class
(specification, section 6a). A link by itself is right if gold has a mention of its piece and one of those
before it in the same class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from coala.engine.compare import Comparison
from coala.engine.scope import cluster_sides
from coala.model.bag import Bag, GoldChain
from coala.model.values import Span
from coala.scores.findings import LinkTotals
from coala.scores.ratio import Ratio
from coala.verdicts.estimates import BagEvidence, Bounded, KeptLinks, estimate_links
from coala.verdicts.groups import (
    GroupedLinks,
    Groups,
    count_grouped_links,
    group_by_gold,
    place_parts,
)
from coala.verdicts.link_answers import NO_ANSWER, judge_by_groups, judge_whole
from coala.verdicts.links import ChainLink, Part, count_links, find_links, find_parts
from tests.support.simulated_reviews import answer_exactly, list_whole_figures


class GoldReviewer:
    """Judges the bags of a comparison with a gold graph: by groups, by verdicts, or link by link."""

    def __init__(self, comparison: Comparison) -> None:
        corpus = comparison.corpus
        self._sides = cluster_sides(corpus)
        gold = self._sides[2].classes.tolist()
        self._class_of: Mapping[Span, int] = {
            corpus.span(number): class_ for number, class_ in enumerate(gold) if class_ >= 0
        }

    def is_right(self, bag: Bag, link: ChainLink) -> bool:
        """Return True if a mention of the piece and one of the pieces before it share a gold class."""
        before = {self._class_of.get(bag.spans[span]) for piece in link.before for span in piece}
        own = {self._class_of.get(bag.spans[span]) for span in link.piece}
        return bool((before & own) - {None})

    def is_impure(self, bag: Bag, piece: Sequence[int]) -> bool:
        """Return True if gold has more than one thing in the piece; a mention that gold lacks is one."""
        things = [self._class_of.get(bag.spans[span]) for span in piece]
        return len(set(things) - {None}) + things.count(None) > 1

    def group(self, bag: Bag, parts: Sequence[Part], *, opened: bool = False) -> Groups:
        """Say who is who in a bag; if ``opened``, parts of several things are opened."""
        return group_by_gold(parts, self.chains(bag), opened=opened)

    def chains(self, bag: Bag) -> list[GoldChain]:
        """Return the gold chains of a bag."""
        spans_of: defaultdict[int, list[int]] = defaultdict(list)
        for number, span in enumerate(bag.spans):
            if span in self._class_of:
                spans_of[self._class_of[span]].append(number)
        return [GoldChain(name, "", "", tuple(spans), 0, 0) for name, spans in spans_of.items()]

    def count(self, bag: Bag, *, opened: bool = False) -> GroupedLinks:
        """Count the links of a bag by gold's groups."""
        parts = find_parts(bag)
        return count_grouped_links(place_parts(parts, self.group(bag, parts, opened=opened)))

    def evidence(self, bag: Bag) -> BagEvidence:
        """Judge every link of the bag by itself."""
        made, lost = find_links(bag)
        good_made = sum(self.is_right(bag, link) for link in made)
        good_lost = sum(not self.is_right(bag, link) for link in lost)
        answer = answer_exactly(len(made), good_made, len(lost), good_lost)
        return BagEvidence(len(made), len(lost), answer)

    def evidence_by_groups(self, bag: Bag) -> BagEvidence:
        """Say who is who in the bag."""
        links = self.count(bag)
        return BagEvidence(links.made, links.lost, judge_by_groups([links]))

    def evidence_by_verdict(self, bag: Bag) -> BagEvidence:
        """Give the bag only the verdict that follows from the groups."""
        answer = judge_whole(count_links(bag), self.count(bag).verdict, {})
        return self.evidence_by_groups(bag)._replace(answer=answer)

    def kept(self) -> KeptLinks:
        """Judge all links that both graphs have: each mention of a shared piece with those before it."""
        seen: dict[tuple[int, int], set[int]] = {}
        right = wrong = 0
        classes = [side.classes.tolist() for side in self._sides]
        for *piece, gold in zip(*classes, strict=True):
            if -1 in piece:
                continue
            before = seen.setdefault((piece[0], piece[1]), set())
            if before:
                right, wrong = (
                    right + (gold in before and gold >= 0),
                    wrong + (gold not in before or gold < 0),
                )
            before.add(gold)
        return KeptLinks(right, wrong)


@dataclass(frozen=True)
class GoldReview:
    """A comparison with all bags judged by gold, and the figures of the whole by its groups."""

    bags: Sequence[BagEvidence]
    known: Sequence[BagEvidence]
    """The same bags with who is who in each."""
    totals: LinkTotals
    kept: KeptLinks
    baseline: Ratio
    """The precision of the baseline, by MUC."""

    @classmethod
    def from_comparison(cls, comparison: Comparison, *, by_groups: bool = True) -> GoldReview:
        """Judge by groups, or by verdicts on whole bags."""
        reviewer = GoldReviewer(comparison)
        totals = comparison.summary.links
        assert totals is not None
        bags = [bag for bag, _ in comparison.iterate_bags() if find_parts(bag)]
        known = list(map(reviewer.evidence_by_groups, bags))
        judged = known if by_groups else list(map(reviewer.evidence_by_verdict, bags))
        baseline = comparison.summary.scores["baseline"]["muc"].precision
        return cls(judged, known, totals, reviewer.kept(), baseline)

    def truth(self) -> dict[str, float]:
        """Return each figure with the baseline's precision of MUC and all links by gold's groups."""
        good_made, good_lost = (
            sum(side.low for side in sides)
            for sides in (
                [bag.answer.made for bag in self.known],
                [bag.answer.lost for bag in self.known],
            )
        )
        change = good_made + good_lost - self.totals.lost
        right = self.baseline.numerator
        before, after = right / self.totals.baseline, (right + change) / self.totals.changed
        return {
            "made": good_made / self.totals.made,
            "lost": good_lost / self.totals.lost if self.totals.lost else 0.0,
            "change": change,
            "before": before,
            "after": after,
            "precision": after - before,
            "relative_precision": after / before - 1,
            "recall": change / right,
        }

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Bounded | None]:
        """Return the same figures from ``judged`` random bags.

        The baseline's precision is MUC's where it is ``given``, else it comes from 100 links of both graphs.
        """
        chosen = set(random.permutation(len(self.bags))[:judged].tolist())
        bags = [
            bag if number in chosen else bag._replace(answer=NO_ANSWER)
            for number, bag in enumerate(self.bags)
        ]
        right = int(random.hypergeometric(self.kept.right, self.kept.wrong, 100))
        found = estimate_links(
            bags,
            self.totals,
            is_sample=True,
            baseline_precision=self.baseline.exact if given else None,
            kept=KeptLinks(right, 100 - right),
        )
        figures = {"made": found.made.share, "lost": found.lost.share, "change": found.change_of_all}
        return figures | list_whole_figures(found, given=given)


def share_of(answers: Iterable[bool]) -> Fraction | None:
    """Return the share of true values."""
    found = list(answers)
    return Fraction(sum(found), len(found)) if found else None

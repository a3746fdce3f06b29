"""A reviewer who knows gold, and judges what changed between two graphs by it.

A class (chain) of one graph falls into *pieces*, its parts that are together in the other graph too. A *link*
joins a piece to the pieces before it, so a class of k pieces has k − 1 links that changed; a link is right if
gold has a mention of the piece and one of those before it in the same class. A *row* is one difference in a
bag, such as one mention that moved, with the links that came or went by it (specification, section 6a).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

import numpy as np

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison
from coala.engine.scope import cluster_sides
from coala.model.bag import Bag, Verdict
from coala.model.values import Span
from coala.scores.findings import LinkTotals
from coala.scores.ratio import Ratio
from coala.verdicts.changes import ChangeKeys, Rows
from coala.verdicts.estimates import BagEvidence, Bounded, JudgedBag, KeptLinks, estimate_links
from coala.verdicts.links import ChainLink, count_links, find_links
from coala.verdicts.state import State
from tests.support.simulated_reviews import answer_exactly, list_whole_figures


class GoldReviewer:
    """Judges the bags of a comparison with a gold graph, link by link or row by row."""

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

    def evidence(self, bag: Bag) -> BagEvidence:
        """Judge every link of the bag by itself."""
        made, lost = find_links(bag)
        good_made = sum(self.is_right(bag, link) for link in made)
        good_lost = sum(not self.is_right(bag, link) for link in lost)
        answer = answer_exactly(len(made), good_made, len(lost), good_lost)
        return BagEvidence(len(made), len(lost), answer)

    def state(self, bag: Bag) -> State:
        """Return one verdict where all rows with links have the same, else verdicts on rows.

        A row whose links differ gets ``=``.
        """
        verdicts = {row: _join(answers) for row, answers in self._answers(bag).items()}
        if len(set(verdicts.values())) == 1:
            return State(next(iter(verdicts.values())))
        keys = row_keys(bag)
        return State(rows=tuple(sorted((keys[row], verdict) for row, verdict in verdicts.items())))

    def review(self, bag: Bag) -> tuple[State, int]:
        """Return the verdicts as a reviewer gives them in the window, and the number of keys.

        One verdict where all changes with links have the same. Else each change is judged: E, its answers one
        by one, and Shift with the last one for all changes that are left. A change without links gets ``=``.
        """
        rows, keys = self._answers(bag), ChangeKeys(bag, BagSentences(bag).ranked)
        place_of = {id(row): place for place, row in enumerate(bag.divergences)}
        answers = []
        for change in range(len(keys.changes)):
            places = [place_of[id(row)] for row in keys.changes.rows_of(change)]
            answers.append([answer for place in places for answer in rows.get(place, ())])
        verdicts = [_join(found) for found in answers]
        telling = {verdict for verdict, found in zip(verdicts, answers, strict=True) if found}
        if len(telling) < 2:
            return State(next(iter(telling), Verdict.SAME)), 1
        given: Rows = ()
        for change, verdict in enumerate(verdicts):
            given = keys.set_verdict(given, change, verdict)
        alike = len(list(takewhile(lambda verdict: verdict is verdicts[-1], reversed(verdicts))))
        return State(keys.read(given).derived, rows=given), 2 + len(verdicts) - alike

    def _answers(self, bag: Bag) -> dict[int, list[bool]]:
        """Return for each row with links whether each of them speaks for the change."""
        found: dict[int, list[bool]] = {}
        for better, links in zip((True, False), find_links(bag), strict=True):
            for link in links:
                assert link.row is not None
                found.setdefault(link.row, []).append(self.is_right(bag, link) is better)
        return found

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


def _join(answers: Sequence[bool]) -> Verdict:
    """Return the verdict of several answers: better, worse, or the same if they differ."""
    if len(set(answers)) != 1:
        return Verdict.SAME
    return Verdict.BETTER if answers[0] else Verdict.WORSE


@dataclass(frozen=True)
class GoldReview:
    """A comparison with some bags judged by gold, row by row, and MUC's figures of the whole."""

    bags: Sequence[JudgedBag]
    totals: LinkTotals
    kept: KeptLinks
    muc: tuple[Ratio, Ratio]

    @classmethod
    def from_comparison(cls, comparison: Comparison) -> GoldReview:
        reviewer = GoldReviewer(comparison)
        totals = comparison.summary.links
        assert totals is not None
        scores = comparison.summary.scores
        return cls(
            [
                JudgedBag(count_links(bag, find_links(bag)), reviewer.state(bag))
                for bag, _ in comparison.iterate_bags()
            ],
            totals,
            reviewer.kept(),
            (scores["baseline"]["muc"].precision, scores["changed"]["muc"].precision),
        )

    def truth(self) -> dict[str, float]:
        """Return each figure as MUC has it against gold."""
        before, after = self.muc
        return {
            "change": after.numerator - before.numerator,
            "before": before.numerator / before.denominator,
            "after": after.numerator / after.denominator,
            "precision": after.numerator / after.denominator - before.numerator / before.denominator,
            "relative_precision": after.numerator
            * before.denominator
            / (after.denominator * before.numerator)
            - 1,
            "recall": after.numerator / before.numerator - 1,
        }

    def estimates(
        self, judged: int, random: np.random.Generator, *, given: bool
    ) -> dict[str, Bounded | None]:
        """Return the same figures from ``judged`` random bags.

        The baseline's precision is MUC's where it is ``given``, else it comes from 100 links of both graphs.
        """
        chosen = set(random.permutation(len(self.bags))[:judged].tolist())
        bags = [
            bag if number in chosen else bag._replace(state=State()) for number, bag in enumerate(self.bags)
        ]
        right = int(random.hypergeometric(self.kept.right, self.kept.wrong, 100))
        found = estimate_links(
            bags,
            self.totals,
            is_sample=True,
            baseline_precision=self.muc[0].exact if given else None,
            kept=KeptLinks(right, 100 - right),
        )
        return {"change": found.change_of_all, **list_whole_figures(found, given=given)}


def share_of(answers: Sequence[bool]) -> Fraction | None:
    """Return the share of true values."""
    return Fraction(sum(answers), len(answers)) if answers else None

"""A reviewer who knows gold: a link is right when gold has its ends in one class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from coala.diff.row_keys import row_keys
from coala.engine.compare import Comparison
from coala.engine.scope import cluster_sides
from coala.model.bag import Bag, Verdict
from coala.model.values import Span
from coala.verdicts.estimates import BagEvidence, BagJudgement, KeptLinks, LinkJudgement
from coala.verdicts.links import ChainLink, find_links
from coala.verdicts.state import State


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
        start, end = (self._class_of.get(bag.spans[span]) for span in (link.start, link.end))
        return start is not None and start == end

    def evidence(self, bag: Bag) -> BagEvidence:
        """Every link of the bag, judged by itself."""
        made, lost = find_links(bag)
        return BagEvidence(
            len(made),
            len(lost),
            BagJudgement(
                *(
                    LinkJudgement(len(links), sum(self.is_right(bag, link) for link in links))
                    for links in (made, lost)
                )
            ),
        )

    def state(self, bag: Bag) -> State:
        """The verdicts on rows of which all links say the same; ``=`` on those of which they do not."""
        said: dict[int, set[bool]] = {}
        for better, links in zip((True, False), find_links(bag), strict=True):
            for link in links:
                assert link.row is not None
                said.setdefault(link.row, set()).add(self.is_right(bag, link) is better)
        keys = row_keys(bag)
        verdicts = {
            keys[row]: Verdict.SAME
            if len(answers) > 1
            else Verdict.BETTER
            if True in answers
            else Verdict.WORSE
            for row, answers in said.items()
        }
        return State(rows=tuple(sorted(verdicts.items())))

    def kept(self) -> KeptLinks:
        """All links that both graphs have: from the first span of a shared piece to each other one."""
        first: dict[tuple[int, int], int] = {}
        right = wrong = 0
        classes = [side.classes.tolist() for side in self._sides]
        for span, piece in enumerate(zip(classes[0], classes[1], strict=True)):
            if -1 in piece:
                continue
            start = first.setdefault(piece, span)
            if start != span:
                is_right = classes[2][start] == classes[2][span] >= 0
                right, wrong = right + is_right, wrong + (not is_right)
        return KeptLinks(right, wrong)


def share_of(answers: Sequence[bool]) -> Fraction | None:
    """The share of those that are so."""
    return Fraction(sum(answers), len(answers)) if answers else None

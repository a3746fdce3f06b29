"""The links of two graphs against gold become what the second adds: how many right, of how many made."""

from __future__ import annotations

from collections.abc import Mapping

from coala.engine.board.board import MarginalLinks, ScorePair
from coala.scores.ratio import Score

_LINKS = "muc"


def count_marginal_links(scores: Mapping[str, ScorePair]) -> MarginalLinks | None:
    """The links that a column's second graph has beyond its first; None without gold.

    MUC's precision is (Σ |R| − |p(R)|) / (Σ |R| − 1): right links over links (Vilain et al. 1995). Both are
    whole numbers of one graph, so that their differences over steps add up to those of the whole.
    """
    if _LINKS not in scores:
        return None
    before, after = scores[_LINKS]
    right, made = after.precision.numerator, after.precision.denominator
    if before is not None:
        right, made = right - before.precision.numerator, made - before.precision.denominator
    return MarginalLinks(right, made)


def pair_scores(before: Mapping[str, Score] | None, after: Mapping[str, Score]) -> dict[str, ScorePair]:
    """The scores of a column's two graphs, metric by metric."""
    return {metric: ScorePair(before[metric] if before else None, score) for metric, score in after.items()}

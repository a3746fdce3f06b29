"""A corpus and its bags become all that metrics say of them: scores, shares, tests, directions.

Without a gold graph the changed system is scored against the baseline, which says how similar they are;
with one, both systems are scored against gold, and more can be said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from coala.diff.bags import Bags
from coala.diff.divergences import Divergences
from coala.engine.scope import cluster_sides, find_scored_documents, note_joined_chains, note_unscored
from coala.model.bag import Direction
from coala.model.corpus import Corpus
from coala.model.graph import Booleans, Integers
from coala.model.notices.notice import Notice
from coala.normalisation.span_matching import LeftOut
from coala.scores.bag_shares import ClosedBags, close_bags, share_bags
from coala.scores.bootstrap import bootstrap_of_pairs
from coala.scores.findings import SIMILARITY, LinkTotals, Resampling, ShareTest
from coala.scores.gold_direction import DIRECTIONS, find_directions
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import score_pair
from coala.scores.partition import Clusters, add_classes, count_links, restrict_clusters
from coala.scores.ratio import Score
from coala.scores.significance import sign_test_of_shares
from coala.scores.sums import Floats

_GOLD = 2


@dataclass(frozen=True, eq=False)
class Assessment:
    """What the metrics say.

    ``scores`` has one table under ``SIMILARITY``, or, with gold, one each under "baseline" and "changed".
    ``now`` and ``before`` are the changed graph and the baseline against gold, or, without it, against the
    baseline, and ``links`` are the links of both. The rest needs gold: the bootstrap of the differences, and
    whether each row of divergences went towards gold.
    """

    scores: Mapping[str, Mapping[str, Score]]
    notices: tuple[Notice, ...]
    now: ClusterPair
    before: ClusterPair
    closed: ClosedBags
    links: LinkTotals
    resampling: Resampling | None = None
    directions: tuple[Direction, ...] | None = None

    @cached_property
    def shares(self) -> Mapping[str, Floats]:
        """For each metric what each bag moves its F1 by; a summary on the screen does not ask for it."""
        return {metric: values[self.closed.of_bag] for metric, values in self._shares_of_closed.items()}

    @property
    def share_tests(self) -> Mapping[str, ShareTest]:
        """For each metric the sign test over bags, where there is gold."""
        if self.directions is None:
            return {}
        return {metric: sign_test_of_shares(values) for metric, values in self._shares_of_closed.items()}

    def draw(self) -> Resampling:
        """The bootstrap of the differences: the closed bags are resampled."""
        return bootstrap_of_pairs(self.now, self.before, self.closed.bag, self.closed.bags)

    def forget_sums(self) -> None:
        """Let go of what scores were made of; who asks for shares has it made again."""
        self.now.forget_sums()
        self.before.forget_sums()

    @cached_property
    def _shares_of_closed(self) -> Mapping[str, Floats]:
        return share_bags(self.now, self.before, self.closed.bag, self.closed.bags)


def assess(
    corpus: Corpus,
    bags: Bags,
    rows: Divergences,
    roles: Sequence[str],
    left_out: Sequence[LeftOut],
    equal: Integers | None,
    *,
    resampled: bool,
) -> Assessment:
    """Score the graphs of a corpus: baseline, changed and, if there is a third, gold.

    ``left_out`` are optional mentions of gold that a system lacks, or of a system that gold lacks: they count
    for neither of the two, as in ``coala score``. ``equal`` are the sizes of chains that baseline and changed
    graph have besides, where there is no gold. Bags are resampled where there is gold, if ``resampled``.

    Raises ``ReadingError`` when gold speaks of other documents than the systems.
    """
    sides = cluster_sides(corpus)
    notices = tuple(note_joined_chains(sides, roles))
    if len(sides) > _GOLD:
        assessment = _against_gold(corpus, bags, rows, sides, roles, notices, left_out)
        return replace(assessment, resampling=assessment.draw()) if resampled else assessment
    of_span, count = bags.of_span, bags.count
    if equal is not None:
        sides = [add_classes(side, equal) for side in sides]
        # All of them in one more bag, which nobody asks for.
        of_span, count = np.append(of_span, np.full(equal.sum(), count)), count + 1
    now, before = ClusterPair(sides[0], sides[1]), ClusterPair(sides[0], sides[0])
    own = ClosedBags(of_span, count, np.arange(bags.count))
    links = count_links(sides[0], sides[1])
    return Assessment({SIMILARITY: score_pair(now)}, notices, now, before, own, links)


def _against_gold(
    corpus: Corpus,
    bags: Bags,
    rows: Divergences,
    sides: Sequence[Clusters],
    roles: Sequence[str],
    notices: tuple[Notice, ...],
    left_out: Sequence[LeftOut],
) -> Assessment:
    scored = find_scored_documents(corpus, _GOLD, (0, 1), roles[_GOLD])
    gold = restrict_clusters(sides[_GOLD], scored[corpus.document])
    before, now = (_pair_with_gold(corpus, sides, scored, system, left_out) for system in (0, 1))
    closed = close_bags(bags.of_span, bags.count, gold)
    signs = find_directions(corpus, rows, gold, scored)
    return Assessment(
        scores={"baseline": score_pair(before), "changed": score_pair(now)},
        notices=(*notices, *note_unscored(corpus, scored, roles)),
        now=now,
        before=before,
        closed=closed,
        links=count_links(sides[0], sides[1]),
        directions=tuple(DIRECTIONS[sign] for sign in signs.tolist()),
    )


def _pair_with_gold(
    corpus: Corpus,
    sides: Sequence[Clusters],
    scored: Booleans,
    system: int,
    left_out: Sequence[LeftOut],
) -> ClusterPair:
    """Gold and one system, without the optional mentions that only one of the two has."""
    between = [row for row in left_out if {row.graph, row.lacking} == {system, _GOLD}]
    for row in between:
        corpus = corpus.drop_mentions(row.graph, row.rows)
    if between:
        sides = cluster_sides(corpus)
    kept = scored[corpus.document]
    return ClusterPair(restrict_clusters(sides[_GOLD], kept), restrict_clusters(sides[system], kept))

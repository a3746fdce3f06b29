"""Pairwise and cluster recall and precision, as entity resolution reports them.

    pairs:    recall = |pairs of K ∩ pairs of R| / |pairs of K|,  precision = the same / |pairs of R|
    clusters: recall = |classes of K that are classes of R| / |K|, precision = the same / |R|

(Binette & Reiter 2022, *Estimating the Performance of Entity Resolution Algorithms*; Menestrina et al. 2010.)
A pair is two records of one class. Both are exact.
"""

from __future__ import annotations

from coala.scores.metric import ClusterPair
from coala.scores.ratio import Ratio, Score


def score_records(pair: ClusterPair) -> dict[str, Score]:
    """Return both scores of a response against a key."""
    table = pair.table
    shared = int((table.count * (table.count - 1) // 2).sum())
    pairs = [int((side.sizes * (side.sizes - 1) // 2).sum()) for side in (pair.key, pair.response)]
    whole = (table.count == pair.key.sizes[table.key]) & (table.count == pair.response.sizes[table.response])
    equal = int(whole.sum())
    return {
        "pairs": Score(Ratio(shared, pairs[0]), Ratio(shared, pairs[1])),
        "clusters": Score(Ratio(equal, pair.key.count), Ratio(equal, pair.response.count)),
    }

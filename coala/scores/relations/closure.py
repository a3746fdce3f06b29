"""What a transitive relation leads to step by step becomes what it holds of: a subset of a subset is one.

Only where a vocabulary calls a relation transitive. This is no reasoner: nothing follows from two relations.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from coala.scores.relations.related import ClassPairs, sort_pairs

_MOST_STEPS = 5_000_000
"""Pairs that are followed, in some two seconds. A tree of 100,000 needs fewer, a chain of 2,200 as many, and
so do 170 that all have the relation to each other."""


def close_transitively(pairs: ClassPairs, most: int = _MOST_STEPS) -> ClassPairs | None:
    """Each pair that a way along the pairs leads to, circles included; None where that takes too long."""
    targets: defaultdict[int, list[int]] = defaultdict(list)
    for subject, other in zip(pairs.subject.tolist(), pairs.object.tolist(), strict=True):
        targets[subject].append(other)
    subjects: list[int] = []
    others: list[int] = []
    for start in targets:
        reached = set(targets[start])
        waiting = list(reached)
        while waiting:
            further = targets.get(waiting.pop(), [])
            most -= 1 + len(further)
            if most < 0:
                return None
            new = [other for other in further if other not in reached]
            reached.update(new)
            waiting += new
        subjects += [start] * len(reached)
        others += reached
    return sort_pairs(np.array(subjects, np.int64), np.array(others, np.int64))

"""A limit on the pairs of instances that share a span, and the notice about it.

All instances of a span are candidates for each other. Ten thousand of them in each graph make a hundred
million pairs, which do not fit in memory, and an optimal matching takes cubic time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

import numpy as np

from coala.model.columns import begins_run, is_in, join, pack
from coala.model.corpus import Corpus
from coala.model.graph import Booleans, Integers
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

MOST_PAIRS = 1_000_000
"""The most pairs of all spans together, in addition to one pair for each mention."""


def find_crowds(baseline: Integers, changed: Integers, most: int = MOST_PAIRS) -> Booleans:
    """Return the mask of crowded spans, given the number of instances of each span in both graphs.

    They are the fewest largest spans without which all others have at most ``most`` pairs.
    """
    pairs = np.maximum(baseline * changed - baseline - changed, 0)
    crowds = np.zeros(len(pairs), dtype=bool)
    total = int(pairs.sum())
    if total > most:
        order = np.argsort(-pairs, kind="stable")
        left = total - np.cumsum(pairs[order])
        crowds[order[: np.count_nonzero(left > most) + 1]] = True
    return crowds


def pair_by_description(corpus: Corpus, left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """Pair instances with equal types and statements, then the rest in order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number in reversed(right):
        waiting[_description(corpus, 1, number)].append(number)
    pairs, alone = [], []
    for number in left:
        same = waiting[_description(corpus, 0, number)]
        if same:
            pairs.append((number, same.pop()))
        else:
            alone.append(number)
    paired = {number for _, number in pairs}
    return pairs + list(zip(alone, (number for number in right if number not in paired), strict=False))


def pairs_of_crowds(
    ours: tuple[Integers, Integers],
    theirs: tuple[Integers, Integers],
    baseline: Integers,
    changed: Integers,
) -> tuple[Integers, Integers, Integers]:
    """Return the pairs that crowded spans add to (``baseline``, ``changed``): instances, and their span.

    ``ours`` and ``theirs`` are the spans and instances of their mentions, sorted by span and rank. Existing
    pairs that share the span are repeated for it; the other instances are paired in order.
    """
    order = np.argsort(pack(baseline, changed))
    order = order[begins_run(pack(baseline, changed)[order])]
    mention, pair = join(ours[1], baseline[order])
    span, x, y = ours[0][mention], ours[1][mention], changed[order][pair]
    both = is_in(*_as_keys((span, y), theirs))
    left, right = (
        np.flatnonzero(~is_in(side[1], paired)) for side, paired in ((ours, baseline), (theirs, changed))
    )
    one, other = join(*_as_keys(_with_places(ours[0][left]), _with_places(theirs[0][right])))
    return (
        np.concatenate([x[both], ours[1][left][one]]),
        np.concatenate([y[both], theirs[1][right][other]]),
        np.concatenate([span[both], ours[0][left][one]]),
    )


def _as_keys(
    first: tuple[Integers, Integers], second: tuple[Integers, Integers]
) -> tuple[Integers, Integers]:
    """Encode the rows of two tables as one column each, in which equal rows are equal."""
    keys = pack(*(np.concatenate(column) for column in zip(first, second, strict=True)))
    return keys[: len(first[0])], keys[len(first[0]) :]


def _with_places(spans: Integers) -> tuple[Integers, Integers]:
    """Return sorted spans, and the position of each among its equals."""
    return spans, np.arange(len(spans)) - np.searchsorted(spans, spans, side="left")


def note_crowds(corpus: Corpus, spans: Integers) -> tuple[Notice, ...]:
    """Return a notice about spans whose instances were not all compared."""
    if not len(spans):
        return ()
    examples = []
    for number in spans[:MOST_EXAMPLES].tolist():
        span = corpus.span(number)
        examples.append(f"characters {span.begin} to {span.end} of <{span.document}>")
    return (make_notice("span-in-very-many", len(spans), examples),)


def _description(corpus: Corpus, graph: int, instance: int) -> Hashable:
    table = corpus.tables[graph]
    codes = sorted(int(table.code[row]) for row in table.rows(instance))
    return corpus.graphs[graph].types[instance], tuple(codes)

"""Where very many instances share a span, few of their pairs are looked at, and that is told.

All instances of a span are candidates for each other: ten thousand of them in each graph are a hundred
million pairs, more than any memory holds, and to choose among these takes the cube of the number.
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
"""Of all spans together, beyond what a pair for each mention would be."""


def find_crowds(baseline: Integers, changed: Integers, most: int = MOST_PAIRS) -> Booleans:
    """Which of the spans with so many instances in either graph are too many.

    These are the fewest largest ones without which all other spans have at most so many pairs.
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
    """Pairs of instances of which the same is said, and then the others in the order in which they come."""
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
    """What crowded spans add to the pairs (``baseline``, ``changed``): pairs of instances, and their span.

    ``ours`` and ``theirs`` are the spans and instances of their mentions, sorted by span and rank. Those that
    are a pair already share it too; of the others the first are pairs, the second, and so on.
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
    """Rows of two columns as one column each, equal where the rows are."""
    keys = pack(*(np.concatenate(column) for column in zip(first, second, strict=True)))
    return keys[: len(first[0])], keys[len(first[0]) :]


def _with_places(spans: Integers) -> tuple[Integers, Integers]:
    """Sorted spans, and the place of each among its equals."""
    return spans, np.arange(len(spans)) - np.searchsorted(spans, spans, side="left")


def note_crowds(corpus: Corpus, spans: Integers) -> tuple[Notice, ...]:
    """What is told of spans whose instances were not all held against each other."""
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

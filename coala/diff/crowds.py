"""A limit on the pairs of instances that share a span, and the notice about it.

To align two graphs, all baseline instances with a mention at a span are candidates for all changed instances
with one. Ten thousand of them in each graph make a hundred million pairs, which do not fit in memory, and an
optimal matching takes cubic time. So the spans with the most pairs are called crowded, and get only about one
pair for each mention: by equal descriptions, or in order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import begins_run, is_in, join, pack
from coala.model.corpus import Corpus
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

MOST_PAIRS = 1_000_000
"""The most pairs of all spans together, in addition to one pair for each mention."""


def find_crowds(baseline: Integers, changed: Integers, most: int = MOST_PAIRS) -> Booleans:
    """Return the mask of crowded spans, given the number of instances of each span in both graphs.

    They are as few spans as possible, those with the most pairs, so that the others have at most ``most``.
    """
    # A span of 3 and 4 instances has 12 pairs, 5 more than one for each mention.
    pairs = np.maximum(baseline * changed - baseline - changed, 0)
    crowds = np.zeros(len(pairs), dtype=bool)
    total = int(pairs.sum())
    if total > most:
        order = np.argsort(-pairs, kind="stable")
        left = total - np.cumsum(pairs[order])
        crowds[order[: np.count_nonzero(left > most) + 1]] = True
    return crowds


def pair_by_description(corpus: Corpus, left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """Pair baseline and changed instances with equal types and statements, then the rest in order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number in reversed(right):
        waiting[_describe(corpus, 1, number)].append(number)
    pairs, alone = [], []
    for number in left:
        same = waiting[_describe(corpus, 0, number)]
        if same:
            pairs.append((number, same.pop()))
        else:
            alone.append(number)
    paired = {number for _, number in pairs}
    return pairs + list(zip(alone, (number for number in right if number not in paired), strict=False))


def pairs_of_crowds(
    baseline_mentions: tuple[Integers, Integers],
    changed_mentions: tuple[Integers, Integers],
    baseline: Integers,
    changed: Integers,
) -> tuple[Integers, Integers, Integers]:
    """Return the pairs of instances at crowded spans: baseline instance, changed instance, and span.

    ``baseline`` and ``changed`` are the pairs that the usual spans make. The mentions of the crowded spans
    are two columns, span and instance, sorted by span and the instance's rank.
    """
    left_span, left_instance = baseline_mentions
    right_span, right_instance = changed_mentions
    # 1. A pair that exists already, and shares a crowded span too, gets a row for that span.
    order = np.argsort(pack(baseline, changed))
    order = order[begins_run(pack(baseline, changed)[order])]
    mention, pair = join(left_instance, baseline[order])
    span, x, y = left_span[mention], left_instance[mention], changed[order][pair]
    both = is_in(*_encode_rows((span, y), changed_mentions))
    # 2. Of the instances in no pair yet, the n-th of a span is paired with the n-th in the other graph.
    left = np.flatnonzero(~is_in(left_instance, baseline))
    right = np.flatnonzero(~is_in(right_instance, changed))
    left_row, right_row = join(
        *_encode_rows(_count_at_span(left_span[left]), _count_at_span(right_span[right]))
    )
    return (
        np.concatenate([x[both], left_instance[left][left_row]]),
        np.concatenate([y[both], right_instance[right][right_row]]),
        np.concatenate([span[both], left_span[left][left_row]]),
    )


def _encode_rows(
    first: tuple[Integers, Integers], second: tuple[Integers, Integers]
) -> tuple[Integers, Integers]:
    """Encode the rows of two tables as one column each, in which equal rows have equal numbers."""
    keys = pack(*(np.concatenate(column) for column in zip(first, second, strict=True)))
    return keys[: len(first[0])], keys[len(first[0]) :]


def _count_at_span(spans: Integers) -> tuple[Integers, Integers]:
    """Return sorted spans, and the position of each among its equals: [7, 7, 9] has [0, 1, 0]."""
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


def _describe(corpus: Corpus, graph: int, instance: int) -> Hashable:
    """Return the types and statements of an instance; equal for equal descriptions."""
    table = corpus.tables[graph]
    codes = sorted(int(table.code[row]) for row in table.rows(instance))
    return corpus.descriptions[graph][instance], tuple(codes)

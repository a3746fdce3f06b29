"""Counts of entity links and their means over documents; ``coala.scores.link_scores`` has the definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import distinct
from coala.model.corpus import Corpus, LinkedMentions
from coala.model.knowledge_bases import EntityName
from coala.scores.link_scores import LinkedCounts, LinkScores, MacroScore, NilCounts
from coala.scores.ratio import UNDEFINED, Ratio


def score_links(
    corpus: Corpus,
    key: int,
    response: int,
    *,
    scored: Booleans | None = None,
    describe_base: Callable[[str], str] = str,
) -> LinkScores | None:
    """Return the scores of graph ``response`` against graph ``key``, or None if no name is scored.

    ``scored`` is a mask of the documents to score; all by default. ``describe_base`` returns the title of a
    base by its key.
    """
    if not corpus.links:
        return None
    sides = []
    for graph in (key, response):
        # Mentions may have been left out since.
        links = corpus.links[graph]
        here = corpus.mentioned(graph)[links.span]
        sides.append(links._replace(span=links.span[here], instance=links.instance[here]))
    bases = sorted({name.base for side in sides for names in side.names.values for name in names})
    if not bases:
        return None
    kept = np.ones(corpus.spans, bool) if scored is None else scored[corpus.document]
    counts, nil = count_links_by_document(sides[0], sides[1], corpus.document, kept)
    return LinkScores(
        bases=tuple(map(describe_base, bases)),
        total=LinkedCounts(*map(sum, zip(*counts.values(), strict=True)))
        if counts
        else LinkedCounts(0, 0, 0, 0),
        nil=nil,
        macro=average_documents(list(counts.values())),
        by_document={corpus.documents[number]: count for number, count in counts.items()},
    )


def count_links_by_document(
    key: LinkedMentions, response: LinkedMentions, document: Integers, kept: Booleans
) -> tuple[dict[int, LinkedCounts], NilCounts]:
    """Return the counts of each document in which a side has a link, and the mentions without a name.

    ``document`` has the document of each span, and ``kept`` whether the span counts.
    """
    number: dict[EntityName, int] = {}
    linked, pairs, unlinked = [], [], []
    for side in (key, response):
        spans, names = _list_names(side, number)
        counts = kept[spans]
        spans, names = spans[counts], names[counts]
        has_link, is_mentioned = np.zeros((2, len(document)), bool)
        has_link[spans] = True
        is_mentioned[side.span] = True
        linked.append(has_link)
        pairs.append((spans, names))
        unlinked.append(is_mentioned & kept & ~has_link)
    right = np.zeros(len(document), bool)
    # Each pair of a span and a name as one number; several common names of a span make one right link.
    width = max(1, len(number))
    # Sorted by ``distinct``: the hash table of np.unique takes five times as long.
    of_key, of_response = (distinct(spans * width + names) for spans, names in pairs)
    right[np.intersect1d(of_key, of_response, assume_unique=True) // width] = True
    columns = (linked[0], linked[1], linked[0] & linked[1], right)
    size = int(document.max(initial=-1)) + 1
    table = np.stack([np.bincount(document[mask], minlength=size) for mask in columns], axis=1)
    places = np.flatnonzero(table[:, :2].any(axis=1))
    rows = (LinkedCounts(*row) for row in table[places].tolist())
    nil = (int(np.count_nonzero(mask)) for mask in (*unlinked, unlinked[0] & unlinked[1]))
    return dict(zip(places.tolist(), rows, strict=True)), NilCounts(*nil)


def _list_names(side: LinkedMentions, number: dict[EntityName, int]) -> tuple[Integers, Integers]:
    """Return a row for each name of each mention: its span and the number of the name."""
    values = [[number.setdefault(name, len(number)) for name in names] for names in side.names.values]
    sizes = np.array([len(names) for names in values], np.int64)
    flat = np.array([name for names in values for name in names], np.int64)
    first = np.cumsum(sizes) - sizes
    code = side.names.code[side.instance]
    repeats = sizes[code]
    spans = np.repeat(side.span, repeats)
    place = np.arange(len(spans)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return spans, flat[np.repeat(first[code], repeats) + place]


def average_documents(counts: Sequence[LinkedCounts]) -> MacroScore:
    """Return the means over documents; in each of them a side has a link."""
    alike = Counter((count.right, count.key, count.response) for count in counts)
    rates = [_divide(right, key) for right, key, _ in alike]
    precisions = [_divide(right, response) for right, _, response in alike]
    f1s = [_divide(2 * right, key + response) for right, key, response in alike]

    def average(values: Sequence[Fraction]) -> Ratio:
        if not counts:
            return UNDEFINED
        total = sum((value * times for value, times in zip(values, alike.values(), strict=True)), Fraction(0))
        return Ratio(*(total / len(counts)).as_integer_ratio())

    return MacroScore(average(rates), average(precisions), average(f1s), len(counts))


def _divide(right: int, count: int) -> Fraction:
    """Return the share of right links of a document, 0 where none is right."""
    return Fraction(right, count) if right else Fraction(0)

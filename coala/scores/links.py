"""Scores of entity links: how well a response links mentions to entries of knowledge bases.

A mention is linked if its instance has a name in a knowledge base that counts. A link is right if the other
side has a mention with the same span (*strong annotation match*) and a name in common: where a mention has
several names, one common name is enough. Mentions without a name (NIL) are counted apart and are in no score,
which GERBIL calls *InKB*.

- micro: recall = right / linked mentions of the key, precision = right / linked mentions of the response
- macro: the means of recall, precision and F1 over the documents in which a side has a link. As in GERBIL,
  macro F1 is the mean of the F1s of documents, not the F1 of the means, and where no link of such a document
  is right, all three are 0 there. Documents without any link are left out, while GERBIL counts each as 1:
  with n documents with and m without links, its figure is (n · ours + m) / (n + m).
- accuracy: right / mentions that both sides link

Source: Usbeck et al. 2015, GERBIL; its ``FMeasureCalculator`` for macro figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.corpus import Corpus, EntityNames
from coala.model.knowledge_bases import EntityName
from coala.scores.ratio import UNDEFINED, Ratio, Score, ratio_to_json, score_to_json

LINKS = "links"
"""The key of micro scores of links, next to those of the metrics."""


class LinkCounts(NamedTuple):
    """The numbers of linked mentions: of each side, of both, and of both with a common name."""

    key: int
    response: int
    both: int
    right: int

    @property
    def score(self) -> Score:
        """Recall and precision of the links."""
        return Score(Ratio(self.right, self.key), Ratio(self.right, self.response))

    @property
    def accuracy(self) -> Ratio:
        """The share of right links among mentions that both sides link."""
        return Ratio(self.right, self.both)


class NilCounts(NamedTuple):
    """The numbers of mentions without a name: of each side, and of those that both sides leave without."""

    key: int
    response: int
    both: int


@dataclass(frozen=True)
class MacroScore(Score):
    """Means over documents; its F1 is the mean of theirs."""

    mean_f1: Ratio = UNDEFINED
    documents: int = 0  # those in which a side has a link

    @property
    def exact_f1(self) -> Fraction | None:
        return self.mean_f1.exact


@dataclass(frozen=True)
class LinkScores:
    """The scores of the links of a response against a key."""

    bases: tuple[str, ...]  # the titles of the knowledge bases, for the reader
    total: LinkCounts
    nil: NilCounts
    macro: MacroScore
    by_document: Mapping[str, LinkCounts]  # the documents in which a side has a link


class LinkedMentions(NamedTuple):
    """The mentions of one side: the span and the instance of each, and the names of each instance."""

    span: Integers
    instance: Integers
    names: EntityNames


def score_links(
    corpus: Corpus,
    key: int,
    response: int,
    *,
    scored: Booleans | None = None,
    describe_base: Callable[[str], str] = str,
) -> LinkScores | None:
    """Return the scores of graph ``response`` against graph ``key``, or None if neither has a name.

    ``scored`` is a mask of the documents to score; all by default. ``describe_base`` returns the title of a
    base by its key.
    """
    sides = [
        LinkedMentions(corpus.mentions[graph], corpus.instances[graph], corpus.entity_names[graph])
        for graph in (key, response)
    ]
    bases = sorted({name.base for side in sides for names in side.names.values for name in names})
    if not bases:
        return None
    kept = np.ones(corpus.spans, bool) if scored is None else scored[corpus.document]
    counts, nil = count_links_by_document(sides[0], sides[1], corpus.document, kept)
    return LinkScores(
        bases=tuple(map(describe_base, bases)),
        total=LinkCounts(*map(sum, zip(*counts.values(), strict=True))) if counts else LinkCounts(0, 0, 0, 0),
        nil=nil,
        macro=average_documents(list(counts.values())),
        by_document={corpus.documents[number]: count for number, count in counts.items()},
    )


def count_links_by_document(
    key: LinkedMentions, response: LinkedMentions, document: Integers, kept: Booleans
) -> tuple[dict[int, LinkCounts], NilCounts]:
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
    right[np.intersect1d(*(spans * width + names for spans, names in pairs)) // width] = True
    columns = (linked[0], linked[1], linked[0] & linked[1], right)
    size = int(document.max(initial=-1)) + 1
    table = np.stack([np.bincount(document[mask], minlength=size) for mask in columns], axis=1)
    places = np.flatnonzero(table[:, :2].any(axis=1))
    rows = (LinkCounts(*row) for row in table[places].tolist())
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


def average_documents(counts: Sequence[LinkCounts]) -> MacroScore:
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


def links_to_json(scores: LinkScores, *, by_document: bool = False) -> dict[str, Any]:
    """Return the scores as JSON, with a table by document if requested."""
    table = {
        name: score_to_json(counts.score) | {"accuracy": ratio_to_json(counts.accuracy)}
        for name, counts in scores.by_document.items()
    }
    return {
        "bases": list(scores.bases),
        "micro": score_to_json(scores.total.score),
        "macro": score_to_json(scores.macro) | {"documents": scores.macro.documents},
        "accuracy": ratio_to_json(scores.total.accuracy),
        "nil": scores.nil._asdict(),
        **({"by_document": table} if by_document else {}),
    }

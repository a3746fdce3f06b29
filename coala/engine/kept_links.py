"""A random sample of the links that two graphs share, as questions to a reviewer.

A link says that a mention refers to the same thing as an earlier one of its chain. Links that only one graph
has are judged in the bags. To estimate the precision of the baseline without gold, the reviewer also judges a
sample of the links that both have: these are the kept links.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from coala.engine.scope import cluster_sides
from coala.model.bag import AROUND_A_MENTION, KeptQuestion, MentionInText
from coala.model.corpus import Corpus

MOST_BEFORE = 5
"""The number of earlier mentions of a chain that a reviewer sees; more are rarely needed."""

_MOST_CONSIDERED = 200
"""Only this many of the nearest mentions are considered: a chain may have 100,000."""


def draw_kept_links(corpus: Corpus, number: int, seed: int) -> list[KeptQuestion]:
    """Draw ``number`` of the links that baseline and changed graph share, each with the same chance.

    A piece has the mentions that are together in both graphs: the intersection of a chain of each. A piece of
    n mentions has n − 1 links: each mention but the first is linked to those before it, as in
    ``coala.verdicts.links``. The link is right if the mention and one before it refer to the same thing, so
    right links add up to MUC's numerator for the piece. If there are no more than ``number`` links, return
    all in random order.
    """
    # The spans of both graphs, and the number of the piece of each. A mention is an index of ``spans``.
    before, after = (side.classes for side in cluster_sides(corpus)[:2])
    spans = np.flatnonzero((before >= 0) & (after >= 0))
    keys = before[spans] * (int(after.max(initial=0)) + 1) + after[spans]
    _, first, piece = np.unique(keys, return_index=True, return_inverse=True)
    # Every mention that is not the first of its piece has a link.
    linked = np.flatnonzero(first[piece] != np.arange(len(spans)))
    # Not numpy's generator: its numbers for one seed may change from version to version.
    random, drawn = Random(seed), dict[int, None]()  # noqa: S311 - a sample and no secret
    while len(drawn) < min(number, len(linked)):
        drawn[int(random.random() * len(linked))] = None
    texts = corpus.texts_of()
    # The mentions of piece p are by_piece[ends[p - 1] : ends[p]].
    by_piece = np.argsort(piece, kind="stable")
    ends = np.cumsum(np.bincount(piece))

    def make_question(mention: int) -> KeptQuestion:
        begin = ends[piece[mention] - 1] if piece[mention] else 0
        together = by_piece[begin : ends[piece[mention]]]
        earlier = together[: np.searchsorted(together, mention)]
        described = [
            _describe_mention(corpus, texts, int(spans[other])) for other in earlier[-_MOST_CONSIDERED:]
        ]
        shown = tuple(described[place] for place in _choose_shown(described))
        return KeptQuestion(
            _describe_mention(corpus, texts, int(spans[mention])), shown, len(earlier) - len(shown)
        )

    return [make_question(int(linked[link])) for link in drawn]


def _choose_shown(mentions: Sequence[MentionInText]) -> list[int]:
    """Return the indices of the mentions to show, in order: the nearest, and the longest of other words.

    ``mentions`` are in text order, so the nearest is the last. Repeated words would not help the reviewer.
    """
    nearest = len(mentions) - 1
    words = {(mentions[nearest].document, mentions[nearest].words)}
    chosen = [nearest]
    for place in sorted(range(nearest), key=lambda place: -len(mentions[place].words)):
        if len(chosen) == MOST_BEFORE:
            break
        own = mentions[place].document, mentions[place].words
        if own not in words:
            words.add(own)
            chosen.append(place)
    return sorted(chosen)


def _describe_mention(corpus: Corpus, texts: list[str | None], number: int) -> MentionInText:
    """Return a mention by the number of its span, with the text around it."""
    span = corpus.span(number)
    text = texts[int(corpus.document[number])]
    if text is None or span.unplaced:
        words = next((of_graph[number] for of_graph in corpus.words if number in of_graph), None)
        return MentionInText(span.document, "", span.own_words or words or "", "")
    left = text[max(0, span.begin - AROUND_A_MENTION) : span.begin]
    return MentionInText(
        span.document, left, span.words_in(text), text[span.end : span.end + AROUND_A_MENTION]
    )

"""A random sample of the links that two graphs share, as questions to a reviewer.

The answers estimate the precision of the baseline without gold.
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

    A piece is the intersection of a class of each graph. A piece of n mentions has n − 1 links: each mention
    but the first is linked to those before it, as in ``coala.verdicts.links``. The link is right if the
    mention and one before it refer to the same thing, so right links add up to MUC's numerator for the piece.
    If there are no more than ``number`` links, return all in random order.
    """
    before, after = (side.classes for side in cluster_sides(corpus)[:2])
    spans = np.flatnonzero((before >= 0) & (after >= 0))
    keys = before[spans] * (int(after.max(initial=0)) + 1) + after[spans]
    _, first, piece = np.unique(keys, return_index=True, return_inverse=True)
    linked = np.flatnonzero(first[piece] != np.arange(len(spans)))
    # Not numpy's generator: its numbers for one seed may change from version to version.
    random, drawn = Random(seed), dict[int, None]()  # noqa: S311 - a sample and no secret
    while len(drawn) < min(number, len(linked)):
        drawn[int(random.random() * len(linked))] = None
    texts = corpus.texts_of()
    by_piece = np.argsort(piece, kind="stable")
    ends = np.cumsum(np.bincount(piece))

    def make_question(place: int) -> KeptQuestion:
        chain = by_piece[ends[piece[place] - 1] if piece[place] else 0 : ends[piece[place]]]
        earlier = chain[: np.searchsorted(chain, place)]
        mentions = [
            _describe_mention(corpus, texts, int(spans[other])) for other in earlier[-_MOST_CONSIDERED:]
        ]
        shown = tuple(mentions[other] for other in _choose_shown(mentions))
        return KeptQuestion(
            _describe_mention(corpus, texts, int(spans[place])), shown, len(earlier) - len(shown)
        )

    return [make_question(int(linked[link])) for link in drawn]


def _choose_shown(mentions: Sequence[MentionInText]) -> list[int]:
    """Return the indices of the nearest mention and of the longest others whose words differ, in order."""
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
    span = corpus.span(number)
    text = texts[int(corpus.document[number])]
    if text is None or span.unplaced:
        words = next((of_graph[number] for of_graph in corpus.words if number in of_graph), None)
        return MentionInText(span.document, "", span.own_words or words or "", "")
    left = text[max(0, span.begin - AROUND_A_MENTION) : span.begin]
    return MentionInText(
        span.document, left, span.words_in(text), text[span.end : span.end + AROUND_A_MENTION]
    )

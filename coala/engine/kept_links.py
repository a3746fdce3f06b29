"""Some links that two graphs share become questions: are these two mentions the same?

What is right among links that nobody changed says how precise the baseline is, without gold.
"""

from __future__ import annotations

from random import Random

import numpy as np

from coala.engine.scope import cluster_sides
from coala.model.bag import AROUND_A_MENTION, KeptQuestion, MentionInText
from coala.model.corpus import Corpus


def draw_kept_links(corpus: Corpus, number: int, seed: int) -> list[KeptQuestion]:
    """Draw so many of the links that baseline and changed graph share, each with the same chance.

    They are those from the first span of a shared piece to each other span of it, as in
    ``coala.verdicts.links``; all of them where there are no more, in random order.
    """
    before, after = (side.classes for side in cluster_sides(corpus)[:2])
    spans = np.flatnonzero((before >= 0) & (after >= 0))
    pieces = before[spans] * (int(after.max(initial=0)) + 1) + after[spans]
    _, first, piece = np.unique(pieces, return_index=True, return_inverse=True)
    starts = first[piece]
    ends = np.flatnonzero(starts != np.arange(len(spans)))
    # Not numpy's own: what it draws by one seed may change from version to version.
    random, drawn = Random(seed), dict[int, None]()  # noqa: S311 - a sample and no secret
    while len(drawn) < min(number, len(ends)):
        drawn[int(random.random() * len(ends))] = None
    texts = corpus.texts_of()

    def mention(place: int) -> MentionInText:
        return _mention(corpus, texts, int(spans[place]))

    return [KeptQuestion(mention(starts[ends[link]]), mention(ends[link])) for link in drawn]


def _mention(corpus: Corpus, texts: list[str | None], number: int) -> MentionInText:
    span = corpus.span(number)
    text = texts[int(corpus.document[number])]
    if text is None or span.unplaced:
        said = next((words[number] for words in corpus.words if number in words), None)
        return MentionInText(span.document, "", span.own_words or said or "", "")
    left = text[max(0, span.begin - AROUND_A_MENTION) : span.begin]
    return MentionInText(
        span.document, left, span.words_in(text), text[span.end : span.end + AROUND_A_MENTION]
    )

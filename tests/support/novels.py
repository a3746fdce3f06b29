"""A review of two readings of a novel: one bag with too many parts for a sample to draw it whole.

In each of the chapters a man comes and a woman greets him. The baseline keeps the men of the chapters apart
(chains of two mentions) and takes all women for one (one chain). The changed graph has one man, who has also
the dog of the first chapter, and a woman for each chapter. It adds three mentions, "the man", to the man. So
in a novel of 22 chapters there are:

- 46 parts: 22 men, 22 women, the dog, and the three new mentions.
- 25 links made: 21 of men, that of the dog, and of the new mentions one to the men and two among themselves.
- 22 links lost: 21 of women, and that of the dog.
"""

from __future__ import annotations

from pathlib import Path

from coala.engine.compare import compare_graphs
from coala.model.values import Span
from coala.review.blind.blindness import BlindWish
from coala.review.writing import write_review
from tests.support.graphs_by_hand import graph

CHAPTERS = 22
"""So few that no chain has 50 mentions, for which a comparison has a warning."""

DOCUMENT = "http://example.org/novel"
_GUARDS = (5, 11)
_NEW = (3, 8, 20)


def write_novel(path: Path, chapters: int = CHAPTERS, *, blind: BlindWish | None = None) -> Path:
    """Write the review; no gold is given."""
    text = ""
    men: list[list[Span]] = []
    women: list[list[Span]] = []
    dog: list[Span] = []
    new: list[Span] = []
    for chapter in range(chapters):
        man = "The guard" if chapter in _GUARDS else "Peter Sand"
        men_of: list[Span] = []
        women_of: list[Span] = []
        pieces: list[tuple[str, list[Span] | None]] = [
            (man, men_of),
            (f" came home late in chapter {chapter + 1}, and ", None),
            ("Mara Lind", women_of),
            (" let ", None),
            ("him", men_of),
            (" in. Then ", None),
            ("she", women_of),
            (" put the kettle on.", None),
        ]
        if chapter == 0:
            pieces += [(" ", None), ("The dog", dog), (" slept.", None)]
        if chapter in _NEW:
            pieces += [(" Nobody but ", None), ("the man", new), (" heard the rain.", None)]
        for words, spans in [*pieces, ("\n\n", None)]:
            if spans is not None:
                spans.append(Span(DOCUMENT, len(text), len(text) + len(words)))
            text += words
        men.append(men_of)
        women.append(women_of)
    texts = {DOCUMENT: text}
    baseline = {f"man{at}": own for at, own in enumerate(men)}
    baseline["women"] = [*(span for own in women for span in own), *dog]
    changed = {f"woman{at}": own for at, own in enumerate(women)}
    changed["man"] = [*(span for own in men for span in own), *dog, *new]
    made = compare_graphs(graph(baseline, texts=texts), graph(changed, texts=texts))
    write_review(
        path, made.summary, made.iterate_sentences(), made.texts(), made.context, made.inputs, blind=blind
    )
    return path

"""Values of a review become the words that several exports write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from coala.base.numerals import decimal
from coala.model.bag import Direction, Divergence
from coala.model.values import Span
from coala.scores.ratio import MeanScore, Score
from coala.verdicts.state import Manner

_DIGITS = 4

MANNERS: Mapping[Manner, str] = {
    Manner.ALONE: "",
    Manner.TAKEN_OVER: "taken over",
    Manner.ADJUDICATION: "adjudication",
}


def directions(rows: Iterable[Divergence]) -> str:
    """Say how many rows went towards gold, and how many away from it; "" without gold."""
    told = [row.direction for row in rows if row.direction is not Direction.UNKNOWN]
    return ", ".join(
        f"{told.count(direction):,} {direction.value}" for direction in Direction if direction in told
    )


def place(span: Span) -> str:
    """Where a span is in its document, in code points, end exclusive: "0-9", "0-4+9-12"."""
    return "+".join(f"{begin}-{end}" for begin, end in span.parts)


def score_figures(score: Score) -> Iterator[str]:
    """Recall, precision and F1; a mean of metrics has an F1 alone."""
    alone = isinstance(score, MeanScore)
    for ratio in (score.recall, score.precision):
        yield "" if alone else decimal(ratio.value, _DIGITS)
    yield decimal(score.f1, _DIGITS)

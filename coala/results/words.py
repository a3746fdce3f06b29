"""Words for values that several results and exports share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from coala.model.bag import Direction, Divergence
from coala.model.values import Span
from coala.present.figures import Rate, show
from coala.scores.ratio import MeanScore, Score
from coala.verdicts.state import Manner

MANNERS: Mapping[Manner, str] = {
    Manner.ALONE: "",
    Manner.TAKEN_OVER: "carried over",
    Manner.ADJUDICATION: "adjudication",
}
"""How a verdict came about: usually by looking at the bag alone, which needs no word."""


def describe_directions(rows: Iterable[Divergence]) -> str:
    """Say how many rows went towards gold, and how many away from it; "" without gold."""
    found = [row.direction for row in rows if row.direction is not Direction.UNKNOWN]
    return ", ".join(
        f"{found.count(direction):,} {direction.value}" for direction in Direction if direction in found
    )


def format_place(span: Span) -> str:
    """Return a span's place in its document in code points, end exclusive: "0-9", "0-4+9-12"."""
    return "+".join(f"{begin}-{end}" for begin, end in span.parts)


def format_score(score: Score) -> Iterator[str]:
    """Yield recall, precision and F1; a mean of metrics only has an F1."""
    has_only_f1 = isinstance(score, MeanScore)
    for ratio in (score.recall, score.precision):
        yield "" if has_only_f1 else show(Rate(ratio.value))
    yield show(Rate(score.f1))

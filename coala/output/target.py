"""Checks of an export's target file, and the words for values that several exports share.

The checks refuse to overwrite a file that the export needs: the review, a board, or a compared graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from coala.base.numerals import decimal
from coala.base.output import STANDARD_OUTPUT
from coala.base.paths import same_file
from coala.board.plan import Plan
from coala.errors import CoalaError
from coala.model.bag import Direction, Divergence
from coala.model.values import Span
from coala.review.file import Review
from coala.scores.ratio import MeanScore, Score
from coala.verdicts.state import Manner


def refuse_inputs(review: Review, target: str) -> None:
    """Raise ``CoalaError`` if writing to ``target`` would overwrite the review, a graph or a text of it."""
    if target == STANDARD_OUTPUT:
        return
    path = Path(target)
    review.refuse_output(path)
    for role, name in review.inputs().items():
        given = Path(name)
        if same_file(path, given):
            raise CoalaError(f"{target}: this is the {role} of the review. Choose another name.")
        if given.is_dir() and path.absolute().resolve().is_relative_to(given.absolute().resolve()):
            raise CoalaError(
                f"{target}: this is in {given}, where the {role} of the review "
                f"{_is_or_are(role)}. Choose another folder."
            )


def refuse_board_inputs(board: Path, plan: Plan, target: str) -> None:
    """Raise ``CoalaError`` if writing to ``target`` would overwrite the board or one of its graphs."""
    if target == STANDARD_OUTPUT:
        return
    if same_file(Path(target), board):
        raise CoalaError(f"{target}: this is the board itself. Choose another name.")
    if any(same_file(Path(target), Path(graph)) for graph in plan.paths):
        raise CoalaError(f"{target}: this is a graph of the board. Choose another name.")


def _is_or_are(role: str) -> str:
    return "are" if role.endswith("s") else "is"


_DIGITS = 4
"""The decimals of a score."""

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
        yield "" if has_only_f1 else decimal(ratio.value, _DIGITS)
    yield decimal(score.f1, _DIGITS)

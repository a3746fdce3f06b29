"""Checks of an export's target: it is no file that the export needs (a review, a board, a graph)."""

from __future__ import annotations

from pathlib import Path

from coala.base.output import STANDARD_OUTPUT
from coala.base.paths import same_file
from coala.board.plan import Plan
from coala.errors import CoalaError
from coala.review.file import Review


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

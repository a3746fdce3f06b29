"""The commands about reviews that are judged blind.

A blind review calls the graphs left and right, at random for each bag (the chains judged together), so that a
reviewer does not know which is the changed one. No command may print it, or what follows from it, before
``coala file reveal``.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coala.base.numerals import count
from coala.cli import terminal
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.engine.summary import Summary
    from coala.review.blind.blindness import BlindWish
    from coala.review.file import Review


def read_blindness(arguments: argparse.Namespace) -> BlindWish | None:
    """Return the seed for a blind review, as the arguments give it, or None without ``--blind``.

    Raises ``CoalaError`` if the command writes no review that could be blind.
    """
    if not arguments.blind:
        return None
    if arguments.command == "diff" and not arguments.output:
        raise CoalaError("--blind applies to the review that is written. Name it with -o.")
    from coala.review.blind.blindness import BlindWish

    return BlindWish(arguments.seed)


def describe_blind_review(summary: Summary, path: str) -> list[str]:
    """Return the report on a comparison that is to be judged blind: only the number of bags."""
    verb = "differs" if summary.interesting == 1 else "differ"
    return [
        f"{summary.interesting:,} of {count(summary.bags, 'bag')} {verb}.",
        f"Judge them blind: {shlex.join(['coala', 'review', path])}",
    ]


def reveal(arguments: argparse.Namespace) -> int:
    """Show which side is which in a blind review, and how the verdicts of its reviewers turned out."""
    from coala.present.blocks import Note, say
    from coala.results.verdicts.reviewers import describe_blind
    from coala.review.file import Review
    from coala.review.storage.board_columns import is_board
    from coala.review.unblinding import unblind

    path = Path(arguments.review)
    if is_board(path):
        raise CoalaError(f"{path}: this is a board. A board is never blind, so there is nothing to reveal.")
    unblind(path, arguments.reviewer)
    with Review.open(path, read_only=True) as review:
        terminal.print_blocks(
            [say(f"{path}: this review now shows which side is which."), *map(Note, describe_blind(review))]
        )
    return 0


def print_blind_progress(reviews: Sequence[Review], *, to_files: bool) -> bool:
    """Print how far blind reviews are judged; return False if no review is blind.

    Raises ``CoalaError`` if the command would show more than that: files, or totals with other reviews.
    """
    from coala.results.verdicts.reviewers import describe_hidden

    hidden = [review for review in reviews if review.blind]
    if not hidden:
        return False
    if to_files or len(hidden) < len(reviews):
        raise CoalaError(
            f"{hidden[0].path}: this review is blind, so only the number of judged bags is "
            "shown. Run 'coala file reveal' first, or tally it alone."
        )
    for review in hidden:
        terminal.print_blocks(describe_hidden(review))
    return True

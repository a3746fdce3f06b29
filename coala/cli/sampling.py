"""``--sample`` draws bags of a review that has just been written, before anybody judges them."""

from __future__ import annotations

import argparse
from pathlib import Path

from coala.base.numerals import count
from coala.cli import terminal
from coala.errors import CoalaError


def add_sampling(part: argparse.ArgumentParser) -> None:
    """Add the flags of a sample to a command that writes a review."""
    part.add_argument(
        "--sample",
        type=_whole_number,
        metavar="N",
        help="draw N of the bags by kind and size: judge these, and the tally says what holds of all",
    )
    part.add_argument("--seed", type=_whole_number, metavar="S", help="draw by this number (1 by default)")


def check_sampling(arguments: argparse.Namespace, *, writes: bool) -> None:
    """Raise ``CoalaError`` where the flags make no sense, before an hour is spent on comparing."""
    if arguments.sample is None and arguments.seed is not None:
        raise CoalaError("--seed says by which number a sample is drawn; give --sample N too.")
    if arguments.sample is not None and not writes:
        raise CoalaError("--sample is kept in a review file; give -o REVIEW.coala too.")
    if arguments.sample == 0:
        raise CoalaError("A sample needs at least one bag; give a greater number after --sample.")


def draw_if_asked(arguments: argparse.Namespace, path: Path) -> None:
    """Draw the sample that was asked for, and say so."""
    if arguments.sample is None:
        return
    from coala.review.drawing import DEFAULT_SEED, draw
    from coala.review.file import Review

    with Review.open(path) as review:
        seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
        sample = draw(review, arguments.sample, seed)
        drawn = f"a sample of {len(sample.drawn):,} of {count(len(review.entries), 'bag')}"
        parts = f"{count(len(sample.strata), 'part')} by kind and size"
        terminal.say(f"{path}: {drawn}, drawn with seed {sample.seed} from {parts}.")


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no whole number of at most 9 digits")
    return int(text)

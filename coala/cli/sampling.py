"""The options ``--sample`` and ``--sample-links``: random samples of a review that was just written.

``--sample`` draws bags (connected chains of both graphs, which get one verdict), so that the verdicts on a
few of them estimate the result for all; a greater number later adds bags. Of bags with many changes, it draws
the changes one by one. ``--sample-links`` draws links that
both graphs have; judging them estimates how precise the baseline is.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coala.base.numerals import count
from coala.cli import terminal
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.engine.compare import Comparison

_MOST_LINKS = 10_000


def check_sampling(arguments: argparse.Namespace, *, writes: bool) -> None:
    """Raise ``CoalaError`` if the flags contradict each other, before any graph is read.

    ``writes`` is True if the command writes a review.
    """
    flags = {"--sample": arguments.sample, "--sample-links": arguments.sample_links}
    given = {flag: number for flag, number in flags.items() if number is not None}
    if not given and not arguments.blind and arguments.seed is not None:
        raise CoalaError("--seed sets the number for a random draw. Add --sample N or --blind.")
    for flag, number in given.items():
        if arguments.blind:
            raise CoalaError(f"A blind review cannot have a sample. Leave out {flag} or --blind.")
        if not writes:
            raise CoalaError(f"{flag} is stored in a review. Add -o REVIEW.coala.")
        if not number:
            raise CoalaError(f"A sample needs at least one item. Give a greater number after {flag}.")
    if arguments.sample_links and arguments.engine != "memory":
        raise CoalaError(
            f"--sample-links does not work with --engine {arguments.engine}. Leave one of them out."
        )
    if (arguments.sample_links or 0) > _MOST_LINKS:
        raise CoalaError(
            f"This sample of links is too large to judge. Give at most {_MOST_LINKS:,} after --sample-links."
        )


def draw_samples(arguments: argparse.Namespace, path: Path, comparison: Comparison) -> None:
    """Draw the samples that the arguments ask for, if any, and report them."""
    if arguments.sample is None and arguments.sample_links is None:
        return
    from coala.results.verdicts.samples import count_drawn
    from coala.review.drawing import DEFAULT_SEED, draw, keep_kept_links
    from coala.review.file import Review

    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    with Review.open(path) as review:
        review.require_revealed()
        if arguments.sample_links is not None:
            from coala.engine.kept_links import draw_kept_links

            questions = draw_kept_links(comparison.corpus, arguments.sample_links, seed)
            if questions:
                links = keep_kept_links(review, questions)
                terminal.say(f"{path}: {count(len(links.questions), 'link')} of both graphs to judge.")
            else:
                terminal.say(f"{path}: no links were drawn, since the graphs share no link.")
        if arguments.sample is None:
            return
        sample = draw(review, arguments.sample, arguments.seed)
        drawn = f"a sample of {len(sample.drawn):,} of {count(len(sample.order), sample.unit)}"
        parts = f"{count(len(sample.strata), 'part')} by number of links and kind"
        terminal.say(f"{path}: {drawn}, drawn with seed {sample.seed} from {parts}.")
        if sample.divided:
            terminal.say(f"{path}: the items are {count_drawn(sample, sample.size)}.")

"""The commands about several reviewers of the same bags."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

from coala.base.output import STANDARD_OUTPUT, write_text
from coala.base.paths import same_file
from coala.cli import terminal
from coala.cli.arguments import flags_besides
from coala.errors import CoalaError


def are_reviews(words: list[str]) -> bool:
    """Whether all files are reviews; raises ``CoalaError`` where only some are."""
    from coala.review.raters import names_review

    reviews = [names_review(each) for each in words]
    if any(reviews) and not all(reviews):
        review, graph = words[reviews.index(True)], words[reviews.index(False)]
        raise CoalaError(
            f"{review} is a review and {graph} is not; name reviews, for the agreement of reviewers, or "
            "graphs, for that of annotators."
        )
    return all(reviews)


def agree_reviews(arguments: argparse.Namespace) -> None:
    """Say how far the reviewers of some files agree, over the bags that two of them judged."""
    from coala.report.reviewer_agreement import render_reviewers_json, render_reviewers_text
    from coala.review.file import Review
    from coala.review.raters import gather_raters
    from coala.verdicts.agreement import measure_agreement

    if given := flags_besides(arguments, ["agree", "any"], "graph", "json"):
        raise CoalaError(f"{', '.join(given)}: this is for graphs, and these are reviews; leave it out.")
    paths = [Path(words) for words in arguments.graph]
    for one, other in combinations(paths, 2):
        if same_file(one, other):
            raise CoalaError(f"{one} and {other} are one file; name each once.")
    with ExitStack() as stack:
        raters = gather_raters([stack.enter_context(Review.open(path, read_only=True)) for path in paths])
    agreement = measure_agreement(len(raters.reviewers), (bag.rated for bag in raters.bags))
    if arguments.json:
        write_text(arguments.json, [render_reviewers_json(raters, agreement)])
    if arguments.json != STANDARD_OUTPUT:
        terminal.print_lines(render_reviewers_text(raters, agreement))

"""The command ``coala export``: a review as a table, a page or RDF, or as the better graph.

The better graph (``--to graph``) has each bag (connected chains of both graphs) by who is who if a reviewer
said so, else from the graph that was judged better. For this the compared graphs are read again, so options
can say where these files are now.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from coala.base.output import write_text
from coala.cli import terminal
from coala.cli.parser import read_words
from coala.cli.reviewers import clean_names
from coala.errors import CoalaError

_Bag = TypeVar("_Bag")

QUESTIONS_EXPORT, PAGE_EXPORT = "questions", "judging-page"
"""The names of the exports for judges elsewhere, which may be about a blind review."""

_BOARD_EXPORT = "html"
"""The only export of a whole board; all others need one column, that is one comparison of the board."""


def export(arguments: argparse.Namespace) -> int:
    """Write the review in the form that the arguments name; return the exit status."""
    from coala.engine.summary import GRAPH_ROLES
    from coala.exports.registry import EXPORTS, GRAPH, name_by_suffix
    from coala.exports.target import refuse_inputs
    from coala.model.options import FILE_OPTIONS
    from coala.results.verdicts.judged import collect_answers
    from coala.review.file import Review
    from coala.review.storage.board_columns import is_board

    name = arguments.to or name_by_suffix(arguments.output)
    # The values of all flags that only the export as a graph takes, None for those that are not given.
    graph_flags = {f"--{role}": getattr(arguments, role) for role in ("rest", "baseline", "changed", "gold")}
    files = {option.name: read_words(arguments, option) for option in FILE_OPTIONS}
    graph_flags |= {option.on_command_line: files[option.name] for option in FILE_OPTIONS}
    graph_flags["--lossy"] = "yes" if arguments.lossy else None
    if name != GRAPH and any(graph_flags.values()):
        wrong = " and ".join(flag for flag, word in graph_flags.items() if word)
        raise CoalaError(f"{wrong}: this is for '--to graph' only. Leave it out.")
    path = Path(arguments.review)
    if name in (QUESTIONS_EXPORT, PAGE_EXPORT):
        return _export_for_judges(arguments, name)
    if arguments.blind is not None:
        raise CoalaError("--blind is for '--to questions' and '--to judging-page' only. Leave it out.")
    if arguments.column is None and is_board(path):
        if name != _BOARD_EXPORT:
            raise CoalaError(
                f"{path}: this is a board. Choose a column with --column, or export the page of "
                "all columns with --to html."
            )
        _export_board(path, arguments)
        return 0
    with Review.open(path, read_only=True, column=arguments.column) as review:
        refuse_inputs(review, arguments.output)
        judged = collect_answers(review, reviewer=clean_names(arguments.reviewer), walk=_show_progress)
        if name != GRAPH:
            write_text(arguments.output, EXPORTS[name].write(judged))
            return 0
        from coala.merge.merged_graph import prepare_graph
        from coala.merge.merging import DefaultSide
        from coala.reading.read import never

        # Where the input files are now, by what they are; "changed graph" has the flag --changed.
        moved_files = {role: graph_flags[f"--{role.partition(' ')[0]}"] for role in GRAPH_ROLES}
        moved_files |= files
        rest = DefaultSide(arguments.rest or DefaultSide.BASELINE)
        make_graph = prepare_graph(judged, rest, moved_files, arguments.output, lossy=arguments.lossy)
        with terminal.progress() as progress:
            written = make_graph(progress, never)  # no user interface could cancel it
        written.write()
    for sentence in written.sentences:
        terminal.say(sentence)
    return 0


def _export_for_judges(arguments: argparse.Namespace, name: str) -> int:
    """Write the questions about all bags or a sample, or a page to judge them on, also of a blind review."""
    from coala.exports.target import refuse_inputs
    from coala.judging.open_review import OpenReview
    from coala.judging.writing import write_questions

    if arguments.reviewer:
        raise CoalaError(f"--reviewer is not for '--to {name}', which has no verdicts. Leave it out.")
    with OpenReview(
        arguments.review, column=arguments.column, blind_seed=arguments.blind, read_only=True
    ) as review:
        refuse_inputs(review.review, arguments.output)
        if name == QUESTIONS_EXPORT:
            write_text(arguments.output, write_questions(review, _show_progress(review.asked)))
        else:
            from coala.judging.page.judging_page import write_judging_page

            write_text(arguments.output, write_judging_page(review, review.asked, _show_progress))
    return 0


def _export_board(path: Path, arguments: argparse.Namespace) -> None:
    """Write the page of a whole board."""
    from coala.exports.target import refuse_board_inputs
    from coala.html.board_report import write_board_report
    from coala.review.board.board_file import read_judged_board
    from coala.review.storage.opening import kept_as_it_is

    with kept_as_it_is(path, or_copy=True):
        reviewer = clean_names(arguments.reviewer)
        stored = read_judged_board(path, reviewer)
        refuse_board_inputs(path, stored.board.plan, arguments.output)
        write_text(arguments.output, write_board_report(stored, reviewer=reviewer, walk=_show_progress))


def _show_progress(bags: Sequence[_Bag]) -> Iterable[_Bag]:
    """Return the bags, with a progress bar on a terminal: a page of 100,000 bags takes a minute."""
    if not sys.stderr.isatty():
        return bags
    from coala.cli.progress import show_progress

    return show_progress(bags, len(bags), "writing the bags")

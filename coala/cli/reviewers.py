"""The commands about verdicts in review files: agreement, tally, merge, blank copies, check and repair.

A verdict is on a bag: connected chains of both graphs that differ. A review file holds the bags of one
comparison, or is a board: several comparisons, which are its columns. Commands on one comparison of a board
need ``--column``. Each verdict in a file belongs to a reviewer, by name.
"""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

from coala.base.numerals import count
from coala.base.output import write_text
from coala.base.paths import same_file
from coala.base.plain_text import one_line
from coala.base.process import unwind_on_termination
from coala.cli import terminal
from coala.cli.blind import print_blind_progress
from coala.cli.parser import list_unused_flags
from coala.cli.reports import check_reports, write_reports, writes_files
from coala.errors import CoalaError


def are_reviews(arguments: argparse.Namespace) -> bool:
    """Return True if all files are reviews; raise ``CoalaError`` if only some are."""
    from coala.review.raters import names_review

    paths = arguments.graph
    is_review = [names_review(path) for path in paths]
    if any(is_review) and not all(is_review):
        review, graph = paths[is_review.index(True)], paths[is_review.index(False)]
        raise CoalaError(
            f"{review} is a review, but {graph} is not. Give reviews to compare reviewers, "
            "or graphs to compare annotators."
        )
    if not any(is_review) and arguments.column is not None:
        raise CoalaError("--column works with boards, but these are graphs. Leave it out.")
    return all(is_review)


def find_target(words: str, column: str | None) -> tuple[Path, int | None, str | None]:
    """Return the review file, the index of the bag and the column that an address names.

    "r.coala#12" is bag 12 of r.coala. Without a bag, or without a column of a board, these are None.
    """
    from coala.review.file import Review
    from coala.review.listing import split_address
    from coala.review.raters import names_review
    from coala.review.storage import opening

    path, bag = split_address(words)
    opening.require(path)
    if not names_review(str(path)) or not os.path.getsize(path):
        raise CoalaError(
            f"{path}: this is not a review (.coala). To compare two graphs, give both: coala BASELINE CHANGED"
        )
    if bag is None and column is None:
        return path, None, None
    if column is None and _is_board(path):
        raise CoalaError(
            f"{path}: this is a board. Open it without #{one_line(bag or '', 20)}, or "
            "choose the column of the bag with --column."
        )
    with Review.open(path, read_only=True, column=column) as review:
        return path, None if bag is None else review.find_bag(bag), review.column


def agree_reviews(arguments: argparse.Namespace) -> None:
    """Print how far the reviewers of some files agree, over the bags that at least two of them judged."""
    from coala.results.verdicts.reviewers import render_reviewers_json, report_reviewers
    from coala.review.file import Review
    from coala.review.raters import gather_raters
    from coala.verdicts.group_agreement import measure_who_is_who
    from coala.verdicts.reliability import measure_agreement

    check_reports(arguments)
    used = ("graph", "json", "csv", "markdown", "latex", "column")
    if given := list_unused_flags(arguments, ["agree", "any"], *used):
        raise CoalaError(f"{', '.join(given)}: this works with graphs, but these are reviews. Leave it out.")
    paths = [Path(words) for words in arguments.graph]
    _refuse_duplicates(paths)
    with ExitStack() as stack:
        opened = (Review.open(path, read_only=True, column=arguments.column) for path in paths)
        raters = gather_raters(list(map(stack.enter_context, opened)))
    agreement = measure_agreement(len(raters.reviewers), (bag.rated for bag in raters.bags))
    who_is_who = measure_who_is_who(len(raters.reviewers), [bag.grouped for bag in raters.bags])
    if arguments.json:
        write_text(arguments.json, [render_reviewers_json(raters, agreement, who_is_who)])
    write_reports(arguments, lambda _: report_reviewers(raters, agreement, who_is_who))


def _refuse_duplicates(paths: list[Path]) -> None:
    for one, other in combinations(paths, 2):
        if same_file(one, other):
            raise CoalaError(f"{one} and {other} are the same file. Give each file once.")


def tally(arguments: argparse.Namespace) -> int:
    """Total the verdicts of review files."""
    from coala.results.verdicts.links import read_precision
    from coala.results.verdicts.tally import render_tally_csv, render_tally_json, report_tally
    from coala.review.file import Review
    from coala.review.pooling import require_reviewer
    from coala.review.reviewers import list_chosen

    check_reports(arguments)
    paths = [Path(path) for path in arguments.review]
    if arguments.column is None and any(map(_is_board, paths)):
        return _tally_board(arguments, paths)
    given = arguments.baseline_precision
    baseline_precision = None if given is None else read_precision(given)
    _refuse_duplicates(paths)
    with ExitStack() as stack:
        opened = (Review.open(path, read_only=True, column=arguments.column) for path in paths)
        reviews = list(map(stack.enter_context, opened))
        if print_blind_progress(reviews, to_files=writes_files(arguments)):
            return 0
        only = clean_names(arguments.reviewer)
        for name in list_chosen(only):
            require_reviewer(reviews, name)
        if arguments.json:
            write_text(arguments.json, [render_tally_json(reviews, only, baseline_precision, arguments.by)])
        write_reports(
            arguments,
            lambda _: report_tally(reviews, only, baseline_precision, arguments.by),
            lambda: [render_tally_csv(reviews, only)],
        )
    return 0


def clean_names(names: list[str]) -> frozenset[str] | None:
    """Return the names after ``--reviewer`` as a set, None if there are none."""
    from coala.review.reviewers import clean_name

    return frozenset(map(clean_name, names)) or None


def _is_board(path: Path) -> bool:
    from coala.review.storage.board_columns import is_board

    return is_board(path)


def _tally_board(arguments: argparse.Namespace, paths: list[Path]) -> int:
    """Total the verdicts of a board: for each column, and over all bags, each counted once."""
    from coala.results.board.tally import find_answers, render_board_tally_json, report_board_tally
    from coala.results.verdicts.tally import render_tally_csv
    from coala.review.board.board_file import open_columns, read_judged_board, tally_board
    from coala.review.storage.opening import kept_as_it_is

    if len(paths) > 1:
        raise CoalaError(
            "Boards are tallied one at a time. Merge copies of a board with 'coala file merge', or "
            "choose a column with --column."
        )
    if arguments.baseline_precision is not None:
        raise CoalaError(
            "--baseline-precision applies to the links of one comparison. Choose a column with --column."
        )
    if arguments.by:
        raise CoalaError("--by applies to the bags of one comparison. Choose a column with --column.")
    (path,) = paths
    only = clean_names(arguments.reviewer)
    with kept_as_it_is(path, or_copy=True):
        stored = read_judged_board(path, only)
        tallied = tally_board(stored, only)
        if arguments.json:
            document = render_board_tally_json(stored, tallied, open_columns(stored), only)
            write_text(arguments.json, [document])
        write_reports(
            arguments,
            lambda _: report_board_tally(stored, tallied, find_answers(open_columns(stored), only)),
            lambda: [render_tally_csv(open_columns(stored), only)],
        )
    return 0


def merge(arguments: argparse.Namespace) -> int:
    """Merge the verdicts of several reviews of one comparison into a new file."""
    from coala.review.merging import merge_reviews

    paths = [Path(words) for words in arguments.review]
    if len(paths) < 2:
        raise CoalaError("'coala file merge' needs two or more reviews of the same comparison.")
    target = Path(arguments.output or f"{'--'.join(path.stem for path in paths)}.coala")
    with unwind_on_termination():
        merged = merge_reviews(paths, target, arguments.words)
    counts = [
        f"{count(verdicts, 'verdict')} by {one_line(name, 60)}" for name, verdicts in merged.verdicts.items()
    ]
    terminal.say(f"{target}: {', '.join(counts) or 'no bag has been judged yet'}.")
    for name, bags in merged.differing.items():
        terminal.say(
            f"{count(bags, 'bag')} with two different answers by {one_line(name, 60)}. The newer one counts."
        )
    return 0


def blank(arguments: argparse.Namespace) -> int:
    """Copy a review without anything that a reviewer wrote."""
    from coala.review.blank import write_blank

    with unwind_on_termination():
        write_blank(Path(arguments.review), Path(arguments.output), arguments.words)
    terminal.say(f"{arguments.output}: no verdicts, notes or names of reviewers.")
    return 0


def check_files(arguments: argparse.Namespace) -> int:
    """Print the damage in review files; return 1 if there is any."""
    from coala.results.rescue import render_check
    from coala.review.rescue import kept_for_rescue, salvage

    damaged = 0
    for path in map(Path, arguments.review):
        with kept_for_rescue(path):
            found = salvage(path)
        damaged += not found.is_sound
        terminal.print_lines(render_check(found))
    return 1 if damaged else 0


def repair_file(arguments: argparse.Namespace) -> int:
    """Write what is sound in a review into a new file."""
    from coala.results.rescue import describe_repair, render_damage
    from coala.review.rescue import kept_for_rescue, repair, salvage

    path, target = Path(arguments.review), Path(arguments.output)
    # The lock is held until the repair is done, so that the new file has all of the old one.
    with kept_for_rescue(path):
        found = salvage(path)
        terminal.print_lines(render_damage(found))
        with unwind_on_termination():
            repaired = repair(found, target)
    terminal.say(f"{target}: {describe_repair(repaired)}")
    return 0


def read_reviewer(arguments: argparse.Namespace) -> str:
    """Return the name after ``--reviewer``, "" if it was not given."""
    if arguments.reviewer is None:
        return ""
    from coala.review.reviewers import clean_name

    return clean_name(arguments.reviewer)

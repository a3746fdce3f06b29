"""The command ``coala board``: the worth of each component of a system.

For each component, a user gives a graph that the system makes without it, or with it alone. Each of these
graphs is compared with another, such as the graph of the full system. One comparison is a *column* of the
board. The plan (a board.toml, or words of the command line) names the graphs. The *role* of a graph says what
it is for: without the component, only the component, or one step of building the system up.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from coala.base.output import is_database, write_text
from coala.base.process import unwind_on_termination
from coala.board.board import Board
from coala.board.plan import Plan, Role, order_steps, parse_plan, read_plan, require_graphs
from coala.board.run import BuiltBoard, build_board, list_paths
from coala.cli import terminal
from coala.cli.output_checks import check_outputs_against
from coala.cli.parser import read_metrics, read_options
from coala.cli.progress import BoardBars, show_progress
from coala.cli.reports import check_reports, write_reports
from coala.errors import CoalaError, ReviewError
from coala.model.notices.notice import Notice
from coala.model.options import with_forms
from coala.results.board.board_csv import render_board_csv
from coala.results.board.board_json import render_board_json
from coala.results.board.report import report_board
from coala.review.board.board_file import read_board
from coala.review.board.writing import write_board
from coala.review.history import PastVerdicts, read_past_verdicts
from coala.review.listing import stored_fingerprints
from coala.review.storage.board_columns import is_board
from coala.scores.findings import select_metrics

_ALL_ROLES = "all"
_DEFAULT_METRICS = ("muc", "b_cubed")


def compare_components(arguments: argparse.Namespace) -> tuple[Board, Sequence[Notice]]:
    """Build the board and write the outputs that the arguments name; return the board and its notices."""
    check_reports(arguments)
    metrics = select_metrics(read_metrics(arguments) or _DEFAULT_METRICS)
    plan = _read_plan(arguments)
    if arguments.fail_below_target:
        _check_target(plan)
    roles = tuple(Role) if arguments.mode == _ALL_ROLES else (Role(arguments.mode),)
    require_graphs(plan, roles)
    paths = list_paths(plan, roles)
    check_outputs_against(arguments, paths)
    past = _read_past_verdicts(arguments)
    options = read_options(arguments)
    if arguments.output:
        options = with_forms(options)
    with BoardBars(len(paths)) as bars:
        built = build_board(plan, options, roles=roles, progress=bars.read, compared=bars.compared)
    board = built.board
    terminal.warn(board.notices)
    if arguments.output:
        _write_review(built, arguments, past)
    if arguments.json:
        write_text(arguments.json, [render_board_json(board, metrics)])
    write_reports(
        arguments,
        lambda in_file: report_board(board, metrics),
        table=lambda: [render_board_csv(board, metrics)],
    )
    return board, board.notices


def _read_past_verdicts(arguments: argparse.Namespace) -> PastVerdicts | None:
    """Return the verdicts to take over, or None without ``--verdicts``."""
    if not arguments.verdicts:
        return None
    if not arguments.output:
        raise CoalaError("--verdicts copies verdicts into a file. Add -o BOARD.coala.")
    return read_past_verdicts(map(Path, arguments.verdicts))


def _write_review(built: BuiltBoard, arguments: argparse.Namespace, past: PastVerdicts | None) -> None:
    """Write the board into a review file; report the verdicts carried over, and changes since the last run.

    ``past`` has the verdicts to take over, if any.
    """
    columns = show_progress(built.comparisons, len(built.comparisons), "writing the board")
    path = Path(arguments.output)
    # The bags of the board that this one replaces, by fingerprints of their mentions and chains.
    fingerprints_before = stored_fingerprints(path)
    with unwind_on_termination():
        counts = write_board(path, built.board, columns, past, arguments.words)
    if past is not None:
        terminal.say(counts.sentence)
    if fingerprints_before:
        terminal.say(f"{path}: {read_board(path).changes_since(fingerprints_before).sentence}")


def is_below_target(board: Board) -> bool:
    """Return True if in some column the links of a component are less precise than the plan's target."""
    return any(column.misses(board.plan.target_precision) for column in board.columns)


def _read_plan(arguments: argparse.Namespace) -> Plan:
    """Return the plan from a board.toml, or with ``--full`` from the words NAME=FILE of the command line."""
    words, target = arguments.plan, arguments.target_precision
    if arguments.steps and arguments.full is not None:
        raise CoalaError("--steps uses the last version as the whole system. Leave out --full.")
    if arguments.steps:
        plan = order_steps(words, arguments.gold)
    elif arguments.full is not None:
        plan = parse_plan(words, arguments.full, arguments.gold)
    elif len(words) != 1:
        raise CoalaError(
            "'coala board' needs one board.toml, or --full F and NAME=FILE for each "
            "component. See 'coala board --help'."
        )
    elif arguments.gold is not None:
        raise CoalaError("--gold works with --full or --steps. Write the gold graph into board.toml.")
    elif _is_board_file(Path(words[0])):
        raise CoalaError(f"{words[0]}: this is a finished board. Open it with: coala {words[0]}")
    elif is_database(words[0]):
        raise CoalaError(f"{words[0]}: this is a review, not a plan of a board (board.toml).")
    else:
        plan = read_plan(words[0])
    return plan if target is None else replace(plan, target_precision=target)


def _is_board_file(path: Path) -> bool:
    try:
        return path.is_file() and is_board(path)
    except ReviewError:
        return False


def _check_target(plan: Plan) -> None:
    """Raise ``CoalaError`` if no column could be below a target, since a CI job would then never fail."""
    if plan.gold is None:
        raise CoalaError("--fail-below-target needs a gold graph to know which links are right. Add one.")
    if plan.target_precision is None:
        raise CoalaError(
            "--fail-below-target needs a target. Write target_precision = 0.8 into "
            "board.toml, or add --target-precision 0.8."
        )

"""Options ``--csv``, ``--markdown``, ``--latex`` and ``--github``: where the report of a command goes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from coala.base.numerals import count
from coala.base.output import STANDARD_OUTPUT, write_text
from coala.cli import terminal
from coala.errors import CoalaError
from coala.present.blocks import Report

_SUMMARY = "GITHUB_STEP_SUMMARY"
"""Variable that names the file to which a step of a workflow appends its summary."""

_FILES = ("json", "csv", "markdown", "latex", "junit")
"""Options that name a file for the result."""


def check_reports(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` if a result cannot go where it should, before anything is computed."""
    named = vars(arguments)
    printed = [f"--{name}" for name in _FILES if named.get(name) == STANDARD_OUTPUT]
    if len(printed) > 1:
        raise CoalaError(
            f"Only one of {', '.join(printed[:-1])} and {printed[-1]} can be written to standard output. "
            "Give files for the others."
        )
    if named.get("github") and not os.environ.get(_SUMMARY):
        raise CoalaError(
            f"--github works in a workflow of GitHub, which sets {_SUMMARY}. Elsewhere use --markdown FILE."
        )


def prints_text(arguments: argparse.Namespace) -> bool:
    """Return True if the report is printed as text: nothing else is written to standard output."""
    return all(vars(arguments).get(name) != STANDARD_OUTPUT for name in _FILES)


def writes_files(arguments: argparse.Namespace) -> bool:
    """Return True if a result is written in another way than as text."""
    return any(vars(arguments).get(name) for name in (*_FILES, "github"))


def write_reports(
    arguments: argparse.Namespace,
    make: Callable[[bool], Report],
    table: Callable[[], Iterable[str]] | None = None,
) -> None:
    """Write the report as the arguments ask, and print it as text if nothing else is printed.

    ``make`` gets True for a report that may be long, since it is written to a file. ``table`` makes the CSV
    of a result that has one of its own.
    """
    named = vars(arguments)
    if arguments.csv:
        _write_csv(arguments.csv, make, table)
    if arguments.latex:
        from coala.present.printers.latex import print_latex

        write_text(arguments.latex, print_latex(make(True).list_blocks()))
    if arguments.markdown or named.get("github"):
        _write_comment(arguments, make(True))
    if prints_text(arguments):
        terminal.print_blocks(make(False).list_blocks())


def _write_csv(
    target: str, make: Callable[[bool], Report], table: Callable[[], Iterable[str]] | None
) -> None:
    if table is not None:
        write_text(target, table())
        return
    from coala.present.printers.tables import join_tables, print_csv

    joined = join_tables(make(True))
    if not joined.tables:
        raise CoalaError(f"{target}: this result has no table. Leave out --csv.")
    write_text(target, print_csv(joined))
    if joined.left_out:
        where = "standard output" if target == STANDARD_OUTPUT else target
        title = joined.tables[0].title
        others = count(len(joined.left_out), "table")
        terminal.say(
            f"{where}: a CSV is one table, so it has {f'“{title}”' if title else 'the scores'} and what has "
            f"the same columns, but not {others} with others. --json has everything."
        )


def _write_comment(arguments: argparse.Namespace, report: Report) -> None:
    """Write the comment and the summary of the job, and print the annotations, as the arguments ask."""
    from coala.present.printers.comment import print_annotations, print_comment

    comment = print_comment(report)
    if arguments.markdown:
        write_text(arguments.markdown, [comment])
    if vars(arguments).get("github"):
        path = Path(os.environ[_SUMMARY])
        try:
            with path.open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(comment)
        except OSError as error:
            raise CoalaError(f"{path}: the summary cannot be written ({error.strerror}).") from None
        terminal.print_commands(print_annotations(report))

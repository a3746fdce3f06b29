"""The options ``--markdown`` and ``--github``: a result as a comment, and in a workflow of GitHub."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coala.base.output import write_text
from coala.cli import terminal
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.results.pull_request import Report

_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable that names the file to which a step of a workflow appends its summary."""


def check_workflow(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` if ``--github`` is given outside of a workflow, before anything is computed."""
    if arguments.github and not os.environ.get(_SUMMARY):
        raise CoalaError(
            f"--github works in a workflow of GitHub, which sets {_SUMMARY}. Elsewhere use --markdown FILE."
        )


def write_for_pull_request(arguments: argparse.Namespace, make: Callable[[Any], Report]) -> None:
    """Write the comment and the summary of the job, and print the annotations, as the arguments ask.

    ``make`` gets the module ``coala.results.pull_request``, which most runs need not wait for.
    """
    if not (arguments.markdown or arguments.github):
        return
    from coala.results import pull_request

    report = make(pull_request)
    comment = pull_request.write_comment(report)
    if arguments.markdown:
        write_text(arguments.markdown, [comment])
    if arguments.github:
        path = Path(os.environ[_SUMMARY])
        try:
            with path.open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(comment)
        except OSError as error:
            raise CoalaError(f"{path}: the summary cannot be written ({error.strerror}).") from None
        terminal.print_commands(pull_request.write_annotations(report))

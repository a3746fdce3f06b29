"""The command ``coala check``: whether a graph fulfils what the verdicts of reviews assert.

The verdicts of reviews make a *lock*: what was judged better must still hold in the graph, and what was
judged worse must not come back. A CI job checks each new output of a system against it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from coala.base.numerals import count
from coala.base.output import write_text
from coala.cli import terminal
from coala.cli.parser import AS_REVIEWED, attribute_name, read_options
from coala.cli.reports import check_reports, write_reports
from coala.engine.settings import read_settings
from coala.errors import CoalaError
from coala.model.notices.notice import Notice, is_flaw
from coala.model.option import AUTO, AUTO_OR_FILE
from coala.model.options import OPTIONS, Options
from coala.reading.read import read_graphs
from coala.results.lock import (
    note_unchecked,
    render_check_json,
    render_junit,
    render_junit_error,
    report_check,
)
from coala.review.file import Review
from coala.review.locking import make_lock
from coala.verdicts.lock.checking import Checked, check_graph

_OPTIONS_OF_REVIEWS = tuple(option for option in OPTIONS if option.group in AS_REVIEWED)
"""The options about matching, documents and names: those not given are taken from the reviews."""


def check_reviews(arguments: argparse.Namespace) -> tuple[Checked, Sequence[Notice]]:
    """Check the graph, print or write the result; return it with all notices.

    If that is impossible, the JUnit file has one error.
    """
    check_reports(arguments)
    try:
        checked = _check(arguments)
    except (CoalaError, OSError) as error:
        if arguments.junit:
            write_text(arguments.junit, render_junit_error(arguments.graph, str(error)))
        raise
    notices = (*checked.notices, *note_unchecked(checked))
    terminal.warn(notices)
    if arguments.json:
        write_text(arguments.json, render_check_json(checked))
    if arguments.junit:
        flaws = sum(map(is_flaw, notices)) if arguments.strict and not checked.broken else 0
        refused = f"{count(flaws, 'warning')}, which --strict does not allow" if flaws else ""
        write_text(arguments.junit, render_junit(checked, refused))
    write_reports(arguments, lambda in_file: report_check(checked))
    return checked, notices


def _check(arguments: argparse.Namespace) -> Checked:
    """Return the result of the check; failures that the graph ``--known`` has as well are known."""
    with ExitStack() as stack:
        opened = (
            Review.open(Path(path), read_only=True, column=arguments.column) for path in arguments.against
        )
        reviews = list(map(stack.enter_context, opened))
        lock = make_lock(reviews)
        options = read_options(arguments, _read_common_options(reviews, arguments))
        with terminal.progress() as progress:
            paths = [arguments.graph, *filter(None, [arguments.known])]
            graph, *accepted = read_graphs(paths, options.reading, progress=progress)
        checked = check_graph(lock, graph, options)
        for known in accepted:
            checked = checked.accept_failures_of(check_graph(lock, known, options))
    return checked


def _read_common_options(reviews: Sequence[Review], arguments: argparse.Namespace) -> Options:
    """Return the options of matching, documents and names with which the reviews were made.

    Raises ``CoalaError`` if the reviews differ in an option that the command does not give.
    """
    common: dict[str, str] = {}
    for option in _OPTIONS_OF_REVIEWS:
        values = [review.summary.settings.get(option.name) or option.usual for review in reviews]
        if option.form is AUTO_OR_FILE:
            # A file maps the documents of the graph that was compared then, not of this one.
            values = [text if text == AUTO else "" for text in values]
        if len(set(values)) > 1 and getattr(arguments, attribute_name(option)) is None:
            other = next(index for index, text in enumerate(values) if text != values[0])
            raise CoalaError(
                f"{reviews[0].path} was made with {option.flag} {values[0] or 'not given'}, but "
                f"{reviews[other].path} with {values[other] or 'not given'}. Choose one with "
                f"{option.flag}, or check against one review at a time."
            )
        if values[0]:
            common[option.name] = values[0]
    return read_settings(common)

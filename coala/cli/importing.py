"""The command ``coala import``: answers of a model, a program or another reviewer, into a review."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from coala.base.files import open_regular_file
from coala.base.numerals import count
from coala.cli import terminal
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.judging.answers import CountedLines

_STANDARD_INPUT = "-"

_LONGEST_LINE = 1 << 23
"""Bytes; answers are shorter than a megabyte."""

_MOST_NUMBERS = 300
"""Of lines that are left out; more would hide the rest of the message."""

_ALL, _SOME, _NOTHING = 0, 1, 2
"""The exit statuses: every answer is stored, some were left out, or none is."""


def import_file(arguments: argparse.Namespace) -> int:
    """Store the answers of a file; return the exit status."""
    from coala.judging.answers import import_answers, read_header
    from coala.judging.open_review import OpenReview
    from coala.present.reviewers import describe_two_kinds
    from coala.verdicts.reviewer_kinds import ReviewerKind

    lines = _read_lines(arguments.answers)
    first = next(lines, "")
    header = read_header(first)
    reviewer = arguments.reviewer or (header.reviewer if header else "")
    if not reviewer:
        raise CoalaError("Whose answers are these? Name the reviewer with --reviewer NAME.")
    kind = arguments.kind or (header.kind if header else ReviewerKind.PERSON)
    with OpenReview(
        arguments.review, reviewer=reviewer, column=arguments.column, blind_seed=arguments.blind, kind=kind
    ) as review:
        if header is not None and header.sides not in (None, review.sides):
            advice = (
                "Give the seed of their questions with --blind, or verdicts would be turned the wrong way."
                if header.sides
                else "Their questions were exported without --blind. Leave it out."
            )
            raise CoalaError(f"{arguments.answers}: these answers are about other sides. {advice}")
        imported = import_answers(chain([first], lines), review, replace=arguments.replace)
        if header is not None and header.review not in ("", review.identity) and not imported.usable:
            terminal.say("These answers are about another review.")
        has_two_kinds = review.has_two_kinds
    if not imported.stored and not imported.left_out and not imported.failure:
        raise CoalaError(f"{arguments.answers}: this file has no answers.")
    stored = f"{imported.stored:,} of " if imported.failure else ""
    terminal.print_lines(
        [f"{imported.reviewer} ({kind}): {stored}{count(imported.usable, 'answer')} stored."]
    )
    if has_two_kinds:
        terminal.say(describe_two_kinds(imported.reviewer))
    if imported.failure:
        terminal.say(imported.failure)
    for each in imported.ahead if not imported.failure else ():
        terminal.say(
            f"Stored {count(each.lines, 'answer')} with the time of this import, since their own is "
            f"{each.reason}: {_list_examples(each)}"
        )
    for each in imported.left_out:
        terminal.say(f"Left out {count(each.lines, 'line')}, {each.reason}: {_list_examples(each)}")
    if not imported.loses_something:
        return _ALL
    return _SOME if imported.stored else _NOTHING


def _list_examples(lines: CountedLines) -> str:
    """Return the examples, and the numbers of the other lines, up to some hundreds."""
    numbers = [f"{line:,}" for line in lines.others[:_MOST_NUMBERS]]
    others = f"lines {' '.join(numbers)}" if len(numbers) > 1 else "".join(f"line {each}" for each in numbers)
    more = f"{len(lines.others) - _MOST_NUMBERS:,} more" if len(lines.others) > _MOST_NUMBERS else ""
    return "; ".join(filter(None, (*lines.examples, others, more)))


def _read_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file in UTF-8, or of standard input for "-".

    Of a line of over ``_LONGEST_LINE`` bytes, which is no answer, its beginning is yielded and its rest is
    skipped, so that no part of it is read as a line.
    """
    try:
        with sys.stdin.buffer if path == _STANDARD_INPUT else open_regular_file(path) as stream:
            for number, line in enumerate(iter(lambda: stream.readline(_LONGEST_LINE), b""), 1):
                is_cut = len(line) == _LONGEST_LINE and not line.endswith(b"\n")
                part = line if is_cut else b""
                while part and not part.endswith(b"\n"):
                    part = stream.readline(_LONGEST_LINE)
                try:
                    # The cut may be within a character.
                    yield line.decode(
                        "utf-8-sig" if number == 1 else "utf-8", "replace" if is_cut else "strict"
                    )
                except UnicodeDecodeError:
                    raise CoalaError(f"{path}:{number}: this line is not UTF-8. Save it as UTF-8.") from None
    except OSError as error:
        raise CoalaError(f"{path}: cannot be read ({error.strerror or error}).") from None

"""A report as a comment on a pull request, in Markdown, and as annotations of GitHub's workflows.

A comment has a hidden marker, by which a workflow finds the comment to replace. Words from graphs can neither
be markup nor call a person (``@name``), link an issue (``#12``) or be a link.
"""

from __future__ import annotations

from collections.abc import Iterator

from coala.base.plain_text import clean
from coala.base.workflow_log import escape_commands
from coala.present.blocks import Block, Folded, HeadingBlock, Report, StyledWords
from coala.present.printers.markdown import print_folded, print_item, print_markdown

LONGEST_COMMENT = 65_000
"""Characters; GitHub takes 65,536."""

_LEFT_OUT = "*A part is left out, since the comment would be too long.*\n"
_ROOM_AFTER = 300
"""Characters that are kept for the end of a folded list, and for what says that a part is left out."""
_LONGEST_SENTENCE = 600


def print_comment(report: Report) -> str:
    """Return the comment, at most ``LONGEST_COMMENT`` characters; whole items and tables are left out."""
    title = StyledWords(clean(report.claim, _LONGEST_SENTENCE))
    comment = f"<!-- coala: {report.command} -->"
    for block in (HeadingBlock(3, ("COALA: ", title)), *report.blocks):
        part = _print_block(block, LONGEST_COMMENT - _ROOM_AFTER - len(comment))
        if part is None:
            return f"{comment}\n{_LEFT_OUT}"
        is_item = part.startswith(("-", " ")) and comment.endswith("\n") and _ends_with_item(comment)
        comment += part if is_item else f"\n{part}"
    return comment


def _ends_with_item(comment: str) -> bool:
    return comment.rstrip("\n").rpartition("\n")[2].lstrip().startswith("- ")


def _print_block(block: Block, room: int) -> str | None:
    """Return a block in Markdown, a list with as many items as there is room for; None without room."""
    if isinstance(block, Folded):
        shown = []
        for item in map(print_item, block.items):
            room -= len(item)
            if room < 0:
                break
            shown.append(item)
        return "".join(print_folded(block, shown))
    part = "".join(print_markdown([block]))
    return part if len(part) <= room else None


def print_annotations(report: Report) -> Iterator[str]:
    """Yield the commands by which a workflow of GitHub shows the claim and the errors."""
    level = "error" if report.errors else "notice"
    yield f"::{level} title=COALA {report.command}::{_escape_command(report.claim)}"
    yield from (f"::error title=COALA {report.command}::{_escape_command(error)}" for error in report.errors)


def _escape_command(text: str) -> str:
    """Return text as the message of a workflow command, in which it can be no command."""
    line = escape_commands(clean(text, _LONGEST_SENTENCE))
    return line.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("::", ":\u2060:")

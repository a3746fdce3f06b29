"""The man page of ``coala``, written from the parser that the program uses.

    python docs/man_page.py build/coala.1

``make man`` runs it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from coala import __version__
from coala.cli.parser import Parser, build_parser

_EXIT_STATUS = (
    ("0", "success; for diff, no bag differs"),
    ("1", "diff or board found a difference, check a broken assertion, or file check a damaged file"),
    ("2", "an error; with --strict also a warning"),
    ("130", "stopped by Ctrl-C"),
)


def write_man_page() -> str:
    """Return the page in roff: the first screen of the help, then each command with all its options."""
    parser = build_parser()
    lines = [
        f'.TH COALA 1 "" "COALA {__version__}" "User Commands"',
        *(".SH NAME", "coala \\- compare two coreference outputs and judge what changed"),
        *(".SH SYNOPSIS", ".nf", *map(_escape, parser.format_help().splitlines()), ".fi"),
        ".SH COMMANDS",
    ]
    for part in parser.parts.values():
        for command in part.parts.values() or [part]:
            lines += _describe_command(command)
    lines.append(".SH EXIT STATUS")
    for status, meaning in _EXIT_STATUS:
        lines += (".TP", f"\\fB{status}\\fR", _escape(meaning))
    return "".join(f"{line}\n" for line in lines)


def _describe_command(command: Parser) -> Iterator[str]:
    yield f".SS {_escape(command.prog)}"
    yield _escape(command.description or "")
    formatter = command._get_formatter()
    for title, actions in command.list_sections(full=True):
        shown = [action for action in actions if action.help != "==SUPPRESS=="]
        if not shown:
            continue
        yield ".PP"
        yield f"\\fI{_escape(title)}\\fR"
        for action in shown:
            yield ".TP"
            yield f"\\fB{_escape(formatter._format_action_invocation(action))}\\fR"
            yield _escape(formatter._expand_help(action) if action.help else "")


def _escape(text: str) -> str:
    """Return a line of text in roff, in which hyphens stay hyphens and nothing is a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


def main(target: str) -> int:
    """Write the page to the file ``target``."""
    path = Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_man_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

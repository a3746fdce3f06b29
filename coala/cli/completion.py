"""Scripts that complete commands, options and file names in a shell.

The library shtab writes the scripts from the parser; this module marks which arguments take a file.
"""

from __future__ import annotations

import argparse

import shtab

from coala.cli.parser import Parser, build_parser

_FILE_PLACEHOLDERS = "FILE PATH DIR GRAPH BASELINE CHANGED KEY RESPONSE NEW IN OUT F G".split()
"""Placeholders in the help (metavars) that mean a file; "NAME=FILE" contains one."""

_COMPLETE, _COMPLETE_FILES_TOO = "\ncomplete -o ", "\ncomplete -o default -o "
"""A line of the script for bash, and its replacement: where no command fits, bash then completes files.

``coala FILE`` opens the window.
"""


def write_completion(shell: str) -> str:
    """Return the script for a shell: bash, zsh or tcsh."""
    parser = build_parser()
    _complete_files(parser)
    script: str = shtab.complete(parser, shell=shell)
    return script.replace(_COMPLETE, _COMPLETE_FILES_TOO)


def _complete_files(parser: Parser) -> None:
    """Mark the arguments of a command, and of the commands below it, that take a file."""
    for action in parser._actions:
        if _takes_file(action):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    for part in parser.parts.values():
        _complete_files(part)


def _takes_file(action: argparse.Action) -> bool:
    placeholder = action.metavar if isinstance(action.metavar, str) else ""
    return not action.choices and any(
        part in _FILE_PLACEHOLDERS or part.endswith((".coala", ".toml"))
        for part in placeholder.replace("=", "|").split("|")
    )

"""Completion of commands in a shell, and of the files that they take."""

from __future__ import annotations

import argparse

import shtab

from coala.cli.parser import Parser, build_parser

_FILES = "FILE PATH DIR GRAPH BASELINE CHANGED KEY RESPONSE NEW IN OUT F G".split()
"""Parts of the names of arguments that are files."""

_BEFORE, _AFTER = "\ncomplete -o ", "\ncomplete -o default -o "
"""bash completes the names of files where no command fits: a file alone opens the window."""


def write_completion(shell: str) -> str:
    """Return the script for a shell: bash, zsh or tcsh."""
    parser = build_parser()
    _complete_files(parser)
    script: str = shtab.complete(parser, shell=shell)
    return script.replace(_BEFORE, _AFTER)


def _complete_files(parser: Parser) -> None:
    for action in parser._actions:
        if _takes_file(action):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    for part in parser.parts.values():
        _complete_files(part)


def _takes_file(action: argparse.Action) -> bool:
    name = action.metavar if isinstance(action.metavar, str) else ""
    return not action.choices and any(
        part in _FILES or part.endswith((".coala", ".toml")) for part in name.replace("=", "|").split("|")
    )

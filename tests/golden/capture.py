"""Runs a command of the program in this process, and catches what it prints, by its children too."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import timedelta

from coala.cli.commands import main as run_command
from coala.review import minutes


def ignore_time() -> None:
    """Let no pause between verdicts count in this process: on a slow machine there are some."""
    minutes._SHORTEST_PAUSE = timedelta(days=1)


def run_quietly(words: Sequence[str]) -> tuple[int, bytes, bytes]:
    """Run a command in this process; return its exit status, output and errors."""
    kept = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, file in ((1, output), (2, errors)):
            os.dup2(file.fileno(), number)
        try:
            status = run_command(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 2
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, original in zip((1, 2), kept, strict=True):
                os.dup2(original, number)
                os.close(original)
        found = []
        for file in (output, errors):
            file.seek(0)
            found.append(file.read())
    return status, found[0], found[1]

r"""Output to the log of a CI workflow, in which no text can be a command.

A runner obeys some lines that a step prints: of GitHub ``::error::…`` at the beginning of a line and
``##[error]…`` anywhere, of Azure ``##vso[…]``, of TeamCity ``##teamcity[…]``. It skips blanks, and may skip
invisible characters. Texts of documents, names of files and names of reviewers must not be commands, so one
sign is written as an escape: ``#\u0023[error]``. In JSON and Turtle this has the same value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TextIO, cast

_RUNNERS = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
"""Variables that runners set: those of GitHub (also Gitea and Forgejo), Azure Pipelines and TeamCity."""

_UNSEEN = "\u00ad\u200b-\u200f\u2060-\u206f\ufeff"
"""Characters that a comparison by the rules of a language skips."""
_LINE_ENDS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029"

# A command of GitHub at the beginning of a line, and one that "##" begins, each up to the sign to escape.
_COMMAND = re.compile(
    rf"(?:^|(?<=[{_LINE_ENDS}]))(?:[^\S{_LINE_ENDS}]|[{_UNSEEN}])*:(?=[{_UNSEEN}]*:)"
    rf"|#[{_UNSEEN}]*#(?=[\w{_UNSEEN}]{{0,40}}\[)",
    re.MULTILINE,
)
_ESCAPES = {":": r"\u003a", "#": r"\u0023"}


def escape_commands(text: str) -> str:
    """Return text in which no line is a command of a runner."""
    return _COMMAND.sub(lambda found: found[0][:-1] + _ESCAPES[found[0][-1]], text)


class WorkflowLog:
    """A stream whose lines are escaped before they reach the ``stream`` that it replaces."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._line: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write the complete lines of the text; keep the rest, since more of its line may follow."""
        self._line.append(text)
        if "\n" in text:
            lines, end, rest = "".join(self._line).rpartition("\n")
            self._line = [rest]
            self.stream.write(escape_commands(lines + end))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        rest = "".join(self._line)
        self._line = []
        if rest:
            self.stream.write(escape_commands(rest))
        self.stream.flush()

    def write_commands(self, lines: Iterable[str]) -> None:
        """Write lines that are commands of this program."""
        self.flush()
        self.stream.writelines(f"{line}\n" for line in lines)


def guard(stream: TextIO) -> TextIO:
    """Return the stream as a ``WorkflowLog`` if a runner reads it, else the stream itself."""
    if isinstance(stream, WorkflowLog) or not any(map(os.environ.get, _RUNNERS)):
        return stream
    return cast(TextIO, WorkflowLog(stream))

"""Case files: small inputs in one readable text, next to what they must give.

    === name of the case
    $ coala lint a.conll
    --- a.conll
    …
    --- reads
    …

Lines before the first case are remarks. Lines that begin with ``$ coala `` are commands; each ``---`` begins
a section with its name. The empty line before the next case belongs to no section.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_COMMAND = "$ coala "


class CaseText(NamedTuple):
    """A case: its name, the words of its commands, and its sections by name."""

    name: str
    commands: tuple[tuple[str, ...], ...]
    sections: dict[str, str]


def read_cases(path: Path) -> Iterator[CaseText]:
    """Yield the cases of a file; raise ValueError for two of one name, or a line outside a section."""
    _, *texts = f"\n{path.read_text(encoding='utf-8')}".split("\n=== ")
    names = set()
    for text in texts:
        name, _, rest = text.partition("\n")
        if name in names:
            raise ValueError(f"{path}: two cases are called {name!r}")
        names.add(name)
        head, *sections = f"\n{rest.removesuffix(chr(10))}\n".split("\n--- ")
        lines = head.split("\n")
        commands = [tuple(shlex.split(line[len(_COMMAND) :])) for line in lines if line.startswith(_COMMAND)]
        if len(commands) != len(list(filter(None, lines))):
            raise ValueError(f"{path}: {name!r} has a line that is no command")
        yield CaseText(name, tuple(commands), dict(_split_section(section) for section in sections))


def _split_section(section: str) -> tuple[str, str]:
    name, _, text = section.partition("\n")
    return name, text if text.endswith("\n") or not text else f"{text}\n"

"""The name of a layout of CoNLL's columns becomes what it says of each column; a TOML file has the names.

Only the parent process reads the file. Without a name, the first lines of a file tell (``columns.py``).
"""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

from coala.base.files import read_toml
from coala.base.plain_text import excerpt
from coala.errors import ReadingError

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "layouts.toml")


class NamedLayout(NamedTuple):
    """Who writes it, and its columns as ``numbered_columns`` takes them."""

    title: str
    columns: str


@cache
def named_layouts() -> dict[str, NamedLayout]:
    """All of them, by name."""
    return {name: NamedLayout(**table) for name, table in read_toml(_FILE, 1 << 16).items()}


def columns_of(told: str) -> str:
    """The columns that an option says itself or by the name of a layout.

    Raises:
        ReadingError: there is no layout of that name.
    """
    if not told or "=" in told:
        return told
    layouts = named_layouts()
    if told not in layouts:
        raise ReadingError(
            f"There is no layout of columns {excerpt(told)}: give one of {', '.join(layouts)}, or columns "
            "such as word=6,document=3,chains=-1."
        )
    return layouts[told].columns

"""The named layouts of CoNLL columns, for the option ``--columns``.

``layouts.toml`` maps the name "conll-2012" to the columns "word=4,chains=-1" (counted from 1, or from the
end). Without the option, the columns are detected from the first lines of a file (``conll_columns``). Only
the parent process imports this module: the child that reads the file gets the columns, not their name.
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
    """The program that writes a layout, and its columns in the form of ``numbered_columns``."""

    title: str
    columns: str


@cache
def read_layouts() -> dict[str, NamedLayout]:
    """Return all layouts by name."""
    return {name: NamedLayout(**table) for name, table in read_toml(_FILE, 1 << 16).items()}


def resolve_columns(option: str) -> str:
    """Return the columns that an option gives directly or by the name of a layout.

    Raises:
        ReadingError: there is no layout with that name.
    """
    if not option or "=" in option:
        return option
    layouts = read_layouts()
    if option not in layouts:
        raise ReadingError(
            f"There is no layout of columns {excerpt(option)}: give one of {', '.join(layouts)}, or columns "
            "such as word=6,document=3,chains=-1."
        )
    return layouts[option].columns

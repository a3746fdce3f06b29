"""The lines of what a reader gives for a text in a test (``format_cases.print_annotations``)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS
from tests.support.format_cases import print_annotations

NOTHING: Mapping[str, str] = {}


def show(
    reader: ModuleType, name: str, text: str, siblings: Mapping[str, str] = NOTHING, **fields: Any
) -> None:
    """Print what a reader gives for a file, or the message of the refusal; ``fields`` are of options."""
    files = {key: value.encode() for key, value in siblings.items()}
    options = FORMAT_DEFAULTS._replace(sibling=files.get, **fields)
    try:
        shown = print_annotations(reader.read(name, text.encode(), options))
    except ReadingError as error:
        shown = f"refused: {error}\n"
    sys.stdout.write(shown)

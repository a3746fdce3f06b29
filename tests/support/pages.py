"""The pages of the documentation, and what is in them."""

from __future__ import annotations

import contextlib
import io
import re
from functools import cache
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, main
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))

_FENCE = re.compile(r"(?ms)^ *```(\w*)\n(.*?)^ *```")


def read_page(name: str) -> str:
    """Return the text of a page, named from ``docs/``."""
    return (DOCS / name).read_text(encoding="utf-8")


def read_blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of one language."""
    return [code for name, code in _FENCE.findall(text) if name == language]


def list_blocks(text: str) -> list[str]:
    """Return the code blocks of all languages."""
    return [code for _, code in _FENCE.findall(text)]


def without_blocks(text: str) -> str:
    """Return the text without its code blocks."""
    return _FENCE.sub("", text)


def anchors_of(page: Path) -> set[str]:
    """Return what a link to a heading of a page may end with."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def list_options(*commands: str) -> set[str]:
    """Return the options that the help of the commands names, of all commands by default."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for command in commands or COMMANDS:
            with pytest.raises(SystemExit):
                main([*command.split(), "--help-all"])
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", printed.getvalue()))

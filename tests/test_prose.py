"""The rules for English in docstrings, comments and pages, and checks that all files follow them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.prose import FOLDERS, find_breaks, find_files, find_pages, load_avoided_words

WORDS = load_avoided_words()


@pytest.mark.parametrize("folder", FOLDERS)
def test_prose_of_python_files_breaks_no_rule(folder: str) -> None:
    breaks = find_breaks(find_files(folder))
    assert not breaks, "\n".join(breaks)


def test_prose_of_pages_breaks_no_rule() -> None:
    breaks = find_breaks(find_pages())
    assert not breaks, "\n".join(breaks)


def test_avoided_words_all_have_a_replacement() -> None:
    assert all(WORDS.values())


BROKEN = {
    "function": ('def find() -> int:\n    """The number."""\n', "is no command"),
    "method": ('class A:\n    def find(self) -> int:\n        """Whether it is."""\n', "is no command"),
    "module": ('"""A file becomes a graph."""\n', 'says "becomes"'),
    "docstring": ('"""The bag that was told."""\n', 'says "told"'),
    "later line": ('"""A bag.\n\nIt stands there.\n"""\n', 'says "stands"'),
    "constant": ('SIZE = 1\n"""Bytes of which few count."""\n', 'says "of which"'),
    "property": (
        'class A:\n    @property\n    def a(self) -> int:\n        """Nobody."""\n',
        'says "nobody"',
    ),
    "comment": ("# Hence it is fast.\n", 'says "hence"'),
}


@pytest.mark.parametrize(("text", "flaw"), BROKEN.values(), ids=BROKEN)
def test_broken_rule_is_found_once(tmp_path: Path, text: str, flaw: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    (found,) = find_breaks([path])
    assert re.match(rf"{re.escape(str(path))}:\d+: {flaw}", found)


PLAIN = {
    "command": 'def find() -> int:\n    """Return the number."""\n',
    "property": 'class A:\n    @property\n    def size(self) -> int:\n        """The size."""\n',
    "code": '"""The column ``told`` of a table."""\n',
    "quotation": '"""The word "told" in a headline."""\n',
    "value None": '"""The size, which is None without a file."""\n',
    "there is none": '"""The size, 0 if there is none."""\n',
    "comment to a tool": "import os  # noqa: F401 - told to\n",
    "message": 'raise SystemExit("nobody was told")\n',
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_plain_text_breaks_no_rule(tmp_path: Path, text: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert find_breaks([path]) == []


def test_page_is_checked_outside_of_code(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("A `told` word.\n```\nnobody\n```\nNobody knows.\n", encoding="utf-8")
    (found,) = find_breaks([path])
    assert found.startswith(f'{path}:5: says "nobody"')

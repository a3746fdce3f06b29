"""The window on a Turkish desktop, where the small letter of I is not i."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import coala.gui

SOURCES = sorted(Path(coala.gui.__file__).parent.rglob("*.py"))


def keywords_of_qt(source: str) -> Iterator[str]:
    """Return the keywords of calls such as ``QtCore.QTimer(self, singleShot=True)``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name[:1] == "Q" and name[1:2].isupper():
                yield from (keyword.arg or "" for keyword in node.keywords)


def test_no_property_with_an_i_is_set_while_a_widget_is_made() -> None:
    # PySide6 makes "setInterval" of "interval" by the C library's alphabet, and refuses the name in Turkish.
    found = {
        (path.name, keyword)
        for path in SOURCES
        for keyword in keywords_of_qt(path.read_text(encoding="utf-8"))
    }
    assert ("reason_bar.py", "singleShot") in found
    assert [place for place in sorted(found) if place[1].startswith("i")] == []

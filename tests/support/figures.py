"""Figures of a sentence, so that a test asserts what was counted, and not the words around it."""

from __future__ import annotations

import re

_FIGURE = re.compile(r"[+−]?(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")


def list_figures(text: str) -> list[str]:
    """Return the numbers in a text in their order, with their signs: ["28", "+1.00"]."""
    return _FIGURE.findall(text)

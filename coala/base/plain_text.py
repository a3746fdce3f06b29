"""Foreign text becomes plain text that is fit for a sentence."""

from __future__ import annotations

_LONGEST_EXCERPT = 60
"""Characters of foreign text in a message: enough to find the place by."""


def excerpt(text: str) -> str:
    """Foreign text for a message: on one line, short, in quotes."""
    short = text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 1] + "…"
    return repr(short)

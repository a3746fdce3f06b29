"""Numbers as words for a terminal, a window or a sentence."""

from __future__ import annotations

import re

_DIGITS = re.compile(r"[0-9]+")

NOT_APPLICABLE = "n/a"
"""Shown for an undefined number, such as 0/0."""


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun: "1 span", "2,000 spans"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def signed_count(number: int) -> str:
    """Return a whole number with its sign and a true minus; 0 has no sign."""
    return f"{number:+,}".replace("-", "\N{MINUS SIGN}") if number else "0"


def decimal(value: float | None, digits: int = 3) -> str:
    """Return a number with this many decimals, or n/a."""
    return NOT_APPLICABLE if value is None else f"{value:.{digits}f}"


def percent(part: int, total: int) -> str:
    """Return a share in percent with one decimal, or n/a if the total is 0."""
    return f"{100 * part / total:.1f} %" if total else NOT_APPLICABLE


def number_key(text: str) -> str:
    """Return a key that sorts texts by the numbers in them: line 2 before line 11."""
    return _DIGITS.sub(lambda found: found[0].zfill(12), text)

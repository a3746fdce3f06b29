"""Numbers become the words that a reader sees, on a terminal, in a window and in a sentence alike."""

from __future__ import annotations

import re

_DIGITS = re.compile(r"[0-9]+")

NOT_APPLICABLE = "n/a"
"""What stands for a number that is not defined, such as 0/0."""


def count(number: int, singular: str, plural: str | None = None) -> str:
    """A number with its noun: "1 span", "2,000 spans"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def decimal(value: float | None, digits: int = 3) -> str:
    """A number with so many decimals, or n/a."""
    return NOT_APPLICABLE if value is None else f"{value:.{digits}f}"


def percent(part: int, total: int) -> str:
    """A share in percent with one decimal; n/a of nothing."""
    return f"{100 * part / total:.1f} %" if total else NOT_APPLICABLE


def in_order(text: str) -> str:
    """What to sort by where the numbers in texts count as numbers: line 2 before line 11."""
    return _DIGITS.sub(lambda found: found[0].zfill(12), text)

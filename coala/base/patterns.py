"""Matching of names by a user's regular expression, with a time limit."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable

import regex

from coala.base.plain_text import excerpt
from coala.errors import ReadingError

PATIENCE = 2.0
"""Seconds of processor time for all names of one file; an ordinary match takes a microsecond."""

_SHORTEST = 0.01
"""Seconds; with 0, not even a quick match would be tried."""


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Return the pattern, ready to match within a time limit.

    Raises:
        ReadingError: it is not a regular expression of Python.
    """
    try:
        with warnings.catch_warnings():
            # Syntax that a later Python will read in another way still works today.
            warnings.simplefilter("ignore")
            # regex has additional syntax, so check first that Python's re accepts the pattern.
            re.compile(pattern)
            return regex.compile(pattern)
    except (re.error, regex.error, RecursionError, OverflowError) as error:
        raise ReadingError(f"the pattern {excerpt(pattern)} is not a regular expression: {error}.") from None


def match_names(pattern: str) -> Callable[[str], bool]:
    """Return a function that says whether the pattern matches a fullmatch name.

    Raises:
        ReadingError: the pattern is not a regular expression; (the function) matching takes too long.
    """
    fullmatch = compile_pattern(pattern).fullmatch
    # All names of a file share one time limit.
    seconds_left = PATIENCE

    def matches(name: str) -> bool:
        nonlocal seconds_left
        began = time.process_time()
        try:
            return fullmatch(name, timeout=max(seconds_left, _SHORTEST)) is not None
        except TimeoutError:
            raise ReadingError(
                f"the pattern {excerpt(pattern)} takes more than {PATIENCE:.0f} seconds for the "
                f"name {excerpt(name)}: avoid repetitions inside repetitions."
            ) from None
        finally:
            seconds_left -= time.process_time() - began

    return matches

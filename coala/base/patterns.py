"""A user's regular expression becomes a function that says whether it matches a name, and comes to an end."""

from __future__ import annotations

import contextlib
import re
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from types import FrameType

from coala.base.plain_text import excerpt
from coala.errors import ReadingError

PATIENCE = 2.0
"""Seconds of processor time for all names of one file; an honest pattern takes a millionth of it for each."""


_SHORTEST = 0.01
"""Seconds: a timer that is set to nothing never rings."""


class _TooSlowError(Exception):
    """Time is up."""


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to match.

    Raises:
        ReadingError: it is no regular expression.
    """
    try:
        with warnings.catch_warnings():
            # What a later Python will read otherwise still has its meaning today.
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ReadingError(f"the pattern {excerpt(pattern)} is no regular expression: {error}.") from None


def match_names(pattern: str) -> Callable[[str], bool]:
    """A function that says whether the pattern matches a whole name.

    Raises:
        ReadingError: the pattern is no regular expression; (the function:) it takes too long.
    """
    whole = compile_pattern(pattern).fullmatch
    left = PATIENCE

    def matches(name: str) -> bool:
        nonlocal left
        began = time.process_time()
        try:
            with _patience(max(left, _SHORTEST)):
                return whole(name) is not None
        except _TooSlowError:
            raise ReadingError(
                f"the pattern {excerpt(pattern)} takes more than {PATIENCE:.0f} seconds for the name "
                f"{excerpt(name)}: write it without repetitions inside of repetitions."
            ) from None
        finally:
            left -= time.process_time() - began

    return matches


@contextlib.contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long, where the system can: signals are the main thread's."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise _TooSlowError

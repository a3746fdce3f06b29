"""The death of the parent process -> the end of the child that reads for it."""

from __future__ import annotations

import contextlib
import os
import signal
from types import FrameType

EVERY = 1.0
"""Seconds between two looks at the parent: a child that nobody waits for does no more than this in vain."""


def end_with(parent: int, folder: str) -> None:
    """End this process when ``parent`` has ended, and clear the folder that is theirs alone.

    A killed process tells nobody; but the kernel gives its children to another one. Windows does not.
    """
    if not hasattr(signal, "setitimer"):
        return

    def look(number: int, _frame: FrameType | None) -> None:
        # A pipe without a reader tells the same, and sooner.
        if number == signal.SIGPIPE or os.getppid() != parent:
            clear(folder)
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.signal(signal.SIGPIPE, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)


def let_go() -> None:
    """Look no more: what a signal does while the interpreter ends, nobody has a say in."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def clear(folder: str) -> None:
    """Remove the folder and the files in it, as far as they are there."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(folder, name))
        os.rmdir(folder)

"""Context managers that change signals or garbage collection of this process for a block."""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
from collections.abc import Iterator
from types import FrameType

FROZEN_READER = "--reader-of-a-graph"
"""The first argument of a bundled program that runs as a reader: a bundle has no interpreter to start."""


@contextlib.contextmanager
def unwind_on_termination() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind this process, so that unfinished files are removed.

    Signals that already have a handler keep it.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _unwind)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def delay_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the block has ended; processes started in the block ignore it (on Unix).

    A terminal sends the signal to all processes of a command, but only the first can tell the user.
    """
    heard = []
    before = signal.getsignal(signal.SIGINT)
    waits = threading.current_thread() is threading.main_thread()
    if waits and callable(before):
        signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    # A new process inherits the blocked signals of this thread.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if masks else ()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if waits and callable(before):
            signal.signal(signal.SIGINT, before)
            if heard:
                before(signal.SIGINT, None)


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Switch the garbage collector off while many small values without cycles are made.

    The collector would visit all of them again and again: it takes half of the time in which a bag of 300,000
    spans is made or read, or a journal of a million rows.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _unwind(number: int, _frame: FrameType | None) -> None:
    # The exit status that a shell reports for a process ended by a signal.
    raise SystemExit(128 + number)

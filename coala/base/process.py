"""Context managers that change signals or garbage collection of this process for a block."""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
from collections.abc import Iterator
from types import FrameType

FROZEN_READER = "--reader-of-a-graph"
"""The first argument with which a bundled COALA starts itself as the child process that reads a graph.

A bundle (one executable file) has no Python interpreter to start.
"""


@contextlib.contextmanager
def unwind_on_termination() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind this process, so that unfinished files are removed.

    Signals that already have a handler keep it.
    """
    handlers_before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                handlers_before[number] = signal.signal(number, _unwind)
    try:
        yield
    finally:
        for number, handler in handlers_before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def delay_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the block has ended; processes started in the block ignore it (on Unix).

    A terminal sends the signal to all processes of a command. Only this one should react and inform the user.
    """
    # Within the block, a handler only records the signal. Python lets only the main thread set handlers.
    received = []
    handler = signal.getsignal(signal.SIGINT)
    is_replaced = threading.current_thread() is threading.main_thread() and callable(handler)
    if is_replaced:
        signal.signal(signal.SIGINT, lambda number, _frame: received.append(number))
    # Block the signal in this thread too: a new process inherits that.
    can_block = hasattr(signal, "pthread_sigmask")
    mask_before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if can_block else ()
    try:
        yield
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask_before)
        if is_replaced and callable(handler):
            signal.signal(signal.SIGINT, handler)
            if received:
                handler(signal.SIGINT, None)


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Switch the garbage collector off while many small values without cycles are made.

    The collector would visit all of them again and again. That takes half of the time in which 300,000 spans
    or a million rows of a review file are read.
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

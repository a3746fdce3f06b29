"""For the length of a block this process hears signals otherwise, or collects no garbage."""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def told_to_end() -> Iterator[None]:
    """SIGTERM and SIGHUP unwind this process instead of ending it at once, unless somebody handles them.

    So what is half done is cleared away.
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
def interrupt_waits() -> Iterator[None]:
    """Ctrl-C comes when this block has ended; what is started in the block never hears of it (on Unix).

    A terminal sends it to all processes of a command, of which only the first can tell the user.
    """
    heard = []
    before = signal.getsignal(signal.SIGINT)
    waits = threading.current_thread() is threading.main_thread()
    if waits and callable(before):
        signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    # A new process inherits what this thread does not hear.
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
    """Make many small values that hold no circle: the collector would look at all of them again and again.

    It takes half of the time in which a bag of 300,000 spans is made or read, or a journal of a million rows.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _unwind(number: int, _frame: FrameType | None) -> None:
    # What a shell reports of a process that a signal ended.
    raise SystemExit(128 + number)

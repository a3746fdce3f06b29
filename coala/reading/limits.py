"""The limits of the child process: memory, and processor time that grows with the work done.

The kernel keeps them, so they hold also while a parser written in C or Rust does not come back.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator

try:
    import resource
except ImportError:  # Windows has no such limits; there the parent's Cancel remains
    resource = None  # type: ignore[assignment]

FAST = 5_000_000
"""Unpacked bytes that earn pyoxigraph a second of processor time (measured: it reads 40 to 100 million)."""

RDFLIB = 200_000
"""The same for rdflib (measured: 2 million)."""

FORMAT = 300_000
"""The same for a reader of another coreference format (measured: 1.7 to 4.4 million)."""

SLOWEST_STEPS = 50_000
"""Triples a second for finding mentions and statements once they are read (measured: 1 million)."""


def set_memory_limit(memory_bytes: int) -> None:
    """Let allocations beyond it fail, and let no crash leave a core file behind."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    # macOS knows this limit by name only and refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


@contextlib.contextmanager
def held_below(limit: int) -> Iterator[None]:
    """Keep this process, which is no child that may die, below a limit for a while.

    One that has taken much already gets half of it on top.
    """
    taken = _address_space()
    if resource is None or not taken:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = max(limit, taken + limit // 2)
    if soft == resource.RLIM_INFINITY or wanted < soft:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    hook = sys.unraisablehook
    # What is cleared away without room to do so would complain on the screen.
    sys.unraisablehook = _unheard
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        sys.unraisablehook = hook


def _unheard(_: object) -> None:
    """Nobody waits."""


def _address_space() -> int:
    """The bytes that this process has set aside; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


class Deadline:
    """Processor time that the kernel grants; work done moves it ahead.

    A parser that reads on, but slower and slower, must end too: so a byte earns only the time that the
    slowest honest file needs for it.
    """

    def __init__(self, stall_seconds: int) -> None:
        self._allowed = time.process_time() + stall_seconds
        self._set = 0
        self._apply()

    def earn(self, work: float) -> None:
        """Grant some more seconds for work that was done."""
        self._allowed += work
        self._apply()

    def _apply(self) -> None:
        # Whole seconds; rounding up never takes away what was granted.
        seconds = int(self._allowed) + 1
        if resource is None or seconds == self._set:
            return
        self._set = seconds
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        if hard == resource.RLIM_INFINITY or seconds <= hard:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))

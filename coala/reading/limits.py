"""The limits of the child process: memory, and processor time that grows with the work done.

The kernel keeps them, so they hold also while a parser written in C or Rust does not come back.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from coala.model.options import DEFAULT_MEMORY

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

MEMORY_FOR_A_BYTE = 6
"""Bytes of memory for a byte of a large file (measured: 0.8 for N-Triples, 2.4 for Turtle)."""

MEMORY_FOR_A_PACKED_BYTE = 10 * MEMORY_FOR_A_BYTE
"""RDF packs 10 to 50 times smaller."""

_SHARE_OF_MACHINE = 0.75
"""Of the machine's memory: for all graphs that are read at the same time."""

_CONTAINER = "/sys/fs/cgroup/memory.max"

_ROOM_FOR_NUMPY = 128 << 20
"""Bytes (measured: 88 million for its libraries)."""

SLOWEST_STEPS = 50_000
"""Triples a second for finding mentions and statements once they are read (measured: 1 million)."""


def most_memory(graphs: int) -> int:
    """What each of so many graphs may take of the machine, or of the container in which this runs."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return DEFAULT_MEMORY
    # The file may be missing, or say "max".
    with contextlib.suppress(OSError, ValueError), open(_CONTAINER, encoding="ascii") as file:
        machine = min(machine, int(file.read()))
    return int(machine * _SHARE_OF_MACHINE) // max(1, graphs)


def memory_for(plain: int, packed: int, most: int) -> int:
    """The limit for files of so many bytes: a small one gets no more than any, whatever it becomes."""
    wanted = plain * MEMORY_FOR_A_BYTE + packed * MEMORY_FOR_A_PACKED_BYTE
    return max(DEFAULT_MEMORY, min(wanted, most))


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


def has_room_for_numpy() -> bool:
    """Whether numpy may be imported: its libraries end a process that has not the memory, without a word."""
    taken = _address_space()
    if resource is None or not taken or "numpy" in sys.modules:
        return True
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return bool(soft == resource.RLIM_INFINITY or soft - taken >= _ROOM_FOR_NUMPY)


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

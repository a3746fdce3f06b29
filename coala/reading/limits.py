"""Limits of memory and processor time for the process that reads a graph.

Each graph is read in its own child process (``coala.reading.worker``). A damaged or hostile file may fill the
memory, or make a parser hang; then only the child ends. The kernel enforces the limits, so they hold even if
a parser written in C or Rust never returns. The limit of time grows with the bytes that are read
(``Deadline``), so that a large file may take long and a hanging parser may not.
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

PYOXIGRAPH_SPEED = 5_000_000
"""Unpacked bytes that pyoxigraph must read in a second (measured: it reads 40 to 100 million)."""

RDFLIB_SPEED = 200_000
"""The same for rdflib (measured: 2 million)."""

FORMAT_SPEED = 300_000
"""The same for a reader of another coreference format (measured: 1.7 to 4.4 million)."""

TABLE_SPEED = 30_000
"""The bytes, perhaps packed, of a table of records that must be read in a second (measured: 7 million)."""

MEMORY_FOR_A_BYTE = 6
"""Bytes of memory for a byte of a large file (measured: 0.8 for N-Triples, 2.4 for Turtle)."""

MEMORY_FOR_A_PACKED_BYTE = 10 * MEMORY_FOR_A_BYTE
"""Bytes of memory for a byte of a large packed file; RDF packs 10 to 50 times smaller."""

_SHARE_OF_MACHINE = 0.75
"""The part of the machine's memory for all graphs that are read at the same time."""

_CONTAINER = "/sys/fs/cgroup/memory.max"

_ROOM_FOR_NUMPY = 128 << 20
"""Bytes of memory that importing numpy needs (measured: 88 million for its libraries)."""

SLOWEST_STEPS = 50_000
"""Collected triples that must be interpreted in a second (measured: 1 million)."""


def most_memory(graphs: int) -> int:
    """Return the most memory for each of ``graphs`` graphs on this machine or in this container."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return DEFAULT_MEMORY
    # The file may be missing, or say "max".
    with contextlib.suppress(OSError, ValueError), open(_CONTAINER, encoding="ascii") as file:
        machine = min(machine, int(file.read()))
    return int(machine * _SHARE_OF_MACHINE) // max(1, graphs)


def memory_for(plain: int, packed: int, most: int) -> int:
    """Return the memory limit for files of these sizes: at least the default, at most ``most``."""
    wanted = plain * MEMORY_FOR_A_BYTE + packed * MEMORY_FOR_A_PACKED_BYTE
    return max(DEFAULT_MEMORY, min(wanted, most))


def set_memory_limit(memory_bytes: int, *, reserved: bool = True) -> None:
    """Limit the memory of this process, and disable core files.

    Without ``reserved``, memory that is set aside but cannot be used yet does not count: DuckDB sets much
    aside for each thread.
    """
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit = resource.RLIMIT_AS if reserved else resource.RLIMIT_DATA
    hard = resource.getrlimit(limit)[1]
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    # macOS knows this limit by name only and refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(limit, (wanted, hard))


@contextlib.contextmanager
def limit_memory(limit: int) -> Iterator[None]:
    """Keep this process below a memory limit inside the block.

    A process that uses much already gets half of the limit on top.
    """
    used = _address_space()
    if resource is None or not used:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = max(limit, used + limit // 2)
    if soft == resource.RLIM_INFINITY or wanted < soft:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    hook = sys.unraisablehook
    # Finalizers that run out of memory must not print their errors.
    sys.unraisablehook = _ignore
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        sys.unraisablehook = hook


def has_room_for_numpy() -> bool:
    """Return True if there is memory to import numpy, whose libraries abort the process without it."""
    used = _address_space()
    if resource is None or not used or "numpy" in sys.modules:
        return True
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return bool(soft == resource.RLIM_INFINITY or soft - used >= _ROOM_FOR_NUMPY)


def _ignore(_: object) -> None:
    """Ignore the error."""


def _address_space() -> int:
    """Return the bytes of this process's address space; 0 if the system does not have this file."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 0


class Deadline:
    """A limit on processor time that each piece of finished work extends.

    A parser that reads slower and slower must end too. So each byte extends the limit only by the time that
    the slowest normal file needs for it.
    """

    def __init__(self, stall_seconds: int) -> None:
        """Allow ``stall_seconds`` without any finished work."""
        self._allowed = time.process_time() + stall_seconds
        # The limit that the kernel has now, in whole seconds.
        self._set = 0
        self._apply()

    def earn(self, seconds: float) -> None:
        """Extend the limit by these seconds of processor time."""
        self._allowed += seconds
        self._apply()

    def _apply(self) -> None:
        # The kernel counts whole seconds; round up.
        seconds = int(self._allowed) + 1
        if resource is None or seconds == self._set:
            return
        self._set = seconds
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        if hard == resource.RLIM_INFINITY or seconds <= hard:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))

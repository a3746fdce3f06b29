"""How far the child process is -> messages to its parent, and what each reader is granted for its work."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from coala.reading import limits
from coala.reading.collector import Collector

EVERY = 0.05
"""Seconds between two reports of progress: smooth for an eye, nothing for the pipe."""


def say(**message: Any) -> None:
    """One message to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Reporter:
    """Tells the parent how far the reading is, and earns the time for it.

    ``memory`` are the bytes that may be taken: the least that any reader so far was granted.
    """

    def __init__(self, deadline: limits.Deadline, memory: int) -> None:
        self._deadline = deadline
        self._bytes = 0
        self._grant = limits.FAST
        self._wanted_memory = memory
        self.memory = memory
        self._collector: Collector | None = None
        self._next = 0.0

    def file(self, shown: str, collector: Collector, grant: limits.Grant) -> None:
        """A file begins, or begins again with another reader."""
        self._collector = collector
        self._grant = grant
        # What the first reader left behind counts for the next.
        memory = min(self.memory, limits.granted_memory(grant, self._wanted_memory))
        if memory < self.memory:
            self.memory = memory
            limits.set_memory_limit(memory)
        say(file=shown, rdf=grant is not limits.FORMAT)

    def again(self) -> None:
        """All files are read once more."""
        self._bytes = 0

    def bytes_read(self, count: int) -> None:
        """So many more bytes came from the disk."""
        self._bytes += count
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            say(progress=[self._bytes, self._collector.triples_so_far() if self._collector else 0])

    def bytes_passed_on(self, count: int) -> None:
        """So many more bytes, unpacked, went to the parser."""
        self._deadline.earn(count / self._grant.slowest)

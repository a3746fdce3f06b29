"""How far the child process is -> messages to its parent, and the time that each reader earns."""

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
    """Tells the parent how far the reading is, and earns the time for it."""

    def __init__(self, deadline: limits.Deadline) -> None:
        self._deadline = deadline
        self._bytes = 0
        self._slowest = limits.FAST
        self._collector: Collector | None = None
        self._next = 0.0

    def file(self, shown: str, collector: Collector, slowest: int) -> None:
        """A file begins, or begins again with another reader."""
        self._collector = collector
        self._slowest = slowest
        say(file=shown, rdf=slowest != limits.FORMAT)

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
        self._deadline.earn(count / self._slowest)

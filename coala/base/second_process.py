"""Work for a second process, while this one does other work.

A forked process has all values of this one, so nothing is sent to it; what it makes comes back through a
temporary file, batch by batch. It only saves time: where a fork is not safe, and if the second process fails
for any reason, this process does the work itself.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import FileIO
from itertools import islice
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn

from coala.base.process import delay_interrupt

Job = Callable[[], Iterable[Any]]
"""Makes items that can be pickled; it may be called in either process."""

_ITEMS_AT_ONCE = 100
_BATCH, _END = b"+", b"."


@contextlib.contextmanager
def do_apart(*jobs: Job, forks: bool = True) -> Iterator[list[Iterator[Any]]]:
    """Give for each job an iterator over its items, which a second process makes within the block.

    Without ``forks`` there is no second process, and a job is done when its items are read.
    """
    with contextlib.ExitStack() as stack:
        results = [_do_here(job) for job in jobs]
        if forks and can_fork():
            # The machine may have no room for a file or for a process.
            with contextlib.suppress(OSError):
                batches = [_Batches(stack) for _ in jobs]
                stack.callback(_end, _fork(jobs, batches))
                results = [own.read(job) for job, own in zip(jobs, batches, strict=True)]
        yield results


_LIBRARIES_WITH_THREADS = frozenset({"PySide6", "duckdb", "pyspark"})
"""Their threads may hold locks, which would stay locked in a forked process."""


def can_fork() -> bool:
    """Return True if a fork is safe and of use: on Linux, without further threads, with two processors."""
    return (
        sys.platform == "linux"
        and hasattr(os, "fork")
        and threading.active_count() == 1
        and _LIBRARIES_WITH_THREADS.isdisjoint(sys.modules)
        and len(os.sched_getaffinity(0)) > 1
    )


class _Batches:
    """Items of one job: batches in a file, and a pipe with a byte for each of them and for the end."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self._written = stack.enter_context(NamedTemporaryFile(delete=False))  # noqa: SIM115 - by the stack
        try:
            # Opened again, since each of the processes needs its own place in the file.
            self._read = stack.enter_context(open(self._written.name, "rb"))  # noqa: SIM115 - by the stack
        finally:
            os.unlink(self._written.name)
        ends = os.pipe()
        self._marks, self._made = (
            stack.enter_context(FileIO(end, mode)) for end, mode in zip(ends, "rw", strict=True)
        )

    def write(self, items: Iterator[Any], parent: int) -> None:
        """Write all items as they are made, unless the ``parent`` was killed."""
        while os.getppid() == parent and (batch := list(islice(items, _ITEMS_AT_ONCE))):
            pickle.dump(batch, self._written, pickle.HIGHEST_PROTOCOL)
            self._written.flush()
            self._made.write(_BATCH)
        self._made.write(_END)

    def close(self) -> None:
        """Leave the writing to the other process."""
        self._made.close()

    def read(self, job: Job) -> Iterator[Any]:
        """Yield the items as they come; do the rest of the job here if the other process ends before it."""
        done = 0
        while (mark := self._marks.read(1)) == _BATCH:
            batch = pickle.load(self._read)  # noqa: S301 - of our own process
            yield from batch
            done += len(batch)
        if mark != _END:
            yield from islice(job(), done, None)


def _fork(jobs: Sequence[Job], batches: Sequence[_Batches]) -> int:
    """Start a process that does the jobs, and return its number."""
    # Ctrl-C reaches all processes of a command: the child ignores it, and this process ends the child.
    with delay_interrupt(), warnings.catch_warnings():
        # Python warns of the idle threads of numpy, which the child does not use.
        warnings.simplefilter("ignore", DeprecationWarning)
        parent = os.getpid()
        number = os.fork()
        if number == 0:
            _write_items(jobs, batches, parent)
    for own in batches:
        own.close()
    return number


def _end(child: int) -> None:
    """Kill the child if it is still at work."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _write_items(jobs: Sequence[Job], batches: Sequence[_Batches], parent: int) -> NoReturn:
    """Write the items of the jobs and leave the process at once, without the endings of the parent."""
    try:
        for job, own in zip(jobs, batches, strict=True):
            own.write(iter(job()), parent)
    finally:
        os._exit(0)


def _do_here(job: Job) -> Iterator[Any]:
    yield from job()

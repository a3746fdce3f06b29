"""Work for a second process, while this one does other work.

A forked process has all values of this one, so nothing is sent to it; what it makes comes back through a
temporary file. It only saves time: where a fork is not safe, and if the second process fails for any reason,
this process does the work itself.
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
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from coala.base.process import delay_interrupt

Job = Callable[[], Iterable[Any]]
"""Makes items that can be pickled; it may be called in either process."""

_ITEMS_AT_ONCE = 100


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
                files = [stack.enter_context(TemporaryFile()) for _ in jobs]
                child = _Child(jobs, files)
                stack.callback(child.end)
                results = [_read_items(child, job, file) for job, file in zip(jobs, files, strict=True)]
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


class _Child:
    """A forked process that writes the items of each job into its file."""

    def __init__(self, jobs: Sequence[Job], files: Sequence[IO[bytes]]) -> None:
        self._status: int | None = None
        # Ctrl-C reaches all processes of a command: the child ignores it, and this process ends the child.
        with delay_interrupt(), warnings.catch_warnings():
            # Python warns of the idle threads of numpy, which the child does not use.
            warnings.simplefilter("ignore", DeprecationWarning)
            parent = os.getpid()
            self._number = os.fork()
            if self._number == 0:
                _write_items(jobs, files, parent)

    def has_succeeded(self) -> bool:
        """Wait for the child; return True if it wrote all items."""
        if self._status is None:
            _, self._status = os.waitpid(self._number, 0)
        return self._status == 0

    def end(self) -> None:
        """Kill the child if it is still at work."""
        if self._status is None:
            os.kill(self._number, signal.SIGKILL)
            self.has_succeeded()


def _write_items(jobs: Sequence[Job], files: Sequence[IO[bytes]], parent: int) -> NoReturn:
    """Write the items of the jobs and leave the process at once, without the endings of the parent.

    If the parent was killed, the child ends soon, since it has the files of the parent open.
    """
    status = 1
    try:
        for job, file in zip(jobs, files, strict=True):
            items = iter(job())
            while os.getppid() == parent and (batch := list(islice(items, _ITEMS_AT_ONCE))):
                pickle.dump(batch, file, pickle.HIGHEST_PROTOCOL)
            file.flush()
        status = 0
    finally:
        os._exit(status)


def _read_items(child: _Child, job: Job, file: IO[bytes]) -> Iterator[Any]:
    if not child.has_succeeded():
        yield from job()
        return
    file.seek(0)
    with contextlib.suppress(EOFError):
        while True:
            yield from pickle.load(file)  # noqa: S301 - of our own process


def _do_here(job: Job) -> Iterator[Any]:
    yield from job()

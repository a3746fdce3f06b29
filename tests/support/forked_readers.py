"""Readers of graphs that are forked from one process, which has imported what they need.

A new Python takes a tenth of a second of processor until it reads, and the tests read thousands of graphs. A
fork takes a tenth of that and reads as any reader does. Tests with the marker ``new_processes`` test the
usual start.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from coala import formats
from coala.reading.worker import child
from coala.reading.worker.parent import build_command
from coala.reading.worker.protocol import read_job, write_job

_LONGEST_ORDER = 1 << 18


class ReaderForks:
    """Starts readers as ``subprocess.Popen`` does, and takes the place of that module in their parent."""

    PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL

    def __init__(self) -> None:
        self._orders: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> socket.socket:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                build_command(__name__, str(theirs.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                pass_fds=[theirs.fileno()],
            )
        return self._orders

    def Popen(
        self,
        words: Sequence[str],
        *,
        stdin: int | None,
        stdout: int,
        stderr: BinaryIO,
        env: Mapping[str, str],
        creationflags: int,
    ) -> ForkedReader:
        assert stdout == self.PIPE
        assert creationflags == 0  # flags are for Windows, which cannot fork
        job = words[-1]
        with contextlib.ExitStack() as stack:
            if stdin is None:
                given = 0
            else:
                given = os.open(os.devnull, os.O_RDONLY)
                stack.callback(os.close, given)
            heard, written = os.pipe()
            stack.callback(os.close, written)
            ended, ending = os.pipe()
            stack.callback(os.close, ending)
            order = json.dumps([job, os.getcwd(), dict(env)]).encode()
            socket.send_fds(self._orders or self._start(), [order], [given, written, stderr.fileno(), ending])
        return ForkedReader(open(heard, "rb"), open(ended, "rb", buffering=0))

    def close(self) -> None:
        if self._orders is not None and self._process is not None:
            self._orders.close()
            self._process.wait()


class ForkedReader:
    """A reader as ``subprocess.Popen`` shows a process, as far as its parent looks."""

    def __init__(self, stdout: BinaryIO, ended: BinaryIO) -> None:
        self.stdout = stdout
        self.returncode: int | None = None
        self._ended = ended
        self._waiting = threading.Lock()
        self.pid = int(self._line())

    def poll(self) -> int | None:
        # Who waits will know.
        if self._waiting.acquire(blocking=False):
            try:
                if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
                    self._end()
            finally:
                self._waiting.release()
        return self.returncode

    def wait(self) -> int:
        with self._waiting:
            if self.returncode is None:
                self._end()
        assert self.returncode is not None
        return self.returncode

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def _end(self) -> None:
        with self._ended:
            self.returncode = int(self._line())

    def _line(self) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            part = self._ended.read(1)
            assert part, "the process that forks readers has ended"
            line += part
        return line


def main(orders: str) -> int:
    """Fork a reader for each order until the connection is closed."""
    # All of it takes time that each reader would need again.
    for module in pkgutil.walk_packages(formats.__path__, f"{formats.__name__}."):
        importlib.import_module(module.name)
    import numpy.ma  # noqa: F401 - numpy imports it when it looks for distinct values

    from coala.reading.interpretation import graph_builder, interpret, text_folder  # noqa: F401
    from coala.reading.sources import texts  # noqa: F401
    from coala.reading.worker import graph_file  # noqa: F401

    gc.collect()
    gc.freeze()  # the collector of a fork would write to what it shares with this process
    readers: dict[int, tuple[int, int]] = {}
    """By a descriptor that is readable when the reader has ended: its number, and the pipe to who waits."""
    with socket.socket(fileno=int(orders)) as heard:
        while True:
            ready = select.select([heard.fileno(), *readers], [], [])[0]
            for descriptor in readers.keys() & set(ready):
                os.close(descriptor)
                _report_end(*readers.pop(descriptor))
            if heard.fileno() not in ready:
                continue
            order, files, _, _ = socket.recv_fds(heard, _LONGEST_ORDER, 4)
            if not order:
                return 0
            *streams, ending = files
            number = os.fork()
            if number == 0:
                for file in (heard.fileno(), ending, *(pipe for _, pipe in readers.values())):
                    os.close(file)
                _read(order, *streams)
            for file in streams:
                os.close(file)
            os.write(ending, b"%d\n" % number)
            readers[os.pidfd_open(number)] = (number, ending)


def _report_end(reader: int, ending: int) -> None:
    """Pass on the status of a reader that has ended."""
    status = os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1])
    # The pipe is closed if the tests have ended already.
    with contextlib.suppress(BrokenPipeError):
        os.write(ending, b"%d\n" % status)
    os.close(ending)


def _read(order: bytes, *streams: int) -> None:
    """Be the reader: what a new Python would have, it has now."""
    status = 1
    try:
        job, folder, environment = json.loads(order)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        # Its parent is a fork, and not the process that asked for it.
        write_job(job, read_job(job)._replace(parent=os.getppid()))
        status = child.main(job)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


@contextlib.contextmanager
def forks() -> Iterator[ReaderForks | None]:
    """Return a process that forks readers; None on systems whose sockets cannot mark the end of an order."""
    if sys.platform != "linux":
        yield None
        return
    started = ReaderForks()
    try:
        yield started
    finally:
        started.close()

"""The parent's side of a child process that reads a graph: its start, its messages, its graph or error.

``coala.reading.read`` uses it in this order: create a ``Child`` for each path, ``start`` it, pass its
messages to ``handle_message`` until it has ended, then ``read_results``. Each child has a thread that puts
its messages into a queue that all children share.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from coala.base.numerals import count
from coala.base.paths import PACKAGE, write_to_log
from coala.base.process import FROZEN_READER, delay_interrupt
from coala.errors import ReadingError
from coala.model.options import DEFAULT_MEMORY, ReadOptions
from coala.reading.sources.inputs import Input
from coala.reading.vocabularies.loader import Vocabulary, load_vocabulary
from coala.reading.worker.protocol import (
    Done,
    FileBegun,
    MemoryGranted,
    Message,
    OutOfMemory,
    Progress,
    ReadingJob,
    Refused,
    name_result,
    read_message,
    write_job,
)
from coala.reading.worker.scratch import explain_errors

if TYPE_CHECKING:
    from coala.model.graph import Graph

_CHILD_PROGRAM = """
import os
import sys
sys.path[:] = {path!r}
package = sys.modules["coala"] = type(sys)("coala")
package.__path__ = [{package!r}]
from {module} import main
status = main(sys.argv[1])
sys.stdout.flush()
sys.stderr.flush()
# Taking apart what was collected takes longer than some graphs.
os._exit(status)
"""
"""The code that a child runs; it sets the path of the package, so that the child runs the same program."""


def build_command(module: str, job: str) -> list[str]:
    """Return the arguments that run ``main`` of a module on a job file, without ``site``."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN_READER, module, job]
    path = [entry for entry in sys.path if entry]
    start = _CHILD_PROGRAM.format(path=path, package=str(PACKAGE), module=module)
    return [sys.executable, "-I", "-S", "-c", start, job]


logger = logging.getLogger(__name__)

_ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": f"{32 << 20}", "MALLOC_TRIM_THRESHOLD_": f"{1 << 30}"}
"""Settings of glibc that keep memory freed by numpy for reuse (measured: 4 % of the time)."""

_VOCABULARY_OF_FORMATS = "nif"
"""The vocabulary to which other coreference formats are converted."""

_CREATION_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""On Windows, a child without this flag opens a console, or receives the Ctrl-C of the parent's console."""

Event = tuple[int, Message | None]
"""The position of a child among the inputs, and its message; None if the child has ended."""


class Child:
    """A process that reads one graph."""

    def __init__(self, place: int, source: Input, folder: str, events: queue.SimpleQueue[Event]) -> None:
        """Take the graph's position among the inputs, its files, and where to put files and messages.

        ``folder`` is private to this comparison; the names of the child's files in it begin with ``place``.
        """
        self.source = source
        self._place = place
        self._temporary = os.path.dirname(folder)
        self._result = os.path.join(folder, f"{place}.graph")
        self._job = os.path.join(folder, f"{place}.job")
        self._log = os.path.join(folder, f"{place}.log")
        self._spool = os.path.join(folder, f"{place}.input")
        self._events = events
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        # The last state that the child reported, for the message if it crashes.
        self._file = source.path
        self._done_bytes = 0
        self._refusal = ""
        self._rdf = True
        self._memory = DEFAULT_MEMORY
        self._out_of_memory = False
        self._done: Done | None = None

    def start(
        self,
        vocabularies: Sequence[Vocabulary],
        options: ReadOptions,
        most_memory: int,
        *,
        may_be_empty: bool = False,
    ) -> None:
        """Start the process, which detects its vocabulary, and a thread that listens to it."""
        self._memory = options.memory_bytes or DEFAULT_MEMORY
        job = ReadingJob(
            path=self.source.path,
            files=self.source.files,
            skipped=self.source.skipped,
            vocabularies=tuple(vocabularies),
            vocabulary_of_formats=load_vocabulary(_VOCABULARY_OF_FORMATS),
            options=options,
            parent=os.getpid(),
            most_memory=most_memory,
            spool=self._spool,
            result=self._result,
            may_be_empty=may_be_empty,
        )
        with explain_errors(self._temporary):
            write_job(self._job, job)
            log = open(self._log, "wb")  # noqa: SIM115 - closed where the process has it
        # Without a running listener, the end of the process would not be noticed.
        with log, delay_interrupt():
            self._start_process(log)

    def _start_process(self, log: BinaryIO) -> None:
        try:
            self._process = subprocess.Popen(
                build_command("coala.reading.worker.child", self._job),
                # Only a child that reads standard input may keep it open.
                stdin=None if self.source.size is None else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env=_ALLOCATION | os.environ,
                creationflags=_CREATION_FLAGS,
            )
        except OSError as error:
            raise ReadingError(
                f"{self.source.path}: could not start a process to read it ({error}): close "
                "other programs and try again."
            ) from error
        self._listener = threading.Thread(target=self._listen, args=(self._process,), daemon=True)
        self._listener.start()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                # A killed child leaves an incomplete line.
                with contextlib.suppress(ValueError):
                    self._events.put((self._place, read_message(line)))
        process.wait()
        self._events.put((self._place, None))

    def handle_message(self, message: Message) -> Progress | None:
        """Note a message of the child; return the progress in it, if any."""
        match message:
            case Progress():
                self._done_bytes = message.bytes
                return message
            case FileBegun():
                self._file, self._rdf = message
            case MemoryGranted():
                self._memory = message.bytes
            case Refused():
                self._refusal = message.sentence
            case OutOfMemory():
                self._out_of_memory = True
            case Done():
                self._done = message
                return Progress(message.bytes, message.triples)
        return None

    def read_results(self, options: ReadOptions) -> tuple[Graph, ...]:
        """Return the graph, or that of each table of records, after the process has ended.

        Raises:
            ReadingError: the error that the child sent, or one about its crash.
        """
        assert self._process is not None
        self._write_log()
        if self._done and self._process.returncode == 0:
            # Imported late: this takes longer than starting the children.
            from coala.reading.worker.graph_file import read_graph

            with explain_errors(self._temporary):
                graphs = len(self.source.files) if options.records.record else 1
                return tuple(read_graph(name_result(self._result, number)) for number in range(graphs))
        raise ReadingError(self._refusal or self._explain_end(self._process.returncode, options))

    def kill(self) -> None:
        """End the process at once, and wait until it has ended."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        if self._listener is not None:
            self._listener.join()

    def _read_log(self) -> str:
        with open(self._log, encoding="utf-8", errors="replace") as log:
            return log.read(1 << 16)

    def _write_log(self) -> None:
        if text := self._read_log():
            logger.info("What the reader of %s wrote:\n%s", self.source.path, text)

    def _explain_end(self, status: int, options: ReadOptions) -> str:
        """Return the message for a child that ended without a graph and without a reason."""
        where = f"{self._file}: stopped after {count(self._done_bytes, 'byte')}"
        damaged = "the file is nested too deeply or damaged; " + (
            "write it as N-Triples." if self._rdf else "correct it, or split it into smaller ones."
        )
        if options.records.record:
            damaged = "the table is damaged; write it again, as CSV."
        is_whole = self._rdf or options.records.record
        smaller = "" if is_whole else "split it into smaller files and compare these, or "
        if self._out_of_memory or _is_death_by_memory(status, self._read_log()):
            return (
                f"{where}: reading it takes more than {self._memory / 2**20:,.0f} MiB of memory: "
                f"{smaller}raise --memory-limit if you trust the file."
            )
        # A negative status is the signal that ended the process.
        if status < 0 and _signal_name(-status) == "SIGKILL":
            return (
                f"{where}: the system stopped the parser, probably for lack of memory: close "
                "other programs and try again."
            )
        if status < 0 and _signal_name(-status) == "SIGXCPU":
            return f"{where}: the parser made no progress for {options.stall_seconds} seconds: {damaged}"
        if status < 0:
            return f"{where}: the parser crashed ({_signal_name(-status)}): {damaged}"
        kept = write_to_log(self._read_log())
        return f"{where}: the reader failed (status {status}); {kept}: please report it."


def _is_death_by_memory(status: int, log: str) -> bool:
    # Rust aborts when memory runs out; Python reports it in its last line.
    return "memory allocation of" in log or (status == 1 and "MemoryError" in log)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

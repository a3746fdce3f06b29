"""One large file of N-Triples is read in ranges, each by a process of its own, and comes into one collector.

Whatever is wrong in a range, or with a process, lets the file be read by one process as any other: so it is
told with its line, and limits, warnings and sentences are those of one reader.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import BinaryIO, NamedTuple

from coala.base.files import Source
from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.reading import limits
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Watch, start_reading
from coala.reading.rdf.pyoxigraph_parser import NotInWindowsError
from coala.reading.rdf.windows import Bytes, read_in_windows
from coala.reading.sources import detect
from coala.reading.sources.file import File, open_regular
from coala.reading.sources.stream import BYTE_ORDER_MARK, GZIP, START
from coala.reading.sources.unread_formats import explain_unread
from coala.reading.vocabularies.vocabulary import Vocabulary
from coala.reading.worker.collected_file import add_collected, write_collected
from coala.reading.worker.protocol import RangeJob, ReadingJob, read_range_job, write_range_job
from coala.reading.worker.start import command

_HASHING = 0.16
"""What a byte costs to be hashed, beside its reading (measured); the first process hashes all of them."""

_PUTTING_TOGETHER = 0.35
"""What a byte of another process costs beside that (measured)."""

_STARTING = 40 << 20
"""Bytes that are read while a process starts (measured: 0.15 s)."""

_LONGEST_LINE = 1 << 20
"""Bytes within which an end of a line is looked for."""


class _OddError(Exception):
    """The file is to be read by one process."""


class _Part(NamedTuple):
    """A process that reads a range, and the file into which it writes."""

    process: subprocess.Popen[bytes]
    output: BinaryIO


def read_in_ranges(
    file: File,
    number: int,
    job: ReadingJob,
    vocabulary: Vocabulary,
    collector: Collector,
    watch: Watch,
) -> Source | None:
    """Collect the triples of a file of N-Triples, and say which it was; None where nothing was done."""
    mark = collector.mark()
    try:
        with open_regular(file) as raw:
            size = os.fstat(raw.fileno()).st_size
            processes = limits.processes_with_room(job.processes, size)
            if processes == 1 or not _is_lines(file, raw.read(START), job.options.formats):
                return None
            ends = _cut(raw, divide(size, processes))
            ranges = [
                RangeJob(file.path, _stamp(raw), begin, end, vocabulary, job.options.stall_seconds)
                for begin, end in pairwise(ends)
            ]
            with limits.shared_with(processes), _started(ranges, job.result) as parts:
                watch.file(file.shown, collector, limits.FAST)
                stream = start_reading(file, raw, watch, job.options.formats)

                def check(_: int) -> None:
                    if any(part.process.poll() for part in parts):
                        raise _OddError

                read_in_windows(_Range(stream, ends[0], check), detect.N_TRIPLES, collector, number)
                source = Source(file.shown, *stream.finish())
                for part in parts:
                    if part.process.wait():
                        raise _OddError
                    part.output.seek(0)
                    add_collected(part.output, collector)
        if source.size == size:
            return source
    except (_OddError, NotInWindowsError, ReadingError, MemoryError, OSError):
        # What is wrong is said by the one who reads it all.
        pass
    collector.forget_since(mark)
    return None


def _is_lines(file: File, start: bytes, told: FormatOptions) -> bool:
    """Whether a file begins as one of N-Triples, and with nothing that only a stream takes away."""
    return (
        not start.startswith((GZIP, BYTE_ORDER_MARK))
        and detect.format_of(file.shown, start) == detect.N_TRIPLES
        and detect.find_reader(file.shown, start, told) is None
        and explain_unread(file.shown, start) is None
    )


def divide(size: int, processes: int) -> list[int]:
    """Where the ranges of a file end: so that each is read just when those before it are put together."""
    growth = ((1 + _PUTTING_TOGETHER) ** (processes - 1) - 1) / _PUTTING_TOGETHER
    work = size * (1 + _HASHING) - min(_STARTING, size // 4)
    second = min(work / (1 + growth), size / growth)
    ends = [size]
    for place in reversed(range(processes - 1)):
        ends.insert(0, max(0, ends[0] - int(second * (1 + _PUTTING_TOGETHER) ** place)))
    return ends


def _cut(raw: io.FileIO, ends: Sequence[int]) -> list[int]:
    """The same at ends of lines.

    Raises:
        _OddError: there is none where there should be one.
    """
    cut = []
    for end in ends[:-1]:
        raw.seek(end)
        behind = raw.read(_LONGEST_LINE).find(b".\n") + 2
        if end and behind < 2:
            raise _OddError
        cut.append(end + behind if end else 0)
    raw.seek(0)
    if sorted({*cut, *ends[-1:]}) != [*cut, *ends[-1:]]:
        raise _OddError
    return [*cut, *ends[-1:]]


def _stamp(raw: io.FileIO) -> tuple[int, ...]:
    status = os.fstat(raw.fileno())
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@contextlib.contextmanager
def _started(jobs: Sequence[RangeJob], place: str) -> Iterator[list[_Part]]:
    """Processes that read the ranges; none is left behind."""
    parts = []
    with ExitStack() as stack:
        for number, job in enumerate(jobs):
            output = stack.enter_context(tempfile.TemporaryFile(dir=os.path.dirname(place)))
            path = f"{place}.{number}"
            write_range_job(path, job)
            process = subprocess.Popen(
                command(__name__, path),
                # Nothing is ever written: the other end closes when this process ends, whatever ends it.
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(_end, process)
            parts.append(_Part(process, output))
        yield parts


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with process:
        pass


class _Range:
    """A part of a file, from where it stands."""

    def __init__(self, stream: Bytes, size: int, passed_on: Callable[[int], None]) -> None:
        self._stream = stream
        self._left = size
        self._passed_on = passed_on

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most so many; none at the end."""
        chunk = self._stream.read(min(size, self._left))
        self._left -= len(chunk)
        self._passed_on(len(chunk))
        return chunk


def main(job_file: str) -> int:
    """Read a range in this process; the exit status is 0 when all of it can be put together."""
    threading.Thread(target=_end_with_starter, daemon=True).start()
    # As in the process that started this one.
    gc.disable()
    job = read_range_job(job_file)
    deadline = limits.Deadline(job.stall_seconds)
    with open(1, "wb", closefd=False) as output:
        return 0 if read_range(job, output, lambda count: deadline.earn(count / limits.FAST)) else 1


def read_range(job: RangeJob, output: BinaryIO, passed_on: Callable[[int], None]) -> bool:
    """Write what a range says; False where it cannot be put together with others.

    ``passed_on`` hears how many bytes were read.

    Raises:
        NotInWindowsError: it is broken.
    """
    collector = Collector(job.vocabulary)
    with open_regular(File(job.path, job.path)) as raw:
        if _stamp(raw) != job.stamp:
            return False
        raw.seek(job.begin)
        stream = _Range(raw, job.end - job.begin, passed_on)
        read_in_windows(stream, detect.N_TRIPLES, collector, 0)
    return write_collected(output, collector)


def _end_with_starter() -> None:
    """Wait until the process that started this one is gone."""
    with io.FileIO(0, closefd=False) as lifeline:
        lifeline.read(1)
    os._exit(1)

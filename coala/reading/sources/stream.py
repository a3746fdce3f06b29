"""A stream of the uncompressed bytes of a file, which counts and hashes what it reads.

Parsers read from an ``RdfStream`` like from a file. It unpacks gzip, and refuses a small file that unpacks to
a huge one. It works for all formats, not for RDF alone. Only regular files are opened; errors show the name
that the user knows.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from coala.base.files import extension
from coala.base.numerals import count
from coala.errors import ReadingError

GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
START = 1 << 16
"""The number of bytes that can be inspected before parsing: enough for any normal XML prologue."""

_TAIL = 1 << 12
"""The number of last bytes that are kept, to check that a file is complete."""

_AT_ONCE = 1 << 20
"""The bytes of one step when a complete file is read into the memory."""

BIGGEST_RATIO = 200
"""The largest normal ratio of compression: RDF and corpora pack 10 to 50 times smaller, bombs 1,000 times."""

ALWAYS_ALLOWED = 64 << 20
"""The unpacked bytes up to which the ratio does not matter."""


class Beginning(NamedTuple):
    """The name of a file, and its first bytes after unpacking, by which its format is detected."""

    name: str
    start: bytes

    @property
    def ending(self) -> str:
        """The extension, in lower case, without ``.gz``."""
        return extension(self.name)

    @property
    def text(self) -> bytes:
        """The first bytes without a byte order mark of UTF-8."""
        return self.start.removeprefix(BYTE_ORDER_MARK)


class _Counted(io.RawIOBase):
    """The file on the disk, with the count and hash of the bytes read."""

    def __init__(self, file: io.RawIOBase, report: Callable[[int], None]) -> None:
        self._file = file
        self._report = report
        self._hash = sha256()
        self.size = 0

    def readinto(self, buffer: Any) -> int:
        count = self._file.readinto(buffer) or 0
        self.size += count
        self._hash.update(memoryview(buffer)[:count])
        self._report(count)
        return count

    def readable(self) -> bool:
        return True

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def _ignore(count: int) -> None:
    """Ignore the count."""


class RdfStream:
    """The file that a parser reads: ``read`` returns uncompressed bytes without a byte order mark.

    ``beginning`` has the first bytes (at most ``START``), and ``tail`` are the last bytes read so far.
    ``packed`` is True for gzip.
    """

    def __init__(
        self,
        path: str,
        file: io.RawIOBase,
        read: Callable[[int], None] = _ignore,
        passed_on: Callable[[int], None] = _ignore,
    ) -> None:
        """Take callbacks: ``read`` for bytes from the disk, ``passed_on`` for bytes passed to the parser."""
        self._path = path
        self._passed_on = passed_on
        self._raw = _Counted(file, read)
        buffered = io.BufferedReader(self._raw, START)
        # The first two bytes are reliable, unlike the name.
        self.packed = buffered.peek(2)[:2] == GZIP
        self._stream = _unpacked(buffered) if self.packed else buffered
        self.size = 0
        self.tail = b""
        self.beginning = Beginning(path, self._read(START))
        # The bytes to pass on next. Parsers request little at a time, and each read from the disk has a cost.
        self._ahead = io.BytesIO(self.beginning.text)

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most ``size`` of them, or all for -1."""
        chunk = self._ahead.read(size)
        if size < 0:
            return chunk + self._rest()
        if not chunk and size >= START:
            return self._read(size)
        if not chunk and size:
            self._ahead = io.BytesIO(self._read(START))
            chunk = self._ahead.read(size)
        return chunk

    def report_bytes(self, count: int) -> None:
        """Report that bytes of another file are read together with this one."""
        self._passed_on(count)

    def _rest(self) -> bytes:
        # In pieces, so that ``_read`` can stop a small packed file that becomes large.
        return b"".join(iter(lambda: self._read(_AT_ONCE), b""))

    def _read(self, size: int) -> bytes:
        try:
            chunk = self._stream.read(size)
        except MemoryError:
            raise
        except Exception as error:
            # gzip and zlib raise three unrelated classes, and the disk OSError.
            what = "the compressed data is damaged" if self.packed else "reading failed"
            raise ReadingError(
                f"{self._path}: {what} after {count(self._raw.size, 'byte')} ({error}): copy or create "
                "the file again."
            ) from error
        self.size += len(chunk)
        self._passed_on(len(chunk))
        if chunk:
            self.tail = (self.tail + chunk)[-_TAIL:] if len(chunk) < _TAIL else chunk[-_TAIL:]
        if self.packed and self.size > ALWAYS_ALLOWED and self.size > BIGGEST_RATIO * self._raw.size:
            raise ReadingError(
                f"{self._path}: unpacks to more than {BIGGEST_RATIO} times its size, which may "
                "be an attack: unpack it yourself if you trust it."
            )
        return chunk

    def finish(self) -> tuple[str, int]:
        """Read to the end, and return SHA-256 and size of the file on the disk."""
        while self._read(START):
            pass
        # There may be bytes after the end of the packed data.
        while self._raw.read(START):
            pass
        return self._raw.hexdigest(), self._raw.size


def _unpacked(packed: Any) -> Any:
    import gzip  # imported late: it takes half of the start-up time, and few files are packed

    return gzip.GzipFile(fileobj=packed)


STANDARD_INPUT = "-"


class File(NamedTuple):
    """A file to read: the name that the user knows, and the path."""

    shown: str
    path: str


def check_regular(file: File) -> None:
    """Raise an error unless this is a regular file.

    Raises:
        OSError: it does not exist.
        ReadingError: it is a pipe, a device or a socket.
    """
    if not stat.S_ISREG(os.stat(file.path).st_mode):
        raise ReadingError(
            f"{file.shown}: this is a pipe, device or socket: write the graph to a file, or "
            "pass it on standard input as -."
        )


def open_regular(file: File) -> io.FileIO:
    """Open a regular file; the check comes first, since opening a named pipe already blocks.

    Raises:
        ReadingError: it does not exist, is not a regular file, or may not be read.
    """
    try:
        check_regular(file)
        return io.FileIO(file.path)
    except OSError as error:
        raise ReadingError(f"{file.shown}: cannot be read: {error.strerror or error}.") from error

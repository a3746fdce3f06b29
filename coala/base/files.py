"""A small file is opened in one way: it must be a regular one, and no larger than somebody writes by hand.

What was read, large or small, is known again by its hash.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

from coala.errors import ReadingError

_LONGEST_NAME = 255
"""Bytes: what every common file system allows."""


class Source(NamedTuple):
    """One file that was read: its path as the user gave it, what it held and how large it was."""

    path: str
    sha256: str
    size: int


class IrregularFileError(OSError):
    """What bears the name is a folder, a pipe or a device."""


class OversizedFileError(OSError):
    """There is more in the file than is read of it."""


def open_regular_file(path: str) -> BinaryIO:
    """The file, open for its bytes.

    Raises:
        OSError: it is not there, may not be read, or (``IrregularFileError``) is no regular file;
            ``strerror`` says which.
    """
    # Opening a named pipe would already wait, so the look comes first.
    if not stat.S_ISREG(os.stat(path).st_mode):
        kind = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
        raise IrregularFileError(kind, "it is no regular file", path)
    return open(path, "rb")


def read_small(path: str, most_bytes: int) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: it is not there or no regular file, or (``OversizedFileError``) it is larger than
            ``most_bytes``; ``strerror`` says which.
    """
    with open_regular_file(path) as file:
        # What is asked for is set aside, however little there is.
        stated = min(os.fstat(file.fileno()).st_size, most_bytes)
        data = file.read(stated + 1)
        if len(data) > stated:
            # It has grown, or is one of those of the system that state no size.
            data += file.read(most_bytes + 1 - len(data))
    if len(data) > most_bytes:
        raise OversizedFileError(errno.EFBIG, f"it is larger than {most_bytes:,} bytes", path)
    return data


_DEEP_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key with so many dots that no file has it; the parser takes time that grows with their square."""


def read_toml(path: str, most_bytes: int) -> dict[str, Any]:
    """The table that a small file of TOML holds.

    Raises:
        OSError: as ``read_small``.
        ValueError: it is no TOML, or nests deeper than any file that is meant.
    """
    # Not every command reads such a file, and the parser takes longer to load than most of them need.
    import tomllib

    text = read_small(path, most_bytes).decode("utf-8-sig")
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a name with so many dots is no key that is known (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it nests too deeply") from error


def beside(path: str, most_bytes: int) -> Callable[[str], bytes | None]:
    """A function from the bare name of a file to its bytes, or None when there is no such file.

    ``../FOLDER/NAME`` is a file in a folder beside that of ``path``. Other names with a folder, a drive or a
    NUL in them, links that lead out of the folder, and whatever is no regular file count as absent.

    Raises (the function):
        ReadingError: the file is larger than ``most_bytes``, or may not be read.
    """
    folder = os.path.realpath(os.path.dirname(path) or os.curdir)

    def read(name: str) -> bytes | None:
        place, bare = folder, name
        if name.startswith("../") and name.count("/") == 2:
            _, neighbour, bare = name.split("/")
            place = os.path.join(os.path.dirname(folder), neighbour)
            if "\\" in neighbour or not is_safe_name(neighbour):
                return None
        if "/" in bare or "\\" in bare or not is_safe_name(bare):
            return None
        real = os.path.realpath(os.path.join(place, bare))
        if os.path.dirname(real) != place:
            return None
        try:
            return read_small(real, most_bytes)
        except (FileNotFoundError, IrregularFileError):
            return None
        except OversizedFileError as error:
            raise ReadingError(f"{name}: is larger than {most_bytes:,} bytes: split it.") from error
        except OSError as error:
            raise ReadingError(f"{name}: cannot be read: {error.strerror or error}.") from error

    return read


def is_safe_name(part: str) -> bool:
    """Whether a part of a path, between two slashes, stays where it is and can be looked for."""
    try:
        size = len(os.fsencode(part))
    except UnicodeEncodeError:
        return False
    # A colon is a drive letter or a hidden stream on Windows.
    return 0 < size <= _LONGEST_NAME and part not in (".", "..") and "\0" not in part and ":" not in part


def stem(path: str) -> str:
    """The name of a file without its folder, ``.gz`` and extension."""
    name = re.split(r"[/\\]", path)[-1]
    name = name[:-3] if name.lower().endswith(".gz") else name
    return name.rsplit(".", 1)[0] or name


def extension(name: str) -> str:
    """The extension that tells the format, in lower case, without ``.gz``."""
    name = name.lower().removesuffix(".gz")
    dot = name.rfind(".")
    return name[dot:] if dot > max(name.rfind("/"), name.rfind("\\")) else ""

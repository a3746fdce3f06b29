"""Functions that read regular files up to a size, and functions that inspect file names.

``read_small`` and ``read_toml`` read a file, ``make_sibling_reader`` the files next to it. ``Source`` records
the hash and size of a file that was read.
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
    """A file that was read: its path as the user gave it, the hash of its content, and its size in bytes."""

    path: str
    sha256: str
    size: int


class IrregularFileError(OSError):
    """The path leads to a folder, a pipe or a device."""


class OversizedFileError(OSError):
    """The file is larger than the limit."""


def open_regular_file(path: str) -> BinaryIO:
    """Open a file for its bytes.

    Raises:
        OSError: the file is missing or may not be read, or it is not a regular file
            (``IrregularFileError``); ``strerror`` says which.
    """
    # Opening a named pipe would block, so check first.
    if not stat.S_ISREG(os.stat(path).st_mode):
        kind = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
        raise IrregularFileError(kind, "it is not a regular file", path)
    return open(path, "rb")


def read_small(path: str, most_bytes: int) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        OSError: the file is missing, not a regular file, or larger than ``most_bytes``
            (``OversizedFileError``); ``strerror`` says which.
    """
    with open_regular_file(path) as file:
        # read() allocates what it is asked for, even for a short file.
        stated = min(os.fstat(file.fileno()).st_size, most_bytes)
        data = file.read(stated + 1)
        if len(data) > stated:
            # The file has grown, or is a system file without a stated size.
            data += file.read(most_bytes + 1 - len(data))
    if len(data) > most_bytes:
        raise OversizedFileError(errno.EFBIG, f"it is larger than {most_bytes:,} bytes", path)
    return data


_DEEP_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key with many dots; the time of the parser grows with the square of their number."""


def read_toml(path: str, most_bytes: int) -> dict[str, Any]:
    """Return the table in a small TOML file.

    Raises:
        OSError: as ``read_small``.
        ValueError: the file is not TOML, or is nested too deeply.
    """
    # Imported late: few commands read TOML, and loading the parser takes longer than most of them run.
    import tomllib

    text = read_small(path, most_bytes).decode("utf-8-sig")
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"the key has too many dots (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it nests too deeply") from error


_IN_OTHER_FOLDERS = (".xml", ".mmax")
_MOST_FOLDERS_UP, _MOST_FOLDERS_DOWN = 3, 2


def make_sibling_reader(path: str, most_bytes: int) -> Callable[[str], bytes | None]:
    """Return a function that reads the files next to ``path`` by their names.

    For ``data/a.ann`` the function returns the bytes of ``data/a.txt`` for "a.txt", or None if it is missing;
    "../words/a.xml" is a file in the folder ``words`` next to ``data``. The name of XML, also of ``.mmax``,
    may begin with up to three "../", which two folders may follow. Other names with a folder, a drive or a
    NUL, links that lead to another folder, and anything but regular files count as missing.

    Raises (the function):
        ReadingError: the file is larger than ``most_bytes``, or may not be read.
    """
    folder = os.path.realpath(os.path.dirname(path) or os.curdir)

    def read(name: str) -> bytes | None:
        *folders, bare = name.split("/")
        # Only projects of MMAX2 have other folders; a text may have any content, also a secret.
        if folders and extension(bare) not in _IN_OTHER_FOLDERS:
            return None
        place = folder  # the folder to look in
        for _ in range(_MOST_FOLDERS_UP):
            if folders and folders[0] == "..":
                place = os.path.dirname(place)
                del folders[0]
        if len(folders) > _MOST_FOLDERS_DOWN or "\\" in name or not all(map(is_safe_name, [*folders, bare])):
            return None
        place = os.path.join(place, *folders)
        real = os.path.realpath(os.path.join(place, bare))
        if os.path.dirname(real) != place:
            return None
        try:
            return read_small(real, most_bytes)
        except (FileNotFoundError, IrregularFileError):
            return None
        except OversizedFileError as error:
            raise ReadingError(f"{name}: larger than {most_bytes:,} bytes: split it.") from error
        except OSError as error:
            raise ReadingError(f"{name}: cannot be read: {error.strerror or error}.") from error

    return read


def is_safe_name(part: str) -> bool:
    """Return True if one part of a path is a name within its folder that every file system can look up."""
    try:
        size = len(os.fsencode(part))
    except UnicodeEncodeError:
        return False
    # On Windows, a colon marks a drive or a hidden stream.
    return 0 < size <= _LONGEST_NAME and part not in (".", "..") and "\0" not in part and ":" not in part


def stem(path: str) -> str:
    """Return the name of a file without its folder, ``.gz`` and extension."""
    name = re.split(r"[/\\]", path)[-1]
    name = name[:-3] if name.lower().endswith(".gz") else name
    return name.rsplit(".", 1)[0] or name


def extension(name: str) -> str:
    """Return the extension that names the format, in lower case, without ``.gz``."""
    name = name.lower().removesuffix(".gz")
    dot = name.rfind(".")
    return name[dot:] if dot > max(name.rfind("/"), name.rfind("\\")) else ""

"""The path of a file that stands beside the graphs -> its bytes, if it is one that somebody wrote by hand."""

from __future__ import annotations

import errno
import os
import stat


def read_small(path: str, most_bytes: int) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: it is not there, may not be read, is no regular file, or is larger than ``most_bytes``;
            ``strerror`` says which.
    """
    # Opening a named pipe would already wait, so the look comes first.
    if not stat.S_ISREG(os.stat(path).st_mode):
        kind = errno.EISDIR if os.path.isdir(path) else errno.EINVAL
        raise OSError(kind, "it is no regular file", path)
    with open(path, "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes:,} bytes", path)
    return data

"""A private folder for one reading, which is gone afterwards: also when the process is told to end."""

from __future__ import annotations

import contextlib
import glob
import os
import tempfile
import time
from collections.abc import Iterator

from coala.ending import told_to_end
from coala.reading.orphans import clear

try:
    import fcntl
except ImportError:  # Windows, where a killed process leaves its folder to the cleaning of the disk
    fcntl = None  # type: ignore[assignment]

PREFIX = "coala-"
LOCK = "lock"

YOUNGEST_SECONDS = 60
"""A folder younger than this may just be on its way to its lock."""


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """A new folder; those that processes which were killed have left are removed first."""
    _sweep()
    with (
        told_to_end(),
        tempfile.TemporaryDirectory(prefix=PREFIX) as folder,
        open(os.path.join(folder, LOCK), "wb") as lock,
    ):
        # The kernel opens the lock when this process ends, whatever ends it.
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _sweep() -> None:
    if fcntl is None:
        return
    oldest = time.time() - YOUNGEST_SECONDS
    for lock in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), f"{PREFIX}*", LOCK)):
        # Somebody else's folder cannot be opened, or just went away.
        with contextlib.suppress(OSError):
            if os.stat(lock).st_mtime > oldest or os.stat(lock).st_uid != os.getuid():
                continue
            with open(lock, "rb+") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                clear(os.path.dirname(lock))

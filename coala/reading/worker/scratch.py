"""The private temporary folder of one reading, which is removed even if the process is ended."""

from __future__ import annotations

import contextlib
import glob
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import FrameType

from coala.base.process import unwind_on_termination
from coala.errors import ReadingError

try:
    import fcntl
except ImportError:  # Windows, where a killed process leaves its folder to the cleaning of the disk
    fcntl = None  # type: ignore[assignment]

PREFIX = "coala-"
LOCK = "lock"

YOUNGEST_SECONDS = 60
"""The age below which a folder may not have its lock yet."""


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """Yield a new folder; first remove the folders of killed processes."""
    with unwind_on_termination(), ExitStack() as stack:
        with usable(tempfile.tempdir or os.environ.get("TMPDIR") or "TMPDIR"):
            _sweep()
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=PREFIX))
            lock = stack.enter_context(open(os.path.join(folder, LOCK), "wb"))
            # The kernel releases the lock whenever this process ends.
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextlib.contextmanager
def usable(folder: str) -> Iterator[None]:
    """Convert errors of the temporary folder to ``ReadingError``."""
    try:
        yield
    except OSError as error:
        raise ReadingError(unusable(folder, error)) from error


def unusable(folder: str, error: OSError) -> str:
    """Return the message for a temporary folder that cannot be written."""
    return (
        f"{folder}: this temporary folder cannot be used ({error.strerror or error}). "
        "Make room there, or set another folder in the environment variable TMPDIR."
    )


def _sweep() -> None:
    if fcntl is None:
        return
    oldest = time.time() - YOUNGEST_SECONDS
    for lock in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), f"{PREFIX}*", LOCK)):
        # The folder belongs to another user, or was just removed.
        with contextlib.suppress(OSError):
            if os.stat(lock).st_mtime > oldest or os.stat(lock).st_uid != os.getuid():
                continue
            with open(lock, "rb+") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                clear(os.path.dirname(lock))


_EVERY = 1.0
"""Seconds between two checks whether the parent is alive."""


def end_with_parent(parent: int, folder: str) -> None:
    """End this process when ``parent`` has ended, and remove their common folder.

    On Unix, the kernel assigns orphans to another parent, which is checked regularly; Windows does not.
    """
    if not hasattr(signal, "setitimer"):
        return

    def check_parent(number: int, _frame: FrameType | None) -> None:
        # A broken pipe shows the same, and earlier.
        if number == signal.SIGPIPE or os.getppid() != parent:
            clear(folder)
            os._exit(1)

    signal.signal(signal.SIGALRM, check_parent)
    signal.signal(signal.SIGPIPE, check_parent)
    signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)


def stop_checking() -> None:
    """Stop checking the parent, since signals during the interpreter's shutdown are unsafe."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def clear(folder: str) -> None:
    """Remove the folder and its contents, as far as they exist."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in files:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(place, name))
        for name in folders:
            with contextlib.suppress(OSError):
                os.rmdir(os.path.join(place, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)

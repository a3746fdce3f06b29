"""The private temporary folder in which parent and children exchange files while graphs are read.

It is removed in every case: by the parent at the end, by a child whose parent has ended, or, if both were
killed, by the next reading. A file lock, which ends with its process, shows that a folder is still used.
"""

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
except ImportError:  # on Windows, the folder of a killed process stays
    fcntl = None  # type: ignore[assignment]

PREFIX = "coala-"
LOCK = "lock"

YOUNGEST_SECONDS = 60
"""The age below which a folder may not have its lock yet."""


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """Yield a new folder; first remove the folders of killed processes."""
    with unwind_on_termination(), ExitStack() as stack:
        with explain_errors(tempfile.tempdir or os.environ.get("TMPDIR") or "TMPDIR"):
            _remove_abandoned()
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=PREFIX))
            lock = stack.enter_context(open(os.path.join(folder, LOCK), "wb"))
            # The kernel releases the lock whenever this process ends.
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextlib.contextmanager
def explain_errors(folder: str) -> Iterator[None]:
    """Convert errors of the temporary folder to ``ReadingError``."""
    try:
        yield
    except OSError as error:
        raise ReadingError(describe_error(folder, error)) from error


def describe_error(folder: str, error: OSError) -> str:
    """Return the message for a temporary folder that cannot be written."""
    return (
        f"{folder}: this temporary folder cannot be used ({error.strerror or error}). "
        "Make room there, or set another folder in the environment variable TMPDIR."
    )


def _remove_abandoned() -> None:
    """Remove the folders of killed processes: those whose lock is free."""
    if fcntl is None:
        return
    newest = time.time() - YOUNGEST_SECONDS
    for lock in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), f"{PREFIX}*", LOCK)):
        # An error means that the folder is in use, has another owner, or was just removed.
        with contextlib.suppress(OSError):
            if os.stat(lock).st_mtime > newest or os.stat(lock).st_uid != os.getuid():
                continue
            with open(lock, "rb+") as file:
                # This raises an error if a running process has the lock.
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                clear(os.path.dirname(lock))


_CHECK_SECONDS = 1.0
"""Seconds between two checks whether the parent is alive."""


def end_with_parent(parent: int, folder: str) -> None:
    """End this process when ``parent`` has ended, and remove their common folder.

    On Unix, the kernel gives a process whose parent has ended a new parent, and a timer checks for that.
    Windows has neither.
    """
    if not hasattr(signal, "setitimer"):
        return

    def check_parent(number: int, _frame: FrameType | None) -> None:
        # SIGPIPE comes from writing to the ended parent, often before the timer.
        if number == signal.SIGPIPE or os.getppid() != parent:
            clear(folder)
            os._exit(1)

    signal.signal(signal.SIGALRM, check_parent)
    signal.signal(signal.SIGPIPE, check_parent)
    signal.setitimer(signal.ITIMER_REAL, _CHECK_SECONDS, _CHECK_SECONDS)


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

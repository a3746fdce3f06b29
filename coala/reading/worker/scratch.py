"""A private folder for one reading, which is gone afterwards: also when the process is told to end."""

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
"""A folder younger than this may just be on its way to its lock."""


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    """A new folder; those that processes which were killed have left are removed first."""
    with unwind_on_termination(), ExitStack() as stack:
        with usable(tempfile.tempdir or os.environ.get("TMPDIR") or "TMPDIR"):
            _sweep()
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=PREFIX))
            lock = stack.enter_context(open(os.path.join(folder, LOCK), "wb"))
            # The kernel opens the lock when this process ends, whatever ends it.
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextlib.contextmanager
def usable(folder: str) -> Iterator[None]:
    """Turn what the system says of the temporary folder into a ``ReadingError``."""
    try:
        yield
    except OSError as error:
        raise ReadingError(unusable(folder, error)) from error


def unusable(folder: str, error: OSError) -> str:
    """What the user reads when nothing more can be put into the temporary folder."""
    return (
        f"{folder}: this temporary folder cannot be used ({error.strerror or error}); make room there, or "
        "name another one with the environment variable TMPDIR."
    )


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


_EVERY = 1.0
"""Seconds between two looks at the parent: a child that nobody waits for does no more than this in vain."""


def end_with(parent: int, folder: str) -> None:
    """End this process when ``parent`` has ended, and clear the folder that is theirs alone.

    A killed process tells nobody; but the kernel gives its children to another one. Windows does not.
    """
    if not hasattr(signal, "setitimer"):
        return

    def look(number: int, _frame: FrameType | None) -> None:
        # A pipe without a reader tells the same, and sooner.
        if number == signal.SIGPIPE or os.getppid() != parent:
            clear(folder)
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.signal(signal.SIGPIPE, look)
    signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)


def let_go() -> None:
    """Look no more: what a signal does while the interpreter ends, nobody has a say in."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def clear(folder: str) -> None:
    """Remove the folder and all that is in it, as far as it is there."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in files:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(place, name))
        for name in folders:
            with contextlib.suppress(OSError):
                os.rmdir(os.path.join(place, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)

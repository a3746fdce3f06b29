"""A command speaks to the terminal: lines of a report, sentences, warnings and the progress of reading."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from coala.base.output import drop, standard_output
from coala.base.plain_text import visible_line
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.model.notices.notice import Notice
    from coala.reading.read import ReadingProgress


def prepare() -> bool:
    """Make standard output and error fit for all that is said; False when standard output is closed."""
    is_open = sys.stdout is not None
    for name in ("stderr", "stdout"):
        stream = getattr(sys, name)
        if stream is None:
            # Otherwise the next file that is opened takes its number, and gets what a library prints.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            # A label may hold what the terminal's encoding has no sign for.
            stream.reconfigure(errors="backslashreplace")
    # Of the process itself: what stands in its place, as in a test, belongs to somebody who goes on with it.
    is_own = sys.stdout is sys.__stdout__
    if is_own and isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # By PYTHONUNBUFFERED, which drops without a word what a full disk took only a part of.
        written = io.BufferedWriter(sys.stdout.buffer)
        sys.stdout = io.TextIOWrapper(
            written, sys.stdout.encoding, errors="backslashreplace", line_buffering=True
        )
    return is_open


def print_lines(lines: Iterable[str]) -> None:
    """Print a report; what would steer the terminal is shown as an escape."""
    with standard_output() as stream:
        stream.writelines(f"{visible_line(line)}\n" for line in lines)


def say(sentence: str) -> None:
    """Print one line on standard error."""
    try:
        print(f"coala: {visible_line(' '.join(sentence.split()))}", file=sys.stderr)
    except OSError:
        # There is nobody left to tell; the exit status still does.
        drop(sys.stderr)


def warn(notices: Sequence[Notice]) -> None:
    """Say what was noticed; what was done as it was meant is no warning."""
    for notice in notices:
        say(f"{notice.severity}: {notice.message}")


def has_display() -> bool:
    """Whether a window can be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def need_display() -> None:
    """Raise ``CoalaError`` where no window can be opened."""
    # A platform named by hand, such as "offscreen", is the user's own business.
    if not has_display() and not os.environ.get("QT_QPA_PLATFORM"):
        raise CoalaError(
            "There is no display here; run this on a desktop, or use 'coala diff' and 'coala tally'."
        )


@contextmanager
def progress() -> Iterator[Callable[[ReadingProgress], None] | None]:
    """Progress bars on standard error, for whoever watches a terminal and waits over a second."""
    if not sys.stderr.isatty():
        yield None
        return
    # The library of the bars takes as long to load as all else of a command together.
    from coala.cli.progress import Bars

    with Bars() as bars:
        yield bars.show

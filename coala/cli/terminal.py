"""Output to the terminal: reports, messages, warnings and the progress of reading."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from coala.base.output import discard_buffer, standard_output
from coala.base.plain_text import visible_line
from coala.base.workflow_log import WorkflowLog, guard
from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.model.notices.notice import Notice
    from coala.present.blocks import Block
    from coala.reading.read import ReadingProgress


def prepare() -> bool:
    """Make standard output and error able to take any text; return False if standard output is closed."""
    is_open = sys.stdout is not None
    for name in ("stderr", "stdout"):
        stream = getattr(sys, name)
        if stream is None:
            # Otherwise the next file that is opened gets its descriptor, and then what a library prints.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            # The encoding of the terminal may lack characters of a label. On Windows a redirected file is
            # UTF-8, as with -o, and CSV keeps its line ends.
            encoding = "utf-8" if sys.platform == "win32" and not stream.isatty() else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")
    # A test may have put another stream in its place, which must stay as it is.
    is_own = sys.stdout is sys.__stdout__
    if is_own and isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # With PYTHONUNBUFFERED a full disk would silently drop the rest of a write.
        written = io.BufferedWriter(sys.stdout.buffer)
        sys.stdout = io.TextIOWrapper(
            written, sys.stdout.encoding, errors="backslashreplace", newline="\n", line_buffering=True
        )
    # From here on, everything that is printed in a workflow passes one function: also warnings of libraries,
    # tracebacks, and messages of the parser.
    sys.stdout, sys.stderr = guard(sys.stdout), guard(sys.stderr)
    return is_open


_INDENT = re.compile(r"(?: *\d+  )? *")
"""The indent of a line, with the number of an item in a list."""

_COMMAND = "coala "
"""A part of lines with a command to copy."""


def print_lines(lines: Iterable[str]) -> None:
    """Print the lines of a report, with control characters escaped."""
    with standard_output() as stream:
        width = shutil.get_terminal_size().columns if stream.isatty() else 0
        for line in lines:
            stream.writelines(f"{part}\n" for part in _wrap(visible_line(line), width))


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print a report, with tables that fit the terminal."""
    # Most commands print no report.
    from coala.present.printers.text import print_text

    is_terminal = sys.stdout.isatty()
    print_lines(print_text(blocks, shutil.get_terminal_size().columns if is_terminal else 0))


def print_commands(lines: Iterable[str]) -> None:
    """Print commands for the runner of a workflow, which ``print_lines`` would escape."""
    with standard_output() as stream:
        if isinstance(stream, WorkflowLog):
            stream.write_commands(lines)
        else:
            stream.writelines(f"{line}\n" for line in lines)


def _wrap(line: str, width: int) -> list[str]:
    """Return a line of text cut between words to fit a terminal; tables and commands stay whole."""
    indent = _INDENT.match(line)
    assert indent is not None
    if not width or len(line) <= width or "  " in line[indent.end() :] or _COMMAND in line:
        return [line]
    return textwrap.wrap(
        line, width, subsequent_indent=" " * indent.end(), break_long_words=False, break_on_hyphens=False
    )


def say(sentence: str) -> None:
    """Print one line on standard error."""
    try:
        print(f"coala: {visible_line(' '.join(sentence.split()))}", file=sys.stderr)
    except OSError:
        # Nothing can be printed any more; the exit status still reports the error.
        discard_buffer(sys.stderr)


def warn(notices: Sequence[Notice]) -> None:
    """Print the notices, each with its severity, on standard error."""
    for notice in notices:
        say(f"{notice.severity}: {notice.message}")


def has_display() -> bool:
    """Return True if a window can be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def can_open_window() -> bool:
    """Return True if a window can be opened, even an invisible one."""
    # A user who sets QT_QPA_PLATFORM, such as "offscreen", needs no display.
    return has_display() or bool(os.environ.get("QT_QPA_PLATFORM"))


def need_display() -> None:
    """Raise ``CoalaError`` if no window can be opened."""
    if not can_open_window():
        raise CoalaError(
            "There is no display here. Run this on a desktop, or use 'coala diff' and 'coala tally'."
        )


@contextmanager
def progress() -> Iterator[Callable[[ReadingProgress], None] | None]:
    """Show progress bars on standard error; yield what moves them, None if it is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    # tqdm takes as long to load as the rest of a command.
    from coala.cli.progress import Bars

    with Bars() as bars:
        yield bars.show

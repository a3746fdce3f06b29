"""What a command says to the terminal, and what it finds there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.model import Notice
    from coala.reading import Progress


def print_lines(lines: Iterable[str]) -> None:
    """Print a report."""
    for line in lines:
        print(line)


def say(sentence: str) -> None:
    """Print one line on standard error."""
    print(f"coala: {' '.join(sentence.split())}", file=sys.stderr)


def warn(notices: Sequence[Notice]) -> None:
    """Say what was noticed; what was done as it was meant is no warning."""
    from coala.effects import is_flaw

    for notice in notices:
        say(f"{'warning' if is_flaw(notice) else 'note'}: {notice.message}")


def drop_output() -> None:
    """What is still in the buffer cannot be written, and must not be tried again when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
def progress() -> Iterator[Callable[[Progress], None] | None]:
    """Progress bars on standard error, for whoever watches a terminal and waits over a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from coala.progress import Bars

    with Bars() as bars:
        yield bars.show

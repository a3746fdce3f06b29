"""Progress bars on standard error.

Imported only if standard error is a terminal, since tqdm takes as long to load as the rest of a command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from tqdm import tqdm

if TYPE_CHECKING:
    from coala.reading.read import ReadingProgress


Item = TypeVar("Item")


DELAY_SECONDS = 1.0
"""A bar appears only after this time."""

# A thread that watches bars would forbid the second process that helps to write a review.
tqdm.monitor_interval = 0


def show_progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Yield the items and show a bar on a terminal."""
    # With ``disable=None`` tqdm shows nothing off a terminal.
    bar = tqdm(items, desc=what, total=total, delay=DELAY_SECONDS, leave=False, disable=None)
    yield from bar


class Bars:
    """The progress bars of reading, one for each graph; they vanish when reading is done."""

    def __init__(self) -> None:
        self._bars: dict[int, tqdm] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for bar in self._bars.values():
            bar.close()

    def show(self, progress: ReadingProgress) -> None:
        """Move the bar of one graph."""
        bar = self._bars.get(progress.graph)
        if bar is None:
            bar = self._bars[progress.graph] = tqdm(
                desc=f"graph {progress.graph + 1}",
                total=progress.total_bytes,
                unit="B",
                unit_scale=True,
                position=progress.graph,
                delay=DELAY_SECONDS,
                leave=False,
            )
        bar.update(progress.done_bytes - bar.n)


class BoardBars:
    """The progress bar of a board: first of reading its graphs, then of comparing its pairs."""

    def __init__(self, graphs: int) -> None:
        # The part of each graph that is read, 0 to 1, by the number of the graph; their sum moves the bar.
        self._parts_read: dict[int, float] = {}
        self._bar = _make_percent_bar("reading the graphs", graphs)
        self._is_reading = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def read(self, progress: ReadingProgress) -> None:
        """Move the bar; standard input does not count, since its size is not known."""
        if progress.total_bytes:
            self._parts_read[progress.graph] = progress.done_bytes / progress.total_bytes
            self._bar.update(sum(self._parts_read.values()) - self._bar.n)

    def compared(self, done: int, total: int) -> None:
        """Move the bar to ``done`` of ``total`` pairs."""
        if self._is_reading:
            self._bar.close()
            self._bar = _make_percent_bar("comparing", total)
            self._is_reading = False
        self._bar.update(done - self._bar.n)


def _make_percent_bar(what: str, total: int) -> tqdm:
    """Return a bar that counts in percent; off a terminal it shows nothing."""
    form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
    return tqdm(desc=what, total=total, bar_format=form, delay=DELAY_SECONDS, leave=False, disable=None)

"""The progress of reading and of writing a review becomes bars on standard error.

Imported only where somebody watches a terminal, since tqdm takes as long to load as the rest of a command.
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
"""What is done sooner needs no bar."""


def counted(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Pass the items on under a bar, for whoever watches a terminal."""
    # Off a terminal tqdm shows nothing when ``disable`` is None.
    bar = tqdm(items, desc=what, total=total, delay=DELAY_SECONDS, leave=False, disable=None)
    yield from bar


class Bars:
    """One bar a graph, shown only when reading takes over a second and gone when it is done."""

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
        """Move the bar of the graph that reports."""
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
    """One bar while the graphs of a board are read, and then one while its pairs are compared."""

    def __init__(self, graphs: int) -> None:
        self._shares: dict[int, float] = {}
        self._bar = _share_bar("reading the graphs", graphs)
        self._reads = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def read(self, progress: ReadingProgress) -> None:
        """Move on by what more of a graph is read; of standard input nobody knows how much there is."""
        if progress.total_bytes:
            self._shares[progress.graph] = progress.done_bytes / progress.total_bytes
            self._bar.update(sum(self._shares.values()) - self._bar.n)

    def compared(self, done: int, total: int) -> None:
        """Move on by a pair."""
        if self._reads:
            self._bar.close()
            self._bar, self._reads = _share_bar("comparing", total), False
        self._bar.update(done - self._bar.n)


def _share_bar(what: str, total: int) -> tqdm:
    """A bar that counts in percent; off a terminal it shows nothing."""
    form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
    return tqdm(desc=what, total=total, bar_format=form, delay=DELAY_SECONDS, leave=False, disable=None)

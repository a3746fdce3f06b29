"""Progress bars of a board, which only a terminal shows."""

from __future__ import annotations

import io
import sys

import pytest

from coala.cli import progress
from coala.cli.progress import BoardBars
from coala.reading.read import ReadingProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "told"), [(Terminal(), True), (io.StringIO(), False)])
def test_a_board_tells_a_terminal_that_it_reads_and_then_that_it_compares(
    stream: io.StringIO, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0.0)
    with BoardBars(2) as bars:
        bars.read(ReadingProgress(0, 50, 100, 0))
        bars.read(ReadingProgress(1, 50, None, 0))
        bars.compared(1, 2)
    shown = stream.getvalue()
    assert ("reading the graphs:" in shown, "comparing:" in shown) == (told, told)
    assert not shown.strip() or shown.index("reading") < shown.index("comparing")
    assert shown.rpartition("\r")[2].strip() == ""

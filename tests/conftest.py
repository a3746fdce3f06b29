"""Settings for every test, and readers of graphs that start quickly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coala.reading.worker import parent
from tests.support.examples import load_profile
from tests.support.forked_readers import ReaderForks, forks

load_profile()


@pytest.fixture(scope="session")
def reader_forks() -> Iterator[ReaderForks | None]:
    with forks() as started:
        yield started


@pytest.fixture(autouse=True)
def quick_readers(
    reader_forks: ReaderForks | None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fork the readers of graphs, except in tests of how they are started."""
    if reader_forks is not None and request.node.get_closest_marker("new_processes") is None:
        monkeypatch.setattr(parent, "subprocess", reader_forks)

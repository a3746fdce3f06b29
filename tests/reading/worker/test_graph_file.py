"""A graph that cannot be written whole says what the system says of the place."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from coala.base.sequences import Shared
from coala.model.graph import Graph, Mentions, Statements
from coala.reading.worker.graph_file import write_graph

try:
    import resource
except ImportError:
    pytest.skip("Windows limits no file", allow_module_level=True)


@pytest.fixture
def _room() -> Iterator[None]:
    """No file may grow beyond the header and some columns."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.usefixtures("_room")
def test_a_place_without_room_is_named_in_the_words_of_the_system(tmp_path: Path) -> None:
    column = np.arange(100_000)
    graph = Graph(
        path="",
        documents=("document",),
        texts=(None,),
        mentions=Mentions(column, column, column, column, column),
        shapes=(),
        names=(),
        labels=(),
        types=Shared([()], column),
        statements=Statements(column, column, column > 0, column, column, column, column),
        predicates=(),
        values=(),
        paths=(),
    )
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)) as raised:
        write_graph(str(tmp_path / "graph"), graph)
    assert raised.value.errno == errno.EFBIG

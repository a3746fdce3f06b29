"""A graph comes out of its file as it went in; where it has no room, the system says why."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coala.base.sequences import Shared
from coala.model.graph import Graph, Mentions, Statements
from coala.reading.worker.graph_file import read_graph, write_graph
from tests.support.graphs_by_hand import A, B, graph

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


def test_facts_come_out_of_the_file_as_they_went_in(tmp_path: Path) -> None:
    met = ("x", "met", "y")
    stated = graph({"x": [A], "y": [B]}, statements=[met], facts={met: [A, B]}, events=["x"])
    stated = replace(stated, types=Shared([()], np.zeros(2, dtype=np.int64)))
    write_graph(str(tmp_path / "graph"), stated)
    facts = read_graph(str(tmp_path / "graph")).facts
    assert len(facts) == 1
    for name, column in vars(stated.facts).items():
        assert column.tolist() == getattr(facts, name).tolist(), name

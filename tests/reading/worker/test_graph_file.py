"""The file of a graph: reading it back, and the error on a full disk."""

from __future__ import annotations

import errno
import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from coala.base.files import Source
from coala.base.sequences import Shared
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import Notice
from coala.model.values import SpanShape
from coala.reading.interpretation.content import (
    Content,
    FactColumns,
    LeastExtent,
    MentionColumns,
    StatementColumns,
)
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.worker.graph_file import read_graph, write_graph
from tests.support.graphs_by_hand import A, B, graph

try:
    import resource
except ImportError:
    pytest.skip("Windows limits no file", allow_module_level=True)


@pytest.fixture
def _room() -> Iterator[None]:
    """Let no file grow beyond the header and some columns."""
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


def columns(*rows: list[int]) -> list[array[int]]:
    return [array("q", row) for row in rows]


CONTENT = Content(
    mentions=MentionColumns(*columns([0, 1], [2, 3], [4, 5], [-1, 0], [0, 0], [-(2**63), 0])),
    statements=StatementColumns(*columns([0], [0], [1], [0], [], [], [])),
    facts=FactColumns(*columns([0], [0], [1], [0, 0], [1, 0], [2, 3], [4, 5], [-1, 0])),
    documents=["http://example.org/a", "http://example.org/b"],
    texts=["A text\r\n with \ud800 and 😀", None],
    shapes=[SpanShape(((3, 4), (4, 5))), SpanShape(zero="nsubj#1")],
    anchors=["words"],
    minimums=[LeastExtent(1, 3, 4)],
    optional=[1],
    forms=[(1, "name")],
    names=[""],
    labels=[None],
    types=[("http://example.org/Person",)],
    other_names={0: ["http://example.org/bob", "http://example.org/robert"]},
    predicates=["http://example.org/says"],
    values=['"yes"@en'],
    unclear_values=[],
    inverse=[("http://example.org/asks", "http://example.org/says")],
    symmetric=["http://example.org/meets"],
    transitive=["http://example.org/partOf"],
    paths=[],
    term_labels={"http://example.org/Person": "person"},
    descriptions={"http://example.org/bob": "A person."},
    notices=[Notice("same-as", 2, "Joined 2 nodes.", ("<a> = <b>",))],
    sources=[Source("a.ttl", "00ff", 17)],
)


def test_a_built_graph_comes_out_of_the_file_as_it_went_in(tmp_path: Path) -> None:
    built = build_graph("graphs", CONTENT)
    write_graph(str(tmp_path / "graph"), built)
    found = read_graph(str(tmp_path / "graph"))
    for field in fields(Graph):
        assert _plain(getattr(found, field.name)) == _plain(getattr(built, field.name)), field.name
    assert list(found.texts) == ["A text\r\n with \ud800 and 😀", None]


def _plain(value: object) -> object:
    """Return columns as lists, whatever their containers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value

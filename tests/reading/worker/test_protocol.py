"""What passes between the two processes comes out as it went in, every field of the type that it says."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from coala.base.files import Source
from coala.model.format_options import FormatOptions
from coala.model.notices.notice import Notice
from coala.model.options import ReadOptions
from coala.model.values import SpanShape
from coala.reading.interpretation.content import (
    Content,
    FactColumns,
    LeastExtent,
    MentionColumns,
    StatementColumns,
)
from coala.reading.sources.file import File
from coala.reading.vocabularies.loader import load_vocabularies, load_vocabulary
from coala.reading.worker.protocol import (
    Done,
    FileBegun,
    Message,
    OutOfMemory,
    Progress,
    ReadingJob,
    Refused,
    read_content,
    read_job,
    read_message,
    write_content,
    write_job,
    write_message,
)

JOB = ReadingJob(
    path="graphs",
    files=(File("graphs/ü\udc80.ttl", "/graphs/ü\udc80.ttl"), File("standard input", "-")),
    skipped=("notes.odt",),
    vocabularies=load_vocabularies("auto"),
    vocabulary_of_formats=load_vocabulary("nif"),
    options=ReadOptions(
        texts="texts",
        same_as=False,
        offsets="utf-16",
        ends="inclusive",
        base="http://example.org/",
        memory_bytes=1 << 40,
        formats=FormatOptions(lenient=True, type_system=b"\x00\xff<types/>"),
    ),
    parent=1,
    most_memory=2 << 30,
    spool="0.input",
    result="0.graph",
)


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
    names=[""],
    labels=[None],
    types=[("http://example.org/Person",)],
    predicates=["http://example.org/says"],
    values=['"yes"@en'],
    unclear_values=[],
    inverse=[("http://example.org/asks", "http://example.org/says")],
    symmetric=["http://example.org/meets"],
    transitive=["http://example.org/partOf"],
    paths=[],
    term_labels={"http://example.org/Person": "person"},
    notices=[Notice("same-as", 2, "Joined 2 nodes.", ("<a> = <b>",))],
    sources=[Source("a.ttl", "00ff", 17)],
)


def test_a_job_reaches_the_child_as_it_was_given(tmp_path: Path) -> None:
    file = str(tmp_path / "job")
    write_job(file, JOB)
    assert read_job(file) == JOB


def test_a_content_reaches_the_parent_as_it_was_found(tmp_path: Path) -> None:
    file = str(tmp_path / "content")
    write_content(file, CONTENT)
    content = read_content(file)
    assert content == CONTENT
    assert isinstance(content.mentions, MentionColumns)
    assert isinstance(content.statements, StatementColumns)
    assert isinstance(content.facts, FactColumns)
    assert isinstance(content.shapes[0].fragments, tuple)
    assert isinstance(content.inverse[0], tuple)
    assert isinstance(content.minimums[0], LeastExtent)
    assert isinstance(content.notices[0], Notice)
    assert isinstance(content.notices[0].examples, tuple)
    assert isinstance(content.sources[0], Source)


@pytest.mark.parametrize(
    "message",
    [Progress(5, 3), FileBegun("a\n.ttl", True), Refused("It is no graph."), OutOfMemory(), Done(5, 3, True)],
)
def test_a_message_is_one_line_and_read_as_what_it_was(message: Message) -> None:
    line = write_message(message)
    assert line.endswith("\n")
    assert line.count("\n") == 1
    read = read_message(line.encode())
    assert read == message
    assert type(read) is type(message)


def test_half_a_message_of_a_child_that_died_is_none() -> None:
    line = write_message(Done(5, 3, True)).encode().rstrip()
    for end in range(len(line)):
        with pytest.raises(ValueError, match=r"."):
            read_message(line[:end])

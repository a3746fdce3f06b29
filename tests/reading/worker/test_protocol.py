"""Messages between the two processes, read back with every field of its declared type."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import load_vocabularies, load_vocabulary
from coala.reading.worker.protocol import (
    Done,
    ReadingJob,
    read_job,
    read_message,
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


def test_a_job_reaches_the_child_as_it_was_given(tmp_path: Path) -> None:
    file = str(tmp_path / "job")
    write_job(file, JOB)
    assert read_job(file) == JOB


def test_half_a_message_of_a_dead_child_is_dropped() -> None:
    line = write_message(Done(5, 3)).encode().rstrip()
    for end in range(len(line)):
        with pytest.raises(ValueError, match=r"."):
            read_message(line[:end])

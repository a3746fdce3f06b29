"""The job of a child process, and the messages that it sends while it works.

A child reads one graph for its parent. The job is a file of JSON that the parent writes. A message is one
line of JSON on the child's standard output, such as ``["Progress", 65536, 1200]``. The graph itself is
written to a file (``graph_file``).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from coala.model.options import ReadOptions
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import Vocabulary


class ReadingJob(NamedTuple):
    """The complete job of a child.

    The child selects one of the ``vocabularies`` by the properties in the files. Large files get up to
    ``most_memory`` bytes, unless the options set a limit.
    """

    path: str  # the input as the user named it
    files: tuple[File, ...]
    skipped: tuple[str, ...]  # files next to these that are not read
    vocabularies: tuple[Vocabulary, ...]
    vocabulary_of_formats: Vocabulary  # for formats that are not RDF
    options: ReadOptions
    parent: int  # the number of the waiting process
    most_memory: int
    spool: str  # where the child copies standard input to
    result: str  # where the child writes the graphs: ``name_result``
    may_be_empty: bool = False  # True to accept documents without any mention


def name_result(result: str, number: int) -> str:
    """Return the file for one graph of a job: all tables of records are one job."""
    return f"{result}{number}"


class Progress(NamedTuple):
    """The number of bytes and triples read so far."""

    bytes: int
    triples: int


class FileBegun(NamedTuple):
    """A file begins, or begins again with another reader; ``shown`` is its name for the user."""

    shown: str
    rdf: bool


class MemoryGranted(NamedTuple):
    """The new memory limit in bytes."""

    bytes: int


class Refused(NamedTuple):
    """Nothing was read, for this reason."""

    sentence: str


class OutOfMemory(NamedTuple):
    """There was not enough memory, not even for a sentence."""


class Done(NamedTuple):
    """The graph is written; the total bytes and triples of the files."""

    bytes: int
    triples: int


Message = Progress | FileBegun | MemoryGranted | Refused | OutOfMemory | Done

_MESSAGES: dict[str, Callable[..., Message]] = {
    kind.__name__: kind for kind in (Progress, FileBegun, MemoryGranted, Refused, OutOfMemory, Done)
}


def write_message(message: Message) -> str:
    """Return a message as one line."""
    return json.dumps([type(message).__name__, *message]) + "\n"


def read_message(line: bytes) -> Message:
    """Parse a line that ``write_message`` wrote.

    Raises:
        ValueError: the line is incomplete.
    """
    kind, *fields = json.loads(line)
    return _MESSAGES[kind](*fields)


def write_job(file: str, job: ReadingJob) -> None:
    """Write a job to a file, since the paths of a large folder can exceed the limit of arguments."""
    fields = job._asdict() | {
        "vocabularies": [vocabulary.to_json() for vocabulary in job.vocabularies],
        "vocabulary_of_formats": job.vocabulary_of_formats.to_json(),
        "options": job.options.to_json(),
    }
    with open(file, "w", encoding="ascii") as stream:
        json.dump(fields, stream)


def read_job(file: str) -> ReadingJob:
    """Read a job that ``write_job`` wrote."""
    with open(file, encoding="ascii") as stream:
        fields = json.load(stream)
    fields |= {
        "files": tuple(File(*names) for names in fields["files"]),
        "skipped": tuple(fields["skipped"]),
        "vocabularies": tuple(map(Vocabulary.from_json, fields["vocabularies"])),
        "vocabulary_of_formats": Vocabulary.from_json(fields["vocabulary_of_formats"]),
        "options": ReadOptions.from_json(fields["options"]),
    }
    return ReadingJob(**fields)

"""The job of a reading child and the messages that it sends while it works.

A job is a file of JSON, a message one line of it on standard output; ``graph_file`` has the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from coala.model.options import ReadOptions
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import Vocabulary


class ReadingJob(NamedTuple):
    """All that a child has to know.

    ``path`` is the input as the user named it, ``skipped`` are files beside the ``files``, and of the
    ``vocabularies`` the child finds the right one; files of other formats than RDF are collected in
    ``vocabulary_of_formats``. ``parent`` is the
    process that waits; standard input is copied to ``spool``, and the content is written to ``result``.
    Large files are granted up to ``most_memory`` bytes, unless the options set a limit.
    """

    path: str
    files: tuple[File, ...]
    skipped: tuple[str, ...]
    vocabularies: tuple[Vocabulary, ...]
    vocabulary_of_formats: Vocabulary
    options: ReadOptions
    parent: int
    most_memory: int
    spool: str
    result: str


class Progress(NamedTuple):
    """So many bytes and triples have been read."""

    bytes: int
    triples: int


class FileBegun(NamedTuple):
    """A file begins, or begins again with another reader; ``shown`` is its name as the user sees it."""

    shown: str
    rdf: bool


class MemoryGranted(NamedTuple):
    """So many bytes of memory are the limit from now on."""

    bytes: int


class Refused(NamedTuple):
    """Nothing was read; why, a sentence says."""

    sentence: str


class OutOfMemory(NamedTuple):
    """There was not enough memory, nor room to say so in a sentence."""


class Done(NamedTuple):
    """The graph is written; the files had so many bytes and triples."""

    bytes: int
    triples: int


Message = Progress | FileBegun | MemoryGranted | Refused | OutOfMemory | Done

_MESSAGES: dict[str, Callable[..., Message]] = {
    kind.__name__: kind for kind in (Progress, FileBegun, MemoryGranted, Refused, OutOfMemory, Done)
}


def write_message(message: Message) -> str:
    """A message as one line."""
    return json.dumps([type(message).__name__, *message]) + "\n"


def read_message(line: bytes) -> Message:
    """The inverse of ``write_message``.

    Raises:
        ValueError: it is half a line.
    """
    kind, *fields = json.loads(line)
    return _MESSAGES[kind](*fields)


def write_job(file: str, job: ReadingJob) -> None:
    """Write a job for the child, in a file: a folder of many files makes it longer than arguments may be."""
    fields = job._asdict() | {
        "vocabularies": [vocabulary.to_json() for vocabulary in job.vocabularies],
        "vocabulary_of_formats": job.vocabulary_of_formats.to_json(),
        "options": job.options.to_json(),
    }
    with open(file, "w", encoding="ascii") as stream:
        json.dump(fields, stream)


def read_job(file: str) -> ReadingJob:
    """The inverse of ``write_job``."""
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

"""Files of a graph with their formats, which are detected once for each file.

What follows (memory, vocabulary, reading, also a second time) uses the value; only messages about a file that
no parser can read look at its first bytes again.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.sources.detect import find_reader, format_of, is_shaped
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import File, RdfStream, open_regular

_COST = 2_000
"""The cost of opening a file, as a number of bytes that take the same time."""


class DetectedFile(NamedTuple):
    """A file, and its format by its name and first bytes."""

    file: File
    size: int = 0  # bytes on the disk
    packed: bool = False
    reader: Any = None  # the module that reads it, unless it is RDF
    syntax: str = ""  # of RDF
    start: bytes = b""  # the first bytes; only of one RDF file, since many take much memory
    error: str = ""  # the message if it cannot be read; then all before may be missing


def detect_file(
    file: File, options: FormatOptions = FORMAT_DEFAULTS, earn: Callable[[int], None] | None = None
) -> DetectedFile:
    """Detect the format of a file; ``earn`` is called with the bytes of work that are done.

    Raises:
        ReadingError: it cannot be opened, or its first bytes show that no reader can read it.
    """
    with open_regular(file) as raw:
        stream = RdfStream(file.shown, raw)
        if earn is not None:
            earn(_COST + stream.size)
        return detect_opened(file, raw, stream, options)


def detect_opened(file: File, raw: io.FileIO, stream: RdfStream, options: FormatOptions) -> DetectedFile:
    """Detect the format of a file by its stream, as ``detect_file`` does."""
    beginning = stream.beginning
    found = DetectedFile(file, os.fstat(raw.fileno()).st_size, stream.packed)
    groups = [Certainty.PACKED]
    if not is_shaped(beginning, options):
        groups.append(Certainty.FOREIGN)
    reason = explain(beginning, *groups)
    reader = None if reason else find_reader(beginning, options)
    if reader is not None:
        return found._replace(reader=reader)
    if reason := reason or explain(beginning, Certainty.EMPTY, Certainty.UNREAD):
        raise ReadingError(f"{file.shown}: {reason}")
    return found._replace(syntax=format_of(beginning), start=beginning.start)


def detect_files(
    files: Sequence[File], options: FormatOptions, earn: Callable[[int], None]
) -> Iterator[DetectedFile]:
    """Yield the format of each file, or the error if it has none."""
    has_start = False
    for file in files:
        try:
            found = detect_file(file, options, earn)
        except ReadingError as error:
            found = DetectedFile(file, error=str(error))
        yield found._replace(start=b"") if has_start else found
        has_start = has_start or bool(found.syntax)

"""Loading of the files of one graph into a collector, each by the reader of its format.

RDF is read with pyoxigraph, and with rdflib if pyoxigraph cannot read it. Other coreference formats are read
by a module of ``coala.formats`` and converted to triples of NIF.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, Protocol

from coala.base.files import Source, make_sibling_reader
from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.limits import FORMAT_SPEED, PYOXIGRAPH_SPEED, RDFLIB_SPEED
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import (
    NO_BASE,
    RelativeIriError,
    UnreadableHereError,
    read_fast,
)
from coala.reading.remarks import Remarks
from coala.reading.sources import detect
from coala.reading.sources.detected_files import DetectedFile
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import File, RdfStream, open_regular
from coala.reading.sources.xml_guard import RefusedError, find_encoding, find_root_element

if TYPE_CHECKING:
    from coala.formats.annotations import Annotations
    from coala.reading.rdf.names import DocumentNames

LARGEST_SIBLING = 256 << 20
"""Bytes of a text file next to its annotations; both are completely in memory."""


class Watch(Protocol):
    """Receives the progress of the reading."""

    def begin_file(self, shown: str, collector: Collector, slowest: int) -> None:
        """Note that a file begins, or begins again with another reader; ``slowest`` is its minimal speed."""

    def bytes_read(self, count: int) -> None:
        """Note that ``count`` more bytes were read from the disk."""

    def bytes_passed_on(self, count: int) -> None:
        """Note that ``count`` more unpacked bytes were passed to the parser."""


class Unwatched:
    """A ``Watch`` that ignores everything."""

    def begin_file(self, shown: str, collector: Collector, slowest: int) -> None:
        """Ignore the file."""

    def bytes_read(self, count: int) -> None:
        """Ignore the count."""

    def bytes_passed_on(self, count: int) -> None:
        """Ignore the count."""


def read_file(
    detected: DetectedFile,
    number: int,
    base: str | None,
    collector: Collector,
    remarks: Remarks,
    watch: Watch,
    options: FormatOptions = FORMAT_DEFAULTS,
    names: DocumentNames | None = None,
) -> Source:
    """Collect the triples of one file by its format, and return its source.

    ``options`` are for readers of formats that are not RDF, and ``names`` are the names of their documents.

    Raises:
        ReadingError: it cannot be read, or it is incomplete.
    """
    if detected.error:
        raise ReadingError(detected.error)
    file = detected.file
    mark = collector.mark()
    speed = PYOXIGRAPH_SPEED
    # Try again after an error that another parser, or a base, may avoid.
    while True:
        try:
            watch.begin_file(file.shown, collector, speed)
            with open_regular(file) as raw:
                if speed == PYOXIGRAPH_SPEED:
                    return _read(detected, raw, number, base, collector, remarks, watch, options, names)
                return _read_slowly(detected, raw, number, base, collector, watch)
        except UnreadableHereError as reason:
            remarks.add("fallback-reader", f"{file.shown}, {reason}")
            speed = RDFLIB_SPEED
        except RelativeIriError as relative:
            if base is not None:
                # For example, if the base in the file itself is relative.
                raise ReadingError(
                    f"{file.shown}: the IRI <{readable(str(relative))}> is relative and has no "
                    "base: write it in full."
                ) from relative
            # There is no base on the first attempt, since with one, "/../" in absolute IRIs is resolved too.
            remarks.add("relative-iris", f"{file.shown}, <{relative}>")
            base = NO_BASE
        collector.forget_since(mark)


def _read(
    detected: DetectedFile,
    raw: io.FileIO,
    number: int,
    base: str | None,
    collector: Collector,
    remarks: Remarks,
    watch: Watch,
    options: FormatOptions,
    names: DocumentNames | None,
) -> Source:
    """Collect the triples of one file with the reader of its format, or with pyoxigraph."""
    file, reader, syntax = detected.file, detected.reader, detected.syntax
    stream = RdfStream(file.shown, raw, watch.bytes_read, watch.bytes_passed_on)
    # Another coreference format.
    if reader is not None:
        # Imported late: only these formats need it.
        from coala.reading.rdf.nif import collect_annotations

        remarks.rdf = False
        watch.begin_file(file.shown, collector, FORMAT_SPEED)
        # The first bytes were read before this speed was known.
        watch.bytes_passed_on(len(stream.beginning.start))
        annotations = read_annotations(file, stream, reader, options)
        if names is not None:
            annotations = names.rename_documents(number, annotations)
        if names is None or not names.need_second_pass():
            collect_annotations(annotations, collector, number, remarks)
        return Source(file.shown, *stream.finish())
    if syntax != detect.RDF_XML:
        read_fast(file.shown, stream, syntax, base, collector, number)
        return Source(file.shown, *stream.finish())
    # RDF/XML: check its beginning before the parser sees it, and its end after that.
    try:
        encoding = find_encoding(stream.beginning.start)
        root = find_root_element(stream.beginning.start)
    except RefusedError as refused:
        reason = explain(stream.beginning, Certainty.UNPARSED) or f"{refused}."
        raise ReadingError(f"{file.shown}: {reason}") from refused
    if encoding not in ("utf-8", "ascii"):
        raise UnreadableHereError(f"its encoding is {encoding}")
    read_fast(file.shown, stream, syntax, base, collector, number)
    sha256, size = stream.finish()
    if not _is_closed(stream.tail, root):
        raise ReadingError(
            f"{file.shown}: the file ends after {count(stream.size, 'byte')} inside the element "
            f"{root}: it is incomplete, so write or copy it again."
        )
    return Source(file.shown, sha256, size)


def read_annotations(file: File, stream: RdfStream, reader: Any, options: FormatOptions) -> Annotations:
    """Read a complete file of another coreference format; siblings are searched in its folder."""
    find = make_sibling_reader(file.path, LARGEST_SIBLING)

    def sibling(name: str) -> bytes | None:
        """Return the content of another file in the folder, such as the text of brat's annotations."""
        data = find(name)
        stream.report_bytes(len(data or b""))
        return data

    reader_options = options._replace(sibling=sibling)
    annotations: Annotations = reader.read(file.shown, stream.read(), reader_options)
    if options.across_documents:
        # Imported late: few commands need it.
        from coala.reading.rdf.names import join_across

        annotations = join_across(annotations)
    return annotations


def _read_slowly(
    detected: DetectedFile, raw: io.FileIO, number: int, base: str | None, collector: Collector, watch: Watch
) -> Source:
    """Collect the triples of one file with rdflib."""
    # Imported late: few files need rdflib, which takes longer to import than most graphs take to read.
    from coala.reading.rdf.rdflib_parser import read_with_rdflib

    file = detected.file
    stream = RdfStream(file.shown, raw, watch.bytes_read, watch.bytes_passed_on)
    read_with_rdflib(file.shown, stream, detected.syntax, base, collector, number)
    return Source(file.shown, *stream.finish())


def _is_closed(tail: bytes, root: str) -> bool:
    """Return True if an RDF/XML file ends with its root element, which pyoxigraph does not check."""
    rest = tail.rstrip()
    while rest.endswith((b"-->", b"?>")):
        opening = rest.rfind(b"<!--" if rest.endswith(b"-->") else b"<?")
        if opening < 0:
            return True  # a comment longer than the tail: unknown
        rest = rest[:opening].rstrip()
    name = re.escape(root.encode("utf-8"))
    return bool(re.search(rb"(?:</%b\s*>|<%b\b[^<>]*/>)\Z" % (name, name), rest))


def spool_standard_input(path: str, watch: Watch) -> None:
    """Copy standard input to a file, since the parser may have to read it twice."""
    with io.FileIO(0, closefd=False) as standard_input, open(path, "wb") as copy:
        while chunk := standard_input.read(1 << 20):
            copy.write(chunk)
            # Only a sign of life: the bytes count when the copy is read.
            watch.bytes_read(0)

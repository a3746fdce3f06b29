"""The conversion of files of other coreference formats to NIF in Turtle: the engine of ``coala convert``.

Files are read like those of a comparison, but each in this process. A file that cannot be read is left out
with a notice. Documents are named after their files, and uniquely if two files have documents of one name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from coala.errors import ReadingError
from coala.formats.annotations import Annotations
from coala.formats.format_options import complete_options
from coala.model.format_options import FormatOptions
from coala.model.notices.notice import Notice
from coala.model.options import DEFAULT_MEMORY, ReadOptions
from coala.prepare.cut_words import CutWords
from coala.reading.limits import limit_memory
from coala.reading.rdf.load import read_annotations
from coala.reading.rdf.names import DocumentNames
from coala.reading.rdf.nif import document_iri, to_turtle
from coala.reading.rdf.vocabulary_detection import explain_no_annotations
from coala.reading.remarks import Remarks
from coala.reading.sources.archives import open_input
from coala.reading.sources.detected_files import DetectedFile
from coala.reading.sources.inputs import find_files
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import STANDARD_INPUT, File, RdfStream, open_regular
from coala.reading.vocabularies.loader import FIRST, load_vocabulary
from coala.reading.worker.scratch import scratch_folder


def convert(path: str, options: ReadOptions | None = None) -> tuple[Iterator[str], list[Notice]]:
    """Read the whole input; return an iterator over the lines of Turtle, and the notices.

    Oddities are counted as remarks while reading; notices are made from them at the end.

    Raises:
        ReadingError: a file is broken, is RDF already, or has an unknown format; or no file has a mention.
    """
    if path == STANDARD_INPUT:
        raise ReadingError(
            "'coala convert' needs a file or a folder, since its name helps to detect the format."
        )
    format_options = complete_options(options or ReadOptions()).formats
    remarks = Remarks(load_vocabulary(FIRST).words(), path)
    read: dict[int, Annotations] = {}
    errors: list[str] = []
    file_too_large: File | None = None
    with limit_memory(DEFAULT_MEMORY), scratch_folder() as scratch:
        # Find the files, and unpack archives.
        found = find_files(path, format_options)
        opened = open_input(found, format_options, os.path.join(scratch, "unpacked"), _ignore_progress)
        for code, example in opened.remarks:
            remarks.add(code, example)
        for skipped in opened.skipped:
            remarks.add("files-skipped", skipped)
        # Read the files one by one.
        names = DocumentNames(
            opened.root, [each.file.path for each in opened.files], joined=format_options.join
        )
        for number, each in enumerate(opened.files):
            try:
                annotations = _read(each, format_options)
            except ReadingError as error:
                errors.append(str(error))
                continue
            except MemoryError:
                # The error is raised later, when this clause has freed what was read.
                file_too_large = each.file
                break
            for code, example in annotations.remarks:
                remarks.add(code, example)
            read[number] = names.rename_documents(number, annotations)
    if file_too_large is not None:
        raise ReadingError(
            f"{file_too_large.shown}: converting it takes more than {DEFAULT_MEMORY >> 20} MiB of "
            "memory: split it into smaller files and convert them one by one."
        )
    if not read:
        raise ReadingError(errors[0])
    for error_message in errors:
        remarks.leave_out_file(error_message)
    # Give documents of one name in several files different names.
    if names.are_ambiguous():
        names.make_unique()
        read = {number: names.rename_documents(number, annotations) for number, annotations in read.items()}
    names.add_remarks(remarks)
    if not any(annotations.mentions for annotations in read.values()):
        raise ReadingError(explain_no_annotations(path, remarks))
    return to_turtle(*read.values()), [*remarks.notices(), *_note_cut_words(read.values())]


def _note_cut_words(read: Iterable[Annotations]) -> Iterator[Notice]:
    """Yield the notice about offsets in a wrong unit that a comparison of the result would give."""
    cuts = CutWords()
    for found in read:
        for mention in found.mentions:
            name, text = found.documents[mention.document]
            if mention.document not in found.textless and not mention.zero:
                cuts.add(text, mention.fragments[0][0], mention.fragments[-1][1], document_iri(name))
    if cuts.has_wrong_offsets() and (notice := cuts.notice()):
        yield notice


def _ignore_progress(work: int) -> None:
    """Ignore progress."""


def _read(detected: DetectedFile, format_options: FormatOptions) -> Annotations:
    """Read a file with the reader of its format, or raise ``ReadingError`` with the best explanation."""
    if detected.error:
        raise ReadingError(detected.error)
    file, reader = detected.file, detected.reader
    with open_regular(file) as raw:
        stream = RdfStream(file.shown, raw)
        if reader is None:
            reason = explain(stream.beginning, Certainty.UNCLAIMED, Certainty.UNPARSED)
            reason = reason or "this is RDF or an unknown format. RDF graphs need no conversion."
            raise ReadingError(f"{file.shown}: {reason}")
        return read_annotations(file, stream, reader, format_options)

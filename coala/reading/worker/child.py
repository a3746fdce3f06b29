"""The child process, which reads one input and writes its graph to a file for the parent.

The tables of records of a comparison are one input, since their records have the same texts in all graphs.

The parent is the program that the user started (``coala.reading.worker.parent``). It passes a job in a file
and receives messages, such as progress (``coala.reading.worker.protocol``). If a parser crashes, hangs or
uses all memory, only this process ends.

``_work`` has the steps: find the files, collect their triples, choose the vocabulary, interpret the triples,
and write the graph. To start within about 25 ms, the process runs without ``site``, and imports numpy only
after parsing, and rdflib only if a file needs it.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from coala.base.files import Source
from coala.errors import CoalaError, ReadingError
from coala.model.options import DEFAULT_MEMORY, ReadOptions
from coala.reading import limits
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import read_file, spool_standard_input
from coala.reading.rdf.names import DocumentNames
from coala.reading.rdf.terms import DOCUMENT
from coala.reading.rdf.vocabulary_detection import guess_from_start, recognise_vocabulary
from coala.reading.remarks import Remarks
from coala.reading.sources.archives import open_input
from coala.reading.sources.detected_files import DetectedFile
from coala.reading.sources.inputs import Input
from coala.reading.sources.stream import STANDARD_INPUT, File
from coala.reading.vocabularies.loader import Vocabulary
from coala.reading.worker.protocol import (
    Done,
    FileBegun,
    MemoryGranted,
    Message,
    OutOfMemory,
    Progress,
    ReadingJob,
    Refused,
    name_result,
    read_job,
    write_message,
)
from coala.reading.worker.scratch import clear, describe_error, end_with_parent, stop_checking

if TYPE_CHECKING:
    from coala.reading.interpretation.text_folder import TextFolder


def main(job_file: str) -> int:
    """Run the job; the exit status is 0 also if nothing was read for a reason that was sent."""
    job = read_job(job_file)
    end_with_parent(job.parent, os.path.dirname(job_file))
    has_tables = bool(job.options.records.record)
    if not has_tables:
        limits.set_memory_limit(job.options.memory_bytes or DEFAULT_MEMORY)
    # There are few cycles, and the process is short-lived.
    gc.disable()
    # numpy would start a thread on each core, which takes memory and is not needed.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    deadline = limits.Deadline(job.options.stall_seconds)
    reporter = Reporter(deadline)
    is_memory_full = False
    try:
        if has_tables:
            _read_tables(job, deadline)
        else:
            _work(job, deadline, reporter)
    except CoalaError as error:
        send(Refused(str(error)))
    except MemoryError:
        # The collected triples are still in memory here, so there is no room for a sentence.
        is_memory_full = True
    except BrokenPipeError:
        # The parent has ended, so remove the folder here.
        clear(os.path.dirname(job_file))
        os._exit(1)
    except OSError as error:
        # Errors of files have their own sentences; this is an error of the machine.
        if error.errno == errno.EBADF:
            send(Refused("Standard input is closed. Send the graph to it, or give a file."))
        else:
            send(Refused(describe_error(os.path.dirname(os.path.dirname(job_file)), error)))
    finally:
        stop_checking()
    if is_memory_full:
        send(OutOfMemory())
    return 0


def _work(job: ReadingJob, deadline: limits.Deadline, reporter: Reporter) -> None:
    """Read the files of the job, and write the graph.

    Raises:
        ReadingError: the input is unusable.
        MemoryError: the memory limit is reached.
    """
    candidates = job.vocabularies
    files = list(job.files)
    # Standard input and archives become files in the temporary folder.
    for place, file in enumerate(files):
        if file.path == STANDARD_INPUT:
            spool_standard_input(job.spool, reporter)
            files[place] = File(file.shown, job.spool)
    named = Input(job.path, tuple(files), job.skipped, None)
    # Advice about RDF makes sense only if a file is parsed as RDF.
    send(FileBegun(files[0].shown, rdf=False))
    opened = open_input(named, job.options.formats, f"{job.spool}.unpacked", reporter.bytes_passed_on)
    detected, job = opened.files, job._replace(skipped=opened.skipped)
    if opened.archive is not None:
        reporter.note_archive(opened.archive.size, opened.size)
    # Large files get more memory, unless the user has set a limit.
    if not job.options.memory_bytes:
        granted = find_memory_limit(detected, opened.archive, job.most_memory)
        limits.set_memory_limit(granted)
        send(MemoryGranted(granted))
    if any(file.reader is not None for file in detected):
        # The chosen vocabulary applies to RDF only; other formats are converted to NIF.
        candidates = (job.vocabulary_of_formats,)
    # Collect all triples in a likely vocabulary. It happens again below if that turns out to be wrong.
    vocabulary = candidates[0]
    if len(candidates) > 1:
        vocabulary = guess_from_start(detected, job.options.base, candidates)
    bad: dict[int, str] = {}  # the reason for each file that cannot be read, by its position
    joined = job.options.formats.join
    names = DocumentNames(opened.root, [each.file.path for each in detected], joined=joined)
    collector, sources, remarks = _collect(detected, vocabulary, job, reporter, names, bad)
    if names.are_ambiguous():
        # Two files have a document of the same name, which was not known when the first was collected.
        names.make_unique()
        reporter.restart()
        collector, sources, remarks = _collect(detected, vocabulary, job, reporter, names, bad)
    if len(candidates) > 1 and collector.triples:
        used = recognise_vocabulary(job.path, collector, candidates)
        if used is not vocabulary:
            # The guess was wrong, which happens if all mentions are late in the file.
            vocabulary = used
            reporter.restart()
            collector, sources, remarks = _collect(detected, vocabulary, job, reporter, names, bad)
    names.add_remarks(remarks)
    if opened.archive is not None:
        # The user knows the archive, not its unpacked files.
        sources = [opened.archive]
    for code, example in opened.remarks:
        remarks.add(code, example)
    deadline.earn(collector.triples / limits.SLOWEST_STEPS)
    folder = _open_text_folder(job.options, vocabulary, reporter)
    if not limits.has_room_for_numpy():
        raise MemoryError
    # Sort here: children work in parallel, the parent would sort one graph after the other.
    from coala.reading.interpretation.graph_builder import build_graph
    from coala.reading.interpretation.interpret import interpret
    from coala.reading.worker.graph_file import write_graph

    content = interpret(
        job.path,
        collector,
        vocabulary,
        remarks,
        folder,
        job.options,
        sources=sources,
        may_be_empty=job.may_be_empty,
    )
    write_graph(name_result(job.result, 0), build_graph(job.path, content))
    send(Done(sum(source.size for source in sources), collector.triples))


def _read_tables(job: ReadingJob, deadline: limits.Deadline) -> None:
    """Read the tables of the job, and write the graph of each.

    Raises:
        CoalaError: the options contradict each other, or a table is unusable.
        MemoryError: the memory limit is reached.
    """
    tables = [file.path for file in job.files]
    if job.options.records.records is not None:
        tables.append(job.options.records.records)
    # Errors are reported when the table is read.
    size = sum(os.path.getsize(table) for table in tables if os.path.isfile(table))
    # A table may be packed.
    granted = job.options.memory_bytes or limits.memory_for(0, size, job.most_memory)
    limits.set_memory_limit(granted, reserved=False)
    send(MemoryGranted(granted))
    deadline.earn(size / limits.TABLE_SPEED)
    from coala.reading.records import Room, read_record_graphs
    from coala.reading.worker.graph_file import write_graph

    room = Room(f"{job.spool}.swap", granted)
    graphs = read_record_graphs(tables[: len(job.files)], job.options.records, room, _begin_table)
    for number, graph in enumerate(graphs):
        write_graph(name_result(job.result, number), graph)
    send(Done(size, 0))


def _begin_table(path: str) -> None:
    send(FileBegun(path, rdf=False))


def find_memory_limit(files: Sequence[DetectedFile], archive: Source | None, most: int) -> int:
    """Return the memory limit by the size of the files on the disk: sizes stated in archives may be wrong."""
    # The sum of the sizes of packed (True) and of plain files (False).
    sizes = Counter[bool]()
    if archive is not None:
        sizes[True] = archive.size
    else:
        for file in files:
            sizes[file.packed] += file.size
    return limits.memory_for(sizes[False], sizes[True], most)


def _collect(
    files: Sequence[DetectedFile],
    vocabulary: Vocabulary,
    job: ReadingJob,
    reporter: Reporter,
    names: DocumentNames,
    bad: dict[int, str],
) -> tuple[Collector, list[Source], Remarks]:
    """Collect the triples of all files except the ``bad`` ones; add further bad files with their reasons.

    Raises:
        ReadingError: no file can be read.
    """
    # Repeat this without the bad files, until there are no new ones.
    while True:
        remarks = Remarks(vocabulary.words(), job.path)
        collector = Collector(vocabulary)
        sources = []
        known = len(bad)
        for number, file in enumerate(files):
            if number in bad:
                continue
            # The documents of mentions, one entry a mention; those of this file follow the known ones.
            linked = collector.pairs[DOCUMENT][1]
            known_links = len(linked)
            try:
                sources.append(
                    read_file(
                        file,
                        number,
                        job.options.base,
                        collector,
                        remarks,
                        reporter,
                        job.options.formats,
                        names,
                    )
                )
            except ReadingError as error:
                bad[number] = str(error)
                continue
            if remarks.rdf and len(files) > 1:
                names.note_graph(number, {collector.names[node] for node in linked[known_links:]})
        if not sources:
            more = f" None of the {len(files):,} files could be read." if len(files) > 1 else ""
            raise ReadingError(bad[0] + more)
        if len(bad) == known:
            break
        # The collector has triples of the bad files from before their errors. A new one has not.
        reporter.restart()
    for skipped in job.skipped:
        remarks.add("files-skipped", skipped)
    for reason in bad.values():
        remarks.leave_out_file(reason)
    return collector, sources, remarks


def _open_text_folder(options: ReadOptions, vocabulary: Vocabulary, reporter: Reporter) -> TextFolder | None:
    """Return the folder of ``--texts``, which has texts that the graph lacks; None without that option."""
    if options.texts is None:
        return None
    # Imported late: most graphs have their own texts.
    from coala.reading.interpretation.text_folder import TextFolder
    from coala.reading.sources.texts import Texts

    path = str(options.texts)
    return TextFolder(path, Texts(path), vocabulary, options.base, reporter)


_REPORT_SECONDS = 0.05
"""Seconds between two reports of progress: smooth for the user, and no load for the pipe."""


def send(message: Message) -> None:
    """Send one message to the parent."""
    sys.stdout.write(write_message(message))
    sys.stdout.flush()


class Reporter:
    """Reports progress to the parent, and extends the deadline."""

    def __init__(self, deadline: limits.Deadline) -> None:
        self._deadline = deadline
        self._bytes = 0
        # The current file, and the number of bytes read before it.
        self._begun = ("", 0)
        # The bytes that the current reader must read in a second.
        self._slowest = limits.PYOXIGRAPH_SPEED
        self._collector: Collector | None = None
        # The time of the next report.
        self._next = 0.0
        # The bytes to report for each byte read: fewer for the files of an archive.
        self._share = 1.0

    def note_archive(self, packed: int, size: int) -> None:
        """Note that the next files have ``size`` bytes, and are from an archive of ``packed`` bytes."""
        self._share = min(1.0, packed / size) if size else 1.0

    def begin_file(self, shown: str, collector: Collector, slowest: int) -> None:
        """Note that a file begins, or begins again with another reader."""
        self._collector = collector
        self._slowest = slowest
        name, before = self._begun
        # RDF that begins again is read from its start. Readers of other formats go on with the same bytes.
        if shown != name:
            self._begun = (shown, self._bytes)
        elif slowest != limits.FORMAT_SPEED:
            self._bytes = before
        send(FileBegun(shown, slowest != limits.FORMAT_SPEED))

    def restart(self) -> None:
        """Note that all files are read again."""
        self._bytes = 0

    def bytes_read(self, count: int) -> None:
        """Note that ``count`` more bytes were read from the disk."""
        self._bytes += count
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _REPORT_SECONDS
            send(
                Progress(
                    int(self._bytes * self._share), self._collector.triples_so_far() if self._collector else 0
                )
            )

    def bytes_passed_on(self, count: int) -> None:
        """Note that ``count`` more unpacked bytes were passed to the parser."""
        self._deadline.earn(count / self._slowest)
